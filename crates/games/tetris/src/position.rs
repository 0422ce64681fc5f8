//! The position, and the two ways it changes: time passes, or something happens that cannot be worked out. The game
//! and every view of it run the same code.

use crate::{
    Config, Contest, What,
    config::Gap,
    figures::Figures,
    garbage::Attack,
    piece::Piece,
    timing::{COUNTDOWN, COUNTED_EVERY, TICKS_PER_SECOND},
    well::{LastClear, Well},
};
use parlor_arcade::{Contender, Pauses, settled, standing};
use parlor_kernel::{Duel, Outcome, Reason, Seat, SeatSet, Tick, Verdict};
use serde::{Deserialize, Serialize};

/// All there is to know about a match, except its rule set and its dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The fields, by seat.
    pub wells: Vec<Well>,
    /// What is going on.
    pub phase: Phase,
    /// How many ticks were spent in pauses. Wells count without them.
    pub paused: u64,
    /// The latest moment that anything happened, or that a view has been brought to.
    pub clock: Tick,
    /// The seats that ask for a pause.
    pub asking: SeatSet,
    /// When everything will stand still, if all have just agreed to a pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pausing: Option<Tick>,
    /// In a challenge, when each seat last did something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alive: Option<[Tick; 2]>,
    /// In a match for points, how each seat stood when that was last told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<[Figures; 2]>,
    /// The result, once there is one.
    #[serde(serialize_with = "Outcome::serialize_unseated_option")]
    pub outcome: Option<Outcome>,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Pieces fall, after a countdown at the beginning.
    Playing,
    /// Everything stands still.
    Paused {
        /// Since when.
        since: Tick,
        /// Until when at most.
        until: Tick,
    },
    /// A pause is over, and everything stands still until a countdown is over, too.
    Resuming {
        /// Since when everything stands still.
        since: Tick,
        /// When it goes on.
        until: Tick,
    },
    /// The match is over.
    Over,
}

/// What happens by itself.
#[derive(Clone, Copy)]
enum Next {
    /// Something in the field of a seat.
    Well(Seat),
    /// In a match for points, others hear how the seats stand.
    Count,
    /// The time is over.
    End,
}

/// What a position cannot know by itself, and whom it tells.
pub(crate) trait Fate {
    /// Where a gap is in what is sent to `seat`; the index counts rows or attacks, as the rule set has it.
    fn gap(&mut self, seat: Seat, index: u64) -> Option<u8>;
    /// The piece of that number.
    fn piece(&mut self, number: u32) -> Option<Piece>;
    /// Something happened that people should hear of.
    fn tell(&mut self, at: Tick, what: What);
}

/// Knows nothing and announces nothing: how views pass the time.
pub(crate) struct Unknown;

impl Fate for Unknown {
    fn gap(&mut self, _: Seat, _: u64) -> Option<u8> {
        None
    }

    fn piece(&mut self, _: u32) -> Option<Piece> {
        None
    }

    fn tell(&mut self, _: Tick, _: What) {}
}

impl Position {
    pub(crate) fn opening(config: &Config, first: &[Piece]) -> Self {
        Self {
            wells: vec![Well::new(first.to_vec()); config.seats.into()],
            phase: Phase::Playing,
            paused: 0,
            clock: Tick::ZERO,
            asking: SeatSet::EMPTY,
            pausing: None,
            alive: config.challenge.map(|_| [Tick::ZERO; 2]),
            told: config.is_veiled().then(Default::default),
            outcome: None,
        }
    }

    /// The field of a seat.
    pub fn well(&self, seat: Seat) -> &Well {
        &self.wells[seat.index()]
    }

    /// Ticks of play, without pauses.
    pub fn played(&self, now: Tick) -> u64 {
        match self.phase {
            Phase::Paused { since, .. } | Phase::Resuming { since, .. } => since.0 - self.paused,
            _ => now.0.saturating_sub(self.paused),
        }
    }

    /// Ticks of play of one seat, from the first piece until it had no room any more or until the clock.
    pub fn lasted(&self, seat: Seat) -> u64 {
        let until = self.well(seat).topped_out.unwrap_or_else(|| self.played(self.clock));
        until.saturating_sub(COUNTDOWN)
    }

    /// Whether everything stands still until a player goes on, or will in a moment.
    pub const fn is_paused(&self) -> bool {
        matches!(self.phase, Phase::Paused { .. }) || self.pausing.is_some()
    }

    /// What is to be known about pauses.
    pub(crate) fn pauses(&self, config: &Config) -> Pauses {
        Pauses { allowed: !config.is_unpaused(), paused: self.is_paused(), asking: self.asking }
    }

    /// When something next happens by itself.
    #[inline]
    pub(crate) fn due(&self, config: &Config) -> Option<Tick> {
        match self.phase {
            Phase::Playing => {
                let next = self.next(config).map(|(due, _)| Tick(due + self.paused));
                next.into_iter().chain(self.pausing).min()
            }
            Phase::Paused { until, .. } | Phase::Resuming { until, .. } => Some(until),
            Phase::Over => None,
        }
    }

    /// What is next, and when, in ticks of play.
    #[inline]
    fn next(&self, config: &Config) -> Option<(u64, Next)> {
        let mut next = self.end(config).map(|end| (end, Next::End));
        if self.told.is_some() {
            let due = (self.played(self.clock) / COUNTED_EVERY + 1) * COUNTED_EVERY;
            next = next.filter(|&(end, _)| end <= due).or(Some((due, Next::Count)));
        }
        for (well, seat) in self.wells.iter().zip(0..) {
            if let Some(due) = well.due()
                && next.is_none_or(|(earliest, of)| due < earliest || (due == earliest && !matches!(of, Next::Well(_))))
            {
                next = Some((due, Next::Well(Seat(seat))));
            }
        }
        next
    }

    /// Lets time pass until `now`. Gives back the result, if that ends the match.
    #[inline]
    pub(crate) fn advance(&mut self, config: &Config, now: Tick, fate: &mut impl Fate) -> Option<Outcome> {
        if self.phase != Phase::Playing {
            self.resume(config, now, fate);
        }
        if self.phase == Phase::Playing {
            let until = self.pausing.map_or(now, |at| at.min(now));
            let played = self.played(until);
            while let Some((due, next)) = self.next(config).filter(|&(due, _)| due <= played) {
                match next {
                    Next::Well(seat) => self.happen(config, seat, due, fate),
                    Next::Count => self.count_all(due, fate),
                    Next::End => break,
                }
            }
        }
        if self.phase != Phase::Over {
            self.clock = self.clock.max(now);
        }
        let ended = self.result(config, now);
        if let Some(at) = self.pausing.filter(|&at| at <= now && ended.is_none()) {
            self.stand_still(config, at);
        }
        ended
    }

    /// A pause begins. One that begins during the countdown after another goes on with it.
    fn stand_still(&mut self, config: &Config, at: Tick) {
        let since = match self.phase {
            Phase::Resuming { since, .. } => since,
            _ => at,
        };
        let until = at + u64::from(config.pause.seconds) * u64::from(TICKS_PER_SECOND);
        (self.phase, self.pausing) = (Phase::Paused { since, until }, None);
    }

    /// A pause that has lasted long enough leads to a countdown, and the countdown to play.
    fn resume(&mut self, config: &Config, now: Tick, fate: &mut impl Fate) {
        if let Phase::Paused { until, .. } = self.phase
            && until <= now
        {
            self.count_down(until);
            fate.tell(until, What::Resumed);
        }
        if let Phase::Resuming { since, until } = self.phase
            && until <= now
        {
            self.paused += until - since;
            (self.phase, self.clock) = (Phase::Playing, self.clock.max(until));
            let played = self.played(until);
            self.wells.iter_mut().for_each(|well| well.resume(config, played));
        }
    }

    /// The countdown after a pause begins.
    fn count_down(&mut self, at: Tick) {
        if let Phase::Paused { since, .. } = self.phase {
            self.phase = Phase::Resuming { since, until: at + COUNTDOWN };
        }
    }

    /// What is due in a well happens.
    #[inline]
    fn happen(&mut self, config: &Config, seat: Seat, due: u64, fate: &mut impl Fate) {
        let well = &mut self.wells[seat.index()];
        if well.active.is_none() {
            self.enter(config, seat, due, fate);
        } else if let Some(scored) = well.pass(config, due) {
            fate.tell(Tick(due + self.paused), cleared(seat, scored));
        }
    }

    /// Ruling: outgoing garbage cancels incoming, the rest is sent, and what has come in rises before the next piece
    /// has to find room. A piece that enters because another was held, and not because one locked, moves no garbage.
    fn enter(&mut self, config: &Config, seat: Seat, due: u64, fate: &mut impl Fate) {
        let at = Tick(due + self.paused);
        let well = &mut self.wells[seat.index()];
        let mut sent = 0;
        if !well.hold_spent {
            sent = well.garbage.cancel();
            well.rise(config.garbage.at_once, due);
        }
        if well.topped_out.is_none() {
            well.enter(config, due);
        }
        let (topped_out, number) = (well.topped_out.is_some(), well.shown);
        let counted = self.count(seat);
        let gaps = if sent > 0 { self.send(config, Duel::other(seat), sent, due, fate) } else { Vec::new() };
        if let Some(counted) = counted {
            fate.tell(at, counted);
        }
        if topped_out {
            fate.tell(at, What::ToppedOut { seat });
        }
        if let Some(shown) = fate.piece(number) {
            self.show(config, seat, shown);
            fate.tell(at, What::Entered { seat, shown, gaps });
        }
    }

    /// In a match for points, how a seat stands becomes known, if that has changed.
    pub(crate) fn count(&mut self, seat: Seat) -> Option<What> {
        let figures = Figures::of(self.well(seat));
        let told = &mut self.told.as_mut()?[seat.index()];
        (std::mem::replace(told, figures) != figures).then_some(What::Counted { seat, figures })
    }

    /// Seed: others hear how a seat stands every ten seconds, however long its piece takes.
    fn count_all(&mut self, due: u64, fate: &mut impl Fate) {
        let at = Tick(due + self.paused);
        self.clock = at;
        for seat in Seat::all(self.wells.len() as u8) {
            if let Some(counted) = self.count(seat) {
                fate.tell(at, counted);
            }
        }
    }

    /// Rows leave for `seat`. Ruling (ours): their gaps are drawn and told now, and they land a little later, so that
    /// the receiver has heard of them by then.
    fn send(&mut self, config: &Config, seat: Seat, rows: u16, due: u64, fate: &mut impl Fate) -> Vec<u8> {
        let garbage = &mut self.wells[seat.index()].garbage;
        let index = |row: u16| match config.garbage.gap {
            Gap::PerRow => garbage.rows + u32::from(row),
            Gap::PerAttack => garbage.attacks,
        };
        let gaps: Vec<u8> = (0..rows).map_while(|row| fate.gap(seat, index(row).into())).collect();
        garbage.receive(Attack { lands: due + u64::from(config.garbage.flight), rows, gaps: gaps.clone() });
        gaps
    }

    fn show(&mut self, config: &Config, seat: Seat, piece: Piece) {
        let well = &mut self.wells[seat.index()];
        if well.next.len() < usize::from(config.next) {
            well.next.push(piece);
            well.shown += 1;
        }
    }

    /// When the time is over, in ticks of play, as far as that is known.
    #[inline]
    fn end(&self, config: &Config) -> Option<u64> {
        if let Some(challenge) = config.challenge
            && let Some(both) = self.contenders()
        {
            return Some(challenge.ends(TICKS_PER_SECOND, both).0);
        }
        config.ticks().map(|ticks| COUNTDOWN + ticks)
    }

    /// Whether nothing counts any more, because the time is over.
    pub(crate) fn time_is_up(&self, config: &Config, now: Tick) -> bool {
        self.end(config).is_some_and(|end| self.played(now) >= end)
    }

    /// How far two seats have come in a contest of points. A challenge is not paused, so ticks of play are ticks.
    fn contenders(&self) -> Option<[Contender; 2]> {
        let [first, second] = &self.wells[..] else { return None };
        let alive = self.alive.unwrap_or_default();
        let contender =
            |well: &Well, alive| Contender { score: well.score, finished: well.topped_out.map(Tick), alive };
        Some([contender(first, alive[0]), contender(second, alive[1])])
    }

    /// The result of a challenge, if nothing that may still happen can change it.
    pub(crate) fn settled(&self, config: &Config) -> Option<Outcome> {
        config.challenge.and_then(|_| settled(self.contenders()?, None))
    }

    /// The result as it stands, if the match is over by now.
    pub(crate) fn result(&self, config: &Config, now: Tick) -> Option<Outcome> {
        if self.phase != Phase::Playing {
            return None;
        }
        let out = |seat: usize| self.wells[seat].topped_out;
        let won = |verdict| Some(Outcome { verdict, reason: Reason::Completed });
        let time_is_up = self.time_is_up(config, now);
        let Some(both) = self.contenders() else {
            // Alone, lasting wins and topping out does not. A goal that is reached with the last room there was is reached.
            let is_reached = config.goal.is_some_and(|goal| self.wells[0].lines >= goal.lines());
            return match (out(0), is_reached || time_is_up) {
                (Some(_), _) if !is_reached => won(Verdict::Won(SeatSet::EMPTY)),
                (_, true) => won(Verdict::Won(SeatSet::only(Seat(0)))),
                (_, false) => None,
            };
        };
        if let Some(challenge) = config.challenge {
            return challenge.outcome(TICKS_PER_SECOND, now, both, None);
        }
        if config.contest == Contest::Versus {
            match (out(0), out(1)) {
                (None, None) if !time_is_up => return None,
                (None, None) => {}
                (Some(first), Some(second)) if first == second => return won(Verdict::Draw),
                (first, second) => {
                    let first_loses = first.unwrap_or(u64::MAX) < second.unwrap_or(u64::MAX);
                    return won(Verdict::Won(SeatSet::only(Seat(u8::from(first_loses)))));
                }
            }
        } else if !time_is_up && (out(0).is_none() || out(1).is_none()) {
            return None;
        }
        // HopeAddon: equal points go to the player who finished first.
        won(standing(both))
    }

    /// A seat did something that counts as a sign of life.
    #[inline]
    fn note_life(&mut self, at: Tick, what: &What) {
        if let Some(alive) = &mut self.alive
            && let What::Pressed { seat, .. }
            | What::Released { seat, .. }
            | What::Tapped { seat, .. }
            | What::Handled { seat, .. } = *what
        {
            alive[seat.index()] = at;
        }
    }

    /// Something happens. Time has been let pass until then. Gives back what a lock did.
    pub(crate) fn apply(&mut self, config: &Config, at: Tick, what: &What) -> Option<What> {
        let (now, frozen) = (self.played(at), self.phase != Phase::Playing);
        self.clock = self.clock.max(at);
        self.note_life(at, what);
        match *what {
            What::Pressed { seat, key } => {
                let scored = self.wells[seat.index()].press(config, key, now, frozen)?;
                return Some(cleared(seat, scored));
            }
            What::Released { seat, key } => self.wells[seat.index()].release(key, now),
            What::Tapped { seat, key } => {
                let well = &mut self.wells[seat.index()];
                let scored = well.press(config, key, now, frozen);
                well.release(key, now);
                return Some(cleared(seat, scored?));
            }
            What::Handled { seat, handling } => self.wells[seat.index()].handling = handling,
            What::Entered { seat, shown, ref gaps } => {
                self.show(config, seat, shown);
                if !gaps.is_empty() {
                    let lands = now + u64::from(config.garbage.flight);
                    self.wells[Duel::other(seat).index()].garbage.learn(lands, gaps);
                }
            }
            What::PauseAsked { seat } => self.asking = self.asking.with(seat),
            What::PauseDropped { seat } => self.asking = self.asking.without(seat),
            What::Paused => {
                self.asking = SeatSet::EMPTY;
                // Nothing moves during a countdown, so no notice is needed.
                match (self.phase, config.pause.notice) {
                    (Phase::Playing, notice @ 1..) => self.pausing = Some(at + u64::from(notice)),
                    _ => self.stand_still(config, at),
                }
            }
            What::Resumed if self.pausing.take().is_some() => {}
            What::Resumed => self.count_down(at),
            What::Over { outcome } => {
                // A player who gives up in a pause has not played during it.
                if let Phase::Paused { since, .. } | Phase::Resuming { since, .. } = self.phase {
                    self.paused += at - since;
                }
                (self.phase, self.pausing, self.outcome) = (Phase::Over, None, Some(outcome));
            }
            What::Counted { seat, figures } => {
                if let Some(told) = &mut self.told {
                    told[seat.index()] = figures;
                }
            }
            What::ToppedOut { seat } => {
                self.wells[seat.index()].topped_out.get_or_insert(now);
            }
            What::Cleared { .. } | What::Unveiled(_) => {}
        }
        None
    }
}

const fn cleared(seat: Seat, LastClear { clear, points, attack, .. }: LastClear) -> What {
    What::Cleared { seat, clear, points, attack }
}
