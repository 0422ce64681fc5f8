//! The seven games of the house, whether or not they are here yet.

use crate::games;
use leptos::prelude::*;

/// A game as the lobby speaks of it: id, name, and a line that makes one want to play.
pub struct Title {
    /// Stable id.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// A line that makes one want to play.
    pub line: &'static str,
}

const SHELF: [Title; 7] = [
    Title { id: "battleship", name: "Battleship", line: "Find their fleet before they find yours." },
    Title { id: "tetris", name: "Tetris", line: "Stack fast and send the trouble across." },
    Title { id: "pong", name: "Pong", line: "Two paddles, one ball, first to five." },
    Title { id: "death-roll", name: "Death Roll", line: "Roll lower and lower, but never a one." },
    Title { id: "words", name: "Words", line: "Seven letters and a board to cross." },
    Title { id: "mahjong", name: "American Mahjong", line: "Four players, one card, many jokers." },
    Title { id: "codenames", name: "Codenames", line: "One word that means nine." },
];

/// What the lobby says about a game.
pub fn line_of(game: &str) -> &'static str {
    SHELF.iter().find(|title| title.id == game).map_or("", |title| title.line)
}

/// The games that are not here yet.
#[component]
pub fn Coming(
    /// Ids of the games that are.
    present: Vec<&'static str>,
) -> impl IntoView {
    let absent = SHELF.iter().filter(|title| !present.contains(&title.id));
    let items: Vec<_> = absent
        .map(|title| {
            view! {
                <li class="coming">
                    {games::mark(title.id)}
                    <span class="coming-name">{title.name}</span>
                    <span class="muted">{title.line}</span>
                </li>
            }
        })
        .collect();
    (!items.is_empty()).then(|| {
        view! {
            <section class="coming-soon" aria-label="Coming to the house">
                <h2>"Coming to the house"</h2>
                <ul>{items}</ul>
            </section>
        }
    })
}
