//! Bets over the addon door: agreed on, disputed, held and decided.

use crate::{
    addon::client::Addon,
    addon::turns::roll,
    common::{
        Open,
        api::{Asker, account},
        settings,
    },
};
use parlor_wire::addon::talk::End;

async fn addon(open: &Open, asker: &Asker) -> Addon {
    Addon::with_token(open, asker.token.as_deref().unwrap()).await
}

#[tokio::test]
async fn two_accounts_roll_for_gold() {
    let open = Open::new(settings()).await;
    let (one, two) = (account(&open, "Ada").await, account(&open, "Bea").await);
    let (mut ada, mut bea) = (addon(&open, &one).await, addon(&open, &two).await);
    ada.say("GINV:1:DEATH_ROLL::PLAYER|Bea|start=1000000|bet=50").await;
    let invited = bea.until_line("GINV:1:DEATH_ROLL:").await;
    assert!(invited.contains("FROM|Ada|") && invited.contains("|bet=50|"), "{invited}");
    let id = invited.split(':').nth(3).unwrap();
    bea.say(&format!("GACC:1:DEATH_ROLL:{id}:")).await;
    for addon in [&mut ada, &mut bea] {
        addon.accepted("DEATH_ROLL").await;
    }
    ada.send("GSTA", "DEPOSIT").await;
    bea.heard("GSTA", "STAKE|DEPOSITING|50|50|").await;
    bea.send("GSTA", "DEPOSIT").await;
    let (ours, theirs) = tokio::join!(roll(&mut ada, 1), roll(&mut bea, 2));
    let won = matches!(ours, End::Win { .. });
    assert_ne!(won, matches!(theirs, End::Win { .. }));
    let (winner, loser) = if won { (&mut ada, &mut bea) } else { (&mut bea, &mut ada) };
    loser.heard("GSTA", "STAKE|SETTLING|50|100|").await;
    loser.send("GSTA", "AGREE").await;
    winner.heard("GSTA", "STAKE|PAID|50|").await;
    winner.heard("GSTA", if won { "PAID|1" } else { "PAID|2" }).await;
}

#[tokio::test]
async fn a_person_holds_a_bet_and_decides_a_dispute() {
    let open = Open::new(settings()).await;
    let (one, two, three) = (account(&open, "Ada").await, account(&open, "Bea").await, account(&open, "Cid").await);
    let mut ada = addon(&open, &one).await;
    let mut bea = addon(&open, &two).await;
    let mut cid = addon(&open, &three).await;
    ada.invite("DEATH_ROLL", "PRIVATE|start=1000000|bet=50|holder=person").await;
    let code = ada.code.clone();
    bea.join("DEATH_ROLL", &code).await;
    bea.send("GSYNC", "").await;
    bea.heard("GSTA", "HOLDER_WANTED").await;
    // The holder of the bet has not been here before, and hears of the table from now on.
    (cid.game, cid.code) = ("DEATH_ROLL", code);
    cid.send("GSTA", "HOLD").await;
    for addon in [&mut ada, &mut bea, &mut cid] {
        let told = addon.heard("GSTA", "HOLDER|").await;
        assert!(told.ends_with(":HOLDER|Cid|0|0|0"), "{told}");
    }
    for addon in [&mut ada, &mut bea] {
        addon.send("GSTA", "DEPOSIT").await;
    }
    for addon in [&mut ada, &mut bea] {
        addon.begun().await;
    }
    ada.send("GMOV", "SURRENDER").await;
    ada.heard("GSTA", "STAKE|SETTLING|50|100|").await;
    ada.send("GSTA", "DISPUTE|The die\\: odd").await;
    cid.heard("GSTA", "STAKE|DISPUTED|50|100|").await;
    cid.heard("GSTA", "DISPUTED|1|The die\\: odd").await;
    cid.send("GSTA", "AWARD|2").await;
    for addon in [&mut ada, &mut bea, &mut cid] {
        addon.heard("GSTA", "STAKE|PAID|50|0|").await;
        addon.heard("GSTA", "PAID|2").await;
    }
    // All of it is told to those who come later.
    ada.send("GSYNC", "").await;
    ada.heard("GSTA", "HOLDER|Cid|").await;
    ada.heard("GSTA", "DISPUTED|1|").await;
    ada.heard("GSTA", "PAID|2").await;
    // The next bet is another one; called off, everyone hears why.
    for addon in [&mut ada, &mut bea] {
        addon.send("GSTA", "DEPOSIT").await;
    }
    bea.begun().await;
    bea.send("GSTA", "CALL_OFF").await;
    ada.heard("GSTA", "REFUNDED|cancelled").await;
}

#[tokio::test]
async fn an_account_gets_what_it_is_due_by_this_door_too() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let user = ada.me().await.id;
    let mut bea = addon(&open, &ada).await;
    bea.until_line("GSTA:1:::HELLO|").await;
    assert!(open.house.store.purse(user, 0).await.unwrap().welcomed);
}
