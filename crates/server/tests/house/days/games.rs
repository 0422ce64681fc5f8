//! How many games over days there may be, that they survive, and that invitations to them do not wait for ever.

use crate::{
    common::{
        Open,
        api::{Asker, account},
        eventually,
        invited::invite,
        settings,
    },
    days::game,
    days::leave,
    days::pass,
    days::words,
};
use parlor_wire::{
    Command, InvitationEnd, Pace, Status,
    http::{MyInvitations, MyTables},
};
use std::time::Duration;

/// Ten games go on after the house has fallen, each where it was.
#[tokio::test]
async fn ten_games_survive_the_fall_of_the_house() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let mut games = Vec::new();
    for n in 0..10 {
        let other = account(&open, &format!("Player {n}")).await;
        let table = game(&open, &ada, &other).await;
        // In half of them it is the other's turn.
        if n % 2 == 0 {
            pass(&open, &ada, table).await;
        }
        games.push((table, other, n % 2 == 0));
    }
    // An eleventh is one too many, from either side.
    let mut late = account(&open, "Late").await.player(&open).await;
    assert_eq!(late.refused(invite("ada", &words(), Pace::Correspondence)).await, "too_many_games");

    let open = open.fall(settings()).await;
    let ada = ada.at(&open);
    let mine: MyTables = ada.get("/api/me/tables").await.is(200).json();
    assert_eq!(mine.tables.len(), 10);
    assert!(mine.tables.is_sorted_by_key(|mine| !mine.my_turn), "those first that wait for Ada");
    for (table, other, is_theirs) in games {
        let found = mine.tables.iter().find(|mine| mine.table.code == table).expect("the table is there");
        assert_eq!((found.my_turn, found.table.status), (!is_theirs, Status::Playing));
        let mover = if is_theirs { other.at(&open) } else { ada.clone() };
        pass(&open, &mover, table).await;
        // Where Ada had passed before, that was the second pass in a row: the game is over.
        let mine: MyTables = ada.get("/api/me/tables").await.is(200).json();
        let found = mine.tables.iter().find(|mine| mine.table.code == table);
        let status = found.map(|mine| (mine.my_turn, mine.table.status));
        let goes_on = status.is_some_and(|(_, status)| status == Status::Playing);
        assert_eq!(goes_on, !is_theirs, "{status:?}");
    }
}

#[tokio::test]
async fn two_people_have_one_game_of_a_kind_with_each_other() {
    let open = Open::new(settings()).await;
    let (ada, bea) = (account(&open, "Ada").await, account(&open, "Bea").await);
    let table = game(&open, &ada, &bea).await;
    let mut player = ada.player(&open).await;
    assert_eq!(player.refused(invite("bea", &words(), Pace::Correspondence)).await, "already_playing");
    // Of another kind there may be one, too.
    let battleship = crate::common::wish("battleship", "hope", vec![]);
    player.invite_over_days("bea", &battleship).await.unwrap();
    leave(player).await;
    // Once it is over there may be another.
    pass(&open, &ada, table).await;
    pass(&open, &bea, table).await;
    let mut player = ada.player(&open).await;
    player.invite_over_days("bea", &words()).await.unwrap();
}

/// The clock of this test is put forward by a day.
#[tokio::test]
async fn an_invitation_over_days_expires_after_a_day() {
    let open = Open::new(settings()).await;
    let (ada, bea) = (account(&open, "Ada").await, account(&open, "Bea").await);
    let mut player = ada.player(&open).await;
    player.invite_over_days("bea", &words()).await.unwrap();
    let id = player.invited().await.id;
    leave(player).await;
    let forward = async |time: Duration| {
        tokio::time::pause();
        tokio::time::advance(time).await;
        tokio::time::resume();
    };
    // Connections from before have timed out with it.
    let seen = async || -> MyInvitations {
        let bea = Asker::stranger(&open).with(bea.token.clone().unwrap());
        bea.get("/api/invitations").await.is(200).json()
    };
    forward(Duration::from_secs(24 * 3600 - 60)).await;
    let before = seen().await;
    assert_eq!(before.pending.iter().map(|one| one.id).collect::<Vec<_>>(), [id], "nearly a day has passed");
    forward(Duration::from_secs(61)).await;
    eventually(async || {
        let seen = seen().await;
        seen.pending.is_empty() && seen.over.iter().any(|one| one.id == id && one.end == InvitationEnd::Expired)
    })
    .await;
    let mut player = bea.player(&open).await;
    assert_eq!(player.refused(Command::AcceptInvitation { invitation: id }).await, "expired");
}
