//! The rule set of a match.

use crate::{
    Associations, Codenames, Language, Side, WordList,
    assets::{self, Assets},
    associations,
    used::Used,
    words::{self, ListFault},
};
use parlor_kernel::{
    Asset, AssetError, AssetId, GameConfig, Preset, Rules, Seat, SeatPlan, SeatSet, Team, Voice, prose::span,
};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, sync::Arc};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// The most characters of a list that a host brings along.
pub const LONGEST_LIST: usize = 200_000;

/// Which game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// Two teams; the first to have all its words revealed wins.
    Standard,
    /// The same with points, and an intercept for the other team after each hint.
    Interception,
    /// Two players who find fifteen words together.
    Duet,
}

/// Where the words come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Source {
    /// A list of the house.
    List(AssetId),
    /// A list of the host's own.
    Custom {
        /// Its language.
        language: Language,
        /// One word in each line.
        text: String,
    },
}

/// Whether hints are checked against the visible words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClueCheck {
    /// A visible word, a form or a part of one is refused; the spymaster may ask the host to allow it.
    Strict,
    /// Any word will do but a visible one.
    Lenient,
}

/// All that can be chosen before a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Which game is played.
    pub variant: Variant,
    /// How many play in the red team, its spymaster included; 1 in a duet.
    pub red: u8,
    /// How many play in the blue team, its spymaster included; 1 in a duet.
    pub blue: u8,
    /// Where the words come from.
    pub words: Source,
    /// What bots know of the language.
    pub associations: AssetId,
    /// Whether hints are checked.
    pub clue_check: ClueCheck,
    /// How long a turn lasts, hint and guesses together, in seconds; `None` is for ever. The first lasts a minute longer.
    pub turn_seconds: Option<u16>,
    /// In a duet: how many turns there are, 9–11.
    pub turns: u8,
    /// The seats that bots take. The table says so when the match begins: bots leave the guessing to people.
    pub bots: SeatSet,
    /// The host's seat, who may allow a hint that was refused. The table says so when the match begins.
    pub host: Option<Seat>,
    /// Words that were on the board in earlier matches at this table. The table says so when the match begins.
    pub used: Used,
}

/// Why a rule set cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", prefix = "bad_")]
pub enum InvalidConfig {
    /// Too few or too many players.
    #[error("A team has at least two players, and the table at most sixteen. A duet is for two.")]
    Teams,
    /// A list that is none.
    #[error("The word list: {0}")]
    Words(ListFault),
    /// Too much text.
    #[error("A word list has at most 200,000 characters.")]
    ListLength,
    /// The asset is something else.
    #[error("Words come from an asset of the kind wordlist, and associations from one of the kind associations.")]
    Assets,
    /// Too short or too long.
    #[error("A turn lasts 20 seconds to an hour, or as long as it takes.")]
    TurnSeconds,
    /// Too few or too many.
    #[error("A duet has 9 to 11 turns.")]
    Turns,
    /// A seat that there is not.
    #[error("The host and the bots sit at the table.")]
    Seats,
}

impl Default for Config {
    /// Two against two with the house's English list and no clock.
    fn default() -> Self {
        Self {
            variant: Variant::Standard,
            red: 2,
            blue: 2,
            words: Source::List(words::shipped("english").expect("the English list comes with the game")),
            associations: associations::shipped(),
            clue_check: ClueCheck::Strict,
            turn_seconds: None,
            turns: 9,
            bots: SeatSet::EMPTY,
            host: None,
            used: Used::default(),
        }
    }
}

impl Config {
    /// The rules, with the assets that come with the game.
    ///
    /// # Errors
    /// If the rule set names others.
    pub fn rules(self) -> Result<Arc<Rules<Codenames>>, AssetError> {
        Rules::load(self, &assets::library()).map(Arc::new)
    }

    /// Whether two play together.
    pub fn is_duet(&self) -> bool {
        self.variant == Variant::Duet
    }

    /// The side of a seat.
    pub const fn side(&self, seat: Seat) -> Side {
        if seat.0 < self.red { Side::RED } else { Side::BLUE }
    }

    /// Who gives the hints of `side`.
    pub const fn hinter(&self, side: Side) -> Seat {
        if side.0 == 0 { Seat(0) } else { Seat(self.red) }
    }

    /// Whether `seat` knows the key, or in a duet half of it.
    pub fn is_spymaster(&self, seat: Seat) -> bool {
        self.hinter(self.side(seat)) == seat
    }

    /// Who guesses when `side` has given a hint.
    pub fn guessers(&self, side: Side) -> SeatSet {
        if self.is_duet() {
            return SeatSet::only(self.hinter(side.other()));
        }
        Seat::all(self.seats()).filter(|&seat| self.side(seat) == side && !self.is_spymaster(seat)).collect()
    }

    /// Who knows which hint the spymaster of `side` asks the host to allow.
    pub(crate) fn knows_appeal(&self, side: Side) -> SeatSet {
        [self.hinter(side)].into_iter().chain(self.host).collect()
    }

    /// Everyone who plays with `seat`.
    pub fn team_mates(&self, seat: Seat) -> SeatSet {
        Seat::all(self.seats()).filter(|&other| self.is_duet() || self.side(other) == self.side(seat)).collect()
    }

    /// Everyone of a team.
    pub fn members(&self, side: Side) -> SeatSet {
        self.team_mates(self.hinter(side))
    }
}

impl GameConfig for Config {
    type Invalid = InvalidConfig;

    const PRESETS: &'static [Preset] = &[
        Preset {
            id: "standard",
            name: "Standard",
            blurb: "Two teams race for their words. One word is the assassin.",
            seats: 4,
        },
        Preset {
            id: "interception",
            name: "Interception",
            blurb: "With points, and a chance to steal a word after each hint.",
            seats: 4,
        },
        Preset { id: "duet", name: "Duet", blurb: "Two players find fifteen words together in nine turns.", seats: 2 },
    ];

    fn preset(name: &str) -> Option<Self> {
        let standard = Self::default();
        Some(match name {
            "standard" => standard,
            "interception" => Self { variant: Variant::Interception, ..standard },
            "duet" => Self { variant: Variant::Duet, red: 1, blue: 1, ..standard },
            _ => return None,
        })
    }

    fn seats(&self) -> u8 {
        self.red.saturating_add(self.blue)
    }

    fn seat_plan(&self, seat: Seat) -> SeatPlan {
        if self.is_duet() {
            let name = format!("Partner {}", seat.0 + 1);
            return SeatPlan { name: name.into(), team: Some(Team(0)), role: Some("partner".into()) };
        }
        let side = self.side(seat);
        let number = seat.0 - self.hinter(side).0;
        let (name, role) = if number == 0 {
            (format!("{} spymaster", side.name()), "spymaster")
        } else if self.guessers(side).len() == 1 {
            (format!("{} guesser", side.name()), "guesser")
        } else {
            (format!("{} guesser {number}", side.name()), "guesser")
        };
        SeatPlan { name: name.into(), team: Some(side.team()), role: Some(role.into()) }
    }

    fn team_name(&self, team: Team) -> Cow<'static, str> {
        if self.is_duet() { "Partners".into() } else { Side(team.0.min(1)).name().into() }
    }

    /// Ruling: spymasters read their team's room and write in none. In a duet both know a key.
    fn voice(&self, seat: Seat) -> Voice {
        let full = Voice::full(self.seat_plan(seat).team);
        if self.is_spymaster(seat) { Voice { writes_team: false, writes_table: false, ..full } } else { full }
    }

    /// A team of bots waits for the clock before it guesses, so that people have time to intercept.
    fn is_timed(&self) -> bool {
        let holds_back = self.variant == Variant::Interception && !self.bots.is_empty();
        self.turn_seconds.is_some() || holds_back
    }

    fn phrases(&self) -> Vec<String> {
        let Self { variant, red, blue, words, associations, clue_check, turn_seconds, turns, .. } = self;
        let list = match words {
            Source::List(id) => format!("{} words", id.name),
            Source::Custom { text, .. } => {
                let count = text.lines().filter(|line| !line.trim().is_empty()).count();
                format!("a list of {count} words")
            }
        };
        vec![
            match variant {
                Variant::Standard => "two teams".into(),
                Variant::Interception => "with interceptions".into(),
                Variant::Duet => "a duet".into(),
            },
            format!("{red} against {blue}"),
            list,
            format!("bots think in {}", associations.name),
            match clue_check {
                ClueCheck::Strict => "forms and parts of visible words refused".into(),
                ClueCheck::Lenient => "only visible words refused".into(),
            },
            turn_seconds.map_or_else(|| "no clock".into(), |seconds| format!("{} a turn", span(seconds))),
            format!("{turns} turns in a duet"),
        ]
    }

    fn essentials(&self) -> Vec<String> {
        let phrases = self.phrases();
        [2, 5].into_iter().filter_map(|rule| phrases.get(rule).cloned()).collect()
    }

    fn validate(&self) -> Result<(), InvalidConfig> {
        let fits = match self.variant {
            Variant::Duet => (self.red, self.blue) == (1, 1),
            Variant::Standard | Variant::Interception => {
                self.red >= 2 && self.blue >= 2 && u16::from(self.red) + u16::from(self.blue) <= 16
            }
        };
        if !fits {
            return Err(InvalidConfig::Teams);
        }
        match &self.words {
            Source::List(id) if id.kind != WordList::KIND => return Err(InvalidConfig::Assets),
            Source::Custom { text, .. } if text.len() > LONGEST_LIST => return Err(InvalidConfig::ListLength),
            Source::Custom { language, text } => {
                WordList::read(*language, text).map_err(InvalidConfig::Words)?;
            }
            Source::List(_) => {}
        }
        if self.associations.kind != Associations::KIND {
            return Err(InvalidConfig::Assets);
        }
        if self.turn_seconds.is_some_and(|seconds| !(20..=3_600).contains(&seconds)) {
            return Err(InvalidConfig::TurnSeconds);
        }
        if !(9..=11).contains(&self.turns) {
            return Err(InvalidConfig::Turns);
        }
        let seated = |seat: Seat| seat.0 < self.seats();
        if !self.bots.iter().chain(self.host).all(seated) {
            return Err(InvalidConfig::Seats);
        }
        Ok(())
    }

    fn adapt(&mut self, bots: SeatSet) {
        self.bots = bots.iter().filter(|seat| seat.0 < self.seats()).collect();
    }

    /// A newcomer takes any seat. A guesser may move within the team, and become its spymaster; a player who has seen the
    /// key stays where that was.
    fn admits(&self, seat: Seat, before: Option<Seat>) -> bool {
        before.is_none_or(|before| {
            seat == before || !self.is_spymaster(before) && self.side(before) == self.side(seat) && !self.is_duet()
        })
    }

    fn appoint(&mut self, host: Seat) {
        self.host = Some(host);
    }

    fn as_chosen(&self) -> Self {
        Self { host: None, used: Used::default(), ..self.clone() }
    }
}

impl parlor_kernel::Assets<Config> for Assets {
    fn ids(config: &Config) -> Vec<AssetId> {
        let list = match &config.words {
            Source::List(id) => Some(id.clone()),
            Source::Custom { .. } => None,
        };
        list.into_iter().chain([config.associations.clone()]).collect()
    }

    fn load(config: &Config, library: &parlor_kernel::Library) -> Result<Self, AssetError> {
        let list = match &config.words {
            Source::List(id) => library.load(id)?,
            Source::Custom { language, text } => {
                let list = WordList::read(*language, text);
                Arc::new(list.map_err(|fault| AssetError::MalformedAsset(fault.to_string()))?)
            }
        };
        Ok(Self { list, associations: library.load(&config.associations)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_valid_and_extremes_are_not() {
        for name in Config::preset_ids() {
            assert_eq!(Config::preset(name).unwrap().validate(), Ok(()), "{name}");
        }
        let with = |change: fn(&mut Config)| {
            let mut config = Config::default();
            change(&mut config);
            config.validate()
        };
        assert_eq!(with(|config| (config.red, config.blue) = (14, 2)), Ok(()));
        for teams in [(1, 3), (2, 1), (9, 8), (255, 255), (0, 0)] {
            let config = Config { red: teams.0, blue: teams.1, ..Config::default() };
            assert_eq!(config.validate(), Err(InvalidConfig::Teams), "{teams:?}");
        }
        assert_eq!(with(|config| config.variant = Variant::Duet), Err(InvalidConfig::Teams));
        assert_eq!(with(|config| config.turn_seconds = Some(19)), Err(InvalidConfig::TurnSeconds));
        assert_eq!(with(|config| config.turns = 12), Err(InvalidConfig::Turns));
        assert_eq!(with(|config| config.host = Some(Seat(4))), Err(InvalidConfig::Seats));
        assert_eq!(with(|config| config.associations.kind = "wordlist".into()), Err(InvalidConfig::Assets));
        let custom = |text: String| {
            Config { words: Source::Custom { language: Language::English, text }, ..Config::default() }.validate()
        };
        assert_eq!(custom("x\n".repeat(100_001)), Err(InvalidConfig::ListLength));
        let repeated = custom("tree\ntree\n".into()).unwrap_err();
        assert_eq!(repeated.to_string(), "The word list: Line 2 repeats line 1.");
    }

    #[test]
    fn seats_are_teams_with_a_spymaster_each() {
        let config = Config { red: 3, blue: 2, ..Config::default() };
        let names: Vec<_> = Seat::all(5).map(|seat| config.seat_plan(seat).name).collect();
        assert_eq!(names, ["Red spymaster", "Red guesser 1", "Red guesser 2", "Blue spymaster", "Blue guesser"]);
        assert_eq!(config.guessers(Side::BLUE), SeatSet::only(Seat(4)));
        assert!(!config.voice(Seat(3)).writes_team && config.voice(Seat(3)).reads_team);
        assert!(config.voice(Seat(4)).writes_team);
        let duet = Config::preset("duet").unwrap();
        assert_eq!(duet.guessers(Side::RED), SeatSet::only(Seat(1)));
        assert!(!duet.voice(Seat(1)).writes_table, "both know a key");
    }

    #[test]
    fn those_who_have_seen_the_key_take_no_other_seat() {
        let config = Config { red: 3, blue: 3, ..Config::default() };
        let admits = |seat, before: Option<u8>| config.admits(Seat(seat), before.map(Seat));
        assert!(admits(0, None) && admits(4, None), "a newcomer");
        assert!(admits(2, Some(1)) && admits(0, Some(1)), "within the team, also as its spymaster");
        assert!(!admits(3, Some(1)) && !admits(4, Some(1)), "not to the other team");
        assert!(admits(0, Some(0)) && !admits(1, Some(0)) && !admits(3, Some(0)), "a spymaster");
    }

    #[test]
    fn what_the_table_puts_in_is_no_choice() {
        let mut config = Config::default();
        config.appoint(Seat(1));
        config.used = Used::of(100, [3]);
        assert_eq!(config.as_chosen(), Config::default());
    }
}
