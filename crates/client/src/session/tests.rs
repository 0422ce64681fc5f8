use super::*;
use parlor_kernel::{Game, Key, Library, Seat, SeatSet, Viewer};
use parlor_pong::Pong;
use parlor_testkit::toy::Pebbles;
use parlor_wire::{MatchId, Pace, Status, TableCommand, TableInfo, UserId};

fn session() -> Session {
    Session::new(Registry::new(Library::default()).with::<Pebbles>().with::<Pong>(), "t".into())
}

fn outgoing(session: &mut Session) -> Vec<String> {
    session.outgoing().iter().map(ClientFrame::text).collect()
}

fn code() -> TableCode {
    "ABC234".parse().unwrap()
}

fn info(spectators: u32) -> TableInfo {
    TableInfo {
        code: code(),
        game: "pebbles".into(),
        preset: "duel".into(),
        config: Some(serde_json::json!({}).into()),
        public: false,
        rated: false,
        pace: Pace::Live,
        days: None,
        host: UserId(1),
        status: Status::Waiting,
        seats: vec![],
        spectators,
        held: None,
        bet: None,
        match_id: None,
    }
}

fn snapshot(seq: u64) -> String {
    let snapshot = Snapshot {
        table: info(0),
        seen: Seen { epoch: 5, seq },
        seat: Viewer::Spectator.seat(),
        game: None,
        chat: vec![],
    };
    serde_json::to_string(&ServerFrame::Snapshot(Box::new(snapshot))).unwrap()
}

fn event(seq: u64, spectators: u32) -> String {
    let event = TableEvent::Table(info(spectators));
    serde_json::to_string(&ServerFrame::Event { table: code(), seq, tick: None, event }).unwrap()
}

#[test]
fn follows_in_order_ignores_repeats_and_asks_after_a_gap() {
    let mut session = session();
    session.watch(code());
    session.opened();
    assert_eq!(session.outgoing().len(), 1);
    session.receive(&snapshot(3), 0.0).unwrap();
    session.receive(&event(4, 1), 0.0).unwrap();
    assert!(session.receive(&event(4, 9), 0.0).unwrap().is_none(), "a repeat");
    assert_eq!(session.table(code()).unwrap().info.spectators, 1);
    assert!(session.receive(&event(6, 2), 0.0).unwrap().is_none(), "a gap");
    let asked = outgoing(&mut session);
    assert!(asked.len() == 1 && asked[0].contains(r#""seq":4"#), "{asked:?}");
    session.receive(&event(5, 2), 0.0).unwrap();
    session.receive(&event(6, 3), 0.0).unwrap();
    assert_eq!(session.table(code()).unwrap().info.spectators, 3);
}

#[test]
fn a_change_leaves_the_rule_set_as_it_was_unless_it_names_one() {
    let mut session = session();
    session.watch(code());
    session.opened();
    session.receive(&snapshot(1), 0.0).unwrap();
    let mut change = |seq, config: Option<serde_json::Value>| {
        let config = config.map(Arc::new);
        let event = TableEvent::Table(TableInfo { config, ..info(0) });
        let text = serde_json::to_string(&ServerFrame::Event { table: code(), seq, tick: None, event }).unwrap();
        session.receive(&text, 0.0).unwrap();
        session.table(code()).unwrap().info.config.as_deref().unwrap().clone()
    };
    assert_eq!(change(2, None), serde_json::json!({}));
    assert_eq!(change(3, Some(serde_json::json!({"width": 6}))), serde_json::json!({"width": 6}));
    assert_eq!(change(4, None), serde_json::json!({"width": 6}));
}

#[test]
fn repeats_unanswered_commands_and_only_those() {
    let mut session = session();
    session.watch(code());
    session.opened();
    session.receive(&snapshot(1), 0.0).unwrap();
    session.outgoing();
    let first = session.command(TableCommand::Ready { ready: true }.at(code()));
    let second = session.command(TableCommand::Ready { ready: false }.at(code()));
    let sent = outgoing(&mut session);
    let done = ServerFrame::Done { id: first };
    assert!(session.hear(&done, 0.0).unwrap().is_some());
    assert!(session.hear(&done, 0.0).unwrap().is_none(), "answered twice, told once");
    session.ping();
    session.closed();
    session.opened();
    let again = outgoing(&mut session);
    assert!(again[0].contains("watch") && again[0].contains(r#""seq":1"#), "{again:?}");
    assert_eq!(again[1..], sent[1..]);
    let refused = ServerFrame::Refused { id: Some(second), code: "x".into(), message: String::new() };
    assert!(session.hear(&refused, 0.0).unwrap().is_some());
    assert!(session.hear(&refused, 0.0).unwrap().is_none(), "refused twice, told once");
    assert!(!session.is_waiting());
}

/// A match of Pong in which we sit, `tick` ticks old.
fn pong(session: &Session, seq: u64, tick: u64) -> String {
    let game = session.registry.game(Pong::SPEC.id).unwrap();
    let (config, _) = game.configure(Some("hope"), &serde_json::Value::Null, SeatSet::EMPTY).unwrap();
    let key = Key([0; 32]);
    let (seat, commitment) = (Seat(0), key.commitment());
    let table = game.rules(&config).unwrap().open(key).unwrap();
    let view = RawValue::from_string(table.view(Viewer::Seat(seat))).unwrap();
    let (tick, settled, heard) = (Tick(tick), Some(Tick::ZERO), Vec::new());
    let playing =
        Playing { match_id: MatchId(1), commitment, players: Vec::new(), tick, view, settled, heard, ended: None };
    let snapshot = Snapshot {
        table: TableInfo { game: Pong::SPEC.id.into(), status: Status::Playing, ..info(0) },
        seen: Seen { epoch: 5, seq },
        seat: Some(seat),
        game: Some(playing),
        chat: vec![],
    };
    serde_json::to_string(&ServerFrame::Snapshot(Box::new(snapshot))).unwrap()
}

#[test]
fn nothing_is_kept_for_a_house_that_cannot_be_reached() {
    let mut session = session();
    session.watch(code());
    session.opened();
    session.receive(&pong(&session, 1, 10), 0.0).unwrap();
    session.outgoing();
    let steer = |session: &mut Session, now_ms| {
        let action = RawValue::from_string(r#"{"steer":"up"}"#.into()).unwrap();
        session.input((), code(), action, now_ms).is_some()
    };
    assert!(steer(&mut session, 100.0));
    assert_eq!(session.outgoing().len(), 1);
    // The line looks whole, but nothing comes through it any more.
    for now_ms in [1_500.0, 2_000.0, 9_000.0] {
        assert!(!steer(&mut session, now_ms));
    }
    assert!(session.outgoing().is_empty());
    session.closed();
    assert!(!steer(&mut session, 9_050.0));
    session.opened();
    assert!(!steer(&mut session, 9_100.0), "the house has yet to say how it looks");
    let again = outgoing(&mut session);
    assert!(again.len() == 2 && again[1].contains("steer"), "only what may have arrived is repeated: {again:?}");
    session.receive(&pong(&session, 2, 500), 9_200.0).unwrap();
    assert!(steer(&mut session, 9_250.0));
}

#[test]
fn of_a_row_each_waits_for_the_one_before_it_and_a_refusal_ends_it() {
    let mut session = Session::<&str>::new(Registry::new(Library::default()), "t".into());
    session.opened();
    let row = || [true, false, true].map(|ready| TableCommand::Ready { ready }.at(code()));
    let done = |session: &mut Session<&'static str>, id: &CommandId| {
        session.hear(&ServerFrame::Done { id: id.clone() }, 0.0).unwrap()
    };
    let first = session.give("first row", row()).unwrap();
    assert_eq!(session.outgoing().len(), 1, "one at a time");
    assert!(done(&mut session, &first).is_none(), "it is not over");
    let second = session.outgoing();
    assert!(second.len() == 1 && second[0].id != first, "{second:?}");
    assert!(done(&mut session, &first).is_none());
    assert!(session.outgoing().is_empty(), "answered twice, followed once");
    session.closed();
    session.opened();
    let again = session.outgoing();
    assert_eq!((again.len(), &again[0].id), (1, &second[0].id), "repeated, and nothing beyond it");
    let refused = ServerFrame::Refused { id: Some(second[0].id.clone()), code: "x".into(), message: String::new() };
    let told = session.hear(&refused, 0.0).unwrap();
    assert!(matches!(told, Some(Notice::Refused { what: Some("first row"), late: true, .. })), "{told:?}");
    assert!(session.outgoing().is_empty() && !session.is_waiting());

    session.give("second row", row()).unwrap();
    let mut told = None;
    for _ in 0..3 {
        let sent = session.outgoing();
        told = done(&mut session, &sent[0].id);
    }
    assert!(matches!(told, Some(Notice::Done { what: "second row", .. })), "{told:?}");
}

#[test]
fn a_table_that_cannot_be_followed_is_asked_for_once() {
    let mut session = session();
    session.watch(code());
    session.opened();
    let id = session.outgoing()[0].id.clone();
    let refused = ServerFrame::Refused { id: Some(id), code: "unknown_table".into(), message: "No.".into() };
    let told = session.hear(&refused, 0.0).unwrap();
    assert!(matches!(told, Some(Notice::NotFollowed { table, .. }) if table == code()), "{told:?}");
    session.closed();
    session.opened();
    assert!(session.outgoing().is_empty());
}

#[test]
fn a_search_survives_the_connection_until_it_is_over() {
    let mut session = session();
    session.opened();
    let seek = Command::Seek { game: "pebbles".into(), preset: None, rated: false };
    let again = |session: &mut Session| {
        session.closed();
        session.opened();
        session.outgoing()
    };
    let id = session.command(seek.clone());
    session.outgoing();
    let repeated = again(&mut session);
    assert_eq!((repeated.len(), &repeated[0].id), (1, &id), "not answered: the same again");
    session.hear(&ServerFrame::Done { id: id.clone() }, 0.0).unwrap();
    let anew = again(&mut session);
    assert!(anew.len() == 1 && anew[0].id != id, "the house forgot it with the connection: {anew:?}");
    let refused = |id| ServerFrame::Refused { id, code: "too_fast".into(), message: String::new() };
    let told = session.hear(&refused(Some(anew[0].id.clone())), 0.0).unwrap();
    assert!(matches!(told, Some(Notice::SeekOver { .. })) && !session.is_seeking(), "{told:?}");
    assert!(again(&mut session).is_empty());

    let id = session.command(seek.clone());
    session.hear(&ServerFrame::Done { id }, 0.0).unwrap();
    let told = session.hear(&refused(None), 0.0).unwrap();
    assert!(matches!(told, Some(Notice::SeekOver { .. })), "found, but not seated: {told:?}");

    for end in [true, false] {
        let id = session.command(seek.clone());
        session.hear(&ServerFrame::Done { id }, 0.0).unwrap();
        if end {
            session.hear(&ServerFrame::Paired { table: code() }, 0.0).unwrap();
        } else {
            let id = session.command(Command::Unseek);
            session.hear(&ServerFrame::Done { id }, 0.0).unwrap();
        }
        assert!(!session.is_seeking() && again(&mut session).is_empty());
    }
}

#[test]
fn nonsense_is_an_error_not_a_panic() {
    let mut session = session();
    for text in ["", "{}", "null", r#"{"snapshot":{}}"#, r#"{"event":{"table":"x"}}"#] {
        assert!(session.receive(text, 0.0).is_err(), "{text}");
    }
    assert!(session.receive(&event(1, 0), 0.0).unwrap().is_none(), "tables that are not followed are ignored");
}
