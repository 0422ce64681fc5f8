//! Nodes show each other's tables from what Redis keeps of them, and are right without it.

use crate::{ALONE, binary::parlor, nodes::Nodes, people::Guest, trial::PATIENCE};
use parlor_wire::{
    TableCode, TableCommand, TableInfo,
    http::{MyTables, OpenTable},
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};
use tokio::time::{sleep, timeout};

/// How many tables of the first node the other has shown without asking it.
async fn shown_hot(nodes: &Nodes) -> u64 {
    let url = format!("{}/metrics", nodes.nodes[1].house.base);
    let text = reqwest::get(url).await.unwrap().text().await.unwrap();
    let figure = text.lines().find_map(|line| line.strip_prefix("parlor_shown_hot_total "));
    figure.expect("it is counted").parse().unwrap()
}

/// What Redis keeps of a table, after its version.
fn kept(nodes: &Nodes, key: &str) -> Option<Value> {
    let text = nodes.redis.say(&["get", key]);
    text.get(40..).map(|text| serde_json::from_str(text).unwrap())
}

async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !is_so().await {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("{what}"));
}

/// Two players of a table that the first node owns; one of them comes by the other node.
struct Scene {
    nodes: Nodes,
    ada: Guest,
    bea: Guest,
    table: TableCode,
}

impl Scene {
    async fn open() -> Self {
        let nodes = Nodes::start(2).await;
        let mut ada = Guest::new(&nodes, 0, "Ada").await;
        let mut bea = Guest::new(&nodes, 1, "Bea").await;
        // It takes more than a few rolls from so high.
        let wish =
            OpenTable { game: "death-roll".into(), options: json!({"start": 1_000_000}), ..OpenTable::default() };
        let table = ada.visitor.open_table(&wish).await.unwrap().code;
        ada.follow(table).await;
        bea.follow(table).await;
        bea.say(TableCommand::Sit { seat: None }.at(table)).await;
        Self { nodes, ada, bea, table }
    }

    fn key(&self) -> String {
        format!("parlor:hot:table:{}", self.table)
    }

    /// Both nodes show the same; says whether the other did so without asking the owner.
    async fn is_shown_hot(&self) -> bool {
        let path = format!("/api/tables/{}", self.table);
        let before = shown_hot(&self.nodes).await;
        let shown: TableInfo = self.bea.visitor.get(&path).await.unwrap();
        assert_eq!(shown, self.ada.visitor.get::<TableInfo>(&path).await.unwrap());
        shown_hot(&self.nodes).await > before
    }

    /// Whether it is a player's turn, as their node says.
    async fn is_turn_of(&self, guest: &Guest) -> bool {
        let mine: MyTables = guest.visitor.get("/api/me/tables").await.unwrap();
        mine.tables.iter().any(|mine| mine.table.code == self.table && mine.my_turn)
    }

    /// The other node comes to know whose turn it is, without asking the owner.
    async fn turn_is_known(&self) {
        let is_adas = self.is_turn_of(&self.ada).await;
        until("both know whose turn it is", async || {
            let before = shown_hot(&self.nodes).await;
            self.is_turn_of(&self.bea).await != is_adas && shown_hot(&self.nodes).await > before
        })
        .await;
    }

    async fn roll(&mut self) {
        let roller = if self.is_turn_of(&self.ada).await { &mut self.ada } else { &mut self.bea };
        assert!(roller.roll(self.table).await, "the match goes on");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_another_node_is_shown_from_hot_state_and_right_without_it() {
    let _alone = ALONE.lock().await;
    let mut scene = Scene::open().await;
    let key = scene.key();
    until("it is shown without asking", async || scene.is_shown_hot().await).await;
    for _ in 0..2 {
        scene.turn_is_known().await;
        scene.roll().await;
    }
    scene.turn_is_known().await;

    // What everyone may know is kept, for an hour.
    let left: u64 = scene.nodes.redis.say(&["ttl", &key]).parse().unwrap();
    assert!((3000..=3600).contains(&left), "{left}");
    let state = kept(&scene.nodes, &key).unwrap();
    assert_eq!(state["node"], scene.nodes.nodes[0].id.cast_unsigned());
    let fields: BTreeSet<_> = state.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, BTreeSet::from(["node", "table", "rules", "turns"]));

    // Whatever is there instead changes nothing that is shown.
    let version = "9".repeat(40);
    let mut forged = state.clone();
    forged["table"]["spectators"] = json!(99);
    let others = json!({"node": 1, "table": state["table"], "rules": {}, "turns": 0});
    let garbage = [version.clone(), "nonsense".into(), format!("{version}{forged}"), format!("{version}{others}")];
    for garbage in garbage {
        scene.nodes.redis.say(&["set", &key, &garbage]);
        assert!(!scene.is_shown_hot().await, "{garbage}");
    }
    scene.nodes.redis.say(&["flushall"]);
    assert!(!scene.is_shown_hot().await, "the owner is asked");

    // It comes back with the next turn, and is the next owner's when the first is gone.
    scene.roll().await;
    until("it is kept again", async || scene.is_shown_hot().await).await;
    let heir = scene.nodes.nodes[1].id.cast_unsigned();
    scene.nodes.kill(0);
    let node = |state: Value| state["node"].as_u64();
    until("the next owner writes", async || kept(&scene.nodes, &key).and_then(node) == Some(heir)).await;

    // A table that is closed is not kept.
    let mut close = parlor();
    close.args(["admin", "close", scene.table.as_str(), "--reason", "it is late"]);
    let closed = close.env("PARLOR_STORE", &scene.nodes.url).output().unwrap();
    assert!(closed.status.success(), "{}", String::from_utf8_lossy(&closed.stderr));
    until("it is taken away", async || kept(&scene.nodes, &key).is_none()).await;
}
