//! Bots: they see a view and nothing else.

mod chart;
mod easy;
mod hard;
mod medium;

use crate::{Action, Battleship, Config, Phase, Plan, View};
use chart::Chart;
use hard::Gunner;
use parlor_kernel::{Bot, Level, Rng, Rules, Seat};

/// The levels people can choose, weakest first.
pub(crate) const LEVELS: &[Level] = &[
    Level { id: "easy", blurb: "Hunts on a checkerboard and follows up hits, with mistakes." },
    Level { id: "medium", blurb: "Follows lines of hits and makes no mistakes." },
    Level { id: "hard", blurb: "Weighs every fleet that could still be there." },
];

/// The bot of that level.
pub(crate) fn bot(level: &str) -> Option<Box<dyn Bot<Battleship>>> {
    match level {
        "easy" => Some(Box::new(Captain(easy::aim))),
        "medium" => Some(Box::new(Captain(medium::aim))),
        "hard" => {
            let mut gunner = Gunner::default();
            Some(Box::new(Captain(move |chart: &Chart<'_>, rng: &mut Rng| gunner.aim(chart, rng))))
        }
        _ => None,
    }
}

/// The chance of a ship in each cell of the board that `seat` shoots at, as `hard` sees it.
pub(crate) fn chances(config: &Config, view: &View, seat: Seat) -> Vec<f32> {
    Gunner::default().chances(&Chart::new(config, view, seat), &mut Rng::new(0))
}

/// Does all that bots have in common and asks the function inside where to shoot.
struct Captain<A>(A);

impl<A: FnMut(&Chart<'_>, &mut Rng) -> Option<Plan> + Send> Bot<Battleship> for Captain<A> {
    fn choose(&mut self, rules: &Rules<Battleship>, view: &View, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let config = &*rules.config;
        match view.phase {
            Phase::Placing if view.ready[seat.index()] => None,
            Phase::Placing if view.fleets[seat.index()].is_none() => Some(Action::AutoPlace),
            Phase::Placing => Some(Action::Ready),
            Phase::Firing if view.turn != Some(seat) => None,
            Phase::Firing if view.plan.is_some() => Some(Action::Confirm),
            Phase::Firing => (self.0)(&Chart::new(config, view, seat), rng).map(|plan| config.attack.action(plan)),
            Phase::Over => None,
        }
    }
}

/// One of `items`, at random.
fn any<T: Copy>(items: &[T], rng: &mut Rng) -> Option<T> {
    let count = u32::try_from(items.len()).ok().filter(|&count| count > 0)?;
    items.get(rng.below(count) as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::{ADA, BEN, Script, cell};
    use parlor_kernel::{AnyGame, Entrant, Library, RANDOM, SimPlan, Viewer};
    use serde_json::json;

    fn shot(script: &Script, level: &str, seed: u64) -> String {
        let view = script.table.view(Viewer::Seat(ADA));
        match bot(level).unwrap().choose(script.table.rules(), &view, ADA, &mut Rng::new(seed)) {
            Some(Action::Fire { at, pattern: 0 }) => at.to_string(),
            other => panic!("no shot: {other:?}"),
        }
    }

    #[test]
    fn bots_lay_out_say_ready_and_wait_for_their_turn() {
        let mut script = Script::placing(|_| ());
        let choose = |script: &Script, seat| {
            let view = script.table.view(Viewer::Seat(seat));
            bot("easy").unwrap().choose(script.table.rules(), &view, seat, &mut Rng::new(1))
        };
        assert_eq!(choose(&script, ADA), Some(Action::AutoPlace));
        script.act(ADA, Action::AutoPlace).unwrap();
        assert_eq!(choose(&script, ADA), Some(Action::Ready));
        script.act(ADA, Action::Ready).unwrap();
        assert_eq!(choose(&script, ADA), None);
        let mut script = Script::firing(|_| ());
        assert_eq!(choose(&script, BEN), None);
        script.act(ADA, Action::Surrender).unwrap();
        assert_eq!(choose(&script, BEN), None);
        assert!(bot("grandmaster").is_none());
    }

    #[test]
    fn easy_hunts_on_a_checkerboard_and_errs_only_near_a_hit() {
        let mut script = Script::firing(|_| ());
        for seed in 0..50 {
            let at = cell(&shot(&script, "easy", seed));
            assert_eq!((at.x + at.y) % 2, 0);
        }
        script.volley(&["A1"]);
        let near = (0..1000).filter(|&seed| ["A2", "B1"].contains(&&*shot(&script, "easy", seed))).count();
        assert!((760..860).contains(&near), "{near}: four of five, and now and then by luck");
    }

    #[test]
    fn hits_on_a_second_ship_are_remembered_after_the_first_has_sunk() {
        let mut script = Script::firing(|_| ());
        script.volley(&["A7", "A9", "B9"]);
        let near = (0..200).filter(|&seed| ["A6", "A8", "B7"].contains(&&*shot(&script, "medium", seed))).count();
        assert_eq!(near, 200);
    }

    #[test]
    fn medium_follows_lines() {
        let mut script = Script::firing(|_| ());
        script.volley(&["B1", "C1"]);
        for seed in 0..50 {
            assert!(["A1", "D1"].contains(&&*shot(&script, "medium", seed)));
        }
        script.fire(ADA, "A1", 0).unwrap();
        script.fire(BEN, "J10", 0).unwrap();
        assert_eq!(shot(&script, "medium", 1), "D1");
    }

    #[test]
    fn medium_uses_large_patterns_while_they_promise_more() {
        let mut script = Script::firing(|config| *config = parlor_kernel::GameConfig::preset("armada").unwrap());
        let view = script.table.view(Viewer::Seat(ADA));
        let plan = bot("medium").unwrap().choose(script.table.rules(), &view, ADA, &mut Rng::new(1)).unwrap();
        let Action::Plan { pattern, .. } = plan else { panic!("{plan:?}") };
        assert_eq!(script.table.config().patterns[usize::from(pattern)].cells.len(), 9);
        script.act(ADA, plan).unwrap();
        let view = script.table.view(Viewer::Seat(ADA));
        assert_eq!(
            bot("medium").unwrap().choose(script.table.rules(), &view, ADA, &mut Rng::new(1)),
            Some(Action::Confirm)
        );
    }

    /// Odd tables: tiny, long, crowded, apart, with a first pattern of several cells.
    #[test]
    fn bots_play_to_the_end_at_any_table() {
        let game = Entrant::<Battleship>::new(&Library::default());
        let ship = |id: &str, size| json!({ "id": id, "name": id, "size": size });
        let plus =
            json!([{ "id": "plus", "name": "Plus", "cells": [[0, 0], [1, 0], [0, 1], [-30, 30]], "uses": null }]);
        let tables = [
            json!({}),
            json!({ "width": 2, "height": 2, "fleet": [ship("a", 1)] }),
            json!({ "width": 2, "height": 30, "spacing": "touch", "fleet": [ship("a", 30), ship("b", 3)], "patterns": plus }),
            json!({ "width": 4, "height": 4, "spacing": "touch", "fleet": [ship("a", 4), ship("b", 4), ship("c", 4), ship("d", 4)] }),
            json!({ "spacing": "apart", "turns": "classic", "announce": "hit", "attack": "plan", "timers.turn": 5 }),
        ];
        for preset in ["voxel", "armada"] {
            for options in &tables {
                let (config, _) = game.configure(Some(preset), options, Default::default()).unwrap();
                for level in LEVELS {
                    let plan = SimPlan { bots: vec![level.id.into(), RANDOM.into()], seed: 1, games: 0..2 };
                    game.rules(&config).unwrap().simulate(&plan, &mut || ()).unwrap();
                }
            }
        }
    }

    #[test]
    fn the_stronger_bot_wins_more_often() {
        let game = Entrant::<Battleship>::new(&Library::default());
        let (config, _) = game.configure(None, &json!({}), Default::default()).unwrap();
        let wins = |stronger: &str, weaker: &str| {
            let plan = SimPlan { bots: vec![stronger.into(), weaker.into()], seed: 1, games: 0..60 };
            game.rules(&config).unwrap().simulate(&plan, &mut || ()).unwrap().wins[0]
        };
        assert!(wins("easy", RANDOM) > 55);
        assert!(wins("medium", "easy") > 36);
        assert!(wins("hard", "medium") > 36);
    }
}
