//! Battleship obeys the laws of the house, at the tables of every preset and at some odd ones.

use parlor_battleship::{
    Action, Announce, AttackMode, Battleship, Cell, Config, Orientation, Pattern, Phase, Placement, ShipClass, Timers,
    TurnRule,
};
use parlor_kernel::{Duel, Game, GameConfig, Input, Rng, Seat, Viewer};
use parlor_testkit::{LawSuite, laws};

/// What a careless or hostile client might send; legal often enough.
fn candidate(game: &Battleship, seat: Seat, rng: &mut Rng) -> Action {
    let config = game.config();
    let at = |rng: &mut Rng| {
        Cell::new(rng.below(u32::from(config.width) + 1) as u8, rng.below(u32::from(config.height) + 1) as u8)
    };
    let pattern = rng.below(config.patterns.len() as u32 + 1) as u8;
    match rng.below(12) {
        0 => Action::Confirm,
        1 => Action::Cancel,
        2 => Action::Ready,
        3 => Action::AutoPlace,
        4 => Action::Place { ships: fleet(config, rng) },
        5 => game.view(Viewer::Seat(seat)).fleets[seat.index()]
            .clone()
            .map_or(Action::Ready, |ships| Action::Place { ships }),
        6 => Action::Surrender,
        _ if (config.attack == AttackMode::Plan) == rng.percent(90) => Action::Plan { at: at(rng), pattern },
        _ => Action::Fire { at: at(rng), pattern },
    }
}

/// Ships thrown anywhere, now and then one too few, twice or unknown. One-cell ships lie horizontally, as listed.
fn fleet(config: &Config, rng: &mut Rng) -> Vec<Placement> {
    let mut ships: Vec<_> = (0..)
        .zip(&config.fleet)
        .map(|(ship, class)| {
            let at = Cell::new(rng.below(u32::from(config.width)) as u8, rng.below(u32::from(config.height)) as u8);
            let lies = if class.size == 1 || rng.percent(50) { Orientation::Horizontal } else { Orientation::Vertical };
            Placement { ship, at, lies }
        })
        .collect();
    match rng.below(20) {
        0 => drop(ships.pop()),
        1 => ships[0].ship = 1,
        2 => ships[0].ship = 200,
        _ => {}
    }
    ships
}

/// A shot shows spectators what it found, and carrying out a plan shows what was planned.
fn reveals(_: &Battleship, viewer: Viewer, input: &Input<Action>) -> bool {
    match input {
        Input::Act { action: Action::Fire { .. }, .. } => viewer == Viewer::Spectator,
        Input::Act { action: Action::Confirm, .. } => true,
        _ => false,
    }
}

fn obeys_the_laws(config: Config, states: u64) {
    let prefix = usize::from(config.area()) * config.patterns.len() + 8;
    let suite = LawSuite { states, prefix, sealed: true, reveals, ..LawSuite::new(config, candidate) };
    let mut reports = laws::all::<Battleship>(&suite).unwrap_or_else(|violation| panic!("{violation}"));
    let conserved = laws::conservation(&suite, ships_and_wrecks);
    reports.push(conserved.unwrap_or_else(|violation| panic!("{violation}")));
    for report in reports {
        // Who sits where is the same in every position of a match.
        let looked = report.law == "seating" || report.states >= states;
        assert!(looked && report.checks > 0, "{report}");
    }
}

/// Ships neither appear nor vanish: what floats and what has sunk make up the fleet, and hits are hits.
fn ships_and_wrecks(game: &Battleship) -> [bool; 2] {
    let (config, view) = (game.config(), game.view(Viewer::Spectator));
    [Seat(0), Seat(1)].map(|seat| {
        let sunk = &view.waters[seat.index()].sunk;
        let hits = view.waters[seat.index()].shots.iter().filter(|shot| shot.hit).count();
        sunk.len() + view.ships_left(config, seat).count() == config.fleet.len()
            && hits as i64 == game.score(Duel::other(seat))
            && (view.phase != Phase::Firing || sunk.len() < config.fleet.len())
    })
}

fn preset(name: &str) -> Config {
    Config::preset(name).expect("a preset")
}

#[test]
fn voxel_obeys_the_laws() {
    obeys_the_laws(preset("voxel"), 10_000);
}

#[test]
fn hope_obeys_the_laws() {
    obeys_the_laws(preset("hope"), 3_000);
}

#[test]
fn armada_obeys_the_laws() {
    obeys_the_laws(preset("armada"), 3_000);
}

/// So small that every fleet is listed.
fn tiny() -> Config {
    let ship = |id: &str, size| ShipClass { id: id.into(), name: id.into(), size };
    Config { width: 3, height: 2, fleet: vec![ship("boat", 1), ship("destroyer", 2)], ..preset("voxel") }
}

#[test]
fn a_tiny_table_obeys_the_laws() {
    obeys_the_laws(tiny(), 10_000);
}

#[test]
fn a_hasty_table_with_plans_and_named_hits_obeys_the_laws() {
    let pair = Pattern { id: "pair".into(), name: "Pair".into(), cells: vec![(0, 0), (1, 0)], uses: Some(2) };
    let config = Config {
        patterns: [tiny().patterns, vec![pair]].concat(),
        announce: Announce::Hit,
        attack: AttackMode::Plan,
        turns: TurnRule::Classic,
        timers: Timers { placement: Some(10), turn: Some(5), missed_turns: 1 },
        ..tiny()
    };
    obeys_the_laws(config, 10_000);
}
