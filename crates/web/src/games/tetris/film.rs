//! A finished match, watched again; and what would have happened.

use super::screen::{Board, Screen};
use crate::{
    arcade::{Local, Runner},
    browser::random_key,
    games::kit::Names,
    replay::Frame,
    ui::Press,
};
use leptos::prelude::*;
use parlor_kernel::{GameConfig, Imagine, KeyedDice, Rng, Seat, SeatSet, Table, Tick, Viewer};
use parlor_tetris::{Config, Tetris, View};
use std::sync::Arc;

/// Against whom one plays on from a moment of a film.
const LEVEL: &str = "medium";

/// A moment from which somebody plays on, and as whom.
#[derive(Clone, PartialEq)]
struct Fork {
    view: View,
    tick: Tick,
    me: Seat,
}

/// Draws the frames of a replay. Nothing is hidden; whoever's eyes one looks through is shown large.
pub fn stage(config: Arc<Config>, frame: Signal<Frame<Tetris>>, names: Vec<String>) -> AnyView {
    let film = Signal::derive(move || frame.with(|frame| Some((frame.views.first().cloned()?, frame.tick))));
    let eyes = Memo::new(move |_| frame.with(|frame| frame.perspective));
    let fork = RwSignal::new(None::<Fork>);
    let all = [0, 1].map(|seat| names.get(seat).cloned().unwrap_or_default());
    let draw = move || match fork.get() {
        Some(from) => view! { <PlayOn from fork config=Arc::clone(&config) all=all.clone() /> }.into_any(),
        None => {
            let names = Signal::stored(Names { me: eyes.get(), all: all.clone() });
            let board = Board::new(Runner::Film(film), Arc::clone(&config), &[], names);
            let over = board.memo(|heads| heads.outcome.is_some());
            let play_on = move || {
                if let Some((view, tick)) = film.get_untracked() {
                    fork.set(Some(Fork { view, tick, me: eyes.get_untracked().unwrap_or(Seat(0)) }));
                }
            };
            let status = RwSignal::new(String::new());
            view! {
                <Screen board status>
                    <span class="muted">{status}</span>
                    <span class="spacer"></span>
                    <Show when=move || over.get() != Some(true)>
                        <Press test="play-from-here" class="quiet" on_press=play_on>"Play from here"</Press>
                    </Show>
                </Screen>
            }
            .into_any()
        }
    };
    view! { <div class="tetris-film">{draw}</div> }.into_any()
}

/// The match goes on with fresh dice, in this browser, against a bot.
#[component]
fn PlayOn(from: Fork, fork: RwSignal<Option<Fork>>, config: Arc<Config>, all: [String; 2]) -> impl IntoView {
    let Fork { mut view, tick, me } = from;
    let mut config = Config::clone(&config);
    // Nobody else has to agree to pauses here.
    config.adapt(SeatSet::only(me.opponent()));
    view.config = config.clone();
    let config = Arc::new(config);
    let game = Tetris::imagine(&config, Viewer::Spectator, &view, &mut Rng::new(0));
    let table = Table::from_here(Arc::clone(&config), KeyedDice::new(random_key()), game, tick);
    let bots: Vec<_> = Seat::all(config.seats).map(|seat| (seat != me).then(|| LEVEL.to_owned())).collect();
    let mut names = Names { me: Some(me), all };
    names.all[me.opponent().index()] = format!("The {LEVEL} bot");
    let board = Board::new(Runner::Local(Local::go_on(table, &bots)), config, &[me], Signal::stored(names));
    // Whoever has just pressed the button needs a moment.
    board.pause();
    let status = RwSignal::new(String::new());
    view! {
        <Screen board status>
            <span class="muted" role="status">{status}</span>
            <span class="spacer"></span>
            <Press test="back-to-replay" class="quiet" on_press=move || fork.set(None)>"Back to the replay"</Press>
        </Screen>
    }
}
