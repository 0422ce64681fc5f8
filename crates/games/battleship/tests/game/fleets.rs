//! The rules for fleets against a naive reading of them, cell by cell.

use parlor_battleship::{Cell, Config, Orientation, Placement, ShipClass, Spacing};
use parlor_kernel::{Code, GameConfig};
use proptest::prelude::*;

/// What is wrong with a fleet, looking at nothing but lists of cells.
fn naive(config: &Config, ships: &[Placement]) -> Option<&'static str> {
    let mut placed: Vec<(u8, Vec<(i32, i32)>)> = Vec::new();
    for ship in ships {
        let Some(class) = config.fleet.get(usize::from(ship.ship)) else {
            return Some("unknown_ship");
        };
        if placed.iter().any(|(other, _)| *other == ship.ship) {
            return Some("duplicate_ship");
        }
        let (x, y) = (i32::from(ship.at.x), i32::from(ship.at.y));
        let cells: Vec<_> = (0..i32::from(class.size))
            .map(|step| if ship.lies == Orientation::Horizontal { (x + step, y) } else { (x, y + step) })
            .collect();
        let on_board = |&(x, y): &(i32, i32)| x < config.width.into() && y < config.height.into();
        if !cells.iter().all(on_board) {
            return Some("out_of_bounds");
        }
        for (_, others) in &placed {
            let distance = |(a, b): (i32, i32), (c, d): (i32, i32)| (a - c).abs().max((b - d).abs());
            let nearest = cells.iter().flat_map(|&a| others.iter().map(move |&b| distance(a, b))).min();
            match nearest {
                Some(0) => return Some("overlap"),
                Some(1) if config.spacing == Spacing::Apart => return Some("too_close"),
                _ => {}
            }
        }
        placed.push((ship.ship, cells));
    }
    (placed.len() < config.fleet.len()).then_some("missing_ship")
}

fn config() -> impl Strategy<Value = Config> {
    (2u8..=30, 2u8..=30, any::<bool>(), prop::collection::vec(1u8..=6, 1..=6)).prop_map(
        |(width, height, apart, sizes)| {
            let ship =
                |(number, size): (usize, u8)| ShipClass { id: number.to_string(), name: number.to_string(), size };
            Config {
                width,
                height,
                spacing: if apart { Spacing::Apart } else { Spacing::Touch },
                fleet: sizes.into_iter().enumerate().map(ship).collect(),
                ..Config::preset("voxel").unwrap()
            }
        },
    )
}

fn placement(config: &Config, ship: u8) -> impl Strategy<Value = Placement> + use<> {
    // Now and then any ship and any cell at all; mostly ones that may be right.
    let ships = prop_oneof![20 => Just(ship), 1 => any::<u8>(), 1 => 0..=ship];
    let x = prop_oneof![20 => 0..config.width, 1 => any::<u8>()];
    let y = prop_oneof![20 => 0..config.height, 1 => any::<u8>()];
    (ships, x, y, any::<bool>()).prop_map(|(ship, x, y, turned)| Placement {
        ship,
        at: Cell::new(x, y),
        lies: if turned { Orientation::Vertical } else { Orientation::Horizontal },
    })
}

fn fleet() -> impl Strategy<Value = (Config, Vec<Placement>)> {
    config().prop_flat_map(|config| {
        let ships: Vec<_> = (0..config.fleet.len() as u8).map(|ship| placement(&config, ship)).collect();
        let shuffled = ships.prop_shuffle();
        let cut = prop_oneof![10 => Just(0usize), 1 => 0..config.fleet.len()];
        (Just(config), shuffled, cut).prop_map(|(config, mut ships, cut)| {
            ships.truncate(ships.len() - cut);
            (config, ships)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn rules_for_fleets_agree_with_a_naive_reading((config, ships) in fleet()) {
        let verdict = config.check_fleet(&ships).err().map(|illegal| illegal.code());
        prop_assert_eq!(verdict, naive(&config, &ships));
    }
}
