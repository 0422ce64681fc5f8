//! Death Roll: `57|100` is a roll, and asks for one.

use super::{At, Deed, Tongue, action};
use crate::AddonError;
use parlor_death_roll::{Action, DeathRoll as Engine, Event, Roll};
use parlor_kernel::{AnyEvent, Game, Refusal, Seat, Tick};
use parlor_wire::addon::{
    Body, GameType, Move,
    death_roll::{Move as Said, Rolled},
    talk::State,
};
use serde_json::{Value, value::RawValue};

pub struct Language;

impl super::Language for Language {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn game_type(&self, _config: &Value) -> GameType {
        GameType::DeathRoll
    }

    fn tongue(&self, _config: &Value) -> Result<Box<dyn Tongue>, serde_json::Error> {
        Ok(Box::new(DeathRoll))
    }
}

/// One table of Death Roll.
struct DeathRoll;

impl Tongue for DeathRoll {
    fn show(&mut self, at: &At<'_>) -> Vec<Body> {
        let Some(view) = at.view::<Engine>() else { return Vec::new() };
        let salts = (0..).map(Seat).zip(view.salts).filter_map(|(seat, salt)| Some((seat, salt?)));
        let mut out: Vec<_> = salts.map(|(seat, number)| said(Said::Nonce { number, seat: Some(seat) })).collect();
        out.extend(view.rolls.iter().map(rolled));
        out.push(said(Said::Max { max: view.max }));
        if view.outcome.is_none() {
            out.push(turn(at, view.turn, view.deadline));
        }
        out
    }

    fn tell(&mut self, at: &At<'_>, event: &AnyEvent) -> Vec<Body> {
        match event.of::<Engine>() {
            Some(&Event::Salted { seat, salt }) => vec![said(Said::Nonce { number: salt, seat: Some(seat) })],
            Some(Event::Rolled(roll)) => vec![rolled(roll)],
            Some(&Event::Turn { seat, deadline }) => vec![turn(at, seat, deadline)],
            Some(Event::Over { .. }) | None => Vec::new(),
        }
    }

    fn act(&mut self, at: &At<'_>, deed: &Deed) -> Result<Option<Box<RawValue>>, Refusal> {
        let Deed::Move(Move::DeathRoll(wanted)) = deed else { return Err(AddonError::NotAMove.into()) };
        let wanted = match *wanted {
            Said::Roll => Action::Roll,
            // Ruling: the dice are the house's. What a client says it rolled is not looked at.
            Said::Rolled(Rolled { max, .. }) => {
                let right = at.view::<Engine>().map_or(max, |view| view.max);
                if max != right {
                    return Err(AddonError::WrongMax(right).into());
                }
                Action::Roll
            }
            Said::Nonce { number, .. } => Action::Salt { salt: number },
            Said::Surrender => Action::Surrender,
            Said::Max { .. } => return Err(AddonError::NotAMove.into()),
        };
        Ok(Some(action(&wanted)))
    }
}

fn said(said: Said) -> Body {
    Body::Move(Move::DeathRoll(said))
}

fn rolled(&Roll { seat, rolled: result, max }: &Roll) -> Body {
    said(Said::Rolled(Rolled { result, max, seat: Some(seat) }))
}

fn turn(at: &At<'_>, seat: Seat, deadline: Option<Tick>) -> Body {
    Body::State(State::Turn { seat, seconds: at.seconds::<Engine>(deadline) })
}
