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
    fn name(self) -> String {
        format!("tetris.{}", self.id)
    }

    fn chosen(self, prefs: Prefs) -> u8 {
        prefs.numbers.with(|numbers| numbers.get(&self.name()).copied()).unwrap_or(self.usual).min(self.most)
    }
}

/// What was chosen.
pub fn chosen(prefs: Prefs) -> Handling {
    let [delay, repeat, soft] = PARTS.map(|part| part.chosen(prefs));
    Handling { delay, repeat, soft }
}

/// The dialog in which people choose it.
#[component]
pub fn HandlingDialog(open: RwSignal<bool>) -> impl IntoView {
    let prefs = Prefs::expect();
    let row = move |part: Part| {
        let words = move || match part.chosen(prefs) {
            0 => "at once".to_owned(),
            ticks => format!("{} ms", (f64::from(ticks) * 1000.0 / 60.0).round()),
        };
        let set = move |text: String| {
            if let Ok(ticks) = text.parse::<u8>() {
                prefs.numbers.update(|numbers| _ = numbers.insert(part.name(), ticks.min(part.most)));
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
                    prop:value=move || part.chosen(prefs)
                    on:input=move |event| set(event_target_value(&event))
                    data-test=format!("handling-{}", part.id)
                />
                <output>{words}</output>
            </label>
        }
    };
    let reset = move || prefs.numbers.update(|numbers| numbers.retain(|name, _| !name.starts_with("tetris.")));
    view! {
        <Dialog open=open title="How keys repeat" test="handling-dialog">
            {PARTS.map(row).collect_view()}
            <div class="row">
                <Press test="handling-reset" class="quiet" on_press=reset>"As it was"</Press>
            </div>
        </Dialog>
    }
}
