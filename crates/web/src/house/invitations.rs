//! Invitations: those we got, those we sent, and what became of them. The session keeps them; here they are shown.

use super::{House, http};
use leptos::{prelude::*, task::spawn_local};
use parlor_client::{EndedInvitation, OpenInvitation};
use parlor_wire::{Command, InvitationId, Invitee, Pace, Status, TableCode, http::OpenTable};

/// What a page shows of invitations. Copy it freely.
#[derive(Clone, Copy)]
pub(super) struct Invitations {
    open: RwSignal<Vec<OpenInvitation>>,
    ended: RwSignal<Vec<EndedInvitation>>,
    /// The latest that came, to be announced.
    fresh: RwSignal<Option<OpenInvitation>>,
}

impl Invitations {
    pub(super) fn new() -> Self {
        Self { open: RwSignal::new(Vec::new()), ended: RwSignal::new(Vec::new()), fresh: RwSignal::new(None) }
    }

    /// We are another user now.
    pub(super) fn start_over(self) {
        self.open.set(Vec::new());
    }
}

impl House {
    /// The invitations that wait for an answer, the oldest first.
    pub fn invitations(&self) -> Signal<Vec<OpenInvitation>> {
        self.invited.open.into()
    }

    /// How many wait for ours.
    pub fn invitations_waiting(&self) -> usize {
        self.invited.open.with(|open| open.iter().filter(|open| open.incoming).count())
    }

    /// The latest invitation that came to us.
    pub fn fresh_invitation(&self) -> Signal<Option<OpenInvitation>> {
        self.invited.fresh.into()
    }

    /// Those that have just ended, the oldest first, until they are shown and taken.
    pub(crate) const fn invitations_over(&self) -> RwSignal<Vec<EndedInvitation>> {
        self.invited.ended
    }

    /// Invites a player, as soon as the house lets us in.
    pub fn invite(self, to: Invitee, wish: OpenTable, pace: Pace, answered: impl FnOnce(Result<(), String>) + 'static) {
        spawn_local(async move {
            match self.arrive().await {
                Ok(_) => self.request(Command::Invite { to, wish, pace }, answered),
                Err(problem) => answered(Err(problem.detail)),
            }
        });
    }

    /// Accepts an invitation.
    pub fn accept_invitation(self, invitation: InvitationId) {
        self.end_invitation(Command::AcceptInvitation { invitation });
    }

    /// Declines an invitation.
    pub fn decline_invitation(self, invitation: InvitationId) {
        self.end_invitation(Command::DeclineInvitation { invitation });
    }

    /// Takes back an invitation that we sent.
    pub fn withdraw_invitation(self, invitation: InvitationId) {
        self.end_invitation(Command::WithdrawInvitation { invitation });
    }

    fn end_invitation(self, command: Command) {
        self.request(command, move |result| {
            if let Err(sentence) = result {
                self.say(sentence);
            }
        });
    }

    /// The line is new: the house tells again of what still waits. How the rest ended meanwhile has to be asked.
    pub(super) fn ask_what_was_missed(self) {
        self.show_invitations();
        if !self.session.with_value(|session| session.inbox().has_missed()) {
            return;
        }
        spawn_local(async move {
            // If this fails it is asked again with the next line.
            let Ok(mine) = http::invitations().await else { return };
            let ended = self.session.try_update_value(|session| session.catch_up(&mine.over)).unwrap_or_default();
            ended.into_iter().for_each(|notice| self.react(notice));
        });
    }

    /// An invitation waits for an answer, ours or that of the player whom we invited.
    pub(super) fn invited(self, open: OpenInvitation, news: bool) {
        self.show_invitations();
        if news && open.incoming {
            self.invited.fresh.set(Some(open));
        }
    }

    /// An invitation has ended.
    pub(super) fn invitation_over(self, ended: EndedInvitation) {
        self.show_invitations();
        self.invited.ended.update(|all| all.push(ended));
    }

    fn show_invitations(self) {
        let open = self.session.with_value(|session| session.inbox().waiting().to_vec());
        if self.invited.open.with_untracked(|shown| *shown != open) {
            self.invited.open.set(open);
        }
    }

    /// Whether we sit in a match at that table, if it is shown. Hears of every change of that.
    pub fn is_playing_at(&self, code: TableCode) -> bool {
        self.entered.track();
        self.tables.with_value(|tables| tables.get(&code).map(|table| table.signals)).is_some_and(|signals| {
            signals.track();
            self.is_playing(code)
        })
    }

    fn is_playing(&self, code: TableCode) -> bool {
        self.with_table(code, |model| model.seat.is_some() && model.info.status == Status::Playing) == Some(true)
    }

    /// Whether we sit in a match at another table that is shown here.
    pub fn is_playing_elsewhere(&self, table: TableCode) -> bool {
        let codes: Vec<_> = self.tables.with_value(|tables| tables.keys().copied().collect());
        codes.into_iter().any(|code| code != table && self.is_playing(code))
    }
}
