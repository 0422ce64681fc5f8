//! Matches played by hand: every rule and every code, and the points of intercepts.

mod bots;
mod codes;
mod duets;
mod points;
mod turns;

use crate::{Action, Codenames, Config, Count, Event, Illegal, Kind, Phase, Place, Side, Variant};
use parlor_kernel::{Audience, FastDice, Game, GameConfig, Seat, Tick};

/// Red: spymaster 0, guessers 1 and 2. Blue: spymaster 3, guessers 4 and 5. Red begins; the board is in order: nine red
/// cards, eight blue ones, seven innocent ones, the assassin.
pub(super) struct Scene {
    pub(super) game: Codenames,
    pub(super) now: Tick,
    pub(super) heard: Vec<(Audience, Event)>,
}

pub(super) const RED: Seat = Seat(1);
pub(super) const BLUE: Seat = Seat(4);
pub(super) const ASSASSIN: u8 = 24;
pub(super) const INNOCENT: u8 = 17;

impl Scene {
    pub(super) fn new(variant: Variant) -> Self {
        let config = Config { variant, red: 3, blue: 3, host: Some(Seat(2)), ..Config::default() };
        Self::of(config)
    }

    pub(super) fn of(config: Config) -> Self {
        let duet = config.is_duet();
        let rules = config.rules().unwrap();
        let mut game = Codenames::new(&rules, &FastDice(1));
        let kinds = [(9, Kind::Red), (8, Kind::Blue), (7, Kind::Innocent), (1, Kind::Assassin)];
        let key: Vec<Kind> = kinds.iter().flat_map(|&(count, kind)| std::iter::repeat_n(kind, count)).collect();
        game.keys = if duet { crate::deal::key(Variant::Duet, Side::RED, |_| ()) } else { vec![key] };
        game.words = (0..25).map(|number| format!("Card{number}zz")).collect();
        game.starter = Side::RED;
        game.phase = Phase::SpymasterTurn { side: Side::RED, appeal: crate::Appeal::Unasked };
        Self { game, now: Tick(1_000), heard: Vec::new() }
    }

    pub(super) fn act(&mut self, seat: u8, action: Action) -> Result<(), Illegal> {
        self.game.check(Seat(seat), &action)?;
        self.heard.clear();
        self.game.act(self.now, Seat(seat), action, &FastDice(1), &mut self.heard);
        Ok(())
    }

    pub(super) fn hint(&mut self, seat: u8, count: u8) {
        self.act(seat, hint("flower", Count::Number(count))).unwrap();
    }

    pub(super) fn reveal(&mut self, seat: Seat, card: u8) {
        self.act(seat.0, Action::Reveal { card: Place(card) }).unwrap();
    }

    pub(super) fn turn(&self) -> Option<Side> {
        match self.game.phase {
            Phase::SpymasterTurn { side, .. } => Some(side),
            _ => None,
        }
    }

    pub(super) fn winner(&self) -> Option<Side> {
        let seat = self.game.outcome()?.winners().first()?;
        Some(self.game.config().side(seat))
    }
}

pub(super) fn hint(word: &str, count: Count) -> Action {
    Action::Hint { word: word.into(), count, meant: Vec::new() }
}
