use super::*;
use crate::{Exposure, State};

#[test]
fn a_claimant_holds_the_rest_of_a_group_that_the_card_has() {
    use Illegal::{NoMaterial, NoSuchHand, WrongGroup};
    // What South holds beside fillers, the claim, and the answer.
    let cases: &[(&str, &str, Result<(), Illegal>)] = &[
        ("5B 5B", "call 3 0", Ok(())),
        ("5B J", "call 3 1", Ok(())),
        ("J J", "call 3 2", Ok(())),
        ("5B 5B J", "call 4 1", Ok(())),
        ("5B 5B 5B", "call 3 0", Ok(())),
        ("5B 5B 5B", "call 4 0", Ok(())),
        ("5B 5B J J", "call 5 2", Ok(())),
        ("J J J J", "call 5 4", Ok(())),
        ("5B 5B J", "call 3 1", Ok(())),
        ("5B", "call 3 0", Err(NoMaterial)),
        ("5B", "call 3 1", Err(NoMaterial)),
        ("5B 5B", "call 4 0", Err(NoMaterial)),
        ("5B 5B", "call 2 0", Err(WrongGroup)),
        ("5B", "call 1 0", Err(WrongGroup)),
        ("J J J", "call 3 3", Err(WrongGroup)),
        ("J J J J J J", "call 7 6", Err(WrongGroup)),
        // Only flowers come in sextets.
        ("5B 5B J J J", "call 6 3", Err(NoSuchHand)),
    ];
    for (held, call, expected) in cases {
        let mut script = Script::house(["5B", held, "", ""], EAST);
        script.play(&["0 discard 5B"]);
        assert_eq!(script.game.check(SOUTH, &call.parse().unwrap()), *expected, "{held}: {call}");
    }
}

#[test]
fn singles_and_pairs_are_claimed_for_mahjong_only() {
    // All of C1 in Bams but one of the pair.
    let waiting = "1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B 5B";
    let mut script = Script::house(["1B", waiting, "", ""], EAST);
    script.play(&["0 discard 1B"]);
    assert_eq!(script.refusal(SOUTH, "call 3 0"), Illegal::NoMaterial);
    script.play(&["2 decline", "3 decline", "1 mahjong"]);
    assert_eq!(script.winner(), Some(SOUTH));
}

#[test]
fn concealed_hands_are_not_laid_open() {
    // Green and white pungs together are in one hand of the card only, which is concealed.
    let mut script = Script::house(["0", "G G 0 0 N E", "", "G"], NORTH);
    script.play(&["3 discard G", "1 call 3 0", "0 decline", "2 decline"]);
    let spare = script.game.held(SOUTH).rack.tiles().next().unwrap();
    script.play(&[&format!("1 discard {spare}")]).decline();
    // West and North have their turns; then East discards.
    for seat in ["2", "3"] {
        let spare = script.game.held(Seat(seat.parse().unwrap())).rack.tiles().next().unwrap();
        script.play(&[&format!("{seat} discard {spare}")]).decline();
    }
    script.play(&["0 discard 0"]);
    assert_eq!(script.refusal(SOUTH, "call 3 0"), Illegal::NoSuchHand);
}

#[test]
fn mahjong_beats_an_exposure_of_the_next_in_turn() {
    let waiting = "1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B J";
    for order in [["1 call 3 2", "2 decline", "3 mahjong"], ["3 mahjong", "1 call 3 2", "2 decline"]] {
        let mut script = Script::house(["5B", "J J", "", waiting], EAST);
        script.play(&["0 discard 5B"]).play(&order);
        assert_eq!(script.winner(), Some(NORTH));
    }
}

#[test]
fn equal_claims_go_to_the_next_in_turn() {
    let exposed_by = |discarder: u8| {
        let mut hands = ["J J"; 4];
        hands[usize::from(discarder)] = "5B";
        let mut script = Script::house(hands, Seat(discarder));
        script.play(&[&format!("{discarder} discard 5B")]);
        let others: Vec<_> = script.game.awaiting().iter().collect();
        // In the order of seats, which is not that of turns.
        for seat in others {
            script.play(&[&format!("{} call 3 2", seat.0)]);
        }
        script.chooses().unwrap()
    };
    assert_eq!([0, 1, 2, 3].map(exposed_by), [SOUTH, WEST, NORTH, EAST]);
    let west = "1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B J J";
    let north = "5B J 7B 7B 7B 7B 9C 9C 9C R R R R";
    let mut script = Script::house(["5B", "", west, north], EAST);
    script.play(&["0 discard 5B", "3 mahjong", "2 mahjong", "1 decline"]);
    assert_eq!(script.winner(), Some(WEST));
}

#[test]
fn a_claimant_discards_without_a_draw_and_play_goes_on_to_the_right() {
    let mut script = Script::house(["5B", "", "J J", ""], EAST);
    let wall = script.game.wall.len();
    script.play(&["0 discard 5B", "1 decline", "3 decline", "2 call 3 2"]);
    assert_eq!((script.chooses(), script.game.wall.len()), (Some(WEST), wall), "no draw");
    assert_eq!(script.view(EAST).seats[2].exposures, [Exposure { tile: tile("5B"), size: 3, jokers: 2 }]);
    assert_eq!(script.view(EAST).discards, [], "the discard is part of the group");
    let spare = script.game.held(WEST).rack.tiles().next().unwrap();
    script.play(&[&format!("2 discard {spare}")]);
    assert_eq!(script.view(EAST).state, State::LoopQueryClaimDiscard, "the claimant's discard is offered");
    script.decline();
    assert_eq!((script.chooses(), script.game.wall.len()), (Some(NORTH), wall - 1), "South is skipped");
}

#[test]
fn a_window_lasts_equally_long_whether_or_not_anyone_can_claim() {
    for seconds in [4, 6, 8, 10] {
        let closed = |held: &str| {
            let config = Config { claim_seconds: Some(seconds), ..Config::default() };
            let mut script = Script::new(config, ["5B", held, "", ""], EAST);
            script.play(&["0 discard 5B"]);
            let awaited = script.game.awaiting();
            (script.game.next_wake(), awaited, script.view(WEST).state)
        };
        assert_eq!(closed("5B 5B"), closed("N N"));
        assert_eq!(closed("").0, Some(Tick(1_000 + 1_000 * u64::from(seconds))));
    }
    let config = Config { claim_seconds: None, ..Config::default() };
    let mut script = Script::new(config, ["5B", "", "", ""], EAST);
    assert_eq!(script.play(&["0 discard 5B"]).game.next_wake(), None);
}

#[test]
fn the_clock_declines_for_those_who_have_not_answered() {
    let mut script = Script::house(["5B", "", "J J", ""], EAST);
    script.play(&["0 discard 5B", "2 call 3 2"]).time_out();
    assert_eq!(script.chooses(), Some(WEST));
    let mut script = Script::house(["5B", "", "J J", ""], EAST);
    script.play(&["0 discard 5B"]).time_out();
    assert_eq!(script.chooses(), Some(SOUTH));
}

#[test]
fn dead_discards_are_not_offered() {
    let mut script = Script::house(["J 5B", "J J", "", ""], EAST);
    script.play(&["0 discard J"]);
    assert_eq!(script.chooses(), Some(SOUTH), "a joker is dead at once");
    let mut script = Script::house(["5B", "J J", "", ""], EAST);
    script.play(&["0 discard 5B"]);
    assert_eq!(script.refusal(EAST, "call 3 0"), Illegal::DeadDiscard);
    script.decline();
    assert_eq!(script.refusal(SOUTH, "call 3 2"), Illegal::NotNow, "older discards are dead");
    assert_eq!(script.refusal(WEST, "mahjong"), Illegal::NotYourTurn);
}

#[test]
fn an_answer_stays_sealed_and_is_given_once() {
    let mut script = Script::house(["5B", "J J", "", ""], EAST);
    script.play(&["0 discard 5B"]);
    script.heard.clear();
    script.play(&["1 call 3 2"]);
    assert!(script.heard.iter().all(|(audience, _)| *audience == Audience::Only(parlor_kernel::SeatSet::only(SOUTH))));
    assert_eq!(script.view(SOUTH).sealed, Some(Action::Call { size: 3, jokers: 2 }));
    assert_eq!(script.view(WEST).sealed, None);
    assert_eq!(script.refusal(SOUTH, "decline"), Illegal::AlreadyAnswered);
}

#[test]
fn a_group_is_corrected_until_anything_else_is_done() {
    let mut script = Script::house(["5B", "5B 5B J 1C", "", ""], EAST);
    script.play(&["0 discard 5B", "2 decline", "3 decline", "1 call 3 0", "1 regroup 4 1"]);
    assert_eq!(script.view(WEST).seats[1].exposures, [Exposure { tile: tile("5B"), size: 4, jokers: 1 }]);
    script.play(&["1 regroup 3 1"]);
    assert_eq!(script.game.held(SOUTH).rack.count(tile("5B")), 1);
    assert_eq!(script.refusal(SOUTH, "regroup 6 1"), Illegal::NoMaterial);
    script.play(&["1 exchange 2 1"]);
    assert_eq!(script.refusal(SOUTH, "regroup 4 0"), Illegal::NothingToCorrect, "exposures never grow");
    script.play(&["1 discard 1C"]).decline();
    assert_eq!(script.refusal(WEST, "regroup 3 0"), Illegal::NothingToCorrect, "a draw makes no exposure");
}

#[test]
fn whoever_has_yet_to_answer_may_ask_for_a_minute() {
    let mut script = Script::house(["5B", "", "", ""], EAST);
    script.play(&["0 discard 5B"]);
    let closes = script.game.deadline.expect("claims have a clock");
    script.play(&["2 decline"]);
    assert_eq!(script.refusal(WEST, "pause"), Illegal::AlreadyAnswered);
    script.play(&["1 pause"]);
    let later = script.game.deadline.expect("it still has");
    assert!(later > closes && script.game.view(Viewer::Spectator).deadline == Some(later));
    assert_eq!(script.refusal(NORTH, "pause"), Illegal::AlreadyPaused, "once is enough");
    script.play(&["1 decline", "3 decline"]);
    assert_eq!(script.refusal(SOUTH, "pause"), Illegal::NotNow);
}
