//! Tables with a bet that are closed by order.

use crate::{
    bets::kit::{audited, playing, settings},
    common::{
        Open, eventually,
        gated::{Gated, Moment},
    },
};
use parlor_store::{Closing, SqliteStore, Store, Write, Writes};
use std::{sync::Arc, time::Duration};

#[tokio::test]
async fn an_order_to_close_a_table_waits_until_the_gold_of_all_tables_is_looked_after() {
    let open = Open::new(settings()).await;
    let (ada, bea) = playing(&open).await;
    let code = ada.code();
    let dir = open.stop().await;
    let store = Arc::new(Gated::new(SqliteStore::open(&dir.path().join("parlor.db")).await.unwrap()));
    let closing = Closing { code, reason: "It is late.".into() };
    store.write(vec![Write::OrderClosing { closing, at: 1 }]).await.unwrap();
    // The first try to close it fails: the table lives on with its bet.
    store.fail(|moment| moment.writes(|write| matches!(write, Write::DropTable { .. })));
    let gate = store.hold(1, |moment| matches!(moment, Moment::EscrowsRead));
    let opening = tokio::spawn(Open::on(dir, Arc::clone(&store) as Arc<dyn Store>, settings()));
    gate.reached().await;
    // Long enough for a house that carries out orders already.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(store.is_armed(), "no table is closed before the house has opened");
    gate.open();
    let open = opening.await.unwrap();
    eventually(async || open.is_closed_by_order(code).await).await;
    assert_eq!(audited(&open).await.in_escrow, 0);
    for player in [ada, bea] {
        let user = player.visitor.me().id;
        assert_eq!(open.house.store.purse(user, 0).await.unwrap().balance, 1_000);
    }
    open.restart(settings()).await;
}
