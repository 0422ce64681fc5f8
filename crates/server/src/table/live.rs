//! A match in progress: the game's table together with its log.

use super::{
    Outlet, RecoverError,
    inputs::{Answer, Inputs, Waiting},
};
use crate::{chance, clock, house::House};
use parlor_kernel::{
    Announcement, AnyBot, AnyGame, AnyTable, Audience, Cadence, Commitment, Digest, Entry, Footer, Format, Header,
    Input, Journal, Key, Mismatch, Outcome, Refusal, Rng, Seat, SeatLabel, SeatSet, Tick, Verdict, Viewer,
};
use parlor_store::{Counts, MatchRow, NewEntry, NewResult, Player, StoredEntry, Write};
use parlor_wire::{
    MatchId,
    frame::{Ended, Heard, Playing},
    http::SeatResult,
};
use serde_json::{Value, value::RawValue};
use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
};

/// How often a seat may act in a turn-based match: far more often than any needs. A match comes to an end, and its log
/// can be replayed in a moment. After that the seat may only end it. How much somebody may write in all of their matches
/// is in `limits.rs`.
const MOST_ACTIONS: u64 = 10_000;
/// The same in a real-time match: hours of play.
const MOST_INPUTS: u64 = 250_000;

/// How often a real-time match is brought up to date, in milliseconds. Everyone has heard of inputs by then; this is
/// how long a crash may take back.
const SETTLE_EVERY_MS: u64 = 250;

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
    table: Box<dyn AnyTable>,
    /// Keeps the log.
    journal: Journal,
    /// How often each seat has acted.
    acted: Vec<u64>,
    /// Commands that are in the log, so that a repeated one is not done twice.
    commands: Commands,
    ended: Option<Ended>,
    /// Inputs that wait for their tick, in a real-time match.
    inputs: Inputs,
    /// When a real-time match was last brought up to date, on the house's clock.
    settled_ms: u64,
    /// When bots were last asked, in a real-time match.
    asked: Tick,
}

/// The commands of a log, by fingerprints of their names: a real-time match has thousands, and none of 64 bits under a
/// random key will meet another.
#[derive(Default)]
struct Commands {
    fingerprints: HashSet<u64>,
    key: RandomState,
}

impl Commands {
    fn insert(&mut self, name: &str) {
        self.fingerprints.insert(self.key.hash_one(name));
    }

    fn contains(&self, name: &str) -> bool {
        self.fingerprints.contains(&self.key.hash_one(name))
    }
}

/// What a change to a match leads to: first it is written, then it is told.
#[derive(Default)]
pub struct Step {
    /// What makes it durable.
    pub writes: Vec<Write>,
    /// What to tell.
    pub announcements: Vec<Announcement>,
    /// Whom to answer what, once all that is done.
    pub answers: Vec<Answer>,
    /// How the match ended, if it did.
    pub ended: Option<Ended>,
}

/// Whether a match is played by a preset's own rules.
fn is_plain(game: &dyn AnyGame, header: &Header) -> bool {
    let bots = (0u8..).zip(&header.seats).filter(|(_, label)| label.bot.is_some()).map(|(seat, _)| Seat(seat));
    game.is_preset(&header.config, bots.collect())
}

impl Step {
    /// Answers everyone.
    pub fn answer(&mut self) {
        self.answers.drain(..).for_each(Answer::send);
    }

    /// Answers everyone that it has not happened.
    pub fn refuse(&mut self, why: &Refusal) {
        self.answers.drain(..).for_each(|answer| answer.instead(why).send());
    }

    fn then(&mut self, next: Self) {
        self.writes.extend(next.writes);
        self.announcements.extend(next.announcements);
        self.answers.extend(next.answers);
        self.ended = next.ended.or(self.ended.take());
    }
}

/// Ends a match that cannot go on, because nobody can bring it back: it counts for nobody. Nothing to write if it has
/// ended already.
pub fn write_off(row: MatchRow, entries: &[StoredEntry]) -> Option<Write> {
    if row.footer.is_some() {
        return None;
    }
    let last = entries.last().map(|stored| &stored.entry);
    let footer = Footer {
        tick: last.map_or(Tick::ZERO, |entry| entry.tick),
        outcome: Outcome::VOID,
        // The position that was last known; the one now cannot be.
        digest: last.and_then(|entry| entry.digest).unwrap_or(Digest([0; 16])),
        key: row.key,
    };
    let void = || NewResult { result: SeatResult::Void, score: 0, stats: Vec::new() };
    let results = row.header.seats.iter().map(|_| void()).collect();
    Some(Write::EndMatch { id: row.id, footer, at: clock::wall_ms(), turns: 0, results, counts: Counts::Result })
}

fn already_over() -> Refusal {
    Refusal { code: "game_already_over", message: "The game is already over.".into() }
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
        let header = Header {
            format: Format::NEWEST,
            game: spec.id.into(),
            rules: spec.rules,
            config: config.clone(),
            seats: labels,
            commitment,
        };
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
        let live = Self::new(&row, plain, table);
        Ok((live, Write::BeginMatch { row: Box::new(row), players }))
    }

    fn new(row: &MatchRow, plain: bool, table: Box<dyn AnyTable>) -> Self {
        let players = row.header.seats.clone();
        let opened_ms = row.opened_ms;
        Self {
            id: row.id,
            commitment: row.header.commitment,
            key: row.key.clone(),
            opened_ms,
            acted: vec![0; players.len()],
            players,
            plain,
            journal: Journal::new(&row.header, table.spec().digest_every),
            table,
            commands: Commands::default(),
            ended: None,
            inputs: Inputs::default(),
            settled_ms: opened_ms,
            asked: Tick::ZERO,
        }
    }

    /// Brings a match back from its log; none if it is over and cannot be replayed any more, because its rules have
    /// changed since. What it came to is settled all the same.
    pub async fn recover(house: &House, id: MatchId) -> Result<Option<Self>, RecoverError> {
        let row = house.store.match_row(id).await?.ok_or(RecoverError::NoMatch)?;
        let is_over = row.footer.is_some();
        match Self::replay(house, row).await {
            Err(error) if is_over && !matches!(error, RecoverError::Store(_)) => {
                tracing::warn!(%id, %error, "a match that is over cannot be shown any more");
                Ok(None)
            }
            replayed => replayed.map(Some),
        }
    }

    async fn replay(house: &House, row: MatchRow) -> Result<Self, RecoverError> {
        let id = row.id;
        let game =
            house.registry.game(&row.header.game).ok_or_else(|| RecoverError::NoGame(row.header.game.clone()))?;
        let (known, found) = (game.spec().rules, row.header.rules);
        if known != found {
            return Err(Mismatch::OtherRules { known, found }.into());
        }
        let table =
            game.open(&row.header.config, row.key.clone()).map_err(|refusal| RecoverError::Rules(refusal.message))?;
        let plain = is_plain(game.as_ref(), &row.header);
        let mut live = Self::new(&row, plain, table);
        for stored in house.store.entries(id).await? {
            live.journal.follow(live.table.as_mut(), &stored.entry)?;
            if let Input::Act { seat, .. } = &stored.entry.input {
                live.acted[seat.index()] += 1;
            }
            stored.command.iter().for_each(|command| live.commands.insert(command));
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

    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// How many turns have been taken.
    pub fn turns(&self) -> u64 {
        self.table.turns()
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
        if self.is_over() {
            return None;
        }
        if self.cadence().is_some() {
            return Some(self.settled_ms + SETTLE_EVERY_MS);
        }
        Some(self.clock_ms(self.table.next_wake()?))
    }

    /// What the house's clock shows at a tick of the match.
    fn clock_ms(&self, tick: Tick) -> u64 {
        let ms = (u128::from(tick.0) * 1000).div_ceil(u128::from(self.table.spec().ticks_per_second));
        self.opened_ms.saturating_add(ms as u64)
    }

    /// How far a real-time match is settled.
    pub fn settled_tick(&self) -> Option<Tick> {
        self.cadence().map(|_| self.table.now())
    }

    /// How a real-time match is run.
    pub fn cadence(&self) -> Option<Cadence> {
        self.table.cadence()
    }

    /// The moment up to which everything is settled when the house's clock shows `clock_ms`.
    fn settled(&self, clock_ms: u64) -> Tick {
        let now = self.tick(clock_ms);
        let patience = self.cadence().map_or(0, |cadence| cadence.patience);
        Tick(now.0.saturating_sub(patience)).max(self.table.now())
    }

    pub fn awaiting(&self) -> SeatSet {
        if self.is_over() { SeatSet::EMPTY } else { self.table.awaiting() }
    }

    /// Whether `seat` has played to the end.
    pub fn has_finished(&self, seat: Seat) -> bool {
        self.table.has_finished(seat)
    }

    /// Lets time pass, and with it the inputs that waited for their tick.
    pub fn advance(&mut self, clock_ms: u64) -> Step {
        let until = self.settled(clock_ms);
        self.settled_ms = clock_ms;
        let mut step = Step::default();
        while !self.is_over()
            && let Some((tick, seat, input)) = self.inputs.next(until)
        {
            step.then(self.advance_to(tick));
            if self.is_over() {
                step.answers.extend(input.becomes(Err(already_over())));
                break;
            }
            let played = self.play(tick, seat, input.action.get(), input.name());
            let result = played.map(|played| step.then(played));
            step.answers.extend(input.becomes(result));
        }
        if !self.is_over() {
            step.then(self.advance_to(until));
        }
        step
    }

    /// Refuses all inputs that wait: they will not come to count.
    pub fn refuse_inputs(&mut self, why: &Refusal) -> Vec<Answer> {
        self.inputs.clear().filter_map(|input| input.becomes(Err(why.clone()))).collect()
    }

    /// Only what people hear of is logged: silent ticks are implied.
    fn advance_to(&mut self, tick: Tick) -> Step {
        let announcements = self.table.advance(tick);
        if announcements.is_empty() {
            return Step::default();
        }
        self.log(tick, "\"wake\"".into(), None, announcements)
    }

    /// Does an action. Time must have been let pass before.
    pub fn act(&mut self, clock_ms: u64, seat: Seat, action: &str, command: Option<&str>) -> Result<Step, Refusal> {
        self.play(self.settled(clock_ms), seat, action, command)
    }

    fn play(&mut self, tick: Tick, seat: Seat, action: &str, command: Option<&str>) -> Result<Step, Refusal> {
        let most = if self.table.spec().real_time { MOST_INPUTS } else { MOST_ACTIONS };
        if self.acted[seat.index()] >= most && !self.table.would_end(tick, seat, action) {
            let message =
                "You have acted too often for this match to go on. Surrender, or let the clock run out.".into();
            return Err(Refusal { code: "match_too_long", message });
        }
        let (input, announcements) = self.table.act(tick, seat, action)?;
        self.acted[seat.index()] += 1;
        Ok(self.log(tick, input, command, announcements))
    }

    /// Whether the match would be over if `seat` did this.
    pub fn would_end(&self, clock_ms: u64, seat: Seat, action: &str) -> bool {
        self.table.would_end(self.settled(clock_ms), seat, action)
    }

    /// What follows from an action of `seat` that was refused, if anything does.
    pub fn amend(&mut self, clock_ms: u64, seat: Seat, refused: &str) -> Option<Step> {
        let amends = self.table.amends(seat, refused)?;
        self.act(clock_ms, seat, &amends, None).ok()
    }

    /// Takes a seat out for good. Time must have been let pass before.
    pub fn leave(&mut self, clock_ms: u64, seat: Seat) -> Result<Step, Refusal> {
        let tick = self.settled(clock_ms);
        let (input, announcements) = self.table.leave(tick, seat)?;
        Ok(self.log(tick, input, None, announcements))
    }

    /// Calls the match off. Time must have been let pass before.
    pub fn call_off(&mut self, clock_ms: u64) -> Result<Step, Refusal> {
        let tick = self.settled(clock_ms);
        let (input, announcements) = self.table.call_off(tick)?;
        Ok(self.log(tick, input, None, announcements))
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
    pub fn is_asked_again(&mut self, name: &str, outlet: &Outlet) -> bool {
        self.inputs.is_asked_again(name, outlet)
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

    /// When bots of a real-time match are asked next, on the house's clock.
    pub fn bots_due_ms(&self) -> Option<u64> {
        let cadence = self.cadence().filter(|_| !self.is_over())?;
        Some(self.clock_ms(self.asked + cadence.bot_every.max(1)))
    }

    /// Bots of a real-time match are being asked.
    pub fn bots_asked(&mut self, clock_ms: u64) {
        self.asked = self.tick(clock_ms);
    }

    /// The match as `viewer` may know it.
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

    fn log(&mut self, tick: Tick, input: String, command: Option<&str>, announcements: Vec<Announcement>) -> Step {
        let Entry { seq, tick, input, digest } = self.journal.write(tick, input, |chain| self.table.digest(chain));
        command.iter().for_each(|command| self.commands.insert(command));
        let entry = NewEntry { seq, tick, input, digest, command: command.map(str::to_owned) };
        let mut writes = vec![Write::Append { id: self.id, entry }];
        self.ended = self.result();
        if let Some(ended) = &self.ended {
            let key = self.key.clone();
            let footer = self.journal.footer(self.table.now(), ended.outcome, key, |chain| self.table.digest(chain));
            writes.push(Write::EndMatch {
                id: self.id,
                footer,
                at: clock::wall_ms(),
                turns: self.table.turns(),
                results: self.seats().map(|seat| self.seat_result(seat, &ended.outcome)).collect(),
                counts: self.counts(),
            });
        }
        let answers = if self.is_over() { self.refuse_inputs(&already_over()) } else { Vec::new() };
        Step { writes, announcements, answers, ended: self.ended.clone() }
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
        let result = match outcome.verdict {
            Verdict::Won(_) | Verdict::Ranked(_) if outcome.winners().contains(seat) => SeatResult::Won,
            Verdict::Won(_) | Verdict::Ranked(_) => SeatResult::Lost,
            Verdict::Draw => SeatResult::Drawn,
            Verdict::Void => SeatResult::Void,
        };
        NewResult { result, score: self.table.score(seat), stats: self.table.stats(seat) }
    }

    fn result(&self) -> Option<Ended> {
        let outcome = self.table.outcome()?;
        let scores = self.seats().map(|seat| self.table.score(seat)).collect();
        Some(Ended { outcome, scores, key: self.key.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_battleship::Battleship;
    use parlor_kernel::{Entrant, Reason};

    #[test]
    fn whoever_acts_for_ever_can_only_give_up_and_stops_nobody_else() {
        let game = Entrant::<Battleship>::new();
        let (config, _) = game.configure(Some("hope"), &Value::Null, SeatSet::EMPTY).unwrap();
        let labels = ["Ada", "Bea"].map(|name| SeatLabel { name: name.into(), bot: None });
        let players = vec![Player::BOT; 2];
        let (mut live, _) = LiveMatch::begin(&game, &config, labels.into(), players, false, 0).unwrap();
        let (ada, bea) = (Seat(0), Seat(1));
        for _ in 0..MOST_ACTIONS {
            live.act(0, ada, "\"auto_place\"", None).unwrap();
        }
        let mut refused = |action| live.act(0, ada, action, None).err().map(|refusal| refusal.code);
        assert_eq!(refused("\"auto_place\""), Some("match_too_long"));
        assert_eq!(refused("\"fly\""), Some("match_too_long"));
        live.act(0, bea, "\"auto_place\"", None).unwrap();
        let end = live.act(0, ada, "\"surrender\"", None).unwrap();
        assert_eq!(end.ended.unwrap().outcome, Outcome::won(bea, Reason::Surrender(ada)));
    }
}
