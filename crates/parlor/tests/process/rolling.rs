//! Houses in which people roll dice against bots who do not think, and what commands say about them.

use crate::binary::House;
use parlor_client::native::Visitor;
use parlor_death_roll::{Action, DeathRoll};
use parlor_wire::{
    MatchId, TableCode, TableCommand as Say,
    http::{OpenTable, SeatWish},
};
use serde_json::{json, value::to_raw_value};
use std::{path::Path, process::Output, time::Duration};
use tokio::time::timeout;

/// How long anything may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Opens a house whose bots do not think.
pub fn open(data: &Path, settings: &[(&str, &str)]) -> House {
    let quick = [("PARLOR_TIMES__BOT_THINK_MIN_MS", "0"), ("PARLOR_TIMES__BOT_THINK_MAX_MS", "0")];
    House::open(data, &[&quick, settings].concat())
}

/// What a command said that did its work.
pub fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a command said that refused.
pub fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Rolls against a bot until the match is over, or for so many rolls: its id, and how many rolls were acknowledged.
pub async fn roll(visitor: &Visitor, code: TableCode, most: usize) -> (Option<MatchId>, usize) {
    let mut connection = visitor.connect(parlor_catalog::registry(), "roll").await.unwrap();
    connection.follow(code).await.unwrap();
    let mut rolls = 0;
    while rolls < most {
        let over = connection.until(|session| {
            let table = session.table(code)?;
            let view = table.game.as_ref()?.view_of::<DeathRoll>()?;
            (view.outcome.is_some() || Some(view.turn) == table.seat)
                .then_some((view.outcome.is_some(), table.info.match_id))
        });
        let (over, id) = timeout(PATIENCE, over).await.expect("a turn").unwrap();
        if over {
            return (id, rolls);
        }
        let roll = Say::Act { action: to_raw_value(&Action::Roll).unwrap(), at: None }.at(code);
        timeout(PATIENCE, connection.command(roll)).await.expect("an answer").unwrap();
        rolls += 1;
    }
    (None, rolls)
}

/// A table for a person and a bot.
pub async fn table(visitor: &Visitor) -> TableCode {
    let wish = OpenTable {
        game: "death-roll".into(),
        options: json!({ "start": 1_000_000 }),
        seats: vec![SeatWish::Person, SeatWish::Bot("random".into())],
        ..OpenTable::default()
    };
    visitor.open_table(&wish).await.unwrap().code
}
