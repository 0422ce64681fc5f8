//! Every refusal is counted, once, wherever it comes from and by whichever door it is told.

use crate::common::{Open, Player, duel, polling::Polling, settings, wish};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use parlor_wire::{Command, Invitee, Pace, TableCode, TableCommand, http::OpenTable};
use serde_json::{json, value::to_raw_value};
use std::collections::BTreeMap;
use tokio_tungstenite::tungstenite::Message;

/// How often each code has been refused, by the house's own count.
fn counted(metrics: &PrometheusHandle) -> BTreeMap<String, u64> {
    let text = metrics.render();
    let refusals = text.lines().filter_map(|line| line.strip_prefix("parlor_refusals_total{code=\""));
    let count = |line: &str| {
        let (code, number) = line.split_once("\"} ").unwrap();
        (code.to_owned(), number.parse().unwrap())
    };
    refusals.map(count).collect()
}

#[tokio::test]
async fn every_refusal_is_counted_once() {
    // This house runs on this thread alone, and so what it counts is kept apart from what others count side by side.
    let recorder = PrometheusBuilder::new().build_recorder();
    let metrics = recorder.handle();
    let _counting = metrics::set_default_local_recorder(&recorder);
    let open = Open::new(settings()).await;
    let (mut ada, _bea) = duel(&open).await;
    let table = ada.code();
    let nowhere: TableCode = "ZZZZZZ".parse().unwrap();
    let invite = |name: &str| Command::Invite {
        to: Invitee::Name(name.into()),
        wish: OpenTable { game: "battleship".into(), ..OpenTable::default() },
        pace: Pace::Live,
    };
    let mut eve = open.player("Eve").await;
    eve.open(&wish("pong", "hope", vec![crate::common::bot("easy")])).await;
    eve.begun().await;
    let resume = TableCommand::Act { action: to_raw_value("resume").unwrap(), at: None }.at(eve.code());
    for (command, code) in [
        (TableCommand::Sit { seat: None }.at(table), "already_seated"),
        (TableCommand::Stand.at(nowhere), "unknown_table"),
        (Player::seek("chess", false), "unknown_game"),
        (invite("an unknown name"), "unknown_person"),
    ] {
        assert_eq!(ada.refused(command).await, code);
        assert_eq!(counted(&metrics).get(code), Some(&1), "{code}");
    }
    // An input, which is answered when its tick comes.
    assert_eq!(eve.refused(resume).await, "not_paused");
    assert_eq!(counted(&metrics).get("not_paused"), Some(&1));
    ada.connection.send_raw(Message::text("{}")).await.unwrap();
    ada.command(Command::Ping).await.unwrap();
    assert_eq!(counted(&metrics).get("malformed_frame"), Some(&1));
    // What is refused at the Socket.IO door itself, and what is passed on there.
    let (polling, _) = Polling::open(&open, json!({ "name": "Dan" })).await;
    assert!(polling.emit(json!(["fireShot", {"x": 0, "y": 0}])).await.contains("not_in_a_room"));
    let frame = json!({"id": "a", "do": {"seek": {"game": "chess", "rated": false}}});
    assert!(polling.emit(json!(["command", frame])).await.contains("unknown_game"));
    let frame = json!({"id": "b", "do": {"stand": {"table": nowhere}}});
    assert!(polling.emit(json!(["command", frame])).await.contains("unknown_table"));
    let counts = counted(&metrics);
    assert_eq!(counts.get("not_in_a_room"), Some(&1), "{counts:?}");
    assert_eq!(counts.get("unknown_game"), Some(&2), "{counts:?}");
    assert_eq!(counts.get("unknown_table"), Some(&2), "{counts:?}");
}
