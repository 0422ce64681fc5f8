//! How people find a table: the list of open ones, invitations, quick match, and houses nearby.

pub mod days;
pub mod directory;
pub mod invitations;
pub mod matchmaker;
pub mod nearby;

use crate::{house::House, tables::Asker};
use invitations::InvitationCommand;
use parlor_kernel::Refusal;
use parlor_wire::{Command, CommandId};
use std::sync::Arc;

impl House {
    /// Carries out a command that is for no table: here, or on the node that keeps the lobby. What comes of it comes out of the
    /// asker's outlet.
    ///
    /// # Errors
    /// If it is not carried out.
    pub fn lobby_command(self: &Arc<Self>, asker: &Asker, id: CommandId, command: Command) -> Result<(), Refusal> {
        if let Some(cluster) = &self.cluster
            && let Some(lobby) = cluster.lobby_elsewhere()
        {
            cluster.pass_to_lobby(self, lobby, asker, id, command);
            return Ok(());
        }
        let wanted = match command {
            Command::Seek { game, preset, rated } => {
                let ticket = self.matchmaker.ask(asker.connection);
                let wanted = (game, preset, rated);
                self.tasks.spawn(matchmaker::seek(Arc::clone(self), asker.clone(), ticket, id, wanted));
                return Ok(());
            }
            Command::Unseek => {
                self.matchmaker.forget(asker.connection);
                asker.outlet.answer(id, Ok(()));
                return Ok(());
            }
            Command::Invite { to, wish, pace } => InvitationCommand::Invite { to, wish: wish.into(), pace },
            Command::AcceptInvitation { invitation } => InvitationCommand::Accept(invitation),
            Command::DeclineInvitation { invitation } => InvitationCommand::Decline(invitation),
            Command::WithdrawInvitation { invitation } => InvitationCommand::Withdraw(invitation),
            // Doors see to these themselves.
            Command::Ping | Command::Watch { .. } | Command::Unwatch { .. } | Command::At { .. } => return Ok(()),
        };
        Ok(self.invitations.ask(asker.clone(), id, wanted)?)
    }

    /// Tells a user who has just connected which invitations wait.
    pub fn greet(&self, asker: &Asker) {
        match self.cluster.as_ref().and_then(|cluster| Some((cluster, cluster.lobby_elsewhere()?))) {
            Some((cluster, lobby)) => cluster.greet_in_lobby(lobby, asker.user.id),
            None => self.invitations.greet(asker.user.id, &asker.outlet),
        }
    }
}
