//! A player of Battleship, with a client of their own.

use crate::binary::House;
use parlor_battleship::{Action, Battleship, Cell, Config, Mark, Phase, View};
use parlor_client::{
    Session,
    native::{Connection, NativeError, Visitor},
};
use parlor_kernel::{Duel, Seat};
use parlor_wire::{MatchId, TableCode, TableCommand, http::OpenTable};
use serde_json::{Value, value::to_raw_value};
use std::time::Duration;
use tokio::time::timeout;

/// Nothing that a player waits for takes this long unless it hangs.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub struct Player {
    pub visitor: Visitor,
    pub connection: Connection,
    pub code: TableCode,
}

impl Player {
    /// Opens a table.
    pub async fn opening(house: &House, name: &str, wish: &OpenTable) -> Self {
        let visitor = Visitor::enter(&house.base, name).await.unwrap();
        let code = visitor.open_table(wish).await.unwrap().code;
        Self::following(visitor, name, code).await
    }

    async fn following(visitor: Visitor, name: &str, code: TableCode) -> Self {
        let mut connection = visitor.connect(parlor_catalog::registry(), name).await.unwrap();
        connection.follow(code).await.unwrap();
        Self { visitor, connection, code }
    }

    /// Ada and Bea, whose fleets lie; the one who begins comes first.
    pub async fn two(house: &House, options: Value) -> [Self; 2] {
        let wish = OpenTable { game: "battleship".into(), options, ..OpenTable::default() };
        let mut ada = Self::opening(house, "Ada", &wish).await;
        let code = ada.code;
        let mut bea = Self::following(Visitor::enter(&house.base, "Bea").await.unwrap(), "Bea", code).await;
        bea.connection.command(TableCommand::Sit { seat: None }.at(code)).await.unwrap();
        for player in [&mut ada, &mut bea] {
            player.until(|session| session.table(code)?.game.as_ref().map(drop)).await;
            player.act(&Action::AutoPlace).await.unwrap();
            player.act(&Action::Ready).await.unwrap();
        }
        let first = ada.until_view(|view| view.turn).await;
        if first == ada.seat() { [ada, bea] } else { [bea, ada] }
    }

    pub async fn until<T>(&mut self, look: impl FnMut(&Session) -> Option<T>) -> T {
        timeout(PATIENCE, self.connection.until(look)).await.expect("it happens").unwrap()
    }

    pub async fn until_view<T>(&mut self, mut look: impl FnMut(&View) -> Option<T>) -> T {
        let code = self.code;
        self.until(|session| look(session.table(code)?.game.as_ref()?.view_of::<Battleship>()?)).await
    }

    /// Waits for the end of the match.
    pub async fn ended(&mut self) -> MatchId {
        let code = self.code;
        self.until(|session| session.table(code)?.game.as_ref()?.ended.as_ref().and(session.table(code)?.info.match_id))
            .await
    }

    pub async fn act(&mut self, action: &Action) -> Result<(), NativeError> {
        let command = TableCommand::Act { action: to_raw_value(action).unwrap(), at: None }.at(self.code);
        timeout(PATIENCE, self.connection.command(command)).await.expect("an answer")
    }

    pub fn seat(&mut self) -> Seat {
        let code = self.code;
        self.connection.session().table(code).unwrap().seat.unwrap()
    }

    /// Waits for this player's turn and names a cell to fire at; none once the match is over.
    pub async fn target(&mut self) -> Option<Cell> {
        let (seat, code) = (self.seat(), self.code);
        let view =
            self.until_view(|view| (view.phase == Phase::Over || view.turn == Some(seat)).then(|| view.clone())).await;
        if view.phase == Phase::Over {
            return None;
        }
        let config: Config = self.connection.session().table(code).unwrap().info.read_config().unwrap();
        let marks = view.marks(&config, Duel::other(seat));
        let index = marks.iter().position(|mark| *mark == Mark::Unknown).unwrap();
        let width = usize::from(config.width);
        Some(Cell::new((index % width) as u8, (index / width) as u8))
    }

    /// Fires when it is this player's turn; whether the match goes on.
    pub async fn fire(&mut self) -> bool {
        let Some(at) = self.target().await else { return false };
        self.act(&Action::Fire { at, pattern: 0 }).await.unwrap();
        true
    }

    /// Comes back to a house that has been started again.
    pub async fn come_back(&mut self, house: &House) {
        self.connection.drop_connection();
        self.connection.moved(&house.base);
        self.connection.reconnect().await.unwrap();
        let code = self.code;
        timeout(PATIENCE, async {
            while !matches!(self.connection.next().await, Ok((text, _)) if text.contains("snapshot")) {}
        })
        .await
        .expect("a snapshot");
        assert!(self.connection.session().table(code).is_some());
    }
}
