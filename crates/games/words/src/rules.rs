//! When something may be done, in the seed's order.

use crate::{
    Lexicon,
    board::{Board, value},
    config::{Challenge, Config, RACK, SWAP_NEEDS},
    event::{Formed, Laid},
    illegal::Illegal,
    square::{At, Direction, Square},
    state::Words,
    tile::{Placed, Word},
    tiles::Tiles,
};
use parlor_kernel::{Rules, Seat};

impl Words {
    /// It is the seat's turn.
    fn may_move(&self, seat: Seat) -> Result<(), Illegal> {
        if self.common.turn == Some(seat) { Ok(()) } else { Err(Illegal::NotYourTurn) }
    }

    /// Once the last tiles are laid, all that is left is to challenge them.
    fn tiles_are_left(&self) -> Result<(), Illegal> {
        if self.common.is_out() { Err(Illegal::LastTilesLaid) } else { Ok(()) }
    }

    /// A word may be laid if it fits, touches, forms words only (unless plays are challenged), and the rack has its tiles.
    pub(crate) fn may_play(&self, seat: Seat, at: At, word: &Word) -> Result<Laid, Illegal> {
        self.may_move(seat)?;
        self.tiles_are_left()?;
        let laid = judge(&self.rules, &self.common.board, at, word)?;
        self.racks[seat.index()].minus(&laid.tiles()).map_err(|tile| Illegal::MissingTile { tile })?;
        Ok(laid)
    }

    /// Ruling: chosen tiles may be swapped while the bag holds 7 or more.
    pub(crate) fn may_swap(&self, seat: Seat, tiles: &Tiles) -> Result<(), Illegal> {
        self.may_move(seat)?;
        self.tiles_are_left()?;
        let left = u32::from(self.common.bag_when_closed(RACK));
        if left < SWAP_NEEDS {
            return Err(Illegal::BagTooSmall { left });
        }
        if tiles.is_empty() {
            return Err(Illegal::NothingToSwap);
        }
        self.racks[seat.index()].minus(tiles).map(drop).map_err(|tile| Illegal::MissingTile { tile })
    }

    pub(crate) fn may_pass(&self, seat: Seat) -> Result<(), Illegal> {
        self.may_move(seat)
    }

    /// The seat that is to move may challenge the play before its turn.
    pub(crate) fn may_challenge(&self, seat: Seat) -> Result<(), Illegal> {
        self.may_move(seat)?;
        if self.common.open { Ok(()) } else { Err(Illegal::NothingToChallenge) }
    }

    /// Anyone who still plays may give up at any time.
    pub(crate) fn may_surrender(&self, seat: Seat) -> Result<(), Illegal> {
        if self.common.playing().contains(seat) { Ok(()) } else { Err(Illegal::NotYourTurn) }
    }
}

/// The word as it would lie on `board`, with everything it forms: what counts, and what a screen shows of a play that is being
/// put together.
///
/// # Errors
/// The first rule that forbids it: bounds, lexicon, connection, conflicts, words formed across. Turns and racks do not
/// matter here. Where plays are challenged, the lexicon is not asked.
pub fn judge(rules: &Rules<Words>, board: &Board, at: At, word: &Word) -> Result<Laid, Illegal> {
    let (config, lexicon) = (&*rules.config, &*rules.assets);
    let is_asked = config.challenge == Challenge::Void;
    let span = i8::try_from(word.letters().len()).map_err(|_| Illegal::OffBoard)?;
    at.square.step(at.direction, span - 1).ok_or(Illegal::OffBoard)?;
    let squares = (0..span).filter_map(|step| at.square.step(at.direction, step));
    // Where the same letter is there already, what it is made of is known.
    let letter = |(square, placed): (Square, Placed)| {
        (square, board.at(square).filter(|there| there.letter() == placed.letter()).unwrap_or(placed))
    };
    let typed: Vec<_> = squares.zip(word.letters().iter().copied()).map(letter).collect();
    let main = Line::through(board, &typed, main_direction(board, at, span)).ok_or(Illegal::TooShort)?;
    if is_asked && !main.is_in(lexicon) {
        return Err(Illegal::NotAWord { word: main.word.capitals() });
    }
    is_connected(board, &typed)?;
    for &(square, placed) in &typed {
        if let Some(there) = board.at(square).filter(|there| there.letter() != placed.letter()) {
            return Err(Illegal::SquareTaken { at: square, letter: there.capital() });
        }
    }
    if main.fresh == 0 {
        return Err(Illegal::NoNewTile);
    }
    let fresh = || typed.iter().filter(|(square, _)| board.at(*square).is_none());
    let crosses: Vec<_> =
        fresh().filter_map(|&cell| Line::through(board, &[cell], main.at.direction.other())).collect();
    if let Some(wrong) = crosses.iter().find(|cross| is_asked && !cross.is_in(lexicon)) {
        return Err(Illegal::CrossNotAWord { word: wrong.word.capitals() });
    }
    let words: Vec<_> = [&main].into_iter().chain(&crosses).map(|line| line.formed(config)).collect();
    let bingo = if fresh().count() == usize::from(RACK) { i32::from(config.bingo) } else { 0 };
    let score = words.iter().fold(bingo, |sum, formed| sum.saturating_add(formed.points));
    Ok(Laid { at: main.at, word: main.word, fresh: main.fresh, score, words })
}

/// A single letter lies in the direction in which it makes a word.
fn main_direction(board: &Board, at: At, span: i8) -> Direction {
    let is_alone = |direction| [-1, 1].into_iter().all(|towards| board.run(at.square, direction, towards) == 0);
    if span == 1 && is_alone(at.direction) { at.direction.other() } else { at.direction }
}

/// The first word covers the centre; later ones use or touch a tile on the board.
fn is_connected(board: &Board, typed: &[(Square, Placed)]) -> Result<(), Illegal> {
    if board.is_empty() {
        let covers = typed.iter().any(|&(square, _)| square == Square::CENTRE);
        return if covers { Ok(()) } else { Err(Illegal::MissesCentre) };
    }
    let touches = |&(square, _): &(Square, Placed)| board.at(square).is_some() || board.is_touched(square);
    if typed.iter().any(touches) { Ok(()) } else { Err(Illegal::NotConnected) }
}

/// Letters next to each other in a line, some of them new.
struct Line {
    at: At,
    word: Word,
    fresh: u16,
}

impl Line {
    /// The line that letters on neighbouring squares make together with the tiles before and after them; `None` if it is a
    /// single letter.
    fn through(board: &Board, cells: &[(Square, Placed)], direction: Direction) -> Option<Self> {
        let (&(first, _), &(last, _)) = (cells.first()?, cells.last()?);
        let before = board.run(first, direction, -1);
        let after = board.run(last, direction, 1);
        let start = first.step(direction, -before)?;
        let length = before + cells.len() as i8 + after;
        let mut letters = Vec::with_capacity(length as usize);
        let mut fresh = 0;
        for step in 0..length {
            let square = start.step(direction, step)?;
            let laid = || cells.iter().find(|(other, _)| *other == square).map(|&(_, placed)| placed);
            let there = board.at(square);
            fresh |= u16::from(there.is_none()) << step;
            letters.push(laid().or(there)?);
        }
        (length > 1).then(|| Self { at: At { square: start, direction }, word: Word::new(letters), fresh })
    }

    fn is_in(&self, lexicon: &Lexicon) -> bool {
        is_word(lexicon, &self.word)
    }

    /// The seed's formula: bonuses are for new tiles only. No rack has the tiles for a word so dear that it does not fit, but
    /// racks do not matter here.
    fn formed(&self, config: &Config) -> Formed {
        let (mut sum, mut times) = (0, 1);
        for (step, placed) in (0..).zip(self.word.letters()) {
            let face = i32::from(value(placed.tile()));
            let square = self.at.square.step(self.at.direction, step).filter(|_| self.fresh >> step & 1 == 1);
            let (letter, word) = square.map_or((1, 1), |square| config.layout.times(square));
            sum += face * i32::from(letter);
            times *= i32::from(word);
        }
        Formed { word: self.word.clone(), points: i32::saturating_mul(sum, times) }
    }
}

/// Whether the lexicon has a word.
pub(crate) fn is_word(lexicon: &Lexicon, word: &Word) -> bool {
    let mut letters = [0; crate::square::SIDE as usize];
    for (letter, placed) in letters.iter_mut().zip(word.letters()) {
        *letter = placed.letter();
    }
    lexicon.graph().contains(&letters[..word.letters().len()])
}
