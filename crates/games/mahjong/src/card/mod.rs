//! Cards: the hands that win, read from a text in a small pattern language.

mod ground;
mod lint;
mod matcher;
mod pattern;
mod shelf;

pub use ground::{Ground, Need};
pub use lint::{Fault, Lint};
pub use matcher::{IMPOSSIBLE, Missing, Ranking, Win};
pub use shelf::{SHIPPED, library, shipped};

use crate::{Config, Tile};
use matcher::Columns;
use parlor_kernel::{Asset, AssetError, AssetId, Assets, Library};
use pattern::Pattern;
use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
    sync::Arc,
};

/// The most bytes of a card.
const MOST_BYTES: usize = 64 * 1024;
/// The most hands of a card.
const MOST_HANDS: usize = 250;
/// The most ways to make the hands of a card.
const MOST_WAYS: usize = 4096;

/// A hand of a card.
#[derive(Clone, Debug)]
pub struct Hand {
    /// What people call it: a letter for its family and a number.
    pub id: String,
    /// What it is worth.
    pub value: u16,
    /// Whether it may not be exposed.
    pub concealed: bool,
    /// The heading it stands under.
    pub family: String,
    /// Its patterns as they were written; several are alternatives.
    pub texts: Vec<String>,
    /// The ways to make it, among [`Card::grounds`].
    pub ways: Range<usize>,
}

/// A card: hands with their values, and every way to make them.
#[derive(Debug)]
pub struct Card {
    name: String,
    hands: Vec<Hand>,
    grounds: Vec<Ground>,
    columns: Columns,
}

impl Card {
    /// Reads a card and names all that is wrong with it.
    ///
    /// # Errors
    /// Each fault with its line; at least one.
    pub fn lint(text: &str) -> Result<Self, Vec<Lint>> {
        let mut draft = Draft::default();
        let mut faults = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            if let Err(fault) = draft.read(text.trim()) {
                faults.push(Lint { line, fault });
            }
        }
        let end = text.lines().count().max(1);
        if text.len() > MOST_BYTES {
            faults.push(Lint { line: end, fault: Fault::NotACard { most: MOST_BYTES } });
        }
        if faults.is_empty() { draft.finish().map_err(|fault| vec![Lint { line: end, fault }]) } else { Err(faults) }
    }

    /// What people call the card.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its hands, in the order of the card.
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// The hand of that id, whatever its case.
    pub fn hand(&self, id: &str) -> Option<(u16, &Hand)> {
        (0..).zip(&self.hands).find(|(_, hand)| hand.id.eq_ignore_ascii_case(id))
    }

    /// Every way to make its hands; those of one hand are neighbours.
    pub fn grounds(&self) -> &[Ground] {
        &self.grounds
    }

    /// The hand that a ground is a way to make.
    pub fn hand_of(&self, ground: &Ground) -> &Hand {
        &self.hands[usize::from(ground.hand)]
    }
}

impl Asset for Card {
    const KIND: &'static str = "card";

    fn parse(bytes: Arc<[u8]>) -> Result<Self, AssetError> {
        let text = std::str::from_utf8(&bytes).ok().filter(|text| text.len() <= MOST_BYTES);
        let text = text.ok_or_else(|| AssetError::MalformedAsset(Fault::NotACard { most: MOST_BYTES }.to_string()))?;
        Self::lint(text).map_err(|faults| AssetError::MalformedAsset(faults[0].to_string()))
    }
}

impl Assets<Config> for Arc<Card> {
    fn ids(config: &Config) -> Vec<AssetId> {
        vec![config.card.clone()]
    }

    fn load(config: &Config, library: &Library) -> Result<Self, AssetError> {
        let card: Self = library.load(&config.card)?;
        match &config.training {
            Some(training) if card.hand(&training.hand).is_none() => {
                Err(AssetError::MalformedAsset(format!("the card has no hand {} to practise", training.hand)))
            }
            _ => Ok(card),
        }
    }
}

/// The tiles a way needs of each kind, and those of them in singles and pairs.
type Needs = ([u8; Tile::NATURALS], [u8; Tile::NATURALS]);

/// A card that is being read.
#[derive(Default)]
struct Draft {
    name: String,
    family: String,
    year: Option<[u8; 4]>,
    hands: Vec<Hand>,
    /// The ways to make each hand.
    ways: BTreeMap<usize, Vec<Ground>>,
    /// Which hand each way belongs to, by its needs.
    known: HashMap<Needs, usize>,
}

impl Draft {
    fn read(&mut self, line: &str) -> Result<(), Fault> {
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        if let Some(setting) = line.strip_prefix('@') {
            return self.set(setting);
        }
        if let Some(family) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            family.trim().clone_into(&mut self.family);
            return Ok(());
        }
        let pattern = Pattern::read(line, self.year.unwrap_or([2, 0, 2, 6]))?;
        self.add(pattern)
    }

    fn set(&mut self, setting: &str) -> Result<(), Fault> {
        match setting.split_once(char::is_whitespace) {
            Some(("name", name)) => name.trim().clone_into(&mut self.name),
            Some(("year", year)) => {
                let digits: Option<Vec<u8>> =
                    year.trim().chars().map(|digit| digit.to_digit(10).map(|digit| digit as u8)).collect();
                let year = digits.and_then(|digits| digits.try_into().ok());
                self.year = Some(year.ok_or(Fault::UnknownSetting)?);
            }
            _ => return Err(Fault::UnknownSetting),
        }
        Ok(())
    }

    /// Adds a hand, or an alternative to one that is there.
    fn add(&mut self, pattern: Pattern) -> Result<(), Fault> {
        let found = self.hands.iter().position(|hand| hand.id.eq_ignore_ascii_case(&pattern.id));
        let place = found.unwrap_or(self.hands.len());
        if place >= MOST_HANDS {
            return Err(Fault::WrongNumberOfHands { most: MOST_HANDS });
        }
        if let Some(hand) = self.hands.get(place)
            && (hand.value, hand.concealed) != (pattern.value, pattern.concealed)
        {
            return Err(Fault::DifferentAlternative(hand.id.clone()));
        }
        let grounds: Vec<_> =
            ground::ways(&pattern).into_iter().map(|groups| Ground::new(place as u16, groups)).collect();
        if grounds.is_empty() {
            return Err(Fault::NothingFits);
        }
        grounds.iter().try_for_each(|ground| self.is_sound(ground, place))?;
        let Pattern { id, value, concealed, text, .. } = pattern;
        if found.is_none() {
            let family = self.family.clone();
            self.hands.push(Hand { id, value, concealed, family, texts: Vec::new(), ways: 0..0 });
        }
        self.hands[place].texts.push(text);
        let ways = self.ways.entry(place).or_default();
        for ground in grounds {
            if self.known.insert((ground.total, ground.strict), place).is_none() {
                ways.push(ground);
            }
        }
        Ok(())
    }

    /// The tiles are in the set, and no other hand is the same.
    fn is_sound(&self, ground: &Ground, place: usize) -> Result<(), Fault> {
        for tile in Tile::naturals() {
            let (need, copies) = (ground.strict[tile.index()], tile.copies());
            if need > copies {
                return Err(Fault::TooManyNaturals { tile: tile.to_string(), need, copies });
            }
        }
        if ground.overflow() > Tile::JOKER.copies() {
            return Err(Fault::TooManyJokers(ground.overflow()));
        }
        match self.known.get(&(ground.total, ground.strict)) {
            Some(&other) if other != place => {
                let groups = ground.groups.iter().map(|group| format!("{}x{}", group.size, group.tile));
                let groups = groups.collect::<Vec<_>>().join(" ");
                Err(Fault::Overlap { groups, other: self.hands[other].id.clone() })
            }
            _ => Ok(()),
        }
    }

    fn finish(mut self) -> Result<Card, Fault> {
        if self.hands.is_empty() {
            return Err(Fault::WrongNumberOfHands { most: MOST_HANDS });
        }
        let mut grounds = Vec::new();
        for (place, ways) in self.ways {
            let start = grounds.len();
            grounds.extend(ways);
            self.hands[place].ways = start..grounds.len();
        }
        if grounds.len() > MOST_WAYS {
            return Err(Fault::TooManyWays { ways: grounds.len(), most: MOST_WAYS });
        }
        let columns = Columns::new(&self.hands, &grounds);
        Ok(Card { name: self.name, hands: self.hands, grounds, columns })
    }
}
