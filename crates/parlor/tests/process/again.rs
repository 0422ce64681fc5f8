//! Commands that are repeated after the real binary was killed: they are answered as done, and done once.

use crate::binary::House;
use futures_util::{SinkExt, StreamExt};
use parlor_client::native::Visitor;
use parlor_wire::{
    BetWish, HolderWish, TableCode,
    http::{OpenTable, Purse, Welcome},
};
use serde_json::{Value, json};
use std::{path::Path, time::Duration};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, client::IntoClientRequest},
};

const PATIENCE: Duration = Duration::from_secs(30);

fn open(data: &Path) -> House {
    House::open(data, &[("PARLOR_GOLD__DAILY", "0")])
}

/// An account, and a connection that sends what it is told to.
struct Player {
    token: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Player {
    async fn new(house: &House, name: &str) -> Self {
        let body = json!({"name": name, "password": "correct horse battery"});
        let made = reqwest::Client::new().post(format!("{}/api/register", house.base)).json(&body).send().await;
        let Welcome { token, .. } = made.unwrap().error_for_status().unwrap().json().await.unwrap();
        Self { socket: connect(house, &token).await, token }
    }

    async fn visitor(&self, house: &House) -> Visitor {
        Visitor::with_token(&house.base, &self.token).await.unwrap()
    }

    /// Gives a command; what is heard up to its answer, and with it.
    async fn say(&mut self, id: &str, command: &Value) -> Vec<Value> {
        self.socket.send(Message::text(json!({"id": id, "do": command}).to_string())).await.unwrap();
        let hearing = async {
            let mut heard: Vec<Value> = Vec::new();
            loop {
                let Message::Text(text) = self.socket.next().await.expect("an answer").unwrap() else { continue };
                heard.push(serde_json::from_str(&text).unwrap());
                let last = &heard[heard.len() - 1];
                if last["done"]["id"] == id || last["refused"]["id"] == id {
                    return heard;
                }
            }
        };
        timeout(PATIENCE, hearing).await.expect("an answer")
    }

    /// The same, for a command that is carried out.
    async fn done(&mut self, id: &str, command: &Value) {
        let heard = self.say(id, command).await;
        assert_eq!(heard.last().unwrap(), &json!({"done": {"id": id}}), "{command}");
    }
}

async fn connect(house: &House, token: &str) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    let mut request = format!("ws://{}/ws", house.address).into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

#[tokio::test]
async fn what_was_done_before_a_crash_is_answered_and_not_done_again() {
    let dir = tempfile::tempdir().unwrap();
    let house = open(dir.path());
    let (ada, mut bea) = (Player::new(&house, "Ada").await, Player::new(&house, "Bea").await);
    let wish = OpenTable {
        game: "death-roll".into(),
        bet: Some(BetWish { amount: 100, holder: HolderWish::House }),
        ..OpenTable::default()
    };
    let table: TableCode = ada.visitor(&house).await.open_table(&wish).await.unwrap().code;
    let commands = [
        ("sit-1", json!({"sit": {"table": table}})),
        ("chat-1", json!({"chat": {"table": table, "text": "Good evening"}})),
        ("deposit-1", json!({"escrow": {"table": table, "step": "deposit"}})),
    ];
    for (id, command) in &commands {
        bea.done(id, command).await;
    }
    house.kill();

    let house = open(dir.path());
    bea.socket = connect(&house, &bea.token).await;
    for (id, command) in &commands {
        bea.done(id, command).await;
    }
    assert_eq!(bea.visitor(&house).await.get::<Purse>("/api/me/purse").await.unwrap().balance, 900);
    let heard = bea.say("watch-1", &json!({"watch": {"table": table}})).await;
    let snapshot = match heard.iter().find(|frame| frame.get("snapshot").is_some()) {
        Some(frame) => frame.clone(),
        None => {
            bea.say("ping-1", &json!("ping")).await.into_iter().find(|frame| frame.get("snapshot").is_some()).unwrap()
        }
    };
    assert_eq!(snapshot["snapshot"]["chat"].as_array().unwrap().len(), 1, "said once");
    assert_eq!(snapshot["snapshot"]["seat"], 1);
    // Another name is another command.
    let heard = bea.say("deposit-2", &commands[2].1).await;
    assert!(heard.last().unwrap().get("refused").is_some());
}
