//! Games and tables whose types are not known.

use super::preset;
use parlor_kernel::{
    AnyGame, AnyTable, AssetError, AssetId, Audience, Digest, Entrant, Game, Journal, Key, Library, MemoryShelf,
    Mismatch, Outcome, Record, Refusal, Registry, Rng, Seat, SeatSet, SeenView, Shelf, SimError, SimPlan, Tick, Viewer,
};
use parlor_testkit::{
    record_random_game,
    toy::{Pebbles, library},
};
use serde_json::{Value, json};
use std::sync::Arc;

fn pebbles() -> Entrant<Pebbles> {
    Entrant::new(&library())
}

fn open(preset: &str) -> Box<dyn AnyTable> {
    let (config, _) = pebbles().configure(Some(preset), &Value::Null, SeatSet::EMPTY).unwrap();
    pebbles().rules(&config).unwrap().open(Key([7; 32])).unwrap()
}

#[test]
fn tables_speak_json() {
    let mut table = open("duel");
    let refused = table.act(Tick(1), Seat(0), r#"{"fly":{}}"#).unwrap_err();
    assert_eq!(refused.code, "malformed_action");
    let refused = table.act(Tick(1), Seat(0), r#"{"hide":{"pebbles":9}}"#).unwrap_err();
    assert_eq!((refused.code, &*refused.message), ("too_many_pebbles", "A fist holds at most 3 pebbles."));
    let (input, heard) = table.act(Tick(1), Seat(0), r#" {"hide" : {"pebbles":2}} "#).unwrap();
    assert_eq!(input, r#"{"act":{"action":{"hide":{"pebbles":2}},"seat":0}}"#);
    assert_eq!(heard[0].audience, Audience::Only(SeatSet::only(Seat(0))));
    assert_eq!(&*heard[0].json, r#"{"holding":{"seat":0,"pebbles":2}}"#);
    assert_eq!(heard.len(), 1, "no other seat hears of it");
    assert_eq!(table.awaiting(), SeatSet::only(Seat(1)));
    let (input, _) = table.leave(Tick(2), Seat(1)).unwrap();
    assert_eq!(input, r#"{"leave":{"seat":1}}"#);
    assert_eq!(table.leave(Tick(2), Seat(1)).unwrap_err().code, "game_already_over");
    assert_eq!((table.score(Seat(0)), table.score(Seat(1))), (1, 0));
}

#[test]
fn tables_recover_from_their_log() {
    let config = preset("party");
    let record = record_random_game::<Pebbles>(&config, 3, 100).unwrap();
    let end = record.footer.clone().unwrap();
    let mut table = pebbles().rules(&record.header.config).unwrap().open(end.key.clone()).unwrap();
    let mut journal = Journal::new(&record.header, Pebbles::SPEC.digest_every);
    for entry in &record.entries {
        journal.follow(table.as_mut(), entry).unwrap();
    }
    table.advance(end.tick);
    let outcome = table.outcome().unwrap();
    let footer = journal.footer(table.now(), outcome, end.key.clone(), |chain| table.digest(chain));
    assert_eq!((journal.seq(), footer), (record.entries.len() as u64, end));
    assert!(matches!(journal.follow(table.as_mut(), &record.entries[0]), Err(Mismatch::Backwards { .. })));
}

#[test]
fn bots_play_a_match_to_its_end() {
    let mut table = open("party");
    let mut rng = Rng::new(1);
    assert!(table.hire("grandmaster").is_none());
    assert_eq!(table.cadence(), None, "bots of a turn-based game act when they are awaited");
    for level in ["random", "easy", "hard", "easy"].iter().cycle() {
        let Some(seat) = table.awaiting().first() else {
            break;
        };
        let mut bot = table.hire(level).expect("a known level");
        let action = table.ask(bot.as_mut(), seat, Tick(1), &[], &mut rng).expect("it is awaited");
        table.act(Tick(1), seat, &action).unwrap();
    }
    assert!(table.outcome().is_some());
    assert_eq!(table.next_wake(), None);
    let mut random = table.hire("random").expect("there is always one");
    assert_eq!(table.ask(random.as_mut(), Seat(0), Tick(1), &[], &mut rng), None);
}

#[test]
fn views_are_kept_up_to_date_by_events() {
    let mut table = open("duel");
    let mut seen = pebbles().see(&table.view(Viewer::Spectator)).unwrap();
    let (_, heard) = table.act(Tick(1), Seat(0), r#"{"hide":{"pebbles":2}}"#).unwrap();
    for event in heard.iter().filter(|event| event.audience.includes(Viewer::Spectator)) {
        seen.fold(&event.json).unwrap();
    }
    let SeenView(view) = seen.as_any().downcast_ref::<SeenView<Pebbles>>().unwrap();
    assert_eq!(serde_json::to_string(view).unwrap(), table.view(Viewer::Spectator));
    assert!(pebbles().see("{}").is_err() && seen.fold("{}").is_err());
}

#[test]
fn options_overlay_presets() {
    let configure = |preset, options: Value| pebbles().configure(preset, &options, SeatSet::EMPTY);
    let ok = |preset, options| configure(preset, options).unwrap();
    let (duel, seats) = ok(None, Value::Null);
    assert_eq!(
        (&duel["seats"], &duel["pebbles"], &duel["turn_seconds"], seats),
        (&json!(2), &json!(3), &json!(null), 2)
    );
    let changed = ok(Some("circle"), json!({"seats": 2, "turn_seconds": null}));
    assert_eq!(changed, (duel, 2));
    let code = |preset, options| configure(preset, options).unwrap_err().code;
    assert_eq!(code(Some("solo"), Value::Null), "unknown_preset");
    assert_eq!(code(None, json!({"stones": 3})), "unknown_option");
    assert_eq!(code(None, json!({"pebbles.red": 3})), "unknown_option");
    assert_eq!(code(None, json!([1])), "unknown_option");
    assert_eq!(code(None, json!({"pebbles": "many"})), "bad_options");
    assert_eq!(code(None, json!({"pebbles": 0})), "bad_pebbles");
    let message = configure(Some("solo"), Value::Null).unwrap_err().message;
    assert_eq!(message, "Pebbles has no preset called solo; choose one of: duel, circle, party.");
    assert_eq!(pebbles().rules(&json!({})).err().unwrap().code, "bad_options");
}

#[test]
fn registries_know_their_games() {
    let registry = Registry::new(library()).with::<Pebbles>();
    assert!(registry.library().shelf().find("weights", "river").is_some());
    assert_eq!(format!("{registry:?}"), r#"["pebbles"]"#);
    assert!(registry.game("chess").is_none());
    let game = registry.game("pebbles").unwrap();
    let info = serde_json::to_value(game.info()).unwrap();
    assert_eq!(info["presets"][2]["seats"], 4);
    assert_eq!(info["bots"][1]["id"], "hard");
    assert!(game.has_bot("random") && game.has_bot("easy") && !game.has_bot("grandmaster"));
    let record = record_random_game::<Pebbles>(&preset("duel"), 1, 100).unwrap();
    game.verify(record.clone()).unwrap();
    assert!(game.narrate(record).unwrap().starts_with("Pebbles: Ada – Ben\n"));
}

#[test]
fn nothing_is_told_about_a_forged_log() {
    let honest = record_random_game::<Pebbles>(&preset("duel"), 1, 100).unwrap();
    let forge = |change: fn(&mut Record)| {
        let mut record = honest.clone();
        change(&mut record);
        (pebbles().verify(record.clone()), pebbles().narrate(record.clone()), pebbles().draws(record))
    };
    for change in [
        |record: &mut Record| {
            let outcome = &mut record.footer.as_mut().unwrap().outcome;
            let other = if outcome.winners().contains(Seat(0)) { Seat(1) } else { Seat(0) };
            *outcome = Outcome::won(other, outcome.reason);
        },
        |record: &mut Record| record.footer.as_mut().unwrap().digest = Digest([0; 16]),
        |record: &mut Record| record.entries.iter_mut().for_each(|entry| entry.digest = None),
    ] {
        let (verdict, story, draws) = forge(change);
        let mismatch = verdict.unwrap_err();
        assert_eq!((story.unwrap_err(), draws.unwrap_err()), (mismatch.clone(), mismatch));
    }
}

#[test]
fn a_missing_or_wrong_asset_is_told_wherever_it_is_needed() {
    let record = record_random_game::<Pebbles>(&preset("party"), 3, 100).unwrap();
    let id: AssetId = serde_json::from_value(record.header.config["weights"].clone()).unwrap();
    let said = |library: &Library| {
        let game = Entrant::<Pebbles>::new(library);
        let rules = game.rules(&record.header.config).expect("reading a rule set needs no assets");
        assert_eq!((rules.assets(), rules.describe("party").len()), (vec![id.clone()], 0));
        let opened = rules.open(Key([7; 32])).err();
        assert_eq!(rules.load().err(), opened);
        let plan = SimPlan { bots: vec!["easy".into(); 4], seed: 1, games: 0..1 };
        assert_eq!(rules.simulate(&plan, &mut || ()).err(), opened.clone().map(SimError::Asset));
        assert_eq!(game.verify(record.clone()).err(), opened.clone().map(Mismatch::Asset));
        opened
    };
    assert_eq!(said(&library()), None);
    assert_eq!(said(&Library::default()), Some(AssetError::MissingAsset(id.clone())));
    let refusal = Refusal::from(AssetError::MissingAsset(id.clone()));
    assert_eq!(refusal.code, "missing_asset");
    assert!(refusal.message.starts_with("This needs the weights river ("), "{}", refusal.message);
    let other = Arc::new(MemoryShelf::default());
    other.put("weights", "river", *b"1\n");
    assert_eq!(said(&Library::new(other)), Some(AssetError::MissingAsset(id.clone())), "the name alone is not enough");
    assert_eq!(said(&Library::new(Arc::new(Swapped))), Some(AssetError::WrongAsset(id)));
}

/// A shelf that gives something else.
struct Swapped;

impl Shelf for Swapped {
    fn asset(&self, _: &AssetId) -> Result<Arc<[u8]>, AssetError> {
        Ok(Arc::from(*b"0\n1\n"))
    }

    fn find(&self, _: &str, _: &str) -> Option<AssetId> {
        None
    }
}
