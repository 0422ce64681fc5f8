//! Randomness from the operating system: keys, tokens, ids and codes.

use parlor_kernel::Rng;
use parlor_store::{SessionId, TokenHash};
use parlor_table::Seed;
use parlor_wire::{TableCode, UserId};
use sha2::{Digest, Sha256};

fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness there are no secrets, and nothing the house could do would be right.
    getrandom::fill(&mut bytes).expect("the operating system provides randomness");
    bytes
}

/// 64 random bits.
pub fn word() -> u64 {
    u64::from_le_bytes(bytes())
}

/// The secret that a table draws its keys and ids from.
pub fn seed() -> Seed {
    Seed(bytes())
}

/// A generator for what needs no secrecy.
pub fn rng() -> Rng {
    Rng::new(word())
}

/// An id for a person who comes now.
pub fn user_id(wall_ms: u64) -> UserId {
    UserId::new(wall_ms, word())
}

/// An id for a new session.
pub fn session_id() -> SessionId {
    SessionId(word())
}

/// A code for a new table.
pub fn table_code() -> TableCode {
    TableCode::from_bits(word())
}

/// A new session token and the hash under which it is kept. Its prefix shows what it is if it leaks.
pub fn token(prefix: &str) -> (String, TokenHash) {
    let secret = bytes::<32>();
    let token = secret.iter().fold(prefix.to_owned(), |token, byte| format!("{token}{byte:02x}"));
    let hash = token_hash(&token);
    (token, hash)
}

/// The secret part of a pair of keys.
pub fn key() -> [u8; 32] {
    bytes()
}

/// A salt for a password.
pub fn salt() -> [u8; 16] {
    bytes()
}

/// A password to be typed once: four groups of five letters and digits that are not easily confused.
pub fn password() -> String {
    let groups = [(); 4].map(|()| {
        // A code has six characters from the same alphabet.
        TableCode::from_bits(word()).as_str()[..5].to_lowercase()
    });
    groups.join("-")
}

/// The hash under which a token is kept.
pub fn token_hash(token: &str) -> TokenHash {
    Sha256::digest(token).into()
}
