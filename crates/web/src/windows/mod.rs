//! Tables in windows above the lobby, on screens that have the room.

mod area;
mod grip;
mod pane;

pub use area::Area;
pub use pane::PaneView;

use crate::{
    browser::media,
    games,
    parts::{self, later},
    place::use_path,
    prefs::Prefs,
};
use leptos::prelude::*;
use parlor_wire::TableCode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// From this width on a screen has the room.
const WIDE: &str = "(min-width: 1100px)";

/// The size of a window for a game that this page does not know, in pixels.
const ANY_GAME: (u32, u32) = (800, 640);

/// Which windows are open and where; remembered between visits.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Layout {
    /// Open windows, in the order in which they were opened.
    open: Vec<Pane>,
    /// Where a window of each game was last.
    places: BTreeMap<String, Area>,
}

/// An open window.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Pane {
    code: TableCode,
    game: String,
    area: Area,
    minimised: bool,
    /// The window touched last is on top.
    touched: u32,
}

/// All windows. Copy it freely.
#[derive(Clone, Copy)]
pub struct Windows {
    layout: RwSignal<Layout>,
    fit: Signal<bool>,
}

impl Windows {
    /// The windows that were open at the last visit.
    pub fn new(prefs: Prefs) -> Self {
        Self { layout: prefs.windows, fit: media(WIDE) }
    }

    /// The windows, from anywhere below the app.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Whether the screen has room for windows.
    pub const fn fit(&self) -> Signal<bool> {
        self.fit
    }

    /// Opens a window for a table, or brings it to the front.
    pub fn open(&self, code: TableCode, game: &str) {
        let known = self.layout.with_untracked(|layout| layout.open.iter().any(|pane| pane.code == code));
        if !known {
            self.layout.update(|layout| {
                let area = layout
                    .places
                    .get(game)
                    .copied()
                    .unwrap_or_else(|| Area::first(games::face(game).map_or(ANY_GAME, |face| face.window)));
                let area = layout.open.iter().fold(area, |area, other| area.beside(other.area)).inside_screen();
                let game = game.to_owned();
                layout.open.push(Pane { code, game, area, minimised: false, touched: 0 });
            });
        }
        self.change(code, |pane| pane.minimised = false);
        self.raise(code);
    }

    /// Closes the window of a table, if there is one. The seat stays.
    pub fn close(&self, code: TableCode) {
        self.layout.maybe_update(|layout| {
            let before = layout.open.len();
            layout.open.retain(|pane| pane.code != code);
            layout.open.len() != before
        });
    }

    /// Brings a window to the front.
    fn raise(&self, code: TableCode) {
        let top = self.layout.with_untracked(|layout| layout.open.iter().map(|pane| pane.touched).max().unwrap_or(0));
        self.change(code, |pane| {
            if pane.touched < top || top == 0 {
                pane.touched = top + 1;
            }
        });
    }

    fn change(&self, code: TableCode, change: impl FnOnce(&mut Pane)) {
        self.layout.maybe_update(|layout| {
            let Some(pane) = layout.open.iter_mut().find(|pane| pane.code == code) else {
                return false;
            };
            let before = pane.clone();
            change(pane);
            *pane != before
        });
    }

    /// A window came to rest: remember where, also for the next one of that game.
    fn rest(&self, code: TableCode, area: Area) {
        self.change(code, |pane| pane.area = area);
        self.layout.update(|layout| {
            if let Some(pane) = layout.open.iter().find(|pane| pane.code == code) {
                layout.places.insert(pane.game.clone(), area);
            }
        });
    }

    fn pane(self, code: TableCode) -> Memo<Option<Pane>> {
        Memo::new(move |_| self.layout.with(|layout| layout.open.iter().find(|pane| pane.code == code).cloned()))
    }
}

/// The windows themselves. They stay alive, unseen, while a page of its own has the screen.
#[component]
pub fn WindowsLayer() -> impl IntoView {
    let windows = Windows::expect();
    let path = use_path();
    let codes = Memo::new(move |_| {
        let fit = windows.fit.get();
        windows.layout.with(|layout| layout.open.iter().filter(|_| fit).map(|pane| pane.code).collect::<Vec<_>>())
    });
    view! {
        <div class="windows" hidden=move || path.get() != "/" data-test="windows">
            <For each=move || codes.get() key=|code| *code let:code>
                {later(parts::table, move |table| (table.pane)(code))}
            </For>
        </div>
    }
}
