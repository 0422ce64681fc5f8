//! The bar below the rack: the order of the tiles, what can be opened, and how the table looks.

use super::{
    desk::{Desk, Panel},
    looks::{Looks, Switch},
};
use crate::ui::{Dialog, Icon, icon};
use leptos::prelude::*;

/// The bar.
#[component]
pub fn Toolbar(desk: Desk) -> impl IntoView {
    let looks = Looks::expect();
    let open = RwSignal::new(false);
    let panel = move |which: Panel, words: &'static str, key: &'static str, test: &'static str| {
        view! {
            <button
                type="button"
                class="button quiet mj-tool"
                aria-pressed=move || (desk.panel.get() == Some(which)).to_string()
                title=format!("{words} ({key})")
                data-test=test
                on:click=move |_| desk.flip(which)
            >
                {words}
            </button>
        }
    };
    view! {
        <div class="mj-tools" role="toolbar" aria-label="The table">
            <button type="button" class="button quiet mj-tool" title="Sort the rack (Z)" data-test="sort" on:click=move |_| desk.next_sort()>
                "By " {move || looks.sort.get().name()}
            </button>
            {panel(Panel::Hints, "Hints", "H", "show-hints")}
            {panel(Panel::Card, "Card", "K", "show-card")}
            {panel(Panel::Scores, "Scores", "L", "show-scores")}
            <button
                type="button"
                class="button quiet round"
                aria-label="How the table looks and sounds"
                title="How the table looks and sounds"
                data-test="table-looks"
                on:click=move |_| open.set(true)
            >
                {icon(Icon::Gear)}
            </button>
            {desk.play.stop()}
        </div>
        <Dialog open title="How the table looks and sounds" test="looks-dialog">
            {switch(looks, Switch::Text, "Text tiles", "Letters and words instead of pictures.", "switch-text")}
            {switch(looks, Switch::Big, "Large tiles", "Larger tiles on the rack, in two rows.", "switch-big")}
            {switch(looks, Switch::Quick, "Let useless discards go", "A discard that you cannot claim is let go after a moment.", "switch-quick")}
            {switch(looks, Switch::Music, "Music", "A few quiet notes, as loud as the other sounds.", "switch-music")}
        </Dialog>
    }
}

fn switch(looks: Looks, which: Switch, name: &'static str, what: &'static str, test: &'static str) -> impl IntoView {
    view! {
        <label class="switch">
            <input type="checkbox" prop:checked=move || looks.is_on(which) on:change=move |_| looks.flip(which) data-test=test />
            <span>
                {name}
                <span class="small muted">{what}</span>
            </span>
        </label>
    }
}
