//! On this screen alone: against oneself, against a bot, or two who hand it back and forth. The house has nothing to do
//! with it.

use super::{
    history::History,
    play::landing_cue,
    result::numbers,
    suspense::Suspense,
    tray::{Face, Tray},
    words::{self, thousands},
};
use crate::{
    arcade::{LocalResult, STAYS_HERE, bot_choice, local_page, preset_choice},
    browser::{random_bits, random_key},
    games::kit::{Names, keys},
    sound::{self, Cue},
    ui::Press,
};
use leptos::prelude::*;
use parlor_death_roll::{Action, Config, DeathRoll, View};
use parlor_kernel::{Game, KeyedDice, Outcome, Seat, Table, Tick, Viewer};
use std::{sync::Arc, time::Duration};

/// Where a match may start, and what that is called.
const STARTS: [(&str, &str, u32); 3] = [("100", "100", 100), ("1000", "1,000", 1_000), ("10000", "10,000", 10_000)];
/// How long the bot looks at a number before it rolls.
const BOT_LOOKS: Duration = Duration::from_millis(600);
/// What there is to say to who has beaten themselves.
const CONSOLATIONS: [&str; 8] = [
    "Nobody else could have done this to you.",
    "Shake hands with the loser. You have both of the hands it takes.",
    "Unbeaten, if one counts only the half of you that won.",
    "You knew exactly who you were up against, and it was no help.",
    "The loser blames the dice, the winner praises the skill. Please keep it down in there.",
    "One of you will be unbearable for the rest of the evening.",
    "The crowd is on its feet. It would like to sit down again.",
    "No friendship was harmed by this roll.",
];

/// Who rolls the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rival {
    Myself,
    Bot(&'static str),
    Neighbour,
}

/// What to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Wish {
    start: u32,
    rival: Rival,
}

impl Wish {
    fn names(self) -> Names {
        let (me, all) = match self.rival {
            Rival::Myself => (None, ["You".into(), "Also you".into()]),
            Rival::Bot(level) => (Some(Seat(0)), ["You".into(), format!("The {level} bot")]),
            Rival::Neighbour => (None, ["First".into(), "Second".into()]),
        };
        Names { me, all }
    }

    /// The seat whose turns are rolled by a hand on this screen, if it is that seat's turn.
    fn may_roll(self, turn: Seat) -> bool {
        !matches!(self.rival, Rival::Bot(_)) || turn == Seat(0)
    }
}

/// The page.
pub fn local() -> AnyView {
    let (wish, round) = (RwSignal::new(None::<Wish>), RwSignal::new(0_u32));
    let status = RwSignal::new(String::new());
    local_page::<DeathRoll>(status, move || {
        round.track();
        match wish.get() {
            None => view! { <Choice wish /> }.into_any(),
            Some(chosen) => view! { <Play chosen wish round status /> }.into_any(),
        }
    })
}

/// Who rolls, and from where.
#[component]
fn Choice(wish: RwSignal<Option<Wish>>) -> impl IntoView {
    let chosen = RwSignal::new(STARTS[0].0);
    let begin = move |rival| {
        let start =
            STARTS.iter().find(|(id, ..)| *id == chosen.get_untracked()).map_or(STARTS[0].2, |(.., start)| *start);
        wish.set(Some(Wish { start, rival }));
    };
    view! {
        <section class="local-choice">
            <h1>"Who rolls?"</h1>
            {preset_choice("From", chosen, &STARTS.map(|(id, words, _)| (id, words)))}
            <Press test="local-alone" class="primary" on_press=move || begin(Rival::Myself)>"Me against myself"</Press>
            {bot_choice(DeathRoll::LEVELS, move |level| begin(Rival::Bot(level)))}
            <Press test="local-two" on_press=move || begin(Rival::Neighbour)>"Two of us, hand to hand"</Press>
            <p class="muted">{STAYS_HERE}</p>
        </section>
    }
}

/// A match in this browser: the house's own rules, with dice of our own.
#[derive(Clone, Copy)]
struct Desk {
    wish: Wish,
    names: StoredValue<Names>,
    table: StoredValue<Table<DeathRoll, KeyedDice>, LocalStorage>,
    view: RwSignal<View>,
    suspense: Suspense,
}

impl Desk {
    fn new(wish: Wish) -> Self {
        let config = Arc::new(Config { start: wish.start, roll_seconds: None });
        let table = Table::<DeathRoll, _>::new(config, KeyedDice::new(random_key()));
        let view = RwSignal::new(table.view(Viewer::Spectator));
        let rolls = Memo::new(move |_| view.with(|view| view.rolls.clone()));
        let (names, table) = (StoredValue::new(wish.names()), StoredValue::new_local(table));
        Self { wish, names, table, view, suspense: Suspense::new(rolls.into()) }
    }

    fn turn(self) -> Option<Seat> {
        self.view.with(|view| self.suspense.awaited(view))
    }

    fn is_on_turn(self) -> bool {
        self.turn().is_some_and(|turn| self.wish.may_roll(turn))
    }

    /// The seat on turn rolls. Whoever cannot wait for the last number sees it now.
    fn roll(self) {
        let turn = self.view.with_untracked(|view| view.outcome.is_none().then_some(view.turn));
        self.suspense.skip();
        let Some(turn) = turn else { return };
        let seen = self.table.try_update_value(|table| {
            // The rules would refuse nothing but a roll out of turn, and this is the turn.
            let _ = table.act(Tick::ZERO, turn, Action::Roll, &mut ());
            table.view(Viewer::Spectator)
        });
        if let Some(seen) = seen {
            self.view.set(seen);
        }
    }

    fn key(self, key: &str) -> bool {
        let rolls = matches!(key, "Enter" | " " | "r" | "R");
        if rolls && untrack(|| self.is_on_turn()) {
            self.roll();
        }
        rolls
    }

    /// The bot rolls when it has seen what landed.
    fn keep_bot_rolling(self) {
        Effect::new(move |_| {
            if self.suspense.is_settled() && self.turn().is_some_and(|turn| !self.wish.may_roll(turn)) {
                let timer = set_timeout_with_handle(move || self.roll(), BOT_LOOKS).ok();
                on_cleanup(move || {
                    if let Some(timer) = timer {
                        timer.clear();
                    }
                });
            }
        });
    }

    /// Writes the status line and plays the sounds.
    fn narrate(self, status: RwSignal<String>) {
        let me = self.names.with_value(|names| names.me);
        Effect::new(move |before: Option<usize>| {
            let landed = self.suspense.count();
            let settled = self.suspense.is_settled();
            if settled || before != Some(landed) {
                status.set(self.view.with(|view| self.sentence(view, landed)));
            }
            if before.is_some_and(|before| before < landed) {
                let last = self.view.with(|view| view.rolls.get(landed - 1).copied());
                last.map(|roll| landing_cue(roll, me)).into_iter().for_each(sound::play);
                if let Some(outcome) = self.view.with(|view| view.outcome).filter(|_| settled) {
                    let lost = me.is_some_and(|me| !outcome.winners().contains(me));
                    sound::play(if lost { Cue::Lose } else { Cue::Win });
                }
            }
            landed
        });
    }

    fn sentence(self, view: &View, landed: usize) -> String {
        if self.wish.rival != Rival::Myself {
            return self.names.with_value(|names| words::status(view, landed, names));
        }
        let Some(&roll) = landed.checked_sub(1).and_then(|last| view.rolls.get(last)) else {
            return format!("Roll 1 to {}, and then against yourself.", thousands(view.max));
        };
        let (rolled, max, tier) =
            (thousands(roll.rolled), thousands(roll.max), words::tier(roll.tier()).to_lowercase());
        let told = self.names.with_value(|names| format!("{}: {rolled} of {max}, {tier}.", names.name(roll.seat)));
        match view.outcome {
            Some(_) if landed == view.rolls.len() => format!("{told} You won, and you lost."),
            None if landed == view.rolls.len() => {
                let next = self.names.with_value(|names| names.name(view.turn).to_lowercase());
                format!("{told} Now {next}.")
            }
            _ => told,
        }
    }

    fn headline(self, outcome: Outcome) -> (String, &'static str) {
        let winner = outcome.winners().first().unwrap_or(Seat(0));
        match self.wish.rival {
            Rival::Myself => ("You won. You also lost.".into(), "won"),
            Rival::Bot(_) if winner == Seat(0) => ("You won".into(), "won"),
            Rival::Bot(_) => ("You lost".into(), "lost"),
            Rival::Neighbour => (self.names.with_value(|names| format!("{} won", names.name(winner))), "watched"),
        }
    }
}

#[component]
fn Play(chosen: Wish, wish: RwSignal<Option<Wish>>, round: RwSignal<u32>, status: RwSignal<String>) -> impl IntoView {
    let desk = Desk::new(chosen);
    let (suspense, start) = (desk.suspense, chosen.start);
    let root = NodeRef::new();
    desk.narrate(status);
    desk.keep_bot_rolling();
    keys::listen(root, move |key| desk.key(key));
    on_cleanup(move || status.set(String::new()));
    let face = Memo::new(move |_| Face::at(suspense, start));
    let turn = Memo::new(move |_| desk.turn());
    let names = Signal::derive(move || desk.names.get_value());
    let consolation = CONSOLATIONS[(random_bits() % CONSOLATIONS.len() as u64) as usize];
    let result = move || {
        let outcome = desk.view.with(|view| view.outcome).filter(|_| suspense.is_rested())?;
        let (headline, mood) = desk.headline(outcome);
        let numbers = desk.view.with(|view| desk.names.with_value(|names| numbers(view, start, names)));
        let comfort = (chosen.rival == Rival::Myself)
            .then(|| view! { <p class="dr-comfort" data-test="local-comfort">{consolation}</p> });
        Some(view! {
            <LocalResult headline mood again=move || round.update(|n| *n += 1) other=move || wish.set(None)>
                {comfort}
                {numbers}
            </LocalResult>
        })
    };
    view! {
        <div class=format!("dr {}", keys::PLACE) node_ref=root>
            <div class="dr-match" class:mine=move || desk.is_on_turn()>
                <section class="dr-stage">
                    <Tray face=face />
                    <RollButton desk />
                </section>
                <section class="dr-side">
                    <History rolls=Signal::derive(move || suspense.landed()) start=Signal::stored(start) names=names turn=turn />
                    <footer class="dr-foot">
                        <Press test="local-stop" class="quiet" on_press=move || wish.set(None)>"Stop"</Press>
                    </footer>
                </section>
            </div>
            {result}
        </div>
    }
}

#[component]
fn RollButton(desk: Desk) -> impl IntoView {
    let why = Signal::derive(move || (!desk.is_on_turn()).then(|| "The bot is rolling.".to_owned()));
    // The maximum would give away what still tumbles.
    let words = move || match desk.view.with(|view| view.max) {
        _ if !desk.is_on_turn() => "The bot rolls…".to_owned(),
        _ if !desk.suspense.is_settled() => "Roll".to_owned(),
        max => format!("Roll 1–{}", thousands(max)),
    };
    view! {
        <div class="dr-hand">
            <Show when=move || desk.turn().is_some()>
                <Press class="primary dr-button" test="roll" why=why on_press=move || desk.roll()>{words}</Press>
            </Show>
        </div>
    }
}
