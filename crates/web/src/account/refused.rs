//! Which field a refusal is about.

use parlor_wire::{KnownCode, http::Problem};

/// A field of the forms about accounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The name.
    Name,
    /// The e-mail address.
    Email,
    /// The password.
    Password,
    /// None of them.
    Form,
}

/// Where to say it.
pub fn place_of(problem: &Problem) -> Place {
    match problem.known_code() {
        Some(KnownCode::NameTaken | KnownCode::BadName) => Place::Name,
        Some(KnownCode::EmailTaken | KnownCode::BadEmail) => Place::Email,
        Some(KnownCode::WeakPassword | KnownCode::WrongPassword) => Place::Password,
        Some(KnownCode::BadAddress | KnownCode::UnknownTable | KnownCode::Kicked) | None => Place::Form,
    }
}
