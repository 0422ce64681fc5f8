//! Inputs of a real-time match that wait for their tick.
//!
//! Players see the game a little late and their inputs take a while to arrive. So the house does not play a tick when it
//! comes but [`Cadence::patience`](parlor_kernel::Cadence) ticks later, and an input counts for the tick its player saw:
//! what they did on their own screen is what happened. Those who may know of it hear of it at once and show it ahead of
//! the house.

use crate::{
    done::CommandName,
    effects::Answer,
    input::{Asker, ConnectionId},
    live::PlayError,
};
use parlor_kernel::{Audience, Refusal, Seat, Tick, Viewer};
use parlor_wire::{CommandId, frame::Heard};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// How far ahead of the house a player's clock may be, in ticks.
const LEAD: u64 = 12;
/// How much later than the house waits for it an input may come and still count for the next tick, in ticks. Together
/// with the patience of the house's games that is a second: what is older was meant for a match that looked otherwise.
const LATE: u64 = 40;
/// How many inputs of one seat may wait: more than hands can make in that time, and no player takes another's room.
const WAITING: usize = 32;

/// Inputs by tick, then by seat, then as they came: the order in which they count, for everyone.
#[derive(Debug, Default)]
pub struct Inputs {
    waiting: BTreeMap<(Tick, Seat, u64), (Audience, Waiting)>,
    counter: u64,
}

/// An input that waits for its tick.
#[derive(Debug)]
pub struct Waiting {
    /// The action's JSON.
    pub action: Box<RawValue>,
    /// The command that it came with. Bots give none.
    pub asked: Option<Asked>,
}

/// The command that an input came with.
#[derive(Debug)]
pub struct Asked {
    connection: ConnectionId,
    id: CommandId,
    /// The name under which the log remembers it.
    name: CommandName,
}

impl Asked {
    /// A command of `asker`, remembered as `name`.
    pub const fn new(asker: &Asker, id: CommandId, name: CommandName) -> Self {
        Self { connection: asker.connection, id, name }
    }

    /// The name under which the log remembers it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the player is told: it counts, or why it does not.
    pub fn becomes(self, result: Result<(), Refusal>) -> Answer {
        Answer { to: self.connection, id: self.id, result }
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
    ) -> Result<Heard, PlayError> {
        if at.is_some_and(|at| at + LATE < settled) {
            return Err(PlayError::TooLate);
        }
        if self.waiting.keys().filter(|(_, waits, _)| *waits == seat).count() >= WAITING {
            return Err(PlayError::TooFast);
        }
        let at = at.unwrap_or(now).clamp(settled + 1, now.max(settled) + LEAD);
        let heard = Heard { seat, at, action: input.action.clone() };
        self.counter += 1;
        self.waiting.insert((at, seat, self.counter), (audience, input));
        Ok(heard)
    }

    /// Whether an input of that name waits. If so, it is answered where its player listens now.
    pub fn is_asked_again(&mut self, name: &str, connection: ConnectionId) -> bool {
        let mut asked = self.waiting.values_mut().filter_map(|(_, input)| input.asked.as_mut());
        let same = asked.find(|asked| asked.name() == name);
        same.map(|asked| asked.connection = connection).is_some()
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

    /// Takes out everything and refuses it: it will not come to count.
    pub fn refuse(&mut self, why: &Refusal) -> impl Iterator<Item = Answer> {
        let waiting = std::mem::take(&mut self.waiting).into_values();
        waiting.filter_map(|(_, input)| input.asked).map(|asked| asked.becomes(Err(why.clone())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{done::name_of, testing::ada};

    const TIMES: (Tick, Tick) = (Tick(100), Tick(120));

    fn input(text: &str) -> Waiting {
        Waiting { action: RawValue::from_string(text.into()).unwrap(), asked: None }
    }

    fn asked(connection: u64) -> Asked {
        let asker = Asker { user: ada().into(), connection: ConnectionId(connection) };
        let id = "a1".parse().unwrap();
        let name = name_of(asker.user.id, &id);
        Asked::new(&asker, id, name)
    }

    #[test]
    fn inputs_count_in_the_order_of_their_ticks() {
        let mut inputs = Inputs::default();
        let mut add =
            |seat, at, text: &str| inputs.add(Seat(seat), at, TIMES, Audience::Everyone, input(text)).unwrap().at;
        assert_eq!(add(1, Some(Tick(110)), "1"), Tick(110));
        assert_eq!(add(0, Some(Tick(110)), "2"), Tick(110));
        assert_eq!(add(0, Some(Tick(110)), "3"), Tick(110));
        assert_eq!(add(0, Some(Tick(60)), "4"), Tick(101), "late: the next that can be had");
        assert_eq!(add(0, Some(Tick(9_999)), "5"), Tick(132), "no player acts far in the future");
        assert_eq!(add(0, None, "6"), Tick(120));
        let order: Vec<_> =
            std::iter::from_fn(|| inputs.next(Tick(120))).map(|(_, _, input)| input.action.get().to_owned()).collect();
        assert_eq!(order, ["4", "2", "3", "1", "6"]);
        assert!(inputs.next(Tick(131)).is_none());
        assert_eq!(inputs.known_to(Viewer::Spectator).count(), 1);
    }

    #[test]
    fn what_is_far_too_late_does_not_count() {
        let mut inputs = Inputs::default();
        let mut add = |at| inputs.add(Seat(0), Some(Tick(at)), TIMES, Audience::Everyone, input("1"));
        assert_eq!(add(59).unwrap_err(), PlayError::TooLate);
        assert_eq!(add(60).unwrap().at, Tick(101));
    }

    #[test]
    fn only_so_many_of_a_seat_wait() {
        let mut inputs = Inputs::default();
        let add = |inputs: &mut Inputs, seat| {
            inputs.add(Seat(seat), None, (Tick(0), Tick(9)), Audience::Everyone, input("1")).map(drop)
        };
        for _ in 0..WAITING {
            add(&mut inputs, 0).unwrap();
        }
        assert_eq!(add(&mut inputs, 0), Err(PlayError::TooFast));
        add(&mut inputs, 1).expect("the other has room of their own");
        inputs.next(Tick(9)).unwrap();
        add(&mut inputs, 0).expect("one less waits");
    }

    #[test]
    fn an_input_is_known_to_its_audience_and_answered_where_its_player_listens() {
        let mut inputs = Inputs::default();
        let waiting = Waiting { asked: Some(asked(1)), ..input("1") };
        let secret = Audience::Only(parlor_kernel::SeatSet::only(Seat(0)));
        inputs.add(Seat(0), None, TIMES, secret, waiting).unwrap();
        inputs.add(Seat(1), None, TIMES, Audience::Everyone, input("2")).unwrap();
        assert_eq!(inputs.known_to(Viewer::Seat(Seat(0))).count(), 2);
        assert_eq!(inputs.known_to(Viewer::Seat(Seat(1))).count(), 1);
        assert!(
            inputs.is_asked_again(asked(2).name(), ConnectionId(2)) && !inputs.is_asked_again("b", ConnectionId(3))
        );
        let why = Refusal::from(PlayError::Over);
        let answers: Vec<_> = inputs.refuse(&why).collect();
        assert_eq!(answers, [asked(2).becomes(Err(why))], "bots wait for no answer");
        assert!(inputs.next(Tick(999)).is_none());
    }
}
