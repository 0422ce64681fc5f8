//! What may be done when: one function for each rule, named after it.

use crate::{
    Action, AttackMode, Battleship, Cell, Illegal, TurnRule,
    state::{Firing, Placing, Stage},
};
use parlor_kernel::Seat;

/// The rules for each action, in the order in which they are checked; the first that fails is the answer.
#[inline]
pub(crate) fn check(game: &Battleship, seat: Seat, action: &Action) -> Result<(), Illegal> {
    match action {
        &Action::Fire { at, pattern } => {
            attack_is_allowed(game, seat, AttackMode::Direct)?;
            target_is_good(game, seat, at, pattern)
        }
        &Action::Plan { at, pattern } => {
            attack_is_allowed(game, seat, AttackMode::Plan)?;
            target_is_good(game, seat, at, pattern)
        }
        Action::Confirm | Action::Cancel => {
            let firing = attack_is_allowed(game, seat, AttackMode::Plan)?;
            something_is_planned(firing)
        }
        Action::Place { ships } => {
            fleet_may_move(game, seat)?;
            game.config.check_fleet(ships)
        }
        Action::AutoPlace => fleet_may_move(game, seat).map(drop),
        Action::Ready => {
            let placing = fleet_may_move(game, seat)?;
            fleet_is_laid_out(game, placing, seat)
        }
        Action::Surrender => is_not_over(game),
    }
}

/// All games: nothing happens after the end.
fn is_not_over(game: &Battleship) -> Result<(), Illegal> {
    if matches!(game.stage, Stage::Over(_)) { Err(Illegal::GameAlreadyOver) } else { Ok(()) }
}

/// Rulings: a fleet may be moved until that seat says ready.
fn fleet_may_move(game: &Battleship, seat: Seat) -> Result<&Placing, Illegal> {
    match &game.stage {
        Stage::Placing(placing) if placing.is_ready(seat) => Err(Illegal::AlreadyReady),
        Stage::Placing(placing) => Ok(placing),
        Stage::Firing(_) => Err(Illegal::NotPlacing),
        Stage::Over(_) => Err(Illegal::GameAlreadyOver),
    }
}

/// Voxel Battleship: all ships must be placed before the shooting begins.
fn fleet_is_laid_out(game: &Battleship, placing: &Placing, seat: Seat) -> Result<(), Illegal> {
    placing.laid(seat).map_or_else(|| game.config.complete(&[]), |_| Ok(()))
}

/// Shots are for the firing phase, in the table's own way, by the seat on turn.
#[inline]
fn attack_is_allowed(game: &Battleship, seat: Seat, mode: AttackMode) -> Result<&Firing, Illegal> {
    let firing = is_firing(game)?;
    is_the_tables_way(game, mode)?;
    is_on_turn(firing, seat)?;
    Ok(firing)
}

/// Voxel Battleship: shots need both fleets to lie.
#[inline]
fn is_firing(game: &Battleship) -> Result<&Firing, Illegal> {
    match &game.stage {
        Stage::Firing(firing) => Ok(firing),
        Stage::Placing(_) => Err(Illegal::NotFiring),
        Stage::Over(_) => Err(Illegal::GameAlreadyOver),
    }
}

/// Rulings, option `attack`: direct, or plan then confirm.
#[inline]
fn is_the_tables_way(game: &Battleship, mode: AttackMode) -> Result<(), Illegal> {
    let own = game.config.attack;
    if own == mode { Ok(()) } else { Err(Illegal::InvalidPlan(own)) }
}

/// Voxel Battleship: only the seat on turn shoots.
#[inline]
fn is_on_turn(firing: &Firing, seat: Seat) -> Result<(), Illegal> {
    if firing.turn == seat { Ok(()) } else { Err(Illegal::NotYourTurn) }
}

/// Rulings, "Confirm without a plan".
fn something_is_planned(firing: &Firing) -> Result<(), Illegal> {
    firing.plan.map_or(Err(Illegal::NoAttackPlanned), |_| Ok(()))
}

/// What an attack is aimed at, whether planned or fired.
#[inline]
fn target_is_good(game: &Battleship, seat: Seat, at: Cell, pattern: u8) -> Result<(), Illegal> {
    pattern_is_available(game, seat, pattern)?;
    centre_is_on_board(game, at)?;
    something_is_fresh(game, seat, at, pattern)
}

/// Rulings, option `patterns`: unlimited or so many uses.
#[inline]
pub(crate) fn pattern_is_available(game: &Battleship, seat: Seat, pattern: u8) -> Result<(), Illegal> {
    let available = game.config.pattern_is_left(pattern, &game.sides[seat.index()].used);
    if available { Ok(()) } else { Err(Illegal::PatternNotAvailable) }
}

/// Rulings, "Plan": the centre must be on the board.
#[inline]
fn centre_is_on_board(game: &Battleship, at: Cell) -> Result<(), Illegal> {
    if game.config.has_cell(at) { Ok(()) } else { Err(Illegal::InvalidPosition(at)) }
}

/// Rulings, "Plan": a single-cell pattern on a spent cell is refused, and so is any pattern with no fresh cell.
#[inline]
fn something_is_fresh(game: &Battleship, seat: Seat, at: Cell, pattern: u8) -> Result<(), Illegal> {
    let (config, target) = (&*game.config, game.target_of(seat));
    let mut cells = config.pattern_cells(at, pattern);
    if cells.any(|cell| !target.is_spent(config, cell)) {
        return Ok(());
    }
    let single = config.patterns[usize::from(pattern)].is_single();
    let spent = config.pattern_cells(at, pattern).next();
    Err(spent.filter(|_| single).map_or(Illegal::NoFreshCell, Illegal::CellAlreadyShot))
}

/// Rulings, option `turns`. Classic: if any cell of the attack sinks a ship the turn ends, even when another cell
/// merely hits.
#[inline]
pub(crate) const fn shoots_again(rule: TurnRule, hit: bool, sunk: bool) -> bool {
    match rule {
        TurnRule::Alternating => false,
        TurnRule::Classic => hit && !sunk,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Config, Pattern,
        script::{ADA, BEN, Script, cell, rows},
    };
    use parlor_kernel::Game;

    fn plan_mode(config: &mut Config) {
        config.attack = AttackMode::Plan;
    }

    /// A second pattern: a pair of cells that can be used once.
    fn with_pair(config: &mut Config) {
        let cells = vec![(0, 0), (1, 0)];
        config.patterns.push(Pattern { id: "pair".into(), name: "Pair".into(), cells, uses: Some(1) });
    }

    #[test]
    fn fleets_move_until_ready_and_not_after() {
        let mut script = Script::placing(|_| ());
        let place = Action::Place { ships: rows(script.table.config()) };
        assert_eq!(script.act(ADA, Action::Ready), Err("missing_ship"));
        assert_eq!(script.act(ADA, Action::Place { ships: Vec::new() }), Err("missing_ship"));
        script.act(ADA, Action::AutoPlace).unwrap();
        script.act(ADA, place.clone()).unwrap();
        script.act(ADA, Action::Ready).unwrap();
        for action in [place.clone(), Action::AutoPlace, Action::Ready] {
            assert_eq!(script.act(ADA, action), Err("already_ready"));
        }
        script.act(BEN, place.clone()).unwrap();
        script.act(BEN, Action::Ready).unwrap();
        for action in [place, Action::AutoPlace, Action::Ready] {
            assert_eq!(script.act(ADA, action), Err("not_placing"));
        }
    }

    #[test]
    fn nobody_shoots_before_both_fleets_lie() {
        let mut script = Script::placing(|_| ());
        assert_eq!(script.fire(ADA, "A1", 0), Err("not_firing"));
        let mut script = Script::placing(plan_mode);
        assert_eq!(script.plan(ADA, "A1"), Err("not_firing"));
        assert_eq!(script.act(ADA, Action::Confirm), Err("not_firing"));
    }

    #[test]
    fn each_table_has_one_way_to_attack() {
        let mut script = Script::firing(|_| ());
        assert_eq!(script.plan(ADA, "A1"), Err("invalid_plan"));
        assert_eq!(script.act(ADA, Action::Confirm), Err("invalid_plan"));
        assert_eq!(script.act(ADA, Action::Cancel), Err("invalid_plan"));
        let mut script = Script::firing(plan_mode);
        assert_eq!(script.fire(ADA, "A1", 0), Err("invalid_plan"));
        let told = |mode| Illegal::InvalidPlan(mode).to_string();
        assert!(told(AttackMode::Plan).contains("plan yours first"));
        assert!(told(AttackMode::Direct).contains("fire at once"));
    }

    #[test]
    fn only_the_seat_on_turn_attacks() {
        let mut script = Script::firing(|_| ());
        assert_eq!(script.fire(BEN, "A1", 0), Err("not_your_turn"));
        let mut script = Script::firing(plan_mode);
        assert_eq!(script.plan(BEN, "A1"), Err("not_your_turn"));
        assert_eq!(script.act(BEN, Action::Confirm), Err("not_your_turn"));
    }

    #[test]
    fn confirming_and_dropping_need_a_plan() {
        let mut script = Script::firing(plan_mode);
        assert_eq!(script.act(ADA, Action::Confirm), Err("no_attack_planned"));
        assert_eq!(script.act(ADA, Action::Cancel), Err("no_attack_planned"));
        script.plan(ADA, "A1").unwrap();
        script.act(ADA, Action::Cancel).unwrap();
        assert_eq!(script.act(ADA, Action::Confirm), Err("no_attack_planned"));
    }

    #[test]
    fn targets_are_on_the_board_and_fresh() {
        let mut script = Script::firing(with_pair);
        assert_eq!(script.fire(ADA, "K1", 0), Err("invalid_position"));
        assert_eq!(script.fire(ADA, "A11", 0), Err("invalid_position"));
        script.volley(&["A2", "B2"]);
        assert_eq!(script.fire(ADA, "A2", 0), Err("cell_already_shot"));
        assert_eq!(script.fire(ADA, "A2", 1), Err("no_fresh_cell"));
        script.fire(ADA, "B2", 1).expect("one of its two cells is fresh");
    }

    #[test]
    fn single_shots_beside_the_centre_are_single_shots() {
        let mut script = Script::firing(|config| {
            let cells = vec![(1, 0)];
            config.patterns.push(Pattern { id: "right".into(), name: "Right".into(), cells, uses: None });
        });
        script.volley(&["B2"]);
        assert_eq!(script.fire(ADA, "A2", 1), Err("cell_already_shot"));
        assert_eq!(script.fire(ADA, "J2", 1), Err("no_fresh_cell"), "its only cell is off the board");
    }

    #[test]
    fn patterns_run_out() {
        let mut script = Script::firing(with_pair);
        assert_eq!(script.fire(ADA, "A1", 2), Err("pattern_not_available"));
        assert_eq!(script.fire(ADA, "A1", 255), Err("pattern_not_available"));
        script.fire(ADA, "A1", 1).unwrap();
        script.fire(BEN, "A1", 1).expect("each side has its own");
        assert_eq!(script.fire(ADA, "C1", 1), Err("pattern_not_available"));
    }

    #[test]
    fn surrender_is_possible_until_the_end_and_nothing_after() {
        for seat in [ADA, BEN] {
            Script::placing(|_| ()).act(seat, Action::Surrender).unwrap();
            let mut script = Script::firing(|_| ());
            script.act(seat, Action::Surrender).unwrap();
            let place = Action::Place { ships: rows(script.table.config()) };
            let fire = Action::Fire { at: cell("A1"), pattern: 0 };
            for action in [place, Action::Ready, fire, Action::Confirm, Action::Surrender] {
                assert_eq!(script.table.game().check(seat, &action), Err(Illegal::GameAlreadyOver));
                assert_eq!(script.act(seat, action), Err("game_already_over"));
            }
        }
    }

    #[test]
    fn only_classic_shoots_again_and_only_after_a_mere_hit() {
        use TurnRule::{Alternating, Classic};
        assert!(shoots_again(Classic, true, false));
        assert!(!shoots_again(Classic, true, true));
        assert!(!shoots_again(Classic, false, false));
        assert!(!shoots_again(Alternating, true, false));
    }
}
