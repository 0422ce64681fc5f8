//! What a match weighs: nothing before it has begun in earnest, and on leaderboards only so much against the same people.

mod common;

use common::{add, footer, row, store, user};
use parlor_kernel::{Outcome, Reason, Seat};
use parlor_store::{
    AddressTag, Board, Counts, LeaderOrder, MatchRow, NewResult, Player, Secret, SqliteStore, Store, User, Write,
    weight::MATCHES_A_DAY,
};
use parlor_wire::{
    Kind, MatchId,
    http::{MatchStatus, SeatResult},
};
use tempfile::TempDir;

const DAY: u64 = 86_400_000;

/// A house with accounts that plays matches.
struct House {
    _dir: TempDir,
    store: SqliteStore,
    matches: u64,
    /// On the wall clock.
    now: u64,
}

impl House {
    async fn with(names: &[&str]) -> (Self, Vec<User>) {
        let (dir, store) = store().await;
        let people: Vec<_> = (1..).zip(names).map(|(id, name)| user(id, name, Kind::Guest)).collect();
        for person in &people {
            let account = Write::AddAccount { user: person.id, password: Secret("x".into()), email: None };
            store.write(vec![add(person.clone()), account]).await.unwrap();
        }
        (Self { _dir: dir, store, matches: 0, now: 20_000 * DAY }, people)
    }

    /// A match that the first of two players wins.
    async fn win(&mut self, winner: Player, loser: Player) -> MatchId {
        self.end(winner, loser, Counts::Record).await
    }

    async fn end(&mut self, winner: Player, loser: Player, counts: Counts) -> MatchId {
        self.matches += 1;
        self.now += 1;
        let row = MatchRow { rated: true, ..row(self.matches) };
        let id = row.id;
        let footer = footer(&row, Outcome::won(Seat(0), Reason::Completed));
        let result = |result| NewResult { result, score: 0, stats: Vec::new() };
        let results = vec![result(SeatResult::Won), result(SeatResult::Lost)];
        let begin = Write::BeginMatch { row: row.into(), players: vec![winner, loser] };
        let end = Write::EndMatch { id, footer, at: self.now, turns: 9, results, counts };
        self.store.write(vec![begin, end]).await.unwrap();
        id
    }

    /// How many wins a user has, and how many of them weigh.
    async fn wins(&self, user: &User) -> (u32, u32) {
        let won = self.store.standings(user.id).await.unwrap().first().map_or(0, |standing| standing.people.won);
        let board = Board { game: "toy", order: LeaderOrder::Wins, kind: Kind::Account };
        let rows = self.store.leaders(board, None, 99).await.unwrap();
        (won, rows.iter().find(|row| row.user.id == user.id).map_or(0, |row| row.climbed))
    }

    async fn rated(&self, user: &User) -> u32 {
        self.store.rating(user.id, "toy").await.unwrap().map_or(0, |rating| rating.matches)
    }
}

fn plain(user: &User) -> Player {
    Player::user(user.id)
}

fn from(user: &User, address: u64) -> Player {
    Player { user: Some(user.id), address: Some(AddressTag(address)) }
}

#[tokio::test]
async fn a_match_that_has_not_begun_in_earnest_is_no_result() {
    let (mut house, people) = House::with(&["Ada", "Bea"]).await;
    let [ada, bea] = &people[..] else { panic!("two") };
    let unbegun = house.end(plain(ada), plain(bea), Counts::Nothing).await;
    assert_eq!((house.wins(ada).await, house.rated(ada).await), ((0, 0), 0));
    assert!(house.store.standings(bea.id).await.unwrap().is_empty(), "no loss either");
    assert!(house.store.rivals(ada.id, 9).await.unwrap().is_empty());
    for user in [ada, bea] {
        assert!(house.store.matches_of(user.id, None, None, 9).await.unwrap().is_empty(), "in no history");
    }
    let record = house.store.match_record(unbegun).await.unwrap().expect("its log can be read all the same");
    assert_eq!(record.status, MatchStatus::Completed);
    assert!(record.seats.iter().all(|seat| seat.result == Some(SeatResult::Void) && seat.rating.is_none()));
    // It does not use up what weighs, either.
    for _ in 0..MATCHES_A_DAY {
        house.end(plain(ada), plain(bea), Counts::Nothing).await;
    }
    house.win(plain(ada), plain(bea)).await;
    assert_eq!((house.wins(ada).await, house.rated(ada).await), ((1, 1), 1));
    assert_eq!(house.store.matches_of(ada.id, None, None, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn so_many_matches_a_day_weigh_against_one_opponent() {
    let (mut house, people) = House::with(&["Ada", "Bea", "Cy"]).await;
    let [ada, bea, cy] = &people[..] else { panic!("three") };
    for _ in 0..10 {
        house.win(plain(ada), plain(bea)).await;
    }
    assert_eq!(house.wins(ada).await, (10, MATCHES_A_DAY), "all are wins, the first ones climb");
    assert_eq!((house.rated(ada).await, house.rated(bea).await), (MATCHES_A_DAY, MATCHES_A_DAY));
    assert_eq!(house.store.rivals(ada.id, 9).await.unwrap()[0].won, 10);
    house.win(plain(bea), plain(ada)).await;
    assert_eq!(house.wins(bea).await, (1, 0), "it is the matches of the two that are counted");
    house.win(plain(ada), plain(cy)).await;
    assert_eq!(house.wins(ada).await, (11, MATCHES_A_DAY + 1), "another opponent");
    house.now += DAY;
    house.win(plain(ada), plain(bea)).await;
    assert_eq!(house.wins(ada).await, (12, MATCHES_A_DAY + 2), "another day");
}

#[tokio::test]
async fn so_many_matches_a_day_weigh_against_one_address() {
    let (mut house, people) = House::with(&["Ada", "Bea", "Cy", "Di", "Eve", "Flo"]).await;
    let ada = &people[0];
    // A new guest for each match does not help.
    for other in &people[1..] {
        house.win(from(ada, 1), from(other, 2)).await;
    }
    assert_eq!(house.wins(ada).await, (5, MATCHES_A_DAY));
    house.win(from(ada, 1), from(&people[5], 3)).await;
    assert_eq!(house.wins(ada).await, (6, MATCHES_A_DAY + 1), "another address");
    house.win(plain(ada), plain(&people[4])).await;
    assert_eq!(house.wins(ada).await, (7, MATCHES_A_DAY + 2), "an address that is not known");
}

#[tokio::test]
async fn matches_between_players_of_one_address_weigh_nothing() {
    let (mut house, people) = House::with(&["Ada", "Bea"]).await;
    let [ada, bea] = &people[..] else { panic!("two") };
    house.win(from(ada, 1), from(bea, 1)).await;
    assert_eq!((house.wins(ada).await, house.rated(ada).await), ((1, 0), 0));
    assert_eq!(house.store.rivals(ada.id, 9).await.unwrap()[0].won, 1, "a result all the same");
    house.win(from(ada, 1), from(bea, 2)).await;
    assert_eq!((house.wins(ada).await, house.rated(ada).await), ((2, 1), 1));
}

#[tokio::test]
async fn a_guest_who_becomes_an_account_brings_their_wins() {
    let (mut house, people) = House::with(&["Ada"]).await;
    let guest = user(9, "Guest", Kind::Guest);
    house.store.write(vec![add(guest.clone())]).await.unwrap();
    house.win(plain(&guest), plain(&people[0])).await;
    assert_eq!(house.wins(&guest).await, (1, 0), "guests are on no leaderboard");
    let account = Write::AddAccount { user: guest.id, password: Secret("x".into()), email: None };
    house.store.write(vec![account]).await.unwrap();
    assert_eq!(house.wins(&guest).await, (1, 1));
}
