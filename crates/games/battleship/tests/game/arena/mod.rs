//! One shooter against fleets that do not shoot back: the yardstick for bots.

use parlor_battleship::{Action, Battleship, Config, Event, First};
use parlor_kernel::{Audience, Bot, Enumerate, FastDice, Game, GameConfig, RANDOM, Rng, Rules, Seat, Tick, Viewer};
use std::sync::Arc;

const SHOOTER: Seat = Seat(0);
const TARGET: Seat = Seat(1);

/// The classic table: ten by ten, five ships, single shots in turn.
pub fn classic() -> Arc<Config> {
    let config = Config::preset("hope").expect("a preset");
    Config { first: First::Given(SHOOTER), ..config }.into()
}

/// How many attacks the bot of that level needs for each of so many random fleets. Always the same ones for a seed.
pub fn attacks(config: &Arc<Config>, level: &str, games: u64, seed: u64) -> Vec<u32> {
    let mut bot = Battleship::bot(level);
    assert!(bot.is_some() || level == RANDOM, "no bot called {level}");
    (0..games).map(|game| sink_a_fleet(config, bot.as_deref_mut(), seed.wrapping_add(game))).collect()
}

/// Plays one match; without a bot, at random.
fn sink_a_fleet(config: &Arc<Config>, mut bot: Option<&mut (dyn Bot<Battleship> + 'static)>, seed: u64) -> u32 {
    let dice = FastDice(Rng::new(seed).next_word());
    let mut rng = Rng::new(Rng::new(!seed).next_word());
    let rules = Rules::plain(Arc::clone(config));
    let mut game = Battleship::new(&rules, &dice);
    for seat in [SHOOTER, TARGET] {
        game.act(Tick::ZERO, seat, Action::AutoPlace, &dice, &mut ());
        game.act(Tick::ZERO, seat, Action::Ready, &dice, &mut ());
    }
    let mut harmless = harmless_shots(&game).into_iter();
    let mut view = game.view(Viewer::Seat(SHOOTER));
    let mut heard: Vec<(Audience, Event)> = Vec::new();
    while let Some(turn) = game.turn() {
        let action = match &mut bot {
            _ if turn == TARGET => harmless.next(),
            Some(bot) => bot.choose(&rules, &view, SHOOTER, &mut rng),
            None => game.sample(SHOOTER, &mut rng),
        };
        let action = action.expect("there is always a shot left");
        assert_eq!(game.check(turn, &action), Ok(()));
        game.act(Tick::ZERO, turn, action, &dice, &mut heard);
        for (audience, event) in heard.drain(..) {
            if audience.includes(Viewer::Seat(SHOOTER)) {
                Battleship::fold(&mut view, &event);
            }
        }
    }
    view.tallies[SHOOTER.index()].attacks
}

/// Shots that spare the shooter's fleet as long as they can: enough of them to sit out a hundred attacks.
fn harmless_shots(game: &Battleship) -> Vec<Action> {
    let config = game.config();
    let fleet = game.view(Viewer::Seat(SHOOTER)).fleets[SHOOTER.index()].clone().expect("it has been laid out");
    let mut cells: Vec<_> = config.cells().collect();
    cells.sort_by_key(|&cell| fleet.iter().any(|&ship| config.cells_of(ship).any(|covered| covered == cell)));
    let fire = |at| Action::Fire { at, pattern: 0 };
    cells.into_iter().map(fire).collect()
}

/// The mean of a sample.
pub fn mean(sample: &[u32]) -> f64 {
    sample.iter().map(|&value| f64::from(value)).sum::<f64>() / sample.len() as f64
}
