//! Many games between bots.

use super::preset;
use parlor_kernel::{AnyGame, Entrant, SimError, SimPlan, Tally};
use parlor_testkit::toy::{Pebbles, library};
use std::ops::Range;

fn simulate(bots: &[&str], games: Range<u64>) -> Result<Tally, SimError> {
    let bots = bots.iter().map(|&bot| bot.to_owned()).collect();
    let config = serde_json::to_value(&*preset("duel").config).unwrap();
    let mut finished = 0;
    let plan = SimPlan { bots, seed: 1, games: games.clone() };
    let rules = Entrant::<Pebbles>::new(&library()).rules(&config).unwrap();
    let tally = rules.simulate(&plan, &mut || finished += 1)?;
    assert_eq!(finished, games.end - games.start);
    Ok(tally)
}

#[test]
fn do_not_depend_on_how_they_are_split() {
    let whole = simulate(&["hard", "random"], 0..600).unwrap();
    for cuts in [vec![0, 600], vec![0, 1, 600], vec![0, 200, 400, 600]] {
        let mut parts = Tally::default();
        for cut in cuts.windows(2).rev() {
            parts.add(&simulate(&["hard", "random"], cut[0]..cut[1]).unwrap());
        }
        assert_eq!(parts, whole);
    }
    assert_eq!(whole.wins.iter().sum::<u64>() + whole.draws, 600);
    assert_eq!(whole.plies, 2_400);
}

#[test]
fn show_that_counting_helps() {
    let tally = simulate(&["hard", "easy"], 0..2_000).unwrap();
    assert!(tally.wins[0] > 2 * tally.wins[1], "{tally:?}");
    assert!(tally.draws > 0);
}

#[test]
fn refuse_plans_that_do_not_fit() {
    assert_eq!(simulate(&["hard"], 0..1), Err(SimError::WrongSeats { seats: 2 }));
    let unknown = SimError::UnknownBot("elo".into(), "random, easy, hard".into());
    assert_eq!(simulate(&["hard", "elo"], 0..1), Err(unknown));
}
