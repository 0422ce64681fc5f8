//! The house: what every request and every table shares.

use crate::{
    api::PackedAssets,
    chance,
    clock::{HouseClock, WallClock},
    cluster::{self, Cluster, Membership},
    guard::{limits::RateLimits, lockout::Lockout},
    lobby::{
        directory::{Directory, Place},
        invitations::Invitations,
        matchmaker::{self, Matchmaker},
        nearby::Neighbours,
    },
    notices::{self, Notices, Outbox},
    people::{passwords::Passwords, presence::Presence},
    probes::{self, Meters, Readiness},
    problem::{HouseError, HttpError, Refused},
    runs::Umpire,
    settings::Settings,
    tables::{self, NotRecovered, TableHandle},
};
use axum::http::StatusCode;
use parlor_hub::HubError;
use parlor_kernel::Registry;
use parlor_store::{AddressTag, AddressTags, Store, StoreError, User, Write};
use parlor_table::{HouseRules, Saved};
use parlor_wire::{EscrowId, UserId, http::OpenTable};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// How often the clock is written down while matches are being played.
const BEAT: Duration = Duration::from_millis(500);
/// How often it is looked whether another process wants a table closed.
const ORDERS: Duration = Duration::from_secs(1);
/// How often some of what has expired is deleted.
const PRUNING: Duration = Duration::from_secs(60);

/// What the house has no room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum LimitError {
    /// The house has as many tables as it may.
    #[error("Every table is taken. Please try again later.")]
    HouseFull,
    /// The player sits at as many tables as they may.
    #[error("You sit at {0} tables already. Finish or leave one first.")]
    TooManyTables(usize),
    /// The address has as many tables as it may.
    #[error("Very many tables are open from your network already. Please try again when one has closed.")]
    TooManyTablesHere,
    /// The player has done as much as is kept in an hour, and may go on in so many seconds.
    #[error(
        "You have done more in the past hour than the house can keep. You can go on in {0} s; until then you can end the match."
    )]
    TooMuchKept(u64),
}

impl HttpError for LimitError {
    fn status(&self) -> StatusCode {
        match self {
            Self::HouseFull => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooManyTables(_) | Self::TooManyTablesHere | Self::TooMuchKept(_) => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

/// Why a node could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The hub cannot be reached.
    #[error(transparent)]
    Hub(#[from] HubError),
}

/// What every request and every table shares.
pub struct House {
    /// The games that can be played here.
    pub registry: Registry,
    /// What they play with, packed for clients that have none of it.
    pub assets: PackedAssets,
    /// Where things are kept.
    pub store: Arc<dyn Store>,
    /// What the keeper of the house has chosen.
    pub settings: Settings,
    /// What every table goes by.
    pub rules: Arc<HouseRules>,
    /// The house's own time.
    pub clock: HouseClock,
    /// The time that people read.
    pub wall: WallClock,
    /// The open tables that are awake.
    pub directory: Directory,
    /// Who waits to be paired.
    pub matchmaker: Matchmaker,
    /// Who has asked whom to a game.
    pub invitations: Invitations,
    /// Tells people what they should know while they are away.
    pub notices: Notices,
    /// The other houses on the network.
    pub neighbours: Neighbours,
    /// Who may do how much how fast.
    pub rates: RateLimits,
    /// Who has guessed wrong too often.
    pub lockout: Lockout,
    /// Hashes and checks passwords.
    pub passwords: Passwords,
    /// Plays runs again.
    pub umpire: Umpire,
    /// Who is connected.
    pub presence: Presence,
    /// Held while names, accounts and bots change: what was checked still holds when it is written.
    /// Never while waiting for a table: sign-ins would wait for it too.
    pub people: tokio::sync::Mutex<()>,
    /// Held while tables are told that a user has changed: of two changes the later one is told last.
    pub telling: tokio::sync::Mutex<()>,
    /// Says when the house closes.
    pub closing: CancellationToken,
    /// The tasks that must end before it has closed.
    pub tasks: TaskTracker,
    /// This node among others, if the house has several.
    pub cluster: Option<Cluster>,
    /// Whether the store takes writes.
    pub readiness: Readiness,
    /// What every command is counted by.
    pub meters: Meters,
    /// Since when it is open.
    pub opened: Instant,
    /// Recognises addresses without keeping them.
    addresses: AddressTags,
    ready: AtomicBool,
}

impl House {
    /// Opens the house: every table that was open when it closed, or fell, goes on. Those that slept go on sleeping.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn open(registry: Registry, store: Arc<dyn Store>, settings: Settings) -> Result<Arc<Self>, StoreError> {
        let clock = HouseClock::resume(store.clock().await?);
        let house = Self::build(registry, store, settings, clock, None);
        house.recover().await?;
        // Not before: it closes tables by order, and what lies in the escrow of one that is read back for that meanwhile would
        // count as left there.
        house.tasks.spawn(beat(Arc::clone(&house)));
        Invitations::load(&house).await?;
        house.ready.store(true, Ordering::Release);
        Ok(house)
    }

    /// Opens the house as one node of several. Tables that are other nodes' stay theirs; those that have no owner are taken.
    ///
    /// # Errors
    /// If the store cannot be read, or the hub cannot be reached.
    pub async fn open_node(
        registry: Registry,
        store: Arc<dyn Store>,
        settings: Settings,
        membership: Membership,
    ) -> Result<Arc<Self>, OpenError> {
        let clock = HouseClock::resume(membership.owners.latest_clock().await?);
        let (cluster, letters) = Cluster::join(membership).await?;
        let house = Self::build(registry, store, settings, clock, Some(cluster));
        // Before anyone comes in: the others know of this node, and it of them.
        cluster::beat(&house).await?;
        house.tasks.spawn(beat(Arc::clone(&house)));
        house.tasks.spawn(cluster::receive(Arc::clone(&house), letters));
        house.tasks.spawn(cluster::live(Arc::clone(&house)));
        house.tasks.spawn(cluster::adopt(Arc::clone(&house)));
        house.tasks.spawn(cluster::keep_hot(Arc::clone(&house)));
        house.ready.store(true, Ordering::Release);
        Ok(house)
    }

    fn build(
        registry: Registry,
        store: Arc<dyn Store>,
        settings: Settings,
        clock: HouseClock,
        cluster: Option<Cluster>,
    ) -> Arc<Self> {
        let (invitations, asked) = Invitations::new();
        let (outbox, inlet) = Outbox::new();
        let house = Arc::new(Self {
            rates: RateLimits::new(&settings.limits),
            rules: Arc::new(HouseRules {
                games: registry.clone(),
                times: settings.times.of_tables(),
                chat_per_ten_seconds: settings.limits.chat_per_ten_seconds,
            }),
            registry,
            assets: PackedAssets::default(),
            settings,
            clock,
            wall: WallClock::default(),
            directory: Directory::default(),
            matchmaker: Matchmaker::default(),
            invitations,
            notices: Notices::new(outbox),
            neighbours: Neighbours::default(),
            lockout: Lockout::default(),
            passwords: Passwords::default(),
            umpire: Umpire::default(),
            presence: Presence::default(),
            people: tokio::sync::Mutex::default(),
            telling: tokio::sync::Mutex::default(),
            closing: CancellationToken::new(),
            tasks: TaskTracker::new(),
            cluster,
            readiness: Readiness::default(),
            meters: Meters::default(),
            opened: Instant::now(),
            addresses: AddressTags::default(),
            ready: AtomicBool::new(false),
            store,
        });
        Invitations::open(&house, asked);
        let (clock, closing) = (house.clock.clone(), house.closing.clone());
        house.tasks.spawn(async move { closing.run_until_cancelled(clock.watch()).await });
        house.tasks.spawn(matchmaker::run(Arc::clone(&house)));
        house.tasks.spawn(tables::wake_when_due(Arc::clone(&house)));
        house.tasks.spawn(notices::run(Arc::clone(&house), inlet));
        house
    }

    /// Runs every table that was open when the house closed, or fell.
    async fn recover(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut recovered = 0;
        let mut escrows = self.escrows().await?;
        for (code, state) in self.store.awake().await? {
            match tables::recover(self, code, &state, &mut escrows).await {
                Ok(()) => recovered += 1,
                Err(NotRecovered::Store(error)) => return Err(error),
                // One broken table must not keep the others closed.
                Err(error) => {
                    tracing::error!(%code, %error, "a table could not be recovered, and was closed");
                    tables::give_up(self, code, &state, &mut escrows, None).await?;
                }
            }
        }
        self.return_escrows(escrows.into_keys().collect()).await?;
        if recovered > 0 {
            tracing::info!(tables = recovered, "tables go on where they were");
        }
        Ok(())
    }

    /// What lies in which escrow, if anything does.
    pub(crate) async fn escrows(&self) -> Result<HashMap<EscrowId, u64>, StoreError> {
        Ok(self.store.escrows().await?.into_iter().map(|row| (row.bet, row.balance)).collect())
    }

    /// Gives back what lies in escrows that no table looks after.
    async fn return_escrows(&self, bets: Vec<EscrowId>) -> Result<(), StoreError> {
        for bet in bets {
            tracing::warn!(%bet, "the table of a bet is gone: every player gets back what they deposited");
            self.store.write(vec![Write::ReturnEscrow { bet, at: self.wall.now_ms() }]).await?;
        }
        Ok(())
    }

    /// Where a user comes from, as far as results have to know.
    pub fn address_tag(&self, user: UserId) -> Option<AddressTag> {
        self.presence.address_of(user).and_then(|address| self.addresses.tag(address))
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
        if let Some(cluster) = &self.cluster {
            cluster.part().await;
        }
        self.store.close().await;
    }

    /// Does something to its end, whether the caller waits or not: a request that is dropped must not stop
    /// it half way.
    ///
    /// # Errors
    /// What comes of it.
    pub async fn to_the_end<T: Send + 'static, E: From<HouseError> + Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, E>> + Send + 'static,
    ) -> Result<T, E> {
        self.tasks.spawn(work).await.unwrap_or_else(|error| {
            tracing::error!(%error, "something stopped half way");
            Err(HouseError::Internal.into())
        })
    }

    /// Opens a table for `host`, who comes from `from`.
    ///
    /// # Errors
    /// If the wish makes no sense, or there are too many tables.
    pub async fn open_table(
        self: &Arc<Self>,
        host: &User,
        from: IpAddr,
        wish: OpenTable,
    ) -> Result<TableHandle, Refused> {
        self.may_sit(host.id).await?;
        let saved = Saved::open(&self.rules, host, wish)?;
        self.may_keep(host.id, saved.weight())?;
        let place = Place::take(self, from).ok_or(LimitError::TooManyTablesHere)?;
        self.open_saved(saved, Some(place)).await
    }

    /// Opens a table at which people sit already. It is done to its end: a table that is saved must be run, too.
    ///
    /// # Errors
    /// If there are too many tables, or it cannot be saved.
    pub async fn open_saved(self: &Arc<Self>, saved: Saved, place: Option<Place>) -> Result<TableHandle, Refused> {
        let (handle, entry) = self.new_entry().await?;
        let house = Arc::clone(self);
        self.to_the_end(async move {
            tables::open(&house, entry, saved, place, Vec::new()).await.map_err(|error| {
                tracing::error!(%error, "a table could not be saved");
                HouseError::Storage
            })
        })
        .await?;
        Ok(handle)
    }

    /// An entry for one more table, under a code that is free.
    ///
    /// # Errors
    /// If there are too many tables, or the store cannot be read.
    pub async fn new_entry(self: &Arc<Self>) -> Result<(TableHandle, tables::Entry), Refused> {
        if self.directory.len() >= self.settings.limits.tables {
            return Err(LimitError::HouseFull.into());
        }
        // Codes are drawn from 31^6; a collision is rare, ten in a row mean something else is wrong.
        for code in std::iter::repeat_with(chance::table_code).take(10) {
            // A table that sleeps has its code, too.
            let is_free = self.store.table(code).await.map_err(not_read)?.is_none();
            if is_free && let Ok(entry) = tables::Entry::claim(self, code) {
                return Ok(entry);
            }
        }
        Err(HouseError::Storage.into())
    }

    /// Whether a user may take one more seat.
    ///
    /// # Errors
    /// If they sit at too many tables already, or the store cannot be read.
    pub async fn may_sit(&self, user: UserId) -> Result<(), Refused> {
        if self.has_seat_left(user).await? {
            return Ok(());
        }
        Err(LimitError::TooManyTables(self.settings.limits.tables_per_person).into())
    }

    /// Whether a user sits at fewer tables than one may.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn has_seat_left(&self, user: UserId) -> Result<bool, HouseError> {
        let seats = self.seats_of(user).await.map_err(not_read)?;
        Ok(seats.len() < self.settings.limits.tables_per_person)
    }

    /// Whether `bytes` more may be kept for ever of what a user does.
    ///
    /// # Errors
    /// If they have done too much in the past hour, or everybody together who comes from the same address.
    pub fn may_keep(&self, user: UserId, bytes: usize) -> Result<(), LimitError> {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.rates.keep(user, self.presence.address_of(user), bytes).map_err(LimitError::TooMuchKept)
    }
}

/// What a user is told who asks for something that could not be looked up.
fn not_read(error: StoreError) -> HouseError {
    tracing::error!(%error, "tables could not be looked up");
    HouseError::Storage
}

/// Writes the clock down every so often, so that a crash takes little time back, forgets old rates, notices sessions that
/// have ended elsewhere, and deletes what has expired.
async fn beat(house: Arc<House>) {
    let mut beats = tokio::time::interval(BEAT);
    let mut prunings = tokio::time::interval_at(tokio::time::Instant::now() + PRUNING, PRUNING);
    let mut orders = tokio::time::interval(ORDERS);
    let mut checked = None;
    loop {
        tokio::select! {
            _ = beats.tick() => {}
            _ = prunings.tick() => {
                house.prune().await;
                continue;
            }
            _ = orders.tick() => {
                house.close_ordered().await;
                continue;
            }
            () = house.closing.cancelled() => return,
        }
        house.rates.forget_old();
        house.lockout.forget_old(Instant::now());
        house.presence.forget_old();
        probes::sum_up_metrics();
        checked = house.check_some_sessions(checked).await;
        // A node says what its clock shows whenever it says that it lives.
        if house.cluster.is_none()
            && house.directory.playing() > 0
            && let Err(error) = house.store.write(vec![Write::Clock(house.clock.now_ms())]).await
        {
            tracing::warn!(%error, "the clock could not be written down");
        }
    }
}
