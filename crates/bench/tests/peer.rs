//! The peer keeps the rules that it has: otherwise it would be no measure for anything.

use futures_util::{SinkExt, StreamExt};
use parlor_gauge::MeasuredServer;
use serde_json::{Value, json};
use std::{ffi::OsStr, time::Duration};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

/// Nothing here takes this long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

struct Player(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Player {
    async fn enter(base: &str) -> Self {
        let url = format!("{}/ws?room=7", base.replacen("http", "ws", 1));
        Self(connect_async(url).await.unwrap().0)
    }

    async fn fire(&mut self, at: u8) {
        self.0.send(Message::text(json!({ "at": at }).to_string())).await.unwrap();
    }

    async fn hear(&mut self) -> Value {
        let message = timeout(PATIENCE, self.0.next()).await.expect("an answer").unwrap().unwrap();
        serde_json::from_str(message.to_text().unwrap()).unwrap()
    }
}

#[tokio::test]
async fn it_refuses_what_is_against_the_rules_and_tells_both_of_what_is_not() {
    let program = [OsStr::new(env!("CARGO_BIN_EXE_peer"))];
    let server = MeasuredServer::open(&program, &[], "The peer is open: ").await.unwrap();
    let (mut ada, mut ben) = (Player::enter(server.base()).await, Player::enter(server.base()).await);
    for player in [&mut ada, &mut ben] {
        assert_eq!(player.hear().await, json!({"begun": {"first": 0}}));
    }
    ben.fire(3).await;
    assert_eq!(ben.hear().await, json!({"refused": {"code": "not_your_turn"}}));
    ada.fire(100).await;
    assert_eq!(ada.hear().await, json!({"refused": {"code": "off_the_board"}}));
    for (seat, at, hit) in [(0, 4, true), (1, 10, false)] {
        let shooter = if seat == 0 { &mut ada } else { &mut ben };
        shooter.fire(at).await;
        for player in [&mut ada, &mut ben] {
            let told = json!({"attacked": {"seat": seat, "at": at, "hit": hit, "over": false}});
            assert_eq!(player.hear().await, told);
        }
    }
    ada.fire(4).await;
    assert_eq!(ada.hear().await, json!({"refused": {"code": "cell_already_shot"}}));
}
