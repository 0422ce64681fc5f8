//! `parlor account`: what only the keeper of the house can do for a person, since the house sends no mail.

use crate::{
    cli::{AccountCommand, AccountFlags},
    store,
};
use anyhow::{Context, Result};

/// Does what is asked for.
///
/// # Errors
/// If there is no such account or the database cannot be had.
pub fn run(command: &AccountCommand) -> Result<()> {
    match command {
        AccountCommand::Password(flags) => new_password(flags),
    }
}

/// Works beside an open house too, which notices that sessions have ended.
fn new_password(flags: &AccountFlags) -> Result<()> {
    let password = store::with(&flags.serve, async |store| {
        let password = parlor_server::reset_password(store, &flags.name).await;
        password.with_context(|| format!("cannot set a new password for {}", flags.name))
    })?;
    println!("New password for {}: {password}", flags.name);
    println!("It is not shown again. Every session has ended; they sign in with it and choose another.");
    Ok(())
}
