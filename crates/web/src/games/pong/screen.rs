//! A match on the screen, whoever runs it: points above, the court, and what hands can do below.

use super::{
    CONTROLS,
    court::Court,
    hands::Hands,
    heads::Heads,
    overlay::Overlay,
    words::{self, near},
};
use crate::{
    arcade::{HoldButton, Keymap, PauseAsk, Pauses, RemapDialog, Runner, drags, each_frame, listen, look_after},
    browser::{has_focus, let_go},
    games::kit::{Names, keys},
    ui::{Icon, Press, icon},
};
use leptos::{html, prelude::*};
use parlor_arcade::PauseBy;
use parlor_kernel::{Duel, Game, Seat, SeatSet, Viewer};
use parlor_pong::{Action, Config, Phase, Pong, Side};
use std::sync::Arc;

/// A match, for whoever draws a part of it. Copy it freely.
#[derive(Clone, Copy)]
pub struct Board {
    /// Who runs it.
    pub runner: Runner<Pong>,
    /// Its rule set.
    pub config: StoredValue<Arc<Config>>,
    /// Who steers from here.
    pub hands: Hands,
    /// Whom to call what in the match,
    pub names: Signal<Names>,
    /// and on the court that is shown.
    pub on_court: Signal<Names>,
    /// All but the motion; none before the first picture.
    pub heads: RwSignal<Option<Heads>>,
}

impl Board {
    /// A match that `seats` are steered in from here.
    pub fn new(runner: Runner<Pong>, config: Arc<Config>, seats: &[Seat], names: Signal<Names>) -> Self {
        let hands = Hands::new(runner, seats);
        let config = StoredValue::new(config);
        let on_court = Signal::derive(move || config.with_value(|config| words::on_court(names.get(), config)));
        Self { runner, config, hands, names, on_court, heads: RwSignal::new(None) }
    }

    /// A part of what is known that tells only of its own changes.
    pub fn memo<T, F>(self, part: F) -> Memo<Option<T>>
    where
        T: PartialEq + Send + Sync + 'static,
        F: Fn(&Heads) -> T + Send + Sync + 'static,
    {
        Memo::new(move |_| self.heads.with(|heads| heads.as_ref().map(&part)))
    }

    /// Pauses, asks for a pause, takes that back, or goes on: whatever makes sense now.
    pub fn toggle_pause(self) {
        let (Some(heads), Some(&seat)) = (self.heads.get_untracked(), self.hands.seats().first()) else { return };
        self.runner.act(seat, heads.toggle(seat));
    }

    /// Pauses, or asks for it.
    pub fn pause(self) {
        if let Some(&seat) = self.hands.seats().first() {
            self.runner.act(seat, Action::Pause);
        }
    }

    /// Whether nobody else waits: then one player alone pauses.
    fn is_alone(self) -> bool {
        let alone = |config: &Arc<Config>| config.pause.by == PauseBy::Anyone && config.challenge.is_none();
        self.runner.is_local() || self.config.with_value(alone)
    }

    /// What it says about its pauses.
    pub fn pauses(self) -> Pauses {
        let paused = self.memo(|heads| heads.phase == Phase::Paused);
        let over = self.memo(|heads| heads.outcome.is_some() || heads.phase == Phase::Over);
        let asking = self.memo(|heads| if heads.outcome.is_none() { heads.asking } else { SeatSet::EMPTY });
        Pauses {
            paused: Signal::derive(move || paused.get() == Some(true)),
            over: Signal::derive(move || over.get() == Some(true)),
            asking: Signal::derive(move || asking.get().unwrap_or(SeatSet::EMPTY)),
            names: self.names,
            seats: StoredValue::new(self.hands.seats()),
            toggle: Callback::new(move |()| {
                self.toggle_pause();
                let_go();
            }),
            pause: Callback::new(move |()| self.pause()),
        }
    }

    /// Draws every picture, and tells what changed since the last.
    fn run(self, canvas: NodeRef<html::Canvas>) {
        let me = self.names.with_untracked(|names| names.me);
        let viewer = me.map_or(Viewer::Spectator, Viewer::Seat);
        let seat = me.unwrap_or(Seat(0));
        // Whoever plays a challenge has a court of their own, and is on its left.
        let eyes = self.on_court.with_untracked(|names| names.me.map_or(Viewer::Spectator, Viewer::Seat));
        let mut court = None::<Court>;
        each_frame(move || {
            if self.hands.look() {
                self.toggle_pause();
            }
            let Some(shot) = self.runner.shot(viewer) else { return };
            if has_focus() {
                self.hands.insist(&shot.view, shot.tick);
            }
            let heads = Heads::of(&shot.view, shot.tick, seat);
            let before = self.heads.get_untracked();
            if before != Some(heads) {
                if let Some(before) = before {
                    heads.sound(&before, me, eyes.seat());
                }
                self.heads.set(Some(heads));
            }
            if court.is_none() {
                court = canvas.get_untracked().and_then(Court::on);
            }
            if let Some(court) = &mut court {
                let view = shot.view.court(seat);
                let ball = heads.phase != Phase::Over;
                court.draw(&view.config, &view.scene(shot.tick, eyes), ball);
            }
        });
    }
}

/// The match itself: points, court, and buttons. `status` is the line that is read out.
#[component]
pub fn Screen(board: Board, status: RwSignal<String>, children: Children) -> impl IntoView {
    let root = NodeRef::<html::Div>::new();
    let canvas = NodeRef::<html::Canvas>::new();
    let keymap = Keymap::of(Pong::SPEC, CONTROLS);
    let (plays, alone) = (!board.hands.seats().is_empty(), board.hands.seats().len() == 1);
    let remapping = RwSignal::new(false);
    let pauses = board.pauses();
    board.run(canvas);
    if plays {
        listen(root, keymap, !alone, move |control, down| match (control.id, down) {
            ("pause", true) => board.toggle_pause(),
            _ => board.hands.key(control, down),
        });
        look_after(pauses, board.is_alone());
    }
    let sentence = board.memo(move |heads| *heads);
    Effect::new(move |_| {
        let told = sentence.get().map(|heads| {
            board.config.with_value(|config| board.names.with(|names| words::status(&heads, config, names)))
        });
        if let Some(told) = told.filter(|told| status.with_untracked(|status| status != told)) {
            status.set(told);
        }
    });
    let (width, height) = board.config.with_value(|config| (config.court.width, config.court.height));
    let near_side = board.on_court.with_untracked(near);
    let (press, drag, lift) = drags(move |touch| {
        if plays {
            board.hands.touch(touch, height, near_side);
        }
    });
    let button = move |id, sign, label, control| {
        let hold = move |down| board.hands.key(control, down);
        alone.then(|| view! { <HoldButton id sign label hold /> })
    };
    let phase = board.memo(|heads| match heads.phase {
        Phase::Countdown => "countdown",
        Phase::Rally => "rally",
        Phase::Paused => "paused",
        Phase::Over => "over",
    });
    let over = board.memo(|heads| heads.outcome.is_some());
    view! {
        <div
            class=format!("pong {}", keys::PLACE)
            style=format!("--court: {width} / {height}")
            node_ref=root
            data-keys=move || (plays && over.get() != Some(true)).then(|| keymap.claimed())
        >
            <Points board />
            <RivalPanel board />
            <div class="pong-room">
                <div
                    class="pong-court"
                    data-test="court"
                    data-phase=move || phase.get()
                    on:pointerdown=press
                    on:pointermove=drag
                    on:pointerup=lift
                    on:pointercancel=lift
                >
                    <canvas node_ref=canvas aria-hidden="true"></canvas>
                    <Overlay board />
                </div>
            </div>
            {plays.then(|| view! {
                <div class="pong-hands" class:alone=alone>
                    {button("up", "▲", "Up", &CONTROLS[0])}
                    <div
                        class="pong-pad"
                        aria-hidden="true"
                        data-test="touch-pad"
                        on:pointerdown=press
                        on:pointermove=drag
                        on:pointerup=lift
                        on:pointercancel=lift
                    >
                        "Drag here, or on the court"
                    </div>
                    {button("down", "▼", "Down", &CONTROLS[1])}
                </div>
            })}
            <PauseAsk pauses />
            <footer class="pong-foot">
                {plays.then(|| view! {
                    <PauseButton board pauses />
                    <button
                        type="button"
                        class="button quiet"
                        aria-label="Keys"
                        data-test="keys-change"
                        on:click=move |_| remapping.set(true)
                    >
                        {icon(Icon::Keyboard)}
                        <span class="pong-wide">"Keys"</span>
                    </button>
                    <RemapDialog open=remapping keymap pair=!alone />
                })}
                <span class="spacer"></span>
                {children()}
            </footer>
        </div>
    }
}

#[component]
fn PauseButton(board: Board, pauses: Pauses) -> impl IntoView {
    let is_held = board.memo(|heads| heads.held);
    // The clock of a challenge runs for both.
    let offered = board.memo(|heads| heads.outcome.is_none() && heads.rival.is_none());
    view! {
        <Show when=move || offered.get() == Some(true)>
            <Press test="pause" class="quiet" on_press=pauses.toggle>
                {move || if is_held.get() == Some(true) { "Go on" } else { "Pause" }}
            </Press>
        </Show>
    }
}

/// The points, whoever looks on the left.
#[component]
fn Points(board: Board) -> impl IntoView {
    let points = board.memo(|heads| heads.points);
    let server = board.memo(|heads| (!heads.veiled).then_some(heads.server));
    let of = move |side: Side| points.get().map_or(0, |points| points[side.index()]);
    let name = move |side: Side| board.on_court.with(|names| names.who(side.seat()).to_owned());
    let near = Memo::new(move |_| board.on_court.with(near).index());
    let side = move |is_near: bool| if (near.get() == 0) == is_near { Side::Left } else { Side::Right };
    let serves = move |is_near: bool| server.get().flatten() == Some(side(is_near));
    view! {
        <header class="pong-points">
            <span class="pong-name near" class:serves=move || serves(true)>{move || name(side(true))}</span>
            <b class="pong-number" data-test="points-near">{move || of(side(true))}</b>
            <span class="pong-colon" aria-hidden="true">":"</span>
            <b class="pong-number" data-test="points-far">{move || of(side(false))}</b>
            <span class="pong-name far" class:serves=move || serves(false)>{move || name(side(false))}</span>
        </header>
    }
}

/// In a challenge, how the other one does on their own court.
#[component]
fn RivalPanel(board: Board) -> impl IntoView {
    let rival = board.memo(|heads| heads.rival);
    move || {
        let rival = rival.get().flatten()?;
        let name = board.names.with(|names| names.name(Duel::other(names.me.unwrap_or(Seat(0)))).to_owned());
        let [theirs, machines] = rival.points;
        Some(view! {
            <p class="pong-rival" data-test="rival">
                <span><b>{name}</b> " against the machine"</span>
                <span class="figures">{format!("{theirs} : {machines}")}</span>
                {rival.finished.then_some("finished")}
            </p>
        })
    }
}
