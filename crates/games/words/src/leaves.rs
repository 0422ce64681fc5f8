//! What tiles are worth that stay on the rack.

use crate::{
    config::{Config, RACK},
    moves::Hand,
    tile::{KINDS, Tile},
    tiles::Tiles,
};
use std::{fmt::Write, sync::LazyLock};
use thiserror::Error;

/// Values of racks, learnt from many games (see `examples/learn_leaves.rs`), and with them those of leaves.
///
/// A rack is worth the sum of what its groups are worth: its tiles, its pairs and its triples. A leave is worth what the
/// racks are worth on average that it can become, drawn from the tiles that the player has not seen. So a Q is worth less
/// once the last U is gone, and drawing many tiles is worth more while the blanks are still in the bag. Values are in
/// hundredths of a point; an average rack of the whole bag is worth nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaves(Vec<i16>);

/// A text that holds no values.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {0}: the values of leaves are a group of at most two tiles, and a number for each tile that can follow")]
pub struct NotLeaves(pub usize);

/// The number of a group, given the [ranks](rank) of its tiles in any order; 0 stands for no tile.
#[inline]
const fn group(a: usize, b: usize, c: usize) -> usize {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    let (b, c) = if b <= c { (b, c) } else { (c, b) };
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    c * (c + 1) * (c + 2) / 6 + b * (b + 1) / 2 + a
}

/// The letters from 1 to 26, then the blank.
const fn rank(tile: Tile) -> usize {
    if tile.0 == Tile::BLANK.0 { KINDS } else { tile.0 as usize }
}

impl Leaves {
    /// How many groups of at most three tiles there are, with the empty one.
    pub const GROUPS: usize = group(KINDS, KINDS, KINDS) + 1;

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

    /// The leaves with those values, by [group](Leaves::groups).
    pub fn new(values: impl IntoIterator<Item = i16>) -> Self {
        let mut values: Vec<_> = values.into_iter().collect();
        values.resize(Self::GROUPS, 0);
        Self(values)
    }

    /// Every group of a rack: its tiles, pairs and triples.
    pub fn groups(rack: &Tiles) -> Vec<usize> {
        let ranks: Vec<_> = rack.iter().map(rank).collect();
        let mut groups = Vec::new();
        for (third, &c) in ranks.iter().enumerate() {
            groups.push(group(0, 0, c));
            for (second, &b) in ranks[..third].iter().enumerate() {
                groups.push(group(0, b, c));
                groups.extend(ranks[..second].iter().map(|&a| group(a, b, c)));
            }
        }
        groups
    }

    /// What each part of a rack is worth that stays on it, by its [key](Hand::parts), while these tiles are not seen.
    pub fn values(&self, rack: &Tiles, unseen: &Tiles) -> [i32; Hand::KEYS] {
        let hand = Hand::new(rack);
        let tiles: Vec<_> = rack.iter().collect();
        let ranks: Vec<_> = tiles.iter().copied().map(rank).collect();
        let draw = Draw::new(self, unseen);
        // What the groups of a part are worth that are in it already, and those that one or two drawn tiles complete; first of
        // each set of at most three tiles of the rack, by bits, then added up for each part.
        let mut worth = [[0.0; 3]; Hand::KEYS];
        for (third, &c) in ranks.iter().enumerate() {
            let one = 1 << third;
            let is_repeated = third > 0 && ranks[third - 1] == c;
            let with_two = if is_repeated { worth[one >> 1][2] } else { draw.two(c) };
            worth[one] = [self.of(0, 0, c), draw.one(0, c), with_two];
            for (second, &b) in ranks[..third].iter().enumerate() {
                let two = one | 1 << second;
                worth[two] = [self.of(0, b, c), draw.one(b, c), 0.0];
                for (first, &a) in ranks[..second].iter().enumerate() {
                    worth[two | 1 << first][0] = self.of(a, b, c);
                }
            }
        }
        for place in 0..tiles.len() {
            for part in (0..1_usize << tiles.len()).filter(|part| part >> place & 1 == 1) {
                let without = worth[part ^ 1 << place];
                worth[part].iter_mut().zip(without).for_each(|(sum, more)| *sum += more);
            }
        }
        let fresh = draw.alone();
        let mut values = [0; Hand::KEYS];
        for (part, [kept, with_one, with_two]) in worth.into_iter().enumerate().take(1 << tiles.len()) {
            let drawn = usize::from(RACK).saturating_sub(part.count_ones() as usize);
            let value = kept + ways(drawn, 1) * with_one + ways(drawn, 2) * with_two + fresh[drawn];
            let kept = (0..tiles.len()).filter(|place| part >> place & 1 == 1).map(|place| tiles[place]);
            values[usize::from(hand.key_of(kept))] = value.round() as i32;
        }
        values
    }

    /// What a leave is worth, in hundredths of a point, while these tiles are not seen.
    pub fn value(&self, leave: &Tiles, unseen: &Tiles) -> i32 {
        self.values(leave, unseen)[usize::from(Hand::new(leave).key())]
    }

    #[inline]
    fn of(&self, a: usize, b: usize, c: usize) -> f64 {
        self.0[group(a, b, c)].into()
    }

    /// Reads what [`Leaves::text`] writes. Lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// The first line that makes no sense.
    pub fn parse(text: &str) -> Result<Self, NotLeaves> {
        let mut leaves = Self::new([]);
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
            leaves.parse_row(line).ok_or(NotLeaves(number))?;
        }
        Ok(leaves)
    }

    fn parse_row(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let name = words.next().filter(|name| name.len() <= 2)?;
        let row: Vec<_> = name.chars().map(|tile| Tile::of(tile).map(rank)).collect::<Option<_>>()?;
        let [a, b] = match row[..] {
            [] => [0, 0],
            [b] => [0, b],
            [a, b] => [a, b],
            _ => return None,
        };
        for c in b.max(1)..=KINDS {
            self.0[group(a, b, c)] = words.next()?.parse().ok()?;
        }
        words.next().is_none().then_some(())
    }

    /// A row for each group of at most two tiles, with the value of every group that it is the beginning of when tiles lie
    /// in order. `E 5 -12 …` says that EE is worth 0.05 points and EF -0.12 beyond what their tiles are worth.
    pub fn text(&self) -> String {
        let names: Vec<_> = std::iter::once(String::new()).chain(Tile::all().map(|tile| tile.to_string())).collect();
        let mut text = String::new();
        for b in 0..=KINDS {
            for a in 0..=b {
                text += &names[a];
                text += &names[b];
                for c in b.max(1)..=KINDS {
                    let _ = write!(text, " {}", self.0[group(a, b, c)]);
                }
                text += "\n";
            }
        }
        text
    }
}

/// In how many ways so many of the tiles can be chosen, up to three.
fn ways(tiles: usize, chosen: usize) -> f64 {
    let tiles = tiles as f64;
    match chosen {
        0 => 1.0,
        1 => tiles,
        2 => tiles * (tiles - 1.0) / 2.0,
        _ => tiles * (tiles - 1.0) * (tiles - 2.0) / 6.0,
    }
}

/// Tiles to draw from.
struct Draw<'a> {
    leaves: &'a Leaves,
    /// The rank of each kind with how many there are.
    pool: Vec<(usize, f64)>,
    count: usize,
}

impl<'a> Draw<'a> {
    fn new(leaves: &'a Leaves, unseen: &Tiles) -> Self {
        let kinds = Tile::all().map(|tile| (rank(tile), f64::from(unseen.count(tile))));
        let pool = kinds.filter(|(_, count)| *count > 0.0).collect();
        Self { leaves, pool, count: unseen.len() as usize }
    }

    /// The average worth of the groups that one drawn tile makes with these.
    fn one(&self, a: usize, b: usize) -> f64 {
        let sum: f64 = self.pool.iter().map(|&(c, count)| count * self.leaves.of(a, b, c)).sum();
        sum / ways(self.count, 1).max(1.0)
    }

    /// The average worth of the groups that two drawn tiles make with this one.
    fn two(&self, a: usize) -> f64 {
        self.sum_of_pairs(a, self.pool.len()) / ways(self.count, 2).max(1.0)
    }

    /// The sum of what all pairs of the first so many kinds are worth together with a tile.
    fn sum_of_pairs(&self, a: usize, kinds: usize) -> f64 {
        let mut sum = 0.0;
        for (place, &(c, count)) in self.pool[..kinds].iter().enumerate() {
            let others: f64 = self.pool[..place].iter().map(|&(b, other)| other * self.leaves.of(a, b, c)).sum();
            sum += count * (others + (count - 1.0) / 2.0 * self.leaves.of(a, c, c));
        }
        sum
    }

    /// The sum of what all triples are worth.
    fn sum_of_triples(&self) -> f64 {
        let mut sum = 0.0;
        for (place, &(c, count)) in self.pool.iter().enumerate() {
            let twice: f64 = self.pool[..place].iter().map(|&(b, other)| other * self.leaves.of(b, c, c)).sum();
            let thrice = (count - 2.0) / 3.0 * self.leaves.of(c, c, c);
            sum += count * (self.sum_of_pairs(c, place) + (count - 1.0) / 2.0 * (twice + thrice));
        }
        sum
    }

    /// What drawn tiles are worth among themselves on average, by their number.
    fn alone(&self) -> [f64; RACK as usize + 1] {
        let (ones, twos) = (self.one(0, 0), self.two(0));
        let threes = self.sum_of_triples() / ways(self.count, 3).max(1.0);
        std::array::from_fn(|drawn| ways(drawn, 1) * ones + ways(drawn, 2) * twos + ways(drawn, 3) * threes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::{GameConfig, Rng};

    fn tiles(text: &str) -> Tiles {
        text.parse().unwrap()
    }

    #[test]
    fn groups_are_told_apart() {
        let mut all: Vec<_> =
            (0..=KINDS).flat_map(|c| (0..=c).flat_map(move |b| (0..=b).map(move |a| group(a, b, c)))).collect();
        all.sort_unstable();
        assert!(all.iter().copied().eq(0..Leaves::GROUPS));
        assert_eq!(group(3, 1, 2), group(1, 2, 3));
        let [u, q, blank] = ["U", "Q", "?"].map(|tile| rank(tiles(tile).nth(0).unwrap()));
        let mut groups = Leaves::groups(&tiles("QU?"));
        groups.sort_unstable();
        let mut expected =
            [[0, 0, q], [0, 0, u], [0, 0, blank], [0, q, u], [0, q, blank], [0, u, blank], [q, u, blank]]
                .map(|[a, b, c]| group(a, b, c));
        expected.sort_unstable();
        assert_eq!(groups, expected);
    }

    #[test]
    fn a_leave_is_worth_the_average_of_the_racks_that_it_becomes() {
        let mut rng = Rng::new(1);
        let leaves = Leaves::new((0..Leaves::GROUPS).map(|_| rng.below(2_000) as i16 - 1_000));
        let worth = |rack: &[Tile]| {
            Leaves::groups(&rack.iter().copied().collect()).iter().map(|&group| f64::from(leaves.0[group])).sum::<f64>()
        };
        for (rack, unseen) in [("AAEQS?", "AAUUE??S"), ("BBBCDDE", "BBCDXYZAA"), ("?", "AEIOUAE"), ("ABC", "AABBCC?")] {
            let (rack, unseen) = (tiles(rack), tiles(unseen));
            let values = leaves.values(&rack, &unseen);
            let pool: Vec<_> = unseen.iter().collect();
            for (key, part) in Hand::new(&rack).parts() {
                let drawn = u32::from(RACK) - part.len();
                let (mut sum, mut count) = (0.0, 0.0);
                for chosen in (0..1_u32 << pool.len()).filter(|chosen| chosen.count_ones() == drawn) {
                    let draw = (0..pool.len()).filter(|place| chosen >> place & 1 == 1).map(|place| pool[place]);
                    sum += worth(&part.iter().chain(draw).collect::<Vec<_>>());
                    count += 1.0;
                }
                let value = values[usize::from(key)];
                assert!((f64::from(value) - sum / count).abs() < 0.6, "{part} of {rack} with {unseen}: {value}");
                assert!(leaves.value(&part, &unseen) == value);
            }
        }
    }

    #[test]
    fn tables_go_there_and_back() {
        let mut rng = Rng::new(2);
        let leaves =
            Leaves::new((0..Leaves::GROUPS).map(|group| if group == 0 { 0 } else { rng.below(99) as i16 - 49 }));
        let text = format!("# found out\n{}", leaves.text());
        assert_eq!(Leaves::parse(&text), Ok(leaves));
        assert_eq!(Leaves::parse("# found out\nE 5 -12"), Err(NotLeaves(2)), "too few numbers");
        assert_eq!(Leaves::parse("?? 700 3"), Err(NotLeaves(1)), "too many");
        assert_eq!(Leaves::parse("?? five"), Err(NotLeaves(1)));
        assert_eq!(Leaves::parse("ABC 1"), Err(NotLeaves(1)));
    }

    #[test]
    fn the_learnt_tables_know_good_tiles_from_bad_ones() {
        for (preset, blanks) in [("hope", false), ("classic", true), ("days", true)] {
            let config = Config::preset(preset).unwrap();
            let leaves = Leaves::learnt(&config);
            let value = |leave: &str| leaves.value(&tiles(leave), &config.bag.minus(&tiles(leave)).unwrap());
            assert!(value("S") > value("E") && value("E") > value("V"), "{preset}");
            assert!(value("QU") > value("Q") && value("UUU") < value("U"), "{preset}");
            if blanks {
                assert!(value("?") > value("S"), "{preset}");
            }
            let without = |gone: &str| config.bag.minus(&tiles(gone)).unwrap();
            let q = |unseen: &Tiles| leaves.value(&tiles("Q"), unseen);
            assert!(q(&without("QUUUU")) < q(&without("QEEEE")) - 100, "{preset}: no U is left");
        }
    }
}
