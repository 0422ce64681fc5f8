//! The board: which words are drawn, and what they are.

use crate::{CARDS, Codenames, Kind, Side, Variant, used::Used};
use parlor_kernel::{Dice, Rules, Stream};

/// Which words are drawn.
const WORDS: Stream = Stream(1);
/// Who begins.
const STARTER: Stream = Stream(2);
/// What the words are.
const KEY: Stream = Stream(3);

/// Words of the team that begins, of the other, and of nobody; one is the assassin.
const STANDARD: [(usize, Kind); 2] = [(7, Kind::Innocent), (1, Kind::Assassin)];
const STARTERS_WORDS: usize = 9;
const OTHERS_WORDS: usize = 8;

/// The key cards of a duet: so many cards are this to the first player and that to the second. Each has nine green words,
/// three of them shared, and three assassins, of which one is the other's too, one green and one innocent to the other.
const DUET: [(usize, [Kind; 2]); 9] = {
    use Kind::{Assassin, Green, Innocent};
    [
        (3, [Green, Green]),
        (1, [Green, Assassin]),
        (5, [Green, Innocent]),
        (1, [Assassin, Green]),
        (5, [Innocent, Green]),
        (1, [Assassin, Assassin]),
        (1, [Assassin, Innocent]),
        (1, [Innocent, Assassin]),
        (7, [Innocent, Innocent]),
    ]
};

pub(crate) struct Deal {
    pub(crate) drawn: Vec<u16>,
    pub(crate) keys: Vec<Vec<Kind>>,
    pub(crate) starter: Side,
}

/// Draws the board of a match.
pub(crate) fn deal(rules: &Rules<Codenames>, dice: &impl Dice) -> Deal {
    let config = &rules.config;
    let length = rules.assets.list.entries.len();
    let starter = Side(dice.below(STARTER, 0, 2) as u8);
    let keys = key(config.variant, starter, |cards| dice.draws(KEY, 0).shuffle(cards));
    Deal { drawn: draw(length, &config.used, dice), keys, starter }
}

/// Twenty-five words of a list. Those that have been used come only if there are too few others.
fn draw(length: usize, used: &Used, dice: &impl Dice) -> Vec<u16> {
    let mut numbers: Vec<u16> = (0..length as u16).collect();
    dice.draws(WORDS, 0).shuffle(&mut numbers);
    let (fresh, spent): (Vec<_>, Vec<_>) = numbers.into_iter().partition(|&number| !used.contains(number.into()));
    let mut drawn: Vec<u16> = fresh.into_iter().chain(spent).take(CARDS.into()).collect();
    // Else the used ones would always come last.
    dice.draws(WORDS, length as u64).shuffle(&mut drawn);
    drawn
}

/// The words that have been used once these were on the board; those of this board only, if the list is used up.
pub(crate) fn used_after(length: usize, before: &Used, drawn: &[u16]) -> Used {
    let is_used_up = drawn.iter().any(|&number| before.contains(number.into()));
    let earlier = (0..length).filter(|&number| !is_used_up && before.contains(number));
    Used::of(length, earlier.chain(drawn.iter().map(|&number| number.into())))
}

/// The key, whose cards `shuffle` puts into order: one for teams, one of each player in a duet.
pub(crate) fn key(variant: Variant, starter: Side, shuffle: impl FnOnce(&mut [[Kind; 2]])) -> Vec<Vec<Kind>> {
    let cards: Vec<(usize, [Kind; 2])> = if variant == Variant::Duet {
        DUET.into()
    } else {
        let teams = [(STARTERS_WORDS, starter.kind()), (OTHERS_WORDS, starter.other().kind())];
        teams.into_iter().chain(STANDARD).map(|(count, kind)| (count, [kind; 2])).collect()
    };
    let mut cards: Vec<[Kind; 2]> =
        cards.into_iter().flat_map(|(count, card)| std::iter::repeat_n(card, count)).collect();
    shuffle(&mut cards);
    let layer = |side: usize| cards.iter().map(|card| card[side]).collect();
    if variant == Variant::Duet { vec![layer(0), layer(1)] } else { vec![layer(0)] }
}

/// The words with these numbers.
pub(crate) fn texts(rules: &Rules<Codenames>, drawn: &[u16]) -> Vec<String> {
    drawn.iter().map(|&number| rules.assets.list.entries[usize::from(number)].word.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::FastDice;
    use std::collections::BTreeSet;

    fn count(keys: &[Vec<Kind>], side: usize, kind: Kind) -> usize {
        keys[side].iter().filter(|&&card| card == kind).count()
    }

    #[test]
    fn boards_have_nine_eight_seven_and_one() {
        for starter in Side::BOTH {
            let keys = key(Variant::Standard, starter, |_| ());
            let counts = [starter.kind(), starter.other().kind(), Kind::Innocent, Kind::Assassin];
            assert_eq!(counts.map(|kind| count(&keys, 0, kind)), [9, 8, 7, 1]);
            assert_eq!(keys.len(), 1);
        }
    }

    #[test]
    fn a_duet_has_fifteen_green_words() {
        let keys = key(Variant::Duet, Side::RED, |_| ());
        for side in 0..2 {
            let counts = [Kind::Green, Kind::Assassin, Kind::Innocent].map(|kind| count(&keys, side, kind));
            assert_eq!(counts, [9, 3, 13]);
        }
        let both = |kinds: [Kind; 2]| (0..25).filter(|&card| [keys[0][card], keys[1][card]] == kinds).count();
        assert_eq!(both([Kind::Green; 2]), 3);
        assert_eq!(both([Kind::Assassin; 2]), 1);
        let green = (0..25).filter(|&card| keys.iter().any(|key| key[card] == Kind::Green)).count();
        assert_eq!(green, 15);
    }

    #[test]
    fn no_word_comes_twice_until_the_list_is_used_up() {
        let length = 60;
        let mut used = Used::default();
        let mut seen = BTreeSet::new();
        for round in 0..2 {
            let drawn = draw(length, &used, &FastDice(round));
            assert!(drawn.iter().all(|&number| seen.insert(number)), "round {round}");
            used = used_after(length, &used, &drawn);
        }
        let third = draw(length, &used, &FastDice(2));
        let rest: BTreeSet<_> = (0..60).filter(|number| !seen.contains(number)).collect();
        assert!(rest.iter().all(|number| third.contains(number)), "the last ten come first");
        let used = used_after(length, &used, &third);
        let fourth = draw(length, &used, &FastDice(3));
        assert!(fourth.iter().all(|number| !third.contains(number)), "then the list starts anew");
    }
}
