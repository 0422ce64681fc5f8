//! Giving hints: words that are near one's own cards and far from all others.

use crate::{
    Action, CARDS, Codenames, Config, Count, Kind, Meaning, Place, Side, View, assets::Assets, clue::Visible,
    enumerate::fair_words,
};
use parlor_kernel::{Rng, Rules};

/// How a team may understand words: how far, on average, its idea of a nearness is from the table's. Each with how likely
/// it is before anything is known.
const READINGS: [(f32, f32); 4] = [(0.03, 0.20), (0.07, 0.30), (0.10, 0.35), (0.14, 0.15)];

/// A spymaster with its habits.
#[derive(Clone, Copy, Debug)]
pub struct Spymaster {
    /// How many of the most common words it knows.
    pub vocabulary: usize,
    /// The highest number it says.
    pub most: u8,
    /// What it gives for not revealing a word of the opponents, of nobody, and the assassin, in words of its own.
    pub costs: [f32; 3],
    /// How many hints it weighs closely.
    pub candidates: usize,
    /// How many ways to understand a hint it imagines.
    pub samples: usize,
    /// How far its own idea of a nearness is from the table's.
    pub blur: f32,
}

impl Spymaster {
    /// Hints at one or two words.
    pub const EASY: Self =
        Self { vocabulary: 2_000, most: 2, costs: [0.5, 0.2, 1.0], candidates: 8, samples: 1, blur: 0.12 };
    /// Takes more risks.
    pub const MEDIUM: Self =
        Self { vocabulary: 4_000, most: 3, costs: [1.0, 0.4, 3.0], candidates: 32, samples: 16, blur: 0.05 };
    /// Weighs every word.
    pub const HARD: Self =
        Self { vocabulary: 6_000, most: 9, costs: [1.0, 0.4, 8.0], candidates: 96, samples: 64, blur: 0.0 };

    /// The best hint that comes to mind for `side`.
    pub fn hint(&self, rules: &Rules<Codenames>, view: &View, side: Side, rng: &mut Rng) -> Action {
        let (config, assets) = (&*rules.config, &rules.assets);
        let board = Board::of(config, assets, view, side);
        let reading = board.reading(assets, view, side);
        let mut ideas = self.ideas(assets, &board, rng);
        let noise = noise(self.samples, rng);
        let mut best: Option<Plan> = None;
        let mut weighed = 0;
        let visible = visible(config, assets, view);
        while let Some(idea) = ideas.pop() {
            if visible.check(idea.word).is_err() {
                continue;
            }
            weighed += 1;
            let plan = self.weigh(&board, idea, &noise, reading);
            if best.as_ref().is_none_or(|best| plan.worth > best.worth) {
                best = Some(plan);
            }
            if weighed >= self.candidates {
                break;
            }
        }
        match best {
            Some(plan) => plan.action(&board),
            None => fallback(&visible),
        }
    }

    /// Words that set own cards apart from others, the best last.
    fn ideas<'a>(&self, assets: &'a Assets, board: &Board, rng: &mut Rng) -> Vec<Idea<'a>> {
        // Some will be refused: they are forms of visible words.
        let keep = self.candidates * 2 + 8;
        let mut ideas: Vec<Idea<'a>> = Vec::with_capacity(keep * 4);
        // What an idea must promise to be among the best so far.
        let mut least = 0.0;
        assets.each_hint(self.vocabulary, |word, meaning| {
            let near = |card: &Card| {
                let blur = if self.blur > 0.0 { gaussian(rng) * self.blur } else { 0.0 };
                card.meaning.as_ref().map_or(0.0, |other| meaning.near(other)) + blur
            };
            let Some((near, promise)) = board.promise(near, least) else { return };
            ideas.push(Idea { word, near, promise });
            if ideas.len() == ideas.capacity() {
                keep_best(&mut ideas, keep);
                least = ideas.iter().map(|idea| idea.promise).fold(f32::MAX, f32::min);
            }
        });
        keep_best(&mut ideas, keep);
        ideas.sort_by(|one, other| one.promise.total_cmp(&other.promise));
        ideas
    }

    /// How much a hint is worth, and for how many words it should be given: what comes of it on average, if the team's
    /// idea of each nearness differs by `reading`.
    fn weigh<'a>(&self, board: &Board, idea: Idea<'a>, noise: &[Near], reading: f32) -> Plan<'a> {
        let most = usize::from(self.most).min(board.mine);
        let mut worth = [0.0; CARDS as usize];
        let worth = &mut worth[..most];
        for sample in noise {
            let near: Near = std::array::from_fn(|number| idea.near[number] + sample[number] * reading);
            let (mine, others) = near[..board.cards.len()].split_at(board.mine);
            // The turn ends with the nearest card that is not the team's; those that are nearer are found before.
            let end = others.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1));
            let (bar, cost) =
                end.map_or((f32::MIN, 0.0), |(number, &bar)| (bar, self.cost(board.others()[number].role)));
            let found = mine.iter().filter(|&&near| near > bar).count();
            for (count, worth) in worth.iter_mut().enumerate() {
                let gained = if count < found { (count + 1) as f32 } else { found as f32 - cost };
                *worth += gained / noise.len() as f32;
            }
        }
        for (worth, risk) in worth.iter_mut().zip(board.assassin_risks(&idea.near, reading)) {
            *worth -= self.costs[2] * risk;
        }
        let best = worth.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1));
        let (count, worth) = best.map_or((1, f32::MIN), |(place, worth)| (place + 1, *worth));
        Plan { word: idea.word, near: idea.near, count: count as u8, worth }
    }

    /// What revealing a card that is not the team's costs; the assassin's price is worked out apart.
    fn cost(&self, role: Role) -> f32 {
        if role == Role::Theirs { self.costs[0] } else { self.costs[1] }
    }
}

/// Leaves the `keep` most promising ideas, in any order.
fn keep_best(ideas: &mut Vec<Idea<'_>>, keep: usize) {
    if ideas.len() > keep {
        ideas.select_nth_unstable_by(keep, |one, other| other.promise.total_cmp(&one.promise));
        ideas.truncate(keep);
    }
}

/// A number for each card of a [`Board`], in its order.
type Near = [f32; CARDS as usize];

/// A word that may become a hint.
struct Idea<'a> {
    word: &'a str,
    near: Near,
    promise: f32,
}

/// A hint that has been weighed.
struct Plan<'a> {
    word: &'a str,
    near: Near,
    count: u8,
    worth: f32,
}

impl Plan<'_> {
    fn action(self, board: &Board) -> Action {
        let mut mine: Vec<(f32, Place)> = board
            .cards
            .iter()
            .zip(self.near)
            .filter(|(card, _)| card.role == Role::Mine)
            .map(|(card, near)| (near, card.place))
            .collect();
        mine.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
        let mut meant: Vec<Place> = mine.into_iter().take(self.count.into()).map(|(_, place)| place).collect();
        meant.sort_unstable();
        Action::Hint { word: self.word.to_owned(), count: Count::Number(self.count), meant }
    }
}

/// What a hidden card is to the spymaster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Mine,
    Theirs,
    Innocent,
    Assassin,
}

struct Card {
    place: Place,
    role: Role,
    meaning: Option<Meaning>,
}

/// The cards that the team may still choose: first its own, then the others.
struct Board {
    cards: Vec<Card>,
    /// How many are its own.
    mine: usize,
}

impl Board {
    fn of(config: &Config, assets: &Assets, view: &View, side: Side) -> Self {
        let guessers = if config.is_duet() { side.other() } else { side };
        let cards = view.hidden(guessers).map(|place| {
            let role = match view.known(side, place) {
                Some(Kind::Green) => Role::Mine,
                Some(Kind::Assassin) => Role::Assassin,
                Some(kind) if kind.owner() == Some(side) => Role::Mine,
                Some(kind) if kind.owner().is_some() => Role::Theirs,
                Some(_) | None => Role::Innocent,
            };
            Card { place, role, meaning: assets.card_meaning(&view.words[place.index()]) }
        });
        let mut cards: Vec<Card> = cards.collect();
        cards.sort_by_key(|card| card.role != Role::Mine);
        let mine = cards.iter().filter(|card| card.role == Role::Mine).count();
        Self { cards, mine }
    }

    fn others(&self) -> &[Card] {
        &self.cards[self.mine..]
    }

    /// How near a hint is to each card, and a quick estimate of what it is worth: how clearly own cards stand out from the
    /// nearest other. Nothing if that is not more than `least`, which most hints turn out to be before every card is
    /// looked at.
    fn promise(&self, mut of: impl FnMut(&Card) -> f32, least: f32) -> Option<(Near, f32)> {
        let mut near = [0.0; CARDS as usize];
        let (mine, others) = near.split_at_mut(self.mine);
        for (near, card) in mine.iter_mut().zip(&self.cards) {
            *near = of(card);
        }
        let promise = |bar: f32| mine.iter().map(|near| ((near - bar + 0.04) / 0.16).clamp(0.0, 1.0)).sum::<f32>();
        let mut bar = f32::MIN;
        let mut promised = promise(bar);
        for (near, card) in others.iter_mut().zip(self.others()) {
            *near = of(card);
            let extra = match card.role {
                Role::Theirs => 0.02,
                Role::Mine | Role::Innocent => 0.0,
                Role::Assassin => 0.06,
            };
            if *near + extra > bar {
                bar = *near + extra;
                promised = promise(bar);
                if promised <= least {
                    return None;
                }
            }
        }
        (promised > least).then_some((near, promised))
    }

    /// How likely the assassin seems nearer than an own card: for a hint for one word, for two, and so on. It is so rare that
    /// samples would miss it.
    fn assassin_risks(&self, near: &Near, reading: f32) -> impl Iterator<Item = f32> + use<> {
        let mut mine = near[..self.mine].to_vec();
        mine.sort_unstable_by(|one, other| other.total_cmp(one));
        let others = self.others().iter().zip(&near[self.mine..]);
        let assassin =
            others.filter(|(card, _)| card.role == Role::Assassin).map(|(_, near)| *near).fold(f32::MIN, f32::max);
        // The difference of two readings varies more than each; the logistic curve is close to the normal one.
        let spread = (reading * std::f32::consts::SQRT_2).max(1e-3);
        mine.into_iter().map(move |near| 1.0 / (1.0 + (1.702 * (near - assassin) / spread).exp()))
    }

    /// How differently the team seems to understand words, by what it has revealed so far.
    fn reading(&self, assets: &Assets, view: &View, side: Side) -> f32 {
        let mut weights = READINGS.map(|(_, weight)| weight);
        let meanings: Vec<_> = view.words.iter().map(|word| assets.card_meaning(word)).collect();
        let mut hidden: Vec<Place> = Place::all().collect();
        for hint in &view.hints {
            let told = assets.hint_meaning(&hint.word);
            let count = match hint.count {
                Count::Number(number) => usize::from(number),
                Count::Unlimited => 0,
            };
            for (number, &card) in hint.revealed.iter().enumerate() {
                if let Some(told) = told.as_ref().filter(|_| hint.side == side && number < count) {
                    let near = |place: Place| meanings[place.index()].as_ref().map_or(0.0, |other| told.near(other));
                    for (weight, (reading, _)) in weights.iter_mut().zip(READINGS) {
                        // About as likely as it is that noise of this size puts the card first.
                        let heat = |place: Place| (near(place) / (reading * 0.8)).exp();
                        let sum: f32 = hidden.iter().map(|&place| heat(place)).sum();
                        *weight *= (heat(card) / sum).max(1e-6);
                    }
                }
                hidden.retain(|&place| place != card);
            }
        }
        let sum: f32 = weights.iter().sum();
        weights.iter().zip(READINGS).map(|(weight, (reading, _))| weight * reading).sum::<f32>() / sum
    }
}

/// Ways to understand a hint: for each card a number with mean 0 and variance 1.
fn noise(samples: usize, rng: &mut Rng) -> Vec<Near> {
    (0..samples).map(|_| std::array::from_fn(|_| gaussian(rng))).collect()
}

/// Nearly normal: the sum of four uniform numbers, with variance 1.
pub(super) fn gaussian(rng: &mut Rng) -> f32 {
    let word = rng.next_word();
    let sum: u32 = (0..4).map(|part| (word >> (16 * part) & 0xFFFF) as u32).sum();
    (sum as f32 / 65_536.0 - 2.0) * 1.732
}

fn visible<'a>(config: &Config, assets: &Assets, view: &'a View) -> Visible<'a> {
    let hidden = view.words.iter().zip(&view.faces).filter(|(_, face)| face.shown.is_none());
    Visible::new(hidden.map(|(word, _)| word.as_str()), assets.list.language, config.clue_check)
}

/// A hint for those who know no words: any that is allowed.
fn fallback(visible: &Visible<'_>) -> Action {
    let word = fair_words(visible).into_iter().next().unwrap_or_default().into_owned();
    Action::Hint { word, count: Count::Number(1), meant: Vec::new() }
}
