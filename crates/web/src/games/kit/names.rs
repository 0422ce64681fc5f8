//! Whom to call what in a game for two, and how a match ended.

use crate::table::TableCtx;
use parlor_kernel::{Outcome, Reason, Seat};

/// Whom to call what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// The seat of whoever listens; `None` for a spectator.
    pub me: Option<Seat>,
    /// Display names by seat.
    pub all: [String; 2],
}

impl Names {
    /// The names at that table.
    pub fn at(ctx: TableCtx) -> Self {
        Self { me: ctx.with(|model| model.seat).flatten(), all: [Seat(0), Seat(1)].map(|seat| ctx.name_of(seat)) }
    }

    /// "Your" or "Ada's".
    pub fn whose(&self, seat: Seat) -> String {
        if self.me == Some(seat) { "Your".into() } else { format!("{}’s", self.name(seat)) }
    }

    /// "You" or "Ada".
    pub fn who(&self, seat: Seat) -> &str {
        if self.me == Some(seat) { "You" } else { self.name(seat) }
    }

    /// "Ada", even if that is whoever listens.
    pub fn name(&self, seat: Seat) -> &str {
        self.all.get(seat.index()).map_or("?", String::as_str)
    }

    /// Who won and why. `completed` says what it means to have played to the end, of the loser.
    pub fn ending(&self, outcome: Outcome, completed: impl FnOnce(Seat) -> String) -> String {
        let Some(winner) = outcome.winners().first() else {
            return "The match does not count.".into();
        };
        let loser = winner.opponent();
        let won = format!("{} won", self.who(winner));
        let who = if self.me == Some(loser) { "you" } else { self.name(loser) };
        match outcome.reason {
            Reason::Completed => format!("{won}: {}", completed(loser)),
            Reason::Surrender => format!("{won}: {who} surrendered."),
            Reason::Timeout => format!("{won}: {who} ran out of time."),
            Reason::Abandoned => format!("{won}: {who} left."),
            Reason::Void => format!("{won}."),
        }
    }
}

/// "1 hit", "2 hits".
pub fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
