//! The players: score, tiles, whose turn it is, and the clock.

use super::Match;
use leptos::prelude::*;
use parlor_kernel::{Game, Seat, Tick};
use parlor_words::{Clock, View, Words};

/// Every player, in the order of play.
#[component]
pub fn Scores(play: Match) -> impl IntoView {
    let seats = play.view.with_untracked(|view| view.as_ref().map_or(0, |view| view.common.seats()));
    let rows = Seat::all(seats).map(|seat| view! { <Player play seat /> }).collect_view();
    let bag = move || play.view.with(|view| view.as_ref().map_or(0, |view| view.common.bag));
    view! {
        <div class="wd-scores" class:many={seats > 2} data-test="scores">
            {rows}
            <p class="wd-bag" data-test="bag" title="Tiles in the bag">
                <span class="wd-bag-icon" aria-hidden="true"></span>
                <span class="figures">{bag}</span>
                <span class="for-ears">" tiles in the bag"</span>
            </p>
        </div>
    }
}

#[component]
fn Player(play: Match, seat: Seat) -> impl IntoView {
    let of = move |read: fn(&View, usize) -> i32| {
        play.view.with(|view| view.as_ref().map_or(0, |view| read(view, seat.index())))
    };
    let score = Memo::new(move |_| of(|view, seat| view.common.scores[seat]));
    let hand = Memo::new(move |_| of(|view, seat| view.common.hands[seat].into()));
    let turn =
        Memo::new(move |_| play.view.with(|view| view.as_ref().is_some_and(|view| view.common.turn == Some(seat))));
    let gone =
        Memo::new(move |_| play.view.with(|view| view.as_ref().is_some_and(|view| view.common.gone.contains(seat))));
    let name = move || play.names.with(|names| names.who(seat).to_owned());
    let mine = move || play.names.with(|names| names.me == Some(seat));
    let backs = move || (0..hand.get()).map(|_| view! { <i></i> }).collect_view();
    view! {
        <div
            class="wd-player"
            class:turn=turn
            class:gone=gone
            class:mine=mine
            data-test="player"
            data-seat=seat.0.to_string()
        >
            <span class="wd-name">{name}</span>
            <span class="wd-score figures" data-test="score">{score}</span>
            <span class="wd-backs" role="img" aria-label=move || format!("{} tiles", hand.get())>{backs}</span>
            {player_clock(play, seat)}
        </div>
    }
}

/// How long a player may still think: while it is their turn it runs; of a clock for the whole match, the rest shows.
fn player_clock(play: Match, seat: Seat) -> impl IntoView {
    let clock = play.config().clock;
    let rate = u64::from(Words::SPEC.ticks_per_second);
    let extra = if let Clock::Total { overtime, .. } = clock { u64::from(overtime) * rate } else { 0 };
    let running = move |until: fn(Tick, u64) -> Tick| {
        Memo::new(move |_| {
            play.view.with(|view| {
                let common = &view.as_ref()?.common;
                let timing = common.timing.as_ref().filter(|_| common.turn == Some(seat))?;
                Some(until(timing.deadline, extra))
            })
        })
    };
    let regular = running(|deadline, extra| Tick(deadline.0.saturating_sub(extra)));
    let (left, over) = (play.seconds_left(regular), play.seconds_left(running(|deadline, _| deadline)));
    let resting = Memo::new(move |_| {
        let Clock::Total { seconds, .. } = clock else { return None };
        play.view.with(|view| {
            let spent = *view.as_ref()?.common.timing.as_ref()?.spent.get(seat.index())?;
            Some(i64::from(seconds) - (spent / rate) as i64)
        })
    });
    move || {
        let (words, class) = match (left.get(), over.get()) {
            (Some(0), Some(over)) if extra > 0 => (format!("overtime {}", minutes(over.into())), "clock soon"),
            (Some(left), _) => (minutes(left.into()), if left <= 10 { "clock soon" } else { "clock" }),
            _ => {
                let rest = resting.get()?;
                let words = if rest < 0 { format!("overtime {}", minutes(-rest)) } else { minutes(rest) };
                (words, "clock resting")
            }
        };
        Some(view! { <span class=class role="timer" data-test="clock">{words}</span> })
    }
}

fn minutes(seconds: i64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
