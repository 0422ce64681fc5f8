//! Invitations over the addon door, to and from people at other doors.

use crate::{
    addon::client::Addon,
    common::{Open, api::account, settings},
};
use parlor_wire::{
    Command, InvitationEnd,
    addon::{Body, talk::Invite},
};
use serde_json::json;

/// Waits for an invitation and gives back its id, whose it is, and what was wished for.
async fn invited(addon: &mut Addon) -> (String, String, Vec<String>) {
    addon
        .until(|frame| match &frame.body {
            Body::Invite(Invite::From { name, settings, .. } | Invite::Sent { name, settings, .. }) => {
                let settings = settings.iter().map(|one| format!("{}={}", one.name, one.value)).collect();
                Some((frame.id.to_string(), name.clone(), settings))
            }
            _ => None,
        })
        .await
}

#[tokio::test]
async fn an_addon_invites_somebody_in_a_browser() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    let mut bea = open.player("Bea").await;
    ada.say("GINV:1:DEATH_ROLL::PLAYER|bEA|start=777").await;
    let (id, to, wishes) = invited(&mut ada).await;
    assert_eq!((to.as_str(), wishes), ("Bea", vec!["preset=hope".to_owned(), "start=777".to_owned()]));
    let got = bea.invited().await;
    assert_eq!((got.id.to_string(), got.wish.options.clone()), (id.clone(), json!({"start": 777})));
    bea.command(Command::AcceptInvitation { invitation: got.id }).await.unwrap();
    let table = bea.seated_by(got.id).await;
    let accepted = ada.until_line("GACC:1:DEATH_ROLL:").await;
    assert_eq!(accepted, format!("GACC:1:DEATH_ROLL:{table}:{id}"));
    (ada.game, ada.code) = ("DEATH_ROLL", table.to_string());
    bea.follow(table).await;
    ada.heard("GSTA", "PLAYING|1|Bea").await;
    ada.heard("GMOV", "MAX|777").await;
    ada.send("GMOV", "1|777").await;
    bea.until_view_of::<parlor_death_roll::DeathRoll, _>(|view| view.rolls.first().copied()).await;
}

#[tokio::test]
async fn somebody_in_a_browser_invites_an_addon() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    let mut bea = open.player("Bea").await;
    let wish = crate::common::wish("tetris", "challenge", vec![]);
    bea.invite("Ada", &wish).await.unwrap();
    let (id, from, wishes) = invited(&mut ada).await;
    assert_eq!((from.as_str(), wishes), ("Bea", vec!["preset=challenge".to_owned()]));
    ada.say(&format!("GACC:1:SCORE_TETRIS:{id}:")).await;
    ada.accepted("SCORE_TETRIS").await;
    let sent = bea.invited().await.id;
    let table = bea.seated_by(sent).await;
    assert_eq!(table.to_string(), ada.code);
    bea.follow(table).await;
    assert_eq!(ada.begun().await, 2);
}

#[tokio::test]
async fn invitations_come_to_nothing_in_every_way() {
    let mut short = settings();
    (short.times.live_invitation_ms, short.times.declined_ms) = (10_000, 0);
    let open = Open::new(short).await;
    let (mut ada, mut bea) = (Addon::enter(&open, "Ada").await, Addon::enter(&open, "Bea").await);
    // Declined as HopeAddon does it, without an id.
    ada.say("GINV:1:PONG::PLAYER|Bea").await;
    let (id, ..) = invited(&mut bea).await;
    bea.say("GDEC:1:TETRIS::").await;
    assert_eq!(bea.error().await, "no_invitation");
    bea.say("GDEC:1:PONG::").await;
    ada.until_line(&format!("GDEC:1:PONG:{id}:DECLINED")).await;
    // Taken back.
    ada.say("GINV:1:PONG::PLAYER|Bea").await;
    let (id, ..) = invited(&mut bea).await;
    ada.say(&format!("GDEC:1:PONG:{id}:WITHDRAW")).await;
    bea.until_line(&format!("GDEC:1:PONG:{id}:WITHDRAWN")).await;
    bea.say(&format!("GACC:1:PONG:{id}:")).await;
    assert_eq!(bea.error().await, "withdrawn");
    // All of them, without an id.
    ada.say("GINV:1:PONG::PLAYER|Bea").await;
    let (id, ..) = invited(&mut bea).await;
    ada.until_line(&format!("GINV:1:PONG:{id}")).await;
    ada.say("GDEC:1:::WITHDRAW").await;
    bea.until_line("GDEC:1:PONG:").await;
    // Run out.
    ada.say("GINV:1:PONG::PLAYER|Bea").await;
    let (id, ..) = invited(&mut bea).await;
    bea.until_line(&format!("GDEC:1:PONG:{id}:EXPIRED")).await;
    bea.say(&format!("GACC:1:PONG:{id}:")).await;
    assert_eq!(bea.error().await, "expired");
    // An unknown name, oneself, a player who is gone, a player in a match.
    for (who, code) in [("Nemo", "unknown_person"), ("Ada", "not_yourself")] {
        ada.say(&format!("GINV:1:PONG::PLAYER|{who}")).await;
        assert_eq!(ada.error().await, code);
    }
    account(&open, "Gone").await;
    ada.say("GINV:1:PONG::PLAYER|Gone").await;
    assert_eq!(ada.error().await, "offline");
    let mut cid = Addon::enter(&open, "Cid").await;
    cid.invite("PONG", "PRIVATE").await;
    bea.join("PONG", &cid.code.clone()).await;
    cid.begun().await;
    ada.say("GINV:1:PONG::PLAYER|Bea").await;
    assert_eq!(ada.error().await, "busy");
}

#[tokio::test]
async fn whoever_comes_later_hears_what_waits_for_them() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    let mut bea = open.player("Bea").await;
    bea.invite("Ada", &crate::common::wish("battleship", "hope", vec![])).await.unwrap();
    let (id, ..) = invited(&mut ada).await;
    ada.come_back().await;
    assert_eq!(invited(&mut ada).await.0, id);
    ada.say(&format!("GDEC:1:BATTLESHIP:{id}:")).await;
    let sent = bea.invited().await.id;
    assert_eq!(bea.over(sent).await, InvitationEnd::Declined);
}

#[tokio::test]
async fn two_who_look_for_anyone_find_each_other() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (Addon::enter(&open, "Ada").await, Addon::enter(&open, "Bea").await);
    ada.say("GINV:1:DEATH_ROLL::ANYONE").await;
    ada.say("GDEC:1:DEATH_ROLL::WITHDRAW").await;
    ada.say("GINV:1:DEATH_ROLL::ANYONE").await;
    bea.say("GINV:1:DEATH_ROLL::ANYONE").await;
    for addon in [&mut ada, &mut bea] {
        addon.accepted("DEATH_ROLL").await;
    }
    assert_eq!(ada.code, bea.code);
    assert_ne!(ada.begun().await, bea.begun().await);
}
