//! Writing the log of a running match, and proving one.

use crate::{AnyTable, Digest, Entry, Footer, Format, Header, Key, Mismatch, Outcome, Tick, log::WAKE};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// What has been logged so far, as a hash that every digest of the log covers: no line before it can be altered.
///
/// It begins with the header and takes in each entry in turn. Logs of the [first format](Format::First) have none, which
/// is the default: then digests cover the position alone.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Chain(Option<[u8; 32]>);

impl Chain {
    /// The chain of a log without entries.
    pub fn new(header: &Header) -> Self {
        Self(match header.format {
            Format::First => None,
            Format::Second => Some(header.hash()),
        })
    }

    /// Takes in the next entry: what happened, as [`Input::to_text`](crate::Input::to_text) writes it, and when.
    pub fn push(&mut self, tick: Tick, input: &str) {
        if let Some(hash) = &mut self.0 {
            let next = Sha256::new_with_prefix(*hash).chain_update(tick.0.to_le_bytes()).chain_update(input);
            *hash = next.finalize().into();
        }
    }

    /// The chain with the end of the match taken in.
    #[must_use]
    pub fn closed(&self, tick: Tick) -> Self {
        let mut closed = self.clone();
        closed.push(tick, "");
        closed
    }

    /// What proves the log so far, and that it led to `position`.
    pub fn digest<T: Serialize + ?Sized>(&self, position: &T) -> Digest {
        Digest::after(self.0.as_ref().map_or(&[], |hash| hash.as_slice()), position)
    }

    /// Whether an entry must have a digest, in a game that has one in every `every` entries.
    pub(crate) fn needs_digest(&self, seq: u64, is_wake: bool, every: u64) -> bool {
        seq.is_multiple_of(every) || (is_wake && self.0.is_some())
    }
}

/// Keeps the log of a running match: numbers its entries and proves them.
#[derive(Clone, Debug)]
pub struct Journal {
    chain: Chain,
    seq: u64,
    every: u64,
}

impl Journal {
    /// A log that begins with `header`, with a digest in every `every` entries.
    pub fn new(header: &Header, every: u64) -> Self {
        Self { chain: Chain::new(header), seq: 0, every }
    }

    /// The number of the last entry.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// The next entry: `input`, as [`Input::to_text`](crate::Input::to_text) writes it, at `tick`. `digest` is asked for the position that it
    /// led to, if the entry has to have one.
    pub fn write(&mut self, tick: Tick, input: String, digest: impl FnOnce(&Chain) -> Digest) -> Entry<String> {
        self.seq += 1;
        self.chain.push(tick, &input);
        let due = self.chain.needs_digest(self.seq, input == WAKE, self.every);
        Entry { seq: self.seq, tick, input, digest: due.then(|| digest(&self.chain)) }
    }

    /// The end of the log of a match that ended at `tick`. `digest` is asked for the final position.
    pub fn footer(&self, tick: Tick, outcome: Outcome, key: Key, digest: impl FnOnce(&Chain) -> Digest) -> Footer {
        Footer { tick, outcome, digest: digest(&self.chain.closed(tick)), key }
    }

    /// Brings `table` to where it was after an entry of its own log.
    ///
    /// # Errors
    /// If the log does not hold.
    pub fn follow(&mut self, table: &mut dyn AnyTable, entry: &Entry) -> Result<(), Mismatch> {
        table.apply(entry)?;
        self.seq = entry.seq;
        self.chain.push(entry.tick, &entry.input.to_text());
        entry.proves(|| table.digest(&self.chain))
    }
}

impl<I> Entry<I> {
    /// Compares the entry's digest, if it has one, with that of the position it led to.
    pub(crate) fn proves(&self, found: impl FnOnce() -> Digest) -> Result<(), Mismatch> {
        let &Self { seq, tick, digest, .. } = self;
        digest.map_or(Ok(()), |recorded| same_digest(seq, tick, recorded, found()))
    }
}

pub(crate) fn same_digest(seq: u64, tick: Tick, recorded: Digest, found: Digest) -> Result<(), Mismatch> {
    if recorded == found { Ok(()) } else { Err(Mismatch::Digest { seq, tick, recorded, found }) }
}
