//! The automaton, read and walked.

use crate::{LETTERS, MAX_LENGTH, SEPARATOR};
use std::fmt;
use thiserror::Error;

/// The first bytes: what it is, and the version of the format.
pub(crate) const MAGIC: &[u8; 8] = b"PARLEX\0\x01";

/// The bytes before the nodes: [`MAGIC`], the number of words and the number of nodes.
pub(crate) const HEADER: usize = 16;

/// An arc of the automaton in 32 bits: 8 for the letter, one says whether a word ends with it, one whether it is the last
/// arc of its list, and 22 name the first of the arcs that may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Node(pub(crate) u32);

impl Node {
    /// The most nodes that arcs can name.
    pub(crate) const MOST: usize = 1 << 22;
    const ACCEPTS: u32 = 1 << 23;
    const LAST: u32 = 1 << 22;

    pub(crate) fn new(letter: u8, accepts: bool, last: bool, arc: u32) -> Self {
        Self(u32::from(letter) << 24 | u32::from(accepts) << 23 | u32::from(last) << 22 | arc)
    }

    /// The letter, or [`SEPARATOR`].
    #[inline]
    pub const fn letter(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// Whether a word ends here.
    #[inline]
    pub const fn accepts(self) -> bool {
        self.0 & Self::ACCEPTS != 0
    }

    /// Whether it is the last arc of its list.
    #[inline]
    pub const fn is_last(self) -> bool {
        self.0 & Self::LAST != 0
    }

    /// The first of the arcs that may follow; 0 if there are none.
    #[inline]
    pub const fn arc(self) -> u32 {
        self.0 & (Self::LAST - 1)
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if self.accepts() { "!" } else { "" };
        write!(f, "{}{end}→{}", char::from(self.letter() + b'@'), self.arc())
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
        if !(2..=Node::MOST).contains(&count) || rest.len() != count * 4 {
            return Err(Malformed::Length);
        }
        let nodes: Box<[Node]> =
            rest.chunks_exact(4).map(|node| Node(u32::from_le_bytes([node[0], node[1], node[2], node[3]]))).collect();
        let mut least = SEPARATOR;
        for (index, node) in nodes.iter().enumerate() {
            let sound = (least..=LETTERS).contains(&node.letter())
                && (node.arc() as usize) < count
                // Only the last node must be the last of its list; before the lists there are the two roots.
                && (node.is_last() || (index > 1 && index + 1 < count));
            if !sound {
                return Err(Malformed::Node(index as u32));
            }
            least = if node.is_last() { SEPARATOR } else { node.letter() + 1 };
        }
        Ok(Self { nodes, words })
    }

    /// How many words the list had.
    pub const fn words(&self) -> u32 {
        self.words
    }

    /// How many bytes the graph takes up.
    pub const fn size(&self) -> usize {
        HEADER + self.nodes.len() * 4
    }

    /// The arcs for the first letters of words.
    #[inline]
    pub fn forwards(&self) -> u32 {
        self.nodes[0].arc()
    }

    /// The arcs for letters of words, from which a word is read outwards: backwards to its beginning, then from the
    /// [`SEPARATOR`] on to its end.
    #[inline]
    pub fn outwards(&self) -> u32 {
        self.nodes[1].arc()
    }

    /// A node.
    ///
    /// # Panics
    /// If there is no such node. Those that arcs name are there.
    #[inline]
    pub fn node(&self, index: u32) -> Node {
        self.nodes[index as usize]
    }

    /// The arc for `letter` in a list.
    #[inline]
    pub fn find(&self, list: u32, letter: u8) -> Option<Node> {
        self.list(list).find(|node| node.letter() >= letter).filter(|node| node.letter() == letter)
    }

    /// The arcs of a list, in the order of their letters.
    #[inline]
    pub fn list(&self, list: u32) -> impl Iterator<Item = Node> {
        let end = if list == 0 { 0 } else { self.nodes.len() };
        let mut rest = self.nodes[..end].get(list as usize..).unwrap_or_default().iter();
        let mut ended = false;
        std::iter::from_fn(move || {
            let node = *rest.next().filter(|_| !ended)?;
            ended = node.is_last();
            Some(node)
        })
    }

    /// Whether `word` is one, given as letters from 1 to 26.
    pub fn contains(&self, word: &[u8]) -> bool {
        let mut list = self.forwards();
        let mut accepts = false;
        for &letter in word {
            let Some(node) = self.find(list, letter) else { return false };
            (list, accepts) = (node.arc(), node.accepts());
        }
        accepts
    }

    /// Whether `word` is one, in either case.
    pub fn contains_text(&self, word: &str) -> bool {
        crate::letters(word).is_some_and(|letters| self.contains(&letters))
    }

    /// Calls `f` with every word of at most 15 letters, in alphabetical order.
    pub fn each_word(&self, mut f: impl FnMut(&[u8])) {
        self.walk(self.forwards(), &mut Vec::with_capacity(MAX_LENGTH), &mut f);
    }

    fn walk(&self, list: u32, word: &mut Vec<u8>, f: &mut impl FnMut(&[u8])) {
        if word.len() == MAX_LENGTH {
            return;
        }
        for node in self.list(list) {
            word.push(node.letter());
            if node.accepts() {
                f(word);
            }
            self.walk(node.arc(), word, f);
            word.pop();
        }
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Graph({} words, {} nodes)", self.words, self.nodes.len())
    }
}

/// The next number, and what follows.
fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    bytes.split_first_chunk().map(|(number, rest)| (u32::from_le_bytes(*number), rest))
}
