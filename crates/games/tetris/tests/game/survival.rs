//! The hard bot holds out at full speed. Seeds are fixed, so the figures are too; `cargo bench --bench search` has finer
//! ones.

use crate::arena::{Run, play};
use parlor_kernel::{Enumerate, FastDice, Game, GameConfig, Predict, Rng, Rules, Seat, Tick, Viewer};
use parlor_tetris::{Config, Tetris, bot::evaluate::Weights};
use std::sync::Arc;

/// How many pieces the bot locks, with real keys and real time, before it tops out or has locked enough.
fn pieces_locked(config: Config, level: &str, most: u32) -> u32 {
    let (dice, mut rng) = (FastDice(3), Rng::new(3));
    let config = Arc::new(config);
    let rules = Rules::plain(config);
    let mut game = Tetris::new(&rules, &dice);
    let mut bot = Tetris::bot(level).expect("a level");
    let mut now = Tick::ZERO;
    while game.outcome().is_none() && game.position().wells[0].pieces < most {
        while let Some(due) = game.next_wake().filter(|&due| due <= now) {
            game.wake(due, &dice, &mut ());
        }
        let mut view = game.view(Viewer::Seat(Seat(0)));
        Tetris::elapse(&mut view, now);
        if let Some(action) = bot.choose(&rules, &view, Seat(0), &mut rng)
            && game.outcome().is_none()
        {
            assert_eq!(game.check(Seat(0), &action), Ok(()), "{action:?}");
            game.act(now, Seat(0), action, &dice, &mut ());
        }
        now = now + Tetris::BOT_EVERY;
    }
    assert!(game.sample(Seat(0), &mut rng).is_some() || game.outcome().is_some());
    game.position().wells[0].pieces
}

#[test]
fn hard_places_a_thousand_pieces_at_level_16() {
    for preset in ["hope", "guideline"] {
        let gravity = Config::preset("hope").unwrap().gravity;
        let config = Config { seats: 1, start_level: 16, gravity, ..Config::preset(preset).unwrap() };
        assert_eq!(pieces_locked(config, "hard", 1_000), 1_000, "{preset}");
    }
}

#[test]
fn the_search_attacks_well_with_few_nodes() {
    let played = play(&Run { weights: Weights::TUNED, budget: 1_000, pieces: 1_400, seed: 1 });
    // Two standard errors below the mean of many pieces.
    assert!(played.attack_per_piece() > 0.63, "{}", played.attack_per_piece());
    assert_eq!(played.deaths, 0);
    assert!(played.standard_error() < 0.03 && played.seconds > 0.0 && played.nodes > 0 && !played.clears.is_empty());
}
