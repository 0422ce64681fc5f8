//! Accounts: signing up and in, passwords, and the bots that people make accounts for.

use crate::{
    chance,
    guard::lockout::Login,
    house::House,
    people::{auth::AuthError, passwords::PasswordCheck},
    problem::{HouseError, HttpError, Refused},
};
use axum::http::StatusCode;
use parlor_store::{Account, Ending, Scopes, Secret, Session, SessionId, SessionRow, User, Write};
use parlor_wire::{
    BadName, Kind, UserId, display_name,
    http::{BadPassword, ChangeAccount, Password, Register, Scope, email_address},
};
use std::{net::IpAddr, sync::Arc, time::Instant};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;
use tokio::sync::MutexGuard;

/// How many bots one person may have.
const BOTS: usize = 10;
/// How many tokens one bot may have.
const TOKENS: usize = 10;
/// How bots' tokens begin, so that a leaked one is recognised for what it is.
const BOT_TOKEN: &str = "parlor_bot_";

/// Why something about an account is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum AccountError {
    /// Another account has the name.
    #[error("An account has this name. Please choose another.")]
    NameTaken,
    /// Another account has the address.
    #[error("An account has this e-mail address already. Sign in with it, or leave it out.")]
    EmailTaken,
    /// The address is invalid.
    #[error("That is no e-mail address. Leave it out if you like: it is only another way to sign in.")]
    BadEmail,
    /// The password breaks a rule.
    #[error(transparent)]
    #[strum(serialize = "weak_password")]
    BadPassword(BadPassword),
    /// The password is easy to guess.
    #[error("That password is one of the first that would be guessed. A few words are easy to remember.")]
    WeakPassword,
    /// The name or the password of a login is wrong.
    #[error("The name or the password is wrong. The keeper of the house can set a new password.")]
    #[strum(serialize = "wrong_password")]
    WrongLogin,
    /// The password of a signed-in person is wrong.
    #[error("That is not your password. Nothing changed.")]
    WrongPassword,
    /// The password is needed and missing.
    #[error("Send your password to show that it is you.")]
    #[strum(serialize = "wrong_password")]
    PasswordNeeded,
    /// Too many wrong passwords, for so many seconds.
    #[error("Too many wrong passwords; please try again in {0} s.")]
    LockedOut(u64),
    /// A guest has no account.
    #[error("That is for accounts. Create one first: POST /api/register; your games stay yours.")]
    AccountNeeded,
    /// The caller has an account.
    #[error("You have an account already. Log out first to make another.")]
    AlreadyRegistered,
    /// The owner has enough bots.
    #[error("You have {BOTS} bots already. Delete one first.")]
    TooManyBots,
    /// The bot has enough tokens.
    #[error("This bot has {TOKENS} tokens already. Delete one first.")]
    TooManyTokens,
    /// The token's label breaks a rule.
    #[error(transparent)]
    BadLabel(BadName),
    /// The token would be good for nothing.
    #[error("Say what the token may be used for: read, play, chat.")]
    NoScopes,
}

impl HttpError for AccountError {
    fn status(&self) -> StatusCode {
        match self {
            Self::BadEmail | Self::BadPassword(_) | Self::WeakPassword | Self::BadLabel(_) | Self::NoScopes => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Self::WrongLogin => StatusCode::UNAUTHORIZED,
            Self::WrongPassword | Self::PasswordNeeded | Self::AccountNeeded => StatusCode::FORBIDDEN,
            Self::LockedOut(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::NameTaken | Self::EmailTaken | Self::AlreadyRegistered | Self::TooManyBots | Self::TooManyTokens => {
                StatusCode::CONFLICT
            }
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::LockedOut(seconds) => Some(*seconds),
            _ => None,
        }
    }
}

/// What a person must show to be who they say they are.
pub struct Credentials {
    /// The password they typed.
    pub password: Password,
    /// Where they are.
    pub from: IpAddr,
}

/// Who asks, and with what they have shown that it is them. Looked at again before anything is done that cannot be
/// undone ([`House::still`]): it may have changed meanwhile.
pub struct Claim {
    session: Session,
    /// The hash of the password they have shown. Guests have none, and some things need none.
    password: Option<String>,
}

impl Claim {
    /// A signed-in person who has shown nothing else.
    pub const fn signed_in(session: Session) -> Self {
        Self { session, password: None }
    }
}

impl House {
    /// Makes an account for a new person.
    ///
    /// # Errors
    /// If the name, the address or the password is invalid, or it cannot be stored.
    pub async fn register(&self, wish: Register, agent: String) -> Result<(User, String), Refused> {
        let name = self.fit_name(Kind::Account, &wish.name)?;
        let at = self.wall.now_ms();
        let user = User { id: chance::user_id(at), name, kind: Kind::Account };
        let add = Write::AddUser { user: user.clone(), owner: None, at };
        let account = self.new_account(&user, wish).await?;
        let (token, session) = self.new_session("", agent, Scopes::OWNER);
        self.store.write(vec![add, account, Write::AddSession { user: user.id, session }]).await?;
        Ok((user, token))
    }

    /// Makes an account of a guest, who keeps their id and with it every game and seat. Their sessions end, and with them
    /// the connections; a new one begins. Someone else may know the guest's token, or have given it to them.
    ///
    /// # Errors
    /// If they have one already, if their session has ended meanwhile, if the name, the address or the password is invalid,
    /// or it cannot be stored.
    pub async fn upgrade(
        self: &Arc<Self>,
        guest: Session,
        wish: Register,
        agent: String,
    ) -> Result<(User, String), Refused> {
        not_registered(guest.user.kind)?;
        let name = self.fit_name(Kind::Account, &wish.name)?;
        let user = User { name, kind: Kind::Account, id: guest.user.id };
        let account = self.new_account(&user, wish).await?;
        let (token, session) = self.new_session("", agent, Scopes::OWNER);
        let house = Arc::clone(self);
        self.to_the_end(async move {
            let (id, ending) = (user.id, Ending::AllBut(session.row.id));
            let rename = Write::Rename { user: id, name: user.name.clone() };
            let renew = [Write::EndSessions { user: id, ending: Ending::All }, Write::AddSession { user: id, session }];
            house.become_account(guest, [rename, account].into_iter().chain(renew).collect()).await?;
            house.tell(user.clone()).await;
            house.presence.cut(id, ending);
            Ok((user, token))
        })
        .await
    }

    async fn become_account(&self, guest: Session, writes: Vec<Write>) -> Result<(), Refused> {
        let _people = self.still_let_in(guest).await?;
        Ok(self.store.write(writes).await?)
    }

    async fn new_account(&self, user: &User, wish: Register) -> Result<Write, Refused> {
        let email = wish.email.as_deref().map(email).transpose()?;
        let password = self.new_password(&user.name, wish.password).await?;
        Ok(Write::AddAccount { user: user.id, password, email })
    }

    async fn new_password(&self, name: &str, password: Password) -> Result<Secret, Refused> {
        password.may_protect(name).map_err(AccountError::BadPassword)?;
        if !self.passwords.is_strong(password.clone(), [name, &self.settings.name]).await? {
            return Err(AccountError::WeakPassword.into());
        }
        Ok(self.passwords.hash(password).await?)
    }

    /// Signs a person in. An unknown name and a wrong password cannot be told apart.
    ///
    /// # Errors
    /// If they are not who they say they are, or have tried too often.
    pub async fn login(&self, login: &str, credentials: Credentials, agent: String) -> Result<(User, String), Refused> {
        self.rates.login(credentials.from).map_err(HouseError::TooFast)?;
        let per_minute = self.settings.limits.logins_per_minute;
        self.per_minute_together("logins", credentials.from, per_minute).await.map_err(HouseError::TooFast)?;
        let account = self.store.account_by_login(login.trim()).await?;
        let login = account.as_ref().map_or(Login::Unknown(login), |account| Login::Account(account.user.id));
        self.lockout.attempt(login, credentials.from, Instant::now()).map_err(AccountError::LockedOut)?;
        self.attempt_together(login, credentials.from).await.map_err(AccountError::LockedOut)?;
        let proven = self.proven(account, credentials.password).await?;
        let (account, _people) = proven.ok_or(AccountError::WrongLogin)?;
        self.lockout.clear(Login::Account(account.user.id), credentials.from);
        self.clear_together(Login::Account(account.user.id), credentials.from).await;
        self.may_come_in(account.user.id).await?;
        let (token, session) = self.new_session("", agent, Scopes::OWNER);
        self.store.write(vec![Write::AddSession { user: account.user.id, session }]).await?;
        Ok((account.user, token))
    }

    /// The account whose password it is. While the guard is held it cannot change: a session that is begun with an
    /// old password cannot slip in after the new one has ended all others.
    async fn proven(
        &self,
        account: Option<Account>,
        password: Password,
    ) -> Result<Option<(Account, MutexGuard<'_, ()>)>, Refused> {
        let hash = account.as_ref().map(|account| account.password.clone());
        let verdict = self.passwords.check(password.clone(), hash).await?;
        let Some(account) = account.filter(|_| verdict != PasswordCheck::Wrong) else { return Ok(None) };
        let renewed = match verdict {
            PasswordCheck::Stale => Some(self.passwords.hash(password).await?),
            PasswordCheck::Right | PasswordCheck::Wrong => None,
        };
        let people = self.people.lock().await;
        let now = self.store.account(account.user.id).await?;
        if now.is_none_or(|now| now.password != account.password) {
            return Ok(None);
        }
        if let Some(password) = renewed {
            self.store.write(vec![Write::SetPassword { user: account.user.id, password }]).await?;
        }
        Ok(Some((account, people)))
    }

    /// Lets a signed-in person prove their identity again.
    ///
    /// # Errors
    /// If they have no account, the password is wrong, or they have tried too often.
    pub async fn prove(&self, session: Session, credentials: Credentials) -> Result<Claim, Refused> {
        let account = self.account(session.user.id).await?;
        self.rates.login(credentials.from).map_err(HouseError::TooFast)?;
        let user = account.user.id;
        self.lockout.attempt_signed_in(user, credentials.from, Instant::now()).map_err(AccountError::LockedOut)?;
        if self.passwords.check(credentials.password, Some(account.password.clone())).await? == PasswordCheck::Wrong {
            return Err(AccountError::WrongPassword.into());
        }
        self.lockout.clear_signed_in(user, credentials.from);
        Ok(Claim { session, password: Some(account.password) })
    }

    /// Looks whether a claim still holds. It does while the guard is held.
    ///
    /// # Errors
    /// If the session has ended or the password is another one meanwhile.
    pub async fn still(&self, claim: &Claim) -> Result<MutexGuard<'_, ()>, Refused> {
        let people = self.people.lock().await;
        let Session { id, user, .. } = &claim.session;
        if !self.store.sessions(user.id).await?.iter().any(|row| row.id == *id) {
            return Err(AuthError::NotSignedIn.into());
        }
        let now = self.store.account(user.id).await?.map(|account| account.password);
        // A guest has nothing to show; one who has an account since then does.
        if claim.password != now && (claim.password.is_some() || user.kind == Kind::Guest) {
            return Err(AccountError::WrongPassword.into());
        }
        Ok(people)
    }

    /// Looks whether a person is still signed in, and may come in: a request may be long on its way, and what it asks for
    /// outlives its session. They may while the guard is held.
    async fn still_let_in(&self, session: Session) -> Result<MutexGuard<'_, ()>, Refused> {
        let user = session.user.id;
        let people = self.still(&Claim::signed_in(session)).await?;
        self.may_come_in(user).await?;
        Ok(people)
    }

    /// Gives an account another password. Every session but the one that asks ends.
    ///
    /// # Errors
    /// If the current password is wrong or the new one is invalid.
    pub async fn change_password(
        self: &Arc<Self>,
        session: Session,
        credentials: Credentials,
        new: Password,
    ) -> Result<(), Refused> {
        let name = session.user.name.clone();
        let claim = self.prove(session, credentials).await?;
        let password = self.new_password(&name, new).await?;
        let house = Arc::clone(self);
        self.to_the_end(async move {
            let _people = house.still(&claim).await?;
            let (user, ending) = (claim.session.user.id, Ending::AllBut(claim.session.id));
            let writes = vec![Write::SetPassword { user, password }, Write::EndSessions { user, ending }];
            house.store.write(writes).await?;
            house.presence.cut(user, ending);
            Ok(())
        })
        .await
    }

    /// Changes a person's e-mail address, and who sees it. A new address is private until its owner shows it again.
    ///
    /// # Errors
    /// If they are a guest, if their session has ended meanwhile, if the address is invalid or another account's, if they
    /// have tried too many, or it cannot be stored.
    pub async fn change_account(
        &self,
        session: Session,
        wish: ChangeAccount,
        from: IpAddr,
    ) -> Result<Account, Refused> {
        let user = session.user.id;
        if wish.email.is_some() {
            // Who has an address is told by the refusal.
            self.rates.login(from).map_err(HouseError::TooFast)?;
        }
        let _people = self.still_let_in(session).await?;
        let mut account = self.account(user).await?;
        let address = match wish.email.as_deref() {
            None => account.email.clone(),
            Some(text) if text.trim().is_empty() => None,
            Some(text) => Some(email(text)?),
        };
        let shown = wish.show_email.unwrap_or(account.show_email && address == account.email);
        account.show_email = shown && address.is_some();
        account.email = address;
        let set = Write::SetEmail { user, email: account.email.clone(), show: account.show_email };
        self.store.write(vec![set]).await?;
        Ok(account)
    }

    /// A person's account.
    ///
    /// # Errors
    /// If they are a guest.
    pub async fn account(&self, user: UserId) -> Result<Account, Refused> {
        Ok(self.store.account(user).await?.ok_or(AccountError::AccountNeeded)?)
    }

    /// Makes an account for a program of its `owner`'s.
    ///
    /// # Errors
    /// If they are a guest or have enough bots, if their session has ended meanwhile, if the name is invalid, or it cannot
    /// be stored.
    pub async fn new_bot(&self, owner: Session, name: &str) -> Result<User, Refused> {
        let name = self.fit_name(Kind::Bot, name)?;
        let at = self.wall.now_ms();
        let bot = User { id: chance::user_id(at), name, kind: Kind::Bot };
        let owner_id = owner.user.id;
        let _people = self.still_let_in(owner).await?;
        self.account(owner_id).await?;
        if self.store.bots_of(owner_id).await?.len() >= BOTS {
            return Err(AccountError::TooManyBots.into());
        }
        let add = Write::AddUser { user: bot.clone(), owner: Some(owner_id), at };
        self.store.write(vec![add]).await?;
        Ok(bot)
    }

    /// One of `owner`'s bots.
    ///
    /// # Errors
    /// If it is another person's, or does not exist.
    pub async fn bot(&self, owner: UserId, bot: UserId) -> Result<User, Refused> {
        let row = self.store.user(bot).await?.filter(|row| row.owner == Some(owner));
        Ok(row.map(|row| row.user).ok_or(HouseError::NotFound("bot of yours"))?)
    }

    /// Makes a token for a bot of its `owner`'s.
    ///
    /// # Errors
    /// If the owner's session has ended meanwhile, if the bot may not come in or has enough, if the label or the scopes are
    /// invalid, or it cannot be stored.
    pub async fn new_token(
        &self,
        owner: Session,
        bot: &User,
        label: &str,
        scopes: &[Scope],
    ) -> Result<(String, SessionRow), Refused> {
        let label = display_name(label).map_err(AccountError::BadLabel)?;
        if scopes.is_empty() {
            return Err(AccountError::NoScopes.into());
        }
        let _people = self.still_let_in(owner).await?;
        self.store.user(bot.id).await?.ok_or(HouseError::NotFound("bot of yours"))?;
        // Its owner is not banned with it, and would bring it back.
        self.may_come_in(bot.id).await?;
        if self.store.sessions(bot.id).await?.len() >= TOKENS {
            return Err(AccountError::TooManyTokens.into());
        }
        let (token, session) = self.new_session(BOT_TOKEN, label, scopes.iter().copied().collect());
        let row = session.row.clone();
        self.store.write(vec![Write::AddSession { user: bot.id, session }]).await?;
        Ok((token, row))
    }

    /// Ends a session of a person, or of their bot.
    ///
    /// # Errors
    /// If there is no such session of theirs.
    pub async fn end_one(self: &Arc<Self>, user: UserId, session: SessionId) -> Result<(), Refused> {
        if !self.store.sessions(user).await?.iter().any(|row| row.id == session) {
            return Err(HouseError::NotFound("session of yours").into());
        }
        self.end_sessions(user, Ending::One(session)).await
    }
}

const fn not_registered(kind: Kind) -> Result<(), AccountError> {
    match kind {
        Kind::Guest => Ok(()),
        Kind::Account | Kind::Bot => Err(AccountError::AlreadyRegistered),
    }
}

/// An e-mail address as typed.
///
/// # Errors
/// If it does not look like one.
fn email(typed: &str) -> Result<String, AccountError> {
    email_address(typed).ok_or(AccountError::BadEmail)
}
