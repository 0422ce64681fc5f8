//! A match on the screen, whoever runs it: the fields side by side, and what hands can do below.

use super::{
    CONTROLS,
    field::Field,
    handling::HandlingDialog,
    hands::Hands,
    heads::{Heads, Stand},
    seat::SeatPanel,
    touch::Buttons,
    words,
};
use crate::{
    arcade::{
        Keymap, PauseAsk, PauseCover, Pauses, RemapDialog, Runner, Shot, each_frame, hold_cover, listen, look_after,
    },
    browser::{has_focus, let_go},
    games::kit::{Names, keys},
    ui::{Icon, Press, icon, thousands},
};
use leptos::{html, prelude::*};
use parlor_arcade::PauseBy;
use parlor_kernel::{Duel, Game, Seat, SeatSet, Tick, Viewer};
use parlor_tetris::{Action, Config, Contest, Phase, Tetris};
use std::sync::Arc;

/// A match, for whoever draws a part of it. Copy it freely.
#[derive(Clone, Copy)]
pub struct Board {
    /// Who runs it.
    pub runner: Runner<Tetris>,
    /// Its rule set.
    pub config: StoredValue<Arc<Config>>,
    /// Who plays from here.
    pub hands: Hands,
    /// Whom to call what.
    pub names: Signal<Names>,
    /// All but the motion; none before the first picture.
    pub heads: RwSignal<Option<Heads>>,
    /// The canvases, by seat.
    canvases: [NodeRef<html::Canvas>; 2],
}

impl Board {
    /// A match that `seats` are played in from here.
    pub fn new(runner: Runner<Tetris>, config: Arc<Config>, seats: &[Seat], names: Signal<Names>) -> Self {
        Self {
            runner,
            config: StoredValue::new(config),
            hands: Hands::new(runner, seats),
            names,
            heads: RwSignal::new(None),
            canvases: [NodeRef::new(), NodeRef::new()],
        }
    }

    /// A part of what is known that tells only of its own changes.
    pub fn memo<T, F>(self, part: F) -> Memo<Option<T>>
    where
        T: PartialEq + Send + Sync + 'static,
        F: Fn(&Heads) -> T + Send + Sync + 'static,
    {
        Memo::new(move |_| self.heads.with(|heads| heads.as_ref().map(&part)))
    }

    /// The canvas of a seat.
    pub fn canvas(self, seat: Seat) -> NodeRef<html::Canvas> {
        self.canvases[seat.index().min(1)]
    }

    /// The seats in the order in which they are shown, whoever looks first.
    pub fn order(self) -> Vec<Seat> {
        let near = self.names.with_untracked(|names| names.me).unwrap_or(Seat(0));
        match self.config.with_value(|config| config.seats) {
            1 => vec![Seat(0)],
            _ => vec![near, Duel::other(near)],
        }
    }

    /// Whether a seat is shown large, with what comes next.
    pub fn is_large(self, seat: Seat) -> bool {
        let me = self.names.with_untracked(|names| names.me);
        me.is_none_or(|me| me == seat)
    }

    /// Pauses, asks for a pause, takes that back, or goes on: whatever makes sense now.
    pub fn toggle_pause(self) {
        let Some(&seat) = self.hands.seats().first() else { return };
        if let Some(action) = self.heads.with_untracked(|heads| heads.as_ref().map(|heads| heads.toggle(seat))) {
            self.runner.act(seat, action);
        }
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

    /// What is to be seen now. Two who play from here see each other's field: they sit side by side.
    fn shot(self, viewer: Viewer, mine: &[Seat]) -> Option<Shot<Tetris>> {
        let &[first, second] = mine else { return self.runner.shot(viewer) };
        let shot = self.runner.shot(Viewer::Seat(first))?;
        let other = self.runner.shot(Viewer::Seat(second))?;
        Some(Shot { view: shot.view.together(&other.view), tick: shot.tick })
    }

    /// Draws every picture, and tells what changed since the last.
    fn run(self) {
        let viewer = self.names.with_untracked(|names| names.me.map_or(Viewer::Spectator, Viewer::Seat));
        let (order, mine) = (self.order(), self.hands.seats());
        let mut fields: Vec<Option<Field>> = order.iter().map(|_| None).collect();
        each_frame(move || {
            if self.hands.look() {
                self.toggle_pause();
            }
            let Some(shot) = self.shot(viewer, &mine) else { return };
            if has_focus() {
                self.hands.insist(&shot.view);
            }
            let heads = Heads::of(&shot.view, shot.tick);
            let changed = self.heads.with_untracked(|before| before.as_ref() != Some(&heads));
            if changed {
                self.heads.with_untracked(|before| {
                    if let Some(before) = before {
                        heads.sound(before, &mine);
                    }
                });
                self.heads.set(Some(heads));
            }
            let position = &shot.view.position;
            let played = position.played(Tick(shot.tick.max(0.0) as u64));
            for (&seat, field) in order.iter().zip(&mut fields) {
                if field.is_none() {
                    let canvas = self.canvas(seat).get_untracked();
                    *field = canvas.and_then(|canvas| Field::on(canvas, self.is_large(seat)));
                }
                if let (Some(field), Some(well)) = (field, position.wells.get(seat.index())) {
                    let hidden = matches!(position.phase, Phase::Paused { .. }) && !mine.is_empty();
                    if hidden {
                        field.refresh(&shot.view.config);
                    } else {
                        field.draw(&shot.view.config, well, well.garbage.landed(played));
                    }
                }
            }
        });
    }

    fn pauses(self) -> Pauses {
        let paused = self.memo(|heads| heads.stand == Stand::Paused);
        let over = self.memo(|heads| heads.outcome.is_some());
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
}

/// The match itself: fields and buttons. `status` is the line that is read out.
#[component]
pub fn Screen(board: Board, status: RwSignal<String>, children: Children) -> impl IntoView {
    let root = NodeRef::<html::Div>::new();
    let keymap = Keymap::of(Tetris::SPEC, CONTROLS);
    let mine = board.hands.seats();
    let plays = !mine.is_empty();
    board.run();
    if plays {
        listen(root, keymap, mine.len() == 2, move |control, down| match (control.id, down) {
            ("pause", true) => board.toggle_pause(),
            _ => board.hands.key(control, down),
        });
        look_after(board.pauses(), board.is_alone());
    }
    let sentence = Memo::new(move |_| {
        board.heads.with(|heads| {
            let heads = heads.as_ref()?;
            Some(board.config.with_value(|config| board.names.with(|names| words::status(heads, config, names))))
        })
    });
    Effect::new(move |_| {
        if let Some(told) = sentence.get().filter(|told| status.with_untracked(|status| status != told)) {
            status.set(told);
        }
    });
    let phase = board.memo(|heads| match heads.stand {
        Stand::Countdown => "countdown",
        Stand::Playing => "playing",
        Stand::Paused => "paused",
        Stand::Over => "over",
    });
    let pauses = board.pauses();
    // Whoever looks at a match again may look at its pauses, too.
    let is_film = matches!(board.runner, Runner::Film(_));
    let order = board.order();
    let kind = match order.iter().filter(|&&seat| board.is_large(seat)).count() {
        2 => "pair",
        _ if order.len() == 1 => "solo",
        _ => "duel",
    };
    let panels = order.into_iter().map(|seat| view! { <SeatPanel board seat /> }).collect_view();
    view! {
        <div
            class=format!("tetris {}", keys::PLACE)
            node_ref=root
            data-keys=move || (plays && !pauses.over.get()).then(|| keymap.claimed())
        >
            <Clock board />
            <div class=format!("tetris-room {kind}") data-test="room" data-phase=move || phase.get()>
                {panels}
                <Count board />
                {(!is_film).then(|| view! { <PauseCover pauses /> })}
                {hold_cover(board.runner)}
            </div>
            {(!is_film).then(|| view! { <PauseAsk pauses /> })}
            {(mine.len() == 1).then(|| view! { <Buttons board /> })}
            <footer class="tetris-foot">
                {plays.then(|| view! { <Tools board keymap /> })}
                <span class="spacer"></span>
                {children()}
            </footer>
        </div>
    }
}

/// What can be done beside playing.
#[component]
fn Tools(board: Board, keymap: Keymap) -> impl IntoView {
    let pair = board.hands.seats().len() == 2;
    let (remapping, handling) = (RwSignal::new(false), RwSignal::new(false));
    let is_held = board.memo(|heads| heads.held);
    // The clock of a challenge runs for both.
    let challenge = board.config.with_value(|config| config.challenge.is_some());
    let offered = board.memo(move |heads| heads.outcome.is_none() && !challenge);
    let pauses = board.pauses();
    view! {
        <Show when=move || offered.get() == Some(true)>
            <Press test="pause" class="quiet" on_press=pauses.toggle>
                {move || if is_held.get() == Some(true) { "Go on" } else { "Pause" }}
            </Press>
        </Show>
        <button
            type="button"
            class="button quiet"
            aria-label="Keys"
            data-test="keys-change"
            on:click=move |_| remapping.set(true)
        >
            {icon(Icon::Keyboard)}
            <span class="tetris-wide">"Keys"</span>
        </button>
        <button
            type="button"
            class="button quiet"
            aria-label="Handling: how keys repeat"
            data-test="handling-change"
            on:click=move |_| handling.set(true)
        >
            {icon(Icon::Bolt)}
            <span class="tetris-wide">"Handling"</span>
        </button>
        <RemapDialog open=remapping keymap pair />
        <HandlingDialog open=handling pair />
    }
}

/// The countdown, over everything. Each number is an element of its own, so that it appears anew.
#[component]
fn Count(board: Board) -> impl IntoView {
    let count = board.memo(|heads| heads.count);
    move || {
        count.get().flatten().map(|count| {
            view! { <span class="tetris-count" data-test="count" aria-hidden="true">{count}</span> }
        })
    }
}

/// The time that is left, and who leads, in a contest of points.
#[component]
fn Clock(board: Board) -> impl IntoView {
    let left = board.memo(|heads| heads.left);
    let order = board.order();
    let contest = order.len() == 2 && board.config.with_value(|config| config.contest == Contest::Score);
    let lead = board.memo(move |heads| {
        let (near, far) = (heads.seat(*order.first()?)?, heads.seat(*order.get(1)?)?);
        Some((words::lead(near, far), near.score.max(far.score).max(1)))
    });
    let clock = move || {
        left.get().flatten().map(|seconds| {
            view! {
                <b class="tetris-clock" class:soon=seconds <= 30 data-test="clock">
                    {format!("{}:{:02}", seconds / 60, seconds % 60)}
                </b>
            }
        })
    };
    let bar = move || {
        let (ahead, most) = lead.get().flatten()?;
        let share = 50.0 + 50.0 * ahead as f64 / most as f64;
        let words = match ahead {
            0 => "level".to_owned(),
            ahead => format!("{}{}", if ahead > 0 { "+" } else { "−" }, thousands(ahead.unsigned_abs())),
        };
        Some(view! {
            <span class="tetris-lead" data-test="lead" style=format!("--share: {share:.1}%")>
                <span>{words}</span>
            </span>
        })
    };
    view! { <div class="tetris-top">{clock} {contest.then_some(bar)}</div> }
}
