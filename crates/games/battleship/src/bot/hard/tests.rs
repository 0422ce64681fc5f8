use super::*;
use crate::{
    Announce, Battleship, Cell, Config, Placement, ShipClass, Shot, Spacing, View,
    script::{ADA, BEN},
};
use parlor_kernel::{AnyGame, Entrant, FastDice, Game, GameConfig, Library, RANDOM, SimPlan, Viewer};

fn config(width: u8, height: u8, spacing: Spacing, sizes: &[u8]) -> Config {
    let fleet =
        (0..).zip(sizes).map(|(id, &size)| ShipClass { id: format!("s{id}"), name: format!("Ship {id}"), size });
    Config { width, height, spacing, fleet: fleet.collect(), ..Config::preset("hope").unwrap() }
}

/// Some table or other; not every one is valid.
fn any_config(rng: &mut Rng) -> Config {
    let mut below = |bound: u8| rng.below(bound.into()) as u8;
    let (width, height) = (2 + below(14), 2 + below(14));
    let spacing = [Spacing::Touch, Spacing::Apart][usize::from(below(2))];
    let longest = width.max(height).min(7);
    let sizes: Vec<_> = (0..1 + below(8)).map(|_| 1 + below(longest)).collect();
    Config {
        announce: [Announce::Sunk, Announce::Hit][usize::from(below(2))],
        patterns: match below(2) {
            0 => Config::preset("armada").unwrap().patterns,
            _ => Config::preset("hope").unwrap().patterns,
        },
        ..config(width, height, spacing, &sizes)
    }
}

/// What Ada sees of a fresh match at this table.
fn view(config: &Config) -> View {
    Battleship::new(&config.clone().into(), &FastDice(1)).view(Viewer::Seat(ADA))
}

/// The same after shots at cells of these numbers.
fn view_after(config: &Config, hits: &[u16], misses: &[u16]) -> View {
    let mut view = view(config);
    let shot = |at: &u16, hit| Shot { at: config.cell_at(*at), hit, ship: None };
    let shots = hits.iter().map(|at| shot(at, true));
    view.waters[BEN.index()].shots = shots.chain(misses.iter().map(|at| shot(at, false))).collect();
    view
}

/// The chances of the cells, by number.
fn chances(config: &Config, view: &View) -> Vec<f32> {
    let mut gunner = Gunner::default();
    gunner.assess(&Chart::new(config, view, ADA), &mut Rng::new(1));
    gunner.chance
}

/// Where the gunner shoots, by number.
fn shot(config: &Config, view: &View) -> Option<u16> {
    let plan = Gunner::default().aim(&Chart::new(config, view, ADA), &mut Rng::new(1))?;
    Some(config.index_of(plan.at))
}

#[test]
fn finishes_any_match() {
    let game = Entrant::<Battleship>::new(&Library::default());
    let mut rng = Rng::new(1);
    let mut played = 0;
    for seed in 0..100 {
        let config = any_config(&mut rng);
        if config.validate().is_err() {
            continue;
        }
        let plan = SimPlan { bots: vec!["hard".into(), RANDOM.into()], seed, games: 0..1 };
        let config = serde_json::to_value(config).unwrap();
        game.rules(&config).unwrap().simulate(&plan, &mut || ()).unwrap();
        played += 1;
    }
    assert!(played > 60, "{played}");
}

/// Hits without ships, ships sunk in each other, names that cannot be: whatever the view says, a fresh cell is shot at.
#[test]
fn survives_views_that_make_no_sense() {
    let mut rng = Rng::new(2);
    let mut gunner = Gunner::default();
    for _ in 0..400 {
        let (width, height) = (2 + rng.below(29) as u8, 2 + rng.below(29) as u8);
        let sizes: Vec<_> = (0..1 + rng.below(16)).map(|_| 1 + rng.below(width.max(height).into()) as u8).collect();
        let spacing = [Spacing::Touch, Spacing::Apart][rng.below(2) as usize];
        let config = config(width, height, spacing, &sizes);
        let mut view = view(&config);
        view.seat = None;
        let waters = &mut view.waters[BEN.index()];
        let rarity = 3 + rng.below(60);
        for at in config.cells().filter(|_| rng.below(rarity) < 2).collect::<Vec<_>>() {
            let hit = rng.percent(50);
            let named = rng.percent(20).then(|| rng.below(20) as u8);
            waters.shots.push(Shot { at, hit, ship: named });
        }
        for ship in config.ships().filter(|_| rng.percent(30)).collect::<Vec<_>>() {
            let nth = rng.below(config.placement_count(ship).into()) as u16;
            waters.sunk.push(config.placement(ship, nth));
        }
        let chart = Chart::new(&config, &view, ADA);
        let fresh = chart.fresh().count();
        match gunner.aim(&chart, &mut rng) {
            Some(plan) => assert!(chart.is_fresh(plan.at)),
            None => assert_eq!(fresh, 0),
        }
        for (chance, mark) in gunner.chance.iter().zip(chart.marks()) {
            assert!((0.0..=1.0).contains(chance));
            assert!(*chance == 0.0 || *mark == Mark::Unknown);
        }
    }
}

#[test]
fn two_hidden_ships_get_their_exact_chances() {
    for spacing in [Spacing::Touch, Spacing::Apart] {
        let config = config(5, 4, spacing, &[3, 2]);
        let missed = config.cell_at(7);
        let open = |ship| config.placements(ship).filter(|&berth| !config.covers(berth, missed));
        let pairs = open(0).flat_map(|a| open(1).map(move |b| [a, b]));
        let layouts: Vec<_> = pairs.filter(|&[a, b]| config.compatible(a, b)).collect();
        let share = |cell: Cell| {
            let covering = |ships: &&[Placement; 2]| ships.iter().any(|&ship| config.covers(ship, cell));
            layouts.iter().filter(covering).count() as f32 / layouts.len() as f32
        };
        let chances = chances(&config, &view_after(&config, &[], &[7]));
        for (cell, chance) in config.cells().zip(chances) {
            assert!((chance - share(cell)).abs() < 1e-4, "{cell}, {spacing:?}");
        }
    }
}

#[test]
fn a_cornered_ship_is_a_certain_hit() {
    let config = config(10, 10, Spacing::Touch, &[3]);
    let view = view_after(&config, &[40, 41], &[]);
    assert_eq!(shot(&config, &view), Some(42));
    assert!(chances(&config, &view)[42] > 0.999);
}

#[test]
fn ships_that_lie_apart_are_not_looked_for_beside_others() {
    let config = config(10, 10, Spacing::Apart, &[2, 3]);
    let chances = chances(&config, &view_after(&config, &[44, 45], &[]));
    assert!(chances[43] > 0.4 && chances[46] > 0.4);
    assert!([33, 34, 35, 36, 54, 55].iter().all(|&beside| chances[beside] == 0.0));
}

/// Two hits side by side look like one ship, unless the rules have told that they are two.
#[test]
fn named_hits_are_told_apart() {
    let config = config(10, 10, Spacing::Touch, &[3, 2]);
    let mut view = view_after(&config, &[44, 45], &[]);
    assert!([43, 46].contains(&shot(&config, &view).unwrap()));
    for (shot, ship) in view.waters[BEN.index()].shots.iter_mut().zip([0, 1]) {
        shot.ship = Some(ship);
    }
    let chances = chances(&config, &view);
    let around: f32 = [35, 46, 55].iter().map(|&at| chances[at]).sum();
    assert!(around > 0.999, "the short ship lies on one of them: {around}");
    assert!(chances[24] < 0.5 && chances[25] == 0.0, "and never two cells away");
}

#[test]
fn many_wounded_ships_still_point_at_their_neighbours() {
    let config = config(20, 20, Spacing::Touch, &[2, 3, 3, 4, 4, 5, 5, 6]);
    let hits = [45, 52, 110, 117, 203, 214, 290, 333];
    let at = shot(&config, &view_after(&config, &hits, &[])).unwrap();
    assert!(hits.iter().any(|&hit| [1, 20].contains(&at.abs_diff(hit))));
}

#[test]
fn a_board_with_nothing_left_gives_no_shot() {
    let config = config(2, 2, Spacing::Touch, &[2]);
    assert_eq!(shot(&config, &view_after(&config, &[], &[0, 1, 2, 3])), None);
}

#[test]
fn patterns_are_used_while_they_promise_more() {
    let armada = Config::preset("armada").unwrap();
    let aim = |config: &Config, view: &View| {
        let chart = Chart::new(config, view, ADA);
        Gunner::default().aim(&chart, &mut Rng::new(1)).unwrap()
    };
    let cells = |plan: Plan| armada.patterns[usize::from(plan.pattern)].cells.len();
    let mut fresh = view(&armada);
    assert_eq!(cells(aim(&armada, &fresh)), 9);
    fresh.tallies[ADA.index()].used = armada.patterns.iter().map(|class| class.uses.unwrap_or(0)).collect();
    assert_eq!(cells(aim(&armada, &fresh)), 1, "all used up");
    let last_cell = Config { patterns: armada.patterns.clone(), ..config(10, 10, Spacing::Touch, &[3]) };
    let plan = aim(&last_cell, &view_after(&last_cell, &[40, 41], &[]));
    let certain = Plan { at: last_cell.cell_at(42), pattern: 0 };
    assert_eq!(plan, certain, "a single shot does as well");
}
