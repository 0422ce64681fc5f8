//! The position.

use crate::{
    Action, Card, Config, Discard, Event, Exposure, Rack, SEATS, Settlement, State, Tile,
    stage::{Claim, Stage},
};
use parlor_kernel::{Barrier, Game, Outcome, Rules, Seat, SeatSet, Sink, Tick};
use serde::Serialize;
use std::sync::Arc;

/// A match of American Mahjong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mahjong {
    /// Not part of the digest: they never change, and the log's header names them.
    #[serde(skip)]
    pub(crate) rules: Arc<Rules<Self>>,
    /// How many deals have begun.
    pub(crate) dealt: u8,
    pub(crate) hands: [Held; SEATS as usize],
    /// The next tile is the last.
    pub(crate) wall: Vec<Tile>,
    pub(crate) discards: Vec<Discard>,
    pub(crate) stage: Stage,
    /// What each seat has won and lost in all deals.
    pub(crate) ledger: [i32; SEATS as usize],
    pub(crate) tallies: [Tally; SEATS as usize],
    /// How the last deal ended, until the next begins.
    pub(crate) settlement: Option<Settlement>,
    /// How every deal so far has ended. Not part of the digest, which covers the log that says so.
    #[serde(skip)]
    pub(crate) settled: Vec<Settlement>,
    pub(crate) gone: SeatSet,
    pub(crate) deadline: Option<Tick>,
    pub(crate) turns: u32,
    pub(crate) outcome: Option<Outcome>,
}

/// What a seat has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Held {
    pub rack: Rack,
    pub exposures: Vec<Exposure>,
    pub dead: bool,
}

impl Held {
    pub const NOTHING: Self = Self { rack: Rack::EMPTY, exposures: Vec::new(), dead: false };
}

/// What is counted for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Tally {
    pub won: u16,
    pub best: u16,
    pub calls: u16,
    pub exchanges: u16,
    pub passed: u16,
}

impl Mahjong {
    /// The table before the first deal: all tiles are in the wall, in order.
    pub(crate) fn opening(rules: &Arc<Rules<Self>>) -> Self {
        let mut game = Self {
            rules: Arc::clone(rules),
            dealt: 0,
            hands: [Held::NOTHING; SEATS as usize],
            wall: Rack::full(rules.config.blanks).tiles().collect(),
            discards: Vec::new(),
            stage: Stage::Gathering { ready: SeatSet::EMPTY },
            ledger: [0; SEATS as usize],
            tallies: [Tally::default(); SEATS as usize],
            settlement: None,
            settled: Vec::new(),
            gone: SeatSet::EMPTY,
            deadline: None,
            turns: 0,
            outcome: None,
        };
        game.deadline = game.deadline_from(Tick::ZERO);
        game
    }

    /// The rule set.
    pub fn config(&self) -> &Config {
        &self.rules.config
    }

    /// The card that is played with.
    pub fn card(&self) -> &Card {
        &self.rules.assets
    }

    /// All tiles there are, wherever they are. The same at every moment of a match.
    pub fn tiles(&self) -> Rack {
        let mut tiles: Rack =
            self.wall.iter().copied().chain(self.discards.iter().map(|discard| discard.tile)).collect();
        for held in &self.hands {
            tiles.add_all(&held.rack);
            for exposure in &held.exposures {
                tiles.add_many(exposure.tile, exposure.naturals());
                tiles.add_many(Tile::JOKER, exposure.jokers);
            }
        }
        tiles
    }

    /// Who is East in the current deal.
    pub(crate) fn east(&self) -> Seat {
        Seat(self.dealt.saturating_sub(1) % SEATS)
    }

    pub(crate) fn held(&self, seat: Seat) -> &Held {
        &self.hands[seat.index()]
    }

    pub(crate) fn held_mut(&mut self, seat: Seat) -> &mut Held {
        &mut self.hands[seat.index()]
    }

    pub(crate) fn state(&self) -> State {
        self.stage.state(self.dealt > 0)
    }

    /// Whether `seat` plays: it is neither gone nor dead.
    pub(crate) fn is_live(&self, seat: Seat) -> bool {
        !self.gone.contains(seat) && !self.held(seat).dead
    }

    /// The next seat in turn that plays, `seat` itself last.
    pub(crate) fn next_live(&self, seat: Seat) -> Option<Seat> {
        (1..=SEATS).map(|step| Seat((seat.0 + step) % SEATS)).find(|&next| self.is_live(next))
    }

    pub(crate) fn awaited(&self) -> SeatSet {
        if self.outcome.is_some() { SeatSet::EMPTY } else { self.stage.awaited() }
    }

    /// Whether `seat` has a say in the round that is open. The others' answers are given.
    pub(crate) fn takes_part(&self, seat: Seat) -> bool {
        !self.gone.contains(seat)
            && match &self.stage {
                Stage::Claiming { seat: discarder, .. } => seat != *discarder && self.is_live(seat),
                Stage::Courtesy { agreed, .. } => agreed[seat.index() % 2] > 0,
                _ => true,
            }
    }

    /// An empty barrier, in which those who have no say have answered with `given`.
    pub(crate) fn barrier<T>(&self, has_say: impl Fn(Seat) -> bool, given: impl Fn(Seat) -> T) -> Barrier<T> {
        let mut barrier = Barrier::new(SEATS);
        for seat in Seat::all(SEATS).filter(|&seat| !has_say(seat)) {
            barrier.put(seat, given(seat));
        }
        barrier
    }

    /// A window for claims of the last discard, by `discarder`.
    pub(crate) fn claim_window(&self, discarder: Seat) -> Stage {
        let sealed = self.barrier(|seat| seat != discarder && self.is_live(seat), |_| Claim::Decline);
        Stage::Claiming { seat: discarder, sealed, paused: false }
    }

    /// Takes the stage apart, to go on to the next.
    pub(crate) fn take_stage(&mut self) -> Stage {
        std::mem::replace(&mut self.stage, Stage::Gathering { ready: SeatSet::EMPTY })
    }

    /// Goes on to `stage` and says so.
    pub(crate) fn enter(&mut self, stage: Stage, now: Tick, out: &mut impl Sink<Event>) {
        self.stage = stage;
        self.deadline = self.deadline_from(now);
        let (state, direction, turn) = (self.state(), self.stage.direction(), self.stage.turn());
        out.public(Event::Entered { state, direction, turn, deadline: self.deadline });
    }

    /// Says that a state is passed through.
    pub(crate) fn pass_through(&self, state: State, turn: Option<Seat>, out: &mut impl Sink<Event>) {
        out.public(Event::Entered { state, direction: None, turn, deadline: None });
    }

    /// Until when the table waits in its stage.
    fn deadline_from(&self, now: Tick) -> Option<Tick> {
        let seconds = match self.stage {
            Stage::Claiming { .. } => self.config().claim_seconds.map(u64::from),
            _ => self.config().turn_seconds.map(u64::from),
        };
        seconds.map(|seconds| now + seconds * u64::from(Self::SPEC.ticks_per_second))
    }

    /// Tells `seat` what it has sealed.
    pub(crate) fn confirm(&self, seat: Seat, action: Action, out: &mut impl Sink<Event>) {
        out.private(seat, Event::Sealed { action });
    }
}
