//! The middle of the table: the wall, where tiles are passed to, and the discards.

use super::{
    desk::Desk,
    tile::{Size, picture},
    words,
};
use crate::games::kit::plural;
use leptos::prelude::*;
use parlor_mahjong::{Direction, Discard, Event, State, Tile, View};

/// When the wall is nearly empty.
const LOW: u8 = 8;

/// The middle of the table.
#[component]
pub fn Pool(desk: Desk) -> impl IntoView {
    let wall = Memo::new(move |_| desk.of(|view| view.wall).unwrap_or_default());
    let shown = RwSignal::new(None::<usize>);
    let discards =
        move || desk.of(|view| view.discards.iter().copied().enumerate().collect::<Vec<_>>()).unwrap_or_default();
    let whose = move || {
        let (number, names) = (shown.get()?, desk.play.names.get());
        desk.of(|view| view.discards.get(number).map(|discard| told(discard, names.who(discard.seat)))).flatten()
    };
    view! {
        <section class="mj-pool" aria-label="The table">
            <header class="mj-middle">
                <span
                    class="mj-wall figures"
                    class:low=move || wall.get() <= LOW
                    title="Tiles left in the wall"
                    data-test="wall"
                >
                    <svg viewBox="0 0 20 14" aria-hidden="true"><path d="M1 8h6v5H1zM7 8h6v5H7zM13 8h6v5h-6zM4 2h6v5H4zM10 2h6v5h-6z" /></svg>
                    {wall}
                    <span class="for-ears">" tiles left in the wall"</span>
                </span>
                <Passing desk />
                <span class="mj-whose" role="status">{whose}</span>
            </header>
            <ol class="mj-discards" aria-label=move || plural(discards().len(), "discard", "discards") data-test="discards">
                <For each=discards key=|(number, discard)| (*number, discard.tile) children=move |(number, discard)| {
                    view! { <DiscardTile desk number discard shown /> }
                } />
            </ol>
        </section>
    }
}

/// "5 Dot, by Ben".
fn told(discard: &Discard, who: &str) -> String {
    format!("{}, by {who}", discard.tile.name())
}

#[component]
fn DiscardTile(desk: Desk, number: usize, discard: Discard, shown: RwSignal<Option<usize>>) -> impl IntoView {
    let last = move || desk.of(|view| number + 1 == view.discards.len()).unwrap_or_default();
    let open = move || last() && desk.of(|view| view.state == State::LoopQueryClaimDiscard).unwrap_or_default();
    let picked = move || desk.picked.get() == Some(discard.tile);
    let label = move || desk.play.names.with(|names| told(&discard, names.who(discard.seat)));
    // The latest of equal tiles that a player has discarded is the one that is meant.
    let looked = move || {
        let back = |event: &Event| if let Event::Discarded { discard } = event { Some(*discard) } else { None };
        let same = |view: &View| view.discards.iter().rposition(|other| *other == discard) == Some(number);
        desk.looked.with(|events| events.iter().find_map(back)) == Some(discard) && desk.of(same).unwrap_or_default()
    };
    let press = move |_| {
        shown.set(Some(number));
        let may_trade = |view: &View| {
            view.state == State::LoopChooseDiscard && view.turn == desk.me && view.hand.count(Tile::BLANK) > 0
        };
        if untrack(|| desk.of(may_trade)).unwrap_or_default() && discard.tile.is_natural() {
            desk.picked.set(Some(discard.tile));
        }
    };
    view! {
        <li>
            <button
                type="button"
                class="mj-tile mj-discard"
                class:last=last
                class:open=open
                class:picked=picked
                class:looked=looked
                tabindex="-1"
                aria-label=label
                title=label
                data-tile=discard.tile.to_string()
                data-test="discarded"
                on:click=press
            >
                {picture(discard.tile, Size::Small)}
            </button>
        </li>
    }
}

/// Where tiles are passed to, and how far the Charleston is.
#[component]
fn Passing(desk: Desk) -> impl IntoView {
    let now = Memo::new(move |_| desk.of(|view| view.direction.map(|way| (view.state, way))).flatten());
    move || {
        let (state, way) = now.get()?;
        let what = match state {
            State::Charleston1 => "First Charleston",
            State::Charleston2 => "Second Charleston",
            _ => "Courtesy",
        };
        let turn = match way {
            Direction::Right => 0,
            Direction::Across => -90,
            Direction::Left => 180,
        };
        let steps = match state {
            State::Charleston1 => Some([Direction::Right, Direction::Across, Direction::Left]),
            State::Charleston2 => Some([Direction::Left, Direction::Across, Direction::Right]),
            _ => None,
        };
        let step = move |step: Direction| {
            let current = (step == way).then_some("step");
            view! { <li aria-current=current>{words::direction(step)}</li> }
        };
        let steps = steps.map(|steps| view! { <ol class="mj-steps">{steps.map(step).into_iter().collect_view()}</ol> });
        Some(view! {
            <span class="mj-passing" data-test="passing" data-direction=words::direction(way)>
                <svg class="mj-arrow" viewBox="0 0 40 24" style=format!("--turn: {turn}deg") aria-hidden="true">
                    <path d="M2 9H24V2L38 12 24 22V15H2Z" />
                </svg>
                <b>{what}</b>
                {steps}
            </span>
        })
    }
}
