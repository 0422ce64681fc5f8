//! Invitations: those we got, those we sent, and what became of them. The session keeps them; here they are shown.

use super::{House, http};
use leptos::{prelude::*, task::spawn_local};
use parlor_client::{EndedInvitation, OpenInvitation};
use parlor_wire::{Command, InvitationId, Invitee, Pace, http::OpenTable};

/// What a page shows of invitations. Copy it freely.
#[derive(Clone, Copy)]
pub struct Invitations {
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

    /// Those that wait for an answer, the oldest first.
    pub fn open(&self) -> Signal<Vec<OpenInvitation>> {
        self.open.into()
    }

    /// How many wait for ours.
    pub fn waiting(&self) -> usize {
        self.open.with(|open| open.iter().filter(|open| open.incoming).count())
    }

    /// The latest that came to us.
    pub fn fresh(&self) -> Signal<Option<OpenInvitation>> {
        self.fresh.into()
    }

    /// Those that have just ended, the oldest first, until they are shown and taken.
    pub const fn over(&self) -> RwSignal<Vec<EndedInvitation>> {
        self.ended
    }
}

impl House {
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
                self.toast.say(sentence);
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
            self.invitations.fresh.set(Some(open));
        }
    }

    /// An invitation has ended.
    pub(super) fn invitation_over(self, ended: EndedInvitation) {
        self.show_invitations();
        self.invitations.ended.update(|all| all.push(ended));
    }

    fn show_invitations(self) {
        let open = self.session.with_value(|session| session.inbox().waiting().to_vec());
        if self.invitations.open.with_untracked(|shown| *shown != open) {
            self.invitations.open.set(open);
        }
    }
}
