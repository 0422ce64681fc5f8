//! The native door: one WebSocket per client, any number of tables over it.

use crate::{
    doors::{
        door::{self, End, Visit},
        gateway::{Client, Objection},
        websocket::{Io, Upgrade, WebSocket},
    },
    guard::admission::{Arrival, Papers},
    house::House,
    people::auth::{self, From},
    problem::Refused,
};
use axum::{extract::State, http::HeaderMap, response::Response};
use parlor_store::Session;
use parlor_wire::ServerFrame;
use std::{ops::ControlFlow, sync::Arc};

/// Opens a WebSocket for a caller who is signed in.
pub async fn upgrade(
    State(house): State<Arc<House>>,
    From(address): From,
    headers: HeaderMap,
    upgrade: Upgrade,
) -> Result<Response, Refused> {
    auth::same_origin(&headers)?;
    let papers = Papers { token: auth::token(&house, &headers).map(str::to_owned), guest: None };
    let arrival = house.admit(address, papers).await?;
    // Tracked, so that closing the house waits until everyone has been told.
    Ok(upgrade.serve(move |socket| house.tasks.track_future(serve(&house, arrival, socket))))
}

fn serve(house: &Arc<House>, arrival: Arrival, socket: WebSocket<Io>) -> impl Future<Output = ()> + Send + use<> {
    let Arrival { session: Session { user, scopes, .. }, connected, .. } = arrival;
    let (outlet, queue) = connected.outlet();
    outlet.send(ServerFrame::Hello { you: user.clone().into(), version: env!("CARGO_PKG_VERSION").into() });
    // Before anything is sent: a client that reads that it is known here can be reached.
    let visit = Native(Client::new(Arc::clone(house), user, scopes, outlet));
    door::over_websocket(socket, &house.settings.times, connected, (queue, None), visit)
}

/// A client that speaks the house's own frames: nothing needs to be translated.
struct Native(Client);

impl Visit for Native {
    fn client(&mut self) -> &mut Client {
        &mut self.0
    }

    async fn said(&mut self, text: &str) -> ControlFlow<End> {
        self.0.frame(text);
        ControlFlow::Continue(())
    }

    fn said_bytes(&mut self) {
        self.0.object(None, Objection::TextOnly);
    }
}
