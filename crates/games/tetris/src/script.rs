//! Scripted play for tests: a match whose fields can be drawn and whose clock can be set.

use crate::{Action, Config, Event, Illegal, Key, Piece, Tetris, What, board::Board, well::Well};
use parlor_kernel::{Audience, FastDice, Game, GameConfig, Seat, Tick};
use std::sync::Arc;

pub(crate) const ADA: Seat = Seat(0);
pub(crate) const BEN: Seat = Seat(1);

pub(crate) struct Script {
    pub game: Tetris,
    pub now: Tick,
    pub heard: Vec<(Audience, Event)>,
}

const DICE: FastDice = FastDice(7);

impl Script {
    /// A match of that preset in which everyone's first piece has just entered.
    pub fn new(preset: &str, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::preset(preset).unwrap();
        change(&mut config);
        config.validate().unwrap();
        let game = Tetris::new(&config.into(), &DICE);
        let mut script = Self { game, now: Tick::ZERO, heard: Vec::new() };
        script.pass(180);
        script
    }

    /// Lets so many ticks pass.
    pub fn pass(&mut self, ticks: u64) {
        self.now = self.now + ticks;
        while let Some(due) = self.game.next_wake().filter(|&due| due <= self.now) {
            self.game.wake(due, &DICE, &mut self.heard);
        }
    }

    pub fn act(&mut self, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.game.check(seat, &action)?;
        self.game.act(self.now, seat, action, &DICE, &mut self.heard);
        Ok(())
    }

    pub fn tap(&mut self, seat: Seat, key: Key) {
        self.act(seat, Action::Tap(key)).unwrap();
    }

    pub fn well(&self, seat: Seat) -> &Well {
        self.game.position.well(seat)
    }

    /// Draws a stack, and lets `piece` enter above it instead of the one in play.
    pub fn draw(&mut self, seat: Seat, rows: &[&str], piece: Piece) {
        let now = self.now.0 - self.game.position.paused;
        let config = Arc::clone(&self.game.config);
        let well = &mut self.game.position.wells[seat.index()];
        well.board = Board::drawn(rows);
        well.next[0] = piece;
        well.active = None;
        well.enter(&config, now);
        well.next.push(Piece::O);
    }

    /// Where the piece in play is.
    pub fn at(&self, seat: Seat) -> (i8, i8) {
        let active = self.well(seat).active.expect("a piece is in play");
        (active.placement.x, active.placement.y)
    }

    /// Everything that happened since this was last asked.
    pub fn news(&mut self) -> Vec<What> {
        self.heard.drain(..).map(|(_, event)| event.what).collect()
    }
}
