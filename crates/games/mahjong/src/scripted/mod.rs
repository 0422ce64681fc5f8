//! Positions written by hand, and what follows from them.

mod called;
mod claims;
mod conduct;
mod defects;
mod jokers;
mod leaving;
mod open_hands;
mod passing;
mod sessions;

use crate::{Action, Config, Event, Illegal, Mahjong, Rack, SEATS, Tile, stage::Stage, state::Held};
use parlor_kernel::{Audience, FastDice, Game, Seat, Tick, Viewer};

const DICE: FastDice = FastDice(1);
const EAST: Seat = Seat(0);
const SOUTH: Seat = Seat(1);
const WEST: Seat = Seat(2);
const NORTH: Seat = Seat(3);

/// A complete hand of the house's card: C1 in Bams.
const RUN: &str = "1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B 5B";

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn rack(text: &str) -> Rack {
    text.split_whitespace().map(tile).collect()
}

/// A match under way, with everything that was announced.
struct Script {
    game: Mahjong,
    now: Tick,
    heard: Vec<(Audience, Event)>,
}

impl Script {
    /// The first deal, with `turn` to discard. Each hand has the tiles of its text, filled up with tiles that are in none.
    fn new(config: Config, hands: [&str; 4], turn: Seat) -> Self {
        let mut game = Mahjong::new(&config.rules().unwrap(), &DICE);
        let given = hands.map(rack);
        let mut left = Rack::full(game.config().blanks);
        given.iter().for_each(|hand| left.remove_all(hand));
        let in_no_text = |tile: &Tile| tile.is_natural() && given.iter().all(|hand| hand.count(*tile) == 0);
        let mut filler: Vec<Tile> = left.tiles().filter(in_no_text).collect();
        game.dealt = 1;
        for seat in Seat::all(SEATS) {
            let mut rack = given[seat.index()];
            while rack.len() < if seat == turn { 14 } else { 13 } {
                let tile = filler.swap_remove(filler.len() / 2);
                left.remove(tile);
                rack.add(tile);
            }
            game.hands[seat.index()] = Held { rack, ..Held::NOTHING };
        }
        game.wall = left.tiles().collect();
        // Jokers and blanks are drawn last.
        game.wall.reverse();
        game.stage = Stage::Choosing { seat: turn, drawn: None, claimed: false, from: None };
        Self { game, now: Tick(1_000), heard: Vec::new() }
    }

    /// The same with the default rules.
    fn house(hands: [&str; 4], turn: Seat) -> Self {
        Self::new(Config::default(), hands, turn)
    }

    /// The tile that is drawn next.
    fn draws(mut self, text: &str) -> Self {
        let place = self.game.wall.iter().rposition(|other| *other == tile(text)).expect("the tile is in the wall");
        let tile = self.game.wall.remove(place);
        self.game.wall.push(tile);
        self
    }

    /// Leaves so many tiles in the wall; the others are out of play.
    fn with_wall(mut self, tiles: usize) -> Self {
        self.game.wall.drain(..self.game.wall.len() - tiles);
        self
    }

    fn refusal(&self, seat: Seat, action: &str) -> Illegal {
        self.game.check(seat, &action.parse().unwrap()).expect_err(action)
    }

    fn allows(&self, seat: Seat, action: &str) -> bool {
        self.game.check(seat, &action.parse().unwrap()).is_ok()
    }

    /// Does one thing after another: `0 discard 5B`.
    fn play(&mut self, lines: &[&str]) -> &mut Self {
        for line in lines {
            let (seat, action) = line.split_once(' ').unwrap();
            let (seat, action) = (Seat(seat.parse().unwrap()), action.parse::<Action>().unwrap());
            assert_eq!(self.game.check(seat, &action), Ok(()), "{line}\n{}", crate::notation::picture(&self.game));
            self.game.act(self.now, seat, action, &DICE, &mut self.heard);
        }
        self
    }

    /// All that have a say in the open window let the discard go.
    fn decline(&mut self) -> &mut Self {
        for seat in self.game.awaiting().iter() {
            self.game.act(self.now, seat, Action::Decline, &DICE, &mut self.heard);
        }
        self
    }

    /// Lets the clock run out.
    fn time_out(&mut self) -> &mut Self {
        self.now = self.game.next_wake().expect("a clock runs");
        self.game.wake(self.now, &DICE, &mut self.heard);
        self
    }

    /// A seat leaves for good.
    fn leave(&mut self, seat: Seat) -> &mut Self {
        self.game.leave(self.now, seat, &DICE, &mut self.heard);
        self
    }

    fn view(&self, seat: Seat) -> crate::View {
        self.game.view(Viewer::Seat(seat))
    }

    /// Whose turn it is to discard.
    fn chooses(&self) -> Option<Seat> {
        match self.game.stage {
            Stage::Choosing { seat, .. } => Some(seat),
            _ => None,
        }
    }

    fn winner(&self) -> Option<Seat> {
        self.game.settlement.as_ref()?.winner.as_ref().map(|winner| winner.seat)
    }
}
