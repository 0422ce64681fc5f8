//! What people know about a match beside where things are: it changes seldom, so the page draws it and tells it.

use crate::{
    arcade::{self, Stand, ending},
    sound::{self, Cue},
};
use parlor_kernel::{Outcome, Seat, SeatSet};
use parlor_pong::{Phase, Side, View};

/// How many ticks make a second.
const SECOND: f64 = 60.0;

/// A match without its motion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heads {
    /// Points, left and right.
    pub points: [u8; 2],
    /// What is going on.
    pub phase: Phase,
    /// Whether the ball has not been served.
    pub at_rest: bool,
    /// Seconds until the ball flies, while everyone gets ready.
    pub count: Option<u8>,
    /// Whether the countdown has just begun.
    pub fresh: bool,
    /// Who serves, or served last.
    pub server: Side,
    /// The seats that ask for a pause.
    pub asking: SeatSet,
    /// Whether everything stands still until a player goes on, or will in a moment.
    pub held: bool,
    /// How often the ball was hit since it was served.
    pub rally: u32,
    /// The most hits after one serve.
    pub longest_rally: u32,
    /// Whether the ball flies down.
    pub down: bool,
    /// In a challenge, how far the other has come on their court.
    pub rival: Option<Rival>,
    /// Whether nothing but the points of this court is known.
    pub veiled: bool,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

/// The other court of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rival {
    /// Points of the player and of the machine.
    pub points: [u8; 2],
    /// Whether nothing more happens there.
    pub finished: bool,
}

impl Heads {
    /// What is known at a moment about the court on which `seat` plays.
    pub fn of(view: &View, tick: f64, seat: Seat) -> Self {
        let (position, rival) = match &view.race {
            None => (&view.position, None),
            Some(race) if seat.0 == 1 => (&race.court, Some((&view.position, race.finished[0]))),
            Some(race) => (&view.position, Some((&race.court, race.finished[1]))),
        };
        let left = position.due.filter(|_| position.phase == Phase::Countdown).map(|due| due.0 as f64 - tick);
        let count = left.map(|ticks| (ticks / SECOND).ceil().clamp(1.0, 99.0) as u8);
        Self {
            points: position.points,
            phase: position.phase,
            at_rest: position.ball.is_at_rest(),
            count,
            fresh: left.is_some_and(|ticks| ticks > (f64::from(view.config.countdown_seconds) - 1.2) * SECOND),
            server: position.server,
            asking: position.asking,
            held: position.is_paused(),
            rally: position.rally,
            longest_rally: position.longest_rally,
            down: position.ball.vy > 0,
            rival: rival.map(|(court, finished)| Rival { points: court.points, finished: finished.is_some() }),
            veiled: view.veiled.contains(seat),
            outcome: view.outcome(),
        }
    }
}

impl arcade::Heads for Heads {
    fn stand(&self) -> Stand {
        match self.phase {
            Phase::Countdown => Stand::Countdown,
            Phase::Rally => Stand::Playing,
            Phase::Paused => Stand::Paused,
            Phase::Over => Stand::Over,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn asking(&self) -> SeatSet {
        self.asking
    }

    fn is_held(&self) -> bool {
        self.held
    }

    fn sound(&self, before: &Self, me: Option<Seat>, mine: &[Seat]) {
        // On the court of a challenge the player is on the left.
        let near = if self.rival.is_some() { me.map(|_| Seat(0)) } else { me };
        let scored = |side: Side| self.points[side.index()] > before.points[side.index()];
        if let Some(outcome) = self.outcome.filter(|_| before.outcome.is_none()) {
            sound::play(ending(outcome, mine));
        } else if let Some(side) = [Side::Left, Side::Right].into_iter().find(|side| scored(*side)) {
            let theirs = near.is_some_and(|near| Side::of(near) != side);
            sound::play(if theirs { Cue::Bad } else { Cue::Good });
        } else if self.phase == Phase::Rally && before.phase == Phase::Rally {
            if self.rally > before.rally {
                sound::play(Cue::Paddle);
            } else if self.rally == before.rally && self.down != before.down {
                sound::play(Cue::Wall);
            }
        } else if self.phase == Phase::Countdown && self.count != before.count {
            sound::play(Cue::Action);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::Heads as _;
    use parlor_kernel::{GameConfig, Key, KeyedDice, Table, Tick, Viewer};
    use parlor_pong::{Action, Config, Pong};

    /// Both have agreed, and the ball still flies for half a second: the key calls the pause off.
    #[test]
    fn a_pause_can_be_called_off_before_it_begins() {
        let config = Config::preset("hope").expect("a preset");
        let mut table = Table::<Pong, _>::new(config.into(), KeyedDice::new(Key([7; 32])));
        let now = Tick(200);
        table.advance(now, &mut ());
        let heads = |table: &Table<Pong, KeyedDice>, seat| {
            Heads::of(&table.view(Viewer::Seat(seat)), table.now().0 as f64, seat)
        };
        for seat in [Seat(0), Seat(1)] {
            assert!(!heads(&table, seat).resumes(seat));
            table.act(now, seat, Action::Pause, &mut ()).expect("to be asked");
        }
        let agreed = heads(&table, Seat(1));
        assert_eq!((agreed.phase, agreed.resumes(Seat(1))), (Phase::Rally, true));
        table.act(now, Seat(1), Action::Resume, &mut ()).expect("to be called off");
        assert!(!heads(&table, Seat(1)).held);
    }
}
