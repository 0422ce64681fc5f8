//! Many games between bots, as fast as the rules allow.

use crate::{Bot, Code, Digest, Enumerate, FastDice, GameConfig, RANDOM, Rng, Seat, Tick, Verdict, Viewer, rng::mix};
use serde::Serialize;
use std::{ops::Range, sync::Arc};
use thiserror::Error;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct SimPlan {
    /// The bot in each seat.
    pub bots: Vec<String>,
    /// Equal seeds give equal games.
    pub seed: u64,
    /// Which games of the endless series that the seed names.
    pub games: Range<u64>,
}

/// Why a simulation cannot run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SimError {
    /// No such bot.
    #[error("There is no bot called {0}; choose one of: {1}.")]
    UnknownBot(String, String),
    /// A bot for every seat is needed.
    #[error("This table has {seats} seats, so --bots needs {seats} names.")]
    WrongSeats {
        /// Seats at the table.
        seats: u8,
    },
    /// The rules refused a bot's action, or a bot had none: a defect.
    #[error("Game {game}: {bot} was refused: {why}")]
    Refused {
        /// Which game.
        game: u64,
        /// Whose action.
        bot: String,
        /// What the rules said.
        why: String,
    },
    /// The game does not end: a defect.
    #[error("Game {0} did not end within {MAX_PLIES} plies.")]
    Endless(u64),
}

/// No game of the house is longer; one that is does not terminate.
const MAX_PLIES: u64 = 10_000_000;

/// What came out of some games. Tallies of parts add up to the tally of the whole, in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Actions taken.
    pub plies: u64,
    /// Games won, by seat.
    pub wins: Vec<u64>,
    /// Games nobody won.
    pub draws: u64,
    /// Sum of points, by seat.
    pub scores: Vec<i64>,
    /// Sum of the final positions' digests, so that neither order nor threads matter.
    pub digest: u64,
}

impl Tally {
    /// Adds the tally of other games of the same kind.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.draws += other.draws;
        self.digest = self.digest.wrapping_add(other.digest);
        add_each(&mut self.wins, &other.wins);
        add_each(&mut self.scores, &other.scores);
    }
}

fn add_each<T: Copy + Default + std::ops::AddAssign>(sums: &mut Vec<T>, parts: &[T]) {
    sums.resize(sums.len().max(parts.len()), T::default());
    for (sum, &part) in sums.iter_mut().zip(parts) {
        *sum += part;
    }
}

/// A player in a simulation.
enum Player<G> {
    /// Any legal action, straight from the rules.
    Random,
    /// A bot that sees its view.
    Viewing(Box<dyn Bot<G>>),
}

/// Plays `plan.games`; `after_each` hears of every finished game.
pub(crate) fn simulate<G: Enumerate>(
    config: &Arc<G::Config>,
    plan: &SimPlan,
    after_each: &mut dyn FnMut(),
) -> Result<Tally, SimError> {
    let seats = config.seats();
    if plan.bots.len() != usize::from(seats) {
        return Err(SimError::WrongSeats { seats });
    }
    let mut players = plan.bots.iter().map(|name| player::<G>(name)).collect::<Result<Vec<_>, _>>()?;
    let mut tally = Tally { wins: vec![0; seats.into()], scores: vec![0; seats.into()], ..Tally::default() };
    for number in plan.games.clone() {
        let (game, plies) = play::<G>(config, plan, number, &mut players)?;
        tally.games += 1;
        tally.plies += plies;
        tally.digest = tally.digest.wrapping_add(Digest::of(&game).word());
        match game.outcome().map(|outcome| outcome.verdict) {
            Some(Verdict::Won(winners)) => winners.iter().for_each(|seat| tally.wins[seat.index()] += 1),
            _ => tally.draws += 1,
        }
        for seat in Seat::all(seats) {
            tally.scores[seat.index()] += game.score(seat);
        }
        after_each();
    }
    Ok(tally)
}

fn player<G: Enumerate>(name: &str) -> Result<Player<G>, SimError> {
    if name == RANDOM {
        return Ok(Player::Random);
    }
    G::bot(name).map(Player::Viewing).ok_or_else(|| {
        let known: Vec<_> = [RANDOM].into_iter().chain(G::LEVELS.iter().map(|level| level.id)).collect();
        SimError::UnknownBot(name.to_owned(), known.join(", "))
    })
}

/// Plays one game to its end.
fn play<G: Enumerate>(
    config: &Arc<G::Config>,
    plan: &SimPlan,
    number: u64,
    players: &mut [Player<G>],
) -> Result<(G, u64), SimError> {
    let seed = mix(plan.seed ^ mix(number.wrapping_add(1)));
    let dice = FastDice(seed);
    // Bots must not be able to foresee the dice, not even by accident.
    let mut rng = Rng::new(mix(!seed));
    let mut game = G::new(config, &dice);
    let mut now = Tick::ZERO;
    let mut plies = 0;
    while game.outcome().is_none() {
        let awaiting = game.awaiting();
        for seat in awaiting.iter() {
            if game.outcome().is_some() || !game.awaiting().contains(seat) {
                continue;
            }
            let action = match &mut players[seat.index()] {
                Player::Random => game.sample(seat, &mut rng),
                Player::Viewing(bot) => bot.choose(config, &game.view(Viewer::Seat(seat)), seat, &mut rng),
            };
            let refused = |why: String| SimError::Refused { game: number, bot: plan.bots[seat.index()].clone(), why };
            let action = action.ok_or_else(|| refused("it had nothing to do".into()))?;
            game.check(seat, &action).map_err(|illegal| refused(format!("{} ({illegal})", illegal.code())))?;
            game.act(now, seat, action, &dice, &mut ());
            plies += 1;
        }
        if plies > MAX_PLIES {
            return Err(SimError::Endless(number));
        }
        if (awaiting.is_empty() || G::SPEC.real_time) && game.outcome().is_none() {
            now = game.next_wake().ok_or(SimError::Endless(number))?;
            game.wake(now, &dice, &mut ());
        }
    }
    Ok((game, plies))
}
