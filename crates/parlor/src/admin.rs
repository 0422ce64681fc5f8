//! `parlor admin`: what only those can do who may write to the house's database.
//!
//! Everything goes through the database, so that it works beside a house that is open as well as with one that is closed. A
//! house that is open notices within a second or two.

use crate::{
    cli::{AdminCommand, AdminFlags, Listing, RoleWord, Who},
    store,
};
use anyhow::{Context, Result, bail};
use parlor_server::admin::{Actor, Deed, Done, carry_out, open_tables};
use parlor_store::{Find, KeptUser, Role, Store, words::Word};
use parlor_wire::{TableCode, UserId};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How many people are listed at most.
const LISTED: u32 = 1_000;
/// How long a house that is open may take to close a table.
const PATIENCE: Duration = Duration::from_secs(10);

/// Does what is asked for.
///
/// # Errors
/// If there is no such person or table, or the database cannot be had.
pub fn run(flags: &AdminFlags) -> Result<()> {
    store::with(&flags.serve, async |store| match &flags.command {
        AdminCommand::List { what } => list(store, what).await,
        AdminCommand::Audit { lines } => audit(store, *lines).await,
        AdminCommand::Ban { who, hours, reason } => {
            let (user, name) = find(store, who).await?;
            deed(store, Deed::Ban { user, hours: *hours, reason: reason.clone() }).await?;
            let until = hours.map_or_else(|| "until you unban them".into(), |hours| format!("for {hours} hours"));
            println!("{name} may not come in, {until}. Every session has ended.");
            Ok(())
        }
        AdminCommand::Unban { who } => {
            let (user, name) = find(store, who).await?;
            deed(store, Deed::Unban(user)).await?;
            println!("{name} may come in again.");
            Ok(())
        }
        AdminCommand::Grant { who, gold, reason } => {
            let (user, name) = find(store, who).await?;
            deed(store, Deed::Grant { user, gold: *gold, reason: reason.clone() }).await?;
            println!("{name} has {gold} more gold.");
            Ok(())
        }
        AdminCommand::Password { who } => {
            let (user, name) = find(store, who).await?;
            let password = deed(store, Deed::Password(user)).await?.password.context("there is none")?;
            println!("New password for {name}: {password}");
            println!("It is not shown again. Every session has ended; they sign in with it and choose another.");
            Ok(())
        }
        AdminCommand::Promote { who, role } => {
            let (user, name) = find(store, who).await?;
            let role = match role {
                RoleWord::Moderator => Role::Moderator,
                RoleWord::Admin => Role::Admin,
            };
            deed(store, Deed::Role(user, Some(role))).await?;
            println!("{name} is {} now.", role.word());
            Ok(())
        }
        AdminCommand::Demote { who } => {
            let (user, name) = find(store, who).await?;
            deed(store, Deed::Role(user, None)).await?;
            println!("{name} has no role any more.");
            Ok(())
        }
        AdminCommand::Close { code, reason } => close(store, *code, reason).await,
    })
}

/// Does a deed of the keeper.
///
/// # Errors
/// Why it was not done.
pub async fn deed(store: &dyn Store, deed: Deed) -> Result<Done> {
    Ok(carry_out(store, &Actor::Keeper, deed, now()).await?)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// A person by name, e-mail address or id.
async fn find(store: &dyn Store, Who { who }: &Who) -> Result<(UserId, String)> {
    let by_id = match who.parse() {
        Ok(id) => store.user(id).await?,
        Err(_) => None,
    };
    let row = match by_id {
        Some(row) => Some(row.user),
        None => match store.account_by_login(who).await? {
            Some(account) => Some(account.user),
            None => store.user_by_name(who).await?.map(|row| row.user),
        },
    };
    let user = row.with_context(|| format!("no account or bot is called {who}, and it is the id of no guest"))?;
    Ok((user.id, user.name))
}

async fn list(store: &dyn Store, what: &Listing) -> Result<()> {
    let find = match what {
        Listing::Tables => return tables(store).await,
        Listing::Staff => Find::Staff,
        Listing::Banned => Find::Banned,
        Listing::People { find } => Find::Named(find),
    };
    let found = store.find_users(find, LISTED).await?;
    for KeptUser { row, role, ban } in &found {
        let role = role.map_or(String::new(), |role| format!(", {}", role.word()));
        let ban = ban.as_ref().map_or(String::new(), |ban| {
            let until = ban.until.map_or(String::new(), |ms| format!(" until {}", date(ms)));
            format!(", banned{until}: {}", ban.reason)
        });
        println!(
            "{}  {}, {}, since {}{role}{ban}",
            row.user.id,
            row.user.name,
            row.user.kind.word(),
            date(row.created_at)
        );
    }
    if found.is_empty() {
        println!("There are none.");
    }
    Ok(())
}

async fn tables(store: &dyn Store) -> Result<()> {
    let tables = open_tables(store).await?;
    for (code, told) in &tables {
        println!("{code}  {told}");
    }
    if tables.is_empty() {
        println!("No table is open.");
    }
    Ok(())
}

async fn audit(store: &dyn Store, lines: u32) -> Result<()> {
    let mut rows = store.audit_log(None, lines).await?;
    rows.reverse();
    for row in rows {
        let line = row.line;
        let name = if line.subject_name.is_empty() { String::new() } else { format!(" {}", line.subject_name) };
        let note = if line.note.is_empty() { String::new() } else { format!(": {}", line.note) };
        println!("{}  {} {} {}{name}{note}", date(line.at), line.actor_name, line.action.word(), line.subject);
    }
    Ok(())
}

/// Asks for it, and waits for a house that is open to do it.
async fn close(store: &dyn Store, code: TableCode, reason: &str) -> Result<()> {
    let before = house_clock(store).await?;
    deed(store, Deed::CloseTable { code, reason: reason.to_owned() }).await?;
    let begun = tokio::time::Instant::now();
    while begun.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(200)).await;
        if store.table(code).await?.is_none() {
            println!("Table {code} is closed.");
            return Ok(());
        }
    }
    if house_clock(store).await? != before {
        bail!("the house has not closed table {code} yet; its log says why, and it goes on trying");
    }
    println!("No house is open here: table {code} closes when one is.");
    Ok(())
}

/// What the house's clock shows: it stands still while no house is open.
async fn house_clock(store: &dyn Store) -> Result<u64> {
    Ok(store.clock().await?)
}

fn date(ms: u64) -> String {
    httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_millis(ms))
}
