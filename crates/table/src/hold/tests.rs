use super::*;
use crate::{
    Asker, ConnectionId, Effects, Facts, Input, Saved, Seed, Told,
    testing::{TIMES, ada, at, ben, house, open},
};
use parlor_kernel::{Outcome, Reason};
use parlor_store::User;
use parlor_wire::{Held, Status, TableCommand, http::OpenTable};
use serde_json::{json, value::RawValue};
use std::sync::Arc;

const ADA: Seat = Seat(0);
const BEN: Seat = Seat(1);

/// Ada and Ben play a long match of Pong.
struct Scene {
    table: Table,
    now_ms: u64,
    wake_at: Option<u64>,
    /// The table as it was last saved.
    saved: Option<Saved>,
    /// How the match ended.
    outcome: Option<Outcome>,
    /// Whether the last action of a player was done, once it is answered.
    answered: Option<bool>,
    /// How many actions there were.
    acted: u32,
}

impl Scene {
    fn new() -> Self {
        let options = json!({ "points_to_win": 99 });
        let mut saved = open(OpenTable { game: "pong".into(), options, ..OpenTable::default() });
        saved.sit(&ben(), None).unwrap();
        let code = "K7QX2M".parse().unwrap();
        let (table, _) = Table::open(Arc::new(house()), code, saved, Seed([3; 32]), at(0)).unwrap();
        let mut scene = Self { table, now_ms: 0, wake_at: None, saved: None, outcome: None, answered: None, acted: 0 };
        scene.comes(&ada());
        scene.comes(&ben());
        assert_eq!(scene.table.saved.status, Status::Playing);
        scene
    }

    fn step(&mut self, input: Input) {
        let Effects { wake_at, writes, told, .. } = self.table.step(at(self.now_ms), input);
        self.wake_at = wake_at;
        for told in told {
            if let Told::Answer(answer) = told
                && answer.id.as_str().starts_with('a')
            {
                self.answered = Some(answer.result.is_ok());
            }
        }
        for write in writes {
            match write {
                Write::SaveTable { state, .. } => self.saved = Some(Saved::read(&state).unwrap()),
                Write::EndMatch { footer, .. } => self.outcome = Some(footer.outcome),
                _ => {}
            }
        }
    }

    /// Lets time pass, with everything that is due until then.
    fn pass_until(&mut self, now_ms: u64) {
        while let Some(due) = self.wake_at.filter(|&due| due <= now_ms) {
            self.now_ms = self.now_ms.max(due);
            self.step(Input::Time { facts: Facts::default() });
        }
        self.now_ms = now_ms;
    }

    fn pass(&mut self, ms: u64) {
        self.pass_until(self.now_ms + ms);
    }

    fn comes(&mut self, user: &User) {
        let asker = Asker { user: user.clone().into(), connection: ConnectionId(user.id.0) };
        self.step(Input::Watch { address: None, asker, id: "w".parse().unwrap(), seen: None });
        self.pass(0);
    }

    fn drops(&mut self, user: &User) {
        self.step(Input::Unwatch(ConnectionId(user.id.0)));
        self.pass(0);
    }

    fn acts(&mut self, user: &User, action: &str) {
        self.acted += 1;
        let asker = Asker { user: user.clone().into(), connection: ConnectionId(user.id.0) };
        let command = TableCommand::Act { action: RawValue::from_string(action.into()).unwrap(), at: None };
        let id = format!("a{}", self.acted).parse().unwrap();
        self.step(Input::Command { asker, id, command, facts: Facts::default() });
    }

    fn tick(&self) -> u64 {
        let live = self.table.live.as_ref().unwrap();
        live.tick(self.table.match_ms(at(self.now_ms))).0
    }

    fn held(&self) -> Option<Held> {
        self.table.listing(at(self.now_ms)).held
    }

    /// In how many milliseconds the match goes on, while it stands still.
    fn goes_on_in(&self) -> Option<u64> {
        self.held().and_then(|held| held.goes_on_ms)
    }
}

#[test]
fn a_match_stands_still_for_a_player_who_drops() {
    let mut scene = Scene::new();
    scene.pass(10_000);
    scene.drops(&ben());
    let stood = scene.tick();
    assert_eq!((stood, scene.goes_on_in()), (600, Some(TIMES.grace_ms)));
    scene.pass(20_000);
    assert_eq!((scene.tick(), scene.goes_on_in()), (stood, Some(TIMES.grace_ms - 20_000)));
    scene.comes(&ben());
    assert_eq!(scene.goes_on_in(), Some(TIMES.return_ms), "Ben has a moment to find his keys");
    scene.pass(TIMES.return_ms);
    assert_eq!((scene.tick(), scene.held()), (stood, None));
    scene.pass(5_000);
    assert_eq!(scene.tick(), stood + 300, "it went on from where it stood");
    assert_eq!(scene.outcome, None);
}

#[test]
fn a_player_who_stays_away_loses_a_match_in_which_nothing_has_happened_meanwhile() {
    let mut scene = Scene::new();
    scene.pass(10_000);
    scene.drops(&ben());
    let stood = scene.tick();
    scene.pass(TIMES.grace_ms - 1);
    assert_eq!((scene.tick(), scene.outcome), (stood, None));
    scene.pass(1);
    assert_eq!(scene.outcome, Some(Outcome::won(ADA, Reason::Abandoned(BEN))));
    assert!(scene.tick() <= stood && scene.held().is_none());
}

#[test]
fn a_player_who_gives_up_while_the_match_stands_still_has_lost_at_once() {
    let mut scene = Scene::new();
    scene.pass(10_000);
    scene.drops(&ben());
    scene.pass(1_000);
    assert!(scene.held().is_some());
    scene.acts(&ada(), r#"{"steer":"up"}"#);
    assert_eq!((scene.outcome, scene.answered), (None, None), "other moves wait");
    scene.acts(&ada(), r#""surrender""#);
    assert_eq!(scene.outcome, Some(Outcome::won(BEN, Reason::Surrender(ADA))), "in the same step");
    assert_eq!(scene.answered, Some(true));
}

#[test]
fn a_match_goes_on_without_a_player_who_has_used_up_their_time() {
    let mut scene = Scene::new();
    scene.pass(10_000);
    scene.drops(&ben());
    scene.pass(TIMES.grace_ms - 20_000);
    scene.comes(&ben());
    scene.pass(TIMES.return_ms);
    // Ben's allowance is part of the table as it is kept.
    assert_eq!(scene.saved.as_ref().unwrap().seats[1].waits, scene.table.saved.seats[1].waits);
    assert!(!scene.table.saved.seats[1].waits.is_none());
    scene.drops(&ben());
    let stood = scene.tick();
    assert_eq!(scene.goes_on_in(), Some(20_000));
    scene.pass(20_000);
    assert_eq!((scene.tick(), scene.held()), (stood, None), "it goes on at once: Ada has seen the countdown");
    scene.pass(10_000);
    assert_eq!((scene.tick(), scene.outcome), (stood + 600, None));
    scene.pass(TIMES.grace_ms - 30_000);
    assert_eq!(scene.outcome, Some(Outcome::won(ADA, Reason::Abandoned(BEN))), "Ben was gone for all of his grace");
}

#[test]
fn a_player_stops_a_match_three_times() {
    let mut scene = Scene::new();
    for _ in 0..3 {
        scene.pass(10_000);
        scene.drops(&ben());
        assert!(scene.held().is_some());
        scene.pass(1_000);
        scene.comes(&ben());
        scene.pass(TIMES.return_ms);
        assert_eq!(scene.held(), None);
    }
    scene.drops(&ben());
    let tick = scene.tick();
    scene.pass(1_000);
    assert_eq!((scene.tick(), scene.held()), (tick + 60, None), "it goes on without Ben");
    // Each player has an allowance of their own, and none is left of another match.
    scene.comes(&ben());
    scene.drops(&ada());
    assert_eq!(scene.goes_on_in(), Some(TIMES.grace_ms));
    scene.pass(TIMES.grace_ms);
    assert_eq!(scene.outcome, Some(Outcome::won(BEN, Reason::Abandoned(ADA))));
    assert!(scene.table.saved.seats.iter().all(|seat| seat.waits.is_none()));
}

#[test]
fn a_match_that_everyone_has_left_waits_for_the_second_once_the_first_is_back() {
    let mut scene = Scene::new();
    scene.pass(10_000);
    scene.drops(&ben());
    scene.pass(5_000);
    scene.drops(&ada());
    assert_eq!(scene.held(), Some(Held { goes_on_ms: None }), "no player is there to wait");
    scene.pass(30_000);
    scene.comes(&ada());
    assert_eq!(scene.goes_on_in(), Some(TIMES.grace_ms - 5_000), "while Ada was gone, she did not wait for Ben");
    scene.comes(&ben());
    assert_eq!(scene.goes_on_in(), Some(TIMES.return_ms));
    scene.pass(TIMES.return_ms);
    assert_eq!((scene.tick(), scene.held()), (600, None));
}
