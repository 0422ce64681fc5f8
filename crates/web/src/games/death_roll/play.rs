//! The match: a tray, a button, and how it came to this.

use super::{
    history::History,
    salt::{Luck, Salt},
    start_at,
    suspense::Suspense,
    tray::{Face, Tray},
    view_at,
    words::{self, thousands},
};
use crate::{
    arcade,
    games::kit::{Names, Surrender, clock, keys},
    sound::{self, Cue},
    table::TableCtx,
    ui::Press,
};
use leptos::{html, prelude::*};
use parlor_death_roll::{Action, DeathRoll, Illegal, Roll, Tier, View};
use parlor_kernel::{Seat, Tick};

/// The board of a match. Another match, or another seat, is drawn from scratch.
pub fn play(ctx: TableCtx) -> AnyView {
    let scene = ctx.memo(|model| model.game.as_ref().map(|game| (game.id, model.seat)));
    let root = NodeRef::new();
    let draw = move || scene.get().map(|(_, me)| view! { <Match ctx me root /> });
    view! { <div class=format!("dr {}", keys::PLACE) node_ref=root>{draw}</div> }.into_any()
}

/// A match at a table, for whoever draws it.
#[derive(Clone, Copy)]
struct Desk {
    ctx: TableCtx,
    me: Option<Seat>,
    view: Memo<Option<View>>,
    names: Memo<Names>,
    suspense: Suspense,
    /// A roll that the house has not answered yet.
    pending: RwSignal<bool>,
}

impl Desk {
    fn new(ctx: TableCtx, me: Option<Seat>) -> Self {
        let view = view_at(ctx);
        let rolls =
            Memo::new(move |_| view.with(|view| view.as_ref().map(|view| view.rolls.clone())).unwrap_or_default());
        let pending = RwSignal::new(false);
        Effect::new(move |_| {
            view.track();
            ctx.refusal().track();
            pending.set(false);
        });
        let names = Memo::new(move |_| Names { me, ..Names::at(ctx) });
        Self { ctx, me, view, names, suspense: Suspense::new(rolls.into()), pending }
    }

    fn of<R>(self, read: impl FnOnce(&View) -> R) -> Option<R> {
        self.view.with(|view| view.as_ref().map(read))
    }

    /// Who is awaited, as far as the screen has told.
    fn turn(self) -> Option<Seat> {
        self.of(|view| self.suspense.awaited(view)).flatten()
    }

    fn is_on_turn(self) -> bool {
        self.me.is_some() && self.turn() == self.me
    }

    /// Rolls. Whoever cannot wait for the last number sees it now.
    fn roll(self) {
        let over = untrack(|| self.of(|view| view.outcome.is_some())).unwrap_or_default();
        if !self.pending.get_untracked() {
            self.suspense.skip();
            if !over {
                self.pending.set(true);
                self.ctx.act(&Action::Roll);
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
    fn narrate(self) {
        Effect::new(move |before: Option<Told>| {
            let (landed, settled) = (self.suspense.count(), self.suspense.is_settled());
            let names = self.names.get();
            let told = Told { landed, turn: self.turn().filter(|_| settled), over: settled && self.turn().is_none() };
            // What tumbles is not told before it lands.
            if settled || before.is_none_or(|before| before.landed != landed) {
                let status = self.of(|view| words::status(view, landed, &names)).unwrap_or_default();
                self.ctx.status().set(status);
            }
            if let Some(before) = before {
                self.of(|view| told.sounds(before, view, self.me))
                    .unwrap_or_default()
                    .into_iter()
                    .for_each(sound::play);
            }
            told
        });
    }
}

/// What a roll sounds like to `me` when it lands.
pub fn landing_cue(roll: Roll, me: Option<Seat>) -> Cue {
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
    /// What it sounds like to `me` to hear this after `before`.
    fn sounds(self, before: Self, view: &View, me: Option<Seat>) -> Vec<Cue> {
        let landing = view.rolls.get(before.landed..self.landed).and_then(|rolls| rolls.last());
        let landing = landing.map(|&roll| landing_cue(roll, me));
        let ended = view.outcome.filter(|_| self.over && !before.over);
        let ending = ended.and_then(|outcome| me.map(|me| arcade::ending(outcome, &[me])));
        let turn = (me.is_some() && self.turn == me && before.turn != me).then_some(Cue::Turn);
        landing.into_iter().chain(ending).chain(turn).collect()
    }
}

#[component]
fn Match(ctx: TableCtx, me: Option<Seat>, root: NodeRef<html::Div>) -> impl IntoView {
    let desk = Desk::new(ctx, me);
    let (start, suspense, names) = (start_at(ctx), desk.suspense, desk.names);
    desk.narrate();
    if me.is_some() {
        keys::listen(root, move |key| desk.key(key));
    }
    ctx.wait_with_the_end(Signal::derive(move || suspense.is_rested()));
    // The clock goes on until the number has landed: whether it starts again would give it away.
    let deadline = Memo::new(move |before: Option<&Option<Tick>>| match before {
        Some(before) if !suspense.is_settled() => *before,
        _ => desk.of(|view| view.deadline).flatten(),
    });
    let face = Memo::new(move |_| Face::at(suspense, start.get()));
    let turn = Memo::new(move |_| desk.turn());
    view! {
        <div class="dr-match" class:mine=move || desk.is_on_turn()>
            <section class="dr-stage">
                <Tray face=face />
                {me.map(|_| view! { <RollButton desk /> })}
                <div class="dr-facts">
                    {clock::<DeathRoll>(ctx, deadline)}
                    <Odds desk />
                </div>
            </section>
            <section class="dr-side">
                {me.map(|me| view! { <Salt ctx view=desk.view me /> })}
                <History rolls=Signal::derive(move || suspense.landed()) start=start names=names turn=turn />
                <footer class="dr-foot">
                    <Luck view=desk.view names=names />
                    {me.map(|_| view! { <Surrender ctx title="Lose your nerve?" stay="Roll on" action=Action::Surrender /> })}
                </footer>
            </section>
        </div>
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
        Some(turn) if Some(turn) != desk.me => desk.names.with(|names| format!("{} rolls…", names.name(turn))),
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
