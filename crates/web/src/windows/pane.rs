//! One window.

use super::{Area, Windows, area::Edge, grip::Grip};
use crate::{
    games,
    house::House,
    place::use_navigate,
    table::{LeaveDialog, Place, TableCtx, TableView, company},
    ui::{Icon, icon},
};
use leptos::{ev, prelude::*};
use leptos_router::NavigateOptions;
use parlor_wire::TableCode;

/// A table in a window.
#[component]
pub fn PaneView(code: TableCode) -> impl IntoView {
    let windows = Windows::expect();
    let ctx = House::expect().enter(code);
    let pane = windows.pane(code);
    // Where the window rests, as far as the screen allows.
    let resting = move || {
        pane.with_untracked(|pane| {
            pane.as_ref().map_or_else(|| Area::first((800, 600)), |pane| pane.area.inside_screen())
        })
    };
    let area = RwSignal::new(resting());
    let resized = window_event_listener(ev::resize, move |_| area.set(resting()));
    on_cleanup(move || resized.remove());
    let grip = Grip::new(area, Callback::new(move |area| windows.rest(code, area)));
    let minimised = move || pane.with(|pane| pane.as_ref().is_some_and(|pane| pane.minimised));
    let touched = move || pane.with(|pane| pane.as_ref().map_or(0, |pane| pane.touched));
    let handle = move |edge: Edge, class: &'static str| {
        view! {
            <div
                class=class
                on:pointerdown=move |event| grip.take(edge, &event)
                on:pointermove=move |event| grip.drag(&event)
                on:pointerup=move |_| grip.release()
                on:pointercancel=move |_| grip.release()
            ></div>
        }
    };
    view! {
        <section
            class="window"
            class:minimised=minimised
            aria-label=format!("Table {code}")
            data-test="window"
            data-code=code.to_string()
            style=move || format!("{};z-index:{}", area.get().style(), touched())
            on:pointerdown=move |_| windows.raise(code)
            on:focusin=move |_| windows.raise(code)
        >
            <TitleBar windows ctx grip minimised=Signal::derive(minimised) />
            <div class="window-body">
                <TableView ctx place=Place::Window />
            </div>
            {handle(Edge::Right, "window-edge right")}
            {handle(Edge::Bottom, "window-edge bottom")}
            {handle(Edge::Corner, "window-edge corner")}
        </section>
    }
}

#[component]
fn TitleBar(windows: Windows, ctx: TableCtx, grip: Grip, minimised: Signal<bool>) -> impl IntoView {
    let code = ctx.code();
    let navigate = use_navigate();
    let leaving = RwSignal::new(false);
    let game = ctx.memo(|model| model.info.game.clone());
    let people = ctx.memo(company);
    let fold = move |_| windows.change(code, |pane| pane.minimised = !pane.minimised);
    // Closing a window is leaving the table: a game that goes on unseen is worse than one question.
    let close = move |_| leaving.set(true);
    let maximise = move |_| navigate(&format!("/t/{code}"), NavigateOptions::default());
    view! {
        <header
            class="window-title"
            tabindex="0"
            role="group"
            aria-label=move || format!("Window of table {code}, {}. Arrow keys move it.", people.get())
            data-test="window-title"
            on:pointerdown=move |event| grip.take(Edge::Title, &event)
            on:pointermove=move |event| grip.drag(&event)
            on:pointerup=move |_| grip.release()
            on:pointercancel=move |_| grip.release()
            on:keydown=move |event| grip.key(&event)
        >
            <span class="bar-mark">{move || Some(game.get()).filter(|game| !game.is_empty()).map(|game| games::mark(&game))}</span>
            <span class="window-name">
                // No button: a window is dragged by its title. Sharing is for the page.
                <span class="bar-code">{code.to_string()}</span>
                <span class="window-with">{move || if minimised.get() { ctx.status().get() } else { people.get() }}</span>
            </span>
            <button
                type="button"
                class="button quiet round"
                aria-label=move || if minimised.get() { "Restore" } else { "Minimise" }
                data-test="window-minimise"
                on:click=fold
            >
                {icon(Icon::Minimise)}
            </button>
            <button
                type="button"
                class="button quiet round"
                aria-label="Maximise to a page"
                data-test="window-maximise"
                on:click=maximise
            >
                {icon(Icon::Maximise)}
            </button>
            <button
                type="button"
                class="button quiet round"
                aria-label="Close and leave"
                data-test="window-close"
                on:click=close
            >
                {icon(Icon::Close)}
            </button>
        </header>
        // Outside of the title, where pointers and arrow keys move the window.
        <LeaveDialog ctx asked=leaving on_left=move || windows.close(code) />
    }
}
