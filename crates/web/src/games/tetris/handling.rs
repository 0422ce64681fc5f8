//! How keys repeat: everyone may choose, and the browser remembers it.

use crate::{
    prefs::Prefs,
    ui::{Dialog, Press},
};
use leptos::prelude::*;
use parlor_tetris::Handling;

/// A part of a handling.
#[derive(Clone, Copy)]
struct Part {
    id: &'static str,
    does: &'static str,
    most: u8,
    usual: u8,
}

const USUAL: Handling = Handling { delay: 10, repeat: 2, soft: 3 };

const PARTS: [Part; 3] = [
    Part { id: "delay", does: "Before a direction repeats (DAS)", most: 20, usual: USUAL.delay },
    Part { id: "repeat", does: "Between repeats (ARR)", most: 10, usual: USUAL.repeat },
    Part { id: "soft", does: "For a row of a soft drop", most: Handling::LIMITS.soft, usual: USUAL.soft },
];

impl Part {
    fn chosen(self, prefs: Prefs, player: usize) -> u8 {
        let name = name(player, self.id);
        prefs.numbers.with(|numbers| numbers.get(&name).copied()).unwrap_or(self.usual).min(self.most)
    }
}

/// What the browser remembers it by. The second player at one keyboard has numbers of their own.
fn name(player: usize, part: &str) -> String {
    format!("{}.{part}", if player == 0 { "tetris" } else { "tetris-2" })
}

/// What a player at this keyboard has chosen.
pub fn chosen(prefs: Prefs, player: usize) -> Handling {
    let [delay, repeat, soft] = PARTS.map(|part| part.chosen(prefs, player));
    Handling { delay, repeat, soft }
}

/// The dialog in which people choose it.
#[component]
pub fn HandlingDialog(
    /// Whether it shows.
    open: RwSignal<bool>,
    /// Whether two play at this keyboard.
    pair: bool,
) -> impl IntoView {
    let prefs = Prefs::expect();
    let player = RwSignal::new(0);
    let row = move |part: Part| {
        let words = move || match part.chosen(prefs, player.get()) {
            0 => "at once".to_owned(),
            ticks => format!("{} ms", (f64::from(ticks) * 1000.0 / 60.0).round()),
        };
        let set = move |text: String| {
            if let Ok(ticks) = text.parse::<u8>() {
                prefs
                    .numbers
                    .update(|numbers| _ = numbers.insert(name(player.get_untracked(), part.id), ticks.min(part.most)));
            }
        };
        view! {
            <label class="tetris-part">
                <span>{part.does}</span>
                <input
                    class="slider"
                    type="range"
                    min="0"
                    max=part.most
                    prop:value=move || part.chosen(prefs, player.get())
                    on:input=move |event| set(event_target_value(&event))
                    data-test=format!("handling-{}", part.id)
                />
                <output>{words}</output>
            </label>
        }
    };
    let reset = move || {
        let theirs = name(player.get_untracked(), "");
        prefs.numbers.update(|numbers| numbers.retain(|name, _| !name.starts_with(&theirs)));
    };
    let whose = move |(index, words): (usize, &'static str)| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="handling-player"
                    prop:checked=move || player.get() == index
                    on:change=move |_| player.set(index)
                    data-test=format!("handling-player-{}", index + 1)
                />
                <span>{words}</span>
            </label>
        }
    };
    let players = move || {
        view! {
            <fieldset class="setting">
                <legend>"Whose keys"</legend>
                <div class="segments">{[(0, "Left player"), (1, "Right player")].map(whose).collect_view()}</div>
            </fieldset>
        }
    };
    view! {
        <Dialog open=open title="How keys repeat" test="handling-dialog">
            {pair.then(players)}
            {PARTS.map(row).collect_view()}
            <div class="row">
                <Press test="handling-reset" class="quiet" on_press=reset>"As it was"</Press>
            </div>
        </Dialog>
    }
}
