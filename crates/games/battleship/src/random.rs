//! Random fleets.

use crate::{Cell, Config, Placement, fleet::Fleet, search::Search};
use parlor_kernel::Rng;
use std::cmp::Reverse;

/// How often whole fleets are thrown before the board counts as crowded. Even ships that keep apart on the classic
/// board come out every 40th time or so.
const THROWS: u32 = 2_000;

/// How many placements a search may look at before another way is tried: well under a millisecond, because anybody may
/// ask for fleets as often as for anything else.
const EFFORT: u64 = 10_000;

/// How often ships of a known fleet are asked to move.
const NUDGES: u32 = 1_000;

/// A random legal fleet.
///
/// On all but crowded boards every fleet is equally likely: all ships are thrown at once, and all again if any two
/// clash. On crowded boards it is a random find of a short search, or at worst the one fleet known to fit, seen from a
/// random side and with its ships moved about as far as there is room. A valid configuration always gets one, with
/// every ship (rulings: never drop one).
pub(crate) fn fleet(config: &Config, rng: &mut Rng) -> Fleet {
    let ships = thrown(config, rng)
        .or_else(|| Search::new(config).solve(rng, EFFORT))
        .or_else(|| witness(config).map(|ships| nudged(config, mirrored(config, ships, rng), rng)))
        .expect("a valid configuration has a witness");
    Fleet::new(config, ships)
}

/// Some legal fleet, always the same for the same configuration: the proof that there is one. `None` if none is
/// found soon, and then the configuration is not valid.
pub(crate) fn witness(config: &Config) -> Option<Vec<Placement>> {
    let mut rng = Rng::new(0);
    stowed(config).or_else(|| thrown(config, &mut rng)).or_else(|| Search::new(config).solve(&mut rng, EFFORT))
}

/// The largest ships first, each in the first place that is clear: finds the tidy layouts that chance does not.
fn stowed(config: &Config) -> Option<Vec<Placement>> {
    let mut order: Vec<_> = config.ships().collect();
    order.sort_by_key(|&ship| Reverse(config.size(ship)));
    let mut ships = Vec::with_capacity(order.len());
    for ship in order {
        let clear = |placement: &Placement| ships.iter().all(|&other| config.compatible(*placement, other));
        let placement = config.placements(ship).find(clear)?;
        ships.push(placement);
    }
    Some(ships)
}

/// The same fleet with left and right, top and bottom exchanged or not.
fn mirrored(config: &Config, ships: Vec<Placement>, rng: &mut Rng) -> Vec<Placement> {
    let (across, down) = (rng.percent(50), rng.percent(50));
    let mirror = |placement: Placement| {
        let (Cell { x, y }, end) = (placement.at, placement.end(config.size(placement.ship)));
        let x = if across { config.width - 1 - end.x } else { x };
        let y = if down { config.height - 1 - end.y } else { y };
        Placement { at: Cell::new(x, y), ..placement }
    };
    ships.into_iter().map(mirror).collect()
}

/// The same fleet after ships have gone, one at a time, wherever chance sent them and the others left room.
fn nudged(config: &Config, mut ships: Vec<Placement>, rng: &mut Rng) -> Vec<Placement> {
    for _ in 0..NUDGES {
        let place = rng.below(ships.len() as u32) as usize;
        let ship = ships[place].ship;
        let placement = config.placement(ship, rng.below(u32::from(config.placement_count(ship))) as u16);
        if ships.iter().all(|&other| other.ship == ship || config.compatible(placement, other)) {
            ships[place] = placement;
        }
    }
    ships
}

fn thrown(config: &Config, rng: &mut Rng) -> Option<Vec<Placement>> {
    let mut ships = Vec::with_capacity(config.fleet.len());
    (0..THROWS).any(|_| throw(config, rng, &mut ships)).then_some(ships)
}

/// Throws every ship somewhere; false as soon as two clash.
fn throw(config: &Config, rng: &mut Rng, ships: &mut Vec<Placement>) -> bool {
    ships.clear();
    config.ships().all(|ship| {
        let nth = rng.below(u32::from(config.placement_count(ship)));
        let placement = config.placement(ship, nth as u16);
        let clear = ships.iter().all(|&other| config.compatible(placement, other));
        ships.push(placement);
        clear
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ShipClass, Spacing};
    use parlor_kernel::GameConfig;
    use std::collections::{BTreeMap, BTreeSet};

    fn config(width: u8, height: u8, spacing: Spacing, sizes: &[u8]) -> Config {
        let fleet = sizes.iter().map(|&size| ShipClass { id: size.to_string(), name: size.to_string(), size });
        Config { width, height, spacing, fleet: fleet.collect(), ..Config::preset("voxel").unwrap() }
    }

    #[test]
    fn fleets_are_complete_and_legal_even_where_there_is_little_room() {
        let crowded = [
            config(10, 10, Spacing::Touch, &[5, 4, 3, 3, 2]),
            config(10, 10, Spacing::Apart, &[5, 4, 3, 3, 2]),
            config(7, 7, Spacing::Apart, &[5, 4, 3, 3, 2]),
            config(4, 4, Spacing::Touch, &[4, 4, 4, 4]),
            config(3, 3, Spacing::Touch, &[3, 2, 2, 1, 1]),
            config(12, 12, Spacing::Touch, &[12; 12]),
            config(30, 30, Spacing::Apart, &[30; 15]),
            config(30, 30, Spacing::Apart, &[25; 16]),
            config(6, 8, Spacing::Touch, &[3; 16]),
            config(2, 2, Spacing::Apart, &[2]),
        ];
        for config in &crowded {
            for seed in 0..5 {
                let fleet = fleet(config, &mut Rng::new(seed));
                assert_eq!(config.check_fleet(fleet.ships()), Ok(()), "{config:?}");
            }
        }
    }

    #[test]
    fn a_known_fleet_is_hard_to_recognise_where_its_ships_can_move() {
        let config = config(30, 30, Spacing::Apart, &[25; 16]);
        let known = witness(&config).unwrap();
        let moved: BTreeSet<_> = (0..20)
            .map(|seed| nudged(&config, known.clone(), &mut Rng::new(seed)))
            .inspect(|ships| assert_eq!(config.check_fleet(ships), Ok(())))
            .map(|ships| format!("{ships:?}"))
            .collect();
        assert_eq!(moved.len(), 20);
    }

    #[test]
    fn every_fleet_is_equally_likely_where_there_is_room() {
        let config = config(4, 3, Spacing::Touch, &[3, 2]);
        let pairs = config.placements(0).flat_map(|a| config.placements(1).map(move |b| [a, b]));
        let legal = pairs.filter(|ships| config.check_fleet(ships).is_ok()).count();
        let mut seen = BTreeMap::new();
        let mut rng = Rng::new(1);
        let each = 400;
        for _ in 0..legal * each {
            *seen.entry(format!("{:?}", fleet(&config, &mut rng))).or_insert(0usize) += 1;
        }
        assert_eq!(seen.len(), legal);
        assert!(seen.values().all(|count| (300..500).contains(count)), "{seen:?}");
    }

    #[test]
    fn the_witness_never_changes() {
        let config = config(10, 10, Spacing::Apart, &[5, 4, 3, 3, 2]);
        assert_eq!(witness(&config), witness(&config));
    }
}
