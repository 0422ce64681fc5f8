//! What a spymaster meant: told once the match is over.

use crate::{Codenames, Kind, Place};
use serde::{Deserialize, Serialize};

/// How many risks are told.
const RISKS: usize = 3;

/// A hint explained by how near the words are in the table of associations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Explanation {
    /// Which hint of the match, counted from 0.
    pub hint: u8,
    /// The words it was meant for, the nearest first.
    pub meant: Vec<Nearness>,
    /// The hidden words that were not, the nearest first.
    pub risks: Vec<Nearness>,
}

/// How near a card is to a hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Nearness {
    /// The card.
    pub card: Place,
    /// In percent, if both words are in the table: 100 is the same word, 0 unrelated.
    pub near: Option<i8>,
    /// What the card is.
    pub kind: Kind,
}

/// Every hint whose spymaster said what it means.
pub(crate) fn all(game: &Codenames) -> Vec<Explanation> {
    let said = game.meant.iter().enumerate().filter(|(_, meant)| !meant.is_empty());
    said.map(|(number, _)| explain(game, number)).collect()
}

fn explain(game: &Codenames, number: usize) -> Explanation {
    let (hint, meant) = (&game.hints[number], game.meant[number]);
    let assets = &game.rules.assets;
    let told = assets.hint_meaning(&hint.word);
    let near = |card: Place| {
        let nearness = told.as_ref()?.near(&assets.card_meaning(&game.words[card.index()])?);
        Some((nearness * 100.0).round() as i8)
    };
    let nearness = |card: Place| Nearness { card, near: near(card), kind: game.kind(hint.side, card) };
    // What lay open before the hint was no risk.
    let open = |card: &Place| game.hints[..number].iter().any(|earlier| earlier.revealed.contains(card));
    let sorted = |cards: &mut Vec<Nearness>| cards.sort_by_key(|card| std::cmp::Reverse(card.near));
    let mut wanted: Vec<_> = meant.iter().map(nearness).collect();
    let mut risks: Vec<_> = Place::all()
        .filter(|card| !open(card) && game.kind(hint.side, *card) != game.wanted(hint.side))
        .map(nearness)
        .collect();
    sorted(&mut wanted);
    sorted(&mut risks);
    risks.truncate(RISKS);
    Explanation { hint: number as u8, meant: wanted, risks }
}

impl Explanation {
    /// The explanation as a sentence; `hint` is the word, `words` are those of the board.
    pub fn sentence(&self, hint: &str, words: &[String]) -> String {
        let list = |cards: &[Nearness]| {
            let told = cards.iter().map(|card| {
                let word = words.get(card.card.index()).map_or("?", String::as_str);
                let kind = match card.kind {
                    Kind::Assassin => ", the assassin",
                    _ => "",
                };
                card.near.map_or_else(|| format!("{word}{kind}"), |near| format!("{word} ({near} %{kind})"))
            });
            told.collect::<Vec<_>>().join(", ")
        };
        let risks =
            if self.risks.is_empty() { String::new() } else { format!(" The risks were {}.", list(&self.risks)) };
        format!("{hint} meant {}.{risks}", list(&self.meant))
    }
}

/// The explanations of a finished match, one in each line.
pub fn lines(game: &Codenames) -> Vec<String> {
    let told = all(game);
    told.iter().map(|told| told.sentence(&game.hints[usize::from(told.hint)].word, &game.words)).collect()
}
