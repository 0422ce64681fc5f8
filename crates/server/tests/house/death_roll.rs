//! Death Roll over real sockets.

use crate::common::{Open, Player, bot, settings, wish};
use parlor_death_roll::{Action, DeathRoll, View};
use parlor_kernel::{Duel, Reason, Record, Seat};
use parlor_wire::http::SeatWish;
use serde_json::json;

/// Rolls whenever it can, until the match is over.
async fn roll_to_the_end(player: &mut Player) {
    let seat = player.seat().expect("seated");
    let on_turn = |view: &View| match view.outcome {
        Some(_) => Some(false),
        None => (view.turn == seat).then_some(true),
    };
    while player.until_view_of::<DeathRoll, _>(on_turn).await {
        player.act(&Action::Roll).await.unwrap();
    }
    let code = player.code();
    player.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
}

/// The log of the match at a player's table.
async fn log(player: &mut Player) -> Record {
    let id = player.info().match_id.expect("a match");
    let text = player.visitor.get_text(&format!("/api/matches/{id}/log")).await.unwrap();
    Record::from_text(&text).unwrap()
}

#[tokio::test]
async fn two_people_add_salt_and_roll_to_the_end() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    // So high that the first roll is not the last.
    let mut wish = wish("death-roll", "hope", vec![]);
    wish.options = json!({ "start": 1_000_000 });
    let code = ada.open(&wish).await;
    bea.sit(code).await;
    ada.begun().await;
    bea.begun().await;

    bea.act(&Action::Salt { salt: 4_711 }).await.unwrap();
    let again = bea.act_command(&Action::Salt { salt: 4_712 });
    assert_eq!(bea.refused(again).await, "already_salted");
    let early = bea.act_command(&Action::Roll);
    assert_eq!(bea.refused(early).await, "not_your_turn");
    ada.until_view_of::<DeathRoll, _>(|view| (view.salts == [None, Some(4_711)]).then_some(())).await;
    ada.act(&Action::Roll).await.unwrap();
    let late = ada.act_command(&Action::Salt { salt: 1 });
    assert_eq!(ada.refused(late).await, "already_rolling");

    tokio::join!(roll_to_the_end(&mut ada), roll_to_the_end(&mut bea));
    let view = ada.view_of::<DeathRoll>();
    assert_eq!(view, bea.view_of::<DeathRoll>());
    let last = *view.rolls.last().expect("a roll");
    let outcome = view.outcome.expect("a result");
    assert_eq!((last.rolled, outcome.reason), (1, Reason::Completed));
    assert_eq!(outcome.winners().first(), Some(Duel::other(last.seat)));

    let record = log(&mut ada).await;
    let game = crate::common::registry().game("death-roll").unwrap().clone();
    game.verify(record).unwrap();
}

#[tokio::test]
async fn a_bot_rolls_from_a_million_without_a_clock() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let mut wish = wish("death-roll", "thousand", vec![SeatWish::Person, bot("easy")]);
    wish.options = json!({ "start": 1_000_000 });
    ada.open(&wish).await;
    ada.begun().await;
    let view = ada.view_of::<DeathRoll>();
    assert_eq!((view.max, view.turn, view.deadline), (1_000_000, Seat(0), None));
    roll_to_the_end(&mut ada).await;
    assert_eq!(ada.view_of::<DeathRoll>().outcome.expect("a result").reason, Reason::Completed);
}

#[tokio::test]
async fn whoever_hesitates_rolls_all_the_same() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    let mut wish = wish("death-roll", "hope", vec![]);
    wish.options = json!({ "roll_seconds": 5, "start": 1_000_000 });
    let code = ada.open(&wish).await;
    bea.sit(code).await;
    let rolled = bea.until_view_of::<DeathRoll, _>(|view| view.rolls.first().copied()).await;
    assert_eq!((rolled.seat, rolled.max), (Seat(0), 1_000_000));
}
