//! What people type after a slash in the chat bar, carried out.

use super::TableCtx;
use crate::{games, house::http};
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::{
    Command, Status,
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
            ctx.command(Command::Chat { table: ctx.code(), text, room: None });
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
        Slash::Play { game, player: None } if is_here(ctx, game) => Typed::Goto("/".into()),
        Slash::Play { game, .. } | Slash::Challenge { game: Some(game), .. } if !is_here(ctx, game) => {
            told(format!("{} is not in this house yet.", game.word()))
        }
        Slash::Play { .. } | Slash::Challenge { .. } | Slash::Accept(_) | Slash::Decline(_) | Slash::Cancel(_) => {
            told("Invitations are not in this house yet: give them the table's code, or its link.")
        }
        Slash::Words(_) => told("words is not in this house yet."),
        Slash::Ready if ctx.with_untracked(|model| model.info.status) != Some(Status::Playing) => {
            ctx.command(Command::Ready { table: ctx.code(), ready: true });
            Typed::Done
        }
        in_the_game => act(ctx, &in_the_game),
    }
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
