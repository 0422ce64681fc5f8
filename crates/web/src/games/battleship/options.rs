//! The form that changes the rule set of a new table.

mod fleet;
mod patterns;

use crate::games::kit::form::{self, choice, number, seconds};
use leptos::prelude::*;
use parlor_battleship::{Announce, AttackMode, Config, First, Spacing, TurnRule};
use parlor_kernel::Seat;
use serde_json::Value;

/// A rule set of this game that is being edited.
type Edit = form::Edit<Config>;

/// Sides the lobby offers.
const SIDES: std::ops::RangeInclusive<u8> = 5..=20;

/// Edits the rule set in `config`, and says at once what is wrong with it.
pub fn options(config: RwSignal<Value>) -> AnyView {
    let edit = Edit::new(config);
    view! {
        <div class="options-form bs-options">
            <fieldset>
                <legend>"Board"</legend>
                {number(edit, "Columns", "option-width", SIDES, |config| &mut config.width)}
                {number(edit, "Rows", "option-height", SIDES, |config| &mut config.height)}
                {choice(edit, "Ships", "option-spacing", &[("may touch", Spacing::Touch), ("keep apart", Spacing::Apart)], |config| &mut config.spacing)}
            </fieldset>
            <fieldset>
                <legend>"Turns"</legend>
                {choice(edit, "After a shot", "option-turns", &[("the other side shoots", TurnRule::Alternating), ("a hit shoots again", TurnRule::Classic)], |config| &mut config.turns)}
                {choice(edit, "First shot", "option-first", &FIRST, |config| &mut config.first)}
                {choice(edit, "Attacks", "option-attack", &[("happen at once", AttackMode::Direct), ("are planned, then confirmed", AttackMode::Plan)], |config| &mut config.attack)}
                {choice(edit, "A ship is named", "option-announce", &[("when it sinks", Announce::Sunk), ("whenever it is hit", Announce::Hit)], |config| &mut config.announce)}
            </fieldset>
            <fieldset>
                <legend>"Clocks"</legend>
                {seconds(edit, "To place the fleet", "option-placement-seconds", &[60, 120, 300, 600], |config| &mut config.timers.placement)}
                {seconds(edit, "For each turn", "option-turn-seconds", &[10, 20, 30, 60, 120, 300], |config| &mut config.timers.turn)}
            </fieldset>
            {fleet::editor(edit)}
            {patterns::editor(edit)}
            {form::problem(edit)}
        </div>
    }
    .into_any()
}

/// Who may shoot first.
const FIRST: [(&str, First); 4] = [
    ("by lot", First::Random),
    ("seat 1, or by lot against a bot", First::Challenger),
    ("seat 1", First::Given(Seat(0))),
    ("seat 2", First::Given(Seat(1))),
];
