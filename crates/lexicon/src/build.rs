//! From a list of words to an automaton.

use crate::{
    MAX_LENGTH, SEPARATOR, WordList,
    graph::{self, HEADER, MAGIC},
    intern::{Arc, Interned, ListId},
    list::Packed,
};
use thiserror::Error;

/// A list with too many words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("These are too many words for one lexicon.")]
pub struct TooLarge;

/// The bytes of the list's [`Graph`](crate::Graph). Equal lists have equal bytes.
///
/// # Errors
/// If the graph would have more nodes than an arc can name.
pub fn build(list: &WordList) -> Result<Vec<u8>, TooLarge> {
    let mut lists = Interned::new();
    let mut prefixes = Vec::with_capacity(list.len() * 3);
    let forwards = Dawg { lists: &mut lists, prefixes: &mut prefixes }.build(&list.0);
    prefixes.sort_unstable();
    let outwards = gaddag(&mut lists, &prefixes);
    drop(prefixes);
    let nodes = lay_out(lists.arcs(), [forwards, outwards])?;
    let mut bytes = Vec::with_capacity(HEADER + nodes.len() * 4);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&(list.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&(nodes.len() as u32).to_le_bytes());
    bytes.extend(nodes.iter().flat_map(|node| node.0.to_le_bytes()));
    Ok(bytes)
}

/// The states on the way to the word that was added last. Words come in order, so whatever is not on the way to the next
/// word is finished.
struct Path {
    /// The arcs of each state, by depth. The last arc of a state leads to the next one.
    states: [Vec<Arc>; MAX_LENGTH + 1],
    word: [u8; MAX_LENGTH],
    length: usize,
}

impl Path {
    fn new() -> Self {
        Self { states: std::array::from_fn(|_| Vec::with_capacity(27)), word: [0; MAX_LENGTH], length: 0 }
    }

    /// How many letters the word that was added last shares with `word`.
    fn shared(&self, word: &[u8]) -> usize {
        self.word[..self.length].iter().zip(word).take_while(|(a, b)| a == b).count()
    }

    /// Appends the letters of `word` after the first `shared` ones; the last of them accepts if `accepts`.
    fn extend(&mut self, word: &[u8], shared: usize, accepts: bool) {
        for (depth, &letter) in word.iter().enumerate().skip(shared) {
            self.states[depth].push(Arc { letter, ..Arc::default() });
            self.word[depth] = letter;
        }
        self.length = word.len();
        if let Some(last) = self.states[word.len() - 1].last_mut() {
            last.accepts |= accepts;
        }
    }

    /// Finishes the deepest state.
    fn close(&mut self, lists: &mut Interned) -> Arc {
        let list = intern_all(lists, &mut self.states[self.length]);
        self.length -= 1;
        let arc = self.states[self.length].last_mut().expect("a path has an arc at every depth");
        arc.child = list;
        *arc
    }
}

/// The id of a list of arcs, which is emptied.
fn intern_all(lists: &mut Interned, arcs: &mut Vec<Arc>) -> ListId {
    arcs.drain(..).rev().fold(0, |next, arc| lists.intern(Arc { next, ..arc }))
}

/// Builds the automaton of the words themselves.
struct Dawg<'a> {
    lists: &'a mut Interned,
    /// Every beginning of a word, read backwards, with a note: what follows it, and whether it is a word.
    prefixes: &'a mut Vec<Packed>,
}

impl Dawg<'_> {
    fn build(mut self, words: &[Packed]) -> ListId {
        let mut path = Path::new();
        let mut letters = [0; MAX_LENGTH];
        for packed in words {
            let length = packed.unpack(&mut letters);
            let word = &letters[..length];
            let shared = path.shared(word);
            self.close(&mut path, shared);
            path.extend(word, shared, true);
        }
        self.close(&mut path, 0);
        intern_all(self.lists, &mut path.states[0])
    }

    fn close(&mut self, path: &mut Path, depth: usize) {
        while path.length > depth {
            let length = path.length;
            let arc = path.close(self.lists);
            let note = u64::from(arc.child) << 1 | u64::from(arc.accepts);
            self.prefixes.push(Packed::new(path.word[..length].iter().rev().copied(), note));
        }
    }
}

/// The automaton of all words read outwards: a beginning of the word backwards, the separator, and the rest. What follows
/// the separator is what follows the same beginning in the automaton of the words, which is there already. If nothing
/// follows, there is no separator, and the beginning accepts if it is a word.
fn gaddag(lists: &mut Interned, prefixes: &[Packed]) -> ListId {
    let mut path = Path::new();
    let mut letters = [0; MAX_LENGTH];
    for packed in prefixes {
        let length = packed.unpack(&mut letters);
        let word = &letters[..length];
        let shared = path.shared(word);
        while path.length > shared {
            path.close(lists);
        }
        let (rest, accepts) = ((packed.note() >> 1) as ListId, packed.note() & 1 == 1);
        path.extend(word, shared, accepts);
        if rest != 0 {
            path.states[length].push(Arc { letter: SEPARATOR, accepts: false, child: rest, next: 0 });
        }
    }
    while path.length > 0 {
        path.close(lists);
    }
    intern_all(lists, &mut path.states[0])
}

/// Gives every list a place in one array, where its arcs stand next to each other. A list that is the end of another one
/// needs no place of its own, so the longest come first.
fn lay_out(arcs: &[Arc], roots: [ListId; 2]) -> Result<Vec<graph::Packed>, TooLarge> {
    let mut lengths = vec![0_u8; arcs.len()];
    let mut is_head = vec![false; arcs.len()];
    for (id, arc) in arcs.iter().enumerate().skip(1) {
        lengths[id] = lengths[arc.next as usize] + 1;
        is_head[arc.child as usize] = true;
    }
    for root in roots {
        is_head[root as usize] = true;
    }
    let mut heads: Vec<ListId> = (1..arcs.len() as ListId).filter(|&id| is_head[id as usize]).collect();
    heads.sort_by_key(|&id| std::cmp::Reverse(lengths[id as usize]));
    let mut places = vec![0_u32; arcs.len()];
    let mut order = Vec::with_capacity(arcs.len());
    for head in heads {
        if places[head as usize] != 0 {
            continue;
        }
        let mut list = head;
        while list != 0 {
            // The first two nodes are the roots.
            places[list as usize] = order.len() as u32 + 2;
            order.push(list);
            list = arcs[list as usize].next;
        }
    }
    if order.len() + 2 > graph::Packed::MOST {
        return Err(TooLarge);
    }
    let root = |list: ListId| graph::Packed::new(SEPARATOR, false, true, places[list as usize]);
    let node = |list: ListId| {
        let arc = arcs[list as usize];
        graph::Packed::new(arc.letter, arc.accepts, arc.next == 0, places[arc.child as usize])
    };
    Ok(roots.into_iter().map(root).chain(order.into_iter().map(node)).collect())
}
