//! When something may be done: one function per rule.

use crate::{
    Action, Conduct, Exposure, Illegal, Mahjong, PUNG, Rack, SEATS, SEXTET, Tile,
    stage::{Stage, Step},
};
use parlor_kernel::{Seat, SeatSet};

/// How many tiles a pass has.
pub(crate) const PASS: u8 = 3;

impl Mahjong {
    pub(crate) fn may(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Ready => self.may_be_ready(seat),
            Action::Pass { ref tiles } => self.may_pass(seat, tiles),
            Action::Vote { .. } => match self.stage {
                Stage::Voting { .. } => self.is_unanswered(seat),
                _ => Err(Illegal::NotNow),
            },
            Action::Bid { tiles } => self.may_bid(seat, tiles),
            Action::Discard { tile } => {
                self.is_choosing(seat)?;
                if self.held(seat).rack.count(tile) > 0 { Ok(()) } else { Err(Illegal::NotHeld) }
            }
            Action::Mahjong => self.may_declare(seat),
            Action::Call { size, jokers } => self.may_call(seat, size, jokers),
            Action::Decline => match self.stage {
                Stage::Claiming { .. } => self.may_claim(seat),
                _ => Err(Illegal::NotNow),
            },
            Action::Regroup { size, jokers } => self.may_regroup(seat, size, jokers),
            Action::Exchange { seat: owner, exposure } => self.may_exchange(seat, owner, exposure),
            Action::Trade { tile } => self.may_trade(seat, tile),
            Action::Challenge { seat: target } => self.may_challenge(seat, target),
            Action::Pause => self.may_pause(seat),
        }
    }

    fn may_be_ready(&self, seat: Seat) -> Result<(), Illegal> {
        match &self.stage {
            Stage::Gathering { ready } if ready.contains(seat) => Err(Illegal::AlreadyAnswered),
            Stage::Gathering { .. } => Ok(()),
            _ => Err(Illegal::NotNow),
        }
    }

    /// In a sealed round every seat answers once.
    fn is_unanswered(&self, seat: Seat) -> Result<(), Illegal> {
        if self.stage.awaited().contains(seat) {
            return Ok(());
        }
        Err(if self.takes_part(seat) { Illegal::AlreadyAnswered } else { Illegal::NotNow })
    }

    /// Ruling: three tiles in a Charleston, fewer where some may be passed blind; as many as agreed for a courtesy. Jokers
    /// never pass.
    fn may_pass(&self, seat: Seat, tiles: &Rack) -> Result<(), Illegal> {
        let (least, most) = match &self.stage {
            Stage::Charleston { step, .. } if step.is_blind() => (0, PASS),
            Stage::Charleston { .. } => (PASS, PASS),
            Stage::Courtesy { agreed, .. } => (agreed[seat.index() % 2], agreed[seat.index() % 2]),
            _ => return Err(Illegal::NotNow),
        };
        self.is_unanswered(seat)?;
        let rack = &self.held(seat).rack;
        if !(least..=most).contains(&tiles.len()) {
            return Err(Illegal::WrongCount { least, most });
        }
        if tiles.jokers() > 0 {
            return Err(Illegal::JokersStay);
        }
        if !rack.has_all(tiles) {
            return Err(Illegal::NotHeld);
        }
        if tiles.count(Tile::BLANK) > 0 && blanks_stay(rack) {
            return Err(Illegal::BlanksStay);
        }
        Ok(())
    }

    fn may_bid(&self, seat: Seat, tiles: u8) -> Result<(), Illegal> {
        match self.stage {
            Stage::Bidding { .. } => self.is_unanswered(seat)?,
            _ => return Err(Illegal::NotNow),
        }
        if tiles > PASS { Err(Illegal::CourtesyTooLarge) } else { Ok(()) }
    }

    /// The seat holds 14 tiles and is to discard.
    fn is_choosing(&self, seat: Seat) -> Result<(), Illegal> {
        match self.stage {
            Stage::Choosing { seat: turn, .. } if turn == seat => Ok(()),
            Stage::Choosing { .. } => Err(Illegal::NotYourTurn),
            _ => Err(Illegal::NotNow),
        }
    }

    /// Every live seat but the discarder answers a discard, once.
    fn may_claim(&self, seat: Seat) -> Result<(), Illegal> {
        let Stage::Claiming { seat: discarder, .. } = self.stage else { return Err(Illegal::NotNow) };
        if seat == discarder {
            return Err(Illegal::DeadDiscard);
        }
        if !self.is_live(seat) {
            return Err(Illegal::DeadHand);
        }
        self.is_unanswered(seat)
    }

    /// A player who has yet to answer may ask for time, once per discard, where turns have no clock.
    fn may_pause(&self, seat: Seat) -> Result<(), Illegal> {
        self.may_claim(seat)?;
        if self.deadline.is_none() || self.config().turn_seconds.is_some() {
            return Err(Illegal::NothingToPause);
        }
        if matches!(self.stage, Stage::Claiming { paused: true, .. }) { Err(Illegal::AlreadyPaused) } else { Ok(()) }
    }

    /// Mahjong is declared on the turn or with a discard; by East also with the tiles that were dealt. A referee refuses
    /// it when it is none.
    fn may_declare(&self, seat: Seat) -> Result<(), Illegal> {
        let rack = match &self.stage {
            Stage::Choosing { .. } => {
                self.is_choosing(seat)?;
                self.held(seat).rack
            }
            Stage::Claiming { .. } => {
                self.may_claim(seat)?;
                self.held(seat).rack.with(self.offered())
            }
            Stage::Charleston { step: Step::FIRST, .. } if seat == self.east() => {
                self.is_unanswered(seat)?;
                return if self.wins(seat, &self.held(seat).rack) { Ok(()) } else { Err(Illegal::NotMahjong) };
            }
            _ => return Err(Illegal::NotNow),
        };
        let allowed = self.config().conduct == Conduct::Authentic || self.wins(seat, &rack);
        if allowed { Ok(()) } else { Err(Illegal::NotMahjong) }
    }

    pub(crate) fn wins(&self, seat: Seat, rack: &Rack) -> bool {
        self.card().winning(rack, &self.held(seat).exposures).is_some()
    }

    /// The discard that can be claimed.
    pub(crate) fn offered(&self) -> Tile {
        self.discards.last().expect("a discard is offered").tile
    }

    /// A claimant holds the rest of the group, all of which may be jokers, and a hand of the card has such a group.
    fn may_call(&self, seat: Seat, size: u8, jokers: u8) -> Result<(), Illegal> {
        self.may_claim(seat)?;
        let held = self.held(seat);
        self.can_lay_open(&held.rack, &held.exposures, Exposure { tile: self.offered(), size, jokers })
    }

    /// The group just claimed may be corrected until anything else is done.
    fn may_regroup(&self, seat: Seat, size: u8, jokers: u8) -> Result<(), Illegal> {
        self.is_choosing(seat)?;
        let held = self.held(seat);
        let (Stage::Choosing { claimed: true, .. }, Some((last, others))) = (&self.stage, held.exposures.split_last())
        else {
            return Err(Illegal::NothingToCorrect);
        };
        self.can_lay_open(&taken_back(&held.rack, *last), others, Exposure { size, jokers, ..*last })
    }

    fn can_lay_open(&self, rack: &Rack, others: &[Exposure], group: Exposure) -> Result<(), Illegal> {
        let Exposure { tile, size, jokers } = group;
        if !(PUNG..=SEXTET).contains(&size) || jokers >= size {
            return Err(Illegal::WrongGroup);
        }
        if jokers > rack.jokers() || size - 1 - jokers > rack.count(tile) {
            return Err(Illegal::NoMaterial);
        }
        if self.config().conduct == Conduct::Refereed {
            let mut all = [group; 5];
            all[..others.len()].copy_from_slice(others);
            if !self.card().allows(&all[..=others.len()]) {
                return Err(Illegal::NoSuchHand);
            }
        }
        Ok(())
    }

    /// Ruling: jokers are exchanged on the turn, with 14 tiles, out of any exposure.
    pub(crate) fn may_exchange(&self, seat: Seat, owner: Seat, exposure: u8) -> Result<(), Illegal> {
        self.is_choosing(seat)?;
        let exposures = self.hands.get(owner.index()).map(|held| &held.exposures);
        let found = exposures.and_then(|exposures| exposures.get(usize::from(exposure)));
        let exposure = found.filter(|exposure| exposure.jokers > 0).ok_or(Illegal::NoJokerThere)?;
        if self.held(seat).rack.count(exposure.tile) == 0 {
            return Err(Illegal::NoTileForJoker { tile: exposure.tile });
        }
        Ok(())
    }

    /// Ruling: a blank is traded on the turn, with 14 tiles, for a discard that is no joker.
    pub(crate) fn may_trade(&self, seat: Seat, tile: Tile) -> Result<(), Illegal> {
        self.is_choosing(seat)?;
        if self.held(seat).rack.count(Tile::BLANK) == 0 {
            return Err(Illegal::NoBlank);
        }
        let there = tile.is_natural() && self.discards.iter().any(|discard| discard.tile == tile);
        if there { Ok(()) } else { Err(Illegal::NotDiscarded { tile }) }
    }

    /// Without a referee, the exposures of a live opponent can be challenged on the turn.
    fn may_challenge(&self, seat: Seat, target: Seat) -> Result<(), Illegal> {
        self.is_choosing(seat)?;
        let sound = self.config().conduct == Conduct::Authentic && target != seat && target.0 < SEATS;
        if sound && self.is_live(target) && !self.held(target).exposures.is_empty() {
            Ok(())
        } else {
            Err(Illegal::NotChallengeable)
        }
    }

    /// The seats in turn after `seat`, which decides between equal claims.
    pub(crate) fn in_turn_after(seat: Seat) -> impl Iterator<Item = Seat> {
        (1..SEATS).map(move |step| Seat((seat.0 + step) % SEATS))
    }

    /// The seats that are still at the table.
    pub(crate) fn staying(&self) -> SeatSet {
        Seat::all(SEATS).filter(|&seat| !self.gone.contains(seat)).collect()
    }
}

/// The rack before all of a group but the claimed tile was laid open.
pub(crate) fn taken_back(rack: &Rack, group: Exposure) -> Rack {
    let mut rack = *rack;
    rack.add_many(group.tile, group.naturals() - 1);
    rack.add_many(Tile::JOKER, group.jokers);
    rack
}

/// Blanks are not passed while there are three tiles that may be.
pub(crate) fn blanks_stay(rack: &Rack) -> bool {
    rack.naturals().iter().sum::<u8>() >= PASS
}
