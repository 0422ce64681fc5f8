//! The matcher agrees with one that tries every assignment of tiles to places.

use parlor_kernel::Rng;
use parlor_mahjong::{Card, Exposure, Group, IMPOSSIBLE, PUNG, Rack, SHIPPED, Tile};

const HANDS: u64 = 100_000;
/// Each hand is compared with every eighth way of the card, each time with others.
const STRIDE: usize = 8;

/// How many tiles are missing for `groups`, by trying every group for every exposure and the largest matching of tiles
/// and places for each.
fn brute_force(groups: &[Group], concealed: bool, rack: &Rack, exposures: &[Exposure]) -> u8 {
    if concealed && !exposures.is_empty() {
        return IMPOSSIBLE;
    }
    let Some((exposure, others)) = exposures.split_first() else {
        return unmatched(groups, rack);
    };
    let fitting = (0..groups.len()).filter(|&place| groups[place] == exposure.group());
    let rest = |place| {
        let mut rest = groups.to_vec();
        rest.remove(place);
        brute_force(&rest, concealed, rack, others)
    };
    fitting.map(rest).min().unwrap_or(IMPOSSIBLE)
}

/// The places that stay empty when as many as possible are filled.
fn unmatched(groups: &[Group], rack: &Rack) -> u8 {
    let places: Vec<Group> = groups.iter().flat_map(|&group| std::iter::repeat_n(group, group.size.into())).collect();
    let tiles: Vec<Tile> = rack.tiles().collect();
    let mut filled = vec![None; places.len()];
    for tile in 0..tiles.len() {
        let mut tried = vec![false; places.len()];
        place(tile, &tiles, &places, &mut filled, &mut tried);
    }
    filled.iter().filter(|tile| tile.is_none()).count() as u8
}

/// Finds a place for a tile, moving others if need be.
fn place(tile: usize, tiles: &[Tile], places: &[Group], filled: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    for number in 0..places.len() {
        let Group { tile: wanted, size } = places[number];
        let fits = tiles[tile] == wanted || tiles[tile] == Tile::JOKER && size >= PUNG;
        if !fits || tried[number] {
            continue;
        }
        tried[number] = true;
        if filled[number].is_none_or(|other| place(other, tiles, places, filled, tried)) {
            filled[number] = Some(tile);
            return true;
        }
    }
    false
}

/// A hand of 13 or 14 tiles: at random, or a way of the card with some tiles changed; some of its groups exposed.
fn deal(card: &Card, rng: &mut Rng) -> (Rack, Vec<Exposure>) {
    let mut set: Vec<Tile> = Rack::full(rng.percent(10)).tiles().collect();
    rng.shuffle(&mut set);
    let size = 13 + rng.below(2) as usize;
    if rng.percent(30) {
        return (set[..size].iter().copied().collect(), exposures_at_random(rng));
    }
    let ground = &card.grounds()[rng.below(card.grounds().len() as u32) as usize];
    let (mut rack, mut exposures) = (Rack::EMPTY, Vec::new());
    for &Group { tile, size } in &ground.groups {
        let jokers = if size >= PUNG { rng.below(3) as u8 } else { 0 };
        if size >= PUNG && rng.percent(25) {
            exposures.push(Exposure { tile, size, jokers });
        } else {
            rack.add_many(tile, size - jokers);
            rack.add_many(Tile::JOKER, jokers);
        }
    }
    for _ in 0..rng.below(4) {
        let held: Vec<_> = rack.tiles().collect();
        if let Some(&tile) = held.get(rng.below(held.len().max(1) as u32) as usize) {
            rack.remove(tile);
            rack.add(set[rng.below(set.len() as u32) as usize]);
        }
    }
    (rack, exposures)
}

fn exposures_at_random(rng: &mut Rng) -> Vec<Exposure> {
    let naturals: Vec<_> = Tile::naturals().collect();
    let mut exposure = |_| {
        let tile = naturals[rng.below(naturals.len() as u32) as usize];
        Exposure { tile, size: PUNG + rng.below(2) as u8, jokers: 0 }
    };
    (0..2).map(&mut exposure).collect()
}

#[test]
fn distances_and_wins_are_those_of_brute_force() {
    for (name, text) in SHIPPED {
        let card = Card::lint(text).unwrap();
        let mut ranking = card.ranking();
        let mut rng = Rng::new(1);
        let (mut won, mut open, mut far) = (0, 0, 0);
        for number in 0..HANDS / SHIPPED.len() as u64 {
            let (rack, exposures) = deal(&card, &mut rng);
            card.rank(&rack, &exposures, &mut ranking);
            for (place, ground) in card.grounds().iter().enumerate().skip(number as usize % STRIDE).step_by(STRIDE) {
                let expected = brute_force(&ground.groups, card.hand_of(ground).concealed, &rack, &exposures);
                assert_eq!(ranking.distance(place), expected, "{name}: {rack} and {exposures:?}: {:?}", ground.groups);
                far += u64::from(expected != IMPOSSIBLE);
                open += u64::from(expected != IMPOSSIBLE && !exposures.is_empty());
                if expected != IMPOSSIBLE {
                    let missing = card.missing(place, &rack, &exposures);
                    let short = missing.grouped.len().saturating_sub(rack.jokers());
                    assert_eq!(missing.strict.len() + short, expected, "{name}: {rack}: {missing:?}");
                }
            }
            let complete = rack.len() + exposures.iter().map(|exposure| exposure.size).sum::<u8>() == 14;
            let values = (0..card.grounds().len())
                .filter(|&ground| complete && ranking.distance(ground) == 0)
                .map(|ground| card.hand_of(&card.grounds()[ground]).value);
            let best = values.max();
            assert_eq!(card.winning(&rack, &exposures).map(|win| win.value), best, "{name}: {rack} and {exposures:?}");
            won += u64::from(best.is_some());
            let allowed = (0..card.grounds().len()).filter(|&ground| ranking.distance(ground) != IMPOSSIBLE);
            assert!(card.allowed(&exposures).eq(allowed));
            assert_eq!(card.allows(&exposures), card.allowed(&exposures).next().is_some());
        }
        assert!(won > 5_000 && open > 10_000 && far > 1_000_000, "{name}: {won} {open} {far}");
    }
}

#[test]
fn hands_are_ranked_by_distance_and_value() {
    let card = Card::lint(SHIPPED[0].1).unwrap();
    let mut ranking = card.ranking();
    let mut rng = Rng::new(2);
    for _ in 0..1_000 {
        let (rack, exposures) = deal(&card, &mut rng);
        card.rank(&rack, &exposures, &mut ranking);
        let keys: Vec<_> = ranking.order().iter().map(|&hand| ranking.nearest(hand).0).collect();
        assert!(keys.is_sorted() && keys.len() == card.hands().len());
        for (hand, facts) in (0..).zip(card.hands()) {
            let nearest = facts.ways.clone().map(|ground| ranking.distance(ground)).min().unwrap();
            assert_eq!(ranking.nearest(hand).0, nearest);
        }
    }
}
