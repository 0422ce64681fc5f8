//! Words: `DRAGON|H|8|8|26` is a word on the board. What it is worth, and what is on a rack, is for the house to say.

use super::{At, Deed, Tongue, action};
use crate::AddonError;
use parlor_kernel::{AnyEvent, Game, Refusal, Seat};
use parlor_wire::{
    addon::{
        Body, GameType, Move,
        talk::State,
        words::{Move as Moved, Said, Sync, Word},
    },
    slash::Direction as Way,
};
use parlor_words::{
    Action, At as Place, Config, Direction, Event, Laid, Layout, Move as Made, SIDE, Square, Tiles, View,
    Words as Engine,
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};

pub struct Language;

impl super::Language for Language {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn game_type(&self, _config: &Value) -> GameType {
        GameType::Words
    }

    fn tongue(&self, config: &Value) -> Result<Box<dyn Tongue>, serde_json::Error> {
        let Config { layout, .. } = Config::deserialize(config)?;
        Ok(Box::new(Words { layout, claimed: None }))
    }
}

/// One table of Words.
struct Words {
    layout: Layout,
    /// What the addon says its last play is worth.
    claimed: Option<u32>,
}

impl Tongue for Words {
    fn show(&mut self, at: &At<'_>) -> Vec<Body> {
        let Some(view) = at.view::<Engine>() else { return Vec::new() };
        let mut out = vec![Body::WordsSync(state(&self.layout, view))];
        out.extend(view.common.turn.map(|seat| turn(at, view, seat)));
        out
    }

    fn tell(&mut self, at: &At<'_>, event: &AnyEvent) -> Vec<Body> {
        let (Some(event), Some(view)) = (event.of::<Engine>(), at.view::<Engine>()) else { return Vec::new() };
        match event {
            Event::Moved { seat, made } => {
                self.check_claim(at, *seat, made);
                moved(view, *seat, made)
            }
            Event::Challenged { seat, wrong, .. } => challenged(view, *seat, wrong.as_ref().map(ToString::to_string)),
            Event::Drew { .. } => vec![bag(view)],
            Event::Rack { tiles, .. } => vec![said(Said::Rack { letters: tiles.to_string() })],
            Event::Turn { seat, .. } => vec![turn(at, view, *seat)],
            Event::Left { seat } => vec![said(Said::Left { seat: *seat }), bag(view)],
            Event::Over { .. } => Seat::all(view.common.seats()).map(|seat| points(view, seat)).collect(),
        }
    }

    fn act(&mut self, at: &At<'_>, deed: &Deed) -> Result<Option<Box<RawValue>>, Refusal> {
        let view = at.view::<Engine>();
        let wanted = match deed {
            Deed::Claim(claim) => {
                if let Some(view) = view {
                    at.doubt("match", claim, &state(&self.layout, view));
                }
                return Ok(None);
            }
            Deed::Move(Move::Words(Moved::Word(word))) => {
                self.claimed = word.score;
                lay(view.ok_or(AddonError::NotAMove)?, word)?
            }
            Deed::Move(Move::Words(Moved::Said(said))) => match said {
                Said::Pass { .. } => Action::Pass,
                Said::Swap { letters } => swap(view.ok_or(AddonError::NotAMove)?, letters.as_deref())?,
                Said::Challenge { .. } => Action::Challenge,
                Said::Surrender => Action::Surrender,
                Said::Rack { letters } => {
                    at.doubt("rack", &letters.parse().ok(), &view.map(View::rack));
                    return Ok(None);
                }
                _ => return Err(AddonError::NotAMove.into()),
            },
            _ => return Err(AddonError::NotAMove.into()),
        };
        Ok(Some(action(&wanted)))
    }
}

impl Words {
    /// Ruling: scores are always counted by the house.
    fn check_claim(&mut self, at: &At<'_>, seat: Seat, made: &Made) {
        if at.seat() == Some(seat)
            && let Some(claimed) = self.claimed.take()
            && let Made::Play(laid) = made
        {
            at.doubt("score", &i64::from(claimed), &i64::from(laid.score));
        }
    }
}

/// A word as it was meant. One that could be read in no way is for the engine to refuse.
fn lay(view: &View, word: &Word) -> Result<Action, AddonError> {
    let direction = match word.direction {
        Way::Across => Direction::Across,
        Way::Down => Direction::Down,
    };
    let square = Square::new(word.row.wrapping_sub(1), word.column.wrapping_sub(1));
    let square = square.ok_or(AddonError::BadSquare)?;
    let at = Place { square, direction };
    // Small letters say where blanks lie; in capitals they lie where they are needed.
    let spelled = if word.word.bytes().any(|byte| byte.is_ascii_lowercase()) {
        word.word.parse().ok()
    } else {
        view.spell(at, &word.word)
    };
    let claim = word.score.and_then(|score| i32::try_from(score).ok());
    Ok(Action::Play { at, word: spelled.ok_or(AddonError::BadWord)?, claim })
}

/// The named tiles, or all of them.
fn swap(view: &View, letters: Option<&str>) -> Result<Action, AddonError> {
    let named = |letters: &str| letters.parse::<Tiles>();
    let tiles = letters.map_or_else(|| Ok(view.rack()), named).map_err(|_| AddonError::BadTiles)?;
    Ok(Action::Swap { tiles })
}

/// The whole match, as far as its viewer may know it.
fn state(layout: &Layout, view: &View) -> Sync {
    let common = &view.common;
    let row = |row: u8, mark: &dyn Fn(Square) -> char| -> String {
        (0..SIDE).map(|column| mark(Square { row, column })).collect()
    };
    let rows = |mark: &dyn Fn(Square) -> char| (0..SIDE).map(|at| row(at, mark)).collect::<Vec<_>>().join("/");
    let tile = |square| {
        common.board.at(square).map_or('.', |placed| {
            let capital = placed.capital();
            if placed.is_blank() { capital.to_ascii_lowercase() } else { capital }
        })
    };
    Sync::State {
        board: rows(&tile),
        bonus: rows(&|square| layout.bonus(square).mark()),
        rack: view.seat.map(|_| view.rack().to_string()).filter(|rack| !rack.is_empty()),
        bag: common.bag,
        turn: common.turn,
        points: common.scores.iter().map(|&score| score.into()).collect(),
    }
}

fn moved(view: &View, seat: Seat, made: &Made) -> Vec<Body> {
    match made {
        Made::Play(laid) | Made::TakenBack(laid) => vec![word(seat, laid), points(view, seat)],
        Made::Swap(count) => vec![said(Said::Swapped { seat, count: *count })],
        Made::Pass => vec![said(Said::Pass { seat: Some(seat) })],
        Made::Missed => vec![said(Said::Missed { seat })],
        Made::Challenge => vec![said(Said::Challenge { seat: Some(seat) })],
    }
}

/// A play was challenged: it is taken back, or the challenger pays for it.
fn challenged(view: &View, challenger: Seat, wrong: Option<String>) -> Vec<Body> {
    let Some(word) = wrong else { return vec![points(view, challenger)] };
    let taken_back = view.common.history.iter().rev().find(|turn| matches!(turn.made, Made::TakenBack(_)));
    let Some(seat) = taken_back.map(|turn| turn.seat) else { return Vec::new() };
    vec![said(Said::TakenBack { seat, word }), points(view, seat)]
}

fn word(seat: Seat, laid: &Laid) -> Body {
    let Place { square: Square { row, column }, direction } = laid.at;
    let direction = match direction {
        Direction::Across => Way::Across,
        Direction::Down => Way::Down,
    };
    Body::Move(Move::Words(Moved::Word(Word {
        word: laid.word.to_string(),
        direction,
        row: row + 1,
        column: column + 1,
        score: u32::try_from(laid.score).ok(),
        seat: Some(seat),
    })))
}

fn said(said: Said) -> Body {
    Body::Move(Move::Words(Moved::Said(said)))
}

fn bag(view: &View) -> Body {
    said(Said::Bag { count: view.common.bag })
}

fn points(view: &View, seat: Seat) -> Body {
    said(Said::Points { seat, points: view.common.scores[seat.index()].into() })
}

fn turn(at: &At<'_>, view: &View, seat: Seat) -> Body {
    let deadline = view.common.timing.as_ref().map(|timing| timing.deadline);
    Body::State(State::Turn { seat, seconds: at.seconds::<Engine>(deadline) })
}
