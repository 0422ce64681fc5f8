//! What is open beside the table: hints, the card, and the scores.

use super::{
    card::CardPanel,
    desk::{Desk, Panel},
    ledger::Ledger,
    tile::{Size, lying},
};
use crate::{
    games::kit::{Moves, plural},
    ui::{Icon, Press, icon},
};
use leptos::prelude::*;
use parlor_mahjong::{Action, Advice, Hints, Prospect, Rack, Tile};

/// The open panel.
#[component]
pub fn Side(desk: Desk) -> impl IntoView {
    let panel = move |panel: Panel| {
        let (title, body) = match panel {
            Panel::Hints => ("Hints", view! { <HintPanel desk /> }.into_any()),
            Panel::Card => ("The card", view! { <CardPanel desk /> }.into_any()),
            Panel::Scores => ("Scores", view! { <ScoresPanel desk /> }.into_any()),
        };
        view! {
            <aside class="mj-side" aria-label=title data-test="panel">
                <header class="mj-side-head">
                    <h2>{title}</h2>
                    <button
                        type="button"
                        class="button quiet round"
                        aria-label="Close"
                        data-test="panel-close"
                        on:click=move |_| desk.panel.set(None)
                    >
                        {icon(Icon::Close)}
                    </button>
                </header>
                <div class="mj-side-body">{body}</div>
            </aside>
        }
    };
    move || desk.panel.get().map(panel)
}

#[component]
fn HintPanel(desk: Desk) -> impl IntoView {
    if desk.play.is_rated() {
        return view! { <p class="muted">"There are no hints in rated play."</p> }.into_any();
    }
    let shown = move || match desk.hints.get() {
        Some(Hints { prospects, advice }) => {
            let advice = advice.map(|advice| advised(desk, advice));
            view! { {advice} <h3>"Hands to go for"</h3> <ol class="mj-prospects">{prospects.into_iter().map(prospect).collect_view()}</ol> }
                .into_any()
        }
        None => view! { <p class="muted">"Hints come with the first tiles."</p> }.into_any(),
    };
    view! { <div class="stack" data-test="hints">{shown}</div> }.into_any()
}

fn advised(desk: Desk, Advice { action, why }: Advice) -> impl IntoView {
    let raises = matches!(action, Action::Pass { .. } | Action::Discard { .. } | Action::Trade { .. });
    let raise = raises.then(|| {
        view! { <Press test="hint-raise" on_press=move || desk.raise_advised()>"Raise it"</Press> }
    });
    view! {
        <div class="mj-advice" data-test="advice">
            <p><b>{suggestion(&action)}</b></p>
            <p class="muted small" data-test="why-hint">{why}</p>
            {raise}
        </div>
    }
}

/// What to do, in a few words.
fn suggestion(action: &Action) -> String {
    let names = |tiles: &Rack| tiles.tiles().map(|tile| tile.name().into_owned()).collect::<Vec<_>>().join(", ");
    match action {
        Action::Ready => "Go on".into(),
        Action::Pass { tiles } if tiles.is_empty() => "Pass blind".into(),
        Action::Pass { tiles } => format!("Pass {}", names(tiles)),
        Action::Vote { more: true } => "Vote for another Charleston".into(),
        Action::Vote { more: false } => "Stop the Charleston".into(),
        Action::Bid { tiles } => format!("Offer {}", plural((*tiles).into(), "tile", "tiles")),
        Action::Discard { tile } => format!("Discard {}", tile.name()),
        Action::Mahjong => "Declare mahjong".into(),
        Action::Call { size, .. } => format!("Claim it for a group of {size}"),
        Action::Decline => "Let it go".into(),
        Action::Regroup { size, .. } => format!("Make it a group of {size}"),
        Action::Exchange { .. } => "Take the joker".into(),
        Action::Trade { tile } => format!("Trade a blank for {}", tile.name()),
        Action::Challenge { .. } => "Challenge".into(),
        Action::Pause => "Ask for a minute".into(),
    }
}

fn prospect(hand: Prospect) -> impl IntoView {
    let Prospect { hand, value, concealed, distance, strict, grouped, percent, .. } = hand;
    let tiles = |rack: Rack| rack.tiles().map(|tile: Tile| lying(tile, Size::Small)).collect_view();
    let missing =
        if distance == 0 { "complete".into() } else { format!("{} to go", plural(distance.into(), "tile", "tiles")) };
    let singles = (!strict.is_empty())
        .then(|| view! { <span class="mj-missing" title="No joker stands in for these">{tiles(strict)}</span> });
    let larger = (!grouped.is_empty()).then(
        || view! { <span class="mj-missing jokers" title="Jokers may stand in for these">{tiles(grouped)}</span> },
    );
    view! {
        <li class="mj-prospect" data-test="prospect">
            <p class="row">
                <b>{hand}</b>
                <span class="figures">{value}</span>
                {concealed.then(|| view! { <span class="mj-concealed" title="May not be exposed">"concealed"</span> })}
                <span class="spacer"></span>
                <span class="muted small figures">{missing} " · " {percent} " %"</span>
            </p>
            <p class="mj-misses"><span class="for-ears">"Missing: "</span> {singles} {larger}</p>
        </li>
    }
}

/// The ledger; and, where no table lists them, the moves.
#[component]
fn ScoresPanel(desk: Desk) -> impl IntoView {
    let play = desk.play;
    view! {
        <Ledger play />
        {(!play.is_at_table()).then(|| view! { <Moves moves=play.moves looked=play.looked /> })}
    }
}
