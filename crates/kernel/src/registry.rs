//! Games whose types are not known: how the house opens, replays and simulates any of them.

use crate::{
    AnyEvent, AnyTable, AnyView, Code, GameConfig, Key, KeyedDice, Level, Malformed, Mismatch, Playable, RANDOM,
    Record, Refusal, Replay, Seat, SeatSet, SeenView, SimError, SimPlan, Spec, Stat, Table, Tally, Team, sim,
};
use serde::Serialize;
use serde_json::Value;
use std::{fmt::Write, marker::PhantomData, sync::Arc};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// What people can know about a game before they sit down.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    /// Stable id.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Ready-made rule sets, the default first.
    pub presets: Vec<PresetInfo>,
    /// Bots, weakest first.
    pub bots: Vec<Level>,
    /// What is counted for every seat.
    pub stats: &'static [Stat],
    /// Whether it is played in real time.
    pub real_time: bool,
    /// Whether people may bet the house's play money on it.
    pub stakes: bool,
}

/// A ready-made rule set.
#[derive(Clone, Debug, Serialize)]
pub struct PresetInfo {
    /// Stable id.
    pub id: &'static str,
    /// What is special about it.
    pub blurb: &'static str,
    /// How many seats it has.
    pub seats: u8,
    /// The rule set itself.
    pub config: Value,
}

/// Why a rule set cannot be completed.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Unfit {
    /// The game has no such preset.
    #[error("{game} has no preset called {name}; choose one of: {known}.")]
    UnknownPreset {
        /// The game.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The rule set has no such option.
    #[error("There is no option called {0}.")]
    UnknownOption(String),
    /// An option has a value that it cannot have.
    #[error("One of these options has a value that it cannot have.")]
    BadOptions,
}

/// A game with its types erased. One blanket implementation, [`Entrant`], serves every game.
pub trait AnyGame: Send + Sync {
    /// Facts about the game.
    fn spec(&self) -> &'static Spec;
    /// What people can know about it.
    fn info(&self) -> GameInfo;
    /// Every code with which the game refuses an action or a rule set.
    fn codes(&self) -> Vec<&'static str>;
    /// The preset that is played when nobody chooses.
    fn default_preset(&self) -> &'static str;
    /// Completes a rule set: the preset (the default one for `None`), adapted to the seats that bots take, changed by
    /// the keys of `options`, and validated. Gives back the rule set and its number of seats.
    ///
    /// # Errors
    /// If there is no such preset or the options make no sense.
    fn configure(&self, preset: Option<&str>, options: &Value, bots: SeatSet) -> Result<(Value, u8), Refusal>;
    /// Whether a rule set is a preset's own, adapted to the seats that bots take: results can be compared then.
    fn is_preset(&self, config: &Value, bots: SeatSet) -> bool;
    /// What a rule set has another way than its preset, in a few words for each rule; everything if there is no such
    /// preset, and nothing if the two are the same.
    ///
    /// # Errors
    /// If the rule set is not one that [`AnyGame::configure`] gave.
    fn describe(&self, preset: &str, config: &Value) -> Result<Vec<String>, Refusal>;
    /// The same for a player who has yet to agree to it: first the [essentials](GameConfig::essentials).
    ///
    /// # Errors
    /// If the rule set is not one that [`AnyGame::configure`] gave.
    fn terms(&self, preset: &str, config: &Value) -> Result<Vec<String>, Refusal>;
    /// Whether a clock runs in a match by that rule set.
    ///
    /// # Errors
    /// If the rule set is not one that [`AnyGame::configure`] gave.
    fn is_timed(&self, config: &Value) -> Result<bool, Refusal>;
    /// The team of each seat, in order; none at all if the rule set is not one that [`AnyGame::configure`] gave.
    fn teams(&self, config: &Value) -> Vec<Option<Team>>;
    /// Opens a match.
    ///
    /// # Errors
    /// If the rule set is not one that [`AnyGame::configure`] gave.
    fn open(&self, config: &Value, key: Key) -> Result<Box<dyn AnyTable>, Refusal>;
    /// Whether a bot of that level can take a seat.
    fn has_bot(&self, level: &str) -> bool;
    /// Reads a view, to be kept up to date by its viewer.
    ///
    /// # Errors
    /// If the JSON is no view of this game.
    fn see(&self, view: &str) -> Result<Box<dyn AnyView>, serde_json::Error>;
    /// An event in words, for a viewer who heard it; `names` are the players, by seat. Empty if it goes without saying.
    ///
    /// # Errors
    /// If the rule set or the event is none of this game.
    fn tell(&self, config: &Value, event: &AnyEvent, names: &[String]) -> Result<String, Refusal>;
    /// Checks a finished match from its log alone.
    ///
    /// # Errors
    /// The first difference.
    fn verify(&self, record: Record) -> Result<(), Mismatch>;
    /// A finished match as text: every action, what it led to, and the final position.
    ///
    /// # Errors
    /// If the log does not hold.
    fn narrate(&self, record: Record) -> Result<String, Mismatch>;

    /// What the dice decided in a finished match, in order, as far as the game tells
    /// ([`Game::dice_text`](crate::Game::dice_text)).
    ///
    /// # Errors
    /// If the log does not hold.
    fn draws(&self, record: Record) -> Result<Vec<String>, Mismatch>;
    /// Plays games between bots.
    ///
    /// # Errors
    /// If the plan does not fit the game.
    fn simulate(&self, config: &Value, plan: &SimPlan, after_each: &mut dyn FnMut()) -> Result<Tally, SimError>;
}

/// Puts a game into a [`Registry`].
#[derive(Debug)]
pub struct Entrant<G>(PhantomData<fn() -> G>);

impl<G> Entrant<G> {
    /// The entry for `G`.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G> Default for Entrant<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Playable> Entrant<G> {
    /// A finished match at its beginning. Whatever is told about it is told of a log that holds.
    fn verified(record: Record) -> Result<Replay<G>, Mismatch> {
        let mut replay = Replay::new(record)?;
        replay.verify()?;
        replay.seek(0)?;
        Ok(replay)
    }

    fn config(value: &Value) -> Result<Arc<G::Config>, Refusal> {
        let config: G::Config = serde_json::from_value(value.clone()).map_err(|_| Unfit::BadOptions)?;
        config.validate()?;
        Ok(Arc::new(config))
    }
}

impl<G: Playable> AnyGame for Entrant<G> {
    fn spec(&self) -> &'static Spec {
        &G::SPEC
    }

    fn info(&self) -> GameInfo {
        let presets = G::Config::PRESETS
            .iter()
            .filter_map(|&(id, blurb)| {
                let config = G::Config::preset(id)?;
                let seats = config.seats();
                Some(PresetInfo { id, blurb, seats, config: serde_json::to_value(config).ok()? })
            })
            .collect();
        let Spec { id, name, real_time, stakes, .. } = G::SPEC;
        GameInfo { id, name, presets, bots: G::LEVELS.to_vec(), stats: G::STATS, real_time, stakes }
    }

    fn codes(&self) -> Vec<&'static str> {
        [G::Illegal::CODES, <G::Config as GameConfig>::Invalid::CODES].concat()
    }

    fn default_preset(&self) -> &'static str {
        G::Config::PRESETS[0].0
    }

    fn configure(&self, preset: Option<&str>, options: &Value, bots: SeatSet) -> Result<(Value, u8), Refusal> {
        let name = preset.unwrap_or(self.default_preset());
        let mut preset = G::Config::preset(name).ok_or_else(|| {
            let known: Vec<_> = G::Config::PRESETS.iter().map(|(id, _)| *id).collect();
            Unfit::UnknownPreset { game: G::SPEC.name, name: name.to_owned(), known: known.join(", ") }
        })?;
        preset.adapt(bots);
        let mut value = serde_json::to_value(preset).expect("presets are JSON");
        overlay(&mut value, options)?;
        let config = Self::config(&value)?;
        let seats = config.seats();
        // Written anew: options may have been spelled in another way.
        Ok((serde_json::to_value(&*config).expect("configs are JSON"), seats))
    }

    fn is_preset(&self, config: &Value, bots: SeatSet) -> bool {
        G::Config::PRESETS.iter().filter_map(|(name, _)| G::Config::preset(name)).any(|mut preset| {
            preset.adapt(bots);
            serde_json::to_value(preset).is_ok_and(|preset| preset == *config)
        })
    }

    fn describe(&self, preset: &str, config: &Value) -> Result<Vec<String>, Refusal> {
        let usual = G::Config::preset(preset).map(|preset| preset.phrases()).unwrap_or_default();
        let phrases = Self::config(config)?.phrases().into_iter().enumerate();
        Ok(phrases.filter(|(rule, phrase)| usual.get(*rule) != Some(phrase)).map(|(_, phrase)| phrase).collect())
    }

    fn terms(&self, preset: &str, config: &Value) -> Result<Vec<String>, Refusal> {
        let mut terms = Self::config(config)?.essentials();
        let changed = self.describe(preset, config)?.into_iter().filter(|phrase| !terms.contains(phrase));
        terms.extend(changed.collect::<Vec<_>>());
        Ok(terms)
    }

    fn is_timed(&self, config: &Value) -> Result<bool, Refusal> {
        Ok(Self::config(config)?.is_timed())
    }

    fn teams(&self, config: &Value) -> Vec<Option<Team>> {
        let config = Self::config(config);
        config
            .map(|config| Seat::all(config.seats()).map(|seat| config.seat_plan(seat).team).collect())
            .unwrap_or_default()
    }

    fn open(&self, config: &Value, key: Key) -> Result<Box<dyn AnyTable>, Refusal> {
        Ok(Box::new(Table::<G, _>::new(Self::config(config)?, KeyedDice::new(key))))
    }

    fn has_bot(&self, level: &str) -> bool {
        level == RANDOM || G::LEVELS.iter().any(|known| known.id == level)
    }

    fn see(&self, view: &str) -> Result<Box<dyn AnyView>, serde_json::Error> {
        Ok(Box::new(SeenView::<G>(serde_json::from_str(view)?)))
    }

    fn tell(&self, config: &Value, event: &AnyEvent, names: &[String]) -> Result<String, Refusal> {
        let event = event.of::<G>().ok_or(Malformed::MalformedEvent(G::SPEC.name))?;
        Ok(G::event_text(&*Self::config(config)?, event, names))
    }

    fn verify(&self, record: Record) -> Result<(), Mismatch> {
        Self::verified(record).map(drop)
    }

    fn narrate(&self, record: Record) -> Result<String, Mismatch> {
        let names: Vec<_> = record.header.seats.iter().map(|seat| seat.name.clone()).collect();
        let mut replay = Self::verified(record)?;
        let mut text = format!("{}: {}\n\n", G::SPEC.name, names.join(" – "));
        let mut line = |value: String| writeln!(text, "{value}").expect("strings take everything");
        while let Some(step) = replay.step()? {
            let seconds = step.tick.0 as f64 / f64::from(G::SPEC.ticks_per_second);
            if let Some((seat, action)) = &step.action {
                let name = names.get(seat.index()).map_or("?", String::as_str);
                line(format!("{seconds:>8.1}s  {name}: {}", G::action_text(replay.config(), action)));
            }
            if let Some(clock) = step.clock_text() {
                line(format!("{seconds:>8.1}s  {clock}"));
            }
            for event in &step.events {
                let said = G::event_text(replay.config(), event, &names);
                if !said.is_empty() {
                    line(format!("           {said}"));
                }
            }
        }
        line(format!("\n{}", replay.game().picture()));
        Ok(text)
    }

    fn draws(&self, record: Record) -> Result<Vec<String>, Mismatch> {
        let names: Vec<_> = record.header.seats.iter().map(|seat| seat.name.clone()).collect();
        let mut replay = Self::verified(record)?;
        let mut draws = Vec::new();
        while let Some(step) = replay.step()? {
            draws.extend(step.events.iter().filter_map(|event| G::dice_text(event, &names)));
        }
        Ok(draws)
    }

    fn simulate(&self, config: &Value, plan: &SimPlan, after_each: &mut dyn FnMut()) -> Result<Tally, SimError> {
        let config = Self::config(config).map_err(|refusal| SimError::Refused {
            game: plan.games.start,
            bot: plan.bots.join(","),
            why: refusal.message,
        })?;
        sim::simulate::<G>(&config, plan, after_each)
    }
}

/// Replaces in `base` what `options` names; a dotted key reaches inside (`timers.turn`).
fn overlay(base: &mut Value, options: &Value) -> Result<(), Unfit> {
    let unknown = |key: &str| Unfit::UnknownOption(key.to_owned());
    let Value::Object(options) = options else {
        return if options.is_null() { Ok(()) } else { Err(unknown(&options.to_string())) };
    };
    for (key, value) in options {
        let mut place = &mut *base;
        for part in key.split('.') {
            place = place.get_mut(part).ok_or_else(|| unknown(key))?;
        }
        *place = value.clone();
    }
    Ok(())
}

/// Every game of a house, by id.
#[derive(Clone)]
pub struct Registry(Vec<Arc<dyn AnyGame>>);

impl Registry {
    /// A registry of these games, in the order in which people should see them.
    pub fn new(games: Vec<Arc<dyn AnyGame>>) -> Self {
        Self(games)
    }

    /// The game of that id.
    pub fn game(&self, id: &str) -> Option<&Arc<dyn AnyGame>> {
        self.0.iter().find(|game| game.spec().id == id)
    }

    /// All games.
    pub fn games(&self) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
        self.0.iter()
    }
}

impl std::fmt::Debug for Registry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.games().map(|game| game.spec().id)).finish()
    }
}
