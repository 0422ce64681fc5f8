//! Playing alone for a record.
//!
//! The house gives out the dice when a run begins, and gets the inputs when it is over. It plays them again and keeps what
//! comes of that. A run has to come in when its own clock says that it is over: so it was neither played beforehand nor
//! slower than it says. Each run is counted once, and a player has one at a time.

mod proof;

use crate::{
    chance,
    house::House,
    problem::{HouseError, HttpError, Refused},
};
use axum::http::StatusCode;
use parlor_kernel::{AnyRules, Key, Tick};
use parlor_store::{BestRun, RunBoard, RunCursor, RunEnd, RunLeaderRow, RunRow, StoreError, User, Write};
use parlor_wire::{
    Kind, MatchId, RunId,
    http::{Mark, RunBegun, RunBest, RunCounted, RunLeader, RunLog, RunWish},
};
use proof::{Proven, Runner, prove};
use std::sync::Arc;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;
use tokio::sync::{Mutex, Semaphore};

/// How much sooner than its own clock says a run may come in, in milliseconds: clocks differ a little.
const EARLY_MS: u64 = 1_000;
/// How many runs may wait for their turn to be played again. Each has all its inputs in memory: megabytes, if they are chosen
/// for it.
const WAITING: usize = 8;
/// Ranks are counted up to this one.
const RANKED: u32 = 1_000;

/// Why a run is not counted.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case", prefix = "run_")]
pub enum RunError {
    /// It is another run that the player has begun, or none.
    #[error("That run is not known here, or you have begun another one since. Begin a new one.")]
    Unknown,
    /// Less time has passed than it says.
    #[error("Less time has passed since that run began than it took. Runs are played in their own time.")]
    TooSoon,
    /// More time has passed than it says.
    #[error("That run came in long after it was over, so it was not counted.")]
    TooLate,
    /// It has too many inputs.
    #[error("That run has more inputs than the house reads.")]
    TooLong,
    /// An input is not where it belongs.
    #[error("Input {0} is not in its order.")]
    OutOfOrder(usize),
    /// An input breaks the rules.
    #[error("Input {number} is not possible there: {why}")]
    Illegal {
        /// Which, from 1.
        number: usize,
        /// The rule.
        why: String,
    },
    /// The inputs do not lead to an end.
    #[error("The inputs do not lead to the end of the run.")]
    Unfinished,
    /// It is over, and worth nothing.
    #[error("The run did not reach its goal, so there is nothing to count.")]
    GoalMissed,
    /// The house cannot play it.
    #[error("The house cannot play that just now. Please try again.")]
    Unplayable,
}

impl HttpError for RunError {
    fn status(&self) -> StatusCode {
        match self {
            Self::Unknown => StatusCode::NOT_FOUND,
            Self::TooSoon | Self::TooLate => StatusCode::CONFLICT,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::OutOfOrder(_) | Self::Illegal { .. } | Self::Unfinished | Self::GoalMissed => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Self::Unplayable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// Plays runs again, one at a time: a crowd that has finished must not take every processor from those who play. Nor may it
/// take all memory: few wait for their turn.
#[derive(Debug)]
pub struct Umpire {
    turn: Arc<Mutex<()>>,
    places: Semaphore,
}

impl Default for Umpire {
    fn default() -> Self {
        Self { turn: Arc::default(), places: Semaphore::new(WAITING) }
    }
}

impl Umpire {
    async fn judge(&self, work: impl FnOnce() -> Result<Proven, RunError> + Send + 'static) -> Result<Proven, Refused> {
        let place = self.places.try_acquire().map_err(|_| HouseError::TooFast(1))?;
        let turn = Arc::clone(&self.turn).lock_owned().await;
        drop(place);
        let judged = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        Ok(judged.await.map_err(|_| HouseError::Internal)??)
    }
}

impl House {
    /// Gives a player dice for a run. Its clock runs from now on.
    ///
    /// # Errors
    /// If there is no such way to play alone, or it cannot be written down.
    pub async fn begin_run(&self, user: &User, wish: RunWish) -> Result<RunBegun, Refused> {
        let RunWish { game, solo } = wish;
        self.solo_rules(&game, &solo)?;
        let (id, key) = (RunId(chance::word()), Key(chance::key()));
        let run = RunRow { id, game, solo, key: key.clone(), begun_at: self.wall.now_ms(), ended: None };
        self.store.write(vec![Write::BeginRun { user: user.id, run }]).await?;
        Ok(RunBegun { id, key })
    }

    /// Counts a run. Asked again about one that is counted, it answers the same.
    ///
    /// # Errors
    /// Why it is not counted.
    pub async fn end_run(&self, user: &User, id: RunId, log: RunLog) -> Result<RunCounted, Refused> {
        let run = self.store.run(user.id).await?.filter(|run| run.id == id).ok_or(RunError::Unknown)?;
        if run.ended.is_none() {
            self.count_run(user, run, log).await?;
        }
        let run = self.store.run(user.id).await?.filter(|run| run.id == id).ok_or(RunError::Unknown)?;
        let ended = run.ended.ok_or(RunError::Unknown)?;
        self.counted(user, &run, ended).await
    }

    async fn count_run(&self, user: &User, run: RunRow, log: RunLog) -> Result<(), Refused> {
        let rules = self.solo_rules(&run.game, &run.solo)?;
        let now = self.wall.now_ms();
        let passed_ms = now.saturating_sub(run.begun_at);
        in_time(&rules, log.end, passed_ms, self.settings.times.run_late_ms)?;
        let played = MatchId::new(now, chance::word());
        let (user_id, name) = (user.id, user.name.clone());
        let runner = Runner { user: user_id, name, begun_at: run.begun_at, now, house_ms: self.clock.now_ms() };
        let key = run.key;
        let proven = self.umpire.judge(move || prove(&rules, key, &log, played, &runner)).await?;
        let best = self
            .store
            .best_runs(user.id)
            .await?
            .into_iter()
            .find(|best| (&best.game, &best.solo) == (&run.game, &run.solo));
        // Only a best run is worth its log.
        let is_best = best.is_none_or(|best| proven.worth > best.worth);
        let mut writes = Vec::new();
        if is_best {
            self.may_keep(user.id, proven.weight)?;
            writes = proven.writes;
        }
        let played = is_best.then_some(played);
        writes.push(Write::EndRun { user: user.id, id: run.id, worth: proven.worth, at: now, played });
        match self.store.write(writes).await {
            // Another request has counted the same run meanwhile: then both are answered the same.
            Ok(()) | Err(StoreError::RunOver) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// What there is to say about a run that is counted.
    async fn counted(&self, user: &User, run: &RunRow, ended: RunEnd) -> Result<RunCounted, Refused> {
        let bests = self.store.best_runs(user.id).await?;
        let best = bests.iter().find(|best| (&best.game, &best.solo) == (&run.game, &run.solo));
        let worth = best.map_or(ended.worth, |best| best.worth);
        let board = RunBoard { game: &run.game, solo: &run.solo };
        let rank = if user.kind == Kind::Account {
            let better = self.store.better_runs(board, worth, RANKED).await?;
            (better < RANKED).then_some(better + 1)
        } else {
            None
        };
        Ok(RunCounted {
            mark: self.mark(board, ended.worth)?,
            before: ended.before.map(|worth| self.mark(board, worth)).transpose()?,
            is_best: ended.before.is_none_or(|before| ended.worth > before),
            rank,
            watch: best.and_then(|best| best.played),
        })
    }

    /// The rules of a way to play alone.
    fn solo_rules(&self, game: &str, solo: &str) -> Result<Arc<dyn AnyRules>, HouseError> {
        self.registry.game(game).and_then(|game| game.solo(solo)).ok_or(HouseError::NotFound("way to play alone"))
    }

    /// What a run is worth, as people read it.
    fn mark(&self, board: RunBoard<'_>, worth: i64) -> Result<Mark, HouseError> {
        let missing = HouseError::NotFound("way to play alone");
        let game = self.registry.game(board.game).ok_or(missing)?;
        let solo = game.solos().iter().find(|solo| solo.id == board.solo).ok_or(missing)?;
        Ok(Mark::of(solo.measure, game.spec().ticks_per_second, worth))
    }

    /// A player's best runs. Those of games that the house no longer has are left out.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn best_runs(&self, user: &User) -> Result<Vec<RunBest>, StoreError> {
        let bests = self.store.best_runs(user.id).await?;
        Ok(bests.into_iter().filter_map(|best| self.best_run(best)).collect())
    }

    fn best_run(&self, BestRun { game, solo, worth, at, played }: BestRun) -> Option<RunBest> {
        let mark = self.mark(RunBoard { game: &game, solo: &solo }, worth).ok()?;
        Some(RunBest { game, solo, mark, at, watch: played })
    }

    /// A page of the best runs, and where it ends if there are more.
    ///
    /// # Errors
    /// If there is no such way to play alone, or they cannot be read.
    pub async fn run_leaders(
        &self,
        board: RunBoard<'_>,
        after: Option<RunCursor>,
        most: u32,
    ) -> Result<(Vec<RunLeader>, Option<RunCursor>), Refused> {
        self.solo_rules(board.game, board.solo)?;
        let mut rows = self.store.run_leaders(board, after, most + 1).await?;
        let more = rows.len() > most as usize;
        rows.truncate(most as usize);
        let next = rows.last().filter(|_| more).map(RunLeaderRow::cursor);
        let leader = |RunLeaderRow { rank, user, best, .. }: RunLeaderRow| {
            let RunBest { mark, at, watch, .. } = self.best_run(best)?;
            Some(RunLeader { rank, person: user.into(), mark, at, watch })
        };
        Ok((rows.into_iter().filter_map(leader).collect(), next))
    }
}

/// Whether a run that ended at `end` by its own clock comes in at the right time.
fn in_time(rules: &Arc<dyn AnyRules>, end: Tick, passed_ms: u64, late_ms: u64) -> Result<(), RunError> {
    let took_ms = end.0.saturating_mul(1000) / u64::from(rules.spec().ticks_per_second);
    if took_ms > passed_ms.saturating_add(EARLY_MS) {
        return Err(RunError::TooSoon);
    }
    if passed_ms > took_ms.saturating_add(late_ms) { Err(RunError::TooLate) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::mpsc, time::Duration};
    use tokio::time::timeout;

    #[tokio::test]
    async fn few_runs_wait_for_their_turn() {
        let umpire = Umpire::default();
        let (goes_on, waits) = mpsc::channel::<()>();
        let judged = |waits: Option<mpsc::Receiver<()>>| {
            umpire.judge(move || {
                let _ = waits.map(|waits| waits.recv());
                Err(RunError::Unfinished)
            })
        };
        let code = |result: Result<Proven, Refused>| result.unwrap_err().refusal().code;
        let crowd = std::iter::once(Some(waits)).chain((0..WAITING).map(|_| None)).map(judged);
        let crowd = futures_util::future::join_all(crowd);
        let one_more = async {
            // All of the crowd have been polled by now.
            let refused = timeout(Duration::from_secs(5), judged(None)).await.map(code);
            drop(goes_on);
            refused
        };
        let (crowd, refused) = tokio::join!(crowd, one_more);
        assert_eq!(refused.ok(), Some("too_fast"), "it does not wait");
        assert!(crowd.into_iter().all(|judged| code(judged) == "run_unfinished"), "the others get their turn");
        assert_eq!(code(judged(None).await), "run_unfinished", "there is room again");
    }
}
