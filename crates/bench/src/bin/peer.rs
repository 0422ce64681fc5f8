//! A peer for the bench: Battleship with hard-coded rules over axum's WebSocket, and nothing else. No log, no secrets, no
//! clock, no people: what is left is what any such server pays for.
//!
//! Two connections with the same `room` in `/ws?room=7` play there, game after game. A shot is `{"at":37}`; both hear of it.

use axum::{
    Router,
    extract::{
        Query, State,
        ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade},
    },
    response::Response,
    routing::any,
    serve::ListenerExt,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    error::Error,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::{
    net::TcpListener,
    sync::mpsc::{UnboundedSender, unbounded_channel},
};

/// The buffers of a connection; axum's own are 128 KiB.
const BUFFER: usize = 4 * 1024;

const CELLS: u8 = 100;
/// The ships lie in every second row, from its beginning: lengths from the top.
const SHIPS: [u8; 5] = [5, 4, 3, 3, 2];
const SHIP_CELLS: u32 = 17;

#[derive(Deserialize)]
struct Shot {
    at: u8,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Told {
    Begun { first: usize },
    Attacked { seat: usize, at: u8, hit: bool, over: bool },
    Refused { code: &'static str },
}

impl Told {
    fn text(&self) -> Utf8Bytes {
        serde_json::to_string(self).expect("it is JSON").into()
    }
}

/// One room of two.
#[derive(Default)]
struct Room {
    players: Vec<UnboundedSender<Utf8Bytes>>,
    /// The cells that each seat has shot at.
    shots: [u128; 2],
    turn: usize,
    games: usize,
}

impl Room {
    fn tell(&self, told: &Told) {
        let text = told.text();
        for player in &self.players {
            // Who has gone hears nothing.
            let _ = player.send(text.clone());
        }
    }

    fn begin(&mut self) {
        (self.shots, self.turn) = ([0; 2], self.games % 2);
        self.games += 1;
        self.tell(&Told::Begun { first: self.turn });
    }

    fn fire(&mut self, seat: usize, at: u8) -> Result<(), &'static str> {
        if self.players.len() < 2 || self.turn != seat {
            return Err("not_your_turn");
        }
        if at >= CELLS {
            return Err("off_the_board");
        }
        if self.shots[seat] & 1 << at != 0 {
            return Err("cell_already_shot");
        }
        self.shots[seat] |= 1 << at;
        self.turn = 1 - seat;
        let hits = (0..CELLS).filter(|&cell| self.shots[seat] & 1 << cell != 0 && is_ship(cell)).count() as u32;
        let over = hits == SHIP_CELLS;
        self.tell(&Told::Attacked { seat, at, hit: is_ship(at), over });
        if over {
            self.begin();
        }
        Ok(())
    }
}

fn is_ship(cell: u8) -> bool {
    let (row, column) = (cell / 10, cell % 10);
    row % 2 == 0 && column < SHIPS[usize::from(row / 2)]
}

type Rooms = Arc<Mutex<HashMap<u32, Arc<Mutex<Room>>>>>;

#[derive(Deserialize)]
struct Which {
    room: u32,
}

async fn enter(State(rooms): State<Rooms>, Query(Which { room }): Query<Which>, upgrade: WebSocketUpgrade) -> Response {
    let room = Arc::clone(rooms.lock().unwrap_or_else(PoisonError::into_inner).entry(room).or_default());
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    upgrade.on_upgrade(move |socket| play(socket, room))
}

async fn play(mut socket: WebSocket, room: Arc<Mutex<Room>>) {
    let (sender, mut heard) = unbounded_channel();
    let lock = || room.lock().unwrap_or_else(PoisonError::into_inner);
    let seat = {
        let mut room = lock();
        if room.players.len() == 2 {
            return;
        }
        room.players.push(sender.clone());
        if room.players.len() == 2 {
            room.begin();
        }
        room.players.len() - 1
    };
    loop {
        tokio::select! {
            Some(text) = heard.recv() => {
                if socket.send(Message::Text(text)).await.is_err() {
                    return;
                }
            }
            message = socket.recv() => {
                let Some(Ok(message)) = message else { return };
                let Message::Text(text) = message else { continue };
                let fired = match serde_json::from_str::<Shot>(&text) {
                    Ok(shot) => lock().fire(seat, shot.at),
                    Err(_) => Err("bad_frame"),
                };
                if let Err(code) = fired {
                    // Its own connection is right here.
                    let _ = sender.send(Told::Refused { code }.text());
                }
            }
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("The peer is open: http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // Without it, shots would only be slower.
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, Router::new().route("/ws", any(enter)).with_state(Rooms::default())).await?)
}
