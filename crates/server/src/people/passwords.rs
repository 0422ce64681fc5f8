//! Passwords: hashed with Argon2id, one at a time, in memory that is kept.

use crate::chance;
use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use parlor_store::Secret;
use parlor_wire::http::Password;
use std::sync::Arc;
use thiserror::Error;
use tokio::sync::Mutex;
use zxcvbn::Score;

/// How many characters of a new password are looked at to tell how strong it is.
const JUDGED: usize = 32;

/// A hash that no password has, as costly to check as any other: the time it takes does not tell whether there is such
/// an account.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$cGFybG9yLW5vYm9keQ$R0ZXQ1pYQ1ZCTk1hc2RmZ2hqa2xxd2VydHl1aW9wMTI";

/// Hashes and checks passwords, one at a time. Each takes 19 MiB for some milliseconds: a crowd at the door must not
/// take all memory, nor every processor from those who play. The memory is kept, since the allocator would often keep
/// it anyway, once for every thread that ever hashed.
#[derive(Debug, Default)]
pub struct Passwords(Arc<Mutex<Memory>>);

/// The result of checking a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordCheck {
    /// It is another one.
    Wrong,
    /// It is right.
    Right,
    /// It is right, but its hash uses old parameters: hash it again now.
    Stale,
}

/// Hashing failed: no memory, no randomness, or the house is closing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a password could not be hashed")]
pub struct NotHashed;

impl Passwords {
    /// Hashes a new password.
    ///
    /// # Errors
    /// If that is not possible just now.
    pub async fn hash(&self, password: Password) -> Result<Secret, NotHashed> {
        self.in_turn(move |memory| memory.hash(&password)).await?
    }

    /// Checks a password against an account's hash, or a dummy if there is no account.
    ///
    /// # Errors
    /// If that is not possible just now.
    pub async fn check(&self, password: Password, hash: Option<String>) -> Result<PasswordCheck, NotHashed> {
        self.in_turn(move |memory| memory.check(&password, hash.as_deref().unwrap_or(NOBODYS))).await
    }

    /// Whether a new password would withstand someone who tries the likely ones first: common ones, names, years, keys in a
    /// row. `known` is what they would try besides.
    ///
    /// # Errors
    /// If that cannot be told just now.
    pub async fn is_strong(&self, password: Password, known: [&str; 2]) -> Result<bool, NotHashed> {
        let known = known.map(str::to_owned);
        self.in_turn(move |_| is_strong(&password, &known.each_ref().map(String::as_str))).await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> Result<T, NotHashed> {
        let mut memory = Arc::clone(&self.0).lock_owned().await;
        tokio::task::spawn_blocking(move || work(&mut memory)).await.map_err(|_| NotHashed)
    }
}

fn is_strong(password: &Password, known: &[&str]) -> bool {
    // The time it takes grows much faster than the length; what begins well does not get worse.
    let beginning: String = password.as_str().chars().take(JUDGED).collect();
    let in_one = known.iter().map(|name| name.split_whitespace().collect::<String>()).collect::<Vec<_>>();
    let words = known.iter().flat_map(|name| name.split_whitespace());
    let known: Vec<_> = words.chain(in_one.iter().map(String::as_str)).collect();
    zxcvbn::zxcvbn(&beginning, &known).score() >= Score::Two
}

/// What one password is hashed in.
#[derive(Debug, Default)]
struct Memory(Vec<Block>);

impl Memory {
    fn hash(&mut self, password: &Password) -> Result<Secret, NotHashed> {
        let salt = Salt::new(&chance::salt()).map_err(|_| NotHashed)?;
        // The default is OWASP's choice: Argon2id with 19 MiB, two passes and one lane.
        let hash = self.output(&Argon2::default(), password, &salt).ok_or(NotHashed)?;
        let hash = PasswordHash {
            algorithm: Algorithm::default().ident(),
            version: Some(Version::default().into()),
            params: ParamsString::try_from(&Params::DEFAULT).map_err(|_| NotHashed)?,
            salt: Some(salt),
            hash: Some(hash),
        };
        Ok(Secret(hash.to_string()))
    }

    fn check(&mut self, password: &Password, hash: &str) -> PasswordCheck {
        self.judge(password, hash).unwrap_or(PasswordCheck::Wrong)
    }

    /// `None` if it is no hash.
    fn judge(&mut self, password: &Password, hash: &str) -> Option<PasswordCheck> {
        let hash = PasswordHash::new(hash).ok()?;
        let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
        let version = hash.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
        let argon2 = Argon2::new(algorithm, version, Params::try_from(&hash).ok()?);
        let output = self.output(&argon2, password, hash.salt.as_ref()?)?;
        // Compared in constant time.
        if output != hash.hash? {
            return Some(PasswordCheck::Wrong);
        }
        let cost = |params: &Params| (params.m_cost(), params.t_cost(), params.p_cost());
        let as_today = algorithm == Algorithm::default() && cost(argon2.params()) == cost(&Params::DEFAULT);
        Some(if as_today { PasswordCheck::Right } else { PasswordCheck::Stale })
    }

    fn output(&mut self, argon2: &Argon2<'_>, password: &Password, salt: &Salt) -> Option<Output> {
        let Self(blocks) = self;
        blocks.resize(argon2.params().block_count(), Block::new());
        let length = argon2.params().output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..length)?;
        argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, blocks).ok()?;
        Output::new(output).ok()
    }
}

/// A new random password and its hash: for those who have forgotten theirs, since the house sends no mail.
///
/// # Errors
/// If there is no memory or no randomness.
pub async fn random() -> Result<(String, Secret), NotHashed> {
    let text = chance::password();
    let password = Password::new(text.clone()).ok_or(NotHashed)?;
    Passwords::default().hash(password).await.map(|hash| (text, hash))
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

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
        assert_eq!(passwords.check(password("correct horse"), Some(hash.clone())).await, Ok(PasswordCheck::Right));
        assert_eq!(passwords.check(password("correct house"), Some(hash)).await, Ok(PasswordCheck::Wrong));
        assert_eq!(passwords.check(password(""), Some("nonsense".into())).await, Ok(PasswordCheck::Wrong));
    }

    #[test]
    fn nobodys_hash_costs_as_much_as_anybodys() {
        let nobodys = PasswordHash::new(NOBODYS).unwrap();
        let params = Params::try_from(&nobodys).unwrap();
        assert_eq!(params.m_cost(), Params::DEFAULT.m_cost());
        assert_eq!(params.t_cost(), Params::DEFAULT.t_cost());
        assert_eq!(Memory::default().check(&password("correct horse"), NOBODYS), PasswordCheck::Wrong);
    }

    #[test]
    fn what_is_guessed_first_is_not_strong() {
        let strong = |text: &str| is_strong(&password(text), &["Ada Lovelace", "Parlor"]);
        for weak in
            ["password", "passw0rd", "12345678", "qwertyuiop", "        ", "aaaaaaaa", "adalovelace1", "parlor123"]
        {
            assert!(!strong(weak), "{weak}");
        }
        for fine in ["correct horse", "ünïcödé!", "Tr0ub4dor&3", &"correct horse battery staple ".repeat(8)] {
            assert!(strong(fine), "{fine}");
        }
        assert!(strong(&chance::password()), "what the house itself chooses");
    }

    #[test]
    fn old_parameters_are_noticed() {
        let cheap = Argon2::from(Params::new(8 * 1024, 1, 1, None).unwrap());
        let hash = cheap.hash_password(b"correct horse").unwrap().to_string();
        let mut memory = Memory::default();
        assert_eq!(memory.check(&password("correct horse"), &hash), PasswordCheck::Stale);
        assert_eq!(memory.check(&password("correct house"), &hash), PasswordCheck::Wrong);
        // Memory that was larger or smaller before makes no difference.
        let Secret(today) = memory.hash(&password("correct horse")).unwrap();
        assert_eq!(memory.check(&password("correct horse"), &today), PasswordCheck::Right);
        assert_eq!(memory.check(&password("correct horse"), &hash), PasswordCheck::Stale);
        assert!(Argon2::default().verify_password(b"correct horse", &PasswordHash::new(&today).unwrap()).is_ok());
    }
}
