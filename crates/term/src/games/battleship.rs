//! Battleship: both boards as their viewer may know them.

use super::{TermGame, time_left};
use parlor_battleship::{Battleship as Engine, Cell, Config, Mark, Phase, View};
use parlor_client::TableModel;
use parlor_kernel::{Duel, Game, Seat};

/// Boards wider than this stand one below the other.
const SIDE_BY_SIDE: u8 = 15;

pub(super) struct Battleship;

impl TermGame for Battleship {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn introduction(&self) -> &'static str {
        "On the boards: # ship, o miss, x hit, * sunk, . not shot at."
    }

    /// Both boards: our own on the left, or the first seat's for a spectator. Nothing before there is something to see.
    fn picture(&self, model: &TableModel, names: &[String]) -> Vec<String> {
        let view = model.game.as_ref().and_then(|game| game.view_of::<Engine>());
        let config = model.info.read_config::<Config>();
        let (Some(view), Some(config)) = (view, config) else { return Vec::new() };
        let nothing_to_see = view.phase == Phase::Placing && view.fleets.iter().all(Option::is_none);
        if nothing_to_see { Vec::new() } else { boards(view, &config, names) }
    }

    fn prompt(&self, model: &TableModel, now_ms: f64) -> Option<String> {
        let view = model.game.as_ref()?.view_of::<Engine>()?;
        let me = view.seat?;
        let time = time_left::<Engine>(model, view.deadline, now_ms);
        match view.phase {
            Phase::Placing if view.ready[me.index()] => None,
            Phase::Placing if view.fleets[me.index()].is_some() => Some(format!("Your fleet lies{time}: type /ready.")),
            Phase::Placing => Some(format!("Type /ready and a fleet is laid out for you at random{time}.")),
            Phase::Firing if view.turn == Some(me) => {
                Some(format!("Your turn{time}: type /fire and a cell, like /fire A5."))
            }
            Phase::Firing | Phase::Over => None,
        }
    }
}

fn boards(view: &View, config: &Config, names: &[String]) -> Vec<String> {
    let near = view.seat.unwrap_or(Seat(0));
    let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
    let titles = match view.seat {
        Some(_) => ["Your waters".to_owned(), format!("{}'s waters", name(Duel::other(near)))],
        None => [near, Duel::other(near)].map(|seat| format!("{}'s waters", name(seat))),
    };
    let [left, right] = [near, Duel::other(near)].map(|seat| board(view, config, seat));
    if config.width > SIDE_BY_SIDE {
        let [left_title, right_title] = titles;
        return [vec![left_title], left, vec![right_title], right].concat();
    }
    let width = left.first().map_or(0, |line| line.chars().count());
    let title = format!("    {:<1$}{2}", titles[0], width + 3, titles[1]);
    let lines = left.iter().zip(&right).map(|(left, right)| format!("{left:<width$}   {right}"));
    [title].into_iter().chain(lines).collect()
}

/// One board, with the names of its columns and rows.
fn board(view: &View, config: &Config, seat: Seat) -> Vec<String> {
    let fleet = view.fleets[seat.index()].iter().flatten();
    let ships: Vec<_> = fleet.flat_map(|&ship| config.cells_of(ship)).collect();
    let marks = view.marks(config, seat);
    let sign = |cell: Cell| match marks.get(usize::from(config.index_of(cell))) {
        Some(Mark::Miss) => "o",
        Some(Mark::Hit) => "x",
        Some(Mark::Sunk) => "*",
        _ if ships.contains(&cell) => "#",
        _ => ".",
    };
    // A column's name may have two letters.
    let pad = if config.width > 26 { 3 } else { 2 };
    let head = (0..config.width).map(|x| format!("{:>pad$}", Cell::column_name(x)));
    let row = |y: u8| {
        let cells = (0..config.width).map(|x| format!("{:>pad$}", sign(Cell::new(x, y))));
        format!("{:>3}{}", y + 1, cells.collect::<String>())
    };
    [format!("   {}", head.collect::<String>())].into_iter().chain((0..config.height).map(row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_battleship::{Action, Orientation, Placement};
    use parlor_kernel::{FastDice, GameConfig, Table, Tick, Viewer};

    fn match_of(width: u8) -> Table<Engine, FastDice> {
        let mut config = Config::preset("voxel").unwrap();
        config.width = width;
        Table::new(config.into(), FastDice(3))
    }

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[test]
    fn a_seat_sees_its_own_fleet_and_what_it_has_shot_at() {
        let mut table = match_of(10);
        let ships = |row: u8| {
            (0..5).map(move |n| Placement { ship: n, at: Cell::new(0, n * 2 + row), lies: Orientation::Horizontal })
        };
        for seat in [Seat(0), Seat(1)] {
            table.act(Tick(0), seat, Action::Place { ships: ships(seat.0).collect() }, &mut ()).unwrap();
            table.act(Tick(0), seat, Action::Ready, &mut ()).unwrap();
        }
        let first = table.view(Viewer::Spectator).turn.unwrap();
        let names = ["Ada".to_owned(), "Ben".to_owned()];
        for (seat, at) in [(first, "A1"), (Duel::other(first), "J10"), (first, "B2")] {
            table.act(Tick(0), seat, Action::Fire { at: cell(at), pattern: 0 }, &mut ()).unwrap();
        }
        let lines = |viewer| boards(&table.view(viewer), table.config(), &names);
        let own = lines(Viewer::Seat(first));
        assert_eq!(own.len(), 12);
        assert!(own[0].contains("Your waters") && own[0].contains("'s waters"), "{own:?}");
        assert!(own[1].starts_with("    A B C D E F G H I J"), "{own:?}");
        let (left, right): (String, String) = own[2..].iter().map(|row| row.split_at(26)).unzip();
        assert_eq!(left.matches('#').count(), 17, "the whole fleet, for its owner");
        assert_eq!(left.matches('o').count(), 1, "their shot at J10 missed");
        assert!(!right.contains('#'), "nothing of theirs: {right}");
        let watched = lines(Viewer::Spectator).join("\n");
        assert!(!watched.contains('#') && watched.contains("Ada's waters"), "{watched}");
    }

    #[test]
    fn wide_boards_stand_one_below_the_other() {
        let table = match_of(30);
        let lines = boards(&table.view(Viewer::Seat(Seat(0))), table.config(), &["Ada".into(), "Ben".into()]);
        assert!(lines[1].ends_with(" AC AD"), "{}", lines[1]);
        assert!(lines.iter().all(|line| line.chars().count() <= 3 + 3 * 30));
    }
}
