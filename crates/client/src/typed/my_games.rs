//! Commands about the player's own games, which last for days: the house must be asked for them first.

use super::{invite, json};
use parlor_wire::{
    Command, Occupant, Pace, Status, TableCode, TableCommand, TableInfo, UserId,
    http::{MyTable, OpenTable, folded},
};
use serde_json::value::RawValue;

/// What is wanted of the player's own games of one game.
#[derive(Clone, Debug)]
pub struct Errand {
    /// The game's id.
    pub(super) game: &'static str,
    pub(super) wanted: Wanted,
}

#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// To see them.
    List,
    /// To give up the one with this player, by this action.
    Forfeit(String, Box<RawValue>),
    /// To go on with the one with this player, or to begin one.
    Resume(String, Box<OpenTable>),
}

/// What an errand comes to.
#[derive(Clone, Debug)]
pub enum Found {
    /// Something to read, line by line.
    Tell(Vec<String>),
    /// Commands for the house.
    Give(Vec<Command>),
    /// A table to go to.
    Visit(TableCode),
}

impl Errand {
    /// What follows, now that the tables are known at which the player sits.
    pub fn among(&self, me: UserId, tables: &[MyTable]) -> Found {
        let mut mine: Vec<_> = tables.iter().filter(|mine| mine.table.game == self.game && is_going_on(mine)).collect();
        mine.sort_by_key(|mine| !mine.my_turn);
        let with = |name: &str| mine.iter().find(|mine| others(&mine.table, me).any(|other| is_called(other, name)));
        match &self.wanted {
            Wanted::List if mine.is_empty() => {
                Found::Tell(vec![format!("You have no games. /hope {} NAME invites a player.", self.game)])
            }
            Wanted::List => Found::Tell(mine.iter().map(|mine| line(mine, me)).collect()),
            Wanted::Forfeit(name, action) => match with(name) {
                Some(mine) => {
                    let act = TableCommand::Act { action: action.clone(), at: None };
                    Found::Give(vec![act.at(mine.table.code)])
                }
                None => Found::Tell(vec![format!("You have no game with {name}.")]),
            },
            Wanted::Resume(name, wish) => match with(name) {
                Some(mine) => Found::Visit(mine.table.code),
                None => Found::Give(vec![invite(name, wish.as_ref().clone(), Pace::Correspondence)]),
            },
        }
    }
}

pub(super) fn forfeit(name: &str, action: &impl serde::Serialize) -> Result<Wanted, String> {
    Ok(Wanted::Forfeit(name.into(), json(action)?))
}

fn is_going_on(mine: &MyTable) -> bool {
    mine.table.status == Status::Playing
}

/// "K7QX2M with Ben: your turn".
fn line(mine: &MyTable, me: UserId) -> String {
    let names: Vec<_> = others(&mine.table, me).map(Occupant::name).collect();
    let turn = if mine.my_turn { "your turn" } else { "their turn" };
    format!("{} with {}: {turn}. Go there with /hope join {0}.", mine.table.code, names.join(", "))
}

fn others(table: &TableInfo, me: UserId) -> impl Iterator<Item = &Occupant> {
    let occupants = table.seats.iter().map(|seat| &seat.occupant);
    occupants.filter(move |other| **other != Occupant::Nobody && other.person() != Some(me))
}

fn is_called(other: &Occupant, name: &str) -> bool {
    other.person().is_some() && folded(&other.name()) == folded(name)
}
