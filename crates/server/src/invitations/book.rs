//! What waits for an answer.

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
        Invitation { id, from: from.into(), to: to.into(), wish, pace, expires_in_ms: left.as_millis() as u64 }
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

    /// Those that somebody sent or got, the oldest first.
    fn rows(&self, user: UserId) -> impl Iterator<Item = &Waiting> {
        self.people.get(&user).into_iter().flatten().filter_map(|number| self.waiting.get(number))
    }

    /// Those that somebody sent, the oldest first.
    pub fn sent(&self, user: UserId) -> impl Iterator<Item = &InvitationRow> {
        self.rows(user).map(|waiting| &waiting.row).filter(move |row| row.from.id == user)
    }

    /// Those that somebody got, the oldest first.
    pub fn received(&self, user: UserId) -> impl Iterator<Item = &InvitationRow> {
        self.rows(user).map(|waiting| &waiting.row).filter(move |row| row.to.id == user)
    }

    /// What somebody is told of those they sent and got, the oldest first.
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

    /// Somebody has another name, or an account now.
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
