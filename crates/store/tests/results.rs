//! Results, standings and ratings against a real SQLite file.

mod common;

use common::{ada, add, bea, footer, row, store, user};
use parlor_kernel::{Best, Outcome, Reason, Seat, Stat, Verdict};
use parlor_store::{MatchRow, NewResult, Page, Player, Secret, SqliteStore, Store, User, Write};
use parlor_wire::{
    Kind, MatchId,
    http::{LeaderOrder, MatchStatus, SeatResult},
};

const SHOTS: Stat = Stat { id: "shots", name: "Shots", best: Best::LowestWon };

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
    };
    let players = players.map(|player| Player(player.map(|user| user.id))).to_vec();
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
    let begin = Write::BeginMatch { row: row(1).into(), players: vec![Player(Some(ada().id)), Player(None)] };
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
    let board = async |order, skip| {
        let rows = store.leaders("toy", order, Kind::Account, skip, 2).await.unwrap();
        rows.into_iter().map(|row| (row.rank, row.user.name)).collect::<Vec<_>>()
    };
    let of = |rank, name: &str| (rank, name.to_owned());
    assert_eq!(board(LeaderOrder::Rating, 0).await, [of(1, "Ada"), of(2, "Cy")]);
    assert_eq!(board(LeaderOrder::Rating, 2).await, [of(3, "Bea")]);
    assert_eq!(board(LeaderOrder::Wins, 0).await, [of(1, "Ada"), of(2, "Cy")]);
    assert!(store.leaders("toy", LeaderOrder::Wins, Kind::Bot, 0, 9).await.unwrap().is_empty());
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
