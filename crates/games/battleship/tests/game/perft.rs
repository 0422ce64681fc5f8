//! Counting: small matches against OpenSpiel's published numbers, and the fleets of the classic board.

use parlor_battleship::{Action, Battleship, Config, First, Orientation, Placement, ShipClass};
use parlor_kernel::{FastDice, Game, GameConfig, Rules, Seat, Viewer};
use parlor_testkit::{Perft, perft};
use std::sync::Arc;

/// A table with ships of these sizes at which seat 0 begins.
fn table(width: u8, height: u8, sizes: &[u8]) -> Config {
    let ship = |(number, &size): (usize, &u8)| ShipClass { id: number.to_string(), name: number.to_string(), size };
    let fleet = sizes.iter().enumerate().map(ship).collect();
    Config { width, height, fleet, first: First::Given(Seat(0)), ..Config::preset("voxel").unwrap() }
}

/// Matches of `shots` shots each, every seat having placed its fleet once.
fn count(config: &Arc<Config>, shots: u32) -> Perft {
    let follow = |game: &Battleship, seat: Seat, action: &Action| match action {
        Action::Place { .. } => game.view(Viewer::Seat(seat)).fleets[seat.index()].is_none(),
        Action::Ready | Action::Fire { .. } => true,
        _ => false,
    };
    let placing = 4;
    perft(&Battleship::new(&Rules::plain(Arc::clone(config)), &FastDice(1)), &FastDice(1), placing + shots, follow)
}

/// Terminal states of OpenSpiel's game: a fleet has sunk, or both seats are out of shots.
fn terminal_states(height: u8, width: u8, shots: u32, sizes: &[u8]) -> u64 {
    let config = Arc::new(table(width, height, sizes));
    assert_eq!(config.validate(), Ok(()));
    count(&config, 2 * shots).nodes + count(&config, 2 * shots - 1).terminals
}

/// The table of `TestGameSizes` in OpenSpiel's `battleship_test.cc`, played without repeated shots.
#[test]
fn small_matches_are_as_many_as_openspiel_says() {
    assert_eq!(terminal_states(2, 2, 2, &[1]), 1_072);
    assert_eq!(terminal_states(2, 2, 3, &[1]), 2_224);
    assert_eq!(terminal_states(2, 2, 2, &[1, 2]), 9_216);
    assert_eq!(terminal_states(2, 2, 3, &[1, 2]), 32_256);
    assert_eq!(terminal_states(2, 3, 2, &[1]), 19_116);
    assert_eq!(terminal_states(2, 3, 3, &[1]), 191_916);
    assert_eq!(terminal_states(2, 3, 4, &[1]), 969_516);
}

/// A set of placements of one ship, by number.
type Set = [u64; 3];

fn meet(a: &Set, b: &Set) -> Set {
    [a[0] & b[0], a[1] & b[1], a[2] & b[2]]
}

fn members(set: &Set) -> impl Iterator<Item = usize> {
    (0..192).filter(|number| set[number / 64] >> (number % 64) & 1 == 1)
}

/// For each placement of a ship of size `a`, the placements of a ship of size `b` that the rules allow beside it.
fn fits(a: u8, b: u8) -> Vec<Set> {
    let pair = table(10, 10, &[a, b]);
    let second: Vec<_> = pair.placements(1).collect();
    let beside = |first: Placement| {
        let mut set = Set::default();
        for (number, &other) in second.iter().enumerate() {
            set[number / 64] |= u64::from(pair.check_fleet(&[first, other]).is_ok()) << (number % 64);
        }
        set
    };
    pair.placements(0).map(beside).collect()
}

#[test]
fn the_classic_board_has_thirty_billion_fleets() {
    let (five_four, five_three, five_two) = (fits(5, 4), fits(5, 3), fits(5, 2));
    let (four_three, four_two) = (fits(4, 3), fits(4, 2));
    let (three_three, three_two) = (fits(3, 3), fits(3, 2));
    let carriers: Vec<_> = table(10, 10, &[5]).placements(0).collect();
    // Turning and mirroring the board makes eight carriers of each that lies horizontally in the top left quarter.
    let quarter = |carrier: &Placement| carrier.lies == Orientation::Horizontal && carrier.at.x < 3 && carrier.at.y < 5;
    assert_eq!(8 * carriers.iter().filter(|carrier| quarter(carrier)).count(), carriers.len());
    let mut fleets = 0u64;
    for (carrier, _) in carriers.iter().enumerate().filter(|(_, carrier)| quarter(carrier)) {
        for battleship in members(&five_four[carrier]) {
            let threes = meet(&five_three[carrier], &four_three[battleship]);
            let twos = meet(&five_two[carrier], &four_two[battleship]);
            for cruiser in members(&threes) {
                let twos = meet(&twos, &three_two[cruiser]);
                // Cruiser and submarine are alike: each pair is counted once here.
                for submarine in members(&meet(&threes, &three_three[cruiser])).skip_while(|&other| other < cruiser) {
                    let [a, b, c] = meet(&twos, &three_two[submarine]);
                    fleets += u64::from(a.count_ones() + b.count_ones() + c.count_ones());
                }
            }
        }
    }
    assert_eq!(8 * 2 * fleets, 30_093_975_536);
}
