//! Rule sets in words.

use crate::{
    config::{Challenge, Clock, Config, First, Leftovers, Tie},
    layout::Layout,
    presets,
    tile::Tile,
};
use parlor_kernel::prose::span;

pub(crate) fn phrases(config: &Config) -> Vec<String> {
    let Config { seats, lexicon, layout, bag, bingo, first, leftovers, tie, challenge, clock } = config;
    let blanks = match bag.count(Tile::BLANK) {
        0 => "no blanks".to_owned(),
        1 => "one blank".to_owned(),
        blanks => format!("{blanks} blanks"),
    };
    vec![
        format!("{seats} seats"),
        format!("the words of {}", lexicon.name),
        format!("{} board", layout_name(layout)),
        format!("{} tiles, {blanks}", bag.len()),
        format!("{bingo} points for all seven tiles"),
        match first {
            First::Challenger => "the first seat begins".into(),
            First::Random => "the dice say who begins".into(),
        },
        match leftovers {
            Leftovers::Ignored => "tiles left over cost nothing".into(),
            Leftovers::Deducted => "tiles left over are deducted".into(),
        },
        match tie {
            Tie::LastTurn => "a tie goes to the last to move".into(),
            Tie::Draw => "a tie is a draw".into(),
        },
        match challenge {
            Challenge::Void => "wrong words are refused".into(),
            Challenge::Double => "a wrong challenge loses the turn".into(),
            Challenge::Five => "a wrong challenge costs 5 points".into(),
        },
        match clock {
            Clock::None => "no clock".into(),
            Clock::Turn { seconds } => format!("{} a turn", span(*seconds)),
            Clock::Total { seconds, overtime, penalty } => {
                format!("{} each, {} over at {penalty} points a minute", span(*seconds), span(*overtime))
            }
        },
    ]
}

fn layout_name(layout: &Layout) -> &'static str {
    let known = presets::LAYOUTS.iter().find(|(_, rows)| Layout::of(rows).as_ref() == Some(layout));
    known.map_or("custom", |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::GameConfig;

    #[test]
    fn rule_sets_are_told_in_words() {
        let classic = Config::preset("classic").unwrap();
        assert_eq!(
            classic.phrases(),
            [
                "2 seats",
                "the words of azeroth+english",
                "classic board",
                "100 tiles, 2 blanks",
                "50 points for all seven tiles",
                "the dice say who begins",
                "tiles left over are deducted",
                "a tie is a draw",
                "wrong words are refused",
                "25 min each, 10 min over at 10 points a minute",
            ]
        );
    }
}
