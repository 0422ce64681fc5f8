//! Codes of refusals that clients act on.

use strum::{EnumString, VariantNames};

/// The code of a refusal that clients act on. They show every other refusal as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum KnownCode {
    /// There is no such table any more.
    UnknownTable,
    /// The host has sent the caller away from the table.
    Kicked,
    /// An account has the name.
    NameTaken,
    /// The name breaks a rule.
    BadName,
    /// An account has the e-mail address.
    EmailTaken,
    /// The e-mail address is none.
    BadEmail,
    /// The password is easy to guess.
    WeakPassword,
    /// The password is wrong.
    WrongPassword,
    /// The house does not send messages to the address.
    BadAddress,
}

impl KnownCode {
    /// Which one `code` is, if clients act on it.
    pub fn of(code: &str) -> Option<Self> {
        code.parse().ok()
    }
}
