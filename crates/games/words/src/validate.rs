//! What makes a rule set playable.

use crate::{
    Lexicon,
    config::{Clock, Config, RACK},
    tile::Tile,
    tiles::Tiles,
};
use parlor_kernel::Asset;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// The shortest and the longest turn, in seconds.
const TURN: (u32, u32) = (5, 86_400);
/// The shortest and the longest time for a match, in seconds.
const TOTAL: (u32, u32) = (30, 86_400);

/// The most blanks in a bag. Each stands for any letter, so that the plays of a rack grow manifold with each blank on it.
const BLANKS: u8 = 4;

/// Why a rule set cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", prefix = "bad_")]
pub enum InvalidConfig {
    /// Too few or too many seats.
    #[error("Words is for two to four.")]
    Seats,
    /// The lexicon is an asset of another kind.
    #[error("A lexicon is named as lexicon/name@digest.")]
    Lexicon,
    /// Not enough tiles to deal, or too many.
    #[error("The bag must fill every rack, and holds at most 200 tiles.")]
    Bag,
    /// Too many blanks.
    #[error("A bag has at most four blanks.")]
    Blanks,
    /// Too large a bonus.
    #[error("Using the whole rack is worth at most 200 points.")]
    Bingo,
    /// Too short or too long.
    #[error("A turn lasts 5 seconds to a day, and all turns of a player 30 seconds to a day.")]
    Clock,
}

pub(crate) fn validate(config: &Config) -> Result<(), InvalidConfig> {
    let within = |number: u32, (low, high): (u32, u32)| (low..=high).contains(&number);
    if !(2..=4).contains(&config.seats) {
        return Err(InvalidConfig::Seats);
    }
    if config.lexicon.kind != Lexicon::KIND {
        return Err(InvalidConfig::Lexicon);
    }
    if !within(config.bag.len(), (u32::from(config.seats) * u32::from(RACK), Tiles::MOST as u32)) {
        return Err(InvalidConfig::Bag);
    }
    if config.bag.count(Tile::BLANK) > BLANKS {
        return Err(InvalidConfig::Blanks);
    }
    if config.bingo > 200 {
        return Err(InvalidConfig::Bingo);
    }
    let sound = match config.clock {
        Clock::None => true,
        Clock::Turn { seconds } => within(seconds, TURN),
        Clock::Total { seconds, overtime, penalty } => {
            within(seconds, TOTAL) && overtime <= TOTAL.1 && penalty <= 1_000
        }
    };
    if sound { Ok(()) } else { Err(InvalidConfig::Clock) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::GameConfig;

    #[test]
    fn each_limit_is_refused_beyond_it() {
        let hope = || Config::preset("hope").unwrap();
        let tiles = |count: usize| "A".repeat(count).parse().unwrap();
        let wrong = |config: Config| config.validate().unwrap_err();
        for seats in [0, 1, 5] {
            assert_eq!(wrong(Config { seats, ..hope() }), InvalidConfig::Seats);
        }
        assert_eq!(wrong(Config { bag: tiles(13), ..hope() }), InvalidConfig::Bag);
        assert_eq!(Config { bag: tiles(14), ..hope() }.validate(), Ok(()));
        assert_eq!(wrong(Config { bag: tiles(27), seats: 4, ..hope() }), InvalidConfig::Bag);
        let blanks = |count: usize| format!("{}{}", "A".repeat(20), "?".repeat(count)).parse().unwrap();
        assert_eq!(Config { bag: blanks(4), ..hope() }.validate(), Ok(()));
        assert_eq!(wrong(Config { bag: blanks(5), ..hope() }), InvalidConfig::Blanks);
        assert_eq!(wrong(Config { bag: "?".repeat(14).parse().unwrap(), ..hope() }), InvalidConfig::Blanks);
        assert_eq!(wrong(Config { bingo: 201, ..hope() }), InvalidConfig::Bingo);
        let mut card = hope();
        card.lexicon.kind = "card".into();
        assert_eq!(wrong(card), InvalidConfig::Lexicon);
        for clock in [
            Clock::Turn { seconds: 4 },
            Clock::Turn { seconds: 86_401 },
            Clock::Total { seconds: 29, overtime: 0, penalty: 0 },
            Clock::Total { seconds: 30, overtime: 86_401, penalty: 0 },
            Clock::Total { seconds: 30, overtime: 0, penalty: 1_001 },
        ] {
            assert_eq!(wrong(Config { clock, ..hope() }), InvalidConfig::Clock, "{clock:?}");
        }
    }
}
