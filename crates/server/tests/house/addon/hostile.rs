//! Input that no honest client would send to the addon door. Players play on, and nothing is lost.

use crate::{
    addon::client::{Addon, PATIENCE},
    common::{Open, duel, settings},
};
use parlor_kernel::Rng;
use parlor_wire::MAX_FRAME;
use tokio::time::timeout;
use tokio_tungstenite::{connect_async, tungstenite::Message};

#[tokio::test]
async fn what_makes_no_sense_is_refused_with_its_code_and_the_game_goes_on() {
    let open = Open::new(settings()).await;
    let (mut one, mut two) = duel(&open).await;
    let mut mallory = Addon::enter(&open, "Mallory").await;
    let code = one.code();
    let cases = [
        ("", "malformed_frame"),
        ("nonsense", "malformed_frame"),
        ("GMOV:1:BATTLESHIP", "malformed_frame"),
        ("GMOV:2:BATTLESHIP:ABCDEF:SHOT|1|1", "bad_version"),
        ("XMOV:1:BATTLESHIP:ABCDEF:SHOT|1|1", "unknown_type"),
        ("GMOV:1:CHESS:ABCDEF:E4", "unknown_game_type"),
        ("GINV:1:::BOT|easy", "unknown_game_type"),
        ("GINV:1:BATTLESHIP::BOT|nobody", "unknown_bot"),
        ("GINV:1:BATTLESHIP::BOT|easy|preset=nope", "unknown_preset"),
        ("GINV:1:BATTLESHIP::BOT|easy|nope=1", "unknown_option"),
        ("GINV:1:BATTLESHIP::BOT|easy|width=900", "bad_options"),
        ("GINV:1:BATTLESHIP::BOT|easy|rated=maybe", "bad_options"),
        ("GINV:1:TETRIS::BOT|easy|preset=challenge", "other_game"),
        ("GINV:1:SCORE_TETRIS::BOT|easy|preset=hope", "other_game"),
        ("GINV:1:BATTLESHIP::FROM|Ada|60", "house_says"),
        ("GACC:1:BATTLESHIP:nope:", "bad_game_id"),
        ("GACC:1:BATTLESHIP::", "bad_game_id"),
        ("GACC:1:BATTLESHIP:ZZZZZZ:", "unknown_table"),
        ("GACC:1:BATTLESHIP:0123456789abcdef:", "unknown_invitation"),
        ("GDEC:1:BATTLESHIP:0123456789abcdef:", "unknown_invitation"),
        ("GDEC:1:BATTLESHIP::", "no_invitation"),
        ("GDEC:1:::WITHDRAW", "no_invitation"),
        ("GSYNC:1:BATTLESHIP:ZZZZZZ:", "unknown_table"),
        ("GSYNC:1:BATTLESHIP:ZZZZZZ:END", "house_says"),
        ("GSTA:1:BATTLESHIP:ZZZZZZ:TURN|1", "house_says"),
        ("GSTA:1:BATTLESHIP:ZZZZZZ:READY", "unknown_table"),
        ("GCHAT:1:BATTLESHIP:ZZZZZZ:hello", "unknown_table"),
        ("GCHAT:1:BATTLESHIP:ZZZZZZ:Ada|hello", "extra_field"),
        ("GEND:1:BATTLESHIP:ZZZZZZ:LEAVE", "unknown_table"),
        ("GMOV:1:BATTLESHIP:ZZZZZZ:SHOT|1|1", "not_here"),
        // Words has frames of its own.
        ("GMOV:1:WORDS:abc234:DRAGON|H|8|8|26", "not_here"),
        ("GMOV:1:WORDS:abc234:PASS", "not_here"),
        ("WINV:1:WORDS::state", "unknown_word"),
        ("WINV:1:WORDS::", "bad_options"),
        ("WINV:1:PONG::PLAYER|Bea", "other_game"),
        ("WINV:1:WORDS::PLAYER|Zoe", "unknown_person"),
        ("WACC:1:WORDS:abc234:", "unknown_table"),
        ("WDEC:1:WORDS:abc234:", "bad_game_id"),
        ("WDEC:1:WORDS::", "no_invitation"),
        ("WSYNC:1:WORDS:abc234:state", "unknown_table"),
        // Games that addons have no words for, yet.
        ("GINV:1:MAHJONG::", "not_in_house"),
        ("GMOV:1:CODENAMES:abc123:whale", "not_here"),
    ];
    for (line, expected) in cases {
        mallory.say(line).await;
        assert_eq!(mallory.error().await, expected, "{line}");
    }
    mallory.raw(Message::binary(vec![0, 159])).await;
    assert_eq!(mallory.error().await, "text_only");
    // Well-formed, but not hers to say.
    (mallory.game, mallory.code) = ("BATTLESHIP", code.to_string());
    mallory.send("GSYNC", "").await;
    mallory.synced().await;
    for (kind, data, expected) in [
        ("GMOV", "SHOT|1|1", "not_seated"),
        ("GMOV", "SHOT|0|1", "invalid_position"),
        ("GMOV", "SURRENDER", "not_seated"),
        ("GMOV", "BOARD|10|10", "not_a_move"),
        ("GSTA", "PAUSE", "not_a_move"),
        ("GSTA", "KICK|1", "not_host"),
        ("GSTA", "BOT|1|easy", "not_host"),
        ("GSTA", "HURRY", "not_seated"),
        ("GACC", "", "match_running"),
    ] {
        mallory.send(kind, data).await;
        assert_eq!(mallory.error().await, expected, "{kind} {data}");
    }
    mallory.game = "PONG";
    mallory.send("GMOV", "UP").await;
    assert_eq!(mallory.error().await, "other_game");
    tokio::join!(one.play_to_the_end(), two.play_to_the_end());
    assert_eq!(one.view().outcome, two.view().outcome);
}

#[tokio::test]
async fn oversized_messages_and_endless_nonsense_end_the_connection() {
    let open = Open::new(settings()).await;
    let mut mallory = Addon::enter(&open, "Mallory").await;
    mallory.say(&format!("GCHAT:1:PONG:ABCDEF:{}", "x".repeat(8_000))).await;
    assert_eq!(mallory.error().await, "frame_too_long");
    mallory.raw(Message::text("x".repeat(MAX_FRAME + 1))).await;
    while mallory.try_next().await.is_some() {}
    // Thousands of lines in one message are no way around patience.
    let mut mallory = Addon::enter(&open, "Mallory").await;
    mallory.raw(Message::text("x\n".repeat(8_000))).await;
    let mut refusals = 0;
    while mallory.try_next().await.is_some() {
        refusals += 1;
    }
    assert!(refusals <= 50, "patience ends: {refusals}");
    // And the house is still there.
    Addon::enter(&open, "Ada").await.invite("DEATH_ROLL", "BOT|easy").await;
}

#[tokio::test]
async fn too_many_frames_are_refused() {
    let mut slow = settings();
    slow.limits.commands_per_second = 5;
    let open = Open::new(slow).await;
    let mut mallory = Addon::enter(&open, "Mallory").await;
    let lines = vec!["GSYNC:1:::"; 30].join("\n");
    mallory.say(&lines).await;
    assert_eq!(mallory.error().await, "too_fast");
}

#[tokio::test]
async fn random_frames_never_stop_a_table() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    ada.invite("DEATH_ROLL", "PRIVATE|start=1000000").await;
    let mut bea = open.player("Bea").await;
    bea.sit(ada.code.parse().unwrap()).await;
    ada.begun().await;
    let mut rng = Rng::new(7);
    let honest = [
        format!("GMOV:1:DEATH_ROLL:{}:1|1000000", ada.code),
        format!("GSTA:1:DEATH_ROLL:{}:READY", ada.code),
        format!("GSYNC:1:DEATH_ROLL:{}:", ada.code),
        "GINV:1:DEATH_ROLL::BOT|easy|start=1000".to_owned(),
    ];
    for round in 0..300u32 {
        // A fresh connection now and then: patience ends, and that is right.
        if round % 40 == 0 {
            ada.come_back().await;
        }
        let mut bytes = honest[rng.below(4) as usize].clone().into_bytes();
        for _ in 0..=rng.below(4) {
            let place = rng.below(bytes.len() as u32) as usize;
            match rng.below(3) {
                0 => bytes[place] = 32 + rng.below(95) as u8,
                1 => drop(bytes.remove(place)),
                _ => bytes.insert(place, 32 + rng.below(95) as u8),
            }
        }
        ada.say(&String::from_utf8_lossy(&bytes)).await;
    }
    ada.come_back().await;
    ada.send("GSYNC", "").await;
    ada.synced().await;
    ada.send("GMOV", "SURRENDER").await;
    let code = bea.code();
    bea.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
}

#[tokio::test]
async fn strangers_stay_outside() {
    let mut strict = settings();
    strict.addon.guests = false;
    let open = Open::new(strict).await;
    let base = open.base.replacen("http", "ws", 1);
    for query in ["", "?token=", "?token=abc", "?name=Ada"] {
        let error = connect_async(format!("{base}/addon{query}")).await.expect_err(query);
        assert!(error.to_string().contains("401"), "{query}: {error}");
    }
    let ada = open.visitor("Ada").await;
    connect_async(format!("{base}/addon?token={}", ada.token())).await.unwrap();
    // A page of another site cannot use a visitor's cookie.
    use tokio_tungstenite::tungstenite::client::IntoClientRequest;
    let mut request = format!("{base}/addon").into_client_request().unwrap();
    request.headers_mut().insert("cookie", format!("parlor_session={}", ada.token()).parse().unwrap());
    request.headers_mut().insert("origin", "https://elsewhere.example".parse().unwrap());
    let error = connect_async(request).await.expect_err("another site");
    assert!(error.to_string().contains("403"), "{error}");
}

#[tokio::test]
async fn a_session_that_ends_takes_its_addon_with_it() {
    let open = Open::new(settings()).await;
    let mut ada = Addon::enter(&open, "Ada").await;
    let http = reqwest::Client::new();
    let logout = http.post(format!("{}/api/logout", open.base)).bearer_auth(&ada.token);
    assert!(logout.json(&serde_json::json!({})).send().await.unwrap().status().is_success());
    assert!(ada.try_next().await.is_none());
}

/// Makes a table with as much to tell about it as talk can make.
async fn wordy_table(addon: &mut Addon) {
    addon.invite("DEATH_ROLL", "PRIVATE").await;
    for _ in 0..20 {
        addon.send("GCHAT", &"\u{1F3B2}".repeat(500)).await;
    }
    for _ in 0..20 {
        addon.heard("GCHAT", "").await;
    }
}

#[tokio::test]
async fn a_table_is_told_once_however_often_a_message_asks_for_it() {
    let mut talkative = settings();
    talkative.limits.chat_per_ten_seconds = 10_000;
    let open = Open::new(talkative).await;
    let mut mallory = Addon::enter(&open, "Mallory").await;
    wordy_table(&mut mallory).await;
    mallory.lines.clear();
    let ask = format!("GSYNC:1:DEATH_ROLL:{}:\nGSYNC:1:::", mallory.code);
    mallory.say(&vec![ask; 50].join("\n")).await;
    mallory.until_line("GSYNC:1:::END").await;
    mallory.say("nonsense").await;
    assert_eq!(mallory.error().await, "malformed_frame");
    let told = mallory.lines.iter().filter(|line| line.contains(":BEGIN|")).count();
    assert_eq!(told, 1, "{:?}", mallory.lines.len());
}

#[tokio::test]
async fn who_asks_and_does_not_read_is_cut_off() {
    let mut patient = settings();
    patient.limits.chat_per_ten_seconds = 10_000;
    (patient.times.ping_ms, patient.times.pong_ms) = (3_600_000, 3_600_000);
    let open = Open::new(patient).await;
    let mut mallory = Addon::enter(&open, "Mallory").await;
    for _ in 0..10 {
        wordy_table(&mut mallory).await;
    }
    let mut eve = open.player("Eve").await;
    eve.follow(mallory.code.parse().unwrap()).await;
    // Each is answered with 400 KB: more than all buffers of the network hold, and far fewer than a queue's frames.
    for _ in 0..100 {
        mallory.say("GSYNC:1:::").await;
    }
    let code = eve.code();
    let gone = eve.until(|session| session.table(code)?.info.seats.first().filter(|seat| !seat.connected).map(drop));
    timeout(PATIENCE, gone).await.expect("she is not there any more");
}
