//! A table, a store and a clock, and a check of all that is promised after every step.

use crate::{
    oracle::{Check, Expected, Oracle, Watcher},
    rows::{NotWritten, Rows},
    subject::{Bug, Subject},
};
use parlor_kernel::{Code, Refusal, Rng, Seat, Viewer};
use parlor_store::{User, Write};
use parlor_table::{
    Answer, Asker, Awaited, BetError, CommandName, ConnectionId, Effects, Facts, HouseRules, Input, Moment, Needs,
    Saved, Seed, Table, Told, name_of,
};
use parlor_wire::{
    CommandId, EscrowStep, MatchId, Occupant, Status, TableCode, TableCommand, TableInfo, UserId, frame::Seen,
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Write as _,
    sync::Arc,
};

/// A command that has not been answered.
#[derive(Clone, Debug)]
pub struct Pending {
    pub user: Arc<User>,
    pub id: CommandId,
    pub command: TableCommand,
    to: ConnectionId,
    /// Whether it is repeated: what it did may have been undone since.
    is_repeat: bool,
    /// The match that was on the table when it was first given.
    pub match_id: Option<MatchId>,
}

/// What becomes of a batch of writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Written,
    /// The store says that it failed; it may have got through.
    Fails {
        written: bool,
    },
    /// The process dies over it; it may have got through.
    Dies {
        written: bool,
    },
}

/// A house with one table.
pub struct World {
    pub rng: Rng,
    pub house: Arc<HouseRules>,
    pub oracle: Oracle,
    pub rows: Rows,
    pub now: Moment,
    pub wake_at: Option<u64>,
    pub closed: bool,
    /// How many steps the table has made.
    pub steps: u64,
    /// How often the process has died.
    pub crashes: u64,
    /// How often the table has slept.
    pub naps: u64,
    /// How many writes in a thousand go wrong.
    pub troubles: u32,
    /// Commands that died with the process, or whose answer went to a connection that was gone.
    pub lost: BTreeMap<CommandName, Pending>,
    pending: BTreeMap<CommandName, Pending>,
    subject: Subject,
    bug: Bug,
    code: TableCode,
    gold: i64,
    /// Whose connections there have ever been.
    owners: BTreeMap<ConnectionId, UserId>,
    /// Commands that were ever given, with the match that was on the table then.
    given: HashMap<CommandName, Option<MatchId>>,
    /// Commands that may have been done without an answer: if they are given again, a line may be said twice.
    doubtful: HashSet<CommandName>,
    forgotten: BTreeSet<UserId>,
    idle_wakes: u32,
    /// How the table is listed.
    pub listed: Box<TableInfo>,
    /// All that comes out of the table, if it is to be compared.
    pub transcript: Option<String>,
}

pub const CODE: &str = "K7QX2M";

impl World {
    pub fn new(house: Arc<HouseRules>, saved: Saved, people: &[User], mut rng: Rng, bug: Bug) -> Self {
        let code = CODE.parse().expect("a code");
        let now = Moment { house_ms: 1_000, wall_ms: 1_700_000_000_000 };
        let (table, writes) =
            Table::open(Arc::clone(&house), code, saved, seed(&mut rng), now).expect("the house has the game");
        let mut rows = Rows::new(people.iter().map(|user| user.id));
        rows.write(&writes).expect("a new table is saved");
        let listed = table.listing(now);
        let state = rows.table.clone().expect("a table");
        Self {
            oracle: Oracle::new(house.games.clone(), &state),
            gold: rows.gold(),
            subject: Subject::new(table, bug),
            wake_at: Some(now.house_ms),
            closed: false,
            steps: 0,
            crashes: 0,
            naps: 0,
            troubles: 0,
            lost: BTreeMap::new(),
            pending: BTreeMap::new(),
            owners: BTreeMap::new(),
            given: HashMap::new(),
            doubtful: HashSet::new(),
            forgotten: BTreeSet::new(),
            idle_wakes: 0,
            listed: Box::new(listed),
            transcript: None,
            rng,
            house,
            rows,
            now,
            bug,
            code,
        }
    }

    /// Time passes. While a match is played the house writes its clock down twice a second.
    pub fn pass(&mut self, ms: u64) {
        self.now.house_ms += ms;
        self.now.wall_ms += ms;
        self.rows.clock = self.rows.clock.max(self.now.house_ms.saturating_sub(500));
    }

    /// The table is woken.
    pub fn wake(&mut self) -> Check {
        let needs = self.subject.needs_by_time(self.now);
        let facts = self.facts(None, &needs);
        let effects = self.subject.step(self.now, Input::Time { facts });
        self.steps += 1;
        let is_idle = effects.writes.is_empty() && effects.told.is_empty() && effects.sleep.is_none();
        let is_due = effects.wake_at.is_some_and(|at| at <= self.now.house_ms);
        self.idle_wakes = if is_idle && is_due { self.idle_wakes + 1 } else { 0 };
        if self.idle_wakes > 3 {
            return Err("the table wants to be woken again and again, and does nothing".into());
        }
        self.carry_out(effects)
    }

    /// A connection of a user comes.
    pub fn watch(&mut self, user: &User, connection: ConnectionId, seen: Option<Seen>) -> Check {
        self.owners.insert(connection, user.id);
        let viewer = self.oracle.kept.viewer(user.id);
        self.oracle.watchers.insert(connection, Watcher::new(user.id, viewer, seen));
        let id = format!("w{}", self.steps).parse::<CommandId>().expect("an id");
        let asker = Asker { user: user.clone().into(), connection };
        let pending = Pending {
            user: Arc::clone(&asker.user),
            id: id.clone(),
            command: TableCommand::Stand,
            to: connection,
            is_repeat: true,
            match_id: None,
        };
        self.pending.insert(name_of(user.id, &id), pending);
        self.oracle.coming_back = Some(connection);
        let given = self.give(Input::Watch { address: None, asker, id: id.clone(), seen });
        self.oracle.coming_back = None;
        given?;
        if self.pending.contains_key(&name_of(user.id, &id)) {
            return Err("a connection that comes is not answered".into());
        }
        let shown = self.oracle.watchers.get(&connection).is_none_or(|watcher| watcher.seen.is_some());
        if shown { Ok(()) } else { Err("a connection that comes is not shown the table".into()) }
    }

    /// A connection goes.
    pub fn unwatch(&mut self, connection: ConnectionId) -> Check {
        self.oracle.watchers.remove(&connection);
        self.give(Input::Unwatch(connection))
    }

    /// A user gives a command.
    pub fn command(&mut self, asker: Asker, id: CommandId, command: TableCommand) -> Check {
        let name = name_of(asker.user.id, &id);
        self.owners.insert(asker.connection, asker.user.id);
        let was_lost = self.lost.remove(&name).is_some();
        let match_now = self.oracle.match_now.as_ref().map(|live| live.id);
        let is_repeat = self.given.contains_key(&name);
        let match_id = *self.given.entry(name).or_insert(match_now);
        if was_lost {
            self.doubtful.insert(name);
        }
        let (user, to) = (asker.user.clone(), asker.connection);
        let pending = Pending { user, id: id.clone(), command: command.clone(), to, is_repeat, match_id };
        self.pending.insert(name, pending);
        let needs = self.subject.needs(asker.user.id, &command);
        let facts = self.facts(Some(asker.user.id), &needs);
        self.give(Input::Command { asker, id, command, facts })
    }

    /// Something happens.
    pub fn give(&mut self, input: Input) -> Check {
        if let Input::Forget(gone) = &input {
            self.forgotten.extend(gone.iter().map(|user| user.id));
        }
        self.steps += 1;
        let effects = self.subject.step(self.now, input);
        self.carry_out(effects)
    }

    fn facts(&mut self, user: Option<UserId>, needs: &Needs) -> Facts {
        let refused = || Refusal { code: "too_much_kept", message: "Enough for now.".into() };
        let is_limited = needs.bytes.is_some() && self.rng.percent(2);
        Facts {
            allowed: if is_limited { Err(refused()) } else { Ok(()) },
            purse: user.filter(|_| needs.purse).map_or(0, |user| self.rows.purses[&user].unsigned_abs()),
            trust: needs.trust.and_then(|user| self.rows.trust.get(&user).copied()).unwrap_or_default(),
            log: needs.log.and_then(|id| self.rows.log(id)),
        }
    }

    fn fate(&mut self) -> Fate {
        if self.rng.below(1_000) >= self.troubles {
            return Fate::Written;
        }
        let written = self.rng.percent(50);
        if self.rng.percent(60) { Fate::Fails { written } } else { Fate::Dies { written } }
    }

    fn carry_out(&mut self, mut effects: Effects) -> Check {
        if let Some(transcript) = &mut self.transcript {
            write!(transcript, "{effects:?}").expect("strings take everything");
        }
        let writes = std::mem::take(&mut effects.writes);
        let fate = if writes.is_empty() { Fate::Written } else { self.fate() };
        match fate {
            Fate::Written => match self.rows.write(&writes) {
                Ok(()) => self.tell(&writes, effects),
                Err(NotWritten::Overdrawn) => self.fail(effects, &BetError::NotEnoughGold.into()),
                Err(NotWritten::Nonsense(what)) => Err(what),
            },
            Fate::Fails { written } => {
                self.write_silently(&writes, written)?;
                self.fail(effects, &storage())
            }
            Fate::Dies { written } => {
                self.write_silently(&writes, written)?;
                self.crash()
            }
        }
    }

    fn write_silently(&mut self, writes: &[Write], written: bool) -> Check {
        if !written {
            return Ok(());
        }
        match self.rows.write(writes) {
            Ok(()) => {
                let expected = self.oracle.written(writes)?;
                self.oracle.silent(expected)
            }
            Err(NotWritten::Overdrawn) => Ok(()),
            Err(NotWritten::Nonsense(what)) => Err(what),
        }
    }

    fn tell(&mut self, writes: &[Write], effects: Effects) -> Check {
        if let Some(remark) = effects.remarks.first() {
            return Err(format!("something is wrong: {remark}"));
        }
        self.oracle.listen();
        let mut expected = self.oracle.written(writes)?;
        for told in effects.told {
            match told {
                Told::Frame(to, frame) => self.oracle.hears(&to, &frame, &mut expected, &self.rows)?,
                Told::Answer(answer) => self.answered(answer)?,
            }
        }
        (self.wake_at, self.closed) = (effects.wake_at, effects.closed);
        if let Some(listing) = effects.listing {
            self.listed = listing;
        }
        self.settle(expected)?;
        let moves_gold =
            |write: &Write| !matches!(write, Write::Append { .. } | Write::Chat { .. } | Write::Done { .. });
        if writes.iter().any(moves_gold) {
            self.books_balance()?;
        }
        match effects.sleep {
            Some(write) if self.rng.percent(10) => self.sleep(&write),
            _ => Ok(()),
        }
    }

    fn settle(&mut self, expected: Expected<'_>) -> Check {
        if self.closed != self.rows.table.is_none() {
            return Err("a table closes without being dropped, or is dropped without closing".into());
        }
        self.oracle.heard_all(expected)?;
        let (listed, kept) = (&self.listed, &self.oracle.kept);
        let listed_seats = listed.seats.iter().map(|seat| &seat.occupant);
        if listed.status != kept.status || !listed_seats.eq(kept.seats.iter().map(|seat| &seat.occupant)) {
            return Err("the table is listed otherwise than it is".into());
        }
        Ok(())
    }

    /// What failed has not happened.
    fn fail(&mut self, effects: Effects, why: &Refusal) -> Check {
        for told in effects.told {
            if let Told::Answer(answer) = told {
                self.answered(Answer { result: Err(why.clone()), ..answer })?;
            }
        }
        self.oracle.note("a write fails");
        let stored = self.rows.stored();
        let effects = self.subject.take_back(self.now, why, stored).map_err(|error| error.to_string())?;
        if !effects.writes.is_empty() {
            return Err("taking something back writes something".into());
        }
        if self.rows.table.is_none() {
            self.closed = true;
            return Ok(());
        }
        self.oracle.start_over(&self.rows)?;
        self.tell(&[], effects)
    }

    /// The process dies, and is started again: everyone is gone, and what was not written has not happened.
    pub fn crash(&mut self) -> Check {
        self.crashes += 1;
        self.oracle.note("the process dies");
        self.oracle.watchers.clear();
        self.oracle.start_over(&self.rows)?;
        self.lost.append(&mut self.pending);
        self.now.house_ms = self.rows.clock.max(1_000);
        let Some(stored) = self.rows.stored() else {
            self.closed = true;
            return Ok(());
        };
        let in_escrow = stored.saved.escrow().and_then(|(bet, _)| self.rows.escrows.get(&bet).copied()).unwrap_or(0);
        let (house, seed) = (Arc::clone(&self.house), seed(&mut self.rng));
        let restored = Table::restore(house, self.code, stored, in_escrow.unsigned_abs(), seed, self.now);
        let (table, remarks) = restored.map_err(|error| format!("the table cannot be restored: {error}"))?;
        if let Some(remark) = remarks.first() {
            return Err(format!("the table was restored, but {remark}"));
        }
        *self.listed = table.listing(self.now);
        self.subject = Subject::new(table, self.bug);
        self.wake_at = Some(self.now.house_ms);
        Ok(())
    }

    /// The table falls asleep and is read back some time before it is due, or right then. Nobody can tell.
    fn sleep(&mut self, write: &Write) -> Check {
        if !self.oracle.watchers.is_empty() || !self.pending.is_empty() {
            return Err("a table falls asleep while it is watched, or is asked something".into());
        }
        match self.fate() {
            Fate::Written => {}
            Fate::Fails { written } => return self.write_silently(std::slice::from_ref(write), written),
            Fate::Dies { written } => {
                self.write_silently(std::slice::from_ref(write), written)?;
                return self.crash();
            }
        }
        self.oracle.note("a table sleeps");
        // Clients that were answered have no reason to repeat anything so much later.
        self.naps += 1;
        self.write_silently(std::slice::from_ref(write), true)?;
        let Write::SleepTable { sleep, .. } = write else { return Err("a table falls asleep otherwise".into()) };
        let for_ms = sleep.due.saturating_sub(self.now.wall_ms);
        // The house may be closed for a part of it.
        let (open_ms, closed_ms) = match self.rng.below(4) {
            0 => (for_ms, 0),
            1 => (u64::from(self.rng.below(5_000)), 0),
            2 => (for_ms / 3, for_ms / 3),
            _ => (0, for_ms),
        };
        self.pass(open_ms);
        self.now.wall_ms += closed_ms;
        self.oracle.start_over(&self.rows)?;
        let (before, dates) = (self.listed.clone(), dates_of(&self.subject.awaiting()));
        let stored = self.rows.stored().ok_or("a table that sleeps is gone")?;
        let asleep = stored.saved.while_asleep(&self.house, self.code).map_err(|error| error.to_string())?;
        let (house, seed) = (Arc::clone(&self.house), seed(&mut self.rng));
        let restored = Table::restore(house, self.code, stored, 0, seed, self.now);
        let (table, _) = restored.map_err(|error| format!("the table cannot be woken: {error}"))?;
        *self.listed = table.listing(self.now);
        let awake = (table.info(self.now), table.awaiting());
        if self.listed != before
            || asleep.0 != awake.0
            || [&asleep.1, &awake.1].into_iter().any(|now| dates_of(now) != dates)
        {
            return Err(format!("the table is another after it slept: {before:?} is {:?}", self.listed));
        }
        self.subject = Subject::new(table, self.bug);
        self.wake_at = Some(self.now.house_ms);
        if self.now.wall_ms >= sleep.due { self.wake_when_due() } else { Ok(()) }
    }

    /// A table that is woken because something is due does it.
    fn wake_when_due(&mut self) -> Check {
        let before = self.steps;
        while !self.closed && self.wake_at.is_some_and(|at| at <= self.now.house_ms) && self.steps < before + 3 {
            let was = self.rows.table.clone();
            self.wake()?;
            if was != self.rows.table {
                return Ok(());
            }
        }
        Err("a table was due when it was woken, and did nothing".into())
    }

    fn answered(&mut self, Answer { to, id, result }: Answer) -> Check {
        let owner = self.owners.get(&to).ok_or("an answer goes to no connection")?;
        let name = name_of(*owner, &id);
        let pending = self.pending.remove(&name).filter(|pending| pending.to == to);
        let pending = pending.ok_or_else(|| format!("{name} is answered, but does not wait for an answer"))?;
        match &result {
            Ok(()) => self.holds(&name, &pending)?,
            Err(refusal) => {
                let is_act = matches!(pending.command, TableCommand::Act { .. });
                let unknown = [storage().code, BetError::NotEnoughGold.code()].contains(&refusal.code);
                if unknown {
                    self.doubtful.insert(name);
                }
                if is_act && !unknown && !pending.is_repeat && self.rows.commands.contains_key(name.as_str()) {
                    return Err(format!("{name} is refused ({}), but stands in the log", refusal.code));
                }
            }
        }
        if !self.oracle.watchers.contains_key(&to) && pending.is_repeat {
            // The answer is lost on its way: it will be asked for again.
            self.lost.insert(name, pending);
        }
        Ok(())
    }

    /// Whether what is said to be done stands in the rows.
    fn holds(&self, name: &str, pending: &Pending) -> Check {
        let (user, kept) = (pending.user.id, &self.oracle.kept);
        let is_seated = kept.viewer(user) != Viewer::Spectator;
        let occupant = |seat: &parlor_kernel::Seat| kept.seats.get(seat.index()).map(|seat| &seat.occupant);
        let holds = match &pending.command {
            TableCommand::Act { .. } => self.rows.commands.get(name) == Some(&1),
            TableCommand::Chat { text, .. } => {
                let said = self.rows.chat.iter().filter(|line| line.text == *text).count();
                said == 1 || self.forgotten.contains(&user) || said > 1 && self.doubtful.contains(name)
            }
            _ if pending.is_repeat => true,
            TableCommand::Sit { .. } => is_seated,
            TableCommand::Stand => !is_seated,
            TableCommand::Ready { ready } => {
                kept.seats.iter().any(|seat| seat.occupant.person() == Some(user) && seat.ready == *ready)
            }
            TableCommand::SeatBot { seat, level: Some(level) } => {
                occupant(seat).is_some_and(|occupant| *occupant == Occupant::Bot { level: level.clone() })
            }
            TableCommand::SeatBot { seat, level: None } => occupant(seat) == Some(&Occupant::Nobody),
            TableCommand::Kick { seat } => occupant(seat) == Some(&Occupant::Nobody) && !kept.kicked.is_empty(),
            TableCommand::Escrow { step: EscrowStep::Deposit } => is_seated,
            TableCommand::SetRules { preset, public, .. } => kept.preset == *preset && kept.public == *public,
            TableCommand::Begin { .. } => kept.status != Status::Waiting,
            TableCommand::Escrow { .. } | TableCommand::Hurry | TableCommand::Move { .. } | TableCommand::Shuffle => {
                true
            }
        };
        let logged = self.rows.commands.get(name);
        if holds {
            Ok(())
        } else {
            Err(format!("{name} is acknowledged, but not written once ({logged:?}): {:?}", pending.command))
        }
    }

    /// Gold is neither made nor lost, and lies where the table says.
    fn books_balance(&self) -> Check {
        if self.rows.gold() != self.gold {
            return Err(format!("there were {} gold, and now there are {}", self.gold, self.rows.gold()));
        }
        if self.rows.escrows.is_empty() {
            return Ok(());
        }
        if self.rows.table.is_none() {
            let is_empty = self.rows.escrows.values().all(|gold| *gold == 0);
            return if is_empty { Ok(()) } else { Err("a table has closed with gold in its escrow".into()) };
        }
        let claimed = self.oracle.kept.bet.as_ref();
        for (bet, gold) in &self.rows.escrows {
            let promised =
                claimed.filter(|kept| kept.id == *bet).map_or(0, |kept| kept.escrow.in_escrow().cast_signed());
            if promised != *gold {
                return Err(format!("the escrow holds {gold} gold, and the table says {promised}"));
            }
        }
        Ok(())
    }

    /// Everyone goes, nothing fails any more, and time passes: the table must close, and leave nothing open.
    pub fn end(&mut self) -> Check {
        self.troubles = 0;
        for connection in self.oracle.watchers.keys().copied().collect::<Vec<_>>() {
            self.unwatch(connection)?;
        }
        for _ in 0..100_000 {
            if self.closed {
                return self.is_over();
            }
            let at = self.wake_at.ok_or("a table without watchers never ends")?;
            self.pass(at.saturating_sub(self.now.house_ms));
            self.wake()?;
        }
        Err("a table without watchers does not end".into())
    }

    fn is_over(&self) -> Check {
        if let Some((name, pending)) = self.pending.first_key_value() {
            return Err(format!("{name} is never answered: {:?}", pending.command));
        }
        if self.rows.matches.values().any(|kept| kept.row.footer.is_none()) {
            return Err("a table has closed over a match that is not over".into());
        }
        if let Some((name, count)) = self.rows.commands.iter().find(|(_, count)| **count != 1) {
            return Err(format!("{name} stands {count} times in the log"));
        }
        self.books_balance()
    }
}

fn storage() -> Refusal {
    Refusal { code: "storage", message: "The house could not save that.".into() }
}

fn seed(rng: &mut Rng) -> Seed {
    Seed(std::array::from_fn(|_| rng.next_word() as u8))
}

/// When players forfeit for whom a match waits.
fn dates_of(awaited: &[Awaited]) -> Vec<(Seat, u64)> {
    awaited.iter().filter_map(|awaited| Some((awaited.seat, awaited.forfeits_at?))).collect()
}
