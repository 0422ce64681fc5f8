//! The shooting: enemy waters to aim at, one's own fleet to worry about.

use super::{
    Desk,
    board::{Board, Hands, Pick, catch_lost_focus},
    chart::{Chart, Overlay, Tone},
    panels::{FleetStrip, Record},
    patterns::Patterns,
    reveal::Reveal,
    words,
};
use crate::{
    games::kit::keys,
    sound::{self, Cue},
    ui::Press,
};
use leptos::{html, prelude::*};
use parlor_battleship::{Action, AttackMode, Battleship, Cell, Config, Illegal, Mark, Plan, View};
use parlor_kernel::{Duel, Game, Seat};
use std::sync::Arc;

/// What keys do while shots are fired.
const KEYS: keys::Listed = &[
    ("← → ↑ ↓", "Move over the board"),
    ("Enter Space", "Fire, or plan an attack"),
    ("P", "Change the pattern"),
    ("Esc", "Drop the plan"),
];

/// Where an attacker stands: what is aimed at, and with what.
#[derive(Clone, Copy)]
pub struct Bridge {
    desk: Desk,
    config: StoredValue<Arc<Config>>,
    me: Seat,
    over: RwSignal<Option<Cell>>,
    chosen: RwSignal<u8>,
    /// A cell that an unsure thumb has touched once.
    aimed: RwSignal<Option<Cell>>,
    /// An attack that the house has not answered yet.
    pending: RwSignal<Option<Cell>>,
    refused: RwSignal<Option<(Cell, String)>>,
}

impl Bridge {
    fn new(desk: Desk, config: Arc<Config>, me: Seat) -> Self {
        let bridge = Self {
            desk,
            config: StoredValue::new(config),
            me,
            over: RwSignal::new(None),
            chosen: RwSignal::new(0),
            aimed: RwSignal::new(None),
            pending: RwSignal::new(None),
            refused: RwSignal::new(None),
        };
        let heard = desk.since_now();
        Effect::new(move |_| {
            heard.track();
            bridge.pending.set(None);
            bridge.aimed.set(None);
            bridge.refused.set(None);
        });
        // A refusal is an answer too; the table says why.
        Effect::new(move |_| {
            if desk.refusal.read().is_some() {
                bridge.pending.set(None);
            }
        });
        bridge
    }

    fn view<R>(self, read: impl FnOnce(&View) -> R) -> Option<R> {
        self.desk.view.with(|view| view.as_ref().map(read))
    }

    /// Whether this seat shoots now.
    pub fn is_on_turn(self) -> bool {
        self.view(|view| view.turn == Some(self.me)).unwrap_or(false)
    }

    /// The pattern in use: the chosen one while it lasts.
    pub fn pattern(self) -> u8 {
        let chosen = self.chosen.get();
        let usable = self.view(|view| self.config.with_value(|config| view.may_use(config, self.me, chosen)));
        if usable == Some(true) { chosen } else { 0 }
    }

    /// How often this seat has used a pattern.
    pub fn used(self, pattern: u8) -> u16 {
        self.view(|view| view.tallies[self.me.index()].used.get(usize::from(pattern)).copied()).flatten().unwrap_or(0)
    }

    /// Takes another pattern; what was planned with the old one is aimed anew.
    pub fn choose(self, pattern: u8) {
        self.chosen.set(pattern);
        sound::play(Cue::Action);
        if let Some(plan) = self.plan() {
            self.aim(plan.at);
        }
    }

    /// What is planned.
    pub fn plan(self) -> Option<Plan> {
        self.view(|view| view.plan).flatten()
    }

    fn aim(self, at: Cell) {
        self.pending.set(Some(at));
        self.act(Action::Plan { at, pattern: self.pattern() });
    }

    fn fire(self, at: Cell) {
        self.pending.set(Some(at));
        self.act(Action::Fire { at, pattern: self.pattern() });
    }

    fn act(self, action: Action) {
        self.desk.act(self.me, action);
    }

    fn pick(self, Pick { at, unsure }: Pick) {
        if !self.is_on_turn() {
            self.refused.set(Some((at, Illegal::NotYourTurn.to_string())));
            return;
        }
        self.refused.set(None);
        match self.config.with_value(|config| config.attack) {
            AttackMode::Plan if self.plan() == Some(Plan { at, pattern: self.pattern() }) => self.confirm(),
            AttackMode::Plan => self.aim(at),
            AttackMode::Direct if unsure && self.aimed.get_untracked() != Some(at) => self.aimed.set(Some(at)),
            AttackMode::Direct => self.fire(at),
        }
    }

    fn confirm(self) {
        match self.aimed.get_untracked() {
            Some(at) => self.fire(at),
            None => self.act(Action::Confirm),
        }
    }

    fn cancel(self) {
        self.aimed.set(None);
        if self.plan().is_some() {
            self.act(Action::Cancel);
        }
    }

    /// Whether something waits to be confirmed.
    fn is_aimed(self) -> bool {
        self.aimed.get().is_some() || self.plan().is_some()
    }

    fn key(self, key: &str) -> bool {
        match key {
            "Escape" if self.is_aimed() => self.cancel(),
            "p" | "P" => {
                let count = self.config.with_value(|config| config.patterns.len()) as u8;
                let usable = |&pattern: &u8| {
                    self.view(|view| self.config.with_value(|config| view.may_use(config, self.me, pattern)))
                        == Some(true)
                };
                let current = self.pattern();
                let next = (1..=count).map(|step| (current + step) % count).find(usable);
                next.filter(|&next| next != current).into_iter().for_each(|next| self.choose(next));
            }
            _ => return false,
        }
        true
    }

    /// The cells an attack would cover, each with the tone it is drawn in.
    fn cells(self, at: Cell, pattern: u8, tone: Tone) -> Vec<(Cell, Tone)> {
        let spent = self
            .view(|view| self.config.with_value(|config| view.marks(config, Duel::other(self.me))))
            .unwrap_or_default();
        self.config.with_value(|config| {
            let tone_of = |cell: Cell| match spent.get(usize::from(config.index_of(cell))) {
                Some(Mark::Unknown) => tone,
                _ => Tone::Spent,
            };
            config.pattern_cells(at, pattern).map(|cell| (cell, tone_of(cell))).collect()
        })
    }

    fn overlay(self) -> Overlay {
        let over = self.over.get().filter(|_| self.is_on_turn());
        let pattern = self.pattern();
        let (pending, aimed, plan) = (self.pending.get(), self.aimed.get(), self.plan());
        let mut aim = Vec::new();
        if let Some(at) = pending {
            aim = self.cells(at, pattern, Tone::Pending);
        } else if let Some(Plan { at, pattern }) = plan {
            aim = self.cells(at, pattern, Tone::Planned);
        } else if let Some(at) = aimed {
            aim = self.cells(at, pattern, Tone::Planned);
        }
        if let Some(at) = over.filter(|&at| pending.is_none() && plan.is_none_or(|plan| plan.at != at)) {
            aim.extend(self.cells(at, pattern, Tone::Fresh));
        }
        let again = aimed.map(|at| (at, format!("{at}: tap again to fire")));
        Overlay { cursor: over.or(aimed), aim, ghost: None, note: self.refused.get().or(again) }
    }
}

/// The screen of a match in which shots are fired, or have been.
#[component]
pub fn Firing(desk: Desk, config: Arc<Config>, me: Option<Seat>, root: NodeRef<html::Div>) -> impl IntoView {
    // A spectator stands behind the first seat, without seeing its fleet.
    let near = me.unwrap_or(Seat(0));
    let far = Duel::other(near);
    let (last, looked) = (desk.last_attacks(), desk.looked_at());
    let chart = |seat: Seat| {
        let config = Arc::clone(&config);
        Signal::derive(move || {
            let back = looked.with(|events| events.iter().find_map(words::fell_on));
            // A viewer who looks back at an attack sees that one.
            let last = match back {
                Some((on, cells)) if on == seat => cells,
                Some(_) => Vec::new(),
                None => last.with(|last| last[seat.index()].clone()),
            };
            desk.view.with(|view| view.as_ref().map(|view| Chart::of(&config, view, seat, &last)).unwrap_or_default())
        })
    };
    let bridge = me.map(|me| Bridge::new(desk, Arc::clone(&config), me));
    let hands = bridge.map(|bridge| Hands {
        over: Callback::new(move |cell| {
            bridge.over.set(cell);
            bridge.refused.set(None);
        }),
        pick: Callback::new(move |pick| bridge.pick(pick)),
        press: None,
    });
    if let Some(bridge) = bridge {
        keys::listen(root, (Battleship::SPEC.name, KEYS), move |key| bridge.key(key));
        // The Ready button is gone, and Cancel goes: a player who pressed it with the keyboard goes on at the enemy's
        // board.
        let aimed = Memo::new(move |_| bridge.is_aimed());
        Effect::new(move |_| {
            if !aimed.get() {
                request_animation_frame(move || root.get_untracked().iter().for_each(|place| catch_lost_focus(place)));
            }
        });
    }
    let overlay = Signal::derive(move || bridge.map(Bridge::overlay).unwrap_or_default());
    let turn = move || {
        let turn = desk.view.with(|view| view.as_ref().and_then(|view| view.turn));
        turn.map_or("none", |turn| if turn == near { "near" } else { "far" })
    };
    let title = move |seat: Seat, mine: &'static str, theirs: &'static str| {
        Signal::derive(move || match me {
            Some(me) => {
                if me == seat {
                    mine.to_owned()
                } else {
                    theirs.to_owned()
                }
            }
            None => desk.names.with(|names| format!("{} waters", names.whose(seat))),
        })
    };
    let (far_title, near_title) = (title(far, "", "Enemy waters"), title(near, "Your fleet", ""));
    view! {
        <div class="bs-firing" class:watching=me.is_none() data-turn=turn>
            <section class="bs-far">
                <header class="bs-head">
                    <h2>{far_title}</h2>
                    <FleetStrip desk=desk config=Arc::clone(&config) seat=far />
                </header>
                <div class="bs-stage">
                    <Board which="enemy" config=Arc::clone(&config) label=far_title chart=chart(far) overlay=overlay hands=hands />
                    <Reveal desk=desk config=Arc::clone(&config) seat=far />
                </div>
            </section>
            <section class="bs-near">
                <header class="bs-head">
                    <h2>{near_title}</h2>
                    <FleetStrip desk=desk config=Arc::clone(&config) seat=near />
                </header>
                <div class="bs-stage">
                    <Board which="own" config=Arc::clone(&config) label=near_title chart=chart(near) />
                    <Reveal desk=desk config=Arc::clone(&config) seat=near />
                </div>
            </section>
            <section class="bs-tools">
                {bridge.map(|bridge| controls(bridge, &config))}
                <div class="bs-facts">
                    {desk.clock(desk.deadline())}
                    {me.is_none().then(|| view! { <Record desk=desk seat=far /> })}
                    <Record desk=desk seat=near />
                    {me.map(|_| desk.way_out("Strike your colours?", "Fight on", Action::Surrender))}
                </div>
            </section>
        </div>
    }
}

/// The patterns, and the buttons that carry out or drop an aimed attack.
fn controls(bridge: Bridge, config: &Arc<Config>) -> impl IntoView + use<> {
    let patterns = (config.patterns.len() > 1).then(|| view! { <Patterns bridge=bridge config=Arc::clone(config) /> });
    let desk = bridge.desk;
    let plans = config.attack == AttackMode::Plan;
    let why = Signal::derive(move || {
        if !bridge.is_on_turn() {
            Some(Illegal::NotYourTurn.to_string())
        } else if !bridge.is_aimed() {
            Some(Illegal::NoAttackPlanned.to_string())
        } else {
            None
        }
    });
    let target = move || bridge.plan().map(|plan| plan.at).or(bridge.aimed.get());
    let is_playing = move || desk.view.with(|view| view.as_ref().is_some_and(|view| view.turn.is_some()));
    view! {
        {patterns}
        <Show when=move || is_playing() && (plans || bridge.aimed.get().is_some())>
            <div class="bs-actions">
                <Press test="confirm-attack" class="primary" why=why on_press=move || bridge.confirm()>
                    {move || target().map_or_else(|| "Attack".to_owned(), |at| format!("Attack {at}"))}
                </Press>
                <Show when=move || bridge.is_aimed()>
                    <Press test="cancel-attack" class="quiet" on_press=move || bridge.cancel()>"Cancel"</Press>
                </Show>
            </div>
        </Show>
    }
}
