//! Battleship and Death Roll over the addon door: against a bot, against a browser client, to the end.

use crate::{
    addon::client::{Addon, verified},
    common::{Open, Player, settings, wish},
};
use parlor_battleship::Phase;
use parlor_death_roll::{Action as Roll, DeathRoll};
use parlor_wire::addon::{
    AddonFrame, Body, Move,
    battleship::Move as Said,
    death_roll::Move as Dice,
    talk::{End, State},
};
use std::collections::BTreeSet;

/// Shoots at every cell in turn whenever it may, until the match is over. Gives back how it ended.
async fn shoot(addon: &mut Addon, seat: u8) -> End {
    let mut cells = (1..=10).flat_map(|row| (1..=10).map(move |column| (row, column)));
    loop {
        enum Next {
            Mine,
            Over(End),
        }
        let next = addon
            .until(|frame| match &frame.body {
                Body::State(State::Turn { seat: turn, .. }) if turn.0 + 1 == seat => Some(Next::Mine),
                Body::End(end) => Some(Next::Over(end.clone())),
                Body::State(State::Error { code, .. }) => panic!("{code}"),
                _ => None,
            })
            .await;
        match next {
            Next::Over(end) => return end,
            Next::Mine => {
                let (row, column) = cells.next().expect("a fresh cell");
                addon.send("GMOV", &format!("SHOT|{row}|{column}")).await;
                let found = addon.heard("GMOV", "RESULT|").await;
                assert!(found.contains(&format!("RESULT|{row}|{column}|")), "{found}");
                assert!(found.ends_with(&format!("|{seat}")), "{found} says who shot");
            }
        }
    }
}

const FLEET: [&str; 5] = [
    "PLACE|carrier|1|1|H",
    "PLACE|battleship|3|1|H",
    "PLACE|cruiser|5|1|H",
    "PLACE|submarine|7|1|H",
    "PLACE|destroyer|9|1|V",
];

#[tokio::test]
async fn battleship_against_a_bot() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("BATTLESHIP", "BOT|easy").await;
    let seat = ada.begun().await;
    ada.heard("GMOV", "CLASS|destroyer|Destroyer|2").await;
    ada.heard("GSTA", "PLACEMENT").await;
    // Ships one by one; nothing is laid out before the last, and what cannot be is refused at once and forgotten.
    for (wrong, code) in [("PLACE|carrier|1|7|H", "out_of_bounds"), ("PLACE|raft|1|1|H", "unknown_ship")] {
        ada.send("GMOV", wrong).await;
        assert_eq!(ada.error().await, code);
    }
    ada.send("GMOV", FLEET[0]).await;
    ada.send("GMOV", "PLACE|battleship|1|1|V").await;
    assert_eq!(ada.error().await, "overlap");
    for ship in FLEET {
        ada.send("GMOV", ship).await;
    }
    ada.heard("GMOV", "SHIP|destroyer|9|1|V").await;
    ada.send("GMOV", "PLACE|destroyer|7|1|V").await;
    assert_eq!(ada.error().await, "overlap");
    ada.send("GMOV", "PLACE|destroyer|9|5|H").await;
    ada.heard("GMOV", "SHIP|destroyer|9|5|H").await;
    ada.send("GMOV", "READY").await;
    let end = shoot(&mut ada, seat).await;
    assert!(matches!(end, End::Win { .. } | End::Loss { .. }), "{end:?}");
    ada.heard("GSTA", "KEY|").await;
    ada.heard("GSTA", "ENDED").await;
    verified(&open, &ada).await;
}

#[tokio::test]
async fn battleship_against_a_web_client_and_nothing_is_told_too_early() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("BATTLESHIP", "PRIVATE|preset=voxel|timers.turn=null").await;
    let mut bea = open.player("Bea").await;
    bea.sit(ada.code.parse().unwrap()).await;
    let seat = ada.begun().await;
    ada.send("GMOV", "AUTO").await;
    ada.heard("GMOV", "SHIP|destroyer|").await;
    ada.send("GSTA", "READY").await;
    ada.heard("GSTA", "WAITING_OPPONENT").await;
    ada.lines.clear();
    bea.deploy().await;
    let fleet = bea.view().fleets[1].clone().unwrap();
    let (end, ()) = tokio::join!(shoot(&mut ada, seat), bea.play_to_the_end());
    assert_eq!(matches!(end, End::Win { .. }), bea.view().outcome.unwrap().winners().contains(parlor_kernel::Seat(0)));

    // Whatever Ada was told about Bea's waters is what her shots found there, and where ships lie that sank.
    let config: parlor_battleship::Config = bea.info().read_config().unwrap();
    let mut hit = BTreeSet::new();
    let mut told = 0;
    for line in &ada.lines {
        let Body::Move(Move::Battleship(said)) = line.parse::<AddonFrame>().unwrap().body else { continue };
        match said {
            Said::Found { row, column, hit: true, by: Some(by), sunk, ship, .. } if by.0 + 1 == seat => {
                hit.insert(parlor_battleship::Cell::new(column - 1, row - 1));
                assert!(sunk || ship.is_empty(), "a ship that floats has no name: {line}");
                told += 1;
            }
            Said::Sunk { seat: whose, ship, row, column, .. } if whose.0 + 1 != seat => {
                let at = parlor_battleship::Cell::new(column - 1, row - 1);
                let lies = fleet.iter().find(|lies| config.fleet[usize::from(lies.ship)].id == ship).unwrap();
                assert_eq!(lies.at, at);
                assert!(config.cells_of(*lies).all(|cell| hit.contains(&cell)), "{line} comes when the ship has sunk");
                told += 1;
            }
            Said::Ship { .. } | Said::Place { .. } => panic!("fleets are not told now: {line}"),
            _ => {}
        }
    }
    assert!(told > 0);
    verified(&open, &ada).await;
}

#[tokio::test]
async fn two_addons_play_battleship_and_then_again() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (Addon::enter(&open, "Ada").await, Addon::enter(&open, "Bea").await);
    ada.invite("BATTLESHIP", "").await;
    let code = ada.code.clone();
    bea.join("BATTLESHIP", &code).await;
    assert_eq!((ada.begun().await, bea.begun().await), (1, 2));
    for addon in [&mut ada, &mut bea] {
        addon.send("GMOV", "AUTO").await;
        addon.send("GMOV", "READY").await;
    }
    // The challenger shoots first; the other hears of the shot and of what it found.
    ada.heard("GSTA", "TURN|1").await;
    ada.send("GMOV", "SHOT|5|1").await;
    bea.heard("GMOV", "SHOT|5|1").await;
    bea.heard("GMOV", "RESULT|5|1|").await;
    bea.heard("GSTA", "TURN|2").await;
    bea.send("GCHAT", r"Near\: 5 \| 1").await;
    ada.heard("GCHAT", r"Bea|Near\: 5 \| 1").await;
    bea.send("GMOV", "SURRENDER").await;
    assert!(matches!(ada.ended().await, End::Win { .. }));
    assert_eq!(bea.heard("GEND", "LOSS|").await.split('|').nth(2), Some("surrender"));
    for addon in [&mut ada, &mut bea] {
        addon.send("GSTA", "READY").await;
    }
    assert_eq!((ada.begun().await, bea.begun().await), (1, 2));
    bea.send("GEND", "LEAVE").await;
    bea.heard("GSTA", "IDLE|").await;
    assert_eq!(ada.heard("GEND", "WIN|").await.split('|').nth(2), Some("abandoned"));
}

/// Rolls whenever it may, until the match is over, now as HopeAddon's clients do, now plainly.
pub async fn roll(addon: &mut Addon, seat: u8) -> End {
    let mut max = 0;
    loop {
        let mut turn = false;
        let over = addon
            .until(|frame| match &frame.body {
                Body::Move(Move::DeathRoll(Dice::Max { max: now })) => {
                    max = *now;
                    None
                }
                Body::Move(Move::DeathRoll(Dice::Rolled(rolled))) => {
                    max = rolled.result;
                    None
                }
                Body::State(State::Turn { seat: next, .. }) if next.0 + 1 == seat => {
                    turn = true;
                    Some(None)
                }
                Body::End(end) => Some(Some(end.clone())),
                Body::State(State::Error { code, .. }) => panic!("{code}"),
                _ => None,
            })
            .await;
        match over {
            Some(end) => return end,
            None if max % 2 == 0 => addon.send("GMOV", &format!("1|{max}")).await,
            None => addon.send("GMOV", "ROLL").await,
        }
        assert!(turn);
    }
}

#[tokio::test]
async fn death_roll_against_a_bot() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("DEATH_ROLL", "BOT|easy|start=1000000").await;
    let seat = ada.begun().await;
    ada.heard("GSTA", "TURN|1").await;
    ada.send("GMOV", "NONCE|4711").await;
    ada.heard("GMOV", "NONCE|4711|1").await;
    ada.send("GMOV", "1|100").await;
    assert_eq!(ada.error().await, "wrong_max");
    ada.send("GSYNC", "").await;
    let end = roll(&mut ada, seat).await;
    assert!(matches!(end, End::Win { .. } | End::Loss { .. }), "{end:?}");
    verified(&open, &ada).await;
}

#[tokio::test]
async fn death_roll_against_a_web_client() {
    let open = Open::new(settings()).await;
    let mut bea = open.player("Bea").await;
    let mut opened = wish("death-roll", "hope", vec![]);
    opened.options = serde_json::json!({ "start": 1_000_000 });
    let code = bea.open(&opened).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.join("DEATH_ROLL", &code.to_string()).await;
    let seat = ada.begun().await;
    bea.begun().await;
    let (end, ()) = tokio::join!(roll(&mut ada, seat), native_rolls(&mut bea));
    let winner = bea.view_of::<DeathRoll>().outcome.unwrap().winners().first().unwrap();
    assert_eq!(matches!(end, End::Win { .. }), winner.0 + 1 == seat);
    verified(&open, &ada).await;
}

async fn native_rolls(player: &mut Player) {
    let seat = player.seat().unwrap();
    let on_turn = |view: &parlor_death_roll::View| match view.outcome {
        Some(_) => Some(false),
        None => (view.turn == seat).then_some(true),
    };
    while player.until_view_of::<DeathRoll, _>(on_turn).await {
        player.act(&Roll::Roll).await.unwrap();
    }
}

/// The ships that an addon was shown where they lie.
fn ships(addon: &Addon) -> BTreeSet<String> {
    addon.lines.iter().filter(|line| line.contains(":SHIP|") || line.contains(":SUNK|")).cloned().collect()
}

#[tokio::test]
async fn whoever_comes_back_is_told_all() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("BATTLESHIP", "PRIVATE").await;
    let mut bea = open.player("Bea").await;
    bea.sit(ada.code.parse().unwrap()).await;
    ada.begun().await;
    bea.deploy().await;
    ada.send("GMOV", "AUTO").await;
    ada.send("GMOV", "READY").await;
    ada.heard("GSTA", "TURN|1").await;
    ada.send("GMOV", "SHOT|1|1").await;
    let found = ada.heard("GMOV", "RESULT|1|1|").await;
    assert!(bea.my_turn().await);
    let fleet = ships(&ada);
    ada.lines.clear();
    ada.come_back().await;
    // The house is silent about a table that was not asked for.
    ada.send("GSYNC", "").await;
    ada.heard("GSYNC", "BEGIN|hope").await;
    ada.heard("GSTA", "PLAYING|1|Bea").await;
    ada.heard("GMOV", "SHIP|destroyer|").await;
    ada.until_line(&found).await;
    ada.heard("GSTA", "TURN|2").await;
    ada.heard("GSYNC", "END").await;
    assert_eq!((ships(&ada), fleet.len()), (fleet, 5), "the own fleet, and not a ship of the other");
    bea.fire().await.unwrap();
    ada.heard("GMOV", "SHOT|").await;
    // Without a code: every table one sits at, whether it is followed already or not.
    ada.come_back().await;
    for _ in 0..2 {
        ada.say("GSYNC:1:::").await;
        ada.heard("GSYNC", "BEGIN|hope").await;
        ada.heard("GSTA", "TURN|1").await;
        ada.heard("GSYNC", "END").await;
        ada.until_line("GSYNC:1:::END").await;
    }
    ada.send("GMOV", "SHOT|1|2").await;
    ada.heard("GMOV", "RESULT|1|2|").await;
    bea.until_view(|view| (view.waters[1].shots.len() == 2 && view.phase == Phase::Firing).then_some(())).await;
}

#[tokio::test]
async fn a_bystander_sees_what_everyone_may() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("DEATH_ROLL", "OPEN|start=2").await;
    let mut eve = Addon::enter(&open, "Eve").await;
    (eve.game, eve.code) = ("DEATH_ROLL", ada.code.clone());
    eve.send("GSYNC", "").await;
    eve.heard("GSTA", "WAITING||Ada/").await;
    let mut bea = Addon::enter(&open, "Bea").await;
    bea.join("DEATH_ROLL", &ada.code.clone()).await;
    let (one, two) = tokio::join!(roll(&mut ada, 1), roll(&mut bea, 2));
    assert_ne!(matches!(one, End::Win { .. }), matches!(two, End::Win { .. }));
    eve.heard("GSTA", "PLAYING||Ada/Bea").await;
    eve.send("GMOV", "ROLL").await;
    let over = eve.heard("GEND", "OVER|").await;
    assert_eq!(over.split('|').nth(2), Some("completed"));
    let winner = if matches!(one, End::Win { .. }) { "1" } else { "2" };
    assert_eq!(over.split('|').nth(1), Some(winner));
    // A spectator leaves by no longer watching.
    eve.send("GEND", "LEAVE").await;
    eve.heard("GSTA", "IDLE|").await;
    ada.send("GCHAT", "Is she gone?").await;
    ada.heard("GCHAT", "Ada|").await;
    eve.send("GMOV", "ROLL").await;
    assert_eq!(eve.error().await, "not_here");
    assert!(eve.lines.iter().all(|line| !line.contains("Is she gone?")));
    eve.say("GSYNC:1:::").await;
    eve.until_line("GSYNC:1:::END").await;
}
