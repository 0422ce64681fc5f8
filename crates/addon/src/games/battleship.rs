//! Battleship: fleets are laid out ship by ship, a shot is answered with its result.

use super::{At, Deed, Tongue, action};
use crate::AddonError;
use parlor_battleship::{
    Action, Battleship as Engine, Cell, Config, Event, Orientation, Phase, Placement, Plan, ShotKind, View, Waters,
};
use parlor_kernel::{AnyEvent, Duel, Game, Refusal, Seat, Tick};
use parlor_wire::{
    addon::{Body, GameType, Move, battleship::Move as Said, talk::State},
    slash::Direction,
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};

pub struct Language;

impl super::Language for Language {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn game_type(&self, _config: &Value) -> GameType {
        GameType::Battleship
    }

    fn tongue(&self, config: &Value) -> Result<Box<dyn Tongue>, serde_json::Error> {
        let config = Config::deserialize(config)?;
        Ok(Box::new(Battleship { fleet: vec![None; config.fleet.len()], config }))
    }
}

/// One table of Battleship.
struct Battleship {
    config: Config,
    /// Where the addon has put each ship so far.
    fleet: Vec<Option<Placement>>,
}

impl Battleship {
    /// A ship has a new place, if it can lie there beside the others; once every ship has one, the fleet is laid out.
    fn place(&mut self, ship: &str, at: Cell, lies: Direction) -> Result<Option<Box<RawValue>>, Refusal> {
        let fleet = &self.config.fleet;
        let Some(place) = fleet.iter().position(|class| class.id == ship) else {
            let known: Vec<_> = fleet.iter().map(|class| class.id.as_str()).collect();
            return Err(AddonError::UnknownShip { ship: ship.into(), known: known.join(", ") }.into());
        };
        let lies = match lies {
            Direction::Across => Orientation::Horizontal,
            Direction::Down => Orientation::Vertical,
        };
        let placed = Placement { ship: place as u8, at, lies };
        let others = self.fleet.iter().flatten().copied().filter(|other| other.ship != placed.ship);
        let ships: Vec<_> = others.chain([placed]).collect();
        self.config.check_ships(&ships)?;
        self.fleet[place] = Some(placed);
        let ships: Option<Vec<_>> = self.fleet.iter().copied().collect();
        Ok(ships.map(|ships| action(&Action::Place { ships })))
    }

    fn pattern(&self, named: Option<&str>) -> Result<u8, AddonError> {
        let Some(named) = named else { return Ok(0) };
        let place = self.config.patterns.iter().position(|pattern| pattern.id == named);
        place.map(|place| place as u8).ok_or_else(|| AddonError::PatternNotAvailable(named.into()))
    }

    fn class(&self, ship: u8) -> (String, String) {
        let class = self.config.fleet.get(usize::from(ship));
        class.map(|class| (class.id.clone(), class.name.clone())).unwrap_or_default()
    }

    fn ship(&self, placement: &Placement) -> Body {
        let (row, column, lies) = lying(placement);
        said(Said::Ship { ship: self.class(placement.ship).0, row, column, lies })
    }

    fn sunk(&self, seat: Seat, placement: &Placement) -> Body {
        let (row, column, lies) = lying(placement);
        said(Said::Sunk { seat, ship: self.class(placement.ship).0, row, column, lies })
    }

    fn found(&self, by: Seat, at: Cell, (hit, sunk): (bool, bool), ship: Option<u8>) -> Body {
        let (row, column) = one_based(at);
        let ship = ship.map(|ship| self.class(ship).1).unwrap_or_default();
        said(Said::Found { row, column, hit, sunk, ship, by: Some(by) })
    }

    /// The rules, with what is left of the patterns to `seat`.
    fn rules(&self, seat: Option<Seat>, view: &View) -> Vec<Body> {
        let config = &self.config;
        let mut out = vec![said(Said::Board { columns: config.width, rows: config.height })];
        out.extend(
            config
                .fleet
                .iter()
                .map(|class| said(Said::Class { ship: class.id.clone(), name: class.name.clone(), size: class.size })),
        );
        if config.patterns.len() > 1 {
            out.extend((0..config.patterns.len()).filter_map(|place| self.shots_left(place, seat, view)));
        }
        out
    }

    /// A pattern, and how often it may still be used: by `seat`, or by anyone at first.
    fn shots_left(&self, place: usize, seat: Option<Seat>, view: &View) -> Option<Body> {
        let pattern = self.config.patterns.get(place)?;
        let used = seat.and_then(|seat| view.tallies[seat.index()].used.get(place).copied()).unwrap_or(0);
        let uses = pattern.uses.map(|uses| uses.saturating_sub(used));
        Some(said(Said::Pattern { pattern: pattern.id.clone(), name: pattern.name.clone(), uses }))
    }

    fn plan(&self, plan: &Plan) -> Body {
        let (row, column) = one_based(plan.at);
        let pattern = self.config.patterns.get(usize::from(plan.pattern)).map(|pattern| pattern.id.clone());
        said(Said::Plan { row, column, pattern })
    }

    /// Every shot at a board. The one that hit a sunk ship last is the one that sank it.
    fn history(&self, by: Seat, waters: &Waters) -> Vec<Body> {
        let config = &self.config;
        let sinking: Vec<_> = waters
            .sunk
            .iter()
            .filter_map(|&ship| waters.shots.iter().rposition(|shot| config.cells_of(ship).any(|cell| cell == shot.at)))
            .collect();
        let shots = waters.shots.iter().enumerate();
        let shots = shots.map(|(place, shot)| self.found(by, shot.at, (shot.hit, sinking.contains(&place)), shot.ship));
        shots.chain(waters.sunk.iter().map(|ship| self.sunk(Duel::other(by), ship))).collect()
    }

    fn phase(at: &At<'_>, view: &View) -> Option<Body> {
        let state = match view.phase {
            Phase::Placing if at.seat().is_some_and(|seat| view.ready[seat.index()]) => State::WaitingOpponent,
            Phase::Placing => State::Placement { seconds: at.seconds::<Engine>(view.deadline) },
            Phase::Firing => return Some(turn(at, view.turn?, view.deadline)),
            Phase::Over => return None,
        };
        Some(Body::State(state))
    }
}

impl Tongue for Battleship {
    fn show(&mut self, at: &At<'_>) -> Vec<Body> {
        let Some(view) = at.view::<Engine>() else { return Vec::new() };
        let mut out = self.rules(at.seat(), view);
        if let Some(fleet) = at.seat().and_then(|seat| view.fleets[seat.index()].as_ref()) {
            self.fleet = fleet.iter().copied().map(Some).collect();
            out.extend(fleet.iter().map(|ship| self.ship(ship)));
        }
        for by in [Seat(0), Seat(1)] {
            out.extend(self.history(by, &view.waters[Duel::other(by).index()]));
        }
        if view.phase == Phase::Placing {
            let ready = [Seat(0), Seat(1)].into_iter().filter(|seat| view.ready[seat.index()]);
            out.extend(ready.map(|seat| Body::State(State::Ready { seat: Some(seat) })));
        }
        out.extend(Self::phase(at, view));
        out.extend(view.plan.as_ref().map(|plan| self.plan(plan)));
        out
    }

    fn tell(&mut self, at: &At<'_>, event: &AnyEvent) -> Vec<Body> {
        let Some(event) = event.of::<Engine>() else { return Vec::new() };
        match event {
            Event::Placed { ships, .. } => {
                self.fleet = ships.iter().copied().map(Some).collect();
                ships.iter().map(|ship| self.ship(ship)).collect()
            }
            &Event::Ready { seat } => {
                let waiting = at.seat() == Some(seat)
                    && at.view::<Engine>().is_some_and(|view| !view.ready[Duel::other(seat).index()]);
                let ready = Body::State(State::Ready { seat: Some(seat) });
                if waiting { vec![ready, Body::State(State::WaitingOpponent)] } else { vec![ready] }
            }
            &Event::Begun { first, deadline } => {
                vec![Body::State(crate::place::standing(at.table)), turn(at, first, deadline)]
            }
            Event::Attacked { seat, pattern, shots, sunk, .. } => {
                let (seat, place) = (*seat, usize::from(*pattern));
                let mut out = Vec::new();
                for shot in shots.iter().filter(|shot| shot.result != ShotKind::Spent) {
                    if at.seat() == Some(Duel::other(seat)) {
                        let (row, column) = one_based(shot.at);
                        out.push(said(Said::Shot { row, column, pattern: None }));
                    }
                    let kind = (shot.result != ShotKind::Miss, shot.result == ShotKind::Sunk);
                    out.push(self.found(seat, shot.at, kind, shot.ship));
                }
                out.extend(sunk.iter().map(|ship| self.sunk(Duel::other(seat), ship)));
                let limited = self.config.patterns.get(place).is_some_and(|pattern| pattern.uses.is_some());
                if let Some(view) = at.view::<Engine>().filter(|_| limited && at.seat() == Some(seat)) {
                    out.extend(self.shots_left(place, Some(seat), view));
                }
                out
            }
            Event::Planned { plan: Some(plan) } => vec![self.plan(plan)],
            Event::Planned { plan: None } => vec![said(Said::Cancel)],
            &Event::Turn { seat, deadline, .. } => vec![turn(at, seat, deadline)],
            // A missed turn shows as a turn that changed, and the end is told once for every game.
            Event::TurnMissed { .. } | Event::Over { .. } => Vec::new(),
        }
    }

    fn act(&mut self, at: &At<'_>, deed: &Deed) -> Result<Option<Box<RawValue>>, Refusal> {
        let wanted = match deed {
            Deed::Ready => return Ok(Some(action(&Action::Ready))),
            Deed::Move(Move::Battleship(wanted)) => wanted,
            Deed::Move(_) | Deed::Pause | Deed::Resume | Deed::Claim(_) => return Err(AddonError::NotAMove.into()),
        };
        let wanted = match wanted {
            Said::Shot { row, column, pattern } => {
                let pattern = self.pattern(pattern.as_deref())?;
                Action::Fire { at: cell(*row, *column)?, pattern }
            }
            Said::Plan { row, column, pattern } => {
                let pattern = self.pattern(pattern.as_deref())?;
                Action::Plan { at: cell(*row, *column)?, pattern }
            }
            Said::Cancel => Action::Cancel,
            Said::Confirm => Action::Confirm,
            Said::Ready { .. } => Action::Ready,
            Said::Auto => Action::AutoPlace,
            Said::Surrender => Action::Surrender,
            Said::Place { ship, row, column, lies } => return self.place(ship, cell(*row, *column)?, *lies),
            // In HopeAddon the defender says what a shot found. Here the house knows.
            Said::Found { .. } => {
                tracing::debug!(table = %at.table.info.code, "a claimed shot result is ignored");
                return Ok(None);
            }
            Said::Board { .. } | Said::Class { .. } | Said::Pattern { .. } | Said::Ship { .. } | Said::Sunk { .. } => {
                return Err(AddonError::NotAMove.into());
            }
        };
        Ok(Some(action(&wanted)))
    }
}

fn said(said: Said) -> Body {
    Body::Move(Move::Battleship(said))
}

fn turn(at: &At<'_>, seat: Seat, deadline: Option<Tick>) -> Body {
    Body::State(State::Turn { seat, seconds: at.seconds::<Engine>(deadline) })
}

/// Row and column as frames count them.
const fn one_based(Cell { x, y }: Cell) -> (u8, u8) {
    (y + 1, x + 1)
}

fn cell(row: u8, column: u8) -> Result<Cell, AddonError> {
    let (Some(y), Some(x)) = (row.checked_sub(1), column.checked_sub(1)) else {
        return Err(AddonError::InvalidPosition);
    };
    Ok(Cell::new(x, y))
}

const fn lying(placement: &Placement) -> (u8, u8, Direction) {
    let (row, column) = one_based(placement.at);
    let lies = match placement.lies {
        Orientation::Horizontal => Direction::Across,
        Orientation::Vertical => Direction::Down,
    };
    (row, column, lies)
}
