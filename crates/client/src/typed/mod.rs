//! What typed commands mean: one answer for the chat bar of the browser, for the terminal and for tests.
//!
//! [`parlor_wire::slash`] says how commands are spelled. Here a spelled command meets what is known where it was typed
//! and becomes commands for the house, or something that the client itself can show. Whether a move is allowed is not
//! decided here: the house refuses it with a sentence of its own. Each game has a file of its own, listed in `GAMES`.

mod battleship;
mod codenames;
mod death_roll;
mod invitations;
mod keys;
mod mahjong;
mod my_games;
mod pong;
mod tetris;
mod words_game;

#[cfg(test)]
mod tests;

pub use battleship::Battleship;
pub use codenames::Codenames;
pub use death_roll::DeathRoll;
pub use mahjong::Mahjong;
pub use my_games::{Errand, Found};
pub use pong::PONG;
pub use tetris::TETRIS;
pub use words_game::Words;

use crate::{OpenInvitation, TableModel, words};
use my_games::Wanted;
use parlor_kernel::{AnyGame, RANDOM, Registry};
use parlor_wire::{
    Command, Invitee, Occupant, Pace, Room, Status, TableCode, TableCommand, UserId,
    http::{OpenTable, folded},
    slash::{GameWord, HELP, Slash, WordsCommand},
};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// The preset with HopeAddon's rules, whose commands these are.
pub const HOPE: &str = "hope";
/// The preset in which both play apart and compare scores, where a game has one.
pub const CHALLENGE: &str = "challenge";

/// Every game whose moves can be typed.
pub static GAMES: [&dyn TypedGame; 7] = [&Battleship, &DeathRoll, &PONG, &TETRIS, &Words, &Mahjong, &Codenames];

/// What can be typed in one game.
pub trait TypedGame: Sync {
    /// The game's id.
    fn id(&self) -> &'static str;

    /// A command as moves; `None` if the game knows no such command.
    fn moves(&self, model: &TableModel, slash: &Slash) -> Option<Moves>;
}

/// What is known where a command is typed.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// The games of the house.
    pub games: &'a Registry,
    /// Those of them whose moves can be typed here.
    pub typed: &'a [&'static dyn TypedGame],
    /// The table at which it is typed, if it is one.
    pub table: Option<&'a TableModel>,
    /// The room of that table in which it is typed; where the player stands, if none is named.
    pub room: Option<Room>,
    /// The invitations that wait for an answer, the oldest first.
    pub invitations: &'a [OpenInvitation],
}

/// What a typed command comes to.
#[derive(Clone, Debug)]
pub enum Typed {
    /// Commands for the house, in order. Each makes sense only if those before it are carried out.
    Give(Vec<Command>),
    /// Something to read, line by line.
    Tell(Vec<String>),
    /// A table to be opened, with bots at it.
    Open(OpenTable),
    /// A table to go to.
    Visit(TableCode),
    /// A record to be shown.
    Record(Whose),
    /// Something about the player's own games: ask the house for them, and then [what follows](Errand::among).
    Look(Errand),
}

/// Whose record is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The record of the player who types.
    Mine,
    /// The record of a player who is at hand: at this table, or in an invitation. Guests can be found in no other way.
    Known(UserId),
    /// The record of the account of that name.
    Named(String),
}

/// The actions of a game that a command stands for, or why it makes no sense now.
pub type Moves = Result<Vec<Box<RawValue>>, String>;

/// What `slash` means.
pub fn meaning(slash: &Slash, known: &Known<'_>) -> Typed {
    understand(slash, known).unwrap_or_else(|sentence| Typed::Tell(vec![sentence]))
}

fn understand(slash: &Slash, known: &Known<'_>) -> Result<Typed, String> {
    let give = |command| Ok(Typed::Give(vec![command]));
    if let Some(game) = slash.game() {
        present(known, game)?;
    }
    match slash {
        Slash::Help => Ok(Typed::Tell(HELP.iter().map(|line| format!("{}: {}", line.usage, line.does)).collect())),
        Slash::Stats(None) => Ok(Typed::Record(Whose::Mine)),
        Slash::Stats(Some(player)) => Ok(Typed::Record(whose(known, player))),
        Slash::Join(code) => Ok(Typed::Visit(*code)),
        Slash::Play { game: GameWord::Words, player: Some(player) } => {
            let wish = Box::new(against_player(known, GameWord::Words)?);
            Ok(Typed::Look(words_game::errand(Wanted::Resume(player.clone(), wish))))
        }
        Slash::Play { game, player: None } => Ok(Typed::Open(against_bots(known, *game)?)),
        Slash::Play { game, player: Some(player) } | Slash::Challenge { player, game: Some(game) } => {
            give(invite(player, against_player(known, *game)?, Pace::Live))
        }
        Slash::Challenge { player, game: None } => {
            let info = &here(known)?.info;
            give(invite(player, words::the_same(known.games, info), info.pace))
        }
        Slash::Accept(player) => give(invitations::accept(known, None, player.as_deref())?),
        Slash::Decline(player) => give(invitations::decline(known, None, player.as_deref())?),
        Slash::Cancel(player) => give(invitations::withdraw(known, player.as_deref())?),
        Slash::Words(WordsCommand::Accept(player)) => {
            give(invitations::accept(known, Some(GameWord::Words), player.as_deref())?)
        }
        Slash::Words(WordsCommand::Decline(player)) => {
            give(invitations::decline(known, Some(GameWord::Words), player.as_deref())?)
        }
        Slash::Words(WordsCommand::List) => Ok(Typed::Look(words_game::errand(Wanted::List))),
        Slash::Words(WordsCommand::Forfeit(player)) => {
            Ok(Typed::Look(words_game::errand(my_games::forfeit(player, &parlor_words::Action::Surrender)?)))
        }
        Slash::Say(text) => {
            give(TableCommand::Chat { text: text.clone(), room: known.room }.at(here(known)?.info.code))
        }
        Slash::Ready if here(known)?.info.status != Status::Playing => {
            give(TableCommand::Ready { ready: true }.at(here(known)?.info.code))
        }
        Slash::Sit(seat) => give(TableCommand::Sit { seat: *seat }.at(here(known)?.info.code)),
        &Slash::Move { from, to } => give(TableCommand::Move { from, to }.at(here(known)?.info.code)),
        Slash::Shuffle => give(TableCommand::Shuffle.at(here(known)?.info.code)),
        Slash::Begin(bots) => give(TableCommand::Begin { bots: bots.clone() }.at(here(known)?.info.code)),
        in_the_game => {
            let model = here(known)?;
            let table = model.info.code;
            let act = |action| TableCommand::Act { action, at: None }.at(table);
            Ok(Typed::Give(moves(known, model, in_the_game)?.into_iter().map(act).collect()))
        }
    }
}

/// The table at which it is typed.
fn here<'a>(known: &Known<'a>) -> Result<&'a TableModel, String> {
    let sentence = "You are at no table. Open one, for example with /hope battleship, or go to one with /hope join.";
    known.table.ok_or_else(|| sentence.into())
}

/// A game, if it is in the house.
fn present<'a>(known: &Known<'a>, game: GameWord) -> Result<&'a dyn AnyGame, String> {
    known.games.game(game.id()).map(AsRef::as_ref).ok_or_else(|| not_here(game))
}

fn not_here(game: GameWord) -> String {
    format!("{} is not in this house yet.", game.name())
}

/// The record that is meant by a name.
fn whose(known: &Known<'_>, name: &str) -> Whose {
    let seats = known.table.into_iter().flat_map(|table| &table.info.seats);
    let seated = seats.filter_map(|seat| match &seat.occupant {
        Occupant::Person { id, name, .. } => Some((*id, name)),
        Occupant::Nobody | Occupant::Bot { .. } => None,
    });
    let heard = known.table.into_iter().flat_map(|table| &table.chat).map(|line| (line.from, &line.name));
    let people = known.invitations.iter().flat_map(|open| [&open.invitation.from, &open.invitation.to]);
    let mut at_hand = seated.chain(heard).chain(people.map(|person| (person.id, &person.name)));
    let meant = at_hand.find(|(_, known)| folded(known) == folded(name));
    meant.map_or_else(|| Whose::Named(name.into()), |(id, _)| Whose::Known(id))
}

/// A table with bots of the first level, which is as far as HopeAddon goes.
fn against_bots(known: &Known<'_>, game: GameWord) -> Result<OpenTable, String> {
    let info = present(known, game)?.info();
    let preset = info.presets.iter().find(|preset| preset.id == HOPE).or(info.presets.first());
    let level = info.bots.first().map_or(RANDOM, |level| level.id);
    let wish = OpenTable::against_bots(info.id, preset.map_or(2, |preset| preset.seats), level);
    Ok(OpenTable { preset: preset.map(|preset| preset.id.into()), ..wish })
}

/// A table with another player: of games that move by themselves the score challenge, as HopeAddon has it.
fn against_player(known: &Known<'_>, game: GameWord) -> Result<OpenTable, String> {
    let info = present(known, game)?.info();
    let preset = |id: &str| info.presets.iter().map(|preset| preset.id).find(|known| *known == id);
    let preset = preset(CHALLENGE).or_else(|| preset(HOPE)).map(str::to_owned);
    Ok(OpenTable { game: info.id.into(), preset, ..OpenTable::default() })
}

fn invite(player: &str, wish: OpenTable, pace: Pace) -> Command {
    Command::Invite { to: Invitee::Name(player.into()), wish, pace }
}

/// The game's own answer to a command.
fn moves(known: &Known<'_>, model: &TableModel, slash: &Slash) -> Moves {
    let game = known.typed.iter().find(|game| game.id() == model.info.game);
    let found = game.and_then(|game| game.moves(model, slash));
    found.unwrap_or_else(|| Err(format!("{slash} is not for this game.")))
}

/// One action.
fn only(action: &impl Serialize) -> Moves {
    Ok(vec![json(action)?])
}

fn json(action: &impl Serialize) -> Result<Box<RawValue>, String> {
    to_raw_value(action).map_err(|error| error.to_string())
}
