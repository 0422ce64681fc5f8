//! One field without an opponent: the yardstick for the search.

use parlor_kernel::FastDice;
use parlor_tetris::{
    Board, Clear, Piece, ScoreRule, Spin, SpinRule, Streak,
    bag::bag,
    bot::{
        evaluate::Weights,
        search::{Position, Rules, search},
    },
};
use std::{collections::BTreeMap, fs, time::Instant};

/// What to play.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// How stacks are judged.
    pub weights: Weights,
    /// Stacks judged for each piece.
    pub budget: u32,
    /// Pieces placed.
    pub pieces: u32,
    /// Which pieces come.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// Rows of garbage, for each bag of seven pieces.
    pub attacks: Vec<u32>,
    /// How often the field had to be emptied.
    pub deaths: u32,
    /// Stacks judged.
    pub nodes: u64,
    /// Processor time where the system tells it, since other programs come in between; else the time of day.
    pub seconds: f64,
    /// How often each kind of clear came.
    pub clears: BTreeMap<String, u32>,
}

impl Played {
    /// Rows of garbage for each piece.
    pub fn attack_per_piece(&self) -> f64 {
        f64::from(self.attacks.iter().sum::<u32>()) / self.attacks.len() as f64 / 7.0
    }

    /// Its standard error, from blocks of five bags, which hardly depend on each other.
    pub fn standard_error(&self) -> f64 {
        let blocks: Vec<f64> =
            self.attacks.chunks_exact(5).map(|bags| f64::from(bags.iter().sum::<u32>()) / 35.0).collect();
        let mean = blocks.iter().sum::<f64>() / blocks.len() as f64;
        let squares: f64 = blocks.iter().map(|value| (value - mean).powi(2)).sum();
        (squares / (blocks.len() as f64 - 1.0)).sqrt() / (blocks.len() as f64).sqrt()
    }
}

/// The rules of the published figures: guideline spins and attack, hold, five pieces shown.
pub const RULES: Rules = Rules { spins: SpinRule::Guideline, scoring: ScoreRule::Guideline, hold: true };

/// Plays so many pieces. A field that is topped out is emptied.
pub fn play(run: &Run) -> Played {
    let dice = FastDice(run.seed);
    let pieces: Vec<Piece> = (0..u64::from(run.pieces) / 7 + 3).flat_map(|number| bag(number, &dice)).collect();
    let mut played = Played::default();
    let (mut board, mut streak, mut hold, mut at) = (Board::EMPTY, Streak::default(), None, 0);
    let (start, processor) = (Instant::now(), processor_seconds());
    let mut in_bag = 0;
    for number in 0..run.pieces {
        let queue = &pieces[at..at + 6];
        let position = Position { board, start: None, queue, hold, may_hold: true, streak };
        let Some(choice) = search(&position, RULES, &run.weights, run.budget) else {
            (board, streak) = (Board::EMPTY, Streak::default());
            played.deaths += 1;
            continue;
        };
        at += 1;
        if choice.hold {
            at += usize::from(hold.is_none());
            hold = Some(queue[0]);
        }
        played.nodes += u64::from(choice.nodes);
        board.place(choice.placement);
        let lines = board.clear_lines().count_ones() as u8;
        let clear = Clear { lines, spin: choice.spin, perfect: lines > 0 && board.is_empty() };
        in_bag += u32::from(RULES.scoring.attack(clear, streak));
        streak = RULES.scoring.streak(streak, clear);
        if lines > 0 {
            let spin = match clear.spin {
                Spin::None => "",
                Spin::Mini => "mini ",
                Spin::Full => "T",
            };
            let perfect = if clear.perfect { " perfect" } else { "" };
            *played.clears.entry(format!("{spin}{lines}{perfect}")).or_default() += 1;
        }
        if number % 7 == 6 {
            played.attacks.push(std::mem::take(&mut in_bag));
        }
    }
    played.seconds = match (processor, processor_seconds()) {
        (Some(then), Some(now)) => now - then,
        _ => start.elapsed().as_secs_f64(),
    };
    played
}

/// Processor time of this thread so far, on Linux.
pub fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
