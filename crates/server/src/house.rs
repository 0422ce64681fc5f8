//! The house: what every request and every table shares.

use crate::{
    chance,
    clock::{self, HouseClock},
    directory::Directory,
    limits::RateLimits,
    matchmaker::{self, Matchmaker},
    problem::storage_failed,
    settings::Settings,
    table::{self, Saved, TableHandle},
};
use parlor_kernel::{Refusal, Registry};
use parlor_store::{NewSession, Scopes, Session, SessionRow, Store, StoreError, User, Write};
use parlor_wire::{Kind, TableCode, UserId, http::OpenTable};
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How often the clock is written down while matches are being played.
const BEAT: Duration = Duration::from_millis(500);

/// How long a person's session lasts: a year.
const SESSION_MS: u64 = 365 * 24 * 3_600_000;

/// What every request and every table shares.
pub struct House {
    /// The games that can be played here.
    pub registry: Registry,
    /// Where things are kept.
    pub store: Arc<dyn Store>,
    /// What whoever runs the house has chosen.
    pub settings: Settings,
    /// The house's own time.
    pub clock: HouseClock,
    /// The open tables.
    pub directory: Directory,
    /// Who waits to be paired.
    pub matchmaker: Matchmaker,
    /// Who may do how much how fast.
    pub rates: RateLimits,
    /// Says when the house closes.
    pub closing: CancellationToken,
    /// The tasks that must end before it has closed.
    pub tasks: TaskTracker,
    /// How many matches are being played: while there are none the clock need not be written down.
    pub playing: AtomicUsize,
    present: Mutex<HashMap<UserId, Present>>,
    connected: AtomicUsize,
    ready: AtomicBool,
}

impl House {
    /// Opens the house: every table that was open when it closed, or fell, goes on.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn open(registry: Registry, store: Arc<dyn Store>, settings: Settings) -> Result<Arc<Self>, StoreError> {
        let clock = HouseClock::resume(store.clock().await?);
        let house = Arc::new(Self {
            rates: RateLimits::new(&settings.limits),
            registry,
            settings,
            clock,
            directory: Directory::default(),
            matchmaker: Matchmaker::default(),
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
            playing: AtomicUsize::new(0),
            present: Mutex::default(),
            connected: AtomicUsize::new(0),
            ready: AtomicBool::new(false),
            store,
        });
        let mut recovered = 0;
        for (code, state) in house.store.tables().await? {
            match table::recover(&house, code, &state).await {
                Ok(()) => recovered += 1,
                // One broken table must not keep the others closed.
                Err(error) => tracing::error!(%code, %error, "a table could not be recovered"),
            }
        }
        if recovered > 0 {
            tracing::info!(tables = recovered, "tables go on where they were");
        }
        house.tasks.spawn(beat(Arc::clone(&house)));
        house.tasks.spawn(matchmaker::run(Arc::clone(&house)));
        house.ready.store(true, Ordering::Release);
        Ok(house)
    }

    /// Whether new visitors are welcome.
    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Acquire) && !self.closing.is_cancelled()
    }

    /// Closes the house: tables stop where they are and are there again next time.
    pub async fn close(&self) {
        self.ready.store(false, Ordering::Release);
        self.closing.cancel();
        self.tasks.close();
        self.tasks.wait().await;
        let _ = self.store.write(vec![Write::Clock(self.clock.now_ms())]).await;
        self.store.close().await;
    }

    /// Lets somebody new in.
    ///
    /// # Errors
    /// If that cannot be written down.
    pub async fn welcome(&self, name: Option<String>) -> Result<(User, String), StoreError> {
        let name = name.unwrap_or_else(|| crate::names::suggest(&mut chance::rng()));
        let user = User { id: chance::user_id(), name, kind: Kind::Guest };
        let (token, session) = Self::new_session(String::new(), Scopes::OWNER);
        let add = Write::AddUser { user: user.clone(), owner: None, at: clock::wall_ms() };
        self.store.write(vec![add, Write::AddSession { user: user.id, session }]).await?;
        Ok((user, token))
    }

    /// A new session and the token that proves it.
    fn new_session(label: String, scopes: Scopes) -> (String, NewSession) {
        let (token, hash) = chance::token();
        let row = SessionRow { id: chance::session_id(), label, scopes, created_at: clock::wall_ms() };
        (token, NewSession { row, token: hash })
    }

    /// Whose token it is.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn recognise(&self, token: &str) -> Result<Option<Session>, StoreError> {
        let since = clock::wall_ms().saturating_sub(SESSION_MS);
        self.store.session(chance::token_hash(token), since).await
    }

    /// Gives somebody another name, at every table they sit at too.
    ///
    /// # Errors
    /// If that cannot be written down.
    pub async fn rename(&self, user: User, name: String) -> Result<User, StoreError> {
        self.store.write(vec![Write::Rename { user: user.id, name: name.clone() }]).await?;
        let user = User { name, ..user };
        if let Some(present) = self.present.lock().unwrap_or_else(PoisonError::into_inner).get_mut(&user.id) {
            present.new_name = Some(user.name.clone());
        }
        for table in self.directory.seated(user.id) {
            table.renamed(user.clone()).await;
        }
        Ok(user)
    }

    /// The name somebody has taken since they connected.
    pub fn new_name(&self, user: UserId) -> Option<String> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner).get(&user)?.new_name.clone()
    }

    /// Opens a table for `host`.
    ///
    /// # Errors
    /// If the wish makes no sense, or there are too many tables.
    pub async fn open_table(self: &Arc<Self>, host: &User, wish: OpenTable) -> Result<TableHandle, Refusal> {
        self.may_sit(host.id)?;
        self.open_saved(Saved::open(&self.registry, host, wish)?).await
    }

    /// Opens a table at which people sit already.
    ///
    /// # Errors
    /// If there are too many tables, or it cannot be saved.
    pub async fn open_saved(self: &Arc<Self>, saved: Saved) -> Result<TableHandle, Refusal> {
        if self.directory.len() >= self.settings.limits.tables {
            return Err(Refusal {
                code: "house_full",
                message: "Every table is taken. Please try again later.".into(),
            });
        }
        // Codes are drawn from 31^6; a collision is rare, ten in a row mean something else is wrong.
        for _ in 0..10 {
            let code: TableCode = chance::table_code();
            if self.directory.find(code).is_none() {
                return table::open(self, code, saved).await.map_err(|error| {
                    tracing::error!(%error, "a table could not be saved");
                    storage_failed()
                });
            }
        }
        Err(storage_failed())
    }

    /// Whether somebody may take one more seat.
    ///
    /// # Errors
    /// If they sit at too many tables already.
    pub fn may_sit(&self, user: UserId) -> Result<(), Refusal> {
        let most = self.settings.limits.tables_per_person;
        if self.directory.seats_of(user) < most {
            return Ok(());
        }
        let message = format!("You sit at {most} tables already. Finish or leave one first.");
        Err(Refusal { code: "too_many_tables", message })
    }

    /// Counts a new connection, until the guard is dropped.
    ///
    /// # Errors
    /// If there are too many.
    pub fn connect(self: &Arc<Self>, user: UserId) -> Result<Connected, Refusal> {
        let limits = &self.settings.limits;
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = present.get(&user).map_or(0, |present| present.connections);
        if mine >= limits.connections_per_person || self.connected.load(Ordering::Relaxed) >= limits.connections {
            let message = "There are too many connections. Close another window and try again.".into();
            return Err(Refusal { code: "too_many_connections", message });
        }
        present.entry(user).or_default().connections += 1;
        let all = self.connected.fetch_add(1, Ordering::Relaxed) + 1;
        metrics::gauge!("parlor_connections").set(all as f64);
        Ok(Connected { house: Arc::clone(self), user })
    }
}

/// Somebody who is connected.
#[derive(Default)]
struct Present {
    connections: usize,
    /// The name they have taken since they connected.
    new_name: Option<String>,
}

/// A counted connection.
pub struct Connected {
    house: Arc<House>,
    user: UserId,
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut everyone = self.house.present.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(present) = everyone.get_mut(&self.user) {
            present.connections -= 1;
            if present.connections == 0 {
                everyone.remove(&self.user);
            }
        }
        let all = self.house.connected.fetch_sub(1, Ordering::Relaxed) - 1;
        metrics::gauge!("parlor_connections").set(all as f64);
    }
}

/// Writes the clock down every so often, so that a crash takes little time back, and forgets old rates.
async fn beat(house: Arc<House>) {
    let mut beats = tokio::time::interval(BEAT);
    loop {
        tokio::select! {
            _ = beats.tick() => {}
            () = house.closing.cancelled() => return,
        }
        house.rates.forget_old();
        if house.playing.load(Ordering::Relaxed) > 0
            && let Err(error) = house.store.write(vec![Write::Clock(house.clock.now_ms())]).await
        {
            tracing::warn!(%error, "the clock could not be written down");
        }
    }
}
