//! A match on the screen, for every part that draws it.

use super::{Cabinet, Control, Pauses, Runner, Shot, each_frame};
use crate::{
    browser::{has_focus, let_go},
    games::kit::Names,
};
use leptos::prelude::*;
use parlor_kernel::{Outcome, Seat, SeatSet, Viewer};
use std::sync::Arc;

/// What is going on in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand {
    /// It goes on in a moment: at the beginning, between points, after a pause.
    Countdown,
    /// It is played.
    Playing,
    /// Everything waits.
    Paused,
    /// It is over.
    Over,
}

/// A match without its motion. It changes seldom, so the page draws it and tells it.
pub trait Heads: Clone + PartialEq + Send + Sync + 'static {
    /// What is going on.
    fn stand(&self) -> Stand;

    /// The result, once there is one.
    fn outcome(&self) -> Option<Outcome>;

    /// The seats that ask for a pause.
    fn asking(&self) -> SeatSet;

    /// Whether everything stands still until a player goes on, or will in a moment.
    fn is_held(&self) -> bool;

    /// Whether `seat` means by the key for pauses to go on, or to take back that it asked for a pause.
    fn resumes(&self, seat: Seat) -> bool {
        self.is_held() || self.asking().contains(seat)
    }

    /// Plays what it sounds like to see this after `before`, for the player in `me`, with the seats `mine` in hand.
    fn sound(&self, before: &Self, me: Option<Seat>, mine: &[Seat]);
}

/// The players at this screen: their keys, fingers and gamepads.
pub trait Hands<G: Cabinet>: Copy + Send + Sync + 'static {
    /// Hands for these seats.
    fn new(runner: Runner<G>, seats: &[Seat]) -> Self;

    /// The seats that are played from here.
    fn seats(self) -> Vec<Seat>;

    /// A key went down or up.
    fn key(self, control: &'static Control, down: bool);

    /// Looks at gamepads, before every picture. Says whether a player pressed start.
    fn look(self) -> bool;

    /// Says again what is held where the match has it otherwise: before a reload, in the film that a player goes on
    /// from, and whatever got lost on the way to the house.
    fn insist(self, shot: &Shot<G>);
}

/// A match on the screen. Copy it freely.
pub struct Board<G: Cabinet> {
    /// Who runs it.
    pub runner: Runner<G>,
    /// Its rule set.
    pub config: StoredValue<Arc<G::Config>>,
    /// The players at this screen.
    pub hands: G::Hands,
    /// What the players are called.
    pub names: Signal<Names>,
    /// All but the motion; none before the first picture.
    pub heads: RwSignal<Option<G::Heads>>,
}

impl<G: Cabinet> Clone for Board<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Cabinet> Copy for Board<G> {}

impl<G: Cabinet> Board<G> {
    /// A match in which `seats` are played from here.
    pub fn new(runner: Runner<G>, config: Arc<G::Config>, seats: &[Seat], names: Signal<Names>) -> Self {
        let hands = G::Hands::new(runner, seats);
        Self { runner, config: StoredValue::new(config), hands, names, heads: RwSignal::new(None) }
    }

    /// A part of what is known that tells only of its own changes.
    pub fn memo<T, F>(self, part: F) -> Memo<Option<T>>
    where
        T: PartialEq + Send + Sync + 'static,
        F: Fn(&G::Heads) -> T + Send + Sync + 'static,
    {
        Memo::new(move |_| self.heads.with(|heads| heads.as_ref().map(&part)))
    }

    /// Reads the rule set.
    pub fn rules<R>(self, read: impl FnOnce(&G::Config) -> R) -> R {
        self.config.with_value(|config| read(config))
    }

    /// The viewer's own seat.
    pub fn me(self) -> Option<Seat> {
        self.names.with_untracked(|names| names.me)
    }

    /// The result, once there is one.
    pub fn ended(self) -> Memo<Option<Outcome>> {
        Memo::new(move |_| self.heads.with(|heads| heads.as_ref()?.outcome()))
    }

    /// Whether it has been played already, and is looked at again.
    pub const fn is_film(self) -> bool {
        matches!(self.runner, Runner::Film(_))
    }

    /// Pauses, asks for a pause, takes that back, or goes on: what the key for pauses means now.
    pub fn toggle_pause(self) {
        if let Some((seat, next)) = self.next() {
            self.runner.act(seat, if next.resumes(seat) { G::RESUME } else { G::PAUSE });
        }
    }

    /// Pauses, or asks for it, unless that is done already.
    pub fn pause(self) {
        let goes_on = |(seat, next): &(Seat, G::Heads)| {
            !next.resumes(*seat) && next.outcome().is_none() && next.stand() != Stand::Over
        };
        if let Some((seat, _)) = self.next().filter(goes_on) {
            self.runner.act(seat, G::PAUSE);
        }
    }

    /// How things will stand when something counts that is done now, and the seat that does it. What is drawn may lack a
    /// pause that is on its way to the house.
    fn next(self) -> Option<(Seat, G::Heads)> {
        let (me, mine) = (self.me(), self.hands.seats());
        let seat = *mine.first()?;
        let shot = self.seen(me, &mine, |viewer| self.runner.next(viewer))?;
        Some((seat, G::heads(&shot, me.unwrap_or(Seat(0)))))
    }

    /// Whether one player alone pauses, because no other waits.
    pub fn pauses_alone(self) -> bool {
        self.runner.is_local() || self.rules(G::pauses_alone)
    }

    /// What it says about its pauses.
    pub fn pauses(self) -> Pauses {
        let paused = self.memo(|heads| heads.stand() == Stand::Paused);
        let over = self.memo(|heads| heads.outcome().is_some() || heads.stand() == Stand::Over);
        let asking = self.memo(|heads| if heads.outcome().is_none() { heads.asking() } else { SeatSet::EMPTY });
        Pauses {
            paused: Signal::derive(move || paused.get() == Some(true)),
            over: Signal::derive(move || over.get() == Some(true)),
            asking: Signal::derive(move || asking.get().unwrap_or(SeatSet::EMPTY)),
            names: self.names,
            seats: StoredValue::new(self.hands.seats()),
            toggle: Callback::new(move |()| {
                self.toggle_pause();
                let_go();
            }),
            pause: Callback::new(move |()| self.pause()),
        }
    }

    /// Draws every picture, and tells what has changed since the last.
    pub fn follow(self, mut draw: impl FnMut(&Shot<G>, &G::Heads) + 'static) {
        let (me, mine) = (self.me(), self.hands.seats());
        each_frame(move || {
            if self.hands.look() {
                self.toggle_pause();
            }
            let Some(shot) = self.seen(me, &mine, |viewer| self.runner.shot(viewer)) else { return };
            if has_focus() {
                self.hands.insist(&shot);
            }
            let heads = G::heads(&shot, me.unwrap_or(Seat(0)));
            let changed = self.heads.with_untracked(|before| {
                let changed = before.as_ref() != Some(&heads);
                if let Some(before) = before.as_ref().filter(|_| changed) {
                    heads.sound(before, me, &mine);
                }
                changed
            });
            if changed {
                self.heads.set(Some(heads.clone()));
            }
            draw(&shot, &heads);
        });
    }

    /// What is to be seen, as `look` shows it to a viewer. Two who play from here see what either sees: they sit side by
    /// side.
    fn seen(self, me: Option<Seat>, mine: &[Seat], look: impl Fn(Viewer) -> Option<Shot<G>>) -> Option<Shot<G>> {
        if mine.len() < 2 {
            return look(me.map_or(Viewer::Spectator, Viewer::Seat));
        }
        let shots: Vec<_> = mine.iter().filter_map(|&seat| look(Viewer::Seat(seat))).collect();
        let tick = shots.first()?.tick;
        let views: Vec<_> = shots.into_iter().map(|shot| shot.view).collect();
        Some(Shot { view: G::whole(&views)?, tick })
    }
}
