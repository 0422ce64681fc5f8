//! How to play: a small board to try.

use super::{
    cards::grid,
    words::{class, sign},
};
use leptos::prelude::*;
use parlor_codenames::{CARDS, Count, Face, Hint, Kind, Phase, Place, Places, Side, View, Window};
use parlor_kernel::{Seat, SeatSet};

/// A board whose hint is "fruit, 2".
const WORDS: [&str; 25] = [
    "Apple", "Bridge", "Piano", "Dragon", "Moon", "Shark", "Lemon", "Castle", "Wheel", "Needle", "Forest", "Robot",
    "Crown", "Anchor", "Candle", "Ghost", "Train", "Desert", "Spider", "Opera", "Rocket", "Mirror", "Violin", "Storm",
    "Poison",
];
/// What becomes of a tap: two red words fit the hint, and one is the assassin.
const RED: [u8; 9] = [0, 6, 3, 9, 12, 14, 17, 20, 22];
const BLUE: [u8; 8] = [1, 4, 7, 10, 13, 16, 19, 23];
const ASSASSIN: u8 = 24;

/// The rules on one screen.
pub fn how_to() -> AnyView {
    let kinds = [
        (Kind::Red, "the red team’s words"),
        (Kind::Blue, "the blue team’s words"),
        (Kind::Innocent, "nobody’s words: they end the turn"),
        (Kind::Assassin, "the assassin: the team that reveals it loses at once"),
    ];
    let kinds = kinds.map(|(kind, what)| {
        view! {
            <li>
                <span class=format!("cn-found {}", class(kind))>{sign(kind)}</span>
                " "
                {what}
            </li>
        }
    });
    view! {
        <div class="cn-howto">
            <h1>"Codenames"</h1>
            <p class="lead">
                "Two teams look for their words on a board of twenty-five. Only the spymasters know which are whose, and they may say one word and a number at a time."
            </p>
            <Demo />
            <ul class="cn-kinds">{kinds.into_iter().collect_view()}</ul>
            <h2>"A turn"</h2>
            <p>
                "The spymaster gives a hint: one word, and for how many cards. It may not be a word on the board, a form of one or a part of one. The team reveals at least one card and at most one more than the number. A card that is not theirs ends the turn. The team whose words are all revealed wins."
            </p>
            <h2>"Interceptions"</h2>
            <p>
                "In this game points decide. After each hint the other team may reveal one card before the hinting team does: a word of theirs brings two points, three within ten seconds; another card gives the hinting team one. Every word that is revealed is a point for its owner, and a team whose words are all revealed gains three."
            </p>
            <h2>"A duet"</h2>
            <p>
                "Two players look for fifteen green words in nine turns. Each sees a key of their own and gives hints for it in turn. After the last turn there are no more hints, and a wrong card loses."
            </p>
            <p class="muted">
                "Spymasters say nothing in the chat while a match runs. Tap a card to mark it for your team; then reveal it. Type " <kbd>"/hint ocean 2"</kbd> " or " <kbd>"/guess whale"</kbd> ", if you prefer."
            </p>
        </div>
    }
    .into_any()
}

/// A turn to try. Nothing leaves the page.
#[component]
fn Demo() -> impl IntoView {
    let view = RwSignal::new(opening());
    let says = RwSignal::new("Try it: your team is red, and the hint is FRUIT, 2.".to_owned());
    let tap = Callback::new(move |card: Place| {
        let over = view.with_untracked(|view| view.phase == Phase::Ended || view.faces[card.index()].shown.is_some());
        if over {
            view.set(opening());
            says.set("Once more: FRUIT, 2.".into());
            return;
        }
        let kind = kind(card);
        view.update(|view| {
            view.faces[card.index()].shown = Some(kind);
            let found = view.faces.iter().filter(|face| face.shown == Some(Kind::Red)).count();
            if kind != Kind::Red || found == 3 {
                view.phase = Phase::Ended;
            }
        });
        says.set(match kind {
            Kind::Red => "Right! You may go on, up to three cards for a hint for two.".into(),
            Kind::Blue => "That is a word of blue, and the end of your turn. Tap to begin again.".into(),
            Kind::Assassin => "The assassin! Your team has lost. Tap to begin again.".into(),
            Kind::Innocent | Kind::Green => "Nobody’s word: your turn is over. Tap to begin again.".into(),
        });
    });
    view! {
        <section class="cn cn-demo">
            {grid(Signal::derive(move || Some(view.get())), Signal::stored(None), Some(tap))}
            <p aria-live="polite">{says}</p>
        </section>
    }
}

fn kind(card: Place) -> Kind {
    match card.0 {
        number if RED.contains(&number) => Kind::Red,
        number if BLUE.contains(&number) => Kind::Blue,
        ASSASSIN => Kind::Assassin,
        _ => Kind::Innocent,
    }
}

fn opening() -> View {
    let hint = Hint { side: Side::RED, word: "fruit".into(), count: Count::Number(2), revealed: Vec::new() };
    View {
        seat: Some(Seat(1)),
        red: 2,
        words: WORDS.map(Into::into).to_vec(),
        keys: vec![None],
        faces: vec![Face::default(); CARDS.into()],
        phase: Phase::TeamTurn { side: Side::RED, guesses: 0, window: Window::Closed },
        starter: Side::RED,
        hints: vec![hint],
        tags: vec![Places::NONE; 4],
        intercepts: false,
        waived: false,
        points: [0; 2],
        players: vec![0; 4],
        turns_left: 0,
        deadline: None,
        gone: SeatSet::EMPTY,
        outcome: None,
        explanations: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_to_try_is_a_board() {
        let count = |wanted| Place::all().filter(|&card| kind(card) == wanted).count();
        assert_eq!([Kind::Red, Kind::Blue, Kind::Innocent, Kind::Assassin].map(count), [9, 8, 7, 1]);
    }
}
