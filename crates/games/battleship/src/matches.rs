//! A match in a few calls, for those who want no table, no seats on a network and no clock.

use crate::{
    Action, AttackError, AttackMode, Battleship, Cell, Config, Event, Illegal, InvalidConfig, MatchError, Placement,
    Plan, PlanError, ShotResult, Timers,
};
use parlor_kernel::{Audience, FastDice, GameConfig, Rejected, Seat, Table};
use std::sync::Arc;

/// A match on one machine: the armada engine's interface over the house's engine, without any rule of its own.
///
/// Attacks are always those of the seat on turn. There is no clock, so timers in the configuration are ignored.
///
/// ```
/// use parlor_battleship::{Config, Match, PlanError};
/// use parlor_kernel::{GameConfig, Seat};
///
/// let mut game = Match::create(Config::preset("armada").unwrap(), 7)?;
/// game.place_at_random(Seat(0))?;
/// game.place_at_random(Seat(1))?;
///
/// // Plan, look, confirm …
/// let plan = game.plan_shot(3, 4, "cross")?;
/// assert_eq!(game.state().plan(), Some(plan));
/// let result = game.confirm_attack()?;
/// assert_eq!(result.shots.len(), 5);
/// assert_eq!(result.turn_ended, !result.can_shoot_again);
///
/// // … or all at once.
/// assert_eq!(game.plan_shot(99, 0, "single"), Err(PlanError::InvalidPosition));
/// let result = game.plan_and_attack(9, 9, "single")?;
/// assert_eq!(result.winner, None);
///
/// game.reset();
/// assert_eq!(game.state().turn(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    table: Table<Battleship, FastDice>,
    seed: u64,
}

/// What an attack did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackResult {
    /// Every cell of the pattern that is on the board, in order.
    pub shots: Vec<ShotResult>,
    /// The ships it sank.
    pub sunk: Vec<Placement>,
    /// Whether the attacker's turn is over.
    pub turn_ended: bool,
    /// Whether the attacker shoots again.
    pub can_shoot_again: bool,
    /// Who has won, if the match is over.
    pub winner: Option<Seat>,
}

impl Match {
    /// A new match. The seed decides random fleets and, if the rules leave that open, who shoots first.
    ///
    /// # Errors
    /// What is wrong with the configuration.
    pub fn create(config: Config, seed: u64) -> Result<Self, InvalidConfig> {
        config.validate()?;
        let untimed = Timers { placement: None, turn: None, ..config.timers };
        let config = Config { timers: untimed, ..config };
        Ok(Self { table: Table::new(config.into(), FastDice(seed)), seed })
    }

    /// Lays out the fleet of `seat`, for good. Once both fleets lie the shooting begins.
    ///
    /// # Errors
    /// What is wrong with the fleet; then nothing has changed.
    pub fn place_fleet(&mut self, seat: Seat, ships: Vec<Placement>) -> Result<(), Illegal> {
        self.act(seat, Action::Place { ships })?;
        self.act(seat, Action::Ready).map(drop)
    }

    /// The same with a random fleet.
    ///
    /// # Errors
    /// If the fleet lies already.
    pub fn place_at_random(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.act(seat, Action::AutoPlace)?;
        self.act(seat, Action::Ready).map(drop)
    }

    /// Aims the pattern of that id at column `x`, row `y`. A refused plan also drops the one before it.
    ///
    /// # Errors
    /// Why the attack cannot be planned.
    pub fn plan_shot(&mut self, x: u8, y: u8, pattern: &str) -> Result<Plan, PlanError> {
        let planned = self.target(x, y, pattern).and_then(|plan @ Plan { at, pattern }| {
            self.act_on_turn(Action::Plan { at, pattern })?;
            Ok(plan)
        });
        planned.map_err(|illegal| {
            // The engine keeps the earlier plan, since a refusal changes nothing; dropping it is an action.
            self.cancel_plan();
            illegal.into()
        })
    }

    /// Carries out the plan.
    ///
    /// # Errors
    /// If there is none.
    pub fn confirm_attack(&mut self) -> Result<AttackResult, AttackError> {
        let events = self.act_on_turn(Action::Confirm)?;
        Ok(self.result(events))
    }

    /// Plans and confirms in one call; at tables without plans, fires.
    ///
    /// # Errors
    /// Why nothing was fired.
    pub fn plan_and_attack(&mut self, x: u8, y: u8, pattern: &str) -> Result<AttackResult, MatchError> {
        match self.table.config().attack {
            AttackMode::Plan => {
                self.plan_shot(x, y, pattern)?;
                Ok(self.confirm_attack()?)
            }
            AttackMode::Direct => {
                let Plan { at, pattern } = self.target(x, y, pattern)?;
                let events = self.act_on_turn(Action::Fire { at, pattern })?;
                Ok(self.result(events))
            }
        }
    }

    /// Drops the plan; gives back whether there was one.
    pub fn cancel_plan(&mut self) -> bool {
        self.act_on_turn(Action::Cancel).is_ok()
    }

    /// Starts again from empty boards, with other dice.
    pub fn reset(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.table = Table::new(Arc::clone(self.table.rules()), FastDice(self.seed));
    }

    /// The position, secrets included.
    pub const fn state(&self) -> &Battleship {
        self.table.game()
    }

    fn target(&self, x: u8, y: u8, pattern: &str) -> Result<Plan, Illegal> {
        let patterns = &self.table.config().patterns;
        let found = (0..).zip(patterns).find(|(_, known)| known.id == pattern);
        let (pattern, _) = found.ok_or(Illegal::PatternNotAvailable)?;
        Ok(Plan { at: Cell::new(x, y), pattern })
    }

    fn act_on_turn(&mut self, action: Action) -> Result<Vec<(Audience, Event)>, Illegal> {
        self.act(self.state().turn().unwrap_or(Seat(0)), action)
    }

    /// Does one action. Each happens at a moment of its own, since random fleets depend on the moment.
    fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<(Audience, Event)>, Illegal> {
        let mut events = Vec::new();
        match self.table.act(self.table.now() + 1, seat, action, &mut events) {
            Ok(()) => Ok(events),
            Err(Rejected::Rule(illegal)) => Err(illegal),
            Err(Rejected::Over) => Err(Illegal::GameAlreadyOver),
            Err(Rejected::NoSuchSeat) => Err(Illegal::NotYourTurn),
        }
    }

    fn result(&self, events: Vec<(Audience, Event)>) -> AttackResult {
        let winner = self.state().ended().and_then(|ended| ended.outcome.winners().first());
        let mut result =
            AttackResult { shots: Vec::new(), sunk: Vec::new(), turn_ended: true, can_shoot_again: false, winner };
        for (_, event) in events {
            match event {
                Event::Attacked { shots, sunk, .. } => (result.shots, result.sunk) = (shots, sunk),
                Event::Turn { again, .. } => (result.turn_ended, result.can_shoot_again) = (!again, again),
                _ => {}
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Phase, ShotError,
        script::{ADA, BEN, rows},
    };

    fn armada() -> Match {
        let mut game = Match::create(Config::preset("armada").unwrap(), 1).unwrap();
        let ships = rows(game.state().config());
        game.place_fleet(ADA, ships.clone()).unwrap();
        game.place_fleet(BEN, ships).unwrap();
        game
    }

    #[test]
    fn plans_are_confirmed_dropped_or_refused_with_the_seeds_names() {
        let mut game = armada();
        assert_eq!(game.confirm_attack(), Err(AttackError::NoAttackPlanned));
        assert_eq!(game.plan_shot(10, 0, "single"), Err(PlanError::InvalidPosition));
        assert_eq!(game.plan_shot(0, 0, "nuke"), Err(PlanError::PatternNotAvailable));
        game.plan_shot(0, 0, "single").unwrap();
        assert!(game.cancel_plan() && !game.cancel_plan());
        let hit = game.plan_and_attack(0, 0, "single").unwrap();
        assert_eq!((hit.turn_ended, hit.can_shoot_again, hit.winner), (false, true, None));
        assert_eq!(game.plan_shot(0, 0, "single"), Err(PlanError::CellAlreadyShot));
    }

    #[test]
    fn a_refused_plan_drops_the_one_before() {
        let mut game = armada();
        game.plan_shot(0, 0, "single").unwrap();
        game.plan_shot(10, 0, "single").unwrap_err();
        assert_eq!(game.confirm_attack(), Err(AttackError::NoAttackPlanned));
    }

    #[test]
    fn direct_tables_fire_at_once() {
        let mut game = Match::create(Config::preset("hope").unwrap(), 1).unwrap();
        assert_eq!(game.plan_and_attack(0, 0, "single"), Err(PlanError::InvalidPlan.into()), "nothing lies yet");
        game.place_at_random(ADA).unwrap();
        game.place_at_random(BEN).unwrap();
        assert_eq!(game.plan_shot(0, 0, "single"), Err(PlanError::InvalidPlan));
        assert!(game.plan_and_attack(0, 0, "single").unwrap().turn_ended);
        game.plan_and_attack(0, 0, "single").unwrap();
        assert_eq!(game.plan_and_attack(0, 0, "single"), Err(ShotError::CellAlreadyShot.into()));
    }

    #[test]
    fn a_match_is_won_refused_and_begun_again() {
        let mut game = armada();
        let cells: Vec<_> =
            rows(game.state().config()).into_iter().flat_map(|ship| game.state().config().cells_of(ship)).collect();
        let mut last = None;
        for cell in cells {
            while game.state().turn() == Some(BEN) {
                let fresh = (0..10).find_map(|x| game.plan_and_attack(x, 9, "single").ok());
                assert!(fresh.is_some_and(|result| result.turn_ended));
            }
            last = Some(game.plan_and_attack(cell.x, cell.y, "single").unwrap());
        }
        let last = last.unwrap();
        assert_eq!((last.winner, last.sunk.len(), last.turn_ended, last.can_shoot_again), (Some(ADA), 1, true, false));
        assert_eq!(game.plan_shot(9, 9, "single"), Err(PlanError::InvalidPlan));
        assert_eq!(game.confirm_attack(), Err(AttackError::AttackFailed));
        game.reset();
        assert_eq!(game.state().phase(), Phase::Placing);
        assert_eq!(game.place_fleet(ADA, Vec::new()), Err(Illegal::MissingShip("Carrier".into())));
        game.place_at_random(ADA).unwrap();
        assert_eq!(game.place_at_random(ADA), Err(Illegal::AlreadyReady));
        assert!(Match::create(Config { width: 1, ..Config::preset("hope").unwrap() }, 1).is_err());
    }

    #[test]
    fn shots_after_the_end_have_their_own_error() {
        let mut game = Match::create(Config::preset("hope").unwrap(), 1).unwrap();
        game.act(ADA, Action::Surrender).unwrap();
        assert_eq!(game.plan_and_attack(0, 0, "single"), Err(ShotError::GameAlreadyOver.into()));
    }
}
