//! The player's tiles as they stand on the rack: their order, which are raised, and which have just come.

use super::looks::Sort;
use parlor_mahjong::{Rack, Tile};

/// A tile on the rack. Equal tiles are told apart by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its number.
    pub id: u32,
    /// What it is.
    pub tile: Tile,
    /// Whether it is raised.
    pub raised: bool,
    /// How it came, until it has settled.
    pub came: Came,
}

/// How a tile came to the rack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Came {
    /// It has been there for a while.
    Settled,
    /// With the deal, so many tiles after the first.
    Dealt(u8),
    /// It was drawn or passed.
    Received,
}

/// The tiles in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tray {
    pieces: Vec<Piece>,
    next: u32,
}

impl Tray {
    /// The tiles, from left to right.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// What is raised.
    pub fn raised(&self) -> Rack {
        self.pieces.iter().filter(|piece| piece.raised).map(|piece| piece.tile).collect()
    }

    /// Whether some tiles have just been drawn or passed.
    pub fn has_news(&self) -> bool {
        self.pieces.iter().any(|piece| piece.came == Came::Received)
    }

    /// Brings the rack up to date: what is gone leaves, raised tiles first, and what is new stands at the right end. A
    /// rack that was empty is dealt.
    pub fn follow(&mut self, hand: &Rack) {
        let dealt = self.pieces.is_empty();
        let mut left = *hand;
        // Tiles that stay: those that are not raised come first, so that the raised ones are taken to have gone.
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        order.sort_by_key(|&place| self.pieces[place].raised);
        let mut stays = vec![false; self.pieces.len()];
        for place in order {
            let tile = self.pieces[place].tile;
            if left.count(tile) > 0 {
                left.remove(tile);
                stays[place] = true;
            }
        }
        let mut stays = stays.into_iter();
        self.pieces.retain(|_| stays.next().unwrap_or_default());
        for (number, tile) in (0..).zip(left.tiles()) {
            let came = if dealt { Came::Dealt(number) } else { Came::Received };
            self.pieces.push(Piece { id: self.next, tile, raised: false, came });
            self.next += 1;
        }
    }

    /// Takes every tile away, before another deal.
    pub fn clear(&mut self) {
        self.pieces.clear();
    }

    /// Puts the tiles in order; `wanted` are those that the hand needs which the player goes for.
    pub fn sort(&mut self, sort: Sort, wanted: Option<&Rack>) {
        let rank = |tile: Tile| if tile.index() < 27 { tile.index() % 9 } else { 9 };
        match sort {
            Sort::Suit => self.pieces.sort_by_key(|piece| piece.tile),
            Sort::Rank => self.pieces.sort_by_key(|piece| (rank(piece.tile), piece.tile)),
            Sort::Hand => {
                let mut wanted = wanted.copied().unwrap_or(Rack::EMPTY);
                self.pieces.sort_by_key(|piece| piece.tile);
                let mut keyed: Vec<_> = self
                    .pieces
                    .drain(..)
                    .map(|piece| {
                        let useful = wanted.count(piece.tile) > 0;
                        if useful {
                            wanted.remove(piece.tile);
                        }
                        let joker = piece.tile == Tile::JOKER;
                        (!(useful || joker), piece)
                    })
                    .collect();
                keyed.sort_by_key(|(useless, _)| *useless);
                self.pieces = keyed.into_iter().map(|(_, piece)| piece).collect();
            }
            Sort::Own => {}
        }
    }

    /// What has just come has been seen.
    pub fn settle(&mut self) {
        self.pieces.iter_mut().for_each(|piece| piece.came = Came::Settled);
    }

    /// Raises or lowers a tile. With `single`, whatever else is raised is lowered.
    pub fn touch(&mut self, id: u32, single: bool) {
        for piece in &mut self.pieces {
            if piece.id == id {
                piece.raised = !piece.raised;
            } else if single {
                piece.raised = false;
            }
        }
    }

    /// Raises these tiles and no others.
    pub fn raise(&mut self, tiles: &Rack) {
        let mut left = *tiles;
        for piece in &mut self.pieces {
            piece.raised = left.count(piece.tile) > 0;
            if piece.raised {
                left.remove(piece.tile);
            }
        }
    }

    /// Moves a tile to a place, counted from the left.
    pub fn put(&mut self, id: u32, place: usize) {
        if let Some(from) = self.place(id) {
            let piece = self.pieces.remove(from);
            self.pieces.insert(place.min(self.pieces.len()), piece);
        }
    }

    /// Where a tile stands, counted from the left.
    pub fn place(&self, id: u32) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rack(text: &str) -> Rack {
        text.split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect()
    }

    fn row(tray: &Tray) -> String {
        let text = |piece: &Piece| format!("{}{}", piece.tile, if piece.raised { "^" } else { "" });
        tray.pieces().iter().map(text).collect::<Vec<_>>().join(" ")
    }

    fn dealt(text: &str) -> Tray {
        let mut tray = Tray::default();
        tray.follow(&rack(text));
        tray
    }

    #[test]
    fn raised_tiles_go_and_new_ones_stand_at_the_end() {
        let mut tray = dealt("1C 5B 5B N J");
        assert_eq!(tray.pieces()[4].came, Came::Dealt(4));
        tray.settle();
        let second = tray.pieces()[2].id;
        tray.touch(second, true);
        assert_eq!(row(&tray), "1C 5B 5B^ N J");
        tray.follow(&rack("1C 5B N J 2D"));
        assert_eq!(row(&tray), "1C 5B N J 2D");
        assert!(tray.has_news() && tray.pieces()[4].came == Came::Received);
        tray.sort(Sort::Suit, None);
        assert_eq!(row(&tray), "1C 5B 2D N J");
        tray.settle();
        assert!(!tray.has_news());
    }

    #[test]
    fn racks_are_sorted_by_suit_rank_and_hand() {
        let mut tray = dealt("9C 1B 2B 1D N F J");
        tray.sort(Sort::Rank, None);
        assert_eq!(row(&tray), "1B 1D 2B 9C N F J");
        tray.sort(Sort::Hand, Some(&rack("2B F")));
        assert_eq!(row(&tray), "2B F J 9C 1B 1D N");
        let moved = tray.pieces()[0].id;
        tray.put(moved, 99);
        tray.sort(Sort::Own, None);
        assert_eq!((row(&tray).as_str(), tray.place(moved)), ("F J 9C 1B 1D N 2B", Some(6)));
    }

    #[test]
    fn one_or_several_tiles_are_raised() {
        let mut tray = dealt("1C 1C 2C");
        let ids: Vec<_> = tray.pieces().iter().map(|piece| piece.id).collect();
        tray.touch(ids[0], false);
        tray.touch(ids[1], false);
        assert_eq!(tray.raised(), rack("1C 1C"));
        tray.touch(ids[2], true);
        assert_eq!(tray.raised(), rack("2C"));
        tray.touch(ids[2], true);
        assert!(tray.raised().is_empty());
        tray.raise(&rack("1C 2C"));
        assert_eq!(row(&tray), "1C^ 1C 2C^");
    }
}
