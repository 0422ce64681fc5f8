//! How long the pages about people take in a house with a long past.

use crate::report::{Goal, Report};
use anyhow::{Context, Result};
use futures_util::future::try_join_all;
use parlor_kernel::{Digest, Footer, Format, Header, Key, Outcome, Reason, Rng, Seat, SeatLabel, Tick};
use parlor_store::{
    Board, Counts, LeaderCursor, LeaderOrder, MatchRow, NewResult, Page, Player, PostgresStore, Secret, SqliteStore,
    Store, User, Write,
};
use parlor_wire::{Kind, MatchId, UserId};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

const PEOPLE: u64 = 50_000;
const MATCHES: u64 = 100_000;
/// The first of them plays in one of so many matches: a history worth paging through.
const REGULAR: u64 = 50;
/// Writes that are made durable together.
const BATCH: u64 = 500;
/// How often each page is asked for; the figure is the median.
const ASKED: usize = 51;
/// Rows of a page, as the house shows them.
const LEADERS: u32 = 51;
const HISTORY: u32 = 21;
const RIVALS: u32 = 10;
const GAME: &str = "battleship";
const GOAL: Goal = Goal::Most(5.0, "ms");

/// Builds such a house in each database and adds the times of its pages to the report.
///
/// # Errors
/// If a database cannot be had.
pub fn measure(report: &mut Report) -> Result<()> {
    Runtime::new().context("cannot start the runtime")?.block_on(async {
        let folder = tempfile::tempdir()?;
        let sqlite = SqliteStore::open(&folder.path().join("house.db")).await?;
        let filled = fill(&sqlite).await?;
        pages(("SQLite", filled), &sqlite, report).await?;
        let postgres = PostgresStore::open(&parlor_testdb::database()).await?;
        let filled = fill(&postgres).await?;
        // A server does that by itself, some time later.
        postgres.analyze().await?;
        pages(("PostgreSQL", filled), &postgres, report).await
    })
}

async fn pages((name, filled): (&str, Duration), store: &dyn Store, report: &mut Report) -> Result<()> {
    let filled = filled.as_secs();
    report.section(format!("Pages over {name}: {MATCHES} matches of {PEOPLE} people, written in {filled} s"));
    let someone = UserId(1);
    for (order, by) in [(LeaderOrder::Wins, "wins"), (LeaderOrder::Rating, "rating")] {
        let board = Board { game: GAME, order, kind: Kind::Account };
        let middle = middle(store, board).await?;
        let first = timed(async || store.leaders(board, None, LEADERS).await.map(drop)).await?;
        report.row(format!("leaderboard by {by}, the first page"), ms(first), GOAL);
        let later = timed(async || store.leaders(board, Some(middle), LEADERS).await.map(drop)).await?;
        report.row(format!("leaderboard by {by}, a page from the middle"), ms(later), GOAL);
    }
    let profile = timed(async || {
        store.user(someone).await?;
        store.standings(someone).await?;
        store.rivals(someone, RIVALS).await?;
        store.trust(someone).await.map(drop)
    });
    report.row("profile of a person with 2,000 matches", ms(profile.await?), GOAL);
    let history = timed(async || store.matches_of(someone, None, None, HISTORY).await.map(drop)).await?;
    report.row("their history, the first page", ms(history), GOAL);
    let after = Page { started_at: MATCHES / 2, id: MatchId(MATCHES / 2) };
    let history = timed(async || store.matches_of(someone, Some(GAME), Some(after), HISTORY).await.map(drop)).await?;
    report.row("their history in one game, a page from the middle", ms(history), GOAL);
    store.close().await;
    Ok(())
}

/// Where the page begins that is in the middle of a leaderboard's first thousand.
async fn middle(store: &dyn Store, board: Board<'_>) -> Result<LeaderCursor> {
    let rows = store.leaders(board, None, 1_000).await?;
    let row = rows.get(rows.len() / 2).context("there are leaders")?;
    row.cursor(board.order).context("a leader has a score")
}

fn ms(seconds: f64) -> String {
    format!("{:.2} ms", seconds * 1000.0)
}

/// The median time of a question, in seconds.
async fn timed<E>(mut ask: impl AsyncFnMut() -> std::result::Result<(), E>) -> std::result::Result<f64, E> {
    let mut times = Vec::with_capacity(ASKED);
    for _ in 0..ASKED {
        let started = Instant::now();
        ask().await?;
        times.push(started.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times[ASKED / 2])
}

/// People with accounts, and rated matches between them: how long it took to write them.
async fn fill(store: &dyn Store) -> Result<Duration> {
    let started = Instant::now();
    for first in (1..=PEOPLE).step_by(BATCH as usize) {
        let people = (first..(first + BATCH).min(PEOPLE + 1)).map(|id| {
            let user = User { id: UserId(id), name: format!("Player {id}"), kind: Kind::Account };
            let account = Write::AddAccount { user: user.id, password: Secret("none".into()), email: None };
            store.write(vec![Write::AddUser { user, owner: None, at: id }, account])
        });
        try_join_all(people).await?;
    }
    let mut rng = Rng::new(1);
    for first in (1..=MATCHES).step_by(BATCH as usize) {
        let matches = (first..(first + BATCH).min(MATCHES + 1)).map(|id| store.write(played(id, &mut rng)));
        try_join_all(matches).await?;
    }
    Ok(started.elapsed())
}

/// A match from its beginning to its end.
fn played(id: u64, rng: &mut Rng) -> Vec<Write> {
    let mut anyone = || 1 + u64::from(rng.below(PEOPLE as u32));
    let (mut one, other) = (anyone(), anyone());
    if id.is_multiple_of(REGULAR) {
        one = 1;
    }
    let other = if other == one { one % PEOPLE + 1 } else { other };
    let key = Key([id as u8; 32]);
    let header = Header {
        format: Format::NEWEST,
        game: GAME.into(),
        rules: 1,
        config: json!({}),
        seats: [one, other].map(|id| SeatLabel { name: format!("Player {id}"), bot: None }).to_vec(),
        commitment: key.commitment(),
    };
    let winner = Seat(u8::from(rng.percent(45)));
    let footer = Footer {
        tick: Tick(1),
        outcome: Outcome::won(winner, Reason::Completed),
        digest: Digest([0; 16]),
        key: key.clone(),
    };
    let row = MatchRow {
        id: MatchId(id),
        header,
        key,
        rated: true,
        opened_ms: id,
        started_at: id,
        ended_at: None,
        footer: None,
    };
    let place = |seat: u8| NewResult { place: Some(if winner.0 == seat { 1 } else { 2 }), ..NewResult::default() };
    let players = [one, other].map(|id| Player::user(UserId(id))).to_vec();
    let end = Write::EndMatch {
        id: row.id,
        footer,
        at: id,
        turns: 60,
        results: vec![place(0), place(1)],
        counts: Counts::Record,
    };
    vec![Write::BeginMatch { row: row.into(), players }, end]
}
