//! Words obeys the laws of the house, at the tables of every preset and at some odd ones.

use crate::shelf;

use parlor_kernel::{Enumerate, Game, GameConfig, Input, Rng, Seat, Viewer};
use parlor_testkit::{LawSuite, laws};
use parlor_words::{Action, At, Challenge, Clock, Config, Direction, SIDE, Square, Tiles, Words};

/// What a careless or hostile client might send; legal often enough.
fn candidate(game: &Words, seat: Seat, rng: &mut Rng) -> Action {
    let rack = game.view(Viewer::Seat(seat)).rack();
    match rng.below(12) {
        0 => Action::Pass,
        1 => Action::Challenge,
        2 => Action::Surrender,
        3 | 4 => Action::Swap { tiles: some(&rack, rng) },
        5 => Action::Swap { tiles: "QZ?".parse().unwrap() },
        6..=8 => game.sample(seat, rng).map_or(Action::Pass, |action| with_claim(action, rng)),
        _ => {
            let direction = if rng.percent(50) { Direction::Across } else { Direction::Down };
            let [row, column] = [rng.below(SIDE.into()) as u8, rng.below(SIDE.into()) as u8];
            let mut letters: Vec<_> = some(&rack, rng).iter().map(|tile| tile.to_string().replace('?', "e")).collect();
            rng.shuffle(&mut letters);
            let word = letters.concat().parse().unwrap_or_else(|_| "AN".parse().unwrap());
            Action::play(At { square: Square { row, column }, direction }, word)
        }
    }
}

/// Each tile with an even chance.
fn some(rack: &Tiles, rng: &mut Rng) -> Tiles {
    rack.iter().filter(|_| rng.percent(50)).collect()
}

/// The same play, said to count something.
fn with_claim(action: Action, rng: &mut Rng) -> Action {
    match action {
        Action::Play { at, word, .. } => Action::Play { at, word, claim: Some(rng.below(900) as i32 - 100) },
        other => other,
    }
}

/// The player of a play that was open to a challenge draws when another seat decides about it.
fn reveals(game: &Words, viewer: Viewer, _: &Input<Action>) -> bool {
    game.common().open_play().is_some_and(|(player, _)| viewer == Viewer::Seat(player))
}

fn obeys_the_laws(config: Config, states: u64) {
    let library = shelf::library();
    let suite =
        LawSuite { states, prefix: 1_000, library, reveals, ..LawSuite::new(shelf::rules(config.clone()), candidate) };
    let mut reports = laws::all::<Words>(&suite).unwrap_or_else(|violation| panic!("{violation}"));
    let conserved = laws::conservation(&suite, Words::all_tiles);
    reports.push(conserved.unwrap_or_else(|violation| panic!("{violation}")));
    let others = shelf::rules(config.with_lexicon("azeroth").unwrap());
    if others != suite.rules {
        reports.push(laws::assets(&suite, &others).unwrap_or_else(|violation| panic!("{violation}")));
    }
    for report in reports {
        assert!(report.checks > 0, "{report}");
    }
}

fn preset(name: &str) -> Config {
    Config::preset(name).expect("a preset")
}

#[test]
fn hope_obeys_the_laws() {
    obeys_the_laws(preset("hope"), 500);
}

#[test]
fn classic_obeys_the_laws() {
    obeys_the_laws(preset("classic"), 400);
}

#[test]
fn four_with_few_tiles_obey_the_laws() {
    let bag = "AAAABCDDEEEEEFGHIIILLMNNOOPRRRSSTTU??".parse().unwrap();
    let config = Config { seats: 4, bag, clock: Clock::Turn { seconds: 5 }, ..preset("classic") };
    obeys_the_laws(config.with_lexicon("english").unwrap(), 600);
}

#[test]
fn challenges_obey_the_laws() {
    for (seats, challenge) in [(2, Challenge::Double), (3, Challenge::Five)] {
        let bag = "AAAABCDDEEEEEFGHIIILLMNNOOPRRRSSTTU?".parse().unwrap();
        let clock = Clock::Total { seconds: 30, overtime: 10, penalty: 10 };
        let config = Config { seats, bag, challenge, clock, ..preset("classic") };
        obeys_the_laws(config.with_lexicon("azeroth").unwrap(), 2_000);
    }
}
