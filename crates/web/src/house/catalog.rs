//! The games: what this page knows of them without asking.

use super::assets::Assets;
use crate::{games, replay};
use leptos::prelude::*;
use parlor_client::words;
use parlor_kernel::{AssetId, Commitment, GameInfo, Level, Library, Record, Registry, Seat, SeatPlan, Stat, Team};
use parlor_wire::{Pace, TableInfo, http::OpenTable};
use serde_json::Value;

/// The games that this page knows. Copy it freely.
#[derive(Clone, Copy)]
pub struct Catalog(StoredValue<Registry>, Assets);

impl Catalog {
    pub(super) fn new() -> Self {
        let assets = Assets::new();
        Self(StoredValue::new(parlor_catalog::registry_with(assets.library())), assets)
    }

    /// What the games play with.
    pub const fn assets(&self) -> Assets {
        self.1
    }

    /// The assets that a rule set names; none if it cannot be played here.
    pub fn needs(&self, game: &str, config: &Value) -> Vec<AssetId> {
        let rules = self.0.with_value(|games| games.game(game)?.rules(config).ok());
        rules.map(|rules| rules.assets()).unwrap_or_default()
    }

    /// The games with their types erased.
    pub(super) fn registry(&self) -> Registry {
        self.0.get_value()
    }

    /// The assets that this page has.
    pub fn library(&self) -> Library {
        self.0.with_value(|games| games.library().clone())
    }

    /// The games that this page offers.
    pub fn games(&self) -> Vec<GameInfo> {
        self.0.with_value(games::offered)
    }

    /// A game that this page offers.
    pub fn info(&self, game: &str) -> Option<GameInfo> {
        games::screen(game)?;
        self.0.with_value(|games| games.game(game).map(|game| game.info()))
    }

    /// What people call a game. Of one that this page does not know there is only the id.
    pub fn game_name(&self, game: &str) -> String {
        let known = self.0.with_value(|games| games.game(game).map(|game| game.spec().name));
        known.map_or_else(|| game.replace('-', " "), str::to_owned)
    }

    /// The bots of a game, weakest first.
    pub fn levels(&self, game: &str) -> Vec<Level> {
        self.0.with_value(|games| games.game(game).map(|game| game.info().bots)).unwrap_or_default()
    }

    /// What a game counts.
    pub fn stats(&self, game: &str) -> &'static [Stat] {
        self.0.with_value(|games| games.game(game).map(|game| game.info().stats)).unwrap_or_default()
    }

    /// How many seats a rule set has; none if it cannot be played.
    pub fn seats(&self, game: &str, config: &Value) -> Option<u8> {
        let rules = self.0.with_value(|games| games.game(game)?.rules(config).ok())?;
        Some(rules.seat_plans().len() as u8)
    }

    /// What a rule set calls each seat, where it has a name of its own.
    pub fn seat_titles(&self, game: &str, config: &Value) -> Vec<Option<String>> {
        let rules = self.0.with_value(|games| games.game(game)?.rules(config).ok());
        let plans = rules.as_ref().map_or(&[][..], |rules| rules.seat_plans());
        let title = |(seat, plan): (Seat, &SeatPlan)| {
            let plain = plan.name == format!("Seat {}", seat.0 + 1);
            (!plain).then(|| plan.name.clone().into_owned())
        };
        Seat::all(plans.len() as u8).zip(plans).map(title).collect()
    }

    /// What the rules call each team.
    pub fn team_names(&self, game: &str, config: &Value) -> Vec<String> {
        let Some(rules) = self.0.with_value(|games| games.game(game)?.rules(config).ok()) else { return Vec::new() };
        let teams = rules.seat_plans().iter().filter_map(|plan| plan.team).map(|team| team.0 + 1).max();
        (0..teams.unwrap_or_default()).map(|team| rules.team_name(Team(team)).into_owned()).collect()
    }

    /// What is to be played, in a line.
    pub fn terms(&self, wish: &OpenTable, pace: Pace) -> String {
        self.0.with_value(|games| words::terms(games, wish, pace))
    }

    /// The rule set of a table, as a sentence.
    pub fn rules(&self, info: &TableInfo) -> String {
        self.0.with_value(|games| words::rules(games, info))
    }

    /// Checks a finished match from its log alone, whose dice were `promised` when it began, and tells it move by move.
    ///
    /// # Errors
    /// What is wrong with the log.
    pub fn examine(&self, record: Record, promised: Commitment) -> Result<String, String> {
        self.0.with_value(|games| replay::examine(games, record, promised))
    }
}
