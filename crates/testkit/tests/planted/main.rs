//! Every law holds for an honest game and catches the bug that was planted for it.

mod mutant;

use mutant::*;
use parlor_kernel::{GameConfig, Input, Rules};
use parlor_testkit::{
    LawSuite, Report, Violation, laws,
    toy::{Config, library},
};
use std::sync::Arc;

/// Three who play alone, with a clock.
fn suite<const BUG: u8>() -> LawSuite<Mutant<BUG>> {
    suite_of(Config { seats: 3, turn_seconds: Some(4), ..Config::default() }.weighing("river"))
}

/// Two: one that leaves ends the match.
fn duel<const BUG: u8>() -> LawSuite<Mutant<BUG>> {
    suite_of(Config::default())
}

/// Two teams of two.
fn teams<const BUG: u8>() -> LawSuite<Mutant<BUG>> {
    suite_of(Config::preset("party").unwrap())
}

fn suite_of<const BUG: u8>(config: Config) -> LawSuite<Mutant<BUG>> {
    let rules = Arc::new(Rules::load(Odd(config), &library()).unwrap());
    LawSuite {
        states: 3_000,
        max_steps: 500,
        sealed: true,
        reveals: Mutant::reveals,
        library: library(),
        ..LawSuite::new(rules, Mutant::candidate)
    }
}

type Law<const BUG: u8> = fn(&LawSuite<Mutant<BUG>>) -> Result<Report, Violation>;

/// The law catches the bug, says so, and meets it again at once when told the seed.
#[track_caller]
fn catches<const BUG: u8>(law: Law<BUG>, words: &str) {
    catches_in(suite, law, words);
}

#[track_caller]
fn catches_in<const BUG: u8>(suite: fn() -> LawSuite<Mutant<BUG>>, law: Law<BUG>, words: &str) {
    let violation = law(&suite()).expect_err("the bug must be caught");
    assert!(violation.what.contains(words), "{violation}");
    let again = LawSuite { seed: violation.seed, ..suite() };
    assert_eq!(law(&again), Err(violation));
}

#[test]
fn the_honest_game_obeys_every_law() {
    for suite in [suite::<HONEST>(), teams()] {
        let mut reports = laws::all(&suite).unwrap();
        reports.push(laws::conservation(&suite, Mutant::pebbles).unwrap());
        reports.push(laws::assets(&suite, &other_weights(&suite)).unwrap());
        assert_eq!(reports.len(), 12);
        for report in reports.iter().filter(|report| report.law != "seating") {
            assert!(report.states >= suite.states && report.checks > 300, "{report}");
        }
    }
}

#[test]
fn agreement() {
    catches::<TOO_WIDE>(laws::agreement, "is listed, but refused: too_many_pebbles");
    catches::<TOO_NARROW>(laws::agreement, "not listed");
    catches::<TWICE>(laws::agreement, "is listed 2 times");
    catches::<IDLE_AWAITED>(laws::agreement, "awaited, but nothing is legal");
    catches::<TRACE>(laws::agreement, "was refused, but changed something");
    catches::<MODEST>(laws::agreement, "nothing is legal that was not listed");
}

#[test]
fn non_interference() {
    catches::<TELLING_REFUSAL>(laws::non_interference, "the answer to Guess");
    catches::<TELLING_CLOCK>(laws::non_interference, "when it wakes");
    catches::<LOUD>(laws::non_interference, "leave equal views, but events tell");
    catches::<LOUD_CLOCK>(laws::non_interference, "Wake and Wake leave equal views");
    catches::<OPEN_HANDS>(laws::non_interference, "the view shows what is hidden");
    catches::<ROLL_CALL>(laws::non_interference, "Wake and Wake leave equal views");
    catches::<GENEROUS>(laws::non_interference, "when it wakes");
}

/// The suite's rules, except that pebbles weigh something else.
fn other_weights<const BUG: u8>(suite: &LawSuite<Mutant<BUG>>) -> Arc<Rules<Mutant<BUG>>> {
    let Odd(config) = Odd::clone(&suite.rules.config);
    Arc::new(Rules::load(Odd(config.weighing("plain")), &library()).unwrap())
}

#[test]
fn what_may_reveal_is_exempt() {
    let reveals = |game: &Mutant<LOUD_CLOCK>, viewer, input: &_| *input == Input::Wake || game.reveals(viewer, input);
    let suite = LawSuite { reveals, ..suite::<LOUD_CLOCK>() };
    laws::non_interference(&suite).unwrap();
}

#[test]
fn determinism() {
    let violation = laws::determinism(&suite::<COUNTER>()).unwrap_err();
    assert!(violation.what.contains("differently the second time"), "{violation}");
    catches::<LISTENING>(laws::determinism, "differently without listeners");
}

#[test]
fn replay() {
    let violation = laws::replay(&suite::<COUNTER>()).unwrap_err();
    assert!(violation.what.contains("have digest"), "{violation}");
    catches::<BLIND_DIGEST>(laws::replay, "but to the same digest");
}

#[test]
fn folding() {
    catches::<FORGETFUL>(laws::folding, "folded:");
    catches::<LOUD>(laws::folding, "folded:");
    catches::<DRIFTING>(laws::folding, "folded:");
    catches::<SLEEPY>(laws::folding, "is awaited: true");
    catches::<GOSSIPING>(laws::folding, "is awaited: false, which the view does not tell");
}

#[test]
fn relay() {
    laws::relay(&suite::<HONEST>()).unwrap();
    catches::<TELLTALE>(laws::relay, "but may not hear all of");
    catches::<SPEECHLESS>(laws::relay, "is not told of its own");
}

/// Pebbles takes turns, and nothing is expected of turns. How it holds is shown by the games that move by themselves.
#[test]
fn expectation() {
    catches::<MISLED>(laws::expectation, "expected:");
}

#[test]
fn termination() {
    catches::<ENDLESS>(laws::termination, "not over after 500 steps");
    catches::<RESTLESS>(laws::termination, "asks to be woken");
    catches::<STAYING>(laws::termination, "has left and is still awaited");
}

#[test]
fn beginning() {
    catches::<HASTY>(laws::beginning, "before anything happened");
    catches::<UNDONE>(laws::beginning, "now it has not");
    catches::<NEVER>(laws::beginning, "no match of");
}

#[test]
fn verdict() {
    catches::<SHORT_RANKING>(laws::verdict, "does not rank 3 seats");
    catches_in::<DIVIDED>(teams, laws::verdict, "divides the team of seat 1");
    catches_in::<REWARDED>(duel, laws::verdict, "lets the seat win that it is about");
}

#[test]
fn seating() {
    catches::<CONFUSED_VOICE>(laws::seating, "has a voice in a team, but no team");
    catches_in::<DEAF>(teams, laws::seating, "does not hear it");
    catches::<NAMESAKES>(laws::seating, "is empty or another seat's");
}

#[test]
fn assets() {
    catches::<WEIGHTLESS>(|suite| laws::assets(suite, &other_weights(suite)), "differs under other assets");
}

#[test]
fn conservation() {
    catches::<DUPLICATED>(|suite| laws::conservation(suite, Mutant::pebbles), "at first 9, now 12");
}

#[test]
fn commutation() {
    catches::<ORDERED>(laws::commutes, "differs from the other order");
}

#[test]
fn a_violation_reads_well() {
    let violation = laws::folding(&suite::<FORGETFUL>()).unwrap_err();
    let text = format!("{violation:?}");
    assert!(text.starts_with("pebbles breaks the law of folding; meet it again with seed "), "{text}");
    assert!(text.contains(", at seat 1.\n"), "{text}");
    assert!(text.contains(r#"{"seq":1,"tick":"#), "{text}");
}
