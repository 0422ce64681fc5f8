//! Matches that move by themselves: inputs are told at once, to those who may know of them, and settled a little later.

use super::{
    Asker,
    actor::{Actor, name_of},
    inputs::{Asked, Waiting},
    saved,
};
use parlor_kernel::{Refusal, Seat, Tick};
use parlor_wire::{CommandId, frame::TableEvent};
use serde_json::value::RawValue;

impl Actor {
    /// Whether a real-time match is being played.
    pub(super) fn is_real_time(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.cadence().is_some() && !live.is_over())
    }

    /// Takes in a player's input. It is answered once it has come to count, however often it is repeated meanwhile.
    pub(super) fn input(&mut self, asker: Asker, id: CommandId, action: Box<RawValue>, at: Option<Tick>) {
        let name = name_of(&asker, &id);
        let outlet = asker.outlet;
        if self.has_done(&name) {
            return outlet.answer(id, Ok(()));
        }
        if self.live.as_mut().is_some_and(|live| live.is_asked_again(&name, &outlet)) {
            return;
        }
        if let Err(refusal) = self.may_log(asker.user.id, action.get()) {
            return outlet.refuse(Some(id), refusal);
        }
        let asked = Asked { outlet: outlet.clone(), id: id.clone(), name };
        let waiting = Waiting { action, asked: Some(asked) };
        let seat = self.saved.seat_of(asker.user.id).ok_or_else(saved::not_seated);
        match seat.and_then(|seat| self.take_in(seat, at, waiting)) {
            Ok(()) => metrics::counter!("parlor_actions_total").increment(1),
            Err(refusal) => outlet.refuse(Some(id), refusal),
        }
    }

    /// Takes in an input and tells those who may know of it.
    fn take_in(&mut self, seat: Seat, at: Option<Tick>, input: Waiting) -> Result<(), Refusal> {
        let now = self.match_now();
        let live = self.live.as_mut().ok_or_else(super::play::no_match)?;
        let (audience, heard) = live.input(now, seat, at, input)?;
        for viewer in self.streams.viewers().filter(|&viewer| audience.includes(viewer)) {
            self.publish(viewer, TableEvent::Heard(heard.clone()));
        }
        Ok(())
    }

    /// When bots are asked next.
    pub(super) fn bots_due_ms(&self) -> Option<u64> {
        let any = self.saved.seats.iter().any(|seat| seat.acting_bot().is_some());
        self.saved.clock.house_ms(self.live.as_ref().filter(|_| any)?.bots_due_ms()?)
    }

    /// Asks every bot whether to change anything. Their inputs go the way of everyone's.
    pub(super) fn ask_bots(&mut self) {
        let now = self.match_now();
        if let Some(live) = &mut self.live {
            live.bots_asked(now);
        }
        for seat in Seat::all(self.saved.count()) {
            let Some(level) = self.saved.seats[seat.index()].acting_bot().map(str::to_owned) else { continue };
            let Some(action) = self.ask(seat, &level, now).and_then(|text| RawValue::from_string(text).ok()) else {
                continue;
            };
            if let Err(refusal) = self.take_in(seat, None, Waiting { action, asked: None }) {
                tracing::warn!(?refusal, code = %self.code, "a bot was refused");
            }
        }
    }
}
