//! The real binary, stopped for a while as by a sleeping machine: nothing of that time counts against its players.

use crate::binary::House;
use parlor_battleship::{Action, Battleship, Cell, View};
use parlor_client::{
    Session,
    native::{Connection, Visitor},
};
use parlor_wire::{TableCode, TableCommand, http::OpenTable};
use serde_json::{json, value::to_raw_value};
use std::time::Duration;
use tokio::time::{sleep, timeout};

const PATIENCE: Duration = Duration::from_secs(30);
/// Longer than a turn below, and than a client may be silent.
const STOPPED: Duration = Duration::from_secs(8);

struct Player {
    connection: Connection,
    code: TableCode,
}

impl Player {
    /// Two players at a table, at which a match has begun.
    async fn pair(house: &House, wish: &OpenTable) -> [Self; 2] {
        let ada = Visitor::enter(&house.base, "Ada").await.unwrap();
        let bea = Visitor::enter(&house.base, "Bea").await.unwrap();
        let code = ada.open_table(wish).await.unwrap().code;
        let mut pair = Vec::new();
        for (visitor, name) in [(ada, "ada"), (bea, "bea")] {
            let mut connection = visitor.connect(parlor_catalog::registry(), name).await.unwrap();
            connection.follow(code).await.unwrap();
            pair.push(Self { connection, code });
        }
        pair[1].say(TableCommand::Sit { seat: None }).await;
        for player in &mut pair {
            player.until(|session| session.table(code)?.game.as_ref().map(drop)).await;
        }
        pair.try_into().ok().expect("two")
    }

    async fn say(&mut self, what: TableCommand) {
        timeout(PATIENCE, self.connection.command(what.at(self.code))).await.expect("an answer").unwrap();
    }

    async fn act(&mut self, action: &Action) {
        self.say(TableCommand::Act { action: to_raw_value(action).unwrap(), at: None }).await;
    }

    async fn until<T>(&mut self, look: impl FnMut(&Session) -> Option<T>) -> T {
        timeout(PATIENCE, self.connection.until(look)).await.expect("it happens").unwrap()
    }

    async fn until_view<T>(&mut self, mut look: impl FnMut(&View) -> Option<T>) -> T {
        let code = self.code;
        self.until(|session| look(session.table(code)?.game.as_ref()?.view_of::<Battleship>()?)).await
    }

    fn seat(&mut self) -> parlor_kernel::Seat {
        let code = self.code;
        self.connection.session().table(code).unwrap().seat.unwrap()
    }
}

/// Stops the process, and lets it go on.
async fn stop(house: &House) {
    house.signal("-STOP");
    sleep(STOPPED).await;
    house.signal("-CONT");
}

#[tokio::test]
async fn a_turn_does_not_run_out_while_the_house_is_stopped() {
    let data = tempfile::tempdir().unwrap();
    let house = House::open(data.path(), &[]);
    let options = json!({"timers": {"placement": null, "turn": 5, "missed_turns": 1}});
    let wish = OpenTable { game: "battleship".into(), options, ..OpenTable::default() };
    let [mut ada, mut bea] = Player::pair(&house, &wish).await;
    for player in [&mut ada, &mut bea] {
        player.act(&Action::AutoPlace).await;
        player.act(&Action::Ready).await;
    }
    let first = ada.until_view(|view| view.turn).await;
    if first != ada.seat() {
        std::mem::swap(&mut ada, &mut bea);
    }
    stop(&house).await;
    // Her turn is still hers: a shot that was due is taken.
    ada.act(&Action::Fire { at: Cell::new(0, 0), pattern: 0 }).await;
    let seat = ada.seat();
    assert_eq!(bea.until_view(|view| Some(view.tallies[seat.index()].attacks).filter(|&shots| shots > 0)).await, 1);
}

#[tokio::test]
async fn a_rally_waits_for_its_players_when_the_house_was_stopped() {
    let data = tempfile::tempdir().unwrap();
    let house = House::open(data.path(), &[]);
    let wish = OpenTable { game: "pong".into(), ..OpenTable::default() };
    let [mut ada, _bea] = Player::pair(&house, &wish).await;
    let code = ada.code;
    // Let it be seen to move.
    ada.until(|session| session.table(code)?.game.as_ref().filter(|game| game.told.0.0 > 30).map(drop)).await;
    stop(&house).await;
    let stood = ada
        .until(|session| {
            let table = session.table(code)?;
            table.info.held.and(table.game.as_ref()).map(|game| game.told.0)
        })
        .await;
    let ticks = stood.0;
    assert!(ticks < 60 * 6, "{ticks} ticks: eight seconds were not played without its players");
    // Then it goes on.
    ada.until(|session| {
        let table = session.table(code)?;
        (table.info.held.is_none() && table.game.as_ref()?.told.0 > stood).then_some(())
    })
    .await;
}
