//! When something may be done, and what it is.

use crate::{Action, Config, Illegal, Position, Steer, SteerRefused, What};
use parlor_kernel::{GameConfig, Seat, Tick};

#[inline]
pub(crate) fn check(config: &Config, position: &Position, seat: Seat, action: &Action) -> Result<(), Illegal> {
    match action {
        Action::Steer(steer) => Ok(may_steer(config, *steer)?),
        Action::Pause => Ok(position.pauses(config).may_pause(seat)?),
        Action::Resume => Ok(position.pauses(config).may_resume(seat)?),
        Action::Surrender => Ok(()),
    }
}

/// Keys may go down and up at any time, also while everything is held: then the paddle moves later.
#[inline]
fn may_steer(config: &Config, steer: Steer) -> Result<(), SteerRefused> {
    let Steer::Follow { to, pace } = steer else { return Ok(()) };
    let height = config.court.height;
    if to > height {
        return Err(SteerRefused::OutsideCourt { height });
    }
    if !(1..=100).contains(&pace) {
        return Err(SteerRefused::BadPace);
    }
    Ok(())
}

/// What happens when `seat` does `action`, which it may; `None` if that ends the match.
#[inline]
pub(crate) fn what(config: &Config, position: &Position, now: Tick, seat: Seat, action: &Action) -> Option<What> {
    Some(match *action {
        Action::Steer(steer) => {
            let (goal, pace) = position.paddles[config.side(seat).index()].steered(config, now, steer);
            What::Steered { seat, goal, pace }
        }
        Action::Pause if config.pause.begins(position.asking, seat, config.seats()) => What::Paused,
        Action::Pause => What::PauseAsked { seat },
        Action::Resume if position.is_paused() => What::Resumed,
        Action::Resume => What::PauseDropped { seat },
        Action::Surrender => return None,
    })
}
