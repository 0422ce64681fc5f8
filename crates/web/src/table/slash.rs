//! What people type after a slash in the chat bar, carried out. What it means is the same for every client: see
//! [`parlor_client::typed`].

use super::TableCtx;
use crate::house::http;
use leptos::{prelude::*, task::spawn_local};
use parlor_client::typed::Typed as Meaning;
use parlor_wire::slash::Slash;

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
            commands.into_iter().for_each(|command| ctx.command(command));
            Typed::Done
        }
        Meaning::Tell(lines) => Typed::Told(lines),
        // The lobby offers every level.
        Meaning::Open(_) => Typed::Goto("/".into()),
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
