//! What is said about a match, to the one who plays it.

use crate::games::kit::{Names, plural};
use parlor_battleship::{AttackMode, Cell, Config, Event, Phase, Placement, ShotKind, ShotResult, View};
use parlor_kernel::{Duel, Outcome, Seat};

/// Whose turn it is and what to do.
pub fn prompt(config: &Config, view: &View, names: &Names) -> String {
    match (view.phase, view.seat, view.turn) {
        (Phase::Over, ..) => view.outcome.map(|outcome| ending(outcome, names)).unwrap_or_default(),
        (Phase::Placing, None, _) => "Both fleets are being placed.".into(),
        (Phase::Placing, Some(me), _) if view.ready[me.index()] => {
            format!("Your fleet is ready. Waiting for {}.", names.name(Duel::other(me)))
        }
        (Phase::Placing, ..) => "Place your fleet, then press Ready.".into(),
        (Phase::Firing, Some(me), Some(turn)) if me == turn => match (config.attack, view.plan) {
            (AttackMode::Direct, _) => "Your turn: choose a cell to fire at.".into(),
            (AttackMode::Plan, None) => "Your turn: choose a target.".into(),
            (AttackMode::Plan, Some(plan)) => {
                format!("{} at {} is planned: confirm to attack.", pattern_name(config, plan.pattern), plan.at)
            }
        },
        (Phase::Firing, _, Some(turn)) => format!("{} turn.", names.whose(turn)),
        (Phase::Firing, _, None) => String::new(),
    }
}

/// An event in words; nothing for those that the prompt already tells.
pub fn event(config: &Config, event: &Event, names: &Names) -> Option<String> {
    match event {
        Event::Ready { seat } if names.me != Some(*seat) => Some(format!("{} is ready.", names.name(*seat))),
        Event::Begun { .. } => Some("The shooting begins.".into()),
        Event::Attacked { seat, at, pattern, shots, sunk } => {
            let found = found(config, shots, sunk, names.me == Some(Duel::other(*seat)));
            let what =
                if shots.len() == 1 { at.to_string() } else { format!("{} at {at}", pattern_name(config, *pattern)) };
            Some(if names.me == Some(*seat) {
                format!("{what}: {found}")
            } else {
                format!("{} fires, {what}: {found}", names.who(*seat))
            })
        }
        Event::TurnMissed { seat } => Some(format!("{} missed a turn.", names.who(*seat))),
        Event::Turn { again: true, seat, .. } => {
            Some(if names.me == Some(*seat) { "Shoot again!".into() } else { "And again.".into() })
        }
        _ => None,
    }
}

/// What an attack found: "miss.", "hit! The Cruiser is sunk!", "2 hits, 3 misses."
fn found(config: &Config, shots: &[ShotResult], sunk: &[Placement], mine: bool) -> String {
    let (hits, misses) = count(shots);
    let mut text = match (hits, misses) {
        (0, 1) => "miss.".into(),
        (1, 0) => "hit!".into(),
        (hits, 0) => format!("{}!", plural(hits, "hit", "hits")),
        (0, misses) => format!("{}.", plural(misses, "miss", "misses")),
        (hits, misses) => format!("{}, {}.", plural(hits, "hit", "hits"), plural(misses, "miss", "misses")),
    };
    for ship in sunk {
        let name = ship_name(config, ship.ship);
        text.push_str(&if mine { format!(" Your {name} is sunk.") } else { format!(" The {name} is sunk!") });
    }
    text
}

/// Hits and misses among the cells that were really fired at.
pub fn count(shots: &[ShotResult]) -> (usize, usize) {
    let of = |kinds: &[ShotKind]| shots.iter().filter(|shot| kinds.contains(&shot.result)).count();
    (of(&[ShotKind::Hit, ShotKind::Sunk]), of(&[ShotKind::Miss]))
}

/// The cells of an attack that were really fired at.
pub fn fired(shots: &[ShotResult]) -> Vec<Cell> {
    shots.iter().filter(|shot| shot.result != ShotKind::Spent).map(|shot| shot.at).collect()
}

/// The board on which an attack fell, and the cells that were really fired at.
pub fn fell_on(event: &Event) -> Option<(Seat, Vec<Cell>)> {
    let Event::Attacked { seat, shots, .. } = event else { return None };
    Some((Duel::other(*seat), fired(shots)))
}

/// How a match ended and why.
pub fn ending(outcome: Outcome, names: &Names) -> String {
    names.ending(outcome, || match outcome.winners().first().map(Duel::other) {
        Some(loser) if names.me != Some(loser) => format!("{}’s whole fleet is sunk.", names.name(loser)),
        _ => "your whole fleet is sunk.".into(),
    })
}

/// What people call a ship of the fleet.
pub fn ship_name(config: &Config, ship: u8) -> &str {
    config.fleet.get(usize::from(ship)).map_or("ship", |class| class.name.as_str())
}

/// What people call a pattern.
pub fn pattern_name(config: &Config, pattern: u8) -> &str {
    config.patterns.get(usize::from(pattern)).map_or("Attack", |pattern| pattern.name.as_str())
}
