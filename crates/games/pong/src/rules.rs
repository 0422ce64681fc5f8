//! When something may be done, and what it is.

use crate::{Action, Config, Illegal, Position, Steer, What};
use parlor_kernel::{GameConfig, Seat, Tick};

#[inline]
pub(crate) fn check(config: &Config, position: &Position, seat: Seat, action: &Action) -> Result<(), Illegal> {
    match action {
        Action::Steer(steer) => may_steer(config, *steer),
        Action::Pause => may_pause(config, position, seat),
        Action::Resume => may_resume(position, seat),
        Action::Surrender => Ok(()),
    }
}

/// Keys may go down and up at any time, also while everything is held: then the paddle moves later.
#[inline]
fn may_steer(config: &Config, steer: Steer) -> Result<(), Illegal> {
    let Steer::Follow { to, pace } = steer else { return Ok(()) };
    let height = config.court.height;
    if to > height {
        return Err(Illegal::OutsideCourt { height });
    }
    if !(1..=100).contains(&pace) {
        return Err(Illegal::BadPace);
    }
    Ok(())
}

fn may_pause(config: &Config, position: &Position, seat: Seat) -> Result<(), Illegal> {
    if config.challenge.is_some() {
        return Err(Illegal::NoPauses);
    }
    if position.is_paused() {
        return Err(Illegal::AlreadyPaused);
    }
    if position.asking.contains(seat) {
        return Err(Illegal::AlreadyAsked);
    }
    Ok(())
}

/// A pause lasts only as long as everyone wants it, so anyone may end it.
fn may_resume(position: &Position, seat: Seat) -> Result<(), Illegal> {
    if position.is_paused() || position.asking.contains(seat) {
        return Ok(());
    }
    Err(Illegal::NotPaused)
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
