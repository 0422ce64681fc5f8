//! Defects of an earlier implementation of this game, each with a test that it is not repeated here. Those of its screen
//! (text mode, glows, selections, animations) are tested with the screen.

use super::*;
use crate::{
    Card, Exposure, IMPOSSIBLE, Need, State,
    bot::advise,
    stage::{Passing, Step},
};
use parlor_kernel::{Barrier, Rng};

#[test]
fn an_earlier_exposure_does_not_beat_a_later_mahjong() {
    let waiting = "1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B J";
    let mut script = Script::house(["5B", "J J", "", waiting], EAST);
    script.play(&["0 discard 5B", "1 call 3 2", "2 decline", "3 mahjong"]);
    assert_eq!(script.winner(), Some(NORTH));
    assert_eq!(script.view(EAST).seats[1].exposures, []);
}

#[test]
fn a_claimants_discard_is_offered_and_the_claimant_does_not_draw_again() {
    let mut script = Script::house(["5B", "J J 9C", "9C 9C", ""], EAST);
    script.play(&["0 discard 5B", "2 decline", "3 decline", "1 call 3 2", "1 discard 9C"]);
    assert_eq!(script.view(WEST).offered(), Some(tile("9C")));
    script.play(&["0 decline", "3 decline", "2 call 3 0"]);
    assert_eq!(script.chooses(), Some(WEST));
}

#[test]
fn a_rejected_mahjong_leaves_the_discarder_alone() {
    let mut script = Script::house(["5B", "", "", ""], EAST);
    script.play(&["0 discard 5B"]);
    assert_eq!(script.refusal(SOUTH, "mahjong"), Illegal::NotMahjong);
    assert_eq!(script.view(EAST).state, State::LoopQueryClaimDiscard);
    script.decline();
    assert_eq!((script.chooses(), script.view(EAST).discards.len()), (Some(SOUTH), 1));
    let config = Config { conduct: crate::Conduct::Authentic, ..Config::default() };
    let mut script = Script::new(config, ["5B", "", "", ""], EAST);
    script.play(&["0 discard 5B", "1 mahjong", "2 decline", "3 decline"]);
    assert_eq!((script.chooses(), script.view(EAST).discards.len()), (Some(WEST), 1));
}

#[test]
fn a_complete_hand_does_not_win_by_itself() {
    let mut script = Script::house(["9C", "1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 4B 5B 5B", "", ""], EAST).draws("5B");
    script.play(&["0 discard 9C"]).decline();
    assert_eq!((script.chooses(), script.game.outcome), (Some(SOUTH), None));
    script.play(&["1 mahjong"]);
    assert_eq!(script.winner(), Some(SOUTH));
}

#[test]
fn easts_opening_hand_can_win() {
    let mut script = Script::house([RUN, "", "", ""], EAST);
    assert!(script.allows(EAST, "mahjong"), "before the first discard");
    script.game.stage = Stage::Charleston { step: Step::FIRST, sealed: Barrier::<Passing>::new(SEATS) };
    script.play(&["0 mahjong"]);
    assert_eq!(script.game.outcome, None, "sealed like a pass");
    for seat in [SOUTH, WEST, NORTH] {
        let tiles = script.game.hurried_pass(seat, 3);
        script.play(&[&format!("{} pass {tiles}", seat.0)]);
    }
    assert_eq!((script.winner(), script.game.ledger[0]), (Some(EAST), 300), "before a tile is passed, paid as a pick");
}

#[test]
fn exposed_tiles_count_for_a_win() {
    let mut script = Script::house(["5B", "1B 1B 2B 2B 2B 3B 3B 3B 4B 4B 5B 5B 9C", "", "4B"], EAST);
    script.play(&["0 discard 5B", "2 decline", "3 decline", "1 call 3 0", "1 discard 9C"]).decline();
    let spare = script.game.held(WEST).rack.tiles().next().unwrap();
    script.play(&[&format!("2 discard {spare}")]).decline();
    script.play(&["3 discard 4B", "0 decline", "2 decline", "1 mahjong"]);
    let winner = script.game.settlement.as_ref().unwrap().winner.clone().unwrap();
    assert_eq!((winner.seat, winner.from, winner.hand.as_str()), (SOUTH, Some(NORTH), "C1"));
}

#[test]
fn jokers_are_not_exchanged_out_of_turn() {
    let mut script = Script::house(["5B", "J J", "5B", ""], EAST);
    script.play(&["0 discard 5B", "2 decline", "3 decline", "1 call 3 2"]);
    assert_eq!(script.refusal(WEST, "exchange 2 1"), Illegal::NotYourTurn);
}

#[test]
fn a_discard_is_announced_before_it_can_be_claimed_and_only_once() {
    let mut script = Script::house(["5B", "", "", ""], EAST);
    script.play(&["0 discard 5B"]);
    let position = |wanted: fn(&Event) -> bool| script.heard.iter().position(|(_, event)| wanted(event)).unwrap();
    let discarded = position(|event| matches!(event, Event::Discarded { .. }));
    let offered = position(|event| matches!(event, Event::Entered { state: State::LoopQueryClaimDiscard, .. }));
    assert!(discarded < offered);
    assert_eq!(script.heard.len(), 2);
}

#[test]
fn the_clock_does_not_discard_a_drawn_tile_that_is_gone() {
    let config = Config { turn_seconds: Some(5), ..Config::default() };
    let mut script = Script::new(config, ["5B 9C", "J J", "", ""], EAST).draws("5B");
    script.play(&["0 discard 5B", "2 decline", "3 decline", "1 call 3 2"]);
    let spare = script.game.held(SOUTH).rack.tiles().next().unwrap();
    script.play(&[&format!("1 discard {spare}")]).decline();
    assert_eq!(script.view(WEST).drawn, Some(tile("5B")));
    script.play(&["2 exchange 2 1"]);
    assert_eq!(script.view(WEST).drawn, None);
    script.time_out();
    assert_eq!(script.view(EAST).state, State::LoopQueryClaimDiscard);
}

#[test]
fn exposed_groups_are_not_regrouped() {
    let card = Card::lint("A1|25|X|iiiia jjjja FFFFFF").unwrap();
    // A pung of fives is in no kong, however many fives are on the rack.
    let exposures = [Exposure { tile: tile("5B"), size: 3, jokers: 0 }];
    let mut ranking = card.ranking();
    card.rank(&rack("5B 6B 6B 6B 6B F F F F F F"), &exposures, &mut ranking);
    assert_eq!(ranking.nearest(0).0, IMPOSSIBLE);
}

#[test]
fn a_group_does_not_starve_a_pair_of_the_same_tile() {
    let card = Card::lint("A1|25|X|5555a 55b 555b NNNNN").unwrap();
    let hand = "5C 5C 5C 5C 5B 5B J J J N N N N J";
    assert!(card.winning(&rack(hand), &[]).is_some(), "the naturals make the pair, the jokers the pung");
}

#[test]
fn hands_of_fifteen_tiles_are_refused_by_the_linter() {
    assert!(Card::lint("A1|25|X|FFFFF iiiiia jjjjja").is_err());
}

#[test]
fn even_runs_do_not_begin_at_one() {
    let card = Card::lint("A1|25|X|iiiia kkkkb FFFFFF;i:even").unwrap();
    let lowest = |needs: &[Need]| needs.iter().map(|need| need.tile.index() % 9 + 1).collect::<Vec<_>>();
    assert!(card.grounds().iter().all(|ground| lowest(&ground.needs[..2]).iter().all(|number| number % 2 == 0)));
}

/// The vote for more passes was inverted, so that good hands passed on and bad ones stopped.
#[test]
fn bots_pass_on_with_bad_hands_and_stop_with_good_ones() {
    let vote = |hand: &str| {
        let mut script = Script::house([hand, "", "", ""], NORTH);
        script.game.stage = Stage::Voting { sealed: Barrier::new(SEATS) };
        advise(script.game.card(), &script.view(EAST), EAST)
    };
    assert_eq!(vote("1B 1B 2B 2B 2B 3B 3B 3B 4B 4B J N E"), Some(Action::Vote { more: false }));
    assert_eq!(vote("1B 9B 4C 7D N E W 6C 3D 8B R G 2C"), Some(Action::Vote { more: true }));
}

/// Fewer than three tiles to pass broke the count of tiles.
#[test]
fn passes_keep_every_hand_at_its_size() {
    let config = Config { blanks: true, ..Config::default() };
    let rules = config.rules().unwrap();
    for seed in 0..200 {
        let dice = FastDice(seed);
        let mut game = Mahjong::new(&rules, &dice);
        let mut rng = Rng::new(seed);
        while game.view(Viewer::Spectator).state != State::LoopChooseDiscard {
            let seat = game.awaiting().first().unwrap();
            let action = game.sampled(seat, &mut rng).unwrap();
            game.act(Tick(0), seat, action, &dice, &mut ());
            if game.dealt > 0 {
                assert_eq!(game.view(Viewer::Spectator).seats.map(|seat| seat.concealed), [14, 13, 13, 13]);
            }
        }
    }
}
