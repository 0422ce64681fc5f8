//! A finished match, watched again; and what would have happened.

use super::{Board, Cabinet, Local, Runner, match_view};
use crate::{
    browser::random_key,
    games::kit::Names,
    replay::{Frame, Reel},
    ui::{Press, bot_name},
};
use leptos::prelude::*;
use parlor_kernel::{GameConfig, KeyedDice, Playable, Rng, Rules, Seat, SeatSet, Table, Tick, Viewer};
use std::sync::Arc;

/// The bots against which a player goes on from a moment of a film.
const LEVEL: &str = "medium";

/// A moment from which the viewer plays on, and as whom.
struct Fork<G: Playable> {
    config: G::Config,
    view: G::View,
    tick: Tick,
    me: Seat,
}

/// Draws the frames of a replay. Nothing is hidden; the seat through whose eyes the viewer looks is shown as on its player's own screen.
pub fn stage<G: Cabinet>(config: Arc<G::Config>, frame: Signal<Frame<G>>, names: Vec<String>) -> AnyView {
    let film = Signal::derive(move || frame.with(|frame| Some((G::whole(&frame.views)?, frame.tick))));
    let eyes = Memo::new(move |_| frame.with(|frame| frame.perspective));
    let fork = RwSignal::new(None::<Arc<Fork<G>>>);
    let reel = Reel::expect();
    // A viewer who moves the film wants to see it.
    Effect::new(move |before: Option<usize>| {
        let position = reel.position.get();
        if before.is_some_and(|before| before != position) && fork.with_untracked(Option::is_some) {
            fork.set(None);
        }
        position
    });
    let players = Names::new(None, names);
    let draw = move || match fork.get() {
        Some(from) => play_on(&from, fork, players.clone()),
        None => {
            let names = G::with_unseated(players.clone().seen_by(eyes.get()), &config);
            let board = Board::<G>::new(Runner::Film(film), Arc::clone(&config), &[], Signal::stored(names));
            let outcome = board.ended();
            let who = move || eyes.get().unwrap_or(Seat(0));
            let finished =
                Memo::new(move |_| film.with(|film| film.as_ref().is_none_or(|(view, _)| G::is_done(view, who()))));
            let rules = StoredValue::new(Arc::clone(&config));
            let begin = move || {
                reel.stop();
                if let Some((view, tick)) = film.get_untracked() {
                    let me = untrack(who);
                    let (config, view, me) = rules.with_value(|rules| G::fork(rules, &view, me));
                    fork.set(Some(Arc::new(Fork { config, view, tick, me })));
                }
            };
            let status = RwSignal::new(String::new());
            let foot = view! {
                <span class="muted">{status}</span>
                <span class="spacer"></span>
                <Show when=move || outcome.get().is_none() && !finished.get()>
                    <Press test="play-from-here" class="quiet" on_press=begin>"Play from here"</Press>
                </Show>
            };
            match_view(board, status, foot.into_any())
        }
    };
    // The keys of the film would move it unseen.
    let keys = move || fork.with(|fork| fork.is_some().then_some(Reel::KEYS));
    view! { <div class="arcade-film" data-keys=keys>{draw}</div> }.into_any()
}

/// The match goes on with fresh dice, in this browser, against bots.
fn play_on<G: Cabinet>(from: &Fork<G>, fork: RwSignal<Option<Arc<Fork<G>>>>, players: Names) -> AnyView {
    let &Fork { ref config, ref view, tick, me } = from;
    let mut config = config.clone();
    let but_me = |seats: u8| Seat::all(seats).filter(|seat| *seat != me).collect::<SeatSet>();
    let others = but_me(config.seats());
    // No other player has to agree to pauses here, even where there is only one seat.
    config.adapt(but_me(config.seats().max(2)));
    let rules = Rules::<G>::plain(config);
    let config = Arc::clone(&rules.config);
    let game = G::imagine(&rules, Viewer::Spectator, view, &mut Rng::new(0));
    let table = Table::from_here(rules, KeyedDice::new(random_key()), game, tick);
    let bots: Vec<_> = Seat::all(config.seats()).map(|seat| others.contains(seat).then(|| LEVEL.to_owned())).collect();
    let names = others.iter().fold(players.seen_by(Some(me)), |names, seat| names.with(seat, bot_name(LEVEL)));
    let names = Signal::stored(G::with_unseated(names, &config));
    let board = Board::<G>::new(Runner::Local(Local::go_on(table, &bots)), config, &[me], names);
    // A player who has just pressed the button needs a moment.
    board.pause();
    let status = RwSignal::new(String::new());
    let foot = view! {
        <span class="muted" role="status">{status}</span>
        <span class="spacer"></span>
        <Press test="back-to-replay" class="quiet" on_press=move || fork.set(None)>"Back to the replay"</Press>
    };
    match_view(board, status, foot.into_any())
}
