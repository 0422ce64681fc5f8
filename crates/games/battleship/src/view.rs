//! What one viewer may know.

use crate::{Battleship, Cell, Config, Event, Placement, Plan, ShotKind, ShotResult};
use parlor_kernel::{Duel, Outcome, Seat, Tick, Viewer};
use serde::{Deserialize, Serialize};

/// A match as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is; `None` for a spectator.
    pub seat: Option<Seat>,
    /// How far the match has come.
    pub phase: Phase,
    /// Who has said ready, by seat.
    pub ready: [bool; 2],
    /// Fleets known whole, by seat: the viewer's own once laid, both after the end.
    pub fleets: [Option<Vec<Placement>>; 2],
    /// What has been shot at each seat's board.
    pub waters: [Waters; 2],
    /// Who shoots.
    pub turn: Option<Seat>,
    /// The viewer's own plan.
    pub plan: Option<Plan>,
    /// What each seat has done so far.
    pub tallies: [SeatTally; 2],
    /// Until when the awaited seats may think.
    pub deadline: Option<Tick>,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

/// How far a match has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Fleets are being laid out.
    Placing,
    /// Shots are being fired.
    Firing,
    /// Finished.
    Over,
}

/// What is publicly known about one seat's board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Waters {
    /// Every cell shot at, in order.
    pub shots: Vec<Shot>,
    /// Ships that sank, in order.
    pub sunk: Vec<Placement>,
}

/// A cell that has been shot at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shot {
    /// Where.
    pub at: Cell,
    /// Whether a ship was there.
    pub hit: bool,
    /// Which ship, when the rules tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ship: Option<u8>,
}

/// What one seat has done so far. All of it is public.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatTally {
    /// Attacks made.
    pub attacks: u32,
    /// Cells fired at.
    pub shots: u32,
    /// Cells that hit.
    pub hits: u32,
    /// How often each pattern was used.
    pub used: Vec<u16>,
    /// Turns missed in a row.
    pub missed_turns: u8,
}

/// What is known about a cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Not shot at.
    Unknown,
    /// Water.
    Miss,
    /// A ship that still floats.
    Hit,
    /// A ship that has sunk.
    Sunk,
}

impl View {
    /// All that `viewer` may know of `game`.
    pub(crate) fn of(game: &Battleship, viewer: Viewer) -> Self {
        let config = game.config();
        let outcome = game.ended().map(|ended| ended.outcome);
        let sees = |seat| viewer.seat() == Some(seat) || outcome.is_some();
        let seats = [Seat(0), Seat(1)];
        Self {
            seat: viewer.seat(),
            phase: game.phase(),
            ready: game.ready(),
            fleets: seats.map(|seat| game.fleet(seat).filter(|_| sees(seat)).map(|fleet| fleet.ships().to_vec())),
            waters: seats.map(|seat| game.sides[seat.index()].waters(config)),
            turn: game.turn(),
            plan: game.plan().filter(|_| game.turn() == viewer.seat()),
            tallies: seats.map(|seat| game.sides[seat.index()].tally(config, game.target_of(seat))),
            deadline: game.deadline(),
            outcome,
        }
    }

    /// Whether the match waits for the viewer, who sits there.
    pub fn awaits(&self, seat: Seat) -> bool {
        match self.phase {
            Phase::Placing => !self.ready[seat.index()],
            Phase::Firing => self.turn == Some(seat),
            Phase::Over => false,
        }
    }

    /// Brings the view up to date with an event its viewer heard.
    pub(crate) fn hear(&mut self, event: &Event) {
        match *event {
            Event::Placed { seat, ref ships } => self.fleets[seat.index()] = Some(ships.clone()),
            Event::Ready { seat } => self.ready[seat.index()] = true,
            Event::Begun { first, deadline } => {
                self.phase = Phase::Firing;
                (self.turn, self.deadline) = (Some(first), deadline);
            }
            Event::Planned { plan } => self.plan = plan,
            Event::Attacked { seat, pattern, ref shots, ref sunk, .. } => {
                self.hear_attack(seat, pattern, shots, sunk);
            }
            Event::TurnMissed { seat } => self.tallies[seat.index()].missed_turns += 1,
            Event::Turn { seat, deadline, .. } => {
                (self.turn, self.plan, self.deadline) = (Some(seat), None, deadline);
            }
            Event::Over { outcome, ref fleets } => {
                self.phase = Phase::Over;
                self.outcome = Some(outcome);
                (self.turn, self.plan, self.deadline) = (None, None, None);
                self.fleets = fleets.clone().map(|ships| Some(ships).filter(|ships| !ships.is_empty()));
            }
        }
    }

    fn hear_attack(&mut self, seat: Seat, pattern: u8, shots: &[ShotResult], sunk: &[Placement]) {
        let fired = shots.iter().filter(|shot| shot.result != ShotKind::Spent);
        let fired = fired.map(|shot| Shot { at: shot.at, hit: shot.result != ShotKind::Miss, ship: shot.ship });
        let tally = &mut self.tallies[seat.index()];
        let waters = &mut self.waters[Duel::other(seat).index()];
        for shot in fired {
            tally.shots += 1;
            tally.hits += u32::from(shot.hit);
            waters.shots.push(shot);
        }
        waters.sunk.extend_from_slice(sunk);
        tally.attacks += 1;
        tally.missed_turns = 0;
        if let Some(used) = tally.used.get_mut(usize::from(pattern)) {
            *used += 1;
        }
    }

    /// What is known about every cell of `seat`'s board, row by row.
    pub fn marks(&self, config: &Config, seat: Seat) -> Vec<Mark> {
        let waters = &self.waters[seat.index()];
        let mut marks = vec![Mark::Unknown; usize::from(config.area())];
        let mut put = |cell, mark| marks[usize::from(config.index_of(cell))] = mark;
        for shot in &waters.shots {
            put(shot.at, if shot.hit { Mark::Hit } else { Mark::Miss });
        }
        for cell in waters.sunk.iter().flat_map(|&placement| config.cells_of(placement)) {
            put(cell, Mark::Sunk);
        }
        marks
    }

    /// The ships of `seat` that still float, as places in the fleet.
    pub fn ships_left(&self, config: &Config, seat: Seat) -> impl Iterator<Item = u8> {
        let sunk = &self.waters[seat.index()].sunk;
        config.ships().filter(move |&ship| sunk.iter().all(|placement| placement.ship != ship))
    }

    /// Whether `seat` may still use `pattern` (a place in the configured list).
    pub fn may_use(&self, config: &Config, seat: Seat, pattern: u8) -> bool {
        config.pattern_is_left(pattern, &self.tallies[seat.index()].used)
    }
}

impl SeatTally {
    /// Cells that missed.
    pub const fn misses(&self) -> u32 {
        self.shots.saturating_sub(self.hits)
    }

    /// Hits among the cells fired at, in percent, rounded; `None` before the first shot.
    pub const fn accuracy(&self) -> Option<u32> {
        (200 * self.hits + self.shots).checked_div(2 * self.shots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Action, AttackMode,
        script::{ADA, BEN, Script, cell, rows},
    };

    #[test]
    fn fleets_and_plans_are_hidden_until_the_end() {
        let mut script = Script::firing(|config| config.attack = AttackMode::Plan);
        script.plan(ADA, "A1").unwrap();
        let view = |script: &Script, viewer| script.table.view(viewer);
        let own = view(&script, Viewer::Seat(ADA));
        assert_eq!(own.fleets, [Some(rows(script.table.config())), None]);
        assert_eq!(own.plan, Some(Plan { at: cell("A1"), pattern: 0 }));
        assert_eq!(view(&script, Viewer::Seat(BEN)).plan, None);
        assert_eq!(view(&script, Viewer::Spectator).fleets, [None, None]);
        script.act(BEN, Action::Surrender).unwrap();
        let after = view(&script, Viewer::Spectator);
        assert!(after.fleets.iter().all(Option::is_some));
        assert_eq!((after.phase, after.plan, after.ready), (Phase::Over, None, [true, true]));
    }

    #[test]
    fn who_has_placed_is_hidden_until_ready() {
        let mut script = Script::placing(|_| ());
        let before = script.table.view(Viewer::Seat(BEN));
        script.act(ADA, Action::AutoPlace).unwrap();
        assert_eq!(script.table.view(Viewer::Seat(BEN)), before);
        script.act(ADA, Action::Ready).unwrap();
        assert_eq!(script.table.view(Viewer::Seat(BEN)).ready, [true, false]);
    }

    #[test]
    fn marks_tell_what_is_known() {
        let mut script = Script::firing(|_| ());
        script.volley(&["A9", "C9", "A1", "B9"]);
        let (config, view) = (script.table.config(), script.table.view(Viewer::Seat(ADA)));
        let marks = view.marks(config, BEN);
        let mark = |name| marks[usize::from(config.index_of(cell(name)))];
        let known = ["A9", "B9", "C9", "A1", "B1"].map(mark);
        assert_eq!(known, [Mark::Sunk, Mark::Sunk, Mark::Miss, Mark::Hit, Mark::Unknown]);
        assert_eq!(view.ships_left(config, BEN).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(view.waters[1].shots[3], Shot { at: cell("B9"), hit: true, ship: Some(4) });
        assert_eq!((view.tallies[0].misses(), view.tallies[0].accuracy()), (1, Some(75)));
        assert_eq!(SeatTally::default().accuracy(), None);
        assert!(view.may_use(config, ADA, 0) && !view.may_use(config, ADA, 1));
    }
}
