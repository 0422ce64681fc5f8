//! What a board shows at one moment: data, ready to be drawn.

use parlor_battleship::{Cell, Config, Mark, Placement, View};
use parlor_kernel::Seat;

/// One side's board as a viewer knows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chart {
    /// Ships that can be seen.
    pub ships: Vec<Seen>,
    /// Cells that have been shot at, oldest first.
    pub pins: Vec<Pin>,
    /// The cells of the latest attack.
    pub last: Vec<Cell>,
    /// Whether all ships can be seen, so that empty cells are known to be water.
    pub open: bool,
    /// How likely a ship was in a cell, in percent, as `hard` would have thought.
    pub heat: Vec<(Cell, u8)>,
}

/// A ship that can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Where it lies.
    pub placement: Placement,
    /// Whether it has gone down.
    pub sunk: bool,
}

/// What a shot left in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pin {
    /// Where.
    pub at: Cell,
    /// What.
    pub mark: Mark,
    /// Its place in the latest attack, if it is part of it: later shots land later.
    pub fresh: Option<u8>,
}

impl Chart {
    /// The board of `seat`, as `view` shows it, when `last` was the latest attack on it.
    pub fn of(config: &Config, view: &View, seat: Seat, last: &[Cell]) -> Self {
        let waters = &view.waters[seat.index()];
        let fleet = view.fleets[seat.index()].as_deref();
        let seen = |&placement: &Placement| Seen { placement, sunk: waters.sunk.contains(&placement) };
        let marks = view.marks(config, seat);
        let pin = |at: Cell| Pin {
            at,
            mark: marks[usize::from(config.index_of(at))],
            fresh: last.iter().position(|&cell| cell == at).map(|place| place as u8),
        };
        Self {
            ships: fleet.unwrap_or(&waters.sunk).iter().map(seen).collect(),
            pins: waters.shots.iter().map(|shot| pin(shot.at)).collect(),
            last: last.to_vec(),
            open: fleet.is_some(),
            heat: Vec::new(),
        }
    }

    /// A board with ships and no shots.
    pub fn of_fleet(ships: impl IntoIterator<Item = Placement>) -> Self {
        let ships = ships.into_iter().map(|placement| Seen { placement, sunk: false }).collect();
        Self { ships, open: true, ..Self::default() }
    }

    /// Every cell in words, in the order of their numbers: for people who do not see the board.
    pub fn words(&self, config: &Config) -> Vec<String> {
        let unshot = if self.open { "water" } else { "unknown" };
        let mut words: Vec<String> = config.cells().map(|cell| format!("{cell}, {unshot}")).collect();
        let mut say = |cell: Cell, what: String| {
            if let Some(word) = words.get_mut(usize::from(config.index_of(cell))) {
                *word = format!("{cell}, {what}");
            }
        };
        for pin in &self.pins {
            say(pin.at, mark_word(pin.mark).to_owned());
        }
        for &Seen { placement, sunk } in &self.ships {
            let name = &config.fleet[usize::from(placement.ship)].name;
            for cell in config.cells_of(placement) {
                let hit = self.pins.iter().any(|pin| pin.at == cell);
                let state = if sunk {
                    ", sunk"
                } else if hit {
                    ", hit"
                } else {
                    ""
                };
                say(cell, format!("{name}{state}"));
            }
        }
        for &(cell, percent) in &self.heat {
            if let Some(word) = words.get_mut(usize::from(config.index_of(cell))) {
                *word += &format!(", {percent} % likely");
            }
        }
        words
    }
}

/// A mark in a word, which is also its class.
pub const fn mark_word(mark: Mark) -> &'static str {
    match mark {
        Mark::Unknown => "unknown",
        Mark::Miss => "miss",
        Mark::Hit => "hit",
        Mark::Sunk => "sunk",
    }
}

/// What is drawn over a board while the player aims or places.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Overlay {
    /// The cell in hand: its row and column light up.
    pub cursor: Option<Cell>,
    /// Cells of an attack that is being aimed.
    pub aim: Vec<(Cell, Tone)>,
    /// A ship in hand, and whether it may lie there.
    pub ghost: Option<(Placement, bool)>,
    /// Words at the hand.
    pub note: Option<(Cell, String)>,
}

/// How a cell of an aimed attack is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// It would be shot at.
    Fresh,
    /// It has been shot at before and would be skipped.
    Spent,
    /// It is part of a plan.
    Planned,
    /// The shot is on its way.
    Pending,
}

impl Tone {
    /// The class that draws it.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Spent => "spent",
            Self::Planned => "planned",
            Self::Pending => "pending",
        }
    }
}
