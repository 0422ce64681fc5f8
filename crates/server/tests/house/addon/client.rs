//! An addon: a WebSocket, lines of text, and what it has read.

use crate::common::{Open, registry};
use futures_util::{SinkExt, StreamExt};
use parlor_client::native::Visitor;
use parlor_kernel::Record;
use parlor_wire::{
    TableInfo,
    addon::{
        AddonFrame, Body,
        talk::{End, State, Sync},
    },
};
use std::{collections::VecDeque, time::Duration};
use tokio::{
    net::TcpStream,
    time::{Instant, timeout_at},
};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

/// Nothing in these tests takes this long unless it hangs.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// An addon client.
pub struct Addon {
    base: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Lines that have arrived and were not looked at.
    waiting: VecDeque<String>,
    /// Every line that has arrived, for looking through later.
    pub lines: Vec<String>,
    pub token: String,
    /// The game it is in.
    pub game: &'static str,
    /// Its table's code.
    pub code: String,
}

impl Addon {
    /// Comes in as a guest.
    pub async fn enter(open: &Open, name: &str) -> Self {
        let mut addon = Self::at(open, &format!("name={name}")).await;
        addon.until(|frame| matches!(frame.body, Body::State(State::Hello { .. })).then_some(())).await;
        addon.token = addon
            .until(|frame| match &frame.body {
                Body::State(State::Token { token }) => Some(token.clone()),
                _ => None,
            })
            .await;
        addon
    }

    /// Comes in with a token.
    pub async fn with_token(open: &Open, token: &str) -> Self {
        Self { token: token.to_owned(), ..Self::at(open, &format!("token={token}")).await }
    }

    async fn at(open: &Open, query: &str) -> Self {
        let base = open.base.replacen("http", "ws", 1);
        let (socket, _) = connect_async(format!("{base}/addon?{query}")).await.unwrap();
        Self {
            base,
            socket,
            waiting: VecDeque::new(),
            lines: Vec::new(),
            token: String::new(),
            game: "",
            code: String::new(),
        }
    }

    /// Drops the connection without a word, and comes again with the token.
    pub async fn come_back(&mut self) {
        let url = format!("{}/addon?token={}", self.base, self.token);
        (self.socket, _) = connect_async(url).await.unwrap();
        self.waiting.clear();
        self.until(|frame| matches!(frame.body, Body::State(State::Hello { .. })).then_some(())).await;
    }

    pub async fn raw(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    /// Sends a line as it is.
    pub async fn say(&mut self, line: &str) {
        self.raw(Message::text(line)).await;
    }

    /// Sends a frame about the table it is at.
    pub async fn send(&mut self, kind: &str, data: &str) {
        let line = format!("{kind}:1:{}:{}:{data}", self.game, self.code);
        self.say(&line).await;
    }

    /// The next frame; `None` when the house has closed the connection.
    pub async fn try_next(&mut self) -> Option<AddonFrame> {
        // Pings come all the time, and say nothing.
        let until = Instant::now() + PATIENCE;
        while self.waiting.is_empty() {
            let message = timeout_at(until, self.socket.next()).await.expect("a message arrives");
            match message?.ok()? {
                Message::Text(text) => self.waiting.extend(text.split('\n').map(str::to_owned)),
                Message::Close(_) => return None,
                _ => {}
            }
        }
        let line = self.waiting.pop_front()?;
        let frame: AddonFrame = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(frame.to_string(), line, "the house writes frames in one way");
        self.lines.push(line);
        Some(frame)
    }

    pub async fn next(&mut self) -> AddonFrame {
        self.try_next().await.expect("the connection lives")
    }

    /// Reads until `look` finds what it looks for.
    pub async fn until<T>(&mut self, mut look: impl FnMut(&AddonFrame) -> Option<T>) -> T {
        loop {
            let frame = self.next().await;
            if let Some(found) = look(&frame) {
                return found;
            }
        }
    }

    /// Reads until a line that begins with this comes.
    pub async fn until_line(&mut self, start: &str) -> String {
        loop {
            self.next().await;
            if let Some(line) = self.lines.last().filter(|line| line.starts_with(start)) {
                return line.clone();
            }
        }
    }

    /// Reads until something about its own table comes whose DATA begins with this.
    pub async fn heard(&mut self, kind: &str, data: &str) -> String {
        let start = format!("{kind}:1:{}:{}:{data}", self.game, self.code);
        self.until_line(&start).await
    }

    /// The code of the error that must come next.
    pub async fn error(&mut self) -> String {
        self.until(|frame| match &frame.body {
            Body::State(State::Error { code, .. }) => Some(code.clone()),
            _ => None,
        })
        .await
    }

    /// Asks for a table and waits until it is there.
    pub async fn invite(&mut self, game: &'static str, data: &str) {
        self.say(&format!("GINV:1:{game}::{data}")).await;
        self.accepted(game).await;
    }

    /// Waits until a table is there.
    pub async fn accepted(&mut self, game: &'static str) {
        self.game = game;
        self.code = self
            .until(|frame| match &frame.body {
                Body::Accept(_) => Some(frame.id.to_string()),
                Body::State(State::Error { code, .. }) => panic!("{code}"),
                _ => None,
            })
            .await;
        self.synced().await;
    }

    /// Sits down at another player's table.
    pub async fn join(&mut self, game: &'static str, code: &str) {
        (self.game, self.code) = (game, code.to_owned());
        self.send("GACC", "").await;
        self.synced().await;
    }

    /// Waits until all is known about its table.
    pub async fn synced(&mut self) {
        let code = self.code.clone();
        self.until(|frame| (frame.body == Body::Sync(Sync::End) && frame.id.as_str() == code).then_some(())).await;
    }

    /// Waits until a match is being played, and gives back the own seat, from 1.
    pub async fn begun(&mut self) -> u8 {
        self.until(|frame| match &frame.body {
            Body::State(State::Playing { seat: Some(seat), .. }) => Some(seat.0 + 1),
            _ => None,
        })
        .await
    }

    /// Waits for the end.
    pub async fn ended(&mut self) -> End {
        self.until(|frame| match &frame.body {
            Body::End(end) => Some(end.clone()),
            _ => None,
        })
        .await
    }
}

/// The log of the match at an addon's table, which must hold.
pub async fn verified(open: &Open, addon: &Addon) -> Record {
    let auditor = Visitor::enter(&open.base, "Auditor").await.unwrap();
    let info: TableInfo = auditor.get(&format!("/api/tables/{}", addon.code)).await.unwrap();
    let text = auditor.get_text(&format!("/api/matches/{}/log", info.match_id.unwrap())).await.unwrap();
    let record = Record::from_text(&text).unwrap();
    registry().game(&info.game).unwrap().verify(record.clone()).unwrap();
    record
}
