//! What people type after a slash in the chat bar, carried out. What it means is the same for every client: see
//! [`parlor_client::typed`].

use super::TableCtx;
use crate::{games, house::http};
use leptos::{prelude::*, task::spawn_local};
use parlor_client::typed::Typed as Meaning;
use parlor_wire::{Command, Occupant, http::OpenTable, slash::Slash};

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

/// Carries out a line that begins with a slash. `goto` shows a page that is known only later.
pub fn carry_out(ctx: TableCtx, line: &str, goto: impl Fn(String) + 'static) -> Typed {
    let slash = match line.parse::<Slash>() {
        Ok(slash) => slash,
        Err(error) => return Typed::Told(vec![error.to_string()]),
    };
    match ctx.house().typed(&slash, ctx.code()) {
        Meaning::Give(commands) => {
            commands.into_iter().for_each(|command| give(ctx, command));
            Typed::Done
        }
        Meaning::Tell(lines) => Typed::Told(lines),
        Meaning::Open(wish) if games::is_local(&wish.game) => Typed::Goto(format!("/local/{}", wish.game)),
        Meaning::Open(wish) => open(ctx, wish, goto),
        Meaning::Visit(code) => Typed::Goto(format!("/t/{code}")),
        Meaning::Record(None) => Typed::Goto("/me".into()),
        Meaning::Record(Some(name)) => {
            spawn_local(async move {
                match http::results::person_called(&name).await {
                    Ok(person) => goto(format!("/people/{}", person.id)),
                    Err(_) => ctx.refusal().set(Some(format!("Nobody here is called {name}."))),
                }
            });
            Typed::Done
        }
    }
}

/// Gives a command, by the same ways as the buttons do.
fn give(ctx: TableCtx, command: Command) {
    let house = ctx.house();
    match command {
        Command::Invite { to, wish, pace } => house.invite(to, wish, pace, move |answer| {
            if let Err(sentence) = answer {
                ctx.refusal().set(Some(sentence));
            }
        }),
        Command::AcceptInvitation { invitation } => house.accept_invitation(invitation),
        Command::DeclineInvitation { invitation } => house.decline_invitation(invitation),
        Command::WithdrawInvitation { invitation } => house.withdraw_invitation(invitation),
        at_the_table => ctx.command(at_the_table),
    }
}

/// Opens a table and goes there.
fn open(ctx: TableCtx, wish: OpenTable, goto: impl Fn(String) + 'static) -> Typed {
    spawn_local(async move {
        match http::open(&wish).await {
            Ok(table) => goto(format!("/t/{}", table.code)),
            Err(problem) => ctx.refusal().set(Some(problem.detail)),
        }
    });
    Typed::Done
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
