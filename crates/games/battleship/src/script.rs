//! Scripted matches for unit tests.

use crate::{Action, Battleship, Cell, Config, Event, First, Orientation, Placement};
use parlor_kernel::{Audience, Code, FastDice, GameConfig, Rejected, Seat, Table, Tick};

/// The first player at the table.
pub(crate) const ADA: Seat = Seat(0);
/// The other one.
pub(crate) const BEN: Seat = Seat(1);

/// A match that is told what to do.
pub(crate) struct Script {
    pub(crate) table: Table<Battleship, FastDice>,
    /// Everything announced so far.
    pub(crate) heard: Vec<(Audience, Event)>,
}

impl Script {
    /// A voxel match with no timers in which Ada shoots first, changed by `change`.
    pub(crate) fn placing(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::preset("voxel").unwrap();
        config.first = First::Given(ADA);
        (config.timers.placement, config.timers.turn) = (None, None);
        change(&mut config);
        assert_eq!(config.validate(), Ok(()));
        Self { table: Table::new(config.into(), FastDice(1)), heard: Vec::new() }
    }

    /// The same with both fleets laid out in rows 1, 3, 5, …, from column A.
    pub(crate) fn firing(change: impl FnOnce(&mut Config)) -> Self {
        let mut script = Self::placing(change);
        for seat in [ADA, BEN] {
            script.act(seat, Action::Place { ships: rows(script.table.config()) }).unwrap();
            script.act(seat, Action::Ready).unwrap();
        }
        script
    }

    /// Does an action; gives back what was announced, or the code of the refusal.
    pub(crate) fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, &'static str> {
        let before = self.heard.len();
        self.table.act(self.table.now(), seat, action, &mut self.heard).map_err(|rejected| match rejected {
            Rejected::Rule(illegal) => {
                assert!(illegal.to_string().ends_with('.'), "a sentence: {illegal}");
                illegal.code()
            }
            other => other.code(),
        })?;
        Ok(self.since(before))
    }

    /// Fires with a pattern.
    pub(crate) fn fire(&mut self, seat: Seat, at: &str, pattern: u8) -> Result<Vec<Event>, &'static str> {
        self.act(seat, Action::Fire { at: cell(at), pattern })
    }

    /// Plans an attack with the first pattern.
    pub(crate) fn plan(&mut self, seat: Seat, at: &str) -> Result<Vec<Event>, &'static str> {
        self.act(seat, Action::Plan { at: cell(at), pattern: 0 })
    }

    /// Ada fires at the cells one after the other, Ben at his own row 10 from the left.
    pub(crate) fn volley(&mut self, cells: &[&str]) {
        for (at, answer) in cells.iter().zip('A'..) {
            self.fire(ADA, at, 0).unwrap();
            if self.table.game().turn() == Some(BEN) {
                self.fire(BEN, &format!("{answer}10"), 0).unwrap();
            }
        }
    }

    /// Lets time pass until `second`; gives back what was announced.
    pub(crate) fn wait_until(&mut self, second: u64) -> Vec<Event> {
        let before = self.heard.len();
        self.table.advance(Tick(second * 1000), &mut self.heard);
        self.since(before)
    }

    fn since(&self, before: usize) -> Vec<Event> {
        self.heard[before..].iter().map(|(_, event)| event.clone()).collect()
    }
}

/// The cell of that name.
pub(crate) fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// Every ship in a row of its own, from column A.
pub(crate) fn rows(config: &Config) -> Vec<Placement> {
    let ships = 0..config.fleet.len() as u8;
    ships.map(|ship| Placement { ship, at: Cell::new(0, 2 * ship), lies: Orientation::Horizontal }).collect()
}
