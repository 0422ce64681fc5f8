//! A fleet in the making: what is in hand, where it may go, and what the house knows of it.

use super::{
    Desk,
    board::cell_under,
    chart::Overlay,
    layout::{Hand, Layout},
};
use crate::{
    browser::now_ms,
    sound::{self, Cue},
};
use leptos::{ev, html, prelude::*};
use parlor_battleship::{Action, Cell, Config, Orientation, Placement};
use parlor_kernel::Seat;
use std::sync::Arc;

/// How far a pointer moves before a press becomes a drag, in pixels.
const DRAG_PX: f64 = 6.0;
/// Two taps within this time turn a ship, in milliseconds.
const DOUBLE_TAP_MS: f64 = 350.0;

/// A ship that is being dragged.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Drag {
    /// Where the pointer went down.
    from: (f64, f64),
    /// Where it is now.
    to: (f64, f64),
    /// Whether it has left the place where it went down.
    moved: bool,
}

/// The desk on which a fleet is laid out.
#[derive(Clone, Copy)]
pub struct Yard {
    desk: Desk,
    config: StoredValue<Arc<Config>>,
    me: Seat,
    /// Where the ships lie.
    pub layout: RwSignal<Layout>,
    /// The ship in hand.
    pub hand: RwSignal<Option<Hand>>,
    over: RwSignal<Option<Cell>>,
    drag: RwSignal<Option<Drag>>,
    /// Which way the next ship from the dock is held.
    lies: RwSignal<Orientation>,
    /// Why the last thing could not be done, until the hand moves on.
    refused: RwSignal<Option<(Cell, String)>>,
    /// Fleets that the house was told and has not echoed yet, oldest first.
    sent: StoredValue<Vec<Vec<Placement>>>,
    last_tap: StoredValue<(Option<Cell>, f64)>,
    /// Whether the click that follows a press has been dealt with.
    swallow: StoredValue<bool>,
    /// Where the board is, to know which cell a pointer is over.
    pub sea: NodeRef<html::Div>,
}

impl Yard {
    /// An empty yard, or the fleet that the house knows of.
    pub fn new(desk: Desk, config: Arc<Config>, me: Seat) -> Self {
        let layout = RwSignal::new(Layout::new(&config, &[]));
        let yard = Self {
            desk,
            config: StoredValue::new(config),
            me,
            layout,
            hand: RwSignal::new(None),
            over: RwSignal::new(None),
            drag: RwSignal::new(None),
            lies: RwSignal::new(Orientation::Horizontal),
            refused: RwSignal::new(None),
            sent: StoredValue::default(),
            last_tap: StoredValue::new((None, 0.0)),
            swallow: StoredValue::new(false),
            sea: NodeRef::new(),
        };
        yard.hand.set(layout.with_untracked(Layout::next).map(|ship| Hand::from_dock(ship, Orientation::Horizontal)));
        // What the house has is what counts: after Random, and after a reload.
        let laid = yard.laid();
        Effect::new(move |_| {
            if let Some(fleet) = laid.get().filter(|fleet| yard.is_news(fleet)) {
                layout.set(yard.config.with_value(|config| Layout::new(config, &fleet)));
                yard.hand.set(None);
            }
        });
        yard
    }

    /// Whether the screen follows the house: not after its own words, and not while a ship is dragged.
    fn is_news(self, fleet: &[Placement]) -> bool {
        let echoed = self.sent.try_update_value(|sent| {
            let place = sent.iter().position(|sent| sent == fleet);
            place.map(|place| sent.drain(..=place).for_each(drop)).is_some()
        });
        let dragged = self.drag.read_untracked().is_some() && untrack(|| self.is_open());
        echoed != Some(true) && !dragged
    }

    fn laid(self) -> Memo<Option<Vec<Placement>>> {
        Memo::new(move |_| {
            self.desk.view.with(|view| view.as_ref().and_then(|view| view.fleets[self.me.index()].clone()))
        })
    }

    /// Whether the fleet can still be moved.
    pub fn is_open(self) -> bool {
        self.desk.view.with(|view| view.as_ref().is_some_and(|view| !view.ready[self.me.index()]))
    }

    /// Where the ship in hand would lie now.
    fn target(self) -> Option<Placement> {
        let hand = self.hand.get()?;
        let dragged_off = self.drag.get().is_some_and(|drag| drag.moved);
        self.over.get().map(|cell| hand.over(cell)).or(hand.home.filter(|_| !dragged_off))
    }

    fn check(self, placement: Placement) -> Result<(), String> {
        let layout = self.layout.read();
        self.config.with_value(|config| layout.check(config, placement)).map_err(|illegal| illegal.to_string())
    }

    /// What to draw over the board.
    pub fn overlay(self) -> Overlay {
        let ghost = self.target().map(|placement| (placement, self.check(placement)));
        let why = ghost.as_ref().and_then(|(placement, checked)| Some((placement.at, checked.clone().err()?)));
        Overlay {
            cursor: self.over.get(),
            ghost: ghost.map(|(placement, checked)| (placement, checked.is_ok())),
            note: why.or(self.refused.get()),
            aim: Vec::new(),
        }
    }

    /// Takes a ship into the hand, wherever it is.
    pub fn take(self, ship: u8) {
        if !self.is_open() {
            return;
        }
        self.put_back();
        let hand = match self.layout.with_untracked(|layout| layout.of(ship)) {
            Some(home) => Hand::from_board(home, home.at),
            None => Hand::from_dock(ship, self.lies.get_untracked()),
        };
        self.layout.update(|layout| layout.lift(ship));
        self.hand.set(Some(hand));
        sound::play(Cue::Action);
    }

    /// Takes the ship at a cell into the hand, if there is one.
    fn take_at(self, cell: Cell) -> bool {
        let there = self.layout.with_untracked(|layout| self.config.with_value(|config| layout.at(config, cell)));
        let Some(home) = there else { return false };
        self.take(home.ship);
        self.hand.set(Some(Hand::from_board(home, cell)));
        true
    }

    /// Puts the ship in hand back where it was.
    pub fn put_back(self) {
        if let Some(home) = self.hand.get_untracked().and_then(|hand| hand.home) {
            self.layout.update(|layout| layout.put(home));
        }
        self.hand.set(None);
    }

    /// Puts the ship in hand down there, if the rules allow it.
    fn put(self, placement: Placement) -> bool {
        if let Err(why) = self.check(placement) {
            self.refused.set(Some((placement.at, why)));
            sound::play(Cue::Bad);
            return false;
        }
        self.refused.set(None);
        self.layout.update(|layout| layout.put(placement));
        self.hand.set(None);
        sound::play(Cue::Place);
        self.send();
        true
    }

    /// Tells the house about a whole fleet that it does not have yet.
    fn send(self) {
        let layout = self.layout.read_untracked();
        let ships: Vec<_> = layout.placed().collect();
        let known =
            self.desk.view.with_untracked(|view| view.as_ref().and_then(|view| view.fleets[self.me.index()].clone()));
        if self.config.with_value(|config| layout.complete(config)).is_ok() && known.as_ref() != Some(&ships) {
            self.sent.update_value(|sent| sent.push(ships.clone()));
            self.desk.act(self.me, Action::Place { ships });
        }
    }

    /// Turns the ship in hand, or the next one from the dock.
    pub fn turn(self) {
        self.refused.set(None);
        match self.hand.get_untracked() {
            Some(hand) => {
                self.hand.set(Some(hand.turned()));
                self.lies.set(hand.turned().lies);
            }
            None => self.lies.update(|lies| *lies = lies.turned()),
        }
        sound::play(Cue::Action);
    }

    /// A second tap on a ship turns it where it lies.
    fn turn_at(self, cell: Cell) {
        if self.hand.get_untracked().is_none_or(|hand| hand.home.is_none()) && !self.take_at(cell) {
            return;
        }
        self.turn();
        if let Some(hand) = self.hand.get_untracked()
            && !self.put(hand.over(cell))
        {
            self.put_back();
        }
    }

    /// Forgets the whole layout.
    pub fn clear(self) {
        self.layout.set(self.config.with_value(|config| Layout::new(config, &[])));
        self.refused.set(None);
        self.hand.set(Some(Hand::from_dock(0, self.lies.get_untracked())));
    }

    /// The fleet stays as it is.
    pub fn ready(self) {
        self.put_back();
        self.send();
        self.desk.act(self.me, Action::Ready);
    }

    /// A cell was chosen.
    pub fn pick(self, at: Cell) {
        if self.swallow.get_value() {
            self.swallow.set_value(false);
            return;
        }
        if !self.is_open() {
            return;
        }
        match self.hand.get_untracked() {
            // A player who clicks goes on with the next ship.
            Some(hand) if self.put(hand.over(at)) => {
                if let Some(next) = self.layout.with_untracked(Layout::next) {
                    self.hand.set(Some(Hand::from_dock(next, self.lies.get_untracked())));
                }
            }
            Some(_) => {}
            None => _ = self.take_at(at),
        }
    }

    /// The pointer went down on a cell.
    pub fn press(self, at: Cell, event: &ev::PointerEvent) {
        self.swallow.set_value(false);
        if !self.is_open() {
            return;
        }
        let (before, now) = (self.last_tap.get_value(), now_ms());
        self.last_tap.set_value((Some(at), now));
        if before.0 == Some(at) && now - before.1 < DOUBLE_TAP_MS {
            self.last_tap.set_value((None, now));
            self.swallow.set_value(true);
            self.turn_at(at);
        } else if self.take_at(at) {
            self.swallow.set_value(true);
            self.start_drag(event);
        }
    }

    /// The pointer went down on the ship in hand.
    pub fn start_drag(self, event: &ev::PointerEvent) {
        let from = place(event);
        self.drag.set(Some(Drag { from, to: from, moved: false }));
    }

    /// The pointer moved, wherever it is.
    pub fn drag_to(self, event: &ev::PointerEvent) {
        let Some(mut drag) = self.drag.get_untracked() else {
            return;
        };
        drag.to = place(event);
        let far = (drag.to.0 - drag.from.0).hypot(drag.to.1 - drag.from.1) > DRAG_PX;
        if far && !drag.moved {
            drag.moved = true;
            self.refused.set(None);
            self.hold_by_the_middle();
        }
        self.drag.set(Some(drag));
        if drag.moved {
            let sea = self.sea.get_untracked();
            self.over.set(sea.and_then(|sea| self.config.with_value(|config| cell_under(&sea, config, drag.to))));
        }
    }

    /// A ship that is dragged from the dock hangs from its middle.
    fn hold_by_the_middle(self) {
        if let Some(hand) = self.hand.get_untracked()
            && hand.home.is_none()
        {
            let size = self.config.with_value(|config| config.fleet[usize::from(hand.ship)].size);
            self.hand.set(Some(Hand { grip: (size - 1) / 2, ..hand }));
        }
    }

    /// The pointer was lifted.
    pub fn drop(self) {
        let Some(drag) = self.drag.get_untracked() else { return };
        self.drag.set(None);
        if !drag.moved {
            return;
        }
        let target = self.hand.get_untracked().zip(self.over.get_untracked()).map(|(hand, cell)| hand.over(cell));
        if !target.is_some_and(|placement| self.put(placement)) {
            self.put_back();
        }
        self.over.set(None);
    }

    /// A key was pressed; `false` if it means nothing here.
    pub fn key(self, key: &str) -> bool {
        match key {
            "r" | "R" => self.turn(),
            "Escape" if self.hand.get_untracked().is_some() => self.put_back(),
            digit => {
                let ships = self.config.with_value(|config| config.fleet.len());
                match digit.parse::<usize>() {
                    Ok(number) if digit.len() == 1 && (1..=ships).contains(&number) => self.take(number as u8 - 1),
                    _ => return false,
                }
            }
        }
        true
    }

    /// The pointer or the keyboard is over a cell, or gone.
    pub fn hover(self, cell: Option<Cell>) {
        if self.drag.get_untracked().is_none_or(|drag| !drag.moved) {
            self.over.set(cell);
            self.refused.set(None);
        }
    }

    /// The browser took the pointer away.
    pub fn let_go(self) {
        self.drag.set(None);
        self.put_back();
    }

    /// What is missing before the fleet can be ready; a ship that was only taken up counts as lying.
    pub fn missing(self) -> Option<String> {
        let mut layout = self.layout.get();
        if let Some(home) = self.hand.get().and_then(|hand| hand.home) {
            layout.put(home);
        }
        self.config.with_value(|config| layout.complete(config)).err().map(|why| why.to_string())
    }

    /// The ship that hangs from the pointer off the board, and where the pointer is.
    pub fn hanging(self) -> Option<(Hand, (f64, f64))> {
        let drag = self.drag.get().filter(|drag| drag.moved && self.over.get().is_none())?;
        Some((self.hand.get()?, drag.to))
    }
}

fn place(event: &ev::PointerEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}
