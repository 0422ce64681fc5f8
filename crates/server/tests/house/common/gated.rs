//! A store that a test can hold up, or make fail, at a moment of its choice.

use ambassador::Delegate;
use async_trait::async_trait;
// All of it: what is delegated names its types as the store does.
use parlor_store::{layers::*, *};
use parlor_wire::{InvitationId, MatchId, TableCode, UserId};
use std::{sync::Mutex, time::Duration};
use tokio::{sync::RwLock, time::timeout};
use tokio_util::sync::CancellationToken;

/// What the house is about to do, or has done.
pub enum Moment<'a> {
    /// It is about to write.
    Writing(&'a [Write]),
    /// It has written, and has not heard so yet.
    Written(&'a [Write]),
    /// It has looked up a session, and has not heard yet.
    Recognised,
    /// It has looked up an account, and has not heard yet.
    AccountRead,
    /// It has looked up a role, and has not heard yet.
    RoleRead,
    /// It has read the log of a match, and has not heard yet.
    LogRead,
    /// It has read what lies in which escrow, and has not heard yet.
    EscrowsRead,
}

impl Moment<'_> {
    /// Whether it is about to write something like that.
    pub fn writes(&self, like: impl FnMut(&Write) -> bool) -> bool {
        matches!(self, Moment::Writing(writes) if writes.iter().any(like))
    }

    /// Whether it has written something like that.
    pub fn wrote(&self, like: impl FnMut(&Write) -> bool) -> bool {
        matches!(self, Moment::Written(writes) if writes.iter().any(like))
    }
}

/// A place where the house waits until the test lets it go on.
#[derive(Clone, Default)]
pub struct Gate {
    reached: CancellationToken,
    open: CancellationToken,
}

impl Gate {
    /// Waits until the house stands there.
    pub async fn reached(&self) {
        timeout(Duration::from_secs(20), self.reached.cancelled()).await.expect("the house comes by");
    }

    /// The same, however long it takes.
    pub async fn is_reached(&self) {
        self.reached.cancelled().await;
    }

    /// Lets it go on.
    pub fn open(&self) {
        self.open.cancel();
    }
}

enum Step {
    Wait(Gate),
    Fail,
}

type Rule = (Box<dyn Fn(&Moment<'_>) -> bool + Send>, Step, usize);

/// A store with gates in it.
#[allow(clippy::duplicated_attributes, reason = "every trait has the same target")]
#[derive(Delegate)]
#[delegate(Invitations, target = "inner")]
#[delegate(Matches, target = "inner")]
#[delegate(Moderation, target = "inner")]
#[delegate(Notices, target = "inner")]
#[delegate(Results, target = "inner")]
#[delegate(Runs, target = "inner")]
#[delegate(Tables, target = "inner")]
pub struct Gated {
    inner: SqliteStore,
    rules: Mutex<Vec<Rule>>,
    /// Held while something is written, and for ever once the process has died.
    dead: RwLock<bool>,
}

impl Gated {
    pub fn new(inner: SqliteStore) -> Self {
        Self { inner, rules: Mutex::default(), dead: RwLock::default() }
    }

    /// Holds the next `times` moments up that are like that.
    pub fn hold(&self, times: usize, like: impl Fn(&Moment<'_>) -> bool + Send + 'static) -> Gate {
        let gate = Gate::default();
        self.rules.lock().unwrap().push((Box::new(like), Step::Wait(gate.clone()), times));
        gate
    }

    /// Makes the next write fail that is like that.
    pub fn fail(&self, like: impl Fn(&Moment<'_>) -> bool + Send + 'static) {
        self.rules.lock().unwrap().push((Box::new(like), Step::Fail, 1));
    }

    /// Whether something is still to be held up or to fail.
    pub fn is_armed(&self) -> bool {
        !self.rules.lock().unwrap().is_empty()
    }

    /// The process dies: what is being written gets through, nothing else ever does.
    pub async fn die(&self) {
        *self.dead.write().await = true;
    }

    async fn pass(&self, moment: Moment<'_>) -> Result<(), StoreError> {
        let gate = {
            let mut rules = self.rules.lock().unwrap();
            let Some(place) = rules.iter().position(|(like, ..)| like(&moment)) else { return Ok(()) };
            let (_, step, left) = &mut rules[place];
            *left -= 1;
            let (last, gate) = (*left == 0, if let Step::Wait(gate) = step { Some(gate.clone()) } else { None });
            if last {
                drop(rules.remove(place));
            }
            gate.inspect(|gate| {
                if last {
                    gate.reached.cancel();
                }
            })
        };
        let Some(gate) = gate else { return Err(StoreError::Corrupt("a test said so".into())) };
        gate.open.cancelled().await;
        Ok(())
    }
}

#[async_trait]
impl Writes for Gated {
    async fn write(&self, writes: Vec<Write>) -> Result<(), StoreError> {
        self.pass(Moment::Writing(&writes)).await?;
        {
            let dead = self.dead.read().await;
            if *dead {
                std::future::pending::<()>().await;
            }
            self.inner.write(writes.clone()).await?;
        }
        self.pass(Moment::Written(&writes)).await
    }

    fn waiting(&self) -> usize {
        self.inner.waiting()
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.inner.ping().await
    }

    async fn scrub(&self) -> Result<(), StoreError> {
        self.inner.scrub().await
    }

    async fn close(&self) {
        self.inner.close().await;
    }
}

#[async_trait]
impl Sessions for Gated {
    async fn session(&self, token: TokenHash, since: u64) -> Result<Option<Session>, StoreError> {
        let session = self.inner.session(token, since).await;
        self.pass(Moment::Recognised).await?;
        session
    }

    async fn sessions(&self, user: UserId) -> Result<Vec<SessionRow>, StoreError> {
        self.inner.sessions(user).await
    }

    async fn sessions_of(&self, users: &[UserId]) -> Result<Vec<SessionId>, StoreError> {
        self.inner.sessions_of(users).await
    }
}

#[async_trait]
impl People for Gated {
    async fn user(&self, id: UserId) -> Result<Option<UserRow>, StoreError> {
        self.inner.user(id).await
    }

    async fn user_by_name(&self, name: &str) -> Result<Option<UserRow>, StoreError> {
        self.inner.user_by_name(name).await
    }

    async fn account(&self, user: UserId) -> Result<Option<Account>, StoreError> {
        let account = self.inner.account(user).await;
        self.pass(Moment::AccountRead).await?;
        account
    }

    async fn account_by_login(&self, login: &str) -> Result<Option<Account>, StoreError> {
        self.inner.account_by_login(login).await
    }

    async fn bots_of(&self, owner: UserId) -> Result<Vec<User>, StoreError> {
        self.inner.bots_of(owner).await
    }
}

#[async_trait]
impl Keeping for Gated {
    async fn role(&self, user: UserId) -> Result<Option<Role>, StoreError> {
        let role = self.inner.role(user).await;
        self.pass(Moment::RoleRead).await?;
        role
    }

    async fn ban(&self, user: UserId) -> Result<Option<Ban>, StoreError> {
        self.inner.ban(user).await
    }

    async fn find_users(&self, find: Find<'_>, limit: u32) -> Result<Vec<KeptUser>, StoreError> {
        self.inner.find_users(find, limit).await
    }

    async fn audit_log(&self, before: Option<u64>, limit: u32) -> Result<Vec<AuditRow>, StoreError> {
        self.inner.audit_log(before, limit).await
    }

    async fn closings(&self) -> Result<Vec<Closing>, StoreError> {
        self.inner.closings().await
    }
}

#[async_trait]
impl Logs for Gated {
    async fn match_row(&self, id: MatchId) -> Result<Option<MatchRow>, StoreError> {
        self.inner.match_row(id).await
    }

    async fn entries(&self, id: MatchId) -> Result<Vec<StoredEntry>, StoreError> {
        let entries = self.inner.entries(id).await;
        self.pass(Moment::LogRead).await?;
        entries
    }

    async fn log_lines(&self, id: MatchId, after: u64, limit: u32) -> Result<Vec<String>, StoreError> {
        self.inner.log_lines(id, after, limit).await
    }
}

#[async_trait]
impl Ledger for Gated {
    async fn purse(&self, user: UserId, day: u64) -> Result<PurseRow, StoreError> {
        self.inner.purse(user, day).await
    }

    async fn statement(&self, user: UserId, before: Option<u64>, limit: u32) -> Result<Vec<StatementRow>, StoreError> {
        self.inner.statement(user, before, limit).await
    }

    async fn escrows(&self) -> Result<Vec<EscrowRow>, StoreError> {
        let escrows = self.inner.escrows().await;
        self.pass(Moment::EscrowsRead).await?;
        escrows
    }

    async fn trust(&self, user: UserId) -> Result<TrustRow, StoreError> {
        self.inner.trust(user).await
    }

    async fn audit(&self) -> Result<Audit, StoreError> {
        self.inner.audit().await
    }
}
