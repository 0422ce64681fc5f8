//! The words of moves, kept for the tab so that they survive a reload: the house tells a page that comes back how things
//! stand, and not how they came about.

use super::TableCtx;
use leptos::prelude::*;
use parlor_wire::MatchId;
use serde::{Deserialize, Serialize};

/// How many matches are remembered.
const MATCHES: usize = 4;
/// Where the tab keeps them.
const KEY: &str = "parlor-moves";

/// What was told of one match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Told {
    /// Which match.
    id: MatchId,
    /// The moves, oldest first.
    moves: Vec<String>,
}

/// What the tab remembers, the latest match last.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Memory(Vec<Told>);

impl Memory {
    fn read() -> Self {
        let storage = window().session_storage().ok().flatten();
        let text = storage.and_then(|storage| storage.get_item(KEY).ok().flatten());
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    fn write(&self) {
        if let (Ok(Some(storage)), Ok(text)) = (window().session_storage(), serde_json::to_string(self)) {
            // A tab that is full forgets.
            let _ = storage.set_item(KEY, &text);
        }
    }

    /// What was told of a match before now.
    fn recall(mut self, id: MatchId) -> Vec<String> {
        let place = self.0.iter().position(|told| told.id == id);
        place.map(|place| self.0.swap_remove(place).moves).unwrap_or_default()
    }

    /// Remembers what has been told of a match.
    fn keep(&mut self, told: Told) {
        self.0.retain(|other| other.id != told.id);
        self.0.push(told);
        self.0.drain(..self.0.len().saturating_sub(MATCHES));
    }
}

/// Keeps the moves of the match at a table in mind, for as long as the current component is there.
pub fn remember(ctx: TableCtx) {
    let Some(id) = ctx.with_untracked(|model| model.game.as_ref().map(|game| game.id)).flatten() else { return };
    if ctx.with_untracked(|model| model.game.as_ref().is_some_and(|game| game.moves.is_empty())) == Some(true) {
        ctx.house().recall_moves(ctx.code(), Memory::read().recall(id));
    }
    let told = ctx.memo(|model| model.game.as_ref().map(|game| game.moves.told()));
    Effect::new(move |_| {
        if told.get().unwrap_or_default() == 0 {
            return;
        }
        let moves = ctx.with_untracked(|model| {
            let game = model.game.as_ref().filter(|game| game.id == id)?;
            Some(game.moves.iter().map(|told| told.words.clone()).collect())
        });
        if let Some(moves) = moves.flatten() {
            let mut memory = Memory::read();
            memory.keep(Told { id, moves });
            memory.write();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(id: u64) -> Told {
        Told { id: MatchId(id), moves: vec![format!("East discards {id} Dot.")] }
    }

    #[test]
    fn a_reload_loses_nothing() {
        let mut memory = Memory::default();
        assert!(memory.clone().recall(MatchId(1)).is_empty());
        memory.keep(told(1));
        assert_eq!(memory.clone().recall(MatchId(1)), ["East discards 1 Dot."]);
        assert!(memory.recall(MatchId(2)).is_empty(), "another match has other moves");
    }

    #[test]
    fn old_matches_are_forgotten() {
        let mut memory = Memory::default();
        for id in [1, 2, 3, 1, 4, 5] {
            memory.keep(told(id));
        }
        let ids: Vec<_> = memory.0.iter().map(|told| told.id.0).collect();
        assert_eq!(ids, [3, 1, 4, 5]);
    }
}
