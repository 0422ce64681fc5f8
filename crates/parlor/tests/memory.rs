//! What abuse costs the real binary in memory.

mod binary;

use binary::House;
use futures_util::{SinkExt, StreamExt};
use parlor_client::native::Visitor;
use parlor_wire::{TableCode, TableCommand, http::OpenTable};
use serde_json::{Value, json};
use std::{fs, time::Duration};
use tokio::{
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// Nothing in these tests takes this long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(120);

const MIB: u64 = 1024 * 1024;

/// No limit on how fast anything may be done: what is left is what the house holds by itself.
const HASTE: [(&str, &str); 5] = [
    ("PARLOR_LIMITS__REQUESTS_PER_SECOND", "1000000"),
    ("PARLOR_LIMITS__GUESTS_PER_MINUTE", "1000000"),
    ("PARLOR_LIMITS__LOGINS_PER_MINUTE", "1000000"),
    ("PARLOR_LIMITS__COMMANDS_PER_SECOND", "1000000"),
    ("PARLOR_LIMITS__CHAT_PER_TEN_SECONDS", "1000000"),
];

/// A line of the process's status, in bytes.
fn status(house: &House, line: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", house.process.id())).unwrap();
    let said = status.lines().find_map(|text| text.strip_prefix(line)?.strip_prefix(':')).unwrap();
    said.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
}

/// A table whose chat is as long as can be.
async fn noisy_table(house: &House) -> TableCode {
    let ada = Visitor::enter(&house.base, "Ada").await.unwrap();
    let wish = OpenTable { game: "battleship".into(), ..OpenTable::default() };
    let table = ada.open_table(&wish).await.unwrap().code;
    let mut connection = ada.connect(parlor_catalog::registry(), "ada").await.unwrap();
    for _ in 0..100 {
        let text = "\u{1f6a2}".repeat(500);
        connection.command(TableCommand::Chat { text, room: None }.at(table)).await.unwrap();
    }
    table
}

/// A WebSocket whose receiving side is small and never read from again.
type Deaf = WebSocketStream<TcpStream>;

async fn deaf(house: &House, path: &str, token: &str) -> Deaf {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(house.address).await.unwrap();
    let mut request = format!("ws://{}{path}", house.address).into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    client_async(request, stream).await.unwrap().0
}

/// Says the same again and again until the house has cut the connection.
async fn nag(mut socket: Deaf, says: Vec<String>) {
    let nagging = async {
        loop {
            for text in &says {
                if socket.send(Message::text(text.as_str())).await.is_err() {
                    return;
                }
            }
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, nagging).await.expect("a client that does not read is cut off");
}

fn watch(table: TableCode) -> Value {
    json!({"id": "w", "do": {"watch": {"table": table}}})
}

async fn by_native(house: &House, token: &str, table: TableCode) {
    nag(deaf(house, "/ws", token).await, vec![watch(table).to_string()]).await;
}

async fn by_addon(house: &House, token: &str) {
    // Refused at some length, each of them.
    let lines = vec!["GSYNC:1:BATTLESHIP:ZZZZZZ:END"; 500];
    nag(deaf(house, "/addon", token).await, vec![lines.join("\n")]).await;
}

async fn by_socketio(house: &House, token: &str, table: TableCode) {
    let mut socket = deaf(house, "/socket.io/?EIO=4&transport=websocket", token).await;
    socket.send(Message::text(format!("40{}", json!({ "token": token })))).await.unwrap();
    while !socket.next().await.unwrap().unwrap().to_text().unwrap().starts_with("40") {}
    // Unasked, it says that it is there: so that nothing but its queue can be why it is cut off.
    nag(socket, vec!["3".into(), format!("42{}", json!(["command", watch(table)]))]).await;
}

async fn by_polling(house: &House, token: &str, table: TableCode) {
    let http = reqwest::Client::new();
    let url = format!("{}/socket.io/?EIO=4&transport=polling", house.base);
    let hello = http.get(&url).send().await.unwrap().text().await.unwrap();
    let hello: Value = serde_json::from_str(&hello[1..]).unwrap();
    let url = format!("{url}&sid={}", hello["sid"].as_str().unwrap());
    let post = async |body: String| http.post(&url).body(body).send().await.unwrap().status();
    post(format!("40{}", json!({ "token": token }))).await;
    while !http.get(&url).send().await.unwrap().text().await.unwrap().contains("40{") {}
    let body = format!("3\u{1e}42{}", json!(["command", watch(table)]));
    let nagging = async { while post(body.clone()).await.is_success() {} };
    timeout(PATIENCE, nagging).await.expect("a client that does not poll is cut off");
}

#[tokio::test]
async fn clients_that_never_read_are_cut_off_before_they_hold_much() {
    let data = tempfile::tempdir().unwrap();
    let house = House::open(data.path(), &HASTE);
    let table = noisy_table(&house).await;
    let before = status(&house, "VmRSS");
    for door in ["/ws", "/addon", "socket.io", "polling"] {
        let eve = Visitor::enter(&house.base, "Eve").await.unwrap();
        let deaf = (0..6).map(async |_| match door {
            "/ws" => by_native(&house, eve.token(), table).await,
            "/addon" => by_addon(&house, eve.token()).await,
            "socket.io" => by_socketio(&house, eve.token(), table).await,
            _ => by_polling(&house, eve.token(), table).await,
        });
        futures_util::future::join_all(deaf).await;
        let held = status(&house, "VmHWM").saturating_sub(before);
        assert!(held < 32 * MIB, "{door}: {} MiB were held at once", held / MIB);
    }
}

#[tokio::test]
async fn signing_in_leaves_no_memory_behind() {
    let data = tempfile::tempdir().unwrap();
    let house = House::open(data.path(), &HASTE);
    let http = reqwest::Client::new();
    let post = async |path: &str, body: &Value| {
        let answer = http.post(format!("{}{path}", house.base)).json(body).send().await.unwrap();
        assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
    };
    let ada = json!({"name": "Ada", "password": "correct horse battery"});
    post("/api/register", &ada).await;
    // More at a time than are hashed at once, and fewer than would be taken for guesses.
    futures_util::future::join_all((0..4).map(async |_| {
        for _ in 0..125 {
            post("/api/login", &ada).await;
        }
    }))
    .await;
    // Without the pages of the binary itself, of which a debug build has many.
    let held = status(&house, "RssAnon");
    assert!(held < 60 * MIB, "{} MiB after 500 logins", held / MIB);
}
