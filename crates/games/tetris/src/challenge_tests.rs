//! Score challenges: who wins, when it is over, and who waits for whom.

use crate::{
    Action, Board, Config, Illegal, Key, Piece, Tetris, What,
    script::{ADA, BEN, Script},
};
use parlor_arcade::{Challenge, PauseRefused};
use parlor_kernel::{FastDice, Game, GameConfig, Outcome, Reason, Rng, Seat, SeatSet, Table, Tick, Verdict, Viewer};

const TOWER: [&str; 19] = ["...####..."; 19];

fn challenge() -> Script {
    Script::new("challenge", |_| ())
}

/// The field of that seat is full when the next piece comes.
fn top_out(script: &mut Script, seat: Seat) {
    script.draw(seat, &TOWER, Piece::O);
    script.tap(seat, Key::Hard);
    script.pass(6);
    assert!(script.well(seat).topped_out.is_some());
}

/// The seat gets points for dropping a piece from high up.
fn score(script: &mut Script, seat: Seat) {
    script.draw(seat, &[], Piece::O);
    script.tap(seat, Key::Hard);
}

#[test]
fn both_get_the_same_pieces_and_no_garbage() {
    let script = challenge();
    assert_eq!(script.well(ADA).next, script.well(BEN).next);
    assert_eq!(script.well(ADA).active, script.well(BEN).active);
    assert!(!script.game.config().has_garbage());
}

/// A challenge in which Ada has topped out, and Ben plays on and leads.
fn settled(whole: SeatSet) -> Script {
    let mut script = Script::new("challenge", |config| {
        config.challenge = Some(Challenge { whole, ..Challenge::USUAL });
    });
    top_out(&mut script, ADA);
    let behind = script.well(ADA).score;
    assert_eq!([ADA, BEN].map(|seat| script.game.has_finished(seat)), [true, false], "Ada may go");
    assert_eq!(script.game.outcome(), None, "Ben may still do better than {behind}");
    script.news();
    score(&mut script, BEN);
    assert!(script.well(BEN).score > behind);
    script
}

#[test]
fn a_run_is_played_to_its_end_once_the_result_is_settled() {
    let mut script = settled(SeatSet::all(2));
    let led = script.well(BEN).score;
    assert_eq!(script.game.outcome(), None, "the rest of the run is Ben's own record");
    script.pass(6);
    score(&mut script, BEN);
    script.pass(6);
    top_out(&mut script, BEN);
    assert_eq!(script.game.outcome(), Some(Outcome::won(BEN, Reason::Completed)));
    assert_eq!(script.game.score(BEN), script.well(BEN).score as i64);
    assert!(script.well(BEN).score > led);
}

#[test]
fn a_player_who_stops_once_the_result_is_settled_has_not_lost() {
    let mut gives_up = settled(SeatSet::all(2));
    gives_up.act(BEN, Action::Surrender).unwrap();
    let mut leaves = settled(SeatSet::all(2));
    leaves.game.leave(leaves.now, BEN, &FastDice(1), &mut ());
    for script in [gives_up, leaves] {
        assert_eq!(script.game.outcome(), Some(Outcome::won(BEN, Reason::Completed)));
    }
}

#[test]
fn a_challenge_that_is_not_played_to_the_end_is_over_once_it_is_settled() {
    let mut script = settled(SeatSet::EMPTY);
    assert_eq!(script.game.outcome(), Some(Outcome::won(BEN, Reason::Completed)), "at once, with the drop");
    assert!(matches!(script.news()[..], [What::Pressed { .. }, What::Over { .. }, What::Unveiled(_)]));
    assert_eq!(script.game.next_wake(), None);
}

#[test]
fn equal_points_go_to_whoever_finished_first() {
    for (first, second) in [(ADA, BEN), (BEN, ADA)] {
        let mut script = challenge();
        for seat in [first, second] {
            script.pass(10);
            top_out(&mut script, seat);
        }
        assert_eq!(script.well(first).score, script.well(second).score);
        assert_eq!(script.game.outcome(), Some(Outcome::won(first, Reason::Completed)));
    }
    let mut script = challenge();
    for seat in [ADA, BEN] {
        script.draw(seat, &TOWER, Piece::O);
        script.tap(seat, Key::Hard);
    }
    script.pass(6);
    assert_eq!(script.game.outcome(), Some(Outcome { verdict: Verdict::Draw, reason: Reason::Completed }));
}

/// HopeAddon's defect: a player who died early and waited for two minutes won at any score.
#[test]
fn dying_early_and_waiting_wins_against_nobody_who_plays() {
    let mut script = challenge();
    score(&mut script, ADA);
    script.pass(6);
    top_out(&mut script, ADA);
    // Ben turns pieces and gets no points, for eight minutes; his field never fills.
    while script.now < Tick(9 * 3600) {
        script.draw(BEN, &[], Piece::T);
        script.tap(BEN, Key::TurnRight);
        script.pass(600);
        assert_eq!(script.game.outcome(), None, "{:?}", script.now);
    }
    let last = script.now;
    script.draw(BEN, &[], Piece::T);
    script.tap(BEN, Key::TurnRight);
    script.pass(60 * 60);
    assert!(script.now < last + 2 * 3600);
    assert_eq!(script.game.outcome(), Some(Outcome::won(ADA, Reason::Timeout(BEN))), "the ten minutes are over");
}

#[test]
fn silence_is_waited_for_two_minutes() {
    let mut script = challenge();
    script.act(BEN, Action::Press(Key::Left)).unwrap();
    top_out(&mut script, ADA);
    let finished = script.now;
    // A field that never fills, so that only the clock can end it.
    let silent = |script: &mut Script, until: Tick| {
        while script.now < until {
            script.draw(BEN, &[], Piece::I);
            script.pass((until - script.now).min(300));
        }
    };
    silent(&mut script, finished + 100 * 60);
    script.act(BEN, Action::Release(Key::Left)).unwrap();
    silent(&mut script, finished + (220 * 60 - 1));
    assert_eq!(script.game.outcome(), None, "letting go of a key is a sign of life");
    silent(&mut script, finished + 220 * 60);
    assert_eq!(script.game.outcome(), Some(Outcome::won(ADA, Reason::Timeout(BEN))));
}

#[test]
fn a_challenge_is_not_paused_and_giving_up_loses() {
    let mut script = challenge();
    assert_eq!(script.act(ADA, Action::Pause), Err(Illegal::Pause(PauseRefused::NoPauses)));
    score(&mut script, ADA);
    script.act(ADA, Action::Surrender).unwrap();
    assert_eq!(script.game.outcome(), Some(Outcome::won(BEN, Reason::Surrender(ADA))));
}

/// What a spectator saw of a seat by watching the fields and noting the times.
#[derive(Clone, Copy, Default)]
struct Seen {
    score: u64,
    finished: Option<u64>,
    alive: u64,
}

/// The rule in full, case by case.
fn expected(challenge: Challenge, now: u64, seen: [Seen; 2]) -> Option<Verdict> {
    let won = |seat: u8| Some(Verdict::Won(SeatSet::only(Seat(seat))));
    let gone = |one: Seen, other: Seen| {
        one.finished.is_none()
            && other.finished.is_some_and(|at| now >= at.max(one.alive) + u64::from(challenge.wait_seconds) * 60)
    };
    let over = now >= u64::from(challenge.seconds) * 60 || gone(seen[0], seen[1]) || gone(seen[1], seen[0]);
    match seen.map(|one| one.finished) {
        [Some(_), None] if challenge.whole.is_empty() && seen[1].score > seen[0].score => won(1),
        [None, Some(_)] if challenge.whole.is_empty() && seen[0].score > seen[1].score => won(0),
        [Some(first), Some(second)] if seen[0].score == seen[1].score && first == second => Some(Verdict::Draw),
        [Some(first), Some(second)] if seen[0].score == seen[1].score => won(u8::from(second < first)),
        [Some(_), Some(_)] => won(u8::from(seen[1].score > seen[0].score)),
        _ if !over => None,
        _ if seen[0].score != seen[1].score => won(u8::from(seen[1].score > seen[0].score)),
        [Some(_), None] => won(0),
        [None, Some(_)] => won(1),
        [None, None] => Some(Verdict::Draw),
    }
}

/// Whole challenges between people of all tempers, each looked at in every tick.
#[test]
fn results_are_as_reckoned_from_what_was_seen() {
    let (mut timeouts, mut winners) = (0, [0; 3]);
    for seed in 0..60 {
        let challenge =
            [Challenge::USUAL, Challenge { seconds: 60, wait_seconds: 10, ..Challenge::USUAL }][seed as usize % 2];
        let challenge = Challenge { whole: [SeatSet::all(2), SeatSet::EMPTY][seed as usize / 2 % 2], ..challenge };
        let start_level = [1, 15, 15][seed as usize % 3];
        let config = Config { start_level, challenge: Some(challenge), ..Config::preset("challenge").unwrap() };
        let mut table = Table::<Tetris, _>::new(config.into(), FastDice(seed));
        let mut rng = Rng::new(seed);
        // How often each does something, in 10,000 ticks; and some fall asleep.
        let tempers = [0, 1].map(|_| [0, 3, 300, 900][rng.below(4) as usize]);
        let bedtime = u64::from(rng.below(40_000));
        let mut seen = [Seen::default(); 2];
        let outcome = loop {
            let now = table.now() + 1;
            table.advance(now, &mut ());
            for seat in [ADA, BEN] {
                let awake = now.0 < bedtime || seat == ADA;
                let key = Key::ALL[rng.below(7) as usize];
                if awake && rng.below(10_000) < tempers[seat.index()] {
                    let alive =
                        table.game().outcome().is_none() && table.act(now, seat, Action::Tap(key), &mut ()).is_ok();
                    if alive {
                        seen[seat.index()].alive = now.0;
                    }
                }
            }
            let view = table.view(Viewer::Spectator);
            for (seen, well) in seen.iter_mut().zip(&view.position.wells) {
                seen.score = well.score;
                if well.topped_out.is_some() {
                    seen.finished.get_or_insert(now.0);
                }
            }
            assert_eq!(
                table.game().outcome().map(|outcome| outcome.verdict),
                expected(challenge, now.0, seen),
                "{seed} {now:?}"
            );
            if let Some(outcome) = table.game().outcome() {
                break outcome;
            }
        };
        timeouts += u32::from(matches!(outcome.reason, Reason::Timeout(_)));
        winners[outcome.winners().first().map_or(2, Seat::index)] += 1;
    }
    assert!(winners.iter().all(|&count| count > 0) && timeouts > 0, "{winners:?}, {timeouts} by the clock");
}

/// The piece from the hold comes at once, and so does the end of a field in which it finds no room.
#[test]
fn whoever_takes_a_piece_from_the_hold_knows_at_once_that_there_is_no_room() {
    let mut script = Script::new("challenge", |config| config.hold = true);
    script.tap(ADA, Key::Hold);
    script.pass(1);
    script.tap(ADA, Key::Hard);
    script.pass(6);
    script.act(ADA, Action::Press(Key::Soft)).unwrap();
    script.pass(12);
    script.game.position.wells[ADA.index()].board = Board::drawn(&["...####..."; 22]);
    let (known, points) = (script.game.view(Viewer::Seat(ADA)), script.well(ADA).score);
    assert!(known.position.told.unwrap()[ADA.index()].score < points);
    let mut expected = known;
    expected.expect(script.now, ADA, &Action::Tap(Key::Hold));
    script.tap(ADA, Key::Hold);
    assert!(script.well(ADA).topped_out.is_some());
    assert_eq!(expected, script.game.view(Viewer::Seat(ADA)));
}
