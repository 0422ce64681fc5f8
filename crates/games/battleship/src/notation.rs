//! Actions, events and positions as text.

use crate::{Action, Battleship, Cell, Config, Event, Orientation, Pattern, Placement, Plan, ShotKind, ShotResult};
use parlor_kernel::{Duel, Outcome, Reason, Seat};
use std::fmt::Write;

/// An action as a command: `place A1> C3v …` (ships in order, `>` to the right, `v` downwards), `fire A5`,
/// `plan A5 cross` (with the pattern of that id), `ready`, …
pub(crate) fn action_text(config: &Config, action: &Action) -> String {
    let target = |at: Cell, pattern: u8| match named_pattern(config, pattern) {
        Some(pattern) => format!("{at} {}", pattern.id),
        None => at.to_string(),
    };
    match action {
        Action::Place { ships } => {
            let mut ships = ships.clone();
            ships.sort_by_key(|placement| placement.ship);
            let places: Vec<_> = ships.iter().map(place_text).collect();
            format!("place {}", places.join(" "))
        }
        Action::AutoPlace => "place at random".into(),
        Action::Ready => "ready".into(),
        &Action::Fire { at, pattern } => format!("fire {}", target(at, pattern)),
        &Action::Plan { at, pattern } => format!("plan {}", target(at, pattern)),
        Action::Cancel => "cancel".into(),
        Action::Confirm => "confirm".into(),
        Action::Surrender => "surrender".into(),
    }
}

/// An event as a sentence.
pub(crate) fn event_text(config: &Config, event: &Event, names: &[String]) -> String {
    let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
    match event {
        Event::Placed { seat, ships } => {
            let ships: Vec<_> =
                ships.iter().map(|ship| format!("{} {}", ship_name(config, ship.ship), place_text(ship))).collect();
            format!("{} places a fleet: {}.", name(*seat), ships.join(", "))
        }
        Event::Ready { seat } => format!("{} is ready.", name(*seat)),
        Event::Begun { first, .. } => format!("The shooting begins. {} shoots first.", name(*first)),
        &Event::Planned { plan: Some(Plan { at, pattern }) } => {
            format!("An attack on {} is planned.", target_text(config, at, pattern))
        }
        Event::Planned { plan: None } => "The planned attack is dropped.".into(),
        Event::Attacked { seat, at, pattern, shots, sunk } => {
            let target = target_text(config, *at, *pattern);
            let mut text = format!("{} fires at {target}: {}.", name(*seat), shots_text(config, *at, shots));
            for ship in sunk {
                let (owner, class) = (name(Duel::other(*seat)), ship_name(config, ship.ship));
                write!(text, " {owner}'s {class} sinks at {}.", place_text(ship)).expect("strings take everything");
            }
            text
        }
        Event::TurnMissed { seat } => format!("{} lets the turn pass.", name(*seat)),
        Event::Turn { seat, again: true, .. } => format!("{} shoots again.", name(*seat)),
        Event::Turn { seat, .. } => format!("{} is on turn.", name(*seat)),
        Event::Over { outcome, .. } => outcome_text(outcome, name),
    }
}

/// What people call a ship.
fn ship_name(config: &Config, ship: u8) -> &str {
    config.fleet.get(usize::from(ship)).map_or("unknown ship", |class| &class.name)
}

/// The pattern, unless it is the one that goes without saying.
fn named_pattern(config: &Config, pattern: u8) -> Option<&Pattern> {
    config.patterns.get(usize::from(pattern)).filter(|_| pattern > 0)
}

fn target_text(config: &Config, at: Cell, pattern: u8) -> String {
    match named_pattern(config, pattern) {
        Some(pattern) => format!("{at} ({})", pattern.name),
        None => at.to_string(),
    }
}

fn place_text(placement: &Placement) -> String {
    let lies = match placement.lies {
        Orientation::Horizontal => '>',
        Orientation::Vertical => 'v',
    };
    format!("{}{lies}", placement.at)
}

/// What an attack found; unless it was one shot at the very target, each with its cell.
fn shots_text(config: &Config, at: Cell, shots: &[ShotResult]) -> String {
    let found = |shot: &ShotResult| match (shot.result, shot.ship) {
        (ShotKind::Miss, _) => "a miss".into(),
        (ShotKind::Hit, Some(ship)) => format!("a hit on the {}", ship_name(config, ship)),
        // The ship that sinks has a sentence of its own.
        (ShotKind::Hit | ShotKind::Sunk, _) => "a hit".into(),
        (ShotKind::Spent, _) => "not fired again".to_owned(),
    };
    match shots {
        [shot] if shot.at == at => found(shot),
        shots => {
            let each: Vec<_> = shots.iter().map(|shot| format!("{} {}", shot.at, found(shot))).collect();
            each.join(", ")
        }
    }
}

fn outcome_text<'a>(outcome: &Outcome, name: impl Fn(Seat) -> &'a str) -> String {
    let Some(winner) = outcome.winners().first() else {
        return "The match is over without a winner.".into();
    };
    match outcome.reason {
        Reason::Completed => {
            format!("{} wins: every ship of {} has sunk.", name(winner), name(Duel::other(winner)))
        }
        Reason::Surrender(seat) => format!("{} surrenders. {} wins.", name(seat), name(winner)),
        Reason::Timeout(seat) => format!("{} ran out of time. {} wins.", name(seat), name(winner)),
        Reason::Abandoned(seat) => format!("{} left. {} wins.", name(seat), name(winner)),
        Reason::Void => "The match is called off.".into(),
    }
}

/// Both boards side by side: `.` water, `#` ship, `o` miss, `x` hit, `*` sunk.
pub(crate) fn picture(game: &Battleship) -> String {
    let config = game.config();
    let boards = [Seat(0), Seat(1)].map(|seat| board_lines(game, seat));
    let width = line_width(config);
    let [left, right] = boards;
    left.iter().zip(&right).fold(String::new(), |mut text, (left, right)| {
        writeln!(text, "{}", format!("{left:<width$}   {right}").trim_end()).expect("strings take everything");
        text
    })
}

/// How many characters a column takes: one more than the longest name of a column.
fn column_width(config: &Config) -> usize {
    Cell::column_name(config.width - 1).len() + 1
}

fn line_width(config: &Config) -> usize {
    2 + column_width(config) * usize::from(config.width)
}

fn board_lines(game: &Battleship, seat: Seat) -> Vec<String> {
    let config = game.config();
    let column = column_width(config);
    let heading = (0..config.width).fold("  ".to_owned(), |line, x| format!("{line}{:>column$}", Cell::column_name(x)));
    let rows = (0..config.height).map(|y| {
        let cells = (0..config.width).map(|x| symbol(game, seat, Cell::new(x, y)));
        cells.fold(format!("{:>2}", y + 1), |line, symbol| format!("{line}{symbol:>column$}"))
    });
    [format!("Seat {}", seat.0 + 1), heading].into_iter().chain(rows).collect()
}

fn symbol(game: &Battleship, seat: Seat, cell: Cell) -> char {
    let (config, side) = (game.config(), &game.sides[seat.index()]);
    let fleet = game.fleet(seat).map_or(&[][..], |fleet| fleet.ships());
    let ship = fleet.iter().find(|&&placement| config.covers(placement, cell));
    match (ship, side.is_spent(config, cell)) {
        (None, false) => '.',
        (None, true) => 'o',
        (Some(_), false) => '#',
        (Some(placement), true) => {
            let sunk = config.cells_of(*placement).all(|cell| side.is_spent(config, cell));
            if sunk { '*' } else { 'x' }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Announce,
        script::{ADA, BEN, Script, cell, rows},
    };
    use parlor_kernel::{GameConfig, Tell};

    #[test]
    fn actions_read_like_commands() {
        let armada = Config::preset("armada").unwrap();
        let text = |action: Action| action_text(&armada, &action);
        let mut ships = rows(&armada);
        ships[1].lies = Orientation::Vertical;
        ships.reverse();
        assert_eq!(text(Action::Place { ships }), "place A1> A3v A5> A7> A9>");
        assert_eq!(text(Action::AutoPlace), "place at random");
        let (at, pattern) = (cell("A5"), 0);
        assert_eq!(text(Action::Fire { at, pattern }), "fire A5");
        assert_eq!(text(Action::Plan { at, pattern: 2 }), "plan A5 large-cross");
        assert_eq!(text(Action::Plan { at, pattern: 99 }), "plan A5");
        let words = [Action::Ready, Action::Cancel, Action::Confirm, Action::Surrender].map(text);
        assert_eq!(words, ["ready", "cancel", "confirm", "surrender"]);
    }

    fn told(script: &Script) -> Vec<String> {
        let (config, names) = (script.table.config(), ["Ada".to_owned(), "Ben".to_owned()]);
        let events = script.heard.iter();
        events.map(|(_, event)| event_text(config, event, &names)).collect()
    }

    #[test]
    fn events_read_like_sentences() {
        let mut script = Script::firing(|_| ());
        script.volley(&["A9"]);
        script.fire(ADA, "B9", 0).unwrap();
        script.act(BEN, Action::Surrender).unwrap();
        assert_eq!(
            told(&script),
            [
                "Ada places a fleet: Carrier A1>, Battleship A3>, Cruiser A5>, Submarine A7>, Destroyer A9>.",
                "Ada is ready.",
                "Ben places a fleet: Carrier A1>, Battleship A3>, Cruiser A5>, Submarine A7>, Destroyer A9>.",
                "Ben is ready.",
                "The shooting begins. Ada shoots first.",
                "Ada fires at A9: a hit.",
                "Ben is on turn.",
                "Ben fires at A10: a miss.",
                "Ada is on turn.",
                "Ada fires at B9: a hit. Ben's Destroyer sinks at A9>.",
                "Ben is on turn.",
                "Ben surrenders. Ada wins.",
            ]
        );
    }

    #[test]
    fn plans_and_larger_attacks_name_their_pattern() {
        let mut script = Script::firing(|config| {
            *config = Config::preset("armada").unwrap();
            config.announce = Announce::Hit;
        });
        let before = script.heard.len();
        let (at, pattern) = (cell("A1"), 7);
        script.act(ADA, Action::Plan { at, pattern }).unwrap();
        script.act(ADA, Action::Confirm).unwrap();
        assert_eq!(
            told(&script)[before..],
            [
                "An attack on A1 (Small square) is planned.",
                "Ada fires at A1 (Small square): A1 a hit on the Carrier, B1 a hit on the Carrier, A2 a miss, B2 a miss.",
                "Ada shoots again.",
            ]
        );
    }

    #[test]
    fn pictures_show_both_boards() {
        let mut script = Script::firing(|config| config.fleet.truncate(1));
        script.volley(&["A1", "F1"]);
        let picture = script.table.game().picture();
        let lines: Vec<_> = picture.lines().collect();
        assert_eq!(lines[0], "Seat 1                   Seat 2");
        assert_eq!(lines[1], "   A B C D E F G H I J      A B C D E F G H I J");
        assert_eq!(lines[2], " 1 # # # # # . . . . .    1 x # # # # o . . . .");
        assert_eq!(lines[11], "10 o o . . . . . . . .   10 . . . . . . . . . .");
        assert_eq!(lines.len(), 12);
    }
}
