//! Tables from what was stored: after a restart, after a write that failed, and what to do with one that cannot be read.

use crate::{
    bots::Bots,
    chance::{Chance, Seed},
    done::Logged,
    effects::{Answer, Effects, Remark},
    house::HouseRules,
    input::Moment,
    live::LiveMatch,
    rules::Rules,
    saved::Saved,
    table::Table,
    turn::Turn,
};
use parlor_kernel::{Digest, Footer, Mismatch, Outcome, Refusal, Tick};
use parlor_store::{Counts, MatchRow, NewResult, StoredEntry, Write};
use parlor_wire::{ChatLine, EscrowId, MatchId, TableCode, frame::TableEvent};
use serde::Deserialize;
use std::sync::Arc;
use thiserror::Error;

/// A match as it is stored.
#[derive(Clone, Debug)]
pub struct Log {
    /// How it began, and how it ended if it has.
    pub row: MatchRow,
    /// What happened in it, in order.
    pub entries: Vec<StoredEntry>,
}

/// A table as it is stored.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The table.
    pub saved: Saved,
    /// Its [match](Saved::match_id).
    pub log: Option<Log>,
    /// What was said there lately, oldest first.
    pub chat: Vec<ChatLine>,
    /// The commands that were carried out there lately, oldest first.
    pub done: Vec<String>,
}

/// Why a table cannot go on from what was stored.
#[derive(Debug, Error)]
pub enum RecoverError {
    /// What was saved makes no sense.
    #[error("what was saved makes no sense: {0}")]
    State(#[from] serde_json::Error),
    /// The house has no such game any more.
    #[error("there is no game called {0}")]
    NoGame(String),
    /// The match's log does not hold.
    #[error(transparent)]
    Log(#[from] Mismatch),
    /// The match cannot be opened.
    #[error("the match cannot be opened: {0}")]
    Rules(String),
    /// The match is missing.
    #[error("the match is missing")]
    NoMatch,
}

/// What was stored, brought back to life.
struct Alive {
    saved: Saved,
    rules: Rules,
    live: Option<LiveMatch>,
    chat: Vec<ChatLine>,
    done: Vec<String>,
    remark: Option<Remark>,
}

impl Alive {
    fn new(house: &HouseRules, stored: Stored, logged: Logged) -> Result<Self, RecoverError> {
        let Stored { mut saved, log, chat, done } = stored;
        if house.games.game(&saved.game).is_none() {
            return Err(RecoverError::NoGame(saved.game));
        }
        let rules = Rules::of(&house.games, &saved);
        let mut rules = rules.map_err(|refusal| RecoverError::Rules(refusal.message))?;
        let mut remark = None;
        let live = match (saved.match_id, log) {
            (None, _) => None,
            (Some(_), None) => return Err(RecoverError::NoMatch),
            (Some(_), Some(Log { row, entries })) => {
                let is_over = row.footer.is_some();
                match LiveMatch::replay(&mut rules, row, &entries, logged) {
                    // Its rules have changed since: it cannot be shown, but what it came to is settled all the same.
                    Err(error) if is_over => {
                        remark = Some(Remark::NotShown(error.to_string()));
                        None
                    }
                    replayed => Some(replayed?),
                }
            }
        };
        // Tables with the same rule set share it.
        if saved.config == *rules.config() {
            saved.config = Arc::clone(rules.config());
        }
        Ok(Self { saved, rules, live, chat, done, remark })
    }
}

impl Table {
    /// Brings a table back that slept, or was open when the house closed or fell; `in_escrow` is how much gold lies in the escrow of
    /// its bet. Everyone is gone, and has the whole grace to come back. It must be woken at once.
    ///
    /// # Errors
    /// If what was stored makes no sense, or the log does not hold: then the table must be [written off](Remains::write_off).
    pub fn restore(
        house: Arc<HouseRules>,
        code: TableCode,
        stored: Stored,
        in_escrow: u64,
        seed: Seed,
        now: Moment,
    ) -> Result<(Self, Vec<Remark>), RecoverError> {
        let mut chance = Chance::new(seed);
        let logged = Logged::new(&mut chance);
        let Alive { mut saved, rules, live, chat, done, remark } = Alive::new(&house, stored, logged)?;
        let mut remarks: Vec<_> = remark.into_iter().collect();
        if let Some(bet) = saved.bet_mut().filter(|bet| bet.in_escrow() != in_escrow) {
            // Its gold has been looked after in another way.
            bet.give_up(now);
            remarks.push(Remark::EscrowBroken);
        }
        // A table that slept has been left alone for as long, by the clock that people read.
        let (quiet, deserted) = (saved.quiet_since.take(), saved.deserted_since.take());
        let mut table = Self::new(house, code, saved, rules, chance, now);
        if let Some(quiet) = quiet {
            let ms = |since| now.wall_ms.saturating_sub(since);
            table.presence.slept(now.house_ms, ms(quiet), ms(deserted.unwrap_or(quiet)));
        }
        table.live = live;
        table.done.recall(&done);
        table.talk.recall(chat);
        table.presence.note_holder(&table.saved, now.house_ms);
        if table.saved.is_playing() {
            table.presence.all_gone(&table.saved, now.house_ms);
        }
        table.told = table.listing(now);
        Ok((table, remarks))
    }

    /// The writes of the last step have failed, or nobody knows whether they did: the table goes back to what is stored
    /// (`None` if it is gone) and shows everyone how it is. Inputs that waited for their tick are refused with `why`.
    ///
    /// # Errors
    /// If what was stored makes no sense. The table must not go on before it has been taken back.
    pub fn take_back(&mut self, now: Moment, why: &Refusal, stored: Option<Stored>) -> Result<Effects, RecoverError> {
        let logged = match &self.live {
            Some(live) => live.brought_back(),
            None => Logged::new(&mut self.chance),
        };
        let alive = stored.map(|stored| Alive::new(&self.house, stored, logged)).transpose()?;
        let refused = self.live.as_mut().map(|live| live.refuse_inputs(why)).unwrap_or_default();
        let mut turn = Turn::new(self, now);
        for Answer { to, id, result } in refused {
            turn.answer(to, id, result);
        }
        let Some(Alive { mut saved, rules, live, chat, done, remark }) = alive else {
            // It was being closed, and that got through.
            turn.publish_all(TableEvent::Closed { reason: "The table was closed.".into() });
            turn.effects.closed = true;
            return Ok(turn.finish());
        };
        turn.effects.remarks.extend(remark);
        let table = &mut *turn.table;
        // It may have been about to fall asleep, and is awake now.
        (saved.quiet_since, saved.deserted_since) = (None, None);
        (table.saved, table.rules, table.live) = (saved, rules, live);
        table.done.take_back(&done);
        table.talk.recall(chat);
        if table.presence.seats() == table.saved.seats.len() {
            table.bots.dismiss();
        } else {
            // Other rules were about to be played, with other seats.
            table.presence.seat(table.saved.count());
            table.bots = Bots::new(table.saved.count(), &mut table.chance);
        }
        turn.show_again();
        Ok(turn.finish())
    }
}

impl Turn<'_> {
    /// Everyone is shown how the table is, and so is the list: nothing that was told of it before may hold.
    fn show_again(&mut self) {
        let listing = self.note_presence();
        self.table.told = listing.clone();
        self.effects.listing = Some(Box::new(listing));
        self.refresh_all();
    }
}

/// What is left of a table that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Remains {
    /// Its match.
    #[serde(default)]
    pub match_id: Option<MatchId>,
    #[serde(default)]
    bet: Option<BetRemains>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
struct BetRemains {
    id: EscrowId,
}

impl Remains {
    /// Finds what can be found in a text that was saved.
    pub fn of(state: &str) -> Self {
        serde_json::from_str(state).unwrap_or_default()
    }

    /// The escrow of its bet.
    pub fn escrow(&self) -> Option<EscrowId> {
        self.bet.map(|bet| bet.id)
    }

    /// Closes a table that cannot be brought back, whatever is left of it: its match counts for nobody, what lies in its
    /// escrow goes back to those who put it in, and it is not tried again.
    pub fn write_off(&self, code: TableCode, log: Option<Log>, now: Moment) -> Vec<Write> {
        let mut writes: Vec<_> = log.and_then(|log| void(log, now)).into_iter().collect();
        writes.extend(self.escrow().map(|bet| Write::ReturnEscrow { bet, at: now.wall_ms }));
        writes.push(Write::DropTable { code });
        writes
    }
}

/// Ends a match that cannot go on, because it cannot be brought back: it counts for nobody. Nothing to write if it has
/// ended already.
fn void(Log { row, entries }: Log, now: Moment) -> Option<Write> {
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
    let results = vec![NewResult::default(); row.header.seats.len()];
    Some(Write::EndMatch { id: row.id, footer, at: now.wall_ms, turns: 0, results, counts: Counts::Result })
}
