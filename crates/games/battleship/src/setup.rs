//! From empty boards to the first shot. Everything here presumes that the rules said yes.

use crate::{
    Battleship, Event, First,
    fleet::Fleet,
    state::{Firing, Stage, deadline, random_first, random_fleet},
};
use parlor_kernel::{Dice, Seat, Sink, Tick};

impl Battleship {
    /// Lays out a fleet that its seat may still move.
    pub(crate) fn lay<S: Sink<Event>>(&mut self, seat: Seat, fleet: Fleet, out: &mut S) {
        let Stage::Placing(placing) = &mut self.stage else {
            return;
        };
        if out.wants() {
            out.private(seat, Event::Placed { seat, ships: fleet.ships().to_vec() });
        }
        placing.drafts[seat.index()] = Some(fleet);
    }

    /// Seals the fleet of `seat`; the last one to do so starts the shooting.
    pub(crate) fn seal<D: Dice, S: Sink<Event>>(&mut self, now: Tick, seat: Seat, dice: &D, out: &mut S) {
        let Stage::Placing(placing) = &mut self.stage else {
            return;
        };
        let Some(fleet) = placing.drafts[seat.index()].take() else {
            return;
        };
        placing.sealed.put(seat, fleet);
        out.public(Event::Ready { seat });
        if placing.sealed.missing().is_empty() {
            self.begin(now, dice, out);
        }
    }

    /// Opens both fleets and lets the first seat shoot.
    fn begin<D: Dice, S: Sink<Event>>(&mut self, now: Tick, dice: &D, out: &mut S) {
        let first = match self.config.first {
            First::Random => random_first(dice),
            First::Challenger => Seat(0),
            First::Given(seat) => seat,
        };
        let deadline = deadline(now, self.config.timers.turn);
        let firing = Stage::Firing(Firing { turn: first, plan: None, deadline });
        let Stage::Placing(placing) = std::mem::replace(&mut self.stage, firing) else {
            return;
        };
        for (side, fleet) in self.sides.iter_mut().zip(placing.sealed.open().unwrap_or_default()) {
            side.launch(&self.config, fleet);
        }
        out.public(Event::Begun { first, deadline });
    }

    /// Time to place is up: what has been laid out counts, and who has nothing gets a random fleet.
    pub(crate) fn close_placing<D: Dice, S: Sink<Event>>(&mut self, now: Tick, dice: &D, out: &mut S) {
        for seat in [Seat(0), Seat(1)] {
            let Stage::Placing(placing) = &self.stage else { return };
            if placing.is_ready(seat) {
                continue;
            }
            if placing.laid(seat).is_none() {
                let fleet = random_fleet(&self.config, now, seat, dice);
                self.lay(seat, fleet, out);
            }
            self.seal(now, seat, dice, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Action, Placement,
        script::{ADA, BEN, Script, rows},
    };
    use parlor_kernel::{Audience, FastDice, Game, SeatSet};

    #[test]
    fn placing_is_sealed() {
        let mut script = Script::placing(|_| ());
        let ships = rows(script.table.config());
        let events = script.act(ADA, Action::Place { ships: ships.iter().rev().copied().collect() }).unwrap();
        assert_eq!(events, [Event::Placed { seat: ADA, ships }], "in the configured order");
        assert_eq!(script.heard[0].0, Audience::Only(SeatSet::only(ADA)));
        assert_eq!(script.act(ADA, Action::Ready).unwrap(), [Event::Ready { seat: ADA }]);
        assert_eq!(script.table.game().awaiting(), SeatSet::only(BEN));
        script.act(BEN, Action::AutoPlace).unwrap();
        let begun = Event::Begun { first: ADA, deadline: None };
        assert_eq!(script.act(BEN, Action::Ready).unwrap(), [Event::Ready { seat: BEN }, begun]);
    }

    #[test]
    fn the_first_seat_is_the_configured_one_or_random() {
        let first = |first: First, seed| {
            let script = Script::placing(|config| config.first = first);
            let mut game = script.table.game().clone();
            for seat in [ADA, BEN] {
                game.act(Tick(0), seat, Action::AutoPlace, &FastDice(seed), &mut ());
                game.act(Tick(0), seat, Action::Ready, &FastDice(seed), &mut ());
            }
            game.turn().unwrap()
        };
        assert_eq!((first(First::Challenger, 1), first(First::Given(BEN), 1)), (ADA, BEN));
        let bens = (0..1000).filter(|&seed| first(First::Random, seed) == BEN).count();
        assert!((430..570).contains(&bens), "{bens}");
    }

    #[test]
    fn time_to_place_runs_out() {
        let mut script = Script::placing(|config| config.timers.placement = Some(300));
        let ships = rows(script.table.config());
        script.act(ADA, Action::Place { ships: ships.clone() }).unwrap();
        assert_eq!(script.wait_until(299), []);
        let events = script.wait_until(300);
        let [Event::Ready { seat: ADA }, Event::Placed { seat: BEN, ships: random }, Event::Ready { seat: BEN }, begun] =
            &events[..]
        else {
            panic!("{events:?}")
        };
        assert_eq!(begun, &Event::Begun { first: ADA, deadline: None });
        assert_eq!(script.table.config().check_fleet(random), Ok(()));
        assert_eq!(script.table.game().fleet(ADA).unwrap().ships(), ships);
    }

    #[test]
    fn who_is_ready_waits_in_peace() {
        let mut script = Script::placing(|config| config.timers.placement = Some(10));
        script.act(BEN, Action::AutoPlace).unwrap();
        script.act(BEN, Action::Ready).unwrap();
        let events = script.wait_until(10);
        assert!(matches!(
            events[..],
            [Event::Placed { seat: ADA, .. }, Event::Ready { seat: ADA }, Event::Begun { .. }]
        ));
    }

    #[test]
    fn random_fleets_differ_from_moment_to_moment_and_seat_to_seat() {
        let script = Script::placing(|_| ());
        let config = script.table.config();
        let fleet =
            |now, seat| -> Vec<Placement> { random_fleet(config, Tick(now), seat, &FastDice(1)).ships().to_vec() };
        assert_eq!(fleet(1, ADA), fleet(1, ADA));
        assert_ne!(fleet(1, ADA), fleet(2, ADA));
        assert_ne!(fleet(1, ADA), fleet(1, BEN));
    }
}
