//! How good the bots are. Seeds are fixed, so the figures are too.

use parlor_kernel::{AnyGame, Entrant, Library, RANDOM, SimPlan, Tally};
use parlor_pong::Pong;
use std::ops::Range;

fn play(preset: &str, bots: &[&str], games: Range<u64>) -> Tally {
    let game = Entrant::<Pong>::new(&Library::default());
    let (config, _) = game.configure(Some(preset), &Default::default(), Default::default()).unwrap();
    let bots = bots.iter().map(|&bot| bot.to_owned()).collect();
    game.rules(&config).unwrap().simulate(&SimPlan { bots, seed: 1, games }, &mut || ()).unwrap()
}

/// The share of matches that the first bot wins, playing half of them on each side.
fn share(preset: &str, one: &str, other: &str) -> f64 {
    let games = 200;
    let won = play(preset, &[one, other], 0..games).wins[0] + play(preset, &[other, one], 0..games).wins[1];
    won as f64 / (2 * games) as f64
}

#[test]
fn each_level_beats_the_one_before_but_not_always() {
    for preset in ["hope", "blitz"] {
        let [easy, medium, hard] =
            [("easy", RANDOM), ("medium", "easy"), ("hard", "medium")].map(|(one, other)| share(preset, one, other));
        assert!(easy > 0.95, "{preset}: {easy}");
        assert!((0.65..0.95).contains(&medium), "{preset}: {medium}");
        assert!((0.7..0.97).contains(&hard), "{preset}: {hard}");
    }
}

#[test]
fn matches_between_bots_end_in_minutes_and_with_few_inputs() {
    for level in ["easy", "medium", "hard"] {
        let games = 100;
        let tally = play("hope", &[level, level], 0..games);
        let seconds = tally.ticks as f64 / 60.0;
        assert!(seconds / (games as f64) < 600.0, "{level}: {seconds}");
        assert!(tally.plies as f64 / seconds < 4.0, "{level}: {} inputs in {seconds} s", tally.plies);
        let sides = tally.wins[0] as f64 / games as f64;
        assert!((0.35..0.65).contains(&sides), "{level}: no side is better, but the left wins {sides}");
    }
}

#[test]
fn machines_can_be_beaten_and_beat_those_who_do_not_try() {
    let tally = play("solo", &["hard"], 0..200);
    assert!(tally.wins[0] > 150, "{tally:?}");
    let tally = play("solo", &[RANDOM], 0..200);
    assert!(tally.wins[0] < 20 && tally.draws == 0, "{tally:?}");
}

#[test]
fn simulations_do_not_depend_on_how_they_are_split() {
    let whole = play("blitz", &["hard", RANDOM], 0..60);
    let mut parts = play("blitz", &["hard", RANDOM], 20..60);
    parts.add(&play("blitz", &["hard", RANDOM], 0..20));
    assert_eq!(parts, whole);
    assert!(whole.ticks > 60 * 600 && whole.plies > 0);
}
