//! What can be learnt from a finished match: how lucky and how well aimed the shots were, where it turned, and what `hard`
//! would have thought. It is worked out in this browser, a step at a time.

use crate::{games::kit::plural, house::House, replay::Reel};
use leptos::prelude::*;
use parlor_battleship::{
    Battleship, Cell, Config, View,
    insight::{Judged, Shooting, chances, turning_point},
};
use parlor_kernel::{Outcome, Record, Replay, Seat, Viewer};
use std::{sync::Arc, time::Duration};

/// How many steps are looked at before the page may breathe.
const AT_ONCE: usize = 8;
/// Chances below this are not worth a colour, in percent.
const COLD: u8 = 1;

/// What has been worked out of a match so far. Copy it freely.
#[derive(Clone, Copy)]
pub struct Insight {
    /// Every attack, with the position of the replay after it.
    attacks: RwSignal<Vec<(usize, Judged)>>,
    done: RwSignal<bool>,
    outcome: StoredValue<Option<Outcome>>,
    /// Whether the boards show what `hard` would have thought.
    pub heat: RwSignal<bool>,
}

impl Insight {
    /// Looks into a match, and is there for all that is drawn of it from now on.
    pub fn provide(record: &Record) {
        let outcome = record.footer.as_ref().map(|footer| footer.outcome);
        let insight = Self {
            attacks: RwSignal::new(Vec::new()),
            done: RwSignal::new(false),
            outcome: StoredValue::new(outcome),
            heat: RwSignal::new(false),
        };
        if let Ok(replay) = Replay::<Battleship>::new(record.clone(), &House::expect().catalog.library()) {
            let replay = StoredValue::new_local(replay);
            set_timeout(move || insight.go_on(replay), Duration::ZERO);
        }
        provide_context(insight);
    }

    /// The insight into the match that is drawn here.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Looks at the next steps.
    fn go_on(self, replay: StoredValue<Replay<Battleship>, LocalStorage>) {
        // The page may be gone by now.
        let found = replay.try_update_value(|replay| (0..AT_ONCE).map_while(|_| step(replay)).collect::<Vec<_>>());
        let Some(found) = found else { return };
        let over = found.len() < AT_ONCE;
        let noted = self.attacks.try_update(|attacks| attacks.extend(found.into_iter().flatten()));
        match (noted, over) {
            (Some(()), false) => set_timeout(move || self.go_on(replay), Duration::ZERO),
            _ => _ = self.done.try_set(true),
        }
    }

    /// How a seat has shot up to a position of the replay.
    fn shooting(self, seat: Seat, position: usize) -> Shooting {
        self.attacks.with(|attacks| {
            let until = attacks.iter().filter(|(after, _)| *after <= position);
            Shooting::of(until.map(|(_, attack)| attack), seat)
        })
    }

    /// The attack with which the winner took the lead for good, with the position after it.
    fn turned(self) -> Option<(usize, Judged)> {
        let winner = self.outcome.get_value()?.winners().first()?;
        self.attacks.with(|attacks| {
            let all: Vec<_> = attacks.iter().map(|(_, attack)| *attack).collect();
            attacks.get(turning_point(&all, winner)?).copied()
        })
    }

    /// "luck +1.3 · aim 82 %", of a seat at a position.
    pub fn words(self, seat: Seat, position: usize) -> String {
        let Shooting { luck, aim, fired, .. } = self.shooting(seat, position);
        if fired == 0 {
            return String::new();
        }
        let sign = if luck < -0.05 { "−" } else { "+" };
        let aim = aim.map(|aim| format!(" · aim {:.0} %", aim * 100.0)).unwrap_or_default();
        format!("luck {sign}{:.1}{aim}", luck.abs())
    }
}

/// The next step, and the attack that it was; nothing at the end.
fn step(replay: &mut Replay<Battleship>) -> Option<Option<(usize, Judged)>> {
    let before = [Seat(0), Seat(1)].map(|seat| replay.view(Viewer::Seat(seat)));
    let step = replay.step().ok().flatten()?;
    let judged = step.events.iter().find_map(|event| Judged::of(replay.config(), &before, event));
    Some(judged.map(|judged| (replay.position(), judged)))
}

/// Where `seat` would have looked for ships, as `hard` thinks: cells with a chance in percent.
pub fn heat(config: &Config, view: &View, seat: Seat) -> Vec<(Cell, u8)> {
    let chances = chances(config, view, seat).into_iter().map(|chance| (chance * 100.0).round() as u8);
    config.cells().zip(chances).filter(|(_, percent)| *percent >= COLD).collect()
}

/// The bar below the boards: what `hard` would have thought, and where the match turned.
pub fn bar(names: &[String]) -> AnyView {
    let (insight, reel) = (Insight::expect(), Reel::expect());
    let names = Arc::new(names.to_vec());
    let turned = move || {
        let names = Arc::clone(&names);
        insight.done.get().then(|| {
            insight.turned().map(|(position, Judged { seat, at, hits, .. })| {
                let who = names.get(seat.index()).cloned().unwrap_or_default();
                let words = format!("Turning point: {who} at {at}");
                let title =
                    format!("With {} at {at}, {who} took the lead for good.", plural(hits as usize, "hit", "hits"));
                view! {
                    <button
                        type="button"
                        class="button quiet"
                        title=title
                        data-test="turning-point"
                        on:click=move |_| reel.go(position)
                    >
                        {words}
                    </button>
                }
            })
        })
    };
    view! {
        <div class="bs-insight" data-test="insight" data-done=move || insight.done.get().then_some("")>
            <label class="switch">
                <input
                    type="checkbox"
                    prop:checked=move || insight.heat.get()
                    on:change=move |_| insight.heat.update(|on| *on = !*on)
                    data-test="heat"
                />
                "Where hard would look"
            </label>
            {turned}
        </div>
    }
    .into_any()
}
