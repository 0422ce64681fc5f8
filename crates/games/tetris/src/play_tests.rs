//! Play as it is ruled: time, keys, garbage, ends.

use crate::{
    Action, Attack, Contest, Handling, Illegal, Key, KeyRefused, Piece, What,
    script::{ADA, BEN, Script},
    spin::Spin,
};
use parlor_arcade::{PauseRefused, PauseRules};
use parlor_kernel::{FastDice, Game, GameConfig, Outcome, Reason, Seat, SeatSet, Tick};

fn alone(piece: Piece) -> Script {
    let mut script = Script::new("hope", |config| (config.seats, config.pause) = (1, PauseRules::ALONE));
    script.draw(ADA, &[], piece);
    script
}

#[test]
fn nothing_moves_during_the_countdown() {
    let script = Script::new("hope", |_| ());
    assert_eq!((script.now, script.at(ADA)), (Tick(180), (4, 19)), "it comes into sight at once");
    let hope: crate::Config = GameConfig::preset("hope").unwrap();
    let early = crate::Tetris::new(&hope.into(), &FastDice(1));
    assert_eq!(early.check(ADA, &Action::Tap(Key::Hard)), Err(KeyRefused::NoPiece.into()));
    assert_eq!(early.check(ADA, &Action::Press(Key::Left)), Ok(()));
    assert_eq!(early.next_wake(), Some(Tick(180)));
}

#[test]
fn both_get_the_same_pieces() {
    let script = Script::new("hope", |_| ());
    assert_eq!(script.well(ADA).next, script.well(BEN).next);
    assert_eq!(script.well(ADA).active.unwrap().placement, script.well(BEN).active.unwrap().placement);
    assert_eq!(script.well(ADA).next.len(), 3);
}

#[test]
fn pieces_fall_as_the_level_says() {
    let mut script = alone(Piece::T);
    script.pass(59);
    assert_eq!(script.at(ADA), (4, 19));
    script.pass(1);
    assert_eq!(script.at(ADA), (4, 18));
    script.pass(120);
    assert_eq!(script.at(ADA), (4, 16));
    let mut fast = Script::new("hope", |config| (config.seats, config.start_level) = (1, 16));
    fast.pass(60);
    assert_eq!(fast.at(ADA).1, 9);
}

#[test]
fn keys_repeat_after_a_delay() {
    let mut script = alone(Piece::T);
    script.act(ADA, Action::Press(Key::Left)).unwrap();
    let mut columns = vec![script.at(ADA).0];
    for _ in 0..14 {
        script.pass(1);
        columns.push(script.at(ADA).0);
    }
    assert_eq!(columns, [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 1, 1, 1]);
    assert_eq!(script.act(ADA, Action::Press(Key::Left)), Err(KeyRefused::AlreadyDown.into()));
    // Of two directions the later wins, and the other begins anew when it is let go.
    script.act(ADA, Action::Press(Key::Right)).unwrap();
    assert_eq!(script.at(ADA).0, 2);
    script.pass(10);
    assert_eq!(script.at(ADA).0, 3);
    script.act(ADA, Action::Release(Key::Right)).unwrap();
    script.pass(9);
    assert_eq!(script.at(ADA).0, 3);
    script.pass(1);
    assert_eq!(script.at(ADA).0, 2);
}

#[test]
fn players_choose_how_keys_repeat() {
    let mut script = alone(Piece::T);
    script.act(ADA, Action::Handle(Handling { delay: 0, repeat: 0, soft: 0 })).unwrap();
    script.act(ADA, Action::Press(Key::Right)).unwrap();
    script.pass(1);
    assert_eq!(script.at(ADA).0, 8, "all the way");
    script.tap(ADA, Key::Soft);
    assert_eq!(script.at(ADA).1, 0);
    let wild = Handling { delay: 61, repeat: 0, soft: 0 };
    assert_eq!(script.act(ADA, Action::Handle(wild)), Err(KeyRefused::BadHandling.into()));
}

#[test]
fn drops_score_and_lock() {
    let mut script = alone(Piece::T);
    script.act(ADA, Action::Press(Key::Soft)).unwrap();
    script.pass(9);
    assert_eq!((script.at(ADA).1, script.well(ADA).score), (16, 3));
    script.act(ADA, Action::Release(Key::Soft)).unwrap();
    script.tap(ADA, Key::Hard);
    assert_eq!((script.well(ADA).score, script.well(ADA).pieces), (3 + 2 * 16, 1));
    assert!(script.well(ADA).active.is_none());
    script.pass(5);
    assert!(script.well(ADA).active.is_none());
    script.pass(1);
    assert!(script.well(ADA).active.is_some(), "0.1 s later the next piece enters");
}

#[test]
fn a_piece_rests_for_half_a_second() {
    let mut script = alone(Piece::T);
    script.act(ADA, Action::Handle(Handling { soft: 0, ..Handling::default() })).unwrap();
    script.tap(ADA, Key::Soft);
    script.pass(29);
    script.tap(ADA, Key::Left);
    script.pass(29);
    assert!(script.well(ADA).active.is_some(), "the move began its rest anew");
    script.pass(1);
    assert!(script.well(ADA).active.is_none());
}

#[test]
fn the_rest_begins_anew_fifteen_times_at_most() {
    let mut script = alone(Piece::T);
    script.act(ADA, Action::Handle(Handling { soft: 0, ..Handling::default() })).unwrap();
    script.tap(ADA, Key::Soft);
    for turn in 0..16 {
        script.pass(20);
        assert!(script.well(ADA).active.is_some(), "after {turn} moves");
        script.tap(ADA, if turn % 2 == 0 { Key::Left } else { Key::Right });
    }
    script.pass(9);
    assert!(script.well(ADA).active.is_some());
    script.pass(1);
    assert!(script.well(ADA).active.is_none(), "the sixteenth move changed nothing");
}

#[test]
fn the_rest_ends_when_the_piece_can_fall_again() {
    let mut script = alone(Piece::O);
    script.draw(ADA, &["....##....", "....##....", "....##...."], Piece::O);
    script.act(ADA, Action::Handle(Handling { soft: 0, ..Handling::default() })).unwrap();
    script.tap(ADA, Key::Soft);
    assert_eq!(script.at(ADA), (4, 3));
    script.pass(29);
    script.tap(ADA, Key::Right);
    script.tap(ADA, Key::Right);
    script.pass(10);
    let active = script.well(ADA).active.expect("it does not lock in the air");
    assert_eq!((active.lock, active.placement.y), (None, 3));
}

#[test]
fn a_t_spin_needs_a_turn_at_the_end() {
    let rows = ["##..######", "#...######", "##.#######"];
    for (turned, worth) in [(true, (Spin::Full, 2, 1200)), (false, (Spin::None, 1, 100))] {
        let mut script = alone(Piece::T);
        script.draw(ADA, &rows, Piece::T);
        script.act(ADA, Action::Handle(Handling { soft: 0, ..Handling::default() })).unwrap();
        script.tap(ADA, Key::TurnRight);
        script.tap(ADA, Key::Left);
        script.tap(ADA, Key::Left);
        if turned {
            script.tap(ADA, Key::Soft);
            script.tap(ADA, Key::TurnRight);
        }
        script.news();
        script.tap(ADA, Key::Hard);
        let cleared = script.news().into_iter().find_map(|what| match what {
            What::Cleared { clear, points, .. } => Some((clear.spin, clear.lines, points)),
            _ => None,
        });
        assert_eq!(cleared, Some(worth));
    }
}

#[test]
fn levels_rise_with_lines_and_count_before_the_clear() {
    let mut script = Script::new("blitz", |config| config.seats = 1);
    let rows = ["#########."; 4];
    script.draw(ADA, &rows, Piece::I);
    script.tap(ADA, Key::TurnRight);
    for _ in 0..4 {
        script.tap(ADA, Key::Right);
    }
    let before = script.well(ADA).score;
    script.tap(ADA, Key::Hard);
    let points = script.well(ADA).score - before;
    assert_eq!((points % 2, points > 800 * 5, script.well(ADA).lines), (0, true, 4));
    assert!(points < 800 * 5 + 2 * 24, "level 5, and nothing for the empty board");
    script.pass(6);
    script.draw(ADA, &["#########."], Piece::I);
    script.tap(ADA, Key::TurnRight);
    for _ in 0..4 {
        script.tap(ADA, Key::Right);
    }
    script.tap(ADA, Key::Hard);
    assert_eq!(script.well(ADA).level(script.game.config()), 6);
}

#[test]
fn pieces_are_held_once() {
    let mut script = Script::new("guideline", |config| config.seats = 1);
    let first = script.well(ADA).active.unwrap().placement.piece;
    let second = script.well(ADA).next[0];
    script.tap(ADA, Key::Hold);
    script.pass(1);
    assert_eq!(script.well(ADA).hold, Some(first));
    assert_eq!(script.well(ADA).active.unwrap().placement.piece, second);
    assert_eq!(script.well(ADA).next.len(), 5);
    assert_eq!(script.act(ADA, Action::Tap(Key::Hold)), Err(KeyRefused::HoldSpent.into()));
    script.tap(ADA, Key::Hard);
    script.pass(6);
    script.tap(ADA, Key::Hold);
    assert_eq!(script.well(ADA).active.unwrap().placement.piece, first, "at once");
    let mut hope = Script::new("hope", |_| ());
    assert_eq!(hope.act(ADA, Action::Tap(Key::Hold)), Err(KeyRefused::NoHold.into()));
}

/// Ada makes a Tetris.
fn tetris(script: &mut Script) {
    script.draw(ADA, &["#########.", "#########.", "#########.", "#########."], Piece::I);
    script.tap(ADA, Key::TurnRight);
    for _ in 0..4 {
        script.tap(ADA, Key::Right);
    }
    script.tap(ADA, Key::Hard);
}

/// Rows that are about to rise under a seat.
fn landed(script: &mut Script, seat: Seat, rows: u16) {
    let attack = Attack { lands: 0, rows, gaps: vec![3; rows.into()] };
    script.game.position.wells[seat.index()].garbage.receive(attack);
}

#[test]
fn garbage_leaves_with_the_next_piece_and_flies() {
    for (preset, same_gap) in [("hope", false), ("guideline", true)] {
        let mut script = Script::new(preset, |_| ());
        tetris(&mut script);
        assert_eq!(
            (script.well(ADA).garbage.outgoing, script.well(BEN).garbage.waiting()),
            (if same_gap { 14 } else { 4 }, 0)
        );
        script.game.position.wells[0].garbage.outgoing = 4;
        script.news();
        script.pass(6);
        assert_eq!((script.well(ADA).garbage.outgoing, script.well(BEN).garbage.waiting()), (0, 4));
        let gaps = script.news().into_iter().find_map(|what| match what {
            What::Entered { seat: ADA, gaps, .. } => Some(gaps),
            _ => None,
        });
        let gaps = gaps.unwrap();
        assert_eq!((gaps.len(), gaps.iter().all(|gap| *gap == gaps[0])), (4, same_gap));
        assert_eq!(script.well(BEN).garbage.incoming[0].gaps, gaps, "told when they are sent");
        script.tap(BEN, Key::Hard);
        script.pass(6);
        assert_eq!(script.well(BEN).board.cells(), 4, "still in the air");
        script.pass(41);
        assert_eq!(script.well(BEN).garbage.landed(script.now.0), 0);
        script.pass(1);
        assert_eq!((script.well(BEN).garbage.landed(script.now.0), script.well(BEN).board.cells()), (4, 4));
        script.tap(BEN, Key::Hard);
        script.pass(6);
        assert_eq!(script.well(BEN).board.cells(), 4 * 9 + 8, "it rises with Ben's next piece");
    }
}

#[test]
fn outgoing_cancels_incoming() {
    let mut script = Script::new("hope", |_| ());
    landed(&mut script, ADA, 3);
    tetris(&mut script);
    script.pass(6);
    assert_eq!((script.well(ADA).garbage.waiting(), script.well(BEN).garbage.waiting()), (0, 1));
    assert_eq!(script.well(ADA).board.cells(), 0);
}

#[test]
fn a_hold_moves_no_garbage() {
    let mut script = Script::new("guideline", |_| ());
    for _ in 0..2 {
        landed(&mut script, BEN, 2);
        let before = script.well(BEN).board;
        // The first hold lets the next piece enter; the second brings back the piece that was held.
        script.tap(BEN, Key::Hold);
        script.pass(1);
        assert!(script.well(BEN).active.is_some());
        assert_eq!((script.well(BEN).board, script.well(BEN).garbage.waiting()), (before, 2));
        script.tap(BEN, Key::Hard);
        script.pass(6);
        assert_eq!(
            (script.well(BEN).board.cells(), script.well(BEN).garbage.waiting()),
            (before.cells() + 4 + 2 * 9, 0)
        );
    }
}

fn won(seat: Seat, reason: Reason) -> Option<Outcome> {
    Some(Outcome::won(seat, reason))
}

#[test]
fn whoever_tops_out_first_loses() {
    let mut script = Script::new("hope", |_| ());
    script.draw(ADA, &["...####..."; 19], Piece::O);
    script.tap(ADA, Key::Hard);
    script.pass(6);
    assert_eq!(script.game.outcome(), won(BEN, Reason::Completed));
    assert!(script.news().contains(&What::ToppedOut { seat: ADA }));
    let mut script = Script::new("hope", |_| ());
    script.draw(ADA, &["#........."; 18], Piece::O);
    landed(&mut script, ADA, 7);
    script.tap(ADA, Key::Hard);
    script.pass(6);
    assert_eq!(script.game.outcome(), won(BEN, Reason::Completed), "overflow");
}

#[test]
fn a_score_challenge_is_won_by_points() {
    let mut script = Script::new("hope", |config| config.contest = Contest::Score);
    tetris(&mut script);
    script.pass(6);
    assert_eq!(script.well(BEN).garbage.waiting(), 0);
    script.draw(ADA, &["...####..."; 19], Piece::O);
    script.tap(ADA, Key::Hard);
    script.pass(6);
    assert_eq!(script.game.outcome(), None, "the other plays on");
    assert_eq!(script.act(ADA, Action::Tap(Key::Left)), Err(KeyRefused::ToppedOut.into()));
    script.draw(BEN, &["...####..."; 19], Piece::O);
    script.tap(BEN, Key::Hard);
    script.pass(6);
    assert_eq!(script.game.outcome(), won(ADA, Reason::Completed));
}

#[test]
fn a_blitz_ends_after_two_minutes() {
    let mut script = Script::new("blitz", |config| config.start_level = 1);
    tetris(&mut script);
    for _ in 0..7 {
        script.pass(6);
        script.tap(ADA, Key::Hard);
        script.tap(BEN, Key::Hard);
    }
    script.game.position.wells.iter_mut().for_each(|well| well.board = crate::Board::EMPTY);
    script.pass(3_000);
    script.game.position.wells.iter_mut().for_each(|well| well.board = crate::Board::EMPTY);
    script.pass(180 + 7_200 - 1 - script.now.0);
    assert_eq!(script.game.outcome(), None);
    script.pass(1);
    assert_eq!(script.game.outcome(), won(ADA, Reason::Completed));
}

#[test]
fn a_pause_needs_both_and_stops_the_clock() {
    let mut script = Script::new("hope", |_| ());
    let before = script.at(ADA);
    script.act(ADA, Action::Pause).unwrap();
    assert_eq!(script.act(ADA, Action::Pause), Err(Illegal::Pause(PauseRefused::AlreadyAsked)));
    script.act(BEN, Action::Pause).unwrap();
    script.pass(1_000);
    assert_eq!(script.at(ADA), before);
    assert_eq!(script.act(ADA, Action::Tap(Key::Hard)), Err(Illegal::Pause(PauseRefused::Paused)));
    script.act(BEN, Action::Resume).unwrap();
    assert_eq!(script.act(ADA, Action::Resume), Err(Illegal::Pause(PauseRefused::NotPaused)));
    script.pass(180 + 29);
    assert_eq!(script.at(ADA), before, "a countdown, and the rest of the row");
    script.pass(1);
    assert_eq!(script.at(ADA), (before.0, before.1 - 1));
    script.act(ADA, Action::Pause).unwrap();
    script.act(BEN, Action::Pause).unwrap();
    script.news();
    script.pass(30 + 300 * 60);
    assert_eq!(script.news(), [What::Resumed], "no player can hold a match up for ever");
}

#[test]
fn everyone_has_notice_of_a_pause() {
    let mut script = Script::new("hope", |_| ());
    let agree = |script: &mut Script| {
        script.act(ADA, Action::Pause).unwrap();
        script.act(BEN, Action::Pause).unwrap();
    };
    let before = script.at(ADA);
    agree(&mut script);
    assert_eq!(script.act(ADA, Action::Pause), Err(Illegal::Pause(PauseRefused::Paused)), "it has been agreed");
    script.pass(29);
    script.tap(ADA, Key::Left);
    script.pass(1);
    assert_eq!(script.act(ADA, Action::Tap(Key::TurnLeft)), Err(Illegal::Pause(PauseRefused::Paused)));
    script.pass(1_000);
    assert_eq!(script.at(ADA), (before.0 - 1, before.1), "half a second was played, and no more");
    script.act(BEN, Action::Resume).unwrap();
    script.pass(180 + 30);
    assert_eq!(script.at(ADA), (before.0 - 1, before.1 - 1));
    // A player who thinks better of it in time is not paused at all.
    agree(&mut script);
    script.pass(10);
    script.act(ADA, Action::Resume).unwrap();
    script.pass(50);
    assert_eq!(script.at(ADA), (before.0 - 1, before.1 - 2));
    // A player with no room left has lost, pause or not.
    agree(&mut script);
    script.draw(ADA, &["...####..."; 19], Piece::O);
    script.tap(ADA, Key::Hard);
    script.pass(6);
    assert_eq!((script.game.outcome(), script.game.next_wake()), (won(BEN, Reason::Completed), None));
}

#[test]
fn a_pause_can_begin_again_during_its_countdown() {
    let mut script = alone(Piece::T);
    script.pass(30);
    script.act(ADA, Action::Pause).unwrap();
    script.pass(100);
    script.act(ADA, Action::Resume).unwrap();
    script.pass(100);
    script.act(ADA, Action::Pause).unwrap();
    script.pass(100);
    script.act(ADA, Action::Resume).unwrap();
    script.pass(180 + 29);
    assert_eq!(script.at(ADA), (4, 19));
    script.pass(1);
    assert_eq!(script.at(ADA), (4, 18));
}

#[test]
fn keys_may_go_down_during_a_pause() {
    let mut script = alone(Piece::T);
    script.act(ADA, Action::Pause).unwrap();
    script.act(ADA, Action::Press(Key::Left)).unwrap();
    script.pass(100);
    assert_eq!(script.at(ADA).0, 4);
    script.act(ADA, Action::Resume).unwrap();
    script.pass(180 + 9);
    assert_eq!(script.at(ADA).0, 4);
    script.pass(1);
    assert_eq!(script.at(ADA).0, 3);
}

#[test]
fn giving_up_and_leaving_lose() {
    let mut script = Script::new("hope", |_| ());
    script.act(ADA, Action::Surrender).unwrap();
    assert_eq!(script.game.outcome(), won(BEN, Reason::Surrender(ADA)));
    let mut script = Script::new("hope", |config| config.seats = 1);
    script.act(ADA, Action::Surrender).unwrap();
    let no_winner = Outcome::won_by(SeatSet::EMPTY, Reason::Surrender(ADA));
    assert_eq!(script.game.outcome(), Some(no_winner));
}

#[test]
fn soft_drop_that_goes_down_in_a_pause_counts_when_it_goes_on() {
    for resuming in [false, true] {
        let mut script = alone(Piece::T);
        script.act(ADA, Action::Pause).unwrap();
        script.pass(30);
        if !resuming {
            script.act(ADA, Action::Press(Key::Soft)).unwrap();
        }
        script.act(ADA, Action::Resume).unwrap();
        script.pass(60);
        if resuming {
            script.act(ADA, Action::Press(Key::Soft)).unwrap();
        }
        script.pass(120);
        assert_eq!(script.at(ADA).1, 19, "nothing falls before the countdown is over");
        script.pass(9);
        assert_eq!(script.at(ADA).1, 16);
    }
}

#[test]
fn letting_soft_drop_go_leaves_the_row_where_it_was_due() {
    let mut script = alone(Piece::T);
    for _ in 0..5 {
        script.pass(10);
        script.act(ADA, Action::Press(Key::Soft)).unwrap();
        script.pass(1);
        script.act(ADA, Action::Release(Key::Soft)).unwrap();
    }
    assert_eq!(script.at(ADA).1, 19);
    script.pass(5);
    assert_eq!(script.at(ADA).1, 18, "sixty ticks after it entered");
    script.act(ADA, Action::Press(Key::Soft)).unwrap();
    script.pass(3);
    script.act(ADA, Action::Release(Key::Soft)).unwrap();
    script.pass(59);
    assert_eq!(script.at(ADA).1, 17, "a row of soft drop is followed by a whole one");
    script.pass(1);
    assert_eq!(script.at(ADA).1, 16);
}

#[test]
fn a_match_given_up_in_a_pause_was_not_played_during_it() {
    for resumes in [false, true] {
        let mut script = alone(Piece::T);
        script.pass(60);
        script.act(ADA, Action::Pause).unwrap();
        script.pass(3000);
        if resumes {
            script.act(ADA, Action::Resume).unwrap();
            script.pass(100);
        }
        script.act(ADA, Action::Surrender).unwrap();
        let position = script.game.position();
        assert_eq!((position.played(position.clock), position.lasted(ADA)), (240, 60));
    }
}

#[test]
fn each_has_played_until_there_was_no_room() {
    let mut script = Script::new("blitz", |config| config.start_level = 1);
    while script.well(ADA).topped_out.is_none() {
        script.tap(ADA, Key::Hard);
        script.pass(6);
    }
    let done = script.now.0 - 180;
    script.pass(600);
    script.act(BEN, Action::Surrender).unwrap();
    let position = script.game.position();
    assert_eq!((position.lasted(ADA), position.lasted(BEN)), (done, done + 600));
}

#[test]
fn rows_of_garbage_count_where_there_is_garbage() {
    let sent = |preset| {
        let mut script = Script::new(preset, |_| ());
        let rows = ["#########.", "#########.", "#########.", "#########."];
        script.draw(ADA, &rows, Piece::I);
        script.tap(ADA, Key::TurnRight);
        script.act(ADA, Action::Handle(Handling { delay: 0, repeat: 0, soft: 0 })).unwrap();
        script.act(ADA, Action::Press(Key::Right)).unwrap();
        script.pass(1);
        script.tap(ADA, Key::Hard);
        assert_eq!(script.well(ADA).lines, 4);
        script.game.stats(ADA)[2]
    };
    assert_eq!([sent("hope"), sent("blitz"), sent("challenge")], [4, 0, 0]);
}
