//! What a match weighs: nothing before it has begun in earnest, and on leaderboards only so much against the same people.

use crate::{
    common::{footer, row, user},
    rules::bench::Bench,
    rules::over_every_database,
};
use parlor_kernel::{Outcome, Reason, Seat};
use parlor_store::{
    AddressTag, Counts, MatchRow, NewResult, Player, SeatResult, Secret, User, Versus, Write, weight::MATCHES_A_DAY,
};
use parlor_wire::{Kind, MatchId};

const DAY: u64 = 86_400_000;

over_every_database!(
    a_match_that_has_not_begun_in_earnest_is_no_result,
    so_many_matches_a_day_weigh_against_one_opponent,
    so_many_matches_a_day_weigh_against_one_address,
    matches_between_players_of_one_address_weigh_nothing,
    a_guest_who_becomes_an_account_brings_their_wins,
    of_many_one_opponent_worth_beating_is_enough_to_climb_and_not_to_be_rated,
);

/// A house that plays matches.
struct House<'s, S> {
    store: &'s S,
    matches: u64,
    /// On the wall clock.
    now: u64,
}

impl<'s, S: Bench> House<'s, S> {
    async fn with<const N: usize>(store: &'s S, names: [&str; N]) -> (Self, [User; N]) {
        let mut id = 0;
        let people = names.map(|name| {
            id += 1;
            user(id, name, Kind::Guest)
        });
        for person in &people {
            store.add_account(person).await;
        }
        (Self { store, matches: 0, now: 20_000 * DAY }, people)
    }

    /// A match that the first of its players wins.
    async fn win(&mut self, winner: Player, loser: Player) -> MatchId {
        self.end(vec![winner, loser], Counts::Record).await
    }

    async fn end(&mut self, players: Vec<Player>, counts: Counts) -> MatchId {
        self.matches += 1;
        self.now += 1;
        let row = MatchRow { rated: true, ..row(self.matches) };
        let id = row.id;
        let footer = footer(&row, Outcome::won(Seat(0), Reason::Completed));
        let result = |seat| NewResult { place: Some(if seat == 0 { 1 } else { 2 }), ..NewResult::default() };
        let results = (0..players.len()).map(result).collect();
        let begin = Write::BeginMatch { row: row.into(), players };
        let end = Write::EndMatch { id, footer, at: self.now, turns: 9, results, counts };
        self.store.write(vec![begin, end]).await.unwrap();
        id
    }

    /// How many wins a user has, and how many of them weigh.
    async fn wins(&self, user: &User) -> (u32, u32) {
        let (tally, climbed) = self.store.tally(user.id, Versus::People).await;
        (tally.won, climbed)
    }

    async fn rated(&self, user: &User) -> u32 {
        self.store.rating(user.id).await.map_or(0, |rating| rating.matches)
    }
}

fn plain(user: &User) -> Player {
    Player::user(user.id)
}

fn from(user: &User, address: u64) -> Player {
    Player { user: Some(user.id), address: Some(AddressTag(address)) }
}

async fn a_match_that_has_not_begun_in_earnest_is_no_result(store: &impl Bench) {
    let (mut house, [ada, bea]) = House::with(store, ["Ada", "Bea"]).await;
    let unbegun = house.end(vec![plain(&ada), plain(&bea)], Counts::Nothing).await;
    assert_eq!((house.wins(&ada).await, house.rated(&ada).await), ((0, 0), 0));
    assert_eq!(store.tally(bea.id, Versus::People).await.0.lost, 0, "no loss either");
    assert_eq!(store.rival(ada.id, bea.id).await, None);
    assert_eq!((store.history(ada.id).await, store.history(bea.id).await), (0, 0), "in no history");
    let seats = store.seats(unbegun).await;
    assert!(seats.iter().all(|seat| seat.result == Some(SeatResult::Void) && seat.rating.is_none()), "{seats:?}");
    // It does not use up what weighs, either.
    for _ in 0..MATCHES_A_DAY {
        house.end(vec![plain(&ada), plain(&bea)], Counts::Nothing).await;
    }
    house.win(plain(&ada), plain(&bea)).await;
    assert_eq!((house.wins(&ada).await, house.rated(&ada).await), ((1, 1), 1));
    assert_eq!(store.history(ada.id).await, 1);
}

async fn so_many_matches_a_day_weigh_against_one_opponent(store: &impl Bench) {
    let (mut house, [ada, bea, cy]) = House::with(store, ["Ada", "Bea", "Cy"]).await;
    for _ in 0..10 {
        house.win(plain(&ada), plain(&bea)).await;
    }
    assert_eq!(house.wins(&ada).await, (10, MATCHES_A_DAY), "all are wins, the first ones climb");
    assert_eq!((house.rated(&ada).await, house.rated(&bea).await), (MATCHES_A_DAY, MATCHES_A_DAY));
    assert_eq!(store.rival(ada.id, bea.id).await.unwrap().0, 10);
    house.win(plain(&bea), plain(&ada)).await;
    assert_eq!(house.wins(&bea).await, (1, 0), "it is the matches of the two that are counted");
    house.win(plain(&ada), plain(&cy)).await;
    assert_eq!(house.wins(&ada).await, (11, MATCHES_A_DAY + 1), "another opponent");
    house.now += DAY;
    house.win(plain(&ada), plain(&bea)).await;
    assert_eq!(house.wins(&ada).await, (12, MATCHES_A_DAY + 2), "another day");
}

async fn so_many_matches_a_day_weigh_against_one_address(store: &impl Bench) {
    let (mut house, people) = House::with(store, ["Ada", "Bea", "Cy", "Di", "Eve", "Flo", "Gil", "Hal"]).await;
    let ada = &people[0];
    // A new guest for each match does not help.
    for other in &people[1..6] {
        house.win(from(ada, 1), from(other, 2)).await;
    }
    assert_eq!(house.wins(ada).await, (5, MATCHES_A_DAY));
    house.win(from(ada, 1), from(&people[6], 3)).await;
    assert_eq!(house.wins(ada).await, (6, MATCHES_A_DAY + 1), "another address");
    house.win(plain(ada), plain(&people[7])).await;
    assert_eq!(house.wins(ada).await, (7, MATCHES_A_DAY + 2), "an address that is not known");
}

async fn matches_between_players_of_one_address_weigh_nothing(store: &impl Bench) {
    let (mut house, [ada, bea, cy]) = House::with(store, ["Ada", "Bea", "Cy"]).await;
    house.win(from(&ada, 1), from(&bea, 1)).await;
    assert_eq!((house.wins(&ada).await, house.rated(&ada).await), ((1, 0), 0));
    assert_eq!(store.rival(ada.id, bea.id).await.unwrap().0, 1, "a result all the same");
    house.win(from(&ada, 1), from(&cy, 2)).await;
    assert_eq!((house.wins(&ada).await, house.rated(&ada).await), ((2, 1), 1));
}

async fn a_guest_who_becomes_an_account_brings_their_wins(store: &impl Bench) {
    let (mut house, [ada]) = House::with(store, ["Ada"]).await;
    let guest = user(9, "Guest", Kind::Guest);
    store.write(vec![Write::AddUser { user: guest.clone(), owner: None, at: 1 }]).await.unwrap();
    house.win(plain(&guest), plain(&ada)).await;
    assert_eq!(house.wins(&guest).await, (1, 0), "guests are on no leaderboard");
    let account = Write::AddAccount { user: guest.id, password: Secret("x".into()), email: None };
    store.write(vec![account]).await.unwrap();
    assert_eq!(house.wins(&guest).await, (1, 1));
}

async fn of_many_one_opponent_worth_beating_is_enough_to_climb_and_not_to_be_rated(store: &impl Bench) {
    let (mut house, [ada, bea, cy]) = House::with(store, ["Ada", "Bea", "Cy"]).await;
    house.end(vec![from(&ada, 1), from(&bea, 1), from(&cy, 2)], Counts::Record).await;
    assert_eq!(house.wins(&ada).await, (1, 1), "Bea comes from the same address, Cy does not");
    assert_eq!(house.rated(&ada).await, 0, "for Bea, who was beaten by Ada alone, it weighs nothing");
}
