//! Battleship with plans and patterns over the addon door.

use crate::{
    addon::client::{Addon, verified},
    common::{Open, settings},
};
use parlor_wire::addon::{Body, Move, battleship::Move as Said, talk::State};

/// A fleet whose ships keep apart.
const FLEET: [&str; 5] = [
    "PLACE|carrier|1|1|H",
    "PLACE|battleship|3|1|H",
    "PLACE|cruiser|5|1|H",
    "PLACE|submarine|7|1|H",
    "PLACE|destroyer|9|1|H",
];

/// How often a pattern may still be used, as it was told last.
fn uses_left(addon: &Addon, pattern: &str) -> Option<u16> {
    let start = format!("GMOV:1:BATTLESHIP:{}:PATTERN|{pattern}|", addon.code);
    let line = addon.lines.iter().rfind(|line| line.starts_with(&start))?;
    line.split('|').nth(3)?.parse().ok()
}

#[tokio::test]
async fn an_armada_is_planned_confirmed_and_told_again() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (Addon::enter(&open, "Ada").await, Addon::enter(&open, "Bea").await);
    ada.invite("BATTLESHIP", "PRIVATE|preset=armada").await;
    let code = ada.code.clone();
    bea.join("BATTLESHIP", &code).await;
    for addon in [&mut ada, &mut bea] {
        addon.begun().await;
        addon.heard("GSTA", "PLACEMENT").await;
    }
    bea.send("GMOV", FLEET[0]).await;
    bea.send("GMOV", "PLACE|battleship|2|1|H").await;
    assert_eq!(bea.error().await, "too_close");
    for ship in FLEET {
        bea.send("GMOV", ship).await;
    }
    bea.send("GMOV", "READY").await;
    bea.heard("GSTA", "WAITING_OPPONENT").await;
    // A returning player is told who is ready.
    ada.come_back().await;
    ada.send("GSYNC", "").await;
    ada.heard("GSTA", "READY|2").await;
    ada.heard("GSTA", "PLACEMENT").await;
    ada.heard("GSYNC", "END").await;
    ada.send("GMOV", "AUTO").await;
    ada.send("GMOV", "READY").await;
    ada.heard("GSTA", "TURN|1").await;

    // A pattern that can be used up.
    let limited =
        ada.lines.iter().find_map(|line| match line.parse().map(|frame: parlor_wire::addon::AddonFrame| frame.body) {
            Ok(Body::Move(Move::Battleship(Said::Pattern { pattern, uses: Some(uses), .. }))) => Some((pattern, uses)),
            _ => None,
        });
    let (pattern, uses) = limited.expect("a pattern that runs out");
    ada.send("GMOV", "SHOT|5|5").await;
    assert_eq!(ada.error().await, "invalid_plan");
    ada.send("GMOV", "CONFIRM").await;
    assert_eq!(ada.error().await, "no_attack_planned");
    ada.send("GMOV", "PLAN|1|1|nonsense").await;
    assert_eq!(ada.error().await, "pattern_not_available");
    ada.send("GMOV", "PLAN|1|1").await;
    ada.heard("GMOV", "PLAN|1|1|single").await;
    ada.send("GMOV", "CANCEL").await;
    ada.heard("GMOV", "CANCEL").await;
    ada.send("GMOV", &format!("PLAN|5|5|{pattern}")).await;
    ada.heard("GMOV", &format!("PLAN|5|5|{pattern}")).await;
    // The plan is still there for a returning player, and hidden from the opponent.
    ada.come_back().await;
    ada.send("GSYNC", "").await;
    ada.heard("GSTA", "TURN|1").await;
    ada.heard("GMOV", &format!("PLAN|5|5|{pattern}")).await;
    ada.heard("GSYNC", "END").await;
    ada.send("GMOV", "CONFIRM").await;
    ada.heard("GMOV", "RESULT|").await;
    ada.heard("GMOV", &format!("PATTERN|{pattern}|")).await;
    assert_eq!(uses_left(&ada, &pattern), Some(uses - 1));
    ada.lines.clear();
    ada.come_back().await;
    ada.send("GSYNC", "").await;
    ada.heard("GSYNC", "END").await;
    assert_eq!(uses_left(&ada, &pattern), Some(uses - 1), "and it is told again");
    bea.heard("GMOV", "RESULT|").await;
    bea.send("GSYNC", "").await;
    bea.heard("GSYNC", "END").await;
    assert_eq!(uses_left(&bea, &pattern), Some(uses), "each side has its own");
    assert!(bea.lines.iter().all(|line| !line.contains(":PLAN|")), "plans are secret");

    bea.send("GMOV", "SURRENDER").await;
    ada.until(|frame| matches!(frame.body, Body::State(State::Ended)).then_some(())).await;
    verified(&open, &ada).await;
}
