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
            let here = in_the_browser(&ada, preset, bots, games).await;
            assert_eq!(here, in_the_binary(preset, bots, games), "{preset}, {bots}");
        }
    }
}

async fn in_the_browser(person: &Person, preset: &str, bots: &str, games: u32) -> String {
    let script = "const [preset, bots, seed, games, done] = arguments;
        const boot = document.querySelector('script[type=module]').src;
        import(new URL('web.js', boot))
            .then(web => done(web.selfplay_digest('battleship', preset, bots, seed, games)))
            .catch(error => done(String(error)))";
    let args = vec![json!(preset), json!(bots), json!(SEED), json!(games)];
    let answer = person.browser.execute_async(script, args).await.expect("the games are played in time");
    answer.json().as_str().expect("a digest").to_owned()
}

fn in_the_binary(preset: &str, bots: &str, games: u32) -> String {
    let numbers = [SEED.to_string(), games.to_string()];
    let args = [
        "sim",
        "battleship",
        "--preset",
        preset,
        "--bots",
        bots,
        "--seed",
        &numbers[0],
        "--games",
        &numbers[1],
        "--json",
    ];
    let output = parlor().args(args).output().expect("the binary runs");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    report["digest"].as_str().expect("a digest").to_owned()
}
