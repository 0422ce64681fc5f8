//! Ten games of Words over days: the real binary is killed while they sleep, and while they are played.

use super::PATIENCE;
use crate::binary::House;
use parlor_client::native::{Connection, Visitor};
use parlor_kernel::{GameConfig, Registry, Rules};
use parlor_wire::{
    Command, Invitee, Pace, TableCode, TableCommand,
    http::{MyInvitations, MyTables, OpenTable},
};
use parlor_words::{Action, Config, Prospect, View, Words};
use serde_json::value::to_raw_value;
use std::{
    path::Path,
    sync::{
        LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::time::{sleep, timeout};

/// As many as one person may play.
const GAMES: usize = 10;

static REGISTRY: LazyLock<Registry> = LazyLock::new(parlor_catalog::registry);

static RULES: LazyLock<Rules<Words>> = LazyLock::new(|| {
    let config = Config::preset("hope").expect("a preset");
    Rules::load(config, REGISTRY.library()).expect("its lexicon")
});

/// A house whose tables over days fall asleep as soon as they are left alone, and which counts them.
fn open(data: &Path) -> House {
    let settings = [
        ("PARLOR_TIMES__SLEEP_MS", "100"),
        ("PARLOR_METRICS_FROM", "127.0.0.1"),
        ("PARLOR_LIMITS__REQUESTS_PER_SECOND", "10000"),
        ("PARLOR_LIMITS__COMMANDS_PER_SECOND", "10000"),
    ];
    House::open(data, &settings)
}

/// A connection of its own: commands of another one are never taken for its own.
async fn connect(visitor: &Visitor) -> Connection {
    static CONNECTIONS: AtomicU32 = AtomicU32::new(0);
    let name = format!("visit-{}", CONNECTIONS.fetch_add(1, Ordering::Relaxed));
    visitor.connect(REGISTRY.clone(), &name).await.unwrap()
}

/// A game between two people, and what each of them knew of it when they left.
struct Game {
    table: TableCode,
    players: [Visitor; 2],
    known: [View; 2],
}

/// A player in front of a table.
struct Player {
    connection: Connection,
    table: TableCode,
}

impl Player {
    async fn come(house: &House, visitor: &Visitor, table: TableCode) -> Self {
        let mut connection = connect(&visitor.at(&house.base)).await;
        timeout(PATIENCE, connection.follow(table)).await.expect("an answer").unwrap();
        Self { connection, table }
    }

    /// What this player knows once so many turns have been played.
    async fn view_after(&mut self, turns: usize) -> View {
        let table = self.table;
        let look = self.connection.until(|session| {
            let view = session.table(table)?.game.as_ref()?.view_of::<Words>()?;
            (view.common.history.len() == turns).then(|| view.clone())
        });
        timeout(PATIENCE, look).await.expect("it happens").unwrap()
    }

    /// Plays the word that counts most.
    async fn play(&mut self, view: &View) {
        let prospect = Prospect::new(&RULES, view, None);
        let action = prospect.action(&prospect.best().choice);
        assert!(matches!(action, Action::Play { .. } | Action::Swap { .. }), "{action:?}");
        let command = TableCommand::Act { action: to_raw_value(&action).unwrap(), at: None }.at(self.table);
        timeout(PATIENCE, self.connection.command(command)).await.expect("an answer").unwrap();
    }
}

impl Game {
    /// The first asks the second to a game over days; both have gone again.
    async fn begin(house: &House, players: [Visitor; 2]) -> Self {
        let [ada, bea] = &players;
        let wish = OpenTable { game: "words".into(), preset: Some("hope".into()), ..OpenTable::default() };
        // Guests are invited while they are there.
        let (mut asking, mut answering) = (connect(ada).await, connect(bea).await);
        answering.command(Command::Ping).await.unwrap();
        let invite = Command::Invite { to: Invitee::Id(bea.me().id), wish, pace: Pace::Correspondence };
        asking.command(invite).await.unwrap();
        let invited: MyInvitations = bea.get("/api/invitations").await.unwrap();
        answering.command(Command::AcceptInvitation { invitation: invited.pending[0].id }).await.unwrap();
        let theirs: MyTables = bea.get("/api/me/tables").await.unwrap();
        let table = theirs.tables[0].table.code;
        let mut known = Vec::new();
        for player in &players {
            known.push(Player::come(house, player, table).await.view_after(0).await);
        }
        Self { table, players, known: known.try_into().expect("two") }
    }

    /// The player whose turn it is comes back, finds the game as it was, and plays; then the other looks at it.
    async fn go_on(&mut self, house: &House) {
        let turns = self.known[0].common.history.len();
        let turn = self.known[0].common.turn.expect("it goes on").index();
        for seat in [turn, 1 - turn] {
            let mut player = Player::come(house, &self.players[seat], self.table).await;
            if seat == turn {
                let found = player.view_after(turns).await;
                assert_eq!(found, self.known[seat], "the same racks, scores and turns");
                player.play(&found).await;
            }
            self.known[seat] = player.view_after(turns + 1).await;
        }
    }

    /// Both see the game as they left it.
    async fn is_as_it_was(&self, house: &House) {
        for (player, known) in self.players.iter().zip(&self.known) {
            let mut player = Player::come(house, player, self.table).await;
            assert_eq!(player.view_after(known.common.history.len()).await, *known);
        }
    }
}

/// How many tables are awake and asleep, as the house counts them.
async fn counted(house: &House) -> (usize, usize) {
    let text = reqwest::get(format!("{}/metrics", house.base)).await.unwrap().text().await.unwrap();
    let figure = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0, |figure| figure.parse().expect("a figure"))
    };
    (figure("parlor_tables"), figure("parlor_tables_asleep"))
}

async fn all_fall_asleep(house: &House) {
    timeout(PATIENCE, async {
        while counted(house).await != (0, GAMES) {
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("all tables sleep");
}

#[tokio::test]
async fn ten_games_over_days_go_on_after_a_killed_house() {
    let dir = tempfile::tempdir().unwrap();
    let house = open(dir.path());
    let ada = Visitor::enter(&house.base, "Ada").await.unwrap();
    let mut games = Vec::new();
    for n in 0..GAMES {
        let bea = Visitor::enter(&house.base, &format!("Bea {n}")).await.unwrap();
        let mut game = Game::begin(&house, [ada.clone(), bea]).await;
        for _ in 0..n % 4 {
            game.go_on(&house).await;
        }
        games.push(game);
    }
    all_fall_asleep(&house).await;

    // Killed while they sleep: none of them is opened at the start, nor by a look at the list.
    house.kill();
    let house = open(dir.path());
    assert_eq!(counted(&house).await, (0, GAMES));
    let mine: MyTables = ada.at(&house.base).get("/api/me/tables").await.unwrap();
    for Game { table, known, .. } in &games {
        let found = mine.tables.iter().find(|mine| mine.table.code == *table).expect("it is listed");
        assert_eq!(found.my_turn, known[0].common.turn == known[0].seat);
    }
    assert_eq!((mine.tables.len(), counted(&house).await), (GAMES, (0, GAMES)));
    for game in &mut games {
        game.go_on(&house).await;
    }

    // Killed while they are awake, too: every play that was answered is there.
    house.kill();
    let house = open(dir.path());
    for game in &mut games {
        game.is_as_it_was(&house).await;
        game.go_on(&house).await;
    }
    all_fall_asleep(&house).await;
}
