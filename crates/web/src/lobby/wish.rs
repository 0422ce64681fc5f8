//! The table that a player is about to open.

use super::bet::BetTerms;
use crate::house::House;
use leptos::prelude::*;
use parlor_kernel::{GameInfo, PresetInfo};
use parlor_wire::{
    TableInfo,
    http::{OpenTable, SeatWish},
};
use serde_json::{Map, Value};

/// What the matches at a table count for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counts {
    /// Nothing.
    #[default]
    Nothing,
    /// Ratings.
    Rated,
    /// Gold.
    Bet,
}

/// What the form says so far. Copy it freely.
#[derive(Clone, Copy)]
pub struct TableForm {
    game: StoredValue<GameInfo>,
    preset: RwSignal<usize>,
    counts: RwSignal<Counts>,
    /// Who is wished for in the seats after the first, which is our own. Those that are not named are for people.
    others: RwSignal<Vec<SeatWish>>,
    /// The rule set: that of the preset, until it is changed.
    pub config: RwSignal<Value>,
    /// Whether the table is in the public list.
    pub public: RwSignal<bool>,
    /// The bet, if the table has one.
    pub bet: BetTerms,
    /// How many seats the rule set has.
    pub seats: Memo<u8>,
}

impl TableForm {
    /// A table by the game's first preset.
    pub fn new(game: GameInfo) -> Self {
        let (id, catalog) = (game.id, House::expect().catalog);
        let (config, usual) =
            game.presets.first().map_or((Value::Null, 2), |first| (first.config.clone(), first.seats));
        let config = RwSignal::new(config);
        // While the rules make no sense, the seats stay as they were.
        let seats = Memo::new(move |before: Option<&u8>| {
            config.with(|config| catalog.seats(id, config)).or(before.copied()).unwrap_or(usual)
        });
        Self {
            game: StoredValue::new(game),
            preset: RwSignal::new(0),
            counts: RwSignal::new(Counts::Nothing),
            others: RwSignal::new(Vec::new()),
            config,
            public: RwSignal::new(false),
            bet: BetTerms::new(),
            seats,
        }
    }

    /// The terms of a table that is open already.
    pub fn of(game: GameInfo, info: &TableInfo) -> Self {
        let preset = game.presets.iter().position(|preset| preset.id == info.preset);
        let form = Self::new(game);
        form.preset.set(preset.unwrap_or_default());
        form.config.set(info.config.as_deref().cloned().unwrap_or_default());
        form.public.set(info.public);
        form.counts.set(if info.rated { Counts::Rated } else { Counts::Nothing });
        form
    }

    /// The preset, by its place in the list.
    pub fn preset(self) -> usize {
        self.preset.get()
    }

    /// Takes another preset, with its rules as they are.
    pub fn choose(self, preset: usize) {
        self.preset.set(preset);
        self.reset_rules();
    }

    /// What its matches count for.
    pub fn counts(self) -> Counts {
        self.counts.get()
    }

    /// Lets its matches count for something: then they are among people, and by a preset's own rules if they are rated.
    pub fn count(self, counts: Counts) {
        self.counts.set(counts);
        if counts != Counts::Nothing {
            self.others.set(Vec::new());
        }
        if counts == Counts::Rated {
            self.reset_rules();
        }
    }

    /// Who is wished for in a seat after the first.
    pub fn wished(self, seat: usize) -> SeatWish {
        self.others.with(|others| others.get(seat - 1).cloned()).unwrap_or(SeatWish::Person)
    }

    /// Wishes for a player in a seat after the first.
    pub fn wish(self, seat: usize, wish: SeatWish) {
        self.others.update(|others| {
            others.resize(others.len().max(seat), SeatWish::Person);
            others[seat - 1] = wish;
        });
    }

    /// The wish that the house is asked to fulfil.
    ///
    /// # Errors
    /// What is wrong with the bet.
    pub fn table(self) -> Result<OpenTable, String> {
        untrack(|| {
            let bet = (self.counts() == Counts::Bet).then(|| self.bet.wish()).transpose()?;
            let others = (1..usize::from(self.seats.get())).map(|seat| self.wished(seat));
            let preset = self.chosen();
            Ok(OpenTable {
                game: self.game.with_value(|game| game.id.to_owned()),
                options: preset.as_ref().map_or(Value::Null, |preset| changed(preset, &self.config.get())),
                preset: preset.map(|preset| preset.id.to_owned()),
                public: self.public.get(),
                rated: self.counts() == Counts::Rated,
                seats: std::iter::once(SeatWish::Person).chain(others).collect(),
                bet,
                days: None,
            })
        })
    }

    fn chosen(self) -> Option<PresetInfo> {
        self.game.with_value(|game| game.presets.get(self.preset.get_untracked()).cloned())
    }

    fn reset_rules(self) {
        if let Some(preset) = self.chosen() {
            self.config.set(preset.config);
        }
    }
}

/// What differs from the preset, by option.
fn changed(preset: &PresetInfo, config: &Value) -> Value {
    let (Value::Object(preset), Value::Object(config)) = (&preset.config, config) else {
        return Value::Null;
    };
    let differs = config.iter().filter(|(key, value)| preset.get(*key) != Some(value));
    Value::Object(differs.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>())
}
