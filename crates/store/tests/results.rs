//! Results, standings and ratings against a real SQLite file.

mod common;

use common::{ada, add, bea, footer, row, store, user};
use parlor_kernel::{Best, Outcome, Reason, Seat, Stat, Verdict};
use parlor_store::{
    Board, Counts, LeaderOrder, LeaderRow, MatchRow, NewResult, Page, Player, Secret, SqliteStore, Store, User, Write,
};
use parlor_wire::{
    Kind, MatchId,
    http::{MatchStatus, SeatResult},
};

const SHOTS: Stat = Stat { id: "shots", name: "Shots", best: Best::LowestWon };

const STATS: [Stat; 3] = [
    Stat { id: "attacks", name: "Attacks", best: Best::LowestWon },
    Stat { id: "shots", name: "Shots", best: Best::Sum },
    Stat { id: "left", name: "Ships left", best: Best::HighestWon },
];

/// One match from beginning to end, between whoever is given (nobody is a bot of the house).
async fn play(store: &SqliteStore, id: u64, players: [Option<&User>; 2], winner: Option<u8>, rated: bool) {
    let row = MatchRow { rated, ..row(id) };
    let outcome = match winner {
        Some(seat) => Outcome::won(Seat(seat), Reason::Completed),
        None => Outcome { verdict: Verdict::Draw, reason: Reason::Completed },
    };
    let result = |seat| NewResult {
        result: match winner {
            Some(winner) if winner == seat => SeatResult::Won,
            Some(_) => SeatResult::Lost,
            None => SeatResult::Drawn,
        },
        score: i64::from(seat),
        stats: vec![(&SHOTS, 40 + id.cast_signed())],
    };
    let end = Write::EndMatch {
        id: row.id,
        footer: footer(&row, outcome),
        at: 100 + id,
        turns: 33,
        results: vec![result(0), result(1)],
        counts: Counts::Record,
    };
    let players = players.map(|player| player.map_or(Player::BOT, |user| Player::user(user.id))).to_vec();
    store.write(vec![Write::BeginMatch { row: row.into(), players }]).await.unwrap();
    store.write(vec![end.clone()]).await.unwrap();
    // Said again after a crash: counted once all the same.
    store.write(vec![end]).await.unwrap();
}

async fn with_accounts(people: &[User]) -> (tempfile::TempDir, SqliteStore) {
    let (dir, store) = store().await;
    for person in people {
        let account = Write::AddAccount { user: person.id, password: Secret("x".into()), email: None };
        store.write(vec![add(person.clone()), account]).await.unwrap();
    }
    (dir, store)
}

#[tokio::test]
async fn a_match_is_a_record() {
    let (_dir, store) = with_accounts(&[ada(), bea()]).await;
    let begin = Write::BeginMatch { row: row(1).into(), players: vec![Player::user(ada().id), Player::BOT] };
    store.write(vec![begin]).await.unwrap();
    assert_eq!(store.match_record(MatchId(1)).await.unwrap().unwrap().status, MatchStatus::InProgress);
    play(&store, 2, [Some(&ada()), Some(&bea())], Some(1), false).await;
    let record = store.match_record(MatchId(2)).await.unwrap().unwrap();
    assert_eq!((record.status, record.turns, record.row.ended_at), (MatchStatus::Completed, Some(33), Some(102)));
    let [first, second] = &record.seats[..] else { panic!("two seats") };
    assert_eq!((first.result, second.result), (Some(SeatResult::Lost), Some(SeatResult::Won)));
    assert_eq!((second.score, second.stats["shots"], second.rating), (Some(1), 42, None));
    assert_eq!(second.user.as_ref().unwrap().name, "Bea");
}

#[tokio::test]
async fn matches_add_up() {
    let (_dir, store) = with_accounts(&[ada(), bea()]).await;
    for (id, winner) in [(1, Some(0)), (2, Some(0)), (3, Some(1)), (4, None), (5, Some(0))] {
        play(&store, id, [Some(&ada()), Some(&bea())], winner, false).await;
    }
    play(&store, 6, [Some(&ada()), None], Some(1), false).await;
    let [standing] = &store.standings(ada().id).await.unwrap()[..] else { panic!("one game") };
    let people = &standing.people;
    assert_eq!((people.played, people.won, people.lost, people.drawn), (5, 3, 1, 1));
    assert_eq!((people.streak, people.best_streak, people.win_rate()), (1, 2, Some(60)));
    assert_eq!((people.totals["shots"], people.bests["shots"]), (41 + 42 + 43 + 44 + 45, 41));
    assert_eq!((standing.bots.played, standing.bots.lost, standing.bots.bests.len()), (1, 1, 0));
    assert!(standing.rating.is_none(), "nothing was rated");
    let [rival] = &store.rivals(ada().id, 9).await.unwrap()[..] else { panic!("one rival") };
    assert_eq!((rival.user.id, rival.won, rival.lost, rival.drawn, rival.last_at), (bea().id, 3, 1, 1, 105));
    assert_eq!(store.rivals(bea().id, 9).await.unwrap()[0].won, 1);
}

#[tokio::test]
async fn rated_matches_move_ratings_and_leaderboards() {
    let cy = user(3, "Cy", Kind::Guest);
    let (_dir, store) = with_accounts(&[ada(), bea(), cy.clone()]).await;
    store.write(vec![add(user(4, "Guest", Kind::Guest))]).await.unwrap();
    play(&store, 1, [Some(&ada()), Some(&bea())], Some(0), true).await;
    play(&store, 2, [Some(&cy), Some(&bea())], Some(0), true).await;
    play(&store, 3, [Some(&ada()), Some(&cy)], Some(0), false).await;
    play(&store, 4, [Some(&user(4, "Guest", Kind::Guest)), Some(&cy)], Some(0), false).await;
    let best = store.rating(ada().id, "toy").await.unwrap().unwrap();
    assert_eq!(best.matches, 1, "only rated matches count");
    assert!(best.value > 1600.0 && best.deviation < 300.0, "{best:?}");
    assert!(best.rounded().is_provisional());
    assert!(store.rating(ada().id, "other").await.unwrap().is_none());
    let change = store.match_record(MatchId(1)).await.unwrap().unwrap().seats[1].rating.unwrap();
    assert!(change.before == 1500 && change.after < 1400, "{change:?}");
    let board = async |order, after| {
        let board = Board { game: "toy", order, kind: Kind::Account };
        let rows = store.leaders(board, after, 2).await.unwrap();
        let next = rows.last().and_then(|row| row.cursor(order));
        (rows.into_iter().map(|row| (row.rank, row.user.name)).collect::<Vec<_>>(), next)
    };
    let of = |rank, name: &str| (rank, name.to_owned());
    let (first, next) = board(LeaderOrder::Rating, None).await;
    assert_eq!(first, [of(1, "Ada"), of(2, "Cy")]);
    assert_eq!(board(LeaderOrder::Rating, next).await.0, [of(3, "Bea")]);
    assert_eq!(board(LeaderOrder::Wins, None).await.0, [of(1, "Ada"), of(2, "Cy")]);
    let bots = Board { game: "toy", order: LeaderOrder::Wins, kind: Kind::Bot };
    assert!(store.leaders(bots, None, 9).await.unwrap().is_empty());
}

#[tokio::test]
async fn history_comes_in_pages() {
    let (_dir, store) = with_accounts(&[ada(), bea()]).await;
    for id in 1..=5 {
        play(&store, id, [Some(&ada()), Some(&bea())], Some(0), false).await;
    }
    let mut seen = Vec::new();
    let mut after = None;
    loop {
        let page = store.matches_of(ada().id, Some("toy"), after, 2).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(Page { started_at: last.row.started_at, id: last.row.id });
        seen.extend(page.iter().map(|record| record.row.id.0));
    }
    assert_eq!(seen, [5, 4, 3, 2, 1]);
    assert!(store.matches_of(ada().id, Some("other"), None, 9).await.unwrap().is_empty());
}

#[tokio::test]
async fn streaks_and_bests() {
    let (_dir, store) = with_accounts(&[ada(), bea()]).await;
    let mut id = 0;
    let mut end = async |result: SeatResult, attacks: i64, counts: Counts| {
        id += 1;
        let left = if result == SeatResult::Won { 3 } else { 5 };
        let outcome = match result {
            SeatResult::Won => Outcome::won(Seat(0), Reason::Completed),
            SeatResult::Lost => Outcome::won(Seat(1), Reason::Completed),
            _ => Outcome { verdict: Verdict::Draw, reason: Reason::Completed },
        };
        let mine = NewResult { result, score: 0, stats: STATS.iter().zip([attacks, attacks, left]).collect() };
        let players = vec![Player::user(ada().id), Player::user(bea().id)];
        let (id, footer) = (MatchId(id), footer(&row(id), outcome));
        let begin = Write::BeginMatch { row: row(id.0).into(), players };
        let end = Write::EndMatch { id, footer, at: id.0, turns: 1, results: vec![mine], counts };
        store.write(vec![begin, end]).await.unwrap();
        store.standings(ada().id).await.unwrap().remove(0).people
    };
    let results = [(SeatResult::Won, 60), (SeatResult::Won, 50), (SeatResult::Lost, 10)];
    for (result, attacks) in results {
        end(result, attacks, Counts::Record).await;
    }
    let tally = end(SeatResult::Lost, 20, Counts::Record).await;
    assert_eq!((tally.played, tally.won, tally.lost, tally.streak, tally.best_streak), (4, 2, 2, -2, 2));
    assert_eq!((tally.bests["attacks"], tally.totals["shots"], tally.bests["left"]), (50, 140, 3));
    assert!(!tally.bests.contains_key("shots"), "a sum has no best");
    let tally = end(SeatResult::Won, 1, Counts::Result).await;
    assert_eq!((tally.bests["attacks"], tally.won), (50, 3), "a win that is no record");
    let tally = end(SeatResult::Drawn, 5, Counts::Record).await;
    assert_eq!((tally.drawn, tally.streak, tally.win_rate()), (1, 0, Some(50)));
    assert_eq!(tally.percentage("attacks", "shots"), Some(100));
}

#[tokio::test]
async fn leaderboards_come_in_pages_and_equals_share_a_rank() {
    let people: Vec<_> = (1..=8).map(|id| user(id, &format!("Player{id}"), Kind::Guest)).collect();
    let (_dir, store) = with_accounts(&people).await;
    // The first has three wins, three have two, and three have one.
    let wins = [3, 2, 2, 2, 1, 1, 1];
    let mut id = 0;
    for (winner, wins) in people.iter().zip(wins) {
        for _ in 0..wins {
            id += 1;
            play(&store, id, [Some(winner), Some(&people[7])], Some(0), true).await;
        }
    }
    for order in [LeaderOrder::Wins, LeaderOrder::Rating] {
        let board = Board { game: "toy", order, kind: Kind::Account };
        let whole = store.leaders(board, None, 99).await.unwrap();
        let mut paged = Vec::new();
        while let Some(row) =
            store.leaders(board, paged.last().and_then(|row: &LeaderRow| row.cursor(order)), 1).await.unwrap().pop()
        {
            paged.push(row);
        }
        assert_eq!(paged, whole, "page by page it is the same");
        if order == LeaderOrder::Wins {
            let ranks: Vec<_> = whole.iter().map(|row| (row.rank, row.place, row.climbed)).collect();
            let expected = [(1, 1, 3), (2, 2, 2), (2, 3, 2), (2, 4, 2), (5, 5, 1), (5, 6, 1), (5, 7, 1)];
            assert_eq!(ranks, expected);
        }
    }
}

/// How long a page takes in a large house: `cargo test --release -p parlor-store --test results -- --ignored --nocapture`.
#[tokio::test]
#[ignore = "a measurement"]
async fn a_page_among_fifty_thousand() {
    let (dir, store) = store().await;
    let file = sqlx::sqlite::SqliteConnectOptions::new().filename(dir.path().join("house.db"));
    let mut db = sqlx::ConnectOptions::connect(&file).await.unwrap();
    for statement in [
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
            INSERT INTO users (id, name, created_at, kind, folded) SELECT i, 'p' || i, 0, 'account', 'p' || i FROM n",
        "INSERT INTO standings (user, game, versus, played, won, climbed, board)
            SELECT id, 'toy', 'people', 500, id % 400, id % 400, 'account' FROM users",
        "INSERT INTO standing_stats SELECT id, 'toy', 'people', 'shots', 1000, 17 FROM users",
        "INSERT INTO ratings (user, game, value, deviation, volatility, matches, board, settled)
            SELECT id, 'toy', 1000 + (id * 7919 % 1000003) / 1000.0, 60 + id % 90, 0.06, 50, 'account', id % 90 <= 50 FROM users",
    ] {
        sqlx::query(statement).execute(&mut db).await.unwrap();
    }
    for order in [LeaderOrder::Wins, LeaderOrder::Rating] {
        let board = Board { game: "toy", order, kind: Kind::Account };
        let (mut after, mut times) = (None, Vec::new());
        loop {
            let started = std::time::Instant::now();
            let page = store.leaders(board, after, 51).await.unwrap();
            times.push(started.elapsed());
            match page.last() {
                Some(last) => after = last.cursor(order),
                None => break,
            }
        }
        times.sort();
        let (pages, median, slowest) = (times.len(), times[times.len() / 2], times[times.len() - 1]);
        println!("{order:?}: {pages} pages of 51 rows, median {median:?}, slowest {slowest:?}");
    }
}
