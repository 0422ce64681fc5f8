//! The dice are fair, and games are as long as theory says: with the dice of the house, through the real rules.

use parlor_death_roll::{Action, Config, DeathRoll, Roll};
use parlor_kernel::{Dice, Game, Key, KeyedDice, Rng, Rules, Seat, Table, Tick, Viewer};
use std::{collections::BTreeMap, sync::Arc};

/// A match from `start` with these dice, about to begin.
fn table(start: u32, dice: KeyedDice, salt: Option<u32>) -> Table<DeathRoll, KeyedDice> {
    let config = Arc::new(Config { start, roll_seconds: None });
    let mut table = Table::new(Rules::plain(config), dice);
    if let Some(salt) = salt {
        table.act(Tick(0), Seat(1), Action::Salt { salt }, &mut ()).unwrap();
    }
    table
}

/// The seat on turn rolls.
fn roll<D: Dice>(table: &mut Table<DeathRoll, D>) -> bool {
    let Some(seat) = table.game().awaiting().first() else { return false };
    table.act(Tick(0), seat, Action::Roll, &mut ()).unwrap();
    true
}

fn rolls(table: &Table<DeathRoll, KeyedDice>) -> Vec<Roll> {
    table.view(Viewer::Spectator).rolls
}

/// Every roll of a whole match.
fn play(start: u32, dice: KeyedDice, salt: Option<u32>) -> Vec<Roll> {
    let mut table = table(start, dice, salt);
    while roll(&mut table) {}
    rolls(&table)
}

/// The dice of match number `number`.
fn dice(number: u64) -> KeyedDice {
    let mut rng = Rng::new(number);
    KeyedDice::new(Key(std::array::from_fn(|_| rng.next_word() as u8)))
}

/// Pearson's statistic of counts that should all be equal.
fn chi_squared(seen: &[u64]) -> f64 {
    let expected = seen.iter().sum::<u64>() as f64 / seen.len() as f64;
    seen.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum()
}

/// The 99.99 % quantile by Wilson and Hilferty: fair dice exceed it once in ten thousand seeds, and these seeds are
/// fixed.
fn limit(freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + 3.719 * spread.sqrt()).powi(3)
}

/// A million first rolls out of each of several maxima: a thousand keys with a thousand salts each, one of them none.
#[test]
fn every_roll_is_equally_likely() {
    const ROLLS: u64 = 1_000_000;
    const SALTS: u64 = 1_000;
    for max in [2, 6, 97, 100, 1_000] {
        let mut seen = vec![0; max as usize];
        for key in 0..ROLLS / SALTS {
            let dice = dice(key);
            for salt in 0..SALTS as u32 {
                let mut table = table(max, dice.clone(), (salt > 0).then_some(salt));
                roll(&mut table);
                let first = table.game().max();
                seen[first as usize - 1] += 1;
            }
        }
        let (statistic, limit) = (chi_squared(&seen), limit(f64::from(max - 1)));
        assert!(statistic < limit, "out of {max}: {statistic} is over {limit}");
    }
}

/// How many rolls a match from `start` takes on average. A roll out of n leaves any of 1 to n, and 1 ends it:
/// E(n) = 1 + (E(2) + … + E(n)) / n. Subtracting the same for n − 1 gives E(n) = E(n − 1) + 1 / (n − 1), so that
/// E(n) = 1 + H(n − 1), with H the harmonic numbers.
fn expected_length(start: u32) -> f64 {
    1.0 + (1..start).map(|n| 1.0 / f64::from(n)).sum::<f64>()
}

#[test]
fn the_closed_form_solves_the_recurrence() {
    let mut sum = 0.0;
    for n in 2..=10_000 {
        let by_recurrence = (f64::from(n) + sum) / (f64::from(n) - 1.0);
        sum += by_recurrence;
        assert!((by_recurrence - expected_length(n)).abs() < 1e-9, "from {n}");
    }
    assert!((expected_length(2) - 2.0).abs() < 1e-12);
    assert!((expected_length(100) - 6.177_377_517_639_621).abs() < 1e-12);
}

/// Whole matches from 100 are within 1 % of 6.177 rolls long, and all their rolls, whatever they are out of, are equally
/// likely: more than a million of them.
#[test]
fn games_are_as_long_as_theory_says() {
    const GAMES: u64 = 200_000;
    let mut seen = BTreeMap::<u32, Vec<u64>>::new();
    let mut total = 0;
    for number in 0..GAMES {
        for Roll { rolled, max, .. } in play(100, dice(number), None) {
            seen.entry(max).or_insert_with(|| vec![0; max as usize])[rolled as usize - 1] += 1;
            total += 1;
        }
    }
    assert!(total > 1_000_000, "{total} rolls");
    let (mean, expected) = (f64::from(total) / GAMES as f64, expected_length(100));
    assert!((mean / expected - 1.0).abs() < 0.01, "from 100: {mean} instead of {expected}");
    assert_eq!(seen.keys().copied().collect::<Vec<_>>(), (2..=100).collect::<Vec<_>>(), "every maximum comes up");
    let (mut statistic, mut freedom) = (0.0, 0.0);
    for (&max, seen) in &seen {
        statistic += chi_squared(seen);
        freedom += f64::from(max - 1);
    }
    assert!(statistic < limit(freedom), "{statistic} is over {}", limit(freedom));
}

#[test]
fn short_and_long_games_are_as_long_as_theory_says() {
    for start in [2, 10, 1_000] {
        let games = 50_000;
        let total: usize = (0..games).map(|number| play(start, dice(number), None).len()).sum();
        let (mean, expected) = (total as f64 / games as f64, expected_length(start));
        assert!((mean / expected - 1.0).abs() < 0.01, "from {start}: {mean} instead of {expected}");
    }
}

#[test]
fn salt_changes_the_rolls_and_nothing_else_does() {
    let mut rng = Rng::new(3);
    let rolls = |key: u8, salt| play(1_000_000, KeyedDice::new(Key([key; 32])), salt);
    assert_eq!(rolls(1, None), rolls(1, None));
    assert_ne!(rolls(1, None), rolls(2, None));
    for _ in 0..20 {
        let salt = rng.below(u32::MAX);
        assert_eq!(rolls(1, Some(salt)), rolls(1, Some(salt)));
        assert_ne!(rolls(1, Some(salt)), rolls(1, None));
        assert_ne!(rolls(1, Some(salt)), rolls(1, Some(salt ^ 1)));
    }
}
