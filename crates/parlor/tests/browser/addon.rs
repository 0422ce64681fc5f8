//! A player in a browser against one with an addon: whole games through two doors of one house.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use serde_json::json;
use std::time::Duration;
use tokio::{
    net::TcpStream,
    sync::mpsc,
    time::{Instant, timeout_at},
};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

/// Nothing takes this long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// An addon at a table of its own.
struct Addon {
    speaks: SplitSink<WebSocketStream<MaybeTlsStream<TcpStream>>, Message>,
    /// A task reads, so that pings are answered while the test waits for the browser.
    lines: mpsc::UnboundedReceiver<String>,
    game: &'static str,
    code: String,
}

impl Addon {
    /// Comes in as Bea and opens a table.
    async fn at_a_table(stage: &Stage, game: &'static str, settings: &str) -> Self {
        let (socket, _) = connect_async(format!("ws://{}/addon?name=Bea", stage.address())).await.expect("the door");
        let (speaks, mut reads) = socket.split();
        let (line, lines) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(Ok(message)) = reads.next().await {
                if let Message::Text(text) = message {
                    text.split('\n').for_each(|text| _ = line.send(text.to_owned()));
                }
            }
        });
        let mut addon = Self { speaks, lines, game, code: String::new() };
        addon.say(&format!("GINV:1:{game}::PRIVATE{settings}")).await;
        let accepted = addon.until(|line| line.starts_with("GACC:").then(|| line.to_owned())).await;
        addon.code = accepted.split(':').nth(3).expect("an id").to_owned();
        addon
    }

    async fn say(&mut self, line: &str) {
        self.speaks.send(Message::text(line)).await.expect("the line holds");
    }

    async fn acts(&mut self, data: &str) {
        let line = format!("GMOV:1:{}:{}:{data}", self.game, self.code);
        self.say(&line).await;
    }

    /// Reads until `look` finds what it looks for.
    async fn until<T>(&mut self, mut look: impl FnMut(&str) -> Option<T>) -> T {
        let until = Instant::now() + PATIENCE;
        loop {
            let line = timeout_at(until, self.lines.recv()).await.expect("something is said").expect("the line holds");
            // A piece may have come to rest, or the game to its end, just before the drop.
            let late = ["|no_piece|", "|game_already_over|"].iter().any(|code| line.contains(code));
            assert!(!line.contains(":ERROR|") || late, "{line}");
            if let Some(found) = look(&line) {
                return found;
            }
        }
    }

    /// Waits for something that contains this.
    async fn hears(&mut self, words: &str) -> String {
        self.until(|line| line.contains(words).then(|| line.to_owned())).await
    }

    /// Answers everything that contains one of these with that move, until the game is over. Says how it ended.
    async fn answers(&mut self, cues: &[&str], mut moves: impl FnMut() -> String) -> String {
        loop {
            let line = self
                .until(|line| {
                    (line.starts_with("GEND:") || cues.iter().any(|cue| line.contains(cue))).then(|| line.to_owned())
                })
                .await;
            if line.starts_with("GEND:") {
                return line;
            }
            let data = moves();
            self.acts(&data).await;
        }
    }
}

/// Ada in front of a browser, at the addon's table.
async fn ada_joins(stage: &Stage, addon: &Addon) -> Person {
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.introduces_themselves().await;
    // Bea has sent her the link.
    ada.visit(&format!("/t/{}", addon.code)).await;
    ada.press("sit").await;
    ada
}

/// Both have heard the same result, which may be a draw: pieces dropped blindly, or nothing at all, score as much as the other's.
async fn agrees(ada: &Person, end: &str) {
    let headline = ada.reads("headline").await;
    let has_bea = |result: &str| end.contains(&format!(":{result}|"));
    assert!(["WIN", "LOSS", "DRAW"].into_iter().any(has_bea), "{end}");
    assert_eq!(headline == "You won", has_bea("LOSS"), "{headline} against {end}");
    ada.has_a_calm_console(Weather::Fair).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn battleship_between_a_browser_and_an_addon() {
    let stage = Stage::as_installed();
    let mut bea = Addon::at_a_table(&stage, "BATTLESHIP", "").await;
    let ada = ada_joins(&stage, &bea).await;
    bea.hears(":PLACEMENT").await;
    // Every ship at the left edge, in every other row.
    let sizes = [("carrier", 5), ("battleship", 4), ("cruiser", 3), ("submarine", 3), ("destroyer", 2)];
    for (place, (ship, _)) in sizes.iter().enumerate() {
        bea.acts(&format!("PLACE|{ship}|{}|1|H", 2 * place + 1)).await;
    }
    bea.acts("READY").await;
    ada.lays_out_at_random().await;
    ada.press("fleet-ready").await;
    let targets: Vec<_> = sizes
        .iter()
        .enumerate()
        .flat_map(|(place, (_, size))| (0..*size).map(move |x| format!("{}{}", char::from(b'A' + x), 2 * place + 1)))
        .collect();
    assert_eq!(targets.len(), 17);
    // Bea shoots first, at one cell after the other; Ada knows where to aim.
    let mut cells = (1..=10).flat_map(|row| (1..=10).map(move |column| format!("SHOT|{row}|{column}")));
    let shoots = bea.answers(&[":TURN|1"], || cells.next().expect("a fresh cell"));
    let fires = async {
        for target in &targets {
            ada.fires_at(target).await;
        }
    };
    let (end, ()) = tokio::join!(shoots, fires);
    assert!(end.contains(":LOSS|"), "{end}");
    agrees(&ada, &end).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn death_roll_between_a_browser_and_an_addon() {
    let stage = Stage::as_installed();
    let mut bea = Addon::at_a_table(&stage, "DEATH_ROLL", "|start=1000").await;
    let ada = ada_joins(&stage, &bea).await;
    bea.say(&format!("GCHAT:1:DEATH_ROLL:{}:Good luck\\: 1 \\| 1000", bea.code)).await;
    ada.reads_in("status", "Bea").await;
    let rolls = bea.answers(&[":TURN|1"], || "ROLL".to_owned());
    let clicks = async {
        let script = "return document.querySelector('[data-test=roll]')?.textContent ?? ''";
        while !ada.sees("result").await {
            let words: String = ada.ask(script, json!([])).await;
            if words.starts_with("Roll 1–") {
                ada.strikes("r").await;
            }
        }
    };
    let (end, ()) = tokio::join!(rolls, clicks);
    agrees(&ada, &end).await;
}

/// Ada drops whatever she has, until there is a result.
async fn drops(ada: &Person) {
    while !ada.sees("result").await {
        ada.strikes(" ").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tetris_between_a_browser_and_an_addon() {
    for game in ["TETRIS", "SCORE_TETRIS"] {
        let stage = Stage::as_installed();
        let mut bea = Addon::at_a_table(&stage, game, "").await;
        let ada = ada_joins(&stage, &bea).await;
        let stacks = bea.answers(&[":PIECE|1|"], || "TAP|HARD".to_owned());
        let (end, ()) = tokio::join!(stacks, drops(&ada));
        agrees(&ada, &end).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pong_between_a_browser_and_an_addon() {
    for game in ["PONG", "SCORE_PONG"] {
        let stage = Stage::as_installed();
        let settings = "|points_to_win=1|countdown_seconds=1|ball.speed=390";
        let mut bea = Addon::at_a_table(&stage, game, settings).await;
        let ada = ada_joins(&stage, &bea).await;
        bea.hears(":PLAYING|1|Ada").await;
        ada.strikes("w").await;
        bea.acts("DOWN").await;
        let end = bea.answers(&[], String::new).await;
        ada.see("result").await;
        agrees(&ada, &end).await;
    }
}
