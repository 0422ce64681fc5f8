//! Input that no honest client would send. The table goes on and nothing is lost.

use crate::common::{Open, Player, duel, polling::Polling, settings};
use futures_util::{SinkExt, StreamExt};
use parlor_battleship::{Action, Cell, Placement};
use parlor_client::native::NativeError;
use parlor_kernel::{Rng, Seat};
use parlor_wire::{Command, MAX_FRAME, TableCommand};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

/// What the house answers to a frame: the code of its refusal, or `None` if it closes the connection.
async fn answer(player: &mut Player, message: Message) -> Option<String> {
    if player.connection.send_raw(message).await.is_err() {
        return None;
    }
    loop {
        player.next().await.ok()?;
        let frame: Value = serde_json::from_str(player.frames.last().unwrap()).unwrap();
        if let Some(code) = frame.pointer("/refused/code").and_then(Value::as_str) {
            return Some(code.to_owned());
        }
    }
}

#[tokio::test]
async fn malformed_frames_are_refused_and_the_game_goes_on() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let mut mallory = open.player("Mallory").await;
    mallory.follow(ada.code()).await;
    let code = ada.code();
    let texts = [
        String::new(),
        "null".into(),
        "{".into(),
        "[]".into(),
        "\"ping\"".into(),
        r#"{"id":"a"}"#.into(),
        r#"{"id":"","do":"ping"}"#.into(),
        r#"{"id":"a","do":"pong"}"#.into(),
        r#"{"id":7,"do":"ping"}"#.into(),
        r#"{"id":"a","do":{"watch":{"table":"nope"}}}"#.into(),
        format!(r#"{{"id":"a","do":{{"sit":{{"table":"{code}","seat":-1}}}}}}"#),
        format!(r#"{{"id":"a","do":{{"act":{{"table":"{code}"}}}}}}"#),
        "[".repeat(10_000),
    ];
    for text in texts {
        assert_eq!(
            answer(&mut mallory, Message::text(text.clone())).await.as_deref(),
            Some("malformed_frame"),
            "{text}"
        );
    }
    assert_eq!(answer(&mut mallory, Message::binary(vec![0, 159])).await.as_deref(), Some("text_only"));
    // Well-formed, but not hers to say.
    let act = |action: Value| json!({"id": "x", "do": {"act": {"table": code, "action": action}}}).to_string();
    for action in [json!({"fire": {"at": "A1"}}), json!("surrender"), json!({"fly": 1}), json!(null)] {
        assert_eq!(answer(&mut mallory, Message::text(act(action))).await.as_deref(), Some("not_seated"));
    }
    let unknown = json!({"id": "x", "do": {"ready": {"table": "ZZZZZZ", "ready": true}}}).to_string();
    assert_eq!(answer(&mut mallory, Message::text(unknown)).await.as_deref(), Some("unknown_table"));
    tokio::join!(ada.play_to_the_end(), bea.play_to_the_end());
    assert_eq!(ada.view().outcome, bea.view().outcome);
}

#[tokio::test]
async fn oversized_frames_and_endless_nonsense_end_the_connection() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let mut mallory = open.player("Mallory").await;
    assert_eq!(answer(&mut mallory, Message::text("x".repeat(MAX_FRAME + 1))).await, None);
    let mut mallory = open.player("Mallory").await;
    let mut refusals = 0;
    while answer(&mut mallory, Message::text("nonsense")).await.is_some() {
        refusals += 1;
        assert!(refusals <= 50, "patience ends");
    }
    tokio::join!(ada.play_to_the_end(), bea.play_to_the_end());
}

/// Sends messages until the house closes the connection, and tells how: the code, and the reason.
async fn closed_for(open: &Open, door: &str, messages: impl IntoIterator<Item = Message>) -> (u16, String) {
    let token = open.visitor("Mallory").await.token().to_owned();
    let mut request = format!("{}{door}", open.base.replacen("http", "ws", 1)).into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    for message in messages {
        // It may be closed before all is sent.
        let _ = socket.send(message).await;
    }
    loop {
        if let Message::Close(frame) = socket.next().await.expect("it is closed with a reason").unwrap() {
            let frame = frame.expect("a reason");
            return (frame.code.into(), frame.reason.to_string());
        }
    }
}

#[tokio::test]
async fn cut_offs_say_why_and_do_not_ask_to_come_back() {
    let open = Open::new(settings()).await;
    let too_long = || [Message::text("x".repeat(MAX_FRAME + 1))];
    let nonsense = || std::iter::repeat_n(Message::text("nonsense"), 60);
    let socketio = "/socket.io/?EIO=4&transport=websocket";
    for door in ["/ws", "/addon"] {
        let (code, reason) = closed_for(&open, door, too_long()).await;
        assert_eq!((code, reason.contains("too long")), (1009, true), "{door}: {reason}");
        let (code, reason) = closed_for(&open, door, nonsense()).await;
        assert_eq!((code, reason.contains("makes no sense")), (1008, true), "{door}: {reason}");
    }
    let (code, reason) = closed_for(&open, socketio, too_long()).await;
    assert_eq!((code, reason.contains("too long")), (1009, true), "{reason}");
    let (code, reason) = closed_for(&open, socketio, nonsense()).await;
    assert_eq!((code, reason.contains("protocol")), (1002, true), "{reason}");
    let unreadable = std::iter::repeat_n(Message::text("4nonsense"), 60);
    let (code, reason) = closed_for(&open, socketio, std::iter::once(Message::text("40")).chain(unreadable)).await;
    assert_eq!((code, reason.contains("makes no sense")), (1008, true), "{reason}");
}

#[tokio::test]
async fn too_many_commands_are_refused() {
    let mut slow = settings();
    slow.limits.commands_per_second = 5;
    let open = Open::new(slow).await;
    let mut mallory = open.player("Mallory").await;
    for n in 0..30 {
        let ping = json!({"id": format!("p{n}"), "do": "ping"}).to_string();
        mallory.connection.send_raw(Message::text(ping)).await.unwrap();
    }
    let code = answer(&mut mallory, Message::text(json!({"id": "last", "do": "ping"}).to_string())).await;
    assert_eq!(code.as_deref(), Some("too_fast"));
    assert!(mallory.frames.last().unwrap().contains("\"id\":\"p"), "every command is answered by its name");
}

#[tokio::test]
async fn more_windows_are_no_way_to_be_faster() {
    let mut slow = settings();
    slow.limits.commands_per_second = 1;
    let open = Open::new(slow).await;
    let mallory = open.visitor("Mallory").await;
    let (started, mut done) = (std::time::Instant::now(), 0);
    for name in ["one", "two", "three", "four", "five"] {
        let mut window = open.connect(mallory.clone(), name).await;
        for _ in 0..4 {
            done += u64::from(window.command(Command::Ping).await.is_ok());
        }
    }
    assert!(done >= 2, "a burst is fine");
    assert!(done <= 3 + started.elapsed().as_secs(), "{done} commands in {:?}", started.elapsed());
}

#[tokio::test]
async fn the_rules_refuse_with_their_codes() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let mut bea = open.player("Bea").await;
    let code = ada.open(&crate::common::wish("battleship", "voxel", vec![])).await;
    assert_eq!(ada.refused(ada.act_command(&Action::Ready)).await, "no_match");
    bea.sit(code).await;
    ada.begun().await;
    bea.begun().await;
    assert_eq!(ada.refused(ada.act_command(&json!({"fly": {}}))).await, "malformed_action");
    assert_eq!(ada.refused(ada.act_command(&json!({"fire": {"at": "Ä9"}}))).await, "malformed_action");
    assert_eq!(ada.refused(ada.act_command(&Action::Ready)).await, "missing_ship");
    let lone = Placement { ship: 0, at: Cell::new(0, 0), lies: parlor_battleship::Orientation::Horizontal };
    assert_eq!(ada.refused(ada.act_command(&Action::Place { ships: vec![lone] })).await, "missing_ship");
    ada.deploy().await;
    bea.deploy().await;
    let turn = ada.until_view(|view| view.turn).await;
    bea.until_view(|view| view.turn).await;
    let (first, second) = if turn == Seat(0) { (&mut ada, &mut bea) } else { (&mut bea, &mut ada) };
    let shot = Action::Fire { at: Cell::new(0, 0), pattern: 0 };
    assert_eq!(second.refused(second.act_command(&shot)).await, "not_your_turn");
    let outside = Action::Fire { at: Cell::new(25, 3), pattern: 0 };
    assert_eq!(first.refused(first.act_command(&outside)).await, "invalid_position");
    let unknown = Action::Fire { at: Cell::new(0, 0), pattern: 7 };
    assert_eq!(first.refused(first.act_command(&unknown)).await, "pattern_not_available");
    first.act(&shot).await.unwrap();
    assert!(second.my_turn().await);
    second.fire().await.unwrap();
    assert!(first.my_turn().await);
    assert_eq!(first.refused(first.act_command(&shot)).await, "cell_already_shot");
}

#[tokio::test]
async fn random_frames_never_stop_a_table() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let mut rng = Rng::new(7);
    let honest = json!({"id": "a", "do": {"act": {"table": ada.code(), "action": {"fire": {"at": "A1"}}}}}).to_string();
    for round in 0..300u32 {
        // A fresh connection now and then: patience ends, and that is right.
        if round % 40 == 0 {
            bea.connection.drop_connection();
            bea.connection.reconnect().await.unwrap();
        }
        let mut bytes = honest.clone().into_bytes();
        for _ in 0..=rng.below(4) {
            let place = rng.below(bytes.len() as u32) as usize;
            match rng.below(3) {
                0 => bytes[place] = 32 + rng.below(95) as u8,
                1 => drop(bytes.remove(place)),
                _ => bytes.insert(place, 32 + rng.below(95) as u8),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let _ = bea.connection.send_raw(Message::text(text)).await;
    }
    bea.connection.drop_connection();
    bea.connection.reconnect().await.unwrap();
    bea.until_view(|view| view.turn).await;
    // Some of the frames were shots after all, and may still be on their way: then the turn is not what it seems.
    let bea_plays = async {
        while bea.my_turn().await {
            let _ = bea.fire().await;
        }
    };
    tokio::join!(ada.play_to_the_end(), bea_plays);
    assert!(ada.view().outcome.is_some());
}

#[tokio::test]
async fn nobody_is_told_where_an_unsunk_enemy_ship_lies() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let mut eve = open.player("Eve").await;
    eve.follow(ada.code()).await;
    let fleets = [ada.view().fleets[0].clone().unwrap(), bea.view().fleets[1].clone().unwrap()];
    for player in [&mut ada, &mut bea, &mut eve] {
        player.frames.clear();
    }
    tokio::join!(ada.play_to_the_end(), bea.play_to_the_end());
    let code = ada.code();
    eve.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    for (seat, player) in [(Some(0), &ada), (Some(1), &bea), (None, &eve)] {
        for frame in &player.frames {
            let frame: Value = serde_json::from_str(frame).unwrap();
            let Some(events) = frame.pointer("/event/event/game").and_then(Value::as_array) else { continue };
            let over = events.iter().any(|event| event.get("over").is_some());
            for (owner, fleet) in fleets.iter().enumerate().filter(|(owner, _)| Some(*owner) != seat && !over) {
                let sunk: Vec<_> =
                    events.iter().filter_map(|event| event.pointer("/attacked/sunk")).map(Value::to_string).collect();
                for ship in fleet {
                    let told = serde_json::to_string(ship).unwrap();
                    let text = frame.to_string();
                    assert!(
                        !text.contains(&told) || sunk.iter().any(|sunk| sunk.contains(&told)),
                        "seat {owner}: {text}"
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn secret_actions_make_no_sound() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let mut bea = open.player("Bea").await;
    let mut eve = open.player("Eve").await;
    let code = ada.open(&crate::common::wish("battleship", "voxel", vec![])).await;
    eve.follow(code).await;
    bea.sit(code).await;
    for player in [&mut ada, &mut bea, &mut eve] {
        player.begun().await;
    }
    let seen = |player: &mut Player| player.session().table(code).unwrap().seen;
    let (before_ada, before_eve) = (seen(&mut ada), seen(&mut eve));
    for _ in 0..5 {
        bea.act(&Action::AutoPlace).await.unwrap();
    }
    bea.command(TableCommand::Chat { text: "thinking".into(), room: None }.at(code)).await.unwrap();
    for (player, before) in [(&mut ada, before_ada), (&mut eve, before_eve)] {
        player.frames.clear();
        player.until(|session| session.table(code)?.chat.last().map(drop)).await;
        assert_eq!(player.frames.len(), 1, "nothing but the chat arrives: {:?}", player.frames);
        assert_eq!(seen(player).seq, before.seq + 1, "not even a number is skipped");
    }
    // The log would tell all of it, so it is withheld for now.
    let id = ada.info().match_id.unwrap();
    let error = ada.visitor.get_text(&format!("/api/matches/{id}/log")).await.unwrap_err();
    assert_eq!(error.code(), Some("match_running"));
}

#[tokio::test]
async fn strangers_cannot_open_a_socket() {
    let open = Open::new(settings()).await;
    let url = format!("{}/ws", open.base.replacen("http", "ws", 1));
    let error = tokio_tungstenite::connect_async(url).await.expect_err("no token");
    assert!(error.to_string().contains("401"), "{error}");
    let mut player = open.player("Ada").await;
    player.connection.drop_connection();
    assert!(matches!(player.command(Command::Ping).await, Err(NativeError::Closed)));
}

/// Words that only a parser says.
const OF_A_PARSER: [&str; 8] =
    ["expected", "column", "line 1", "missing field", "unknown", "invalid type", "EOF", "deserialize"];

#[tokio::test]
async fn parsers_do_not_speak_to_players() {
    let open = Open::new(settings()).await;
    let mut mallory = open.player("Mallory").await;
    let mut sentences = Vec::new();
    for text in ["{", "{}", "nonsense", r#"{"id":"a","do":{"shout":1}}"#, r#"{"id":"a","do":{"sit":{"table":7}}}"#] {
        mallory.connection.send_raw(Message::text(text)).await.unwrap();
        let (refused, _) = mallory.connection.next().await.unwrap();
        sentences.push(refused);
    }
    let (polling, _) = Polling::open(&open, json!({ "name": "Eve" })).await;
    sentences.push(polling.emit(json!(["command", {"id": "a", "do": {"shout": 1}}])).await);
    let http = reqwest::Client::new();
    for (path, body) in [("login", "{"), ("login", "{}"), ("login", r#"{"name":1}"#), ("guest", r#"{"name":7}"#)] {
        let request = http.post(format!("{}/api/{path}", open.base)).header("content-type", "application/json");
        sentences.push(request.body(body).send().await.unwrap().text().await.unwrap());
    }
    for path in ["api/leaderboards/battleship?by=x", "api/people?name=%FF&limit=x", "addon?token=a&token=b"] {
        let asked = http.get(format!("{}/{path}", open.base));
        let upgrade = [("connection", "upgrade"), ("upgrade", "websocket"), ("sec-websocket-version", "13")];
        let asked = upgrade.iter().fold(asked, |asked, (name, value)| asked.header(*name, *value));
        let answer = asked.header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==").send().await.unwrap();
        assert!(answer.status().is_client_error(), "{path}");
        sentences.push(answer.text().await.unwrap());
    }
    for sentence in sentences {
        let leaked: Vec<_> = OF_A_PARSER.into_iter().filter(|word| sentence.contains(word)).collect();
        assert!(leaked.is_empty() && sentence.contains("code"), "{sentence}");
    }
}
