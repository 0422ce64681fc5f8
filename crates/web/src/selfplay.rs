//! Bots against bots inside the browser, to prove that native and WASM engines agree.

use crate::games;
use parlor_kernel::{Library, MemoryShelf, SeatSet, SimPlan};
use serde_json::Value;
use std::sync::Arc;
use wasm_bindgen::prelude::wasm_bindgen;

/// Plays `games` games between `bots` (separated by commas) and gives the digest of all final positions as sixteen
/// hexadecimal digits, or what is wrong with the request.
#[wasm_bindgen]
pub async fn selfplay_digest(game: String, preset: String, bots: String, seed: u32, games: u32) -> String {
    digest(&game, &preset, &bots, seed, games).await.unwrap_or_else(|error| error)
}

async fn digest(game: &str, preset: &str, bots: &str, seed: u32, games: u32) -> Result<String, String> {
    let screen = games::fetch(game).await.map_err(|why| why.to_string())?;
    let shelf = MemoryShelf::default();
    for (kind, name, bytes) in screen.embedded() {
        shelf.put(kind, name, bytes);
    }
    let game = screen.engine(&Library::new(Arc::new(shelf)));
    let (config, _) = game.configure(Some(preset), &Value::Null, SeatSet::EMPTY).map_err(|refusal| refusal.message)?;
    let plan = SimPlan { bots: bots.split(',').map(Into::into).collect(), seed: seed.into(), games: 0..games.into() };
    let rules = game.rules(&config).map_err(|refusal| refusal.message)?;
    let tally = rules.simulate(&plan, &mut || {}).map_err(|error| error.to_string())?;
    Ok(format!("{:016x}", tally.digest))
}
