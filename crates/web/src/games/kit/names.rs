//! Whom to call what in a game for two, and how a match ended.

use crate::table::TableCtx;
use parlor_kernel::{Duel, Outcome, Reason, Seat};

/// Whom to call what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names {
    /// The seat of whoever listens; `None` for a spectator.
    pub me: Option<Seat>,
    /// Display names by seat.
    pub all: [String; 2],
}

impl Names {
    /// The players of the match at that table.
    pub fn at(ctx: TableCtx) -> Self {
        Self { me: ctx.with(|model| model.seat).flatten(), all: [Seat(0), Seat(1)].map(|seat| ctx.player_name(seat)) }
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
        let loser = Duel::other(winner);
        let won = format!("{} won", self.who(winner));
        let who = |seat| if self.me == Some(seat) { "you" } else { self.name(seat) };
        match outcome.reason {
            Reason::Completed => format!("{won}: {}", completed(loser)),
            Reason::Surrender(seat) => format!("{won}: {} surrendered.", who(seat)),
            Reason::Timeout(seat) => format!("{won}: {} ran out of time.", who(seat)),
            Reason::Abandoned(seat) => format!("{won}: {} left.", who(seat)),
            Reason::Void => format!("{won}."),
        }
    }
}

/// "1 hit", "2 hits".
pub fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
