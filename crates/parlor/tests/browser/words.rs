//! Words: by drag, by key and by touch, from the first word to the analysis.

mod pinch;
mod tables;

use crate::{
    arcade::open_for_two,
    keyboard::ENTER,
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

/// Two people play: one drags tiles, the other types. They swap, try nonsense, and end with passes; then they look at what
/// they could have played.
#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_by_drag_and_by_key() {
    let stage = Stage::with_quick_bots();
    let (ada, bea) = (stage.person_in_motion("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    open_for_two(&ada, &bea, "words", "hope").await;
    ada.reads_in("status", "the first word covers the star").await;
    ada.takes_pictures("words-start").await;
    ada.fits_on_the_screen().await;

    for round in 0..3 {
        let way = ada.asks_for_a_hint().await;
        ada.drags_a_play(&way).await;
        ada.reads_in("live-score", &way.word).await;
        if round == 1 {
            ada.takes_pictures("words-draft").await;
        }
        ada.press("play").await;
        bea.reads_in("status", "Your turn").await;
        bea.reads_in("history", &way.word).await;
        assert!(bea.square(&way.squares()[0]).await.contains(&way.word[..1]), "she sees the tile");

        let way = bea.asks_for_a_hint().await;
        bea.types_a_play(&way).await;
        bea.reads_in("live-score", &way.word).await;
        bea.strikes(ENTER).await;
        ada.reads_in("status", "Your turn").await;
        ada.reads_in("history", &way.word).await;
    }
    ada.takes_pictures("words-match").await;
    let scores: Vec<String> = ada.ask(SCORES, json!([])).await;
    let theirs: Vec<String> = bea.ask(SCORES, json!([])).await;
    assert_eq!(scores, theirs);

    // What is no play is told, and costs nothing.
    let lonely: u8 = ada.ask(LONELY, json!([])).await;
    ada.press_by("a square", &format!("[data-square='{lonely}']")).await;
    ada.press_by("any tile", "[data-test='rack'] button").await;
    ada.reads_in("why", "A word has at least two letters").await;
    ada.press("recall").await;
    ada.types("lookup", "dragon").await;
    ada.reads_in("lookup-verdict", "DRAGON is a word").await;
    ada.types("lookup", "xqzzt").await;
    ada.reads_in("lookup-verdict", "not in the lexicon").await;

    ada.press("swap").await;
    ada.press_by("any tile", "[data-test='rack'] button").await;
    ada.reads_in("swap-now", "Swap 1").await;
    ada.press("swap-now").await;
    bea.reads_in("status", "Ada swapped 1 tile").await;
    for person in [&bea, &ada] {
        person.reads_in("status", "Your turn").await;
        person.press("pass").await;
        person.press("confirm-yes").await;
    }
    ada.see("headline").await;
    ada.reads_in("stats", "Best play").await;
    ada.takes_pictures("words-result").await;
    looks_at_the_analysis(&ada).await;
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// A square in a row of its own, next to none that has a tile.
const LONELY: &str =
    "const tiled = (index) => document.querySelector(`[data-square='${index}']`)?.classList.contains('tiled');
    const near = (index) => [index, index - 15, index + 15, index - 1, index + 1];
    return [...Array(225).keys()].find((index) => !near(index).some(tiled))";

/// The scores on the screen.
const SCORES: &str = "return [...document.querySelectorAll('[data-test=player]')].sort((one, other) => \
    one.dataset.seat - other.dataset.seat).map((player) => player.querySelector('[data-test=score]').textContent)";

async fn looks_at_the_analysis(ada: &Person) {
    // The result leads to it, below the replay.
    ada.press("figures").await;
    ada.press("to-analysis").await;
    ada.until("the analysis to be in sight", async || {
        let script = "const place = document.querySelector('[data-test=analysis]')?.getBoundingClientRect();
            return !!place && place.top < innerHeight / 2 && place.bottom > 0";
        let seen: bool = ada.ask(script, json!([])).await;
        Ok(seen.then_some(()))
    })
    .await;
    ada.until("the analysis to be done", async || {
        let done: bool = ada.ask("return !!document.querySelector('[data-test=analysis][data-done]')", json!([])).await;
        Ok(done.then_some(()))
    })
    .await;
    let turns: usize = ada.ask("return document.querySelectorAll('[data-test=analysis-turn]').length", json!([])).await;
    assert_eq!(turns, 9, "six words, a swap and two passes");
    let best: usize = ada.ask("return document.querySelectorAll('.wd-assessed.best').length", json!([])).await;
    assert!(best >= 4, "hints are the best plays: {best}");
    ada.reads_in("analysis-player", "found the best play in").await;
    // A turn leads to its position, and opens to the best plays.
    ada.press_by("the second turn", "li:nth-child(2) > [data-test='analysis-turn'] summary").await;
    ada.see("analysis-way").await;
    let gcg: String =
        ada.ask("return decodeURIComponent(document.querySelector('[data-test=gcg]').href)", json!([])).await;
    assert!(gcg.contains("#player1 Ada Ada") && gcg.contains(">Bea:"), "{gcg}");
    ada.takes_pictures("words-analysis").await;
}

/// A phone, by touch: tiles are dragged and tapped, the board shows itself larger, and nothing scrolls.
#[tokio::test(flavor = "multi_thread")]
async fn a_phone_plays_a_bot_by_touch() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::PHONE).await;
    ada.visit("/").await;
    ada.goes_into("words", "play-bot-easy").await;
    ada.reads_in("status", "the first word covers the star").await;
    ada.fits_on_the_screen().await;
    ada.takes_pictures("words-phone").await;

    let way = ada.asks_for_a_hint().await;
    ada.drags_a_play(&way).await;
    ada.reads_in("live-score", &way.word).await;
    ada.press("play").await;
    // First: it is still her turn until the play has counted.
    ada.reads_in("history", &way.word).await;
    ada.reads_in("status", "Your turn").await;

    // A tap on a square sets the cursor and zooms in; taps on tiles fill the squares from there on.
    let way = ada.asks_for_a_hint().await;
    let fresh = ada.fresh(&way).await;
    ada.taps_square(&fresh[0].0).await;
    ada.see("unzoom").await;
    ada.takes_pictures("words-phone-zoomed").await;
    if way.is_down() {
        ada.taps_square(&fresh[0].0).await;
    }
    for (_, letter) in &fresh {
        ada.press_by("a tile", &format!("[data-test='rack'] [data-test='tile-{letter}']")).await;
    }
    ada.reads_in("live-score", &way.word).await;
    ada.press("unzoom").await;
    ada.sees_no_more("unzoom").await;
    ada.fits_on_the_screen().await;
    ada.press("play").await;
    ada.reads_in("status", "Your turn").await;
    ada.press("more").await;
    ada.reads_in("more-dialog", "Unseen tiles").await;
    ada.takes_pictures("words-phone-more").await;
    ada.press("dialog-close").await;
    ada.turns_the_phone_and_sees(".wd-view", Screen::PHONE_ON_ITS_SIDE).await;
    ada.fits_on_the_screen().await;
    ada.has_a_calm_console(Weather::Fair).await;
}

/// A small phone, and one on its side, show all of it.
#[tokio::test(flavor = "multi_thread")]
async fn small_screens_show_all_of_it() {
    let stage = Stage::with_quick_bots();
    for (name, screen) in [("Ada", Screen::SMALL_PHONE), ("Bea", Screen::PHONE_ON_ITS_SIDE)] {
        let ada = stage.person(name, screen).await;
        ada.visit("/").await;
        ada.goes_into("words", "play-bot-easy").await;
        ada.see("play").await;
        ada.fits_on_the_screen().await;
        let script = "const high = (what) => document.querySelector(what).getBoundingClientRect();
            const [board, play] = [high('.wd-view'), high('[data-test=play]')];
            return [board.width, Math.max(board.bottom, play.bottom) - innerHeight]";
        let [board, below]: [f64; 2] = ada.ask(script, json!([])).await;
        assert!(board > 280.0 && below <= 0.0, "a board of {board} px, {below} px below the screen");
        ada.takes_pictures("words-small").await;
    }
}

/// What was loaded once is there without the house: a match against a bot, and two who share the screen.
#[tokio::test(flavor = "multi_thread")]
async fn words_are_practised_without_the_house() {
    let mut stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    let kept: bool = ada.ask("return navigator.serviceWorker.ready.then(() => true)", json!([])).await;
    assert!(kept, "the page keeps itself");
    ada.visit("/local/words").await;
    ada.press("local-bot-easy").await;
    ada.see("rack").await;
    let cached = "return caches.open('assets').then((cache) => cache.keys()).then((keys) => keys.length)";
    ada.until("the lexicon to be kept", async || {
        let kept: usize = ada.ask(cached, json!([])).await;
        Ok((kept == 1).then_some(()))
    })
    .await;
    stage.kill_house();
    ada.visit("/local/words").await;
    ada.press("local-bot-easy").await;
    let way = ada.asks_for_a_hint().await;
    ada.types_a_play(&way).await;
    ada.strikes(ENTER).await;
    ada.reads_in("history", &way.word).await;
    ada.reads_in("status", "Your turn").await;
    ada.press("local-stop").await;

    ada.press("local-two").await;
    ada.reads_in("cover", "Hand the screen to First").await;
    ada.press("cover-ready").await;
    let way = ada.asks_for_a_hint().await;
    ada.types_a_play(&way).await;
    ada.press("play").await;
    ada.reads_in("cover", "Hand the screen to Second").await;
    let tiles: usize = ada.ask("return document.querySelectorAll('[data-test=rack] button').length", json!([])).await;
    assert_eq!(tiles, 0, "neither rack shows while the screen is handed over");
    ada.takes_pictures("words-cover").await;
    ada.press("cover-ready").await;
    ada.reads_in("status", "Your turn").await;
}

/// How to play lets people try a first word.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_word_is_tried_in_how_to_play() {
    let stage = Stage::with_quick_bots();
    for (name, screen) in [("Ada", Screen::DESK), ("Bea", Screen::PHONE)] {
        let ada = stage.person(name, screen).await;
        ada.visit("/help/words").await;
        ada.see("rack").await;
        ada.press_by("the square before the star", "[data-test='square-8F']").await;
        for letter in "DRAGON".chars() {
            ada.press_by("a tile", &format!("[data-test='tile-{letter}']")).await;
        }
        ada.reads_in("live-score", "DRAGON").await;
        ada.press("demo-play").await;
        ada.reads_in("demo-says", "Well played").await;
        ada.fits_in_width().await;
        ada.takes_pictures("words-howto").await;
        ada.has_a_calm_console(Weather::Fair).await;
    }
}

/// A play in the game's notation.
struct Way {
    at: String,
    word: String,
}

impl Way {
    fn is_down(&self) -> bool {
        self.at.starts_with(|first: char| first.is_ascii_alphabetic())
    }

    /// The squares it covers, as hooks name them.
    fn squares(&self) -> Vec<String> {
        let digits: String = self.at.chars().filter(char::is_ascii_digit).collect();
        let letter = self.at.chars().find(char::is_ascii_alphabetic).expect("a column");
        let (row, column) = (digits.parse::<u8>().expect("a row"), letter as u8);
        let square = |step: u8| match self.is_down() {
            true => format!("{}{}", row + step, char::from(column)),
            false => format!("{row}{}", char::from(column + step)),
        };
        (0..self.word.len() as u8).map(square).collect()
    }
}

impl Person {
    /// Asks for the best play that lays a word.
    async fn asks_for_a_hint(&self) -> Way {
        self.press("hint").await;
        let text: String = self
            .until("a word to play", async || {
                let script = "return [...document.querySelectorAll('[data-test=hint-way] b')].map((way) => way.textContent) \
                    .find((text) => /^[0-9A-O]+ [A-Z]+$/.test(text)) ?? null";
                Ok(self.ask::<Option<String>>(script, json!([])).await)
            })
            .await;
        self.press("dialog-close").await;
        self.sees_no_more("hint-dialog").await;
        let (at, word) = text.split_once(' ').expect("a place and a word");
        Way { at: at.to_owned(), word: word.to_owned() }
    }

    /// What a square is called.
    async fn square(&self, square: &str) -> String {
        let script = "return document.querySelector(`[data-test='square-${arguments[0]}']`).ariaLabel";
        self.ask(script, json!([square])).await
    }

    /// The letters of a play that are not on the board yet, with their squares.
    async fn fresh(&self, way: &Way) -> Vec<(String, char)> {
        let mut fresh = Vec::new();
        for (square, letter) in way.squares().into_iter().zip(way.word.chars()) {
            let script =
                "return document.querySelector(`[data-test='square-${arguments[0]}']`).classList.contains('tiled')";
            let tiled: bool = self.ask(script, json!([square])).await;
            if !tiled {
                fresh.push((square, letter));
            }
        }
        fresh
    }

    /// Drags the tiles of a play onto the board, one by one.
    async fn drags_a_play(&self, way: &Way) {
        for (square, letter) in self.fresh(way).await {
            let from = self.middle_of(&format!("tile-{letter}")).await;
            let to = self.middle_of(&format!("square-{square}")).await;
            self.drags_between(from, to).await;
            self.until("the tile to lie there", async || {
                let name = self.square(&square).await;
                Ok(name.contains(&format!(", {letter},")).then_some(()))
            })
            .await;
        }
    }

    /// Types a play: the cursor goes to its first square, turns if need be, and letters follow.
    async fn types_a_play(&self, way: &Way) {
        self.taps_square(&way.squares()[0]).await;
        if way.is_down() {
            self.strikes(" ").await;
        }
        self.strikes(&way.word.to_ascii_lowercase()).await;
    }

    async fn taps_square(&self, square: &str) {
        self.press(&format!("square-{square}")).await;
    }
}
