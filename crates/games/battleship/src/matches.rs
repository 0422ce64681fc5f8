//! A match in a few calls, for programs that want no table, no seats on a network and no clock.

use crate::{
    Action, AttackError, AttackMode, Battleship, Cell, Config, Event, GameOverDecision, Illegal, InvalidConfig,
    MatchCallbacks, MatchError, Placement, Plan, PlanError, RuleSet, ShotError, ShotKind, ShotResult, Timers,
    rule_sets,
};
use parlor_kernel::{Audience, Duel, FastDice, Game, GameConfig, Outcome, Reason, Rules, Seat, Tick};
use std::{fmt, sync::Arc};

/// A match on one machine: the armada engine's interface over the house's engine, with rules for the turn that can be
/// exchanged.
///
/// The player has the first seat and the enemy the second. There is no clock, so timers in the configuration are ignored.
///
/// ```
/// use parlor_battleship::{AlternatingTurnsRuleSet, Config, Match, PlanError};
/// use parlor_kernel::{GameConfig, Seat};
///
/// let mut game = Match::create(Config::preset("armada").unwrap(), 7)?;
/// game.place_at_random(Seat(0))?;
/// game.place_at_random(Seat(1))?;
///
/// // Plan, look, confirm …
/// let is_player = game.state().turn() == Some(Seat(0));
/// let plan = game.plan_shot(3, 4, "cross", is_player)?;
/// assert_eq!(game.state().plan(), Some(plan));
/// let result = game.confirm_attack()?;
/// assert_eq!(result.shots.len(), 5);
/// assert_eq!(result.turn_ended, !result.can_shoot_again);
///
/// // … or all at once, by other rules.
/// game.set_rule_set(Box::new(AlternatingTurnsRuleSet));
/// let is_player = game.state().turn() == Some(Seat(0));
/// assert_eq!(game.plan_shot(99, 0, "single", is_player), Err(PlanError::InvalidPosition));
/// assert_eq!(game.plan_shot(9, 9, "single", !is_player), Err(PlanError::NotYourTurn));
/// let result = game.plan_and_attack(9, 9, is_player, "single")?;
/// assert!(result.turn_ended && result.winner.is_none());
///
/// game.reset();
/// assert_eq!(game.state().turn(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Match {
    rules: Arc<Rules<Battleship>>,
    game: Battleship,
    rule_set: Box<dyn RuleSet>,
    callbacks: Box<dyn MatchCallbacks>,
    seed: u64,
    now: Tick,
}

/// One cell of an attack's pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternShot {
    /// Its column, which may be off the board.
    pub x: i16,
    /// Its row, which may be off the board.
    pub y: i16,
    /// What was found there; `None` if the shot was not executed, because the cell is off the board or had been shot at.
    pub found: Option<ShotResult>,
}

impl PatternShot {
    /// Whether a shot was fired there.
    pub const fn executed(&self) -> bool {
        self.found.is_some()
    }
}

/// What an attack did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackResult {
    /// Every cell of the pattern, in order.
    pub shots: Vec<PatternShot>,
    /// The ships it sank.
    pub sunk: Vec<Placement>,
    /// Whether the attacker's turn is over.
    pub turn_ended: bool,
    /// Whether the attacker shoots again.
    pub can_shoot_again: bool,
    /// Who has won, if the match is over.
    pub winner: Option<Seat>,
}

impl AttackResult {
    /// What was found, cell by cell.
    pub fn found(&self) -> impl Iterator<Item = &ShotResult> {
        self.shots.iter().filter_map(|shot| shot.found.as_ref())
    }

    /// Whether any shot hit a ship.
    pub fn has_hit(&self) -> bool {
        self.found().any(|shot| matches!(shot.result, ShotKind::Hit | ShotKind::Sunk))
    }
}

impl Match {
    /// A new match by the rule set that the configuration names. The seed decides random fleets and, if the rules leave
    /// that open, who shoots first.
    ///
    /// # Errors
    /// What is wrong with the configuration.
    pub fn create(config: Config, seed: u64) -> Result<Self, InvalidConfig> {
        config.validate()?;
        let untimed = Timers { placement: None, turn: None, ..config.timers };
        let rule_set = rule_sets::of(config.turns);
        let rules = Rules::plain(Config { timers: untimed, ..config });
        let game = Battleship::new(&rules, &FastDice(seed));
        Ok(Self { rules, game, rule_set, callbacks: Box::new(()), seed, now: Tick::ZERO })
    }

    /// The match, heard by `callbacks`.
    #[must_use]
    pub fn with_callbacks(self, callbacks: Box<dyn MatchCallbacks>) -> Self {
        Self { callbacks, ..self }
    }

    /// Goes on by other rules.
    pub fn set_rule_set(&mut self, rule_set: Box<dyn RuleSet>) {
        self.rule_set = rule_set;
    }

    /// The rules for the turn and the end.
    pub fn rule_set(&self) -> &dyn RuleSet {
        &*self.rule_set
    }

    /// Lays out the fleet of `seat`, for good. Once both fleets lie the shooting begins.
    ///
    /// # Errors
    /// What is wrong with the fleet; then nothing has changed.
    pub fn place_fleet(&mut self, seat: Seat, ships: Vec<Placement>) -> Result<(), Illegal> {
        self.act(seat, Action::Place { ships })?;
        self.act(seat, Action::Ready)
    }

    /// The same with a random fleet.
    ///
    /// # Errors
    /// If the fleet lies already.
    pub fn place_at_random(&mut self, seat: Seat) -> Result<(), Illegal> {
        self.act(seat, Action::AutoPlace)?;
        self.act(seat, Action::Ready)
    }

    /// Aims the pattern of that id at column `x`, row `y`, for the player or the enemy. A refused plan also drops the one
    /// before it.
    ///
    /// # Errors
    /// Why the attack cannot be planned.
    pub fn plan_shot(&mut self, x: u8, y: u8, pattern: &str, is_player_shot: bool) -> Result<Plan, PlanError> {
        let planned = self.target(x, y, pattern).and_then(|plan @ Plan { at, pattern }| {
            self.act(shooter(is_player_shot), Action::Plan { at, pattern })?;
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
        let seat = self.on_turn();
        self.game.check(seat, &Action::Confirm)?;
        let Plan { at, pattern } = self.game.plan().ok_or(AttackError::NoAttackPlanned)?;
        Ok(self.attack(seat, at, pattern))
    }

    /// Plans and confirms in one call; at tables without plans, fires.
    ///
    /// # Errors
    /// Why nothing was fired.
    pub fn plan_and_attack(
        &mut self,
        x: u8,
        y: u8,
        is_player_shot: bool,
        pattern: &str,
    ) -> Result<AttackResult, MatchError> {
        if self.game.outcome().is_some() {
            return Err(ShotError::GameAlreadyOver.into());
        }
        match self.rules.config.attack {
            AttackMode::Plan => {
                self.plan_shot(x, y, pattern, is_player_shot)?;
                Ok(self.confirm_attack()?)
            }
            AttackMode::Direct => {
                let (seat, Plan { at, pattern }) = (shooter(is_player_shot), self.target(x, y, pattern)?);
                self.game.check(seat, &Action::Fire { at, pattern })?;
                Ok(self.attack(seat, at, pattern))
            }
        }
    }

    /// Drops the plan; gives back whether there was one.
    pub fn cancel_plan(&mut self) -> bool {
        self.act(self.on_turn(), Action::Cancel).is_ok()
    }

    /// Starts again from empty boards, with other dice.
    pub fn reset(&mut self) {
        self.seed = self.seed.wrapping_add(1);
        self.game = Battleship::new(&self.rules, &FastDice(self.seed));
        self.callbacks.on_state_change(&self.game);
    }

    /// The position, secrets included.
    pub const fn state(&self) -> &Battleship {
        &self.game
    }

    /// Whether the player, or the enemy, has shot at that cell.
    pub fn is_cell_shot(&self, x: u8, y: u8, is_player_shot: bool) -> bool {
        let at = Cell::new(x, y);
        let target = self.game.target_of(shooter(is_player_shot));
        self.rules.config.has_cell(at) && target.is_spent(&self.rules.config, at)
    }

    fn on_turn(&self) -> Seat {
        self.game.turn().unwrap_or(Seat(0))
    }

    fn target(&self, x: u8, y: u8, pattern: &str) -> Result<Plan, Illegal> {
        let patterns = &self.rules.config.patterns;
        let found = (0..).zip(patterns).find(|(_, known)| known.id == pattern);
        let (pattern, _) = found.ok_or(Illegal::PatternNotAvailable)?;
        Ok(Plan { at: Cell::new(x, y), pattern })
    }

    /// Does one action that is no attack. Each happens at a moment of its own, since random fleets depend on the moment.
    fn act(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.game.check(seat, &action)?;
        self.now = self.now + 1;
        let before = self.game.turn();
        self.game.act(self.now, seat, action, &FastDice(self.seed), &mut ());
        self.tell_turn(before);
        self.callbacks.on_state_change(&self.game);
        if let Some(outcome) = self.game.outcome() {
            self.callbacks.on_game_over(outcome.winners().first());
        }
        Ok(())
    }

    /// Carries out an attack that the rules allow: shoots, lets the rule set decide, and tells of it.
    fn attack(&mut self, seat: Seat, at: Cell, pattern: u8) -> AttackResult {
        self.now = self.now + 1;
        let cells = self.pattern(at, pattern);
        let mut events: Vec<(Audience, Event)> = Vec::new();
        self.game.fire(seat, at, pattern, &mut events);
        let mut result = found(cells, events);
        for shot in result.found() {
            self.callbacks.on_shot(shot, seat == Seat(0));
        }
        let decision = self.rule_set.decide_turn(&result, &self.game);
        let before = self.game.turn();
        // Ruling: on the winning shot game over is announced and no turn change follows.
        if let GameOverDecision::Over { winner } = self.rule_set.check_game_over(&self.game) {
            let won = |winner| Outcome::won(winner, Reason::Completed);
            self.game.finish(winner.map_or(Outcome::draw(Reason::Completed), won), &mut ());
            result.winner = winner;
            self.callbacks.on_state_change(&self.game);
            self.callbacks.on_game_over(winner);
            return result;
        }
        let next = if decision.should_toggle_turn { Duel::other(seat) } else { seat };
        self.game.pass_turn(self.now, next, !decision.should_toggle_turn, &mut ());
        (result.turn_ended, result.can_shoot_again) = (decision.should_toggle_turn, decision.can_shoot_again);
        self.tell_turn(before);
        self.callbacks.on_state_change(&self.game);
        result
    }

    fn tell_turn(&mut self, before: Option<Seat>) {
        if let Some(turn) = self.game.turn().filter(|&turn| before != Some(turn)) {
            self.callbacks.on_turn_change(turn);
        }
    }

    /// The cells of a pattern around `at`, on the board or not.
    fn pattern(&self, at: Cell, pattern: u8) -> Vec<(i16, i16)> {
        let offsets = self.rules.config.patterns.get(usize::from(pattern)).map_or(&[][..], |pattern| &pattern.cells);
        offsets.iter().map(|&(dx, dy)| (i16::from(at.x) + i16::from(dx), i16::from(at.y) + i16::from(dy))).collect()
    }
}

/// The seat of the player, or of the enemy.
const fn shooter(is_player_shot: bool) -> Seat {
    if is_player_shot { Seat(0) } else { Seat(1) }
}

/// What an attack at those cells led to. Nothing is decided yet.
fn found(cells: Vec<(i16, i16)>, events: Vec<(Audience, Event)>) -> AttackResult {
    let (mut shots, mut ships) = (Vec::new(), Vec::new());
    for (_, event) in events {
        if let Event::Attacked { shots: fired, sunk, .. } = event {
            (shots, ships) = (fired, sunk);
        }
    }
    let find = |x: i16, y: i16| {
        let here = |shot: &&ShotResult| (i16::from(shot.at.x), i16::from(shot.at.y)) == (x, y);
        shots.iter().find(here).copied().filter(|shot| shot.result != ShotKind::Spent)
    };
    AttackResult {
        shots: cells.into_iter().map(|(x, y)| PatternShot { x, y, found: find(x, y) }).collect(),
        sunk: ships,
        turn_ended: true,
        can_shoot_again: false,
        winner: None,
    }
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, rule_set, seed, .. } = self;
        f.debug_struct("Match").field("game", game).field("rule_set", &rule_set.name()).field("seed", seed).finish()
    }
}

#[cfg(test)]
mod tests;
