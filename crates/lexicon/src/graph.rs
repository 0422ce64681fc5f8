//! The automaton, read and walked.

use crate::{LETTERS, MAX_LENGTH};
use std::fmt;
use thiserror::Error;

/// The first bytes: what it is, and the version of the format.
pub(crate) const MAGIC: &[u8; 8] = b"PARLEX\0\x01";

/// The bytes before the nodes: [`MAGIC`], the number of words and the number of nodes.
pub(crate) const HEADER: usize = 16;

/// An arc of the automaton, as it is stored in 32 bits: 8 for the letter, one says whether a word ends with it, one whether
/// it is the last arc of its list, and 22 name the first of the arcs that may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Packed(pub(crate) u32);

impl Packed {
    /// The most arcs that can be named.
    pub(crate) const MOST: usize = 1 << 22;
    const ACCEPTS: u32 = 1 << 23;
    const LAST: u32 = 1 << 22;

    pub(crate) fn new(letter: u8, accepts: bool, last: bool, arc: u32) -> Self {
        Self(u32::from(letter) << 24 | u32::from(accepts) << 23 | u32::from(last) << 22 | arc)
    }

    const fn letter(self) -> u8 {
        (self.0 >> 24) as u8
    }

    const fn accepts(self) -> bool {
        self.0 & Self::ACCEPTS != 0
    }

    const fn is_last(self) -> bool {
        self.0 & Self::LAST != 0
    }

    /// Where the arcs begin that may follow; 0 if there are none.
    const fn arc(self) -> u32 {
        self.0 & (Self::LAST - 1)
    }
}

/// An arc of the automaton with what may follow it: a walk knows whether a letter leads on before it looks at the next arc.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Node {
    packed: Packed,
    /// The letters of the arcs that may follow, as bits.
    next: u32,
}

impl Node {
    /// The letter, or [`SEPARATOR`](crate::SEPARATOR).
    #[inline]
    pub const fn letter(self) -> u8 {
        self.packed.letter()
    }

    /// Whether a word ends here.
    #[inline]
    pub const fn accepts(self) -> bool {
        self.packed.accepts()
    }

    /// The letters that may follow, as bits; bit 0 is the [`SEPARATOR`](crate::SEPARATOR).
    #[inline]
    pub const fn next(self) -> u32 {
        self.next
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if self.accepts() { "!" } else { "" };
        write!(f, "{}{end}→{}", char::from(self.letter() + b'@'), self.packed.arc())
    }
}

/// Bytes that are no graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Malformed {
    /// They are something else, or of another version.
    #[error("it does not begin like a lexicon")]
    Header,
    /// There are more or fewer nodes than it says.
    #[error("it is cut off or too long")]
    Length,
    /// An arc leads out of the graph, a list of arcs does not end or is out of order, or a letter is none.
    #[error("node {0} makes no sense")]
    Node(u32),
}

/// The automata of a list of words.
///
/// Every list of arcs ends and has at most 27 of them, and every arc leads to a node of the graph: [`Graph::read`] makes
/// sure of it. Callers bound the depth of a walk by the length of a word.
#[derive(PartialEq, Eq)]
pub struct Graph {
    nodes: Box<[Node]>,
    words: u32,
}

impl Graph {
    /// Reads what [`build`](crate::build) wrote, or finds out what is wrong with it.
    ///
    /// # Errors
    /// If any walk could leave the graph or find a list without an end.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(Malformed::Header)?;
        let (words, rest) = number(rest).ok_or(Malformed::Length)?;
        let (count, rest) = number(rest).ok_or(Malformed::Length)?;
        let count = count as usize;
        if !(2..=Packed::MOST).contains(&count) || rest.len() != count * 4 {
            return Err(Malformed::Length);
        }
        let (arcs, _) = rest.as_chunks();
        let lists = letters_of_lists(arcs)?;
        let node = |bytes: &[u8; 4]| {
            let packed = Packed(u32::from_le_bytes(*bytes));
            Node { packed, next: lists[packed.arc() as usize] }
        };
        Ok(Self { nodes: arcs.iter().map(node).collect(), words })
    }

    /// How many words the list had.
    pub const fn words(&self) -> u32 {
        self.words
    }

    /// How many bytes the graph takes up.
    pub const fn size(&self) -> usize {
        HEADER + self.nodes.len() * 4
    }

    /// What the first letters of words follow.
    #[inline]
    pub fn forwards(&self) -> Node {
        self.nodes[0]
    }

    /// What any letter of a word follows from which the word is read outwards: backwards to its beginning, then from the
    /// [`SEPARATOR`](crate::SEPARATOR) on to its end.
    #[inline]
    pub fn outwards(&self) -> Node {
        self.nodes[1]
    }

    /// The node for `letter` after `node`.
    #[inline]
    pub fn follow(&self, node: Node, letter: u8) -> Option<Node> {
        let bit = 1_u32.checked_shl(letter.into()).unwrap_or(0);
        (node.next & bit != 0).then(|| {
            // Lists are in the order of their letters, so those before it are its place in the list.
            let place = (node.next & (bit - 1)).count_ones();
            self.nodes[(node.packed.arc() + place) as usize]
        })
    }

    /// The nodes that may come after `node`, in the order of their letters.
    #[inline]
    pub fn followers(&self, node: Node) -> impl Iterator<Item = Node> {
        let first = node.packed.arc() as usize;
        self.nodes[first..first + node.next.count_ones() as usize].iter().copied()
    }

    /// Whether `word` is one, given as letters from 1 to 26.
    pub fn contains(&self, word: &[u8]) -> bool {
        word.iter().try_fold(self.forwards(), |node, &letter| self.follow(node, letter)).is_some_and(Node::accepts)
    }

    /// Whether `word` is one, in either case.
    pub fn contains_text(&self, word: &str) -> bool {
        crate::letters(word).is_some_and(|letters| self.contains(&letters))
    }

    /// Calls `f` with every word of at most 15 letters, in alphabetical order.
    pub fn each_word(&self, mut f: impl FnMut(&[u8])) {
        self.walk(self.forwards(), &mut Vec::with_capacity(MAX_LENGTH), &mut f);
    }

    fn walk(&self, after: Node, word: &mut Vec<u8>, f: &mut impl FnMut(&[u8])) {
        if word.len() == MAX_LENGTH {
            return;
        }
        for node in self.followers(after) {
            word.push(node.letter());
            if node.accepts() {
                f(word);
            }
            self.walk(node, word, f);
            word.pop();
        }
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Graph({} words, {} nodes)", self.words, self.nodes.len())
    }
}

/// The letters of the list that begins at each arc, as bits, if all arcs make sense. No list begins at the first.
fn letters_of_lists(arcs: &[[u8; 4]]) -> Result<Vec<u32>, Malformed> {
    let mut lists = vec![0; arcs.len()];
    let mut after = 0;
    for (index, (bytes, list)) in arcs.iter().zip(&mut lists).enumerate().rev() {
        let packed = Packed(u32::from_le_bytes(*bytes));
        let (letter, last) = (packed.letter(), packed.is_last());
        let later = if last { 0 } else { after };
        let sound = letter <= LETTERS
            && (packed.arc() as usize) < arcs.len()
            // A list is in order, and the last arc of all ends one. Before the lists there are the two roots.
            && (last || (index > 1 && later >> letter > 1 && later & ((2 << letter) - 1) == 0));
        if !sound {
            return Err(Malformed::Node(index as u32));
        }
        after = 1 << letter | later;
        *list = after;
    }
    lists[0] = 0;
    Ok(lists)
}

/// The next number, and what follows.
fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    bytes.split_first_chunk().map(|(number, rest)| (u32::from_le_bytes(*number), rest))
}
