//! What has happened in a match, in sentences. It is kept for the tab, so that it survives a reload: the house tells a page
//! that comes back how things stand, and not how they came about.

use super::{Match, board::moment};
use leptos::prelude::*;
use parlor_kernel::{Seat, Tell};
use parlor_mahjong::Mahjong;
use serde::{Deserialize, Serialize};

/// How many lines are kept.
const LINES: usize = 200;
/// How many matches are remembered.
const MATCHES: usize = 4;
/// Where the tab keeps them.
const KEY: &str = "parlor-mahjong-log";
/// What stands for what the page has missed.
const GAP: &str = "… (this page was closed for a while)";

/// The sentences of one match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Told {
    /// Which match.
    id: String,
    /// What the table was doing after the last of them.
    moment: String,
    /// The sentences, oldest first.
    lines: Vec<String>,
}

/// What the tab remembers, the latest match last.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Memory(Vec<Told>);

impl Memory {
    fn read() -> Self {
        let storage = window().session_storage().ok().flatten();
        let text = storage.and_then(|storage| storage.get_item(KEY).ok().flatten());
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    fn write(&self) {
        if let (Ok(Some(storage)), Ok(text)) = (window().session_storage(), serde_json::to_string(self)) {
            // A tab that is full forgets.
            let _ = storage.set_item(KEY, &text);
        }
    }

    /// What was told of a match before now, with a gap at the end if the table has moved on since.
    fn recall(&self, id: &str, moment: &str) -> Vec<String> {
        let Some(told) = self.0.iter().find(|told| told.id == id) else { return Vec::new() };
        let gap = (told.moment != moment).then(|| GAP.to_owned());
        told.lines.iter().cloned().chain(gap).collect()
    }

    /// Remembers what has been told of a match.
    fn keep(&mut self, told: Told) {
        self.0.retain(|other| other.id != told.id);
        self.0.push(told);
        self.0.drain(..self.0.len().saturating_sub(MATCHES));
    }
}

/// The sentences of a match, oldest first, for as long as the current component is there.
pub fn keep(play: Match) -> RwSignal<Vec<String>> {
    let now = move || untrack(|| play.view.with(|view| view.as_ref().map(moment))).unwrap_or_default();
    let id = play.id();
    let log = RwSignal::new(id.as_ref().map(|id| Memory::read().recall(id, &now())).unwrap_or_default());
    let (heard, config) = (play.since_now(), play.config());
    Effect::new(move |_| {
        let names = play.names.get_untracked();
        let names: Vec<_> = Seat::all(4).map(|seat| names.name(seat).to_owned()).collect();
        let told: Vec<_> = heard.with(|heard| {
            let told = heard.events.iter().map(|event| Mahjong::event_text(&config, event, &names));
            told.filter(|text| !text.is_empty()).collect()
        });
        if !told.is_empty() {
            log.update(|log| {
                log.extend(told);
                log.drain(..log.len().saturating_sub(LINES));
            });
        }
        if let Some(id) = id.clone() {
            let mut memory = Memory::read();
            memory.keep(Told { id, moment: now(), lines: log.get_untracked() });
            memory.write();
        }
    });
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(id: &str, moment: &str) -> Told {
        Told { id: id.into(), moment: moment.into(), lines: vec!["East discards 5 Dot.".into()] }
    }

    #[test]
    fn a_reload_loses_nothing_and_a_gap_is_marked() {
        let mut memory = Memory::default();
        assert!(memory.recall("a", "1").is_empty());
        memory.keep(told("a", "1"));
        assert_eq!(memory.recall("a", "1"), ["East discards 5 Dot."]);
        assert_eq!(memory.recall("a", "2"), ["East discards 5 Dot.", GAP]);
        assert!(memory.recall("b", "1").is_empty(), "another match has another log");
    }

    #[test]
    fn old_matches_are_forgotten() {
        let mut memory = Memory::default();
        for id in ["a", "b", "c", "a", "d", "e"] {
            memory.keep(told(id, "1"));
        }
        let ids: Vec<_> = memory.0.iter().map(|told| told.id.as_str()).collect();
        assert_eq!(ids, ["c", "a", "d", "e"]);
    }
}
