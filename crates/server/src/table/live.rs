//! A match in progress: the game's table together with its log.

use super::RecoverError;
use crate::{chance, clock, house::House};
use parlor_kernel::{
    Announcement, AnyGame, AnyTable, Commitment, Footer, Header, Key, Mismatch, Outcome, Refusal, Rng, Seat, SeatLabel,
    SeatSet, Tick, Verdict, Viewer,
};
use parlor_store::{MatchRow, NewEntry, NewResult, Player, Write};
use parlor_wire::{
    MatchId,
    frame::{Ended, Playing},
    http::SeatResult,
};
use serde_json::{Value, value::RawValue};
use std::collections::HashSet;

/// How many entries the log of a turn-based match may have: far more than any needs, so that nobody can fill the
/// house's disk by moving ships about for ever.
const MAX_ENTRIES: u64 = 20_000;

/// A match whose actions are logged before anyone hears of them.
pub struct LiveMatch {
    id: MatchId,
    key: Key,
    commitment: Commitment,
    opened_ms: u64,
    seats: u8,
    /// Whether it is played by a preset's own rules.
    plain: bool,
    table: Box<dyn AnyTable>,
    /// The last entry of the log.
    seq: u64,
    /// Commands that are in the log, so that a repeated one is not done twice.
    commands: HashSet<String>,
    ended: Option<Ended>,
}

/// What a change to a match leads to: first it is written, then it is told.
#[derive(Default)]
pub struct Step {
    /// What makes it durable.
    pub writes: Vec<Write>,
    /// What to tell.
    pub announcements: Vec<Announcement>,
    /// How the match ended, if it did.
    pub ended: Option<Ended>,
}

/// Whether a match is played by a preset's own rules.
fn is_plain(game: &dyn AnyGame, header: &Header) -> bool {
    let bots = (0u8..).zip(&header.seats).filter(|(_, label)| label.bot.is_some()).map(|(seat, _)| Seat(seat));
    game.is_preset(&header.config, bots.collect())
}

impl LiveMatch {
    /// Begins a match now.
    pub fn begin(
        game: &dyn AnyGame,
        config: &Value,
        labels: Vec<SeatLabel>,
        players: Vec<Player>,
        rated: bool,
        opened_ms: u64,
    ) -> Result<(Self, Write), Refusal> {
        let key = chance::key();
        let commitment = key.commitment();
        let spec = game.spec();
        let seats = labels.len() as u8;
        let header =
            Header { game: spec.id.into(), rules: spec.rules, config: config.clone(), seats: labels, commitment };
        let table = game.open(config, key.clone())?;
        let plain = is_plain(game, &header);
        let id = chance::match_id();
        let row = MatchRow {
            id,
            header,
            key: key.clone(),
            rated,
            opened_ms,
            started_at: clock::wall_ms(),
            ended_at: None,
            footer: None,
        };
        let commands = HashSet::new();
        let live = Self { id, key, commitment, opened_ms, seats, plain, table, seq: 0, commands, ended: None };
        Ok((live, Write::BeginMatch { row: Box::new(row), players }))
    }

    /// Brings a match back from its log.
    pub async fn recover(house: &House, id: MatchId) -> Result<Self, RecoverError> {
        let row = house.store.match_row(id).await?.ok_or(RecoverError::NoMatch)?;
        let game =
            house.registry.game(&row.header.game).ok_or_else(|| RecoverError::NoGame(row.header.game.clone()))?;
        let (known, found) = (game.spec().rules, row.header.rules);
        if known != found {
            return Err(Mismatch::OtherRules { known, found }.into());
        }
        let table =
            game.open(&row.header.config, row.key.clone()).map_err(|refusal| RecoverError::Rules(refusal.message))?;
        let mut live = Self {
            id,
            commitment: row.header.commitment,
            key: row.key,
            opened_ms: row.opened_ms,
            seats: row.header.seats.len() as u8,
            plain: is_plain(game.as_ref(), &row.header),
            table,
            seq: 0,
            commands: HashSet::new(),
            ended: None,
        };
        for stored in house.store.entries(id).await? {
            live.table.apply(&stored.entry)?;
            live.seq = stored.entry.seq;
            live.commands.extend(stored.command);
        }
        if let Some(footer) = row.footer {
            live.table.advance(footer.tick);
            live.ended = live.result();
        }
        Ok(live)
    }

    pub const fn id(&self) -> MatchId {
        self.id
    }

    pub const fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// How it ended, if it has.
    pub const fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// Whether a command is in the log already.
    pub fn has_done(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// The match's time when the house's clock shows `clock_ms`. It stops when the match is over.
    pub fn tick(&self, clock_ms: u64) -> Tick {
        if self.is_over() {
            return self.table.now();
        }
        let elapsed = u128::from(clock_ms.saturating_sub(self.opened_ms));
        Tick((elapsed * u128::from(self.table.spec().ticks_per_second) / 1000) as u64).max(self.table.now())
    }

    /// What the house's clock will show when the game next moves by itself.
    pub fn next_wake_ms(&self) -> Option<u64> {
        let tick = self.table.next_wake().filter(|_| !self.is_over())?;
        let ms = (u128::from(tick.0) * 1000).div_ceil(u128::from(self.table.spec().ticks_per_second));
        Some(self.opened_ms.saturating_add(ms as u64))
    }

    pub fn awaiting(&self) -> SeatSet {
        if self.is_over() { SeatSet::EMPTY } else { self.table.awaiting() }
    }

    /// Lets time pass. Only what people hear of is logged: silent ticks are implied.
    pub fn advance(&mut self, clock_ms: u64) -> Step {
        let tick = self.tick(clock_ms);
        let announcements = self.table.advance(tick);
        if announcements.is_empty() {
            return Step::default();
        }
        self.log(tick, "\"wake\"".into(), None, announcements)
    }

    /// Does an action. Time must have been let pass before.
    pub fn act(&mut self, clock_ms: u64, seat: Seat, action: &str, command: Option<String>) -> Result<Step, Refusal> {
        let spec = self.table.spec();
        if !spec.real_time && self.seq >= MAX_ENTRIES {
            let message = "This match has gone on for too long. Surrender, or let the clock run out.".into();
            return Err(Refusal { code: "match_too_long", message });
        }
        let tick = self.tick(clock_ms);
        let (input, announcements) = self.table.act(tick, seat, action)?;
        Ok(self.log(tick, input, command, announcements))
    }

    /// Takes a seat out for good. Time must have been let pass before.
    pub fn leave(&mut self, clock_ms: u64, seat: Seat) -> Result<Step, Refusal> {
        let tick = self.tick(clock_ms);
        let (input, announcements) = self.table.leave(tick, seat)?;
        Ok(self.log(tick, input, None, announcements))
    }

    /// Calls the match off. Time must have been let pass before.
    pub fn call_off(&mut self, clock_ms: u64) -> Result<Step, Refusal> {
        let tick = self.tick(clock_ms);
        let (input, announcements) = self.table.call_off(tick)?;
        Ok(self.log(tick, input, None, announcements))
    }

    /// What a bot does in `seat`.
    pub fn bot_action(&self, level: &str, seat: Seat, rng: &mut Rng) -> Option<String> {
        self.table.bot_action(level, seat, rng)
    }

    /// The match as `viewer` may know it.
    pub fn playing(&self, viewer: Viewer, clock_ms: u64) -> Playing {
        let view = RawValue::from_string(self.table.view(viewer)).expect("views are JSON");
        Playing {
            match_id: self.id,
            commitment: self.commitment,
            tick: self.tick(clock_ms),
            view,
            ended: self.ended.clone(),
        }
    }

    fn log(&mut self, tick: Tick, input: String, command: Option<String>, announcements: Vec<Announcement>) -> Step {
        self.seq += 1;
        let digest = self.seq.is_multiple_of(self.table.spec().digest_every).then(|| self.table.digest());
        self.commands.extend(command.clone());
        let entry = NewEntry { seq: self.seq, tick, input, digest, command };
        let mut writes = vec![Write::Append { id: self.id, entry }];
        self.ended = self.result();
        if let Some(ended) = &self.ended {
            let footer = Footer {
                tick: self.table.now(),
                outcome: ended.outcome,
                digest: self.table.digest(),
                key: self.key.clone(),
            };
            writes.push(Write::EndMatch {
                id: self.id,
                footer,
                at: clock::wall_ms(),
                turns: self.table.turns(),
                results: Seat::all(self.seats).map(|seat| self.seat_result(seat, &ended.outcome)).collect(),
                plain: self.plain,
            });
        }
        Step { writes, announcements, ended: self.ended.clone() }
    }

    /// How it went for `seat`.
    fn seat_result(&self, seat: Seat, outcome: &Outcome) -> NewResult {
        let result = match outcome.verdict {
            Verdict::Won(seats) if seats.contains(seat) => SeatResult::Won,
            Verdict::Won(_) => SeatResult::Lost,
            Verdict::Draw => SeatResult::Drawn,
            Verdict::Void => SeatResult::Void,
        };
        NewResult { result, score: self.table.score(seat), stats: self.table.stats(seat) }
    }

    fn result(&self) -> Option<Ended> {
        let outcome = self.table.outcome()?;
        let scores = Seat::all(self.seats).map(|seat| self.table.score(seat)).collect();
        Some(Ended { outcome, scores, key: self.key.clone() })
    }
}
