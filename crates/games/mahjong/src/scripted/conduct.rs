use super::*;
use crate::{Conduct, Death};

fn authentic(hands: [&str; 4], turn: Seat) -> Script {
    Script::new(Config { conduct: Conduct::Authentic, ..Config::default() }, hands, turn)
}

#[test]
fn a_referee_refuses_what_is_no_hand() {
    let mut script = Script::house(["5B 5B", "5B", "", ""], EAST);
    assert_eq!(script.refusal(EAST, "mahjong"), Illegal::NotMahjong);
    assert_eq!(script.refusal(EAST, "challenge 2"), Illegal::NotChallengeable);
    script.play(&["0 discard 5B"]);
    assert_eq!(script.refusal(SOUTH, "mahjong"), Illegal::NotMahjong);
    assert!(script.allows(SOUTH, "decline"), "and nothing has changed");
}

#[test]
fn a_false_mahjong_kills_the_hand_and_the_turn_goes_on() {
    let mut script = authentic([""; 4], EAST);
    script.play(&["0 mahjong"]);
    assert!(script.view(WEST).seats[0].dead);
    assert_eq!((script.chooses(), script.winner()), (Some(SOUTH), None));
    // The dead player is skipped, claims nothing, and pays.
    let spare = script.game.held(SOUTH).rack.tiles().next().unwrap();
    script.play(&[&format!("1 discard {spare}")]);
    assert_eq!(script.refusal(EAST, "decline"), Illegal::DeadHand);
    assert!(!script.game.awaiting().contains(EAST));
    script.game.held_mut(WEST).rack = rack(RUN);
    script.game.stage = Stage::Choosing { seat: WEST, drawn: None, claimed: false, from: None };
    script.play(&["2 mahjong"]);
    assert_eq!(script.game.ledger, [-100, -100, 300, -100]);
}

#[test]
fn a_false_claim_gives_way_to_the_next_best() {
    let mut script = authentic(["5B", "", "J J", ""], EAST);
    script.play(&["0 discard 5B", "1 mahjong", "2 call 3 2", "3 decline"]);
    assert!(script.view(EAST).seats[1].dead);
    assert_eq!(script.chooses(), Some(WEST));
}

#[test]
fn a_challenge_kills_the_hand_of_the_one_who_is_wrong() {
    // A sextet of fives is in no hand of the card.
    let mut script = authentic(["5B", "5B 5B J J J", "", ""], EAST);
    script.play(&["0 discard 5B", "1 call 6 3", "2 decline", "3 decline"]);
    assert_eq!(script.refusal(EAST, "challenge 2"), Illegal::NotYourTurn);
    let spare = script.game.held(SOUTH).rack.tiles().next().unwrap();
    script.play(&[&format!("1 discard {spare}")]).decline();
    assert_eq!(script.refusal(WEST, "challenge 4"), Illegal::NotChallengeable, "nothing lies open there");
    script.play(&["2 challenge 2"]);
    assert!(script.view(EAST).seats[1].dead);
    assert_eq!(script.chooses(), Some(WEST), "who was right plays on");
    assert_eq!(script.refusal(WEST, "challenge 2"), Illegal::NotChallengeable);

    let mut script = authentic(["5B", "5B 5B", "", ""], EAST);
    script.play(&["0 discard 5B", "1 call 3 0", "2 decline", "3 decline"]);
    let spare = script.game.held(SOUTH).rack.tiles().next().unwrap();
    script.play(&[&format!("1 discard {spare}")]).decline();
    script.play(&["2 challenge 2"]);
    let death = script.heard.iter().find_map(|(_, event)| match event {
        Event::Died { seat, death } => Some((*seat, *death)),
        _ => None,
    });
    assert_eq!(death, Some((WEST, Death::WrongChallenge { seat: SOUTH })));
    assert_eq!(script.chooses(), Some(NORTH));
}

#[test]
fn four_dead_hands_end_the_deal() {
    let mut script = authentic([""; 4], EAST);
    script.play(&["0 mahjong", "1 mahjong", "2 mahjong"]);
    assert_eq!(script.chooses(), Some(NORTH));
    let spare = script.game.held(NORTH).rack.tiles().next().unwrap();
    script.play(&[&format!("3 discard {spare}")]);
    assert_eq!(script.chooses(), Some(NORTH), "the last one plays alone");
    script.play(&["3 mahjong"]);
    assert!(script.game.settlement.as_ref().is_some_and(|settlement| settlement.winner.is_none()));
    assert!(!script.game.wall.is_empty());
    let sentences: Vec<_> = script.heard.iter().map(|(_, event)| crate::notation::sentence(event, &[])).collect();
    assert!(sentences.iter().any(|told| told == "No player wins the deal, and none pays."), "{sentences:?}");
}
