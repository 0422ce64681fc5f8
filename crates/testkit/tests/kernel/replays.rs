//! Recorded matches.

use super::{HIDE, preset};
use parlor_kernel::{Footer, Input, Mismatch, Record, Replay, Seat, Tick, Verdict, Viewer};
use parlor_testkit::{
    Recorder, record_random_game,
    toy::{Event, Pebbles, library},
};
use serde_json::json;

fn record() -> Record {
    record_random_game::<Pebbles>(&preset("party"), 3, 100).expect("it ends")
}

fn verify(record: Record) -> Result<(), Mismatch> {
    Replay::<Pebbles>::new(record, &library())?.verify()
}

#[test]
fn go_forwards_and_back() {
    let mut replay = Replay::<Pebbles>::new(record(), &library()).unwrap();
    replay.verify().unwrap();
    let mut digests = Vec::new();
    replay.seek(0).unwrap();
    loop {
        digests.push((replay.now(), replay.game().clone(), replay.view(Viewer::Spectator)));
        if replay.step().unwrap().is_none() {
            break;
        }
    }
    assert_eq!(digests.len(), replay.len() + 1);
    for position in [3, 0, digests.len() - 1, 1] {
        replay.seek(position).unwrap();
        let now = (replay.now(), replay.game().clone(), replay.view(Viewer::Spectator));
        assert_eq!((replay.position(), &now), (position, &digests[position]));
    }
}

/// What is said about the log after `change`.
fn said(change: impl FnOnce(&mut Record)) -> Mismatch {
    let mut record = record();
    change(&mut record);
    verify(record).expect_err("the change must be noticed")
}

/// The same for a change of the footer.
fn said_of_end(change: impl Fn(&mut Footer)) -> Mismatch {
    said(|record| record.footer.iter_mut().for_each(change))
}

#[test]
fn say_what_does_not_hold() {
    use Mismatch::*;
    assert!(matches!(said(|r| r.header.game = "chess".into()), OtherGame { .. }));
    assert!(matches!(said(|r| r.header.rules = 9), OtherRules { found: 9, .. }));
    assert!(matches!(said(|r| r.header.config["seats"] = json!(9)), Config(_)));
    assert!(matches!(said(|r| r.header.config["x"] = json!(9)), Config(_)));
    assert!(matches!(said(|r| r.footer = None), Unfinished));
    assert!(matches!(said_of_end(|end| end.key.0[0] ^= 1), Commitment { .. }));
    assert!(matches!(said_of_end(|end| end.outcome.verdict = Verdict::Void), Outcome { .. }));
    assert!(matches!(said_of_end(|end| end.digest.0[0] ^= 1), Digest { .. }));
    assert!(matches!(said_of_end(|end| end.tick = Tick::ZERO), Backwards { .. }));
    let last = record().entries.len() - 1;
    let before = Tick(record().entries[last - 1].tick.0 - 1);
    assert!(matches!(said(|r| r.entries[last].tick = before), Backwards { .. }));
    let nonsense = Input::Act { seat: Seat(0), action: json!("fly") };
    assert!(matches!(said(|r| r.entries[0].input = nonsense), Refused { seq: 1, .. }));
}

#[test]
fn find_a_wrong_digest_where_it_is() {
    let mut record = record();
    let entry = record.entries.iter_mut().find(|entry| entry.digest.is_some()).unwrap();
    let seq = entry.seq;
    entry.digest.iter_mut().for_each(|digest| digest.0[5] ^= 1);
    assert!(matches!(verify(record), Err(Mismatch::Digest { seq: found, .. }) if found == seq));
}

#[test]
fn tell_who_did_what() {
    let mut recorder = Recorder::<Pebbles>::new(&preset("duel"), 1, 0);
    for seat in [0, 1] {
        recorder.apply(Tick(7), Input::Act { seat: Seat(seat), action: HIDE }).unwrap();
    }
    recorder.apply(Tick(8), Input::Leave { seat: Seat(0) }).unwrap();
    let mut replay = Replay::<Pebbles>::new(recorder.record().unwrap(), &library()).unwrap();
    let step = replay.step().unwrap().unwrap();
    assert_eq!((step.tick, step.action), (Tick(7), Some((Seat(0), HIDE))));
    // A finished match has no secrets.
    assert_eq!(step.events[0], Event::Holding { seat: Seat(0), pebbles: 1 });
    replay.seek(2).unwrap();
    assert_eq!(replay.step().unwrap().unwrap().action, None);
}
