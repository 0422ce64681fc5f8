//! A spectator who comes by link.

use crate::{
    person::{Person, Weather},
    screen::Screen,
    stage::Stage,
};

#[tokio::test(flavor = "multi_thread")]
async fn join_by_link_and_spectate() {
    let stage = Stage::with_quick_bots();
    let ada = stage.person("Ada", Screen::DESK).await;
    let bea = stage.person("Bea", Screen::DESK).await;
    let cleo = stage.person("Cleo", Screen::PHONE).await;
    for person in [&ada, &bea, &cleo] {
        person.visit("/").await;
        person.introduces_themselves().await;
    }
    let code = ada.opens_a_table("hope", "private", "seat-person").await;
    bea.joins_by_code(&code).await;
    for person in [&ada, &bea] {
        person.lays_out_at_random().await;
        person.press("fleet-ready").await;
    }
    cleo.visit(&format!("/t/{code}")).await;
    cleo.see("board").await;
    ada.reads_in("spectators", "1 person watches").await;
    a_shot_is_seen_but_no_ship_is(&ada, &bea, &cleo).await;

    for person in [&ada, &bea, &cleo] {
        person.has_a_calm_console(Weather::Fair).await;
    }
}

/// Ada or Bea fires; Cleo sees where, and nothing of what is hidden from the other side.
async fn a_shot_is_seen_but_no_ship_is(ada: &Person, bea: &Person, cleo: &Person) {
    let ada_begins = ada.until("a first turn", async || {
        let (hers, others) = (ada.status().await, bea.status().await);
        Ok((hers.contains("Your turn") || others.contains("Your turn")).then(|| hers.contains("Your turn")))
    });
    let (shooter, side) = if ada_begins.await { (ada, "enemy") } else { (bea, "own") };
    shooter.fires_at("E5").await;
    let found = shooter.waters("enemy").await["E5"].clone();
    cleo.sees_at(side, "E5", &found).await;
    for side in ["own", "enemy"] {
        let unseen = cleo.waters(side).await.into_values().filter(|word| word == "unknown").count();
        assert!(unseen >= 99, "Cleo sees no ships");
    }
}
