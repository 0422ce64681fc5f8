//! What a viewer may know: everything but the pieces and gaps to come.

use crate::{
    Action, Config, Event,
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

    /// Lets time pass. Garbage rises and the match ends only when that is announced.
    pub(crate) fn pass(&mut self, now: Tick) {
        self.position.advance(&self.config, now, &mut Unknown);
    }

    /// What comes of an action that the house has not confirmed: keys do what they do, nothing else is taken for
    /// granted.
    pub fn expect(&mut self, now: Tick, seat: Seat, action: &Action) {
        self.pass(now);
        if rules::check(&self.config, &self.position, seat, action).is_err() {
            return;
        }
        let Some(what) = action.keyed(seat) else { return };
        self.position.apply(&self.config, now, &what);
    }
}
