//! What tiles are worth that stay on the rack.

use crate::{
    config::Config,
    tile::{KINDS, Tile},
    tiles::Tiles,
};
use std::{fmt::Write, sync::LazyLock};
use thiserror::Error;

/// Counts of one kind that are told apart: one, two, and three or more.
const COUNTS: usize = 3;
/// Pairs of different kinds.
const PAIRS: usize = KINDS * (KINDS - 1) / 2;
/// Vowels and consonants: up to seven of each.
const BALANCE: usize = 8;

/// Values of leaves, learnt from many games: see `examples/learn_leaves.rs`.
///
/// A leave is worth the sum of what its [features](Leaves::features) are worth: each kind of tile by its number, each pair
/// of kinds, and the balance of vowels and consonants. Values are in hundredths of a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaves(Vec<i32>);

/// A text that holds no values.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {0}: a value of a leave is the name of a feature and a number")]
pub struct NotLeaves(pub usize);

impl Leaves {
    /// How many features there are.
    pub const FEATURES: usize = KINDS * COUNTS + PAIRS + BALANCE * BALANCE;

    /// The values that the house's bots play with: those learnt with the bag that is most like the one of these rules.
    pub fn learnt(config: &Config) -> &'static Self {
        fn read(text: &str) -> Leaves {
            Leaves::parse(text).expect("a test reads the tables")
        }
        static WITH_BLANKS: LazyLock<Leaves> =
            LazyLock::new(|| read(include_str!("../../../../data/leaves/classic.txt")));
        static WITHOUT_BLANKS: LazyLock<Leaves> =
            LazyLock::new(|| read(include_str!("../../../../data/leaves/hope.txt")));
        if config.bag.count(Tile::BLANK) > 0 { &WITH_BLANKS } else { &WITHOUT_BLANKS }
    }

    /// The leaves with those values, by feature.
    pub fn new(values: impl IntoIterator<Item = i32>) -> Self {
        let mut values: Vec<_> = values.into_iter().collect();
        values.resize(Self::FEATURES, 0);
        Self(values)
    }

    /// What a leave is worth, in hundredths of a point.
    pub fn value(&self, leave: &Tiles) -> i32 {
        let mut sum = 0;
        Self::features(leave, |feature| sum += self.0[feature]);
        sum
    }

    /// Calls `f` with every feature of a leave.
    pub fn features(leave: &Tiles, mut f: impl FnMut(usize)) {
        if leave.is_empty() {
            return;
        }
        let (mut vowels, mut consonants) = (0, 0);
        for (one, &count) in leave.counts().iter().enumerate().filter(|(_, count)| **count > 0) {
            f(one * COUNTS + usize::from(count).min(COUNTS) - 1);
            match Tile(one as u8) {
                Tile::BLANK => {}
                tile if is_vowel(tile) => vowels += usize::from(count),
                _ => consonants += usize::from(count),
            }
            for other in (0..one).filter(|&other| leave.counts()[other] > 0) {
                f(KINDS * COUNTS + one * (one - 1) / 2 + other);
            }
        }
        f(KINDS * COUNTS + PAIRS + vowels.min(BALANCE - 1) * BALANCE + consonants.min(BALANCE - 1));
    }

    /// Reads what [`Leaves::text`] writes. Lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// The first line that makes no sense.
    pub fn parse(text: &str) -> Result<Self, NotLeaves> {
        let names: Vec<_> = names().collect();
        let mut leaves = Self::new([]);
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
            let (name, value) = line.split_once(' ').ok_or(NotLeaves(number))?;
            let feature = names.iter().position(|known| known == name).ok_or(NotLeaves(number))?;
            leaves.0[feature] = value.parse().map_err(|_| NotLeaves(number))?;
        }
        Ok(leaves)
    }

    /// One line for each feature that is worth anything: `E 40`, `EE -120`, `QU 300`, `3v2c -55`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in names().zip(&self.0).filter(|(_, value)| **value != 0) {
            let _ = writeln!(text, "{name} {value}");
        }
        text
    }
}

/// The name of every feature, in order.
fn names() -> impl Iterator<Item = String> {
    let tile = |kind: usize| Tile(kind as u8).to_string();
    let singles = (0..KINDS).flat_map(move |kind| (1..=COUNTS).map(move |count| tile(kind).repeat(count)));
    let pairs = (1..KINDS).flat_map(move |one| (0..one).map(move |other| tile(other) + &tile(one)));
    let balance = (0..BALANCE).flat_map(|vowels| (0..BALANCE).map(move |consonants| format!("{vowels}v{consonants}c")));
    singles.chain(pairs).chain(balance)
}

fn is_vowel(tile: Tile) -> bool {
    "AEIOU".contains(&tile.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::GameConfig;

    #[test]
    fn features_are_told_apart_and_named_once() {
        let mut all: Vec<_> = names().collect();
        assert_eq!(all.len(), Leaves::FEATURES);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), Leaves::FEATURES);
        let known: Vec<_> = names().collect();
        let mut named = Vec::new();
        Leaves::features(&"QUU?".parse().unwrap(), |feature| named.push(known[feature].clone()));
        named.sort();
        assert_eq!(named, ["2v1c", "?", "?Q", "?U", "Q", "QU", "UU"]);
        Leaves::features(&Tiles::default(), |feature| panic!("{feature}"));
    }

    #[test]
    fn tables_go_there_and_back() {
        let leaves = Leaves::parse("# found out\nQ -700\nQU 500\n1v1c 10\n").unwrap();
        assert_eq!(leaves.value(&"QU".parse().unwrap()), -190);
        assert_eq!(Leaves::parse(&leaves.text()), Ok(leaves));
        assert_eq!(Leaves::parse("Q -700\nQX five"), Err(NotLeaves(2)));
    }

    #[test]
    fn the_learnt_tables_know_good_tiles_from_bad_ones() {
        for (preset, blanks) in [("hope", false), ("classic", true), ("days", true)] {
            let leaves = Leaves::learnt(&Config::preset(preset).unwrap());
            let value = |leave: &str| leaves.value(&leave.parse().unwrap());
            assert!(value("S") > value("E") && value("E") > value("V"), "{preset}");
            assert!(value("QU") > value("Q") && value("UUU") < value("U"), "{preset}");
            assert_eq!(value("?") > value("S"), blanks, "{preset}");
        }
    }
}
