//! Patterns with every choice made: the ways to make a hand.

use super::pattern::{Clause, Number, Pattern, Symbol};
use crate::{Group, Suit, Tile};
use std::collections::BTreeSet;

/// One way to make a hand: its groups, with suits and numbers chosen.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Which hand of the card, counted from 0.
    pub hand: u16,
    /// Its groups, sorted.
    pub groups: Vec<Group>,
    /// How many tiles it needs of each kind.
    pub total: [u8; Tile::NATURALS],
    /// How many of them are in singles and pairs, where no joker stands in.
    pub strict: [u8; Tile::NATURALS],
    /// The same for the kinds it needs, and no others.
    pub needs: Vec<Need>,
}

/// What a way to make a hand needs of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Need {
    /// Which tile.
    pub tile: Tile,
    /// How many.
    pub total: u8,
    /// How many of them in singles and pairs.
    pub strict: u8,
}

impl Ground {
    pub(super) fn new(hand: u16, groups: Vec<Group>) -> Self {
        let (mut total, mut strict) = ([0; Tile::NATURALS], [0; Tile::NATURALS]);
        for group in &groups {
            total[group.tile.index()] += group.size;
            if !group.takes_jokers() {
                strict[group.tile.index()] += group.size;
            }
        }
        let need = |tile: Tile| Need { tile, total: total[tile.index()], strict: strict[tile.index()] };
        let needs = Tile::naturals().map(need).filter(|need| need.total > 0).collect();
        Self { hand, groups, total, strict, needs }
    }

    /// The tiles that need a joker because a set does not have as many.
    pub fn overflow(&self) -> u8 {
        Tile::naturals().map(|tile| self.total[tile.index()].saturating_sub(tile.copies())).sum()
    }

    /// Whether jokers can be part of it at all.
    pub fn takes_jokers(&self) -> bool {
        self.total != self.strict
    }
}

/// What has been chosen.
#[derive(Clone, Copy)]
struct Choice {
    suits: [Suit; 3],
    dragons: [Suit; 3],
    winds: [usize; 3],
    first: u8,
    second: u8,
}

impl Choice {
    fn number(&self, number: Number) -> u8 {
        match number {
            Number::Digit(digit) => digit,
            Number::Run(step) => self.first + step,
            Number::Second => self.second,
        }
    }

    fn tile(&self, symbol: Symbol) -> Option<Tile> {
        Some(match symbol {
            Symbol::Exactly(tile) => tile,
            Symbol::Number { number, suit } => {
                let number = Some(self.number(number)).filter(|number| *number <= 9)?;
                Tile::number(self.suits[suit], number)
            }
            Symbol::SuitDragon { suit } => Tile::dragon(self.suits[suit]),
            Symbol::AnyDragon { choice } => Tile::dragon(self.dragons[choice]),
            Symbol::AnyWind { choice } => Tile::WINDS[self.winds[choice]],
        })
    }
}

/// Every way to make the pattern, each once.
pub(super) fn ways(pattern: &Pattern) -> BTreeSet<Vec<Group>> {
    let uses = |test: &dyn Fn(Symbol) -> bool| pattern.parts.iter().any(|part| test(part.symbol));
    let suit_used: [bool; 3] = std::array::from_fn(|suit| {
        uses(
            &|symbol| matches!(symbol, Symbol::Number { suit: used, .. } | Symbol::SuitDragon { suit: used } if used == suit),
        )
    });
    let dragon_used: [bool; 3] = std::array::from_fn(|choice| uses(&|symbol| symbol == Symbol::AnyDragon { choice }));
    let wind_used: [bool; 3] = std::array::from_fn(|choice| uses(&|symbol| symbol == Symbol::AnyWind { choice }));
    let first_used = uses(&|symbol| matches!(symbol, Symbol::Number { number: Number::Run(_), .. }));
    let second_used = uses(&|symbol| matches!(symbol, Symbol::Number { number: Number::Second, .. }));
    let may_coincide = |one, other| pattern.clauses.contains(&Clause::MayCoincide(one, other));
    let mut found = BTreeSet::new();
    for suits in choices(suit_used, 3, may_coincide) {
        for dragons in choices(dragon_used, 3, |_, _| false) {
            for winds in choices(wind_used, 4, |_, _| false) {
                for first in 1..=if first_used { 9 } else { 1 } {
                    for second in 1..=if second_used { 9 } else { 1 } {
                        let [suits, dragons] = [suits, dragons].map(|chosen| chosen.map(|suit| Suit::ALL[suit]));
                        let choice = Choice { suits, dragons, winds, first, second };
                        if (!second_used || first != second)
                            && pattern.clauses.iter().all(|clause| holds(clause, choice))
                        {
                            found.extend(groups(pattern, choice));
                        }
                    }
                }
            }
        }
    }
    found
}

fn holds(clause: &Clause, choice: Choice) -> bool {
    match clause {
        Clause::OneOf { second: false, numbers } => numbers.contains(&choice.first),
        Clause::OneOf { second: true, numbers } => numbers.contains(&choice.second),
        Clause::Apart(least) => choice.second > choice.first + least,
        Clause::MayCoincide(..) => true,
    }
}

fn groups(pattern: &Pattern, choice: Choice) -> Option<Vec<Group>> {
    let group = |part: &super::pattern::Part| Some(Group { tile: choice.tile(part.symbol)?, size: part.size });
    let mut groups: Vec<_> = pattern.parts.iter().map(group).collect::<Option<_>>()?;
    groups.sort_unstable();
    Some(groups)
}

/// Every choice of one of `options` for each place that is used. Places differ unless they may coincide.
fn choices(used: [bool; 3], options: usize, may_coincide: impl Fn(usize, usize) -> bool) -> Vec<[usize; 3]> {
    let range = |place: usize| 0..if used[place] { options } else { 1 };
    let mut found = Vec::new();
    for first in range(0) {
        for second in range(1) {
            for third in range(2) {
                let chosen = [first, second, third];
                let clash = |one: usize, other: usize| {
                    used[one] && used[other] && chosen[one] == chosen[other] && !may_coincide(one, other)
                };
                if !clash(0, 1) && !clash(0, 2) && !clash(1, 2) {
                    found.push(chosen);
                }
            }
        }
    }
    found
}
