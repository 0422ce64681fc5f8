//! Users, their accounts and their sessions.

use crate::StoreError;
use async_trait::async_trait;
use parlor_wire::{Kind, Person, Scope, UserId};

/// The hash of a session's token.
pub type TokenHash = [u8; 32];

/// A person, or a program with an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct User {
    /// The id.
    pub id: UserId,
    /// The display name.
    pub name: String,
    /// What kind of visitor it is.
    pub kind: Kind,
}

impl From<User> for Person {
    fn from(User { id, name, kind }: User) -> Self {
        Self { id, name, kind }
    }
}

/// What everyone may know about a user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserRow {
    /// The user.
    pub user: User,
    /// Since when, on the wall clock in milliseconds.
    pub created_at: u64,
    /// Whose program it is.
    pub owner: Option<UserId>,
}

/// An account: what only its owner may know, and what proves who that is.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// Whose.
    pub user: User,
    /// The e-mail address.
    pub email: Option<String>,
    /// Whether the winner's address may be shown at the Socket.IO door.
    pub show_email: bool,
    /// The password's Argon2id hash in PHC text form.
    pub password: String,
    /// Since when, on the wall clock in milliseconds.
    pub created_at: u64,
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account").field("user", &self.user.id).finish_non_exhaustive()
    }
}

/// What a session may be used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scopes(u8);

impl Scopes {
    /// Everything, also what has no scope: a person's own session.
    pub const OWNER: Self = Self(0x80);

    /// Whether it may do what `scope` covers.
    pub const fn allow(self, scope: Scope) -> bool {
        self.is_owner() || self.0 & (1 << scope as u8) != 0
    }

    /// Whether it is a person's own session.
    pub const fn is_owner(self) -> bool {
        self.0 & Self::OWNER.0 != 0
    }

    /// The scopes one by one.
    pub fn to_list(self) -> Vec<Scope> {
        Scope::ALL.into_iter().filter(|&scope| self.allow(scope)).collect()
    }

    /// As it stands in a column.
    pub const fn to_bits(self) -> i64 {
        self.0 as i64
    }

    /// What a column says.
    pub const fn from_bits(bits: i64) -> Self {
        Self(bits as u8)
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<T: IntoIterator<Item = Scope>>(scopes: T) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | (1 << scope as u8)))
    }
}

/// Names a session without giving its token away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SessionId(pub u64);

/// A session that has been recognised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Which.
    pub id: SessionId,
    /// Whose.
    pub user: User,
    /// What it may be used for.
    pub scopes: Scopes,
}

/// A session as its owner sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRow {
    /// Which.
    pub id: SessionId,
    /// What it is called.
    pub label: String,
    /// What it may be used for.
    pub scopes: Scopes,
    /// Since when, on the wall clock in milliseconds.
    pub created_at: u64,
}

/// A new session.
#[derive(Clone, PartialEq, Eq)]
pub struct NewSession {
    /// The session.
    pub row: SessionRow,
    /// The hash of its token.
    pub token: TokenHash,
}

impl std::fmt::Debug for NewSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.row.fmt(f)
    }
}

/// Which sessions end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// This one.
    One(SessionId),
    /// All but this one.
    AllBut(SessionId),
    /// All.
    All,
}

/// Finding users and accounts.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait People: Send + Sync {
    /// A user.
    async fn user(&self, id: UserId) -> Result<Option<UserRow>, StoreError>;

    /// The account or program that has a name to itself, in whatever case.
    async fn user_by_name(&self, name: &str) -> Result<Option<UserRow>, StoreError>;

    /// A user's account.
    async fn account(&self, user: UserId) -> Result<Option<Account>, StoreError>;

    /// The account with a name or an e-mail address, in whatever case.
    async fn account_by_login(&self, login: &str) -> Result<Option<Account>, StoreError>;

    /// The programs that a user has made accounts for.
    async fn bots_of(&self, owner: UserId) -> Result<Vec<User>, StoreError>;
}

/// Recognising users.
#[async_trait]
#[cfg_attr(feature = "layers", ambassador::delegatable_trait)]
pub trait Sessions: Send + Sync {
    /// The session of a token, if it began at `since` (on the wall clock in milliseconds) or later. Tokens with scopes do
    /// not age.
    async fn session(&self, token: TokenHash, since: u64) -> Result<Option<Session>, StoreError>;

    /// A user's sessions, the newest first.
    async fn sessions(&self, user: UserId) -> Result<Vec<SessionRow>, StoreError>;

    /// Which sessions some users have, in no order.
    async fn sessions_of(&self, users: &[UserId]) -> Result<Vec<SessionId>, StoreError>;
}
