//! Who may come in: the same at every door.

use crate::common::{Open, polling::Polling, settings};
use parlor_server::Settings;
use parlor_wire::http::Problem;
use serde_json::{Value, json};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

/// A door for clients that stay connected.
#[derive(Clone, Copy, Debug)]
enum Door {
    Native,
    Addon,
    SocketIo,
}

const DOORS: [Door; 3] = [Door::Native, Door::Addon, Door::SocketIo];

impl Door {
    /// Shows a token there, goes again if it is let in, and tells with which sentence it is refused if not.
    async fn show(self, open: &Open, token: &str) -> Result<(), String> {
        let base = open.base.replacen("http", "ws", 1);
        match self {
            Self::Native => {
                let mut request = format!("{base}/ws").into_client_request().unwrap();
                request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
                connected(request).await
            }
            Self::Addon => connected(format!("{base}/addon?token={token}").into_client_request().unwrap()).await,
            Self::SocketIo => {
                let Ok(polling) = Polling::transport(open).await else { return Err("no transport".into()) };
                let said = polling.connect(&json!({ "token": token })).await;
                polling.http.post(&polling.url).body("1").send().await.unwrap();
                said.strip_prefix("44").map_or(Ok(()), |refused| {
                    let refused: Value = serde_json::from_str(refused).unwrap();
                    Err(refused["message"].as_str().unwrap().to_owned())
                })
            }
        }
    }
}

async fn connected(request: tungstenite::handshake::client::Request) -> Result<(), String> {
    match connect_async(request).await {
        Ok((mut socket, _)) => {
            socket.close(None).await.unwrap();
            Ok(())
        }
        Err(tungstenite::Error::Http(response)) => {
            let problem: Problem = serde_json::from_slice(response.body().as_ref().unwrap()).unwrap();
            Err(problem.detail)
        }
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn nobody_comes_and_goes_too_fast_by_any_door() {
    for door in [Door::Native, Door::Addon] {
        for known in [true, false] {
            let mut slow = settings();
            slow.limits.requests_per_second = 1;
            let open = Open::new(slow).await;
            let token = if known { open.visitor("Ada").await.token().to_owned() } else { "ab".repeat(32) };
            let mut refused = None;
            for _ in 0..30 {
                refused = door.show(&open, &token).await.err();
                if refused.as_ref().is_some_and(|sentence| sentence.contains("too fast")) {
                    break;
                }
                assert_eq!(refused.is_none(), known, "{door:?}: {refused:?}");
            }
            let refused = refused.unwrap_or_default();
            assert!(refused.contains("too fast"), "{door:?}: {refused}");
        }
    }
}

#[tokio::test]
async fn a_transport_cannot_come_and_go_without_end() {
    let mut slow = settings();
    slow.limits.requests_per_second = 1;
    let open = Open::new(slow).await;
    let token = open.visitor("Ada").await.token().to_owned();
    let polling = Polling::transport(&open).await.unwrap();
    let mut said = String::new();
    for _ in 0..30 {
        said = polling.connect(&json!({ "token": token })).await;
        if said.starts_with("44") {
            break;
        }
        polling.http.post(&polling.url).body("41").send().await.unwrap();
    }
    assert!(said.starts_with("44") && said.contains("too fast"), "{said}");
}

#[tokio::test]
async fn every_door_knows_the_same_tokens() {
    let open = Open::new(settings()).await;
    let token = open.visitor("Ada").await.token().to_owned();
    let mut refused = Vec::new();
    for door in DOORS {
        assert_eq!(door.show(&open, &token).await, Ok(()), "{door:?}");
        refused.push(door.show(&open, &"ab".repeat(32)).await.unwrap_err());
    }
    assert!(refused[0].contains("not known here"), "{refused:?}");
    assert!(refused.iter().all(|sentence| *sentence == refused[0]), "{refused:?}");
}

/// Comes in as a guest by the addon door, and tells under which name.
async fn by_addon(open: &Open, name: &str) -> String {
    use futures_util::StreamExt;
    let url = format!("{}/addon?name={name}", open.base.replacen("http", "ws", 1));
    let (mut socket, _) = connect_async(url).await.unwrap();
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            let (_, hello) = text.split_once("HELLO|").unwrap();
            return hello.split('|').next().unwrap().to_owned();
        }
    }
}

/// The same by the Socket.IO door.
async fn by_socketio(open: &Open, auth: Value) -> String {
    let (polling, said) = Polling::open(open, auth).await;
    assert!(said.starts_with("40"), "{said}");
    let heard = polling.until("welcome").await;
    let (_, welcome) = heard.split_once("42[\"welcome\",").unwrap();
    let welcome: Value = serde_json::Deserializer::from_str(welcome).into_iter().next().unwrap().unwrap();
    welcome["me"]["name"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn guests_are_called_as_they_wish_and_an_empty_wish_is_none_at_every_door() {
    let open = Open::new(settings()).await;
    assert_eq!(by_addon(&open, "Ada").await, "Ada");
    assert_eq!(by_socketio(&open, json!({ "name": "Ada" })).await, "Ada");
    for suggested in [
        by_addon(&open, "").await,
        by_socketio(&open, json!({ "name": "" })).await,
        by_socketio(&open, json!({})).await,
        by_socketio(&open, json!({ "token": "", "name": "" })).await,
    ] {
        assert!(!suggested.is_empty());
    }
    let no_guests = Settings {
        addon: parlor_server::Addon { guests: false },
        socketio: parlor_server::SocketIo { guests: false },
        ..settings()
    };
    let open = Open::new(no_guests).await;
    let refused =
        connected(format!("{}/addon?name=Ada", open.base.replacen("http", "ws", 1)).into_client_request().unwrap());
    let refused = refused.await.unwrap_err();
    let (_, said) = Polling::open(&open, json!({ "name": "Ada" })).await;
    assert!(said.starts_with("44") && said.contains(&refused), "{said}: {refused}");
}

#[tokio::test]
async fn one_address_has_so_many_connections_and_transports_and_no_more() {
    let mut few = settings();
    few.limits.connections_per_address = 3;
    let open = Open::new(few).await;
    let mut kept = Vec::new();
    for _ in 0..3 {
        kept.push(Polling::transport(&open).await.unwrap());
    }
    assert_eq!(Polling::transport(&open).await.err(), Some(503));
    // Connections count at both doors, and together.
    let ada = open.player("Ada").await;
    let _bea = open.player("Bea").await;
    assert!(kept[0].connect(&json!({"name": "Eve"})).await.starts_with("40"));
    let said = kept[1].connect(&json!({"name": "Mallory"})).await;
    assert!(said.starts_with("44") && said.contains("network"), "{said}");
    let visitor = open.visitor("Mallory").await;
    assert!(visitor.connect(crate::common::registry(), "m").await.is_err());
    // A client that goes makes room.
    drop(ada);
    let room = async {
        while visitor.connect(crate::common::registry(), "m").await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), room)
        .await
        .expect("a connection that has gone is not counted");
    kept[0].http.post(&kept[0].url).body("1").send().await.unwrap();
    let room = async {
        while Polling::transport(&open).await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), room).await.expect("nor is a transport");
}
