//! The generator finds what a search without any cleverness finds: every part of the rack, in every order, on every square,
//! judged by the rules.

use crate::shelf;

use parlor_kernel::{Enumerate, FastDice, Game, GameConfig, Rng, Rules, Seat, Table, Tick, Viewer};
use parlor_words::{
    Action, At, Board, Challenge, Config, Direction, Placed, Square, Tile, Tiles, Word, Words, judge,
    moves::{Field, Hand},
};
use std::{collections::BTreeSet, ops::ControlFlow, sync::Arc};

/// A play as the tiles it lays.
type Play = BTreeSet<(Square, Placed)>;

/// A position with a few words, and a rack of a few tiles, some of them blanks.
fn position(rules: &Arc<Rules<Words>>, seed: u64) -> (Board, Tiles) {
    let mut rng = Rng::new(seed);
    let mut table = Table::<Words, _>::new(Arc::clone(rules), FastDice(seed));
    for _ in 0..rng.below(14) {
        let Some(seat) = table.game().awaiting().first() else { break };
        let Some(action) = table.game().sample(seat, &mut rng) else { break };
        table.act(Tick(0), seat, action, &mut ()).unwrap();
    }
    let view = table.game().view(Viewer::Seat(Seat(0)));
    let mut tiles: Vec<_> = view.rack().iter().collect();
    rng.shuffle(&mut tiles);
    if rng.percent(40) {
        tiles = vec![tiles[0], Tile::BLANK];
    }
    tiles.truncate(4);
    (view.common.board, tiles.into_iter().collect())
}

/// Every play that the generator finds, with its score.
fn generated(rules: &Rules<Words>, board: &Board, rack: &Tiles) -> Vec<(Play, i32, Action)> {
    let field = Field::new(&rules.config, rules.assets.graph(), board);
    let mut plays = Vec::new();
    let _: ControlFlow<()> = field.each_play(rack, |found| {
        plays.push((found.tiles().collect(), found.score, found.action(board)));
        ControlFlow::Continue(())
    });
    plays
}

/// Every sequence of tiles of the rack, of any length, with every letter for a blank.
fn sequences(rack: &Tiles, so_far: &mut Vec<Placed>, all: &mut Vec<Vec<Placed>>) {
    if !so_far.is_empty() {
        all.push(so_far.clone());
    }
    let mut kinds: Vec<_> = rack.iter().collect();
    kinds.dedup();
    for tile in kinds {
        let mut rest = *rack;
        rest.take(tile);
        let text = tile.to_string();
        let letters = if text == "?" { ('a'..='z').collect() } else { text.chars().collect::<Vec<_>>() };
        for letter in letters {
            so_far.push(Placed::of(letter).unwrap());
            sequences(&rest, so_far, all);
            so_far.pop();
        }
    }
}

/// Lays each sequence from each empty square in both directions, jumping over tiles, and asks the rules.
fn brute(rules: &Rules<Words>, board: &Board, rack: &Tiles) -> BTreeSet<(Play, i32)> {
    let mut all = Vec::new();
    sequences(rack, &mut Vec::new(), &mut all);
    let mut found = BTreeSet::new();
    for sequence in all {
        for start in Square::all().filter(|&square| board.at(square).is_none()) {
            for direction in [Direction::Across, Direction::Down] {
                let squares = (0..15).map_while(|step| start.step(direction, step));
                let mut letters = sequence.iter().copied();
                let mut play = Play::new();
                let mut word = Vec::new();
                for square in squares {
                    let Some(placed) = board.at(square).or_else(|| letters.next()) else { break };
                    if board.at(square).is_none() {
                        play.insert((square, placed));
                    }
                    word.push(placed.to_string());
                }
                if play.len() < sequence.len() {
                    continue;
                }
                let word: Word = word.concat().parse().unwrap();
                if let Ok(laid) = judge(rules, board, At { square: start, direction }, &word) {
                    found.insert((play, laid.score));
                }
            }
        }
    }
    found
}

#[test]
fn the_generator_finds_exactly_what_brute_force_finds() {
    let config = Config::preset("days").unwrap();
    assert_eq!(config.challenge, Challenge::Void);
    let rules = shelf::rules(config);
    let (mut plays, mut blanks) = (0, 0);
    for seed in 0..1_000 {
        let (board, rack) = position(&rules, seed);
        let generated = generated(&rules, &board, &rack);
        let as_set: BTreeSet<_> = generated.iter().map(|(play, score, _)| (play.clone(), *score)).collect();
        assert_eq!(as_set.len(), generated.len(), "seed {seed}: a play is found twice");
        let brute = brute(&rules, &board, &rack);
        let (missing, extra): (Vec<_>, Vec<_>) =
            (brute.difference(&as_set).take(3).collect(), as_set.difference(&brute).take(3).collect());
        assert!(missing.is_empty() && extra.is_empty(), "seed {seed}, {rack}: {missing:?} {extra:?}\n{board:?}");
        let field = Field::new(&rules.config, rules.assets.graph(), &board);
        let values: [i32; Hand::KEYS] = std::array::from_fn(|key| (key * 7_919 % 4_001) as i32 - 2_000);
        let mut most = None;
        let _: ControlFlow<()> = field.each_play(&rack, |found| {
            most = most.max(Some(found.score * 100 + values[usize::from(found.left)]));
            ControlFlow::Continue(())
        });
        assert_eq!(field.best_play(&rack, &values, u32::MAX).map(|(_, equity)| equity), most, "seed {seed}");
        plays += brute.len();
        blanks += usize::from(rack.to_string().contains('?'));
    }
    assert!(plays > 50_000 && (200..800).contains(&blanks), "{plays} plays, {blanks} racks with a blank");
}
