//! Every door of every node leads to every table, also to those that another node owns.

use crate::{ALONE, binary::parlor, nodes::Nodes, trial::PATIENCE};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use sqlx::Row;
use std::collections::{BTreeSet, VecDeque};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

/// A client that sends and hears text.
struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// What has come and was not looked at.
    waiting: VecDeque<String>,
}

impl Line {
    async fn to(nodes: &Nodes, node: usize, path: &str) -> Self {
        let base = nodes.nodes[node].house.base.replacen("http", "ws", 1);
        let (socket, _) = connect_async(format!("{base}{path}")).await.unwrap();
        Self { socket, waiting: VecDeque::new() }
    }

    /// A client of the Socket.IO door, as its protocol has it: opened, connected and greeted.
    async fn socketio(nodes: &Nodes, node: usize) -> Self {
        let mut line = Self::to(nodes, node, "/socket.io/?EIO=4&transport=websocket").await;
        line.hears("0{").await;
        line.say("40").await;
        line.hears("40{").await;
        line
    }

    async fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// Takes in texts until one begins with `start`; what comes after that.
    async fn hears(&mut self, start: &str) -> String {
        self.hears_either([start]).await.1
    }

    /// The same for one of several beginnings, and which it was.
    async fn hears_either<const N: usize>(&mut self, starts: [&str; N]) -> (usize, String) {
        let hearing = async {
            loop {
                while let Some(text) = self.waiting.pop_front() {
                    for (which, start) in starts.into_iter().enumerate() {
                        if let Some(rest) = text.strip_prefix(start) {
                            return (which, rest.to_owned());
                        }
                    }
                    assert!(!text.contains("ERROR|") && !text.starts_with(r#"42["error""#), "{text}");
                }
                match self.socket.next().await.expect("the line holds").unwrap() {
                    // Socket.IO's question whether the client is there.
                    Message::Text(text) if text.as_str() == "2" => self.say("3").await,
                    Message::Text(text) => self.waiting.extend(text.split('\n').map(str::to_owned)),
                    _ => {}
                }
            }
        };
        timeout(PATIENCE, hearing).await.unwrap_or_else(|_| panic!("{starts:?} comes"))
    }
}

/// Whether a node owns a table.
async fn owns(nodes: &Nodes, node: usize, code: &str) -> bool {
    let owner = sqlx::query("SELECT owner FROM tables WHERE code = $1").bind(code);
    owner.fetch_one(&mut nodes.db().await).await.unwrap().get::<Option<i64>, _>(0) == Some(nodes.nodes[node].id)
}

const FLEET: &str = r#"42["placeShips",[
    {"id":"carrier","name":"Carrier","size":5,"startCoordinate":{"x":0,"y":0},"orientation":"horizontal"},
    {"id":"battleship","name":"Battleship","size":4,"startCoordinate":{"x":0,"y":2},"orientation":"horizontal"},
    {"id":"cruiser","name":"Cruiser","size":3,"startCoordinate":{"x":0,"y":4},"orientation":"horizontal"},
    {"id":"submarine","name":"Submarine","size":3,"startCoordinate":{"x":0,"y":6},"orientation":"horizontal"},
    {"id":"destroyer","name":"Destroyer","size":2,"startCoordinate":{"x":0,"y":8},"orientation":"horizontal"}]]"#;

#[tokio::test(flavor = "multi_thread")]
async fn battleship_is_played_over_socketio_on_two_nodes() {
    let _alone = ALONE.lock().await;
    let nodes = Nodes::start(2).await;
    let mut ada = Line::socketio(&nodes, 0).await;
    ada.say(r#"42["createRoom"]"#).await;
    let created = ada.hears(r#"42["roomCreated",""#).await;
    let code = &created[..6];
    assert!(owns(&nodes, 0, code).await);
    let mut bea = Line::socketio(&nodes, 1).await;
    bea.say(&format!(r#"42["joinRoom","{code}"]"#)).await;
    for player in [&mut ada, &mut bea] {
        player.hears(r#"42["gameStarted""#).await;
        player.say(FLEET).await;
    }
    let mut turns = [ada.hears(r#"42["turnChanged""#).await, bea.hears(r#"42["turnChanged""#).await];
    // Each shoots, whoever begins: one through the owner, the other not.
    for shot in 0..4 {
        let (shooter, waiting) = match turns[0].contains(r#""isYourTurn":true"#) {
            true => (&mut ada, &mut bea),
            false => (&mut bea, &mut ada),
        };
        shooter.say(&format!(r#"42["fireShot",{{"x":{},"y":0}}]"#, 9 - shot / 2)).await;
        for player in [shooter, waiting] {
            assert!(player.hears(r#"42["shotResult""#).await.contains(&format!(r#""x":{}"#, 9 - shot / 2)));
        }
        turns = [ada.hears(r#"42["turnChanged""#).await, bea.hears(r#"42["turnChanged""#).await];
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn death_roll_is_played_with_addons_on_two_nodes() {
    let _alone = ALONE.lock().await;
    let nodes = Nodes::start(2).await;
    let mut ada = Line::to(&nodes, 0, "/addon?name=Ada").await;
    ada.say("GINV:1:DEATH_ROLL::PRIVATE|start=1000").await;
    let code = ada.hears("GACC:1:DEATH_ROLL:").await[..6].to_owned();
    assert!(owns(&nodes, 0, &code).await);
    let mut bea = Line::to(&nodes, 1, "/addon?name=Bea").await;
    bea.say(&format!("GACC:1:DEATH_ROLL:{code}:")).await;
    let frame = |kind: &str, data: &str| format!("{kind}:1:DEATH_ROLL:{code}:{data}");
    let seats = [
        ada.hears(&frame("GSTA", "PLAYING|")).await[..1].to_owned(),
        bea.hears(&frame("GSTA", "PLAYING|")).await[..1].to_owned(),
    ];
    assert_ne!(seats[0], seats[1]);
    let (won, lost) = tokio::join!(rolls(&mut ada, &frame, &seats[0]), rolls(&mut bea, &frame, &seats[1]));
    let ends = BTreeSet::from([won, lost]);
    assert_eq!(ends, BTreeSet::from(["LOSS".to_owned(), "WIN".to_owned()]));
}

/// Rolls in turn until the match is over; how it ended.
async fn rolls(player: &mut Line, frame: impl Fn(&str, &str) -> String, seat: &str) -> String {
    let (turn, end) = (frame("GSTA", &format!("TURN|{seat}")), frame("GEND", ""));
    loop {
        match player.hears_either([&turn, &end]).await {
            (0, _) => player.say(&frame("GMOV", "ROLL")).await,
            (_, how) => return how.split('|').next().unwrap_or_default().to_owned(),
        }
    }
}

/// Half of all players come to a node that does not own their table.
#[tokio::test(flavor = "multi_thread")]
async fn load_is_measured_over_all_nodes() {
    let _alone = ALONE.lock().await;
    let nodes = Nodes::start(2).await;
    let mut load = parlor();
    load.args(["load", "--tables", "4", "--seconds", "2", "--json"]);
    for node in &nodes.nodes {
        load.args(["--url", &node.house.base, "--pid", &node.house.process.id().to_string()]);
    }
    let output = tokio::task::spawn_blocking(move || load.output().unwrap()).await.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["actions"].as_u64() > Some(0), "{report}");
    assert_eq!((report["refused"].as_u64(), report["reconnects"].as_u64()), (Some(0), Some(0)), "{report}");
    for node in &nodes.nodes {
        assert_eq!(nodes.owned_by(node.id).await, 2, "tables are opened at the nodes in turn");
    }
}
