//! Coming to a table and going from it.

use crate::{
    addon::client::Addon,
    common::{Open, settings, wish},
};
use parlor_wire::{Occupant, TableCommand};

#[tokio::test]
async fn an_addon_that_gets_no_seat_hears_nothing_of_the_table() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    let code = ada.open(&wish("death-roll", "hope", vec![])).await;
    bea.sit(code).await;
    let mut cid = Addon::enter(&open, "Cid").await;
    (cid.game, cid.code) = ("DEATH_ROLL", code.to_string());
    cid.send("GACC", "").await;
    assert_eq!(cid.error().await, "match_running");
    ada.command(TableCommand::Chat { text: "just us".into(), room: None }.at(code)).await.unwrap();
    bea.until(|session| session.table(code)?.chat.last().map(drop)).await;
    // What the house has told by now comes before its next answer.
    cid.say("GDEC:1:PONG::").await;
    assert_eq!(cid.error().await, "no_invitation");
    let about = format!(":DEATH_ROLL:{code}:");
    let heard: Vec<_> = cid.lines.iter().filter(|line| line.contains(&about)).collect();
    assert!(heard.len() == 1 && heard[0].contains("match_running"), "{heard:?}");
}

#[tokio::test]
async fn an_addon_that_leaves_and_comes_back_in_one_message_sits() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("DEATH_ROLL", "PRIVATE").await;
    let code = ada.code.parse().unwrap();
    let mut bea = open.player("Bea").await;
    bea.sit(code).await;
    ada.begun().await;
    ada.say(&format!("GEND:1:DEATH_ROLL:{code}:LEAVE\nGACC:1:DEATH_ROLL:{code}:")).await;
    ada.heard("GSTA", "IDLE|You have left the table.").await;
    ada.synced().await;
    let told = ada.lines.iter().rfind(|line| line.contains(":WAITING|")).expect("how the table stands");
    assert!(told.ends_with(":WAITING|1|Bea"), "{told}");
    let sits = |occupant: &Occupant| matches!(occupant, Occupant::Person { name, .. } if name == "Ada");
    bea.until(|session| {
        let seat = &session.table(code)?.info.seats[0];
        (sits(&seat.occupant) && seat.connected).then_some(())
    })
    .await;
}
