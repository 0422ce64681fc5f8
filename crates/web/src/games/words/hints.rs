//! The best plays, for a player who asks. Pressing one lays it.

use super::{Match, desk::Desk};
use crate::ui::Dialog;
use leptos::prelude::*;
use parlor_words::{
    At, Tiles, Word,
    analysis::{Way, best_ways},
};

/// How many plays are shown.
const SHOWN: usize = 5;

/// The dialog with the best plays of the turn, while `open` is set.
#[component]
pub fn Hints(play: Match, desk: Desk, open: RwSignal<bool>) -> impl IntoView {
    let ways = move || {
        let rules = desk.rules();
        let found = play.view.with_untracked(|view| view.as_ref().map(|view| best_ways(&rules, view, SHOWN)));
        let lay = move |text: String| {
            open.set(false);
            propose(desk, &text);
        };
        found.unwrap_or_default().into_iter().map(|way| line(way, lay)).collect_view()
    };
    view! {
        <Dialog open title="The best plays" test="hint-dialog">
            <p class="muted small">"Points, and what the play is worth with the tiles that it keeps."</p>
            <ol class="wd-ways">{ways}</ol>
        </Dialog>
    }
}

fn line(way: Way, lay: impl Fn(String) + 'static) -> impl IntoView {
    let Way { text, points, equity } = way;
    let name = text.clone();
    view! {
        <li>
            <button type="button" class="wd-way" data-test="hint-way" on:click=move |_| lay(text.clone())>
                <b>{name}</b>
                <span class="figures">{points}</span>
                <span class="figures muted">{hundredths(equity)}</span>
            </button>
        </li>
    }
}

/// "+24.3", from hundredths of a point.
pub fn hundredths(value: i32) -> String {
    format!("{:+.1}", f64::from(value) / 100.0)
}

/// Lays a play that is written in the game's notation, or chooses tiles to swap.
fn propose(desk: Desk, text: &str) {
    let Some((first, rest)) = text.split_once(' ') else { return };
    match (first, first.parse::<At>(), rest.parse::<Word>(), rest.parse::<Tiles>()) {
        ("swap", _, _, Ok(tiles)) => desk.begin_swap(tiles),
        (_, Ok(at), Ok(word), _) => desk.propose(at, &word),
        _ => {}
    }
}
