//! A challenge: two courts with the same serves, each with one player against the machine, and one clock.

use crate::{Config, Phase, Position, What, motion::NEVER, units::TICKS_PER_SECOND};
use parlor_arcade::{Challenge, Contender, settled};
use parlor_kernel::{Outcome, Tick};
use serde::{Deserialize, Serialize};

/// The second court of a challenge, and what is to be known about both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Race {
    /// The second seat's court. Its player is on the left there, too.
    pub court: Position,
    /// When each court was finished.
    pub finished: [Option<Tick>; 2],
    /// When each seat last did something.
    pub alive: [Tick; 2],
    /// The result of the challenge, once there is one.
    #[serde(serialize_with = "Outcome::serialize_unseated_option")]
    pub outcome: Option<Outcome>,
}

impl Race {
    pub(crate) const fn opening(court: Position) -> Self {
        Self { court, finished: [None; 2], alive: [Tick::ZERO; 2], outcome: None }
    }

    /// Keeps up with what happened on one of the courts.
    pub(crate) fn note(&mut self, at: Tick, court: usize, what: &What) {
        match what {
            What::Steered { .. } => self.alive[court] = at,
            What::Over { .. } => self.finished[court] = Some(at),
            _ => {}
        }
    }

    /// The challenge is over, and with it both courts.
    pub(crate) fn decide(&mut self, at: Tick, first: &mut Position, outcome: Outcome) {
        self.outcome = Some(outcome);
        for court in [first, &mut self.court] {
            court.hold(at, NEVER);
            (court.phase, court.due) = (Phase::Over, None);
        }
    }

    /// When the challenge ends by itself.
    pub(crate) fn due(&self, challenge: Challenge, first: &Position) -> Tick {
        challenge.ends(TICKS_PER_SECOND, self.contenders(first))
    }

    /// The result, if the challenge is over.
    pub(crate) fn verdict(&self, config: &Config, first: &Position, now: Tick) -> Option<Outcome> {
        let most = Some(config.points_to_win.into());
        config.challenge?.outcome(TICKS_PER_SECOND, now, self.contenders(first), most)
    }

    /// The result, if nothing that may still happen can change it.
    pub(crate) fn settled(&self, config: &Config, first: &Position) -> Option<Outcome> {
        settled(self.contenders(first), Some(config.points_to_win.into()))
    }

    fn contenders(&self, first: &Position) -> [Contender; 2] {
        let contender = |seat: usize, court: &Position| Contender {
            score: court.points[0].into(),
            finished: self.finished[seat],
            alive: self.alive[seat],
        };
        [contender(0, first), contender(1, &self.court)]
    }
}

#[cfg(test)]
mod tests;
