//! The addon door: HopeAddon's text frames over a WebSocket (see docs/addon.md). What they mean is `parlor-addon`'s.

use crate::{
    api::Params,
    chance,
    doors::{
        door::{self, End, Visit},
        gateway::{Client, Objection},
        websocket::{Io, Upgrade, WebSocket},
    },
    guard::admission::{Arrival, Guest, Papers},
    house::House,
    people::auth::{self, From},
    problem::Refused,
    tables::{self, Outlet},
};
use axum::{extract::State, http::HeaderMap, response::Response};
use parlor_addon::{Dialect, Wish};
use parlor_kernel::{Code, Refusal};
use parlor_store::Session;
use parlor_wire::{
    Frame, ServerFrame, TableCode,
    addon::talk::State as Said,
    http::{OpenTable, Scope, Welcome},
};
use serde::Deserialize;
use std::{future::pending, net::IpAddr, ops::ControlFlow, sync::Arc, time::Duration};
use tokio::time::{Instant, Interval, MissedTickBehavior};

/// How often real-time matches are shown. HopeAddon asks for ten times a second.
const BEAT: Duration = Duration::from_millis(50);

/// How a client comes in without a header.
#[derive(Deserialize)]
pub struct Entrance {
    /// By a token.
    token: Option<String>,
    /// Or as a guest of this name; of a suggested one if it is empty.
    name: Option<String>,
}

/// Opens a WebSocket for a signed-in user or a new guest.
pub async fn upgrade(
    State(house): State<Arc<House>>,
    From(address): From,
    Params(entrance): Params<Entrance>,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Refused> {
    auth::same_origin(&headers)?;
    let guest = entrance.name.filter(|_| house.settings.addon.guests);
    let papers = Papers {
        token: entrance.token.or_else(|| auth::token(&house, &headers).map(str::to_owned)),
        guest: guest.map(|name| Guest { name, agent: "Addon" }),
    };
    let arrival = house.admit(address, papers).await?;
    Ok(upgrade.serve(move |socket| async move {
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
    beats: Interval,
}

async fn serve(house: Arc<House>, arrival: Arrival, address: IpAddr, socket: WebSocket<Io>) {
    let Arrival { session: Session { user, scopes, .. }, connected, welcome } = arrival;
    // What the house tells waits to be translated, and what that makes waits to be sent. An addon that lets either queue
    // run full is cut off.
    let (native, told) = connected.outlet();
    let (outlet, queue) = connected.outlet();
    let hello = ServerFrame::Hello { you: user.clone().into(), version: env!("CARGO_PKG_VERSION").into() };
    let mut beats = tokio::time::interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Skip);
    let mut visit = Connection {
        dialect: Dialect::new(house.registry.clone(), format!("addon-{:x}", chance::word())),
        client: Client::new(Arc::clone(&house), user, scopes, native),
        outlet,
        address,
        started: Instant::now(),
        beats,
    };
    visit.hear(&hello);
    if let Some(Welcome { token, .. }) = welcome {
        visit.dialect.greet(Said::Token { token });
    }
    door::over_websocket(socket, &house.settings.times, connected, (queue, Some(told)), visit).await;
}

impl Visit for Connection {
    fn client(&mut self) -> &mut Client {
        &mut self.client
    }

    async fn said(&mut self, text: &str) -> ControlFlow<End> {
        self.lines(text);
        ControlFlow::Continue(())
    }

    fn said_bytes(&mut self) {
        self.object(&Objection::TextOnly);
    }

    /// An addon that has missed something comes back and is told everything.
    async fn told(&mut self, frame: &Frame) -> ControlFlow<End> {
        if self.hear(frame.value()) { ControlFlow::Continue(()) } else { ControlFlow::Break(End::Failed) }
    }

    /// Real-time matches are shown again and again.
    async fn due(&mut self) -> ControlFlow<End> {
        if !self.dialect.is_live() {
            pending::<()>().await;
        }
        self.beats.tick().await;
        ControlFlow::Continue(())
    }

    async fn work(&mut self) {
        self.dialect.beat(self.now_ms());
    }

    async fn settle(&mut self) {
        self.carry_out().await;
    }
}

impl Connection {
    fn now_ms(&self) -> f64 {
        self.started.elapsed().as_secs_f64() * 1000.0
    }

    /// Takes in what the house tells; whether it made sense.
    fn hear(&mut self, frame: &ServerFrame) -> bool {
        let heard = self.dialect.hear(frame, self.now_ms());
        heard.inspect_err(|error| tracing::error!(%error, "the house's own frame makes no sense")).is_ok()
    }

    fn object(&mut self, objection: &Objection) {
        self.client.lose_patience();
        tables::count_refusal(objection.code());
        self.dialect.object(objection.code(), &objection.to_string());
    }

    /// Takes in a message: a frame on every line. Each counts as a command.
    fn lines(&mut self, text: &str) {
        for line in text.trim_end_matches(['\r', '\n']).split('\n') {
            let line = line.strip_suffix('\r').unwrap_or(line);
            if self.client.is_out_of_patience() {
                return;
            }
            if self.client.is_too_fast() {
                self.object(&Objection::TooFast);
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
                    let tables = self.client.house().seats_of(self.client.user().id).await;
                    self.dialect.resume(tables.unwrap_or_default().into_iter());
                }
            }
        }
        self.pass_on();
        let frames: Vec<_> = self.dialect.to_addon(self.now_ms()).iter().map(ToString::to_string).collect();
        if !frames.is_empty() {
            self.outlet.send_text(frames.join("\n"));
        }
    }

    async fn open(&mut self, wish: OpenTable) -> Result<TableCode, Refusal> {
        auth::may(self.client.scopes(), Scope::Play)?;
        let house = Arc::clone(self.client.house());
        house.rates.table(self.address).map_err(|_| Objection::TooFast)?;
        let user = self.client.user_now().clone();
        // In a box: every connection would have room for it.
        let opening = Box::pin(house.open_table(&user, self.address, wish));
        Ok(opening.await?.code())
    }
}
