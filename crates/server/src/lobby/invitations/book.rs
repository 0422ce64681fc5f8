//! What waits for an answer.

use crate::rows;
use parlor_store::{InvitationRow, User};
use parlor_wire::{Invitation, InvitationId, Pace, UserId};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    time::Duration,
};
use tokio::time::Instant;

/// An invitation that waits for an answer.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The invitation.
    pub row: InvitationRow,
    /// When it runs out.
    pub deadline: Instant,
}

impl Waiting {
    /// What both sides are told.
    pub fn told(&self) -> Invitation {
        let InvitationRow { id, from, to, wish, pace, .. } = self.row.clone();
        let left = self.deadline.saturating_duration_since(Instant::now());
        let (wish, expires_in_ms) = (rows::open_table(wish), left.as_millis() as u64);
        Invitation { id, from: from.into(), to: to.into(), wish, pace, expires_in_ms }
    }
}

/// Every invitation that waits for an answer. Nothing here looks at all of them: people and deadlines have their own
/// indices.
#[derive(Debug, Default)]
pub struct Book {
    /// By number, which grows: the order in which they were sent.
    waiting: BTreeMap<u64, Waiting>,
    numbers: HashMap<InvitationId, u64>,
    people: HashMap<UserId, BTreeSet<u64>>,
    due: BTreeSet<(Instant, InvitationId)>,
    last: u64,
}

impl Book {
    /// An invitation waits from now on.
    pub fn add(&mut self, waiting: Waiting) {
        self.last += 1;
        let row = &waiting.row;
        for person in [row.from.id, row.to.id] {
            self.people.entry(person).or_default().insert(self.last);
        }
        self.numbers.insert(row.id, self.last);
        self.due.insert((waiting.deadline, row.id));
        self.waiting.insert(self.last, waiting);
    }

    /// An invitation waits on after a restart: for what is left of its time on the wall clock, and never for more than
    /// it had at first, however that clock was set meanwhile.
    pub fn restore(&mut self, row: InvitationRow, (wall_ms, now): (u64, Instant), longest: Duration) {
        let left = Duration::from_millis(row.expires_at.saturating_sub(wall_ms)).min(longest);
        self.add(Waiting { row, deadline: now + left });
    }

    /// An invitation waits no longer.
    pub fn remove(&mut self, id: InvitationId) -> Option<Waiting> {
        let number = self.numbers.remove(&id)?;
        let waiting = self.waiting.remove(&number)?;
        for person in [waiting.row.from.id, waiting.row.to.id] {
            if let Some(theirs) = self.people.get_mut(&person) {
                theirs.remove(&number);
                if theirs.is_empty() {
                    self.people.remove(&person);
                }
            }
        }
        self.due.remove(&(waiting.deadline, id));
        Some(waiting)
    }

    /// An invitation, if it waits.
    pub fn find(&self, id: InvitationId) -> Option<&Waiting> {
        self.waiting.get(self.numbers.get(&id)?)
    }

    /// Those that a player sent or got, the oldest first.
    fn rows(&self, user: UserId) -> impl Iterator<Item = &Waiting> {
        self.people.get(&user).into_iter().flatten().filter_map(|number| self.waiting.get(number))
    }

    /// Those that a player sent, the oldest first.
    pub fn sent(&self, user: UserId) -> impl Iterator<Item = &InvitationRow> {
        self.rows(user).map(|waiting| &waiting.row).filter(move |row| row.from.id == user)
    }

    /// Those that a player got, the oldest first.
    pub fn received(&self, user: UserId) -> impl Iterator<Item = &InvitationRow> {
        self.rows(user).map(|waiting| &waiting.row).filter(move |row| row.to.id == user)
    }

    /// What a player is told of those they sent and got, the oldest first.
    pub fn of(&self, user: UserId) -> impl Iterator<Item = Invitation> {
        self.rows(user).map(Waiting::told)
    }

    /// The live ones that two people sent, apart from `but`.
    pub fn live_of(&self, pair: [UserId; 2], but: InvitationId) -> Vec<InvitationId> {
        let sent = pair.into_iter().flat_map(|user| self.sent(user));
        sent.filter(|row| row.pace == Pace::Live && row.id != but).map(|row| row.id).collect()
    }

    /// What runs out first.
    pub fn next_due(&self) -> Option<(Instant, InvitationId)> {
        self.due.first().copied()
    }

    /// Updates a person whose name or kind has changed.
    pub fn became(&mut self, user: &User) {
        for number in self.people.get(&user.id).into_iter().flatten() {
            let Some(Waiting { row, .. }) = self.waiting.get_mut(number) else { continue };
            for person in [&mut row.from, &mut row.to] {
                if person.id == user.id {
                    *person = user.clone();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_wire::{Kind, http::OpenTable};

    fn row(id: u64, from: u64, to: u64, expires_at: u64) -> InvitationRow {
        let user = |id| User { id: UserId(id), name: format!("Player {id}"), kind: Kind::Guest };
        InvitationRow {
            id: InvitationId(id),
            from: user(from),
            to: user(to),
            wish: rows::wish(&OpenTable::default()),
            pace: Pace::Live,
            command: String::new(),
            sent_at: 0,
            expires_at,
            over: None,
        }
    }

    fn left(book: &Book, id: u64, now: Instant) -> u128 {
        book.find(InvitationId(id)).unwrap().deadline.duration_since(now).as_millis()
    }

    #[test]
    fn after_a_restart_the_rest_of_the_time_is_left_and_never_more_than_all_of_it() {
        let (mut book, now, longest) = (Book::default(), Instant::now(), Duration::from_secs(60));
        book.restore(row(1, 1, 2, 100_000), (70_000, now), longest);
        book.restore(row(2, 1, 2, 100_000), (130_000, now), longest);
        // The wall clock was put back.
        book.restore(row(3, 1, 2, 100_000), (1_000, now), longest);
        assert_eq!([left(&book, 1, now), left(&book, 2, now), left(&book, 3, now)], [30_000, 0, 60_000]);
        assert_eq!(book.next_due(), Some((now, InvitationId(2))), "what ran out meanwhile comes first");
    }

    #[test]
    fn nothing_stays_behind() {
        let (mut book, now) = (Book::default(), Instant::now());
        for (id, from, to) in [(1, 1, 2), (2, 2, 1), (3, 1, 3)] {
            book.add(Waiting { row: row(id, from, to, 0), deadline: now });
        }
        let ids = |rows: Vec<&InvitationRow>| rows.iter().map(|row| row.id.0).collect::<Vec<_>>();
        assert_eq!(
            (ids(book.sent(UserId(1)).collect()), ids(book.received(UserId(1)).collect())),
            (vec![1, 3], vec![2])
        );
        assert_eq!(book.live_of([UserId(1), UserId(2)], InvitationId(1)), [InvitationId(3), InvitationId(2)]);
        book.became(&User { id: UserId(1), name: "Countess".into(), kind: Kind::Account });
        assert_eq!(book.find(InvitationId(2)).unwrap().row.to.name, "Countess");
        for id in 1..=3 {
            assert!(book.remove(InvitationId(id)).is_some());
            assert!(book.remove(InvitationId(id)).is_none());
        }
        assert!(book.waiting.is_empty() && book.numbers.is_empty() && book.people.is_empty() && book.due.is_empty());
    }
}
