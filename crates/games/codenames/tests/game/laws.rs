//! Codenames obeys the laws of the house.

use parlor_codenames::{
    Action, ClueCheck, Codenames, Config, Count, Language, Place, Source, Variant, library, shipped,
};
use parlor_kernel::{Game, GameConfig, Input, Rng, Seat, SeatSet, Viewer};
use parlor_testkit::{LawSuite, laws};

/// Any action at all, near the border of what is legal.
fn candidate(game: &Codenames, seat: Seat, rng: &mut Rng) -> Action {
    let view = game.view(Viewer::Seat(seat));
    let card = Place(rng.below(27) as u8);
    let words = ["flower", "two words", "", "sky", "xenon", "Q", "ocean-blue"];
    let visible = &view.words[rng.below(25) as usize];
    let word = match rng.below(10) {
        0 => visible.clone(),
        1 => format!("{visible}s"),
        2 => visible.chars().take(4).collect(),
        _ => words[rng.below(words.len() as u32) as usize].to_owned(),
    };
    let count = if rng.percent(10) { Count::Unlimited } else { Count::Number(rng.below(11) as u8) };
    match rng.below(9) {
        0 => Action::Hint { word, count, meant: Vec::new() },
        1 => Action::Hint { word, count, meant: vec![card] },
        2 => Action::Appeal { word, count },
        3 => Action::Rule { allow: rng.percent(50) },
        4 => Action::Tag { card, on: rng.percent(70) },
        5 => Action::EndTurn,
        6 => Action::Intercept { card },
        7 => Action::Waive,
        _ => Action::Reveal { card },
    }
}

/// A card that is turned over teaches everyone what it is, and a hint that the host allows which one it was. In a duet the end
/// of a turn tells whether a player has words left to hint at.
fn reveals(game: &Codenames, _: Viewer, input: &Input<Action>) -> bool {
    match input {
        Input::Act {
            action: Action::Reveal { .. } | Action::Intercept { .. } | Action::Rule { allow: true }, ..
        } => true,
        Input::Act { action: Action::EndTurn, .. } | Input::Wake => game.config().is_duet(),
        Input::Act { .. } | Input::Leave { .. } | Input::CallOff => false,
    }
}

fn obeys_the_laws(config: Config) {
    let other = Config { words: Source::List(shipped("science").unwrap()), ..config.clone() };
    let rules = config.rules().unwrap();
    let suite = LawSuite { reveals, library: library(), states: 1_000, ..LawSuite::new(rules, candidate) };
    laws::all::<Codenames>(&suite).unwrap_or_else(|violation| panic!("{violation}"));
    laws::conservation(&suite, |game: &Codenames| {
        let cards = game.words().len();
        (cards, cards == 25)
    })
    .unwrap();
    laws::assets(&suite, &other.rules().unwrap()).unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn at_the_presets() {
    for preset in Config::preset_ids() {
        obeys_the_laws(Config::preset(preset).unwrap());
    }
}

#[test]
fn at_odd_rule_sets() {
    let config = Config::default();
    let seats = |seats: &[u8]| seats.iter().copied().map(Seat).collect::<SeatSet>();
    obeys_the_laws(Config { red: 5, blue: 2, host: Some(Seat(3)), turn_seconds: Some(20), ..config.clone() });
    obeys_the_laws(Config {
        variant: Variant::Interception,
        red: 3,
        blue: 4,
        bots: seats(&[0, 1, 2, 4]),
        host: Some(Seat(5)),
        ..config.clone()
    });
    // Blue's spymaster asks the host of the other team, and red's may not.
    obeys_the_laws(Config { red: 3, blue: 2, host: Some(Seat(2)), ..config.clone() });
    let duet = Config::preset("duet").unwrap();
    obeys_the_laws(Config { turn_seconds: Some(60), turns: 11, host: Some(Seat(0)), bots: seats(&[1]), ..duet });
    let text: String = (0..26).map(|number| format!("Wort {number}\n")).collect();
    let words = Source::Custom { language: Language::German, text };
    obeys_the_laws(Config { words, red: 8, blue: 8, clue_check: ClueCheck::Lenient, ..config });
}
