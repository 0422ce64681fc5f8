//! Turns and how matches end, with bags that leave nothing to chance: every tile is an A.

use parlor_kernel::{
    Code, FastDice, Game, GameConfig, Library, MemoryShelf, Outcome, Reason, Rng, Rules, Seat, Table, Tick, Verdict,
    Viewer,
};
use parlor_lexicon::{WordList, build};
use parlor_words::{Action, Challenge, Clock, Config, First, Move, Words, analysis::best_ways};
use std::sync::Arc;

pub type Match = Table<Words, FastDice>;

/// A match with so many tiles, in which AA and AAAAAAA are words.
pub fn open(tiles: usize, preset: &str, change: impl FnOnce(&mut Config)) -> Match {
    open_with(FastDice(1), tiles, preset, change)
}

fn open_with(dice: FastDice, tiles: usize, preset: &str, change: impl FnOnce(&mut Config)) -> Match {
    let shelf = MemoryShelf::default();
    let lexicon = shelf.put("lexicon", "tiny", build(&WordList::parse("aa\naaaaaaa").unwrap()).unwrap());
    let bag = "A".repeat(tiles).parse().unwrap();
    let mut config = Config { lexicon, bag, first: First::Challenger, ..Config::preset(preset).unwrap() };
    change(&mut config);
    config.validate().unwrap();
    Table::new(Arc::new(Rules::load(config, &Library::new(Arc::new(shelf))).unwrap()), dice)
}

pub fn word(text: &str) -> Action {
    let (at, word) = text.split_once(' ').unwrap();
    Action::play(at.parse().unwrap(), word.parse().unwrap())
}

fn swap(tiles: &str) -> Action {
    Action::Swap { tiles: tiles.parse().unwrap() }
}

/// The seat whose turn it is does something at a moment.
fn act_at(table: &mut Match, tick: u64, action: Action) {
    let seat = table.game().common().turn.expect("a seat is to move");
    table.act(Tick(tick), seat, action, &mut ()).unwrap_or_else(|refused| panic!("{refused}"));
}

pub fn act(table: &mut Match, action: Action) {
    act_at(table, 0, action);
}

/// Why the seat whose turn it is may not do something.
pub fn refused(table: &mut Match, action: Action) -> &'static str {
    let seat = table.game().common().turn.expect("a seat is to move");
    table.act(Tick(0), seat, action, &mut ()).expect_err("it is refused").code()
}

pub fn scores(table: &Match) -> Vec<i32> {
    table.game().common().scores.clone()
}

pub fn places(table: &Match) -> Vec<Option<u8>> {
    let outcome = table.game().outcome().expect("it is over");
    Seat::all(table.game().common().seats()).map(|seat| outcome.place(seat)).collect()
}

#[test]
fn the_last_tile_ends_the_match() {
    // Seven As from 8H, one of them doubled, the word doubled, and 50.
    let mut classic = open(14, "days", |_| {});
    act(&mut classic, word("8H AAAAAAA"));
    assert_eq!((scores(&classic), places(&classic)), (vec![66 + 7, -7], vec![Some(1), Some(2)]));
    assert_eq!(classic.game().view(Viewer::Spectator).racks[1].unwrap().to_string(), "AAAAAAA", "no more secrets");
    // The same on the other board, with triple letters at 8J and 8L: (7+4)*2+35. Tiles left over cost nothing.
    let mut hope = open(14, "hope", |_| {});
    act(&mut hope, word("8H AAAAAAA"));
    assert_eq!((scores(&hope), places(&hope)), (vec![57, 0], vec![Some(1), Some(2)]));
}

#[test]
fn passes_by_everyone_in_a_row_end_the_match() {
    let mut two = open(30, "days", |_| {});
    act(&mut two, Action::Pass);
    act(&mut two, swap("A"));
    act(&mut two, Action::Pass);
    assert_eq!(two.game().outcome(), None, "a swap lies between");
    act(&mut two, Action::Pass);
    assert_eq!(two.game().outcome(), Some(Outcome::draw(Reason::Completed)));
    assert_eq!(scores(&two), [-7, -7]);
    let mut three = open(30, "hope", |config| config.seats = 3);
    act(&mut three, word("8H AA"));
    act(&mut three, Action::Pass);
    act(&mut three, Action::Pass);
    assert_eq!(three.game().outcome(), None);
    act(&mut three, Action::Pass);
    assert_eq!(places(&three), [Some(1), Some(3), Some(2)], "a tie goes to the last to move");
}

#[test]
fn six_turns_without_points_end_the_match() {
    let mut table = open(30, "days", |_| {});
    act(&mut table, word("8H AA"));
    for _ in 0..3 {
        act(&mut table, swap("AAA"));
        assert_eq!(table.game().outcome(), None);
        act(&mut table, Action::Pass);
    }
    assert_eq!((scores(&table), places(&table)), (vec![4 - 7, -7], vec![Some(1), Some(2)]));
}

#[test]
fn a_tie_goes_to_the_last_to_move_or_is_a_draw() {
    let passed = |preset| {
        let mut table = open(30, preset, |_| {});
        act(&mut table, Action::Pass);
        act(&mut table, Action::Pass);
        table.game().outcome().unwrap()
    };
    assert_eq!(passed("hope").winners().first(), Some(Seat(1)));
    assert_eq!(passed("days").verdict, Verdict::Draw);
}

#[test]
fn tiles_are_swapped_while_the_bag_holds_seven() {
    let mut table = open(21, "days", |_| {});
    assert_eq!(refused(&mut table, swap("")), "nothing_to_swap");
    assert_eq!(refused(&mut table, swap("AB")), "missing_tile");
    act(&mut table, swap("AAAAAAA"));
    act(&mut table, word("8H AA"));
    assert_eq!(refused(&mut table, swap("A")), "bag_too_small");
    assert_eq!(refused(&mut table, word("9H BA")), "not_a_word");
}

/// Of seven tiles in the bag, two are still to be drawn for the open play.
#[test]
fn bots_and_hints_ask_for_no_swap_that_is_refused() {
    let change = |config: &mut Config| {
        config.bag = format!("{}{}", "A".repeat(7), "Z".repeat(14)).parse().unwrap();
        config.challenge = Challenge::Double;
    };
    let rack = |table: &Match, seat| table.game().view(Viewer::Seat(seat)).rack().to_string();
    let has_no_word = |table: &Match| rack(table, Seat(0)).starts_with("AA") && rack(table, Seat(1)) == "ZZZZZZZ";
    let deals = (0..).map(|seed| open_with(FastDice(seed), 0, "days", change));
    let mut table = deals.into_iter().find(has_no_word).unwrap();
    act(&mut table, word("8H AA"));
    assert_eq!((table.game().common().bag, refused(&mut table, swap("Z"))), (7, "bag_too_small"));
    let view = table.game().view(Viewer::Seat(Seat(1)));
    for level in Words::LEVELS {
        let chosen = Words::bot(level.id).unwrap().choose(table.rules(), &view, Seat(1), &mut Rng::new(1));
        assert_eq!(chosen, Some(Action::Pass), "{}", level.id);
    }
    assert_eq!(best_ways(table.rules(), &view, 5).iter().map(|way| way.text.as_str()).collect::<Vec<_>>(), ["pass"]);
}

#[test]
fn a_word_needs_its_tiles_and_a_claim_changes_nothing() {
    let mut table = open(14, "days", |config| config.bag = "AAAAAAAAAAAABB".parse().unwrap());
    let racks = table.game().view(Viewer::Seat(Seat(0))).rack();
    assert_eq!(racks.len(), 7);
    assert_eq!(refused(&mut table, word("8H aA")), "missing_tile");
    let Action::Play { at, word, .. } = word("8H AA") else { panic!("a play") };
    act(&mut table, Action::Play { at, word, claim: Some(900) });
    assert_eq!(scores(&table), [4, 0]);
}

#[test]
fn who_gives_up_has_lost_and_the_others_play_on() {
    let mut two = open(30, "days", |_| {});
    act(&mut two, word("8H AA"));
    two.act(Tick(0), Seat(0), Action::Surrender, &mut ()).unwrap();
    assert_eq!(places(&two), [Some(2), Some(1)], "whatever the score");
    assert_eq!(two.game().outcome().unwrap().reason, Reason::Surrender(Seat(0)));
    let mut three = open(30, "days", |config| config.seats = 3);
    act(&mut three, word("8H AA"));
    let bag = three.game().common().bag;
    three.leave(Tick(0), Seat(1), &mut ()).unwrap();
    assert_eq!(three.game().common().turn, Some(Seat(2)));
    assert_eq!(three.game().common().bag, bag + 7, "the tiles go back");
    act(&mut three, Action::Pass);
    act(&mut three, Action::Pass);
    assert_eq!(places(&three), [Some(1), Some(3), Some(2)]);
}

#[test]
fn a_turn_that_runs_out_is_passed() {
    let mut table = open(30, "hope", |config| config.clock = Clock::Turn { seconds: 10 });
    act_at(&mut table, 5_000, word("8H AA"));
    assert_eq!(table.game().next_wake(), Some(Tick(15_000)));
    table.advance(Tick(15_000), &mut ());
    assert_eq!(table.game().common().history.last().map(|turn| turn.made.clone()), Some(Move::Missed));
    table.advance(Tick(60_000), &mut ());
    assert_eq!(places(&table), [Some(1), Some(2)]);
}

#[test]
fn overtime_costs_points_and_then_the_match() {
    let total = Clock::Total { seconds: 60, overtime: 120, penalty: 10 };
    let mut table = open(30, "hope", |config| config.clock = total);
    act_at(&mut table, 30_000, word("8H AA"));
    act_at(&mut table, 40_000, Action::Pass);
    // 30 s before and 91 s now: a minute and a second over, which is two minutes begun.
    act_at(&mut table, 131_000, Action::Pass);
    assert_eq!(scores(&table), [4 - 20, 0]);
    let mut table = open(30, "hope", |config| config.clock = total);
    act_at(&mut table, 30_000, word("8H AA"));
    assert_eq!(table.game().next_wake(), Some(Tick(210_000)));
    table.advance(Tick(210_000), &mut ());
    assert_eq!(table.game().outcome().unwrap().reason, Reason::Timeout(Seat(1)));
    assert_eq!(places(&table), [Some(1), Some(2)]);
}

#[test]
fn a_wrong_play_is_taken_back_if_it_is_challenged() {
    let mut table = open(30, "days", |config| config.challenge = Challenge::Double);
    assert_eq!(refused(&mut table, Action::Challenge), "nothing_to_challenge");
    act(&mut table, word("8H AAA"));
    assert_eq!((scores(&table), table.game().common().hands.clone()), (vec![6, 0], vec![4, 7]));
    act(&mut table, Action::Challenge);
    assert_eq!((scores(&table), table.game().common().hands.clone()), (vec![0, 0], vec![7, 7]));
    assert!(table.game().common().board.is_empty() && table.game().has_begun());
    assert_eq!(table.game().common().turn, Some(Seat(1)), "the challenger moves");
    act(&mut table, word("8H AAA"));
    act(&mut table, word("9H AA"));
    assert_eq!(table.game().common().hands, [5, 7], "the play stands, and its player has drawn");
}

#[test]
fn a_wrong_challenge_loses_the_turn_or_five_points() {
    let mut double = open(30, "days", |config| config.challenge = Challenge::Double);
    act(&mut double, word("8H AA"));
    act(&mut double, Action::Challenge);
    assert_eq!((scores(&double), double.game().common().turn), (vec![4, 0], Some(Seat(0))));
    let mut five = open(30, "days", |config| config.challenge = Challenge::Five);
    act(&mut five, word("8H AA"));
    act(&mut five, Action::Challenge);
    assert_eq!((scores(&five), five.game().common().turn), (vec![4, -5], Some(Seat(1))));
}

#[test]
fn the_last_tiles_can_be_challenged_or_accepted() {
    let mut table = open(14, "days", |config| config.challenge = Challenge::Double);
    act(&mut table, word("8H AAAAAAA"));
    assert_eq!(table.game().outcome(), None);
    assert_eq!(refused(&mut table, word("9H AA")), "last_tiles_laid");
    let mut challenged = table.clone();
    act(&mut table, Action::Pass);
    assert_eq!(scores(&table), [73, -7]);
    act(&mut challenged, Action::Challenge);
    assert_eq!(scores(&challenged), [73, -7], "AAAAAAA is a word");
}

#[test]
fn typed_letters_become_tiles_and_blanks() {
    let mut table = open(14, "days", |config| config.bag = "AAAAAAAAAAAA??".parse().unwrap());
    act(&mut table, word("8H AA"));
    let seat = table.game().common().turn.unwrap();
    let mut view = table.game().view(Viewer::Seat(seat));
    view.racks[seat.index()] = Some("AT?".parse().unwrap());
    let spell = |at: &str, text: &str| view.spell(at.parse().unwrap(), text).map(|word| word.to_string());
    assert_eq!(spell("9H", "tab"), Some("TAb".into()));
    assert_eq!(spell("8H", "AATS"), Some("AATs".into()), "two letters are there already");
    assert_eq!(spell("9H", "TAXI"), Some("TAxI".into()), "the house will say that an I is missing");
    assert_eq!(spell("9H", "T?A"), None);
}
