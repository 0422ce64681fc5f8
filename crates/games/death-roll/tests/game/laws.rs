//! Death Roll obeys the laws of the house.

use parlor_death_roll::{Action, Config, DeathRoll};
use parlor_kernel::{GameConfig, Rng, Seat};
use parlor_testkit::{LawSuite, laws};

fn candidate(_: &DeathRoll, _: Seat, rng: &mut Rng) -> Action {
    match rng.below(8) {
        0 => Action::Surrender,
        1 | 2 => Action::Salt { salt: rng.below(1_000) },
        _ => Action::Roll,
    }
}

fn obeys_the_laws(config: Config) {
    let suite = LawSuite::new(config, candidate);
    laws::all::<DeathRoll>(&suite).unwrap();
    laws::conservation(&suite, |game: &DeathRoll| game.config().start.max(game.max())).unwrap();
}

#[test]
fn at_the_presets() {
    for preset in Config::preset_ids() {
        obeys_the_laws(Config::preset(preset).unwrap());
    }
}

#[test]
fn at_the_extremes() {
    obeys_the_laws(Config { start: 2, roll_seconds: Some(5) });
    obeys_the_laws(Config { start: 1_000_000, roll_seconds: None });
}
