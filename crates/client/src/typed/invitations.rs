//! Which invitation is meant: the latest of whoever is named, or the latest of all.

use super::Known;
use parlor_wire::{Command, Invitation, InvitationId, Person, UserId, http::folded};

pub(super) fn accept(known: &Known<'_>, player: Option<&str>) -> Result<Command, String> {
    Ok(Command::AcceptInvitation { invitation: to_me(known, player)? })
}

pub(super) fn decline(known: &Known<'_>, player: Option<&str>) -> Result<Command, String> {
    Ok(Command::DeclineInvitation { invitation: to_me(known, player)? })
}

pub(super) fn withdraw(known: &Known<'_>, player: Option<&str>) -> Result<Command, String> {
    let mine = |me, invitation: &Invitation| invitation.from.id == me && is_called(&invitation.to, player);
    let invitation = latest(known, mine).ok_or_else(|| match player {
        Some(player) => format!("You have not invited {player}."),
        None => "You have not invited anybody.".into(),
    })?;
    Ok(Command::WithdrawInvitation { invitation })
}

fn to_me(known: &Known<'_>, player: Option<&str>) -> Result<InvitationId, String> {
    let theirs = |me, invitation: &Invitation| invitation.to.id == me && is_called(&invitation.from, player);
    latest(known, theirs).ok_or_else(|| match player {
        Some(player) => format!("{player} has not invited you."),
        None => "Nobody has invited you.".into(),
    })
}

fn latest(known: &Known<'_>, meant: impl Fn(UserId, &Invitation) -> bool) -> Option<InvitationId> {
    let me = known.me?;
    known.invitations.iter().rev().find(|invitation| meant(me, invitation)).map(|invitation| invitation.id)
}

fn is_called(person: &Person, name: Option<&str>) -> bool {
    name.is_none_or(|name| folded(&person.name) == folded(name))
}
