//! The form that changes the rule set of a new table.

use crate::games::kit::form::{self, Edit, choice, number};
use leptos::prelude::*;
use parlor_arcade::PauseBy;
use parlor_tetris::{Config, Contest};
use serde_json::Value;
use std::ops::RangeInclusive;

/// What two compete in.
const CONTESTS: [(&str, Contest); 2] = [("garbage", Contest::Versus), ("points", Contest::Score)];
/// How long a match lasts at most.
const LIMITS: [(&str, Option<u16>); 4] =
    [("1 min", Some(60)), ("2 min", Some(120)), ("5 min", Some(300)), ("an hour", Some(3600))];
/// How many pieces two players may be shown.
const SHOWN: RangeInclusive<u8> = 3..=6;

/// Edits the rule set in `config`, and says at once what is wrong with it.
pub fn options(config: RwSignal<Value>) -> AnyView {
    let edit = Edit::<Config>::new(config);
    let who = [("everyone", PauseBy::Everyone), ("anyone", PauseBy::Anyone)];
    // The rules of a challenge say what it is about and how long it lasts, and it is not paused.
    let free = Memo::new(move |_| edit.with(|config| config.challenge.is_none()) == Some(true));
    view! {
        <div class="options-form">
            <fieldset>
                <legend>"Match"</legend>
                <Show when=move || free.get()>
                    {choice(edit, "You compete in", "option-contest", &CONTESTS, |config| &mut config.contest)}
                    {choice(edit, "It lasts at most", "option-time", &LIMITS, |config| &mut config.time_limit)}
                    {choice(edit, "A pause needs", "option-pause", &who, |config| &mut config.pause.by)}
                </Show>
                {number(edit, "First level", "option-level", 1..=30, |config| &mut config.start_level)}
            </fieldset>
            <fieldset>
                <legend>"Pieces"</legend>
                {number(edit, "Pieces shown", "option-next", SHOWN, |config| &mut config.next)}
                {choice(edit, "A piece can be held", "option-hold", &[("no", false), ("yes", true)], |config| &mut config.hold)}
            </fieldset>
            {form::problem(edit)}
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::GameConfig;

    #[test]
    fn every_choice_can_be_played_in_every_preset() {
        for preset in Config::preset_ids() {
            let plain = Config::preset(preset).unwrap();
            let ok = |config: Config| assert_eq!(config.validate(), Ok(()), "{preset}: {config:?}");
            if plain.challenge.is_none() {
                CONTESTS.iter().for_each(|&(_, contest)| ok(Config { contest, ..plain.clone() }));
                LIMITS.iter().for_each(|&(_, time_limit)| ok(Config { time_limit, ..plain.clone() }));
            }
            (1..=30).for_each(|start_level| ok(Config { start_level, ..plain.clone() }));
            SHOWN.for_each(|next| ok(Config { next, ..plain.clone() }));
        }
    }
}
