//! Keys, buttons, fingers and gamepads become what the seats do.

use super::{handling, touch::Finger};
use crate::{
    arcade::{Again, Control, Pad, Runner, Touch, gamepads},
    browser::now_ms,
    prefs::Prefs,
};
use leptos::prelude::*;
use parlor_kernel::{Game, Seat, Tick, Viewer};
use parlor_tetris::{Action, Handling, Key, Tetris};

/// Whoever plays one seat from here.
struct Hand {
    seat: Seat,
    /// Keys that are held, and what holds them: two things may hold the same.
    held: Vec<(&'static str, Key)>,
    pad: Pad,
    finger: Option<Finger>,
    /// How keys repeat, as it was last told.
    told: Option<Handling>,
    again: Again,
}

impl Hand {
    /// Whether anything holds a key.
    fn holds(&self, key: Key) -> bool {
        self.held.iter().any(|&(_, held)| held == key)
            || (key == Key::Soft && self.finger.as_ref().is_some_and(Finger::is_soft))
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
    /// Hands for these seats.
    pub fn new(runner: Runner<Tetris>, seats: &[Seat]) -> Self {
        let hand = |&seat| Hand {
            seat,
            held: Vec::new(),
            pad: Pad::default(),
            finger: None,
            told: None,
            again: Again::default(),
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
            let finger = hand.finger.get_or_insert_with(|| Finger::new(touch));
            let wants = finger.moved(touch, cells);
            if !touch.down {
                hand.finger = None;
            }
            Some((hand.seat, wants))
        });
        if let Some((seat, wants)) = told.flatten() {
            wants.into_iter().for_each(|action| self.act(seat, action));
        }
    }

    /// Looks at gamepads and at how keys should repeat, before every picture. Says whether somebody pressed start.
    pub fn look(self) -> bool {
        let pads = gamepads();
        for (index, pad) in pads.iter().enumerate().take(self.seats().len()) {
            let before = self.hands.try_update_value(|hands| std::mem::replace(&mut hands[index].pad, *pad));
            for ((key, down), (_, was)) in pad_keys(pad).into_iter().zip(pad_keys(&before.unwrap_or_default())) {
                if down != was {
                    self.hold(index, "pad", key, down);
                }
            }
        }
        self.tell_again();
        let wanted = untrack(|| handling::chosen(self.prefs));
        for (index, seat) in self.seats().into_iter().enumerate() {
            let told = self.hands.try_update_value(|hands| hands[index].told.replace(wanted));
            if told != Some(Some(wanted)) {
                self.act(seat, Action::Handle(wanted));
            }
        }
        let start = pads.iter().any(|pad| pad.start);
        let before = self.started.try_update_value(|started| std::mem::replace(started, start));
        start && before == Some(false)
    }

    /// Says anew which keys are held and how they repeat, if the house may not have heard it. What the picture shows
    /// already is not allowed once more, so it is not said.
    fn tell_again(self) {
        let (lost, now_ms) = (self.runner.lost(), now_ms());
        let due = |hand: &mut Hand| {
            let is_due = hand.again.is_due(lost, now_ms);
            is_due.then(|| {
                hand.told = None;
                let keys = Key::ALL.into_iter().filter(|key| key.is_held());
                let said = |key| if hand.holds(key) { Action::Press(key) } else { Action::Release(key) };
                (hand.seat, keys.map(said).collect::<Vec<_>>())
            })
        };
        let said = self.hands.try_update_value(|hands| hands.iter_mut().filter_map(due).collect::<Vec<_>>());
        for (seat, actions) in said.unwrap_or_default() {
            actions.into_iter().for_each(|action| self.act(seat, action));
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
