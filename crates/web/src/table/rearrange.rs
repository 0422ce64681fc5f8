//! Moving players to other seats before a match, by two taps or by dragging: the host moves everyone, a player only
//! themselves.

use super::TableCtx;
use crate::ui::{Icon, icon};
use leptos::{ev, prelude::*};
use parlor_kernel::Seat;
use parlor_wire::{Occupant, TableCommand, TableInfo};
use std::time::Duration;

/// How far the pointer moves before a tap becomes a drag, in pixels.
const SLACK: f64 = 6.0;

/// A point of the window.
type Point = (f64, f64);

/// Who may be moved where.
#[derive(Clone, PartialEq)]
pub struct Plan {
    /// Which seats are taken.
    taken: Vec<bool>,
    me: Option<Seat>,
    hosting: bool,
}

impl Plan {
    /// The plan of a table, for a viewer in `me`. Where gold is played for, seats are taken beside the bet.
    pub fn of(info: &TableInfo, me: Option<Seat>, hosting: bool) -> Option<Self> {
        let taken = info.seats.iter().map(|seat| seat.occupant != Occupant::Nobody).collect();
        info.bet.is_none().then_some(Self { taken, me, hosting })
    }

    fn is_taken(&self, seat: Seat) -> bool {
        self.taken.get(seat.index()).copied().unwrap_or_default()
    }

    /// Whether the viewer may move who sits in `from`.
    pub fn moves(&self, from: Seat) -> bool {
        self.is_taken(from) && (self.hosting || self.me == Some(from))
    }

    /// Whether the viewer may move who sits in `from` to `to`. Only the host makes two players change places.
    fn allows(&self, from: Seat, to: Seat) -> bool {
        self.moves(from) && from != to && (self.hosting || !self.is_taken(to))
    }

    /// How who sits in `from` gets to `to`.
    fn way(&self, from: Seat, to: Seat) -> Option<Way> {
        self.allows(from, to).then_some(if self.hosting { Way::Moved } else { Way::Walks })
    }
}

/// How a player gets to another seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// The host moves them; who sits there changes places with them.
    Moved,
    /// They take the free seat.
    Walks,
}

/// A seat whose player is being moved.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Held {
    seat: Seat,
    how: How,
}

/// How a player is being moved.
#[derive(Clone, Copy, PartialEq, Debug)]
enum How {
    /// By taps: the next one says where to.
    Tapped,
    /// The pointer went down there and has hardly moved.
    Pressed { at: Point },
    /// The pointer drags from one point to another, above a seat that may be the new one.
    Dragged { from: Point, at: Point, over: Option<Seat> },
}

/// The hand that moves players at one table. Copy it freely.
#[derive(Clone, Copy)]
pub struct Mover {
    ctx: TableCtx,
    plan: Signal<Option<Plan>>,
    held: RwSignal<Option<Held>>,
    /// A click follows every drag, and means nothing then.
    dragged: StoredValue<bool>,
}

impl Mover {
    /// Moves players by `plan`, for as long as the current component is there.
    pub fn new(ctx: TableCtx, plan: Signal<Option<Plan>>) -> Self {
        let mover = Self { ctx, plan, held: RwSignal::new(None), dragged: StoredValue::new(false) };
        // A player who stood up is held no longer.
        Effect::new(move |_| {
            let held = mover.held.get_untracked();
            if held.is_some_and(|held| plan.with(|plan| plan.as_ref().is_none_or(|plan| !plan.moves(held.seat)))) {
                mover.held.set(None);
            }
            plan.track();
        });
        let moves = window_event_listener(ev::pointermove, move |event| mover.follow(&event));
        let up = window_event_listener(ev::pointerup, move |_| mover.release());
        let cancel = window_event_listener(ev::pointercancel, move |_| mover.held.set(None));
        let key = window_event_listener(ev::keydown, move |event| {
            if event.key() == "Escape" {
                mover.held.set(None);
            }
        });
        on_cleanup(move || {
            moves.remove();
            up.remove();
            cancel.remove();
            key.remove();
        });
        mover
    }

    /// Whether a player has been tapped and waits for a seat.
    pub fn is_choosing(self) -> bool {
        self.held.with(|held| held.is_some_and(|held| held.how == How::Tapped))
    }

    fn allows(self, from: Seat, to: Seat) -> bool {
        self.plan.with(|plan| plan.as_ref().is_some_and(|plan| plan.allows(from, to)))
    }

    fn follow(self, event: &ev::PointerEvent) {
        let now = (f64::from(event.client_x()), f64::from(event.client_y()));
        let Some(Held { seat, how }) = self.held.get_untracked() else { return };
        let from = match how {
            How::Tapped => return,
            How::Pressed { at } if (now.0 - at.0).hypot(now.1 - at.1) <= SLACK => return,
            How::Pressed { at } => at,
            How::Dragged { from, .. } => from,
        };
        self.dragged.set_value(true);
        let over = seat_at(now).filter(|over| untrack(|| self.allows(seat, *over)));
        self.held.set(Some(Held { seat, how: How::Dragged { from, at: now, over } }));
    }

    fn release(self) {
        match self.held.get_untracked() {
            Some(Held { seat, how: How::Dragged { over, .. } }) => {
                self.held.set(None);
                if let Some(over) = over {
                    self.put(seat, over);
                }
                // After the click, if there is one.
                set_timeout(move || _ = self.dragged.try_set_value(false), Duration::ZERO);
            }
            Some(Held { how: How::Pressed { .. }, .. }) => self.held.set(None),
            _ => {}
        }
    }

    /// Moves who sits in `from` to `to`.
    fn put(self, from: Seat, to: Seat) {
        self.held.set(None);
        let command = match self.plan.with_untracked(|plan| plan.as_ref()?.way(from, to)) {
            None => return,
            Some(Way::Moved) => TableCommand::Move { from, to },
            Some(Way::Walks) => TableCommand::Sit { seat: Some(to) },
        };
        self.ctx.command(command.at(self.ctx.code()));
    }

    /// Whether who sits in `seat` is being moved.
    pub fn holds(self, seat: Seat) -> bool {
        self.held.with(|held| held.is_some_and(|held| held.seat == seat && !matches!(held.how, How::Pressed { .. })))
    }

    /// Whether a player who is dragged would be put into `seat`.
    pub fn is_over(self, seat: Seat) -> bool {
        let over = |held: Held| matches!(held.how, How::Dragged { over: Some(over), .. } if over == seat);
        self.held.with(|held| held.is_some_and(over))
    }

    /// How far a dragged player has been moved on the screen, as a style. What lies below is not hidden from the pointer.
    pub fn shift(self, seat: Seat) -> String {
        match self.held.get() {
            Some(Held { seat: held, how: How::Dragged { from, at, .. } }) if held == seat => {
                format!("translate: {}px {}px; pointer-events: none", at.0 - from.0, at.1 - from.1)
            }
            _ => String::new(),
        }
    }
}

/// Takes hold of who sits in a seat.
#[component]
pub fn MoveGrip(mover: Mover, seat: Seat, name: String) -> impl IntoView {
    let press = move |event: ev::PointerEvent| {
        mover.dragged.set_value(false);
        let chosen = mover.held.with_untracked(Option::is_some);
        if event.button() == 0 && !chosen {
            let at = (f64::from(event.client_x()), f64::from(event.client_y()));
            mover.held.set(Some(Held { seat, how: How::Pressed { at } }));
        }
    };
    let tap = move |_| {
        if mover.dragged.get_value() {
            return;
        }
        let held = mover.held.get_untracked().filter(|held| held.seat == seat);
        mover.held.set(if held.is_some() { None } else { Some(Held { seat, how: How::Tapped }) });
    };
    view! {
        <button
            type="button"
            class="button quiet round move-grip"
            title="Move to another seat: drag, or tap and choose"
            aria-label=format!("Move {name} to another seat")
            aria-pressed=move || mover.holds(seat).to_string()
            data-test="move-seat"
            on:pointerdown=press
            on:click=tap
        >
            {icon(Icon::Grip)}
        </button>
    }
}

/// Puts who was tapped into this seat, if that may be.
#[component]
pub fn MoveHere(mover: Mover, seat: Seat, taken: bool) -> impl IntoView {
    let from = Memo::new(move |_| {
        let held = mover.held.get().filter(|held| held.how == How::Tapped)?;
        mover.allows(held.seat, seat).then_some(held.seat)
    });
    move || {
        let from = from.get()?;
        Some(view! {
            <button type="button" class="button move-here" data-test="move-here" on:click=move |_| mover.put(from, seat)>
                {if taken { "Change places" } else { "Put here" }}
            </button>
        })
    }
}

/// The seat of the waiting room at a point of the window.
fn seat_at((x, y): Point) -> Option<Seat> {
    let place = document().element_from_point(x as f32, y as f32)?.closest(".place").ok()??;
    Some(Seat(place.get_attribute("data-seat")?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four seats: Ada hosts in the first, Bea sits in the second, a bot in the third, the last is free.
    fn plan(me: u8, hosting: bool) -> Plan {
        Plan { taken: vec![true, true, true, false], me: Some(Seat(me)), hosting }
    }

    #[test]
    fn the_host_moves_everyone_and_swaps_players() {
        let plan = plan(0, true);
        for (from, to) in [(0, 3), (1, 3), (2, 0), (1, 2)] {
            assert_eq!(plan.way(Seat(from), Seat(to)), Some(Way::Moved), "{from} to {to}");
        }
        // From an empty seat, to the same, and from one that is not there.
        for (from, to) in [(3, 0), (1, 1), (9, 1)] {
            assert_eq!(plan.way(Seat(from), Seat(to)), None, "{from} to {to}");
        }
    }

    #[test]
    fn players_move_only_themselves_and_only_to_free_seats() {
        let plan = plan(1, false);
        assert_eq!(plan.way(Seat(1), Seat(3)), Some(Way::Walks));
        for (from, to) in [(1, 0), (1, 2), (0, 3), (2, 3)] {
            assert_eq!(plan.way(Seat(from), Seat(to)), None, "{from} to {to}");
        }
    }
}
