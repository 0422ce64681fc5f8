//! Actions, events and positions as text.

use crate::{Action, Battleship, Cell, Config, Event, Orientation, Placement, Plan, ShotKind, ShotResult};
use parlor_kernel::{Outcome, Reason, Seat};
use std::fmt::Write;

/// An action as a command: `place A1> C3v …` (ships in order, `>` to the right, `v` downwards), `fire A5`, `plan A5 #3`
/// (with the third pattern), `ready`, …
pub(crate) fn action_text(action: &Action) -> String {
    match action {
        Action::Place { ships } => {
            let mut ships = ships.clone();
            ships.sort_by_key(|placement| placement.ship);
            format!("place {}", fleet_text(&ships))
        }
        Action::AutoPlace => "place at random".into(),
        Action::Ready => "ready".into(),
        &Action::Fire { at, pattern } => format!("fire {}", target_text(at, pattern)),
        &Action::Plan { at, pattern } => format!("plan {}", target_text(at, pattern)),
        Action::Cancel => "cancel".into(),
        Action::Confirm => "confirm".into(),
        Action::Surrender => "surrender".into(),
    }
}

fn fleet_text(ships: &[Placement]) -> String {
    let lies = |placement: &Placement| match placement.lies {
        Orientation::Horizontal => '>',
        Orientation::Vertical => 'v',
    };
    ships
        .iter()
        .map(|placement| format!("{}{}", placement.at, lies(placement)))
        .collect::<Vec<_>>()
        .join(" ")
}

fn target_text(at: Cell, pattern: u8) -> String {
    if pattern == 0 {
        at.to_string()
    } else {
        format!("{at} #{}", u16::from(pattern) + 1)
    }
}

/// An event as a sentence.
pub(crate) fn event_text(event: &Event, names: &[String]) -> String {
    let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
    match event {
        Event::Placed { seat, ships } => format!("{} places a fleet: {}.", name(*seat), fleet_text(ships)),
        Event::Ready { seat } => format!("{} is ready.", name(*seat)),
        Event::Begun { first, .. } => format!("The shooting begins. {} shoots first.", name(*first)),
        Event::Planned {
            plan: Some(Plan { at, pattern }),
        } => {
            format!("An attack on {} is planned.", target_text(*at, *pattern))
        }
        Event::Planned { plan: None } => "The planned attack is dropped.".into(),
        Event::Attacked {
            seat, at, shots, sunk, ..
        } => attack_text(name(*seat), *at, shots, sunk),
        Event::TurnMissed { seat } => format!("{} lets the turn pass.", name(*seat)),
        Event::Turn { seat, again: true, .. } => format!("{} shoots again.", name(*seat)),
        Event::Turn { seat, .. } => format!("{} is on turn.", name(*seat)),
        Event::Over { outcome, .. } => outcome_text(outcome, name),
    }
}

fn attack_text(name: &str, at: Cell, shots: &[ShotResult], sunk: &[Placement]) -> String {
    let found = |shot: &ShotResult| match shot.result {
        ShotKind::Miss => "a miss",
        ShotKind::Hit => "a hit",
        ShotKind::Sunk => "a hit that sinks",
        ShotKind::Spent => "not fired again",
    };
    let mut text = match shots {
        [shot] if shot.at == at => format!("{name} fires at {at}: {}.", found(shot)),
        shots => {
            let each: Vec<_> = shots
                .iter()
                .map(|shot| format!("{} {}", shot.at, found(shot)))
                .collect();
            format!("{name} attacks around {at}: {}.", each.join(", "))
        }
    };
    for ship in sunk {
        write!(
            text,
            " Ship {} lies at {}.",
            u16::from(ship.ship) + 1,
            fleet_text(&[*ship])
        )
        .expect("strings take everything");
    }
    text
}

fn outcome_text<'a>(outcome: &Outcome, name: impl Fn(Seat) -> &'a str) -> String {
    let Some(winner) = outcome.winners().first() else {
        return "The match is over without a winner.".into();
    };
    let loser = winner.opponent();
    match outcome.reason {
        Reason::Completed => format!("{} wins: every ship of {} has sunk.", name(winner), name(loser)),
        Reason::Surrender => format!("{} surrenders. {} wins.", name(loser), name(winner)),
        Reason::Timeout => format!("{} ran out of time. {} wins.", name(loser), name(winner)),
        Reason::Abandoned => format!("{} left. {} wins.", name(loser), name(winner)),
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
    let heading = (0..config.width).fold("  ".to_owned(), |line, x| {
        format!("{line}{:>column$}", Cell::column_name(x))
    });
    let rows = (0..config.height).map(|y| {
        let cells = (0..config.width).map(|x| symbol(game, seat, Cell::new(x, y)));
        cells.fold(format!("{:>2}", y + 1), |line, symbol| {
            format!("{line}{symbol:>column$}")
        })
    });
    [format!("Seat {}", seat.0 + 1), heading]
        .into_iter()
        .chain(rows)
        .collect()
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
    use crate::script::{ADA, BEN, Script, cell, rows};
    use parlor_kernel::Game;

    #[test]
    fn actions_read_like_commands() {
        let script = Script::placing(|_| ());
        let mut ships = rows(script.table.config());
        ships[1].lies = Orientation::Vertical;
        ships.reverse();
        assert_eq!(action_text(&Action::Place { ships }), "place A1> A3v A5> A7> A9>");
        assert_eq!(action_text(&Action::AutoPlace), "place at random");
        assert_eq!(
            action_text(&Action::Fire {
                at: cell("A5"),
                pattern: 0
            }),
            "fire A5"
        );
        assert_eq!(
            action_text(&Action::Plan {
                at: cell("B7"),
                pattern: 2
            }),
            "plan B7 #3"
        );
        let words =
            [Action::Ready, Action::Cancel, Action::Confirm, Action::Surrender].map(|action| action_text(&action));
        assert_eq!(words, ["ready", "cancel", "confirm", "surrender"]);
    }

    #[test]
    fn events_read_like_sentences() {
        let names = ["Ada".to_owned(), "Ben".to_owned()];
        let mut script = Script::firing(|_| ());
        script.volley(&["A9"]);
        script.fire(ADA, "B9", 0).unwrap();
        script.act(BEN, Action::Surrender).unwrap();
        let told: Vec<_> = script
            .heard
            .iter()
            .map(|(_, event)| event_text(event, &names))
            .collect();
        assert_eq!(
            told,
            [
                "Ada places a fleet: A1> A3> A5> A7> A9>.",
                "Ada is ready.",
                "Ben places a fleet: A1> A3> A5> A7> A9>.",
                "Ben is ready.",
                "The shooting begins. Ada shoots first.",
                "Ada fires at A9: a hit.",
                "Ben is on turn.",
                "Ben fires at A10: a miss.",
                "Ada is on turn.",
                "Ada fires at B9: a hit that sinks. Ship 5 lies at A9>.",
                "Ben is on turn.",
                "Ben surrenders. Ada wins.",
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
