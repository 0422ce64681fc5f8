//! Making up what a viewer cannot see.

use crate::{
    AttackMode, Battleship, Config, Mark, Phase, Placement, View, Waters,
    fleet::Fleet,
    random,
    search::Search,
    side::Side,
    state::{Ended, Firing, Placing, Stage},
};
use parlor_kernel::{Imagine, Outcome, Reason, Rng, Rules, Seat, Verdict, Viewer};
use std::sync::Arc;

impl Imagine for Battleship {
    /// # Panics
    /// If no match can look like `view`.
    fn imagine(rules: &Arc<Rules<Self>>, viewer: Viewer, view: &View, rng: &mut Rng) -> Self {
        let config = &rules.config;
        let sides = [0, 1].map(|seat| side(config, view, seat, rng));
        let stage = match view.phase {
            Phase::Placing => Stage::Placing(placing(config, view, viewer, rng)),
            Phase::Firing => {
                let turn = view.turn.unwrap_or(Seat(0));
                Stage::Firing(Firing { turn, plan: view.plan, deadline: view.deadline })
            }
            Phase::Over => {
                let unknown = Outcome { verdict: Verdict::Void, reason: Reason::Void };
                Stage::Over(Ended { outcome: view.outcome.unwrap_or(unknown), ready: view.ready })
            }
        };
        let mut game = Self { config: Arc::clone(config), stage, sides };
        game.imagine_plan(viewer, rng);
        game
    }
}

impl Battleship {
    /// An opponent on turn may have planned an attack.
    fn imagine_plan(&mut self, viewer: Viewer, rng: &mut Rng) {
        let Some(turn) = self.turn() else { return };
        let hidden = self.config.attack == AttackMode::Plan && viewer.seat() != Some(turn);
        let plan = if hidden && rng.percent(50) { self.random_aim(turn, rng) } else { None };
        if let (Stage::Firing(firing), Some(plan)) = (&mut self.stage, plan) {
            firing.plan = Some(plan);
        }
    }
}

/// Fleets that are being laid out: the viewer's own is known, and of the other whether it is ready.
fn placing(config: &Config, view: &View, viewer: Viewer, rng: &mut Rng) -> Placing {
    let mut placing = Placing { deadline: view.deadline, ..Placing::new(config) };
    for seat in [Seat(0), Seat(1)] {
        let ready = view.ready[seat.index()];
        let fleet = match &view.fleets[seat.index()] {
            Some(ships) => Some(Fleet::new(config, ships.clone())),
            None if viewer.seat() == Some(seat) => None,
            None => (ready || rng.percent(50)).then(|| random::fleet(config, rng)),
        };
        match fleet {
            Some(fleet) if ready => placing.sealed.put(seat, fleet),
            draft => placing.drafts[seat.index()] = draft,
        }
    }
    placing
}

/// One side; while shots are being fired a fleet that is not known is made up.
fn side(config: &Config, view: &View, seat: usize, rng: &mut Rng) -> Side {
    let waters = &view.waters[seat];
    let fleet = match (&view.fleets[seat], view.phase) {
        (_, Phase::Placing) => None,
        (Some(ships), _) => Some(Fleet::new(config, ships.clone())),
        (None, Phase::Over) => None,
        (None, Phase::Firing) => {
            let marks = view.marks(config, Seat(seat as u8));
            Some(hidden_fleet(config, waters, &marks, rng).expect("somewhere the fleet must be"))
        }
    };
    Side::restored(config, fleet, waters, &view.tallies[seat])
}

/// A random fleet that explains every shot at it. (Random, but not uniformly so.)
fn hidden_fleet(config: &Config, waters: &Waters, marks: &[Mark], rng: &mut Rng) -> Option<Fleet> {
    let mark = |cell| marks[usize::from(config.index_of(cell))];
    let floating = config.ships().filter(|&ship| waters.sunk.iter().all(|sunk| sunk.ship != ship));
    let open = floating.map(|ship| {
        let told: Vec<_> = waters.shots.iter().filter(|shot| shot.ship == Some(ship)).map(|shot| shot.at).collect();
        let others: Vec<_> = waters
            .shots
            .iter()
            .filter(|shot| shot.ship.is_some_and(|other| other != ship))
            .map(|shot| shot.at)
            .collect();
        let explains = |placement: &Placement| {
            let covers = |&cell: &_| config.covers(*placement, cell);
            config.cells_of(*placement).all(|cell| matches!(mark(cell), Mark::Unknown | Mark::Hit))
                // Hit everywhere it would have sunk.
                && config.cells_of(*placement).any(|cell| mark(cell) == Mark::Unknown)
                && waters.sunk.iter().all(|&sunk| config.compatible(*placement, sunk))
                && told.iter().all(covers)
                && !others.iter().any(covers)
        };
        config.placements(ship).filter(explains).collect()
    });
    let wanted = config.cells().filter(|&cell| mark(cell) == Mark::Hit).collect();
    let mut ships = Search::among(config, open.collect(), wanted).solve(rng, u64::MAX)?;
    ships.extend_from_slice(&waters.sunk);
    Some(Fleet::new(config, ships))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Announce, ShipClass, Spacing};
    use parlor_kernel::{Enumerate, FastDice, Game, GameConfig, Tick};

    /// Imagines every position of a random match from every side.
    fn imagine_a_match(config: Config, seed: u64) {
        assert_eq!(config.validate(), Ok(()));
        let (rules, dice) = (Rules::plain(config), FastDice(seed));
        let mut rng = Rng::new(seed);
        let mut game = Battleship::new(&rules, &dice);
        while let Some(seat) = game.awaiting().first() {
            let action = game.sample(seat, &mut rng).unwrap();
            game.act(Tick(0), seat, action, &dice, &mut ());
            for viewer in Viewer::all(2) {
                let view = game.view(viewer);
                let imagined = Battleship::imagine(&rules, viewer, &view, &mut rng);
                assert_eq!(imagined.view(viewer), view);
                let whole = |game: &Battleship, seat| {
                    game.fleet(seat).is_none_or(|fleet| rules.config.check_fleet(fleet.ships()).is_ok())
                };
                assert!(whole(&imagined, Seat(0)) && whole(&imagined, Seat(1)));
            }
        }
    }

    #[test]
    fn every_view_can_be_imagined() {
        for name in Config::preset_ids() {
            imagine_a_match(Config::preset(name).unwrap(), 1);
        }
    }

    #[test]
    fn crowded_boards_and_named_hits_can_be_imagined() {
        let config = |width, height, sizes: &[u8], spacing, announce| {
            let fleet =
                (0..).zip(sizes).map(|(id, &size)| ShipClass { id: format!("s{id}"), name: "Ship".into(), size });
            Config { width, height, fleet: fleet.collect(), spacing, announce, ..Config::preset("voxel").unwrap() }
        };
        for announce in [Announce::Hit, Announce::Sunk] {
            for seed in 0..5 {
                imagine_a_match(config(4, 4, &[4, 4, 4, 4], Spacing::Touch, announce), seed);
                imagine_a_match(config(3, 3, &[3, 2, 2, 1], Spacing::Touch, announce), seed);
                imagine_a_match(config(2, 3, &[1, 1, 1, 1, 1, 1], Spacing::Touch, announce), seed);
                imagine_a_match(config(7, 7, &[5, 4, 3, 3, 2], Spacing::Apart, announce), seed);
            }
        }
    }

    #[test]
    fn what_is_imagined_differs() {
        let rules = Rules::plain(Config::preset("voxel").unwrap());
        let view = Battleship::new(&rules, &FastDice(1)).view(Viewer::Seat(Seat(0)));
        let mut rng = Rng::new(1);
        let mut imagine = || Battleship::imagine(&rules, Viewer::Seat(Seat(0)), &view, &mut rng);
        let worlds: Vec<_> = (0..8).map(|_| imagine()).collect();
        assert!(worlds.iter().any(|world| *world != worlds[0]));
    }
}
