//! The match: a tray, a button, and how it came to this.

use super::{
    Match,
    history::History,
    salt::{Luck, Salt},
    suspense::Suspense,
    tray::{Face, Tray},
    view_of,
    words::thousands,
};
use crate::{
    arcade,
    games::kit::{Names, keys},
    sound::{self, Cue},
    ui::Press,
};
use leptos::prelude::*;
use parlor_death_roll::{Action, DeathRoll, Event, Illegal, Roll, Tier, View};
use parlor_kernel::{Game, Seat, Tick};

/// What to say of a match when the first so many rolls are to be seen.
pub type Sentence = fn(&View, usize, &Names) -> String;

/// The board of a match, on this machine or the house's. `sentence` writes its status line.
pub fn board(play: Match, sentence: Sentence) -> AnyView {
    let desk = Desk::new(play);
    let (suspense, names) = (desk.suspense, play.names);
    let start = Signal::stored(play.config().start);
    let (me, hands) = (names.with_untracked(|names| names.me), play.hands());
    let root = NodeRef::new();
    desk.narrate(sentence);
    if !hands.is_empty() {
        keys::listen(root, (DeathRoll::SPEC.name, &[("Space Enter R", "Roll")]), move |key| desk.key(key));
    }
    play.wait_with_the_end(Signal::derive(move || suspense.is_rested()));
    // The clock goes on until the number has landed: whether it starts again would give it away.
    let deadline = Memo::new(move |before: Option<&Option<Tick>>| match before {
        Some(before) if !suspense.is_settled() => *before,
        _ => desk.of(|view| view.deadline).flatten(),
    });
    let face = Memo::new(move |_| Face::at(suspense, start.get()));
    let turn = Memo::new(move |_| desk.turn());
    let events = play.looked_at();
    let rolled = |event: &Event| if let Event::Rolled(roll) = event { Some(*roll) } else { None };
    let looked = Signal::derive(move || events.with(|events| events.iter().find_map(rolled)));
    let salted = me.filter(|_| play.is_at_table());
    view! {
        <div class=format!("dr {}", keys::PLACE) node_ref=root>
            <div class="dr-match" class:mine=move || desk.is_on_turn()>
                <section class="dr-stage">
                    <Tray face=face />
                    {(!hands.is_empty()).then(|| view! { <RollButton desk /> })}
                    <div class="dr-facts">
                        {play.clock(deadline)}
                        <Odds desk />
                    </div>
                </section>
                <section class="dr-side">
                    {salted.map(|me| view! { <Salt play view=desk.view me /> })}
                    <History rolls=Signal::derive(move || suspense.landed()) start=start names=names turn=turn looked=looked />
                    <footer class="dr-foot">
                        <Luck view=desk.view names=names />
                        {(!hands.is_empty()).then(|| play.way_out("Lose your nerve?", "Roll on", Action::Surrender))}
                    </footer>
                </section>
            </div>
        </div>
    }
    .into_any()
}

/// A match, for its parts.
#[derive(Clone, Copy)]
struct Desk {
    play: Match,
    view: Memo<Option<View>>,
    suspense: Suspense,
    /// A roll that has not been answered yet.
    pending: RwSignal<bool>,
}

impl Desk {
    fn new(play: Match) -> Self {
        let view = view_of(play);
        let rolls =
            Memo::new(move |_| view.with(|view| view.as_ref().map(|view| view.rolls.clone())).unwrap_or_default());
        let pending = RwSignal::new(false);
        Effect::new(move |_| {
            view.track();
            play.refusal.track();
            pending.set(false);
        });
        Self { play, view, suspense: Suspense::new(rolls.into()), pending }
    }

    fn of<R>(self, read: impl FnOnce(&View) -> R) -> Option<R> {
        self.view.with(|view| view.as_ref().map(read))
    }

    /// Who is awaited, as far as the screen has told.
    fn turn(self) -> Option<Seat> {
        self.of(|view| self.suspense.awaited(view)).flatten()
    }

    fn is_on_turn(self) -> bool {
        self.turn().is_some_and(|turn| self.play.hands().contains(&turn))
    }

    /// Rolls. An impatient player sees the last number at once.
    fn roll(self) {
        let turn = untrack(|| self.of(|view| view.outcome.is_none().then_some(view.turn))).flatten();
        if !self.pending.get_untracked() {
            self.suspense.skip();
            if let Some(turn) = turn {
                self.pending.set(true);
                self.play.act(turn, Action::Roll);
            }
        }
    }

    fn key(self, key: &str) -> bool {
        let rolls = matches!(key, "Enter" | " " | "r" | "R");
        if rolls && untrack(|| self.is_on_turn()) {
            self.roll();
        }
        rolls
    }

    /// Writes the status line and plays the sounds, once for each roll that lands and for all else that changes.
    fn narrate(self, sentence: Sentence) {
        let hands = self.play.hands();
        Effect::new(move |before: Option<Told>| {
            let (landed, settled) = (self.suspense.count(), self.suspense.is_settled());
            let names = self.play.names.get();
            let told = Told { landed, turn: self.turn().filter(|_| settled), over: settled && self.turn().is_none() };
            // What tumbles is not told before it lands.
            if settled || before.is_none_or(|before| before.landed != landed) {
                let status = self.of(|view| sentence(view, landed, &names)).unwrap_or_default();
                self.play.status.set(status);
            }
            if let Some(before) = before {
                self.of(|view| told.sounds(before, view, names.me, &hands))
                    .unwrap_or_default()
                    .into_iter()
                    .for_each(sound::play);
            }
            told
        });
    }
}

/// What a roll sounds like to `me` when it lands.
fn landing_cue(roll: Roll, me: Option<Seat>) -> Cue {
    match roll.tier() {
        Tier::Safe | Tier::Caution => Cue::Place,
        Tier::Danger | Tier::Critical if me == Some(roll.seat) => Cue::Bad,
        Tier::Danger | Tier::Critical => Cue::Good,
        Tier::Death => Cue::Hit,
    }
}

/// How much of the match has been told.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Told {
    landed: usize,
    turn: Option<Seat>,
    over: bool,
}

impl Told {
    /// What it sounds like to `me` to hear this after `before`, with those seats in hand.
    fn sounds(self, before: Self, view: &View, me: Option<Seat>, hands: &[Seat]) -> Vec<Cue> {
        let landing = view.rolls.get(before.landed..self.landed).and_then(|rolls| rolls.last());
        let landing = landing.map(|&roll| landing_cue(roll, me));
        let ended = view.outcome.filter(|_| self.over && !before.over);
        let ending = ended.filter(|_| !hands.is_empty()).map(|outcome| arcade::ending(outcome, hands));
        let turn = (me.is_some() && self.turn == me && before.turn != me).then_some(Cue::Turn);
        landing.into_iter().chain(ending).chain(turn).collect()
    }
}

#[component]
fn RollButton(desk: Desk) -> impl IntoView {
    let why = Signal::derive(move || (!desk.is_on_turn()).then(|| Illegal::NotYourTurn.to_string()));
    // The maximum would give away what still tumbles.
    let range = move || {
        let max = desk.of(|view| view.max).filter(|_| desk.suspense.is_settled());
        max.map_or_else(|| "Roll".to_owned(), |max| format!("Roll 1–{}", thousands(max)))
    };
    let words = move || match desk.turn() {
        Some(turn) if !desk.is_on_turn() => desk.play.names.with(|names| format!("{} rolls…", names.name(turn))),
        _ => range(),
    };
    view! {
        <div class="dr-hand">
            <Show when=move || desk.turn().is_some()>
                <Press class="primary dr-button" test="roll" why=why on_press=move || desk.roll()>{words}</Press>
            </Show>
        </div>
    }
}

/// How likely the next roll is the last.
#[component]
fn Odds(desk: Desk) -> impl IntoView {
    let words = move || {
        desk.turn()?;
        let max = desk.of(|view| view.max).filter(|_| desk.suspense.is_settled())?;
        Some(format!("One number in {} loses.", thousands(max)))
    };
    view! { <p class="dr-odds muted figures">{words}</p> }
}
