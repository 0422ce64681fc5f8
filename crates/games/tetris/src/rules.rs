//! When something may be done.

use crate::{
    Action, Config, Illegal, Phase, Position,
    handling::{Handling, Key},
    well::Well,
};
use parlor_kernel::Seat;

#[inline]
pub(crate) fn check(config: &Config, position: &Position, seat: Seat, action: &Action) -> Result<(), Illegal> {
    match *action {
        Action::Press(key) => may_press(config, position, seat, key),
        Action::Release(key) => may_release(position.well(seat), key),
        Action::Tap(key) => may_press(config, position, seat, key),
        Action::Handle(handling) => may_handle(handling),
        Action::Pause => may_pause(position, seat),
        Action::Resume => may_resume(position, seat),
        Action::Surrender => Ok(()),
    }
}

/// Keys that can be held may go down at any time, also before a piece is there: then they move it when it comes.
#[inline]
fn may_press(config: &Config, position: &Position, seat: Seat, key: Key) -> Result<(), Illegal> {
    let well = position.well(seat);
    if well.topped_out.is_some() {
        return Err(Illegal::ToppedOut);
    }
    if key.is_held() {
        return if well.keys.is_down(key) { Err(Illegal::AlreadyDown) } else { Ok(()) };
    }
    if position.phase != Phase::Playing {
        return Err(Illegal::Paused);
    }
    if key == Key::Hold {
        may_hold(config, well)?;
    }
    if well.active.is_none() { Err(Illegal::NoPiece) } else { Ok(()) }
}

fn may_hold(config: &Config, well: &Well) -> Result<(), Illegal> {
    if !config.hold {
        return Err(Illegal::NoHold);
    }
    if well.hold_spent { Err(Illegal::HoldSpent) } else { Ok(()) }
}

fn may_release(well: &Well, key: Key) -> Result<(), Illegal> {
    if well.keys.is_down(key) { Ok(()) } else { Err(Illegal::NotDown) }
}

fn may_handle(handling: Handling) -> Result<(), Illegal> {
    if handling.is_valid() { Ok(()) } else { Err(Illegal::BadHandling) }
}

fn may_pause(position: &Position, seat: Seat) -> Result<(), Illegal> {
    if position.phase != Phase::Playing {
        return Err(Illegal::Paused);
    }
    if position.asking.contains(seat) { Err(Illegal::AlreadyAsked) } else { Ok(()) }
}

/// A pause lasts only as long as everyone wants it, so anyone may end it.
fn may_resume(position: &Position, seat: Seat) -> Result<(), Illegal> {
    if position.phase != Phase::Playing || position.asking.contains(seat) {
        return Ok(());
    }
    Err(Illegal::NotPaused)
}
