//! Who sits where during a match.

use super::{TableCtx, status::line_lost};
use crate::ui::{Icon, bot_name, icon, occupant_name};
use leptos::prelude::*;
use parlor_kernel::{Seat, SeatSet};
use parlor_wire::{Occupant, SeatInfo, TableCommand, UserId};

/// What the rules call each seat, where they have a name for it.
pub fn titles(ctx: TableCtx) -> Memo<Vec<Option<String>>> {
    let rules = ctx.memo(|model| (model.info.game.clone(), model.info.config.clone()));
    Memo::new(move |_| rules.with(|(game, config)| ctx.house().catalog.seat_titles(game, config.as_deref())))
}

/// A seat as the bar shows it.
#[derive(Clone, PartialEq)]
struct Shown {
    seat: Seat,
    info: SeatInfo,
    /// What the rules call it.
    title: Option<String>,
    mine: bool,
    host: bool,
    /// The match is over: being ready means to want another.
    over: bool,
    /// Whether it offers the way to see the bots' moves at once: the first bot does, for all of them.
    hurries: bool,
    /// The line is down: who is there is not known.
    lost: bool,
    /// When the grace of a player who is away runs out, on the screen's clock.
    grace_until: Option<f64>,
    /// Whether the viewer may take the seat over from a bot.
    open: bool,
}

/// The seats in a row.
#[component]
pub fn SeatsBar(ctx: TableCtx) -> impl IntoView {
    let info = ctx.memo(|model| {
        let real_time = model.game.as_ref().is_some_and(|game| game.ahead.is_some());
        let seats = Seat::all(model.info.seats.len() as u8);
        let counts = model.info.rated || model.info.bet.is_some();
        let admits = |seat: &Seat| {
            let place = &model.info.seats[seat.index()];
            let bot = matches!(place.occupant, Occupant::Bot { .. }) || place.substitute.is_some();
            bot && !counts && model.rules.as_ref().is_some_and(|rules| rules.admits(*seat, model.seat))
        };
        let open: SeatSet = seats.filter(admits).filter(|seat| model.seat != Some(*seat)).collect();
        Some((model.info.clone(), model.told_ms, model.seat, real_time, open))
    });
    let (lost, over, titles) = (line_lost(ctx), ctx.is_over(), titles(ctx));
    let seats = Memo::new(move |_| {
        let (Some((info, told_ms, me, real_time, open)), lost) = (info.get(), lost.get()) else {
            return Vec::new();
        };
        let (host, over) = (info.host, over.get());
        // In real time bots do not think, and watchers have no say in it.
        let is_bot = |seat: &SeatInfo| matches!(seat.occupant, Occupant::Bot { .. });
        let hurries = info.seats.iter().position(is_bot).filter(|_| me.is_some() && !over && !real_time);
        let shown = |(seat, info): (Seat, SeatInfo)| Shown {
            seat,
            title: titles.with(|titles| titles.get(seat.index()).cloned().flatten()),
            mine: Some(seat) == me,
            host: is(&info.occupant, host),
            over,
            hurries: hurries == Some(seat.index()),
            lost,
            grace_until: info.grace_ms.map(|left| told_ms + left as f64),
            open: open.contains(seat) && !over,
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

/// What the rules call a seat, beside the name of its player.
pub fn seat_title(title: String) -> impl IntoView {
    view! { <span class="seat-title" data-test="seat-title">{title}</span> }
}

fn is(occupant: &Occupant, host: UserId) -> bool {
    occupant.person() == Some(host)
}

#[component]
fn SeatItem(ctx: TableCtx, shown: Shown) -> impl IntoView {
    let Shown { seat, info, title, mine, host, over, hurries, lost, grace_until, open } = shown;
    let presence = Presence::of(&info, mine, lost);
    let name = info.occupant.name();
    let note = match (over && info.ready, &info.substitute) {
        (true, _) => Some("wants a rematch".to_owned()),
        (false, Some(level)) => Some(format!("{} plays on", bot_name(level))),
        (false, None) if mine => Some("you".to_owned()),
        (false, None) => None,
    };
    view! {
        <li class="seat" class:mine=mine class:away={presence == Presence::Away} data-seat=seat.0 data-test="seat">
            <SeatMark presence />
            <span class="seat-name" title=name>{occupant_name(&info.occupant)}</span>
            {title.map(seat_title)}
            {host.then(|| view! { <span class="badge" title="Opened the table">{icon(Icon::Host)}</span> })}
            {match grace_until {
                Some(until) => view! { <Grace ctx until /> }.into_any(),
                None if hurries => view! { <Hurry ctx /> }.into_any(),
                None => view! { <span class="seat-note">{note}</span> }.into_any(),
            }}
            {open.then(|| view! { <TakeOver ctx seat /> })}
        </li>
    }
}

/// Who is in a seat, as far as the page knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// No player.
    Free,
    /// A bot.
    Bot,
    /// A person who is connected.
    Here,
    /// A person who is not.
    Away,
    /// A person of whom nothing is heard while the line is down.
    Unknown,
}

impl Presence {
    /// Who is in that seat. Without a line, only the viewer is known to be away.
    pub const fn of(info: &SeatInfo, mine: bool, lost: bool) -> Self {
        match (&info.occupant, lost) {
            (Occupant::Nobody, _) => Self::Free,
            (Occupant::Bot { .. }, _) => Self::Bot,
            (Occupant::Person { .. }, true) => {
                if mine {
                    Self::Away
                } else {
                    Self::Unknown
                }
            }
            (Occupant::Person { .. }, false) => {
                if info.connected {
                    Self::Here
                } else {
                    Self::Away
                }
            }
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Bot => "bot",
            Self::Here => "here",
            Self::Away => "away",
            Self::Unknown => "unknown",
        }
    }
}

/// Whether it is a person or a bot, and whether they are there: by shape first, by colour second.
#[component]
pub fn SeatMark(presence: Presence) -> impl IntoView {
    let mark = match presence {
        Presence::Bot => icon(Icon::Bot).into_any(),
        _ => view! { <span class="dot"></span> }.into_any(),
    };
    view! {
        <span class=format!("seat-mark {}", presence.word()) title=presence.word()>
            {mark}
            <span class="for-ears">{presence.word()}</span>
        </span>
    }
}

/// A player comes late, or takes the place of one who has left: a bot's seat is theirs.
#[component]
fn TakeOver(ctx: TableCtx, seat: Seat) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button quiet hurry"
            title="Play in this seat"
            data-test="take-over"
            on:click=move |_| ctx.command(TableCommand::Sit { seat: Some(seat) }.at(ctx.code()))
        >
            "Take over"
        </button>
    }
}

/// For players who do not want to watch bots think.
#[component]
fn Hurry(ctx: TableCtx) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button quiet hurry"
            title="See the bots’ moves at once"
            data-test="hurry"
            on:click=move |_| ctx.command(TableCommand::Hurry.at(ctx.code()))
        >
            "Skip the wait"
        </button>
    }
}

/// How long a player who is away has to come back.
#[component]
fn Grace(ctx: TableCtx, until: f64) -> impl IntoView {
    let seconds = Memo::new(move |_| ((until - ctx.now_ms().get()).max(0.0) / 1000.0).ceil() as u32);
    view! {
        <span class="seat-note grace figures" title="The time left to come back" data-test="grace">
            {move || format!("away, {} s", seconds.get())}
        </span>
    }
}
