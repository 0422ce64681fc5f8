//! The rule set of a match.

use crate::{Card, Mahjong, card};
use parlor_kernel::{AssetError, AssetId, GameConfig, Preset, Rules, Seat, SeatPlan, prose::span};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// How many seats there are.
pub const SEATS: u8 = 4;

/// All that can be chosen before a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The hands that win.
    pub card: AssetId,
    /// How many deals make a match, 1–16. East moves on with each.
    pub deals: u8,
    /// Whether eight blanks are in the set.
    pub blanks: bool,
    /// Whether tiles are passed before the play.
    pub charleston: bool,
    /// What becomes of mistakes.
    pub conduct: Conduct,
    /// How long a discard can be claimed, in seconds: 4, 6, 8 or 10; `None` is until all have answered.
    pub claim_seconds: Option<u8>,
    /// How long a player may think about anything else, in seconds; `None` is for ever.
    pub turn_seconds: Option<u16>,
    /// A hand to practise.
    pub training: Option<Training>,
}

/// What becomes of exposures that no hand contains and of false mahjongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Conduct {
    /// They are refused.
    Refereed,
    /// They are allowed. A false mahjong kills the hand, and so does an impossible exposure that an opponent challenges.
    Authentic,
}

/// A hand to practise: the first seat is dealt some of its tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// The id of a hand of the card.
    pub hand: String,
    /// How many of its tiles are dealt, 1–14; as many as fit into a hand of 13 if the first seat is not East.
    pub tiles: u8,
}

/// Why a rule set cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", prefix = "bad_")]
pub enum InvalidConfig {
    /// The asset is no card.
    #[error("The card must be an asset of the kind card.")]
    Card,
    /// Too few or too many.
    #[error("A match has 1 to 16 deals.")]
    Deals,
    /// Not one of the choices.
    #[error("A discard can be claimed for 4, 6, 8 or 10 seconds, or until all have answered.")]
    ClaimSeconds,
    /// Too short or too long.
    #[error("A player gets 5 seconds to an hour to think, or all the time in the world.")]
    TurnSeconds,
    /// No hand, or too many tiles of it.
    #[error("Training names a hand of the card and deals 1 to 14 of its tiles.")]
    Training,
}

impl Default for Config {
    /// One deal with the house's card and a referee, eight seconds for a claim.
    fn default() -> Self {
        Self {
            card: card::shipped("house").expect("the house's card comes with the game"),
            deals: 1,
            blanks: false,
            charleston: true,
            conduct: Conduct::Refereed,
            claim_seconds: Some(8),
            turn_seconds: None,
            training: None,
        }
    }
}

impl Config {
    /// The rules, with a card that comes with the game.
    ///
    /// # Errors
    /// If the rule set names another card.
    pub fn rules(self) -> Result<Arc<Rules<Mahjong>>, AssetError> {
        Rules::load(self, &card::library()).map(Arc::new)
    }

    /// How many tiles are in the set.
    pub fn tiles(&self) -> u8 {
        crate::Rack::full(self.blanks).len()
    }
}

impl GameConfig for Config {
    type Invalid = InvalidConfig;

    const PRESETS: &'static [Preset] = &[
        Preset {
            id: "house",
            name: "One deal",
            blurb: "The house's card, and 8 seconds to claim a discard.",
            seats: SEATS,
        },
        Preset {
            id: "session",
            name: "Four deals",
            blurb: "Everyone is East once, and the ledger decides.",
            seats: SEATS,
        },
        Preset {
            id: "garden",
            name: "Garden card",
            blurb: "One deal with a gentler card, full of flowers.",
            seats: SEATS,
        },
        Preset { id: "blanks", name: "With blanks", blurb: "With eight blanks to trade for discards.", seats: SEATS },
        Preset {
            id: "authentic",
            name: "No referee",
            blurb: "Mistakes kill a hand, and opponents may challenge.",
            seats: SEATS,
        },
        Preset {
            id: "training",
            name: "Training",
            blurb: "Start with nine tiles of a hand and no Charleston.",
            seats: SEATS,
        },
    ];

    fn preset(name: &str) -> Option<Self> {
        let house = Self::default();
        Some(match name {
            "house" => house,
            "session" => Self { deals: 4, ..house },
            "garden" => Self { card: card::shipped("garden")?, ..house },
            "blanks" => Self { blanks: true, ..house },
            "authentic" => Self { conduct: Conduct::Authentic, ..house },
            "training" => {
                let training = Some(Training { hand: "C1".into(), tiles: 9 });
                Self { charleston: false, claim_seconds: None, training, ..house }
            }
            _ => return None,
        })
    }

    fn seats(&self) -> u8 {
        SEATS
    }

    /// Named as they sit in the first deal; East moves on with each further one.
    fn seat_plan(&self, seat: Seat) -> SeatPlan {
        let name = ["East", "South", "West", "North"].get(seat.index()).copied().unwrap_or("?");
        SeatPlan { name: name.into(), team: None, role: None }
    }

    fn is_timed(&self) -> bool {
        self.claim_seconds.is_some() || self.turn_seconds.is_some()
    }

    fn phrases(&self) -> Vec<String> {
        let Self { card, deals, blanks, charleston, conduct, claim_seconds, turn_seconds, training } = self;
        let clock = |seconds: Option<u32>, what: &str| match seconds {
            Some(seconds) => format!("{} {what}", span(seconds)),
            None => format!("no clock {what}"),
        };
        vec![
            format!("{} card", card.name),
            if *deals == 1 { "1 deal".into() } else { format!("{deals} deals") },
            if *blanks { "8 blanks".into() } else { "no blanks".into() },
            if *charleston { "Charleston".into() } else { "no Charleston".into() },
            match conduct {
                Conduct::Refereed => "mistakes refused".into(),
                Conduct::Authentic => "mistakes kill a hand".into(),
            },
            clock(claim_seconds.map(u32::from), "to claim"),
            clock(turn_seconds.map(u32::from), "to think"),
            training.as_ref().map_or_else(
                || "no training".into(),
                |Training { hand, tiles }| format!("training {hand} from {tiles} tiles"),
            ),
        ]
    }

    fn validate(&self) -> Result<(), InvalidConfig> {
        use parlor_kernel::Asset;
        if self.card.kind != Card::KIND {
            return Err(InvalidConfig::Card);
        }
        if !(1..=16).contains(&self.deals) {
            return Err(InvalidConfig::Deals);
        }
        if self.claim_seconds.is_some_and(|seconds| ![4, 6, 8, 10].contains(&seconds)) {
            return Err(InvalidConfig::ClaimSeconds);
        }
        if self.turn_seconds.is_some_and(|seconds| !(5..=3600).contains(&seconds)) {
            return Err(InvalidConfig::TurnSeconds);
        }
        let playable = |training: &Training| {
            let word = training.hand.len() <= 8 && training.hand.bytes().all(|c| c.is_ascii_alphanumeric());
            word && !training.hand.is_empty() && (1..=14).contains(&training.tiles)
        };
        if self.training.as_ref().is_some_and(|training| !playable(training)) {
            return Err(InvalidConfig::Training);
        }
        Ok(())
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
        let broken = |change: fn(&mut Config)| {
            let mut config = Config::default();
            change(&mut config);
            config.validate().unwrap_err()
        };
        assert_eq!(broken(|config| config.deals = 0), InvalidConfig::Deals);
        assert_eq!(broken(|config| config.deals = 17), InvalidConfig::Deals);
        assert_eq!(broken(|config| config.claim_seconds = Some(5)), InvalidConfig::ClaimSeconds);
        assert_eq!(broken(|config| config.turn_seconds = Some(4)), InvalidConfig::TurnSeconds);
        assert_eq!(broken(|config| config.card.kind = "lexicon".into()), InvalidConfig::Card);
        let training = |hand: &str, tiles| Some(Training { hand: hand.into(), tiles });
        assert_eq!(
            Config { training: training("C1", 15), ..Config::default() }.validate(),
            Err(InvalidConfig::Training)
        );
        assert_eq!(Config { training: training("", 9), ..Config::default() }.validate(), Err(InvalidConfig::Training));
    }

    #[test]
    fn a_rule_set_is_told_in_words() {
        let config = Config { deals: 4, turn_seconds: Some(30), ..Config::default() };
        let told =
            "house card, 4 deals, no blanks, Charleston, mistakes refused, 8 s to claim, 30 s to think, no training";
        assert_eq!(config.phrases().join(", "), told);
    }
}
