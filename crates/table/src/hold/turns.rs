//! Tables whose players come and go.

use super::*;
use crate::{
    Seed,
    effects::Effects,
    input::{Asker, ConnectionId, Facts, Input},
    testing::{TIMES, ada, at, ben, house, open},
};
use parlor_store::User;
use parlor_wire::{TableCode, TableCommand, http::OpenTable};
use std::sync::Arc;

const ADA: Seat = Seat(0);
/// How many graces she may be gone in all.
const ABSENCES: u64 = 3;
const BEN: Seat = Seat(1);
/// How long Ada has to roll before the dice do so by themselves.
const TURN_MS: u64 = 30_000;

/// A table at which Ada and Ben play, and a clock.
struct Scene {
    table: Table,
    now_ms: u64,
    wake_at: Option<u64>,
    connections: u64,
}

impl Scene {
    /// A match begins at once.
    fn new(game: &str) -> Self {
        Self::with(OpenTable { game: game.into(), ..OpenTable::default() })
    }

    fn with(wish: OpenTable) -> Self {
        let saved = open(wish);
        let code: TableCode = "K7QX2M".parse().unwrap();
        let (table, _) = Table::open(Arc::new(house()), code, saved, Seed([3; 32]), at(0)).unwrap();
        let mut scene = Self { table, now_ms: 0, wake_at: None, connections: 0 };
        scene.come(&ada());
        let ben_comes = scene.come(&ben());
        let asker = Asker { user: ben().into(), connection: ben_comes };
        let id = "sit".parse().unwrap();
        let sit = TableCommand::Sit { seat: None };
        scene.step(Input::Command { asker, id, command: sit, facts: Facts::default() });
        assert!(scene.table.saved.is_playing());
        scene
    }

    fn step(&mut self, input: Input) -> Effects {
        let effects = self.table.step(at(self.now_ms), input);
        self.wake_at = effects.wake_at;
        effects
    }

    /// Lets time pass, and wakes the table whenever it asked to be.
    fn pass(&mut self, ms: u64) {
        let until = self.now_ms + ms;
        for _ in 0..10_000 {
            match self.wake_at.filter(|&at| at <= until) {
                Some(at) => {
                    self.now_ms = at.max(self.now_ms);
                    self.step(Input::Time { facts: Facts::default() });
                }
                None => return self.now_ms = until,
            }
        }
        panic!("the table never rests");
    }

    /// A user watches the table, and is there once it has noticed.
    fn come(&mut self, user: &User) -> ConnectionId {
        self.connections += 1;
        let connection = ConnectionId(self.connections);
        let id = "watch".parse().unwrap();
        let asker = Asker { user: user.clone().into(), connection };
        self.step(Input::Watch { address: None, asker, id, seen: None });
        self.pass(0);
        connection
    }

    fn go(&mut self, user: &User) {
        for connection in self.table.presence.connections_of(user.id) {
            self.step(Input::Unwatch(connection));
        }
    }

    /// How the match has waited for Ada.
    fn waits(&self) -> Waits {
        self.table.saved.seats[ADA.index()].waits
    }

    fn stands(&self) -> bool {
        self.table.listing(at(self.now_ms)).held.is_some()
    }

    fn grace_ms(&self, seat: Seat) -> Option<u64> {
        self.table.listing(at(self.now_ms)).seats[seat.index()].grace_ms
    }
}

#[test]
fn a_turn_runs_out_on_a_player_who_is_there() {
    let mut scene = Scene::new("death-roll");
    scene.pass(TURN_MS - 1);
    assert!(!scene.table.has_begun());
    scene.pass(1);
    assert!(scene.table.has_begun(), "the dice have rolled by themselves");
}

#[test]
fn no_turn_runs_out_on_a_player_who_is_gone() {
    let mut scene = Scene::new("death-roll");
    scene.pass(TURN_MS - 1);
    scene.go(&ada());
    assert!(scene.stands(), "in the same step: there is one millisecond left");
    scene.pass(TIMES.grace_ms - 1);
    assert!(!scene.table.has_begun() && scene.table.saved.is_playing());
    scene.come(&ada());
    assert!(!scene.stands());
    scene.pass(0);
    assert!(!scene.table.has_begun());
    scene.pass(1);
    assert!(scene.table.has_begun(), "what was left of the turn when she went");
}

#[test]
fn a_match_without_a_clock_has_none_that_could_stand_still() {
    let mut scene = Scene::new("battleship");
    let untimed = serde_json::json!({"timers": {"placement": null, "turn": null, "missed_turns": 3}});
    let wish = OpenTable { game: "battleship".into(), options: untimed, ..OpenTable::default() };
    scene.go(&ada());
    assert!(scene.stands(), "there is a time for placing");
    let mut scene = Scene::with(wish);
    scene.go(&ada());
    assert!(!scene.stands());
}

#[test]
fn a_player_who_does_not_come_back_loses_by_that_and_not_by_the_clock() {
    let mut scene = Scene::new("death-roll");
    scene.pass(TURN_MS - 1);
    scene.go(&ada());
    scene.pass(TIMES.grace_ms);
    assert!(!scene.table.has_begun() && !scene.table.saved.is_playing());
    assert!(!scene.stands());
}

#[test]
fn a_player_who_comes_and_goes_has_no_more_than_so_many_graces_to_think() {
    let mut scene = Scene::new("death-roll");
    for _ in 0..ABSENCES {
        scene.go(&ada());
        scene.pass(TIMES.grace_ms - 1_000);
        scene.come(&ada());
    }
    scene.go(&ada());
    scene.pass(ABSENCES * 1_000 - 1);
    assert!(scene.stands());
    scene.pass(1);
    assert!(!scene.stands(), "though her grace goes on");
    scene.pass(TURN_MS);
    assert!(scene.table.has_begun() && scene.table.saved.is_playing());
}

#[test]
fn absences_count_for_one_match() {
    let mut scene = Scene::new("death-roll");
    scene.go(&ada());
    scene.pass(TIMES.grace_ms - 1_000);
    scene.come(&ada());
    assert!(!scene.waits().is_none());
    scene.go(&ada());
    scene.pass(TIMES.grace_ms);
    assert!(scene.waits().is_none(), "the match is over");
}

#[test]
fn a_real_time_match_waits_a_moment_after_the_house_was_stopped() {
    let mut scene = Scene::new("pong");
    scene.pass(5_000);
    let tick = |scene: &Scene| scene.table.live.as_ref().unwrap().tick(scene.table.match_ms(at(scene.now_ms)));
    let before = tick(&scene);
    scene.step(Input::Stopped);
    scene.pass(TIMES.return_ms - 1);
    assert!(scene.stands() && tick(&scene) == before);
    scene.pass(1_001);
    assert!(!scene.stands() && tick(&scene) > before);
}

#[test]
fn gone_players_have_their_whole_grace_after_the_house_was_stopped() {
    let mut scene = Scene::new("death-roll");
    scene.go(&ben());
    scene.pass(TIMES.grace_ms - 1);
    scene.step(Input::Stopped);
    assert_eq!(scene.grace_ms(BEN), Some(TIMES.grace_ms));
    scene.pass(TIMES.grace_ms - 1);
    assert!(scene.table.saved.is_playing());
    scene.pass(1);
    assert!(!scene.table.saved.is_playing());
}
