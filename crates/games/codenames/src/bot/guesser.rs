//! Guessing: the cards that are nearest to the hint.

use super::spymaster::gaussian;
use crate::{Action, Codenames, Count, Hint, Phase, Place, Side, View, assets::Assets};
use parlor_kernel::{Rng, Rules, Seat};

/// An earlier hint is worth another guess if a card is this near to it.
const LEFT_OVER: f32 = 0.28;
/// A hint is worth an intercept if a card is this near to it, and this much nearer than the next.
const STEAL: [f32; 2] = [0.42, 0.10];

/// A guesser with its habits.
#[derive(Clone, Copy, Debug)]
pub struct Guesser {
    /// How far its own idea of a nearness is from the table's.
    pub blur: f32,
    /// Whether it comes back to earlier hints.
    pub remembers: bool,
}

impl Guesser {
    /// Misunderstands now and then.
    pub const EASY: Self = Self { blur: 0.12, remembers: false };
    /// Seldom does.
    pub const MEDIUM: Self = Self { blur: 0.05, remembers: false };
    /// Never does.
    pub const HARD: Self = Self { blur: 0.0, remembers: true };

    /// The next card to reveal, or the end of the turn.
    pub fn guess(&self, rules: &Rules<Codenames>, view: &View, seat: Seat, rng: &mut Rng) -> Option<Action> {
        let Phase::TeamTurn { guesses, .. } = view.phase else {
            return self.best(rules, view, seat, rng).map(|card| Action::Reveal { card });
        };
        let hint = view.hints.last()?;
        let wanted = match hint.count {
            // About as many as there are words left to find by earlier hints.
            Count::Number(0) | Count::Unlimited => 1 + left_over(view, hint.side).map(|(_, left)| left).sum::<u8>(),
            Count::Number(number) => number,
        };
        if guesses < wanted {
            return self.best(rules, view, seat, rng).map(|card| Action::Reveal { card });
        }
        let again = self.remembers.then(|| self.second_thought(&rules.assets, view, seat)).flatten();
        Some(again.map_or(Action::EndTurn, |card| Action::Reveal { card }))
    }

    /// The card that fits the latest hint best; in a duet the partner's, after whose key it guesses.
    pub fn best(&self, rules: &Rules<Codenames>, view: &View, seat: Seat, rng: &mut Rng) -> Option<Place> {
        let side = rules.config.side(seat);
        let hint = view.hints.iter().rfind(|hint| !view.is_duet() || hint.side != side);
        let ranked = match hint {
            Some(hint) => self.ranked(&rules.assets, view, side, hint, rng),
            None => view.hidden(side).map(|card| (0.0, card)).collect(),
        };
        // "0" says that the hint fits none of the team's words.
        let none = hint.is_some_and(|hint| hint.count == Count::Number(0));
        if none { ranked.last() } else { ranked.first() }.map(|&(_, card)| card)
    }

    /// Cards by how near they are to a hint, the nearest first.
    fn ranked(&self, assets: &Assets, view: &View, side: Side, hint: &Hint, rng: &mut Rng) -> Vec<(f32, Place)> {
        let told = assets.hint_meaning(&hint.word);
        let near = |card: Place| {
            let meaning = assets.card_meaning(&view.words[card.index()]);
            told.as_ref().zip(meaning.as_ref()).map_or(0.0, |(told, card)| told.near(card))
        };
        let mut ranked: Vec<(f32, Place)> =
            view.hidden(side).map(|card| (near(card) + gaussian(rng) * self.blur, card)).collect();
        if told.is_none() {
            rng.shuffle(&mut ranked);
        }
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        ranked
    }

    /// A card that an earlier hint may have meant and that was not found then.
    fn second_thought(&self, assets: &Assets, view: &View, seat: Seat) -> Option<Place> {
        let Phase::TeamTurn { side, .. } = view.phase else { return None };
        let own = if view.is_duet() { side.other() } else { side };
        if view.guesses_left() == Some(0) || view.seat != Some(seat) {
            return None;
        }
        let mut best: Option<(f32, Place)> = None;
        for (hint, _) in left_over(view, side) {
            let Some(&(near, card)) = self.ranked(assets, view, own, hint, &mut Rng::new(0)).first() else { continue };
            if near > LEFT_OVER && best.is_none_or(|(other, _)| near > other) {
                best = Some((near, card));
            }
        }
        best.map(|(_, card)| card)
    }

    /// Whether to intercept a hint of the other team.
    pub fn intercept(&self, rules: &Rules<Codenames>, view: &View, seat: Seat, rng: &mut Rng) -> Action {
        let side = rules.config.side(seat);
        let Some(hint) = view.hints.last() else { return Action::Waive };
        match self.ranked(&rules.assets, view, side, hint, rng)[..] {
            [(near, card), (next, _), ..] if near >= STEAL[0] && near - next >= STEAL[1] => Action::Intercept { card },
            _ => Action::Waive,
        }
    }
}

/// Earlier hints of a side with how many of their words were not found.
fn left_over(view: &View, side: Side) -> impl Iterator<Item = (&Hint, u8)> {
    let earlier = view.hints.split_last().map_or(&[][..], |(_, earlier)| earlier);
    earlier.iter().filter(move |hint| hint.side == side).filter_map(move |hint| {
        let Count::Number(number) = hint.count else { return None };
        let wanted = if view.is_duet() { crate::Kind::Green } else { side.kind() };
        let found = hint.revealed.iter().filter(|card| view.faces[card.index()].shown == Some(wanted)).count() as u8;
        let left = number.saturating_sub(found);
        (left > 0).then_some((hint, left))
    })
}
