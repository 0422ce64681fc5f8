//! The form that changes the rule set of a new table.

use crate::games::kit::form::{self, Edit, choice, choice_with, number};
use leptos::prelude::*;
use parlor_arcade::PauseBy;
use parlor_pong::Config;
use serde_json::Value;

/// How fast a ball is served.
const PACES: [(&str, u16); 4] = [("leisurely", 150), ("steady", 200), ("brisk", 300), ("wild", 450)];

/// A faster serve raises the ball's top speed, so that it still gets faster with every hit.
fn serve_at(config: &mut Config, speed: u16) {
    config.ball.speed = speed;
    config.ball.top_speed = config.ball.top_speed.max(2 * speed);
}

/// Edits the rule set in `config`, and says at once what is wrong with it.
pub fn options(config: RwSignal<Value>) -> AnyView {
    let edit = Edit::<Config>::new(config);
    let who = [("everyone", PauseBy::Everyone), ("anyone", PauseBy::Anyone)];
    view! {
        <div class="options-form">
            <fieldset>
                <legend>"Match"</legend>
                {number(edit, "Points to win", "option-points", 1..=99, |config| &mut config.points_to_win)}
                {number(edit, "Seconds before a serve", "option-countdown", 1..=10, |config| &mut config.countdown_seconds)}
            </fieldset>
            <fieldset>
                <legend>"Play"</legend>
                {choice_with(edit, "The serve is", "option-speed", &PACES, |config| &mut config.ball.speed, serve_at)}
                {choice(edit, "A pause needs", "option-pause", &who, |config| &mut config.pause.by)}
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
    fn every_serve_can_be_played_in_every_preset() {
        for preset in Config::preset_ids() {
            let mut config = Config::preset(preset).unwrap();
            // One after the other, as a player does who tries them all.
            for (name, speed) in PACES {
                serve_at(&mut config, speed);
                assert_eq!(config.validate(), Ok(()), "{preset}, {name}");
            }
        }
    }
}
