//! A WebSocket client that does as little as it can, so that what is measured is the server.

use anyhow::{Context, Result, bail};
use std::io::ErrorKind;
use tokio::net::TcpStream;

/// What is read at once.
const CHUNK: usize = 4 * 1024;
/// No frame of a game is larger.
const LARGEST: usize = 1 << 20;

const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xA;
const FINAL: u8 = 0x80;
const MASKED: u8 = 0x80;

/// A connection.
pub struct Socket {
    stream: TcpStream,
    /// What has arrived and was not looked at.
    inbox: Vec<u8>,
    /// Bytes that have arrived since the handshake.
    pub received: u64,
}

impl Socket {
    /// Connects to `path` of a server at `http://…`, perhaps with a token.
    pub async fn open(base: &str, path: &str, token: Option<&str>) -> Result<Self> {
        let address = base.strip_prefix("http://").context("an address begins with http://")?;
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let mut socket = Self { stream, inbox: Vec::new(), received: 0 };
        let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        // The key is any: the server's answer to it is not checked.
        let hello = format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{bearer}\
            Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        socket.write(hello.as_bytes()).await?;
        loop {
            if let Some(end) = socket.inbox.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&socket.inbox[..end]).into_owned();
                if !head.starts_with("HTTP/1.1 101") {
                    bail!("the server does not upgrade: {}", head.lines().next().unwrap_or_default());
                }
                socket.inbox.drain(..end + 4);
                socket.received = socket.inbox.len() as u64;
                return Ok(socket);
            }
            socket.read().await?;
        }
    }

    /// Sends a text.
    pub async fn say(&mut self, text: &str) -> Result<()> {
        self.frame(TEXT, text.as_bytes()).await
    }

    /// The next text; pings are answered.
    pub async fn hear(&mut self) -> Result<String> {
        loop {
            while let Some((kind, from, to)) = self.next_frame()? {
                let payload = self.inbox[from..to].to_vec();
                self.inbox.drain(..to);
                match kind {
                    TEXT => return Ok(String::from_utf8(payload)?),
                    PING => self.frame(PONG, &payload).await?,
                    CLOSE => bail!("the server has closed the connection"),
                    _ => {}
                }
            }
            self.read().await?;
        }
    }

    /// The first text that holds `words`. A refusal ends everything.
    pub async fn until(&mut self, words: &str) -> Result<String> {
        loop {
            let text = self.hear().await?;
            if text.starts_with(r#"{"refused""#) {
                bail!("waiting for {words}: {text}");
            }
            if text.contains(words) {
                return Ok(text);
            }
        }
    }

    /// The kind of the next frame that is complete, and where its payload lies.
    fn next_frame(&self) -> Result<Option<(u8, usize, usize)>> {
        let [first, second, rest @ ..] = &self.inbox[..] else { return Ok(None) };
        let (length, from) = match (second & !MASKED, rest) {
            (126, [a, b, ..]) => (usize::from(u16::from_be_bytes([*a, *b])), 4),
            (127, [a, b, c, d, e, f, g, h, ..]) => {
                (u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h]).try_into()?, 10)
            }
            (126 | 127, _) => return Ok(None),
            (short, _) => (usize::from(short), 2),
        };
        if length > LARGEST {
            bail!("a frame of {length} bytes");
        }
        Ok((self.inbox.len() >= from + length).then_some((first & 0xF, from, from + length)))
    }

    async fn frame(&mut self, kind: u8, payload: &[u8]) -> Result<()> {
        let mut frame = Vec::with_capacity(payload.len() + 8);
        frame.push(FINAL | kind);
        match u8::try_from(payload.len()) {
            Ok(short @ 0..126) => frame.push(MASKED | short),
            _ => {
                frame.push(MASKED | 126);
                frame.extend(u16::try_from(payload.len())?.to_be_bytes());
            }
        }
        // A mask of zeros leaves the payload as it is.
        frame.extend([0; 4]);
        frame.extend(payload);
        self.write(&frame).await
    }

    async fn write(&mut self, mut bytes: &[u8]) -> Result<()> {
        while !bytes.is_empty() {
            match self.stream.try_write(bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.stream.writable().await?,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    async fn read(&mut self) -> Result<()> {
        let mut chunk = [0; CHUNK];
        loop {
            match self.stream.try_read(&mut chunk) {
                Ok(0) => bail!("the server has gone"),
                Ok(count) => {
                    self.inbox.extend(&chunk[..count]);
                    self.received += count as u64;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.stream.readable().await?,
                Err(error) => return Err(error.into()),
            }
        }
    }
}
