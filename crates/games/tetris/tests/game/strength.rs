//! How good the bots are. Seeds are fixed, so the figures are too.

use parlor_kernel::{AnyGame, Entrant, Library, RANDOM, SimPlan};
use parlor_tetris::Tetris;

/// The share of matches that the first bot wins, playing `games` of them in each seat.
fn share(preset: &str, one: &str, other: &str, games: u64) -> f64 {
    let game = Entrant::<Tetris>::new(&Library::default());
    let (config, _) = game.configure(Some(preset), &Default::default(), Default::default()).unwrap();
    let won = |bots: [&str; 2], seat: usize| {
        let plan = SimPlan { bots: bots.map(str::to_owned).into(), seed: 1, games: 0..games };
        game.rules(&config).unwrap().simulate(&plan, &mut || ()).unwrap().wins[seat]
    };
    (won([one, other], 0) + won([other, one], 1)) as f64 / (2 * games) as f64
}

/// HopeAddon: a competent player wins 60 to 70 % of the matches against `easy`.
#[test]
fn easy_loses_two_of_three_matches_to_medium() {
    let lost = share("hope", "medium", "easy", 100);
    assert!((0.6..=0.7).contains(&lost), "{lost}");
}

#[test]
fn each_level_beats_the_one_before_but_not_always() {
    assert_eq!(share("hope", "easy", RANDOM, 2), 1.0);
    for (preset, one, other, games) in [
        ("hope", "hard", "medium", 30),
        ("guideline", "medium", "easy", 100),
        ("guideline", "hard", "medium", 6),
        ("blitz", "medium", "easy", 50),
        ("blitz", "hard", "medium", 5),
    ] {
        let won = share(preset, one, other, games);
        assert!((0.6..=0.9).contains(&won), "{preset}: {one} wins {won} against {other}");
    }
}
