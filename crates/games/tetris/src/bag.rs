//! The order of pieces: every seven of them are the seven pieces, shuffled.

use crate::piece::Piece;
use parlor_kernel::{Dice, Stream};

/// The bags. Bag number n draws from indices 8n to 8n + 5.
pub(crate) const BAGS: Stream = Stream(1);

/// The bag of that number. Everyone at a table gets the same ones.
pub fn bag(number: u64, dice: &impl Dice) -> [Piece; 7] {
    let mut pieces = Piece::ALL;
    dice.draws(BAGS, number * 8).shuffle(&mut pieces);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::FastDice;

    #[test]
    fn a_bag_holds_every_piece_in_any_order() {
        let mut first = [0u32; 7];
        for number in 0..7_000 {
            let mut pieces = bag(number, &FastDice(3));
            first[pieces[0] as usize] += 1;
            pieces.sort_unstable();
            assert_eq!(pieces, Piece::ALL);
        }
        assert!(first.iter().all(|&count| (900..1_100).contains(&count)), "{first:?}");
        assert_ne!(bag(0, &FastDice(1)), bag(1, &FastDice(1)));
    }
}
