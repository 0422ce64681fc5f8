//! One person asks another to a game: who hears what, what is refused, and what comes of it.

use crate::common::{
    Open, Player,
    api::{Asker, account},
    duel, settings, wish,
};
use parlor_battleship::Action;
use parlor_death_roll::DeathRoll;
use parlor_kernel::Seat;
use parlor_wire::{
    BetWish, Command, HolderWish, InvitationEnd, Invitee, Pace, Status, TableCommand,
    http::{Export, MyInvitations, MyTables, OpenTable, SeatWish},
};
use reqwest::Method;
use serde_json::json;

fn hope() -> OpenTable {
    wish("battleship", "hope", vec![])
}

async fn two(open: &Open) -> (Player, Player) {
    (open.player("Ada").await, open.player("Bea").await)
}

#[tokio::test]
async fn an_accepted_invitation_is_a_table_with_both_at_it() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = two(&open).await;
    let options = json!({"timers.turn": 45});
    let wanted = OpenTable { options, ..wish("battleship", "voxel", vec![]) };
    ada.invite("bEA", &wanted).await.unwrap();
    let (sent, got) = (ada.invited().await, bea.invited().await);
    assert_eq!((sent.id, &got.wish, got.pace), (got.id, &wanted, Pace::Live));
    assert_eq!((got.from.name.as_str(), got.to.name.as_str()), ("Ada", "Bea"));
    assert!((1..=60_000).contains(&got.expires_in_ms), "{got:?}");
    bea.command(Command::AcceptInvitation { invitation: got.id }).await.unwrap();
    let table = bea.seated_by(got.id).await;
    assert_eq!(ada.seated_by(got.id).await, table);
    for (player, seat) in [(&mut ada, Seat(0)), (&mut bea, Seat(1))] {
        player.follow(table).await;
        assert_eq!(player.seat(), Some(seat), "the sender has the first seat");
    }
    ada.deploy().await;
    bea.deploy().await;
    let info = ada.info();
    assert_eq!((info.config.as_deref().unwrap()["timers"]["turn"].as_u64(), info.status), (Some(45), Status::Playing));
    let lists: MyInvitations = Asker::stranger(&open).with(ada.visitor.token()).get("/api/invitations").await.json();
    assert!(lists.pending.is_empty());
    assert_eq!((lists.over[0].end, &lists.over[0].wish), (InvitationEnd::Accepted { table }, &wanted));
    assert!(lists.over[0].open);
}

#[tokio::test]
async fn invitations_are_declined_withdrawn_and_run_out() {
    let mut short = settings();
    (short.times.live_invitation_ms, short.times.declined_ms) = (4_000, 0);
    let open = Open::new(short).await;
    let (mut ada, mut bea) = two(&open).await;
    let mut eve = open.player("Eve").await;
    ada.invite("Bea", &hope()).await.unwrap();
    let first = bea.invited().await.id;
    assert_eq!(ada.refused(Command::AcceptInvitation { invitation: first }).await, "not_yours");
    assert_eq!(ada.refused(Command::DeclineInvitation { invitation: first }).await, "not_yours");
    assert_eq!(bea.refused(Command::WithdrawInvitation { invitation: first }).await, "not_yours");
    assert_eq!(eve.refused(Command::AcceptInvitation { invitation: first }).await, "unknown_invitation");
    bea.command(Command::DeclineInvitation { invitation: first }).await.unwrap();
    assert_eq!(ada.over(first).await, InvitationEnd::Declined);
    assert_eq!(bea.refused(Command::AcceptInvitation { invitation: first }).await, "declined");

    ada.invite("Bea", &hope()).await.unwrap();
    let second = ada.invited().await.id;
    ada.command(Command::WithdrawInvitation { invitation: second }).await.unwrap();
    ada.command(Command::WithdrawInvitation { invitation: second }).await.unwrap();
    assert_eq!(bea.over(second).await, InvitationEnd::Withdrawn);
    assert_eq!(bea.refused(Command::AcceptInvitation { invitation: second }).await, "withdrawn");

    ada.invite("Bea", &hope()).await.unwrap();
    let third = bea.invited().await.id;
    assert_eq!(bea.over(third).await, InvitationEnd::Expired);
    assert_eq!(ada.over(third).await, InvitationEnd::Expired);
    assert_eq!(bea.refused(Command::AcceptInvitation { invitation: third }).await, "expired");
    let asker = Asker::stranger(&open).with(bea.visitor.token());
    let lists: MyInvitations = asker.get("/api/invitations").await.json();
    let ends: Vec<_> = lists.over.iter().map(|past| past.end).collect();
    assert_eq!(ends, [InvitationEnd::Expired, InvitationEnd::Withdrawn, InvitationEnd::Declined]);
    let mine: MyTables = asker.get("/api/me/tables").await.json();
    assert!(mine.tables.is_empty(), "no ghost games");
    let export: Export = asker.get("/api/me/export").await.json();
    assert_eq!(export.invitations, lists);
}

#[tokio::test]
async fn whoever_has_just_declined_is_left_in_peace() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = two(&open).await;
    let mut cleo = open.player("Cleo").await;
    ada.invite("Bea", &hope()).await.unwrap();
    let invitation = bea.invited().await.id;
    bea.command(Command::DeclineInvitation { invitation }).await.unwrap();
    for wanted in [hope(), wish("death-roll", "hope", vec![])] {
        assert_eq!(ada.invite_refused("Bea", &wanted).await, "declined_just_now");
    }
    // It concerns only the two: others may still invite her, and she may invite others.
    cleo.invite("Bea", &hope()).await.unwrap();
    ada.invite("Cleo", &hope()).await.unwrap();
    bea.invite("Ada", &hope()).await.unwrap();
    let invitation = ada.latest_from("Bea").await.id;
    bea.command(Command::WithdrawInvitation { invitation }).await.unwrap();
    assert_eq!(ada.invite_refused("Bea", &hope()).await, "declined_just_now", "it was Bea who took that back");
}

#[tokio::test]
async fn what_cannot_be_played_is_refused_at_once() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = two(&open).await;
    let bots = vec![SeatWish::Person, SeatWish::Bot("easy".into())];
    let option = |options| OpenTable { options, ..hope() };
    for (wanted, pace, code) in [
        (wish("chess", "hope", vec![]), Pace::Live, "unknown_game"),
        (wish("battleship", "nope", vec![]), Pace::Live, "unknown_preset"),
        (option(json!({"nope": 1})), Pace::Live, "unknown_option"),
        (wish("battleship", "hope", bots), Pace::Live, "invite_without_bots"),
        (wish("pebbles", "party", vec![]), Pace::Live, "not_for_two"),
        (wish("pong", "solo", vec![]), Pace::Live, "not_for_two"),
        (OpenTable { rated: true, ..wish("battleship", "voxel", vec![]) }, Pace::Live, "rated_needs_account"),
        (wish("pong", "hope", vec![]), Pace::Correspondence, "live_only"),
        (wish("battleship", "voxel", vec![]), Pace::Correspondence, "needs_untimed_rules"),
        (option(json!({"timers.turn": 30})), Pace::Correspondence, "needs_untimed_rules"),
        (wish("death-roll", "hope", vec![]), Pace::Correspondence, "needs_untimed_rules"),
    ] {
        let command = Command::Invite { to: Invitee::Name("Bea".into()), wish: wanted, pace };
        let text = format!("{command:?}");
        assert_eq!(ada.refused(command).await, code, "{text}");
    }
    // A rated game is for accounts on both sides.
    let mut cy = open.member("Cy").await;
    let rated = OpenTable { rated: true, ..wish("battleship", "voxel", vec![]) };
    assert_eq!(cy.invite_refused("Bea", &rated).await, "rated_needs_account");
    let bet = Some(BetWish { amount: 10, holder: HolderWish::House });
    let bet = OpenTable { bet, ..wish("death-roll", "hope", vec![]) };
    let invite = Command::Invite { to: Invitee::Name("Bea".into()), wish: bet, pace: Pace::Live };
    let told = cy.command(invite).await.unwrap_err();
    assert_eq!(told.code(), Some("bet_needs_account"));
    assert!(told.to_string().contains("Bea is a guest, and bets are for accounts"), "{told}");
    assert_eq!(ada.invite_refused("ada", &hope()).await, "not_yourself");
    assert_eq!(ada.invite_refused("Nobody", &hope()).await, "unknown_person");
    assert!(bea.nothing_heard().await, "she heard of none of it");
}

#[tokio::test]
async fn who_is_muted_does_not_invite() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = two(&open).await;
    let path = format!("/api/me/mutes/{}", ada.visitor.me().id);
    let asker = Asker::stranger(&open).with(bea.visitor.token());
    asker.ask(Method::PUT, &path, None).await.is(204);
    assert_eq!(ada.invite_refused("Bea", &hope()).await, "muted");
    assert!(bea.nothing_heard().await);
    asker.delete(&path).await.is(204);
    ada.invite("Bea", &hope()).await.unwrap();
    bea.invited().await;
}

#[tokio::test]
async fn names_mean_somebody_or_nobody() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let (mut first, mut second) = (open.player("Otter").await, open.player("otter").await);
    assert_eq!(ada.invite_refused("OTTER", &hope()).await, "ambiguous_name");
    // Of two with the same name each means the other.
    first.invite("otter", &hope()).await.unwrap();
    assert_eq!(second.invited().await.from.id, first.visitor.me().id);
    // An account has its name to itself, even if a guest was there first.
    let member = open.member("OTTER").await;
    ada.invite("Otter", &hope()).await.unwrap();
    assert_eq!(ada.invited().await.to.id, member.visitor.me().id);
    // A different person by then.
    let asker = Asker::stranger(&open).with(second.visitor.token());
    asker.patch("/api/me", json!({"name": "Marten"})).await.is(200);
    assert_eq!(ada.invite_refused("unknown", &hope()).await, "unknown_person");
    ada.invite("mARTEN", &hope()).await.unwrap();
    assert_eq!(second.latest_from("Ada").await.to.name, "Marten");
    ada.command(Command::Invite { to: Invitee::Id(first.visitor.me().id), wish: hope(), pace: Pace::Live })
        .await
        .unwrap();
    assert_eq!(first.latest_from("Ada").await.to.id, first.visitor.me().id);
}

#[tokio::test]
async fn who_is_away_or_busy_is_reported() {
    let open = Open::new(settings()).await;
    let cy = account(&open, "Cy").await;
    let gone = open.visitor("Gone").await.me().id;
    let (mut ada, mut bea) = duel(&open).await;
    let mut eve = open.player("Eve").await;
    assert_eq!(eve.invite_refused("Cy", &hope()).await, "offline");
    assert_eq!(eve.invite_refused("Gone", &hope()).await, "unknown_person", "guests have names while they are here");
    let guest = |pace| Command::Invite { to: Invitee::Id(gone), wish: hope(), pace };
    assert_eq!(eve.refused(guest(Pace::Live)).await, "offline");
    assert_eq!(eve.refused(guest(Pace::Correspondence)).await, "offline");
    assert_eq!(eve.invite_refused("Bea", &hope()).await, "busy");
    assert_eq!(ada.invite_refused("Eve", &hope()).await, "busy");
    let opponent = Command::Invite { to: Invitee::Name("Bea".into()), wish: hope(), pace: Pace::Live };
    let told = ada.command(opponent).await.expect_err("a refusal").to_string();
    assert!(told.contains("You are playing Bea already"), "{told}");
    // Over days a busy player can be invited, and accounts need not be there.
    eve.invite_over_days("Bea", &hope()).await.unwrap();
    eve.invite_over_days("cy", &hope()).await.unwrap();
    let mut cy = cy.player(&open).await;
    assert_eq!(cy.invited().await.from.name, "Eve", "it waits for them");
    // Afterwards they are free again.
    ada.command(TableCommand::Stand.at(ada.code())).await.unwrap();
    let code = bea.code();
    bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    eve.invite("Bea", &wish("death-roll", "hope", vec![])).await.unwrap();
}

#[tokio::test]
async fn somebody_who_got_busy_meanwhile_does_not_play_two_at_once() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = two(&open).await;
    ada.invite("Bea", &hope()).await.unwrap();
    let invitation = bea.invited().await.id;
    let mut eve = open.player("Eve").await;
    let code = eve.open(&hope()).await;
    bea.sit(code).await;
    bea.begun().await;
    assert_eq!(bea.refused(Command::AcceptInvitation { invitation }).await, "busy");
    bea.command(TableCommand::Stand.at(code)).await.unwrap();
    bea.command(Command::AcceptInvitation { invitation }).await.unwrap();
    assert_eq!(ada.seated_by(invitation).await, bea.seated_by(invitation).await);
}

#[tokio::test]
async fn an_inviter_who_has_gone_is_not_played() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = two(&open).await;
    ada.invite("Bea", &hope()).await.unwrap();
    let invitation = bea.invited().await.id;
    let Player { visitor, connection, .. } = ada;
    drop(connection);
    while open.house.presence.is_listening(visitor.me().id) {
        tokio::task::yield_now().await;
    }
    assert_eq!(bea.refused(Command::AcceptInvitation { invitation }).await, "offline");
    let mut ada = open.connect(visitor, "again").await;
    assert_eq!(ada.invited().await.id, invitation, "it is still there when they come back");
    bea.command(Command::AcceptInvitation { invitation }).await.unwrap();
    assert_eq!(ada.seated_by(invitation).await, bea.seated_by(invitation).await);
}

#[tokio::test]
async fn one_at_a_time_for_each_and_not_too_many() {
    let mut few = settings();
    (few.limits.invitations_sent, few.limits.invitations_received) = (3, 2);
    let open = Open::new(few).await;
    let (mut ada, mut bea) = two(&open).await;
    let mut cy = open.player("Cy").await;
    let mut eve = open.player("Eve").await;
    let roll = wish("death-roll", "hope", vec![]);
    ada.invite("Bea", &hope()).await.unwrap();
    assert_eq!(ada.invite_refused("Bea", &wish("battleship", "voxel", vec![])).await, "already_invited");
    ada.invite("Bea", &roll).await.unwrap();
    ada.invite("Cy", &hope()).await.unwrap();
    assert_eq!(ada.invite_refused("Eve", &hope()).await, "too_many_invitations");
    assert_eq!(eve.invite_refused("Bea", &hope()).await, "too_many_received");
    // A player in a match plays no other: both players' other invitations are withdrawn, live ones only.
    let first = bea.invited().await.id;
    bea.invite("Eve", &roll).await.unwrap();
    let bystander = eve.invited().await.id;
    let over_days = cy.invited().await.id;
    bea.command(Command::AcceptInvitation { invitation: first }).await.unwrap();
    assert_eq!(cy.over(over_days).await, InvitationEnd::Withdrawn);
    assert_eq!(eve.over(bystander).await, InvitationEnd::Withdrawn);
    assert_eq!(cy.refused(Command::AcceptInvitation { invitation: over_days }).await, "withdrawn");
    let lists: MyInvitations = Asker::stranger(&open).with(ada.visitor.token()).get("/api/invitations").await.json();
    assert!(lists.pending.is_empty(), "{lists:?}");
}

#[tokio::test]
async fn nobody_is_flooded() {
    let mut slow = settings();
    slow.limits.invitations_per_minute = 3;
    let open = Open::new(slow).await;
    let mut ada = open.player("Ada").await;
    for _ in 0..3 {
        assert_eq!(ada.invite_refused("Nobody", &hope()).await, "unknown_person");
    }
    assert_eq!(ada.invite_refused("Nobody", &hope()).await, "too_fast");
}

#[tokio::test]
async fn two_who_invite_each_other_play() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = two(&open).await;
    ada.invite("Bea", &wish("death-roll", "hope", vec![])).await.unwrap();
    let invitation = ada.invited().await.id;
    // Another wish is another invitation.
    bea.invite("Ada", &wish("death-roll", "thousand", vec![])).await.unwrap();
    let counter = bea.latest_from("Bea").await.id;
    // The same one, said in another way, is an answer.
    bea.command(Command::WithdrawInvitation { invitation: counter }).await.unwrap();
    let same = OpenTable { game: "death-roll".into(), options: json!({}), ..OpenTable::default() };
    bea.invite("Ada", &same).await.unwrap();
    let table = ada.seated_by(invitation).await;
    assert_eq!(bea.seated_by(invitation).await, table);
    ada.follow(table).await;
    bea.follow(table).await;
    ada.begun().await;
    assert_eq!(ada.seat(), Some(Seat(0)), "the first to ask is the challenger");
    assert_eq!(open.house.directory.len(), 1);
    assert_eq!(ada.view_of::<DeathRoll>().turn, Seat(0));
}

#[tokio::test]
async fn every_connection_of_both_hears_it() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = two(&open).await;
    let again = |player: &Player| player.visitor.with(player.visitor.token());
    let mut ada_too = open.connect(again(&ada), "ada-too").await;
    let mut bea_too = open.connect(again(&bea), "bea-too").await;
    ada.invite("Bea", &hope()).await.unwrap();
    let invitation = ada.invited().await.id;
    for player in [&mut ada_too, &mut bea, &mut bea_too] {
        assert_eq!(player.invited().await.id, invitation);
    }
    // A window that opens later hears of it too.
    let mut late = open.connect(again(&bea), "late").await;
    assert_eq!(late.invited().await.id, invitation);
    late.command(Command::AcceptInvitation { invitation }).await.unwrap();
    let table = ada.seated_by(invitation).await;
    for player in [&mut ada_too, &mut bea, &mut bea_too, &mut late] {
        assert_eq!(player.seated_by(invitation).await, table);
    }
    // Accepting once more from another window changes nothing and leads to the same table.
    bea_too.command(Command::AcceptInvitation { invitation }).await.unwrap();
    assert_eq!(open.house.directory.len(), 1);
}

#[tokio::test]
async fn programs_invite_and_are_invited() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let bot = ada.bot("Robot").await;
    let token = ada.bot_token(&bot, &parlor_wire::http::Scope::ALL).await.token;
    let mut robot = ada.with(token).player(&open).await;
    let mut bea = open.player("Bea").await;
    bea.invite("robot", &hope()).await.unwrap();
    let invitation = robot.invited().await.id;
    robot.command(Command::DeclineInvitation { invitation }).await.unwrap();
    robot.invite("bea", &hope()).await.unwrap();
    let invitation = bea.latest_from("Robot").await.id;
    bea.command(Command::AcceptInvitation { invitation }).await.unwrap();
    let table = robot.seated_by(invitation).await;
    assert_eq!(bea.seated_by(invitation).await, table);
}

#[tokio::test]
async fn games_over_days_wait_for_nobody_and_nobody_loses_by_being_away() {
    let mut hasty = settings();
    (hasty.times.grace_ms, hasty.times.linger_ms) = (50, 50);
    let open = Open::new(hasty.clone()).await;
    let (ada, bea) = (account(&open, "Ada").await, account(&open, "Bea").await);
    let mut player = ada.player(&open).await;
    player.invite_over_days("bea", &hope()).await.unwrap();
    drop(player);
    let mut player = bea.player(&open).await;
    let invitation = player.invited().await;
    assert!(invitation.expires_in_ms > 23 * 3_600_000);
    player.command(Command::AcceptInvitation { invitation: invitation.id }).await.unwrap();
    let table = player.seated_by(invitation.id).await;
    // Ada is not there; it begins all the same, and Bea moves.
    player.follow(table).await;
    player.deploy().await;
    assert_eq!(player.info().pace, Pace::Correspondence);
    let seats = player.info().seats;
    assert!(!seats[0].connected && seats[0].grace_ms.is_none(), "{seats:?}");
    drop(player);
    // A night passes, with a restart in it.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let open = open.restart(hasty).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let (ada, bea) = (ada.at(&open), bea.at(&open));
    let mine: MyTables = ada.get("/api/me/tables").await.is(200).json();
    assert_eq!((mine.tables[0].my_turn, mine.tables[0].table.status), (true, Status::Playing));
    let theirs: MyTables = bea.get("/api/me/tables").await.is(200).json();
    assert!(!theirs.tables[0].my_turn);
    let mut player = ada.player(&open).await;
    player.follow(table).await;
    player.act(&Action::AutoPlace).await.unwrap();
    player.act(&Action::Ready).await.unwrap();
    player.fire().await.unwrap();
    let theirs: MyTables = bea.get("/api/me/tables").await.is(200).json();
    assert!(theirs.tables[0].my_turn);
}

#[tokio::test]
async fn what_waits_for_an_answer_waits_on_after_a_restart() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = two(&open).await;
    ada.invite("Bea", &hope()).await.unwrap();
    let before = bea.invited().await;
    let (ada, bea) = (ada.visitor, bea.visitor);
    let open = open.restart(settings()).await;
    let mut ada = open.connect(ada.at(&open.base), "ada").await;
    let mut bea = open.connect(bea.at(&open.base), "bea").await;
    let after = bea.invited().await;
    assert_eq!((after.id, &after.wish), (before.id, &before.wish));
    assert!(after.expires_in_ms < before.expires_in_ms, "its time goes on");
    assert_eq!(ada.invite_refused("bea", &hope()).await, "already_invited");
    bea.command(Command::AcceptInvitation { invitation: after.id }).await.unwrap();
    assert_eq!(ada.seated_by(after.id).await, bea.seated_by(after.id).await);
}

#[tokio::test]
async fn nobody_waits_for_people_who_are_gone_for_good() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = two(&open).await;
    let mut cy = open.player("Cy").await;
    ada.invite("Bea", &hope()).await.unwrap();
    cy.invite("Ada", &hope()).await.unwrap();
    let (sent, got) = (bea.invited().await.id, cy.invited().await.id);
    let asker = Asker::stranger(&open).with(ada.visitor.token());
    asker.ask(reqwest::Method::DELETE, "/api/me", Some(json!({}))).await.is(204);
    assert_eq!(bea.over(sent).await, InvitationEnd::Withdrawn);
    assert_eq!(cy.over(got).await, InvitationEnd::Declined);
    assert_eq!(bea.refused(Command::AcceptInvitation { invitation: sent }).await, "unknown_invitation");
    assert_eq!(open.house.directory.len(), 0);
}
