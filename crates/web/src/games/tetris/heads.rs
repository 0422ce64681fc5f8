//! What people read about a match: it changes seldom, so the page draws it and tells it.

use crate::{
    arcade::{self, Stand, ending},
    sound::{self, Cue},
};
use parlor_kernel::{Outcome, Seat, SeatSet, Tick};
use parlor_tetris::{LastClear, Phase, View, Well, spin::Spin, timing::COUNTDOWN};

/// How many ticks make a second.
const SECOND: f64 = 60.0;
/// A time limit up to this is shown, in seconds; longer ones only see to it that matches end.
const SHOWN_LIMIT: u16 = 600;

/// A match without its motion.
#[derive(Clone, PartialEq, Debug)]
pub struct Heads {
    /// The seats' figures.
    pub seats: Vec<Figures>,
    /// What is going on.
    pub stand: Stand,
    /// Seconds until pieces fall, while everyone gets ready.
    pub count: Option<u8>,
    /// Seconds that are left to play, if that is worth a clock.
    pub left: Option<u32>,
    /// How a run alone stands.
    pub run: Option<Run>,
    /// The seats that ask for a pause.
    pub asking: SeatSet,
    /// Whether everything stands still until a player goes on, or will in a moment.
    pub held: bool,
    /// The seats whose fields are not seen before the end.
    pub veiled: SeatSet,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

/// How a run alone stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Tenths of a second since the first piece.
    pub tenths: u64,
    /// How many lines are missing.
    pub missing: u32,
    /// Of how many.
    pub lines: u32,
}

/// A seat's figures.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    /// Points.
    pub score: u64,
    /// Lines.
    pub lines: u32,
    /// The level.
    pub level: u32,
    /// Pieces locked.
    pub pieces: u32,
    /// Rows on their way here.
    pub waiting: u16,
    /// The last clear or T-spin.
    pub last_clear: Option<LastClear>,
    /// Whether there is no room any more.
    pub out: bool,
}

impl Heads {
    /// What is known at a moment.
    pub fn of(view: &View, tick: f64) -> Self {
        let position = &view.position;
        let played = position.played(Tick(tick.max(0.0) as u64));
        let seconds = |ticks: f64| (ticks / SECOND).ceil().clamp(1.0, 99.0) as u8;
        let (stand, count) = match position.phase {
            Phase::Over => (Stand::Over, None),
            Phase::Paused { .. } => (Stand::Paused, None),
            Phase::Resuming { until, .. } => (Stand::Countdown, Some(seconds(until.0 as f64 - tick))),
            Phase::Playing if played < COUNTDOWN => (Stand::Countdown, Some(seconds((COUNTDOWN - played) as f64))),
            Phase::Playing => (Stand::Playing, None),
        };
        let figures = |well: &Well| Figures {
            score: well.score,
            lines: well.lines,
            level: well.level(&view.config),
            pieces: well.pieces,
            waiting: well.garbage.waiting(),
            last_clear: well.last_clear,
            out: well.topped_out.is_some(),
        };
        // A challenge counts from its very beginning, any other limit from the first piece.
        let (limit, since) = match view.config.challenge {
            Some(challenge) => (Some(challenge.seconds), 0),
            None => (view.config.time_limit, COUNTDOWN),
        };
        let limit = limit.filter(|&seconds| seconds <= SHOWN_LIMIT);
        let spent = played.saturating_sub(since).div_ceil(SECOND as u64) as u32;
        let run = view.config.goal.map(|goal| {
            let tenths = played.saturating_sub(COUNTDOWN) * 10 / SECOND as u64;
            let tenths =
                if position.outcome.is_some() { position.lasted(Seat(0)) * 10 / SECOND as u64 } else { tenths };
            let missing = goal.lines().saturating_sub(position.well(Seat(0)).lines);
            Run { tenths, missing, lines: goal.lines() }
        });
        Self {
            run,
            seats: position.wells.iter().map(figures).collect(),
            stand,
            count,
            left: limit.map(|seconds| u32::from(seconds).saturating_sub(spent)),
            asking: position.asking,
            held: position.is_paused(),
            veiled: view.veiled,
            outcome: position.outcome,
        }
    }

    /// The figures of a seat.
    pub fn seat(&self, seat: Seat) -> Option<&Figures> {
        self.seats.get(seat.index())
    }
}

impl arcade::Heads for Heads {
    fn stand(&self) -> Stand {
        self.stand
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

    fn sound(&self, before: &Self, _: Option<Seat>, mine: &[Seat]) {
        if let Some(outcome) = self.outcome.filter(|_| before.outcome.is_none()) {
            return sound::play(ending(outcome, mine));
        }
        if self.count.is_some() && self.count != before.count {
            sound::play(Cue::Action);
        }
        for &seat in mine {
            if let (Some(now), Some(then)) = (self.seat(seat), before.seat(seat)) {
                now.sound(then);
            }
        }
    }
}

impl Figures {
    fn sound(&self, before: &Self) {
        let cleared = self.last_clear.filter(|clear| Some(clear) != before.last_clear.as_ref());
        if self.level > before.level {
            sound::play(Cue::Turn);
        } else if let Some(LastClear { clear, .. }) = cleared {
            sound::play(if clear.lines == 4 || clear.spin != Spin::None { Cue::Great } else { Cue::Good });
        } else if self.waiting > before.waiting {
            sound::play(Cue::Bad);
        } else if self.pieces > before.pieces {
            sound::play(Cue::Place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::Heads as _;
    use parlor_kernel::{GameConfig, Key, KeyedDice, Table, Viewer};
    use parlor_tetris::{Action, Config, Tetris};

    /// Both have agreed, and the match still runs for half a second: the key calls the pause off.
    #[test]
    fn a_pause_can_be_called_off_before_it_begins() {
        let config = Config::preset("hope").expect("a preset");
        let mut table = Table::<Tetris, _>::new(config.into(), KeyedDice::new(Key([7; 32])));
        let now = Tick(COUNTDOWN + 60);
        table.advance(now, &mut ());
        let heads =
            |table: &Table<Tetris, KeyedDice>, seat| Heads::of(&table.view(Viewer::Seat(seat)), table.now().0 as f64);
        for seat in [Seat(0), Seat(1)] {
            assert!(!heads(&table, seat).resumes(seat));
            table.act(now, seat, Action::Pause, &mut ()).expect("to be asked");
        }
        let agreed = heads(&table, Seat(1));
        assert_eq!((agreed.stand, agreed.resumes(Seat(1))), (Stand::Playing, true));
        table.act(now, Seat(1), Action::Resume, &mut ()).expect("to be called off");
        assert!(!heads(&table, Seat(1)).held);
    }
}
