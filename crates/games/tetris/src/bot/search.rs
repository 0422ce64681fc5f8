//! Looking ahead: a beam over placements of the pieces that are known.

use super::evaluate::Weights;
use crate::{
    board::Board,
    moves::Moves,
    piece::{Piece, Placement},
    scoring::{Clear, ScoreRule, Streak},
    spin::{Spin, SpinRule},
};

/// The rules that a search needs to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Which T-spins count.
    pub spins: SpinRule,
    /// What clears are worth.
    pub scoring: ScoreRule,
    /// Whether pieces can be held.
    pub hold: bool,
}

/// All that a search starts from.
#[derive(Clone, Debug)]
pub struct Position<'a> {
    /// The stack.
    pub board: Board,
    /// Where the piece in play is, with the kick of its last turn; `None` if it is about to enter.
    pub start: Option<(Placement, Option<u8>)>,
    /// The piece in play and those shown next to it.
    pub queue: &'a [Piece],
    /// The piece that is held.
    pub hold: Option<Piece>,
    /// Whether the piece in play may be held.
    pub may_hold: bool,
    /// Back-to-back and combo.
    pub streak: Streak,
}

/// What a search recommends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Whether to hold first.
    pub hold: bool,
    /// Where to put the piece, which is the held or the next one after a hold.
    pub placement: Placement,
    /// What that counts as.
    pub spin: Spin,
    /// How many stacks were judged.
    pub nodes: u32,
}

/// A stack that some placements led to.
#[derive(Clone, Copy)]
struct Node {
    board: Board,
    streak: Streak,
    hold: Option<Piece>,
    /// How many pieces of the queue are used.
    used: u8,
    /// Which first placement led here.
    root: u16,
    /// What the locks on the way were worth.
    earned: i32,
    /// That and the worth of the stack.
    value: i32,
}

/// How many stacks a placement leads to, about: for dividing the budget before anything is known.
const USUAL_BRANCHES: u32 = 40;

/// Finds a good placement for the first piece, judging about `budget` stacks.
pub fn search(position: &Position<'_>, rules: Rules, weights: &Weights, budget: u32) -> Option<Choice> {
    let mut search = Search { queue: position.queue, rules, weights, nodes: 0, next: Vec::new() };
    let start = Node {
        board: position.board,
        streak: position.streak,
        hold: position.hold,
        used: 0,
        root: 0,
        earned: 0,
        value: 0,
    };
    let mut roots: Vec<(bool, Placement, Spin)> = Vec::new();
    search.begin(position, &start, &mut roots);
    let mut beam = Vec::new();
    let mut best = 0;
    for layers_left in (0..position.queue.len() as u32).rev() {
        if search.next.is_empty() {
            break;
        }
        std::mem::swap(&mut beam, &mut search.next);
        search.next.clear();
        best = beam.iter().max_by_key(|node| (node.value, std::cmp::Reverse(node.root)))?.root;
        if layers_left == 0 {
            break;
        }
        let left = budget.saturating_sub(search.nodes);
        let width = left / layers_left / USUAL_BRANCHES;
        narrow(&mut beam, (width as usize).max(1));
        for node in &beam {
            if search.nodes >= budget {
                break;
            }
            search.expand(node);
        }
    }
    let &(hold, placement, spin) = roots.get(usize::from(best))?;
    Some(Choice { hold, placement, spin, nodes: search.nodes })
}

/// Keeps the `width` best nodes, each stack once, best first.
fn narrow(beam: &mut Vec<Node>, width: usize) {
    let order = |node: &Node| (std::cmp::Reverse(node.value), node.board, node.hold, node.used, node.root);
    // Some of the best are the same stack, reached in different ways.
    let kept = width * 3 / 2 + 4;
    if beam.len() > kept {
        beam.select_nth_unstable_by(kept, |a, b| b.value.cmp(&a.value).then(a.root.cmp(&b.root)));
        beam.truncate(kept);
    }
    beam.sort_unstable_by_key(order);
    beam.dedup_by(|b, a| a.board == b.board && a.hold == b.hold && a.used == b.used && a.streak == b.streak);
    beam.truncate(width);
}

struct Search<'a> {
    queue: &'a [Piece],
    rules: Rules,
    weights: &'a Weights,
    nodes: u32,
    next: Vec<Node>,
}

impl Search<'_> {
    /// Adds every stack that the first placement leads to.
    fn begin(&mut self, position: &Position<'_>, node: &Node, roots: &mut Vec<(bool, Placement, Spin)>) {
        let mut name = |hold, placement, spin| {
            roots.push((hold, placement, spin));
            roots.len() as u16 - 1
        };
        let Some(&piece) = self.queue.first() else { return };
        let moves = match position.start {
            Some((start, _)) => Moves::from(&node.board, start, self.rules.spins),
            None => Moves::entering(&node.board, piece, self.rules.spins),
        };
        self.place(node, &moves, (node.hold, 1), |placement, spin| name(false, placement, spin));
        // A T that has been turned into its place need not be turned again.
        if let Some((start, kick)) = position.start.filter(|(start, _)| !node.board.fits(start.moved(0, -1))) {
            let spin = self.rules.spins.judge(&node.board, start, kick);
            if spin != Spin::None {
                self.add(node, start, spin, (node.hold, 1), name(false, start, spin));
            }
        }
        if let Some((other, after)) = self.swapped(node).filter(|_| position.may_hold) {
            let moves = Moves::entering(&node.board, other, self.rules.spins);
            self.place(node, &moves, after, |placement, spin| name(true, placement, spin));
        }
    }

    /// Adds every stack that one more placement leads to.
    fn expand(&mut self, node: &Node) {
        let Some(&piece) = self.queue.get(usize::from(node.used)) else { return };
        let moves = Moves::entering(&node.board, piece, self.rules.spins);
        self.place(node, &moves, (node.hold, node.used + 1), |_, _| node.root);
        if let Some((other, after)) = self.swapped(node).filter(|_| self.rules.hold) {
            let moves = Moves::entering(&node.board, other, self.rules.spins);
            self.place(node, &moves, after, |_, _| node.root);
        }
    }

    /// The piece that comes into play after a hold, and what is held and used then. `None` if nothing is gained by it.
    fn swapped(&self, node: &Node) -> Option<(Piece, (Option<Piece>, u8))> {
        let piece = *self.queue.get(usize::from(node.used))?;
        let (other, used) = match node.hold {
            Some(held) => (held, node.used + 1),
            None => (*self.queue.get(usize::from(node.used) + 1)?, node.used + 2),
        };
        (other != piece).then_some((other, (Some(piece), used)))
    }

    /// Adds a stack for each of `moves`; `after` is what is held and used then.
    fn place(
        &mut self,
        node: &Node,
        moves: &Moves,
        after: (Option<Piece>, u8),
        mut root: impl FnMut(Placement, Spin) -> u16,
    ) {
        moves.each(|placement, spin| self.add(node, placement, spin, after, root(placement, spin)));
    }

    #[inline]
    fn add(&mut self, node: &Node, placement: Placement, spin: Spin, after: (Option<Piece>, u8), root: u16) {
        let (hold, used) = after;
        let scoring = self.rules.scoring;
        let mut board = node.board;
        board.place(placement);
        let lines = board.clear_lines().count_ones() as u8;
        let clear = Clear { lines, spin, perfect: lines > 0 && board.is_empty() };
        let streak = scoring.streak(node.streak, clear);
        let paid = node.streak.back_to_back && scoring.is_difficult(clear);
        let combo = if lines > 0 { i32::from(scoring.combo_attack(node.streak)) } else { 0 };
        let earned = node.earned + self.weights.reward(clear, placement.piece == Piece::T, paid, combo);
        let coming = &self.queue[usize::from(used).min(self.queue.len())..];
        let ts = hold.iter().chain(coming).filter(|&&piece| piece == Piece::T).count() as u32;
        let value = earned + self.weights.stack(&board, streak.back_to_back, ts);
        self.next.push(Node { board, streak, hold, used, root, earned, value });
        self.nodes += 1;
    }
}
