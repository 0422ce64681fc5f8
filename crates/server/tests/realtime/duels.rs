//! Over a bad network, what players did on their own screens is what happened.

use crate::far::Duel;
use parlor_pong::{Action as PongAction, Pong};
use parlor_tetris::{Action as TetrisAction, Tetris};
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

#[tokio::test(flavor = "multi_thread")]
async fn two_play_tetris_over_a_bad_network() {
    let duel = Duel::<Tetris, _> {
        preset: "hope",
        options: json!({"start_level": 8, "time_limit": 30}),
        levels: ["medium", "easy"],
        scripts: pauses(TetrisAction::Pause, TetrisAction::Resume),
        part: |view, seat, _| {
            let well = view.position.well(seat);
            (well.board, well.active.map(|active| active.placement), well.score)
        },
    };
    for seen in duel.play().await {
        assert!(seen.other_wrong * 2 < seen.pictures, "the other field is mostly what it seems to be");
        assert!(seen.pictures > 1_000 && seen.inputs > 100);
    }
}
