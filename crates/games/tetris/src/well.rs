//! One seat's field: its stack, the piece that falls into it, and what its keys do.
//!
//! A well sleeps from one thing that is due to the next. Its times are ticks of play, which pauses are no part of.

use crate::{
    Config,
    board::{Board, ROWS},
    figures::Figures,
    garbage::Garbage,
    handling::{Handling, Key, Keys},
    paint::Paint,
    piece::{Piece, Placement, Turn},
    scoring::{Clear, Streak},
    spin::Spin,
    timing::{COUNTDOWN, ENTRY_DELAY, FineTicks, LOCK_DELAY, LOCK_RESETS},
};
use serde::{Deserialize, Serialize};

/// One seat's field.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Well {
    /// The stack.
    pub board: Board,
    /// What its cells once were.
    pub paint: Paint,
    /// The piece in play.
    pub active: Option<Active>,
    /// When the next piece enters, if none is in play.
    pub entry: Option<u64>,
    /// The pieces to come that are shown.
    pub next: Vec<Piece>,
    /// How many pieces were ever shown.
    pub shown: u32,
    /// The piece that is held.
    pub hold: Option<Piece>,
    /// Whether a piece was held since the last lock.
    pub hold_spent: bool,
    /// Which keys are down.
    pub keys: Keys,
    /// How they repeat.
    pub handling: Handling,
    /// How many keys were pressed.
    pub strokes: u32,
    /// The last of them: it may have had no other effect.
    pub last_key: Option<Key>,
    /// Garbage on its way.
    pub garbage: Garbage,
    /// Back-to-back and combo.
    pub streak: Streak,
    /// The last lock that cleared lines or was a T-spin, for the eye.
    pub last_clear: Option<LastClear>,
    /// Points.
    pub score: u64,
    /// Lines cleared.
    pub lines: u32,
    /// Pieces locked.
    pub pieces: u32,
    /// Rows of garbage that its clears were worth, in a match with garbage.
    pub sent: u32,
    /// When there was no room any more.
    pub topped_out: Option<u64>,
}

/// The piece in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Active {
    /// Where it is.
    pub placement: Placement,
    /// When it entered.
    pub since: u64,
    /// The kick of its last turn, if nothing moved it since.
    pub kick: Option<u8>,
    /// When it falls by a row; `None` on the ground.
    pub fall: Option<FineTicks>,
    /// When it would fall by that row without soft drop.
    pub gravity: FineTicks,
    /// When it locks; `None` in the air.
    pub lock: Option<u64>,
    /// When it next moves sideways by itself.
    pub shift: Option<u64>,
    /// How often its rest was started anew.
    pub resets: u8,
}

/// A lock that people should hear of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastClear {
    /// Which of this seat's pieces it was, counted from 1.
    pub piece: u32,
    /// What it did.
    pub clear: Clear,
    /// Points for it.
    pub points: u32,
    /// Rows of garbage for it.
    pub attack: u8,
    /// Back-to-back and combo after it.
    pub streak: Streak,
    /// Whether it counted as back-to-back.
    pub back_to_back: bool,
}

impl Well {
    /// An empty field whose first piece enters after the countdown.
    pub(crate) fn new(next: Vec<Piece>) -> Self {
        Self {
            board: Board::EMPTY,
            paint: Paint::default(),
            active: None,
            entry: Some(COUNTDOWN),
            shown: next.len() as u32,
            next,
            hold: None,
            hold_spent: false,
            keys: Keys::default(),
            handling: Handling::default(),
            strokes: 0,
            last_key: None,
            garbage: Garbage::default(),
            streak: Streak::default(),
            last_clear: None,
            score: 0,
            lines: 0,
            pieces: 0,
            sent: 0,
            topped_out: None,
        }
    }

    /// A field of which only its figures are known, and when it had no room any more. Nothing ever happens in it.
    pub(crate) fn veiled(Figures { score, lines, pieces }: Figures, topped_out: Option<u64>) -> Self {
        Self { entry: None, score, lines, pieces, topped_out, ..Self::new(Vec::new()) }
    }

    /// The level, which decides gravity and points.
    pub fn level(&self, config: &Config) -> u32 {
        u32::from(config.start_level) + self.lines / u32::from(config.lines_per_level)
    }

    /// Where the piece in play would come to rest if it were dropped.
    pub fn ghost(&self) -> Option<Placement> {
        self.active.map(|active| active.placement.moved(0, -self.board.drop_height(active.placement)))
    }

    /// When something next happens by itself.
    #[inline]
    pub(crate) fn due(&self) -> Option<u64> {
        // A view that has not been told what comes next waits.
        let Some(active) = &self.active else { return self.entry.filter(|_| !self.next.is_empty()) };
        let fall = active.fall.map_or(u64::MAX, FineTicks::ceil);
        Some(fall.min(active.lock.unwrap_or(u64::MAX)).min(active.shift.unwrap_or(u64::MAX)))
    }

    /// Does what is due, except letting a piece enter.
    #[inline]
    pub(crate) fn pass(&mut self, config: &Config, now: u64) -> Option<LastClear> {
        let active = self.active.as_mut()?;
        if active.shift.is_some_and(|due| due <= now) {
            self.shift(config, now);
        }
        self.fall(config, now);
        self.lock_if_due(config, now)
    }

    #[inline]
    fn lock_if_due(&mut self, config: &Config, now: u64) -> Option<LastClear> {
        let due = self.active.as_ref().and_then(|active| active.lock).is_some_and(|due| due <= now);
        if due { self.lock(config, now) } else { None }
    }

    /// Rows that have landed rise, `at_once` at most. Ruling: overflow ends the game.
    pub(crate) fn rise(&mut self, at_once: u8, now: u64) {
        for _ in 0..at_once {
            let Some(gap) = self.garbage.rise(now) else { break };
            if self.board.height() == ROWS as u32 {
                self.top_out(now);
                break;
            }
            self.board.push_garbage(gap.into());
            self.paint.push_garbage(gap.into());
        }
    }

    /// The next piece enters. Garbage has risen.
    pub(crate) fn enter(&mut self, config: &Config, now: u64) {
        self.entry = None;
        let piece = self.next.remove(0);
        self.put_into_play(config, piece, now);
    }

    /// Ruling: a piece that has no room to enter ends the game for its seat.
    fn put_into_play(&mut self, config: &Config, piece: Piece, now: u64) {
        let above = Placement::entering(piece);
        if !self.board.fits(above) {
            return self.top_out(now);
        }
        // It comes into sight at once if it can.
        let placement = if self.board.fits(above.moved(0, -1)) { above.moved(0, -1) } else { above };
        let mut active = Active {
            placement,
            since: now,
            kick: None,
            fall: None,
            gravity: FineTicks::whole(now),
            lock: None,
            shift: None,
            resets: 0,
        };
        if let Some((_, since)) = self.keys.toward {
            active.shift = Some(now.max(since + u64::from(self.handling.delay)));
        }
        self.active = Some(active);
        self.settle(config, now);
        if active.shift == Some(now) {
            self.shift(config, now);
        }
        if self.keys.soft {
            self.hurry(config, now);
        }
    }

    /// There is no room any more.
    pub(crate) fn top_out(&mut self, now: u64) {
        (self.active, self.entry, self.topped_out) = (None, None, Some(now));
    }

    /// How long a row takes: with the keys as they are, and by gravity alone.
    fn row_times(&self, config: &Config) -> (FineTicks, FineTicks) {
        let gravity = config.gravity.per_row(self.level(config));
        let soft = FineTicks::whole(self.handling.soft.into());
        (if self.keys.soft { gravity.min(soft) } else { gravity }, gravity)
    }

    /// Moves sideways once, or all the way if repeats take no time.
    fn shift(&mut self, config: &Config, now: u64) {
        let (Some((side, _)), Some(active)) = (self.keys.toward, &mut self.active) else { return };
        active.shift = Some(now + u64::from(self.handling.repeat.max(1)));
        while self.step(config, side.dx(), now) && self.handling.repeat == 0 {}
    }

    /// Moves sideways by one column, if there is room.
    fn step(&mut self, config: &Config, dx: i8, now: u64) -> bool {
        let Some(active) = &mut self.active else { return false };
        let beside = active.placement.moved(dx, 0);
        let moves = self.board.fits(beside);
        if moves {
            (active.placement, active.kick) = (beside, None);
            self.moved(config, false, now);
        }
        moves
    }

    fn turn(&mut self, config: &Config, turn: Turn, now: u64) {
        let Some(active) = &mut self.active else { return };
        let Some((placement, kick)) = self.board.turned(active.placement, turn) else { return };
        let lifts = placement.y > active.placement.y;
        // Ruling (ours): a piece that has had all its resets is not kicked up any more, or it could be kept up for ever.
        if lifts && active.resets == LOCK_RESETS {
            return;
        }
        (active.placement, active.kick) = (placement, Some(kick));
        self.moved(config, lifts, now);
    }

    /// Ruling: a move or turn on the ground starts the rest anew, up to fifteen times. A kick up counts in the air, too.
    fn moved(&mut self, config: &Config, lifts: bool, now: u64) {
        if let Some(active) = &mut self.active
            && (active.lock.is_some() || lifts)
            && active.resets < LOCK_RESETS
        {
            active.resets += 1;
            active.lock = active.lock.map(|_| now + LOCK_DELAY);
        }
        self.settle(config, now);
    }

    /// Ruling: the rest begins on the ground and ends when the piece can fall again. A piece that has had all its
    /// resets rests no more.
    fn settle(&mut self, config: &Config, now: u64) {
        let (row_time, gravity) = self.row_times(config);
        let Some(active) = &mut self.active else { return };
        if self.board.fits(active.placement.moved(0, -1)) {
            active.lock = None;
            if active.fall.is_none() {
                let from = FineTicks::whole(now).0;
                active.fall = Some(FineTicks(from + row_time.0.max(1)));
                active.gravity = FineTicks(from + gravity.0);
            }
        } else {
            active.fall = None;
            let rest = if active.resets < LOCK_RESETS { LOCK_DELAY } else { 0 };
            active.lock.get_or_insert(now + rest);
        }
    }

    /// Falls by as many rows as are due.
    #[inline]
    fn fall(&mut self, config: &Config, now: u64) {
        while let Some(active) = &mut self.active
            && let Some(due) = active.fall
            && due.ceil() <= now
        {
            (active.placement, active.kick) = (active.placement.moved(0, -1), None);
            let (row_time, gravity) = self.row_times(config);
            if self.keys.soft {
                self.score += 1;
            }
            if let Some(active) = &mut self.active {
                active.fall = Some(FineTicks(due.0 + row_time.0));
                active.gravity = FineTicks(due.0 + gravity.0);
            }
            self.settle(config, now);
        }
    }

    /// Soft drop begins, or goes on with a new piece or after a pause.
    fn hurry(&mut self, config: &Config, now: u64) {
        let (row_time, _) = self.row_times(config);
        if let Some(active) = &mut self.active
            && let Some(fall) = &mut active.fall
        {
            *fall = (*fall).min(FineTicks(FineTicks::whole(now).0 + row_time.0));
        }
        self.fall(config, now);
    }

    /// Soft drop ends: the next row comes when it would have come without. Tapping the key gains no time.
    fn slow_down(&mut self) {
        if let Some(active) = &mut self.active {
            active.fall = active.fall.map(|_| active.gravity);
        }
    }

    /// A key goes down. `frozen` is a pause: then nothing moves yet.
    pub(crate) fn press(&mut self, config: &Config, key: Key, now: u64, frozen: bool) -> Option<LastClear> {
        self.keys.press(key, now);
        self.strokes += 1;
        self.last_key = Some(key);
        if frozen {
            return None;
        }
        match key {
            Key::Left | Key::Right => self.begin_to_move(config, now),
            Key::Soft => self.hurry(config, now),
            Key::TurnRight => self.turn(config, Turn::Right, now),
            Key::TurnLeft => self.turn(config, Turn::Left, now),
            Key::Hard => return self.hard_drop(config, now),
            Key::Hold => self.swap(config, now),
        }
        self.lock_if_due(config, now)
    }

    /// A key that can be held comes up.
    pub(crate) fn release(&mut self, key: Key, now: u64) {
        self.keys.release(key, now);
        if key == Key::Soft {
            self.slow_down();
        } else {
            self.aim_repeat(now);
        }
    }

    fn begin_to_move(&mut self, config: &Config, now: u64) {
        if let Some((side, _)) = self.keys.toward {
            self.step(config, side.dx(), now);
        }
        self.aim_repeat(now);
    }

    /// A pause is over. Keys may have gone down and come up in it.
    pub(crate) fn resume(&mut self, config: &Config, now: u64) {
        self.aim_repeat(now);
        if self.keys.soft {
            self.hurry(config, now);
        }
    }

    /// When the direction that is down will repeat.
    fn aim_repeat(&mut self, now: u64) {
        let due = self.keys.toward.map(|(_, since)| since + u64::from(self.handling.delay.max(1)));
        if let Some(active) = &mut self.active {
            active.shift = due.map(|due| due.max(now + 1));
        }
    }

    /// HopeAddon: two points for each row.
    fn hard_drop(&mut self, config: &Config, now: u64) -> Option<LastClear> {
        let active = self.active.as_mut()?;
        let rows = self.board.drop_height(active.placement);
        if rows > 0 {
            (active.placement, active.kick) = (active.placement.moved(0, -rows), None);
            self.score += 2 * rows as u64;
        }
        self.lock(config, now)
    }

    fn swap(&mut self, config: &Config, now: u64) {
        let Some(active) = self.active.take() else { return };
        self.hold_spent = true;
        match self.hold.replace(active.placement.piece) {
            Some(piece) => self.put_into_play(config, piece, now),
            None => self.entry = Some(now + 1),
        }
    }

    /// The piece becomes part of the stack.
    fn lock(&mut self, config: &Config, now: u64) -> Option<LastClear> {
        let Active { placement, kick, .. } = self.active.take()?;
        let spin = config.spins.judge(&self.board, placement, kick);
        self.board.place(placement);
        self.paint.place(placement);
        let rows = self.board.clear_lines();
        self.paint.remove(rows);
        let lines = rows.count_ones() as u8;
        let clear = Clear { lines, spin, perfect: lines > 0 && self.board.is_empty() };
        // Ruling: the level before the clear counts.
        let points = config.scoring.points(clear, self.streak, self.level(config));
        let attack = config.scoring.attack(clear, self.streak);
        let back_to_back = self.streak.back_to_back && config.scoring.is_difficult(clear);
        self.streak = config.scoring.streak(self.streak, clear);
        self.score += u64::from(points);
        self.lines += u32::from(lines);
        self.pieces += 1;
        if config.has_garbage() {
            self.sent += u32::from(attack);
            self.garbage.outgoing += u16::from(attack);
        }
        self.hold_spent = false;
        self.entry = Some(now + ENTRY_DELAY);
        if lines == 0 && spin == Spin::None {
            return None;
        }
        self.last_clear =
            Some(LastClear { piece: self.pieces, clear, points, attack, streak: self.streak, back_to_back });
        self.last_clear
    }
}
