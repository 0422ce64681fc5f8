use super::*;
use crate::{
    AlternatingTurnsRuleSet, ClassicRuleSet, Phase, TurnDecision,
    script::{ADA, BEN, rows},
};
use std::sync::Mutex;

fn armada() -> Match {
    let mut game = Match::create(Config::preset("armada").unwrap(), 1).unwrap();
    let ships = rows(game.state().config());
    game.place_fleet(ADA, ships.clone()).unwrap();
    game.place_fleet(BEN, ships).unwrap();
    assert_eq!(game.state().turn(), Some(ADA));
    game
}

/// Every cell of the enemy's fleet.
fn ship_cells(game: &Match) -> Vec<Cell> {
    let config = game.state().config();
    rows(config).into_iter().flat_map(|ship| config.cells_of(ship)).collect()
}

#[test]
fn plans_are_confirmed_dropped_or_refused_with_the_seeds_names() {
    let mut game = armada();
    assert_eq!(game.confirm_attack(), Err(AttackError::NoAttackPlanned));
    assert_eq!(game.plan_shot(10, 0, "single", true), Err(PlanError::InvalidPosition));
    assert_eq!(game.plan_shot(0, 0, "nuke", true), Err(PlanError::PatternNotAvailable));
    assert_eq!(game.plan_shot(0, 0, "single", false), Err(PlanError::NotYourTurn));
    game.plan_shot(0, 0, "single", true).unwrap();
    assert!(game.cancel_plan() && !game.cancel_plan());
    let hit = game.plan_and_attack(0, 0, true, "single").unwrap();
    assert_eq!((hit.turn_ended, hit.can_shoot_again, hit.winner), (false, true, None));
    assert_eq!(game.plan_shot(0, 0, "single", true), Err(PlanError::CellAlreadyShot));
    assert!(game.is_cell_shot(0, 0, true) && !game.is_cell_shot(0, 0, false) && !game.is_cell_shot(99, 0, true));
}

#[test]
fn a_refused_plan_drops_the_one_before() {
    let mut game = armada();
    game.plan_shot(0, 0, "single", true).unwrap();
    game.plan_shot(10, 0, "single", true).unwrap_err();
    assert_eq!(game.confirm_attack(), Err(AttackError::NoAttackPlanned));
}

#[test]
fn cells_that_are_off_the_board_or_spent_are_reported_as_not_executed() {
    let mut game = armada();
    game.plan_and_attack(1, 0, true, "single").unwrap();
    let attack = game.plan_and_attack(0, 0, true, "cross").unwrap();
    let executed = |x, y| attack.shots.iter().find(|shot| (shot.x, shot.y) == (x, y)).map(PatternShot::executed);
    assert_eq!(attack.shots.len(), 5);
    assert_eq!([executed(0, 0), executed(0, 1)], [Some(true); 2]);
    assert_eq!([executed(-1, 0), executed(0, -1)], [Some(false); 2], "off the board");
    assert_eq!(executed(1, 0), Some(false), "shot at before");
    assert_eq!(attack.found().count(), 2);
}

#[test]
fn direct_tables_fire_at_once() {
    let mut game = Match::create(Config::preset("hope").unwrap(), 1).unwrap();
    assert_eq!(game.plan_and_attack(0, 0, true, "single"), Err(PlanError::InvalidPlan.into()), "nothing lies yet");
    game.place_at_random(ADA).unwrap();
    game.place_at_random(BEN).unwrap();
    assert_eq!(game.plan_shot(0, 0, "single", true), Err(PlanError::InvalidPlan));
    assert_eq!(game.plan_and_attack(0, 0, false, "single"), Err(PlanError::NotYourTurn.into()));
    assert!(game.plan_and_attack(0, 0, true, "single").unwrap().turn_ended);
    game.plan_and_attack(0, 0, false, "single").unwrap();
    assert_eq!(game.plan_and_attack(0, 0, true, "single"), Err(ShotError::CellAlreadyShot.into()));
}

#[test]
fn a_match_is_won_refused_and_begun_again() {
    let mut game = armada();
    let mut last = None;
    for cell in ship_cells(&game) {
        while game.state().turn() == Some(BEN) {
            let fresh = (0..10).find_map(|x| game.plan_and_attack(x, 9, false, "single").ok());
            assert!(fresh.is_some_and(|result| result.turn_ended));
        }
        last = Some(game.plan_and_attack(cell.x, cell.y, true, "single").unwrap());
    }
    let last = last.unwrap();
    assert_eq!((last.winner, last.sunk.len(), last.turn_ended, last.can_shoot_again), (Some(ADA), 1, true, false));
    assert_eq!(game.plan_shot(9, 9, "single", true), Err(PlanError::InvalidPlan));
    assert_eq!(game.confirm_attack(), Err(AttackError::AttackFailed));
    game.reset();
    assert_eq!(game.state().phase(), Phase::Placing);
    assert_eq!(game.place_fleet(ADA, Vec::new()), Err(Illegal::MissingShip("Carrier".into())));
    game.place_at_random(ADA).unwrap();
    assert_eq!(game.place_at_random(ADA), Err(Illegal::AlreadyReady));
    assert!(Match::create(Config { width: 1, ..Config::preset("hope").unwrap() }, 1).is_err());
}

#[test]
fn shots_after_the_end_have_the_same_error_in_every_mode() {
    for preset in ["hope", "armada"] {
        let mut game = Match::create(Config::preset(preset).unwrap(), 1).unwrap();
        game.act(ADA, Action::Surrender).unwrap();
        for (x, pattern) in [(0, "single"), (99, "single"), (0, "nuke")] {
            let said = game.plan_and_attack(x, 0, true, pattern);
            assert_eq!(said, Err(ShotError::GameAlreadyOver.into()), "{preset}: {pattern}");
        }
    }
}

/// What the callbacks heard, one line each.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<String>>>);

impl Heard {
    fn note(&self, line: String) {
        self.0.lock().unwrap().push(line);
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl MatchCallbacks for Heard {
    fn on_shot(&mut self, shot: &ShotResult, is_player_shot: bool) {
        self.note(format!("{} {:?} {is_player_shot}", shot.at, shot.result));
    }

    fn on_turn_change(&mut self, turn: Seat) {
        self.note(format!("turn {turn}"));
    }

    fn on_state_change(&mut self, state: &Battleship) {
        self.note(format!("{:?}", state.phase()));
    }

    fn on_game_over(&mut self, winner: Option<Seat>) {
        self.note(format!("over {winner:?}"));
    }
}

#[test]
fn callbacks_hear_of_shots_turns_states_and_the_end() {
    let heard = Heard::default();
    let mut game = armada().with_callbacks(Box::new(heard.clone()));
    game.plan_shot(9, 9, "single", true).unwrap();
    assert_eq!(heard.take(), ["Firing"]);
    game.confirm_attack().unwrap();
    assert_eq!(heard.take(), ["J10 Miss true", "turn seat 2", "Firing"]);
    game.plan_and_attack(9, 0, false, "nuke").unwrap_err();
    assert!(heard.take().is_empty(), "a refusal changes nothing");
    game.plan_and_attack(9, 9, false, "single").unwrap();
    assert_eq!(heard.take()[1..], ["J10 Miss false", "turn seat 1", "Firing"]);
    for cell in ship_cells(&game) {
        while game.state().turn() == Some(BEN) {
            (0..9).find_map(|x| game.plan_and_attack(x, 9, false, "single").ok()).unwrap();
        }
        game.plan_and_attack(cell.x, cell.y, true, "single").unwrap();
    }
    let told = heard.take();
    assert_eq!(told[told.len() - 2..], ["Over", "over Some(Seat(0))"]);
    assert!(told[told.len() - 3].ends_with("Sunk true"), "no turn change follows the winning shot");
}

/// A rule set from elsewhere: three hits win, and everyone shoots three times.
struct Blitz;

impl RuleSet for Blitz {
    fn name(&self) -> &str {
        "Blitz"
    }

    fn description(&self) -> &str {
        "Three hits win; every third shot ends the turn."
    }

    fn decide_turn(&self, _: &AttackResult, state: &Battleship) -> TurnDecision {
        let toggle = state.turns().is_multiple_of(3);
        TurnDecision { should_toggle_turn: toggle, can_shoot_again: !toggle }
    }

    fn check_game_over(&self, state: &Battleship) -> GameOverDecision {
        let winner = Duel::SEATS.into_iter().find(|&seat| state.score(seat) >= 3);
        winner.map_or(GameOverDecision::GoesOn, |seat| GameOverDecision::Over { winner: Some(seat) })
    }
}

#[test]
fn rule_sets_of_others_are_obeyed_and_exchanged() {
    let mut game = armada();
    assert_eq!(game.rule_set().name(), ClassicRuleSet.name());
    game.set_rule_set(Box::new(AlternatingTurnsRuleSet));
    assert!(game.plan_and_attack(0, 0, true, "single").unwrap().turn_ended, "although it hit");
    game.set_rule_set(Box::new(Blitz));
    assert_eq!(game.rule_set().name(), "Blitz");
    assert!(game.plan_and_attack(9, 9, false, "single").unwrap().can_shoot_again, "although it missed");
    assert!(game.plan_and_attack(8, 9, false, "single").unwrap().turn_ended);
    assert_eq!(game.plan_and_attack(1, 0, true, "single").unwrap().winner, None);
    assert_eq!(game.plan_and_attack(2, 0, true, "single").unwrap().winner, Some(ADA));
    assert_eq!(game.state().phase(), Phase::Over);
    assert!(!game.rule_set().description().is_empty());
}
