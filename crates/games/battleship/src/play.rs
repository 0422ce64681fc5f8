//! What attacks, lost time and giving up do. Everything here presumes that the rules said yes.

use crate::{
    Battleship, Cell, Event, Plan, ShotKind, rules,
    state::{Ended, Firing, Placing, Stage, deadline},
};
use parlor_kernel::{Duel, Outcome, Reason, Seat, Sink, Tick};

impl Battleship {
    /// Aims, or stops aiming.
    pub(crate) fn aim<S: Sink<Event>>(&mut self, seat: Seat, plan: Option<Plan>, out: &mut S) {
        let Stage::Firing(firing) = &mut self.stage else { return };
        firing.plan = plan;
        out.private(seat, Event::Planned { plan });
    }

    /// Carries out the plan.
    pub(crate) fn confirm<S: Sink<Event>>(&mut self, now: Tick, seat: Seat, out: &mut S) {
        if let Some(Plan { at, pattern }) = self.plan() {
            self.attack(now, seat, at, pattern, out);
        }
    }

    /// Fires at every cell of the pattern, then sees who shoots next or has won.
    pub(crate) fn attack<S: Sink<Event>>(&mut self, now: Tick, seat: Seat, at: Cell, pattern: u8, out: &mut S) {
        let (hit, sunk) = self.fire(seat, at, pattern, out);
        // Rulings: on the winning shot game over is announced and no turn change follows.
        if self.target_of(seat).afloat() == 0 {
            self.finish(Outcome::won(seat, Reason::Completed), out);
        } else {
            let again = rules::shoots_again(self.config.turns, hit, sunk);
            self.pass_turn(now, if again { seat } else { Duel::other(seat) }, again, out);
        }
    }

    /// Fires at every cell of the pattern; gives back whether anything was hit, and whether a ship sank.
    pub(crate) fn fire<S: Sink<Event>>(&mut self, seat: Seat, at: Cell, pattern: u8, out: &mut S) -> (bool, bool) {
        let config = &*self.config;
        let target = &mut self.sides[Duel::other(seat).index()];
        let heard = out.wants();
        let (mut shots, mut ships) = (Vec::new(), Vec::new());
        let (mut hit, mut sunk) = (false, false);
        for cell in config.pattern_cells(at, pattern) {
            let shot = target.shoot(config, cell);
            hit |= matches!(shot.result, ShotKind::Hit | ShotKind::Sunk);
            sunk |= shot.result == ShotKind::Sunk;
            if heard {
                shots.push(shot.told(config.announce));
                ships.extend(shot.ship.filter(|_| shot.result == ShotKind::Sunk).map(|ship| target.placement(ship)));
            }
        }
        let attacker = &mut self.sides[seat.index()];
        attacker.used[usize::from(pattern)] += 1;
        attacker.missed_turns = 0;
        if heard {
            out.public(Event::Attacked { seat, at, pattern, shots, sunk: ships });
        }
        (hit, sunk)
    }

    /// The turn (and with it any plan) is over; now `seat` shoots.
    pub(crate) fn pass_turn<S: Sink<Event>>(&mut self, now: Tick, seat: Seat, again: bool, out: &mut S) {
        let deadline = deadline(now, self.config.timers.turn);
        self.stage = Stage::Firing(Firing { turn: seat, plan: None, deadline });
        out.public(Event::Turn { seat, again, deadline });
    }

    /// Time to attack is up: the turn is missed, and too many of those lose.
    pub(crate) fn miss_turn<S: Sink<Event>>(&mut self, now: Tick, seat: Seat, out: &mut S) {
        let side = &mut self.sides[seat.index()];
        side.missed_turns += 1;
        let lost = side.missed_turns >= self.config.timers.missed_turns;
        out.public(Event::TurnMissed { seat });
        if lost {
            self.finish(Outcome::won(Duel::other(seat), Reason::Timeout(seat)), out);
        } else {
            self.pass_turn(now, Duel::other(seat), false, out);
        }
    }

    /// Ends the match and shows both fleets, as far as they were laid out.
    pub(crate) fn finish<S: Sink<Event>>(&mut self, outcome: Outcome, out: &mut S) {
        let ended = Stage::Over(Ended { outcome, ready: self.ready() });
        if let Stage::Placing(placing) = std::mem::replace(&mut self.stage, ended) {
            self.launch_drafts(&placing);
        }
        if out.wants() {
            let fleets = [0, 1].map(|seat: usize| self.sides[seat].fleet().ships().to_vec());
            out.public(Event::Over { outcome, fleets });
        }
    }

    fn launch_drafts(&mut self, placing: &Placing) {
        for (seat, side) in (0..).map(Seat).zip(&mut self.sides) {
            if let Some(fleet) = placing.laid(seat) {
                side.launch(&self.config, fleet.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Action, Announce, AttackMode, Config, Pattern, ShotResult, TurnRule,
        script::{ADA, BEN, Script, cell, rows},
    };
    use parlor_kernel::{Audience, Game, SeatSet, Viewer};

    fn results(events: &[Event]) -> Vec<(ShotKind, Option<u8>)> {
        let attacked = events.iter().find_map(|event| match event {
            Event::Attacked { shots, .. } => Some(shots),
            _ => None,
        });
        attacked.unwrap().iter().map(|&ShotResult { result, ship, .. }| (result, ship)).collect()
    }

    fn square(config: &mut Config) {
        let cells = vec![(-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        config.patterns.push(Pattern { id: "block".into(), name: "Block".into(), cells, uses: None });
    }

    #[test]
    fn shots_miss_hit_and_sink() {
        let mut script = Script::firing(|_| ());
        let events = script.fire(ADA, "C9", 0).unwrap();
        assert_eq!(results(&events), [(ShotKind::Miss, None)]);
        assert_eq!(events[1], Event::Turn { seat: BEN, again: false, deadline: None });
        script.fire(BEN, "A1", 0).unwrap();
        assert_eq!(results(&script.fire(ADA, "A9", 0).unwrap()), [(ShotKind::Hit, None)], "unnamed");
        script.fire(BEN, "A2", 0).unwrap();
        let events = script.fire(ADA, "B9", 0).unwrap();
        assert_eq!(results(&events), [(ShotKind::Sunk, Some(4))]);
        let Event::Attacked { sunk, .. } = &events[0] else { panic!("{events:?}") };
        assert_eq!(sunk, &[rows(script.table.config())[4]]);
        assert_eq!((script.table.game().score(ADA), script.table.game().score(BEN)), (2, 1));
    }

    #[test]
    fn hits_name_the_ship_where_the_rules_say_so() {
        let mut script = Script::firing(|config| config.announce = Announce::Hit);
        assert_eq!(results(&script.fire(ADA, "A5", 0).unwrap()), [(ShotKind::Hit, Some(2))]);
    }

    #[test]
    fn patterns_skip_spent_cells_and_the_sea_beyond_the_edge() {
        let mut script = Script::firing(square);
        script.volley(&["A9"]);
        let events = script.fire(ADA, "A9", 1).unwrap();
        use ShotKind::{Miss, Spent, Sunk};
        assert_eq!(results(&events), [(Spent, None), (Sunk, Some(4)), (Miss, None), (Miss, None)]);
        let tally = script.table.view(Viewer::Spectator).tallies[0].clone();
        assert_eq!((tally.attacks, tally.shots, tally.hits, tally.used), (2, 4, 2, vec![1, 1]));
    }

    #[test]
    fn classic_hits_shoot_again_unless_anything_sinks() {
        let mut script = Script::firing(|config| {
            config.turns = TurnRule::Classic;
            let cells = vec![(0, 0), (0, -2)];
            config.patterns.push(Pattern { id: "two".into(), name: "Two".into(), cells, uses: None });
        });
        let events = script.fire(ADA, "A9", 0).unwrap();
        assert_eq!(events[1], Event::Turn { seat: ADA, again: true, deadline: None });
        let events = script.fire(ADA, "B9", 1).unwrap();
        assert_eq!(results(&events), [(ShotKind::Sunk, Some(4)), (ShotKind::Hit, None)]);
        assert_eq!(events[1], Event::Turn { seat: BEN, again: false, deadline: None });
        let events = script.fire(BEN, "J10", 0).unwrap();
        assert_eq!(events[1], Event::Turn { seat: ADA, again: false, deadline: None });
    }

    #[test]
    fn plans_are_private_replaceable_and_end_with_the_turn() {
        let mut script = Script::firing(|config| config.attack = AttackMode::Plan);
        script.plan(ADA, "A1").unwrap();
        script.plan(ADA, "B2").unwrap();
        let plan = Some(Plan { at: cell("B2"), pattern: 0 });
        assert_eq!(script.heard.last().unwrap(), &(Audience::Only(SeatSet::only(ADA)), Event::Planned { plan }));
        assert_eq!(script.plan(ADA, "K1"), Err("invalid_position"));
        assert_eq!(script.table.game().plan(), plan, "a refusal changes nothing");
        let refused = Action::Plan { at: cell("K1"), pattern: 0 };
        assert_eq!(script.table.game().amends(ADA, &refused), Some(Action::Cancel), "but aiming anew lets go");
        assert_eq!(script.table.game().amends(BEN, &refused), None, "a player cannot drop the plan of another");
        assert_eq!(script.table.game().amends(ADA, &Action::Ready), None);
        assert_eq!(script.act(ADA, Action::Confirm).unwrap().len(), 2);
        assert_eq!(script.table.game().plan(), None);
    }

    #[test]
    fn the_winning_shot_ends_the_match_without_a_turn() {
        let mut script = Script::firing(|_| ());
        let ships = rows(script.table.config());
        let cells: Vec<_> = ships.iter().flat_map(|&ship| script.table.config().cells_of(ship)).collect();
        for (cell, answer) in cells.iter().zip(script.table.config().clone().cells().skip(10)) {
            script.fire(ADA, &cell.to_string(), 0).unwrap();
            let _ = script.fire(BEN, &answer.to_string(), 0);
        }
        let outcome = Outcome::won(ADA, Reason::Completed);
        assert_eq!(script.heard.last().unwrap().1, Event::Over { outcome, fleets: [ships.clone(), ships] });
        assert!(matches!(script.heard.iter().nth_back(1), Some((_, Event::Attacked { .. }))));
        assert_eq!((script.table.game().outcome(), script.table.game().score(ADA)), (Some(outcome), 17));
    }

    #[test]
    fn giving_up_and_leaving_lose_and_show_what_lies() {
        let mut script = Script::placing(|_| ());
        let ships = rows(script.table.config());
        script.act(ADA, Action::Place { ships: ships.clone() }).unwrap();
        let events = script.act(ADA, Action::Surrender).unwrap();
        let outcome = Outcome::won(BEN, Reason::Surrender(ADA));
        assert_eq!(events, [Event::Over { outcome, fleets: [ships, Vec::new()] }]);

        let mut script = Script::firing(|_| ());
        script.table.leave(Tick(0), BEN, &mut script.heard).unwrap();
        assert_eq!(script.table.game().outcome(), Some(Outcome::won(ADA, Reason::Abandoned(BEN))));
        assert!(script.table.leave(Tick(0), ADA, &mut ()).is_err());
    }

    #[test]
    fn missed_turns_pass_and_lose_in_the_end() {
        let mut script = Script::firing(|config| {
            config.timers.turn = Some(30);
            config.timers.missed_turns = 2;
        });
        let turn = |seat, second: u64| Event::Turn { seat, again: false, deadline: Some(Tick(second * 1000)) };
        assert_eq!(script.wait_until(30), [Event::TurnMissed { seat: ADA }, turn(BEN, 60)]);
        script.wait_until(40);
        assert_eq!(script.fire(BEN, "A1", 0).unwrap()[1], turn(ADA, 70));
        script.wait_until(69);
        script.fire(ADA, "A1", 0).expect("one second left, and the count of missed turns starts again");
        script.fire(BEN, "B1", 0).unwrap();
        script.wait_until(99);
        script.fire(BEN, "C1", 0).unwrap();
        let events = script.wait_until(1000);
        let outcome = Outcome::won(BEN, Reason::Timeout(ADA));
        assert_eq!(events[0], Event::TurnMissed { seat: ADA });
        assert!(matches!(events.last(), Some(Event::Over { outcome: ended, .. }) if *ended == outcome));
    }

    #[test]
    fn a_turn_that_runs_out_takes_the_plan_with_it() {
        let mut script = Script::firing(|config| {
            config.attack = AttackMode::Plan;
            config.timers.turn = Some(30);
        });
        script.plan(ADA, "A1").unwrap();
        script.wait_until(30);
        assert_eq!((script.table.game().turn(), script.table.game().plan()), (Some(BEN), None));
    }
}
