//! Codenames: two teams at four screens, one person among bots, and a big screen with phones.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use serde_json::json;

/// Something in a seat of the waiting room, as a selector.
fn in_seat(seat: u8, what: &str) -> String {
    format!("[data-test='place'][data-seat='{seat}'] {what}")
}

impl Person {
    /// Opens a table of Codenames from the lobby and says its code.
    async fn opens_codenames(&self) -> String {
        self.goes_into("codenames", "open-codenames").await;
        self.press("open-submit").await;
        self.reads("code").await
    }

    /// How many hidden cards this screen shows the kind of.
    async fn known_cards(&self) -> usize {
        self.ask("return document.querySelectorAll('.cn-match [data-key]:not([data-shown])').length", json!([])).await
    }

    /// The first card that is hidden.
    async fn hidden_card(&self) -> String {
        let script = "return document.querySelector('.cn-match .cn-card:not([data-shown])').dataset.test";
        self.ask(script, json!([])).await
    }

    async fn shown_cards(&self) -> usize {
        self.ask("return document.querySelectorAll('.cn-match [data-shown]').length", json!([])).await
    }

    /// Drags who sits in one seat of the waiting room to another.
    async fn drags_player(&self, from: u8, to: u8) {
        let shown = "document.querySelector('.teams').scrollIntoView({ block: 'center' }); return true";
        let _: bool = self.ask(shown, json!([])).await;
        let from = self.middle(&in_seat(from, "[data-test='move-seat']")).await;
        let to = self.middle(&in_seat(to, ".seat-name")).await;
        self.drags_between(from, to).await;
    }

    async fn gives_a_hint(&self, word: &str) {
        self.types("hint-word", word).await;
        self.press("hint-give").await;
        self.reads_in("hint-bar", &word.to_uppercase()).await;
    }

    /// Marks a card, so that the team sees it, and reveals it.
    async fn reveals(&self, card: &str, mate: &Person) {
        self.press(card).await;
        mate.until("the mark of a team-mate", async || {
            let script = "return document.querySelector(`[data-test='${arguments[0]}']`)?.dataset.tags ?? ''";
            let tags: String = mate.ask(script, json!([card])).await;
            Ok((tags == "1").then_some(()))
        })
        .await;
        self.press("reveal").await;
    }
}

/// The one whose turn it is to give a hint, of two spymasters: the number.
async fn hinter(spymasters: [&Person; 2]) -> usize {
    spymasters[0]
        .until("a spymaster to be asked for a hint", async || {
            for (number, spymaster) in spymasters.iter().enumerate() {
                if spymaster.sees("hint-word").await {
                    return Ok(Some(number));
                }
            }
            Ok(None)
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_teams_play_at_four_screens() {
    let stage = Stage::with_quick_bots();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::DESK).await);
    let (cleo, dan) = (stage.person("Cleo", Screen::DESK).await, stage.person("Dan", Screen::PHONE).await);
    for person in [&ada, &bea, &cleo, &dan] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    let code = ada.opens_codenames().await;
    for person in [&bea, &cleo, &dan] {
        person.visit(&format!("/t/{code}")).await;
        person.press("sit").await;
    }
    ada.until("everyone to sit", async || Ok((ada.counts("take-seat").await == 0).then_some(()))).await;
    ada.press("begin").await;
    for person in [&ada, &bea, &cleo, &dan] {
        person.see("card-0").await;
    }
    assert_eq!((ada.known_cards().await, cleo.known_cards().await), (25, 25));
    assert_eq!((bea.known_cards().await, dan.known_cards().await), (0, 0));
    dan.fits_in_width().await;

    let number = hinter([&ada, &cleo]).await;
    let (spymaster, guesser) = [(&ada, &bea), (&cleo, &dan)][number];
    spymaster.gives_a_hint("qwertz").await;
    let card = guesser.hidden_card().await;
    guesser.reveals(&card, spymaster).await;
    for person in [&ada, &bea, &cleo, &dan] {
        person.until("a card to be revealed", async || Ok((person.shown_cards().await == 1).then_some(()))).await;
        person.reads_in("history", "QWERTZ").await;
    }
    assert_eq!((bea.known_cards().await, dan.known_cards().await), (0, 0));
    for person in [&ada, &bea, &cleo, &dan] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_moves_people_by_drag_and_by_tap() {
    let stage = Stage::with_quick_bots();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    ada.visit("/").await;
    ada.introduces_themselves().await;
    bea.visit("/").await;
    bea.introduces_themselves().await;
    let code = ada.opens_codenames().await;
    bea.visit(&format!("/t/{code}")).await;
    bea.press("sit").await;
    let sits = async |person: &Person, name: &str, seat: u8| {
        let there = in_seat(seat, ".seat-name");
        person
            .until(&format!("{name} in seat {seat}"), async || {
                let script = "return document.querySelector(arguments[0])?.textContent ?? ''";
                let told: String = person.ask(script, json!([there])).await;
                Ok((told == name).then_some(()))
            })
            .await;
    };
    sits(&ada, "Bea", 1).await;
    // Dragged from red to blue.
    ada.drags_player(1, 2).await;
    sits(&bea, "Bea", 2).await;
    sits(&ada, "Bea", 2).await;
    // Tapped, and put where Ada sits: they change places.
    ada.press_by("Bea's grip", &in_seat(2, "[data-test='move-seat']")).await;
    ada.press_by("the seat of Ada", &in_seat(0, "[data-test='move-here']")).await;
    sits(&bea, "Bea", 0).await;
    sits(&bea, "Ada", 2).await;
    // Bea is no host: by finger, she moves herself to an empty seat.
    assert_eq!(bea.counts("move-seat").await, 1);
    bea.drags_player(0, 3).await;
    sits(&ada, "Bea", 3).await;
    bea.fits_in_width().await;
    // The host moves, too, and stays the host.
    ada.press_by("the seat that is free", &in_seat(0, "[data-test='take-seat']")).await;
    sits(&bea, "Ada", 0).await;
    ada.see("begin").await;
    for person in [&ada, &bea] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_is_sent_away_is_told() {
    let stage = Stage::with_quick_bots();
    let (ada, bea) = (stage.person("Ada", Screen::DESK).await, stage.person("Bea", Screen::PHONE).await);
    ada.visit("/").await;
    let code = ada.opens_codenames().await;
    bea.visit(&format!("/t/{code}")).await;
    bea.press("sit").await;
    bea.press("stand").await;
    bea.reads_in("visitor", "A seat is free for you.").await;
    bea.press("sit").await;
    ada.press("kick").await;
    bea.reads_in("visitor", "the host has sent you away").await;
    bea.takes_pictures("sent-away-maybe").await;
    bea.press("sit").await;
    bea.reads_in("sent-away", "The host has sent you away").await;
    assert!(!bea.sees("sit").await && bea.counts("take-seat").await == 0, "no seat is offered any more");
    bea.takes_pictures("sent-away").await;
    bea.fits_in_width().await;
    bea.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_plays_with_three_bots() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person_in_motion("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.goes_into("codenames", "play-bot-easy").await;
    ada.see("card-0").await;
    // The bots may have begun.
    let told = ada.known_cards().await + ada.shown_cards().await;
    assert!(told >= 25, "Ada is red's spymaster and knows {told} cards");
    let mut given = 0;
    loop {
        let over = ada
            .until("a turn, or the end", async || {
                if ada.sees("headline").await {
                    return Ok(Some(true));
                }
                Ok(ada.sees("hint-word").await.then_some(false))
            })
            .await;
        if over {
            break;
        }
        ada.types("hint-word", "qwertz").await;
        ada.press("hint-give").await;
        given += 1;
        // The bots may be done before anybody looks.
        ada.until("the hint to be told, or the end", async || {
            let script = "const told = document.querySelector('[data-test=history]')?.textContent ?? '';
                return [...told.matchAll(/qwertz/gi)].length";
            let told: usize = ada.ask(script, json!([])).await;
            Ok((told >= given || ada.sees("headline").await).then_some(()))
        })
        .await;
    }
    ada.see("scene").await;
    ada.press("figures").await;
    ada.see("final-key").await;
    ada.reads_in("final-key", " meant ").await;
    ada.press("dialog-close").await;
    ada.press("replay").await;
    ada.press("replay-last").await;
    ada.reads_in("history", "QWERTZ").await;
    ada.has_a_calm_console(Weather::Fair).await;
}

/// On the smallest phone all cards and the spymaster's form show, and no word is broken.
#[tokio::test(flavor = "multi_thread")]
async fn a_spymaster_sees_all_cards_on_a_small_phone() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::SMALL_PHONE).await;
    ada.visit("/").await;
    ada.goes_into("codenames", "play-bot-easy").await;
    ada.see("hint-word").await;
    ada.takes_pictures("codenames-spymaster").await;
    let script = "const box = (what) => document.querySelector(what).getBoundingClientRect();
        const broken = [...document.querySelectorAll('.cn-word')].filter((word) => {
            const size = parseFloat(getComputedStyle(word).fontSize);
            const lines = word.textContent.trim().split(/\\s+/).length;
            return word.scrollWidth > word.parentElement.clientWidth + 1 || word.getBoundingClientRect().height > lines * size * 1.3;
        });
        return [box('[data-test=card-24]').bottom, box('[data-test=hint-word]').top, box('[data-test=hint-give]').bottom,
            box('[data-test=chat]').top, broken.length]";
    let [cards, form, give, chat, broken]: [f64; 5] = ada.ask(script, json!([])).await;
    assert!(cards <= form, "the cards end at {cards}, the form begins at {form}");
    assert!(give <= chat, "the form ends at {give}, the chat begins at {chat}");
    assert_eq!(broken, 0.0, "broken words");
    ada.fits_in_width().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_big_screen_shows_what_two_phones_play() {
    let stage = Stage::with_quick_bots();
    let (ada, bea) = (stage.person("Ada", Screen::PHONE).await, stage.person("Bea", Screen::SMALL_PHONE).await);
    let wall = stage.person("Wall", Screen::WALL).await;
    ada.visit("/").await;
    ada.introduces_themselves().await;
    let code = ada.opens_codenames().await;
    bea.visit(&format!("/t/{code}")).await;
    bea.press("sit").await;
    wall.visit(&format!("/t/{code}")).await;
    wall.press("watch").await;
    ada.until("Bea to sit", async || Ok((ada.counts("take-seat").await == 2).then_some(()))).await;
    ada.press("begin").await;
    wall.press("big-screen").await;
    wall.reads_in("big-code", &code).await;
    assert_eq!(wall.known_cards().await, 0, "spectators do not see the key");
    for person in [&ada, &bea] {
        person.see("card-0").await;
        person.fits_in_width().await;
    }
    // Bots play for blue; sooner or later it is Ada's hint and Bea's guess.
    ada.gives_a_hint("qwertz").await;
    wall.reads_in("history", "QWERTZ").await;
    let card = bea.hidden_card().await;
    let before = wall.shown_cards().await;
    bea.reveals(&card, &ada).await;
    wall.until("the card to turn", async || Ok((wall.shown_cards().await > before).then_some(()))).await;
    // It may have been the assassin: then the match is over, and the key is shown to all.
    wall.until("the key to be hidden until the end", async || {
        Ok((wall.known_cards().await == 0 || ada.sees("result").await).then_some(()))
    })
    .await;
    for person in [&ada, &bea, &wall] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}
