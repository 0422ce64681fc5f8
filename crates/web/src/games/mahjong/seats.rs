//! The players around the table: who they are, what lies open before them, and whether they think.

use super::{
    desk::Desk,
    tile::{self, Size},
    words,
};
use crate::{games::kit::plural, ui::Press};
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_mahjong::{Action, Conduct, Exposure, Public, SEATS, State, Tile, View};

/// Where a player sits, as the viewer sees the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Near,
    Right,
    Across,
    Left,
}

impl Side {
    /// Where `seat` sits for the player in `near`.
    pub const fn of(seat: Seat, near: Seat) -> Self {
        match (seat.0 + SEATS - near.0) % SEATS {
            0 => Self::Near,
            1 => Self::Right,
            2 => Self::Across,
            _ => Self::Left,
        }
    }

    /// The class that puts a player there.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Right => "right",
            Self::Across => "across",
            Self::Left => "left",
        }
    }
}

/// The groups that lie open before a player. `press` makes the jokers of a group buttons.
pub fn exposures(groups: &[Exposure], press: impl Fn(u8) -> Option<Callback<()>>) -> AnyView {
    let group = |(number, group): (u8, &Exposure)| {
        let naturals = (0..group.naturals()).map(|_| tile::lying(group.tile, Size::Small)).collect_view();
        let jokers = (0..group.jokers).map(|_| joker(group.tile, press(number))).collect_view();
        view! { <span class="mj-group">{naturals} {jokers}</span> }
    };
    (0..).zip(groups).map(group).collect_view().into_any()
}

fn joker(stands_for: Tile, press: Option<Callback<()>>) -> AnyView {
    match press {
        None => tile::lying(Tile::JOKER, Size::Small).into_any(),
        Some(press) => view! {
            <button
                type="button"
                class="mj-tile mj-taken"
                aria-label=format!("Take this joker for {}", stands_for.name())
                title=format!("Take this joker for {}", stands_for.name())
                data-test="take-joker"
                on:click=move |_| press.run(())
            >
                {tile::picture(Tile::JOKER, Size::Small)}
            </button>
        }
        .into_any(),
    }
}

/// What can be done with the jokers of a player's exposures.
pub fn joker_press(desk: Desk, view: &View, seat: Seat) -> impl Fn(u8) -> Option<Callback<()>> + use<> {
    let mine = desk.me.is_some() && view.state == State::LoopChooseDiscard && view.turn == desk.me;
    let can: Vec<bool> =
        view.seats[seat.index()].exposures.iter().map(|group| mine && view.hand.count(group.tile) > 0).collect();
    move |exposure| {
        let can = can.get(usize::from(exposure)).copied().unwrap_or_default();
        can.then(|| Callback::new(move |()| desk.act(Action::Exchange { seat, exposure })))
    }
}

/// Whether the table waits for a player, as far as all may know.
fn is_awaited(view: &View, seat: Seat) -> bool {
    match view.state {
        State::LoopChooseDiscard => view.turn == Some(seat),
        State::Start | State::End => view.outcome.is_none() && !view.ready.contains(seat),
        _ => false,
    }
}

/// A player at the table, other than the one who looks.
#[component]
pub fn Player(desk: Desk, seat: Seat) -> impl IntoView {
    let near = desk.me.unwrap_or(Seat(0));
    let names = desk.play.names;
    let public = Memo::new(move |_| desk.of(|view| view.seats[seat.index()].clone()));
    let wind = move || desk.of(|view| words::wind(view, seat));
    let awaited = Memo::new(move |_| desk.of(|view| is_awaited(view, seat)).unwrap_or_default());
    let turn = Memo::new(move |_| desk.of(|view| view.turn == Some(seat)).unwrap_or_default());
    let gives = Memo::new(move |_| {
        desk.of(|view| view.direction.is_some_and(|way| way.from(near) == seat)).unwrap_or_default()
    });
    let dead = move || desk.of(|view| view.dealt > 0 && !view.is_live(seat)).unwrap_or_default();
    let ledger = move || desk.of(|view| words::signed(view.ledger[seat.index()]));
    let count = move || public.with(|public| public.as_ref().map_or(0, |public| public.concealed));
    let laid = move || {
        let press = desk.of(|view| joker_press(desk, view, seat));
        public.with(|public| {
            public.as_ref().map(|Public { exposures: groups, .. }| {
                exposures(groups, |number| press.as_ref().and_then(|press| press(number)))
            })
        })
    };
    let backs = move || (0..count()).map(|_| tile::back()).collect_view();
    view! {
        <section
            class=format!("mj-player {}", Side::of(seat, near).class())
            class:turn=move || turn.get()
            class:gives=move || gives.get() && desk.me.is_some()
            data-seat=seat.0
            data-test="player"
        >
            <header class="mj-name">
                <span class="mj-wind" title=move || wind().map(|wind| wind.1)>{move || wind().map(|wind| wind.0)}</span>
                <b>{move || names.with(|names| names.name(seat).to_owned())}</b>
                <span class="mj-ledger figures" title="Won and lost so far">{ledger}</span>
                <Show when=move || awaited.get()>
                    <span class="mj-thinks" data-test="thinks" aria-label="thinking" role="img"><i></i><i></i><i></i></span>
                </Show>
                <Show when=dead><span class="mj-dead">"dead"</span></Show>
                <Challenge desk seat />
            </header>
            <div class="mj-backs" role="img" aria-label=move || plural(count().into(), "tile", "tiles")>
                {backs}
                <span class="mj-count figures" aria-hidden="true">{count}</span>
            </div>
            <div class="mj-laid" data-test="exposures">{laid}</div>
        </section>
    }
}

/// Without a referee: says that a player's exposures are in no hand of the card.
#[component]
fn Challenge(desk: Desk, seat: Seat) -> impl IntoView {
    let authentic = desk.play.config().conduct == Conduct::Authentic;
    let can = move || {
        let now = |view: &View| {
            let turn = view.state == State::LoopChooseDiscard && view.turn == desk.me && desk.me.is_some();
            turn && view.is_live(seat) && !view.seats[seat.index()].exposures.is_empty()
        };
        authentic && desk.of(now).unwrap_or_default()
    };
    view! {
        <Show when=can>
            <Press class="quiet mj-challenge" test="challenge" on_press=move || desk.risky.set(Some(Action::Challenge { seat }))>
                "Challenge"
            </Press>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_goes_round_to_the_right() {
        let sides = [0, 1, 2, 3].map(|seat| Side::of(Seat(seat), Seat(2)));
        assert_eq!(sides, [Side::Across, Side::Left, Side::Near, Side::Right]);
    }
}
