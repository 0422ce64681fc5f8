//! How good the spymaster's hints are, and how fast: a team alone against a board, as people measure such bots.
//!
//! Eight words are the team's, seven the opponents', nine nobody's, one is the assassin. The team loses by the assassin or
//! by revealing all seven. The guesser understands words as the table has them, or moved by a random vector of the given
//! length. Set `BOARDS` for more boards than 200.

#[path = "../../mahjong/benches/clock/mod.rs"]
mod clock;

use clock::Clock;
use parlor_codenames::{
    Action, Appeal, Assets, Codenames, Config, Count, DIMENSIONS, Face, Guesser, Hint, Kind, Meaning, Phase, Place,
    Places, Side, Spymaster, View, Window, library,
};
use parlor_kernel::{Assets as _, Rng, Rules, Seat, SeatSet};
use std::env;

/// How the levels are told.
const LEVELS: [(&str, Spymaster, Guesser); 3] = [
    ("easy", Spymaster::EASY, Guesser::EASY),
    ("medium", Spymaster::MEDIUM, Guesser::MEDIUM),
    ("hard", Spymaster::HARD, Guesser::HARD),
];

fn main() {
    let boards: u64 = env::var("BOARDS").ok().and_then(|text| text.parse().ok()).unwrap_or(200);
    let config = Config::default();
    let assets = Assets::load(&config, &library()).expect("the assets come with the game");
    let rules = Rules::<Codenames> { config: config.into(), assets };
    for (name, spymaster, guesser) in LEVELS {
        for mismatch in [0.0, 0.3, 0.6, 1.0] {
            let mut tally = Tally::default();
            for seed in 0..boards {
                let mut rng = Rng::new(seed);
                Solo::new(&rules, mismatch, &mut rng).play(spymaster, guesser, &mut rng, &mut tally);
            }
            println!("{name:>6}, mismatch {mismatch:.1}: {tally}");
        }
    }
}

/// What came of the boards.
#[derive(Default)]
struct Tally {
    boards: u32,
    won: u32,
    turns: u32,
    hints: u32,
    /// Seconds of the processor.
    thought: f64,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:5.1} % won, {:.2} turns on average, a hint in {:.2} ms",
            100.0 * f64::from(self.won) / f64::from(self.boards),
            f64::from(self.turns) / f64::from(self.won.max(1)),
            self.thought * 1e3 / f64::from(self.hints.max(1)),
        )
    }
}

/// A team alone.
struct Solo<'a> {
    rules: &'a Rules<Codenames>,
    view: View,
    key: Vec<Kind>,
    /// How the guesser understands the cards, if it does so in another way.
    cards: Vec<Meaning>,
    mismatch: f32,
}

impl<'a> Solo<'a> {
    fn new(rules: &'a Rules<Codenames>, mismatch: f32, rng: &mut Rng) -> Self {
        let mut words: Vec<String> = rules.assets.list.entries.iter().map(|entry| entry.word.clone()).collect();
        rng.shuffle(&mut words);
        words.truncate(25);
        let kinds = [(8, Kind::Red), (7, Kind::Blue), (9, Kind::Innocent), (1, Kind::Assassin)];
        let mut key: Vec<Kind> = kinds.iter().flat_map(|&(count, kind)| std::iter::repeat_n(kind, count)).collect();
        rng.shuffle(&mut key);
        let cards = words.iter().map(|word| {
            let meaning = rules.assets.card_meaning(word).expect("the table knows every word of the list");
            meaning.moved(&offset(mismatch, rng))
        });
        let cards = cards.collect();
        let view = View {
            seat: Some(Seat(0)),
            red: 2,
            words,
            keys: vec![None],
            faces: vec![Face::default(); 25],
            phase: Phase::SpymasterTurn { side: Side::RED, appeal: Appeal::Unasked },
            starter: Side::BLUE,
            hints: Vec::new(),
            tags: vec![Places::NONE; 4],
            intercepts: false,
            waived: false,
            points: [0; 2],
            players: vec![0; 4],
            turns_left: 0,
            deadline: None,
            gone: SeatSet::EMPTY,
            outcome: None,
            explanations: Vec::new(),
        };
        Self { rules, view, key, cards, mismatch }
    }

    fn play(mut self, spymaster: Spymaster, guesser: Guesser, rng: &mut Rng, tally: &mut Tally) {
        tally.boards += 1;
        for turn in 1..=25 {
            self.view.phase = Phase::SpymasterTurn { side: Side::RED, appeal: Appeal::Unasked };
            self.view.keys = vec![Some(self.key.clone())];
            let clock = Clock::start();
            let hint = spymaster.hint(self.rules, &self.view, Side::RED, rng);
            tally.thought += clock.seconds();
            tally.hints += 1;
            let Action::Hint { word, count, .. } = hint else { panic!("a spymaster gives hints") };
            self.view.keys = vec![None];
            self.view.hints.push(Hint { side: Side::RED, word: word.clone(), count, revealed: Vec::new() });
            match self.guess(&word, count, guesser, rng) {
                Some(true) => {
                    tally.won += 1;
                    tally.turns += turn;
                    return;
                }
                Some(false) => return,
                None => {}
            }
        }
    }

    /// A turn of guesses: whether it won or lost the game.
    fn guess(&mut self, word: &str, count: Count, guesser: Guesser, rng: &mut Rng) -> Option<bool> {
        let told = self.rules.assets.hint_meaning(word).map(|told| told.moved(&offset(self.mismatch, rng)));
        for guesses in 0.. {
            self.view.phase = Phase::TeamTurn { side: Side::RED, guesses, window: Window::Closed };
            let card = if self.mismatch == 0.0 {
                match guesser.guess(self.rules, &self.view, Seat(0), rng) {
                    Some(Action::Reveal { card }) => card,
                    _ => return None,
                }
            } else {
                // Another model of the language, which reveals as many cards as it is told.
                let wanted = if let Count::Number(number) = count { number } else { 1 };
                if guesses >= wanted {
                    return None;
                }
                let near = |card: &Place| told.as_ref().map_or(0.0, |told| told.near(&self.cards[card.index()]));
                self.view.hidden(Side::RED).max_by(|one, other| near(one).total_cmp(&near(other)))?
            };
            let kind = self.key[card.index()];
            self.view.faces[card.index()].shown = Some(kind);
            self.view.hints.last_mut().expect("a hint was given").revealed.push(card);
            let shown = |kind| self.view.faces.iter().filter(|face| face.shown == Some(kind)).count();
            match kind {
                Kind::Assassin => return Some(false),
                Kind::Red if shown(Kind::Red) == 8 => return Some(true),
                Kind::Red => {}
                Kind::Blue if shown(Kind::Blue) == 7 => return Some(false),
                _ => return None,
            }
        }
        None
    }
}

/// A random vector of about this length.
fn offset(length: f32, rng: &mut Rng) -> [f32; DIMENSIONS] {
    let uniform = 12.0_f32.sqrt() * length / (DIMENSIONS as f32).sqrt();
    std::array::from_fn(|_| (rng.below(1 << 20) as f32 / (1 << 20) as f32 - 0.5) * uniform)
}
