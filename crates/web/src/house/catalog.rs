//! The games: what this page knows of them without asking.

use super::{House, assets::Assets};
use crate::{
    games::{self, Screen},
    parts::Unloaded,
    replay,
};
use leptos::{prelude::*, task::spawn_local};
use parlor_client::words;
use parlor_kernel::{
    AnyRules, AssetId, Commitment, GameInfo, Level, Library, Record, Registry, Seat, SeatPlan, Stat, Team,
};
use parlor_wire::{Pace, TableCode, TableInfo, http::OpenTable};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// The games that this page knows. How each looks is known at once; what it takes to play it comes with its screen.
/// Copy it freely.
#[derive(Clone, Copy)]
pub struct Catalog {
    /// The games whose screens are here.
    games: StoredValue<Registry>,
    assets: Assets,
    screens: RwSignal<BTreeMap<&'static str, &'static dyn Screen>>,
}

impl Catalog {
    pub(super) fn new() -> Self {
        let assets = Assets::new();
        Self { games: StoredValue::new(Registry::new(assets.library())), assets, screens: RwSignal::default() }
    }

    /// The screen of a game, if it is here.
    pub fn screen(&self, game: &str) -> Option<&'static dyn Screen> {
        self.screens.read_untracked().get(game).copied()
    }

    /// The screens that are here.
    pub(super) fn screens(&self) -> Vec<&'static dyn Screen> {
        self.screens.read_untracked().values().copied().collect()
    }

    /// The screen of a game has come.
    fn learn(&self, id: &'static str, screen: &'static dyn Screen) {
        self.assets.put(screen.embedded());
        self.games.update_value(|games| {
            let engine = screen.engine(games.library());
            games.enter(engine);
        });
        self.screens.update(|screens| _ = screens.insert(id, screen));
    }

    /// A rule set, read; none if it cannot be played here, or its game is not here yet.
    fn read(&self, game: &str, config: &Value) -> Option<Arc<dyn AnyRules>> {
        self.games.with_value(|games| games.game(game)?.rules(config).ok())
    }

    /// What the games play with.
    pub const fn assets(&self) -> Assets {
        self.assets
    }

    /// The assets that a rule set names; none if it cannot be played here.
    pub fn needs(&self, game: &str, config: &Value) -> Vec<AssetId> {
        let rules = self.read(game, config);
        rules.map(|rules| rules.assets()).unwrap_or_default()
    }

    /// The games with their types erased.
    pub(super) fn registry(&self) -> Registry {
        self.games.get_value()
    }

    /// The assets that this page has.
    pub fn library(&self) -> Library {
        self.games.with_value(|games| games.library().clone())
    }

    /// A game whose screen is here.
    pub fn info(&self, game: &str) -> Option<GameInfo> {
        self.games.with_value(|games| games.game(game).map(|game| game.info()))
    }

    /// What people call a game. Of one that this page does not know there is only the id.
    pub fn game_name(&self, game: &str) -> String {
        games::face(game).map_or_else(|| game.replace('-', " "), |face| face.game.name.to_owned())
    }

    /// The bots of a game, weakest first.
    pub fn levels(&self, game: &str) -> &'static [Level] {
        games::face(game).map_or_else(Default::default, |face| face.levels)
    }

    /// What a game counts.
    pub fn stats(&self, game: &str) -> &'static [Stat] {
        games::face(game).map_or_else(Default::default, |face| face.stats)
    }

    /// How many seats a rule set has; none if it cannot be played.
    pub fn seats(&self, game: &str, config: &Value) -> Option<u8> {
        let rules = self.read(game, config)?;
        Some(rules.seat_plans().len() as u8)
    }

    /// What a rule set calls each seat, where it has a name of its own.
    pub fn seat_titles(&self, game: &str, config: Option<&Value>) -> Vec<Option<String>> {
        let rules = config.and_then(|config| self.read(game, config));
        let plans = rules.as_ref().map_or(&[][..], |rules| rules.seat_plans());
        let title = |(seat, plan): (Seat, &SeatPlan)| {
            let plain = plan.name == format!("Seat {}", seat.0 + 1);
            (!plain).then(|| plan.name.clone().into_owned())
        };
        Seat::all(plans.len() as u8).zip(plans).map(title).collect()
    }

    /// What the rules call each team.
    pub fn team_names(&self, game: &str, config: Option<&Value>) -> Vec<String> {
        let Some(rules) = config.and_then(|config| self.read(game, config)) else { return Vec::new() };
        let teams = rules.seat_plans().iter().filter_map(|plan| plan.team).map(|team| team.0 + 1).max();
        (0..teams.unwrap_or_default()).map(|team| rules.team_name(Team(team)).into_owned()).collect()
    }

    /// What is to be played, in a line: the name of the preset alone, until the game is here;
    /// hears of that.
    pub fn terms(&self, wish: &OpenTable, pace: Pace) -> String {
        self.screens.track();
        if self.screen(&wish.game).is_none() {
            let preset = wish.preset.as_deref().map(|preset| games::preset_name(&wish.game, preset));
            return preset.unwrap_or_else(|| "the usual rules".into());
        }
        self.games.with_value(|games| words::terms(games, wish, pace))
    }

    /// The rule set of a table, as a sentence.
    pub fn rules(&self, info: &TableInfo) -> String {
        self.games.with_value(|games| words::rules(games, info))
    }

    /// Checks a finished match from its log alone, whose dice were `promised` when it began, and tells it move by move.
    ///
    /// # Errors
    /// What is wrong with the log.
    pub fn examine(&self, record: Record, promised: Commitment) -> Result<String, String> {
        self.games.with_value(|games| replay::examine(games, record, promised))
    }
}

impl House {
    /// The screen of a game, which is fetched first if it is not here.
    ///
    /// # Errors
    /// If this page does not know the game, or its part does not come.
    pub async fn screen(self, game: impl AsRef<str>) -> Result<&'static dyn Screen, Unloaded> {
        let screen = games::fetch(game.as_ref()).await?;
        if let Some(face) = games::face(game.as_ref())
            && self.catalog.screen(face.game.id).is_none()
        {
            self.catalog.learn(face.game.id, screen);
            let engine = self.catalog.games.with_value(|games| games.game(face.game.id).cloned());
            self.session.update_value(|session| {
                engine.into_iter().for_each(|engine| session.learn(engine));
                session.type_in([screen.typed()]);
            });
        }
        Ok(screen)
    }

    /// Fetches the screen of a game before it is needed. If it does not come, the page that needs it says so.
    pub fn expect_game(self, game: &str) {
        let game = game.to_owned();
        spawn_local(async move {
            let _ = self.screen(game).await;
        });
    }

    /// The same for the game that is played at a table.
    pub fn expect_table(self, table: TableCode) {
        spawn_local(async move {
            if let Ok(info) = super::http::table(table).await {
                let _ = self.screen(info.game).await;
            }
        });
    }
}
