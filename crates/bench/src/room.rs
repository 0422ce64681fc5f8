//! One room of two players, at either server: the same shots, game after game.

use crate::socket::Socket;
use anyhow::{Context, Result};
use parlor_gauge::{Pace, Trips};
use serde_json::{Value, json};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};
use tokio::time::sleep_until;

/// Where the ships lie: in every second row, from its beginning.
const SHIPS: [u8; 5] = [5, 4, 3, 3, 2];

/// How many shots a player has in a game: the last one sinks the last ship. Who begins has won then.
const SHOTS: usize = 31;

/// The server that a room is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Server {
    /// The peer of this crate.
    Peer,
    /// A house.
    Parlor,
}

/// What all rooms have counted together, and how fast they may be.
#[derive(Default)]
pub struct Counted {
    pub turns: AtomicU64,
    pub bytes: AtomicU64,
    pub trips: Trips,
    pub pace: Mutex<Option<Pace>>,
}

/// Two players who sit and have not moved.
pub struct Room {
    server: Server,
    players: [Socket; 2],
    /// The code of a table of the house.
    code: String,
    /// Tells commands apart.
    given: u64,
    shots: Vec<u8>,
    /// Whether the winner has been told that the match is over.
    ended: bool,
}

impl Room {
    /// Opens a room and has both players sit down.
    pub async fn open(server: Server, base: &str, http: &reqwest::Client, number: usize) -> Result<Self> {
        let (players, code) = match server {
            Server::Peer => {
                let path = format!("/ws?room={number}");
                let mut first = Socket::open(base, &path, None).await?;
                let mut second = Socket::open(base, &path, None).await?;
                first.until("begun").await?;
                second.until("begun").await?;
                ([first, second], String::new())
            }
            Server::Parlor => {
                let post = async |path: &str, token: Option<&str>, body: Value| {
                    let request = http.post(format!("{base}{path}")).json(&body);
                    let request = if let Some(token) = token { request.bearer_auth(token) } else { request };
                    anyhow::Ok(request.send().await?.error_for_status()?.json::<Value>().await?)
                };
                let text = |answer: &Value, field: &str| {
                    answer[field].as_str().map(str::to_owned).with_context(|| format!("no {field} in {answer}"))
                };
                let ada = text(&post("/api/guest", None, json!({})).await?, "token")?;
                let wish = json!({"game": "battleship", "preset": "hope"});
                let code = text(&post("/api/tables", Some(&ada), wish).await?, "code")?;
                let ben = text(&post("/api/guest", None, json!({})).await?, "token")?;
                let mut players =
                    [Socket::open(base, "/ws", Some(&ada)).await?, Socket::open(base, "/ws", Some(&ben)).await?];
                for player in &mut players {
                    player.say(&json!({"id": "w", "do": {"watch": {"table": code}}}).to_string()).await?;
                }
                // Who opened the table sits there.
                players[1].say(&json!({"id": "s", "do": {"sit": {"table": code}}}).to_string()).await?;
                for player in &mut players {
                    player.until(r#""began""#).await?;
                }
                (players, code)
            }
        };
        Ok(Self { server, players, code, given: 0, shots: shots(), ended: false })
    }

    /// Plays until it is aborted or something goes wrong.
    pub async fn play(mut self, counted: &Counted) -> Result<()> {
        // The peer's first game has begun, and its first player begins it.
        let mut first = 0;
        for game in 0_u64.. {
            first = match (self.server, game) {
                (Server::Peer, 0) => 0,
                (Server::Peer, _) => 1 - first,
                (Server::Parlor, _) => self.lay_fleets(game).await?,
            };
            for turn in 0..2 * SHOTS - 1 {
                self.turn((first + turn) % 2, self.shots[turn / 2], counted).await?;
            }
            if self.server == Server::Parlor {
                self.ask_for_the_next(first).await?;
            }
        }
        Ok(())
    }

    /// One shot: it counts when its player has been told of it, and that it is done.
    async fn turn(&mut self, seat: usize, cell: u8, counted: &Counted) -> Result<()> {
        let moment = counted.pace.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(Pace::reserve);
        if let Some(moment) = moment {
            sleep_until(moment.into()).await;
        }
        let before = self.received();
        let started = Instant::now();
        match self.server {
            Server::Peer => {
                self.players[seat].say(&format!(r#"{{"at":{cell}}}"#)).await?;
                self.players[seat].until("attacked").await?;
            }
            Server::Parlor => {
                let done = self.act(seat, &format!(r#"{{"fire":{{"at":"{}"}}}}"#, named(cell))).await?;
                let (mut is_done, mut is_told) = (false, false);
                while !(is_done && is_told) {
                    let text = self.players[seat].hear().await?;
                    is_done |= text == done;
                    is_told |= text.contains("attacked");
                    // The end of the match may be told before the answer to the shot that brings it.
                    self.ended |= text.contains(r#""ended":{"#);
                    anyhow::ensure!(!text.starts_with(r#"{"refused""#), "{text}");
                }
            }
        }
        counted.trips.add(started.elapsed());
        self.players[1 - seat].until("attacked").await?;
        counted.turns.fetch_add(1, Relaxed);
        counted.bytes.fetch_add(self.received() - before, Relaxed);
        Ok(())
    }

    fn received(&self) -> u64 {
        self.players.iter().map(|player| player.received).sum()
    }

    /// Gives an action; gives back the frame that says that it is done.
    async fn act(&mut self, seat: usize, action: &str) -> Result<String> {
        self.given += 1;
        let (id, code) = (self.given, &self.code);
        let frame = format!(r#"{{"id":"{id}","do":{{"act":{{"table":"{code}","action":{action}}}}}}}"#);
        self.players[seat].say(&frame).await?;
        Ok(format!(r#"{{"done":{{"id":"{id}"}}}}"#))
    }

    /// Both lay their ships; gives back who begins.
    async fn lay_fleets(&mut self, game: u64) -> Result<usize> {
        if game > 0 {
            for player in &mut self.players {
                player.until(r#""began""#).await?;
            }
        }
        let ships: Vec<_> = (0..SHIPS.len() as u8)
            .map(|ship| format!(r#"{{"ship":{ship},"at":"{}","lies":"horizontal"}}"#, named(ship * 20)))
            .collect();
        for seat in 0..2 {
            self.act(seat, &format!(r#"{{"place":{{"ships":[{}]}}}}"#, ships.join(","))).await?;
            self.act(seat, r#""ready""#).await?;
        }
        let mut first = 0;
        for player in &mut self.players {
            let text = player.until(r#""begun""#).await?;
            first = usize::from(text.contains(r#""begun":{"first":1"#));
        }
        Ok(first)
    }

    /// Both ask for the next match, once they know that this one is over.
    async fn ask_for_the_next(&mut self, winner: usize) -> Result<()> {
        if !std::mem::take(&mut self.ended) {
            self.players[winner].until(r#""ended":{"#).await?;
        }
        self.players[1 - winner].until(r#""ended":{"#).await?;
        for player in &mut self.players {
            self.given += 1;
            let (id, table) = (self.given.to_string(), &self.code);
            player.say(&json!({"id": id, "do": {"ready": {"table": table, "ready": true}}}).to_string()).await?;
        }
        Ok(())
    }
}

/// The shots of a player in a game: ships and water mixed, a ship last.
fn shots() -> Vec<u8> {
    let is_ship = |cell: &u8| (cell / 10).is_multiple_of(2) && cell % 10 < SHIPS[usize::from(cell / 20)];
    let mut ships = (0..100).filter(is_ship);
    let mut water = (0..100).filter(|cell| !is_ship(cell));
    let total: usize = SHIPS.iter().map(|&length| usize::from(length)).sum();
    let hits = |shot: usize| shot * total / SHOTS;
    (0..SHOTS).filter_map(|shot| if hits(shot + 1) > hits(shot) { ships.next() } else { water.next() }).collect()
}

/// A cell as players name it: a letter for the column and a number for the row.
fn named(cell: u8) -> String {
    format!("{}{}", char::from(b'A' + cell % 10), cell / 10 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_shot_sinks_the_last_ship() {
        let shots = shots();
        let is_ship = |cell: u8| (cell / 10).is_multiple_of(2) && cell % 10 < SHIPS[usize::from(cell / 20)];
        assert_eq!((shots.len(), shots.iter().filter(|&&cell| is_ship(cell)).count()), (SHOTS, 17));
        assert!(is_ship(shots[SHOTS - 1]));
        assert_eq!((named(0), named(81)), ("A1".into(), "B9".into()));
    }
}
