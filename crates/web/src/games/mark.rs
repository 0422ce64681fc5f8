//! Every game's mark: a small picture in the game's own colour.

use leptos::prelude::*;

/// A part of a mark: an SVG path.
#[derive(Clone, Copy, Debug)]
pub enum Stroke {
    /// A path that is drawn.
    Line(&'static str),
    /// A path that is filled.
    Fill(&'static str),
}

/// A die: the mark of a game that this page does not know.
const PLAIN: &[Stroke] = &[Stroke::Line("M12 2.5 20.5 7v10L12 21.5 3.5 17V7z M3.5 7 12 11.6 20.5 7 M12 11.6v9.9")];

/// The mark of a game.
pub fn mark(game: &str) -> AnyView {
    let face = super::face(game);
    let path = |stroke: &Stroke| {
        let (class, d) = match stroke {
            Stroke::Line(d) => ("mark-line", *d),
            Stroke::Fill(d) => ("mark-fill", *d),
        };
        view! { <path class=class d=d /> }
    };
    let paths = face.map_or(PLAIN, |face| face.mark).iter().map(path).collect_view();
    view! {
        <svg class="mark" style=face.map(super::Face::tint) viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            {paths}
        </svg>
    }
    .into_any()
}
