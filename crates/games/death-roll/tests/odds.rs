//! The dice are fair, and games are as long as theory says.

use parlor_death_roll::{Action, Config, DeathRoll};
use parlor_kernel::{Dice, FastDice, Game, Key, KeyedDice, Rng, Table, Tick};
use std::sync::Arc;

fn play<D: Dice>(start: u32, dice: D, salt: Option<u32>) -> DeathRoll {
    let config = Arc::new(Config { start, roll_seconds: None });
    let mut table = Table::<DeathRoll, D>::new(config, dice);
    if let Some(salt) = salt {
        table.act(Tick(0), parlor_kernel::Seat(1), Action::Salt { salt }, &mut ()).unwrap();
    }
    while let Some(seat) = table.game().awaiting().first() {
        table.act(Tick(0), seat, Action::Roll, &mut ()).unwrap();
    }
    table.game().clone()
}

fn first_roll(game: &DeathRoll) -> u32 {
    game.view(parlor_kernel::Viewer::Spectator).rolls[0].rolled
}

/// Pearson's statistic for the first roll over many matches, salted and not.
fn chi_squared(start: u32, rolls: u32, dice: impl Fn(u64) -> u64) -> f64 {
    let mut seen = vec![0u32; start as usize];
    for number in 0..rolls {
        let salt = (number % 2 == 0).then_some(number);
        let game = play(start, FastDice(dice(number.into())), salt);
        seen[first_roll(&game) as usize - 1] += 1;
    }
    let expected = f64::from(rolls) / f64::from(start);
    seen.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum()
}

#[test]
fn every_first_roll_is_equally_likely() {
    for start in [2u32, 6, 20, 97] {
        let statistic = chi_squared(start, 250_000, |number| number);
        // The 99.99 % quantile by Wilson and Hilferty: a fair die fails once in ten thousand seeds, and this seed is
        // fixed.
        let freedom = f64::from(start - 1);
        let limit = freedom * (1.0 - 2.0 / (9.0 * freedom) + 3.719 * (2.0 / (9.0 * freedom)).sqrt()).powi(3);
        assert!(statistic < limit, "{start}: {statistic} is over {limit}");
    }
}

/// How many rolls a match from `start` takes on average: E(n) = 1 + (E(2) + … + E(n)) / n, solved for E(n).
fn expected_length(start: u32) -> f64 {
    let (mut sum, mut length) = (0.0, 0.0);
    for n in 2..=start {
        let n = f64::from(n);
        length = (n + sum) / (n - 1.0);
        sum += length;
    }
    length
}

#[test]
fn games_are_as_long_as_theory_says() {
    for start in [2, 10, 100, 1_000] {
        let games = 50_000u64;
        let total: usize = (0..games)
            .map(|seed| play(start, FastDice(seed), None).view(parlor_kernel::Viewer::Spectator).rolls.len())
            .sum();
        let (mean, expected) = (total as f64 / games as f64, expected_length(start));
        assert!((mean / expected - 1.0).abs() < 0.01, "from {start}: {mean} instead of {expected}");
    }
}

#[test]
fn salt_changes_the_rolls_and_nothing_else_does() {
    let mut rng = Rng::new(3);
    let rolls = |key: u8, salt| {
        play(1_000_000, KeyedDice::new(Key([key; 32])), salt).view(parlor_kernel::Viewer::Spectator).rolls
    };
    assert_eq!(rolls(1, None), rolls(1, None));
    assert_ne!(rolls(1, None), rolls(2, None));
    for _ in 0..20 {
        let salt = rng.below(u32::MAX);
        assert_eq!(rolls(1, Some(salt)), rolls(1, Some(salt)));
        assert_ne!(rolls(1, Some(salt)), rolls(1, None));
        assert_ne!(rolls(1, Some(salt)), rolls(1, Some(salt ^ 1)));
    }
}
