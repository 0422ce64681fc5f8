//! Rule sets.

use crate::{Code, Seat, SeatPlan, SeatSet, Solo, Team, Voice};
use serde::{Serialize, de::DeserializeOwned};
use std::{borrow::Cow, error::Error, fmt::Debug};

/// What a ready-made rule set is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Stable id: in logs, links and commands.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// How it differs from the others, in a line.
    pub blurb: &'static str,
    /// How many seats it has.
    pub seats: u8,
}

/// The rule set of a match: data, fixed when the table opens and stored in its log.
pub trait GameConfig: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Why a configuration is refused.
    type Invalid: Error + Code;

    /// The ready-made rule sets, the default first.
    const PRESETS: &'static [Preset];

    /// The rule set of a preset, by its id.
    fn preset(id: &str) -> Option<Self>;

    /// The ids of the presets, the default first.
    fn preset_ids() -> impl Iterator<Item = &'static str> {
        Self::PRESETS.iter().map(|preset| preset.id)
    }

    /// The ways to play alone for a record.
    const SOLOS: &'static [Solo] = &[];

    /// The rule set of a way to play alone, by its id.
    fn solo(_id: &str) -> Option<Self> {
        None
    }

    /// How many seats a table with this configuration has.
    fn seats(&self) -> u8;

    /// How many seats must be taken for a match to begin; all of them unless the rules say otherwise.
    fn least_seats(&self) -> u8 {
        self.seats()
    }

    /// What a seat is called, and what it is in the match.
    fn seat_plan(&self, seat: Seat) -> SeatPlan {
        SeatPlan { name: format!("Seat {}", seat.0 + 1).into(), team: None, role: None }
    }

    /// What a team of [`GameConfig::seat_plan`] is called.
    fn team_name(&self, team: Team) -> Cow<'static, str> {
        format!("Team {}", team.0 + 1).into()
    }

    /// Where a seat may read and write while a match runs: everywhere, unless it knows what others must find out.
    fn voice(&self, seat: Seat) -> Voice {
        Voice::full(self.seat_plan(seat).team)
    }

    /// Whether a clock runs in it, now or later. Without one a match may lie for days: its
    /// [`Game::next_wake`](crate::Game::next_wake) is always `None`.
    fn is_timed(&self) -> bool;

    /// How many days a player has for a move in a game over days, unless the host says otherwise.
    fn days(&self) -> u8 {
        30
    }

    /// Every rule of it in a few words that a player understands, in the same order for every rule set. Implementations
    /// take the rule set apart field by field, so that no rule is forgotten: people bet by these words.
    fn phrases(&self) -> Vec<String>;

    /// What a player wants to know before they agree to play by it, even if it is as usual: who begins, and the clocks.
    /// In the words of [`Self::phrases`], where those speak of it.
    fn essentials(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether a match can be played with it.
    ///
    /// # Errors
    /// The first thing wrong with it.
    fn validate(&self) -> Result<(), Self::Invalid>;

    /// Adjusts what a preset leaves to who plays, given the seats taken by bots. Options that the host chose come
    /// afterwards and win.
    fn adapt(&mut self, _bots: SeatSet) {}

    /// Whether a player may take `seat` from a bot while a match runs, having sat in `before` in the same match, or in no
    /// seat. No player, unless the rules say otherwise: seats may know things.
    fn admits(&self, _seat: Seat, _before: Option<Seat>) -> bool {
        false
    }

    /// Notes who the host is, for games in which the host decides something. The table does so when a match begins.
    fn appoint(&mut self, _host: Seat) {}

    /// The rule set as it was chosen: without what the table notes in it for one match, who the host is or what
    /// [earlier matches](crate::Game::carries) have used up.
    #[must_use]
    fn as_chosen(&self) -> Self {
        self.clone()
    }
}
