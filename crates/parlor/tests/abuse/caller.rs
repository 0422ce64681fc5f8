//! A machine with an address of its own, from which people call the house.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

/// A line to the house.
pub type Line = WebSocketStream<TcpStream>;

/// A machine with an address of its own.
pub struct Caller {
    house: SocketAddr,
    from: Ipv4Addr,
    pub http: reqwest::Client,
}

impl Caller {
    pub fn new(house: SocketAddr, from: Ipv4Addr) -> Self {
        let http = reqwest::Client::builder().local_address(IpAddr::from(from)).build().unwrap();
        Self { house, from, http }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.house)
    }

    /// What the house answers to a request with that body; nothing if it does not.
    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Option<(u16, Value)> {
        let mut request = self.http.post(self.url(path)).json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.json().await.unwrap_or_default()))
    }

    /// A new guest's token; nothing if too many came.
    pub async fn guest(&self) -> Option<String> {
        let (_, welcome) = self.post("/api/guest", None, &json!({})).await?;
        Some(welcome["token"].as_str()?.to_owned())
    }

    /// A connection below any protocol. With `receives` it takes in no more than about that many bytes by itself.
    pub async fn connect(&self, receives: Option<u32>) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        if let Some(bytes) = receives {
            socket.set_recv_buffer_size(bytes)?;
        }
        socket.bind(SocketAddr::from((self.from, 0)))?;
        socket.connect(self.house).await
    }

    /// A WebSocket at a door.
    pub async fn line(&self, door: &str, token: &str, receives: Option<u32>) -> Result<Line, Error> {
        let mut request = format!("ws://{}{door}", self.house).into_client_request()?;
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().expect("a header"));
        Ok(client_async(request, self.connect(receives).await?).await?.0)
    }
}

/// Gives a command and waits for its answer; whether it was done, and all that was heard until then.
pub async fn command(line: &mut Line, id: &str, command: &Value) -> Result<(bool, String), Error> {
    line.send(Message::text(json!({"id": id, "do": command}).to_string())).await?;
    let mut heard = String::new();
    while let Some(message) = line.next().await {
        let Message::Text(text) = message? else { continue };
        heard.push_str(&text);
        let frame: Value = serde_json::from_str(&text).unwrap_or_default();
        for (answer, done) in [("done", true), ("refused", false)] {
            if frame[answer]["id"] == id {
                return Ok((done, heard));
            }
        }
    }
    Err(Error::ConnectionClosed)
}
