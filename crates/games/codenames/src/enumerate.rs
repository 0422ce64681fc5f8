//! Legal actions.

use crate::{Action, Codenames, Count, Phase, Place, Window, clue::Visible};
use parlor_kernel::{Rng, Seat};
use std::{borrow::Cow, ops::ControlFlow};

/// Words to give as a hint, if nothing better comes to mind.
pub(crate) const WORDS: &[&str] =
    &["thing", "idea", "alpha", "bravo", "echo", "quebec", "tango", "zulu", "somewhere", "nowhere", "xylo", "qwertz"];

/// The listed words that may be given while these are visible. A list of the host's own may have put all of them on the board:
/// then one that says nothing, of two letters or digits. So short words are not looked for inside others, and there are
/// more of them than a board has words and parts of words.
pub(crate) fn fair_words(visible: &Visible<'_>) -> Vec<Cow<'static, str>> {
    let is_fair = |word: &str| visible.check(word).is_ok();
    let mut words: Vec<Cow<'static, str>> =
        WORDS.iter().copied().filter(|word| is_fair(word)).map(Cow::Borrowed).collect();
    if words.is_empty() {
        let signs = || ('a'..='z').chain('2'..='9');
        let mut pairs = signs().flat_map(|one| signs().map(move |other| format!("{one}{other}")));
        words.extend(pairs.find(|pair| is_fair(pair)).map(Cow::Owned));
    }
    words
}

impl Codenames {
    /// Calls `f` with legal actions of `seat`: all of them, except that a hint may be any word.
    pub(crate) fn each<B>(&self, seat: Seat, f: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let rulings = [true, false].map(|allow| Action::Rule { allow });
        let cards = Place::all().flat_map(|card| {
            [
                Action::Reveal { card },
                Action::Intercept { card },
                Action::Tag { card, on: true },
                Action::Tag { card, on: false },
            ]
        });
        let all = rulings.into_iter().chain([Action::EndTurn, Action::Waive]).chain(cards);
        all.filter(|action| self.outcome.is_none() && self.may(seat, action).is_ok()).try_for_each(&mut *f)?;
        if self.may_hint(seat) {
            let counts = || (0..=Count::MOST).map(Count::Number).chain([Count::Unlimited]);
            for word in fair_words(&self.visible()) {
                counts().try_for_each(|count| f(Action::Hint { word: word.to_string(), count, meant: Vec::new() }))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether `seat` may give any word as a hint.
    pub(crate) fn may_hint(&self, seat: Seat) -> bool {
        match &self.phase {
            Phase::SpymasterTurn { side, .. } => self.config().hinter(*side) == seat,
            _ => false,
        }
    }

    /// A hint that is allowed, however little it says.
    fn any_hint(&self, rng: &mut Rng) -> Option<Action> {
        let words = fair_words(&self.visible());
        let word = words.get(rng.below(words.len().max(1) as u32) as usize)?;
        let count = Count::Number(1 + rng.below(3) as u8);
        Some(Action::Hint { word: word.to_string(), count, meant: Vec::new() })
    }

    /// A random legal action that keeps the game going.
    pub(crate) fn sampled(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if self.outcome.is_some() {
            return None;
        }
        if self.may(seat, &Action::Rule { allow: true }).is_ok() {
            return Some(Action::Rule { allow: rng.percent(50) });
        }
        if self.may_hint(seat) {
            return self.any_hint(rng);
        }
        let side = self.config().side(seat);
        let hidden: Vec<_> = Place::all().filter(|&card| !self.face(card).is_closed_to(side)).collect();
        let card = *hidden.get(rng.below(hidden.len().max(1) as u32) as usize)?;
        let window = matches!(self.phase, Phase::TeamTurn { window: Window::Open { .. }, .. });
        let tag = Action::Tag { card, on: !self.tags[seat.index()].contains(card) };
        let wish = match rng.below(10) {
            0 => tag.clone(),
            1 => Action::EndTurn,
            2 if window => Action::Intercept { card },
            3 if window => Action::Waive,
            _ => Action::Reveal { card },
        };
        let others = [wish, Action::Reveal { card }, Action::Waive, tag];
        others.into_iter().find(|action| self.may(seat, action).is_ok())
    }
}
