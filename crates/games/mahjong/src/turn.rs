//! A turn: draw, exchange, discard; and what the clock does.

use crate::{Death, Discard, Event, Exposure, Mahjong, State, Tile, rules::taken_back, stage::Stage};
use parlor_kernel::{Dice, Outcome, Reason, Seat, Sink, Tick};

impl Mahjong {
    /// The first turn of a deal, without a draw. If East is gone, the next player begins and draws.
    pub(crate) fn begin_turn(&mut self, now: Tick, seat: Seat, out: &mut impl Sink<Event>) {
        if self.is_live(seat) {
            self.enter(Stage::Choosing { seat, drawn: None, claimed: false, from: None }, now, out);
        } else {
            self.next_turn(now, seat, out);
        }
    }

    /// The next live seat after `seat` draws. The deal ends if the wall is empty.
    pub(crate) fn next_turn(&mut self, now: Tick, seat: Seat, out: &mut impl Sink<Event>) {
        let Some(seat) = self.next_live(seat) else { return self.settle_wall_game(now, out) };
        let Some(tile) = self.wall.pop() else { return self.settle_wall_game(now, out) };
        self.pass_through(State::LoopPickFromWall, Some(seat), out);
        self.held_mut(seat).rack.add(tile);
        out.public(Event::Drew { seat });
        out.private(seat, Event::Drawn { seat, tile });
        self.enter(Stage::Choosing { seat, drawn: Some(tile), claimed: false, from: None }, now, out);
    }

    /// Discards a tile, which the others may claim. A joker or a blank is dead at once.
    pub(crate) fn discard(&mut self, now: Tick, seat: Seat, tile: Tile, out: &mut impl Sink<Event>) {
        self.held_mut(seat).rack.remove(tile);
        self.turns += 1;
        let discard = Discard { seat, tile };
        self.discards.push(discard);
        out.public(Event::Discarded { discard });
        if !tile.is_natural() {
            return self.next_turn(now, seat, out);
        }
        self.enter(self.claim_window(seat), now, out);
        self.close_claims_if_complete(now, out);
    }

    /// A hand that was completed by the discard that began the turn is paid as if it had been declared with it.
    pub(crate) fn declare(&mut self, now: Tick, seat: Seat, out: &mut impl Sink<Event>) {
        let from = match self.stage {
            Stage::Choosing { from, .. } => from,
            _ => None,
        };
        if self.wins(seat, &self.held(seat).rack) {
            self.win(now, seat, from, out);
        } else {
            self.die(seat, Death::FalseMahjong, out);
            self.next_turn(now, seat, out);
        }
    }

    pub(crate) fn regroup(&mut self, seat: Seat, size: u8, jokers: u8, out: &mut impl Sink<Event>) {
        let held = self.held_mut(seat);
        let Some(last) = held.exposures.last_mut() else { return };
        held.rack = taken_back(&held.rack, *last);
        *last = Exposure { size, jokers, ..*last };
        let exposure = *last;
        held.rack.remove_many(exposure.tile, exposure.naturals() - 1);
        held.rack.remove_many(Tile::JOKER, jokers);
        out.public(Event::Regrouped { seat, exposure });
    }

    pub(crate) fn exchange(&mut self, seat: Seat, owner: Seat, number: u8, out: &mut impl Sink<Event>) {
        self.forget_discard(seat);
        let exposure = &mut self.held_mut(owner).exposures[usize::from(number)];
        exposure.jokers -= 1;
        let tile = exposure.tile;
        let rack = &mut self.held_mut(seat).rack;
        rack.remove(tile);
        rack.add(Tile::JOKER);
        self.tallies[seat.index()].exchanges += 1;
        self.settle_group();
        out.public(Event::Exchanged { seat, owner, exposure: number });
    }

    pub(crate) fn trade(&mut self, seat: Seat, tile: Tile, out: &mut impl Sink<Event>) {
        self.forget_discard(seat);
        if let Some(discard) = self.discards.iter_mut().rfind(|discard| discard.tile == tile) {
            discard.tile = Tile::BLANK;
        }
        let rack = &mut self.held_mut(seat).rack;
        rack.remove(Tile::BLANK);
        rack.add(tile);
        self.settle_group();
        out.public(Event::Traded { seat, tile });
    }

    /// From now on the group just claimed stays as it is, and no tile is the one just drawn: it may have been given away.
    fn settle_group(&mut self) {
        if let Stage::Choosing { drawn, claimed, .. } = &mut self.stage {
            (*drawn, *claimed) = (None, false);
        }
    }

    /// A hand that an exchange or a trade completes counts as picked; one that was complete before stays as it was, so that
    /// nobody makes the others pay more by an exchange.
    fn forget_discard(&mut self, seat: Seat) {
        let complete = self.wins(seat, &self.held(seat).rack);
        if let Stage::Choosing { from, .. } = &mut self.stage
            && !complete
        {
            *from = None;
        }
    }

    pub(crate) fn challenge(&mut self, now: Tick, seat: Seat, target: Seat, out: &mut impl Sink<Event>) {
        self.settle_group();
        if self.card().allows(&self.held(target).exposures) {
            self.die(seat, Death::WrongChallenge { seat: target }, out);
            self.next_turn(now, seat, out);
        } else {
            self.die(target, Death::Challenged { by: seat }, out);
        }
    }

    pub(crate) fn die(&mut self, seat: Seat, death: Death, out: &mut impl Sink<Event>) {
        self.held_mut(seat).dead = true;
        out.public(Event::Died { seat, death });
    }

    /// Time is up: the table chooses for the players who have not.
    pub(crate) fn time_out(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        match self.stage {
            Stage::Gathering { .. } => self.deal(now, dice, out),
            Stage::Choosing { seat, drawn, .. } => {
                // A claim may have laid down the last tile: then the hand is complete, or a false one.
                match drawn.or_else(|| self.held(seat).rack.tiles().next()) {
                    Some(tile) => self.discard(now, seat, tile, out),
                    None => self.declare(now, seat, out),
                }
            }
            Stage::Claiming { .. } => self.close_claims(now, out),
            Stage::Charleston { .. } | Stage::Voting { .. } | Stage::Bidding { .. } | Stage::Courtesy { .. } => {
                self.close_passing(now, out);
            }
        }
    }

    /// A player who is gone for good passes the first tiles of the rack, claims nothing and takes no turns, but pays. The
    /// last one who stays wins.
    pub(crate) fn desert(&mut self, now: Tick, seat: Seat, dice: &impl Dice, out: &mut impl Sink<Event>) {
        self.gone = self.gone.with(seat);
        out.public(Event::Left { seat });
        let staying = self.staying();
        if staying.len() == 1 {
            return self.end(Outcome::won_by(staying, Reason::Abandoned(seat)), out);
        }
        let was_awaited = self.stage.awaited().contains(seat);
        match &mut self.stage {
            Stage::Gathering { ready } => {
                *ready = ready.with(seat);
                self.deal_once_all_are_ready(now, dice, out);
            }
            Stage::Choosing { seat: turn, .. } if *turn == seat => self.next_turn(now, seat, out),
            Stage::Choosing { .. } => {}
            _ if was_awaited => self.answer_for(now, seat, out),
            _ => {}
        }
    }
}
