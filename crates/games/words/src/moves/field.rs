//! A board prepared for the search: which letters fit where, and what they count.

use super::lane::Lane;
use crate::{
    board::{Board, value},
    config::Config,
    square::{Direction, SIDE, Square},
};
use parlor_lexicon::Graph;

/// Every letter.
pub(super) const ANY: u32 = 0x07FF_FFFE;

/// A board with everything that does not depend on a rack worked out.
#[derive(Clone)]
pub struct Field<'a> {
    pub(super) graph: &'a Graph,
    pub(super) bingo: i32,
    /// The rows, then the columns.
    pub(super) lanes: Box<[Lane]>,
}

impl<'a> Field<'a> {
    /// Prepares `board`.
    pub fn new(config: &Config, graph: &'a Graph, board: &Board) -> Self {
        let lanes = [Direction::Across, Direction::Down]
            .into_iter()
            .flat_map(|direction| (0..SIDE).map(move |number| (direction, number)))
            .map(|(direction, number)| lane(config, graph, board, direction, number))
            .collect();
        Self { graph, bingo: config.bingo.into(), lanes }
    }
}

/// The square at a place in a lane.
pub(super) const fn square(direction: Direction, number: u8, place: u8) -> Square {
    match direction {
        Direction::Across => Square { row: number, column: place },
        Direction::Down => Square { row: place, column: number },
    }
}

fn lane(config: &Config, graph: &Graph, board: &Board, direction: Direction, number: u8) -> Lane {
    let mut lane = Lane::new(direction, number);
    let is_first = board.is_empty();
    for place in 0..SIDE {
        let square = square(direction, number, place);
        let index = usize::from(place);
        let (letter_times, word_times) = config.layout.times(square);
        lane.letter_times[index] = letter_times.into();
        lane.word_times[index] = word_times.into();
        if let Some(placed) = board.at(square) {
            lane.letters[index] = placed.letter();
            lane.faces[index] = value(placed.tile()).into();
            continue;
        }
        let across = direction.other();
        let (before, after) = (board.run(square, across, -1), board.run(square, across, 1));
        if before + after > 0 {
            let (checks, sum) = cross(graph, board, square, across, before, after);
            lane.checks[index] = checks;
            lane.cross_sums[index] = Some(sum);
        }
        let touched = before + after + board.run(square, direction, -1) + board.run(square, direction, 1) > 0;
        if touched || (is_first && square == Square::CENTRE) {
            lane.anchors |= 1 << place;
        }
    }
    lane
}

/// The letters that make a word across a square together with the tiles before and after it, and what those count.
fn cross(graph: &Graph, board: &Board, square: Square, across: Direction, before: i8, after: i8) -> (u32, i32) {
    let neighbour = |step| square.step(across, step).and_then(|next| board.at(next)).expect("a run of tiles");
    let sum = (-before..=after).filter(|&step| step != 0).map(|step| i32::from(value(neighbour(step).tile()))).sum();
    let mut checks = 0;
    if before == 0 {
        // The words that end in what comes after: read backwards, their first letter comes last.
        let tail =
            (1..=after).rev().try_fold(graph.outwards(), |node, step| graph.follow(node, neighbour(step).letter()));
        let heads = tail.into_iter().flat_map(|tail| graph.followers(tail)).filter(|node| node.accepts());
        return (heads.fold(0, |checks, node| checks | 1 << node.letter()), sum);
    }
    let head = (-before..0).try_fold(graph.forwards(), |node, step| graph.follow(node, neighbour(step).letter()));
    for node in head.into_iter().flat_map(|head| graph.followers(head)) {
        let last = (1..=after).try_fold(node, |node, step| graph.follow(node, neighbour(step).letter()));
        if last.is_some_and(|node| node.accepts()) {
            checks |= 1 << node.letter();
        }
    }
    (checks, sum)
}
