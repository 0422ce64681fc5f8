//! Every legal action, and a random one.

use crate::{Action, AttackMode, Battleship, Cell, Config, Placement, Plan, rules, state::Stage};
use parlor_kernel::{Enumerate, Rng, Seat};
use std::ops::ControlFlow;

/// How often a random cell is tried before the free ones are counted.
const TRIES: u32 = 4;

/// Fleets are listed once, in the form that [`Event::Placed`](crate::Event::Placed) shows them in: ships in the
/// configured order, one-cell ships horizontal. The rules accept every other way of writing them down as well.
impl Enumerate for Battleship {
    fn each_legal<B>(&self, seat: Seat, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let short = [Action::Ready, Action::AutoPlace, Action::Confirm, Action::Cancel, Action::Surrender];
        for action in short {
            if rules::check(self, seat, &action).is_ok() {
                f(action)?;
            }
        }
        match &self.stage {
            Stage::Placing(placing) if !placing.is_ready(seat) => {
                each_fleet(&self.config, &mut Vec::new(), &mut |ships| f(Action::Place { ships: ships.to_vec() }))
            }
            Stage::Firing(firing) if firing.turn == seat => self.each_attack(seat, f),
            _ => ControlFlow::Continue(()),
        }
    }

    fn sample(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        match &self.stage {
            Stage::Placing(placing) if placing.is_ready(seat) => None,
            Stage::Placing(placing) if placing.laid(seat).is_none() => Some(Action::AutoPlace),
            Stage::Placing(_) => Some(Action::Ready),
            Stage::Firing(firing) if firing.turn != seat => None,
            Stage::Firing(firing) if firing.plan.is_some() => Some(Action::Confirm),
            Stage::Firing(_) => self.random_aim(seat, rng).map(|plan| self.config.attack.action(plan)),
            Stage::Over(_) => None,
        }
    }
}

impl AttackMode {
    /// The action that aims at a target at such a table.
    #[inline]
    pub(crate) const fn action(self, Plan { at, pattern }: Plan) -> Action {
        match self {
            Self::Direct => Action::Fire { at, pattern },
            Self::Plan => Action::Plan { at, pattern },
        }
    }
}

impl Battleship {
    fn each_attack<B>(&self, seat: Seat, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        for pattern in 0..self.config.patterns.len() as u8 {
            for at in self.config.cells() {
                let action = self.config.attack.action(Plan { at, pattern });
                if rules::check(self, seat, &action).is_ok() {
                    f(action)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A legal target, mostly a random one: some fresh cell, hit by some cell of some pattern.
    #[inline]
    pub(crate) fn random_aim(&self, seat: Seat, rng: &mut Rng) -> Option<Plan> {
        let fresh = self.random_fresh(seat, rng)?;
        let others = self.config.patterns.len() as u32;
        let elaborate = if others > 1 { self.aim_at(seat, fresh, rng.below(others) as u8, rng) } else { None };
        // The first pattern is always available and includes its centre: so does a valid configuration say.
        Some(elaborate.unwrap_or(Plan { at: fresh, pattern: 0 }))
    }

    /// A uniformly random cell that `seat` has not shot at.
    #[inline]
    fn random_fresh(&self, seat: Seat, rng: &mut Rng) -> Option<Cell> {
        let (target, area) = (self.target_of(seat), self.config.area());
        let mut tries = (0..TRIES).map(|_| rng.below(u32::from(area)) as u16);
        let index = match tries.find(|&index| !target.shot().contains(index)) {
            Some(index) => index,
            None => {
                let left = u32::from(area) - target.shots();
                target.shot().absent(area, if left == 0 { return None } else { rng.below(left) })?
            }
        };
        Some(self.config.cell_at(index))
    }

    /// Aims `pattern` so that one of its cells, drawn at random, is `fresh`; `None` if that cannot be done.
    fn aim_at(&self, seat: Seat, fresh: Cell, pattern: u8, rng: &mut Rng) -> Option<Plan> {
        let cells = &self.config.patterns[usize::from(pattern)].cells;
        let (dx, dy) = cells[rng.below(cells.len() as u32) as usize];
        let at = self.config.cell_beside(fresh, (-dx, -dy))?;
        rules::pattern_is_available(self, seat, pattern).ok()?;
        Some(Plan { at, pattern })
    }
}

/// Calls `f` with every legal fleet that begins with `ships`.
fn each_fleet<B>(
    config: &Config,
    ships: &mut Vec<Placement>,
    f: &mut impl FnMut(&[Placement]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if ships.len() == config.fleet.len() {
        return f(ships);
    }
    for placement in config.placements(ships.len() as u8) {
        if ships.iter().all(|&other| config.compatible(placement, other)) {
            ships.push(placement);
            each_fleet(config, ships, f)?;
            ships.pop();
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ShipClass,
        script::{ADA, BEN, Script, cell},
    };

    fn legal(game: &Battleship, seat: Seat) -> Vec<Action> {
        let mut actions = Vec::new();
        let _: ControlFlow<()> = game.each_legal(seat, |action| {
            actions.push(action);
            ControlFlow::Continue(())
        });
        actions
    }

    /// 2 × 2 cells and a ship of one and a ship of two: eight fleets.
    fn tiny(config: &mut Config) {
        (config.width, config.height) = (2, 2);
        let ship = |id: &str, size| ShipClass { id: id.into(), name: id.into(), size };
        config.fleet = vec![ship("boat", 1), ship("destroyer", 2)];
    }

    #[test]
    fn placing_lists_every_fleet_once() {
        let mut script = Script::placing(tiny);
        let actions = legal(script.table.game(), ADA);
        assert_eq!(actions[..2], [Action::AutoPlace, Action::Surrender]);
        assert_eq!(actions.len(), 2 + 8);
        assert!(actions.iter().all(|action| rules::check(script.table.game(), ADA, action).is_ok()));
        script.act(ADA, actions[2].clone()).unwrap();
        assert_eq!(legal(script.table.game(), ADA).len(), 3 + 8, "now also ready");
        script.act(ADA, Action::Ready).unwrap();
        assert_eq!(legal(script.table.game(), ADA), [Action::Surrender]);
    }

    #[test]
    fn firing_lists_fresh_targets_of_the_seat_on_turn() {
        let mut script = Script::firing(|_| ());
        script.volley(&["A1"]);
        let actions = legal(script.table.game(), ADA);
        assert_eq!(actions.len(), 1 + 99);
        assert!(!actions.contains(&Action::Fire { at: cell("A1"), pattern: 0 }));
        assert_eq!(legal(script.table.game(), BEN), [Action::Surrender]);
        script.act(BEN, Action::Surrender).unwrap();
        assert_eq!(legal(script.table.game(), BEN), []);
    }

    #[test]
    fn plans_are_listed_with_what_can_be_done_with_them() {
        let mut script = Script::firing(|config| config.attack = AttackMode::Plan);
        assert_eq!(legal(script.table.game(), ADA).len(), 1 + 100);
        script.plan(ADA, "A1").unwrap();
        assert_eq!(legal(script.table.game(), ADA)[..2], [Action::Confirm, Action::Cancel]);
        assert_eq!(script.table.game().sample(ADA, &mut Rng::new(1)), Some(Action::Confirm));
    }

    #[test]
    fn samples_are_uniform_over_fresh_cells() {
        let mut script = Script::firing(|config| {
            tiny(config);
            (config.width, config.height) = (2, 10);
        });
        script.volley(&["A2", "B2"]);
        let mut seen = std::collections::BTreeMap::new();
        let mut rng = Rng::new(1);
        for _ in 0..18_000 {
            let Some(Action::Fire { at, .. }) = script.table.game().sample(ADA, &mut rng) else { panic!("no shot") };
            *seen.entry(at).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 18);
        assert!(seen.values().all(|count| (850..1150).contains(count)), "{seen:?}");
    }
}
