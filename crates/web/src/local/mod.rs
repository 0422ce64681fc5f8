//! Games on this screen alone: against a bot, two at one screen, or one player alone. The house has nothing to do with it.
//!
//! # Hooks for browser tests (`data-test`)
//! `local`, `local-preset-PRESET`, `local-third` and `local-fourth` (where several bots may play), `local-bot-LEVEL`, `local-two` (and `-three`, `-four`), `local-alone`, `local-stop`, `local-result`,
//! `local-headline`, `local-again`, `local-other`.

mod page;

pub use page::{LocalPage, LocalResult, no_such_run};

use crate::{
    games::kit::Ending,
    ui::{Press, once_loaded},
};
use leptos::prelude::*;
use page::{bot_choice, more_bots, preset_choice};
use parlor_kernel::{Assets, Game, GameConfig, Outcome, Seat};

/// Who plays the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rival {
    /// There is no other side, or the same person plays it.
    Alone,
    /// A bot of that level.
    Bot(&'static str),
    /// So many people at the same screen, the first one included.
    Neighbours(u8),
}

/// What to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// One of [`Offer::presets`].
    pub preset: &'static str,
    /// Against whom.
    pub rival: Rival,
    /// The levels of bots that play as well, beside that of the rival: see [`Offer::several_bots`].
    pub more: [Option<&'static str>; MORE],
    /// Whether the address asked for it, and nobody has chosen anything.
    pub at_once: bool,
}

/// How many bots may play beside a rival.
const MORE: usize = 2;

/// What a game offers on this screen.
pub struct Offer {
    /// The question above all choices.
    pub title: &'static str,
    /// What is chosen with a preset.
    pub legend: &'static str,
    /// The presets, the usual one first.
    pub presets: &'static [&'static str],
    /// What a preset is called.
    pub called: fn(&str) -> String,
    /// Whether more than one bot may play.
    pub several_bots: bool,
    /// What it is called to play alone, if that makes sense.
    pub alone: Option<&'static str>,
    /// How many people may share the screen, and what that is called.
    pub together: &'static [(u8, &'static str)],
}

/// A match on this screen.
pub struct Bout {
    /// The board, with a button that stops the match.
    pub board: AnyView,
    /// The result, once the board has told it.
    pub outcome: Signal<Option<Outcome>>,
    /// The result in a few words, and its mood.
    pub headline: Box<dyn Fn(Outcome) -> (String, &'static str) + Send>,
    /// How it was decided, if there is more to say than who won.
    pub ending: Box<dyn Fn(Outcome) -> Option<Ending> + Send>,
    /// What there is to say about it besides.
    pub details: Box<dyn Fn() -> AnyView + Send>,
}

/// The room in which a match is played.
#[derive(Clone, Copy)]
pub struct Room {
    /// The line that is read out.
    pub status: RwSignal<String>,
    /// Ends the match before its end.
    pub stop: Callback<()>,
}

/// The page of a game on this screen. With a level in `bot`, a match against that bot begins at once.
pub fn page<G: Game>(offer: &'static Offer, begin: fn(Wish, Room) -> Option<Bout>, bot: Option<&str>) -> AnyView {
    let preset = RwSignal::new(offer.presets.first().copied().unwrap_or_default());
    let level = G::LEVELS.iter().map(|level| level.id).find(|level| Some(*level) == bot);
    let at_once = |level| {
        let preset = preset.get_untracked();
        Wish { preset, rival: Rival::Bot(level), more: [None; MORE], at_once: true }
    };
    let wish = RwSignal::new(level.map(at_once));
    let more = std::array::from_fn(|_| RwSignal::new(None));
    let (round, status) = (RwSignal::new(0_u32), RwSignal::new(String::new()));
    let room = Room { status, stop: Callback::new(move |()| wish.set(None)) };
    let stage = move || {
        round.track();
        match wish.get() {
            None => choice::<G>(offer, preset, more, wish),
            Some(chosen) => {
                let config = G::Config::preset(chosen.preset);
                let needs = config.map(|config| G::Assets::ids(&config)).unwrap_or_default();
                once_loaded(needs, move || begin(chosen, room).map(|bout| played(bout, room, round)).into_any())
            }
        }
    };
    let title = format!("{} on this screen", G::SPEC.name);
    view! { <LocalPage game=G::SPEC title status>{stage}</LocalPage> }.into_any()
}

/// Who plays, and by which rules.
fn choice<G: Game>(
    offer: &'static Offer,
    preset: RwSignal<&'static str>,
    more: [RwSignal<Option<&'static str>>; MORE],
    wish: RwSignal<Option<Wish>>,
) -> AnyView {
    let start = move |rival| {
        let more = more.map(|level| level.get_untracked().filter(|_| matches!(rival, Rival::Bot(_))));
        wish.set(Some(Wish { preset: preset.get_untracked(), rival, more, at_once: false }));
    };
    let alone = offer.alone.map(|words| {
        view! { <Press test="local-alone" on_press=move || start(Rival::Alone)>{words}</Press> }
    });
    let together = offer.together.iter().map(|&(people, words)| {
        let test = ["local-two", "local-three", "local-four"].get(usize::from(people).saturating_sub(2));
        let test = test.copied().unwrap_or("local-many");
        view! { <Press test=test on_press=move || start(Rival::Neighbours(people))>{words}</Press> }
    });
    let together = together.collect_view();
    view! {
        <section class="local-choice">
            <h2>{offer.title}</h2>
            {preset_choice(offer, preset)}
            {offer.several_bots.then(|| more_bots(G::LEVELS, more))}
            {bot_choice(G::LEVELS, move |level| start(Rival::Bot(level)))}
            {together}
            {alone}
            <p class="muted">"Nothing of this leaves your device: it works without the network and counts for nothing."</p>
        </section>
    }
    .into_any()
}

fn played(bout: Bout, room: Room, round: RwSignal<u32>) -> AnyView {
    let Bout { board, outcome, headline, ending, details } = bout;
    on_cleanup(move || room.status.set(String::new()));
    let result = move || {
        let outcome = outcome.get()?;
        let ((headline, mood), ending, details) = (headline(outcome), ending(outcome), details());
        Some(view! {
            <LocalResult headline mood ending again=move || round.update(|n| *n += 1) other=room.stop>
                {details}
            </LocalResult>
        })
    };
    view! {
        {board}
        {result}
    }
    .into_any()
}

impl Wish {
    /// The seats that are played by people here.
    pub fn hands(self) -> Vec<Seat> {
        match self.rival {
            Rival::Alone | Rival::Bot(_) => vec![Seat(0)],
            Rival::Neighbours(people) => Seat::all(people).collect(),
        }
    }

    /// The levels of all bots that play.
    pub fn bots(self) -> impl Iterator<Item = &'static str> {
        let rival = if let Rival::Bot(level) = self.rival { Some(level) } else { None };
        rival.into_iter().chain(self.more.into_iter().flatten())
    }
}
