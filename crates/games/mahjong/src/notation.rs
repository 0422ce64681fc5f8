//! Actions, events and positions as text.

use crate::{Action, Death, Direction, Discard, Event, Mahjong, Rack, SEATS, Settlement, State, Tile, View, Winner};
use parlor_kernel::{GameConfig, Seat, Verdict};
use std::{
    fmt::{self, Write as _},
    str::FromStr,
};
use thiserror::Error;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready => f.write_str("ready"),
            Self::Pass { tiles } if tiles.is_empty() => f.write_str("pass blind"),
            Self::Pass { tiles } => write!(f, "pass {tiles}"),
            Self::Vote { more: true } => f.write_str("vote more"),
            Self::Vote { more: false } => f.write_str("vote stop"),
            Self::Bid { tiles } => write!(f, "bid {tiles}"),
            Self::Discard { tile } => write!(f, "discard {tile}"),
            Self::Mahjong => f.write_str("mahjong"),
            Self::Call { size, jokers } => write!(f, "call {size} {jokers}"),
            Self::Decline => f.write_str("decline"),
            Self::Regroup { size, jokers } => write!(f, "regroup {size} {jokers}"),
            Self::Exchange { seat, exposure } => write!(f, "exchange {} {}", seat.0 + 1, exposure + 1),
            Self::Trade { tile } => write!(f, "trade {tile}"),
            Self::Challenge { seat } => write!(f, "challenge {}", seat.0 + 1),
            Self::Pause => f.write_str("pause"),
        }
    }
}

/// A text that is no action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "Write ready, pass 1C 2C 3C, vote more, vote stop, bid 2, discard 5B, mahjong, call 3 (size, jokers), decline, \
     regroup 4 1, exchange 2 1 (seat, exposure), trade 5B, challenge 3 or pause."
)]
pub struct NotAnAction;

impl FromStr for Action {
    type Err = NotAnAction;

    fn from_str(text: &str) -> Result<Self, NotAnAction> {
        let lower = text.trim().to_ascii_lowercase();
        let (verb, rest) = lower.split_once(char::is_whitespace).unwrap_or((&lower, ""));
        let words: Vec<_> = rest.split_whitespace().collect();
        let number = |word: &str| word.parse::<u8>().map_err(|_| NotAnAction);
        let tile = |word: &str| word.parse::<Tile>().map_err(|_| NotAnAction);
        let seat = |word: &str| number(word)?.checked_sub(1).filter(|seat| *seat < SEATS).map(Seat).ok_or(NotAnAction);
        Ok(match (verb, &words[..]) {
            ("ready", []) => Self::Ready,
            ("pass", ["blind"]) => Self::Pass { tiles: Rack::EMPTY },
            ("pass", tiles @ [_, ..]) if tiles.len() <= 3 => {
                Self::Pass { tiles: tiles.iter().map(|word| tile(word)).collect::<Result<_, _>>()? }
            }
            ("vote", ["more"]) => Self::Vote { more: true },
            ("vote", ["stop"]) => Self::Vote { more: false },
            ("bid", [tiles]) => Self::Bid { tiles: number(tiles)? },
            ("discard", [word]) => Self::Discard { tile: tile(word)? },
            ("mahjong", []) => Self::Mahjong,
            ("call", [size]) => Self::Call { size: number(size)?, jokers: 0 },
            ("call", [size, jokers]) => Self::Call { size: number(size)?, jokers: number(jokers)? },
            ("decline", []) => Self::Decline,
            ("regroup", [size, jokers]) => Self::Regroup { size: number(size)?, jokers: number(jokers)? },
            ("exchange", [owner, exposure]) => {
                Self::Exchange { seat: seat(owner)?, exposure: number(exposure)?.checked_sub(1).ok_or(NotAnAction)? }
            }
            ("trade", [word]) => Self::Trade { tile: tile(word)? },
            ("challenge", [target]) => Self::Challenge { seat: seat(target)? },
            ("pause", []) => Self::Pause,
            _ => return Err(NotAnAction),
        })
    }
}

/// What a group of so many tiles is called.
fn group_name(size: u8) -> &'static str {
    match size {
        0..=3 => "pung",
        4 => "kong",
        5 => "quint",
        _ => "sextet",
    }
}

/// An event as a sentence; empty if it goes without saying.
pub(crate) fn sentence(event: &Event, names: &[String]) -> String {
    let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
    match event {
        Event::Ready { .. } | Event::Sealed { .. } => String::new(),
        Event::Hand { seat, tiles } => format!("{} has {tiles}.", name(*seat)),
        Event::Drawn { seat, tile } => format!("{} has drawn {}.", name(*seat), tile.name()),
        Event::Entered { state, direction, .. } => entered(*state, *direction).into(),
        Event::Dealt { deal, east } => format!("Deal {}: {} is East.", deal + 1, name(*east)),
        Event::Passed { seat, gave, got } => format!("{} gives {gave} and gets {got}.", name(*seat)),
        Event::Courtesy { agreed: [0, 0] } => "No tiles are exchanged as a courtesy.".into(),
        Event::Courtesy { agreed: [one, other] } => {
            let pair = |first: u8, tiles: &u8| {
                let plural = if *tiles == 1 { "" } else { "s" };
                format!("{} and {} exchange {tiles} tile{plural}", name(Seat(first)), name(Seat(first + 2)))
            };
            format!("{}, {}.", pair(0, one), pair(1, other))
        }
        Event::Drew { seat } => format!("{} draws.", name(*seat)),
        Event::Discarded { discard } => format!("{} discards {}.", name(discard.seat), discard.tile.name()),
        Event::Exposed { seat, exposure } => {
            format!("{} claims it for a {}: {exposure}.", name(*seat), group_name(exposure.size))
        }
        Event::Regrouped { seat, exposure } => {
            format!("{} makes it a {}: {exposure}.", name(*seat), group_name(exposure.size))
        }
        Event::Exchanged { seat, owner, .. } if seat == owner => {
            format!("{} takes a joker out of an own exposure.", name(*seat))
        }
        Event::Exchanged { seat, owner, .. } => format!("{} takes a joker from {}.", name(*seat), name(*owner)),
        Event::Traded { seat, tile } => format!("{} trades a blank for {}.", name(*seat), tile.name()),
        Event::Died { seat, death } => match death {
            Death::FalseMahjong => format!("{} declares mahjong, but it is none: the hand is dead.", name(*seat)),
            Death::Challenged { by } => {
                format!("{} is right to challenge {}, whose hand is dead.", name(*by), name(*seat))
            }
            Death::WrongChallenge { seat: other } => {
                format!("{} is wrong to challenge {}, and is dead instead.", name(*seat), name(*other))
            }
        },
        Event::Paused { seat, .. } => format!("{} asks for a minute.", name(*seat)),
        Event::Left { seat } => format!("{} leaves; the hand only pays.", name(*seat)),
        Event::Settled { settlement } => settled(settlement, &name),
        Event::Over { outcome } => match outcome.verdict {
            Verdict::Won(_) | Verdict::Ranked(_) => {
                let winners: Vec<_> = outcome.winners().iter().map(name).collect();
                format!("{} {} the match.", winners.join(" and "), if winners.len() == 1 { "wins" } else { "win" })
            }
            Verdict::Draw | Verdict::Void => "The match has no winner.".into(),
        },
    }
}

fn entered(state: State, direction: Option<Direction>) -> &'static str {
    match (state, direction) {
        (State::Charleston1 | State::Charleston2, Some(Direction::Right)) => "Three tiles go right.",
        (State::Charleston1 | State::Charleston2, Some(Direction::Across)) => "Three tiles go across.",
        (State::Charleston1 | State::Charleston2, Some(Direction::Left)) => "Three tiles go left.",
        (State::CharlestonQuery, _) => "Another Charleston?",
        (State::CourtesyQuery, _) => "How many tiles as a courtesy?",
        _ => "",
    }
}

fn settled<'a>(settlement: &Settlement, name: &impl Fn(Seat) -> &'a str) -> String {
    let Some(Winner { seat, hand, value, from, jokerless, tiles }) = &settlement.winner else {
        return "No player wins the deal, and none pays.".into();
    };
    let how = match from {
        Some(from) => format!("with {}'s discard", name(*from)),
        None => "by a tile of their own".into(),
    };
    let paid = settlement.payments[seat.index()];
    let jokerless = if *jokerless { ", without jokers" } else { "" };
    format!("Mahjong! {} wins {how}: {hand} for {value}{jokerless}, {paid} in all. [{tiles}]", name(*seat))
}

/// The position as its viewer sees it, for a terminal.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {} tiles in the wall", self.state, self.wall)?;
        for (number, public) in self.seats.iter().enumerate() {
            let seat = Seat(number as u8);
            let turn = if self.turn == Some(seat) { '>' } else { ' ' };
            write!(f, "{turn} {} {:>5}  ", seat.0 + 1, self.ledger[number])?;
            if self.seat == Some(seat) {
                write!(f, "{}", self.hand)?;
            } else {
                write!(f, "{} tiles", public.concealed)?;
            }
            for exposure in &public.exposures {
                write!(f, " | {exposure}")?;
            }
            writeln!(f, "{}", if self.is_live(seat) { "" } else { " (dead)" })?;
        }
        f.write_str(&table(&self.discards))
    }
}

/// The discards, in rows.
fn table(discards: &[Discard]) -> String {
    let tiles: Vec<_> = discards.iter().map(|discard| discard.tile.to_string()).collect();
    let mut text = String::new();
    for (number, row) in tiles.chunks(20).enumerate() {
        let _ = writeln!(text, "{} {}", if number == 0 { "  discards" } else { "          " }, row.join(" "));
    }
    text
}

/// The whole position, secrets included.
pub(crate) fn picture(game: &Mahjong) -> String {
    let mut text = format!("{}, {} tiles in the wall\n", game.state(), game.wall.len());
    for seat in Seat::all(SEATS) {
        let held = game.held(seat);
        let turn = if game.stage.turn() == Some(seat) { '>' } else { ' ' };
        let exposures: Vec<_> = held.exposures.iter().map(ToString::to_string).collect();
        let dead = if held.dead { " (dead)" } else { "" };
        let name = game.config().seat_plan(seat).name;
        let _ = writeln!(
            text,
            "{turn} {name:<5} {:>5}  {}{}{}{dead}",
            game.ledger[seat.index()],
            held.rack,
            if exposures.is_empty() { "" } else { " | " },
            exposures.join(" | "),
        );
    }
    text + &table(&game.discards)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use parlor_kernel::{FastDice, Game, Tick, Viewer};

    #[test]
    fn a_view_shows_its_own_tiles_only() {
        let dice = FastDice(1);
        let mut game = Mahjong::new(&Config::default().rules().unwrap(), &dice);
        for seat in Seat::all(SEATS) {
            game.act(Tick::ZERO, seat, Action::Ready, &dice, &mut ());
        }
        let text = game.view(Viewer::Seat(Seat(1))).to_string();
        assert!(text.starts_with("CHARLESTON1, 99 tiles in the wall"), "{text}");
        for seat in Seat::all(SEATS) {
            assert_eq!(text.contains(&game.held(seat).rack.to_string()), seat == Seat(1), "{text}");
            assert!(picture(&game).contains(&game.held(seat).rack.to_string()));
        }
    }

    #[test]
    fn actions_go_there_and_back() {
        let tiles = "5B 5B N".split(' ').map(|tile| tile.parse::<Tile>().unwrap()).collect();
        let tile = Tile::SOAP;
        let actions = [
            Action::Ready,
            Action::Pass { tiles },
            Action::Pass { tiles: Rack::EMPTY },
            Action::Vote { more: true },
            Action::Vote { more: false },
            Action::Bid { tiles: 2 },
            Action::Discard { tile },
            Action::Mahjong,
            Action::Call { size: 4, jokers: 1 },
            Action::Decline,
            Action::Regroup { size: 3, jokers: 0 },
            Action::Exchange { seat: Seat(3), exposure: 1 },
            Action::Trade { tile },
            Action::Challenge { seat: Seat(0) },
            Action::Pause,
        ];
        for action in actions {
            assert_eq!(action.to_string().parse(), Ok(action), "{action}");
        }
        assert_eq!("Call 3".parse(), Ok(Action::Call { size: 3, jokers: 0 }));
        for wrong in ["", "pass", "pass 1C 2C 3C 4C", "discard 10B", "exchange 0 1", "exchange 5 1", "challenge 9"] {
            assert_eq!(wrong.parse::<Action>(), Err(NotAnAction), "{wrong}");
        }
    }
}
