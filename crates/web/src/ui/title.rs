//! What the page is called, and that those who cannot see it hear of another one.

use super::Chrome;
use crate::{games, place::use_path};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{FocusOptions, HtmlElement};

/// How often a page that is on its way is looked for, and how many times.
const LOOK: Duration = Duration::from_millis(50);
const LOOKS: u32 = 100;

/// Calls the browser's tab after the page, and moves the focus to the heading of another page: it would be lost with
/// the link that led there, and a screen reader would say nothing.
#[component]
pub fn Title() -> impl IntoView {
    let (chrome, path) = (Chrome::expect(), use_path());
    Effect::new(move |_| {
        let name = chrome.called.get().or_else(|| name_of(&path.get()));
        document().set_title(&name.map_or_else(|| "Parlor".into(), |name| format!("{name} · Parlor")));
    });
    Effect::new(move |before: Option<String>| {
        let now = path.get();
        // A table has a status line, which is read out, and keys of its own.
        if before.is_some_and(|before| before != now) && !now.starts_with("/t/") {
            let wanted = now.clone();
            enter(move || path.try_get_untracked().is_some_and(|path| path == wanted), LOOKS);
        }
        now
    });
}

/// What a page is called that lies at this path inside the house; nothing for the lobby, and for what has to be asked for.
fn name_of(path: &str) -> Option<String> {
    let steps: Vec<_> = path.split('/').filter(|step| !step.is_empty()).collect();
    let game = |id: &str| games::face(id).map(|face| face.game.name);
    Some(match *steps.as_slice() {
        ["help", id] => format!("How to play {}", game(id)?),
        ["local", id] => format!("{} on this screen", game(id)?),
        ["run", id, solo] => {
            let solo = games::face(id)?.solos.iter().find(|known| known.id == solo)?;
            format!("{} {}", game(id)?, solo.name.to_lowercase())
        }
        ["leaderboards", id] => format!("{} leaderboard", game(id)?),
        [first, ref rest @ ..] => match (first, rest) {
            ("replay", [_]) => "Replay",
            ("sign-in", []) => "Sign in",
            ("sign-up", []) => "Create an account",
            ("me", []) | ("people", [_]) => "Player",
            ("me", ["gold"]) => "Your gold",
            ("leaderboards", []) => "Leaderboards",
            ("invitations", []) => "Invitations",
            ("settings", []) => "Settings",
            ("admin", []) => "Looking after the house",
            _ => return None,
        }
        .into(),
        [] => return None,
    })
}

/// Moves the focus to the heading of the page once it is there, while it is `still` wanted. A page that has put the
/// focus somewhere itself knows better.
fn enter(still: impl Fn() -> bool + 'static, looks: u32) {
    let look = move || {
        let taken = document().active_element().is_some_and(|it| it.tag_name() != "BODY");
        if taken || !still() {
            return;
        }
        let heading = document().query_selector("main h1").ok().flatten();
        match heading.and_then(|heading| heading.dyn_into::<HtmlElement>().ok()) {
            Some(heading) => {
                heading.set_tab_index(-1);
                let options = FocusOptions::new();
                // On the way back the browser has scrolled to where the page was left.
                options.set_prevent_scroll(true);
                // It fails only for what cannot take the focus.
                let _ = heading.focus_with_options(&options);
            }
            None if looks > 0 => enter(still, looks - 1),
            None => {}
        }
    };
    set_timeout(look, LOOK);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_called_after_what_is_on_it() {
        let named = [
            ("/leaderboards", Some("Leaderboards")),
            ("/leaderboards/tetris", Some("Tetris leaderboard")),
            ("/help/death-roll", Some("How to play Death Roll")),
            ("/local/pong", Some("Pong on this screen")),
            ("/run/tetris/sprint", Some("Tetris sprint")),
            ("/me/gold", Some("Your gold")),
            ("/settings", Some("Settings")),
            ("/", None),
            ("/t/K7QX2M", None),
            ("/help/chess", None),
            ("/no/such/room", None),
        ];
        for (path, name) in named {
            assert_eq!(name_of(path).as_deref(), name, "{path}");
        }
    }
}
