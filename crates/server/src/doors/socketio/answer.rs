//! How an event of a client is answered.

use super::packet;
use crate::tables::Outlet;
use serde_json::{Value, json};

/// The way to answer one event: as an acknowledgement, if the client asked for one.
pub struct Answer {
    outlet: Outlet,
    ack: Option<u64>,
}

impl Answer {
    /// Answers go to `outlet`, by the number that the client gave.
    pub const fn new(outlet: Outlet, ack: Option<u64>) -> Self {
        Self { outlet, ack }
    }

    /// Whether the client asked for it.
    pub const fn is_wanted(&self) -> bool {
        self.ack.is_some()
    }

    /// It was done.
    pub fn done(self, result: Option<Value>) {
        self.send(&match result {
            Some(result) => json!({"success": true, "result": result}),
            None => json!({"success": true}),
        });
    }

    /// It was refused. Returns whether the refusal has to be told in another way, since no acknowledgement is wanted.
    #[must_use]
    pub fn refused(self, code: &str, error: &str) -> bool {
        self.send(&json!({"success": false, "error": error, "code": code}));
        self.ack.is_none()
    }

    fn send(&self, body: &Value) {
        if let Some(ack) = self.ack {
            self.outlet.send_text(packet::acknowledgement(ack, body));
        }
    }
}
