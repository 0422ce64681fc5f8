//! Which invitation is meant: the latest from or to the player who is named, or the latest of all; to any game, or to one.

use super::Known;
use crate::OpenInvitation;
use parlor_wire::{Command, InvitationId, Person, http::folded, slash::GameWord};

pub(super) fn accept(known: &Known<'_>, game: Option<GameWord>, player: Option<&str>) -> Result<Command, String> {
    Ok(Command::AcceptInvitation { invitation: to_me(known, game, player)? })
}

pub(super) fn decline(known: &Known<'_>, game: Option<GameWord>, player: Option<&str>) -> Result<Command, String> {
    Ok(Command::DeclineInvitation { invitation: to_me(known, game, player)? })
}

pub(super) fn withdraw(known: &Known<'_>, player: Option<&str>) -> Result<Command, String> {
    let mine = |open: &OpenInvitation| !open.incoming && is_called(&open.invitation.to, player);
    let invitation = latest(known, mine).ok_or_else(|| match player {
        Some(player) => format!("You have not invited {player}."),
        None => "You have not invited anybody.".into(),
    })?;
    Ok(Command::WithdrawInvitation { invitation })
}

fn to_me(known: &Known<'_>, game: Option<GameWord>, player: Option<&str>) -> Result<InvitationId, String> {
    let meant = |open: &OpenInvitation| game.is_none_or(|game| open.invitation.wish.game == game.id());
    let theirs = |open: &OpenInvitation| open.incoming && meant(open) && is_called(&open.invitation.from, player);
    let what = game.map_or_else(String::new, |game| format!(" to {}", game.name()));
    latest(known, theirs).ok_or_else(|| match player {
        Some(player) => format!("{player} has not invited you{what}."),
        None => format!("Nobody has invited you{what}."),
    })
}

fn latest(known: &Known<'_>, meant: impl Fn(&OpenInvitation) -> bool) -> Option<InvitationId> {
    known.invitations.iter().rev().find(|open| meant(open)).map(|open| open.invitation.id)
}

fn is_called(person: &Person, name: Option<&str>) -> bool {
    name.is_none_or(|name| folded(&person.name) == folded(name))
}
