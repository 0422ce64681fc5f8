//! Full positions that fit a view.

use crate::{
    Action, Direction, Mahjong, Rack, SEATS, State, Tile, View,
    stage::{Claim, Passing, Stage, Step},
    state::{Held, Tally},
};
use parlor_kernel::{Barrier, Rng, Rules, Seat};
use std::sync::Arc;

impl View {
    /// A random position that looks like this. Tiles that the viewer does not see are anywhere they can be, and some of
    /// the other seats have answered in the round that is open.
    pub(crate) fn imagine(&self, rules: &Arc<Rules<Mahjong>>, rng: &mut Rng) -> Mahjong {
        let mut unseen = Rack::full(rules.config.blanks);
        unseen.remove_all(&self.visible());
        let mut unseen: Vec<Tile> = unseen.tiles().collect();
        // Before the first deal the tiles lie in order.
        if self.dealt > 0 {
            rng.shuffle(&mut unseen);
        }
        let mut hands = [Held::NOTHING; SEATS as usize];
        for seat in Seat::all(SEATS) {
            let public = &self.seats[seat.index()];
            hands[seat.index()] = Held {
                rack: self.known_rack(seat).unwrap_or_else(|| unseen.drain(..usize::from(public.concealed)).collect()),
                exposures: public.exposures.clone(),
                dead: public.dead,
            };
        }
        let mut game = Mahjong {
            rules: Arc::clone(rules),
            dealt: self.dealt,
            hands,
            wall: unseen,
            discards: self.discards.clone(),
            stage: Stage::Gathering { ready: self.ready },
            ledger: self.ledger,
            tallies: [Tally::default(); SEATS as usize],
            settlement: self.settlement.clone(),
            settled: self.settled.clone(),
            gone: self.gone,
            deadline: self.deadline,
            turns: 0,
            outcome: self.outcome,
        };
        game.stage = self.imagine_stage(&game, rng);
        game
    }

    /// The tiles of a seat, if the viewer knows them: its own.
    fn known_rack(&self, seat: Seat) -> Option<Rack> {
        (self.seat == Some(seat)).then_some(self.hand)
    }

    fn imagine_stage(&self, game: &Mahjong, rng: &mut Rng) -> Stage {
        let turn = self.turn.unwrap_or(self.east);
        let stays = |seat: Seat| !self.gone.contains(seat);
        match self.state {
            State::Charleston1 | State::Charleston2 => {
                let first = self.state == State::Charleston1;
                let step = match (first, self.direction) {
                    (true, Some(Direction::Right) | None) => 0,
                    (true, Some(Direction::Across)) => 1,
                    (true, Some(Direction::Left)) => 2,
                    (false, Some(Direction::Left) | None) => 3,
                    (false, Some(Direction::Across)) => 4,
                    (false, Some(Direction::Right)) => 5,
                };
                let pass = |seat| Passing::Tiles(game.hurried_pass(seat, crate::rules::PASS));
                let sealed = match self.sealed {
                    Some(Action::Pass { tiles }) => Some(Passing::Tiles(tiles)),
                    Some(_) => Some(Passing::Heavenly),
                    None => None,
                };
                Stage::Charleston { step: Step(step), sealed: self.fill(game.barrier(stays, pass), sealed, pass, rng) }
            }
            State::CharlestonQuery => {
                let sealed = self.sealed.map(|action| action == Action::Vote { more: true });
                Stage::Voting { sealed: self.fill(game.barrier(stays, |_| true), sealed, |_| true, rng) }
            }
            State::CourtesyQuery => {
                let sealed = self.sealed.map(|action| match action {
                    Action::Bid { tiles } => tiles,
                    _ => 0,
                });
                Stage::Bidding { sealed: self.fill(game.barrier(stays, |_| 0), sealed, |_| 1, rng) }
            }
            State::Courtesy => {
                let agreed = self.agreed;
                let pass = |seat: Seat| game.hurried_pass(seat, agreed[seat.index() % 2]);
                let has_say = |seat: Seat| agreed[seat.index() % 2] > 0 && stays(seat);
                let sealed = self.sealed.map(|action| match action {
                    Action::Pass { tiles } => tiles,
                    _ => Rack::EMPTY,
                });
                Stage::Courtesy { agreed, sealed: self.fill(game.barrier(has_say, pass), sealed, pass, rng) }
            }
            State::LoopQueryClaimDiscard => {
                let sealed = self.sealed.map(|action| match action {
                    Action::Mahjong => Claim::Mahjong,
                    Action::Call { size, jokers } => Claim::Call { size, jokers },
                    _ => Claim::Decline,
                });
                let window = game.barrier(|seat| seat != turn && self.is_live(seat), |_| Claim::Decline);
                let sealed = self.fill(window, sealed, |_| Claim::Decline, rng);
                Stage::Claiming { seat: turn, sealed, paused: self.paused }
            }
            State::LoopChooseDiscard => {
                // Whose discard it was matters only to who pays how much.
                Stage::Choosing { seat: turn, drawn: self.drawn, claimed: self.correctable, from: None }
            }
            _ => Stage::Gathering { ready: self.ready },
        }
    }

    /// Puts in what the viewer has sealed, and answers for some of the others, but not for all of them.
    fn fill<T>(&self, mut sealed: Barrier<T>, own: Option<T>, other: impl Fn(Seat) -> T, rng: &mut Rng) -> Barrier<T> {
        let missing = sealed.missing();
        if let (Some(seat), Some(own)) = (self.seat, own) {
            sealed.put(seat, own);
        }
        for seat in missing.iter().filter(|&seat| self.seat != Some(seat)) {
            if sealed.missing().len() > 1 && rng.percent(50) {
                sealed.put(seat, other(seat));
            }
        }
        sealed
    }
}
