use super::*;
use crate::{State, Training};
use parlor_kernel::{Outcome, Reason, Verdict};

#[test]
fn east_is_dealt_fourteen_and_the_others_thirteen() {
    for (blanks, wall) in [(false, 99), (true, 107)] {
        let mut game = Mahjong::new(&Config { blanks, ..Config::default() }.rules().unwrap(), &DICE);
        for seat in Seat::all(SEATS) {
            assert_eq!(game.held(seat).rack, Rack::EMPTY, "no deal before all are ready");
            game.act(Tick(0), seat, Action::Ready, &DICE, &mut ());
        }
        let view = game.view(Viewer::Spectator);
        assert_eq!((view.seats.map(|seat| seat.concealed), view.wall), ([14, 13, 13, 13], wall));
    }
}

#[test]
fn the_wall_game_costs_nothing_and_comes_after_the_last_claim() {
    let mut script = Script::house(["5B", "J J", "", ""], EAST).with_wall(0);
    script.play(&["0 discard 5B", "2 decline", "3 decline", "1 call 3 2"]);
    let spare = script.game.held(SOUTH).rack.tiles().next().unwrap();
    script.play(&[&format!("1 discard {spare}")]).decline();
    assert_eq!(script.game.outcome, Some(Outcome::draw(Reason::Completed)));
    assert_eq!((script.game.ledger, script.view(EAST).state), ([0; 4], State::End));
}

#[test]
fn east_moves_on_and_the_ledger_ranks() {
    let mut script = Script::new(Config { deals: 2, ..Config::default() }, [RUN, "", "", ""], EAST);
    script.play(&["0 mahjong"]);
    assert_eq!((script.game.outcome, script.view(WEST).state), (None, State::End));
    assert_eq!(script.view(WEST).settlement.unwrap().winner.unwrap().tiles, rack(RUN), "the winner's tiles are shown");
    script.play(&["0 ready", "1 ready", "2 ready", "3 ready"]);
    assert_eq!((script.view(EAST).east, script.view(SOUTH).hand.len(), script.view(EAST).hand.len()), (SOUTH, 14, 13));
    script.game.wall.clear();
    script.game.stage = Stage::Choosing { seat: SOUTH, drawn: None, claimed: false, from: None };
    let spare = script.game.held(SOUTH).rack.tiles().find(|tile| tile.is_natural()).unwrap();
    script.play(&[&format!("1 discard {spare}")]).decline();
    let outcome = script.game.outcome.unwrap();
    assert!(matches!(outcome.verdict, Verdict::Ranked(_)));
    assert_eq!((outcome.place(EAST), outcome.place(SOUTH)), (Some(1), Some(2)));
    assert_eq!(script.game.ledger.iter().sum::<i32>(), 0);
    let view = script.view(NORTH);
    let told = view.settled.iter().map(|end| end.winner.as_ref().map(|winner| (winner.seat, winner.value)));
    let [Some((EAST, value)), None] = told.collect::<Vec<_>>()[..] else { panic!("{:?}", view.settled) };
    assert_eq!(view.settled[0].payments, view.ledger, "the second deal cost nothing");
    let stat = |id: &str| Mahjong::STATS.iter().position(|stat| stat.id == id).unwrap();
    let stats = script.game.stats(EAST);
    assert_eq!((stats[stat("deals_won")], stats[stat("values")]), (1, value.into()));
    assert_eq!(script.game.stats(SOUTH)[stat("values")], 0);
}

#[test]
fn who_is_gone_for_good_is_ranked_after_those_who_stay() {
    let mut script = Script::new(Config { deals: 2, ..Config::default() }, [RUN, "", "", ""], EAST);
    script.play(&["0 mahjong"]).leave(EAST);
    script.game.ledger = [300, -80, -100, -120];
    script.play(&["1 ready", "2 ready", "3 ready"]);
    script.game.wall.clear();
    script.game.stage = Stage::Choosing { seat: SOUTH, drawn: None, claimed: false, from: None };
    let spare = script.game.held(SOUTH).rack.tiles().find(|tile| tile.is_natural()).unwrap();
    script.play(&[&format!("1 discard {spare}")]).decline();
    let outcome = script.game.outcome.unwrap();
    assert_eq!([EAST, SOUTH, WEST, NORTH].map(|seat| outcome.place(seat)), [Some(4), Some(1), Some(2), Some(3)]);
    assert_eq!(outcome.winners(), parlor_kernel::SeatSet::only(SOUTH));
}

#[test]
fn one_deal_is_won_by_its_winner() {
    let mut script = Script::house([RUN, "", "", ""], EAST);
    script.play(&["0 mahjong"]);
    assert_eq!(script.game.outcome, Some(Outcome::won(EAST, Reason::Completed)));
}

#[test]
fn leavers_pay_and_take_no_turns_and_the_last_to_stay_wins() {
    let mut script = Script::house(["5B", "J J", "", ""], EAST);
    script.play(&["0 discard 5B"]);
    script.game.leave(Tick(1_000), SOUTH, &DICE, &mut script.heard);
    script.decline();
    assert_eq!(script.chooses(), Some(WEST), "a seat that is gone is skipped");
    script.game.leave(Tick(1_000), WEST, &DICE, &mut script.heard);
    assert_eq!(script.chooses(), Some(NORTH));
    script.game.leave(Tick(1_000), EAST, &DICE, &mut script.heard);
    assert_eq!(script.game.outcome, Some(Outcome::won(NORTH, Reason::Abandoned(EAST))));
}

#[test]
fn training_deals_the_chosen_tiles() {
    for tiles in [1, 9, 14] {
        for charleston in [false, true] {
            let training = Some(Training { hand: "c1".into(), tiles });
            let config = Config { training, charleston, ..Config::default() };
            let rules = config.rules().unwrap();
            let mut game = Mahjong::new(&rules, &DICE);
            for seat in Seat::all(SEATS) {
                game.act(Tick(0), seat, Action::Ready, &DICE, &mut ());
            }
            let mut ranking = rules.assets.ranking();
            rules.assets.rank(&game.held(EAST).rack, &[], &mut ranking);
            let (number, _) = rules.assets.hand("C1").unwrap();
            assert!(ranking.nearest(number).0 <= 14 - tiles, "{tiles}");
            let state = if charleston { State::Charleston1 } else { State::LoopChooseDiscard };
            assert_eq!((game.view(Viewer::Spectator).state, game.tiles()), (state, Rack::full(false)));
        }
    }
    let unknown = Some(Training { hand: "Z9".into(), tiles: 9 });
    assert!(Config { training: unknown, ..Config::default() }.rules().is_err());
}
