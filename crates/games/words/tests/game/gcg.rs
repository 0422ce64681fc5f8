//! Games in GCG: those from elsewhere count the same, and those of the house go there and back.

use crate::shelf;

use parlor_kernel::{Game, GameConfig, Input, Rng, Viewer};
use parlor_testkit::Recorder;
use parlor_words::{
    Config, Words,
    analysis::{analyse, best_ways},
    gcg::Gcg,
};

/// Written by the rules of the format: across, down through a letter with a blank, a swap, a pass, a hook that is taken
/// back, and the end. The scores were worked out by hand on the classic board.
const GAME: &str = "\
#player1 Ada Ada Example
#player2 ben Ben Example
>Ada: ADGNORT 8D DRAGON +20 20
>ben: EGIQTU? F7 m.GE +6 6
>Ada: AEIOTTU -TU +0 20
>ben: IQTUXYZ - +0 6
>Ada: AEINOST 8D ......S +9 29
>Ada: AEINOST -- -9 20
>ben: IQTUXYZ H8 .X +9 15
>ben: (AEINOST) +14 29
";

#[test]
fn games_from_elsewhere_count_the_same_move_by_move() {
    let rules = shelf::rules(Config::preset("days").unwrap());
    let titled = format!("#character-encoding UTF-8\n#title A short game\n{GAME}");
    let game: Gcg = titled.parse().unwrap();
    let board = game.verify(&rules).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(board.tiles().to_string(), "ADEGGNORX?");
    assert_eq!(game.to_string(), GAME);
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let rules = shelf::rules(Config::preset("days").unwrap());
    let unread = |text: &str| text.parse::<Gcg>().unwrap_err().to_string();
    assert_eq!(unread("#player1 Ada Ada\n>ben: A - +0 0"), "Line 2: there is no such player");
    assert_eq!(unread("#player1 Ada Ada\n>Ada: A 8H"), "Line 2: this is no turn");
    let wrong = |from: &str, to: &str| GAME.replace(from, to).parse::<Gcg>().unwrap().verify(&rules).unwrap_err();
    assert_eq!(wrong("DRAGON +20 20", "DRAGON +21 21").to_string(), "Line 1: it counts 20, not 21");
    assert_eq!(wrong("+6 6", "+6 8").to_string(), "Line 2: the total is 6, not 8");
    assert_eq!(wrong("ADGNORT 8D", "ADGNOTT 8D").to_string(), "Line 1: the rack lacks R");
}

/// A match between two bots, as a log and as GCG.
#[test]
fn matches_of_the_house_go_there_and_back_and_are_analysed() {
    let rules = shelf::rules(Config::preset("classic").unwrap());
    let mut recorder = Recorder::<Words>::new(&rules, 3, 1);
    let mut bots = ["easy", "medium"].map(|level| Words::bot(level).unwrap());
    let mut rng = Rng::new(3);
    while let Some(seat) = recorder.table().game().awaiting().first() {
        let view = recorder.table().view(Viewer::Seat(seat));
        let action = bots[seat.index()].choose(&rules, &view, seat, &mut rng).unwrap();
        recorder.apply(recorder.table().now() + 1_000, Input::Act { seat, action }).unwrap();
    }
    let record = recorder.record().unwrap();
    let game = Gcg::of_match(record.clone(), &shelf::library()).unwrap();
    assert_eq!(game.to_string().parse::<Gcg>().as_ref(), Ok(&game));
    let board = game.verify(&rules).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(board, recorder.table().game().common().board);
    for (player, score) in recorder.table().game().common().scores.iter().enumerate() {
        let last = game.lines.iter().rev().find(|line| line.player == player).unwrap();
        assert_eq!(last.total, *score);
    }
    let turns = analyse(record, &shelf::library(), 3).unwrap();
    assert_eq!(turns.len() as u64, recorder.table().game().turns());
    for turn in &turns {
        assert!((1..=3).contains(&turn.best.len()) && turn.best[0].equity - turn.made.equity == turn.equity_lost);
        assert!(turn.chance.is_some_and(|chance| chance.iter().all(|percent| *percent <= 100)), "{turn:?}");
    }
    assert!(turns.iter().any(|turn| turn.equity_lost > 0), "easy is not perfect");
    let opening = Words::new(&rules, recorder.table().dice());
    let seat = opening.awaiting().first().unwrap();
    assert_eq!(best_ways(&rules, &opening.view(Viewer::Seat(seat)), 1)[0], turns[0].best[0]);
}
