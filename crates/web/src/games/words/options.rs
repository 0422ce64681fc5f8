//! The form that changes the rule set of a new table.

use crate::games::kit::form::{self, Edit, choice, choice_with, number};
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
                {named_choice(edit, "Board", "option-layout", &[("hope", "generous"), ("classic", "familiar")], |config, name| layout(name).as_ref() == Some(&config.layout), |config, name| {
                    if let Some(layout) = layout(name) {
                        config.layout = layout;
                    }
                })}
                {named_choice(edit, "Bag", "option-bag", &[("hope", "98 tiles, no blanks"), ("classic", "100 tiles, two blanks")], |config, name| bag(name) == Some(config.bag), |config, name| {
                    if let Some(bag) = bag(name) {
                        config.bag = bag;
                    }
                })}
                {named_choice(edit, "Words", "option-lexicon", &lexicons(), |config, name| config.lexicon.name == name, |config, name| {
                    if let Some(lexicon) = named(name) {
                        config.lexicon = lexicon;
                    }
                })}
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
                {choice_with(edit, "Clock", "option-clock", &clocks(), |config| &mut config.clock, |config, clock| config.clock = clock)}
            </fieldset>
            {form::problem(edit)}
        </div>
    }
    .into_any()
}

/// The clocks that are one choice away.
fn clocks() -> Vec<(&'static str, Clock)> {
    let total = |minutes: u32| Clock::Total { seconds: minutes * 60, overtime: 600, penalty: 10 };
    vec![
        ("none", Clock::None),
        ("1 minute a turn", Clock::Turn { seconds: 60 }),
        ("2 minutes a turn", Clock::Turn { seconds: 120 }),
        ("5 minutes a turn", Clock::Turn { seconds: 300 }),
        ("10 minutes each", total(10)),
        ("25 minutes each", total(25)),
    ]
}

fn lexicons() -> Vec<(&'static str, &'static str)> {
    let called = |name: &'static str| match name {
        "azeroth+english" => "English and Azeroth",
        "azeroth" => "Azeroth alone",
        "english" => "English alone",
        other => other,
    };
    LEXICONS.iter().map(|(name, ..)| (*name, called(name))).collect()
}

/// One of a few things that have a name. What has none of them, because a program chose it, is left as it is.
fn named_choice(
    edit: Edit<Config>,
    label: &'static str,
    test: &'static str,
    values: &[(&'static str, &'static str)],
    is: fn(&Config, &str) -> bool,
    choose: fn(&mut Config, &str),
) -> impl IntoView + use<> {
    let options = values.iter().map(|&(name, called)| {
        let selected = move || edit.with(|config| is(config, name)).unwrap_or_default();
        view! { <option value=name selected=selected>{called}</option> }
    });
    let change = move |event| {
        let name = event_target_value(&event);
        edit.update(|config| choose(config, &name));
    };
    view! {
        <label class="option">
            <span>{label}</span>
            <select on:change=change data-test=test>{options.collect_view()}</select>
        </label>
    }
}
