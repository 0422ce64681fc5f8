//! Inputs of a real-time match that wait for their tick.
//!
//! Players see the game a little late and their inputs take a while to arrive. So the house does not play a tick when
//! it comes but [`Cadence::patience`](parlor_kernel::Cadence) ticks later, and an input counts for the tick its player saw: what they did
//! on their own screen is what happened. Whoever may know of it hears of it at once and shows it ahead of the house.

use super::Outlet;
use parlor_kernel::{Audience, Refusal, Seat, Tick, Viewer};
use parlor_wire::{CommandId, frame::Heard};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// How far ahead of the house a player's clock may be, in ticks.
const LEAD: u64 = 12;
/// How much later than the house waits for it an input may come and still count for the next tick, in ticks. Together
/// with the patience of the house's games that is a second: what is older was meant for a match that looked otherwise.
const LATE: u64 = 40;
/// How many inputs of one seat may wait: more than hands can make in that time, and nobody takes another's room.
const WAITING: usize = 32;

/// Inputs by tick, then by seat, then as they came: the order in which they count, for everyone.
#[derive(Default)]
pub struct Inputs {
    waiting: BTreeMap<(Tick, Seat, u64), (Audience, Waiting)>,
    counter: u64,
}

/// An input that waits for its tick.
pub struct Waiting {
    /// The action's JSON.
    pub action: Box<RawValue>,
    /// Who asked for it. Bots do not ask.
    pub asked: Option<Asked>,
}

/// Who hears what becomes of an input.
pub struct Asked {
    /// Where they listen.
    pub outlet: Outlet,
    /// What they call it.
    pub id: CommandId,
    /// The name under which the log remembers it.
    pub name: String,
}

impl Waiting {
    /// The name under which the log remembers it.
    pub fn name(&self) -> Option<&str> {
        self.asked.as_ref().map(|asked| asked.name.as_str())
    }

    /// What becomes of it, for whoever asked: it counts, or why it does not.
    pub fn becomes(self, result: Result<(), Refusal>) -> Option<Answer> {
        self.asked.map(|asked| Answer { asked, result })
    }
}

/// What becomes of an input: told once that is durable.
pub struct Answer {
    asked: Asked,
    result: Result<(), Refusal>,
}

impl Answer {
    /// Tells whoever asked.
    pub fn send(self) {
        self.asked.outlet.answer(self.asked.id, self.result);
    }

    /// The same for an input of a step that has not happened after all.
    pub fn instead(self, why: &Refusal) -> Self {
        Self { result: Err(why.clone()), ..self }
    }
}

impl Inputs {
    /// Adds an input for the tick its player saw, or the nearest that can still be had. Only `audience` may know of it.
    ///
    /// # Errors
    /// If it comes far too late, or too many of its seat wait.
    pub fn add(
        &mut self,
        seat: Seat,
        at: Option<Tick>,
        (settled, now): (Tick, Tick),
        audience: Audience,
        input: Waiting,
    ) -> Result<Heard, Refusal> {
        if at.is_some_and(|at| at + LATE < settled) {
            let message = "Your connection held that up for too long, so it did not count.".into();
            return Err(Refusal { code: "too_late", message });
        }
        if self.waiting.keys().filter(|(_, waits, _)| *waits == seat).count() >= WAITING {
            return Err(Refusal { code: "too_fast", message: "That was too fast; wait a moment.".into() });
        }
        let at = at.unwrap_or(now).clamp(settled + 1, now.max(settled) + LEAD);
        let heard = Heard { seat, at, action: input.action.clone() };
        self.counter += 1;
        self.waiting.insert((at, seat, self.counter), (audience, input));
        Ok(heard)
    }

    /// Whether an input of that name waits. If so, it is answered where its player listens now.
    pub fn is_asked_again(&mut self, name: &str, outlet: &Outlet) -> bool {
        let mut asked = self.waiting.values_mut().filter_map(|(_, input)| input.asked.as_mut());
        let same = asked.find(|asked| asked.name == name);
        same.map(|asked| asked.outlet = outlet.clone()).is_some()
    }

    /// The next input for `until` or before.
    pub fn next(&mut self, until: Tick) -> Option<(Tick, Seat, Waiting)> {
        let first = self.waiting.first_entry().filter(|entry| entry.key().0 <= until)?;
        let ((tick, seat, _), (_, input)) = first.remove_entry();
        Some((tick, seat, input))
    }

    /// All that wait and that `viewer` may know of, in order.
    pub fn known_to(&self, viewer: Viewer) -> impl Iterator<Item = (Tick, Seat, &RawValue)> {
        let known = self.waiting.iter().filter(move |(_, (audience, _))| audience.includes(viewer));
        known.map(|(&(at, seat, _), (_, input))| (at, seat, &*input.action))
    }

    /// Takes out everything: the match is over.
    pub fn clear(&mut self) -> impl Iterator<Item = Waiting> {
        std::mem::take(&mut self.waiting).into_values().map(|(_, input)| input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(text: &str) -> Waiting {
        Waiting { action: RawValue::from_string(text.into()).unwrap(), asked: None }
    }

    #[test]
    fn inputs_count_in_the_order_of_their_ticks() {
        let mut inputs = Inputs::default();
        let times = (Tick(100), Tick(120));
        let mut add =
            |seat, at, text: &str| inputs.add(Seat(seat), at, times, Audience::Everyone, input(text)).unwrap().at;
        assert_eq!(add(1, Some(Tick(110)), "1"), Tick(110));
        assert_eq!(add(0, Some(Tick(110)), "2"), Tick(110));
        assert_eq!(add(0, Some(Tick(110)), "3"), Tick(110));
        assert_eq!(add(0, Some(Tick(60)), "4"), Tick(101), "late: the next that can be had");
        assert_eq!(add(0, Some(Tick(9_999)), "5"), Tick(132), "nobody acts far in the future");
        assert_eq!(add(0, None, "6"), Tick(120));
        let order: Vec<_> =
            std::iter::from_fn(|| inputs.next(Tick(120))).map(|(_, _, input)| input.action.get().to_owned()).collect();
        assert_eq!(order, ["4", "2", "3", "1", "6"]);
        assert!(inputs.next(Tick(131)).is_none());
        assert_eq!(inputs.clear().count(), 1);
    }

    #[test]
    fn what_is_far_too_late_does_not_count() {
        let mut inputs = Inputs::default();
        let mut add = |at| inputs.add(Seat(0), Some(Tick(at)), (Tick(100), Tick(120)), Audience::Everyone, input("1"));
        assert_eq!(add(59).unwrap_err().code, "too_late");
        assert_eq!(add(60).unwrap().at, Tick(101));
        assert_eq!(inputs.clear().count(), 1);
    }

    #[test]
    fn only_so_many_of_a_seat_wait() {
        let mut inputs = Inputs::default();
        for _ in 0..WAITING {
            inputs.add(Seat(0), None, (Tick(0), Tick(9)), Audience::Everyone, input("1")).unwrap();
        }
        assert_eq!(
            inputs.add(Seat(0), None, (Tick(0), Tick(9)), Audience::Everyone, input("1")).unwrap_err().code,
            "too_fast"
        );
        inputs
            .add(Seat(1), None, (Tick(0), Tick(9)), Audience::Everyone, input("1"))
            .expect("the other has room of their own");
        inputs.next(Tick(9)).unwrap();
        inputs.add(Seat(0), None, (Tick(0), Tick(9)), Audience::Everyone, input("1")).expect("one less waits");
    }
}
