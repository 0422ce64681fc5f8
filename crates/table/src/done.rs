//! Commands that were carried out: one that is repeated after a dropped connection is not done again.

use crate::chance::Chance;
use arrayvec::ArrayString;
use parlor_store::DONE_KEPT;
use parlor_wire::{CommandId, UserId};
use std::{
    collections::{HashSet, VecDeque},
    fmt::Write,
    hash::{DefaultHasher, Hash, Hasher},
};

/// The name under which a command is remembered: its user's id, and theirs for it.
pub type CommandName = ArrayString<{ 17 + CommandId::MAX }>;

/// The name under which a command is remembered.
pub fn name_of(user: UserId, id: &CommandId) -> CommandName {
    let mut name = CommandName::new();
    // The longest fits.
    let _ = write!(name, "{user}:{}", id.as_str());
    name
}

/// Makes fingerprints of names: they take less room, and are compared at once. That it is secret keeps a player from
/// choosing names that look like those of another.
#[derive(Clone, Copy, Debug)]
struct Secret([u64; 2]);

impl Secret {
    fn new(chance: &mut Chance) -> Self {
        Self([chance.word(), chance.word()])
    }

    fn fingerprint(self, name: &str) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        name.hash(&mut hasher);
        hasher.finish()
    }
}

/// The latest commands that were carried out, by fingerprints of their names; but for moves, which the log knows.
#[derive(Debug)]
pub struct Done {
    /// Oldest first.
    fingerprints: VecDeque<u64>,
    /// The command of the latest step: it counts once its writes are durable.
    latest: Option<String>,
    secret: Secret,
}

impl Done {
    /// No commands yet.
    pub fn new(chance: &mut Chance) -> Self {
        Self { fingerprints: VecDeque::new(), latest: None, secret: Secret::new(chance) }
    }

    /// Whether a command was carried out.
    pub fn contains(&self, name: &str) -> bool {
        self.fingerprints.contains(&self.secret.fingerprint(name))
    }

    /// Those that were stored, oldest first.
    pub fn recall(&mut self, names: &[String]) {
        self.fingerprints.clear();
        names.iter().for_each(|name| self.keep(self.secret.fingerprint(name)));
    }

    /// What was noted has not happened, unless it turns out to be stored after all: these are, oldest first.
    pub fn take_back(&mut self, stored: &[String]) {
        self.latest = None;
        let stored: Vec<_> = stored.iter().map(|name| self.secret.fingerprint(name)).collect();
        // In the order of the store: none of them may be pushed out by an older one.
        self.fingerprints.retain(|known| !stored.contains(known));
        stored.into_iter().for_each(|fingerprint| self.keep(fingerprint));
    }

    /// A command is being carried out.
    pub fn note(&mut self, name: String) {
        self.latest = Some(name);
    }

    /// What was noted is durable.
    pub fn confirm(&mut self) {
        if let Some(name) = self.latest.take() {
            self.keep(self.secret.fingerprint(&name));
        }
    }

    fn keep(&mut self, fingerprint: u64) {
        if self.fingerprints.len() == DONE_KEPT as usize {
            self.fingerprints.pop_front();
        }
        self.fingerprints.push_back(fingerprint);
    }
}

/// How many moves are remembered across matches, the latest ones: a command that is repeated too late must not count in the
/// next match.
const ACROSS: usize = DONE_KEPT as usize;

/// The moves in the log of a match, and the latest of those before it, by fingerprints of their commands' names. A real-time
/// match has thousands.
pub struct Logged {
    /// All of this match.
    fingerprints: HashSet<u64>,
    /// The latest, oldest first, whatever match they belong to.
    latest: VecDeque<u64>,
    secret: Secret,
}

impl Logged {
    /// No commands yet.
    pub fn new(chance: &mut Chance) -> Self {
        Self { fingerprints: HashSet::new(), latest: VecDeque::new(), secret: Secret::new(chance) }
    }

    /// The next match has no commands yet.
    pub fn next_match(self) -> Self {
        Self { fingerprints: HashSet::new(), ..self }
    }

    /// The match is to be brought back from its log: of all commands those of earlier matches are still known.
    pub fn brought_back(&self) -> Self {
        let earlier = self.latest.iter().filter(|fingerprint| !self.fingerprints.contains(fingerprint));
        Self { fingerprints: HashSet::new(), latest: earlier.copied().collect(), secret: self.secret }
    }

    /// Adds a command.
    pub fn insert(&mut self, name: &str) {
        let fingerprint = self.secret.fingerprint(name);
        self.fingerprints.insert(fingerprint);
        if self.latest.len() == ACROSS {
            self.latest.pop_front();
        }
        self.latest.push_back(fingerprint);
    }

    /// Whether a command is in the log.
    pub fn contains(&self, name: &str) -> bool {
        let fingerprint = self.secret.fingerprint(name);
        self.fingerprints.contains(&fingerprint) || self.latest.contains(&fingerprint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;

    #[test]
    fn the_longest_name_fits() {
        let id = "x".repeat(CommandId::MAX);
        assert_eq!(name_of(UserId(255), &id.parse().unwrap()).as_str(), format!("00000000000000ff:{id}"));
    }

    #[test]
    fn a_command_counts_once_it_is_durable() {
        let mut done = Done::new(&mut Chance::new(Seed([1; 32])));
        done.note("a".into());
        assert!(!done.contains("a"));
        done.confirm();
        assert!(done.contains("a"));
        done.note("b".into());
        assert!(!done.contains("b"));
        done.take_back(&["a".into(), "c".into()]);
        done.confirm();
        assert!(done.contains("a") && !done.contains("b") && done.contains("c"));
        done.note("d".into());
        done.take_back(&["d".into()]);
        assert!(done.contains("d"), "it was written, though nobody said so");
        done.recall(&["e".into()]);
        assert!(done.contains("e") && !done.contains("d"));
    }

    #[test]
    fn a_write_that_fails_makes_nothing_forgotten_that_is_stored() {
        let mut done = Done::new(&mut Chance::new(Seed([1; 32])));
        for number in 0..400 {
            done.note(number.to_string());
            done.confirm();
        }
        // Every second one changed nothing, and was not stored.
        let stored: Vec<_> = (0..400).step_by(2).map(|number| number.to_string()).collect();
        let stored = stored[stored.len() - DONE_KEPT as usize..].to_vec();
        done.take_back(&stored);
        assert!(stored.iter().all(|name| done.contains(name)));
    }

    #[test]
    fn only_the_latest_are_remembered() {
        let mut done = Done::new(&mut Chance::new(Seed([1; 32])));
        for number in 0..=DONE_KEPT {
            done.note(number.to_string());
            done.confirm();
        }
        assert!(!done.contains("0") && done.contains("1") && done.contains(&DONE_KEPT.to_string()));
    }

    #[test]
    fn the_latest_commands_of_earlier_matches_are_known() {
        let mut logged = Logged::new(&mut Chance::new(Seed([1; 32])));
        logged.insert("ada:1");
        let mut logged = logged.next_match();
        assert!(logged.contains("ada:1"));
        logged.insert("ada:2");
        let logged = logged.brought_back();
        assert!(logged.contains("ada:1") && !logged.contains("ada:2"));
        let mut logged = logged.next_match();
        assert!(logged.contains("ada:1"));
        (0..ACROSS).for_each(|number| logged.insert(&number.to_string()));
        let logged = logged.next_match();
        assert!(!logged.contains("ada:1") && logged.contains("0"));
    }

    #[test]
    fn a_table_that_plays_for_ever_remembers_no_more_than_it_must() {
        let mut logged = Logged::new(&mut Chance::new(Seed([1; 32])));
        for number in 0..10 * ACROSS {
            logged.insert(&number.to_string());
            logged = logged.next_match();
        }
        assert_eq!((logged.fingerprints.len(), logged.latest.len()), (0, ACROSS));
    }

    #[test]
    fn fingerprints_depend_on_the_secret() {
        let logged = |seed| {
            let mut logged = Logged::new(&mut Chance::new(Seed([seed; 32])));
            logged.insert("ada:1");
            logged
        };
        assert!(logged(1).contains("ada:1") && !logged(1).contains("ada:2"));
        assert_ne!(logged(1).secret.fingerprint("ada:1"), logged(2).secret.fingerprint("ada:1"));
    }
}
