//! Pebbles obeys every law: the shape of any game's `tests/laws.rs`, `tests/perft.rs` and `tests/golden.rs`.

use parlor_kernel::{FastDice, Game, GameConfig, Registry, Seat, SeatSet, Table, Team, Tick, Viewer, Voice};
use parlor_testkit::{
    LawSuite, Perft, golden, laws, perft, record_random_game,
    toy::{Action, Call, Config, Pebbles, candidate, library, reveals},
};
use serde_json::json;
use std::{path::Path, sync::Arc};

fn suite(preset: &str) -> LawSuite<Pebbles> {
    let rules = Config::preset(preset).unwrap().rules().unwrap();
    LawSuite { sealed: true, reveals, library: library(), ..LawSuite::new(rules, candidate) }
}

fn obeys_the_laws(preset: &str) {
    let suite = suite(preset);
    let mut reports = laws::all::<Pebbles>(&suite).unwrap();
    reports.push(laws::conservation(&suite, no_total_is_guessed_twice).unwrap());
    let config = Config::clone(&suite.rules.config);
    let other = if config.weights.name == "river" { "plain" } else { "river" };
    reports.push(laws::assets(&suite, &config.weighing(other).rules().unwrap()).unwrap());
    for report in reports.iter().filter(|report| report.law != "seating") {
        assert!(report.states >= 10_000 && report.checks >= 1_000, "{report}");
    }
}

fn no_total_is_guessed_twice(game: &Pebbles) -> bool {
    let calls = game.view(Viewer::Spectator).calls;
    let guesses = || calls.iter().filter(|call| matches!(call, Some(Call::Guess(_))));
    guesses().all(|guess| guesses().filter(|other| *other == guess).count() == 1)
}

#[test]
fn duel_obeys_the_laws() {
    obeys_the_laws("duel");
}

#[test]
fn circle_obeys_the_laws() {
    obeys_the_laws("circle");
}

#[test]
fn party_obeys_the_laws() {
    obeys_the_laws("party");
}

#[test]
fn a_party_is_two_teams_with_roles() {
    let rules = Registry::new(library()).with::<Pebbles>().game("pebbles").unwrap().clone();
    let (config, _) = rules.configure(Some("party"), &json!(null), SeatSet::EMPTY).unwrap();
    let rules = rules.rules(&config).unwrap();
    let plans: Vec<_> = rules.seat_plans().iter().map(|plan| (&*plan.name, plan.team, plan.role.as_deref())).collect();
    let [red, blue] = [Some(Team(0)), Some(Team(1))];
    assert_eq!(plans[..2], [("Red guesser", red, Some("guesser")), ("Blue guesser", blue, Some("guesser"))]);
    assert_eq!(plans[2..], [("Red keeper", red, Some("keeper")), ("Blue keeper", blue, Some("keeper"))]);
    let silent = Voice { reads_team: true, writes_team: false, writes_table: false };
    assert_eq!([0, 2].map(|seat| rules.voice(Seat(seat))), [Voice::full(red), silent]);
    assert_eq!((rules.least_seats(), rules.team_name(Team(1))), (4, "Blue".into()));
}

/// A sealed round takes equally long and sounds the same to everyone, for whichever seats the clock closed a fist.
#[test]
fn the_clock_does_not_tell_whom_it_waited_for() {
    let rules = Config::preset("party").unwrap().rules().unwrap();
    let heard_by_red = |hidden: &[u8]| {
        let mut table = Table::<Pebbles, _>::new(Arc::clone(&rules), FastDice(1));
        for &seat in hidden {
            table.act(Tick(5), Seat(seat), Action::Hide { pebbles: 1 }, &mut ()).unwrap();
        }
        let mut heard = Vec::new();
        table.advance(Tick(10_000), &mut heard);
        heard.retain(|(audience, _)| audience.includes(Viewer::Seat(Seat(0))));
        let events: Vec<_> = heard.iter().map(|(_, event)| event).collect();
        (serde_json::to_string(&events).unwrap(), table.game().next_wake())
    };
    let all_but_blue = heard_by_red(&[0, 2, 3]);
    assert!(all_but_blue.0.starts_with(r#"["closed",{"turn""#), "{}", all_but_blue.0);
    assert_eq!(all_but_blue, heard_by_red(&[0, 1, 2]));
    assert_eq!(all_but_blue, heard_by_red(&[0]));
}

#[test]
fn perft_counts_are_known() {
    let count = |seats, pebbles, depth| {
        let rules = Config { seats, pebbles, ..Config::default() }.rules().unwrap();
        perft(&Pebbles::new(&rules, &FastDice(1)), &FastDice(1), depth, |_, _, _| true)
    };
    // Two fists of 0 or 1, then 3 totals for the first guess and 2 for the second.
    assert_eq!(count(2, 1, 2), Perft { nodes: 4, terminals: 0 });
    assert_eq!(count(2, 1, 3), Perft { nodes: 12, terminals: 0 });
    assert_eq!(count(2, 1, 4), Perft { nodes: 24, terminals: 24 });
    assert_eq!(count(2, 1, 5), Perft { nodes: 0, terminals: 24 });
    // 4³ fists, then 10 · 9 · 8 guesses.
    assert_eq!(count(3, 3, 6), Perft { nodes: 46_080, terminals: 46_080 });
}

#[test]
fn perft_follows_only_what_it_is_told_to() {
    let game = Pebbles::new(&Config::default().rules().unwrap(), &FastDice(1));
    let count =
        perft(&game, &FastDice(1), 2, |_, seat, action| seat == Seat(0) || *action == Action::Hide { pebbles: 0 });
    assert_eq!(count, Perft { nodes: 4, terminals: 0 });
}

#[test]
fn golden_replays_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays");
    for name in Config::preset_ids() {
        let rules = Config::preset(name).unwrap().rules().unwrap();
        let log = folder.join(format!("pebbles-{}-{name}.log", Pebbles::SPEC.rules));
        golden::golden::<Pebbles>(&log, &library(), || record_random_game::<Pebbles>(&rules, 7, 100).unwrap())
            .unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn golden_replays_notice_every_change() {
    let rules = Config::preset("party").unwrap().rules().unwrap();
    let record = record_random_game::<Pebbles>(&rules, 3, 100).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("golden");
    let (log, text) = (folder.join("match.log"), folder.join("match.txt"));
    let _ = std::fs::remove_dir_all(&folder);
    let failure = || golden::check::<Pebbles>(&log, &library()).unwrap_err().to_string();

    assert!(failure().contains("PARLOR_BLESS=1"), "a missing log says how to record it");
    golden::bless::<Pebbles>(&log, &library(), || record.clone()).unwrap();
    golden::check::<Pebbles>(&log, &library()).unwrap();

    let narration = std::fs::read_to_string(&text).unwrap();
    std::fs::write(&text, narration.replacen("fist", "fish", 1)).unwrap();
    assert!(failure().contains("fish"), "the line that differs is shown");
    std::fs::write(&text, narration + "and so on\n").unwrap();
    assert!(failure().contains("(the end)"), "a longer narration differs too");

    let mut forged = record.clone();
    forged.entries.pop();
    std::fs::write(&log, forged.to_text()).unwrap();
    golden::check::<Pebbles>(&log, &library()).unwrap_err();
    golden::bless::<Pebbles>(&log, &library(), || record.clone()).unwrap_err();
}

#[test]
fn fingerprints_name_what_was_played() {
    let rules = Config::preset("party").unwrap().rules().unwrap();
    let print = |seed, games| laws::fingerprint::<Pebbles>(&rules, seed, games, 1_000);
    assert_eq!(print(1, 20), print(1, 20));
    assert_ne!(print(1, 20), print(2, 20));
    assert_ne!(print(1, 20), print(1, 21));
    // Frozen: a change here means that matches recorded before would replay differently.
    assert_eq!(print(1, 100).to_string(), "5717c6005f82da383b5707eb9db04d36");
}
