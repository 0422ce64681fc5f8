//! Games over days: their clocks are dates, and their tables sleep.

use crate::{
    people::house,
    scene::{Scene, act, ada, ben},
};
use parlor_kernel::{Outcome, Seat, SeatSet};
use parlor_store::{Listed, Sleep, User, Write};
use parlor_table::{Input, Moment, Saved, Seed, Table};
use parlor_wire::{MatchId, Status, TableCommand, http::OpenTable};
use std::sync::Arc;

const DAY_MS: u64 = 24 * 3_600_000;

/// Ada's table over days, at which Ben may sit already.
fn saved(days: Option<u8>, opponent: Option<User>) -> Saved {
    let wish = OpenTable {
        game: "battleship".into(),
        preset: Some("hope".into()),
        public: true,
        days,
        ..OpenTable::default()
    };
    let mut saved = Saved::open(&house(), &ada(), wish).unwrap();
    if let Some(opponent) = opponent {
        saved.sit(&opponent, None).unwrap();
    }
    saved.play_over_days(&house().games).unwrap();
    saved
}

/// A match over days that has begun.
fn begun(days: Option<u8>) -> Scene {
    let mut scene = Scene::over(saved(days, Some(ben())));
    scene.wake();
    assert_eq!(scene.info().status, Status::Playing);
    scene
}

/// Ada has laid out her fleet, and has gone.
fn deployed(days: Option<u8>) -> Scene {
    let mut scene = begun(days);
    let a = scene.watch(&ada());
    for action in ["\"auto_place\"", "\"ready\""] {
        scene.command(&ada(), a, act(action)).answer().unwrap();
    }
    scene.step(Input::Unwatch(a));
    scene
}

fn deadlines(scene: &Scene) -> [Option<u64>; 2] {
    let info = scene.info();
    [0, 1].map(|seat: usize| info.seats[seat].forfeits_at)
}

fn outcome(scene: &Scene) -> Option<Outcome> {
    let id: MatchId = scene.info().match_id.unwrap();
    scene.rows.matches[&id].row.footer.as_ref().map(|footer| footer.outcome)
}

#[test]
fn a_clock_runs_for_every_player_that_the_match_waits_for() {
    let mut scene = begun(Some(3));
    let start = scene.now.wall_ms;
    assert_eq!((deadlines(&scene), scene.info().days), ([Some(start + 3 * DAY_MS); 2], Some(3)));
    scene.pass(DAY_MS);
    let a = scene.watch(&ada());
    scene.command(&ada(), a, act("\"auto_place\"")).answer().unwrap();
    assert_eq!(deadlines(&scene), [Some(start + 4 * DAY_MS), Some(start + 3 * DAY_MS)], "Ada has done something");
    scene.command(&ada(), a, act("\"ready\"")).answer().unwrap();
    assert_eq!(deadlines(&scene), [None, Some(start + 3 * DAY_MS)], "it waits for Ben alone");
}

#[test]
fn a_player_who_does_not_move_for_days_forfeits() {
    let mut scene = deployed(Some(3));
    scene.wait(3 * DAY_MS - 1);
    assert_eq!(scene.info().status, Status::Playing);
    scene.wait(1);
    assert_eq!(outcome(&scene).unwrap().winners(), SeatSet::only(Seat(0)));
    let entries = &scene.rows.matches.values().next().unwrap().entries;
    assert_eq!(entries.last().unwrap().input, r#"{"leave":{"seat":1}}"#);
}

#[test]
fn if_no_player_has_moved_for_days_nobody_has_won() {
    let mut scene = begun(None);
    scene.wait(30 * DAY_MS);
    assert!(outcome(&scene).unwrap().winners().is_empty());
}

#[test]
fn dates_pass_while_the_house_is_closed() {
    let mut scene = deployed(Some(1));
    // The house's clock stands still meanwhile.
    scene.now.wall_ms += 2 * DAY_MS;
    scene.wake();
    assert_eq!(scene.info().status, Status::Ended);
}

fn sleep_of(scene: &mut Scene) -> Option<Sleep> {
    let effects = scene.table.step(scene.now, Input::Time { facts: Default::default() });
    scene.rows.write(&effects.writes).unwrap();
    match *effects.sleep? {
        Write::SleepTable { state, sleep, .. } => {
            scene.rows.table = Some(state);
            Some(sleep)
        }
        other => panic!("{other:?}"),
    }
}

/// Reads the table back from its rows.
fn read_back(scene: &mut Scene) {
    let (house, code) = (Arc::clone(&scene.house), crate::world::CODE.parse().unwrap());
    let stored = scene.rows.stored().unwrap();
    scene.table = Table::restore(house, code, stored, 0, Seed([9; 32]), scene.now).unwrap().0;
    scene.wake();
}

#[test]
fn a_table_sleeps_when_nobody_has_watched_it_for_a_while_until_it_is_due() {
    let mut scene = deployed(Some(7));
    let due = deadlines(&scene)[1].unwrap();
    assert_eq!(sleep_of(&mut scene), None, "Ada has just gone");
    scene.pass(house().times.sleep_ms);
    let seated = vec![ada().id, ben().id];
    let before = scene.info();
    let sleep = Sleep { due, seated, listed: Some(Listed::Full), playing: before.match_id };
    assert!(sleep.playing.is_some());
    assert_eq!(sleep_of(&mut scene), Some(sleep));
    scene.pass(3 * DAY_MS);
    read_back(&mut scene);
    assert_eq!(scene.info(), before);
    assert_eq!(sleep_of(&mut scene), None, "it has just been woken");
    scene.watch(&ben());
    scene.pass(house().times.sleep_ms);
    assert_eq!(sleep_of(&mut scene), None, "Ben looks at it");
}

#[test]
fn a_table_over_days_that_waits_for_a_player_closes_in_its_sleep() {
    let mut scene = Scene::over(saved(None, None));
    scene.pass(house().times.sleep_ms);
    let sleep = sleep_of(&mut scene).unwrap();
    let rest_ms = house().times.idle_ms - house().times.sleep_ms;
    assert_eq!((sleep.due - scene.now.wall_ms, sleep.listed), (rest_ms, Some(Listed::Joinable)));
    scene.now = Moment { wall_ms: sleep.due, house_ms: scene.now.house_ms + 1 };
    read_back(&mut scene);
    assert_eq!(scene.rows.table, None, "an hour has passed by the clock that people read");
}

#[test]
fn a_live_table_does_not_sleep() {
    let wish = OpenTable { game: "battleship".into(), ..OpenTable::default() };
    let mut scene = Scene::new(wish);
    scene.pass(house().times.sleep_ms * 2);
    assert_eq!(sleep_of(&mut scene), None);
    let b = scene.watch(&ben());
    assert_eq!(scene.command(&ben(), b, TableCommand::Sit { seat: None }).answer(), Ok(()));
    assert_eq!((deadlines(&scene), scene.info().days), ([None; 2], None));
}
