//! `parlor account`: what only the keeper of the house can do for a person, since the house sends no mail.

use crate::{
    cli::{AccountCommand, AccountFlags},
    config,
    serve::DATABASE,
};
use anyhow::{Context, Result, bail};
use parlor_store::{SqliteStore, Writes};
use tokio::runtime::Runtime;

/// Does what is asked for.
///
/// # Errors
/// If there is no such account or the database cannot be had.
pub fn run(command: &AccountCommand) -> Result<()> {
    match command {
        AccountCommand::Password(flags) => new_password(flags),
    }
}

/// Works beside an open house too: SQLite lets one write at a time, and the house notices that sessions have ended.
fn new_password(flags: &AccountFlags) -> Result<()> {
    let path = config::load(&flags.serve)?.data_dir.join(DATABASE);
    if !path.exists() {
        bail!("there is no database at {}; name its folder with --data-dir", path.display());
    }
    let password = Runtime::new()?.block_on(async {
        let store = SqliteStore::open(&path).await.with_context(|| format!("cannot open {}", path.display()))?;
        let password = parlor_server::reset_password(&store, &flags.name).await;
        store.close().await;
        password.with_context(|| format!("cannot set a new password for {}", flags.name))
    })?;
    println!("New password for {}: {password}", flags.name);
    println!("It is not shown again. Every session has ended; they sign in with it and choose another.");
    Ok(())
}
