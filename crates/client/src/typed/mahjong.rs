//! American Mahjong: `/charleston 1B 2C N`, `/discard 5D`, `/claim pung`, `/pass`, `/mahjong` and the rest.

use super::{Moves, TypedGame, only};
use crate::TableModel;
use parlor_kernel::{Game, Seat};
use parlor_mahjong::{Action, Mahjong as Engine, Rack, Tile, View};
use parlor_wire::slash::{Group, MahjongCommand, Slash};

/// What can be typed in American Mahjong.
pub struct Mahjong;

impl TypedGame for Mahjong {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn moves(&self, model: &TableModel, slash: &Slash) -> Option<Moves> {
        let view = || model.game.as_ref().and_then(|game| game.view_of::<Engine>());
        match slash {
            Slash::Ready => Some(only(&Action::Ready)),
            Slash::Pass => Some(only(&Action::Decline)),
            Slash::Mahjong(command) => Some(action(view(), command).and_then(|action| only(&action))),
            _ => None,
        }
    }
}

/// What a command stands for.
fn action(view: Option<&View>, command: &MahjongCommand) -> Result<Action, String> {
    Ok(match command {
        MahjongCommand::Charleston(tiles) => {
            let tiles = tiles.iter().map(|word| tile(word)).collect::<Result<Rack, _>>()?;
            Action::Pass { tiles }
        }
        MahjongCommand::Vote { more } => Action::Vote { more: *more },
        MahjongCommand::Courtesy(tiles) => Action::Bid { tiles: *tiles },
        MahjongCommand::Discard(word) => Action::Discard { tile: tile(word)? },
        MahjongCommand::Claim(group) => {
            let held = view.and_then(|view| Some(view.hand.count(view.offered()?)));
            let (size, jokers) = with_jokers(*group, held);
            Action::Call { size, jokers }
        }
        MahjongCommand::Regroup(group) => {
            let (size, jokers) = with_jokers(*group, view.and_then(regrouped));
            Action::Regroup { size, jokers }
        }
        MahjongCommand::Declare => Action::Mahjong,
        MahjongCommand::Wait => Action::Pause,
        MahjongCommand::Joker { seat, group } => Action::Exchange { seat: player(*seat)?, exposure: group - 1 },
        MahjongCommand::Blank(word) => Action::Trade { tile: tile(word)? },
        MahjongCommand::Dead(seat) => Action::Challenge { seat: player(*seat)? },
    })
}

fn tile(word: &str) -> Result<Tile, String> {
    word.parse()
        .map_err(|_| format!("{word} is no tile: tiles are 1C to 9C, 1B to 9B, 1D to 9D, N E W S, R G 0, F, J and X."))
}

fn player(seat: Seat) -> Result<Seat, String> {
    if seat.0 < parlor_mahjong::SEATS { Ok(seat) } else { Err("The players are 1 to 4.".into()) }
}

/// How many tiles of the group just claimed its player holds or has laid open, the claimed one left out.
fn regrouped(view: &View) -> Option<u8> {
    let last = view.seats.get(view.seat?.index())?.exposures.last()?;
    Some(view.hand.count(last.tile) + last.naturals() - 1)
}

/// A group with as few jokers as the tiles at hand allow, if their number is left open.
fn with_jokers(Group { size, jokers }: Group, held: Option<u8>) -> (u8, u8) {
    (size, jokers.unwrap_or_else(|| (size - 1).saturating_sub(held.unwrap_or(size))))
}
