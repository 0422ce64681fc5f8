//! One running match of one game.

use crate::{Chain, Code, Dice, Digest, Game, GameConfig, Outcome, Predict, Rules, Seat, Sink, Tick, Viewer};
use std::sync::Arc;
use thiserror::Error;

/// Why a table refuses an action.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Rejected<I> {
    /// The match is over.
    #[error("The game is already over.")]
    Over,
    /// There is no such seat at this table.
    #[error("There is no such seat at this table.")]
    NoSuchSeat,
    /// A rule of the game forbids it.
    #[error(transparent)]
    Rule(I),
}

/// The codes of what a table refuses by itself.
pub(crate) const TABLE_CODES: &[&str] = &["game_already_over", "no_such_seat"];

impl<I: Code> Code for Rejected<I> {
    /// The table's own. The others are those of the rules.
    const CODES: &'static [&'static str] = TABLE_CODES;

    fn code(&self) -> &'static str {
        match self {
            Self::Over => TABLE_CODES[0],
            Self::NoSuchSeat => TABLE_CODES[1],
            Self::Rule(illegal) => illegal.code(),
        }
    }
}

/// A game together with its dice and its time.
#[derive(Clone, Debug)]
pub struct Table<G: Game, D> {
    rules: Arc<Rules<G>>,
    dice: D,
    game: G,
    now: Tick,
    called_off: bool,
}

impl<G: Game, D: Dice> Table<G, D> {
    /// A new match.
    pub fn new(rules: Arc<Rules<G>>, dice: D) -> Self {
        let game = G::new(&rules, &dice);
        Self { rules, dice, game, now: Tick::ZERO, called_off: false }
    }

    /// A match that goes on from a position it has at `now`: what would have happened, had the dice been these.
    pub const fn from_here(rules: Arc<Rules<G>>, dice: D, game: G, now: Tick) -> Self {
        Self { rules, dice, game, now, called_off: false }
    }

    /// The rules.
    pub const fn rules(&self) -> &Arc<Rules<G>> {
        &self.rules
    }

    /// The rule set.
    pub fn config(&self) -> &Arc<G::Config> {
        &self.rules.config
    }

    /// The dice.
    pub const fn dice(&self) -> &D {
        &self.dice
    }

    /// The position.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The latest moment the table has been brought to.
    pub const fn now(&self) -> Tick {
        self.now
    }

    /// The result, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.called_off { Some(Outcome::VOID) } else { self.game.outcome() }
    }

    /// What proves the log so far, and that it led to this position.
    pub fn digest(&self, chain: &Chain) -> Digest {
        chain.digest(&self.game)
    }

    /// What `viewer` may know at this moment.
    pub fn view(&self, viewer: Viewer) -> G::View
    where
        G: Predict,
    {
        let mut view = self.game.view(viewer);
        G::elapse(&mut view, self.now);
        view
    }

    /// Lets time pass until `now`: the game wakes whenever it asked to. Time never runs backwards.
    pub fn advance<S: Sink<G::Event>>(&mut self, now: Tick, out: &mut S) {
        let mut woken = None;
        while let Some(due) = self.game.next_wake().filter(|&due| due <= now && !self.called_off) {
            // A game that asks to be woken at a moment it was already woken at would hang the house.
            if woken.is_some_and(|woken| due <= woken) || self.game.outcome().is_some() {
                debug_assert!(self.game.outcome().is_some(), "{} asks to be woken twice at {due:?}", G::SPEC.id);
                break;
            }
            self.game.wake(due, &self.dice, out);
            woken = Some(due);
        }
        self.now = self.now.max(now);
    }

    /// Whether `seat` may do `action` now.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, seat: Seat, action: &G::Action) -> Result<(), Rejected<G::Illegal>> {
        if seat.0 >= self.config().seats() {
            return Err(Rejected::NoSuchSeat);
        }
        if self.outcome().is_some() {
            return Err(Rejected::Over);
        }
        self.game.check(seat, action).map_err(Rejected::Rule)
    }

    /// Lets time pass until `now`, then does `action` as `seat`.
    ///
    /// # Errors
    /// Why the action is refused; then nothing but time has changed.
    pub fn act<S: Sink<G::Event>>(
        &mut self,
        now: Tick,
        seat: Seat,
        action: G::Action,
        out: &mut S,
    ) -> Result<(), Rejected<G::Illegal>> {
        self.advance(now, out);
        self.check(seat, &action)?;
        self.game.act(self.now, seat, action, &self.dice, out);
        Ok(())
    }

    /// Lets time pass until `now`, then takes `seat` out of the game for good. A seat that has
    /// [finished](Game::has_finished) stays as it is.
    ///
    /// # Errors
    /// If the match is over or there is no such seat.
    pub fn leave<S: Sink<G::Event>>(&mut self, now: Tick, seat: Seat, out: &mut S) -> Result<(), Rejected<G::Illegal>> {
        self.advance(now, out);
        if seat.0 >= self.config().seats() {
            return Err(Rejected::NoSuchSeat);
        }
        if self.outcome().is_some() {
            return Err(Rejected::Over);
        }
        if !self.game.has_finished(seat) {
            self.game.leave(self.now, seat, &self.dice, out);
        }
        Ok(())
    }

    /// Lets time pass until `now`, then calls the match off: whatever the position, it does not count.
    ///
    /// # Errors
    /// If the match is over.
    pub fn call_off<S: Sink<G::Event>>(&mut self, now: Tick, out: &mut S) -> Result<(), Rejected<G::Illegal>> {
        self.advance(now, out);
        if self.outcome().is_some() {
            return Err(Rejected::Over);
        }
        self.called_off = true;
        Ok(())
    }
}
