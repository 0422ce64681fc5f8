//! Purses and statements over HTTP.

use crate::{
    bets::kit::seated,
    common::{
        Open,
        api::{Asker, account},
        settings,
    },
};
use parlor_store::{Leg, Till, Transfer, Why, Write};
use parlor_wire::{
    EscrowId, EscrowStep, TableCode,
    http::{Export, Purse, Statement},
};
use serde_json::json;

fn to_a_box(user: parlor_wire::UserId, key: u32, amount: i64) -> Write {
    let table: TableCode = "K7QX2M".parse().unwrap();
    let legs = vec![
        Leg { till: Till::Purse(user), amount: -amount },
        Leg { till: Till::Escrow { bet: EscrowId(1), table }, amount },
    ];
    Write::Transfer(Transfer { key: format!("test:{key}"), why: Why::Deposit, at: u64::from(key), legs })
}

#[tokio::test]
async fn accounts_are_welcomed_once_and_helped_every_day() {
    let mut generous = settings();
    (generous.gold.welcome, generous.gold.daily, generous.gold.ceiling) = (500, 30, 520);
    let open = Open::new(generous).await;
    let ada = account(&open, "Ada").await;
    let purse: Purse = ada.get("/api/me/purse").await.is(200).json();
    // Welcome, and what fits of the day's present.
    assert_eq!((purse.balance, purse.daily.amount, purse.daily.ceiling), (520, 30, 520));
    let day = 24 * 3_600_000;
    assert_eq!(purse.daily.next_at % day, 0, "midnight");
    for _ in 0..3 {
        let again: Purse = ada.get("/api/me/purse").await.is(200).json();
        assert_eq!(again, purse);
    }
    let user = ada.me().await.id;
    open.house.store.write(vec![to_a_box(user, 1, 500)]).await.unwrap();
    let poor: Purse = ada.get("/api/me/purse").await.is(200).json();
    assert_eq!(poor.balance, 20, "not twice on one day");
    let guest = Asker::stranger(&open);
    let welcome: parlor_wire::http::Welcome = guest.post("/api/guest", json!({})).await.is(201).json();
    for path in ["/api/me/purse", "/api/me/statement"] {
        assert_eq!(guest.with(&welcome.token).get(path).await.refusal(), (403, "account_needed".into()));
    }
    assert!(open.house.store.audit().await.unwrap().faults.is_empty());
}

#[tokio::test]
async fn nobody_gets_more_by_hiding_gold_in_a_box() {
    let open = Open::new(settings()).await;
    let (mut ada, _bea) = seated(&open).await;
    ada.escrow(EscrowStep::Deposit).await;
    assert_eq!(ada.gold().await, 900, "with what she has put in she has enough");
    ada.escrow(EscrowStep::Cancel).await;
    assert_eq!(ada.gold().await, 1_000);
}

#[tokio::test]
async fn statements_come_in_pages_and_are_exported_whole() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    ada.get("/api/me/purse").await.is(200);
    let user = ada.me().await.id;
    open.house.store.write((0..150).map(|key| to_a_box(user, key, 2)).collect()).await.unwrap();
    let (mut before, mut lines) = (String::new(), Vec::new());
    loop {
        let page: Statement = ada.get(&format!("/api/me/statement{before}")).await.is(200).json();
        assert!(page.lines.len() <= 50);
        lines.extend(page.lines);
        let Some(next) = page.next else { break };
        before = format!("?before={next}");
    }
    assert_eq!(lines.len(), 151);
    assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.id)));
    for (line, older) in lines.iter().zip(&lines[1..]) {
        assert_eq!(line.balance as i64, older.balance as i64 + line.amount, "{line:?}");
    }
    let export: Export = ada.get("/api/me/export").await.is(200).json();
    assert_eq!(export.gold, lines);
    assert_eq!(ada.get("/api/me/statement?before=soon").await.refusal().0, 400);
}
