//! A database in memory: rows, reads and increments, and not one rule.

use crate::rules::bench::{Bench, GAME};
use async_trait::async_trait;
use parlor_store::{
    AccountId, AddressTag, Begun, Best, Count, Ended, FullRating, LedgerTx, PurseRow, ResultsTx, SeatEnd, SeatRecord,
    SeatResult, Seated, Standings, StoreError, Tally, Till, TransferId, Versus, Why, Write,
    rules::{self, MatchEnd},
};
use parlor_wire::{EscrowId, Kind, MatchId, UserId};
use std::{collections::BTreeMap, sync::Mutex};

const BANK: AccountId = AccountId(0);

#[derive(Default)]
pub struct MemoryStore(Mutex<Rows>);

#[derive(Clone, Default)]
struct Rows {
    users: BTreeMap<UserId, Kind>,
    matches: BTreeMap<MatchId, Match>,
    standings: BTreeMap<(UserId, String, Versus), (Tally, u32)>,
    rivals: BTreeMap<(UserId, UserId), (u32, u32, u32, u64)>,
    meetings: BTreeMap<(u64, UserId, UserId, String), u32>,
    address_meetings: BTreeMap<(u64, UserId, u64, String), u32>,
    ratings: BTreeMap<(UserId, String), FullRating>,
    purses: BTreeMap<UserId, AccountId>,
    escrows: BTreeMap<EscrowId, AccountId>,
    /// By number; the bank is the first.
    balances: Vec<i64>,
    transfers: Vec<Made>,
}

/// A transfer.
#[derive(Clone)]
struct Made {
    key: String,
    why: Why,
    sides: Vec<(AccountId, i64)>,
}

#[derive(Clone)]
struct Match {
    game: String,
    rated: bool,
    players: Vec<Option<(UserId, Option<AddressTag>)>>,
    seats: Vec<SeatRecord>,
    ended: bool,
    listed: bool,
}

impl Rows {
    async fn change(&mut self, write: &Write) -> Result<(), StoreError> {
        match write {
            Write::AddUser { user, .. } => {
                self.users.insert(user.id, user.kind);
            }
            Write::AddAccount { user, .. } => {
                self.users.insert(*user, Kind::Account);
            }
            Write::DeleteUser { user, at } => {
                rules::close_purse(self, *user, *at).await?;
                self.users.remove(user);
            }
            Write::BeginMatch { row, players } => {
                let players: Vec<_> =
                    players.iter().map(|player| player.user.map(|user| (user, player.address))).collect();
                let seats = vec![SeatRecord::default(); players.len()];
                let (game, rated) = (row.header.game.clone(), row.rated);
                self.matches.insert(row.id, Match { game, rated, players, seats, ended: false, listed: true });
            }
            &Write::EndMatch { id, ref footer, at, turns, ref results, counts } => {
                rules::end_match(self, MatchEnd { id, footer, at, turns, results, counts }).await?;
            }
            Write::Transfer(transfer) => rules::transfer(self, transfer).await?,
            Write::Grant(grant) => rules::grant(self, grant).await?,
            Write::ReturnEscrow { bet, at } => rules::return_escrow(self, *bet, *at).await?,
            other => panic!("no rule is about {other:?}"),
        }
        Ok(())
    }

    fn open(&mut self) -> AccountId {
        self.balances.resize(self.balances.len().max(1) + 1, 0);
        AccountId(self.balances.len() as i64 - 1)
    }

    fn balance(&self, account: AccountId) -> i64 {
        self.balances.get(account.0 as usize).copied().unwrap_or(0)
    }
}

#[async_trait]
impl ResultsTx for Rows {
    async fn end_match(&mut self, id: MatchId, ended: &Ended<'_>) -> Result<Option<Begun>, StoreError> {
        let users = &self.users;
        let Some(row) = self.matches.get_mut(&id).filter(|row| !row.ended) else { return Ok(None) };
        (row.ended, row.listed) = (true, ended.listed);
        let seated = |player: &Option<(UserId, Option<AddressTag>)>| {
            let (user, address) = (*player)?;
            Some(Seated { user, kind: *users.get(&user)?, address })
        };
        let players = row.players.iter().map(seated).collect();
        Ok(Some(Begun { game: row.game.clone(), rated: row.rated, players }))
    }

    async fn end_seat(&mut self, id: MatchId, seat: u8, end: &SeatEnd<'_>) -> Result<(), StoreError> {
        let stats = end.counted.stats.iter().map(|&(stat, value)| (stat.id.to_owned(), value)).collect();
        let (place, score) = (end.counted.place, Some(end.counted.score));
        let record = SeatRecord { user: None, result: Some(end.result), place, score, stats, rating: end.rating };
        self.matches.get_mut(&id).expect("a match").seats[usize::from(seat)] = record;
        Ok(())
    }

    async fn count(&mut self, of: Standings<'_>, change: Count) -> Result<(), StoreError> {
        let (tally, climbed) = self.standings.entry((of.user, of.game.to_owned(), of.versus)).or_default();
        tally.played += 1;
        match change {
            Count::Won { climbs } => {
                tally.won += 1;
                tally.streak = tally.streak.max(0) + 1;
                tally.best_streak = tally.best_streak.max(tally.streak.unsigned_abs());
                *climbed += u32::from(climbs);
            }
            Count::Lost => {
                tally.lost += 1;
                tally.streak = tally.streak.min(0) - 1;
            }
            Count::Drawn => {
                tally.drawn += 1;
                tally.streak = 0;
            }
        }
        Ok(())
    }

    async fn count_stat(&mut self, of: Standings<'_>, stat: &str, add: i64, best: Best) -> Result<(), StoreError> {
        let (tally, _) = self.standings.entry((of.user, of.game.to_owned(), of.versus)).or_default();
        *tally.totals.entry(stat.to_owned()).or_default() += add;
        let (value, better): (_, fn(i64, i64) -> i64) = match best {
            Best::Not => return Ok(()),
            Best::Highest(value) => (value, i64::max),
            Best::Lowest(value) => (value, i64::min),
        };
        let record = tally.bests.entry(stat.to_owned()).or_insert(value);
        *record = better(*record, value);
        Ok(())
    }

    async fn count_rival(
        &mut self,
        user: UserId,
        opponent: UserId,
        result: SeatResult,
        at: u64,
    ) -> Result<(), StoreError> {
        let (won, lost, drawn, last) = self.rivals.entry((user, opponent)).or_default();
        *won += u32::from(result == SeatResult::Won);
        *lost += u32::from(result == SeatResult::Lost);
        *drawn += u32::from(result == SeatResult::Drawn);
        *last = at;
        Ok(())
    }

    async fn meet(&mut self, user: UserId, opponent: UserId, game: &str, day: u64) -> Result<u32, StoreError> {
        let matches = self.meetings.entry((day, user, opponent, game.to_owned())).or_default();
        *matches += 1;
        Ok(*matches)
    }

    async fn meet_from(&mut self, user: UserId, from: AddressTag, game: &str, day: u64) -> Result<u32, StoreError> {
        let matches = self.address_meetings.entry((day, user, from.0, game.to_owned())).or_default();
        *matches += 1;
        Ok(*matches)
    }

    async fn rating(&mut self, user: UserId, game: &str) -> Result<Option<FullRating>, StoreError> {
        Ok(self.ratings.get(&(user, game.to_owned())).copied())
    }

    async fn set_rating(&mut self, user: UserId, game: &str, rating: &FullRating, _: u64) -> Result<(), StoreError> {
        self.ratings.insert((user, game.to_owned()), *rating);
        Ok(())
    }
}

#[async_trait]
impl LedgerTx for Rows {
    async fn till(&mut self, till: Till) -> Result<Option<AccountId>, StoreError> {
        Ok(match till {
            Till::Bank => Some(BANK),
            Till::Purse(user) if self.purses.contains_key(&user) => self.purses.get(&user).copied(),
            Till::Purse(user) if self.users.contains_key(&user) => {
                let purse = self.open();
                self.purses.insert(user, purse);
                Some(purse)
            }
            Till::Purse(_) => None,
            Till::Escrow { bet, .. } => {
                let known = self.escrows.get(&bet).copied();
                let escrow = known.unwrap_or_else(|| self.open());
                self.escrows.insert(bet, escrow);
                Some(escrow)
            }
        })
    }

    async fn escrow(&mut self, bet: EscrowId) -> Result<Option<(AccountId, i64)>, StoreError> {
        Ok(self.escrows.get(&bet).map(|&escrow| (escrow, self.balance(escrow))))
    }

    async fn purse(&mut self, user: UserId) -> Result<Option<(AccountId, i64)>, StoreError> {
        Ok(self.purses.get(&user).map(|&purse| (purse, self.balance(purse))))
    }

    async fn in_escrow(&mut self, purse: AccountId) -> Result<i64, StoreError> {
        let open =
            |account: &AccountId| self.escrows.values().any(|escrow| escrow == account) && self.balance(*account) > 0;
        let about_escrow = |sides: &[(AccountId, i64)]| sides.iter().any(|(account, _)| open(account));
        let sides = self.transfers.iter().filter(|made| about_escrow(&made.sides)).flat_map(|made| &made.sides);
        Ok(-sides.filter(|(account, _)| *account == purse).map(|(_, amount)| amount).sum::<i64>())
    }

    async fn deposits(&mut self, escrow: AccountId) -> Result<Vec<(AccountId, i64)>, StoreError> {
        let mut deposits = BTreeMap::new();
        for Made { sides, .. } in &self.transfers {
            if sides.iter().any(|(account, _)| *account == escrow) {
                for (account, amount) in sides.iter().filter(|(account, _)| *account != escrow) {
                    let owned = self.purses.values().any(|purse| purse == account);
                    *deposits.entry(if owned { *account } else { BANK }).or_insert(0) -= amount;
                }
            }
        }
        Ok(deposits.into_iter().filter(|(_, amount)| *amount > 0).collect())
    }

    async fn has_account(&mut self, user: UserId) -> Result<bool, StoreError> {
        Ok(self.users.get(&user) == Some(&Kind::Account))
    }

    async fn transfer(&mut self, key: &str) -> Result<Option<(Why, Vec<(AccountId, i64)>)>, StoreError> {
        let made = self.transfers.iter().find(|made| made.key == key);
        Ok(made.map(|made| (made.why, made.sides.clone())))
    }

    async fn add_transfer(&mut self, key: &str, why: Why, _at: u64) -> Result<TransferId, StoreError> {
        self.transfers.push(Made { key: key.to_owned(), why, sides: Vec::new() });
        Ok(TransferId(self.transfers.len() as i64 - 1))
    }

    async fn post(
        &mut self,
        transfer: TransferId,
        place: u32,
        account: AccountId,
        amount: i64,
    ) -> Result<i64, StoreError> {
        let sides = &mut self.transfers[transfer.0 as usize].sides;
        assert_eq!(sides.len(), place as usize, "sides come in order");
        sides.push((account, amount));
        let index = account.0 as usize;
        self.balances.resize(self.balances.len().max(index + 1), 0);
        self.balances[index] += amount;
        Ok(self.balances[index])
    }

    async fn disown(&mut self, purse: AccountId) -> Result<(), StoreError> {
        self.purses.retain(|_, own| *own != purse);
        Ok(())
    }
}

impl MemoryStore {
    fn rows(&self) -> Rows {
        self.0.lock().unwrap().clone()
    }
}

#[async_trait]
impl Bench for MemoryStore {
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        let mut rows = self.rows();
        for write in &writes {
            rows.change(write).await?;
        }
        *self.0.lock().unwrap() = rows;
        Ok(())
    }

    async fn tally(&self, user: UserId, versus: Versus) -> (Tally, u32) {
        let rows = self.rows();
        let (tally, climbed) = rows.standings.get(&(user, GAME.into(), versus)).cloned().unwrap_or_default();
        (tally, if rows.users.get(&user) == Some(&Kind::Guest) { 0 } else { climbed })
    }

    async fn rating(&self, user: UserId) -> Option<FullRating> {
        self.rows().ratings.get(&(user, GAME.into())).copied()
    }

    async fn rival(&self, user: UserId, other: UserId) -> Option<(u32, u32, u32, u64)> {
        self.rows().rivals.get(&(user, other)).copied()
    }

    async fn seats(&self, id: MatchId) -> Vec<SeatRecord> {
        self.rows().matches[&id].seats.clone()
    }

    async fn history(&self, user: UserId) -> usize {
        let plays = |row: &&Match| row.listed && row.players.iter().flatten().any(|(player, _)| *player == user);
        self.rows().matches.values().filter(plays).count()
    }

    async fn purse(&self, user: UserId, day: u64) -> PurseRow {
        let mut rows = self.rows();
        let Some(purse) = rows.purses.get(&user).copied() else { return PurseRow::default() };
        let made = |key: String| rows.transfers.iter().any(|made| made.key == key);
        let (welcomed, given_today) = (made(rules::welcome_key(purse)), made(rules::daily_key(purse, day)));
        let in_escrow = rows.in_escrow(purse).await.unwrap().max(0).cast_unsigned();
        PurseRow { balance: rows.balance(purse).cast_unsigned(), in_escrow, welcomed, given_today }
    }

    async fn audited(&self) -> (i64, i64) {
        let rows = self.rows();
        assert!(rows.transfers.iter().all(|made| made.sides.iter().map(|(_, amount)| amount).sum::<i64>() == 0));
        for (account, balance) in (0i64..).zip(&rows.balances) {
            let sides = rows.transfers.iter().flat_map(|made| &made.sides);
            let due: i64 = sides.filter(|(posted, _)| posted.0 == account).map(|(_, amount)| amount).sum();
            assert_eq!(*balance, due, "account {account}");
            assert!(*balance >= 0 || account == BANK.0);
        }
        (-rows.balance(BANK), rows.escrows.values().map(|escrow| rows.balance(*escrow)).sum())
    }
}
