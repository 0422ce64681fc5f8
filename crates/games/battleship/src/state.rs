//! The position: who has laid out what, who shoots, who has won.

use crate::{Config, Phase, Plan, fleet::Fleet, random, side::Side};
use parlor_kernel::{Barrier, Dice, Duel, Outcome, Rng, Seat, Stream, Tick};
use serde::Serialize;
use std::sync::Arc;

/// A match of Battleship, secrets included.
///
/// ```
/// use parlor_battleship::{Battleship, Config, Phase};
/// use parlor_kernel::{FastDice, Game, GameConfig};
///
/// let config = Config::preset("voxel").unwrap().into();
/// let game = Battleship::new(&config, &FastDice(1));
/// assert_eq!(game.phase(), Phase::Placing);
/// assert_eq!(game.awaiting().len(), 2, "both seats lay out their fleets at the same time");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Battleship {
    #[serde(skip)]
    pub(crate) config: Arc<Config>,
    pub(crate) stage: Stage,
    /// By seat.
    pub(crate) sides: [Side; 2],
}

/// How far the match has come, with what matters only there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) enum Stage {
    Placing(Placing),
    Firing(Firing),
    Over(Ended),
}

/// Fleets are being laid out, each unseen by the other seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Placing {
    /// Fleets that may still be moved, by seat.
    pub(crate) drafts: [Option<Fleet>; 2],
    /// Fleets whose seats are ready.
    pub(crate) sealed: Barrier<Fleet>,
    pub(crate) deadline: Option<Tick>,
}

/// Shots are being fired.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Firing {
    pub(crate) turn: Seat,
    /// What the seat on turn has planned.
    pub(crate) plan: Option<Plan>,
    pub(crate) deadline: Option<Tick>,
}

/// The match is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Ended {
    #[serde(serialize_with = "Outcome::serialize_unseated")]
    pub(crate) outcome: Outcome,
    /// Who had said ready when it ended, by seat.
    pub(crate) ready: [bool; 2],
}

impl Placing {
    /// Nothing laid out yet.
    pub(crate) fn new(config: &Config) -> Self {
        Self { drafts: [None, None], sealed: Barrier::new(2), deadline: deadline(Tick::ZERO, config.timers.placement) }
    }

    /// The fleet `seat` has laid out, ready or not.
    pub(crate) fn laid(&self, seat: Seat) -> Option<&Fleet> {
        self.drafts[seat.index()].as_ref().or_else(|| self.sealed.own(seat))
    }

    /// Whether `seat` is ready.
    pub(crate) fn is_ready(&self, seat: Seat) -> bool {
        self.sealed.own(seat).is_some()
    }
}

/// When a timer of so many seconds runs out.
pub(crate) fn deadline(now: Tick, seconds: Option<u32>) -> Option<Tick> {
    seconds.map(|seconds| now + u64::from(seconds) * u64::from(TICKS_PER_SECOND))
}

/// Battleship counts milliseconds.
pub(crate) const TICKS_PER_SECOND: u32 = 1000;

/// Which seat shoots first.
const FIRST: Stream = Stream(0);
/// Random fleets: one stream for each seat.
const FLEETS: [Stream; 2] = [Stream(1), Stream(2)];

/// The seat the dice let shoot first.
pub(crate) fn random_first<D: Dice>(dice: &D) -> Seat {
    Seat(dice.below(FIRST, 0, 2) as u8)
}

/// The fleet the dice lay out for `seat` at this moment.
///
/// The moment is the index: nothing has to be remembered between two throws, and both throws can be checked once
/// the key is known. One word of the dice starts a generator because a crowded board may need a great many numbers.
pub(crate) fn random_fleet<D: Dice>(config: &Config, now: Tick, seat: Seat, dice: &D) -> Fleet {
    random::fleet(config, &mut Rng::new(dice.word(FLEETS[seat.index()], now.0)))
}

impl Battleship {
    /// How far the match has come.
    pub const fn phase(&self) -> Phase {
        match self.stage {
            Stage::Placing(_) => Phase::Placing,
            Stage::Firing(_) => Phase::Firing,
            Stage::Over(_) => Phase::Over,
        }
    }

    /// The rule set.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Who shoots.
    pub const fn turn(&self) -> Option<Seat> {
        match &self.stage {
            Stage::Firing(firing) => Some(firing.turn),
            Stage::Placing(_) | Stage::Over(_) => None,
        }
    }

    /// What the seat on turn has planned.
    pub const fn plan(&self) -> Option<Plan> {
        match &self.stage {
            Stage::Firing(firing) => firing.plan,
            Stage::Placing(_) | Stage::Over(_) => None,
        }
    }

    /// How it ended, if it has.
    pub(crate) const fn ended(&self) -> Option<&Ended> {
        match &self.stage {
            Stage::Over(ended) => Some(ended),
            Stage::Placing(_) | Stage::Firing(_) => None,
        }
    }

    /// Until when the awaited seats may think.
    pub(crate) const fn deadline(&self) -> Option<Tick> {
        match &self.stage {
            Stage::Placing(placing) => placing.deadline,
            Stage::Firing(firing) => firing.deadline,
            Stage::Over(_) => None,
        }
    }

    /// Who has said ready, by seat.
    pub(crate) fn ready(&self) -> [bool; 2] {
        match &self.stage {
            Stage::Placing(placing) => [Seat(0), Seat(1)].map(|seat| placing.is_ready(seat)),
            Stage::Firing(_) => [true, true],
            Stage::Over(ended) => ended.ready,
        }
    }

    /// The fleet `seat` has laid out.
    pub(crate) fn fleet(&self, seat: Seat) -> Option<&Fleet> {
        match &self.stage {
            Stage::Placing(placing) => placing.laid(seat),
            Stage::Firing(_) | Stage::Over(_) => {
                Some(self.sides[seat.index()].fleet()).filter(|fleet| !fleet.is_empty())
            }
        }
    }

    /// How many ships of `seat` are afloat.
    pub const fn afloat(&self, seat: Seat) -> u8 {
        self.sides[seat.index()].afloat()
    }

    /// The side that `seat` shoots at.
    #[inline]
    pub(crate) const fn target_of(&self, seat: Seat) -> &Side {
        &self.sides[Duel::other(seat).index()]
    }
}
