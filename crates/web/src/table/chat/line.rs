//! One line of the chat, and what can be done about it.

use super::TableCtx;
use crate::ui::{Grievance, Icon, icon, person_name};
use leptos::{html, prelude::*};
use parlor_wire::{ChatLine, Kind, LineId, Occupant, Person, UserId};

/// A line. Its menu opens below it, one at a time.
#[component]
pub fn Line(
    ctx: TableCtx,
    line: ChatLine,
    list: NodeRef<html::Div>,
    chosen: RwSignal<Option<LineId>>,
    reported: RwSignal<Option<Grievance>>,
) -> impl IntoView {
    let house = ctx.house();
    let (id, from) = (line.id, line.from);
    let mine = Memo::new(move |_| house.visitor.me().with(|me| me.as_ref().is_some_and(|me| me.id == from)));
    let muted = Memo::new(move |_| house.mutes.has(from));
    let person = Person { id: from, name: line.name.clone(), kind: kind_of(ctx, from) };
    let by = person_name(&person);
    let seated = line.seated;
    let text = line.text.clone();
    let said = move || match muted.get() {
        true => view! { <span class="said-text muted small" data-test="said-muted">"muted"</span> }.into_any(),
        false => view! { <span class="said-text" dir="auto">{text.clone()}</span> }.into_any(),
    };
    let aloud = format!("About {}", line.name);
    let is_open = Memo::new(move |_| chosen.get() == Some(id));
    let menu = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let (Some(menu), Some(list)) = (menu.get(), list.get_untracked()) else { return };
        // The menu of the last line would open below the edge.
        let bottom = menu.offset_top() + menu.offset_height() - list.offset_top();
        list.set_scroll_top(list.scroll_top().max(bottom - list.client_height()));
    });
    let (person, line) = (StoredValue::new(person), StoredValue::new(line));
    view! {
        <li class="said" class:mine=mine data-test="said">
            <span class="said-by">
                <bdi>{by}</bdi>
                {(!seated).then_some(" (watching)")}
            </span>
            {said}
            <Show when=move || !mine.get()>
                <button
                    type="button"
                    class="button quiet round said-more"
                    aria-label=aloud.clone()
                    aria-expanded=move || is_open.get().to_string()
                    data-test="said-more"
                    on:click=move |_| chosen.set((!is_open.get_untracked()).then_some(id))
                >
                    {icon(Icon::More)}
                </button>
            </Show>
            <Show when=move || is_open.get()>
                <div class="said-menu" node_ref=menu data-test="said-menu">
                    <button
                        type="button"
                        class="button"
                        data-test="said-mute"
                        on:click=move |_| {
                            chosen.set(None);
                            if muted.get_untracked() { house.unmute(from) } else { house.mute(person.get_value()) }
                        }
                    >
                        {move || if muted.get() { "Unmute" } else { "Mute" }}
                    </button>
                    <button
                        type="button"
                        class="button"
                        data-test="said-report"
                        on:click=move |_| {
                            chosen.set(None);
                            reported.set(Some(Grievance::line(ctx.code(), line.get_value())));
                        }
                    >
                        {icon(Icon::Flag)}
                        "Report…"
                    </button>
                </div>
            </Show>
        </li>
    }
}

/// What kind of user sits here. Of those who only watch nothing is known.
fn kind_of(ctx: TableCtx, who: UserId) -> Kind {
    let kind = |occupant: &Occupant| match occupant {
        Occupant::Person { id, kind, .. } if *id == who => Some(*kind),
        _ => None,
    };
    let found = ctx.with_untracked(|model| model.info.seats.iter().find_map(|seat| kind(&seat.occupant)));
    found.flatten().unwrap_or_default()
}
