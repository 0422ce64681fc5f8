//! Records, leaderboards and histories in every database. What a match counts for is in `rules`.

use crate::common::{ada, add, bea, bed::Bed, footer, over_every_store, row, user};
use parlor_kernel::{Best, Outcome, Reason, Seat, Stat, Verdict};
use parlor_store::{
    Board, Counts, LeaderOrder, LeaderRow, MatchRow, MatchStatus, NewResult, Page, Player, RatingPoint, SeatResult,
    Secret, Store, User, Write,
};
use parlor_wire::{Kind, MatchId};
use std::sync::Arc;

over_every_store!(
    a_match_is_a_record,
    rated_matches_move_ratings_and_leaderboards,
    a_rating_leaves_a_curve,
    history_comes_in_pages,
    leaderboards_come_in_pages_and_equals_share_a_rank
);

const SHOTS: Stat = Stat { id: "shots", name: "Shots", best: Best::LowestWon };

/// One match from beginning to end between the given people (`None` is a bot of the house).
async fn play(store: &dyn Store, id: u64, players: [Option<&User>; 2], winner: Option<u8>, rated: bool) {
    let row = MatchRow { rated, ..row(id) };
    let outcome = match winner {
        Some(seat) => Outcome::won(Seat(seat), Reason::Completed),
        None => Outcome { verdict: Verdict::Draw, reason: Reason::Completed },
    };
    let result = |seat| NewResult {
        place: Some(if winner.is_none_or(|winner| winner == seat) { 1 } else { 2 }),
        score: i64::from(seat),
        stats: vec![(&SHOTS, 40 + id.cast_signed())],
        ..NewResult::default()
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

async fn with_accounts(bed: &Bed, people: &[User]) -> Arc<dyn Store> {
    let store = bed.open().await;
    for person in people {
        let account = Write::AddAccount { user: person.id, password: Secret("x".into()), email: None };
        store.write(vec![add(person.clone()), account]).await.unwrap();
    }
    store
}

async fn a_match_is_a_record(bed: &Bed) {
    let store = with_accounts(bed, &[ada(), bea()]).await;
    let begin = Write::BeginMatch { row: row(1).into(), players: vec![Player::user(ada().id), Player::BOT] };
    store.write(vec![begin]).await.unwrap();
    assert_eq!(store.match_record(MatchId(1)).await.unwrap().unwrap().status, MatchStatus::InProgress);
    play(&*store, 2, [Some(&ada()), Some(&bea())], Some(1), false).await;
    let record = store.match_record(MatchId(2)).await.unwrap().unwrap();
    assert_eq!((record.status, record.turns, record.row.ended_at), (MatchStatus::Completed, Some(33), Some(102)));
    let [first, second] = &record.seats[..] else { panic!("two seats") };
    assert_eq!((first.result, second.result), (Some(SeatResult::Lost), Some(SeatResult::Won)));
    assert_eq!((second.score, second.stats["shots"], second.rating), (Some(1), 42, None));
    assert_eq!(second.user.as_ref().unwrap().name, "Bea");
}

async fn rated_matches_move_ratings_and_leaderboards(bed: &Bed) {
    let cy = user(3, "Cy", Kind::Guest);
    let store = with_accounts(bed, &[ada(), bea(), cy.clone()]).await;
    store.write(vec![add(user(4, "Guest", Kind::Guest))]).await.unwrap();
    play(&*store, 1, [Some(&ada()), Some(&bea())], Some(0), true).await;
    play(&*store, 2, [Some(&cy), Some(&bea())], Some(0), true).await;
    play(&*store, 3, [Some(&ada()), Some(&cy)], Some(0), false).await;
    play(&*store, 4, [Some(&user(4, "Guest", Kind::Guest)), Some(&cy)], Some(0), false).await;
    let best = store.rating(ada().id, "toy").await.unwrap().unwrap();
    assert_eq!(best.matches, 1, "only rated matches count");
    assert!(best.value > 1600.0 && best.deviation < 300.0 && !best.is_settled(), "{best:?}");
    assert!(store.rating(ada().id, "other").await.unwrap().is_none());
    let change = store.match_record(MatchId(1)).await.unwrap().unwrap().seats[1].rating.unwrap();
    assert!(change.0 == 1500.0 && change.1 < 1400.0, "{change:?}");
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

async fn history_comes_in_pages(bed: &Bed) {
    let store = with_accounts(bed, &[ada(), bea()]).await;
    for id in 1..=5 {
        play(&*store, id, [Some(&ada()), Some(&bea())], Some(0), false).await;
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

async fn leaderboards_come_in_pages_and_equals_share_a_rank(bed: &Bed) {
    let people: Vec<_> = (1..=10).map(|id| user(id, &format!("Player{id}"), Kind::Guest)).collect();
    let store = with_accounts(bed, &people).await;
    // The first has three wins, three have two, and three have one.
    let wins = [3, 2, 2, 2, 1, 1, 1];
    let mut id = 0;
    for (winner, wins) in people.iter().zip(wins) {
        for loser in &people[7..7 + wins] {
            id += 1;
            play(&*store, id, [Some(winner), Some(loser)], Some(0), true).await;
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

async fn a_rating_leaves_a_curve(bed: &Bed) {
    let (cy, dot) = (user(3, "Cy", Kind::Guest), user(4, "Dot", Kind::Guest));
    let store = with_accounts(bed, &[ada(), bea(), cy.clone(), dot.clone()]).await;
    // One match a day against each of them weighs.
    for (id, opponent, winner) in [(1, bea(), 0), (2, cy, 0), (3, dot, 1)] {
        play(&*store, id, [Some(&ada()), Some(&opponent)], Some(winner), true).await;
    }
    play(&*store, 4, [Some(&ada()), Some(&bea())], Some(0), false).await;
    let curve = store.rating_curve(ada().id, "toy", 9).await.unwrap();
    assert_eq!(
        curve.iter().map(|point| point.at).collect::<Vec<_>>(),
        [103, 102, 101],
        "the newest first, rated ones alone"
    );
    assert!(curve[0].value < curve[1].value && curve[1].value > curve[2].value, "{curve:?}");
    let now = store.rating(ada().id, "toy").await.unwrap().unwrap();
    assert_eq!(curve[0], RatingPoint { at: 103, value: now.value });
    assert_eq!(store.rating_curve(ada().id, "toy", 2).await.unwrap(), curve[..2]);
    assert!(store.rating_curve(ada().id, "other", 9).await.unwrap().is_empty());
    store.write(vec![Write::DeleteUser { user: ada().id, at: 200 }]).await.unwrap();
    assert!(store.rating_curve(ada().id, "toy", 9).await.unwrap().is_empty());
    assert_eq!(store.rating_curve(bea().id, "toy", 9).await.unwrap().len(), 1);
}
