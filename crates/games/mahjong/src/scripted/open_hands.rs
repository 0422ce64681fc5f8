//! A claim may lay down the last tile of a rack: then there is none to discard.

use super::*;
use crate::{Conduct, Exposure, bot::advise, hints};
use parlor_kernel::Rng;

/// South lies open but for three tiles, and claims the fourth.
fn all_laid_open(conduct: Conduct, claimed: &str) -> Script {
    let config = Config { conduct, turn_seconds: Some(30), ..Config::default() };
    let mut script = Script::new(config, [claimed, "", "", ""], EAST);
    let laid = |text: &str, size| Exposure { tile: tile(text), size, jokers: 0 };
    let south = script.game.held_mut(SOUTH);
    south.rack = Rack::EMPTY;
    south.rack.add_many(tile(claimed), 3);
    south.exposures = vec![laid("E", 3), laid("W", 3), laid("R", 4)];
    script.play(&[&format!("0 discard {claimed}"), "2 decline", "3 decline", "1 call 4 0"]);
    assert!(script.chooses() == Some(SOUTH) && script.view(SOUTH).hand.is_empty());
    script
}

#[test]
fn a_hand_that_lies_open_as_a_whole_wins() {
    let mut script = all_laid_open(Conduct::Refereed, "G");
    script.play(&["1 mahjong"]);
    assert_eq!(script.winner(), Some(SOUTH));
    let mut late = all_laid_open(Conduct::Refereed, "G");
    late.time_out();
    assert_eq!(late.winner(), Some(SOUTH), "there is nothing else that the clock could choose");
}

#[test]
fn without_a_referee_a_hand_that_lies_open_and_is_none_dies() {
    let mut script = all_laid_open(Conduct::Authentic, "5B");
    assert!(script.allows(SOUTH, "regroup 3 0"), "the group may still be corrected");
    script.time_out();
    assert!(script.view(EAST).seats[1].dead);
    assert_eq!((script.chooses(), script.winner()), (Some(WEST), None));
}

#[test]
fn bots_hints_and_random_play_declare_when_there_is_nothing_to_discard() {
    for (conduct, claimed) in [(Conduct::Refereed, "G"), (Conduct::Authentic, "5B")] {
        let script = all_laid_open(conduct, claimed);
        let (view, rules) = (script.view(SOUTH), &script.game.rules);
        for level in Mahjong::LEVELS {
            let chosen = Mahjong::bot(level.id).unwrap().choose(rules, &view, SOUTH, &mut Rng::new(1));
            assert_eq!(chosen, Some(Action::Mahjong), "{}", level.id);
        }
        assert_eq!(advise(script.game.card(), &view, SOUTH), Some(Action::Mahjong));
        let why = hints(script.game.card(), &view).unwrap().advice.unwrap().why;
        assert_eq!(why.starts_with("Your hand is complete"), conduct == Conduct::Refereed, "{why}");
        for seed in 0..50 {
            assert_eq!(script.game.sampled(SOUTH, &mut Rng::new(seed)), Some(Action::Mahjong));
        }
    }
}
