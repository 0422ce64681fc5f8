//! What people do with invitations.

use super::Player;
use parlor_client::native::NativeError;
use parlor_wire::{
    Command, Invitation, InvitationEnd, InvitationId, Invitee, Pace, ServerFrame, TableCode, http::OpenTable,
};

/// An invitation to a player of that name.
pub fn invite(name: &str, wish: &OpenTable, pace: Pace) -> Command {
    Command::Invite { to: Invitee::Name(name.into()), wish: wish.clone(), pace }
}

impl Player {
    pub async fn invite(&mut self, name: &str, wish: &OpenTable) -> Result<(), NativeError> {
        self.command(invite(name, wish, Pace::Live)).await
    }

    pub async fn invite_over_days(&mut self, name: &str, wish: &OpenTable) -> Result<(), NativeError> {
        self.command(invite(name, wish, Pace::Correspondence)).await
    }

    /// The code of the refusal that an invitation must get.
    pub async fn invite_refused(&mut self, name: &str, wish: &OpenTable) -> String {
        self.refused(invite(name, wish, Pace::Live)).await
    }

    /// Takes in frames until `look` finds something in one, the latest first.
    async fn hear<T>(&mut self, look: impl Fn(ServerFrame) -> Option<T>) -> T {
        loop {
            let mut frames = self.frames.iter().rev().filter_map(|text| serde_json::from_str(text).ok());
            if let Some(found) = frames.find_map(&look) {
                return found;
            }
            self.next().await.expect("the connection lives");
        }
    }

    /// The latest open invitation that this player has heard of.
    pub async fn invited(&mut self) -> Invitation {
        self.invitation(|_| true).await
    }

    /// The latest invitation by a player of that name.
    pub async fn latest_from(&mut self, name: &str) -> Invitation {
        let name = name.to_owned();
        self.invitation(move |invitation| invitation.from.name == name).await
    }

    async fn invitation(&mut self, like: impl Fn(&Invitation) -> bool) -> Invitation {
        loop {
            let over = self.overs();
            let frames = self.frames.iter().rev().filter_map(|text| serde_json::from_str(text).ok());
            let mut invited = frames.filter_map(|frame| match frame {
                ServerFrame::Invited(invitation) => Some(*invitation),
                _ => None,
            });
            if let Some(found) = invited.find(|found| like(found) && !over.iter().any(|(id, _)| *id == found.id)) {
                return found;
            }
            self.next().await.expect("the connection lives");
        }
    }

    /// The invitations that are over, as far as this player has heard.
    pub fn overs(&self) -> Vec<(InvitationId, InvitationEnd)> {
        let frames = self.frames.iter().filter_map(|text| serde_json::from_str(text).ok());
        frames
            .filter_map(|frame| match frame {
                ServerFrame::InvitationOver { invitation, end } => Some((invitation, end)),
                _ => None,
            })
            .collect()
    }

    /// How an invitation ended.
    pub async fn over(&mut self, id: InvitationId) -> InvitationEnd {
        self.hear(|frame| match frame {
            ServerFrame::InvitationOver { invitation, end } if invitation == id => Some(end),
            _ => None,
        })
        .await
    }

    /// The table that an invitation led to.
    pub async fn seated_by(&mut self, id: InvitationId) -> TableCode {
        match self.over(id).await {
            InvitationEnd::Accepted { table } => table,
            end => panic!("{end:?}"),
        }
    }

    /// Whether no invitation has reached this player by now.
    pub async fn nothing_heard(&mut self) -> bool {
        // Whatever was sent before has arrived with the answer.
        self.command(Command::Ping).await.unwrap();
        !self.frames.iter().any(|text| text.contains("\"invited\""))
    }
}
