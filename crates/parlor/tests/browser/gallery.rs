//! Every page there is: looked at for barriers, and drawn for people to look at.

use crate::{offline::shown_in, person::Person, screen::Screen, stage::Stage};
use serde_json::json;
use std::{fs, path::Path, time::Duration};
use tokio::time::sleep;

/// Where the pictures go.
const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/pictures");
/// What finds barriers. `scripts/setup.sh test` puts it there.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/axe/node_modules/axe-core/axe.min.js");

const GAMES: [&str; 7] = ["battleship", "tetris", "pong", "death-roll", "words", "mahjong", "codenames"];
const THEMES: [&str; 2] = ["light", "dark"];

/// The pages that an address leads to, with what shows when they are there.
const PAGES: [(&str, &str, &str); 12] = [
    ("lobby", "/", "open-tables"),
    ("sheet", "/?game=battleship", "play-bot-easy"),
    ("sign-in", "/sign-in", "sign-form"),
    ("sign-up", "/sign-up", "sign-form"),
    ("profile", "/me", "profile-name"),
    ("leaderboards", "/leaderboards/battleship", "leaders"),
    ("leaderboards-runs", "/leaderboards/tetris?solo=sprint", "runs-empty"),
    ("sheet-tetris", "/?game=tetris", "run-sprint"),
    ("run", "/run/tetris/marathon", "run-start"),
    ("invitations", "/invitations", "invitations"),
    ("settings", "/settings", "settings-all"),
    ("no-table", "/t/ZZZZZZ", "sorry"),
];

/// Shows every page in turn.
async fn tour(person: &Person, mut look: impl AsyncFnMut(&str)) {
    person.visit("/").await;
    person.introduces_themselves().await;
    for (name, path, hook) in PAGES {
        person.visit(path).await;
        person.see(hook).await;
        look(name).await;
    }
    person.visit("/").await;
    person.press("open-table").await;
    person.see("open-submit").await;
    look("open-table").await;
    person.visit("/").await;
    person.goes_into("battleship", "friend-battleship").await;
    person.see("big-code").await;
    look("waiting").await;
    for game in GAMES {
        person.visit(&format!("/help/{game}")).await;
        person.see("help").await;
        look(&format!("help-{game}")).await;
        person.visit(&format!("/local/{game}")).await;
        person.see("local-bot-easy").await;
        look(&format!("local-{game}")).await;
        person.visit("/").await;
        person.goes_into(game, "play-bot-easy").await;
        person.see(shown_in(game)).await;
        look(&format!("table-{game}")).await;
    }
    person.visit("/").await;
    person.loses_to_a_bot().await;
    look("result").await;
    person.press("replay").await;
    person.see("replay-play").await;
    look("replay").await;
    let stranger: String = person.ask(STRANGER, json!([])).await;
    person.visit(&format!("/people/{stranger}")).await;
    person.see("profile-name").await;
    look("profile-of-another").await;
    person.signs_up().await;
    person.visit("/me/gold").await;
    person.see("statement").await;
    look("gold").await;
}

/// Lets a guest in beside the player, and gives their id.
const STRANGER: &str = "return fetch('/api/guest', {
    method: 'POST', credentials: 'omit', headers: { 'Content-Type': 'application/json' }, body: '{}',
}).then((answer) => answer.json()).then((welcome) => welcome.me.id)";

/// No page has a barrier that a machine can find: names, roles, contrasts, order.
#[tokio::test(flavor = "multi_thread")]
async fn no_page_has_barriers() {
    let axe = fs::read_to_string(AXE).expect("axe-core must be installed: scripts/setup.sh test");
    let stage = Stage::as_installed();
    let ada = stage.person("Ada", Screen::DESK).await;
    let mut found = Vec::new();
    tour(&ada, async |page| {
        for theme in THEMES {
            ada.prefers(theme).await;
            // What fades in has no contrast yet.
            ada.until("all to be drawn", async || {
                let still: bool = ada.ask(STILL, json!([])).await;
                Ok(still.then_some(()))
            })
            .await;
            let overlapping: Vec<String> = ada.ask(OVERLAPPING, json!([])).await;
            found.extend(overlapping.into_iter().map(|text| format!("{page}: something lies over {text:?}")));
            // Only colours depend on the theme.
            let violations: Vec<String> = match theme {
                "light" => ada.ask(&format!("{axe};\n{BARRIERS}"), json!([null])).await,
                _ => ada.ask(BARRIERS, json!([["color-contrast"]])).await,
            };
            found.extend(violations.into_iter().map(|violation| format!("{page}, {theme}: {violation}")));
        }
    })
    .await;
    assert!(found.is_empty(), "{} barriers:\n{}", found.len(), found.join("\n"));
}

/// The texts of a page of prose that others lie over.
const OVERLAPPING: &str = "
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
    const texts = [...document.querySelectorAll('.prose :is(h1, h2, p, ul)')].filter((text) => text.checkVisibility());
    const below = (text) => texts.filter((other) => other.parentElement === text.parentElement
        && text.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
    // Not their boxes, which text may leave.
    const extent = (text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return range.getBoundingClientRect();
    };
    const isUnder = (text) => below(text).some((other) => meet(extent(text), extent(other)));
    return texts.filter(isUnder).map((text) => text.textContent.slice(0, 40));
";

/// Whether nothing fades or slides, but for what moves for ever.
const STILL: &str = "return document.getAnimations().every((animation) =>
    animation.playState !== 'running' || animation.effect.getComputedTiming().iterations === Infinity)";

/// What is wrong by some rules or all of them, each with the first of the elements that it is about.
const BARRIERS: &str = "const only = arguments[0] ? { runOnly: arguments[0] } : {};
    return axe.run({ resultTypes: ['violations'], ...only }).then(({ violations }) =>
    violations.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0].html.slice(0, 160)} ${nodes[0].any[0]?.message ?? ''}`))";

/// How much of the page is below the window.
const BELOW: &str = "return document.scrollingElement.scrollHeight - innerHeight";

/// `make pictures`: every page on every screen, by day and in the evening.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "makes pictures for people to look at: make pictures"]
async fn pictures_of_every_page() {
    fs::create_dir_all(PICTURES).expect("a place for pictures");
    let stage = Stage::as_installed();
    let screens = [Screen::DESK, Screen::PHONE, Screen::PHONE_ON_ITS_SIDE, Screen::SMALL_PHONE];
    for (name, screen) in ["Ada", "Bea", "Cleo", "Dora"].into_iter().zip(screens) {
        let person = stage.person_in_motion(name, screen).await;
        tour(&person, async |page| {
            person.fits_in_width().await;
            if page.starts_with("table-") {
                let below: i64 = person.ask(BELOW, json!([])).await;
                assert!(below <= 0, "{page} scrolls by {below} on {screen:?}");
            }
            for theme in THEMES {
                person.prefers(theme).await;
                // Colours fade into each other.
                sleep(Duration::from_millis(300)).await;
                let picture = format!("{page}-{}x{}-{theme}.png", screen.width, screen.height);
                person.browser.screenshot(&Path::new(PICTURES).join(picture)).await.expect("a picture");
            }
        })
        .await;
    }
}
