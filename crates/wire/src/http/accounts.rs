//! Bodies about accounts: signing up and in, sessions, bots.

use crate::Person;
use serde::{Deserialize, Serialize, de};
use std::fmt;
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

/// A password as typed. It cannot be printed by accident.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Password(String);

/// Why a new password is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadPassword {
    /// Guessed too easily.
    #[error("Passwords have at least {} characters. A few words are easy to remember.", Password::MIN)]
    TooShort,
    /// The first thing anyone would try.
    #[error("The password must not be your name.")]
    IsTheName,
}

impl Password {
    /// The fewest characters of a new password.
    pub const MIN: usize = 8;
    /// The most bytes of any password: hashing must not become a way to keep the house busy.
    pub const MAX_BYTES: usize = 256;

    /// What was typed. Bytes that are too many cannot be anybody's password.
    pub fn new(typed: impl Into<String>) -> Option<Self> {
        Some(typed.into()).filter(|text| text.len() <= Self::MAX_BYTES).map(Self)
    }

    /// Its bytes, for hashing only.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Its text, for judging only.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it may become the password of `name`.
    ///
    /// # Errors
    /// What to tell the person who chose it.
    pub fn may_protect(&self, name: &str) -> Result<(), BadPassword> {
        if self.0.chars().count() < Self::MIN {
            return Err(BadPassword::TooShort);
        }
        if self.0.to_lowercase() == name.to_lowercase() {
            return Err(BadPassword::IsTheName);
        }
        Ok(())
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(hidden)")
    }
}

impl<'de> Deserialize<'de> for Password {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(text).ok_or_else(|| de::Error::custom("a password has at most 256 bytes"))
    }
}

#[cfg(feature = "openapi")]
mod schema {
    use super::Password;
    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{KnownFormat, ObjectBuilder, RefOr, SchemaFormat, schema::Schema, schema::Type},
    };

    impl PartialSchema for Password {
        fn schema() -> RefOr<Schema> {
            let format = SchemaFormat::KnownFormat(KnownFormat::Password);
            ObjectBuilder::new().schema_type(Type::String).format(Some(format)).into()
        }
    }

    impl ToSchema for Password {}
}

/// Asks for an account. A guest who asks becomes the account and keeps every game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// The name to sign in with and to be seen under. It is unique, in whatever case.
    pub name: String,
    /// The password.
    pub password: Password,
    /// An address to sign in with as well; never shown to others unless its owner says so.
    #[serde(default)]
    pub email: Option<String>,
}

/// Asks to be recognised.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The account's name or e-mail address, in whatever case.
    pub name: String,
    /// The password.
    pub password: Password,
}

/// Asks to be forgotten by this browser, or by all.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Logout {
    /// Whether every other session ends too.
    #[serde(default)]
    pub everywhere: bool,
}

/// Asks for another password. Every other session ends.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The password until now.
    pub current: Password,
    /// The password from now on.
    pub new: Password,
}

/// Asks for changes to one's account; what is missing stays.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeAccount {
    /// The new e-mail address; an empty text removes it.
    #[serde(default)]
    pub email: Option<String>,
    /// Whether opponents at the Socket.IO door are shown the address when its owner wins.
    #[serde(default)]
    pub show_email: Option<bool>,
}

/// Asks to be deleted. Accounts prove themselves once more.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DeleteMe {
    /// The password; guests have none.
    #[serde(default)]
    pub password: Option<Password>,
}

/// What only its owner may know about an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountInfo {
    /// The e-mail address.
    pub email: Option<String>,
    /// Whether opponents at the Socket.IO door are shown it when its owner wins.
    pub show_email: bool,
    /// When its owner first came, in milliseconds since 1970.
    pub created_at: u64,
}

/// A session of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SessionInfo {
    /// Its id; not the token.
    pub id: String,
    /// What it calls itself: a browser's name, or what its owner called a bot's token.
    pub label: String,
    /// Since when, in milliseconds since 1970.
    pub created_at: u64,
    /// Whether it is the one that asks.
    pub current: bool,
    /// What it may do.
    pub scopes: Vec<Scope>,
}

/// What a token may be used for. A person's session may do everything.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// To look and watch.
    Read,
    /// To open tables, sit down and act.
    Play,
    /// To talk.
    Chat,
}

impl Scope {
    /// Every scope there is.
    pub const ALL: [Self; 3] = [Self::Read, Self::Play, Self::Chat];
}

/// Asks for an account for a program of one's own.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewBot {
    /// Its name, which is unique.
    pub name: String,
}

/// A program's account, as its owner sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotInfo {
    /// Who it is.
    #[serde(flatten)]
    pub person: Person,
    /// Its tokens.
    pub tokens: Vec<SessionInfo>,
}

/// Asks for a token for one's bot.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What to call it.
    pub label: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
}

/// A new token. It is shown once and cannot be shown again.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TokenMade {
    /// The secret: send it as a bearer token or in the Socket.IO handshake.
    pub token: String,
    /// What is known about it.
    pub info: SessionInfo,
}

impl fmt::Debug for TokenMade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenMade").field("info", &self.info).finish_non_exhaustive()
    }
}

/// Asks who has a name.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct ByName {
    /// The name, in whatever case.
    pub name: String,
}

/// Everything the house keeps about a person.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Export {
    /// Who.
    pub me: Person,
    /// Their account, if they have one.
    pub account: Option<AccountInfo>,
    /// Where they are signed in.
    pub sessions: Vec<SessionInfo>,
    /// Their bots.
    pub bots: Vec<BotInfo>,
    /// Their records.
    pub profile: super::Profile,
    /// Every match they played, newest first. Logs of finished ones are at `/api/matches/{id}/log`.
    pub matches: Vec<super::MatchInfo>,
    /// What they said at tables that are still open.
    pub chat: Vec<String>,
    /// How their gold came and went, newest first.
    #[serde(default)]
    pub gold: Vec<super::StatementLine>,
    /// Whom they have muted.
    #[serde(default)]
    pub muted: Vec<Person>,
    /// What they have reported.
    #[serde(default)]
    pub reports: Vec<super::ReportMade>,
    /// The invitations they sent and got.
    #[serde(default)]
    pub invitations: super::MyInvitations,
    /// Where they are told while they are away.
    #[serde(default)]
    pub notices: super::NoticesKept,
}

/// The longest e-mail address, in bytes.
const MAX_EMAIL: usize = 254;

/// Cleans a typed e-mail address. Only its shape is checked: the house sends no mail.
pub fn email_address(typed: &str) -> Option<String> {
    let address = typed.trim();
    let (name, host) = address.rsplit_once('@')?;
    let visible = address.chars().all(|c| !c.is_whitespace() && !c.is_control());
    (visible && !name.is_empty() && !host.is_empty() && address.len() <= MAX_EMAIL).then(|| address.into())
}

/// How names and addresses are compared: without regard to case, to how accents are put together, and to what only
/// chooses between two pictures of a sign.
pub fn folded(name: &str) -> String {
    let shown = |c: &char| !matches!(c, '\u{FE00}'..='\u{FE0F}');
    name.nfkc().filter(shown).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_hide_themselves() {
        let login: Login = serde_json::from_str(r#"{"name":"Ada","password":"correct horse"}"#).unwrap();
        assert!(!format!("{login:?}").contains("horse"));
        assert!(serde_json::from_value::<Password>("x".repeat(257).into()).is_err());
    }

    #[test]
    fn weak_passwords_are_refused() {
        let password = |text: &str| Password::new(text).unwrap();
        assert_eq!(password("short77").may_protect("Ada"), Err(BadPassword::TooShort));
        assert_eq!(password("ada lovelace").may_protect("Ada Lovelace"), Err(BadPassword::IsTheName));
        assert_eq!(password("ünïcödé!").may_protect("Ada"), Ok(()));
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        assert_eq!(folded("Zoe\u{308}"), folded("ZOË"));
        assert_eq!(folded("Ada\u{FE0F}"), "ada");
        assert_eq!(folded("Ａｄａ"), "ada");
        assert_ne!(folded("Ada"), folded("Adá"));
    }

    #[test]
    fn addresses_have_a_shape() {
        assert_eq!(email_address(" ada@example.org "), Some("ada@example.org".into()));
        for bad in ["", "@", "ada", "ada@", "@example.org", "a da@example.org", "a\n@b"] {
            assert_eq!(email_address(bad), None, "{bad:?}");
        }
    }
}
