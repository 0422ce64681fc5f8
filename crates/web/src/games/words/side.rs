//! Beside the board: every turn so far, the tiles that are unseen, and looking words up.

use super::{Match, sentences};
use leptos::{ev, prelude::*};
use parlor_kernel::Rules;
use parlor_words::{Challenge, Tile, Turn, Words};
use std::sync::Arc;

/// Every turn, the newest first. Pressing one shows it on the board.
#[component]
pub fn History(
    /// The turns, oldest first.
    #[prop(into)]
    turns: Signal<Vec<Turn>>,
    /// What the players are called.
    #[prop(into)]
    names: Signal<crate::games::kit::Names>,
    /// The turn that the board shows.
    shown: RwSignal<Option<usize>>,
) -> impl IntoView {
    let numbered = move || turns.get().into_iter().enumerate().rev().collect::<Vec<_>>();
    let row = move |(index, turn): (usize, Turn)| {
        let (seat, gain) = (turn.seat, sentences::gain(&turn));
        let who = move || names.with(|names| names.who(seat).to_owned());
        view! {
            <li>
                <button
                    type="button"
                    class="wd-turn"
                    class:shown=move || shown.get() == Some(index)
                    data-test="history-turn"
                    on:click=move |_| shown.update(|shown| *shown = if *shown == Some(index) { None } else { Some(index) })
                >
                    <span class="wd-turn-who">{who}</span>
                    <span class="wd-turn-what">{sentences::turn(&turn)}</span>
                    <span class="wd-turn-gain figures">{(gain != 0).then(|| format!("+{gain}"))}</span>
                    <span class="wd-turn-total figures muted">{turn.total}</span>
                </button>
            </li>
        }
    };
    view! {
        <ol reversed=true class="wd-history" aria-label="Turns, the newest first" data-test="history">
            <For each=numbered key=|(index, turn)| (*index, turn.total, sentences::turn(turn)) children=row />
        </ol>
    }
}

/// The tiles that the player has not seen: in the bag and on other racks.
#[component]
pub fn Unseen(play: Match) -> impl IntoView {
    let unseen = Memo::new(move |_| {
        play.view.with(|view| view.as_ref().map(|view| view.unseen(&play.config())).unwrap_or_default())
    });
    let letters = move || {
        let unseen = unseen.get();
        let letter = |tile: Tile| {
            let count = unseen.count(tile);
            view! {
                <span class="wd-unseen-tile" class:none={count == 0}>
                    <b>{tile.to_string()}</b>
                    <span class="figures">{count}</span>
                </span>
            }
        };
        Tile::all().filter(|tile| play.config().bag.count(*tile) > 0).map(letter).collect_view()
    };
    view! {
        <details class="wd-fold" open=true>
            <summary>"Unseen tiles " <span class="figures muted" data-test="unseen">{move || unseen.get().len()}</span></summary>
            <div class="wd-unseen">{letters}</div>
        </details>
    }
}

/// Whether a word may be played. Where plays are challenged, only the end of the match tells.
#[component]
pub fn LookUp(rules: Arc<Rules<Words>>, #[prop(into)] over: Signal<bool>) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let secret = rules.config.challenge != Challenge::Void;
    let lexicon = Arc::clone(&rules.assets);
    let verdict = move || {
        let word = typed.read().trim().to_ascii_uppercase();
        match word.len() {
            0 | 1 => None,
            _ if lexicon.graph().contains_text(&word) => Some(("wd-good", format!("✓ {word} is a word."))),
            _ => Some(("wd-bad", format!("✗ {word} is not in the lexicon."))),
        }
    };
    let field = move || {
        let verdict = verdict.clone();
        view! {
            <label class="wd-lookup">
                <span class="for-ears">"Look a word up"</span>
                <input
                    class="field"
                    type="search"
                    maxlength="15"
                    autocomplete="off"
                    autocapitalize="characters"
                    spellcheck="false"
                    placeholder="Look a word up"
                    prop:value=typed
                    data-test="lookup"
                    on:input=move |event: ev::Event| typed.set(event_target_value(&event))
                />
                <span class="wd-verdict" aria-live="polite" data-test="lookup-verdict">
                    {move || verdict().map(|(class, words)| view! { <span class=class>{words}</span> })}
                </span>
            </label>
        }
    };
    move || (!secret || over.get()).then(field.clone())
}
