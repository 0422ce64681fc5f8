//! The addon door: HopeAddon's text frames over a WebSocket (see docs/addon.md). What they mean is `parlor-addon`'s.

use crate::{
    admission::{Arrival, Guest, Papers},
    auth::{self, From},
    chance,
    gateway::{Client, TOO_FAST},
    house::House,
    problem::Refused,
    socket::{self, BUFFER},
    tables::{self, Outlet, TableHandle},
};
use axum::{
    extract::{
        Query, State,
        ws::{Message, WebSocket, WebSocketUpgrade},
    },
    http::HeaderMap,
    response::Response,
};
use futures_util::StreamExt;
use parlor_addon::{Dialect, Wish};
use parlor_kernel::Refusal;
use parlor_store::Session;
use parlor_wire::{
    MAX_FRAME, ServerFrame, TableCode,
    addon::talk::State as Said,
    http::{OpenTable, Scope, Welcome},
};
use serde::Deserialize;
use std::{net::IpAddr, sync::Arc, time::Duration};
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

/// How often real-time matches are shown. HopeAddon asks for ten times a second.
const BEAT: Duration = Duration::from_millis(50);

/// How somebody comes in who sends no header.
#[derive(Deserialize)]
pub struct Entrance {
    /// By a token.
    token: Option<String>,
    /// Or as a guest of this name; of a suggested one if it is empty.
    name: Option<String>,
}

/// Opens a WebSocket for whoever is signed in, or comes in as a guest.
pub async fn upgrade(
    State(house): State<Arc<House>>,
    From(address): From,
    Query(entrance): Query<Entrance>,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Result<Response, Refused> {
    auth::same_origin(&headers)?;
    let guest = entrance.name.filter(|_| house.settings.addon.guests);
    let papers = Papers {
        token: entrance.token.or_else(|| auth::token(&house, &headers).map(str::to_owned)),
        guest: guest.map(|name| Guest { name, agent: "Addon" }),
    };
    let arrival = house.admit(address, papers).await?;
    let socket =
        socket.max_message_size(MAX_FRAME).max_frame_size(MAX_FRAME).read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    Ok(socket.on_upgrade(move |socket| async move {
        let tasks = house.tasks.clone();
        // Tracked, so that closing the house waits until everyone has been told.
        let _ = tasks.spawn(serve(house, arrival, address, socket)).await;
    }))
}

/// One addon.
struct Connection {
    client: Client,
    dialect: Dialect,
    outlet: Outlet,
    address: IpAddr,
    started: Instant,
}

async fn serve(house: Arc<House>, arrival: Arrival, address: IpAddr, socket: WebSocket) {
    let Arrival { session: Session { user, scopes, .. }, connected, welcome } = arrival;
    let revoked = connected.revoked().clone();
    let closing = house.closing.clone();
    let times = &house.settings.times;
    let (silence, ping) = (times.silence(), Duration::from_millis(times.ping_ms));
    let pong = Duration::from_millis(times.pong_ms);
    let (sink, mut stream) = socket.split();
    let cut = CancellationToken::new();
    // What the house tells waits to be translated, and what that makes waits to be sent; whoever lets either queue run
    // full is cut off.
    let (native, mut told) = Outlet::new(house.backlog(address), cut.clone());
    let (outlet, queue) = Outlet::new(house.backlog(address), cut.clone());
    let mut writer =
        tokio::spawn(socket::write(sink, queue, (ping, pong), cut.clone(), revoked.clone(), closing.clone()));
    let hello = ServerFrame::Hello { you: user.clone().into(), version: env!("CARGO_PKG_VERSION").into() };
    let mut connection = Connection {
        dialect: Dialect::new(house.registry.clone(), format!("addon-{:x}", chance::word())),
        client: Client::new(house, user, scopes, native),
        outlet,
        address,
        started: Instant::now(),
    };
    connection.hear(&hello);
    if let Some(Welcome { token, .. }) = welcome {
        connection.dialect.greet(Said::Token { token });
    }
    let mut beats = tokio::time::interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut heard = Instant::now();
    loop {
        connection.carry_out().await;
        if connection.client.is_out_of_patience() {
            break;
        }
        tokio::select! {
            // What ends the connection comes first: nothing is heard from a session that has ended.
            biased;
            () = revoked.cancelled() => break,
            () = cut.cancelled() => break,
            () = closing.cancelled() => break,
            message = stream.next() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => connection.lines(&text),
                    Some(Ok(Message::Binary(_))) => connection.object("text_only", "Frames are text here."),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                }
            }
            Some((parcel, _weight)) = told.next() => {
                if parcel.frame().is_some_and(|frame| !connection.hear(frame.value())) {
                    break;
                }
            }
            _ = beats.tick(), if connection.dialect.is_live() => connection.dialect.beat(connection.now_ms()),
            () = tokio::time::sleep_until(heard + silence) => break,
        }
    }
    cut.cancel();
    connection.client.leave().await;
    // The writer says goodbye; a client that does not listen any more is not waited for.
    if tokio::time::timeout(Duration::from_secs(1), &mut writer).await.is_err() {
        writer.abort();
    }
    drop(connected);
}

impl Connection {
    fn now_ms(&self) -> f64 {
        self.started.elapsed().as_secs_f64() * 1000.0
    }

    /// Takes in what the house tells; whether it made sense. An addon that has missed something comes back and is told
    /// everything.
    fn hear(&mut self, frame: &ServerFrame) -> bool {
        let heard = self.dialect.hear(frame, self.now_ms());
        heard.inspect_err(|error| tracing::error!(%error, "the house's own frame makes no sense")).is_ok()
    }

    fn object(&mut self, code: &'static str, sentence: &str) {
        self.client.lose_patience();
        tables::count_refusal(code);
        self.dialect.object(code, sentence);
    }

    /// Takes in a message: a frame on every line. Each counts as a command.
    fn lines(&mut self, text: &str) {
        for line in text.trim_end_matches(['\r', '\n']).split('\n') {
            let line = line.strip_suffix('\r').unwrap_or(line);
            if self.client.is_out_of_patience() {
                return;
            }
            if self.client.is_too_fast() {
                self.object("too_fast", TOO_FAST);
            } else if let Err(error) = self.dialect.line(line, self.now_ms()) {
                self.client.lose_patience();
                tables::count_refusal(error.code());
            }
            self.pass_on();
        }
    }

    /// Passes on what the house must be told.
    fn pass_on(&mut self) {
        self.dialect.to_house().into_iter().for_each(|frame| self.client.give(frame));
    }

    /// Does what the dialect wishes for, and sends what there is to send.
    async fn carry_out(&mut self) {
        for wish in self.dialect.wishes() {
            match wish {
                Wish::Open(about, wish) => {
                    let opened = self.open(*wish).await.inspect_err(|refusal| tables::count_refusal(refusal.code));
                    self.dialect.opened(about, opened);
                }
                Wish::Resume => {
                    let tables = self.client.house().directory.seated(self.client.user().id);
                    self.dialect.resume(tables.iter().map(TableHandle::code));
                }
            }
        }
        self.pass_on();
        let frames: Vec<_> = self.dialect.to_addon(self.now_ms()).iter().map(ToString::to_string).collect();
        if !frames.is_empty() {
            self.outlet.send_text(frames.join("\n").into());
        }
    }

    async fn open(&mut self, wish: OpenTable) -> Result<TableCode, Refusal> {
        auth::may(self.client.scopes(), Scope::Play)?;
        let house = Arc::clone(self.client.house());
        house.rates.table(self.address).map_err(|_| Refusal { code: "too_fast", message: TOO_FAST.into() })?;
        let user = self.client.user_now().clone();
        Ok(house.open_table(&user, self.address, wish).await?.code())
    }
}
