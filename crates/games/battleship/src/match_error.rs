//! The armada engine's three families of errors, for those who play a [`Match`](crate::Match).

use crate::Illegal;
use parlor_kernel::nest_codes;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a shot cannot be fired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum ShotError {
    /// The cell has been shot at.
    #[error("This cell has been shot at already.")]
    CellAlreadyShot,
    /// The match is over.
    #[error("The game is already over.")]
    GameAlreadyOver,
}

/// Why an attack cannot be planned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum PlanError {
    /// Nothing can be planned now, or never at this table.
    #[error("No attack can be planned now.")]
    InvalidPlan,
    /// The centre is off the board.
    #[error("The target is not on the board.")]
    InvalidPosition,
    /// Every cell of the attack has been shot at.
    #[error("This cell has been shot at already.")]
    CellAlreadyShot,
    /// It is the other seat's turn.
    #[error("It is not your turn.")]
    NotYourTurn,
    /// There is no such pattern, or it is used up.
    #[error("This shot pattern is not available.")]
    PatternNotAvailable,
}

/// Why an attack cannot be carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum AttackError {
    /// There is no plan to confirm.
    #[error("No attack is planned.")]
    NoAttackPlanned,
    /// Anything else.
    #[error("The attack could not be carried out.")]
    AttackFailed,
}

/// Why [`Match::plan_and_attack`](crate::Match::plan_and_attack) did nothing: an error of one of the three families.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MatchError {
    /// The shot cannot be fired.
    #[error(transparent)]
    Shot(#[from] ShotError),
    /// The attack cannot be planned.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The attack cannot be carried out.
    #[error(transparent)]
    Attack(#[from] AttackError),
}

nest_codes!(MatchError {} wraps { Shot(ShotError), Plan(PlanError), Attack(AttackError) });

impl From<Illegal> for PlanError {
    fn from(illegal: Illegal) -> Self {
        match illegal {
            Illegal::InvalidPosition(_) => Self::InvalidPosition,
            Illegal::CellAlreadyShot(_) | Illegal::NoFreshCell => Self::CellAlreadyShot,
            Illegal::NotYourTurn => Self::NotYourTurn,
            Illegal::PatternNotAvailable => Self::PatternNotAvailable,
            _ => Self::InvalidPlan,
        }
    }
}

impl From<Illegal> for AttackError {
    fn from(illegal: Illegal) -> Self {
        match illegal {
            Illegal::NoAttackPlanned => Self::NoAttackPlanned,
            _ => Self::AttackFailed,
        }
    }
}

/// A shot fired at once has the errors of a shot, and for its aim those of a plan.
impl From<Illegal> for MatchError {
    fn from(illegal: Illegal) -> Self {
        match illegal {
            Illegal::CellAlreadyShot(_) | Illegal::NoFreshCell => ShotError::CellAlreadyShot.into(),
            Illegal::GameAlreadyOver => ShotError::GameAlreadyOver.into(),
            other => PlanError::from(other).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;
    use parlor_kernel::Code;

    #[test]
    fn errors_have_the_codes_of_the_house() {
        let shots = [ShotError::CellAlreadyShot, ShotError::GameAlreadyOver];
        assert_eq!(shots.map(|error| error.code()), ["cell_already_shot", "game_already_over"]);
        let attacks = [AttackError::NoAttackPlanned, AttackError::AttackFailed];
        assert_eq!(attacks.map(|error| error.code()), ["no_attack_planned", "attack_failed"]);
        let at = Cell::new(0, 0);
        let plans = [
            (Illegal::NotFiring, "invalid_plan"),
            (Illegal::InvalidPosition(at), "invalid_position"),
            (Illegal::CellAlreadyShot(at), "cell_already_shot"),
            (Illegal::NoFreshCell, "cell_already_shot"),
            (Illegal::NotYourTurn, "not_your_turn"),
            (Illegal::PatternNotAvailable, "pattern_not_available"),
        ];
        for (illegal, code) in plans {
            assert_eq!(PlanError::from(illegal.clone()).code(), code);
            assert_eq!(MatchError::from(illegal).code(), code);
        }
    }
}
