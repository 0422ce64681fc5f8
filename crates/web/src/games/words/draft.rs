//! A play that is being put together: the tiles of a rack in the order their player likes, some of them on the board.

use parlor_words::{At, Board, Direction, Placed, Square, Tile, Tiles, Word};

/// A tile in hand. Two tiles of a kind are told apart by their ids.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Which one.
    pub id: u32,
    /// Its kind.
    pub tile: Tile,
    /// Where it lies, if it has left the rack, and as which letter.
    pub on: Option<(Square, Placed)>,
}

/// Where the next letter that is typed goes, and which way the word runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cursor {
    /// The square.
    pub square: Square,
    /// The way.
    pub direction: Direction,
}

/// Why the tiles on the board make no play yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// There are none.
    Nothing,
    /// They are not in one line.
    Scattered,
    /// An empty square is between them.
    Gap,
}

/// Where letters go that are typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Typed {
    /// Onto the board.
    Laid,
    /// Nowhere: there is no such tile.
    NoTile,
    /// Nowhere: the line is full, or there is no cursor.
    NoRoom,
}

/// The tiles of a player, and where the next one goes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Draft {
    held: Vec<Held>,
    next: u32,
    /// The cursor of those who type.
    pub cursor: Option<Cursor>,
}

impl Draft {
    /// All tiles, in the order of the rack.
    pub fn held(&self) -> &[Held] {
        &self.held
    }

    /// One of them.
    pub fn tile(&self, id: u32) -> Option<Held> {
        self.held.iter().copied().find(|held| held.id == id)
    }

    /// The tile that was laid on a square.
    pub fn at(&self, square: Square) -> Option<Held> {
        self.held.iter().copied().find(|held| held.on.is_some_and(|(on, _)| on == square))
    }

    /// The tiles on the board.
    pub fn laid(&self) -> impl Iterator<Item = (Square, Placed)> {
        self.held.iter().filter_map(|held| held.on)
    }

    /// The rack is this now, and the board that: tiles keep their order, and those whose square is taken come back.
    pub fn follow(&mut self, rack: Tiles, board: &Board) {
        let (mut left, before) = (rack, self.held.len());
        self.held.retain(|held| left.take(held.tile).is_some());
        if self.held.len() < before {
            // They were played or swapped: the next word begins elsewhere.
            self.cursor = None;
        }
        for tile in left.iter() {
            self.held.push(Held { id: self.next, tile, on: None });
            self.next += 1;
        }
        for held in &mut self.held {
            held.on = held.on.filter(|(square, _)| board.at(*square).is_none());
        }
    }

    /// Lays a tile on an empty square, as that letter. A tile that was laid there goes back to the rack.
    pub fn lay(&mut self, id: u32, square: Square, placed: Placed) {
        if let Some(there) = self.at(square) {
            self.take_back(there.id);
        }
        if let Some(held) = self.held.iter_mut().find(|held| held.id == id) {
            held.on = Some((square, placed));
        }
    }

    /// A tile goes back to the rack.
    pub fn take_back(&mut self, id: u32) {
        if let Some(held) = self.held.iter_mut().find(|held| held.id == id) {
            held.on = None;
        }
    }

    /// All tiles go back to the rack.
    pub fn recall(&mut self) {
        self.held.iter_mut().for_each(|held| held.on = None);
    }

    /// Puts a tile in that place of the rack, counted without it.
    pub fn arrange(&mut self, id: u32, place: usize) {
        self.take_back(id);
        if let Some(from) = self.held.iter().position(|held| held.id == id) {
            let held = self.held.remove(from);
            self.held.insert(place.min(self.held.len()), held);
        }
    }

    /// Puts the rack in another order; `draw` gives numbers below the one it is asked for.
    pub fn shuffle(&mut self, mut draw: impl FnMut(usize) -> usize) {
        for last in (1..self.held.len()).rev() {
            self.held.swap(last, draw(last + 1).min(last));
        }
    }

    /// The cursor goes to a square; there already, it turns.
    pub fn point(&mut self, square: Square) {
        let direction = match self.cursor {
            Some(cursor) if cursor.square == square => cursor.direction.other(),
            Some(cursor) => cursor.direction,
            None => Direction::Across,
        };
        self.cursor = Some(Cursor { square, direction });
    }

    /// The cursor turns.
    pub fn turn(&mut self) {
        if let Some(cursor) = &mut self.cursor {
            cursor.direction = cursor.direction.other();
        }
    }

    /// The cursor goes one square that way, from the centre if there was none.
    pub fn walk(&mut self, direction: Direction, steps: i8) {
        let Cursor { square, direction: way } =
            self.cursor.unwrap_or(Cursor { square: Square::CENTRE, direction: Direction::Across });
        let square = if self.cursor.is_some() { square.step(direction, steps).unwrap_or(square) } else { square };
        self.cursor = Some(Cursor { square, direction: way });
    }

    /// Where the next tile goes: the first square from the cursor on that has none.
    pub fn next_square(&self, board: &Board) -> Option<Square> {
        let Cursor { square, direction } = self.cursor?;
        let free = |square: &Square| board.at(*square).is_none() && self.at(*square).is_none();
        (0..).map_while(|steps| square.step(direction, steps)).find(free)
    }

    /// Lays a tile where the cursor is, and moves on.
    pub fn lay_next(&mut self, id: u32, placed: Placed, board: &Board) -> bool {
        let (Some(square), Some(cursor)) = (self.next_square(board), self.cursor) else { return false };
        self.lay(id, square, placed);
        let on = square.step(cursor.direction, 1).unwrap_or(square);
        self.cursor = Some(Cursor { square: on, ..cursor });
        true
    }

    /// A capital letter is typed: a tile of its kind goes to the cursor, or else a blank.
    pub fn type_letter(&mut self, letter: char, board: &Board) -> Typed {
        // The letter that lies under the cursor is part of the word: typing it goes past it.
        if self.pass_over(letter, board) {
            return Typed::Laid;
        }
        if self.next_square(board).is_none() {
            return Typed::NoRoom;
        }
        let on_rack = |tile: Tile| self.held.iter().find(|held| held.tile == tile && held.on.is_none());
        let plain = Tile::of(letter).and_then(on_rack).map(|held| (held.id, letter));
        let blank = || on_rack(Tile::BLANK).map(|held| (held.id, letter.to_ascii_lowercase()));
        let Some((id, letter)) = plain.or_else(blank) else { return Typed::NoTile };
        match Placed::of(letter) {
            Some(placed) if self.lay_next(id, placed, board) => Typed::Laid,
            _ => Typed::NoRoom,
        }
    }

    /// If that letter lies on the board under the cursor, the cursor goes past it.
    fn pass_over(&mut self, letter: char, board: &Board) -> bool {
        let Some(cursor) = &mut self.cursor else { return false };
        let there = board.at(cursor.square).is_some_and(|there| there.capital() == letter);
        if let Some(next) = cursor.square.step(cursor.direction, 1).filter(|_| there) {
            cursor.square = next;
        }
        there
    }

    /// Takes back the tile before the cursor, and the cursor with it.
    pub fn type_back(&mut self) {
        let Some(cursor) = self.cursor else { return };
        let before = (0..).map_while(|steps| cursor.square.step(cursor.direction, -steps));
        // At the edge the cursor stands on the last tile.
        let last = before.filter_map(|square| self.at(square)).next();
        if let Some(Held { id, on: Some((square, _)), .. }) = last {
            self.take_back(id);
            self.cursor = Some(Cursor { square, ..cursor });
        }
    }

    /// The play that the tiles on the board make, with what lies between them.
    ///
    /// # Errors
    /// What is missing to a play.
    pub fn play(&self, board: &Board) -> Result<(At, Word), Unfinished> {
        let first = self.laid().map(|(square, _)| square).min().ok_or(Unfinished::Nothing)?;
        let last = self.laid().map(|(square, _)| square).max().ok_or(Unfinished::Nothing)?;
        let in_line = |direction| match direction {
            Direction::Across => self.laid().all(|(square, _)| square.row == first.row),
            Direction::Down => self.laid().all(|(square, _)| square.column == first.column),
        };
        let touches = |towards| first.step(Direction::Down, towards).is_some_and(|next| board.at(next).is_some());
        // A tile alone is read in the direction in which there is something to read.
        let alone_down = first == last && (touches(-1) || touches(1)) && !self.is_touched_across(first, board);
        let direction = match (in_line(Direction::Across), in_line(Direction::Down)) {
            (true, _) if !alone_down => Direction::Across,
            (_, true) => Direction::Down,
            _ => return Err(Unfinished::Scattered),
        };
        let letter = |square: Square| self.at(square).and_then(|held| held.on).map(|on| on.1).or(board.at(square));
        let squares = (0..).map_while(|steps| first.step(direction, steps)).take_while(|square| *square <= last);
        let word: Option<String> = squares.map(|square| Some(letter(square)?.to_string())).collect();
        let word = word.and_then(|word| word.parse().ok()).ok_or(Unfinished::Gap)?;
        Ok((At { square: first, direction }, word))
    }

    fn is_touched_across(&self, square: Square, board: &Board) -> bool {
        [-1, 1].into_iter().any(|to| square.step(Direction::Across, to).is_some_and(|next| board.at(next).is_some()))
    }

    /// Lays a whole play, from the tiles of the rack.
    pub fn propose(&mut self, at: At, word: &Word, board: &Board) {
        self.recall();
        self.cursor = None;
        let squares = (0..).map_while(|steps| at.square.step(at.direction, steps));
        for (square, &placed) in squares.zip(word.letters()).filter(|(square, _)| board.at(*square).is_none()) {
            let free = self.held.iter().find(|held| held.tile == placed.tile() && held.on.is_none());
            if let Some(id) = free.map(|held| held.id) {
                self.lay(id, square, placed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(rack: &str) -> Draft {
        let mut draft = Draft::default();
        draft.follow(rack.parse().unwrap(), &Board::EMPTY);
        draft
    }

    fn square(text: &str) -> Square {
        text.parse::<At>().unwrap().square
    }

    fn shown(draft: &Draft, board: &Board) -> Result<String, Unfinished> {
        draft.play(board).map(|(at, word)| format!("{at} {word}"))
    }

    fn word_on_row_8(word: &str) -> Board {
        let mut board = Board::EMPTY;
        for (column, letter) in (7..).zip(word.chars()) {
            board.put(Square::new(7, column).unwrap(), Placed::of(letter).unwrap());
        }
        board
    }

    #[test]
    fn typed_letters_become_a_play() {
        let mut draft = draft("ADGNOR?");
        assert_eq!(draft.type_letter('D', &Board::EMPTY), Typed::NoRoom);
        draft.point(square("8H"));
        for letter in "DRAG".chars() {
            assert_eq!(draft.type_letter(letter, &Board::EMPTY), Typed::Laid);
        }
        assert_eq!(draft.type_letter('S', &Board::EMPTY), Typed::Laid, "a blank stands for it");
        assert_eq!(draft.type_letter('S', &Board::EMPTY), Typed::NoTile);
        assert_eq!(shown(&draft, &Board::EMPTY), Ok("8H DRAGs".into()));
        draft.type_back();
        assert_eq!(shown(&draft, &Board::EMPTY), Ok("8H DRAG".into()));
        assert_eq!(draft.cursor.map(|cursor| cursor.square), Some(square("8L")));
        draft.recall();
        assert_eq!(draft.play(&Board::EMPTY), Err(Unfinished::Nothing));
    }

    #[test]
    fn letters_on_the_board_are_part_of_what_is_typed() {
        let board = word_on_row_8("DRAG");
        let mut draft = draft("NOS");
        draft.point(square("8H"));
        for letter in "DRAGONS".chars() {
            assert_eq!(draft.type_letter(letter, &board), Typed::Laid, "{letter}");
        }
        assert_eq!(shown(&draft, &board), Ok("8L ONS".into()));
        draft.recall();
        draft.point(square("8G"));
        assert_eq!(draft.type_letter('S', &board), Typed::Laid);
        assert_eq!(draft.type_letter('N', &board), Typed::Laid, "past what lies there");
        assert_eq!(shown(&draft, &board), Ok("8G SDRAGN".into()));
    }

    #[test]
    fn a_single_tile_is_read_where_there_is_something_to_read() {
        let board = word_on_row_8("AD");
        let mut draft = draft("S");
        let id = draft.held()[0].id;
        draft.lay(id, square("9H"), Placed::of('S').unwrap());
        assert_eq!(shown(&draft, &board), Ok("H9 S".into()));
        draft.lay(id, square("8J"), Placed::of('S').unwrap());
        assert_eq!(shown(&draft, &board), Ok("8J S".into()));
    }

    #[test]
    fn tiles_must_be_in_a_line_without_gaps() {
        let mut draft = draft("ABC");
        let ids: Vec<_> = draft.held().iter().map(|held| held.id).collect();
        let lay = |draft: &mut Draft, tile: usize, at: &str| {
            let placed = Placed::of("ABC".chars().nth(tile).unwrap()).unwrap();
            draft.lay(ids[tile], square(at), placed);
        };
        lay(&mut draft, 0, "8H");
        lay(&mut draft, 1, "10H");
        assert_eq!(draft.play(&Board::EMPTY), Err(Unfinished::Gap));
        lay(&mut draft, 2, "9H");
        assert_eq!(shown(&draft, &Board::EMPTY), Ok("H8 ACB".into()));
        lay(&mut draft, 2, "9I");
        assert_eq!(draft.play(&Board::EMPTY), Err(Unfinished::Scattered));
        lay(&mut draft, 2, "8H");
        assert_eq!(draft.tile(ids[0]).unwrap().on, None, "only one tile fits on a square");
    }

    #[test]
    fn a_new_rack_keeps_the_order_and_what_still_fits() {
        let mut draft = draft("ABCD");
        let id =
            |draft: &Draft, letter| draft.held().iter().find(|held| held.tile == Tile::of(letter).unwrap()).unwrap().id;
        let (c, b) = (id(&draft, 'C'), id(&draft, 'B'));
        draft.arrange(c, 0);
        draft.lay(b, square("8H"), Placed::of('B').unwrap());
        draft.follow("BCEE".parse().unwrap(), &word_on_row_8("A"));
        let order: String = draft.held().iter().map(|held| held.tile.to_string()).collect();
        assert_eq!((order.as_str(), draft.tile(b).unwrap().on), ("CBEE", None));
        draft.shuffle(|_| 0);
        assert_eq!(draft.held().len(), 4);
    }

    #[test]
    fn a_proposed_play_is_laid_from_the_rack() {
        let board = word_on_row_8("DRAG");
        let mut draft = draft("ONS?");
        let at = "8H".parse().unwrap();
        draft.propose(at, &"DRAGONs".parse().unwrap(), &board);
        assert_eq!(shown(&draft, &board), Ok("8L ONs".into()));
    }
}
