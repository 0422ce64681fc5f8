//! What a viewer may know: everything but the dice to come, and, as long as two play for points, the courts of others.

use crate::{Action, Config, Event, PIXEL, Pong, Position, Race, Side, Steer, What, rules, state::take_place};
use parlor_kernel::{GameConfig, Outcome, Seat, SeatSet, Tick, Viewer};
use serde::{Deserialize, Serialize};

/// A match as a viewer may know it. It has the rule set as well, so that it can be played on without the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The rule set.
    pub config: Config,
    /// Where everything is; in a challenge, on the first seat's court.
    pub position: Position,
    /// What else there is in a challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub race: Option<Box<Race>>,
    /// The seats of whose courts only the points are known.
    pub veiled: SeatSet,
}

/// Where things are on a screen, in pixels: middles, from the left and from the top.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scene {
    /// The ball.
    pub ball: (f64, f64),
    /// How far down the left paddle is.
    pub left: f64,
    /// How far down the right paddle is.
    pub right: f64,
}

impl View {
    /// Spectators see no court either in a challenge: a player could look on at their own.
    pub(crate) fn of(game: &Pong, viewer: Viewer) -> Self {
        let config = Config::clone(&game.config);
        let all = SeatSet::all(config.seats());
        let veiled = match &game.race {
            Some(race) if race.outcome.is_none() => viewer.seat().map_or(all, |seat| all.without(seat)),
            _ => SeatSet::EMPTY,
        };
        let mut view = Self { config, position: game.position.clone(), race: game.race.clone(), veiled };
        view.veil();
        view
    }

    /// Of a veiled court nothing is known but its points, and not even when its paddle was last steered.
    fn veil(&mut self) {
        let Some(race) = &mut self.race else { return };
        for seat in self.veiled.iter() {
            let court = if seat.0 == 1 { &mut race.court } else { &mut self.position };
            *court = court.veiled(&self.config);
            race.alive[seat.index()] = Tick::ZERO;
        }
    }

    pub(crate) fn hear(&mut self, event: &Event) {
        self.pass(event.at);
        if let What::Unveiled { position, race } = &event.what {
            (self.position, self.race) = (Position::clone(position), Some(race.clone()));
            self.veiled = SeatSet::EMPTY;
            return;
        }
        take_place(&self.config, &mut self.position, self.race.as_deref_mut(), event);
        self.veil();
    }

    /// What two viewers know together: for a match that is over.
    #[must_use]
    pub fn together(mut self, other: &Self) -> Self {
        if let (Some(race), Some(known)) = (&mut self.race, &other.race) {
            for seat in self.veiled.iter().filter(|&seat| !other.veiled.contains(seat)) {
                race.alive[seat.index()] = known.alive[seat.index()];
                match seat.0 {
                    1 => race.court.clone_from(&known.court),
                    _ => self.position.clone_from(&other.position),
                }
                self.veiled = self.veiled.without(seat);
            }
        }
        self
    }

    /// One court of a challenge as a match of its own, its player on the left; any other match as it is.
    #[must_use]
    pub fn court(&self, seat: Seat) -> Self {
        let Some(race) = &self.race else { return self.clone() };
        let position = if seat.0 == 1 { &race.court } else { &self.position };
        let config = Config { challenge: None, ..self.config.clone() };
        Self { config, position: position.clone(), race: None, veiled: SeatSet::EMPTY }
    }

    /// Lets time pass. Points and the end of a pause wait until they are announced.
    pub(crate) fn pass(&mut self, now: Tick) {
        self.position.advance(&self.config, now);
        if let Some(race) = &mut self.race {
            race.court.advance(&self.config, now);
        }
    }

    /// The result, once there is one; that of a challenge is about both courts.
    pub fn outcome(&self) -> Option<Outcome> {
        self.race.as_ref().map_or(self.position.outcome, |race| race.outcome)
    }

    /// What comes of an action that the house has not confirmed: paddles move, pauses begin and end. A surrender is not
    /// predicted.
    pub fn expect(&mut self, now: Tick, seat: Seat, action: &Action) {
        self.pass(now);
        let over = self.outcome().is_some();
        let Self { config, position, race, .. } = self;
        let court = match race {
            Some(race) if seat.0 == 1 => &race.court,
            _ => &*position,
        };
        if !over
            && rules::check(config, court, seat, action).is_ok()
            && let Some(what) = rules::what(config, court, now, seat, action)
        {
            let court = if race.is_some() { seat.0 } else { 0 };
            take_place(config, position, race.as_deref_mut(), &Event { at: now, court, what });
        }
    }

    /// Whether the paddle of `seat` already moves as it would if it were steered so at `now`: then there is no need to
    /// say it again.
    pub fn obeys(&self, now: Tick, seat: Seat, steer: Steer) -> bool {
        let court = match &self.race {
            Some(race) if seat.0 == 1 => &race.court,
            _ => &self.position,
        };
        let paddle = &court.paddles[self.config.side(seat).index()];
        paddle.steered(&self.config, now, steer) == (paddle.goal, paddle.pace)
    }

    /// The picture at a moment between two ticks. Ruling: every player sees their own paddle on the left.
    pub fn scene(&self, tick: f64, viewer: Viewer) -> Scene {
        let before = Tick(tick.max(0.0) as u64);
        let mut view = self.clone();
        let (from, to) = (view.places(before), view.places(before + 1));
        let part = (tick - before.0 as f64).clamp(0.0, 1.0);
        let [x, y, left, right] = std::array::from_fn(|place| from[place] + (to[place] - from[place]) * part);
        match viewer.seat().map(Side::of) {
            Some(Side::Right) => Scene { ball: (f64::from(self.config.court.width) - x, y), left: right, right: left },
            _ => Scene { ball: (x, y), left, right },
        }
    }

    fn places(&mut self, tick: Tick) -> [f64; 4] {
        self.pass(tick);
        let Position { ball, paddles: [left, right], .. } = &self.position;
        let (x, y) = ball.at(tick);
        [x, y, left.at(tick), right.at(tick)].map(|place| f64::from(place) / f64::from(PIXEL))
    }
}

#[cfg(test)]
mod tests;
