//! The rules that a table is played by: its game, and the rule set, read once for each match.

use crate::{open::known_game, saved::Saved};
use parlor_kernel::{AnyGame, AnyRules, AnyTable, Key, Refusal, Registry, Seat, SeatSet, Spec, Viewer};
use parlor_wire::{Room, chat::Place};
use serde_json::Value;
use std::sync::Arc;

/// A game and the rule set it is played by.
pub struct Rules {
    game: Arc<dyn AnyGame>,
    rules: Arc<dyn AnyRules>,
    /// For what the rule set was last completed.
    wish: Option<Wish>,
}

/// The rule set of the next match.
pub struct Candidate {
    rules: Arc<dyn AnyRules>,
    wish: Wish,
}

/// All that the rule set of the next match depends on.
#[derive(PartialEq)]
struct Wish {
    preset: String,
    options: Value,
    bots: SeatSet,
    host: Option<Seat>,
}

impl Rules {
    /// The rules of a table.
    ///
    /// # Errors
    /// If the house does not have its game, or the game does not know the rule set.
    pub fn of(games: &Registry, saved: &Saved) -> Result<Self, Refusal> {
        let game = Arc::clone(known_game(games, &saved.game)?);
        let rules = game.rules(&saved.config)?;
        Ok(Self { game, rules, wish: None })
    }

    /// The rule set as data.
    pub fn config(&self) -> &Arc<Value> {
        self.rules.config()
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// Facts about the game.
    pub fn spec(&self) -> &'static Spec {
        self.game.spec()
    }

    /// The rule set for the next match, given who sits where.
    ///
    /// # Errors
    /// If the game cannot be played like that.
    pub fn configure(&self, saved: &Saved) -> Result<Candidate, Refusal> {
        let wish = Wish {
            preset: saved.preset.clone(),
            options: saved.all_options(),
            bots: saved.bots(),
            host: saved.seat_of(saved.host),
        };
        if self.wish.as_ref() == Some(&wish) {
            return Ok(Candidate { rules: Arc::clone(&self.rules), wish });
        }
        let (config, _) = self.game.configure(Some(&wish.preset), &wish.options, wish.bots)?;
        let config = match wish.host {
            Some(host) => self.game.appoint(config, host),
            None => config,
        };
        Ok(Candidate { rules: self.game.rules(&config)?, wish })
    }

    /// A match by a rule set, which is the table's from now on.
    ///
    /// # Errors
    /// If an asset is missing.
    pub fn open(&mut self, Candidate { rules, wish }: Candidate, key: Key) -> Result<Box<dyn AnyTable>, Refusal> {
        let table = rules.open(key)?;
        (self.rules, self.wish) = (rules, Some(wish));
        Ok(table)
    }

    /// The same for a match that was begun before.
    ///
    /// # Errors
    /// If the game cannot be played like that, or an asset is missing.
    pub fn reopen(&mut self, config: &Value, key: Key) -> Result<Box<dyn AnyTable>, Refusal> {
        let rules = self.game.rules(config)?;
        let table = rules.open(key)?;
        (self.rules, self.wish) = (rules, None);
        Ok(table)
    }

    /// Whether the rule set is a preset's own, adapted to the seats that bots take.
    pub fn is_plain(&self, bots: SeatSet) -> bool {
        self.rules.is_preset(bots)
    }

    /// Whether everyone may know for whom a match waits.
    pub fn has_open_turns(&self) -> bool {
        self.rules.has_open_turns()
    }

    /// Whether who sits where matters, because seats form teams or differ in what they do: then the host begins, once
    /// everyone sits where they want to.
    pub fn is_arranged(&self) -> bool {
        self.rules.seat_plans().iter().any(|plan| plan.team.is_some() || plan.role.is_some())
    }

    /// Whether a player may take `seat` from a bot while a match runs, having sat in `before` in the same match.
    pub fn admits(&self, seat: Seat, before: Option<Seat>) -> bool {
        self.rules.admits(seat, before)
    }

    /// The team of a seat.
    pub fn team(&self, seat: Seat) -> Option<u8> {
        self.rules.seat_plans().get(seat.index())?.team.map(|team| team.0)
    }

    /// What matters about a seat when something is said.
    pub fn place(&self, seat: Seat) -> Place {
        Place { team: self.team(seat), voice: self.rules.voice(seat) }
    }

    /// Whether `viewer` may read what is said in `room`: everything that shows a line asks this.
    pub fn reads(&self, viewer: Viewer, room: Room) -> bool {
        room.is_read_by(viewer, |seat| self.place(seat))
    }

    /// The level of the bot that plays for a player who left: the middle one, neither a gift to the others nor an insult
    /// to the player.
    pub fn middle_bot(&self) -> Option<String> {
        let levels = self.game.info().bots;
        levels.get(levels.len() / 2).map(|level| level.id.into())
    }
}
