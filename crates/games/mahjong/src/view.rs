//! What one viewer may know.

use crate::{Action, Direction, Discard, Event, Exposure, Mahjong, Rack, SEATS, Settlement, State, Tile, stage::Stage};
use parlor_kernel::{Outcome, Seat, SeatSet, Tick, Viewer};
use serde::{Deserialize, Serialize};

/// A match as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is; `None` for a spectator.
    pub seat: Option<Seat>,
    /// What the table is doing.
    pub state: State,
    /// How many deals have begun.
    pub dealt: u8,
    /// Who is East.
    pub east: Seat,
    /// Where tiles are passed to, while they are.
    pub direction: Option<Direction>,
    /// Whose turn it is; while a discard can be claimed, whose it is.
    pub turn: Option<Seat>,
    /// Until when the table waits.
    pub deadline: Option<Tick>,
    /// Who is ready for the next deal.
    pub ready: SeatSet,
    /// The viewer's own tiles that do not lie open.
    pub hand: Rack,
    /// The tile that the viewer has just drawn.
    pub drawn: Option<Tile>,
    /// What the viewer has sealed in the round that is open.
    pub sealed: Option<Action>,
    /// How many tiles opposite players exchange as a courtesy.
    pub agreed: [u8; 2],
    /// Whether the group that was claimed last can still be corrected.
    pub correctable: bool,
    /// Whether a player has asked for a minute to weigh the discard.
    pub paused: bool,
    /// What all can see of each seat.
    pub seats: [Public; SEATS as usize],
    /// The tiles on the table, in the order in which they were discarded.
    pub discards: Vec<Discard>,
    /// How many tiles are left in the wall.
    pub wall: u8,
    /// What each seat has won and lost in all deals.
    pub ledger: [i32; SEATS as usize],
    /// How the last deal ended, until the next begins.
    pub settlement: Option<Settlement>,
    /// How every deal so far has ended, the first one first.
    pub settled: Vec<Settlement>,
    /// Who is gone for good.
    pub gone: SeatSet,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

/// What all can see of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Public {
    /// How many tiles do not lie open.
    pub concealed: u8,
    /// The groups that do.
    pub exposures: Vec<Exposure>,
    /// Whether the hand is dead.
    pub dead: bool,
}

impl View {
    pub(crate) fn of(game: &Mahjong, viewer: Viewer) -> Self {
        let own = viewer.seat();
        let public = |seat: usize| {
            let held = &game.hands[seat];
            Public { concealed: held.rack.len(), exposures: held.exposures.clone(), dead: held.dead }
        };
        let (drawn, correctable) = match game.stage {
            Stage::Choosing { seat, drawn, claimed, .. } => (drawn.filter(|_| own == Some(seat)), claimed),
            _ => (None, false),
        };
        let agreed = match game.stage {
            Stage::Courtesy { agreed, .. } => agreed,
            _ => [0; 2],
        };
        let ready = match game.stage {
            Stage::Gathering { ready } => ready,
            _ => SeatSet::EMPTY,
        };
        Self {
            seat: own,
            state: game.state(),
            dealt: game.dealt,
            east: game.east(),
            direction: game.stage.direction(),
            turn: game.stage.turn(),
            deadline: game.deadline,
            ready,
            hand: own.map_or(Rack::EMPTY, |seat| game.held(seat).rack),
            drawn,
            sealed: own.filter(|&seat| game.takes_part(seat)).and_then(|seat| game.stage.sealed_by(seat)),
            agreed,
            correctable,
            paused: matches!(game.stage, Stage::Claiming { paused: true, .. }),
            seats: std::array::from_fn(public),
            discards: game.discards.clone(),
            wall: game.wall.len() as u8,
            ledger: game.ledger,
            settlement: game.settlement.clone(),
            settled: game.settled.clone(),
            gone: game.gone,
            outcome: game.outcome,
        }
    }

    /// The discard that can be claimed.
    pub fn offered(&self) -> Option<Tile> {
        let last = self.discards.last().filter(|_| self.state == State::LoopQueryClaimDiscard);
        last.map(|discard| discard.tile)
    }

    /// Whether a seat plays: it is neither gone nor dead.
    pub fn is_live(&self, seat: Seat) -> bool {
        !self.gone.contains(seat) && !self.seats[seat.index()].dead
    }

    /// Whether the table waits for the viewer, who sits there.
    pub fn awaits(&self, seat: Seat) -> bool {
        let has_say = match self.state {
            _ if self.outcome.is_some() || self.gone.contains(seat) => false,
            State::Start | State::End => !self.ready.contains(seat),
            State::LoopChooseDiscard => self.turn == Some(seat),
            State::LoopQueryClaimDiscard => self.turn != Some(seat) && self.is_live(seat),
            State::Courtesy => self.agreed[seat.index() % 2] > 0,
            _ => true,
        };
        has_say && self.sealed.is_none()
    }

    /// Every tile that the viewer sees: its own, those that lie open, and the discards.
    pub fn visible(&self) -> Rack {
        let mut seen = self.hand;
        self.discards.iter().for_each(|discard| seen.add(discard.tile));
        for exposure in self.seats.iter().flat_map(|seat| &seat.exposures) {
            seen.add_many(exposure.tile, exposure.naturals());
            seen.add_many(Tile::JOKER, exposure.jokers);
        }
        seen
    }

    /// Brings the view up to date.
    pub(crate) fn hear(&mut self, event: &Event) {
        match *event {
            Event::Ready { seat } => self.ready = self.ready.with(seat),
            Event::Entered { state, direction, turn, deadline } => self.enter(state, direction, turn, deadline),
            Event::Dealt { deal, east } => self.deal(deal, east),
            Event::Hand { tiles, .. } => self.hand = tiles,
            Event::Sealed { action } => self.sealed = Some(action),
            Event::Passed { gave, got, .. } => {
                self.hand.remove_all(&gave);
                self.hand.add_all(&got);
            }
            Event::Courtesy { agreed } => self.agreed = agreed,
            Event::Drew { seat } => {
                self.wall -= 1;
                self.seats[seat.index()].concealed += 1;
            }
            Event::Drawn { tile, .. } => {
                self.hand.add(tile);
                self.drawn = Some(tile);
            }
            Event::Discarded { discard } => {
                self.discards.push(discard);
                self.seats[discard.seat.index()].concealed -= 1;
                if self.seat == Some(discard.seat) {
                    self.hand.remove(discard.tile);
                }
            }
            Event::Exposed { seat, exposure } => {
                self.discards.pop();
                self.seats[seat.index()].exposures.push(exposure);
                self.lay_open(seat, exposure);
                self.correctable = true;
            }
            Event::Regrouped { seat, exposure } => {
                if let Some(last) = self.seats[seat.index()].exposures.last_mut() {
                    let old = std::mem::replace(last, exposure);
                    self.take_back(seat, old);
                    self.lay_open(seat, exposure);
                }
            }
            Event::Exchanged { seat, owner, exposure } => self.exchange(seat, owner, exposure),
            Event::Traded { seat, tile } => self.trade(seat, tile),
            Event::Died { seat, .. } => {
                self.seats[seat.index()].dead = true;
                (self.drawn, self.correctable) = (None, false);
            }
            Event::Left { seat } => {
                self.gone = self.gone.with(seat);
                if matches!(self.state, State::Start | State::End) {
                    self.ready = self.ready.with(seat);
                }
                if self.seat == Some(seat) {
                    self.sealed = None;
                }
            }
            Event::Settled { ref settlement } => self.settle(settlement),
            Event::Paused { deadline, .. } => (self.deadline, self.paused) = (Some(deadline), true),
            Event::Over { outcome } => {
                self.outcome = Some(outcome);
                self.deadline = None;
            }
        }
    }

    fn enter(&mut self, state: State, direction: Option<Direction>, turn: Option<Seat>, deadline: Option<Tick>) {
        (self.state, self.direction, self.turn, self.deadline) = (state, direction, turn, deadline);
        (self.sealed, self.paused) = (None, false);
        if state != State::LoopChooseDiscard {
            (self.drawn, self.correctable) = (None, false);
        }
        if !matches!(state, State::CourtesyQueryComplete | State::Courtesy) {
            self.agreed = [0; 2];
        }
        self.ready = if state == State::End { self.gone } else { SeatSet::EMPTY };
    }

    fn deal(&mut self, deal: u8, east: Seat) {
        let all: u8 = self.wall + self.discards.len() as u8 + self.seats.iter().map(Public::tiles).sum::<u8>();
        self.dealt = deal + 1;
        self.east = east;
        self.wall = all - 53;
        self.discards.clear();
        self.settlement = None;
        for (seat, public) in (0..).map(Seat).zip(&mut self.seats) {
            *public = Public { concealed: if seat == east { 14 } else { 13 }, exposures: Vec::new(), dead: false };
        }
    }

    fn lay_open(&mut self, seat: Seat, exposure: Exposure) {
        self.seats[seat.index()].concealed -= exposure.size - 1;
        if self.seat == Some(seat) {
            self.hand.remove_many(exposure.tile, exposure.naturals() - 1);
            self.hand.remove_many(Tile::JOKER, exposure.jokers);
        }
    }

    fn take_back(&mut self, seat: Seat, exposure: Exposure) {
        self.seats[seat.index()].concealed += exposure.size - 1;
        if self.seat == Some(seat) {
            self.hand = crate::rules::taken_back(&self.hand, exposure);
        }
    }

    fn exchange(&mut self, seat: Seat, owner: Seat, number: u8) {
        let exposure = &mut self.seats[owner.index()].exposures[usize::from(number)];
        exposure.jokers -= 1;
        if self.seat == Some(seat) {
            self.hand.remove(exposure.tile);
            self.hand.add(Tile::JOKER);
        }
        (self.drawn, self.correctable) = (None, false);
    }

    fn trade(&mut self, seat: Seat, tile: Tile) {
        if let Some(discard) = self.discards.iter_mut().rfind(|discard| discard.tile == tile) {
            discard.tile = Tile::BLANK;
        }
        if self.seat == Some(seat) {
            self.hand.remove(Tile::BLANK);
            self.hand.add(tile);
        }
        (self.drawn, self.correctable) = (None, false);
    }

    fn settle(&mut self, settlement: &Settlement) {
        for (sum, payment) in self.ledger.iter_mut().zip(settlement.payments) {
            *sum += payment;
        }
        // A discard that was claimed for a group lies in it already; only one that is still offered joins the hand now.
        let offered = self.offered().is_some();
        if let Some(winner) = settlement.winner.as_ref().filter(|_| offered)
            && let Some(discard) = self.discards.pop()
        {
            self.seats[winner.seat.index()].concealed += 1;
            if self.seat == Some(winner.seat) {
                self.hand.add(discard.tile);
            }
        }
        self.settlement = Some(settlement.clone());
        self.settled.push(settlement.clone());
    }
}

impl Public {
    /// How many tiles the seat has.
    pub fn tiles(&self) -> u8 {
        self.concealed + self.exposures.iter().map(|exposure| exposure.size).sum::<u8>()
    }
}
