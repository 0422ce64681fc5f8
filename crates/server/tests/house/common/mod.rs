//! A real house on a real port, and people who play in it.

pub mod api;
pub mod gated;
pub mod invited;
pub mod polling;

use parlor_battleship::{Action, Battleship, Cell, Config, Mark, Phase, View};
use parlor_client::{
    Notice, Session,
    native::{Connection, NativeError, Visitor},
};
use parlor_kernel::{AssetError, AssetId, Duel, Game, Library, Registry, Seat, Shelf};
use parlor_server::{House, Settings};
use parlor_store::{Secret, SqliteStore, Store, Write};
use parlor_testkit::toy::{self, Pebbles};
use parlor_wire::{
    Command, ServerFrame, TableCode, TableCommand, TableInfo,
    http::{OpenTable, SeatWish},
};
use serde_json::{Value, value::to_raw_value};
use std::{
    path::PathBuf,
    sync::{Arc, LazyLock},
    time::Duration,
};
use tempfile::TempDir;
use tokio::{
    net::TcpListener,
    sync::oneshot,
    task::JoinHandle,
    time::{sleep, timeout},
};

/// Nothing in these tests takes this long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until something is so.
pub async fn eventually(mut is_so: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_so().await {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, waiting).await.expect("it comes to be so");
}

/// The assets of the house's games, and then those of the testkit's.
struct Shelves(Library, Library);

impl Shelf for Shelves {
    fn asset(&self, id: &AssetId) -> Result<Arc<[u8]>, AssetError> {
        self.0.shelf().asset(id).or_else(|_| self.1.shelf().asset(id))
    }

    fn find(&self, kind: &str, name: &str) -> Option<AssetId> {
        self.0.shelf().find(kind, name).or_else(|| self.1.shelf().find(kind, name))
    }
}

/// The house's games, and the testkit's game for four in two teams.
pub fn registry() -> Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
        let shelves = Shelves(parlor_catalog::registry().library().clone(), toy::library());
        parlor_catalog::registry_with(Library::new(Arc::new(shelves))).with::<Pebbles>()
    });
    REGISTRY.clone()
}

/// Settings for tests: bots do not pretend to think, matches that stood still go on soon, and no request is too fast.
pub fn settings() -> Settings {
    let mut settings = Settings { metrics_from: "127.0.0.1".parse().unwrap(), ..Settings::default() };
    settings.times.bot_think_min_ms = 0;
    settings.times.bot_think_max_ms = 0;
    // A player who only waits for their turn in a test is not taken for gone.
    (settings.times.ping_ms, settings.times.pong_ms) = (60_000, 60_000);
    settings.times.return_ms = 100;
    settings.limits.requests_per_second = 10_000;
    settings.limits.guests_per_minute = 10_000;
    settings.limits.logins_per_minute = 10_000;
    settings.limits.costly_per_minute = 10_000;
    settings.limits.logs_per_minute = 10_000;
    settings.limits.tables_per_minute = 10_000;
    settings.limits.reports_per_hour = 10_000;
    settings.limits.runs_per_minute = 10_000;
    settings.limits.invitations_per_minute = 10_000;
    settings.limits.bets_per_minute = 10_000;
    settings.limits.commands_per_second = 10_000;
    settings
}

/// A running house.
pub struct Open {
    pub base: String,
    pub house: Arc<House>,
    dir: Arc<TempDir>,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<std::io::Result<()>>,
}

impl Open {
    pub async fn new(settings: Settings) -> Self {
        Self::over(Arc::new(tempfile::tempdir().unwrap()), settings).await
    }

    async fn over(dir: Arc<TempDir>, settings: Settings) -> Self {
        let store = SqliteStore::open(&dir.path().join("parlor.db")).await.unwrap();
        Self::on(dir, Arc::new(store), settings).await
    }

    /// A house over a store that a test can hold up.
    pub async fn gated(settings: Settings) -> (Self, Arc<gated::Gated>) {
        Self::gated_in(Arc::new(tempfile::tempdir().unwrap()), settings).await
    }

    /// The same, in a folder where there may have been a house before.
    pub async fn gated_in(dir: Arc<TempDir>, settings: Settings) -> (Self, Arc<gated::Gated>) {
        let store = SqliteStore::open(&dir.path().join("parlor.db")).await.unwrap();
        let gated = Arc::new(gated::Gated::new(store));
        (Self::on(dir, Arc::clone(&gated) as Arc<dyn Store>, settings).await, gated)
    }

    /// A house over a store of the test's own making.
    pub async fn on(dir: Arc<TempDir>, store: Arc<dyn Store>, settings: Settings) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::at(listener, dir, store, settings).await
    }

    /// A house that listens there.
    pub async fn listening(listener: TcpListener, settings: Settings) -> Self {
        let dir = Arc::new(tempfile::tempdir().unwrap());
        let store = SqliteStore::open(&dir.path().join("parlor.db")).await.unwrap();
        Self::at(listener, dir, Arc::new(store), settings).await
    }

    async fn at(listener: TcpListener, dir: Arc<TempDir>, store: Arc<dyn Store>, settings: Settings) -> Self {
        let base = format!("http://{}{}", listener.local_addr().unwrap(), settings.base());
        let house = House::open(registry(), store, settings).await.unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(parlor_server::serve(Arc::clone(&house), listener, None, async {
            let _ = stopped.await;
        }));
        Self { base, house, dir, stop: Some(stop), task }
    }

    pub fn database(&self) -> PathBuf {
        self.dir.path().join("parlor.db")
    }

    /// Closes the house in good order and opens it again over the same file.
    pub async fn restart(self, settings: Settings) -> Self {
        Self::over(self.stop().await, settings).await
    }

    /// Closes the house in good order, and gives back the folder with its file.
    pub async fn stop(mut self) -> Arc<TempDir> {
        drop(self.stop.take());
        timeout(PATIENCE, &mut self.task).await.expect("the house closes").unwrap().unwrap();
        Arc::clone(&self.dir)
    }

    /// The house falls where it stands, and is opened again over the same file.
    pub async fn fall(self, settings: Settings) -> Self {
        self.task.abort();
        Self::over(Arc::clone(&self.dir), settings).await
    }

    /// Whether a table that was ordered to be closed is, and nothing is left to do about it.
    pub async fn is_closed_by_order(&self, code: TableCode) -> bool {
        let store = &self.house.store;
        store.table(code).await.unwrap().is_none() && store.closings().await.unwrap().is_empty()
    }

    pub async fn visitor(&self, name: &str) -> Visitor {
        Visitor::enter(&self.base, name).await.unwrap()
    }

    pub async fn player(&self, name: &str) -> Player {
        self.known(self.visitor(name).await, name).await
    }

    /// A player whom the house has greeted: others can reach them.
    async fn known(&self, visitor: Visitor, name: &str) -> Player {
        let mut player = self.connect(visitor, name).await;
        player.until(|session| session.me().map(drop)).await;
        player
    }

    /// A player with an account.
    pub async fn member(&self, name: &str) -> Player {
        let visitor = self.visitor(name).await;
        let password = Secret("no password has this hash".into());
        let account = Write::AddAccount { user: visitor.me().id, password, email: None };
        self.house.store.write(vec![account]).await.unwrap();
        self.known(visitor, name).await
    }

    pub async fn connect(&self, visitor: Visitor, name: &str) -> Player {
        let connection = visitor.connect(registry(), name).await.unwrap();
        Player { visitor, connection, table: None, frames: Vec::new() }
    }
}

/// A wish for a table.
pub fn wish(game: &str, preset: &str, seats: Vec<SeatWish>) -> OpenTable {
    OpenTable {
        game: game.into(),
        preset: Some(preset.into()),
        options: Value::Null,
        public: true,
        rated: false,
        seats,
        bet: None,
        days: None,
    }
}

pub fn bot(level: &str) -> SeatWish {
    SeatWish::Bot(level.into())
}

/// A person with a connection, usually at one table.
pub struct Player {
    pub visitor: Visitor,
    pub connection: Connection,
    table: Option<TableCode>,
    /// Everything the house has sent, for looking through later.
    pub frames: Vec<String>,
}

impl Player {
    pub fn code(&self) -> TableCode {
        self.table.expect("at a table")
    }

    pub fn session(&mut self) -> &mut Session {
        self.connection.session()
    }

    pub fn info(&mut self) -> TableInfo {
        let code = self.code();
        self.session().table(code).expect("a followed table").info.clone()
    }

    pub fn seat(&mut self) -> Option<Seat> {
        let code = self.code();
        self.session().table(code).expect("a followed table").seat
    }

    /// Takes in one frame.
    pub async fn next(&mut self) -> Result<(), NativeError> {
        let (text, _) = timeout(PATIENCE, self.connection.next()).await.expect("a frame arrives")?;
        self.frames.push(text);
        Ok(())
    }

    /// Takes in frames until `look` finds something.
    pub async fn until<T>(&mut self, mut look: impl FnMut(&Session) -> Option<T>) -> T {
        loop {
            if let Some(found) = look(self.session()) {
                return found;
            }
            self.next().await.expect("the connection lives");
        }
    }

    pub async fn follow(&mut self, table: TableCode) {
        self.table = Some(table);
        self.session().watch(table);
        self.until(|session| session.table(table).map(drop)).await;
    }

    pub async fn open(&mut self, wish: &OpenTable) -> TableCode {
        let info = self.visitor.open_table(wish).await.unwrap();
        self.follow(info.code).await;
        info.code
    }

    /// Gives a command and waits for the answer.
    pub async fn command(&mut self, command: Command) -> Result<(), NativeError> {
        let id = self.session().command(command);
        loop {
            let (text, notice) = timeout(PATIENCE, self.connection.next()).await.expect("an answer arrives")?;
            self.frames.push(text);
            match notice {
                Some(Notice::Done { id: done, .. }) if done == id => return Ok(()),
                Some(Notice::Refused { id: Some(refused), code, message, .. }) if refused == id => {
                    return Err(NativeError::Refused { code, message });
                }
                _ => {}
            }
        }
    }

    /// The code of the refusal that a command must get.
    pub async fn refused(&mut self, command: Command) -> String {
        let error = self.command(command).await.expect_err("a refusal");
        error.code().unwrap_or_else(|| panic!("{error}")).to_owned()
    }

    pub async fn sit(&mut self, table: TableCode) {
        self.follow(table).await;
        self.command(TableCommand::Sit { seat: None }.at(table)).await.unwrap();
        self.until(|session| session.table(table)?.seat).await;
    }

    /// Asks for a quick match.
    pub fn seek(game: &str, rated: bool) -> Command {
        Command::Seek { game: game.into(), preset: None, rated }
    }

    /// Waits until an opponent has been found, and goes to the table.
    pub async fn paired(&mut self) -> TableCode {
        loop {
            let found = self.frames.iter().rev().find_map(|text| match serde_json::from_str(text) {
                Ok(ServerFrame::Paired { table }) => Some(table),
                _ => None,
            });
            if let Some(table) = found {
                self.follow(table).await;
                return table;
            }
            self.next().await.expect("the connection lives");
        }
    }

    pub fn act_command(&self, action: &impl serde::Serialize) -> Command {
        TableCommand::Act { action: to_raw_value(action).unwrap(), at: None }.at(self.code())
    }

    pub async fn act(&mut self, action: &impl serde::Serialize) -> Result<(), NativeError> {
        let command = self.act_command(action);
        self.command(command).await
    }

    /// Waits until a match is being played.
    pub async fn begun(&mut self) {
        let code = self.code();
        self.until(|session| session.table(code)?.game.as_ref().filter(|game| game.ended.is_none()).map(drop)).await;
    }

    /// The match of any game, as this player may know it.
    pub fn view_of<G: Game>(&mut self) -> G::View {
        let code = self.code();
        let table = self.session().table(code).expect("a followed table");
        table.game.as_ref().expect("a match").view_of::<G>().expect("this game").clone()
    }

    /// Takes in frames until `look` finds something in the match of any game.
    pub async fn until_view_of<G: Game, T>(&mut self, mut look: impl FnMut(&G::View) -> Option<T>) -> T {
        let code = self.code();
        self.until(|session| look(session.table(code)?.game.as_ref()?.view_of::<G>()?)).await
    }

    pub fn view(&mut self) -> View {
        self.view_of::<Battleship>()
    }

    pub async fn until_view<T>(&mut self, look: impl FnMut(&View) -> Option<T>) -> T {
        self.until_view_of::<Battleship, T>(look).await
    }

    /// Lays out a random fleet and says ready.
    pub async fn deploy(&mut self) {
        self.begun().await;
        self.act(&Action::AutoPlace).await.unwrap();
        self.act(&Action::Ready).await.unwrap();
    }

    /// Waits for the own turn, or the end.
    pub async fn my_turn(&mut self) -> bool {
        let seat = self.seat();
        self.until_view(|view| match view.phase {
            Phase::Over => Some(false),
            Phase::Firing if view.turn == seat => Some(true),
            _ => None,
        })
        .await
    }

    /// Any cell that has not been shot at.
    pub fn fresh_cell(&mut self) -> Cell {
        let config: Config = self.info().read_config().unwrap();
        let target = Duel::other(self.seat().expect("seated"));
        let marks = self.view().marks(&config, target);
        let index = marks.iter().position(|mark| *mark == Mark::Unknown).expect("a fresh cell");
        Cell::new((index % usize::from(config.width)) as u8, (index / usize::from(config.width)) as u8)
    }

    pub async fn fire(&mut self) -> Result<(), NativeError> {
        let at = self.fresh_cell();
        self.act(&Action::Fire { at, pattern: 0 }).await
    }

    /// Fires whenever it can, until the match is over.
    pub async fn play_to_the_end(&mut self) {
        while self.my_turn().await {
            self.fire().await.unwrap();
        }
        let code = self.code();
        self.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    }
}

/// Two people at a new table, fleets laid, shooting about to begin.
pub async fn duel(open: &Open) -> (Player, Player) {
    let mut ada = open.player("Ada").await;
    let mut bea = open.player("Bea").await;
    let code = ada.open(&wish("battleship", "voxel", vec![])).await;
    bea.sit(code).await;
    ada.deploy().await;
    bea.deploy().await;
    (ada, bea)
}
