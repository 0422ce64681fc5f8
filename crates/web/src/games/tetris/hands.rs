//! Keys, buttons, fingers and gamepads become what the seats do.

use super::{handling, touch::Finger};
use crate::{
    arcade::{self, Contact, Control, Dissent, Pad, Runner, Shot, Touch, gamepads},
    browser::now_ms,
    prefs::Prefs,
};
use leptos::prelude::*;
use parlor_kernel::{Seat, Viewer};
use parlor_tetris::{Action, Key, Tetris};

/// The player in one seat at this screen.
struct Hand {
    seat: Seat,
    /// Keys that are held, and what holds them: two things may hold the same.
    held: Vec<(&'static str, Key)>,
    pad: Pad,
    /// Fingers on the field, each by its number.
    fingers: Vec<(i32, Finger)>,
    dissent: Dissent,
}

impl Hand {
    /// Whether anything holds a key.
    fn holds(&self, key: Key) -> bool {
        self.held.iter().any(|&(_, held)| held == key)
    }
}

/// All seats that are played from here. Copy it freely.
#[derive(Clone, Copy)]
pub struct Hands {
    runner: Runner<Tetris>,
    prefs: Prefs,
    hands: StoredValue<Vec<Hand>, LocalStorage>,
    /// Whether the start button of a gamepad was down.
    started: StoredValue<bool, LocalStorage>,
}

impl Hands {
    /// Something holds a key of a hand, or no longer does.
    pub fn hold(self, index: usize, by: &'static str, key: Key, down: bool) {
        let changed = self.hands.try_update_value(|hands| {
            let hand = hands.get_mut(index)?;
            let others = hand.held.iter().any(|&(holder, held)| held == key && holder != by);
            hand.held.retain(|&held| held != (by, key));
            if down {
                hand.held.push((by, key));
            }
            (!others).then_some(hand.seat)
        });
        let action = match (down, key.is_held()) {
            (true, _) => Action::Press(key),
            (false, true) => Action::Release(key),
            (false, false) => return,
        };
        if let Some(seat) = changed.flatten() {
            self.act(seat, action);
        }
    }

    /// A finger on a field that is so many cells wide and high.
    pub fn touch(self, index: usize, touch: Touch, cells: (f64, f64)) {
        let told = self.hands.try_update_value(|hands| {
            let hand = hands.get_mut(index)?;
            let gone = matches!(touch.contact, Contact::Lifted | Contact::Lost);
            if touch.contact == Contact::Down {
                hand.fingers.retain(|(finger, _)| *finger != touch.finger);
                hand.fingers.push((touch.finger, Finger::new(touch)));
            }
            let place = hand.fingers.iter().position(|(finger, _)| *finger == touch.finger)?;
            let wants = hand.fingers[place].1.moved(touch, cells);
            if gone {
                hand.fingers.swap_remove(place);
            }
            Some((hand.seat, wants))
        });
        let Some((seat, wants)) = told.flatten() else { return };
        for want in wants {
            match want {
                Action::Press(key) => self.hold(index, "finger", key, true),
                Action::Release(key) => self.hold(index, "finger", key, false),
                action => self.act(seat, action),
            }
        }
    }

    /// Does something, if it will be allowed when it comes to count.
    fn act(self, seat: Seat, action: Action) {
        let next = self.runner.next(Viewer::Seat(seat));
        if next.is_some_and(|next| next.view.allows(seat, &action)) {
            self.runner.press(seat, action);
        }
    }
}

impl arcade::Hands<Tetris> for Hands {
    fn new(runner: Runner<Tetris>, seats: &[Seat]) -> Self {
        let hand = |&seat| Hand {
            seat,
            held: Vec::new(),
            pad: Pad::default(),
            fingers: Vec::new(),
            dissent: Dissent::default(),
        };
        Self {
            runner,
            prefs: Prefs::expect(),
            hands: StoredValue::new_local(seats.iter().map(hand).collect()),
            started: StoredValue::new_local(false),
        }
    }

    fn seats(self) -> Vec<Seat> {
        self.hands.try_with_value(|hands| hands.iter().map(|hand| hand.seat).collect()).unwrap_or_default()
    }

    /// A key of the keyboard went down or up. A player alone has both halves.
    fn key(self, control: &'static Control, down: bool) {
        let (name, second) = control.id.strip_suffix("-2").map_or((control.id, false), |name| (name, true));
        if let Some(key) = key_of(name) {
            let alone = self.seats().len() == 1;
            self.hold(usize::from(second && !alone), control.id, key, down);
        }
    }

    fn look(self) -> bool {
        let pads = gamepads();
        for index in 0..self.seats().len() {
            // A gamepad that is gone holds nothing.
            let pad = pads.get(index).copied().unwrap_or_default();
            let before = self.hands.try_update_value(|hands| std::mem::replace(&mut hands[index].pad, pad));
            for ((key, down), (_, was)) in pad_keys(&pad).into_iter().zip(pad_keys(&before.unwrap_or_default())) {
                if down != was {
                    self.hold(index, "pad", key, down);
                }
            }
        }
        let start = pads.iter().any(|pad| pad.start);
        let before = self.started.try_update_value(|started| std::mem::replace(started, start));
        start && before == Some(false)
    }

    /// Also how keys repeat.
    fn insist(self, shot: &Shot<Tetris>) {
        let (now, may_say) = (now_ms(), !self.runner.is_held());
        for (index, seat) in self.seats().into_iter().enumerate() {
            let Some(well) = shot.view.position.wells.get(seat.index()) else { continue };
            let handling = untrack(|| handling::chosen(self.prefs, index));
            let said = self.hands.try_update_value(|hands| {
                let hand = &mut hands[index];
                let differs = |key: &Key| key.is_held() && well.keys.is_down(*key) != hand.holds(*key);
                let say = |key| if hand.holds(key) { Action::Press(key) } else { Action::Release(key) };
                let keys = Key::ALL.into_iter().filter(differs).map(say);
                let repeats = (well.handling != handling).then_some(Action::Handle(handling));
                let said: Vec<_> = keys.chain(repeats).collect();
                hand.dissent.lasts(!said.is_empty(), may_say, now).then_some(said)
            });
            said.flatten().into_iter().flatten().for_each(|action| self.act(seat, action));
        }
    }
}

/// The key of that name.
fn key_of(name: &str) -> Option<Key> {
    Some(match name {
        "left" => Key::Left,
        "right" => Key::Right,
        "turn-right" => Key::TurnRight,
        "turn-left" => Key::TurnLeft,
        "soft" => Key::Soft,
        "hard" => Key::Hard,
        "hold" => Key::Hold,
        _ => return None,
    })
}

/// What a gamepad holds: up drops, and the thumb turns and holds.
fn pad_keys(pad: &Pad) -> [(Key, bool); 7] {
    let [bottom, right, left, top] = pad.thumb;
    [
        (Key::Left, pad.left),
        (Key::Right, pad.right),
        (Key::Soft, pad.down),
        (Key::Hard, pad.up),
        (Key::TurnRight, right),
        (Key::TurnLeft, bottom || left),
        (Key::Hold, top),
    ]
}
