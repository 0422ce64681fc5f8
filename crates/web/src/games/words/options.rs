//! The form that changes the rule set of a new table.

use super::own;
use crate::games::kit::form::{self, Edit, choice, number};
use leptos::prelude::*;
use parlor_words::{Challenge, Clock, Config, First, LEXICONS, Leftovers, Tie, bag, layout, named};
use serde_json::Value;

/// Edits the rule set in `config`, and says at once what is wrong with it.
pub fn options(config: RwSignal<Value>) -> AnyView {
    let edit = Edit::<Config>::new(config);
    view! {
        <div class="options-form">
            <fieldset>
                <legend>"Table"</legend>
                {number(edit, "Players", "option-seats", 2..=4, |config| &mut config.seats)}
                {choice(edit, "Who begins", "option-first", &[("who opens the table", First::Challenger), ("chance", First::Random)], |config| &mut config.first)}
            </fieldset>
            <fieldset>
                <legend>"Board and tiles"</legend>
                {LAYOUT.select(edit)}
                {BAG.select(edit)}
                {lexicon().select(edit)}
                {choice(edit, "Whole rack in one play", "option-bingo", &[("+35", 35_u16), ("+50", 50)], |config| &mut config.bingo)}
            </fieldset>
            <fieldset>
                <legend>"Rules"</legend>
                {choice(edit, "What is no word", "option-challenge", &[
                    ("is refused", Challenge::Void),
                    ("may be challenged; a wrong challenge loses the turn", Challenge::Double),
                    ("may be challenged; a wrong challenge costs 5", Challenge::Five),
                ], |config| &mut config.challenge)}
                {choice(edit, "Tiles left at the end", "option-leftovers", &[("do not matter", Leftovers::Ignored), ("are deducted", Leftovers::Deducted)], |config| &mut config.leftovers)}
                {choice(edit, "Equal scores", "option-tie", &[("the last to move wins", Tie::LastTurn), ("a draw", Tie::Draw)], |config| &mut config.tie)}
            </fieldset>
            <fieldset>
                <legend>"Time"</legend>
                {CLOCK.select(edit)}
                {clock_details(edit)}
            </fieldset>
            {own::own(edit)}
            {form::problem(edit)}
        </div>
    }
    .into_any()
}

/// What belongs to the clock that is chosen.
fn clock_details(edit: Edit<Config>) -> impl IntoView {
    let chosen = Memo::new(move |_| {
        let mut names = CLOCK.values.into_iter().map(|(name, _)| name);
        edit.with(|config| names.find(|name| (CLOCK.is)(config, name))).flatten()
    });
    move || match chosen.get() {
        Some("turn") => TURN_TIME.select(edit).into_any(),
        Some("total") => view! { {TOTAL_TIME.select(edit)} {OVERTIME.select(edit)} {PENALTY.select(edit)} }.into_any(),
        _ => ().into_any(),
    }
}

/// The clocks that a choice begins with.
const TURN: Clock = Clock::Turn { seconds: 120 };
const TOTAL: Clock = Clock::Total { seconds: 1_500, overtime: 600, penalty: 10 };

/// One of a few things that have a name.
struct Choice<V> {
    label: &'static str,
    test: &'static str,
    /// Each by its name and by what the form calls it.
    values: V,
    /// Whether that is what the rule set has.
    is: fn(&Config, &str) -> bool,
    choose: fn(&mut Config, &str),
}

type Named = (&'static str, &'static str);

const LAYOUT: Choice<[Named; 2]> = Choice {
    label: "Board",
    test: "option-layout",
    values: [("hope", "generous"), ("classic", "familiar")],
    is: |config, name| layout(name).as_ref() == Some(&config.layout),
    choose: |config, name| config.layout = layout(name).unwrap_or_else(|| config.layout.clone()),
};

const BAG: Choice<[Named; 2]> = Choice {
    label: "Bag",
    test: "option-bag",
    values: [("hope", "98 tiles, no blanks"), ("classic", "100 tiles, two blanks")],
    is: |config, name| bag(name) == Some(config.bag),
    choose: |config, name| config.bag = bag(name).unwrap_or(config.bag),
};

fn lexicon() -> Choice<Vec<Named>> {
    let called = |name: &'static str| match name {
        "azeroth+english" => "English and Azeroth",
        "azeroth" => "Azeroth alone",
        "english" => "English alone",
        other => other,
    };
    Choice {
        label: "Words",
        test: "option-lexicon",
        values: LEXICONS.iter().map(|(name, ..)| (*name, called(name))).collect(),
        is: |config, name| config.lexicon.name == name,
        choose: |config, name| {
            if let Some(lexicon) = named(name) {
                config.lexicon = lexicon;
            }
        },
    }
}

const CLOCK: Choice<[Named; 3]> = Choice {
    label: "Clock",
    test: "option-clock",
    values: [("none", "none"), ("turn", "for each turn"), ("total", "for all turns of a player")],
    is: |config, name| {
        matches!(
            (config.clock, name),
            (Clock::None, "none") | (Clock::Turn { .. }, "turn") | (Clock::Total { .. }, "total")
        )
    },
    choose: |config, name| {
        config.clock = match name {
            "turn" => TURN,
            "total" => TOTAL,
            _ => Clock::None,
        };
    },
};

const TURN_TIME: Choice<[Named; 5]> = Choice {
    label: "A turn lasts",
    test: "option-turn-time",
    values: [
        ("30", "30 seconds"),
        ("60", "1 minute"),
        ("120", "2 minutes"),
        ("300", "5 minutes"),
        ("600", "10 minutes"),
    ],
    is: |config, name| matches!(config.clock, Clock::Turn { seconds } if name.parse() == Ok(seconds)),
    choose: |config, name| {
        if let (Clock::Turn { seconds }, Ok(chosen)) = (&mut config.clock, name.parse()) {
            *seconds = chosen;
        }
    },
};

const TOTAL_TIME: Choice<[Named; 5]> = Choice {
    label: "Each player has",
    test: "option-total-time",
    values: [
        ("300", "5 minutes"),
        ("600", "10 minutes"),
        ("900", "15 minutes"),
        ("1500", "25 minutes"),
        ("3600", "an hour"),
    ],
    is: |config, name| matches!(config.clock, Clock::Total { seconds, .. } if name.parse() == Ok(seconds)),
    choose: |config, name| {
        if let (Clock::Total { seconds, .. }, Ok(chosen)) = (&mut config.clock, name.parse()) {
            *seconds = chosen;
        }
    },
};

const OVERTIME: Choice<[Named; 4]> = Choice {
    label: "Then overtime of",
    test: "option-overtime",
    values: [("0", "none: the player loses"), ("60", "1 minute"), ("300", "5 minutes"), ("600", "10 minutes")],
    is: |config, name| matches!(config.clock, Clock::Total { overtime, .. } if name.parse() == Ok(overtime)),
    choose: |config, name| {
        if let (Clock::Total { overtime, .. }, Ok(chosen)) = (&mut config.clock, name.parse()) {
            *overtime = chosen;
        }
    },
};

const PENALTY: Choice<[Named; 4]> = Choice {
    label: "A minute of overtime costs",
    test: "option-penalty",
    values: [("0", "nothing"), ("5", "5 points"), ("10", "10 points"), ("20", "20 points")],
    is: |config, name| matches!(config.clock, Clock::Total { penalty, .. } if name.parse() == Ok(penalty)),
    choose: |config, name| {
        if let (Clock::Total { penalty, .. }, Ok(chosen)) = (&mut config.clock, name.parse()) {
            *penalty = chosen;
        }
    },
};

impl<V: IntoIterator<Item = Named> + Clone + Send + Sync + 'static> Choice<V> {
    /// The field. What has none of the names is called a player's own, and is left as it is.
    fn select(self, edit: Edit<Config>) -> impl IntoView + use<V> {
        let Self { label, test, values, is, choose } = self;
        let options = values.clone().into_iter().map(|(name, called)| {
            let selected = move || edit.with(|config| is(config, name)).unwrap_or_default();
            view! { <option value=name prop:selected=selected>{called}</option> }
        });
        let own = move || {
            let named = |config: &Config| values.clone().into_iter().any(|(name, _)| is(config, name));
            edit.with(|config| !named(config)).unwrap_or_default()
        };
        let change = move |event| {
            let name = event_target_value(&event);
            edit.update(|config| choose(config, &name));
        };
        view! {
            <label class="option">
                <span>{label}</span>
                <select on:change=change data-test=test>
                    <option value="" hidden prop:selected=own>"your own"</option>
                    {options.collect_view()}
                </select>
            </label>
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::GameConfig;

    /// Whatever a form shows is in the rule set once it is chosen, and can be played.
    fn each_value_is_taken<V: IntoIterator<Item = Named> + Clone>(choice: &Choice<V>, begin: &Config) {
        for (name, _) in choice.values.clone() {
            let mut config = begin.clone();
            (choice.choose)(&mut config, name);
            assert!((choice.is)(&config, name), "{} {name}", choice.test);
            assert_eq!(config.validate(), Ok(()), "{} {name}", choice.test);
        }
    }

    #[test]
    fn every_choice_is_taken() {
        for preset in Config::preset_ids() {
            let begin = Config::preset(preset).unwrap();
            each_value_is_taken(&LAYOUT, &begin);
            each_value_is_taken(&BAG, &begin);
            each_value_is_taken(&lexicon(), &begin);
            each_value_is_taken(&CLOCK, &begin);
            each_value_is_taken(&TURN_TIME, &Config { clock: TURN, ..begin.clone() });
            for choice in [&OVERTIME, &PENALTY] {
                each_value_is_taken(choice, &Config { clock: TOTAL, ..begin.clone() });
            }
            each_value_is_taken(&TOTAL_TIME, &Config { clock: TOTAL, ..begin.clone() });
        }
    }

    /// No field of a preset is shown as a player's own.
    #[test]
    fn presets_have_names_for_all_they_have() {
        for preset in Config::preset_ids() {
            let config = Config::preset(preset).unwrap();
            let is_named =
                |values: &[Named], is: fn(&Config, &str) -> bool| values.iter().any(|(name, _)| is(&config, name));
            assert!(is_named(&LAYOUT.values, LAYOUT.is) && is_named(&BAG.values, BAG.is), "{preset}");
            assert!(is_named(&lexicon().values, lexicon().is) && is_named(&CLOCK.values, CLOCK.is), "{preset}");
            if let Clock::Total { .. } = config.clock {
                assert!(is_named(&TOTAL_TIME.values, TOTAL_TIME.is) && is_named(&OVERTIME.values, OVERTIME.is));
                assert!(is_named(&PENALTY.values, PENALTY.is));
            }
        }
    }
}
