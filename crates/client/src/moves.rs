//! What has happened in a match, move by move, as far as a client heard of it.

use parlor_kernel::{AnyEvent, AnyRules};
use std::collections::VecDeque;

/// How many moves of a match a client keeps.
const KEPT: usize = 200;
/// What stands where the client did not hear everything, or may not have.
const GAP: &str = "Away for a moment: moves may be missing here.";

/// A move in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToldMove {
    /// Counts the moves that this client was told, from 0.
    pub number: u64,
    /// What was done and what came of it.
    pub words: String,
    /// The events that say so; none if only the words are left.
    pub events: Vec<AnyEvent>,
}

/// The moves of a match, oldest first. It forgets the first ones of a long match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveLog {
    told: u64,
    kept: VecDeque<ToldMove>,
}

impl MoveLog {
    /// Moves that were told before, of which the words are left.
    pub fn recalled(words: impl IntoIterator<Item = String>) -> Self {
        let mut log = Self::default();
        words.into_iter().for_each(|words| log.tell(words, Vec::new()));
        log.interrupt();
        log
    }

    /// Takes in a step: the events of it that the client heard, in the words of its rules. One that goes without saying
    /// is not listed.
    pub fn note(&mut self, rules: &dyn AnyRules, events: &[AnyEvent], names: &[String]) {
        // An event that these rules do not know has been refused before.
        let words = rules.tell_step(events, names).unwrap_or_default();
        if !words.is_empty() {
            self.tell(words, events.to_vec());
        }
    }

    /// From here on the client may not have heard everything.
    pub fn interrupt(&mut self) {
        if self.kept.back().is_some_and(|last| last.words != GAP) {
            self.tell(GAP.to_owned(), Vec::new());
        }
    }

    /// Takes in a move that is told already.
    pub fn tell(&mut self, words: String, events: Vec<AnyEvent>) {
        self.kept.push_back(ToldMove { number: self.told, words, events });
        self.told += 1;
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
    }

    /// The moves that are kept, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &ToldMove> {
        self.kept.iter()
    }

    /// The move of that number, while it is kept.
    pub fn get(&self, number: u64) -> Option<&ToldMove> {
        let first = self.kept.front()?.number;
        self.kept.get(usize::try_from(number.checked_sub(first)?).ok()?)
    }

    /// Whether nothing has been told.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// How many moves have been told so far, those that were forgotten included.
    pub const fn told(&self) -> u64 {
        self.told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_battleship as battleship;
    use parlor_kernel::Seat;
    use parlor_mahjong as mahjong;

    /// What is listed of a step of a game's usual rules.
    fn listed(game: &str, events: &[AnyEvent]) -> Vec<String> {
        let game = parlor_catalog::registry().game(game).unwrap().clone();
        let rules = game.rules(&game.info().presets[0].config).unwrap_or_else(|why| panic!("{why:?}"));
        let mut log = MoveLog::default();
        log.note(rules.as_ref(), events, &["Ada", "Ben", "Cleo", "Dan"].map(String::from));
        assert!(log.iter().all(|told| told.events == events), "a line has the events that it tells");
        log.iter().map(|told| told.words.clone()).collect()
    }

    #[test]
    fn a_step_is_told_once_and_silence_is_not_listed() {
        let shooting = |event: battleship::Event| AnyEvent::new::<battleship::Battleship>(event);
        let missed = shooting(battleship::Event::TurnMissed { seat: Seat(0) });
        let turn = shooting(battleship::Event::Turn { seat: Seat(1), again: false, deadline: None });
        assert_eq!(listed("battleship", &[missed, turn.clone()]), ["Ada lets the turn pass."]);
        assert!(listed("battleship", &[turn]).is_empty(), "whose turn it is, is no move");
        let playing = |event: mahjong::Event| AnyEvent::new::<mahjong::Mahjong>(event);
        let drew = playing(mahjong::Event::Drew { seat: Seat(0) });
        let drawn = playing(mahjong::Event::Drawn { seat: Seat(0), tile: mahjong::Tile::JOKER });
        assert_eq!(listed("mahjong", &[drew.clone(), drawn]), ["Ada has drawn Joker."], "who drew it knows what");
        assert_eq!(listed("mahjong", &[drew]), ["Ada draws."], "and the others do not");
    }

    #[test]
    fn it_is_bounded_and_says_where_something_may_be_missing() {
        let mut log = MoveLog::default();
        log.interrupt();
        assert!(log.is_empty(), "before the first move nothing can be missing");
        for number in 0..KEPT as u64 + 7 {
            log.tell(number.to_string(), Vec::new());
        }
        assert_eq!((log.iter().count(), log.told()), (KEPT, KEPT as u64 + 7));
        assert_eq!((log.get(6), log.get(7).map(|told| told.words.as_str())), (None, Some("7")));
        assert_eq!(log.get(KEPT as u64 + 7), None);
        log.interrupt();
        log.interrupt();
        let told: Vec<_> = log.iter().rev().take(2).map(|told| told.words.clone()).collect();
        assert_eq!(told, [GAP.to_owned(), (KEPT + 6).to_string()], "once");
        let recalled = MoveLog::recalled(["a".to_owned()]);
        assert_eq!(recalled.iter().map(|told| told.words.as_str()).collect::<Vec<_>>(), ["a", GAP]);
    }
}
