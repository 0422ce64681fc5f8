//! Rule sets whose game is not known by type.

use crate::{
    AnyEvent, AnyPlayer, AnyTable, AssetError, AssetId, Assets, GameConfig, Key, KeyedDice, Library, Malformed,
    Playable, Refusal, Rules, Seat, SeatPlan, SeatSet, SimError, SimPlan, Spec, Table, Tally, Team, Voice,
    player::Player, sim,
};
use serde_json::Value;
use std::{
    borrow::Cow,
    sync::{Arc, OnceLock},
};

/// A rule set with its types erased: read and validated once, asked as often as needed.
///
/// What it says of itself needs no assets. They are loaded when the first match is [opened](AnyRules::open) or
/// simulated, and then kept.
pub trait AnyRules: Send + Sync {
    /// Facts about the game.
    fn spec(&self) -> &'static Spec;
    /// The rule set as data.
    fn config(&self) -> &Arc<Value>;
    /// What each seat is, in order.
    fn seat_plans(&self) -> &[SeatPlan];
    /// How many seats must be taken for a match to begin.
    fn least_seats(&self) -> u8;
    /// What a team is called.
    fn team_name(&self, team: Team) -> Cow<'static, str>;
    /// Where a seat may read and write while a match runs.
    fn voice(&self, seat: Seat) -> Voice;
    /// Whether a player may take a seat from a bot while a match runs; see [`GameConfig::admits`].
    fn admits(&self, seat: Seat, before: Option<Seat>) -> bool;
    /// Whether a clock runs in a match by these rules.
    fn is_timed(&self) -> bool;
    /// Whether everyone may know for whom a match waits; see [`Predict::OPEN_TURNS`](crate::Predict::OPEN_TURNS).
    fn has_open_turns(&self) -> bool;
    /// How many days a player has for a move in a game over days, unless the host says otherwise.
    fn days(&self) -> u8;
    /// Whether they are a preset's own, adapted to the seats that bots take: results can be compared then.
    fn is_preset(&self, bots: SeatSet) -> bool;
    /// What they have another way than a preset, in a few words for each rule; everything if there is no such preset,
    /// and nothing if the two are the same.
    fn describe(&self, preset: &str) -> Vec<String>;
    /// The same for a player who has yet to agree to them: first the [essentials](GameConfig::essentials).
    fn terms(&self, preset: &str) -> Vec<String>;
    /// An event in words, for those who heard it; `names` are the players, by seat. Empty if it goes without saying.
    ///
    /// # Errors
    /// If it is no event of this game.
    fn tell(&self, event: &AnyEvent, names: &[String]) -> Result<String, Refusal>;
    /// A step in words, for a list of moves, to those who heard these events of it. Empty if it goes without saying.
    ///
    /// # Errors
    /// If one is no event of this game.
    fn tell_step(&self, events: &[AnyEvent], names: &[String]) -> Result<String, Refusal>;
    /// The assets that a match by these rules needs.
    fn assets(&self) -> Vec<AssetId>;
    /// Loads the assets, unless they are.
    ///
    /// # Errors
    /// The first that is missing or wrong.
    fn load(&self) -> Result<(), AssetError>;
    /// Opens a match.
    ///
    /// # Errors
    /// If an asset is missing or wrong.
    fn open(&self, key: Key) -> Result<Box<dyn AnyTable>, AssetError>;
    /// A bot of that level for a client, which plays from a view alone; `None` if there is no such level.
    /// [`RANDOM`](crate::RANDOM) is none: it needs the rules at hand, not a view.
    ///
    /// # Errors
    /// If an asset is missing or wrong.
    fn player(&self, level: &str) -> Result<Option<Box<dyn AnyPlayer>>, AssetError>;
    /// Plays games between bots.
    ///
    /// # Errors
    /// If the plan does not fit the game, or an asset is missing or wrong.
    fn simulate(&self, plan: &SimPlan, after_each: &mut dyn FnMut()) -> Result<Tally, SimError>;
}

/// The rule set of a `G`.
pub(crate) struct KnownRules<G: Playable> {
    config: Arc<G::Config>,
    value: Arc<Value>,
    seats: Vec<SeatPlan>,
    library: Library,
    loaded: OnceLock<Arc<Rules<G>>>,
}

impl<G: Playable> KnownRules<G> {
    /// The rule set `config`, which has been validated.
    pub(crate) fn new(config: G::Config, library: &Library) -> Self {
        Self {
            value: Arc::new(serde_json::to_value(&config).expect("configs are JSON")),
            seats: Seat::all(config.seats()).map(|seat| config.seat_plan(seat)).collect(),
            config: Arc::new(config),
            library: library.clone(),
            loaded: OnceLock::new(),
        }
    }

    fn loaded(&self) -> Result<&Arc<Rules<G>>, AssetError> {
        if let Some(rules) = self.loaded.get() {
            return Ok(rules);
        }
        let rules = Arc::new(Rules::load(Arc::clone(&self.config), &self.library)?);
        Ok(self.loaded.get_or_init(|| rules))
    }
}

impl<G: Playable> AnyRules for KnownRules<G> {
    fn spec(&self) -> &'static Spec {
        &G::SPEC
    }

    fn config(&self) -> &Arc<Value> {
        &self.value
    }

    fn seat_plans(&self) -> &[SeatPlan] {
        &self.seats
    }

    fn least_seats(&self) -> u8 {
        self.config.least_seats()
    }

    fn team_name(&self, team: Team) -> Cow<'static, str> {
        self.config.team_name(team)
    }

    fn voice(&self, seat: Seat) -> Voice {
        self.config.voice(seat)
    }

    fn admits(&self, seat: Seat, before: Option<Seat>) -> bool {
        self.config.admits(seat, before)
    }

    fn is_timed(&self) -> bool {
        self.config.is_timed()
    }

    fn has_open_turns(&self) -> bool {
        G::OPEN_TURNS
    }

    fn days(&self) -> u8 {
        self.config.days()
    }

    fn is_preset(&self, bots: SeatSet) -> bool {
        G::Config::preset_ids().filter_map(G::Config::preset).any(|mut preset| {
            preset.adapt(bots);
            preset == self.config.as_chosen()
        })
    }

    fn describe(&self, preset: &str) -> Vec<String> {
        let usual = G::Config::preset(preset).map(|preset| preset.phrases()).unwrap_or_default();
        let phrases = self.config.phrases().into_iter().enumerate();
        phrases.filter(|(rule, phrase)| usual.get(*rule) != Some(phrase)).map(|(_, phrase)| phrase).collect()
    }

    fn terms(&self, preset: &str) -> Vec<String> {
        let mut terms = self.config.essentials();
        let changed: Vec<_> = self.describe(preset).into_iter().filter(|phrase| !terms.contains(phrase)).collect();
        terms.extend(changed);
        terms
    }

    fn tell(&self, event: &AnyEvent, names: &[String]) -> Result<String, Refusal> {
        let event = event.of::<G>().ok_or(Malformed::MalformedEvent(G::SPEC.name))?;
        Ok(G::event_text(&self.config, event, names))
    }

    fn tell_step(&self, events: &[AnyEvent], names: &[String]) -> Result<String, Refusal> {
        let known = events.iter().map(|event| event.of::<G>().ok_or(Malformed::MalformedEvent(G::SPEC.name)));
        Ok(G::step_text(&self.config, &known.collect::<Result<Vec<_>, _>>()?, names))
    }

    fn assets(&self) -> Vec<AssetId> {
        G::Assets::ids(&self.config)
    }

    fn load(&self) -> Result<(), AssetError> {
        self.loaded().map(drop)
    }

    fn open(&self, key: Key) -> Result<Box<dyn AnyTable>, AssetError> {
        Ok(Box::new(Table::<G, _>::new(Arc::clone(self.loaded()?), KeyedDice::new(key))))
    }

    fn player(&self, level: &str) -> Result<Option<Box<dyn AnyPlayer>>, AssetError> {
        let Some(bot) = G::bot(level) else { return Ok(None) };
        Ok(Some(Box::new(Player { rules: Arc::clone(self.loaded()?), bot })))
    }

    fn simulate(&self, plan: &SimPlan, after_each: &mut dyn FnMut()) -> Result<Tally, SimError> {
        sim::simulate::<G>(self.loaded()?, plan, after_each)
    }
}
