//! Commands that were carried out: one that is repeated after a dropped connection is not done again.

use crate::chance::Chance;
use parlor_store::DONE_KEPT;
use parlor_wire::{CommandId, UserId};
use std::{
    collections::{HashSet, VecDeque},
    fmt::Write,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// The name under which a command is remembered.
pub fn name_of(user: UserId, id: &CommandId) -> String {
    let mut name = String::with_capacity(17 + id.as_str().len());
    // Writing to a text does not fail.
    let _ = write!(name, "{user}:{}", id.as_str());
    name
}

/// The latest commands that were carried out, but for moves, which the log knows.
#[derive(Debug, Default)]
pub struct Done {
    /// Oldest first.
    names: VecDeque<Arc<str>>,
    /// The same, to be found at once: every command is looked up here.
    known: HashSet<Arc<str>>,
    /// The command of the latest step: it counts once its writes are durable.
    latest: Option<String>,
}

impl Done {
    /// Whether a command was carried out.
    pub fn contains(&self, name: &str) -> bool {
        self.known.contains(name)
    }

    /// Those that were stored, oldest first.
    pub fn recall(names: Vec<String>) -> Self {
        let mut done = Self::default();
        names.into_iter().for_each(|name| done.keep(name));
        done
    }

    /// What was noted has not happened, unless it turns out to be stored after all: these are, oldest first.
    pub fn take_back(&mut self, stored: Vec<String>) {
        self.latest = None;
        // In the order of the store: none of them may be pushed out by an older one.
        for name in &stored {
            self.known.remove(name.as_str());
        }
        self.names.retain(|name| self.known.contains(name));
        stored.into_iter().for_each(|name| self.keep(name));
    }

    /// A command is being carried out.
    pub fn note(&mut self, name: String) {
        self.latest = Some(name);
    }

    /// What was noted is durable.
    pub fn confirm(&mut self) {
        if let Some(name) = self.latest.take() {
            self.keep(name);
        }
    }

    fn keep(&mut self, name: String) {
        let name = Arc::<str>::from(name);
        if !self.known.insert(Arc::clone(&name)) {
            return;
        }
        if self.names.len() == DONE_KEPT as usize
            && let Some(oldest) = self.names.pop_front()
        {
            self.known.remove(&oldest);
        }
        self.names.push_back(name);
    }
}

/// The commands in the log of a match and of the one before it, by fingerprints of their names. A real-time match has
/// thousands. The secret keeps a player from choosing names that look like those of another.
pub struct Logged {
    fingerprints: HashSet<u64>,
    /// Those of the match before: a command that is repeated too late must not count in the next match.
    before: HashSet<u64>,
    secret: [u64; 2],
}

impl Logged {
    /// No commands yet.
    pub fn new(chance: &mut Chance) -> Self {
        let secret = [chance.word(), chance.word()];
        Self { fingerprints: HashSet::new(), before: HashSet::new(), secret }
    }

    /// The next match has no commands yet.
    pub fn next_match(self) -> Self {
        Self { fingerprints: HashSet::new(), before: self.fingerprints, ..self }
    }

    /// The match is to be brought back from its log: of all commands those of the match before are still known.
    pub fn brought_back(&self) -> Self {
        Self { fingerprints: HashSet::new(), before: self.before.clone(), secret: self.secret }
    }

    /// Adds a command.
    pub fn insert(&mut self, name: &str) {
        self.fingerprints.insert(self.fingerprint(name));
    }

    /// Whether a command is in the log.
    pub fn contains(&self, name: &str) -> bool {
        let fingerprint = self.fingerprint(name);
        self.fingerprints.contains(&fingerprint) || self.before.contains(&fingerprint)
    }

    fn fingerprint(&self, name: &str) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.secret.hash(&mut hasher);
        name.hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;

    #[test]
    fn a_command_counts_once_it_is_durable() {
        let mut done = Done::default();
        done.note("a".into());
        assert!(!done.contains("a"));
        done.confirm();
        assert!(done.contains("a"));
        done.note("b".into());
        assert!(!done.contains("b"));
        done.take_back(vec!["a".into(), "c".into()]);
        done.confirm();
        assert!(done.contains("a") && !done.contains("b") && done.contains("c"));
        done.note("d".into());
        done.take_back(vec!["d".into()]);
        assert!(done.contains("d"), "it was written, though nobody said so");
        assert!(Done::recall(vec!["c".into()]).contains("c"));
    }

    #[test]
    fn a_write_that_fails_makes_nothing_forgotten_that_is_stored() {
        let mut done = Done::default();
        for number in 0..400 {
            done.note(number.to_string());
            done.confirm();
        }
        // Every second one changed nothing, and was not stored.
        let stored: Vec<_> = (0..400).step_by(2).map(|number| number.to_string()).collect();
        let stored = stored[stored.len() - DONE_KEPT as usize..].to_vec();
        done.take_back(stored.clone());
        assert!(stored.iter().all(|name| done.contains(name)));
    }

    #[test]
    fn only_the_latest_are_remembered() {
        let mut done = Done::default();
        for number in 0..=DONE_KEPT {
            done.note(number.to_string());
            done.confirm();
        }
        assert!(!done.contains("0") && done.contains("1") && done.contains(&DONE_KEPT.to_string()));
    }

    #[test]
    fn the_commands_of_one_match_are_known_in_the_next_and_no_longer() {
        let mut logged = Logged::new(&mut Chance::new(Seed([1; 32])));
        logged.insert("ada:1");
        let mut logged = logged.next_match();
        assert!(logged.contains("ada:1"));
        logged.insert("ada:2");
        let logged = logged.brought_back();
        assert!(logged.contains("ada:1") && !logged.contains("ada:2"));
        assert!(!logged.next_match().contains("ada:1"));
    }

    #[test]
    fn fingerprints_depend_on_the_secret() {
        let logged = |seed| {
            let mut logged = Logged::new(&mut Chance::new(Seed([seed; 32])));
            logged.insert("ada:1");
            logged
        };
        assert!(logged(1).contains("ada:1") && !logged(1).contains("ada:2"));
        assert_ne!(logged(1).fingerprint("ada:1"), logged(2).fingerprint("ada:1"));
    }
}
