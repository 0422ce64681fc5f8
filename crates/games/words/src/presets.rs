//! The rule sets that have a name.

use crate::{
    config::{Challenge, Clock, Config, First, Leftovers, Tie},
    layout::Layout,
    lexicons,
    tiles::Tiles,
};

/// The seed's counts: 24 double letters, 24 triple letters, 17 double words, 11 triple words and the star, mirrored left
/// to right. Word bonuses share no line with others but their own mirror images, and two triple words in a line are
/// at least seven squares apart.
const HOPE: [&str; 15] = [
    "=..'...=...'..=",
    ".\"...-...-...\".",
    "..-.'.\".\".'.-..",
    "'..=...\"...=..'",
    "..'.-.'.'.-.'..",
    ".-...\".\".\"...-.",
    "..\".'.....'.\"..",
    "=..\".\".*.\".\"..=",
    "..\".'.....'.\"..",
    ".-...\".\".\"...-.",
    "..'.-.'.'.-.'..",
    "'..=...\"...=..'",
    "..-.'.\".\".'.-..",
    ".\"...-...-...\".",
    "=..'...-...'..=",
];

/// The familiar one: 24 double letters, 12 triple letters, 16 double words, 8 triple words and the star.
const CLASSIC: [&str; 15] = [
    "=..'...=...'..=",
    ".-...\"...\"...-.",
    "..-...'.'...-..",
    "'..-...'...-..'",
    "....-.....-....",
    ".\"...\"...\"...\".",
    "..'...'.'...'..",
    "=..'...*...'..=",
    "..'...'.'...'..",
    ".\"...\"...\"...\".",
    "....-.....-....",
    "'..-...'...-..'",
    "..-...'.'...-..",
    ".-...\"...\"...-.",
    "=..'...=...'..=",
];

/// The standard letters, without blanks: 98 tiles.
const LETTERS: &str =
    "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPQRRRRRRSSSSTTTTTTUUUUVVWWXYYZ";

/// The layouts that have a name.
pub const LAYOUTS: [(&str, &[&str]); 2] = [("hope", &HOPE), ("classic", &CLASSIC)];

/// The layout of that name.
pub fn layout(name: &str) -> Option<Layout> {
    LAYOUTS.iter().find(|(known, _)| *known == name).and_then(|(_, rows)| Layout::of(rows))
}

/// The bag of that name: `hope` is without blanks, `classic` has two.
pub fn bag(name: &str) -> Option<Tiles> {
    let blanks = match name {
        "hope" => "",
        "classic" => "??",
        _ => return None,
    };
    format!("{LETTERS}{blanks}").parse().ok()
}

pub(crate) fn preset(name: &str) -> Option<Config> {
    let hope = Config {
        seats: 2,
        lexicon: lexicons::named("azeroth+english")?,
        layout: layout("hope")?,
        bag: bag("hope")?,
        bingo: 35,
        first: First::Challenger,
        leftovers: Leftovers::Ignored,
        tie: Tie::LastTurn,
        challenge: Challenge::Void,
        clock: Clock::None,
    };
    let days = Config {
        layout: layout("classic")?,
        bag: bag("classic")?,
        bingo: 50,
        first: First::Random,
        leftovers: Leftovers::Deducted,
        tie: Tie::Draw,
        ..hope.clone()
    };
    match name {
        "hope" => Some(hope),
        "classic" => Some(Config { clock: Clock::Total { seconds: 1_500, overtime: 600, penalty: 10 }, ..days }),
        "days" => Some(days),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Bonus;
    use parlor_kernel::GameConfig;

    #[test]
    fn presets_are_valid() {
        for name in Config::preset_ids() {
            assert_eq!(Config::preset(name).map(|preset| preset.validate()), Some(Ok(())), "{name}");
        }
        assert_eq!(Config::preset("scrabble"), None);
    }

    #[test]
    fn layouts_have_the_counts_that_were_ruled_and_are_mirrored() {
        for (name, counts) in [("hope", [24, 24, 17, 11, 1]), ("classic", [24, 12, 16, 8, 1])] {
            let layout = layout(name).unwrap();
            use Bonus::{DoubleLetter, DoubleWord, Star, TripleLetter, TripleWord};
            let found = [DoubleLetter, TripleLetter, DoubleWord, TripleWord, Star].map(|bonus| layout.count(bonus));
            assert_eq!(found, counts, "{name}");
            assert_eq!(layout.bonus(crate::Square::CENTRE), Star);
            assert!(layout.is_mirrored());
        }
    }

    #[test]
    fn bags_have_98_and_100_tiles() {
        let [hope, classic] = ["hope", "classic"].map(|name| bag(name).unwrap());
        assert_eq!((hope.len(), classic.len()), (98, 100));
        assert_eq!(classic.minus(&hope).map(|rest| rest.to_string()), Ok("??".into()));
        // The frequencies of the seed's addon.
        let counts = "A9B2C2D4E9F2G3H2I9J1K1L4M2N6O8P2Q1R6S4T6U4V2W2X1Y2Z1";
        for pair in counts.as_bytes().chunks(2).filter(|pair| pair[0] != b'E') {
            let tile = crate::Tile::of(char::from(pair[0])).unwrap();
            assert_eq!(hope.count(tile), pair[1] - b'0', "{tile}");
        }
        assert_eq!(hope.count(crate::Tile::of('E').unwrap()), 12);
    }
}
