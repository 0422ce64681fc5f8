//! Equal states of an automaton under construction, stored once.

/// A list of arcs out of one state of an automaton, from one of them to the last. 0 is the empty list.
pub(crate) type ListId = u32;

/// The first arc of a list, and the list of the others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Arc {
    pub(crate) letter: u8,
    /// Whether a word ends with this letter.
    pub(crate) accepts: bool,
    /// The arcs that may follow the letter.
    pub(crate) child: ListId,
    /// The arcs for later letters in the place of this one.
    pub(crate) next: ListId,
}

/// Every list of arcs, each once: lists with the same arcs have the same id.
pub(crate) struct Interned {
    arcs: Vec<Arc>,
    /// Open addressing, 0 for a free place; at most half full.
    table: Vec<ListId>,
}

impl Interned {
    pub(crate) fn new() -> Self {
        Self { arcs: vec![Arc::default()], table: vec![0; 1 << 16] }
    }

    /// The list that begins with `arc`.
    pub(crate) fn intern(&mut self, arc: Arc) -> ListId {
        if self.arcs.len() * 2 > self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut place = hash(arc) as usize & mask;
        loop {
            let known = self.table[place];
            if known == 0 {
                let id = self.arcs.len() as ListId;
                self.arcs.push(arc);
                self.table[place] = id;
                return id;
            }
            if self.arcs[known as usize] == arc {
                return known;
            }
            place = (place + 1) & mask;
        }
    }

    /// Every list by its id; a list comes after the lists that it refers to.
    pub(crate) fn arcs(&self) -> &[Arc] {
        &self.arcs
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        self.table = vec![0; mask + 1];
        for (id, &arc) in self.arcs.iter().enumerate().skip(1) {
            let mut place = hash(arc) as usize & mask;
            while self.table[place] != 0 {
                place = (place + 1) & mask;
            }
            self.table[place] = id as ListId;
        }
    }
}

/// Multiplication spreads the bits upwards, so the upper ones are used.
fn hash(arc: Arc) -> u64 {
    let ids = u64::from(arc.child) << 32 | u64::from(arc.next);
    let label = u64::from(arc.letter) << 1 | u64::from(arc.accepts);
    (ids ^ label << 58 ^ label).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
}
