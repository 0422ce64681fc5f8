//! A rule set in words, one phrase for each rule.

use crate::{
    Config, Contest, Gap, GarbageRules, Goal,
    scoring::ScoreRule,
    spin::SpinRule,
    timing::{Gravity, TICKS_PER_SECOND},
};
use parlor_arcade::Challenge;
use parlor_kernel::prose::span;

pub(crate) fn of(config: &Config) -> Vec<String> {
    #[rustfmt::skip]
    let Config {
        seats, contest, next, hold, start_level, lines_per_level, gravity,
        spins, scoring, garbage, time_limit, pause, challenge, goal,
    } = config;
    let GarbageRules { gap, at_once, flight } = garbage;
    vec![
        if *seats == 1 { "one player".into() } else { format!("{seats} players") },
        match contest {
            Contest::Versus => "lines send rows, topping out loses".into(),
            Contest::Score => "the most points with the same pieces".into(),
        },
        if *next == 1 { "1 piece shown".into() } else { format!("{next} pieces shown") },
        if *hold { "hold".into() } else { "no hold".into() },
        format!("from level {start_level}"),
        format!("{lines_per_level} lines a level"),
        match gravity {
            Gravity::Hope => "gravity of “Classic”".into(),
            Gravity::Guideline => "gravity of “Modern”".into(),
        },
        match spins {
            SpinRule::Hope => "T-spins of “Classic”".into(),
            SpinRule::Guideline => "T-spins of “Modern”".into(),
        },
        match scoring {
            ScoreRule::Hope => "points of “Classic”".into(),
            ScoreRule::Guideline => "points of “Modern”".into(),
        },
        match gap {
            Gap::PerRow => "a gap for each row sent".into(),
            Gap::PerAttack => "a gap for each attack".into(),
        },
        format!("{at_once} rows rise at once at most"),
        format!("rows land after {:.2} s", f64::from(*flight) / f64::from(TICKS_PER_SECOND)),
        limit(*time_limit),
        pause.phrase(),
        challenge.map_or_else(|| "face to face".into(), Challenge::phrase),
        goal.map_or_else(|| "no goal but to last".into(), Goal::phrase),
    ]
}

/// How long it lasts.
pub(crate) fn essentials(config: &Config) -> Vec<String> {
    config.challenge.map_or_else(|| vec![limit(config.time_limit)], |challenge| vec![challenge.phrase()])
}

fn limit(seconds: Option<u16>) -> String {
    seconds.map_or_else(|| "no time limit".into(), |seconds| format!("{} at most", span(seconds)))
}

#[cfg(test)]
mod tests {
    use crate::Tetris;
    use parlor_kernel::{AnyGame, Entrant, Library, SeatSet};
    use serde_json::json;

    #[test]
    fn what_is_changed_is_told() {
        let game = Entrant::<Tetris>::new(&Library::default());
        let told = |preset, options| {
            let (config, _) = game.configure(Some(preset), &options, SeatSet::EMPTY).unwrap();
            game.rules(&config).unwrap().describe(preset)
        };
        assert!(told("hope", json!(null)).is_empty());
        assert_eq!(told("hope", json!({ "hold": true, "time_limit": 90 })), ["hold", "90 s at most"]);
        assert_eq!(
            told("guideline", json!({ "start_level": 9, "garbage.flight": 60, "garbage.gap": "per_row" })),
            ["from level 9", "a gap for each row sent", "rows land after 1.00 s"]
        );
        assert_eq!(
            told("challenge", json!({ "challenge.seconds": 300 })),
            ["each apart to the end, for 5 min at most, 2 min after the last key"]
        );
        assert_eq!(
            told("challenge", json!({ "challenge.whole": 0 })),
            ["each apart until it is decided, for 10 min at most, 2 min after the last key"]
        );
    }
}
