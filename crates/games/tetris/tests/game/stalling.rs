//! A piece cannot be kept up: whatever is pressed, gravity and the rest with its resets have the last word.

use parlor_arcade::PauseRules;
use parlor_kernel::{FastDice, GameConfig, Rng, Seat, Table, Tick};
use parlor_tetris::{
    Action, Config, Handling, Key, Tetris,
    timing::{LOCK_DELAY, LOCK_RESETS},
};
use proptest::prelude::*;

const ADA: Seat = Seat(0);

/// One player at level 1, where a row takes sixty ticks.
fn alone() -> Table<Tetris, FastDice> {
    let config = Config { seats: 1, pause: PauseRules::ALONE, ..Config::preset("hope").unwrap() };
    Table::new(config.into(), FastDice(1))
}

/// The longest that a piece can be in play at level 1: every row of the field and every row it was kicked up again takes its
/// time, and so does every rest, with one row that begins anew after each.
fn longest() -> u64 {
    let (row, resets) = (60, u64::from(LOCK_RESETS));
    let (rows, kicked_up) = (22, 2 * resets);
    (rows + kicked_up + resets) * row + (resets + 1) * LOCK_DELAY
}

/// Presses the same few keys again and again, for longer than any piece lasts; gives back whether one locked.
fn presses(burst: &[Action], every: u64) -> bool {
    let mut table = alone();
    let mut tick = 181;
    while tick < 181 + longest() {
        for &action in burst {
            // What is refused is no help in stalling either.
            let _ = table.act(Tick(tick), ADA, action, &mut ());
        }
        tick += every;
    }
    table.advance(Tick(tick), &mut ());
    table.game().position().well(ADA).pieces > 0
}

#[test]
fn tapping_soft_drop_holds_nothing_up() {
    for every in [1, 20, 50, 59] {
        assert!(presses(&[Action::Tap(Key::Soft)], every), "every {every} ticks");
        assert!(presses(&[Action::Press(Key::Soft), Action::Release(Key::Soft)], every), "every {every} ticks");
    }
}

/// A turn takes the piece off the ground, and another back onto it before it can fall.
#[test]
fn turning_to_and_fro_holds_nothing_up() {
    for every in [1, 20, 30, 59] {
        let to_and_fro = [Action::Tap(Key::TurnRight), Action::Tap(Key::TurnLeft)];
        assert!(presses(&to_and_fro, every), "every {every} ticks");
        assert!(presses(&[Action::Tap(Key::TurnRight), Action::Tap(Key::TurnRight)], every), "every {every} ticks");
    }
}

fn any_action(rng: &mut Rng) -> Action {
    let key = [Key::Left, Key::Right, Key::TurnRight, Key::TurnLeft, Key::Soft][rng.below(5) as usize];
    match rng.below(8) {
        0 => Action::Press(key),
        1 => Action::Release(key),
        2 => Action::Handle(Handling {
            delay: rng.below(61) as u8,
            repeat: rng.below(31) as u8,
            soft: rng.below(4) as u8,
        }),
        _ => Action::Tap(key),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_inputs_hold_a_piece_up(seed: u64) {
        let mut rng = Rng::new(seed);
        let burst: Vec<_> = (0..=rng.below(4)).map(|_| any_action(&mut rng)).collect();
        prop_assert!(presses(&burst, 1 + u64::from(rng.below(60))), "{burst:?}");
    }

    /// The same when keys change all the time, and on whatever stack comes of it.
    #[test]
    fn no_piece_outstays_its_time(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut table = alone();
        let mut tick = 181;
        while tick < 30_000 && table.outcome().is_none() {
            let _ = table.act(Tick(tick), ADA, any_action(&mut rng), &mut ());
            if let Some(active) = table.game().position().well(ADA).active {
                prop_assert!(tick - active.since <= longest(), "in play since {}, now {tick}", active.since);
            }
            tick += u64::from(rng.below(60));
        }
        let locked = table.game().position().well(ADA).pieces;
        prop_assert!(locked > 0);
    }
}
