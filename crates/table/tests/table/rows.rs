//! A store in memory: one table, its matches, its talk, and everyone's gold.

use parlor_kernel::Entry;
use parlor_store::{DONE_KEPT, Leg, MatchRow, NewEntry, StoredEntry, Till, Transfer, Write};
use parlor_table::{CHAT_KEPT, Log, Saved, Stored};
use parlor_wire::{ChatLine, EscrowId, MatchId, Room, TrustRecord, UserId};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What everyone has in their purse when the world begins.
pub const PURSE: i64 = 1_000;

/// A match as it is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    pub row: MatchRow,
    pub entries: Vec<NewEntry>,
}

/// Why a batch is not written.
#[derive(Debug)]
pub enum NotWritten {
    /// There is not enough gold: nothing has been written.
    Overdrawn,
    /// The batch makes no sense: something is wrong with the table.
    Nonsense(String),
}

/// All rows.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    pub clock: u64,
    /// The table's own text.
    pub table: Option<String>,
    pub matches: BTreeMap<MatchId, Kept>,
    pub chat: Vec<ChatLine>,
    /// Commands that were carried out, oldest first.
    done: Vec<String>,
    pub purses: BTreeMap<UserId, i64>,
    pub escrows: BTreeMap<EscrowId, i64>,
    pub trust: BTreeMap<UserId, TrustRecord>,
    /// Every command in a log, with how often it is there.
    pub commands: HashMap<String, u32>,
    transfers: HashSet<String>,
    held: BTreeSet<(EscrowId, UserId)>,
}

fn nonsense<T>(what: impl Into<String>) -> Result<T, NotWritten> {
    Err(NotWritten::Nonsense(what.into()))
}

impl Rows {
    /// Rows of a house in which these people have gold.
    pub fn new(people: impl IntoIterator<Item = UserId>) -> Self {
        Self { purses: people.into_iter().map(|user| (user, PURSE)).collect(), ..Self::default() }
    }

    /// All gold there is.
    pub fn gold(&self) -> i64 {
        self.purses.values().chain(self.escrows.values()).sum()
    }

    /// Writes all of it or nothing.
    pub fn write(&mut self, writes: &[Write]) -> Result<(), NotWritten> {
        for transfer in writes.iter().filter_map(transfer) {
            self.check(transfer)?;
        }
        writes.iter().try_for_each(|write| self.one(write))
    }

    fn one(&mut self, write: &Write) -> Result<(), NotWritten> {
        match write {
            Write::Clock(ms) => self.clock = self.clock.max(*ms),
            Write::SaveTable { state, .. } | Write::SleepTable { state, .. } => self.table = Some(state.clone()),
            Write::DropTable { .. } => {
                self.table = None;
                self.chat.clear();
                self.done.clear();
            }
            Write::Done { command, .. } => self.done.push(command.clone()),
            Write::Chat { line, .. } => self.chat.push(line.clone().into()),
            Write::ForgetChat { user, .. } => self.chat.retain(|line| line.from != *user),
            Write::BeginMatch { row, .. } => {
                let kept = Kept { row: MatchRow::clone(row), entries: Vec::new() };
                if self.matches.insert(row.id, kept).is_some() {
                    return nonsense("two matches have one id");
                }
            }
            Write::Append { id, entry } => self.append(*id, entry)?,
            Write::EndMatch { id, footer, at, .. } => {
                let Some(kept) = self.matches.get_mut(id) else { return nonsense("no such match to end") };
                if kept.row.footer.replace(footer.clone()).is_some() {
                    return nonsense("a match ends twice");
                }
                kept.row.ended_at = Some(*at);
            }
            Write::Transfer(transfer) => {
                self.transfers.insert(transfer.key.clone());
                transfer.legs.iter().for_each(|leg| *self.till(leg) += leg.amount);
            }
            Write::Held { bet, holder, disputed, overturned } => {
                if !self.held.insert((*bet, *holder)) {
                    return nonsense("a bet is counted twice for its holder");
                }
                let record = self.trust.entry(*holder).or_default();
                record.held += 1;
                record.disputed += u32::from(*disputed);
                record.overturned += u32::from(*overturned);
            }
            other => return nonsense(format!("a table does not write {other:?}")),
        }
        Ok(())
    }

    fn append(&mut self, id: MatchId, entry: &NewEntry) -> Result<(), NotWritten> {
        let Some(kept) = self.matches.get_mut(&id) else { return nonsense("no such match to log") };
        if kept.row.footer.is_some() {
            return nonsense("something happens in a match that is over");
        }
        if entry.seq != kept.entries.len() as u64 + 1 {
            return nonsense(format!("entry {} follows {} in the log", entry.seq, kept.entries.len()));
        }
        if let Some(command) = &entry.command {
            *self.commands.entry(command.clone()).or_default() += 1;
        }
        kept.entries.push(entry.clone());
        Ok(())
    }

    fn till(&mut self, leg: &Leg) -> &mut i64 {
        match leg.till {
            Till::Purse(user) => self.purses.entry(user).or_default(),
            Till::Escrow { bet, .. } => self.escrows.entry(bet).or_default(),
            Till::Bank => unreachable!("tables do not go to the bank"),
        }
    }

    fn check(&mut self, transfer: &Transfer) -> Result<(), NotWritten> {
        if self.transfers.contains(&transfer.key) {
            return nonsense(format!("{} is transferred twice", transfer.key));
        }
        if transfer.legs.iter().map(|leg| leg.amount).sum::<i64>() != 0 {
            return nonsense(format!("the sides of {} do not add up to zero", transfer.key));
        }
        let lacks = transfer.legs.iter().any(|leg| *self.till(leg) + leg.amount < 0);
        if lacks { Err(NotWritten::Overdrawn) } else { Ok(()) }
    }

    /// The table as it is stored.
    pub fn stored(&self) -> Option<Stored> {
        let saved = Saved::read(self.table.as_ref()?).expect("the table reads what it wrote");
        let log = saved.match_id().and_then(|id| self.log(id));
        let done = self.done[self.done.len().saturating_sub(DONE_KEPT as usize)..].to_vec();
        Some(Stored { saved, log, chat: self.talk().into_iter().cloned().collect(), done })
    }

    /// The log of a match.
    pub fn log(&self, id: MatchId) -> Option<Log> {
        let Kept { row, entries } = self.matches.get(&id)?;
        let read = |new: &NewEntry| {
            let input = serde_json::from_str(&new.input).expect("inputs are JSON");
            let entry = Entry { seq: new.seq, tick: new.tick, input, digest: new.digest };
            StoredEntry { entry, command: new.command.clone() }
        };
        Some(Log { row: row.clone(), entries: entries.iter().map(read).collect() })
    }

    /// The last lines of each room, oldest first.
    pub fn talk(&self) -> Vec<&ChatLine> {
        let mut counts: HashMap<Room, usize> = HashMap::new();
        let mut lines: Vec<_> = self.chat.iter().rev().filter(|line| kept(&mut counts, line.room)).collect();
        lines.reverse();
        lines
    }
}

fn kept(counts: &mut HashMap<Room, usize>, room: Room) -> bool {
    let count = counts.entry(room).or_default();
    *count += 1;
    *count <= CHAT_KEPT
}

fn transfer(write: &Write) -> Option<&Transfer> {
    if let Write::Transfer(transfer) = write { Some(transfer) } else { None }
}
