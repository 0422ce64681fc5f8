//! Keys, fingers and gamepads become steering.

use crate::{
    arcade::{Contact, Control, Pad, Runner, Touch, gamepads},
    browser::now_ms,
};
use leptos::prelude::*;
use parlor_kernel::{Seat, Tick};
use parlor_pong::{Action, Pong, Side, Steer, View};

/// A finger is followed this often, in milliseconds: the house takes no more commands than people can give.
const FOLLOW_MS: f64 = 80.0;
/// A paddle that moves for so long though nobody here steers it is stopped, in milliseconds: longer than what was just
/// done takes to show.
const STRAY_MS: f64 = 250.0;

/// A direction that is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Up,
    Down,
}

impl Way {
    const fn steer(self) -> Steer {
        match self {
            Self::Up => Steer::Up,
            Self::Down => Steer::Down,
        }
    }
}

/// Whoever steers one paddle from here.
#[derive(Debug)]
struct Hand {
    seat: Seat,
    /// Directions that are held, the latest last: it wins.
    held: Vec<Way>,
    /// What the stick of a gamepad says.
    stick: Option<Way>,
    /// Where a finger wants the paddle, in pixels, if that has not been told yet.
    finger: Option<u16>,
    told_ms: f64,
    told: Steer,
    /// Since when the paddle moves though it was told to stop.
    stray_ms: Option<f64>,
}

impl Hand {
    /// A hand that does nothing yet.
    const fn new(seat: Seat) -> Self {
        Self { seat, held: Vec::new(), stick: None, finger: None, told_ms: 0.0, told: Steer::Stop, stray_ms: None }
    }

    /// Whether the paddle has been moving for a while though this hand wants it to stop.
    fn strays(&mut self, moves: bool, now_ms: f64) -> bool {
        let since = self.stray_ms.take().unwrap_or(now_ms);
        let strays = moves && self.told == Steer::Stop;
        let long = now_ms - since >= STRAY_MS;
        self.stray_ms = (strays && !long).then_some(since);
        strays && long
    }
}

/// All paddles that are steered from here. Copy it freely.
#[derive(Clone, Copy)]
pub struct Hands {
    runner: Runner<Pong>,
    hands: StoredValue<Vec<Hand>, LocalStorage>,
    /// Whether the start button of a gamepad was down.
    started: StoredValue<bool, LocalStorage>,
}

impl Hands {
    /// Hands for these seats.
    pub fn new(runner: Runner<Pong>, seats: &[Seat]) -> Self {
        Self {
            runner,
            hands: StoredValue::new_local(seats.iter().copied().map(Hand::new).collect()),
            started: StoredValue::new_local(false),
        }
    }

    /// The seats that are steered from here.
    pub fn seats(self) -> Vec<Seat> {
        self.hands.try_with_value(|hands| hands.iter().map(|hand| hand.seat).collect()).unwrap_or_default()
    }

    /// A key went down or up.
    pub fn key(self, control: &Control, down: bool) {
        let (second, way) = match control.id {
            "up" => (false, Way::Up),
            "down" => (false, Way::Down),
            "up-2" => (true, Way::Up),
            "down-2" => (true, Way::Down),
            _ => return,
        };
        self.change(usize::from(second), |hand| {
            hand.held.retain(|held| *held != way);
            if down {
                hand.held.push(way);
            }
            Some(hand.held.last().map_or(Steer::Stop, |way| way.steer()))
        });
    }

    /// A finger is on the court or on the pad below it, which are `height` pixels high in the game. Where two people
    /// share the screen, each has a half of it.
    pub fn touch(self, touch: Touch, height: u16, near: Side) {
        if touch.contact == Contact::Lost {
            return;
        }
        let right = touch.x > 0.5;
        let index = self.seats().iter().position(|&seat| (Side::of(seat) != near) == right).unwrap_or(0);
        let to = (touch.y * f64::from(height)).round() as u16;
        self.change(index, |hand| {
            hand.finger = Some(to.min(height));
            None
        });
    }

    /// Looks at gamepads and fingers, before every picture. Says whether somebody pressed start.
    pub fn look(self) -> bool {
        let pads = gamepads();
        for index in 0..self.seats().len() {
            // A gamepad that is gone steers nothing.
            let way = match pads.get(index).copied().unwrap_or_default() {
                Pad { up: true, .. } => Some(Way::Up),
                Pad { down: true, .. } => Some(Way::Down),
                _ => None,
            };
            self.change(index, |hand| {
                let changed = std::mem::replace(&mut hand.stick, way) != way;
                changed.then(|| way.map_or(Steer::Stop, Way::steer))
            });
        }
        let now = now_ms();
        for index in 0..self.seats().len() {
            self.change(index, |hand| {
                let to = hand.finger.filter(|_| now - hand.told_ms >= FOLLOW_MS)?;
                hand.finger = None;
                hand.told_ms = now;
                Some(Steer::Follow { to, pace: 100 })
            });
        }
        let start = pads.iter().any(|pad| pad.start);
        let before = self.started.try_update_value(|started| std::mem::replace(started, start));
        start && before == Some(false)
    }

    /// Stops a paddle that moves though nobody here steers it: it was steered before the page was reloaded, or in the
    /// film from which somebody plays on.
    pub fn let_go(self, view: &View, tick: f64) {
        let (now, tick) = (now_ms(), Tick(tick.max(0.0) as u64));
        for seat in self.seats() {
            let paddle = view.court(seat).position.paddles[view.config.side(seat).index()];
            let moves = paddle.at(tick) != paddle.goal;
            let strays = self.hands.try_update_value(|hands| {
                hands.iter_mut().find(|hand| hand.seat == seat).is_some_and(|hand| hand.strays(moves, now))
            });
            if strays == Some(true) {
                self.runner.act(seat, Action::Steer(Steer::Stop));
            }
        }
    }

    /// Lets a hand think; what it wants otherwise than before is told.
    fn change(self, index: usize, think: impl FnOnce(&mut Hand) -> Option<Steer>) {
        let told = self.hands.try_update_value(|hands| {
            let index = index.min(hands.len().checked_sub(1)?);
            let hand = &mut hands[index];
            let wanted = think(hand)?;
            (std::mem::replace(&mut hand.told, wanted) != wanted).then_some((hand.seat, wanted))
        });
        if let Some((seat, steer)) = told.flatten() {
            self.runner.act(seat, Action::Steer(steer));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paddle_that_nobody_steers_is_stopped_once_and_only_then() {
        let mut hand = Hand::new(Seat(0));
        assert!(!hand.strays(true, 1_000.0), "what was just done may take a moment to show");
        assert!(!hand.strays(true, 1_000.0 + STRAY_MS / 2.0));
        assert!(hand.strays(true, 1_000.0 + STRAY_MS));
        assert!(!hand.strays(true, 1_010.0 + STRAY_MS), "and again after a while at the earliest");
        assert!(!hand.strays(false, 1_020.0 + STRAY_MS));
        assert!(!hand.strays(true, 9_000.0), "it stood in between");
        hand.told = Steer::Up;
        assert!(!hand.strays(true, 99_000.0), "somebody steers");
    }
}
