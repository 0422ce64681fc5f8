//! When something may be done.

use crate::{Action, Config, Illegal, Phase, Pong, Steer};
use parlor_kernel::Seat;

#[inline]
pub(crate) fn check(game: &Pong, seat: Seat, action: &Action) -> Result<(), Illegal> {
    match action {
        Action::Steer(steer) => may_steer(&game.config, *steer),
        Action::Pause => may_pause(game, seat),
        Action::Resume => may_resume(game, seat),
        Action::Surrender => Ok(()),
    }
}

/// Keys may go down and up at any time, also during countdowns and pauses: then the paddle moves later.
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

pub(crate) fn may_pause(game: &Pong, seat: Seat) -> Result<(), Illegal> {
    if game.position.phase == Phase::Paused {
        return Err(Illegal::AlreadyPaused);
    }
    if game.position.asking.contains(seat) {
        return Err(Illegal::AlreadyAsked);
    }
    Ok(())
}

/// A pause lasts only as long as everyone wants it, so anyone may end it.
pub(crate) fn may_resume(game: &Pong, seat: Seat) -> Result<(), Illegal> {
    if game.position.phase == Phase::Paused || game.position.asking.contains(seat) {
        return Ok(());
    }
    Err(Illegal::NotPaused)
}
