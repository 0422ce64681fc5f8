//! The real binary with a bet on the table, killed again and again: it goes on, and pays once.

use crate::binary::House;
use parlor_client::{
    Session,
    native::{Connection, Visitor},
};
use parlor_death_roll::{Action, DeathRoll};
use parlor_kernel::Outcome;
use parlor_store::{Ledger, SqliteStore};
use parlor_wire::{
    BetState, BetWish, Command, EscrowStep, HolderWish, TableCode, TableCommand as Say,
    http::{OpenTable, Purse, Statement, Welcome, Why},
};
use serde_json::{json, value::to_raw_value};
use std::{path::Path, time::Duration};
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(30);

/// A house with little time for disputes, and without presents.
fn open(data: &Path) -> House {
    House::open(data, &[("PARLOR_TIMES__DISPUTE_MS", "3000"), ("PARLOR_GOLD__DAILY", "0")])
}

struct Player {
    visitor: Visitor,
    connection: Connection,
    code: Option<TableCode>,
}

impl Player {
    /// A player with an account.
    async fn new(house: &House, name: &str) -> Self {
        let body = json!({"name": name, "password": "correct horse battery"});
        let made = reqwest::Client::new().post(format!("{}/api/register", house.base)).json(&body).send().await;
        let welcome: Welcome = made.unwrap().error_for_status().unwrap().json().await.unwrap();
        let visitor = Visitor::with_token(&house.base, &welcome.token).await.unwrap();
        let connection = visitor.connect(parlor_catalog::registry(), name).await.unwrap();
        Self { visitor, connection, code: None }
    }

    fn code(&self) -> TableCode {
        self.code.expect("at a table")
    }

    async fn follow(&mut self, code: TableCode) {
        self.code = Some(code);
        self.connection.follow(code).await.unwrap();
    }

    async fn say(&mut self, command: Command) {
        timeout(PATIENCE, self.connection.command(command)).await.expect("an answer").unwrap();
    }

    async fn deposit(&mut self) {
        self.say(Say::Escrow { step: EscrowStep::Deposit }.at(self.code())).await;
    }

    async fn until<T>(&mut self, look: impl FnMut(&Session) -> Option<T>) -> T {
        timeout(PATIENCE, self.connection.until(look)).await.expect("it happens").unwrap()
    }

    async fn until_bet(&mut self, state: BetState) {
        let code = self.code();
        self.until(|session| session.table(code)?.info.bet.as_ref().filter(|bet| bet.state == state).map(drop)).await;
    }

    /// Rolls when it is this player's turn; how the match ended, if it has.
    async fn roll(&mut self) -> Option<Outcome> {
        let code = self.code();
        let seat = self.connection.session().table(code).unwrap().seat.unwrap();
        let over = self
            .until(|session| {
                let view = session.table(code)?.game.as_ref()?.view_of::<DeathRoll>()?;
                (view.outcome.is_some() || view.turn == seat).then_some(view.outcome)
            })
            .await;
        if over.is_none() {
            self.say(Say::Act { action: to_raw_value(&Action::Roll).unwrap(), at: None }.at(code)).await;
        }
        over
    }

    async fn come_back(&mut self, house: &House) {
        self.visitor = self.visitor.at(&house.base);
        self.connection.drop_connection();
        self.connection.moved(&house.base);
        self.connection.reconnect().await.unwrap();
        timeout(PATIENCE, async {
            while !matches!(self.connection.next().await, Ok((text, _)) if text.contains("snapshot")) {}
        })
        .await
        .expect("a snapshot");
    }

    async fn gold(&self) -> u64 {
        self.visitor.get::<Purse>("/api/me/purse").await.unwrap().balance
    }
}

#[tokio::test]
async fn a_killed_house_goes_on_with_a_bet_and_pays_it_once() {
    let dir = tempfile::tempdir().unwrap();
    let house = open(dir.path());
    let mut people = [Player::new(&house, "Ada").await, Player::new(&house, "Bea").await];
    let wish = OpenTable {
        game: "death-roll".into(),
        // So high that the first roll is not the last.
        options: json!({ "start": 1_000_000 }),
        bet: Some(BetWish { amount: 100, holder: HolderWish::House }),
        ..OpenTable::default()
    };
    let code = people[0].visitor.open_table(&wish).await.unwrap().code;
    for player in &mut people {
        player.follow(code).await;
    }
    people[1].say(Say::Sit { seat: None }.at(code)).await;
    people[0].until_bet(BetState::Depositing).await;
    people[0].deposit().await;

    // Between the two deposits.
    house.kill();
    let house = open(dir.path());
    for player in &mut people {
        player.come_back(&house).await;
    }
    assert_eq!((people[0].gold().await, people[1].gold().await), (900, 1_000));
    people[1].deposit().await;
    people[0].until_bet(BetState::Playing).await;
    assert_eq!(people[0].roll().await, None);
    people[1].until_bet(BetState::Playing).await;

    // In the middle of the game.
    house.kill();
    let house = open(dir.path());
    for player in &mut people {
        player.come_back(&house).await;
        player.until_bet(BetState::Playing).await;
    }
    assert_eq!((people[0].gold().await, people[1].gold().await), (900, 900));
    let outcome = loop {
        if let Some(outcome) = people[1].roll().await {
            break outcome;
        }
        if let Some(outcome) = people[0].roll().await {
            break outcome;
        }
    };
    let winner = outcome.winners().first().expect("a winner").index();
    people[0].until_bet(BetState::Settling).await;

    // Before it is paid.
    house.kill();
    let house = open(dir.path());
    for player in &mut people {
        player.come_back(&house).await;
        player.until_bet(BetState::Paid).await;
    }

    // And after it.
    house.kill();
    let house = open(dir.path());
    for player in &mut people {
        player.come_back(&house).await;
        player.until_bet(BetState::Paid).await;
    }
    assert_eq!(people[winner].gold().await, 1_100);
    assert_eq!(people[1 - winner].gold().await, 900);
    let statement: Statement = people[winner].visitor.get("/api/me/statement").await.unwrap();
    let lines: Vec<_> = statement.lines.iter().map(|line| (line.why, line.amount)).collect();
    assert_eq!(lines, [(Why::Payout, 200), (Why::Deposit, -100), (Why::Welcome, 1_000)]);
    house.kill();
    let store = SqliteStore::open(&dir.path().join("parlor.db")).await.unwrap();
    let audit = store.audit().await.unwrap();
    assert_eq!((audit.out, audit.in_escrow, audit.faults.len()), (2_000, 0, 0), "{audit:?}");
}
