//! What the tests of bets share.

use crate::common::{Open, Player, wish};
use parlor_death_roll::Action;
use parlor_kernel::Seat;
use parlor_server::Settings;
use parlor_store::Audit;
use parlor_wire::{
    BetInfo, BetState, BetWish, Command, EscrowStep, HolderWish, TableCode, TableCommand,
    http::{OpenTable, Profile, Purse, Statement},
};
use serde_json::json;

/// Settings for tests, without daily presents: what people have tells how they bet.
pub fn settings() -> Settings {
    let mut settings = crate::common::settings();
    settings.gold.daily = 0;
    settings
}

/// A Death Roll for gold, so high that the first roll is not the last.
pub fn for_gold(amount: u32, holder: HolderWish) -> OpenTable {
    OpenTable {
        options: json!({ "start": 1_000_000 }),
        bet: Some(BetWish { amount, holder }),
        ..wish("death-roll", "hope", vec![])
    }
}

impl Player {
    pub fn bet(&mut self) -> BetInfo {
        *self.info().bet.expect("a bet")
    }

    /// Waits until the bet has come that far.
    pub async fn until_bet(&mut self, state: BetState) -> BetInfo {
        let code = self.code();
        self.until(|session| session.table(code)?.info.bet.as_deref().filter(|bet| bet.state == state).cloned()).await
    }

    /// What it takes to do something about the bet.
    pub fn bet_command(&self, step: EscrowStep) -> Command {
        TableCommand::Escrow { step }.at(self.code())
    }

    pub async fn escrow(&mut self, step: EscrowStep) {
        let command = self.bet_command(step);
        self.command(command).await.unwrap();
    }

    /// The code of the refusal that a step must get.
    pub async fn bet_refused(&mut self, step: EscrowStep) -> String {
        let command = self.bet_command(step);
        self.refused(command).await
    }

    pub async fn dispute(&mut self) {
        self.escrow(EscrowStep::Dispute { reason: "The die looked odd".into() }).await;
    }

    pub async fn purse(&self) -> Purse {
        self.visitor.get("/api/me/purse").await.unwrap()
    }

    pub async fn gold(&self) -> u64 {
        self.purse().await.balance
    }

    pub async fn statement(&self) -> Statement {
        self.visitor.get("/api/me/statement").await.unwrap()
    }

    pub async fn profile(&self) -> Profile {
        self.visitor.get(&format!("/api/people/{}", self.visitor.me().id)).await.unwrap()
    }

    pub async fn stand(&mut self) {
        let table = self.code();
        self.command(TableCommand::Stand.at(table)).await.unwrap();
    }

    pub async fn roll(&mut self) {
        self.act(&Action::Roll).await.unwrap();
    }

    pub async fn surrender(&mut self) {
        self.act(&Action::Surrender).await.unwrap();
    }
}

/// Looks through the ledger, which must hold.
pub async fn audited(open: &Open) -> Audit {
    let audit = open.house.store.audit().await.unwrap();
    assert!(audit.faults.is_empty(), "{audit:?}");
    audit
}

/// Ada and Bea at a table with a bet of 100 that the house holds; neither has put it in.
pub async fn seated(open: &Open) -> (Player, Player) {
    let (mut ada, mut bea) = (open.member("Ada").await, open.member("Bea").await);
    let code = ada.open(&for_gold(100, HolderWish::House)).await;
    bea.sit(code).await;
    ada.until_bet(BetState::Depositing).await;
    (ada, bea)
}

/// Both put it in, and the match begins.
pub async fn both_deposit(ada: &mut Player, bea: &mut Player) {
    ada.escrow(EscrowStep::Deposit).await;
    bea.escrow(EscrowStep::Deposit).await;
    ada.until_bet(BetState::Playing).await;
    bea.until_bet(BetState::Playing).await;
    ada.begun().await;
    bea.begun().await;
}

/// Ada and Bea in a match for 100 each.
pub async fn playing(open: &Open) -> (Player, Player) {
    let (mut ada, mut bea) = seated(open).await;
    both_deposit(&mut ada, &mut bea).await;
    (ada, bea)
}

/// A match that Ada has lost to Bea, and that is not paid yet.
pub async fn settling(open: &Open) -> (Player, Player) {
    let (mut ada, mut bea) = playing(open).await;
    lose(&mut ada, &mut bea).await;
    (ada, bea)
}

/// Ada rolls once, and gives up when it is her turn again or at once.
pub async fn lose(ada: &mut Player, bea: &mut Player) {
    ada.surrender().await;
    let bet = bea.until_bet(BetState::Settling).await;
    assert_eq!(bet.winners, [Seat(1)]);
    ada.until_bet(BetState::Settling).await;
}

/// Cid, who holds the bet between Ada and Bea.
pub async fn held(open: &Open) -> (Player, Player, Player) {
    let (mut ada, mut bea) = (open.member("Ada").await, open.member("Bea").await);
    let mut cid = open.member("Cid").await;
    let code = ada.open(&for_gold(100, HolderWish::Person)).await;
    bea.sit(code).await;
    take_the_holders_seat(&mut cid, code).await;
    ada.until_bet(BetState::Depositing).await;
    (ada, bea, cid)
}

pub async fn take_the_holders_seat(cid: &mut Player, code: TableCode) {
    cid.follow(code).await;
    cid.escrow(EscrowStep::Hold).await;
}
