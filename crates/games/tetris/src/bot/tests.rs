//! What bots can do. How good they are is in `tests/game/strength.rs`.

use super::LEVELS;
use crate::{
    Action, Key, Tetris,
    script::{ADA, Script},
};
use parlor_kernel::{AnyGame, Entrant, Game, Library, Rng, Rules, SimPlan, Viewer};
use serde_json::json;

fn play(options: serde_json::Value, preset: &str, bots: &[&str], games: u64) -> parlor_kernel::Tally {
    let game = Entrant::<Tetris>::new(&Library::default());
    let (config, _) = game.configure(Some(preset), &options, Default::default()).unwrap();
    let plan = SimPlan { bots: bots.iter().map(|&bot| bot.into()).collect(), seed: 1, games: 0..games };
    game.rules(&config).unwrap().simulate(&plan, &mut || ()).unwrap()
}

#[test]
fn every_level_plays_alone_against_the_clock() {
    let mut last = 0;
    for level in LEVELS {
        let tally = play(json!({ "seats": 1, "time_limit": 60 }), "blitz", &[level.id], 2);
        assert!(tally.scores[0] > last, "{}: {} points", level.id, tally.scores[0]);
        last = tally.scores[0];
    }
}

#[test]
fn bots_let_go_of_keys_that_others_left_down() {
    for level in LEVELS {
        let mut script = Script::new("hope", |_| ());
        script.act(ADA, Action::Press(Key::Soft)).unwrap();
        script.pass(3);
        let view = script.game.view(Viewer::Seat(ADA));
        let action =
            Tetris::bot(level.id).unwrap().choose(&Rules::plain(view.config.clone()), &view, ADA, &mut Rng::new(1));
        assert_eq!(action, Some(Action::Release(Key::Soft)), "{}", level.id);
    }
}
