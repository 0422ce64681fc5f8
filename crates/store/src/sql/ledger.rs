//! The ledger as rows.

use super::columns::{Columns, table_code, unsigned, word};
use crate::{AccountId, Counterparty, EscrowRow, StatementRow, StoreError, User};
use parlor_wire::EscrowId;

/// The bank's account: a migration makes it.
pub const BANK: AccountId = AccountId(1);

/// What a transfer needs more gold for than there is: the table itself keeps every account but the bank's from going below
/// zero.
pub fn overdrawn(error: sqlx::Error) -> StoreError {
    if error.as_database_error().is_some_and(|error| error.is_check_violation()) {
        return StoreError::Overdrawn;
    }
    error.into()
}

pub fn to_account(row: &impl Columns) -> Result<(AccountId, i64), StoreError> {
    Ok((AccountId(row.number("id")?), row.number("balance")?))
}

pub fn to_side(row: &impl Columns) -> Result<(AccountId, i64), StoreError> {
    Ok((AccountId(row.number("account")?), row.number("amount")?))
}

pub fn to_escrow(row: &impl Columns) -> Result<EscrowRow, StoreError> {
    Ok(EscrowRow { bet: EscrowId(unsigned(row, "owner")?), balance: unsigned(row, "balance")? })
}

/// A line of a statement; `with` are the others who put something into its escrow, if it is about one.
pub fn to_statement(row: &impl Columns, with: Vec<User>) -> Result<StatementRow, StoreError> {
    let counterparty = match row.number_or_none("escrow")? {
        None => Counterparty::Bank,
        Some(_) => Counterparty::Bet {
            id: EscrowId(unsigned(row, "owner")?),
            table: table_code(row.text("code")?)?,
            open: row.flag("open")?,
            with,
        },
    };
    Ok(StatementRow {
        id: unsigned(row, "id")?,
        at: unsigned(row, "at")?,
        amount: row.number("amount")?,
        balance: unsigned(row, "balance")?,
        why: word(row, "why")?,
        counterparty,
    })
}

/// The transfer before which a page of a statement ends.
pub fn before(id: Option<u64>) -> i64 {
    id.and_then(|id| i64::try_from(id).ok()).unwrap_or(i64::MAX)
}

/// Each finds what must not be: a number of an account or a transfer (`fault`), and a word about it.
pub const FAULTS: [(&str, &str); 5] = [
    (
        "the sides of a transfer do not add up to zero",
        "SELECT t.id AS fault FROM ledger_transfers t LEFT JOIN ledger_postings p ON p.transfer = t.id
        GROUP BY t.id HAVING coalesce(sum(p.amount), 1) <> 0",
    ),
    (
        "a balance is not the sum of its postings",
        "SELECT a.id AS fault FROM ledger_accounts a LEFT JOIN ledger_postings p ON p.account = a.id
        GROUP BY a.id, a.balance HAVING a.balance <> coalesce(sum(p.amount), 0)",
    ),
    (
        "a posting does not follow from the one before it",
        "SELECT transfer AS fault FROM (SELECT transfer, balance,
            sum(amount) OVER (PARTITION BY account ORDER BY transfer, place) AS due FROM ledger_postings) AS posted
        WHERE balance <> due",
    ),
    ("an account is below zero", "SELECT id AS fault FROM ledger_accounts WHERE balance < 0 AND kind <> 'bank'"),
    (
        "the whole does not add up to zero",
        "SELECT CAST(sum(balance) AS BIGINT) AS fault FROM ledger_accounts HAVING sum(balance) <> 0",
    ),
];

/// Says what a question of [`FAULTS`] found.
pub fn to_fault(what: &str, row: &impl Columns) -> Result<String, StoreError> {
    Ok(format!("{what} ({})", row.number("fault")?))
}
