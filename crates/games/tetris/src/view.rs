//! What a viewer may know: everything but the pieces and gaps to come.

use crate::{
    Action, Config, Event, Phase,
    position::{Position, Unknown},
    rules,
};
use parlor_kernel::{Seat, Tick};
use serde::{Deserialize, Serialize};

/// A match as anyone may know it. It has the rule set as well, so that it can be played on without the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The rule set.
    pub config: Config,
    /// Where everything is.
    pub position: Position,
}

impl View {
    pub(crate) fn hear(&mut self, event: &Event) {
        self.pass(event.at);
        self.position.apply(&self.config, event.at, &event.what);
    }

    /// Lets time pass. The match ends only when that is announced.
    pub(crate) fn pass(&mut self, now: Tick) {
        self.position.advance(&self.config, now, &mut Unknown);
    }

    /// Whether a seat may do this now, as far as the view can tell.
    pub fn allows(&self, seat: Seat, action: &Action) -> bool {
        self.position.phase != Phase::Over && rules::check(&self.config, &self.position, seat, action).is_ok()
    }

    /// What comes of an action that the house has not confirmed: keys do what they do, pauses begin and end. That
    /// somebody gave up is not taken for granted.
    pub fn expect(&mut self, now: Tick, seat: Seat, action: &Action) {
        self.pass(now);
        let Self { config, position } = self;
        if position.phase != Phase::Over
            && !position.time_is_up(config, now)
            && rules::check(config, position, seat, action).is_ok()
            && let Some(what) = rules::what(config, position, seat, *action)
        {
            position.apply(config, now, &what);
        }
    }
}
