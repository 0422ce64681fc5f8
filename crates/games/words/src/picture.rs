//! The board as text, for terminals.

use crate::{
    board::Board,
    layout::Layout,
    square::{SIDE, Square},
};

/// The board with the names of rows and columns. Tiles are letters, in lower case if a blank stands for one; empty squares
/// show the mark of their bonus.
pub fn board_text(board: &Board, layout: &Layout) -> String {
    let mut text = String::from("   ");
    for column in 0..SIDE {
        text.push(' ');
        text.push(char::from(b'A' + column));
    }
    text.push('\n');
    for row in 0..SIDE {
        text.push_str(&format!("{:>3}", row + 1));
        for column in 0..SIDE {
            let square = Square { row, column };
            let mark =
                board.at(square).map_or_else(|| layout.bonus(square).mark().to_string(), |tile| tile.to_string());
            text.push(' ');
            text.push_str(&mark);
        }
        text.push('\n');
    }
    text
}
