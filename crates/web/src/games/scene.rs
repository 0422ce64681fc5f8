//! A game's scene: a small board that moves.

use leptos::prelude::*;

/// The scene of a game, for the eyes alone: what it shows is said beside it.
pub fn scene(game: &str) -> AnyView {
    let face = super::face(game);
    view! {
        <svg
            class="scene"
            style=face.map(super::Face::tint)
            viewBox="0 0 120 80"
            aria-hidden="true"
            focusable="false"
            inner_html=face.map(|face| face.scene)
        ></svg>
    }
    .into_any()
}
