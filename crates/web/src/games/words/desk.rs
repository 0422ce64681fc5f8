//! What a player does with tiles, whether by hand, by tap or by key.

use super::{
    draft::{Draft, Held, Typed, Unfinished},
    zoom::WHOLE,
};
use crate::browser::random_bits;
use leptos::prelude::*;
use parlor_kernel::Rules;
use parlor_words::{Action, Board, Illegal, Laid, Placed, Square, Tile, Tiles, Word, Words, judge};
use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

/// A tile that is being dragged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drag {
    /// Which one.
    pub id: u32,
    /// Where the pointer is, in the window.
    pub at: (f64, f64),
    /// Where it went down.
    pub from: (f64, f64),
    /// Whether it has moved far enough to mean it.
    pub moved: bool,
    /// The square below it, if a tile may be laid there.
    pub over: Option<Square>,
}

/// A blank that waits for its letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blank {
    /// It goes to this square.
    To(u32, Square),
    /// It goes to the cursor.
    Next(u32),
}

/// The hands of a player at a board. Copy it freely.
#[derive(Clone, Copy)]
pub struct Desk {
    /// Tells the desks on a page apart.
    pub number: u32,
    rules: StoredValue<Arc<Rules<Words>>>,
    /// The tiles that lie for good.
    pub board: Memo<Board>,
    /// The tiles in hand.
    pub draft: RwSignal<Draft>,
    /// The tile that the next tap lays.
    pub chosen: RwSignal<Option<u32>>,
    /// The tiles to swap, while they are chosen.
    pub swapping: RwSignal<Option<BTreeSet<u32>>>,
    /// The blank that waits for its letter.
    pub asking: RwSignal<Option<Blank>>,
    /// What is being dragged.
    pub drag: RwSignal<Option<Drag>>,
    /// How much larger than the whole board a part of it shows.
    pub zoom: RwSignal<f64>,
    /// Why the last key did nothing, until the next one does something.
    pub complaint: RwSignal<Option<String>>,
}

impl Desk {
    /// The desk of a player who holds `rack`. A spectator holds nothing.
    pub fn new(rules: Arc<Rules<Words>>, board: Memo<Board>, rack: Memo<Tiles>) -> Self {
        static DESKS: AtomicU32 = AtomicU32::new(0);
        let desk = Self {
            number: DESKS.fetch_add(1, Ordering::Relaxed),
            rules: StoredValue::new(rules),
            board,
            draft: RwSignal::default(),
            chosen: RwSignal::new(None),
            swapping: RwSignal::new(None),
            asking: RwSignal::new(None),
            drag: RwSignal::new(None),
            zoom: RwSignal::new(WHOLE),
            complaint: RwSignal::new(None),
        };
        Effect::new(move |_| {
            let (rack, board) = (rack.get(), board.get());
            desk.draft.update(|draft| draft.follow(rack, &board));
            if desk.draft.with_untracked(|draft| draft.cursor.is_none() && draft.laid().next().is_none()) {
                desk.zoom.set(WHOLE);
            }
            desk.chosen.set(None);
            desk.drag.set(None);
            desk.asking.set(None);
            desk.swapping.set(None);
        });
        desk
    }

    /// The rules of the match.
    pub fn rules(self) -> Arc<Rules<Words>> {
        self.rules.get_value()
    }

    /// Whether only a part of the board shows.
    pub fn is_zoomed(self) -> bool {
        self.zoom.get() > WHOLE
    }

    /// Whether a tile may be laid there.
    pub fn is_free(self, square: Square) -> bool {
        self.board.with_untracked(|board| board.at(square).is_none())
    }

    /// What the tiles on the board make; the reason if they make no play.
    pub fn judged(self) -> Result<Laid, Why> {
        let (draft, board) = (self.draft.read(), self.board.read());
        let (at, word) = draft.play(&board).map_err(Why::Unfinished)?;
        self.rules.with_value(|rules| judge(rules, &board, at, &word)).map_err(Why::Illegal)
    }

    /// The play of the tiles on the board.
    pub fn action(self) -> Option<Action> {
        let (draft, board) = (self.draft.read_untracked(), self.board.read_untracked());
        let (at, word) = draft.play(&board).ok()?;
        Some(Action::play(at, word))
    }

    /// Lays a tile on a square; a blank asks for its letter first, unless it has one.
    pub fn lay(self, id: u32, square: Square) {
        let Some(held) = self.held(id).filter(|_| self.is_free(square)) else { return };
        match letter_of(held) {
            Some(placed) => self.change(|draft| draft.lay(id, square, placed)),
            None => self.asking.set(Some(Blank::To(id, square))),
        }
        self.chosen.set(None);
    }

    /// The blank that waits becomes this letter.
    pub fn answer(self, letter: char) {
        let placed = Placed::of(letter.to_ascii_lowercase());
        let asked = self.asking.try_update(Option::take).flatten();
        let (Some(asked), Some(placed)) = (asked, placed) else { return };
        let board = self.board.get_untracked();
        self.change(|draft| match asked {
            Blank::To(id, square) => draft.lay(id, square, placed),
            Blank::Next(id) => _ = draft.lay_next(id, placed, &board),
        });
    }

    /// A tile of the rack is tapped: to swap it, to lay it at the cursor, or to choose it.
    pub fn tap_tile(self, id: u32) {
        if self.swapping.with_untracked(Option::is_some) {
            self.swapping.update(|chosen| {
                if let Some(chosen) = chosen
                    && !chosen.remove(&id)
                {
                    chosen.insert(id);
                }
            });
            return;
        }
        let board = self.board.get_untracked();
        let to_cursor = self.draft.with_untracked(|draft| draft.next_square(&board)).is_some();
        match self.held(id) {
            Some(held) if to_cursor => match letter_of(held) {
                Some(placed) => self.change(|draft| _ = draft.lay_next(id, placed, &board)),
                None => self.asking.set(Some(Blank::Next(id))),
            },
            _ => self.chosen.update(|chosen| *chosen = if *chosen == Some(id) { None } else { Some(id) }),
        }
    }

    /// A square is tapped: for the chosen tile, to take a tile back, or for the cursor.
    pub fn tap_square(self, square: Square) {
        if self.swapping.with_untracked(Option::is_some) {
            return;
        }
        let there = self.draft.with_untracked(|draft| draft.at(square));
        match (self.chosen.get_untracked(), there) {
            (Some(id), _) if self.is_free(square) => self.lay(id, square),
            (_, Some(held)) => self.change(|draft| draft.take_back(held.id)),
            _ => self.change(|draft| draft.point(square)),
        }
    }

    /// A letter is typed.
    pub fn type_letter(self, letter: char) {
        let board = self.board.get_untracked();
        if self.draft.with_untracked(|draft| draft.cursor.is_none()) {
            self.change(|draft| draft.point(Square::CENTRE));
        }
        let typed = self.draft.try_update(|draft| draft.type_letter(letter, &board));
        self.complaint.set(match typed {
            Some(Typed::NoTile) => Some(format!("You have no {letter}.")),
            Some(Typed::NoRoom) => Some("The line is full here: move the cursor.".into()),
            _ => None,
        });
    }

    /// Everything goes back to the rack, and the cursor goes.
    pub fn recall(self) {
        self.swapping.set(None);
        self.chosen.set(None);
        self.zoom.set(WHOLE);
        self.change(|draft| {
            draft.recall();
            draft.cursor = None;
        });
    }

    /// Puts the rack in another order.
    pub fn shuffle(self) {
        self.change(|draft| draft.shuffle(|below| (random_bits() % below as u64) as usize));
    }

    /// Lays a play that was suggested.
    pub fn propose(self, at: parlor_words::At, word: &Word) {
        let board = self.board.get_untracked();
        self.swapping.set(None);
        self.change(|draft| draft.propose(at, word, &board));
    }

    /// Begins to choose tiles to swap.
    pub fn begin_swap(self, tiles: Tiles) {
        self.recall();
        let mut left = tiles;
        let chosen = self.draft.with_untracked(|draft| {
            draft.held().iter().filter(|held| left.take(held.tile).is_some()).map(|held| held.id).collect()
        });
        self.swapping.set(Some(chosen));
    }

    /// The tiles that are chosen to be swapped.
    pub fn swap(self) -> Tiles {
        let (draft, swapping) = (self.draft.read(), self.swapping.read());
        let chosen = |held: &&Held| swapping.as_ref().is_some_and(|chosen| chosen.contains(&held.id));
        draft.held().iter().filter(chosen).map(|held| held.tile).collect()
    }

    /// Changes the tiles in hand.
    pub fn change(self, change: impl FnOnce(&mut Draft)) {
        self.complaint.set(None);
        self.draft.update(change);
    }

    fn held(self, id: u32) -> Option<Held> {
        self.draft.with_untracked(|draft| draft.tile(id))
    }
}

/// The letter of a tile; of a blank, the one it stands for on the board.
fn letter_of(held: Held) -> Option<Placed> {
    match held.on {
        Some((_, placed)) => Some(placed),
        None if held.tile == Tile::BLANK => None,
        None => held.tile.to_string().parse::<Word>().ok()?.letters().first().copied(),
    }
}

/// Why the tiles on the board make no play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// Something is missing.
    Unfinished(Unfinished),
    /// A rule forbids it.
    Illegal(Illegal),
}

impl Why {
    /// What to tell the player; nothing while there is nothing on the board.
    pub fn sentence(&self) -> Option<String> {
        match self {
            Self::Unfinished(Unfinished::Nothing) => None,
            Self::Unfinished(Unfinished::Scattered) => Some("Tiles must lie in one line.".into()),
            Self::Unfinished(Unfinished::Gap) => Some("There is a gap in the word.".into()),
            Self::Illegal(illegal) => Some(illegal.to_string()),
        }
    }
}
