//! Keys, fingers and gamepads become steering.

use crate::{
    arcade::{self, Contact, Control, Dissent, Pad, Runner, Shot, Touch, gamepads},
    browser::now_ms,
};
use leptos::prelude::*;
use parlor_kernel::{Seat, Tick};
use parlor_pong::{Action, Pong, Side, Steer};

/// A finger is followed this often, in milliseconds: the house takes no more commands than people can give.
const FOLLOW_MS: f64 = 80.0;

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

/// The player of one paddle at this screen.
#[derive(Debug)]
struct Hand {
    seat: Seat,
    /// Directions that are held, and what holds them, the latest last: it wins.
    held: Vec<(&'static str, Way)>,
    /// What the stick of a gamepad says.
    stick: Option<Way>,
    /// Where a finger wants the paddle, in pixels, if that has not been told yet.
    finger: Option<u16>,
    told_ms: f64,
    told: Steer,
    dissent: Dissent,
}

/// All paddles that are steered from here. Copy it freely.
#[derive(Clone, Copy)]
pub struct Hands {
    runner: Runner<Pong>,
    hands: StoredValue<Vec<Hand>, LocalStorage>,
    /// Fingers that are down, each with the hand it is of.
    fingers: StoredValue<Vec<(i32, usize)>, LocalStorage>,
    /// Whether the start button of a gamepad was down.
    started: StoredValue<bool, LocalStorage>,
}

impl Hands {
    /// A finger is on the court or on the pad below it, which are `height` pixels high in the game. Where two people
    /// share the screen, each has a half of it: a finger is of the hand in whose half it came down, wherever it goes.
    pub fn touch(self, touch: Touch, height: u16, near: Side) {
        let seats = arcade::Hands::seats(self);
        let here = || {
            let right = touch.x > 0.5;
            seats.iter().position(|&seat| (Side::of(seat) != near) == right).unwrap_or(0)
        };
        let index = self.fingers.try_update_value(|fingers| {
            let known = fingers.iter().position(|&(finger, _)| finger == touch.finger);
            let before = known.map(|place| fingers.swap_remove(place).1);
            let index = if touch.contact == Contact::Down { here() } else { before? };
            if matches!(touch.contact, Contact::Down | Contact::Moved) {
                fingers.push((touch.finger, index));
            }
            (touch.contact != Contact::Lost).then_some(index)
        });
        let Some(index) = index.flatten() else { return };
        let to = (touch.y * f64::from(height)).round() as u16;
        self.change(index, |hand| {
            hand.finger = Some(to.min(height));
            None
        });
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
            self.runner.press(seat, Action::Steer(steer));
        }
    }
}

impl arcade::Hands<Pong> for Hands {
    fn new(runner: Runner<Pong>, seats: &[Seat]) -> Self {
        let hand = |&seat| Hand {
            seat,
            held: Vec::new(),
            stick: None,
            finger: None,
            told_ms: 0.0,
            told: Steer::Stop,
            dissent: Dissent::default(),
        };
        Self {
            runner,
            hands: StoredValue::new_local(seats.iter().map(hand).collect()),
            fingers: StoredValue::new_local(Vec::new()),
            started: StoredValue::new_local(false),
        }
    }

    fn seats(self) -> Vec<Seat> {
        self.hands.try_with_value(|hands| hands.iter().map(|hand| hand.seat).collect()).unwrap_or_default()
    }

    fn key(self, control: &'static Control, down: bool) {
        let (second, way) = match control.id {
            "up" => (false, Way::Up),
            "down" => (false, Way::Down),
            "up-2" => (true, Way::Up),
            "down-2" => (true, Way::Down),
            _ => return,
        };
        self.change(usize::from(second), |hand| {
            hand.held.retain(|&(by, _)| by != control.id);
            if down {
                hand.held.push((control.id, way));
            }
            Some(hand.held.last().map_or(Steer::Stop, |(_, way)| way.steer()))
        });
    }

    /// Also follows fingers.
    fn look(self) -> bool {
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

    fn insist(self, shot: &Shot<Pong>) {
        let (now, next) = (now_ms(), Tick(shot.tick.max(0.0) as u64 + 1));
        let may_say = !self.runner.is_held();
        for (index, seat) in self.seats().into_iter().enumerate() {
            let told = self.hands.try_update_value(|hands| {
                let hand = &mut hands[index];
                let differs = !shot.view.obeys(next, seat, hand.told);
                hand.dissent.lasts(differs, may_say, now).then_some(hand.told)
            });
            if let Some(steer) = told.flatten() {
                self.runner.press(seat, Action::Steer(steer));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{arcade::Hands as _, games::pong::CONTROLS};

    const HEIGHT: u16 = 300;

    /// Hands of a match that does not run: what they want is all there is to see.
    fn hands(seats: &[Seat]) -> (Owner, Hands) {
        let owner = Owner::new();
        let hands = owner.with(|| Hands::new(Runner::Film(Signal::stored(None)), seats));
        (owner, hands)
    }

    fn told(hands: Hands) -> Steer {
        hands.hands.with_value(|hands| hands[0].told)
    }

    #[test]
    fn a_paddle_moves_while_any_key_holds_it() {
        let (_owner, hands) = hands(&[Seat(0)]);
        let [up, down, other_up] = [&CONTROLS[0], &CONTROLS[1], &CONTROLS[2]];
        hands.key(up, true);
        hands.key(other_up, true);
        hands.key(other_up, false);
        assert_eq!(told(hands), Steer::Up, "the other key is still held");
        hands.key(down, true);
        assert_eq!(told(hands), Steer::Down, "the latest wins");
        hands.key(down, false);
        assert_eq!(told(hands), Steer::Up);
        hands.key(up, false);
        assert_eq!(told(hands), Steer::Stop);
    }

    #[test]
    fn a_finger_steers_the_paddle_of_the_half_it_came_down_in() {
        let (_owner, hands) = hands(&[Seat(0), Seat(1)]);
        let touch = |contact, x, y| hands.touch(Touch { finger: 3, contact, x, y, at_ms: 0.0 }, HEIGHT, Side::Left);
        let wanted = || hands.hands.with_value(|hands| [hands[0].finger, hands[1].finger]);
        touch(Contact::Moved, 0.2, 0.1);
        assert_eq!(wanted(), [None, None], "it is not down");
        touch(Contact::Down, 0.4, 0.5);
        touch(Contact::Moved, 0.7, 0.8);
        assert_eq!(wanted(), [Some(240), None]);
        touch(Contact::Moved, 0.7, 1.3);
        assert_eq!(wanted(), [Some(HEIGHT), None], "no farther than the wall");
        touch(Contact::Moved, 0.7, -0.2);
        assert_eq!(wanted(), [Some(0), None]);
        touch(Contact::Lifted, 0.7, 0.5);
        touch(Contact::Down, 0.7, 0.2);
        assert_eq!(wanted(), [Some(150), Some(60)]);
    }
}
