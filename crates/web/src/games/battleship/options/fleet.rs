//! The ships of the fleet: more, fewer, longer, shorter.

use super::Edit;
use crate::games::battleship::ships;
use leptos::prelude::*;
use parlor_battleship::{MAX_SHIPS, ShipClass};

/// A line for every ship, and one to add another.
pub fn editor(edit: Edit) -> impl IntoView {
    let fleet = Memo::new(move |_| edit.with(|config| config.fleet.clone()).unwrap_or_default());
    let lines =
        move || fleet.get().into_iter().enumerate().map(|(index, kind)| line(edit, index, &kind)).collect_view();
    view! {
        <fieldset class="wide">
            <legend>"Fleet"</legend>
            <ul class="bs-fleet-edit" role="list">{lines}</ul>
            <Show when=move || fleet.read().len() < MAX_SHIPS>
                <button type="button" class="button quiet" data-test="option-ship-add" on:click=move |_| add(edit)>"Add a ship"</button>
            </Show>
        </fieldset>
    }
}

fn line(edit: Edit, index: usize, kind: &ShipClass) -> impl IntoView + use<> {
    let change = move |change: &dyn Fn(&mut ShipClass)| {
        edit.update(|config| config.fleet.get_mut(index).into_iter().for_each(change));
    };
    let resize = move |by: i8| change(&|kind| kind.size = kind.size.saturating_add_signed(by).max(1));
    view! {
        <li>
            {ships::portrait(kind)}
            <input
                type="text"
                maxlength="40"
                aria-label="Name"
                prop:value=kind.name.clone()
                on:change=move |event| {
                    let name = event_target_value(&event);
                    change(&|kind| kind.name.clone_from(&name));
                }
                data-test=format!("option-ship-name-{}", index + 1)
            />
            <span class="bs-size" data-test=format!("option-ship-size-{}", index + 1)>
                <button type="button" class="button quiet round" aria-label=format!("{} shorter", kind.name) on:click=move |_| resize(-1)>"−"</button>
                <output>{kind.size}</output>
                <button type="button" class="button quiet round" aria-label=format!("{} longer", kind.name) on:click=move |_| resize(1)>"+"</button>
            </span>
            <button
                type="button"
                class="button quiet round"
                aria-label=format!("Remove {}", kind.name)
                data-test=format!("option-ship-remove-{}", index + 1)
                on:click=move |_| edit.update(|config| drop(config.fleet.remove(index)))
            >
                "×"
            </button>
        </li>
    }
}

/// Adds a small ship with an id that no other has.
fn add(edit: Edit) {
    edit.update(|config| {
        let taken = |id: &String| config.fleet.iter().any(|kind| kind.id == *id);
        let number = (1..).find(|number| !taken(&format!("patrol-{number}"))).unwrap_or(0);
        config.fleet.push(ShipClass { id: format!("patrol-{number}"), name: format!("Patrol boat {number}"), size: 2 });
    });
}
