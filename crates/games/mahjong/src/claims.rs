//! The window in which a discard can be claimed.

use crate::{
    Action, Death, Event, Exposure, Mahjong, Rack, State, Tile,
    rules::PASS,
    stage::{Claim, Passing, Stage},
};
use parlor_kernel::{Game, Seat, Sink, Tick};

/// How long a player who asks for time gets to think about a discard.
const PAUSE_SECONDS: u64 = 60;

impl Mahjong {
    /// Seals what a seat does about the discard, and decides once all have answered.
    pub(crate) fn seal_claim(&mut self, now: Tick, seat: Seat, claim: Claim, out: &mut impl Sink<Event>) {
        if let Stage::Claiming { sealed, .. } = &mut self.stage {
            sealed.put(seat, claim);
        }
        let action = match claim {
            Claim::Decline => Action::Decline,
            Claim::Call { size, jokers } => Action::Call { size, jokers },
            Claim::Mahjong => Action::Mahjong,
        };
        self.confirm(seat, action, out);
        self.close_claims_if_complete(now, out);
    }

    /// The window stays open for a minute more.
    pub(crate) fn pause(&mut self, now: Tick, seat: Seat, out: &mut impl Sink<Event>) {
        let deadline = now + PAUSE_SECONDS * u64::from(Self::SPEC.ticks_per_second);
        self.deadline = Some(deadline);
        if let Stage::Claiming { paused, .. } = &mut self.stage {
            *paused = true;
        }
        out.public(Event::Paused { seat, deadline });
    }

    pub(crate) fn close_claims_if_complete(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        if self.stage.awaited().is_empty() {
            self.close_claims(now, out);
        }
    }

    /// Ruling: mahjong beats an exposure, and of equal claims the next in turn after the discarder has it.
    pub(crate) fn close_claims(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        let Stage::Claiming { seat: discarder, sealed, .. } = self.take_stage() else { return };
        let mut claims = sealed.close_with(|_| Claim::Decline);
        // What a player has sealed who has left since counts no more.
        self.gone.iter().for_each(|seat| claims[seat.index()] = Claim::Decline);
        for seat in Self::in_turn_after(discarder).filter(|seat| claims[seat.index()] == Claim::Mahjong) {
            if self.wins(seat, &self.held(seat).rack.with(self.offered())) {
                self.take_discard(seat);
                return self.win(now, seat, Some(discarder), out);
            }
            self.die(seat, Death::FalseMahjong, out);
        }
        for seat in Self::in_turn_after(discarder) {
            if let Claim::Call { size, jokers } = claims[seat.index()] {
                return self.expose(now, seat, size, jokers, out);
            }
        }
        self.next_turn(now, discarder, out);
    }

    /// The discard joins the rack of the seat that wins with it.
    fn take_discard(&mut self, seat: Seat) {
        if let Some(discard) = self.discards.pop() {
            self.held_mut(seat).rack.add(discard.tile);
        }
    }

    /// The claimant takes the discard, lays the group open and is to discard, without a draw.
    fn expose(&mut self, now: Tick, seat: Seat, size: u8, jokers: u8, out: &mut impl Sink<Event>) {
        let Some(discard) = self.discards.pop() else { return };
        let exposure = Exposure { tile: discard.tile, size, jokers };
        let held = self.held_mut(seat);
        held.rack.remove_many(exposure.tile, exposure.naturals() - 1);
        held.rack.remove_many(Tile::JOKER, jokers);
        held.exposures.push(exposure);
        self.tallies[seat.index()].calls += 1;
        self.pass_through(State::LoopExposeTiles, Some(seat), out);
        out.public(Event::Exposed { seat, exposure });
        self.enter(Stage::Choosing { seat, drawn: None, claimed: true, from: Some(discard.seat) }, now, out);
    }

    /// Answers for a seat that is gone in the round that is open.
    pub(crate) fn answer_for(&mut self, now: Tick, seat: Seat, out: &mut impl Sink<Event>) {
        let tiles = match &self.stage {
            Stage::Charleston { .. } => self.hurried_pass(seat, PASS),
            Stage::Courtesy { agreed, .. } => self.hurried_pass(seat, agreed[seat.index() % 2]),
            _ => Rack::EMPTY,
        };
        match &mut self.stage {
            Stage::Charleston { sealed, .. } => sealed.put(seat, Passing::Tiles(tiles)),
            Stage::Courtesy { sealed, .. } => sealed.put(seat, tiles),
            Stage::Voting { sealed } => sealed.put(seat, true),
            Stage::Bidding { sealed } => sealed.put(seat, 0),
            Stage::Claiming { sealed, .. } => {
                sealed.put(seat, Claim::Decline);
                return self.close_claims_if_complete(now, out);
            }
            Stage::Gathering { .. } | Stage::Choosing { .. } => {}
        }
        self.close_if_complete(now, out);
    }
}
