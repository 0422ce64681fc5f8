//! Every game's mark: a small picture in the game's own colour.

use leptos::prelude::*;

/// The mark of a game, or a plain die for one that has none.
pub fn mark(game: &str) -> AnyView {
    let (class, paths) = drawing(game);
    let paths = paths.iter().map(|&(kind, d)| view! { <path class=kind d=d /> }).collect_view();
    view! {
        <svg class=format!("mark mark-{class}") viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            {paths}
        </svg>
    }
    .into_any()
}

/// The class of a mark and its paths, each filled (`f`) or drawn (`s`); `s2` and `f2` have the second colour.
fn drawing(game: &str) -> (&'static str, &'static [(&'static str, &'static str)]) {
    match game {
        "battleship" => (
            "battleship",
            &[
                ("s", "M12 7.6V21 M8 10.6h8 M4 14.2c.5 4 3.6 6.6 8 6.8 4.4-.2 7.5-2.8 8-6.8"),
                ("s", "M9.6 5.2a2.4 2.4 0 1 0 4.8 0 2.4 2.4 0 1 0-4.8 0"),
                ("s", "M2.4 16.2 4 13.4l2.6 2 M21.6 16.2 20 13.4l-2.6 2"),
            ],
        ),
        "tetris" => {
            ("tetris", &[("f", "M3 6h5.4v5.4H3z M9.3 6h5.4v5.4H9.3z M15.6 6H21v5.4h-5.4z M9.3 12.3h5.4v5.4H9.3z")])
        }
        "pong" => (
            "pong",
            &[
                ("s", "M14.6 14.6 20 20"),
                (
                    "f",
                    "M5 4.8a7 7 0 0 1 10 0c2.8 2.8 3 6.6.6 9L14 15.4 4.6 6z M3.9 7.2l9 9-1.5.7c-2.6.9-5-.1-6.8-2.1-1.7-2-2.2-5.2-.7-7.6z",
                ),
                ("f2", "M17.4 6.6a2 2 0 1 0 4 0 2 2 0 1 0-4 0"),
            ],
        ),
        "words" => (
            "words",
            &[(
                "s",
                "M4 3.5h16a.5.5 0 0 1 .5.5v16a.5.5 0 0 1-.5.5H4a.5.5 0 0 1-.5-.5V4a.5.5 0 0 1 .5-.5z M7 8l2.4 8L12 9.6 14.6 16 17 8",
            )],
        ),
        "mahjong" => (
            "mahjong",
            &[
                ("s", "M9.5 2.5h5V9h-5z M9.5 9h5v6.2h-5z M9.5 15.2h5v6.3h-5z"),
                (
                    "f",
                    "M14.5 8.6c3-.4 5-2 5.6-4.6-2.8.1-4.9 1.7-5.6 4.6z M9.5 14.8c-3-.4-5-2-5.6-4.6 2.8.1 4.9 1.7 5.6 4.6z",
                ),
            ],
        ),
        "codenames" => (
            "codenames",
            &[
                ("s", "M2 12c2.4-4.2 5.8-6.4 10-6.4"),
                ("s2", "M12 5.6c4.2 0 7.6 2.2 10 6.4-2.4 4.2-5.8 6.4-10 6.4"),
                ("s", "M12 18.4C7.8 18.4 4.4 16.2 2 12"),
                ("f2", "M12 8.6a3.4 3.4 0 0 1 0 6.8z"),
                ("f", "M12 8.6a3.4 3.4 0 0 0 0 6.8z"),
            ],
        ),
        _ => (
            "death-roll",
            &[
                ("s", "M12 2.5 20.5 7v10L12 21.5 3.5 17V7z M3.5 7 12 11.6 20.5 7 M12 11.6v9.9"),
                (
                    "f",
                    "M10.8 7a1.2.7 0 1 0 2.4 0 1.2.7 0 1 0-2.4 0 M6.6 14.2a.8 1 0 1 0 1.6 0 .8 1 0 1 0-1.6 0 M14.6 13.4a.8 1 0 1 0 1.6 0 .8 1 0 1 0-1.6 0 M17.2 16.4a.8 1 0 1 0 1.6 0 .8 1 0 1 0-1.6 0",
                ),
            ],
        ),
    }
}
