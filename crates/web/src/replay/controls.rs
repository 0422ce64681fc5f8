//! Forwards, backwards, faster: the controls of a film.

use super::{film::Move, moves::seat_class};
use crate::{
    arcade::each_frame,
    browser::{is_typing, now_ms},
    games::kit::keys::is_claimed,
    ui::{KeyRow, list_keys},
};
use leptos::{ev, prelude::*};
use parlor_kernel::Seat;
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// How long a step takes at normal speed, in milliseconds.
const BEAT_MS: f64 = 900.0;
/// Speeds on offer.
const SPEEDS: [f64; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];

/// What keys do.
const KEYS: [(&str, &str); 3] =
    [("Space", "Play and pause"), ("← →", "One step back, one on"), ("Home End", "To the beginning, to the end")];

/// What the positions of a film are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Steps, each as long as it takes to look at it.
    Steps,
    /// Moments, so many in a second.
    Time(u32),
}

/// Where a film stands and how it runs.
#[derive(Clone, Copy)]
pub struct Reel {
    /// Steps taken.
    pub position: RwSignal<usize>,
    len: usize,
    pace: Pace,
    playing: RwSignal<bool>,
    speed: RwSignal<f64>,
}

impl Reel {
    /// The keys that move it, by their places on the keyboard.
    pub const KEYS: &str = "Space ArrowLeft ArrowRight Home End";

    /// A film of so many positions that stands at `start`.
    pub fn new(start: usize, len: usize, pace: Pace) -> Self {
        let reel = Self {
            position: RwSignal::new(start.min(len)),
            len,
            pace,
            playing: RwSignal::new(false),
            speed: RwSignal::new(1.0),
        };
        Effect::new(move |_| {
            if !reel.playing.get() {
                return;
            }
            let speed = reel.speed.get();
            match pace {
                Pace::Time(rate) => reel.run(f64::from(rate) * speed / 1000.0),
                Pace::Steps => {
                    let beat = Duration::from_millis((BEAT_MS / speed) as u64);
                    if let Ok(timer) = set_interval_with_handle(move || reel.advance(1), beat) {
                        on_cleanup(move || timer.clear());
                    }
                }
            }
        });
        reel
    }

    /// Runs as time does, so many positions in a millisecond.
    fn run(self, rate: f64) {
        let (mut looked_ms, mut rest) = (now_ms(), 0.0);
        each_frame(move || {
            let now = now_ms();
            rest += (now - looked_ms) * rate;
            looked_ms = now;
            self.advance(rest as usize);
            rest -= rest.floor();
        });
    }

    fn advance(self, by: usize) {
        let position = self.position.get_untracked();
        if position < self.len {
            self.position.set((position + by).min(self.len));
        } else {
            self.playing.set(false);
        }
    }

    /// How far one step goes: in a film of moments, half a second.
    const fn stride(self) -> usize {
        match self.pace {
            Pace::Steps => 1,
            Pace::Time(rate) => rate as usize / 2,
        }
    }

    /// The film on whose stage this is.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Stays where it is.
    pub fn stop(self) {
        self.playing.set(false);
    }

    /// Goes there and stops.
    pub fn go(self, position: usize) {
        self.stop();
        self.position.set(position.min(self.len));
    }

    fn step_back(self) {
        self.go(self.position.get_untracked().saturating_sub(self.stride()));
    }

    fn step_on(self) {
        self.go(self.position.get_untracked() + self.stride());
    }

    /// Plays or pauses; at the end it plays from the beginning.
    fn toggle(self) {
        if !self.playing.get_untracked() && self.position.get_untracked() >= self.len {
            self.position.set(0);
        }
        self.playing.update(|playing| *playing = !*playing);
    }

    fn key(self, key: &str) -> bool {
        match key {
            "ArrowLeft" => self.step_back(),
            "ArrowRight" => self.step_on(),
            "Home" => self.go(0),
            "End" => self.go(self.len),
            " " => self.toggle(),
            _ => return false,
        }
        true
    }
}

/// The bar below the film.
#[component]
pub fn Controls(reel: Reel, moves: Arc<Vec<Move>>) -> impl IntoView {
    let listener = window_event_listener(ev::keydown, move |event| {
        // A space on a button presses it, an arrow on a board walks there, and either may move a piece.
        let busy =
            is_typing(&event) || event.ctrl_key() || event.alt_key() || event.meta_key() || is_on_control(&event);
        if !busy && !is_claimed(&event) && reel.key(&event.key()) {
            event.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
    list_keys("Replay", Signal::stored(KeyRow::list(&KEYS)));
    let ticks = ticks(&moves, reel.len);
    let last = Memo::new(move |_| last_move(&moves, reel.position.get()).map(|index| moves[index].clone()));
    let clock = move || {
        let time = |second: usize| format!("{}:{:02}", second / 60, second % 60);
        match reel.pace {
            Pace::Steps => {
                let second = last.read().as_ref().map_or(0, |step| step.second);
                format!("{} · {}/{}", time(second as usize), reel.position.get(), reel.len)
            }
            Pace::Time(rate) => {
                format!("{} / {}", time(reel.position.get() / rate as usize), time(reel.len / rate as usize))
            }
        }
    };
    let words = move || match &*last.read() {
        None => "The beginning".to_owned(),
        Some(step) => format!("{}: {}", step.position, step.words),
    };
    let button = |test: &'static str, label: &'static str, path: &'static str, press: fn(Reel)| {
        view! {
            <button type="button" class="reel-button" aria-label=label title=label data-test=test on:click=move |_| press(reel)>
                <svg viewBox="0 0 24 24" class="icon solid" aria-hidden="true"><path d=path /></svg>
            </button>
        }
    };
    let play_label = move || if reel.playing.get() { "Pause" } else { "Play" };
    let play_path = move || {
        if reel.playing.get() { "M7 5h4v14H7zM13 5h4v14h-4z" } else { "M8 5l11 7-11 7z" }
    };
    view! {
        <div class="reel">
            <div class="reel-track">
                {ticks}
                <input
                    type="range"
                    min="0"
                    max=reel.len
                    step="1"
                    aria-label="Position"
                    aria-valuetext=words
                    prop:value=move || reel.position.get().to_string()
                    on:input=move |event| reel.go(event_target_value(&event).parse().unwrap_or(0))
                    data-test="replay-scrub"
                />
            </div>
            <span class="reel-clock" data-test="replay-clock">{clock}</span>
            <div class="reel-row">
                {button("replay-first", "To the beginning", "M6 5h2.4v14H6zM20 5v14L9 12z", |reel| reel.go(0))}
                {button("replay-prev", "One step back", "M17 5v14L6 12z", Reel::step_back)}
                <button type="button" class="reel-button play" aria-label=play_label title=play_label data-test="replay-play" on:click=move |_| reel.toggle()>
                    <svg viewBox="0 0 24 24" class="icon solid" aria-hidden="true"><path d=play_path /></svg>
                </button>
                {button("replay-next", "One step on", "M7 5l11 7L7 19z", Reel::step_on)}
                {button("replay-last", "To the end", "M15.600 5H18v14h-2.400zM4 5l11 7L4 19z", |reel| reel.go(reel.len))}
                {speeds(reel)}
            </div>
        </div>
    }
}

fn speeds(reel: Reel) -> impl IntoView {
    let option = |speed: f64| view! { <option value=speed.to_string() selected=move || (reel.speed.get() - speed).abs() < 0.01>{format!("{speed}×")}</option> };
    view! {
        <label class="reel-speed">
            <span class="for-ears">"Speed"</span>
            <select data-test="replay-speed" on:change=move |event| reel.speed.set(event_target_value(&event).parse().unwrap_or(1.0))>
                {SPEEDS.map(option).into_iter().collect_view()}
            </select>
        </label>
    }
}

/// The last move before or at a position.
pub fn last_move(moves: &[Move], position: usize) -> Option<usize> {
    moves.partition_point(|step| step.position <= position).checked_sub(1)
}

/// A mark for every step, by seat; what the clock did comes first.
fn ticks(moves: &[Move], len: usize) -> impl IntoView + use<> {
    let mut paths = BTreeMap::<Option<Seat>, String>::new();
    for step in moves {
        paths.entry(step.seat).or_default().push_str(&format!("M{} 0V10", step.position));
    }
    let paths = paths.into_iter().map(|(seat, d)| view! { <path class=seat.map(seat_class) d=d /> });
    view! {
        <svg class="reel-ticks" viewBox=format!("0 0 {} 10", len.max(1)) preserveAspectRatio="none" aria-hidden="true">
            {paths.collect_view()}
        </svg>
    }
}

fn is_on_control(event: &ev::KeyboardEvent) -> bool {
    use wasm_bindgen::JsCast;
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let busy = |target: &web_sys::Element| {
        let is_in = |place: &str| target.closest(place).ok().flatten().is_some();
        match event.key().as_str() {
            " " => is_in("button, a, summary, [role=grid]"),
            // The slider walks by itself.
            _ => is_in("[role=grid], input"),
        }
    };
    target.as_ref().is_some_and(busy)
}
