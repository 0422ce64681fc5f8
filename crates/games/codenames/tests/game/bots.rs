//! The bots obey every rule, and each level beats the one before it.

use parlor_codenames::{Codenames, Config, library, shipped};
use parlor_kernel::{AnyGame, Entrant, GameConfig, SeatSet, SimPlan, Tally};
use serde_json::{Value, json};

fn play(preset: &str, options: &Value, bots: &[&str], games: u64) -> Tally {
    let game = Entrant::<Codenames>::new(&library());
    let (config, _) = game.configure(Some(preset), options, SeatSet::EMPTY).unwrap();
    let plan = SimPlan { bots: bots.iter().map(|&bot| bot.into()).collect(), seed: 1, games: 0..games };
    game.rules(&config).unwrap().simulate(&plan, &mut || ()).unwrap()
}

#[test]
fn each_level_beats_the_one_before() {
    for (stronger, weaker, games) in [("easy", "random", 60), ("medium", "easy", 100), ("hard", "medium", 200)] {
        let tally = play("standard", &json!({}), &[stronger, stronger, weaker, weaker], games);
        let (more, fewer) = (tally.wins[0], tally.wins[2]);
        assert!(more > fewer + fewer / 5, "{stronger} {more}, {weaker} {fewer}");
    }
}

/// The simulation refuses an action that the rules forbid.
#[test]
fn bots_obey_the_rules_of_every_table() {
    for preset in Config::preset_ids() {
        let bots: &[&str] = if preset == "duet" { &["hard", "easy"] } else { &["hard", "medium", "easy", "random"] };
        play(preset, &json!({}), bots, 10);
    }
    let german = json!({"words": {"list": shipped("german").unwrap()}});
    play("standard", &german, &["hard", "hard", "easy", "easy"], 10);
    let unknown: String = (0..40).map(|number| format!("Blorf{number}\n")).collect();
    let custom = json!({"words": {"custom": {"language": "other", "text": unknown}}});
    play("interception", &custom, &["hard", "easy", "medium", "hard"], 5);
}

#[test]
fn two_hard_partners_win_most_duets() {
    let tally = play("duet", &json!({}), &["hard", "hard"], 40);
    assert!(tally.wins[0] >= 30, "{} of {}", tally.wins[0], tally.games);
}
