//! Quick match: finds people who want to play the same and are about equally strong.

use crate::{house::House, problem::HouseError, tables::Asker};
use parlor_kernel::{Refusal, SeatSet};
use parlor_store::{NEWCOMER, StoreError, User};
use parlor_table::{ConnectionId, Saved, known_game, may_play_rated};
use parlor_wire::{CommandId, ServerFrame, http::OpenTable};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;
use tokio::sync::Notify;

/// How far ratings may lie apart at first,
const WINDOW: f64 = 100.0;
/// how much further with every second of waiting,
const WIDENS_PER_SECOND: f64 = 20.0;
/// and after how long anybody will do: in a small house the only other visitor is the right one.
const ANYBODY_AFTER_MS: u64 = 20_000;
/// How often those who wait are compared again.
const BEAT: Duration = Duration::from_secs(1);

/// Why a seek is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum SeekError {
    /// The game has one seat.
    #[error("This is played alone: open a table instead.")]
    PlayedAlone,
}

/// What a player wants to play.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SeekTerms {
    /// The game's id.
    pub game: String,
    /// The preset.
    pub preset: String,
    /// Whether it should count for ratings.
    pub rated: bool,
}

/// A player waiting to be paired.
#[derive(Clone)]
struct Seek {
    asker: Asker,
    ticket: Ticket,
    wanted: SeekTerms,
    /// How many people a match needs.
    seats: usize,
    rating: f64,
    since_ms: u64,
}

impl Seek {
    /// How far from their own rating the others' may be by now.
    fn window(&self, now_ms: u64) -> f64 {
        let waited = now_ms.saturating_sub(self.since_ms);
        if waited >= ANYBODY_AFTER_MS {
            return f64::INFINITY;
        }
        WINDOW + WIDENS_PER_SECOND * (waited as f64 / 1000.0)
    }
}

/// Everyone who waits to be paired.
#[derive(Default)]
pub struct Matchmaker {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Default)]
struct Waiting {
    /// In the order in which they were asked for.
    seeks: Vec<Seek>,
    /// What each connection asked last, by number: looking up a rating takes a moment, and an answer that comes after
    /// a change of mind does not count. Kept until they are paired: one whose group falls apart waits on.
    asked: HashMap<ConnectionId, Ticket>,
    counter: u64,
}

/// Proves that a connection has not changed its mind. The later one is the larger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ticket(u64);

impl Matchmaker {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection wants to be paired no more, or is gone.
    pub fn forget(&self, connection: ConnectionId) {
        let mut waiting = self.waiting();
        waiting.asked.remove(&connection);
        waiting.seeks.retain(|seek| seek.asker.connection != connection);
    }

    /// A connection asks to be paired; whatever it asked before does not count any more.
    pub fn ask(&self, connection: ConnectionId) -> Ticket {
        let mut waiting = self.waiting();
        waiting.counter += 1;
        let ticket = Ticket(waiting.counter);
        waiting.asked.insert(connection, ticket);
        waiting.seeks.retain(|seek| seek.asker.connection != connection);
        ticket
    }

    /// Adds a seek in its place, unless the player has changed their mind meanwhile. A player has one seek at most, their
    /// latest.
    fn add(&self, seek: Seek) {
        let Waiting { seeks, asked, .. } = &mut *self.waiting();
        let is_theirs = |other: &Seek| other.asker.user.id == seek.asker.user.id;
        let is_outdated = seeks.iter().any(|other| is_theirs(other) && other.ticket > seek.ticket);
        if is_outdated || asked.get(&seek.asker.connection) != Some(&seek.ticket) {
            return;
        }
        seeks.retain(|other| !is_theirs(other));
        let place = seeks.partition_point(|other| other.ticket < seek.ticket);
        seeks.insert(place, seek);
        self.changed.notify_one();
    }

    /// A seek has come to its end.
    fn done(&self, seek: &Seek) {
        let asked = &mut self.waiting().asked;
        if asked.get(&seek.asker.connection) == Some(&seek.ticket) {
            asked.remove(&seek.asker.connection);
        }
    }

    /// Takes out a group that fits together, if there is one.
    fn take_group(&self, now_ms: u64) -> Option<Vec<Seek>> {
        let Waiting { seeks: waiting, .. } = &mut *self.waiting();
        waiting.retain(|seek| !seek.asker.outlet.is_cut());
        let mut group = group(waiting, now_ms)?;
        // From the back, so that the places still mean the same.
        group.sort_unstable_by(|a, b| b.cmp(a));
        let mut seeks: Vec<_> = group.into_iter().map(|place| waiting.remove(place)).collect();
        // The player who waited longest is the host; ties go to the one who came first.
        seeks.reverse();
        seeks.sort_by_key(|seek| seek.since_ms);
        Some(seeks)
    }
}

/// The places of people who want the same and lie within each other's windows: of all such groups the closest.
fn group(waiting: &[Seek], now_ms: u64) -> Option<Vec<usize>> {
    let mut places: Vec<_> = (0..waiting.len()).collect();
    places.sort_by(|&a, &b| {
        let (a, b) = (&waiting[a], &waiting[b]);
        a.wanted.cmp(&b.wanted).then(a.rating.total_cmp(&b.rating))
    });
    let fitting = places.chunk_by(|&a, &b| waiting[a].wanted == waiting[b].wanted).flat_map(|alike| {
        let seats = waiting[alike[0]].seats;
        alike.windows(seats).filter_map(move |group| {
            let (weakest, strongest) = (waiting[group[0]].rating, waiting[group[seats - 1]].rating);
            let spread = strongest - weakest;
            group.iter().all(|&place| waiting[place].window(now_ms) >= spread).then_some((spread, group))
        })
    });
    fitting.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, group)| group.to_vec())
}

/// Adds the caller's seek. Answered once they wait; the result follows later.
pub async fn seek(
    house: Arc<House>,
    asker: Asker,
    ticket: Ticket,
    id: CommandId,
    wanted: (String, Option<String>, bool),
) {
    let outlet = asker.outlet.clone();
    let prepared = prepare(&house, asker, ticket, wanted).await;
    outlet.answer(id, prepared.map(|seek| house.matchmaker.add(seek)));
}

async fn prepare(
    house: &House,
    asker: Asker,
    ticket: Ticket,
    (game, preset, rated): (String, Option<String>, bool),
) -> Result<Seek, Refusal> {
    house.may_sit(asker.user.id).await?;
    if rated {
        may_play_rated(&asker.user)?;
    }
    let known = known_game(&house.registry, &game)?;
    let preset = preset.unwrap_or_else(|| known.default_preset().into());
    let (_, seats) = known.configure(Some(&preset), &serde_json::Value::Null, SeatSet::EMPTY)?;
    if seats < 2 {
        return Err(SeekError::PlayedAlone.into());
    }
    let rating = house.store.rating(asker.user.id, &game).await.map_err(|error: StoreError| {
        tracing::error!(%error, "a rating could not be read");
        HouseError::Storage
    })?;
    Ok(Seek {
        wanted: SeekTerms { game, preset, rated },
        seats: seats.into(),
        rating: rating.unwrap_or(NEWCOMER).value,
        since_ms: house.clock.now_ms(),
        asker,
        ticket,
    })
}

/// Pairs players until the house closes.
pub async fn run(house: Arc<House>) {
    loop {
        let patience = async {
            // Nothing changes while no player waits.
            if house.matchmaker.waiting().seeks.len() < 2 {
                std::future::pending::<()>().await;
            }
            tokio::time::sleep(BEAT).await;
        };
        tokio::select! {
            () = house.matchmaker.changed.notified() => {}
            () = patience => {}
            () = house.closing.cancelled() => return,
        }
        while let Some(group) = house.matchmaker.take_group(house.clock.now_ms()) {
            seat(&house, group).await;
        }
    }
}

/// Seats a group at a new table and tells them. If that fails they are told why and may ask again. One who may not sit down any
/// more is told so alone, and the others wait on.
async fn seat(house: &Arc<House>, group: Vec<Seek>) {
    let wanted = group.len();
    let mut ready = Vec::with_capacity(wanted);
    for seek in group {
        match house.may_sit(seek.asker.user.id).await {
            Ok(()) => ready.push(seek),
            Err(refused) => {
                house.matchmaker.done(&seek);
                seek.asker.outlet.refuse(None, refused.into());
            }
        }
    }
    if ready.len() < wanted {
        ready.into_iter().for_each(|seek| house.matchmaker.add(seek));
        return;
    }
    let opened = open(house, &ready).await;
    for seek in &ready {
        house.matchmaker.done(seek);
        match &opened {
            Ok(table) => seek.asker.outlet.send(ServerFrame::Paired { table: *table }),
            Err(refusal) => seek.asker.outlet.refuse(None, refusal.clone()),
        }
    }
}

async fn open(house: &Arc<House>, group: &[Seek]) -> Result<parlor_wire::TableCode, Refusal> {
    let Some((host, others)) = group.split_first() else { return Err(HouseError::Storage.into()) };
    // The player may have another name by now.
    let now = |seek: &Seek| {
        let user = &seek.asker.user;
        house.presence.known_as(user.id).unwrap_or_else(|| User::clone(user))
    };
    let SeekTerms { game, preset, rated } = host.wanted.clone();
    let wish = OpenTable { game, preset: Some(preset), rated, ..OpenTable::default() };
    let mut saved = Saved::open(&house.rules, &now(host), wish)?;
    for other in others {
        saved.sit(&now(other), None)?;
    }
    Ok(house.open_saved(saved, None).await?.code())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Outlet;
    use parlor_wire::{Kind, UserId};
    use tokio_util::sync::CancellationToken;

    fn seek(id: u64, game: &str, rating: f64, since_ms: u64) -> Seek {
        let user = Arc::new(User { id: UserId(id), name: String::new(), kind: Kind::Account });
        let (outlet, _) = Outlet::alone(CancellationToken::new());
        let wanted = SeekTerms { game: game.into(), preset: "p".into(), rated: true };
        let asker = Asker { user, connection: ConnectionId(id), outlet };
        Seek { asker, ticket: Ticket(0), wanted, seats: 2, rating, since_ms }
    }

    fn add(matchmaker: &Matchmaker, seek: Seek) {
        let ticket = matchmaker.ask(seek.asker.connection);
        matchmaker.add(Seek { ticket, ..seek });
    }

    fn ids(matchmaker: &Matchmaker, now_ms: u64) -> Option<Vec<u64>> {
        let mut group: Vec<_> = matchmaker.take_group(now_ms)?.iter().map(|seek| seek.asker.user.id.0).collect();
        group.sort_unstable();
        Some(group)
    }

    #[test]
    fn the_closest_are_paired_first() {
        let matchmaker = Matchmaker::default();
        for (id, rating) in [(1, 1500.0), (2, 1590.0), (3, 1600.0), (4, 1320.0)] {
            add(&matchmaker, seek(id, "a", rating, 0));
        }
        add(&matchmaker, seek(5, "b", 1500.0, 0));
        assert_eq!(ids(&matchmaker, 0), Some(vec![2, 3]));
        assert_eq!(ids(&matchmaker, 0), None, "180 apart is too much at first");
        assert_eq!(ids(&matchmaker, 4_000), Some(vec![1, 4]), "but not after four seconds");
        assert_eq!(ids(&matchmaker, 60_000), None, "no other player wants to play the other game");
    }

    #[test]
    fn the_pickier_one_decides_until_anybody_will_do() {
        let matchmaker = Matchmaker::default();
        add(&matchmaker, seek(1, "a", 1000.0, 0));
        add(&matchmaker, seek(2, "a", 2500.0, 19_000));
        assert_eq!(ids(&matchmaker, 20_000), None, "the newcomer has not waited long enough");
        assert_eq!(ids(&matchmaker, 39_000), Some(vec![1, 2]));
    }

    #[test]
    fn one_person_waits_once_and_never_plays_themselves() {
        let matchmaker = Matchmaker::default();
        add(&matchmaker, seek(1, "a", 1500.0, 0));
        add(
            &matchmaker,
            Seek {
                asker: Asker { connection: ConnectionId(9), ..seek(1, "a", 0.0, 0).asker },
                ..seek(1, "a", 1500.0, 0)
            },
        );
        assert_eq!(ids(&matchmaker, 99_000), None);
        assert_eq!(matchmaker.waiting().seeks.len(), 1);
        matchmaker.forget(ConnectionId(9));
        assert!(matchmaker.waiting().seeks.is_empty());
    }

    #[test]
    fn who_is_gone_is_not_paired() {
        let matchmaker = Matchmaker::default();
        let cut = CancellationToken::new();
        let gone = seek(1, "a", 1500.0, 0);
        let asker = Asker { outlet: Outlet::alone(cut.clone()).0, ..gone.asker.clone() };
        add(&matchmaker, Seek { asker, ..gone });
        add(&matchmaker, seek(2, "a", 1500.0, 0));
        cut.cancel();
        assert_eq!(ids(&matchmaker, 0), None);
    }

    #[test]
    fn who_changes_their_mind_is_not_paired() {
        let matchmaker = Matchmaker::default();
        let (first, second) = (seek(1, "a", 1500.0, 0), seek(2, "a", 1500.0, 0));
        let ticket = matchmaker.ask(ConnectionId(1));
        matchmaker.forget(ConnectionId(1));
        matchmaker.add(Seek { ticket, ..first.clone() });
        add(&matchmaker, second);
        assert_eq!(ids(&matchmaker, 0), None, "asked, but no more");
        let early = matchmaker.ask(ConnectionId(1));
        let late = matchmaker.ask(ConnectionId(1));
        matchmaker.add(Seek { ticket: late, ..seek(1, "b", 1500.0, 0) });
        matchmaker.add(Seek { ticket: early, ..first });
        assert_eq!(ids(&matchmaker, 0), None, "the last wish counts, whichever is ready first");
    }

    #[test]
    fn who_is_put_back_has_their_old_place_unless_they_want_something_else_by_now() {
        let matchmaker = Matchmaker::default();
        for id in 1..=4 {
            add(&matchmaker, seek(id, "a", 1500.0, 0));
        }
        let first = matchmaker.take_group(0).unwrap();
        first.into_iter().rev().for_each(|seek| matchmaker.add(seek));
        assert_eq!(ids(&matchmaker, 0), Some(vec![1, 2]));
        let second = matchmaker.take_group(0).unwrap();
        matchmaker.forget(ConnectionId(3));
        add(&matchmaker, seek(4, "b", 1500.0, 0));
        second.into_iter().for_each(|seek| matchmaker.add(seek));
        let waiting: Vec<_> =
            matchmaker.waiting().seeks.iter().map(|seek| (seek.asker.user.id.0, seek.wanted.game.clone())).collect();
        assert_eq!(waiting, [(4, "b".into())]);
    }

    #[test]
    fn games_for_more_wait_for_all() {
        let matchmaker = Matchmaker::default();
        for (id, rating) in [(1, 1500.0), (2, 1510.0), (3, 1520.0)] {
            add(&matchmaker, Seek { seats: 4, ..seek(id, "a", rating, 0) });
        }
        assert_eq!(ids(&matchmaker, 99_000), None);
        add(&matchmaker, Seek { seats: 4, ..seek(4, "a", 1530.0, 0) });
        assert_eq!(ids(&matchmaker, 0), Some(vec![1, 2, 3, 4]));
    }
}
