//! A rule set in words, one phrase for each rule.

use crate::{Announce, AttackMode, Config, First, Pattern, Spacing, Timers, TurnRule};
use parlor_kernel::prose::span;

pub(crate) fn of(config: &Config) -> Vec<String> {
    let Config { width, height, fleet, spacing, turns, first, attack, patterns, announce, timers } = config;
    let Timers { placement, turn, missed_turns } = timers;
    let sizes: Vec<_> = fleet.iter().map(|ship| ship.size.to_string()).collect();
    vec![
        format!("{width}×{height}"),
        format!("ships of {}", list(&sizes)),
        match spacing {
            Spacing::Touch => "ships may touch".into(),
            Spacing::Apart => "ships keep apart".into(),
        },
        match turns {
            TurnRule::Alternating => "one attack each in turn".into(),
            TurnRule::Classic => "a hit shoots again".into(),
        },
        begins(*first),
        match attack {
            AttackMode::Direct => "shots fire at once".into(),
            AttackMode::Plan => "shots are planned and confirmed".into(),
        },
        format!("shots: {}", list(&patterns.iter().map(shot).collect::<Vec<_>>())),
        match announce {
            Announce::Sunk => "a ship is named when it sinks".into(),
            Announce::Hit => "a ship is named when it is hit".into(),
        },
        to_place(*placement),
        to_shoot(*turn),
        format!("{missed_turns} missed in a row lose"),
    ]
}

/// Who begins, and the clocks.
pub(crate) fn essentials(config: &Config) -> Vec<String> {
    let Timers { placement, turn, .. } = config.timers;
    vec![begins(config.first), to_place(placement), to_shoot(turn)]
}

fn begins(first: First) -> String {
    match first {
        First::Random => "the dice say who begins".into(),
        First::Challenger => "the challenger begins".into(),
        First::Given(seat) => format!("seat {} begins", seat.0 + 1),
    }
}

fn to_place(seconds: Option<u32>) -> String {
    seconds.map_or_else(|| "no clock to place ships".into(), |seconds| format!("{} to place ships", span(seconds)))
}

fn to_shoot(seconds: Option<u32>) -> String {
    seconds.map_or_else(|| "no clock to shoot".into(), |seconds| format!("{} a shot", span(seconds)))
}

/// "Cross (5 cells, 2 times)". Its name may be anything, so its size is told as well.
fn shot(pattern: &Pattern) -> String {
    let Pattern { id: _, name, cells, uses } = pattern;
    match (cells.len(), uses) {
        (1, None) => name.clone(),
        (1, Some(uses)) => format!("{name} ({uses} times)"),
        (cells, None) => format!("{name} ({cells} cells)"),
        (cells, Some(uses)) => format!("{name} ({cells} cells, {uses} times)"),
    }
}

/// "5, 4 and 3".
fn list(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::list;
    use crate::Battleship;
    use parlor_kernel::{AnyGame, Entrant, Library, SeatSet};
    use serde_json::json;

    #[test]
    fn lists_read_well() {
        let things = ["5", "4", "3"].map(ToOwned::to_owned);
        assert_eq!([0, 1, 2, 3].map(|n| list(&things[..n])), ["", "5", "5 and 4", "5, 4 and 3"]);
    }

    #[test]
    fn what_is_changed_is_told() {
        let game = Entrant::<Battleship>::new(&Library::default());
        let told = |preset, options| {
            let (config, _) = game.configure(Some(preset), &options, SeatSet::EMPTY).unwrap();
            game.rules(&config).unwrap().describe(preset)
        };
        assert!(told("voxel", json!(null)).is_empty());
        let fleet = json!([{ "id": "a", "name": "Raft", "size": 2 }, { "id": "b", "name": "Boat", "size": 1 }]);
        assert_eq!(
            told("voxel", json!({ "width": 5, "fleet": fleet, "spacing": "apart", "timers.turn": 300 })),
            ["5×10", "ships of 2 and 1", "ships keep apart", "5 min a shot"]
        );
        let patterns = json!([
            { "id": "single", "name": "Single shot", "cells": [[0, 0]], "uses": null },
            { "id": "pair", "name": "Pair", "cells": [[0, 0], [1, 0]], "uses": 2 },
        ]);
        assert_eq!(
            told("hope", json!({ "patterns": patterns, "first": { "given": 1 }, "timers.placement": 60 })),
            ["seat 2 begins", "shots: Single shot and Pair (2 cells, 2 times)", "60 s to place ships"]
        );
        let terms = |preset, options| {
            let (config, _) = game.configure(Some(preset), &options, SeatSet::EMPTY).unwrap();
            game.rules(&config).unwrap().terms(preset)
        };
        assert_eq!(terms("voxel", json!(null)), ["the dice say who begins", "5 min to place ships", "30 s a shot"]);
        assert_eq!(
            terms("hope", json!({ "timers.turn": 60, "spacing": "apart" })),
            ["the challenger begins", "no clock to place ships", "60 s a shot", "ships keep apart"]
        );
        // Without its preset nothing goes without saying.
        let (config, _) = game.configure(None, &json!(null), SeatSet::EMPTY).unwrap();
        assert_eq!(game.rules(&config).unwrap().describe("unheard of").len(), 11);
    }
}
