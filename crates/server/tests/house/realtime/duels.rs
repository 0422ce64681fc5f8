//! Over a bad network, what players did on their own screens is what happened.

use crate::realtime::far::Duel;
use parlor_pong::{Action as PongAction, Pong};
use parlor_tetris::{Action as TetrisAction, Key, Tetris};
use serde_json::json;

/// Again and again the first asks for a pause, the other agrees a little later, and then the first goes on. There is a
/// countdown after each.
fn pauses<A: Clone>(pause: A, resume: A) -> [Vec<(u64, A)>; 2] {
    let begins = [230, 537, 844, 1151, 1458];
    let first = begins.iter().flat_map(|at| [(*at, pause.clone()), (at + 100, resume.clone())]).collect();
    [first, begins.iter().map(|at| (at + 30, pause.clone())).collect()]
}

#[tokio::test(flavor = "multi_thread")]
async fn two_play_pong_over_a_bad_network() {
    let duel = Duel::<Pong, _> {
        preset: "blitz",
        options: json!({"points_to_win": 3}),
        levels: ["medium", "medium"],
        scripts: pauses(PongAction::Pause, PongAction::Resume),
        part: |view, seat, tick| view.position.paddle(seat).at(tick),
    };
    for seen in duel.play().await {
        assert!(seen.other_wrong * 3 < seen.pictures, "the other paddle is mostly where it seems to be");
        assert!(seen.pictures > 300 && seen.inputs > 20);
    }
}

/// Keys as browsers say them: down and up, some for long enough to repeat, some into a pause and out of it again; and
/// pieces that are held.
fn keys(side: Key) -> Vec<(u64, TetrisAction)> {
    let strokes = (190..1_700).step_by(90).flat_map(|at| {
        let held = [(at, side, 25), (at + 30, Key::Soft, 6)];
        let held = held
            .into_iter()
            .flat_map(|(at, key, ticks)| [(at, TetrisAction::Press(key)), (at + ticks, TetrisAction::Release(key))]);
        held.chain([(at + 40, TetrisAction::Press(Key::Hold))])
    });
    strokes.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_play_tetris_over_a_bad_network() {
    let mut scripts = pauses(TetrisAction::Pause, TetrisAction::Resume);
    for (script, side) in scripts.iter_mut().zip([Key::Left, Key::Right]) {
        script.extend(keys(side));
        script.sort_by_key(|(at, _)| *at);
    }
    let duel = Duel::<Tetris, _> {
        preset: "guideline",
        options: json!({"start_level": 8, "time_limit": 30}),
        levels: ["medium", "easy"],
        scripts,
        part: |view, seat, _| {
            let well = view.position.well(seat);
            (well.board, well.active.map(|active| active.placement), well.hold, well.score)
        },
    };
    for seen in duel.play().await {
        assert!(seen.other_wrong * 2 < seen.pictures, "the other field is mostly what it seems to be");
        assert!(seen.pictures > 1_000 && seen.inputs > 100);
    }
}
