//! Passing tiles: the Charlestons, the vote between them, and the courtesy.

use crate::{
    Action, Direction, Event, Mahjong, Rack, SEATS, State, Tile,
    rules::{PASS, blanks_stay},
    stage::{Passing, Stage, Step},
};
use parlor_kernel::{Seat, Sink, Tick};

/// What each seat gives away and gets.
type Passes = [Rack; SEATS as usize];

impl Mahjong {
    /// Seals the tiles that a seat passes, and passes all once they are in.
    pub(crate) fn seal_pass(&mut self, now: Tick, seat: Seat, tiles: Rack, out: &mut impl Sink<Event>) {
        match &mut self.stage {
            Stage::Charleston { sealed, .. } => sealed.put(seat, Passing::Tiles(tiles)),
            Stage::Courtesy { sealed, .. } => sealed.put(seat, tiles),
            _ => {}
        }
        self.confirm(seat, Action::Pass { tiles }, out);
        self.close_if_complete(now, out);
    }

    /// Seals that East was dealt a winning hand.
    pub(crate) fn seal_heavenly(&mut self, now: Tick, seat: Seat, out: &mut impl Sink<Event>) {
        if let Stage::Charleston { sealed, .. } = &mut self.stage {
            sealed.put(seat, Passing::Heavenly);
        }
        self.confirm(seat, Action::Mahjong, out);
        self.close_if_complete(now, out);
    }

    pub(crate) fn seal_vote(&mut self, now: Tick, seat: Seat, more: bool, out: &mut impl Sink<Event>) {
        if let Stage::Voting { sealed } = &mut self.stage {
            sealed.put(seat, more);
        }
        self.confirm(seat, Action::Vote { more }, out);
        self.close_if_complete(now, out);
    }

    pub(crate) fn seal_bid(&mut self, now: Tick, seat: Seat, tiles: u8, out: &mut impl Sink<Event>) {
        if let Stage::Bidding { sealed } = &mut self.stage {
            sealed.put(seat, tiles);
        }
        self.confirm(seat, Action::Bid { tiles }, out);
        self.close_if_complete(now, out);
    }

    /// Closes a round of passing, voting or bidding when the clock says so, and answers for those who have not.
    pub(crate) fn close_passing(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        match self.take_stage() {
            Stage::Charleston { step, sealed } => {
                let sealed = sealed.close_with(|seat| Passing::Tiles(self.hurried_pass(seat, PASS)));
                self.charleston(now, step, &sealed, out);
            }
            // Ruling: any one player may stop, so silence does.
            Stage::Voting { sealed } => {
                let more = sealed.close_with(|_| false).into_iter().all(|more| more);
                self.pass_through(State::CharlestonQueryComplete, None, out);
                if more { self.pass_next(Step::SECOND, now, out) } else { self.bid_next(now, out) }
            }
            Stage::Bidding { sealed } => {
                let bids = sealed.close_with(|_| 0);
                self.agree(now, [0, 1].map(|pair| bids[pair].min(bids[pair + 2])), out);
            }
            Stage::Courtesy { agreed, sealed } => {
                let gave = sealed.close_with(|seat| self.hurried_pass(seat, agreed[seat.index() % 2]));
                let gave: Passes = std::array::from_fn(|seat| gave[seat]);
                self.exchange_tiles(&gave, &std::array::from_fn(|seat| gave[(seat + 2) % 4]), out);
                self.finish_courtesy(now, out);
            }
            Stage::Gathering { .. } | Stage::Choosing { .. } | Stage::Claiming { .. } => {}
        }
    }

    /// Closes the round once all have answered.
    pub(crate) fn close_if_complete(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        if self.stage.awaited().is_empty() {
            self.close_passing(now, out);
        }
    }

    fn charleston(&mut self, now: Tick, step: Step, sealed: &[Passing], out: &mut impl Sink<Event>) {
        if sealed.contains(&Passing::Heavenly) && self.is_live(self.east()) {
            return self.win(now, self.east(), None, out);
        }
        let gave: Passes = std::array::from_fn(|seat| match sealed[seat] {
            Passing::Tiles(tiles) => tiles,
            // East has left since.
            Passing::Heavenly => self.hurried_pass(Seat(seat as u8), PASS),
        });
        let got = flow(&gave, step.direction(), self.east());
        self.exchange_tiles(&gave, &got, out);
        match step {
            Step::FIRST_LEFT => {
                let sealed = self.barrier(|seat| !self.gone.contains(seat), |_| true);
                self.enter(Stage::Voting { sealed }, now, out);
            }
            Step::LAST => self.bid_next(now, out),
            Step(number) => self.pass_next(Step(number + 1), now, out),
        }
    }

    fn bid_next(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        let sealed = self.barrier(|seat| !self.gone.contains(seat), |_| 0);
        self.enter(Stage::Bidding { sealed }, now, out);
    }

    /// Ruling: of two bids the smaller counts.
    fn agree(&mut self, now: Tick, agreed: [u8; 2], out: &mut impl Sink<Event>) {
        self.pass_through(State::CourtesyQueryComplete, None, out);
        out.public(Event::Courtesy { agreed });
        if agreed == [0, 0] {
            return self.finish_courtesy(now, out);
        }
        // A player may have left after bidding.
        let count = |seat: Seat| agreed[seat.index() % 2];
        let has_say = |seat: Seat| count(seat) > 0 && !self.gone.contains(seat);
        let sealed = self.barrier(has_say, |seat| self.hurried_pass(seat, count(seat)));
        self.enter(Stage::Courtesy { agreed, sealed }, now, out);
        self.close_if_complete(now, out);
    }

    fn finish_courtesy(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        self.pass_through(State::CourtesyComplete, None, out);
        self.begin_turn(now, self.east(), out);
    }

    fn exchange_tiles(&mut self, gave: &Passes, got: &Passes, out: &mut impl Sink<Event>) {
        for seat in Seat::all(SEATS) {
            let (gave, got) = (gave[seat.index()], got[seat.index()]);
            let rack = &mut self.held_mut(seat).rack;
            rack.remove_all(&gave);
            rack.add_all(&got);
            self.tallies[seat.index()].passed += u16::from(gave.len());
            if gave.len() + got.len() > 0 {
                out.private(seat, Event::Passed { seat, gave, got });
            }
        }
    }

    /// What is passed for a seat that does not choose: its first tiles that may be passed.
    pub(crate) fn hurried_pass(&self, seat: Seat, count: u8) -> Rack {
        let rack = &self.held(seat).rack;
        let may_pass = |tile: &Tile| tile.is_natural() || *tile == Tile::BLANK && !blanks_stay(rack);
        rack.tiles().filter(may_pass).take(count.into()).collect()
    }
}

/// What each seat gets when all pass at once.
///
/// Every seat owes three tiles. What it does not give of its own it passes on from what comes in, unseen: a tile travels on
/// until it reaches a seat that owes nothing more. The tiles set out from East. If no seat gives any of its own, nothing
/// moves.
fn flow(gave: &Passes, direction: Direction, east: Seat) -> Passes {
    let mut owed = gave.map(|tiles| PASS - tiles.len());
    let mut got = [Rack::EMPTY; SEATS as usize];
    for giver in (0..SEATS).map(|step| Seat((east.0 + step) % SEATS)) {
        for tile in gave[giver.index()].tiles() {
            let mut seat = direction.from(giver);
            while owed[seat.index()] > 0 {
                owed[seat.index()] -= 1;
                seat = direction.from(seat);
            }
            got[seat.index()].add(tile);
        }
    }
    got
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::Rng;

    fn rack(text: &str) -> Rack {
        text.split_whitespace().map(|tile| tile.parse::<Tile>().unwrap()).collect()
    }

    #[test]
    fn passes_go_where_they_should() {
        let gave = ["1C 2C 3C", "1B 2B 3B", "1D 2D 3D", "N E W"].map(rack);
        assert_eq!(flow(&gave, Direction::Right, Seat(0)), ["N E W", "1C 2C 3C", "1B 2B 3B", "1D 2D 3D"].map(rack));
        assert_eq!(flow(&gave, Direction::Left, Seat(0)), ["1B 2B 3B", "1D 2D 3D", "N E W", "1C 2C 3C"].map(rack));
        assert_eq!(flow(&gave, Direction::Across, Seat(0)), ["1D 2D 3D", "N E W", "1C 2C 3C", "1B 2B 3B"].map(rack));
    }

    #[test]
    fn blind_passes_forward_what_comes_in() {
        // The second seat gives one tile of its own and passes on two of the first seat's.
        let gave = ["1C 2C 3C", "1B", "1D 2D 3D", "N E W"].map(rack);
        let got = flow(&gave, Direction::Right, Seat(0));
        assert_eq!(got, ["N E W", "3C", "1B 1C 2C", "1D 2D 3D"].map(rack));
        assert_eq!(flow(&[Rack::EMPTY; 4], Direction::Left, Seat(2)), [Rack::EMPTY; 4], "four full blinds cancel out");
    }

    #[test]
    fn every_seat_gets_as_many_as_it_gives() {
        let mut rng = Rng::new(1);
        let mut set: Vec<Tile> = Rack::full(false).tiles().collect();
        for _ in 0..10_000 {
            rng.shuffle(&mut set);
            let gave: Passes =
                std::array::from_fn(|seat| set[3 * seat..][..rng.below(4) as usize].iter().copied().collect());
            let east = Seat(rng.below(4) as u8);
            for direction in [Direction::Right, Direction::Across, Direction::Left] {
                // Across, two pairs exchange; a full blind pass of one of them gives the other its own tiles back.
                let got = flow(&gave, direction, east);
                assert_eq!(got.map(|tiles| tiles.len()), gave.map(|tiles| tiles.len()), "{gave:?} {direction:?}");
            }
        }
    }
}
