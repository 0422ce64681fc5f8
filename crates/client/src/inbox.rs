//! Invitations: those that wait for an answer, and how they ended.

use parlor_wire::{Command, Invitation, InvitationEnd, InvitationId, UserId};
use std::collections::BTreeSet;

/// How many invitations a client keeps.
const KEPT: usize = 100;

/// An invitation that waits for an answer.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenInvitation {
    /// The invitation.
    pub invitation: Invitation,
    /// When it runs out, on the client's clock.
    pub until_ms: f64,
    /// Whether it is ours to answer.
    pub incoming: bool,
}

impl OpenInvitation {
    /// How many seconds are left when the client's clock shows `now_ms`.
    pub fn seconds_left(&self, now_ms: f64) -> u64 {
        ((self.until_ms - now_ms).max(0.0) / 1000.0).ceil() as u64
    }

    /// The name of the other player.
    pub fn other(&self) -> &str {
        if self.incoming { &self.invitation.from.name } else { &self.invitation.to.name }
    }
}

/// An invitation that has just ended.
#[derive(Clone, PartialEq, Debug)]
pub struct EndedInvitation {
    /// The invitation as it was.
    pub open: OpenInvitation,
    /// How it ended.
    pub end: InvitationEnd,
    /// Whether this client ended it.
    pub by_us: bool,
    /// Whether it ended while there was no connection, and we only hear of it now.
    pub late: bool,
}

/// The invitations that a client knows of.
#[derive(Clone, Debug)]
pub struct Inbox {
    /// Those that wait, the oldest first.
    waiting: Vec<OpenInvitation>,
    /// Those that waited when the connection was lost, until the house tells of them again, or how they ended.
    missed: Vec<OpenInvitation>,
    /// Those that were announced: a new connection hears again of what still waits.
    announced: BTreeSet<InvitationId>,
    /// Those that this client is ending.
    answering: BTreeSet<InvitationId>,
}

impl Inbox {
    /// An empty one.
    pub(crate) const fn new() -> Self {
        Self { waiting: Vec::new(), missed: Vec::new(), announced: BTreeSet::new(), answering: BTreeSet::new() }
    }

    /// The invitations that wait for an answer, the oldest first.
    pub fn waiting(&self) -> &[OpenInvitation] {
        &self.waiting
    }

    /// One that waits.
    pub fn find(&self, id: InvitationId) -> Option<&OpenInvitation> {
        self.waiting.iter().find(|open| open.invitation.id == id)
    }

    /// Whether some waited when the connection was lost of which nothing was heard since.
    pub fn has_missed(&self) -> bool {
        !self.missed.is_empty()
    }

    /// The house greets a new connection: right afterwards it tells of all that still wait.
    pub(crate) fn greeted(&mut self) {
        self.missed.append(&mut self.waiting);
    }

    /// An invitation to `me`, or of `me`, waits. Returns it, and whether that is news.
    pub(crate) fn invited(
        &mut self,
        invitation: Invitation,
        me: Option<UserId>,
        now_ms: f64,
    ) -> (OpenInvitation, bool) {
        let id = invitation.id;
        let until_ms = now_ms + invitation.expires_in_ms as f64;
        let open = OpenInvitation { incoming: me == Some(invitation.to.id), invitation, until_ms };
        take(&mut self.missed, id);
        take(&mut self.waiting, id);
        if self.waiting.len() == KEPT {
            let oldest = self.waiting.remove(0);
            self.announced.remove(&oldest.invitation.id);
        }
        self.waiting.push(open.clone());
        (open, self.announced.insert(id))
    }

    /// An invitation has ended. That may be told twice, by the connection and by what was missed without one; it is
    /// returned once.
    pub(crate) fn ended(&mut self, id: InvitationId, end: InvitationEnd) -> Option<EndedInvitation> {
        let by_us = self.answering.remove(&id);
        self.announced.remove(&id);
        let missed = take(&mut self.missed, id);
        let late = missed.is_some();
        let open = missed.or_else(|| take(&mut self.waiting, id))?;
        Some(EndedInvitation { open, end, by_us, late })
    }

    /// This client gives a command, which may end an invitation.
    pub(crate) fn given(&mut self, command: &Command) {
        self.answering.extend(ends(command));
    }

    /// The house has refused that command.
    pub(crate) fn refused(&mut self, command: &Command) {
        if let Some(id) = ends(command) {
            self.answering.remove(&id);
        }
    }
}

fn take(all: &mut Vec<OpenInvitation>, id: InvitationId) -> Option<OpenInvitation> {
    let place = all.iter().position(|open| open.invitation.id == id)?;
    Some(all.remove(place))
}

/// The invitation that a command ends.
const fn ends(command: &Command) -> Option<InvitationId> {
    match command {
        Command::AcceptInvitation { invitation }
        | Command::DeclineInvitation { invitation }
        | Command::WithdrawInvitation { invitation } => Some(*invitation),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_wire::{Kind, Pace, Person, http::OpenTable};

    const ADA: UserId = UserId(1);

    fn invitation(id: u64) -> Invitation {
        let person = |id, name: &str| Person { id: UserId(id), name: name.into(), kind: Kind::Guest };
        Invitation {
            id: InvitationId(id),
            from: person(2, "Ben"),
            to: person(1, "Ada"),
            wish: OpenTable::default(),
            pace: Pace::Live,
            expires_in_ms: 60_000,
        }
    }

    fn told(inbox: &mut Inbox, id: u64) -> bool {
        inbox.invited(invitation(id), Some(ADA), 1_000.0).1
    }

    #[test]
    fn an_invitation_is_news_once_and_ends_once() {
        let mut inbox = Inbox::new();
        let (open, news) = inbox.invited(invitation(7), Some(ADA), 1_000.0);
        assert!(news && open.incoming && open.other() == "Ben");
        assert_eq!((open.seconds_left(1_000.0), open.seconds_left(60_500.0), open.seconds_left(9e9)), (60, 1, 0));
        assert!(!told(&mut inbox, 7), "told again");
        assert_eq!(inbox.waiting().len(), 1);
        inbox.given(&Command::DeclineInvitation { invitation: InvitationId(7) });
        let ended = inbox.ended(InvitationId(7), InvitationEnd::Declined).unwrap();
        assert!(ended.by_us && !ended.late);
        assert_eq!(inbox.ended(InvitationId(7), InvitationEnd::Declined), None);
    }

    #[test]
    fn what_ended_without_a_connection_is_told_late() {
        let mut inbox = Inbox::new();
        assert!(told(&mut inbox, 7) && told(&mut inbox, 8));
        inbox.greeted();
        assert!(inbox.waiting().is_empty() && inbox.has_missed());
        assert!(!told(&mut inbox, 8), "it still waits, which is no news");
        let ended = inbox.ended(InvitationId(7), InvitationEnd::Expired).unwrap();
        assert!(ended.late && !ended.by_us);
        assert!(!inbox.has_missed());
        assert!(!inbox.ended(InvitationId(8), InvitationEnd::Withdrawn).unwrap().late);
    }

    #[test]
    fn a_refused_answer_ends_nothing() {
        let mut inbox = Inbox::new();
        told(&mut inbox, 7);
        let accept = Command::AcceptInvitation { invitation: InvitationId(7) };
        inbox.given(&accept);
        inbox.refused(&accept);
        assert!(!inbox.ended(InvitationId(7), InvitationEnd::Withdrawn).unwrap().by_us);
    }

    #[test]
    fn only_so_many_are_kept() {
        let mut inbox = Inbox::new();
        for id in 0..=KEPT as u64 {
            told(&mut inbox, id);
        }
        assert_eq!((inbox.waiting().len(), inbox.find(InvitationId(0))), (KEPT, None));
        assert_eq!(inbox.announced.len(), KEPT);
    }
}
