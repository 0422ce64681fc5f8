//! The native gateway: one WebSocket per client, any number of tables over it. It translates; it decides nothing.

use crate::{
    auth::{self, SignedIn},
    house::{Connected, House},
    limits, matchmaker,
    problem::Refused,
    table::{self, Ask, Asker, ConnectionId, Outlet, TableHandle},
};
use axum::{
    extract::{
        State,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code},
    },
    http::HeaderMap,
    response::Response,
};
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use governor::DefaultDirectRateLimiter;
use parlor_kernel::Refusal;
use parlor_store::User;
use parlor_wire::{ClientFrame, Command, CommandId, MAX_FRAME, ServerFrame, TableCode};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{sync::mpsc, time::Instant};
use tokio_util::sync::CancellationToken;

/// How many frames may wait for a slow client before it is cut off.
const QUEUE: usize = 512;
/// How many unreadable or excessive frames a connection may send before it is closed.
const PATIENCE: u32 = 50;
/// Small buffers: the default ones cost more than the game (see docs/adr/0004).
const BUFFER: usize = 4096;

static CONNECTIONS: AtomicU64 = AtomicU64::new(0);

/// Opens a WebSocket for whoever is signed in.
pub async fn upgrade(
    State(house): State<Arc<House>>,
    SignedIn(user): SignedIn,
    headers: HeaderMap,
    socket: WebSocketUpgrade,
) -> Result<Response, Refused> {
    auth::same_origin(&headers)?;
    let connected = house.connect(user.id)?;
    let socket =
        socket.max_message_size(MAX_FRAME).max_frame_size(MAX_FRAME).read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    Ok(socket.on_upgrade(move |socket| async move {
        let tasks = house.tasks.clone();
        // Tracked, so that closing the house waits until everyone has been told.
        let _ = tasks.spawn(serve(house, user, connected, socket)).await;
    }))
}

async fn serve(house: Arc<House>, user: User, connected: Connected, socket: WebSocket) {
    let (sink, mut stream) = socket.split();
    let (frames, queue) = mpsc::channel(QUEUE);
    let cut = CancellationToken::new();
    let outlet = Outlet::new(frames, cut.clone());
    outlet.send(&ServerFrame::Hello { you: user.clone().into(), version: env!("CARGO_PKG_VERSION").into() });
    let silence = house.settings.times.silence();
    let ping = Duration::from_millis(house.settings.times.ping_ms);
    let mut writer = tokio::spawn(write(sink, queue, ping, cut.clone(), house.closing.clone()));
    let connection = ConnectionId(CONNECTIONS.fetch_add(1, Ordering::Relaxed));
    let mut client = Client {
        rate: limits::commands(&house.settings.limits),
        asker: Asker { user, connection, outlet },
        watched: HashMap::new(),
        patience: PATIENCE,
        house,
    };
    let mut heard = Instant::now();
    loop {
        let message = tokio::select! {
            message = stream.next() => message,
            () = tokio::time::sleep_until(heard + silence) => None,
            () = cut.cancelled() => None,
            () = client.house.closing.cancelled() => None,
        };
        heard = Instant::now();
        match message {
            Some(Ok(Message::Text(text))) => client.frame(&text),
            Some(Ok(Message::Binary(_))) => client.lose_patience(None, "text_only", "Frames are text here."),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Close(_)) | Err(_)) | None => break,
        }
        if client.patience == 0 {
            break;
        }
    }
    cut.cancel();
    client.house.matchmaker.forget(connection);
    for table in client.watched.values() {
        table.unwatch(connection).await;
    }
    // The writer says goodbye; a client that does not listen any more is not waited for.
    if tokio::time::timeout(Duration::from_secs(1), &mut writer).await.is_err() {
        writer.abort();
    }
    drop(connected);
}

/// Sends what is queued, and asks whether anyone is there when nothing is.
async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut queue: mpsc::Receiver<Utf8Bytes>,
    ping: Duration,
    cut: CancellationToken,
    closing: CancellationToken,
) {
    let mut pings = tokio::time::interval_at(Instant::now() + ping, ping);
    loop {
        let message = tokio::select! {
            frame = queue.recv() => match frame {
                Some(text) => Message::Text(text),
                None => break,
            },
            _ = pings.tick() => Message::Ping(Default::default()),
            () = cut.cancelled() => break,
            () = closing.cancelled() => break,
        };
        if sink.send(message).await.is_err() {
            cut.cancel();
            return;
        }
    }
    let frame = CloseFrame { code: close_code::AWAY, reason: "come back and resume".into() };
    let _ = sink.send(Message::Close(Some(frame))).await;
}

/// One client's side of the gateway.
struct Client {
    house: Arc<House>,
    asker: Asker,
    watched: HashMap<TableCode, TableHandle>,
    rate: DefaultDirectRateLimiter,
    patience: u32,
}

impl Client {
    fn frame(&mut self, text: &str) {
        let too_fast = self.rate.check().is_err();
        match serde_json::from_str(text) {
            Ok(ClientFrame { id, .. }) if too_fast => {
                self.lose_patience(Some(id), "too_fast", "That was too fast; wait a moment and try again.");
            }
            Ok(ClientFrame { id, command }) => {
                if let Some(name) = self.house.new_name(self.asker.user.id) {
                    self.asker.user.name = name;
                }
                if let Err(refusal) = self.command(id.clone(), command) {
                    self.refuse(Some(id), refusal.code, refusal.message);
                }
            }
            Err(error) => self.lose_patience(None, "malformed_frame", &format!("That is no frame: {error}.")),
        }
    }

    fn command(&mut self, id: CommandId, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Ping => {
                self.asker.outlet.send(&ServerFrame::Done { id });
                Ok(())
            }
            Command::Watch { table, seen } => self.watch(id, table, seen),
            Command::Unwatch { table } => {
                if let Some(handle) = self.watched.get(&table) {
                    // First asked, then forgotten: a table that is too busy to hear it would count us as present.
                    handle.ask(Ask::Unwatch(self.asker.connection))?;
                    self.watched.remove(&table);
                }
                self.asker.outlet.send(&ServerFrame::Done { id });
                Ok(())
            }
            Command::Seek { game, preset, rated } => {
                let (house, asker) = (Arc::clone(&self.house), self.asker.clone());
                self.house.tasks.spawn(matchmaker::seek(house, asker, id, (game, preset, rated)));
                Ok(())
            }
            Command::Unseek => {
                self.house.matchmaker.forget(self.asker.connection);
                self.asker.outlet.send(&ServerFrame::Done { id });
                Ok(())
            }
            Command::Sit { table, .. }
            | Command::Stand { table }
            | Command::Ready { table, .. }
            | Command::SeatBot { table, .. }
            | Command::Kick { table, .. }
            | Command::Act { table, .. }
            | Command::Hurry { table }
            | Command::Chat { table, .. } => {
                let handle = self.table(table)?;
                handle.ask(Ask::Command { asker: self.asker.clone(), id, command })
            }
        }
    }

    fn watch(
        &mut self,
        id: CommandId,
        table: TableCode,
        seen: Option<parlor_wire::frame::Seen>,
    ) -> Result<(), Refusal> {
        self.watched.retain(|_, handle| !handle.is_gone());
        let most = self.house.settings.limits.watched_per_connection;
        if self.watched.len() >= most && !self.watched.contains_key(&table) {
            let message = format!("One window can follow {most} tables. Close one first.");
            return Err(Refusal { code: "too_many_watched", message });
        }
        let handle = self.house.directory.find(table).ok_or_else(table::gone)?;
        handle.ask(Ask::Watch { asker: self.asker.clone(), id, seen })?;
        self.watched.insert(table, handle);
        Ok(())
    }

    fn table(&self, code: TableCode) -> Result<TableHandle, Refusal> {
        self.watched.get(&code).cloned().or_else(|| self.house.directory.find(code)).ok_or_else(table::gone)
    }

    fn refuse(&self, id: Option<CommandId>, code: &'static str, message: String) {
        metrics::counter!("parlor_refusals_total", "code" => code).increment(1);
        self.asker.outlet.send(&ServerFrame::Refused { id, code: code.into(), message });
    }

    /// Refuses a frame that should not have been sent; a connection that goes on like that is closed.
    fn lose_patience(&mut self, id: Option<CommandId>, code: &'static str, message: &str) {
        self.patience -= 1;
        self.refuse(id, code, message.into());
    }
}
