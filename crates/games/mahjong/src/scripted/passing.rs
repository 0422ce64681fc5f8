use super::*;
use crate::{
    State,
    stage::{Passing, Step},
};
use parlor_kernel::{Barrier, Rng};

/// All seats are about to pass.
fn passing(hands: [&str; 4], step: Step, blanks: bool) -> Script {
    let mut script = Script::new(Config { blanks, ..Config::default() }, hands, EAST);
    script.game.stage = Stage::Charleston { step, sealed: Barrier::<Passing>::new(SEATS) };
    script
}

#[test]
fn three_tiles_go_right_across_and_left_and_then_all_vote() {
    let mut script = passing(["1C 2C 3C", "1B 2B 3B", "1D 2D 3D", "N E W"], Step::FIRST, false);
    script.play(&["0 pass 1C 2C 3C", "1 pass 1B 2B 3B", "3 pass N E W"]);
    assert_eq!(script.view(SOUTH).hand.count(tile("1C")), 0, "sealed until all are in");
    script.play(&["2 pass 1D 2D 3D", "1 pass 1C 2C 3C", "2 pass 1B 2B 3B", "3 pass 1D 2D 3D", "0 pass N E W"]);
    // Across: South's pass went to North, East's to West.
    assert!(script.view(NORTH).hand.has_all(&rack("1C 2C 3C")) && script.view(WEST).hand.has_all(&rack("N E W")));
    script.play(&["0 pass 1B 2B 3B", "1 pass 1D 2D 3D", "2 pass N E W", "3 pass 1C 2C 3C"]);
    // Left: to the player before in turn.
    assert!(script.view(NORTH).hand.has_all(&rack("1B 2B 3B")) && script.view(SOUTH).hand.has_all(&rack("N E W")));
    assert_eq!(script.view(EAST).state, State::CharlestonQuery);
}

#[test]
fn a_pass_has_three_tiles_that_may_be_passed() {
    let script = passing(["1C 2C 3C J X", "", "", ""], Step::FIRST, true);
    assert_eq!(script.refusal(EAST, "pass 1C 2C"), Illegal::WrongCount { least: 3, most: 3 });
    assert_eq!(script.refusal(EAST, "pass blind"), Illegal::WrongCount { least: 3, most: 3 });
    assert_eq!(script.refusal(EAST, "pass 1C 2C J"), Illegal::JokersStay);
    assert_eq!(script.refusal(EAST, "pass 1C 2C X"), Illegal::BlanksStay);
    assert_eq!(script.refusal(EAST, "pass 1C 1C 2C"), Illegal::NotHeld);
    let blind = passing(["1C 2C 3C", "", "", ""], Step::FIRST_LEFT, false);
    assert!(blind.allows(EAST, "pass 1C 2C") && blind.allows(EAST, "pass blind"));
}

#[test]
fn blanks_pass_when_there_are_too_few_other_tiles() {
    let mut script = passing(["", "X X X X X X X 1C 2C", "", ""], Step::FIRST, true);
    script.game.held_mut(SOUTH).rack = rack("J J J J X X X X X X X 1C 2C");
    assert!(script.allows(SOUTH, "pass 1C 2C X") && !script.allows(SOUTH, "pass 1C 2C J"));
    let mut rng = Rng::new(1);
    for _ in 0..50 {
        let sample = script.game.sampled(SOUTH, &mut rng).unwrap();
        assert_eq!(script.game.check(SOUTH, &sample), Ok(()));
    }
}

#[test]
fn any_one_player_stops_the_charleston() {
    let vote = |votes: [&str; 4]| {
        let mut script = passing([""; 4], Step::FIRST, false);
        script.game.stage = Stage::Voting { sealed: Barrier::new(SEATS) };
        for (seat, vote) in votes.iter().enumerate() {
            script.play(&[&format!("{seat} vote {vote}")]);
        }
        let told = script
            .heard
            .iter()
            .any(|(audience, event)| *audience == Audience::Everyone && matches!(event, Event::Sealed { .. }));
        assert!(!told, "who stopped is not told");
        script.view(EAST).state
    };
    assert_eq!(vote(["more"; 4]), State::Charleston2);
    assert_eq!(vote(["more", "more", "stop", "more"]), State::CourtesyQuery);
    assert_eq!(vote(["stop"; 4]), State::CourtesyQuery);
}

#[test]
fn of_two_bids_the_smaller_counts() {
    let mut script = passing(["1C 2C 3C", "1B 2B 3B", "1D 2D 3D", "N E W"], Step::LAST, false);
    script.game.stage = Stage::Bidding { sealed: Barrier::new(SEATS) };
    assert_eq!(script.refusal(EAST, "bid 4"), Illegal::CourtesyTooLarge);
    script.play(&["0 bid 3", "1 bid 0", "2 bid 1", "3 bid 3"]);
    assert_eq!((script.view(EAST).state, script.view(EAST).agreed), (State::Courtesy, [1, 0]));
    assert_eq!(script.refusal(SOUTH, "pass 1B"), Illegal::NotNow);
    assert_eq!(script.refusal(EAST, "pass 1C 2C"), Illegal::WrongCount { least: 1, most: 1 });
    script.play(&["0 pass 1C", "2 pass 1D"]);
    assert!(script.view(EAST).hand.count(tile("1D")) == 1 && script.view(WEST).hand.count(tile("1C")) == 1);
    assert_eq!(script.chooses(), Some(EAST), "East opens without a draw");
    let mut script = passing([""; 4], Step::LAST, false);
    script.game.stage = Stage::Bidding { sealed: Barrier::new(SEATS) };
    script.play(&["0 bid 3", "1 bid 0", "2 bid 0", "3 bid 3"]);
    assert_eq!(script.chooses(), Some(EAST), "nothing to exchange");
}

#[test]
fn the_states_of_the_flow_are_gone_through_in_order() {
    let config = Config::default();
    let mut game = Mahjong::new(&config.rules().unwrap(), &DICE);
    let mut rng = Rng::new(3);
    let mut heard: Vec<(Audience, Event)> = Vec::new();
    let mut seen = vec![game.view(Viewer::Spectator).state];
    while let Some(seat) = game.awaiting().first() {
        let action = match game.view(Viewer::Seat(seat)).state {
            State::CharlestonQuery => Action::Vote { more: true },
            State::CourtesyQuery => Action::Bid { tiles: 1 },
            _ => game.sampled(seat, &mut rng).unwrap(),
        };
        game.act(Tick(0), seat, action, &DICE, &mut heard);
    }
    seen.extend(heard.iter().filter_map(|(_, event)| match event {
        Event::Entered { state, .. } => Some(*state),
        _ => None,
    }));
    seen.dedup();
    let names: Vec<_> = seen.iter().map(ToString::to_string).collect();
    let opening = "START DEAL CHARLESTON1 CHARLESTON_QUERY CHARLESTON_QUERY_COMPLETE CHARLESTON2 COURTESY_QUERY \
                   COURTESY_QUERY_COMPLETE COURTESY COURTESY_COMPLETE LOOP_CHOOSE_DISCARD LOOP_QUERY_CLAIM_DISCARD";
    assert!(names.join(" ").starts_with(opening), "{}", names.join(" "));
    assert!(names.contains(&"LOOP_PICK_FROM_WALL".into()) && names.contains(&"LOOP_EXPOSE_TILES".into()));
    assert_eq!(names.last().unwrap(), "END");
}

/// Only what was dealt can be declared before the first discard.
#[test]
fn bots_pass_on_a_hand_that_a_pass_has_completed() {
    for step in 0..6 {
        let mut script = Script::house([RUN, "", "", ""], EAST);
        script.game.stage = Stage::Charleston { step: Step(step), sealed: Barrier::new(SEATS) };
        let view = script.view(EAST);
        for level in Mahjong::LEVELS {
            let mut bot = Mahjong::bot(level.id).unwrap();
            let action = bot.choose(&script.game.rules, &view, EAST, &mut Rng::new(1)).unwrap();
            assert_eq!(script.game.check(EAST, &action), Ok(()), "{}, step {step}: {action}", level.id);
            assert_eq!(action == Action::Mahjong, step == 0, "{}, step {step}", level.id);
        }
    }
}

#[test]
fn a_refused_pass_says_how_many_tiles_are_asked_for() {
    let told = |least, most| Illegal::WrongCount { least, most }.to_string();
    assert_eq!(told(3, 3), "Choose exactly 3 tiles.");
    assert_eq!(told(1, 1), "Choose exactly 1 tile.");
    let script = passing(["1C 2C 3C 4C", "", "", ""], Step::FIRST_LEFT, false);
    let four = Action::Pass { tiles: rack("1C 2C 3C 4C") };
    assert_eq!(script.game.check(EAST, &four).unwrap_err().to_string(), "Choose 0 to 3 tiles.");
}
