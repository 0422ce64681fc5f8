//! Tetris: keys in, fields out, each part of a field whenever it has changed.

use super::{At, Deed, Pings, Tongue, action};
use crate::AddonError;
use parlor_kernel::{AnyEvent, Duel, Game, Refusal, Seat, Tick};
use parlor_tetris::{
    Action, Board, Cell, Config, Event, Handling, Key, Phase, Piece, Placement, Tetris as Engine, View, Well, What,
};
use parlor_wire::addon::{
    Body, GameType, Move,
    score::Ping,
    talk::State,
    tetris::{Key as KeyName, Move as Said},
};
use serde_json::{Value, value::RawValue};

const TICKS_PER_SECOND: u64 = 60;
/// Rows that players see.
const VISIBLE: i8 = 20;

pub struct Language;

impl super::Language for Language {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn game_type(&self, config: &Value) -> GameType {
        let score = config.get("contest").and_then(Value::as_str) == Some("score");
        if score { GameType::ScoreTetris } else { GameType::Tetris }
    }

    fn tongue(&self, config: &Value) -> Result<Box<dyn Tongue>, serde_json::Error> {
        let score = self.game_type(config).is_score();
        Ok(Box::new(Tetris { score, shown: Default::default(), state: None, pings: Pings::default() }))
    }
}

/// One table of Tetris.
struct Tetris {
    score: bool,
    shown: [Shown; 2],
    state: Option<State>,
    pings: Pings,
}

/// What was told about a field.
#[derive(Clone, PartialEq, Default)]
struct Shown {
    board: Option<Board>,
    piece: Option<Placement>,
    next: Vec<Piece>,
    held: Option<Piece>,
    status: Option<(u64, u32, u32)>,
}

impl Tetris {
    /// Whether the addon sees that field. Seed: in a score challenge one hears only how the other stands.
    fn sees(&self, at: &At<'_>, seat: Seat) -> bool {
        !self.score || at.seat().is_none_or(|own| own == seat)
    }

    fn look(&mut self, at: &At<'_>) -> Vec<Body> {
        let Some((view, tick)) = at.picture::<Engine>() else { return Vec::new() };
        let mut out: Vec<_> = self.phase(at, &view, Tick(tick as u64)).into_iter().collect();
        for (seat, well) in (0..).map(Seat).zip(&view.position.wells) {
            if self.sees(at, seat) {
                self.field(seat, well, &view.config, &mut out);
            } else {
                out.extend(self.ping(at, seat));
            }
        }
        out
    }

    /// How the other stands, if that is due. By what is settled: what is only expected may not come.
    fn ping(&mut self, at: &At<'_>, seat: Seat) -> Option<Body> {
        let view = at.view::<Engine>()?;
        let ping = standing(&view.config, view.position.well(seat));
        self.pings.due(&ping, at.now_ms).then(|| said(Said::Ping(ping)))
    }

    /// What has changed about a field.
    fn field(&mut self, seat: Seat, well: &Well, config: &Config, out: &mut Vec<Body>) {
        let Some(shown) = self.shown.get_mut(seat.index()) else { return };
        if shown.board != Some(well.board) {
            shown.board = Some(well.board);
            out.push(said(Said::Board { seat, rows: rows(well) }));
        }
        let piece = well.active.map(|active| active.placement);
        if shown.piece != piece {
            shown.piece = piece;
            out.extend(piece.map(|piece| placed(seat, piece)));
        }
        if shown.next != well.next {
            shown.next.clone_from(&well.next);
            out.push(said(Said::Next { seat, pieces: well.next.iter().map(|piece| piece.letter()).collect() }));
        }
        if shown.held != well.hold {
            shown.held = well.hold;
            out.extend(well.hold.map(|piece| said(Said::Held { seat, piece: piece.to_string() })));
        }
        let Ping { score, lines, level, .. } = standing(config, well);
        if shown.status != Some((score, lines, level)) {
            shown.status = Some((score, lines, level));
            out.push(said(Said::Status { seat, score, lines, level }));
        }
    }

    /// What goes on, unless that was told.
    fn phase(&mut self, at: &At<'_>, view: &View, now: Tick) -> Option<Body> {
        let seconds = |ticks: u64| ticks.div_ceil(TICKS_PER_SECOND);
        let position = &view.position;
        let state = match position.phase {
            Phase::Playing => match position.wells.iter().find_map(|well| well.entry.filter(|_| well.pieces == 0)) {
                Some(entry) if entry > position.played(now) => {
                    State::Countdown { seconds: seconds(entry - position.played(now)) }
                }
                _ => crate::place::standing(at.table),
            },
            Phase::Paused { .. } => State::Paused,
            Phase::Resuming { until, .. } => State::Countdown { seconds: seconds(until - now) },
            Phase::Over => return None,
        };
        let new = self.state.as_ref() != Some(&state);
        self.state = Some(state.clone());
        new.then_some(Body::State(state))
    }
}

impl Tongue for Tetris {
    fn show(&mut self, at: &At<'_>) -> Vec<Body> {
        (self.shown, self.state, self.pings) = (Default::default(), None, Pings::default());
        self.look(at)
    }

    fn tell(&mut self, at: &At<'_>, event: &AnyEvent) -> Vec<Body> {
        let Some(Event { what, .. }) = event.of::<Engine>() else { return Vec::new() };
        match what {
            What::Entered { seat, gaps, .. } if !gaps.is_empty() => {
                vec![said(Said::Garbage { rows: gaps.len() as u16, to: Some(Duel::other(*seat)) })]
            }
            &What::Cleared { seat, clear, points, .. } if self.sees(at, seat) => {
                vec![said(Said::Cleared { seat, lines: clear.lines, points })]
            }
            &What::ToppedOut { seat } => {
                let mut out = vec![said(Said::Out { seat })];
                if let Some(view) = at.view::<Engine>().filter(|_| self.score) {
                    let score = view.position.well(seat).score as i64;
                    out.push(Body::State(State::Finished { seat, score }));
                }
                out
            }
            &What::PauseAsked { seat } => vec![Body::State(State::PauseAsked { seat })],
            // Everything else is seen in the next picture.
            _ => Vec::new(),
        }
    }

    fn picture(&mut self, at: &At<'_>) -> Vec<Body> {
        self.look(at)
    }

    fn act(&mut self, at: &At<'_>, deed: &Deed) -> Result<Option<Box<RawValue>>, Refusal> {
        let wanted = match deed {
            Deed::Pause => return Ok(Some(action(&Action::Pause))),
            Deed::Resume => return Ok(Some(action(&Action::Resume))),
            Deed::Move(Move::Tetris(wanted)) => wanted,
            Deed::Move(_) | Deed::Ready | Deed::Claim(_) => return Err(AddonError::NotAMove.into()),
        };
        let wanted = match *wanted {
            Said::Press { key: name } => Action::Press(key(name)),
            Said::Release { key: name } => Action::Release(key(name)),
            Said::Tap { key: name } => Action::Tap(key(name)),
            Said::Handling { delay, repeat, soft } => Action::Handle(Handling { delay, repeat, soft }),
            Said::Surrender => Action::Surrender,
            Said::Ping(ref claimed) => {
                if let (Some((view, _)), Some(seat)) = (at.picture::<Engine>(), at.seat()) {
                    at.doubt_ping(claimed, &standing(&view.config, view.position.well(seat)));
                }
                return Ok(None);
            }
            // In HopeAddon a player tells what garbage they send. Here the house knows.
            Said::Garbage { .. } => return Ok(None),
            _ => return Err(AddonError::NotAMove.into()),
        };
        Ok(Some(action(&wanted)))
    }
}

fn said(said: Said) -> Body {
    Body::Move(Move::Tetris(said))
}

const fn key(name: KeyName) -> Key {
    match name {
        KeyName::Left => Key::Left,
        KeyName::Right => Key::Right,
        KeyName::TurnRight => Key::TurnRight,
        KeyName::TurnLeft => Key::TurnLeft,
        KeyName::Soft => Key::Soft,
        KeyName::Hard => Key::Hard,
        KeyName::Hold => Key::Hold,
    }
}

fn placed(seat: Seat, Placement { piece, facing, x, y }: Placement) -> Body {
    let (row, column) = (VISIBLE - y, x + 1);
    said(Said::Piece { seat, piece: piece.to_string(), row, column, facing: facing as u8 + 1 })
}

/// The stack, from its topmost row that is not empty down.
fn rows(well: &Well) -> String {
    let row = |y: usize| -> String {
        let cell = |x| match well.paint.cell(x, y) {
            Cell::Empty => '.',
            Cell::Piece(piece) => piece.letter(),
            Cell::Garbage => '#',
        };
        (0..well.board.columns().len()).map(cell).collect()
    };
    (0..well.board.height() as usize).rev().map(row).collect::<Vec<_>>().join("/")
}

fn standing(config: &Config, well: &Well) -> Ping {
    Ping { score: well.score, lines: well.lines, level: well.level(config), token: None }
}
