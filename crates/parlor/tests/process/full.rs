//! The real binary on a disk that is full and then is not: play goes on, and nothing acknowledged is missing.

use crate::{
    binary::{House, parlor},
    disk::SmallDisk,
};
use parlor_battleship::{Action, Battleship, Cell, Config, Mark, Phase, View};
use parlor_client::{
    Session,
    native::{Connection, NativeError, Visitor},
};
use parlor_kernel::Seat;
use parlor_wire::{MatchId, TableCode, TableCommand, http::OpenTable};
use serde_json::{Value, json, value::to_raw_value};
use std::{fs, time::Duration};
use tokio::time::{sleep, timeout};

const PATIENCE: Duration = Duration::from_secs(30);

struct Player {
    visitor: Visitor,
    connection: Connection,
    code: TableCode,
}

impl Player {
    async fn at(house: &House, name: &str, code: Option<TableCode>) -> Self {
        let visitor = Visitor::enter(&house.base, name).await.unwrap();
        let mut connection = visitor.connect(parlor_catalog::registry(), name).await.unwrap();
        let code = match code {
            Some(code) => code,
            None => {
                // So many shots that the disk is full before the match is over, and no clock.
                let options = json!({"width": 20, "height": 20, "timers.placement": null, "timers.turn": null});
                let wish = OpenTable { game: "battleship".into(), options, ..OpenTable::default() };
                visitor.open_table(&wish).await.unwrap().code
            }
        };
        connection.follow(code).await.unwrap();
        Self { visitor, connection, code }
    }

    async fn until<T>(&mut self, look: impl FnMut(&Session) -> Option<T>) -> T {
        timeout(PATIENCE, self.connection.until(look)).await.expect("it happens").unwrap()
    }

    async fn until_view<T>(&mut self, mut look: impl FnMut(&View) -> Option<T>) -> T {
        let code = self.code;
        self.until(|session| look(session.table(code)?.game.as_ref()?.view_of::<Battleship>()?)).await
    }

    async fn act(&mut self, action: &Action) -> Result<(), NativeError> {
        let command = TableCommand::Act { action: to_raw_value(action).unwrap(), at: None }.at(self.code);
        timeout(PATIENCE, self.connection.command(command)).await.expect("an answer")
    }

    fn seat(&mut self) -> Seat {
        let code = self.code;
        self.connection.session().table(code).unwrap().seat.unwrap()
    }

    /// Waits for this player's turn and names a cell to fire at; none once the match is over.
    async fn target(&mut self) -> Option<Cell> {
        let seat = self.seat();
        let view =
            self.until_view(|view| (view.phase == Phase::Over || view.turn == Some(seat)).then(|| view.clone())).await;
        if view.phase == Phase::Over {
            return None;
        }
        let code = self.code;
        let config = self.connection.session().table(code).unwrap().info.config.clone();
        let config: Config = serde_json::from_value(config).unwrap();
        let other = Seat(1 - seat.0);
        let index = view.marks(&config, other).iter().position(|mark| *mark == Mark::Unknown).unwrap();
        Some(Cell::new((index % usize::from(config.width)) as u8, (index / usize::from(config.width)) as u8))
    }
}

async fn answer(house: &House) -> u16 {
    reqwest::get(format!("{}/readyz", house.base)).await.unwrap().status().as_u16()
}

/// Waits until `/readyz` answers so.
async fn until_ready_is(house: &House, status: u16) {
    let waiting = async {
        while answer(house).await != status {
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(PATIENCE, waiting).await.expect("it comes to be so");
}

/// The shots of a log, in order.
fn shots(log: &str) -> Vec<(u64, String)> {
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let shot = |line: Value| {
        let act = line.get("input")?.get("act")?.clone();
        Some((act["seat"].as_u64()?, act["action"].get("fire")?["at"].as_str()?.to_owned()))
    };
    lines.filter_map(shot).collect()
}

#[tokio::test]
async fn a_full_disk_stops_play_until_there_is_space_again() {
    let Some(disk) = SmallDisk::mount(2) else { return };
    let house = House::open(disk.path(), &[("PARLOR_LIMITS__COMMANDS_PER_SECOND", "10000"), ("PARLOR_LOG", "off")]);
    let mut ada = Player::at(&house, "Ada", None).await;
    let mut bea = Player::at(&house, "Bea", Some(ada.code)).await;
    let code = ada.code;
    bea.connection.command(TableCommand::Sit { seat: None }.at(code)).await.unwrap();
    for player in [&mut ada, &mut bea] {
        player.until(|session| session.table(code)?.game.as_ref().map(drop)).await;
        player.act(&Action::AutoPlace).await.unwrap();
        player.act(&Action::Ready).await.unwrap();
    }
    until_ready_is(&house, 200).await;
    let first = ada.until_view(|view| view.turn).await;
    if first == bea.seat() {
        std::mem::swap(&mut ada, &mut bea);
    }
    let mut acknowledged = Vec::new();
    let mut refusals = 0;
    'match_: loop {
        for player in [&mut ada, &mut bea] {
            let seat = u64::from(player.seat().0);
            while let Some(at) = player.target().await {
                match player.act(&Action::Fire { at, pattern: 0 }).await {
                    Ok(()) => {
                        acknowledged.push((seat, at.to_string()));
                        break;
                    }
                    Err(error) => {
                        assert_eq!(error.code(), Some("storage"), "{error}");
                        refusals += 1;
                        if refusals == 1 {
                            until_ready_is(&house, 503).await;
                        }
                        if refusals == 3 {
                            disk.grow(16);
                            until_ready_is(&house, 200).await;
                        }
                        assert!(refusals <= 3, "there is space again: {acknowledged:?}");
                    }
                }
            }
            if player.until_view(|view| Some(view.phase == Phase::Over)).await {
                break 'match_;
            }
        }
    }
    assert_eq!(refusals, 3, "the disk was full once");
    let id: MatchId = ada.until(|session| session.table(code)?.info.match_id).await;
    ada.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    let log = ada.visitor.get_text(&format!("/api/matches/{id}/log")).await.unwrap();
    assert_eq!(shots(&log), acknowledged, "every acknowledged shot once, and no other");
    let file = disk.path().join("match.log");
    fs::write(&file, log).unwrap();
    assert!(parlor().arg("verify").arg(file).output().unwrap().status.success());
}
