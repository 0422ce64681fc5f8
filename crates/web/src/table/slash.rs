//! What people type after a slash in the chat bar, carried out.

use super::TableCtx;
use crate::{
    games,
    house::{House, Pending, http},
    lobby,
};
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::{
    Command, InvitationId, Invitee, Occupant, Pace, Status,
    http::{OpenTable, folded},
    slash::{GameWord, HELP, Slash},
};

/// What comes of a typed command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// It is done, or on its way.
    Done,
    /// Something to read.
    Told(Vec<String>),
    /// Another page is wanted.
    Goto(String),
}

/// One line to read.
fn told(line: impl Into<String>) -> Typed {
    Typed::Told(vec![line.into()])
}

/// Carries out a line that begins with a slash. `goto` shows a page that is known only later.
pub fn carry_out(ctx: TableCtx, line: &str, goto: impl Fn(String) + 'static) -> Typed {
    let slash = match line.parse::<Slash>() {
        Ok(slash) => slash,
        Err(error) => return told(error.to_string()),
    };
    match slash {
        Slash::Help => Typed::Told(HELP.iter().map(|line| format!("{}: {}", line.usage, line.does)).collect()),
        Slash::Say(text) => {
            ctx.command(Command::Chat { table: ctx.code(), text });
            Typed::Done
        }
        Slash::Stats(None) => Typed::Goto("/me".into()),
        Slash::Stats(Some(name)) => {
            spawn_local(async move {
                match http::results::person_called(&name).await {
                    Ok(person) => goto(format!("/people/{}", person.id)),
                    Err(_) => ctx.refusal().set(Some(format!("Nobody here is called {name}."))),
                }
            });
            Typed::Done
        }
        Slash::Play { game, .. } | Slash::Challenge { game: Some(game), .. } if !is_here(ctx, game) => {
            told(format!("{} is not in this house yet.", game.word()))
        }
        Slash::Play { game, player: None } => practise(ctx, game.id(), goto),
        Slash::Play { game, player: Some(player) } | Slash::Challenge { player, game: Some(game) } => {
            invite(ctx, player, game.id().to_owned())
        }
        Slash::Challenge { player, game: None } => {
            let game = ctx.with_untracked(|model| model.info.game.clone());
            game.map_or_else(|| told("Say which game: /hope challenge player game"), |game| invite(ctx, player, game))
        }
        Slash::Accept(player) => answer(ctx, player, true, House::accept_invitation),
        Slash::Decline(player) => answer(ctx, player, true, House::decline_invitation),
        Slash::Cancel(player) => answer(ctx, player, false, House::withdraw_invitation),
        Slash::Words(_) => told("words is not in this house yet."),
        Slash::Ready if ctx.with_untracked(|model| model.info.status) != Some(Status::Playing) => {
            ctx.command(Command::Ready { table: ctx.code(), ready: true });
            Typed::Done
        }
        in_the_game => act(ctx, &in_the_game),
    }
}

/// Plays a game alone: on this screen where that can be, and against the easiest bot otherwise.
fn practise(ctx: TableCtx, game: &'static str, goto: impl Fn(String) + 'static) -> Typed {
    if games::is_local(game) {
        return Typed::Goto(format!("/local/{game}"));
    }
    let house = ctx.house();
    let levels = house.levels(game);
    let wish = lobby::against_bots(game, house.seats(game), levels.first().map_or("easy", |level| level.id));
    spawn_local(async move {
        match http::open(&wish).await {
            Ok(table) => goto(format!("/t/{}", table.code)),
            Err(problem) => ctx.refusal().set(Some(problem.detail)),
        }
    });
    Typed::Done
}

/// Asks somebody to a game by its usual rules.
fn invite(ctx: TableCtx, player: String, game: String) -> Typed {
    let wish = OpenTable { game, ..OpenTable::default() };
    ctx.house().invite(Invitee::Name(player), wish, Pace::Live, move |answer| {
        if let Err(sentence) = answer {
            ctx.refusal().set(Some(sentence));
        }
    });
    Typed::Done
}

/// Ends the latest invitation, of or to whoever is named.
fn answer(ctx: TableCtx, player: Option<String>, incoming: bool, end: fn(House, InvitationId)) -> Typed {
    let house = ctx.house();
    let meant = |pending: &&Pending| {
        let named = player.as_ref().is_none_or(|player| folded(player) == folded(pending.other()));
        pending.incoming == incoming && named
    };
    let found = house.invitations().with_untracked(|all| all.iter().rev().find(meant).map(|found| found.invitation.id));
    match (found, player, incoming) {
        (Some(id), ..) => {
            end(house, id);
            Typed::Done
        }
        (None, Some(player), true) => told(format!("{player} has not invited you.")),
        (None, Some(player), false) => told(format!("You have not invited {player}.")),
        (None, None, true) => told("Nobody has invited you."),
        (None, None, false) => told("You have not invited anybody."),
    }
}

/// Whom a half-typed command may mean: whoever sits here, and whoever has asked or been asked to a game.
pub fn people(ctx: TableCtx) -> Vec<String> {
    let me = ctx.house().me().get().map(|me| me.id);
    let seated = ctx.with(|model| {
        let others = model.info.seats.iter().map(|seat| &seat.occupant).filter(|other| other.person() != me);
        others.filter(|other| other.person().is_some()).map(Occupant::name).collect::<Vec<_>>()
    });
    let asked = ctx.house().invitations().with(|all| all.iter().map(|one| one.other().to_owned()).collect::<Vec<_>>());
    let mut people: Vec<_> = seated.unwrap_or_default().into_iter().chain(asked).collect();
    people.sort_unstable();
    people.dedup();
    people
}

/// Whether the house has a game.
fn is_here(ctx: TableCtx, game: GameWord) -> bool {
    ctx.house().games().iter().any(|(id, _)| *id == game.id())
}

/// A command that is an action of the game at this table.
fn act(ctx: TableCtx, slash: &Slash) -> Typed {
    let game = ctx.with_untracked(|model| model.info.game.clone()).unwrap_or_default();
    match games::typed(&game, ctx, slash) {
        Some(Ok(action)) => {
            ctx.act(&action);
            Typed::Done
        }
        Some(Err(sentence)) => told(sentence),
        None => told(format!("{slash} is not for this game.")),
    }
}
