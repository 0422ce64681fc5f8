//! Full positions that fit a view.

use crate::{
    Appeal, Codenames, Count, Face, Kind, Phase, Place, Places, Proposal, Side, View, deal, enumerate::WORDS,
    state::Tally,
};
use parlor_kernel::{Rng, Rules, Seat};
use std::sync::Arc;

/// How often a key is drawn anew until it fits. What is seen of a duet leaves few that fit.
const TRIES: u32 = 20_000;

impl View {
    /// A random position that looks like this. Made up are the key, as far as it is not known, what spymasters meant, and
    /// the other team's marks.
    pub(crate) fn imagine(&self, rules: &Arc<Rules<Codenames>>, rng: &mut Rng) -> Codenames {
        let numbers = |word: &String| {
            let place = rules.assets.list.entries.iter().position(|entry| entry.word == *word);
            place.unwrap_or_default() as u16
        };
        let seats = self.players.len();
        let unheard =
            |seat: usize| self.seat.is_none_or(|own| !rules.config.team_mates(own).contains(Seat(seat as u8)));
        let mut game = Codenames {
            rules: Arc::clone(rules),
            drawn: self.words.iter().map(numbers).collect(),
            words: self.words.clone(),
            keys: self.imagine_keys(rng),
            faces: self.faces.clone(),
            phase: self.imagine_phase(rng),
            starter: self.starter,
            hints: self.hints.clone(),
            meant: vec![Places::NONE; self.hints.len()],
            tags: self.tags.clone(),
            waived: self.seat.filter(|_| self.waived).into_iter().collect(),
            points: self.points,
            players: self.players.clone(),
            tallies: vec![Tally::default(); seats],
            turns: u16::from(rules.config.turns).saturating_sub(self.turns_left.into()),
            idle: 0,
            deadline: self.deadline,
            gone: self.gone,
            outcome: self.outcome,
        };
        for seat in (0..seats).filter(|&seat| unheard(seat) && !self.is_over()) {
            let any = Place(rng.below(25) as u8);
            if rng.percent(30)
                && self.faces[any.index()] == Face::default()
                && !rules.config.is_spymaster(Seat(seat as u8))
            {
                game.tags[seat] = Places::NONE.with(any);
            }
        }
        game
    }

    /// What the host is asked to allow may be any word, for those who do not know it.
    fn imagine_phase(&self, rng: &mut Rng) -> Phase {
        let mut phase = self.phase.clone();
        if let Phase::SpymasterTurn { appeal: Appeal::Asked { hint: hint @ None }, .. } = &mut phase {
            let word = WORDS[rng.below(WORDS.len() as u32) as usize].to_owned();
            *hint = Some(Proposal { word, count: Count::Number(1 + rng.below(3) as u8) });
        }
        phase
    }

    fn is_over(&self) -> bool {
        self.phase == Phase::Ended
    }

    fn imagine_keys(&self, rng: &mut Rng) -> Vec<Vec<Kind>> {
        if self.is_duet() { self.imagine_duet(rng) } else { vec![self.imagine_key(rng)] }
    }

    /// What lies open is known; the rest is shuffled.
    fn imagine_key(&self, rng: &mut Rng) -> Vec<Kind> {
        if let [Some(known)] = &self.keys[..] {
            return known.clone();
        }
        let mut rest = deal::key(crate::Variant::Standard, self.starter, |_| ()).remove(0);
        for kind in self.faces.iter().filter_map(|face| face.shown) {
            if let Some(place) = rest.iter().position(|&other| other == kind) {
                rest.swap_remove(place);
            }
        }
        rng.shuffle(&mut rest);
        let mut rest = rest.into_iter();
        self.faces.iter().map(|face| face.shown.or_else(|| rest.next()).unwrap_or(Kind::Innocent)).collect()
    }

    /// Assigns the cards of a duet one after the other to pairs of kinds that fit what is seen; begins anew when one does
    /// not find any.
    fn imagine_duet(&self, rng: &mut Rng) -> Vec<Vec<Kind>> {
        if let [Some(one), Some(two)] = &self.keys[..] {
            return vec![one.clone(), two.clone()];
        }
        for _ in 0..TRIES {
            if let Some(keys) = self.try_duet(rng).filter(|keys| self.leaves_guessers(keys)) {
                return keys;
            }
        }
        deal::key(crate::Variant::Duet, self.starter, |cards| rng.shuffle(cards))
    }

    fn try_duet(&self, rng: &mut Rng) -> Option<Vec<Vec<Kind>>> {
        let mut cards = Vec::new();
        deal::key(crate::Variant::Duet, self.starter, |pairs| {
            rng.shuffle(pairs);
            cards = pairs.to_vec();
        });
        let mut order: Vec<Place> = Place::all().collect();
        // The cards of which most is known choose first.
        rng.shuffle(&mut order);
        order.sort_by_key(|&card| std::cmp::Reverse(self.constraints(card)));
        let mut keys = vec![vec![Kind::Innocent; 25]; 2];
        for card in order {
            let place = cards.iter().position(|pair| self.fits(card, *pair))?;
            let pair = cards.swap_remove(place);
            (keys[0][card.index()], keys[1][card.index()]) = (pair[0], pair[1]);
        }
        Some(keys)
    }

    /// Whether those have words left to find by these keys of whom it has been said.
    fn leaves_guessers(&self, keys: &[Vec<Kind>]) -> bool {
        let Phase::SuddenDeath { guessers } = self.phase else { return true };
        let left =
            |key: &[Kind]| self.faces.iter().zip(key).any(|(face, kind)| face.shown.is_none() && *kind == Kind::Green);
        // The seats are the sides, and each guesses by the other's key.
        Side::BOTH.iter().all(|side| left(&keys[side.index()]) == guessers.contains(Seat(side.other().0)))
    }

    fn constraints(&self, card: Place) -> usize {
        let face = self.faces[card.index()];
        usize::from(face.shown.is_some()) + face.innocent_for.iter().filter(|&&marked| marked).count()
    }

    fn fits(&self, card: Place, pair: [Kind; 2]) -> bool {
        let face = self.faces[card.index()];
        let own = Side::BOTH.iter().all(|&side| match &self.keys[side.index()] {
            Some(key) => key[card.index()] == pair[side.index()],
            None => true,
        });
        // A guesser of one side is judged by the other side's key.
        let marks = Side::BOTH
            .iter()
            .all(|&side| !face.innocent_for[side.index()] || pair[side.other().index()] == Kind::Innocent);
        let shown = match face.shown {
            None => true,
            Some(kind) => self.revealers(card).any(|side| pair[side.index()] == kind),
        };
        own && marks && shown
    }

    /// The sides by whose key a card was, or may have been, revealed.
    fn revealers(&self, card: Place) -> impl Iterator<Item = Side> {
        let hint = self.hints.iter().rev().find(|hint| hint.revealed.contains(&card));
        let sure = hint.map(|hint| hint.side).filter(|_| self.turns_left > 0);
        Side::BOTH.into_iter().filter(move |&side| sure.is_none_or(|sure| sure == side))
    }
}
