//! Asking another house which tables are open.

use super::sighting::Sighting;
use parlor_wire::{
    MAX_NAME, Occupant, SeatInfo, Status, TableCode,
    http::{NearbyHouse, NearbyTable},
    one_line,
};
use reqwest::{Client, redirect::Policy};
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;
use thiserror::Error;

/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// The longest answer that is read, in bytes: a full list of a hundred tables fits well.
const MAX_ANSWER: usize = 512 * 1024;
/// How many tables of one house are shown.
const TABLES: usize = 8;
/// How many people of one table are shown.
const PLAYERS: usize = 8;
/// The longest id of a game or preset, in characters.
const MAX_ID: usize = 32;

/// Why a house could not be asked.
#[derive(Debug, Error)]
pub enum CallError {
    /// It cannot be reached, or took too long.
    #[error(transparent)]
    Line(#[from] reqwest::Error),
    /// It answered, but not with a list of tables.
    #[error("it answers with status {0}")]
    Status(u16),
    /// What it says is no list of tables.
    #[error("its answer is no list of tables: {0}")]
    Nonsense(#[from] serde_json::Error),
}

/// Calls houses. Follows no redirection, uses no proxy, sends nothing but the question.
#[derive(Clone, Debug)]
pub struct HouseCaller(Client);

impl HouseCaller {
    /// Ready to call.
    ///
    /// # Errors
    /// If the machine cannot.
    pub fn new() -> Result<Self, CallError> {
        let client = Client::builder().redirect(Policy::none()).no_proxy().timeout(PATIENCE).build()?;
        Ok(Self(client))
    }

    /// Asks a house for its open tables.
    ///
    /// # Errors
    /// If there is no answer that makes sense.
    pub async fn call(&self, sighting: &Sighting) -> Result<NearbyHouse, CallError> {
        let mut answer = self.0.get(format!("{}api/tables", sighting.url())).send().await?;
        if answer.status() != reqwest::StatusCode::OK {
            return Err(CallError::Status(answer.status().as_u16()));
        }
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await? {
            if body.len() + chunk.len() > MAX_ANSWER {
                // It is there all the same, whatever goes on in it.
                return Ok(house(sighting, Vec::new()));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(house(sighting, tables(&body)?))
    }
}

fn house(sighting: &Sighting, tables: Vec<NearbyTable>) -> NearbyHouse {
    let (name, version) = (sighting.name.clone(), sighting.version.clone());
    NearbyHouse { name, url: sighting.url(), version, tables }
}

/// As much of a list of tables as is needed here.
#[derive(Deserialize)]
struct Answer {
    tables: Vec<Value>,
}

/// As much of a table as is needed here.
#[derive(Deserialize)]
struct Table {
    code: TableCode,
    game: String,
    preset: String,
    status: Status,
    seats: Vec<SeatInfo>,
}

/// The tables with a free seat, cleaned. A table that makes no sense is left out: a newer house may know more kinds.
fn tables(body: &[u8]) -> Result<Vec<NearbyTable>, serde_json::Error> {
    let answer: Answer = serde_json::from_slice(body)?;
    let read = answer.tables.into_iter().filter_map(|table| serde_json::from_value::<Table>(table).ok());
    Ok(read.filter_map(open_table).take(TABLES).collect())
}

fn open_table(table: Table) -> Option<NearbyTable> {
    let free = table.seats.iter().filter(|seat| seat.occupant == Occupant::Nobody).count();
    let (game, preset) = (one_line(&table.game, MAX_ID), one_line(&table.preset, MAX_ID));
    if free == 0 || table.status == Status::Playing || game.is_empty() {
        return None;
    }
    let taken = table.seats.iter().map(|seat| &seat.occupant).filter(|occupant| **occupant != Occupant::Nobody);
    let players = taken.take(PLAYERS).map(|occupant| one_line(&occupant.name(), MAX_NAME)).collect();
    Some(NearbyTable { code: table.code, game, preset, players, free: u8::try_from(free).unwrap_or(u8::MAX) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::net::SocketAddr;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    fn table(code: &str, name: &str, status: &str) -> Value {
        let seat = |occupant: Value| json!({"occupant": occupant, "ready": false, "connected": true});
        json!({
            "code": code, "game": "battleship", "preset": "voxel", "status": status, "config": {"deep": [1, 2]},
            "seats": [seat(json!({"person": {"id": "0000000000000001", "name": name}})), seat(json!("nobody"))],
        })
    }

    fn read(tables_said: Value) -> Vec<NearbyTable> {
        tables(json!({ "tables": tables_said }).to_string().as_bytes()).unwrap()
    }

    #[test]
    fn open_tables_are_read() {
        let found = read(json!([table("K7QX2M", "Ada", "waiting"), table("K7QX2N", "Bea", "playing")]));
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].code.as_str(), found[0].free, &found[0].players[..]),
            ("K7QX2M", 1, &["Ada".to_owned()][..])
        );
    }

    #[test]
    fn hostile_lists_are_cut_and_cleaned() {
        let mut bad = table("K7QX2M", "\x1b]0;owned\x07Ada\u{202E}", "waiting");
        bad["game"] = json!("\x1b[31mbattleship\n");
        bad["preset"] = json!("x".repeat(10_000));
        let strange = json!({"code": "../../", "game": "x"});
        let mut many = vec![json!(7), strange, bad];
        many.extend((0..500).map(|_| table("K7QX2M", "Ada", "waiting")));
        let found = read(json!(many));
        assert_eq!(found.len(), TABLES);
        assert_eq!((found[0].game.as_str(), found[0].players[0].as_str()), ("[31mbattleship", "]0;ownedAda"));
        assert_eq!(found[0].preset.len(), MAX_ID);
        assert!(tables(b"<html>").is_err());
        assert!(tables("[".repeat(100_000).as_bytes()).is_err());
    }

    /// A house that says the same to everybody, and how often it was asked.
    async fn parrot(says: Vec<u8>) -> (SocketAddr, tokio::task::JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let saying = tokio::spawn(async move {
            while let Ok((mut line, _)) = listener.accept().await {
                let _ = line.read(&mut [0; 4096]).await;
                // The caller has heard enough and hangs up.
                let _ = line.write_all(&says).await;
            }
        });
        (address, saying)
    }

    async fn ask(says: Vec<u8>) -> Result<NearbyHouse, CallError> {
        let (address, _saying) = parrot(says).await;
        let path = "/".to_owned();
        let sighting = Sighting { instance: "x".into(), name: "X".into(), version: String::new(), address, path };
        HouseCaller::new().unwrap().call(&sighting).await
    }

    #[tokio::test]
    async fn answers_are_bounded_and_redirections_not_followed() {
        let list = json!({ "tables": [table("K7QX2M", "Ada", "waiting")] }).to_string();
        let fine = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{list}", list.len());
        let house = ask(fine.into_bytes()).await.unwrap();
        assert!(house.table_url(house.tables[0].code).ends_with("/t/K7QX2M"), "{house:?}");

        let away =
            b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/api/tables\r\ncontent-length: 0\r\n\r\n".to_vec();
        assert!(matches!(ask(away).await, Err(CallError::Status(302))));

        let mut endless = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
        endless.resize(MAX_ANSWER * 4, b' ');
        assert!(ask(endless).await.unwrap().tables.is_empty(), "it is there, whatever it says");
        assert!(matches!(ask(b"SSH-2.0-OpenSSH\r\n".to_vec()).await, Err(CallError::Line(_))));
    }
}
