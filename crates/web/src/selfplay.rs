//! Bots against bots inside the browser, to prove that native and WASM engines agree.

use parlor_kernel::{SeatSet, SimPlan};
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

/// Plays `games` games between `bots` (separated by commas) and gives the digest of all final positions as sixteen
/// hexadecimal digits, or what is wrong with the request.
#[wasm_bindgen]
pub fn selfplay_digest(game: &str, preset: &str, bots: &str, seed: u32, games: u32) -> String {
    digest(game, preset, bots, seed, games).unwrap_or_else(|error| error)
}

fn digest(game: &str, preset: &str, bots: &str, seed: u32, games: u32) -> Result<String, String> {
    let registry = parlor_catalog::registry();
    let game = registry.game(game).ok_or_else(|| format!("There is no game called {game}."))?;
    let (config, _) = game.configure(Some(preset), &Value::Null, SeatSet::EMPTY).map_err(|refusal| refusal.message)?;
    let plan = SimPlan { bots: bots.split(',').map(Into::into).collect(), seed: seed.into(), games: 0..games.into() };
    let rules = game.rules(&config).map_err(|refusal| refusal.message)?;
    let tally = rules.simulate(&plan, &mut || {}).map_err(|error| error.to_string())?;
    Ok(format!("{:016x}", tally.digest))
}
