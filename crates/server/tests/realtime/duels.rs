//! Over a bad network, what players did on their own screens is what happened.

use crate::far::Duel;
use parlor_pong::Pong;
use parlor_tetris::Tetris;
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn two_play_pong_over_a_bad_network() {
    let duel = Duel::<Pong, _> {
        preset: "blitz",
        options: json!({"points_to_win": 3}),
        levels: ["medium", "medium"],
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
