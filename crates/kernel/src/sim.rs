//! Many games between bots, as fast as the rules allow.

use crate::{
    AssetError, Code, Digest, FastDice, GameConfig, Hired, Playable, RANDOM, Rng, Rules, Seat, Tick, Verdict, rng::mix,
};
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
    /// An asset is missing or wrong.
    #[error(transparent)]
    Asset(#[from] AssetError),
    /// The game does not end: a defect.
    #[error("Game {0} did not end within {MAX_PLIES} plies or {MAX_SECONDS} seconds of its own time.")]
    Endless(u64),
}

/// No game of the house is longer; one that is does not terminate.
const MAX_PLIES: u64 = 10_000_000;

/// No real-time game of the house lasts longer than a day.
const MAX_SECONDS: u64 = 86_400;

/// What came out of some games. Tallies of parts add up to the tally of the whole, in any order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Actions taken.
    pub plies: u64,
    /// How long the games lasted in their own time.
    pub ticks: u64,
    /// Games won, by seat.
    pub wins: Vec<u64>,
    /// Games without a winner.
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
        self.ticks += other.ticks;
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
/// Plays `plan.games`; `after_each` hears of every finished game.
pub(crate) fn simulate<G: Playable>(
    rules: &Arc<Rules<G>>,
    plan: &SimPlan,
    after_each: &mut dyn FnMut(),
) -> Result<Tally, SimError> {
    let seats = rules.config.seats();
    if plan.bots.len() != usize::from(seats) {
        return Err(SimError::WrongSeats { seats });
    }
    let mut players = plan.bots.iter().map(|name| player::<G>(name)).collect::<Result<Vec<_>, _>>()?;
    let mut tally = Tally { wins: vec![0; seats.into()], scores: vec![0; seats.into()], ..Tally::default() };
    for number in plan.games.clone() {
        let played = Played::new(rules, plan, number, &mut players).finish()?;
        tally.games += 1;
        tally.plies += played.plies;
        tally.ticks += played.now.0;
        tally.digest = tally.digest.wrapping_add(Digest::of(&played.game).word());
        match played.game.outcome().map(|outcome| (outcome.verdict, outcome.winners())) {
            Some((Verdict::Won(_) | Verdict::Ranked(_), winners)) => {
                winners.iter().for_each(|seat| tally.wins[seat.index()] += 1);
            }
            _ => tally.draws += 1,
        }
        for seat in Seat::all(seats) {
            tally.scores[seat.index()] += played.game.score(seat);
        }
        after_each();
    }
    Ok(tally)
}

fn player<G: Playable>(name: &str) -> Result<Hired<G>, SimError> {
    Hired::of(name).ok_or_else(|| {
        let known: Vec<_> = [RANDOM].into_iter().chain(G::LEVELS.iter().map(|level| level.id)).collect();
        SimError::UnknownBot(name.to_owned(), known.join(", "))
    })
}

/// One game on its way to its end.
struct Played<'a, G: Playable> {
    rules: &'a Rules<G>,
    plan: &'a SimPlan,
    number: u64,
    players: &'a mut [Hired<G>],
    dice: FastDice,
    rng: Rng,
    game: G,
    now: Tick,
    plies: u64,
}

impl<'a, G: Playable> Played<'a, G> {
    fn new(rules: &'a Arc<Rules<G>>, plan: &'a SimPlan, number: u64, players: &'a mut [Hired<G>]) -> Self {
        let seed = mix(plan.seed ^ mix(number.wrapping_add(1)));
        let dice = FastDice(seed);
        // Bots must not be able to foresee the dice, not even by accident.
        let rng = Rng::new(mix(!seed));
        let game = G::new(rules, &dice);
        Self { rules, plan, number, players, dice, rng, game, now: Tick::ZERO, plies: 0 }
    }

    fn finish(mut self) -> Result<Self, SimError> {
        if G::SPEC.real_time {
            self.in_real_time()?
        } else {
            self.in_turns()?
        }
        Ok(self)
    }

    /// The awaited seats act; when there are none, the clock does.
    fn in_turns(&mut self) -> Result<(), SimError> {
        while self.game.outcome().is_none() {
            let awaiting = self.game.awaiting();
            for seat in awaiting.iter() {
                if self.game.outcome().is_some() || !self.game.awaiting().contains(seat) {
                    continue;
                }
                let action = self.ask(seat).ok_or_else(|| self.refused(seat, "it had nothing to do".into()))?;
                self.act(seat, action)?;
            }
            if self.plies > MAX_PLIES {
                return Err(SimError::Endless(self.number));
            }
            if awaiting.is_empty() && self.game.outcome().is_none() {
                self.now = self.game.next_wake().ok_or(SimError::Endless(self.number))?;
                self.game.wake(self.now, &self.dice, &mut ());
            }
        }
        Ok(())
    }

    /// The clock runs, and at the game's pace everyone is asked whether to change anything.
    fn in_real_time(&mut self) -> Result<(), SimError> {
        let last = MAX_SECONDS * u64::from(G::SPEC.ticks_per_second);
        let seats = self.players.len() as u8;
        let mut asking = Tick::ZERO;
        while self.game.outcome().is_none() {
            match self.game.next_wake().filter(|&due| due <= asking) {
                Some(due) => {
                    self.now = due;
                    self.game.wake(due, &self.dice, &mut ());
                }
                None => {
                    self.now = asking;
                    for seat in Seat::all(seats) {
                        if self.game.outcome().is_none()
                            && let Some(action) = self.ask(seat)
                        {
                            self.act(seat, action)?;
                        }
                    }
                    asking = asking + G::BOT_EVERY.max(1);
                }
            }
            if self.plies > MAX_PLIES || self.now.0 > last {
                return Err(SimError::Endless(self.number));
            }
        }
        Ok(())
    }

    fn ask(&mut self, seat: Seat) -> Option<G::Action> {
        self.players[seat.index()].ask(&self.game, self.rules, seat, self.now, [], &mut self.rng)
    }

    fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), SimError> {
        if let Err(illegal) = self.game.check(seat, &action) {
            return Err(self.refused(seat, format!("{} ({illegal})", illegal.code())));
        }
        self.game.act(self.now, seat, action, &self.dice, &mut ());
        self.plies += 1;
        Ok(())
    }

    fn refused(&self, seat: Seat, why: String) -> SimError {
        SimError::Refused { game: self.number, bot: self.plan.bots[seat.index()].clone(), why }
    }
}
