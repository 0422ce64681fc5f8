//! When something may be done, and what it is.

use crate::{
    Action, Config, Illegal, KeyRefused, Phase, Position, What,
    handling::{Handling, Key},
    well::Well,
};
use parlor_arcade::PauseRefused;
use parlor_kernel::Seat;

#[inline]
pub(crate) fn check(config: &Config, position: &Position, seat: Seat, action: &Action) -> Result<(), Illegal> {
    match *action {
        Action::Press(key) => may_press(config, position, seat, key),
        Action::Release(key) => Ok(may_release(position.well(seat), key)?),
        Action::Tap(key) => may_press(config, position, seat, key),
        Action::Handle(handling) => Ok(may_handle(handling)?),
        Action::Pause => Ok(position.pauses(config).may_pause(seat)?),
        Action::Resume => Ok(position.pauses(config).may_resume(seat)?),
        Action::Surrender => Ok(()),
    }
}

/// Keys that can be held may go down at any time, also before a piece is there: then they move it when it comes.
#[inline]
fn may_press(config: &Config, position: &Position, seat: Seat, key: Key) -> Result<(), Illegal> {
    let well = position.well(seat);
    if well.topped_out.is_some() {
        return Err(KeyRefused::ToppedOut.into());
    }
    if key.is_held() {
        return if well.keys.is_down(key) { Err(KeyRefused::AlreadyDown.into()) } else { Ok(()) };
    }
    if position.phase != Phase::Playing {
        return Err(PauseRefused::Paused.into());
    }
    if key == Key::Hold {
        may_hold(config, well)?;
    }
    if well.active.is_none() { Err(KeyRefused::NoPiece.into()) } else { Ok(()) }
}

fn may_hold(config: &Config, well: &Well) -> Result<(), KeyRefused> {
    if !config.hold {
        return Err(KeyRefused::NoHold);
    }
    if well.hold_spent { Err(KeyRefused::HoldSpent) } else { Ok(()) }
}

fn may_release(well: &Well, key: Key) -> Result<(), KeyRefused> {
    if well.keys.is_down(key) { Ok(()) } else { Err(KeyRefused::NotDown) }
}

fn may_handle(handling: Handling) -> Result<(), KeyRefused> {
    if handling.is_valid() { Ok(()) } else { Err(KeyRefused::BadHandling) }
}

/// What happens when `seat` does `action`, which it may; `None` if that ends the match.
#[inline]
pub(crate) fn what(config: &Config, position: &Position, seat: Seat, action: Action) -> Option<What> {
    Some(match action {
        Action::Tap(key) if key.is_held() => What::Tapped { seat, key },
        Action::Press(key) | Action::Tap(key) => What::Pressed { seat, key },
        Action::Release(key) => What::Released { seat, key },
        Action::Handle(handling) => What::Handled { seat, handling },
        Action::Pause if config.pause.begins(position.asking, seat, config.seats) => What::Paused,
        Action::Pause => What::PauseAsked { seat },
        Action::Resume if position.is_paused() => What::Resumed,
        Action::Resume => What::PauseDropped { seat },
        Action::Surrender => return None,
    })
}
