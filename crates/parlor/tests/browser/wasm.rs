//! The engine in the browser and the engine in the binary are the same engine.

use crate::{house::parlor, person::Person, screen::Screen, stage::Stage};
use serde_json::{Value, json};
use std::time::Duration;

const SEED: u32 = 20_260;

#[tokio::test(flavor = "multi_thread")]
async fn wasm_equals_native() {
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    ada.visit("/").await;
    ada.see("open-table").await;
    ada.browser.set_script_timeout(Duration::from_secs(120)).await.expect("patience");
    for preset in ["voxel", "hope", "armada"] {
        for (bots, games) in [("random,random", 200), ("hard,medium", 10)] {
            agree(&ada, "battleship", preset, bots, games, 0).await;
        }
    }
    // Real time: every tick of these is reckoned, and one that differed would make all that follow differ.
    for (preset, players) in [("hope", ["random,random", "hard,medium"]), ("blitz", ["random,random", "hard,medium"])] {
        for bots in players {
            agree(&ada, "pong", preset, bots, 20, 10_000).await;
        }
    }
    agree(&ada, "pong", "solo", "random", 20, 10_000).await;
    for bots in ["random,random", "hard,medium"] {
        agree(&ada, "pong", "challenge", bots, 20, 10_000).await;
    }
    for preset in ["hope", "guideline", "blitz", "challenge"] {
        agree(&ada, "tetris", preset, "random,random", 40, 10_000).await;
        agree(&ada, "tetris", preset, "easy,medium", 2, 3_000).await;
    }
}

/// The same games here and there, of so many ticks at least, end in the same positions.
async fn agree(person: &Person, game: &str, preset: &str, bots: &str, games: u32, ticks: u64) {
    let (there, lasted) = in_the_binary(game, preset, bots, games);
    assert!(lasted >= ticks, "{game}, {preset}, {bots}: only {lasted} ticks");
    assert_eq!(in_the_browser(person, game, preset, bots, games).await, there, "{game}, {preset}, {bots}");
}

async fn in_the_browser(person: &Person, game: &str, preset: &str, bots: &str, games: u32) -> String {
    let script = "const [game, preset, bots, seed, games, done] = arguments;
        const boot = document.querySelector('script[type=module]').src;
        import(new URL('web.js', boot))
            .then(web => done(web.selfplay_digest(game, preset, bots, seed, games)))
            .catch(error => done(String(error)))";
    let args = vec![json!(game), json!(preset), json!(bots), json!(SEED), json!(games)];
    let answer = person.browser.execute_async(script, args).await.expect("the games are played in time");
    answer.json().as_str().expect("a digest").to_owned()
}

fn in_the_binary(game: &str, preset: &str, bots: &str, games: u32) -> (String, u64) {
    let numbers = [SEED.to_string(), games.to_string()];
    let args =
        ["sim", game, "--preset", preset, "--bots", bots, "--seed", &numbers[0], "--games", &numbers[1], "--json"];
    let output = parlor().args(args).output().expect("the binary runs");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    (report["digest"].as_str().expect("a digest").to_owned(), report["ticks"].as_u64().expect("a number of ticks"))
}
