//! The site of a club: a page of its own, and a house below one of its paths, behind a proxy that leaves paths as they are.

use crate::proxy::Whereabouts;
use std::{io, net::SocketAddr};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// The path that the house is below.
pub const PATH: &str = "/games";

/// The club's own page.
const PAGE: &str = "<!doctype html><title>The club</title><a href=\"/games\" data-test=\"to-the-games\">Games</a>";

/// The longest head of a request.
const HEAD: usize = 64 * 1024;

/// A site that is served.
pub struct Site {
    /// Where browsers find it.
    pub address: SocketAddr,
    house: watch::Sender<Option<SocketAddr>>,
    listening: JoinHandle<()>,
}

impl Site {
    /// Opens the site.
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (house, whereabouts) = watch::channel(None);
        let listening = tokio::spawn(async move {
            while let Ok((visitor, _)) = listener.accept().await {
                tokio::spawn(answer(visitor, whereabouts.clone()));
            }
        });
        Self { address, house, listening }
    }

    /// The house is there now.
    pub fn leads_to(&self, house: SocketAddr) {
        self.house.send_replace(Some(house));
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Answers one request, or lets the house answer it.
async fn answer(mut visitor: TcpStream, house: Whereabouts) -> io::Result<()> {
    let (head, rest) = head(&mut visitor).await?;
    let path = head.split_ascii_whitespace().nth(1).unwrap_or_default();
    let whereto = *house.borrow();
    match whereto.filter(|_| path.starts_with(PATH)) {
        Some(house) => {
            let mut house = TcpStream::connect(house).await?;
            house.write_all(passed_on(&head).as_bytes()).await?;
            house.write_all(&rest).await?;
            copy_bidirectional(&mut visitor, &mut house).await.map(drop)
        }
        None => {
            let (status, page) = if path == "/" { ("200 OK", PAGE) } else { ("404 Not Found", "") };
            let kind = "Content-Type: text/html\r\nConnection: close";
            let answer = format!("HTTP/1.1 {status}\r\n{kind}\r\nContent-Length: {}\r\n\r\n{page}", page.len());
            visitor.write_all(answer.as_bytes()).await
        }
    }
}

/// The head of a request, and what came with it of the body.
async fn head(visitor: &mut TcpStream) -> io::Result<(String, Vec<u8>)> {
    let mut read = Vec::new();
    loop {
        if let Some(end) = read.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            let rest = read.split_off(end + 4);
            return Ok((String::from_utf8_lossy(&read).into_owned(), rest));
        }
        if visitor.read_buf(&mut read).await? == 0 || read.len() > HEAD {
            return Err(io::ErrorKind::InvalidData.into());
        }
    }
}

/// A head as the house gets it. The next request on the same connection may not be for the house: each has its own, unless
/// it becomes a WebSocket.
fn passed_on(head: &str) -> String {
    let is = |line: &str, name: &str| line.to_ascii_lowercase().starts_with(name);
    if head.lines().any(|line| is(line, "upgrade: websocket")) {
        return head.to_owned();
    }
    let lines = head.lines().filter(|line| !line.is_empty() && !is(line, "connection:"));
    lines.chain(["Connection: close", "", ""]).collect::<Vec<_>>().join("\r\n")
}
