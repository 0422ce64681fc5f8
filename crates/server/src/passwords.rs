//! Passwords: hashed with Argon2id, a few at a time.

use crate::chance;
use argon2::{
    Argon2, Params,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use parlor_store::{Ending, Secret, Store, StoreError, Write};
use parlor_wire::http::Password;
use std::sync::Arc;
use thiserror::Error;
use tokio::sync::Semaphore;

/// How many passwords are hashed at a time. Each takes 19 MiB: without a limit, a crowd at the door would take all
/// the memory there is.
const AT_ONCE: usize = 4;

/// A hash that no password has, as costly to check as anybody's: whoever asks cannot tell from the time it takes
/// whether there is such an account.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$cGFybG9yLW5vYm9keQ$R0ZXQ1pYQ1ZCTk1hc2RmZ2hqa2xxd2VydHl1aW9wMTI";

/// Hashes what is new and checks what is typed.
#[derive(Debug)]
pub struct Passwords(Arc<Semaphore>);

/// What checking a password came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is another one.
    Wrong,
    /// It is the one.
    Right,
    /// It is the one, but was hashed as is no longer done: hash it anew while it is at hand.
    Stale,
}

/// Hashing failed: no memory, no randomness, or the house is closing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a password could not be hashed")]
pub struct NotHashed;

impl Default for Passwords {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Passwords {
    /// Hashes a new password.
    ///
    /// # Errors
    /// If that is not possible just now.
    pub async fn hash(&self, password: Password) -> Result<Secret, NotHashed> {
        self.when_there_is_room(move || hash(&password)).await?
    }

    /// Checks a password against an account's hash, or against nobody's.
    ///
    /// # Errors
    /// If that is not possible just now.
    pub async fn check(&self, password: Password, hash: Option<String>) -> Result<Verdict, NotHashed> {
        self.when_there_is_room(move || check(&password, hash.as_deref().unwrap_or(NOBODYS))).await
    }

    async fn when_there_is_room<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotHashed> {
        let place = Arc::clone(&self.0).acquire_owned().await.map_err(|_| NotHashed)?;
        // The place goes along: work that nobody waits for any more still takes its memory.
        let work = move || {
            let _place = place;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| NotHashed)
    }
}

fn hash(password: &Password) -> Result<Secret, NotHashed> {
    // The default is OWASP's choice: Argon2id with 19 MiB, two passes and one lane.
    let hash = Argon2::default().hash_password(password.as_bytes()).map_err(|_| NotHashed)?;
    Ok(Secret(hash.to_string()))
}

fn check(password: &Password, hash: &str) -> Verdict {
    let Ok(hash) = PasswordHash::new(hash) else { return Verdict::Wrong };
    if Argon2::default().verify_password(password.as_bytes(), &hash).is_err() {
        return Verdict::Wrong;
    }
    let as_today = hash.algorithm.as_str() == "argon2id"
        && Params::try_from(&hash).is_ok_and(|params| {
            let today = Params::DEFAULT;
            (params.m_cost(), params.t_cost(), params.p_cost()) == (today.m_cost(), today.t_cost(), today.p_cost())
        });
    if as_today { Verdict::Right } else { Verdict::Stale }
}

/// Why a password could not be set anew.
#[derive(Debug, Error)]
pub enum ResetError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nobody has that name or address.
    #[error("no account has this name or e-mail address")]
    NoAccount,
    /// No memory, no randomness.
    #[error(transparent)]
    NotHashed(#[from] NotHashed),
}

/// Gives an account a new password, ends all its sessions, and tells the password: for whoever keeps the house, since
/// the house sends no mail.
///
/// # Errors
/// If there is no such account or the store fails.
pub async fn reset_password(store: &dyn Store, login: &str) -> Result<String, ResetError> {
    let account = store.account_by_login(login).await?.ok_or(ResetError::NoAccount)?;
    let text = chance::password();
    let password = Password::new(text.clone()).ok_or(NotHashed)?;
    let user = account.user.id;
    let set = Write::SetPassword { user, password: hash(&password)? };
    store.write(vec![set, Write::EndSessions { user, ending: Ending::All }]).await?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str) -> Password {
        Password::new(text).unwrap()
    }

    #[tokio::test]
    async fn only_the_right_password_is_right() {
        let passwords = Passwords::default();
        let Secret(hash) = passwords.hash(password("correct horse")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let Secret(other) = passwords.hash(password("correct horse")).await.unwrap();
        assert_ne!(hash, other, "equal passwords do not show");
        assert_eq!(passwords.check(password("correct horse"), Some(hash.clone())).await, Ok(Verdict::Right));
        assert_eq!(passwords.check(password("correct house"), Some(hash)).await, Ok(Verdict::Wrong));
        assert_eq!(passwords.check(password(""), Some("nonsense".into())).await, Ok(Verdict::Wrong));
    }

    #[test]
    fn nobodys_hash_costs_as_much_as_anybodys() {
        let nobodys = PasswordHash::new(NOBODYS).unwrap();
        let params = Params::try_from(&nobodys).unwrap();
        assert_eq!(params.m_cost(), Params::DEFAULT.m_cost());
        assert_eq!(params.t_cost(), Params::DEFAULT.t_cost());
        assert_eq!(check(&password("correct horse"), NOBODYS), Verdict::Wrong);
    }

    #[test]
    fn old_parameters_are_noticed() {
        let cheap = Argon2::from(Params::new(8 * 1024, 1, 1, None).unwrap());
        let hash = cheap.hash_password(b"correct horse").unwrap().to_string();
        assert_eq!(check(&password("correct horse"), &hash), Verdict::Stale);
        assert_eq!(check(&password("correct house"), &hash), Verdict::Wrong);
    }
}
