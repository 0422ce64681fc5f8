//! What a match counts for.

use crate::{
    common::{ada, bea, footer, row, user},
    rules::bench::Bench,
    rules::over_every_database,
};
use parlor_kernel::{Best, Outcome, Reason, Seat, Stat};
use parlor_store::{Counts, MatchRow, NEWCOMER, NewResult, Player, SeatResult, User, Versus, Write};
use parlor_wire::{Kind, MatchId};

over_every_database!(
    a_match_is_written_down_by_seat,
    matches_add_up_and_count_once,
    streaks_and_bests,
    rated_matches_move_ratings,
    four_players_are_ranked_and_rated,
    teams_win_and_lose_together,
    programs_are_practice,
    void_matches_count_for_nobody,
);

const SHOTS: Stat = Stat { id: "shots", name: "Shots", best: Best::LowestWon };

const STATS: [Stat; 3] = [
    Stat { id: "attacks", name: "Attacks", best: Best::LowestWon },
    Stat { id: "shots", name: "Shots", best: Best::Sum },
    Stat { id: "left", name: "Ships left", best: Best::HighestWon },
];

/// One match from beginning to end, said to be over twice, as after a crash.
struct Played {
    id: u64,
    rated: bool,
    players: Vec<Player>,
    results: Vec<NewResult>,
    reason: Reason,
    counts: Counts,
}

impl Played {
    /// A match that goes as it should; places by seat.
    fn new(id: u64, players: &[Player], places: &[u8]) -> Self {
        let result = |&place| NewResult { place: Some(place), ..NewResult::default() };
        let results = places.iter().map(result).collect();
        Self { id, rated: false, players: players.to_vec(), results, reason: Reason::Completed, counts: Counts::Record }
    }

    async fn over(self, store: &impl Bench) {
        let row = MatchRow { rated: self.rated, ..row(self.id) };
        let footer = footer(&row, Outcome::won(Seat(0), self.reason));
        let (id, at) = (row.id, 100 + self.id);
        let end = Write::EndMatch { id, footer, at, turns: 33, results: self.results, counts: self.counts };
        store.write(vec![Write::BeginMatch { row: row.into(), players: self.players }]).await.unwrap();
        store.write(vec![end.clone()]).await.unwrap();
        store.write(vec![end]).await.unwrap();
    }
}

fn of(user: &User) -> Player {
    Player::user(user.id)
}

async fn ada_and_bea(store: &impl Bench) -> [Player; 2] {
    store.add_account(&ada()).await;
    store.add_account(&bea()).await;
    [of(&ada()), of(&bea())]
}

async fn four(store: &impl Bench) -> [User; 4] {
    let four = [1, 2, 3, 4].map(|id| user(id, &format!("Player{id}"), Kind::Guest));
    for player in &four {
        store.add_account(player).await;
    }
    four
}

async fn a_match_is_written_down_by_seat(store: &impl Bench) {
    let players = ada_and_bea(store).await;
    let mut played = Played::new(2, &players, &[2, 1]);
    for (score, result) in (0..).zip(&mut played.results) {
        (result.score, result.stats) = (score, vec![(&SHOTS, 42)]);
    }
    played.over(store).await;
    let [first, second] = &store.seats(MatchId(2)).await[..] else { panic!("two seats") };
    assert_eq!((first.result, first.place), (Some(SeatResult::Lost), Some(2)));
    assert_eq!((second.result, second.place), (Some(SeatResult::Won), Some(1)));
    assert_eq!((second.score, second.stats["shots"], second.rating), (Some(1), 42, None));
}

async fn matches_add_up_and_count_once(store: &impl Bench) {
    let players = ada_and_bea(store).await;
    for (id, places) in [(1, [1, 2]), (2, [1, 2]), (3, [2, 1]), (4, [1, 1]), (5, [1, 2])] {
        let mut played = Played::new(id, &players, &places);
        played.results[0].stats = vec![(&SHOTS, 40 + id.cast_signed())];
        played.over(store).await;
    }
    Played::new(6, &[players[0], Player::BOT], &[2, 1]).over(store).await;
    let (people, _) = store.tally(ada().id, Versus::People).await;
    assert_eq!((people.played, people.won, people.lost, people.drawn), (5, 3, 1, 1));
    assert_eq!((people.streak, people.best_streak), (1, 2));
    assert_eq!((people.totals["shots"], people.bests["shots"]), (41 + 42 + 43 + 44 + 45, 41));
    let (bots, _) = store.tally(ada().id, Versus::Bots).await;
    assert_eq!((bots.played, bots.lost, bots.bests.len()), (1, 1, 0));
    assert!(store.rating(ada().id).await.is_none(), "nothing was rated");
    assert_eq!(store.rival(ada().id, bea().id).await, Some((3, 1, 1, 105)));
    assert_eq!(store.rival(bea().id, ada().id).await, Some((1, 3, 1, 105)));
}

async fn streaks_and_bests(store: &impl Bench) {
    let players = ada_and_bea(store).await;
    let mut id = 0;
    let mut end = async |place: [u8; 2], attacks: i64, counts: Counts, reason: Reason| {
        id += 1;
        let left = if place == [1, 2] { 3 } else { 5 };
        let mut played = Played { counts, reason, ..Played::new(id, &players, &place) };
        played.results[0].stats = STATS.iter().zip([attacks, attacks, left]).collect();
        played.over(store).await;
        store.tally(ada().id, Versus::People).await.0
    };
    let (won, lost, drawn) = ([1, 2], [2, 1], [1, 1]);
    for (place, attacks) in [(won, 60), (won, 50), (lost, 10)] {
        end(place, attacks, Counts::Record, Reason::Completed).await;
    }
    let tally = end(lost, 20, Counts::Record, Reason::Completed).await;
    assert_eq!((tally.played, tally.won, tally.lost, tally.streak, tally.best_streak), (4, 2, 2, -2, 2));
    assert_eq!((tally.bests["attacks"], tally.totals["shots"], tally.bests["left"]), (50, 140, 3));
    assert!(!tally.bests.contains_key("shots"), "a sum has no best");
    let tally = end(won, 1, Counts::Result, Reason::Completed).await;
    assert_eq!((tally.bests["attacks"], tally.won), (50, 3), "a win by other rules is no record");
    let tally = end(won, 2, Counts::Record, Reason::Void).await;
    assert_eq!((tally.bests["attacks"], tally.won), (50, 4), "nor is one that was not played to its end");
    let tally = end(drawn, 5, Counts::Record, Reason::Completed).await;
    assert_eq!((tally.drawn, tally.streak, tally.best_streak, tally.totals["attacks"]), (1, 0, 2, 148));
}

async fn rated_matches_move_ratings(store: &impl Bench) {
    let players = ada_and_bea(store).await;
    Played { rated: true, ..Played::new(1, &players, &[1, 2]) }.over(store).await;
    Played::new(2, &players, &[1, 2]).over(store).await;
    Played { rated: true, ..Played::new(3, &[players[0], Player::BOT], &[1, 2]) }.over(store).await;
    let best = store.rating(ada().id).await.unwrap();
    assert_eq!(best.matches, 1, "only rated matches between users count");
    assert!(best.value > 1600.0 && best.deviation < 300.0 && !best.is_settled(), "{best:?}");
    let change = store.seats(MatchId(1)).await[1].rating.unwrap();
    assert!(change.0 == NEWCOMER.value && change.1 < 1400.0, "{change:?}");
    assert_eq!(store.seats(MatchId(2)).await[1].rating, None);
}

async fn four_players_are_ranked_and_rated(store: &impl Bench) {
    let four = four(store).await;
    let players = four.each_ref().map(of);
    Played { rated: true, ..Played::new(1, &players, &[2, 1, 4, 2]) }.over(store).await;
    let mut ratings = Vec::new();
    for user in &four {
        ratings.push(store.rating(user.id).await.unwrap().value);
    }
    assert!(ratings[1] > ratings[0] && ratings[0] > ratings[2], "{ratings:?}");
    assert_eq!(ratings[0], ratings[3], "equals");
    let results: Vec<_> = store.seats(MatchId(1)).await.iter().map(|seat| (seat.place, seat.result)).collect();
    let lost = Some(SeatResult::Lost);
    assert_eq!(results, [(Some(2), lost), (Some(1), Some(SeatResult::Won)), (Some(4), lost), (Some(2), lost)]);
    // The second beat the last, who lost to all; two seconds did nothing to each other.
    assert_eq!(store.rival(four[0].id, four[2].id).await, Some((1, 0, 0, 101)));
    assert_eq!(store.rival(four[2].id, four[1].id).await, Some((0, 1, 0, 101)));
    assert_eq!(store.rival(four[0].id, four[3].id).await, None);
    assert_eq!(store.tally(four[1].id, Versus::People).await.1, 1, "one win that weighs");
}

async fn teams_win_and_lose_together(store: &impl Bench) {
    let four = four(store).await;
    let players = four.each_ref().map(of);
    let mut played = Played { rated: true, ..Played::new(1, &players, &[1, 3, 1, 3]) };
    for (seat, result) in (0u8..).zip(&mut played.results) {
        result.team = Some(seat % 2);
    }
    played.over(store).await;
    for (user, won, lost) in [(&four[0], 1, 0), (&four[1], 0, 1), (&four[2], 1, 0), (&four[3], 0, 1)] {
        let (tally, _) = store.tally(user.id, Versus::People).await;
        assert_eq!((tally.won, tally.lost), (won, lost), "{user:?}");
    }
    assert_eq!(store.rival(four[0].id, four[2].id).await, None, "partners");
    assert_eq!(store.rival(four[0].id, four[1].id).await, Some((1, 0, 0, 101)));
    let (winner, loser) = (store.rating(four[0].id).await.unwrap(), store.rating(four[1].id).await.unwrap());
    assert_eq!(Some(winner), store.rating(four[2].id).await);
    assert!(winner.value > NEWCOMER.value && loser.value < NEWCOMER.value);
}

async fn programs_are_practice(store: &impl Bench) {
    store.add_account(&ada()).await;
    let robot = user(7, "Robot", Kind::Bot);
    store.write(vec![Write::AddUser { user: robot.clone(), owner: Some(ada().id), at: 1 }]).await.unwrap();
    Played::new(1, &[of(&ada()), of(&robot)], &[1, 2]).over(store).await;
    assert_eq!(store.tally(ada().id, Versus::People).await.0.played, 0);
    assert_eq!(store.tally(ada().id, Versus::Bots).await.0.won, 1);
    store.add_account(&bea()).await;
    Played::new(2, &[of(&bea()), of(&robot)], &[2, 1]).over(store).await;
    let (tally, climbed) = store.tally(robot.id, Versus::People).await;
    assert_eq!((tally.won, climbed), (1, 1), "for the program it was a match against a person");
}

async fn void_matches_count_for_nobody(store: &impl Bench) {
    let players = ada_and_bea(store).await;
    let void = vec![NewResult::default(); 2];
    let called_off = Played { rated: true, results: void, reason: Reason::Void, ..Played::new(1, &players, &[]) };
    called_off.over(store).await;
    assert_eq!(store.tally(ada().id, Versus::People).await.0.played, 0);
    assert!(store.rating(ada().id).await.is_none() && store.rival(ada().id, bea().id).await.is_none());
    assert!(store.seats(MatchId(1)).await.iter().all(|seat| seat.result == Some(SeatResult::Void)));
    assert_eq!(store.history(ada().id).await, 1, "it was played all the same");
}
