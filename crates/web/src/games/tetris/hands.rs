//! Keys, buttons, fingers and gamepads become what the seats do.

use super::{handling, touch::Finger};
use crate::{
    arcade::{Contact, Control, Pad, Runner, Touch, gamepads},
    browser::now_ms,
    prefs::Prefs,
};
use leptos::prelude::*;
use parlor_kernel::{Game, Seat, Tick, Viewer};
use parlor_tetris::{Action, Handling, Key, Tetris, View};

/// A key that is down for so long in the match though nothing here holds it is let go, in milliseconds: longer than
/// what was just done takes to show.
const STRAY_MS: f64 = 250.0;

/// Whoever plays one seat from here.
struct Hand {
    seat: Seat,
    /// Keys that are held, and what holds them: two things may hold the same.
    held: Vec<(&'static str, Key)>,
    pad: Pad,
    /// Fingers on the field, each by its number.
    fingers: Vec<(i32, Finger)>,
    /// Since when keys are down that nothing holds.
    stray_ms: Option<f64>,
    /// How keys repeat, as it was last told.
    told: Option<Handling>,
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
    /// Hands for these seats.
    pub fn new(runner: Runner<Tetris>, seats: &[Seat]) -> Self {
        let hand = |&seat| Hand {
            seat,
            held: Vec::new(),
            pad: Pad::default(),
            fingers: Vec::new(),
            stray_ms: None,
            told: None,
        };
        Self {
            runner,
            prefs: Prefs::expect(),
            hands: StoredValue::new_local(seats.iter().map(hand).collect()),
            started: StoredValue::new_local(false),
        }
    }

    /// The seats that are played from here.
    pub fn seats(self) -> Vec<Seat> {
        self.hands.try_with_value(|hands| hands.iter().map(|hand| hand.seat).collect()).unwrap_or_default()
    }

    /// A key of the keyboard went down or up. Whoever plays alone has both halves.
    pub fn key(self, control: &'static Control, down: bool) {
        let (name, second) = control.id.strip_suffix("-2").map_or((control.id, false), |name| (name, true));
        if let Some(key) = key_of(name) {
            let alone = self.seats().len() == 1;
            self.hold(usize::from(second && !alone), control.id, key, down);
        }
    }

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

    /// Looks at gamepads and at how keys should repeat, before every picture. Says whether somebody pressed start.
    pub fn look(self) -> bool {
        let pads = gamepads();
        for (index, seat) in self.seats().into_iter().enumerate() {
            // A gamepad that is gone holds nothing.
            let pad = pads.get(index).copied().unwrap_or_default();
            let before = self.hands.try_update_value(|hands| std::mem::replace(&mut hands[index].pad, pad));
            for ((key, down), (_, was)) in pad_keys(&pad).into_iter().zip(pad_keys(&before.unwrap_or_default())) {
                if down != was {
                    self.hold(index, "pad", key, down);
                }
            }
            let wanted = untrack(|| handling::chosen(self.prefs, index));
            let told = self.hands.try_update_value(|hands| hands[index].told.replace(wanted));
            if told != Some(Some(wanted)) {
                self.act(seat, Action::Handle(wanted));
            }
        }
        let start = pads.iter().any(|pad| pad.start);
        let before = self.started.try_update_value(|started| std::mem::replace(started, start));
        start && before == Some(false)
    }

    /// Lets go of keys that are down in the match and that nothing holds here: they were pressed before the page was
    /// reloaded, or in the film from which somebody plays on.
    pub fn let_go(self, view: &View) {
        let now = now_ms();
        for (index, seat) in self.seats().into_iter().enumerate() {
            let Some(well) = view.position.wells.get(seat.index()) else { continue };
            let stray = self.hands.try_update_value(|hands| {
                let hand = &mut hands[index];
                let held = |key: Key| hand.held.iter().any(|&(_, held)| held == key);
                let stray: Vec<Key> =
                    Key::ALL.into_iter().filter(|&key| well.keys.is_down(key) && !held(key)).collect();
                let since = hand.stray_ms.take().unwrap_or(now);
                if stray.is_empty() || now - since >= STRAY_MS {
                    return stray;
                }
                hand.stray_ms = Some(since);
                Vec::new()
            });
            stray.into_iter().flatten().for_each(|key| self.act(seat, Action::Release(key)));
        }
    }

    /// Does something, if it will be allowed when it comes to count: a key that is a moment too late is nothing to
    /// complain about.
    fn act(self, seat: Seat, action: Action) {
        let Some(mut shot) = self.runner.shot(Viewer::Seat(seat)) else { return };
        Tetris::elapse(&mut shot.view, Tick(shot.tick.max(0.0) as u64 + 1));
        if shot.view.allows(seat, &action) {
            self.runner.act(seat, action);
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
