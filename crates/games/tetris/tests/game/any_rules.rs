//! Every rule set that is accepted can be played, the strangest included. Tests run with overflow checks.

use parlor_arcade::{Challenge, PauseBy, PauseRules};
use parlor_kernel::{FastDice, Game, GameConfig, Hired, Predict, Rng, Rules, Seat, Table, Tick, Viewer};
use parlor_tetris::{Action, Config, Contest, Gap, GarbageRules, Goal, ScoreRule, SpinRule, Tetris, timing::Gravity};
use proptest::prelude::*;
use std::sync::Arc;

/// How long is played.
const TICKS: u64 = 10_000;

/// A number from anywhere, most often an extreme one.
fn number(rng: &mut Rng, extremes: [u16; 2]) -> u16 {
    match rng.below(8) {
        0 => rng.next_word() as u16,
        1 => extremes[0] + rng.below(u32::from(extremes[1] - extremes[0]) + 1) as u16,
        pick => extremes[usize::from(pick % 2 == 0)],
    }
}

fn seconds(rng: &mut Rng, extremes: [u16; 2]) -> Option<u16> {
    rng.percent(50).then(|| number(rng, extremes))
}

/// Any rule set that is accepted, often at the limits of what is.
fn any_rules(rng: &mut Rng) -> Config {
    loop {
        let small = |rng: &mut Rng, low, high| number(rng, [low, high]) as u8;
        let config = Config {
            seats: small(rng, 1, 2),
            contest: if rng.percent(50) { Contest::Versus } else { Contest::Score },
            next: small(rng, 1, 6),
            hold: rng.percent(50),
            start_level: small(rng, 1, 30),
            lines_per_level: small(rng, 1, 50),
            gravity: if rng.percent(50) { Gravity::Hope } else { Gravity::Guideline },
            spins: if rng.percent(50) { SpinRule::Hope } else { SpinRule::Guideline },
            scoring: if rng.percent(50) { ScoreRule::Hope } else { ScoreRule::Guideline },
            garbage: GarbageRules {
                gap: if rng.percent(50) { Gap::PerRow } else { Gap::PerAttack },
                at_once: small(rng, 1, 20),
                flight: small(rng, 1, 120),
            },
            time_limit: seconds(rng, [10, 3600]),
            pause: PauseRules {
                by: if rng.percent(50) { PauseBy::Everyone } else { PauseBy::Anyone },
                seconds: number(rng, [10, 3600]),
                notice: small(rng, 0, 255),
            },
            challenge: rng.percent(30).then(|| Challenge {
                seconds: number(rng, [60, 3600]),
                wait_seconds: number(rng, [10, 3600]),
                whole: Seat::all(2).filter(|_| rng.percent(50)).collect(),
            }),
            goal: rng.percent(30).then(|| match number(rng, [1, 1000]) {
                lines if lines % 2 == 0 => Goal::Sprint { lines },
                lines => Goal::Marathon { lines },
            }),
        };
        if config.validate().is_ok() {
            return config;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_rule_set_that_is_accepted_can_be_played(seed: u64) {
        let mut rng = Rng::new(seed);
        let config = Arc::new(any_rules(&mut rng));
        for level in Tetris::LEVELS.iter().map(|level| level.id).chain(["random"]) {
            let mut players = [Hired::<Tetris>::of(level).unwrap(), Hired::Random];
            let mut table = Table::<Tetris, _>::new(Rules::plain(Arc::clone(&config)), FastDice(seed));
            let mut told = table.view(Viewer::Spectator);
            for tick in (0..TICKS).step_by(Tetris::BOT_EVERY as usize).map(Tick) {
                let mut heard = Vec::new();
                table.advance(tick, &mut heard);
                for seat in Seat::all(config.seats) {
                    let action = if rng.percent(2) {
                        Some(if rng.percent(50) { Action::Pause } else { Action::Resume })
                    } else {
                        players[seat.index()].ask(table.game(), table.rules(), seat, tick, [], &mut rng)
                    };
                    if let Some(action) = action.filter(|_| level != "hard" || tick.0 % 5 == 0) {
                        // It may be refused: nothing but a panic is wrong here.
                        let _ = table.act(tick, seat, action, &mut heard);
                    }
                }
                heard.iter().filter(|(audience, _)| audience.includes(Viewer::Spectator)).for_each(|(_, event)| Tetris::fold(&mut told, event));
                Tetris::elapse(&mut told, tick);
                if table.outcome().is_some() {
                    break;
                }
            }
            prop_assert_eq!(&told, &table.view(Viewer::Spectator));
        }
    }
}
