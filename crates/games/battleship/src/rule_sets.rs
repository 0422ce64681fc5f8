//! The armada engine's exchangeable rules: who shoots next, and when a match is over.

use crate::{AttackResult, Battleship, TurnRule, rules};
use parlor_kernel::{Duel, Seat};

/// Who shoots after an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnDecision {
    /// Whether the turn goes to the other seat.
    pub should_toggle_turn: bool,
    /// Whether the attacker shoots again.
    pub can_shoot_again: bool,
}

/// Whether a match is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameOverDecision {
    /// It goes on.
    GoesOn,
    /// It is over. Without a winner it is a draw.
    Over {
        /// Who has won.
        winner: Option<Seat>,
    },
}

/// Rules of a [`Match`](crate::Match) that can be exchanged while it is played. Others than those here can be written
/// outside of this crate.
pub trait RuleSet: Send {
    /// What it is called.
    fn name(&self) -> &str;

    /// What is special about it.
    fn description(&self) -> &str;

    /// Who shoots after `attack`, which has been carried out in `state`.
    fn decide_turn(&self, attack: &AttackResult, state: &Battleship) -> TurnDecision;

    /// Whether the match is over in `state`: by default, once a fleet has sunk.
    fn check_game_over(&self, state: &Battleship) -> GameOverDecision {
        let beaten = Duel::SEATS.into_iter().find(|&seat| state.afloat(seat) == 0);
        beaten.map_or(GameOverDecision::GoesOn, |seat| GameOverDecision::Over { winner: Some(Duel::other(seat)) })
    }
}

/// Hits shoot again; sinking or missing ends the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClassicRuleSet;

/// The seed's default is the classic one.
pub type DefaultRuleSet = ClassicRuleSet;

/// Every attack ends the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AlternatingTurnsRuleSet;

impl RuleSet for ClassicRuleSet {
    fn name(&self) -> &str {
        "Classic"
    }

    fn description(&self) -> &str {
        "A hit shoots again; sinking a ship or missing ends the turn."
    }

    fn decide_turn(&self, attack: &AttackResult, _: &Battleship) -> TurnDecision {
        decide(TurnRule::Classic, attack)
    }
}

impl RuleSet for AlternatingTurnsRuleSet {
    fn name(&self) -> &str {
        "Alternating turns"
    }

    fn description(&self) -> &str {
        "Every attack ends the turn."
    }

    fn decide_turn(&self, attack: &AttackResult, _: &Battleship) -> TurnDecision {
        decide(TurnRule::Alternating, attack)
    }
}

/// The rule set that a configuration names.
pub(crate) fn of(rule: TurnRule) -> Box<dyn RuleSet> {
    match rule {
        TurnRule::Classic => Box::new(ClassicRuleSet),
        TurnRule::Alternating => Box::new(AlternatingTurnsRuleSet),
    }
}

fn decide(rule: TurnRule, attack: &AttackResult) -> TurnDecision {
    let again = rules::shoots_again(rule, attack.has_hit(), !attack.sunk.is_empty());
    TurnDecision { should_toggle_turn: !again, can_shoot_again: again }
}
