//! The match: the board, the rack below it, the players and the turns beside it.

use super::{
    Match,
    actions::{Actions, is_turn, plays_on},
    desk::Desk,
    grid,
    hints::Hints,
    live::Live,
    rack::Rack,
    scores::Scores,
    sentences,
    side::{History, LookUp, Unseen},
    view_of,
};
use crate::{
    arcade,
    games::kit::keys,
    house::House,
    sound::{self, Cue},
    ui::{Dialog, Press},
};
use leptos::prelude::*;
use parlor_kernel::{Game, Rules, Seat};
use parlor_words::{Action, Direction, Event, Move, Square, Turn, View, Words};
use std::{sync::Arc, time::Duration};

/// How long a play stays lit.
const LIT: Duration = Duration::from_secs(3);
/// How long the score of a play is shown over the board.
const TOAST: Duration = Duration::from_millis(1_500);

/// Keys and what they do.
const KEYS: keys::Listed = &[
    ("Arrows", "Move the cursor"),
    ("A–Z", "Lay a tile at the cursor"),
    ("Space", "Turn the direction"),
    ("Backspace", "Take the last tile back"),
    ("Enter", "Play"),
    ("Escape", "Take all tiles back"),
];

/// The keys that the game has for itself, by their places on the keyboard.
const CLAIMED: &str = "KeyA KeyB KeyC KeyD KeyE KeyF KeyG KeyH KeyI KeyJ KeyK KeyL KeyM KeyN KeyO KeyP KeyQ KeyR KeyS KeyT \
    KeyU KeyV KeyW KeyX KeyY KeyZ";

/// The board of a match, run by the house or by this page. Where several share the screen, `hand_over` is told who has it now.
pub fn board(play: Match, hand_over: Option<Callback<Seat>>) -> AnyView {
    let library = House::expect().catalog.library();
    match Rules::<Words>::load(play.config(), &library) {
        Ok(rules) => draw(play, Arc::new(rules), hand_over),
        Err(error) => view! { <p class="trouble">{error.to_string()}</p> }.into_any(),
    }
}

fn draw(play: Match, rules: Arc<Rules<Words>>, hand_over: Option<Callback<Seat>>) -> AnyView {
    let view = view_of(play);
    let tiles = Memo::new(move |_| view.with(|view| view.as_ref().map(|view| view.common.board.clone())));
    let tiles = Memo::new(move |_| tiles.get().unwrap_or(parlor_words::Board::EMPTY));
    let rack = Memo::new(move |_| view.with(|view| view.as_ref().map(View::rack)).unwrap_or_default());
    let me = Signal::derive(move || play.names.with(|names| names.me));
    let desk = Desk::new(Arc::clone(&rules), tiles, rack);
    let turns =
        Memo::new(move |_| view.with(|view| view.as_ref().map(|view| view.common.history.clone())).unwrap_or_default());
    let shown = RwSignal::new(None);
    let looked = play.looked_at();
    let lit = Signal::derive(move || {
        let made = |event: &Event| if let Event::Moved { made, .. } = event { Some(covered(made)) } else { None };
        if let Some(squares) = looked.with(|events| events.iter().find_map(made)) {
            return squares;
        }
        let turn = shown.get().and_then(|index: usize| turns.with(|turns| turns.get(index).cloned()));
        turn.map(|turn| squares(&turn)).unwrap_or_default()
    });
    let toast = follow_turns(turns, shown);
    narrate(play, view);
    let root = NodeRef::new();
    let plays = !play.hands().is_empty();
    if plays {
        keys::listen(root, (Words::SPEC.name, KEYS), move |key| key_pressed(play, desk, me, key));
    }
    let over = Memo::new(move |_| view.with(|view| view.as_ref().is_some_and(|view| view.common.outcome.is_some())));
    let (more, hints) = (RwSignal::new(false), RwSignal::new(false));
    let hint = (plays && !play.is_rated()).then(|| Callback::new(move |()| hints.set(true)));
    let idle = Signal::derive(move || {
        let turn = view.with(|view| view.as_ref().is_some_and(|view| is_turn(view, me.get())));
        String::from(if turn { sentences::HOW } else { sentences::WAIT })
    });
    let stays = Memo::new(move |_| view.with(|view| view.as_ref().is_none_or(|view| plays_on(&view.common, me.get()))));
    let side = {
        let rules = Arc::clone(&rules);
        move || {
            let rules = Arc::clone(&rules);
            view! {
                <History turns=turns names=play.names shown />
                <Unseen play />
                <LookUp rules over=over />
                <Show when=move || plays && (stays.get() || !play.is_at_table())>
                    {play.way_out("Give the match up?", "Play on", Action::Surrender)}
                </Show>
            }
        }
    };
    let in_dialog = side.clone();
    view! {
        <div class=format!("wd {}", keys::PLACE) node_ref=root data-keys=plays.then_some(CLAIMED)>
            <div class="wd-match" class:watching=!plays>
                <div class="wd-top">
                    <Scores play />
                    <Press class="quiet wd-more" test="more" on_press=move || more.set(true)>"More"</Press>
                </div>
                <div class="wd-place">
                    {grid::board(desk, &rules.config.layout, lit)}
                    {move || toast.get().map(|(words, class)| view! { <p class=class data-test="score-toast">{words}</p> })}
                </div>
                {plays.then(|| view! {
                    <div class="wd-hand" class:off=over>
                        <Live desk idle />
                        <Rack desk />
                        <Actions play desk me hint />
                    </div>
                })}
                <aside class="wd-side">{side()}</aside>
                {hand_over.map(|ready| view! { <HandOver play view ready /> })}
            </div>
            <Dialog open=more title="This match" test="more-dialog">
                <div class="wd-side in-dialog">{in_dialog()}</div>
            </Dialog>
            {hint.map(|_| view! { <Hints play desk open=hints /> })}
        </div>
    }
    .into_any()
}

/// The squares of a play.
pub fn squares(turn: &Turn) -> Vec<Square> {
    covered(&turn.made)
}

/// The squares that a move has covered.
fn covered(made: &Move) -> Vec<Square> {
    match made {
        Move::Play(laid) | Move::TakenBack(laid) => laid.squares().map(|(square, _)| square).collect(),
        _ => Vec::new(),
    }
}

/// What is shown over the board for a moment, and its class.
type Toasted = Option<(String, &'static str)>;

/// Lights every new play for a while, and shows what it brought.
fn follow_turns(turns: Memo<Vec<Turn>>, shown: RwSignal<Option<usize>>) -> RwSignal<Toasted> {
    let toast = RwSignal::new(None);
    Effect::new(move |before: Option<usize>| {
        let count = turns.with(Vec::len);
        if before.is_some_and(|before| count > before) {
            let last = count - 1;
            shown.set(Some(last));
            set_timeout(move || _ = shown.try_update(|shown| *shown = shown.filter(|shown| *shown != last)), LIT);
            let words = turns.with_untracked(|turns| turns.get(last).and_then(toasted));
            if words.is_some() {
                toast.set(words);
                set_timeout(move || _ = toast.try_set(None), TOAST);
            }
        }
        count
    });
    toast
}

/// A play is celebrated at 20, 30 and 50 points.
fn toasted(turn: &Turn) -> Option<(String, &'static str)> {
    let Move::Play(laid) = &turn.made else { return None };
    let class = match laid.score {
        50.. => "wd-toast great",
        30.. => "wd-toast fine",
        20.. => "wd-toast good",
        _ => "wd-toast",
    };
    Some((format!("{} +{}", laid.word.capitals(), laid.score), class))
}

/// Writes the status line and plays the sounds.
fn narrate(play: Match, view: Memo<Option<View>>) {
    let (config, hands) = (play.config(), play.hands());
    Effect::new(move |before: Option<(usize, Option<Seat>, bool)>| {
        let names = play.names.get();
        let told = view.with(|view| {
            let view = view.as_ref()?;
            play.status.set(sentences::status(&config, view, &names));
            Some((view.common.history.len(), view.common.turn, view.common.outcome))
        });
        let (count, turn, outcome) = told.unwrap_or_default();
        if let Some((turns, whose, over)) = before {
            match outcome.filter(|_| !over && !hands.is_empty()) {
                Some(outcome) => sound::play(arcade::ending(outcome, &hands)),
                None if names.me.is_some() && turn == names.me && whose != turn => sound::play(Cue::Turn),
                None if count > turns => sound::play(Cue::Place),
                None => {}
            }
        }
        (count, turn, outcome.is_some())
    });
}

/// What a key does; `false` if it does nothing here.
fn key_pressed(play: Match, desk: Desk, me: Signal<Option<Seat>>, key: &str) -> bool {
    let walk = |direction, steps| desk.change(|draft| draft.walk(direction, steps));
    let letter = key.chars().next().filter(|letter| key.len() == 1 && letter.is_ascii_alphabetic());
    match (key, letter) {
        ("ArrowLeft", _) => walk(Direction::Across, -1),
        ("ArrowRight", _) => walk(Direction::Across, 1),
        ("ArrowUp", _) => walk(Direction::Down, -1),
        ("ArrowDown", _) => walk(Direction::Down, 1),
        (" ", _) => desk.change(super::draft::Draft::turn),
        ("Backspace", _) => desk.change(super::draft::Draft::type_back),
        ("Escape", _) => desk.recall(),
        ("Enter", _) => send(play, desk, me),
        (_, Some(letter)) => desk.type_letter(letter.to_ascii_uppercase()),
        _ => return false,
    }
    true
}

/// Plays the tiles on the board, if they make a play and it is the player's turn.
fn send(play: Match, desk: Desk, me: Signal<Option<Seat>>) {
    let seat = me.get_untracked();
    let turn = play.view.with_untracked(|view| view.as_ref().is_some_and(|view| is_turn(view, seat)));
    let why = match untrack(|| desk.judged()) {
        Err(why) => why.sentence().or_else(|| Some(sentences::LAY.into())),
        Ok(_) if !turn => Some("It is not your turn.".into()),
        Ok(_) => None,
    };
    match (why, seat, desk.action()) {
        (None, Some(seat), Some(action)) => play.act(seat, action),
        (why, ..) => desk.complaint.set(why),
    }
}

/// Covers the rack until the next player has the screen.
#[component]
fn HandOver(play: Match, view: Memo<Option<View>>, ready: Callback<Seat>) -> impl IntoView {
    let awaited = Memo::new(move |_| {
        let turn = view.with(|view| view.as_ref().and_then(|view| view.common.turn))?;
        let me = play.names.with(|names| names.me);
        (me != Some(turn) && play.hands().contains(&turn)).then_some(turn)
    });
    move || {
        awaited.get().map(|seat| {
            let name = play.names.with(|names| names.name(seat).to_owned());
            view! {
                <div class="wd-cover" data-test="cover">
                    <p>{format!("Hand the screen to {name}.")}</p>
                    <Press class="primary" test="cover-ready" on_press=move || ready.run(seat)>
                        {format!("I am {name}: show my tiles")}
                    </Press>
                </div>
            }
        })
    }
}
