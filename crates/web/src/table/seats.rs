//! Who sits where during a match.

use super::TableCtx;
use crate::{
    browser::now_ms,
    ui::{Icon, icon, occupant_name},
};
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_wire::{Command, Occupant, SeatInfo, Status, UserId};

/// A seat as the bar shows it.
#[derive(Clone, PartialEq)]
struct Shown {
    seat: Seat,
    info: SeatInfo,
    mine: bool,
    host: bool,
    /// The match is over: being ready means to want another.
    over: bool,
    /// The game moves by itself: nobody thinks.
    real_time: bool,
    /// When the grace of somebody who is away runs out, on the screen's clock.
    grace_until: Option<f64>,
}

/// The seats in a row.
#[component]
pub fn SeatsBar(ctx: TableCtx) -> impl IntoView {
    let info = ctx.memo(|model| {
        let real_time = model.game.as_ref().is_some_and(|game| game.ahead.is_some());
        Some((model.info.clone(), model.seat, real_time))
    });
    // Whole seats are compared, so that the grace is counted from when the house told it.
    let seats = Memo::new(move |_| {
        let Some((info, me, real_time)) = info.get() else {
            return Vec::new();
        };
        let (host, over, now) = (info.host, info.status == Status::Ended, now_ms());
        let shown = |(seat, info): (Seat, SeatInfo)| Shown {
            seat,
            mine: Some(seat) == me,
            host: is(&info.occupant, host),
            over,
            real_time,
            grace_until: info.grace_ms.map(|left| now + left as f64),
            info,
        };
        Seat::all(info.seats.len() as u8).zip(info.seats).map(shown).collect::<Vec<_>>()
    });
    view! {
        <ul class="seats" aria-label="Seats" data-test="seats">
            {move || seats.get().into_iter().map(|shown| view! { <SeatItem ctx shown /> }).collect_view()}
        </ul>
    }
}

fn is(occupant: &Occupant, host: UserId) -> bool {
    occupant.person() == Some(host)
}

#[component]
fn SeatItem(ctx: TableCtx, shown: Shown) -> impl IntoView {
    let Shown { seat, info, mine, host, over, real_time, grace_until } = shown;
    let name = info.occupant.name();
    let hurries = matches!(info.occupant, Occupant::Bot { .. }) && !over && !real_time;
    let note = match (over && info.ready, &info.substitute) {
        (true, _) => Some("wants a rematch".to_owned()),
        (false, Some(level)) => Some(format!("a bot ({level}) plays on")),
        (false, None) if mine => Some("you".to_owned()),
        (false, None) => None,
    };
    view! {
        <li class="seat" class:mine=mine class:away=!info.connected data-seat=seat.0 data-test="seat">
            <SeatMark info=info.clone() />
            <span class="seat-name" title=name>{occupant_name(&info.occupant)}</span>
            {host.then(|| view! { <span class="badge" title="Opened the table">{icon(Icon::Host)}</span> })}
            {match grace_until {
                Some(until) => view! { <Grace ctx until /> }.into_any(),
                None if hurries => view! { <Hurry ctx /> }.into_any(),
                None => view! { <span class="seat-note">{note}</span> }.into_any(),
            }}
        </li>
    }
}

/// Whether it is a person or a bot, and whether they are there: by shape first, by colour second.
#[component]
pub fn SeatMark(info: SeatInfo) -> impl IntoView {
    let words = match (&info.occupant, info.connected) {
        (Occupant::Nobody, _) => "free",
        (Occupant::Bot { .. }, _) => "bot",
        (Occupant::Person { .. }, true) => "here",
        (Occupant::Person { .. }, false) => "away",
    };
    let mark = match info.occupant {
        Occupant::Bot { .. } => icon(Icon::Bot).into_any(),
        Occupant::Nobody | Occupant::Person { .. } => view! { <span class="dot"></span> }.into_any(),
    };
    view! {
        <span class=format!("seat-mark {words}") title=words>
            {mark}
            <span class="for-ears">{words}</span>
        </span>
    }
}

/// For those who do not want to watch a bot think.
#[component]
fn Hurry(ctx: TableCtx) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button quiet hurry"
            title="See its move at once"
            data-test="hurry"
            on:click=move |_| ctx.command(Command::Hurry { table: ctx.code() })
        >
            "hurry"
        </button>
    }
}

/// How long somebody who is away has to come back.
#[component]
fn Grace(ctx: TableCtx, until: f64) -> impl IntoView {
    let seconds = Memo::new(move |_| ((until - ctx.now_ms().get()).max(0.0) / 1000.0).ceil() as u32);
    view! {
        <span class="seat-note grace figures" title="The time left to come back" data-test="grace">
            {move || format!("away, {} s", seconds.get())}
        </span>
    }
}
