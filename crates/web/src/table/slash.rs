//! What people type after a slash in the chat bar or the lobby, carried out. What it means is the same for every client: see
//! [`parlor_client::typed`].

use super::TableCtx;
use crate::{
    games,
    house::{House, http},
};
use leptos::{prelude::*, task::spawn_local};
use parlor_client::typed::{Errand, Found, Typed as Meaning, Whose};
use parlor_wire::{
    Command, Occupant, Room,
    slash::{GameWord, Slash},
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

/// Where a command is typed.
#[derive(Clone, Copy)]
pub enum Where {
    /// At a table, in that room of it.
    Table(TableCtx, Option<Room>),
    /// In the lobby.
    Lobby(House),
}

impl Where {
    fn house(self) -> House {
        match self {
            Self::Table(ctx, _) => ctx.house(),
            Self::Lobby(house) => house,
        }
    }

    fn meaning(self, slash: &Slash) -> Meaning {
        match self {
            Self::Table(ctx, room) => ctx.house().typed(slash, Some(ctx.code()), room),
            Self::Lobby(house) => house.typed(slash, None, None),
        }
    }

    /// Says what could not be done.
    fn refuse(self, sentence: String) {
        match self {
            Self::Table(ctx, _) => ctx.refuse(sentence),
            Self::Lobby(house) => house.toast.say(sentence),
        }
    }

    /// Gives commands one after the other. What is about invitations goes the same ways as the buttons do.
    fn give(self, mut commands: Vec<Command>) {
        let house = self.house();
        match commands.as_mut_slice() {
            [Command::Invite { to, wish, pace }] => {
                house.invite(to.clone(), std::mem::take(wish), *pace, move |answer| {
                    if let Err(sentence) = answer {
                        self.refuse(sentence);
                    }
                });
            }
            [Command::AcceptInvitation { invitation }] => house.accept_invitation(*invitation),
            [Command::DeclineInvitation { invitation }] => house.decline_invitation(*invitation),
            [Command::WithdrawInvitation { invitation }] => house.withdraw_invitation(*invitation),
            _ => match self {
                Self::Table(ctx, _) => house.give(ctx.code(), commands),
                Self::Lobby(_) => self.give_each(commands.into_iter()),
            },
        }
    }

    /// Gives each command once the one before it is done.
    fn give_each(self, mut commands: std::vec::IntoIter<Command>) {
        if let Some(command) = commands.next() {
            self.house().request(command, move |answer| match answer {
                Ok(()) => self.give_each(commands),
                Err(sentence) => self.refuse(sentence),
            });
        }
    }
}

/// Carries out a line that begins with a slash. `later` takes what is known only later.
pub fn carry_out(place: Where, line: &str, later: impl Fn(Typed) + Clone + 'static) -> Typed {
    let slash = match line.parse::<Slash>() {
        Ok(slash) => slash,
        Err(error) => return Typed::Told(vec![error.to_string()]),
    };
    let house = place.house();
    let absent = slash.game().map(GameWord::id).filter(|game| house.catalog.screen(game).is_none());
    let Some(game) = absent.filter(|game| games::face(game).is_some()) else {
        return carry_out_now(place, &slash, later);
    };
    // What a command means is known when its game is.
    spawn_local(async move {
        match house.screen(game).await {
            Ok(_) => later(carry_out_now(place, &slash, later.clone())),
            Err(why) => place.refuse(why.to_string()),
        }
    });
    Typed::Done
}

fn carry_out_now(place: Where, slash: &Slash, later: impl Fn(Typed) + 'static) -> Typed {
    match place.meaning(slash) {
        Meaning::Give(commands) => {
            place.give(commands);
            Typed::Done
        }
        Meaning::Tell(lines) => Typed::Told(lines),
        Meaning::Open(wish) => Typed::Goto(format!("/local/{}", wish.game)),
        Meaning::Visit(code) => {
            // A player is not led away from a match to a table that is not there.
            spawn_local(async move {
                match http::table(code).await {
                    Ok(_) => later(Typed::Goto(format!("/t/{code}"))),
                    Err(problem) => place.refuse(problem.detail),
                }
            });
            Typed::Done
        }
        Meaning::Record(Whose::Mine) => Typed::Goto("/me".into()),
        Meaning::Record(Whose::Known(id)) => Typed::Goto(format!("/people/{id}")),
        Meaning::Record(Whose::Named(name)) => {
            spawn_local(async move {
                match http::results::person_called(&name).await {
                    Ok(person) => later(Typed::Goto(format!("/people/{}", person.id))),
                    Err(problem) if problem.status == 404 => place.refuse(format!("No player here is called {name}.")),
                    Err(problem) => place.refuse(problem.detail),
                }
            });
            Typed::Done
        }
        Meaning::Look(errand) => {
            spawn_local(look(place, errand, later));
            Typed::Done
        }
    }
}

/// Asks for the player's own games, and does what was typed about them.
async fn look(place: Where, errand: Errand, later: impl Fn(Typed)) {
    // A new visitor becomes a guest by the first thing they do.
    let asked = async {
        let me = place.house().arrive().await?;
        http::my_tables().await.map(|mine| errand.among(me.id, &mine))
    };
    match asked.await {
        Ok(Found::Tell(lines)) => later(Typed::Told(lines)),
        Ok(Found::Give(commands)) => place.give(commands),
        Ok(Found::Visit(code)) => later(Typed::Goto(format!("/t/{code}"))),
        Err(problem) => place.refuse(problem.detail),
    }
}

/// Whom a half-typed command may mean: the players here, and those of invitations.
pub fn people(ctx: TableCtx) -> Vec<String> {
    let me = ctx.house().visitor.me().get().map(|me| me.id);
    let seated = ctx.with(|model| {
        let others = model.info.seats.iter().map(|seat| &seat.occupant).filter(|other| other.person() != me);
        others.filter(|other| other.person().is_some()).map(Occupant::name).collect::<Vec<_>>()
    });
    let asked =
        ctx.house().invitations.open().with(|all| all.iter().map(|one| one.other().to_owned()).collect::<Vec<_>>());
    let mut people: Vec<_> = seated.unwrap_or_default().into_iter().chain(asked).collect();
    people.sort_unstable();
    people.dedup();
    people
}
