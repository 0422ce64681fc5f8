//! Games whose types are not known: how the house configures and replays any of them.

use crate::{
    AnyRules, AnyView, Code, Game, GameConfig, Level, Library, Mismatch, Playable, Preset, RANDOM, Record, Refusal,
    Replay, Seat, SeatSet, SeenView, Solo, Spec, Stat, any_rules::KnownRules,
};
use serde::Serialize;
use serde_json::Value;
use std::{
    fmt::Write,
    sync::{Arc, Mutex, PoisonError, Weak},
};
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
    /// The ways to play alone for a record.
    pub solos: &'static [Solo],
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
    /// What people call it.
    pub name: &'static str,
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
    /// The default preset.
    fn default_preset(&self) -> &'static str;
    /// Completes a rule set: the preset (the default one for `None`), adapted to the seats that bots take, changed by
    /// the keys of `options`, and validated. Gives back the rule set and its number of seats.
    ///
    /// # Errors
    /// If there is no such preset or the options make no sense.
    fn configure(&self, preset: Option<&str>, options: &Value, bots: SeatSet) -> Result<(Value, u8), Refusal>;
    /// Notes in a rule set that [`AnyGame::configure`] gave who the host is.
    fn appoint(&self, config: Value, host: Seat) -> Value;
    /// Reads a rule set, once for a whole match.
    ///
    /// # Errors
    /// If it is not one that [`AnyGame::configure`] gave.
    fn rules(&self, config: &Value) -> Result<Arc<dyn AnyRules>, Refusal>;
    /// The ways to play alone for a record.
    fn solos(&self) -> &'static [Solo];
    /// The rules of a way to play alone, by its id.
    fn solo(&self, id: &str) -> Option<Arc<dyn AnyRules>>;
    /// Whether a bot of that level can take a seat.
    fn has_bot(&self, level: &str) -> bool;
    /// Reads a view, to be kept up to date by its viewer.
    ///
    /// # Errors
    /// If the JSON is no view of this game.
    fn see(&self, view: &str) -> Result<Box<dyn AnyView>, serde_json::Error>;
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

    /// What the dice decided in a finished match, in order, as far as the game [tells](crate::Tell::dice_text).
    ///
    /// # Errors
    /// If the log does not hold.
    fn draws(&self, record: Record) -> Result<Vec<String>, Mismatch>;
}

/// How many rule sets of a game are shared by tables that have the same: a host may invent any number.
const KNOWN: usize = 16;

/// A game in a [`Registry`](crate::Registry).
pub struct Entrant<G: Playable> {
    library: Library,
    /// Rule sets that are in use: most tables share a few.
    known: Mutex<Vec<Weak<KnownRules<G>>>>,
}

impl<G: Playable> Entrant<G> {
    /// The entry for `G`, which takes its assets from `library`.
    pub fn new(library: &Library) -> Self {
        Self { library: library.clone(), known: Mutex::default() }
    }
}

impl<G: Playable> Entrant<G> {
    /// A finished match at its beginning. Only what holds is told about.
    fn verified(&self, record: Record) -> Result<Replay<G>, Mismatch> {
        let mut replay = Replay::new(record, &self.library)?;
        replay.verify()?;
        replay.seek(0)?;
        Ok(replay)
    }
}

impl<G: Playable> AnyGame for Entrant<G> {
    fn spec(&self) -> &'static Spec {
        &G::SPEC
    }

    fn info(&self) -> GameInfo {
        let presets = G::Config::PRESETS
            .iter()
            .filter_map(|&Preset { id, name, blurb, seats }| {
                let config = serde_json::to_value(G::Config::preset(id)?).ok()?;
                Some(PresetInfo { id, name, blurb, seats, config })
            })
            .collect();
        let Spec { id, name, real_time, stakes, .. } = G::SPEC;
        let (bots, solos) = (G::LEVELS.to_vec(), self.solos());
        GameInfo { id, name, presets, bots, stats: G::STATS, solos, real_time, stakes }
    }

    fn codes(&self) -> Vec<&'static str> {
        [G::Illegal::CODES, <G::Config as GameConfig>::Invalid::CODES].concat()
    }

    fn default_preset(&self) -> &'static str {
        G::Config::PRESETS[0].id
    }

    fn configure(&self, preset: Option<&str>, options: &Value, bots: SeatSet) -> Result<(Value, u8), Refusal> {
        let name = preset.unwrap_or(self.default_preset());
        let mut preset = G::Config::preset(name).ok_or_else(|| {
            let known: Vec<_> = G::Config::preset_ids().collect();
            Unfit::UnknownPreset { game: G::SPEC.name, name: name.to_owned(), known: known.join(", ") }
        })?;
        preset.adapt(bots);
        let mut value = serde_json::to_value(preset).expect("presets are JSON");
        overlay(&mut value, options)?;
        let config = read::<G>(&value)?;
        let seats = config.seats();
        // Written anew: options may have been spelled in another way.
        Ok((serde_json::to_value(config).expect("configs are JSON"), seats))
    }

    fn appoint(&self, config: Value, host: Seat) -> Value {
        let Ok(mut known) = serde_json::from_value::<G::Config>(config.clone()) else { return config };
        known.appoint(host);
        serde_json::to_value(known).unwrap_or(config)
    }

    fn rules(&self, config: &Value) -> Result<Arc<dyn AnyRules>, Refusal> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = known.iter().filter_map(Weak::upgrade).find(|rules| rules.config().as_ref() == config) {
            return Ok(rules);
        }
        let rules = Arc::new(KnownRules::<G>::new(read::<G>(config)?, &self.library));
        known.retain(|rules| rules.strong_count() > 0);
        if known.len() < KNOWN {
            known.push(Arc::downgrade(&rules));
        }
        Ok(rules)
    }

    fn solos(&self) -> &'static [Solo] {
        G::Config::SOLOS
    }

    fn solo(&self, id: &str) -> Option<Arc<dyn AnyRules>> {
        Some(Arc::new(KnownRules::<G>::new(G::Config::solo(id)?, &self.library)))
    }

    fn has_bot(&self, level: &str) -> bool {
        level == RANDOM || G::LEVELS.iter().any(|known| known.id == level)
    }

    fn see(&self, view: &str) -> Result<Box<dyn AnyView>, serde_json::Error> {
        Ok(Box::new(SeenView::<G>(serde_json::from_str(view)?)))
    }

    fn verify(&self, record: Record) -> Result<(), Mismatch> {
        self.verified(record).map(drop)
    }

    fn narrate(&self, record: Record) -> Result<String, Mismatch> {
        let names: Vec<_> = record.header.seats.iter().map(|seat| seat.name.clone()).collect();
        let mut replay = self.verified(record)?;
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
        let mut replay = self.verified(record)?;
        let mut draws = Vec::new();
        while let Some(step) = replay.step()? {
            draws.extend(step.events.iter().filter_map(|event| G::dice_text(event, &names)));
        }
        Ok(draws)
    }
}

/// A rule set that can be played.
fn read<G: Game>(value: &Value) -> Result<G::Config, Refusal> {
    let config: G::Config = serde_json::from_value(value.clone()).map_err(|_| Unfit::BadOptions)?;
    config.validate()?;
    Ok(config)
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
