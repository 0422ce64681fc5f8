//! A match in progress: the game's table together with its log.

use crate::{
    chance::Chance,
    done::Logged,
    effects::Answer,
    input::{ConnectionId, Moment},
    inputs::{Inputs, Waiting},
    restore::RecoverError,
    rules::{Candidate, Rules},
};
use parlor_kernel::{
    Announcement, AnyBot, AnyTable, Audience, Cadence, Commitment, Entry, Format, Header, Input, Journal, Key,
    Mismatch, Outcome, Refusal, Rng, Seat, SeatLabel, SeatSet, Tick, Viewer,
};
use parlor_store::{Counts, MatchRow, NewEntry, NewResult, Player, StoredEntry, Write};
use parlor_wire::{
    MatchId,
    frame::{Ended, Heard, Playing},
};
use serde_json::{Value, value::RawValue};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// How often a seat may act in a turn-based match: far more often than any needs. A match comes to an end, and its log
/// can be replayed in a moment. After that the seat may only end it. How much a user may write in all of their matches
/// is the house's to say.
const MOST_ACTIONS: u64 = 10_000;
/// The same in a real-time match: hours of play.
const MOST_INPUTS: u64 = 250_000;

/// How often a real-time match is brought up to date, in milliseconds. Everyone has heard of inputs by then; this is how
/// long a crash may take back.
const SETTLE_EVERY_MS: u64 = 250;

/// Why something in a match is refused, apart from the game's own rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum PlayError {
    /// No match is being played.
    #[error("No match is being played at this table.")]
    NoMatch,
    /// The match is over.
    #[error("The game is already over.")]
    #[strum(serialize = "game_already_over")]
    Over,
    /// The seat has acted too often.
    #[error("You have acted too often for this match to go on. Surrender, or let the clock run out.")]
    #[strum(serialize = "match_too_long")]
    TooLong,
    /// The input was meant for a match that looked otherwise.
    #[error("Your connection held that up for too long, so it did not count.")]
    TooLate,
    /// Too many inputs wait.
    #[error("That was too fast; wait a moment.")]
    TooFast,
}

/// A match whose actions are logged before anyone hears what came of them.
pub struct LiveMatch {
    id: MatchId,
    key: Key,
    commitment: Commitment,
    opened_ms: u64,
    /// Who sat in each seat when it began.
    players: Vec<SeatLabel>,
    /// Whether it is played by a preset's own rules.
    plain: bool,
    /// The team of each seat, where it plays in one.
    teams: Vec<Option<u8>>,
    table: Box<dyn AnyTable>,
    /// Keeps the log.
    journal: Journal,
    /// How often each seat has acted.
    acted: Vec<u64>,
    /// The commands in the log, so that a repeated one is not done twice.
    logged: Logged,
    ended: Option<Ended>,
    /// Inputs that wait for their tick, in a real-time match.
    inputs: Inputs,
    /// When a real-time match was last brought up to date, on the house's clock.
    settled_ms: u64,
    /// When bots were last asked, in a real-time match.
    asked: Tick,
}

/// What a change to a match leads to: first it is written, then it is told.
#[derive(Debug, Default)]
pub struct Progress {
    /// What makes it durable.
    pub writes: Vec<Write>,
    /// What to tell.
    pub announcements: Vec<Announcement>,
    /// Whom to answer what, once all that is done.
    pub answers: Vec<Answer>,
    /// How the match ended, if it did.
    pub ended: Option<Ended>,
}

impl Progress {
    fn then(&mut self, next: Self) {
        self.writes.extend(next.writes);
        self.announcements.extend(next.announcements);
        self.answers.extend(next.answers);
        self.ended = next.ended.or(self.ended.take());
    }
}

/// Whether a match is played by a preset's own rules.
fn is_plain(rules: &Rules, header: &Header) -> bool {
    let bots = (0u8..).zip(&header.seats).filter(|(_, label)| label.bot.is_some()).map(|(seat, _)| Seat(seat));
    rules.is_plain(bots.collect())
}

impl LiveMatch {
    /// Begins a match now, on a clock that shows what the house's does.
    pub fn begin(
        rules: &mut Rules,
        candidate: Candidate,
        seats: Vec<(SeatLabel, Player)>,
        rated: bool,
        (now, chance): (Moment, &mut Chance),
    ) -> Result<(Self, Write), Refusal> {
        let key = chance.key();
        let commitment = key.commitment();
        let table = rules.open(candidate, key.clone())?;
        let spec = rules.spec();
        let (labels, players): (Vec<_>, Vec<_>) = seats.into_iter().unzip();
        let header = Header {
            format: Format::NEWEST,
            game: spec.id.into(),
            rules: spec.rules,
            config: rules.config().as_ref().clone(),
            seats: labels,
            commitment,
        };
        let row = MatchRow {
            id: MatchId::new(now.wall_ms, chance.word()),
            header,
            key,
            rated,
            opened_ms: now.house_ms,
            started_at: now.wall_ms,
            ended_at: None,
            footer: None,
        };
        let live = Self::new(rules, &row, table, Logged::new(chance));
        Ok((live, Write::BeginMatch { row: Box::new(row), players }))
    }

    fn new(rules: &Rules, row: &MatchRow, table: Box<dyn AnyTable>, logged: Logged) -> Self {
        let players = row.header.seats.clone();
        let seats = Seat::all(players.len() as u8);
        Self {
            id: row.id,
            commitment: row.header.commitment,
            key: row.key.clone(),
            opened_ms: row.opened_ms,
            acted: vec![0; players.len()],
            players,
            plain: is_plain(rules, &row.header),
            teams: seats.map(|seat| rules.team(seat)).collect(),
            journal: Journal::new(&row.header, table.spec().digest_every),
            table,
            logged,
            ended: None,
            inputs: Inputs::default(),
            settled_ms: row.opened_ms,
            asked: Tick::ZERO,
        }
    }

    /// Brings a match back from its log.
    ///
    /// # Errors
    /// If it cannot be opened, or the log does not hold.
    pub fn replay(
        rules: &mut Rules,
        row: MatchRow,
        entries: &[StoredEntry],
        logged: Logged,
    ) -> Result<Self, RecoverError> {
        let (known, found) = (rules.spec().rules, row.header.rules);
        if known != found {
            return Err(Mismatch::OtherRules { known, found }.into());
        }
        let table = rules.reopen(&row.header.config, row.key.clone());
        let table = table.map_err(|refusal| RecoverError::Rules(refusal.message))?;
        let mut live = Self::new(rules, &row, table, logged);
        for stored in entries {
            live.journal.follow(live.table.as_mut(), &stored.entry)?;
            if let Input::Act { seat, .. } = &stored.entry.input {
                live.acted[seat.index()] += 1;
            }
            stored.command.iter().for_each(|command| live.logged.insert(command));
        }
        if let Some(footer) = row.footer {
            live.table.advance(footer.tick);
            live.ended = live.result();
        }
        Ok(live)
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.players.len() as u8)
    }

    /// It follows another match at the same table, whose commands it knows.
    pub fn follow(&mut self, before: Self) {
        self.logged = before.logged.next_match();
    }

    /// What is known of commands when it, or the match before it, is brought back from its log.
    pub fn brought_back(&self) -> Logged {
        self.logged.brought_back()
    }

    /// Its id.
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// Whether a bot sat in `seat` when it began.
    pub fn began_as_bot(&self, seat: Seat) -> bool {
        self.players[seat.index()].bot.is_some()
    }

    /// How many turns have been taken.
    pub fn turns(&self) -> u64 {
        self.table.turns()
    }

    /// Options for the next match at the same table.
    pub fn carries(&self) -> Value {
        self.table.carries()
    }

    /// Whether it is over.
    pub const fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// Whether a command is in the log already.
    pub fn has_done(&self, command: &str) -> bool {
        self.logged.contains(command)
    }

    /// The match's time when its clock shows `clock_ms`. It stops when the match is over.
    pub fn tick(&self, clock_ms: u64) -> Tick {
        if self.is_over() {
            return self.table.now();
        }
        let elapsed = u128::from(clock_ms.saturating_sub(self.opened_ms));
        Tick((elapsed * u128::from(self.table.spec().ticks_per_second) / 1000) as u64).max(self.table.now())
    }

    /// Whether anything still depends on the match's time: without a deadline players need not be told it.
    pub fn counts_time(&self) -> bool {
        !self.is_over() && (self.cadence().is_some() || self.table.next_wake().is_some())
    }

    /// What its clock will show when the game next moves by itself.
    pub fn next_wake_ms(&self) -> Option<u64> {
        if self.is_over() {
            return None;
        }
        if self.cadence().is_some() {
            return Some(self.settled_ms + SETTLE_EVERY_MS);
        }
        Some(self.clock_ms(self.table.next_wake()?))
    }

    /// What its clock shows at a tick.
    fn clock_ms(&self, tick: Tick) -> u64 {
        let ms = (u128::from(tick.0) * 1000).div_ceil(u128::from(self.table.spec().ticks_per_second));
        self.opened_ms.saturating_add(ms as u64)
    }

    /// How far a real-time match is settled.
    pub fn settled_tick(&self) -> Option<Tick> {
        self.cadence().map(|_| self.table.now())
    }

    /// Whether it moves by itself and is not over.
    pub fn is_real_time(&self) -> bool {
        self.cadence().is_some() && !self.is_over()
    }

    /// How a real-time match is run.
    fn cadence(&self) -> Option<Cadence> {
        self.table.cadence()
    }

    /// The moment up to which everything is settled when its clock shows `clock_ms`.
    fn settled(&self, clock_ms: u64) -> Tick {
        let now = self.tick(clock_ms);
        let patience = self.cadence().map_or(0, |cadence| cadence.patience);
        Tick(now.0.saturating_sub(patience)).max(self.table.now())
    }

    /// The seats it waits for.
    pub fn awaiting(&self) -> SeatSet {
        if self.is_over() { SeatSet::EMPTY } else { self.table.awaiting() }
    }

    /// The same, if everyone may know it.
    pub fn open_turns(&self) -> Option<SeatSet> {
        if self.is_over() { Some(SeatSet::EMPTY) } else { self.table.open_turns() }
    }

    /// Whether `seat` has played to the end.
    pub fn has_finished(&self, seat: Seat) -> bool {
        self.table.has_finished(seat)
    }

    /// Whether `seat` is out of the match, which goes on without it.
    pub fn has_left(&self, seat: Seat) -> bool {
        self.table.has_left(seat)
    }

    /// Lets time pass, and with it the inputs that waited for their tick.
    pub fn advance(&mut self, clock_ms: u64, now: Moment) -> Progress {
        let until = self.settled(clock_ms);
        self.settled_ms = clock_ms;
        let mut progress = Progress::default();
        while !self.is_over()
            && let Some((tick, seat, input)) = self.inputs.next(until)
        {
            progress.then(self.advance_to(tick, now));
            let Waiting { action, asked } = input;
            let played = if self.is_over() {
                Err(PlayError::Over.into())
            } else {
                let name = asked.as_ref().map(|asked| asked.name());
                self.play(tick, seat, action.get(), name, now).map(|played| progress.then(played))
            };
            progress.answers.extend(asked.map(|asked| asked.becomes(played)));
        }
        if !self.is_over() {
            progress.then(self.advance_to(until, now));
        }
        progress
    }

    /// Refuses all inputs that wait: they will not come to count.
    pub fn refuse_inputs(&mut self, why: &Refusal) -> Vec<Answer> {
        self.inputs.refuse(why).collect()
    }

    /// Only what people hear of is logged: silent ticks are implied.
    fn advance_to(&mut self, tick: Tick, now: Moment) -> Progress {
        let announcements = self.table.advance(tick);
        if announcements.is_empty() {
            return Progress::default();
        }
        self.log(tick, "\"wake\"".into(), None, announcements, now)
    }

    /// Does an action. Time must have been let pass before.
    pub fn act(
        &mut self,
        clock_ms: u64,
        seat: Seat,
        action: &str,
        command: Option<&str>,
        now: Moment,
    ) -> Result<Progress, Refusal> {
        self.play(self.settled(clock_ms), seat, action, command, now)
    }

    fn play(
        &mut self,
        tick: Tick,
        seat: Seat,
        action: &str,
        command: Option<&str>,
        now: Moment,
    ) -> Result<Progress, Refusal> {
        let most = if self.table.spec().real_time { MOST_INPUTS } else { MOST_ACTIONS };
        if self.acted[seat.index()] >= most && !self.table.would_end(tick, seat, action) {
            return Err(PlayError::TooLong.into());
        }
        let (input, announcements) = self.table.act(tick, seat, action)?;
        self.acted[seat.index()] += 1;
        Ok(self.log(tick, input, command, announcements, now))
    }

    /// Whether the match would be over if `seat` did this.
    pub fn would_end(&self, clock_ms: u64, seat: Seat, action: &str) -> bool {
        self.table.would_end(self.settled(clock_ms), seat, action)
    }

    /// What follows from an action of `seat` that was refused, if anything does.
    pub fn amend(&mut self, clock_ms: u64, seat: Seat, refused: &str, now: Moment) -> Option<Progress> {
        let amends = self.table.amends(seat, refused)?;
        self.act(clock_ms, seat, &amends, None, now).ok()
    }

    /// Takes a seat out for good. Time must have been let pass before.
    pub fn leave(&mut self, clock_ms: u64, seat: Seat, now: Moment) -> Result<Progress, Refusal> {
        let tick = self.settled(clock_ms);
        let (input, announcements) = self.table.leave(tick, seat)?;
        Ok(self.log(tick, input, None, announcements, now))
    }

    /// Calls the match off. Time must have been let pass before.
    pub fn call_off(&mut self, clock_ms: u64, now: Moment) -> Result<Progress, Refusal> {
        let tick = self.settled(clock_ms);
        let (input, announcements) = self.table.call_off(tick)?;
        Ok(self.log(tick, input, None, announcements, now))
    }

    /// Takes in an input of a real-time match, for the tick its player saw; gives back what to tell, and to whom.
    pub fn input(
        &mut self,
        clock_ms: u64,
        seat: Seat,
        at: Option<Tick>,
        input: Waiting,
    ) -> Result<(Audience, Heard), Refusal> {
        let audience = self.table.input_audience(seat, input.action.get())?;
        let times = (self.settled(clock_ms), self.tick(clock_ms));
        Ok((audience, self.inputs.add(seat, at, times, audience, input)?))
    }

    /// Whether an input of that name waits for its tick. If so, it is answered where its player listens now.
    pub fn is_asked_again(&mut self, name: &str, connection: ConnectionId) -> bool {
        self.inputs.is_asked_again(name, connection)
    }

    /// A bot for one seat of this match.
    pub fn hire(&self, level: &str) -> Option<Box<dyn AnyBot>> {
        self.table.hire(level)
    }

    /// What a bot does in `seat` now.
    pub fn ask(&self, bot: &mut dyn AnyBot, seat: Seat, clock_ms: u64, rng: &mut Rng) -> Option<String> {
        let known = self.inputs.known_to(Viewer::Seat(seat));
        let expected: Vec<_> = known.map(|(at, seat, action)| (at, seat, action.get())).collect();
        self.table.ask(bot, seat, self.tick(clock_ms), &expected, rng)
    }

    /// When bots of a real-time match are asked next, on its clock.
    pub fn bots_due_ms(&self) -> Option<u64> {
        let cadence = self.cadence().filter(|_| !self.is_over())?;
        Some(self.clock_ms(self.asked + cadence.bot_every.max(1)))
    }

    /// Bots of a real-time match are being asked.
    pub fn bots_asked(&mut self, clock_ms: u64) {
        self.asked = self.tick(clock_ms);
    }

    /// The match as `viewer` may know it.
    ///
    /// # Panics
    /// Never: views are JSON.
    pub fn playing(&self, viewer: Viewer, clock_ms: u64) -> Playing {
        let view = RawValue::from_string(self.table.view(viewer)).expect("views are JSON");
        let heard = self.inputs.known_to(viewer);
        Playing {
            match_id: self.id,
            commitment: self.commitment,
            players: self.players.clone(),
            tick: self.tick(clock_ms),
            view,
            settled: self.settled_tick(),
            heard: heard.map(|(at, seat, action)| Heard { seat, at, action: action.to_owned() }).collect(),
            ended: self.ended.clone(),
        }
    }

    fn log(
        &mut self,
        tick: Tick,
        input: String,
        command: Option<&str>,
        announcements: Vec<Announcement>,
        now: Moment,
    ) -> Progress {
        let Entry { seq, tick, input, digest } = self.journal.write(tick, input, |chain| self.table.digest(chain));
        command.iter().for_each(|command| self.logged.insert(command));
        let entry = NewEntry { seq, tick, input, digest, command: command.map(str::to_owned) };
        let mut writes = vec![Write::Append { id: self.id, entry }];
        self.ended = self.result();
        let mut answers = Vec::new();
        if let Some(ended) = &self.ended {
            let key = self.key.clone();
            let footer = self.journal.footer(self.table.now(), ended.outcome, key, |chain| self.table.digest(chain));
            writes.push(Write::EndMatch {
                id: self.id,
                footer,
                at: now.wall_ms,
                turns: self.table.turns(),
                results: self.seats().map(|seat| self.seat_result(seat, &ended.outcome)).collect(),
                counts: self.counts(),
            });
            answers = self.refuse_inputs(&PlayError::Over.into());
        }
        Progress { writes, announcements, answers, ended: self.ended.clone() }
    }

    /// What it counts for, now that it is over.
    fn counts(&self) -> Counts {
        match (self.table.has_begun(), self.plain) {
            (false, _) => Counts::Nothing,
            (true, false) => Counts::Result,
            (true, true) => Counts::Record,
        }
    }

    /// How it went for `seat`.
    fn seat_result(&self, seat: Seat, outcome: &Outcome) -> NewResult {
        let (place, team) = (outcome.place(seat), self.teams[seat.index()]);
        NewResult { place, team, score: self.table.score(seat), stats: self.table.stats(seat) }
    }

    fn result(&self) -> Option<Ended> {
        let outcome = self.table.outcome()?;
        let scores = self.seats().map(|seat| self.table.score(seat)).collect();
        Some(Ended { outcome, scores, key: self.key.clone() })
    }
}

#[cfg(test)]
mod tests;
