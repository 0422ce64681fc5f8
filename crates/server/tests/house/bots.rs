//! Bots with accounts: their owners, their tokens, and what each token may be used for.

use crate::common::{Open, Player, api::account, polling::Polling, settings, wish};
use parlor_client::native::NativeError;
use parlor_kernel::Seat;
use parlor_wire::{
    Command, EscrowStep, InvitationId, Invitee, Kind, Occupant, Pace, TableCode, TableCommand,
    http::{BotInfo, OpenTable, Scope},
};
use serde_json::{json, value::to_raw_value};

#[tokio::test]
async fn a_bot_plays_like_anyone_and_is_marked() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let bot = ada.bot("Robot").await;
    assert_eq!((bot.person.kind, bot.tokens.len()), (Kind::Bot, 0));
    let made = ada.bot_token(&bot, &Scope::ALL).await;
    assert!(made.token.starts_with("parlor_bot_"), "a leaked one is recognised");
    assert_eq!((made.info.label.as_str(), made.info.scopes.as_slice()), ("test", &Scope::ALL[..]));
    let robot = ada.with(&made.token);
    assert_eq!(robot.me().await, bot.person);
    let (mut eve, mut robot) = (open.player("Eve").await, robot.player(&open).await);
    let code = eve.open(&wish("battleship", "voxel", vec![])).await;
    robot.sit(code).await;
    eve.deploy().await;
    robot.deploy().await;
    tokio::join!(eve.play_to_the_end(), robot.play_to_the_end());
    let occupant = eve.info().seats[1].occupant.clone();
    assert!(matches!(occupant, Occupant::Person { kind: Kind::Bot, .. }), "{occupant:?}");
    let listed: Vec<BotInfo> = ada.get("/api/me/bots").await.is(200).json();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].tokens, std::slice::from_ref(&made.info));
    // Tokens are taken back one by one, at once.
    let path = format!("/api/me/bots/{}/tokens/{}", bot.person.id, made.info.id);
    ada.delete(&path).await.is(204);
    ada.delete(&path).await.is(404);
    while robot.connection.next().await.is_ok() {}
    assert_eq!(ada.with(&made.token).get("/api/me").await.code(), "not_signed_in");
}

#[tokio::test]
async fn deleting_a_bot_stands_it_up() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let bot = ada.bot("Robot").await;
    let token = ada.bot_token(&bot, &[Scope::Play, Scope::Read]).await.token;
    let mut robot = ada.with(token).player(&open).await;
    let mut eve = open.player("Eve").await;
    let code = eve.open(&wish("battleship", "voxel", vec![])).await;
    robot.sit(code).await;
    eve.begun().await;
    ada.delete(&format!("/api/me/bots/{}", bot.person.id)).await.is(204);
    eve.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    while robot.connection.next().await.is_ok() {}
    ada.bot("Robot").await;
}

#[tokio::test]
async fn bots_are_counted_and_belong_to_accounts() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let guest = ada.with(open.visitor("Guest").await.token());
    let make = json!({"name": "Robot"});
    assert_eq!(guest.post("/api/me/bots", make.clone()).await.refusal(), (403, "account_needed".into()));
    let first = ada.bot("Robot").await;
    assert_eq!(ada.post("/api/me/bots", json!({"name": "aDA"})).await.refusal(), (409, "name_taken".into()));
    assert_eq!(ada.post("/api/me/bots", json!({"name": "a@b"})).await.refusal(), (422, "bad_name".into()));
    let second = ada.bot("Robot 1").await;
    for number in 2..10 {
        ada.bot(&format!("Robot {number}")).await;
    }
    assert_eq!(ada.post("/api/me/bots", json!({"name": "Last"})).await.refusal(), (409, "too_many_bots".into()));
    let tokens = format!("/api/me/bots/{}/tokens", first.person.id);
    for _ in 0..10 {
        ada.bot_token(&first, &[Scope::Read]).await;
    }
    let one_more = json!({"label": "x", "scopes": ["read"]});
    assert_eq!(ada.post(&tokens, one_more.clone()).await.refusal(), (409, "too_many_tokens".into()));
    let bea = account(&open, "Bea").await;
    assert_eq!(bea.post(&tokens, one_more).await.refusal(), (404, "not_found".into()), "bots of others do not exist");
    let tokens = format!("/api/me/bots/{}/tokens", second.person.id);
    for (body, code) in [
        (json!({"label": "x", "scopes": []}), "no_scopes"),
        (json!({"label": " ", "scopes": ["read"]}), "bad_label"),
        (json!({"label": "x", "scopes": ["everything"]}), "bad_body"),
    ] {
        assert_eq!(ada.post(&tokens, body).await.refusal(), (422, code.into()));
    }
}

#[tokio::test]
async fn bots_own_nothing() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let bot = ada.bot("Robot").await;
    let robot = ada.with(ada.bot_token(&bot, &Scope::ALL).await.token);
    let missing = (403, "scope_missing".to_owned());
    for path in ["/api/me/bots", "/api/me/sessions", "/api/me/account", "/api/me/export"] {
        assert_eq!(robot.get(path).await.refusal(), missing, "{path}");
    }
    let posts = [
        ("/api/me/bots", json!({"name": "Robot's robot"})),
        ("/api/register", json!({"name": "Freedom", "password": "correct horse"})),
        ("/api/logout", json!({"everywhere": true})),
        ("/api/me/password", json!({"current": "correct horse", "new": "another horse"})),
    ];
    for (path, body) in posts {
        assert_eq!(robot.post(path, body).await.refusal(), missing, "{path}");
    }
    assert_eq!(robot.patch("/api/me", json!({"name": "Tin"})).await.refusal(), missing);
    assert_eq!(robot.ask(reqwest::Method::DELETE, "/api/me", Some(json!({}))).await.refusal(), missing);
    assert_eq!(robot.login("Robot", "correct horse").await.refusal(), (401, "wrong_password".into()));
    robot.post("/api/tables", json!({"game": "battleship"})).await.is(201);
}

/// Every command there is, with the scope it needs.
fn commands(table: TableCode) -> Vec<(Command, Option<Scope>)> {
    let (seat, action) = (Seat(1), to_raw_value("ready").unwrap());
    let invitation = InvitationId(1);
    vec![
        (Command::Ping, None),
        (Command::Watch { table, seen: None }, Some(Scope::Read)),
        (Command::Unwatch { table }, Some(Scope::Read)),
        (TableCommand::Sit { seat: None }.at(table), Some(Scope::Play)),
        (TableCommand::Stand.at(table), Some(Scope::Play)),
        (TableCommand::Ready { ready: true }.at(table), Some(Scope::Play)),
        (TableCommand::SeatBot { seat, level: None }.at(table), Some(Scope::Play)),
        (TableCommand::Kick { seat }.at(table), Some(Scope::Play)),
        (TableCommand::Act { action, at: None }.at(table), Some(Scope::Play)),
        (TableCommand::Hurry.at(table), Some(Scope::Play)),
        (TableCommand::Escrow { step: EscrowStep::Deposit }.at(table), Some(Scope::Play)),
        (Player::seek("chess", false), Some(Scope::Play)),
        (Command::Unseek, Some(Scope::Play)),
        (
            Command::Invite { to: Invitee::Name("Nobody".into()), wish: OpenTable::default(), pace: Pace::Live },
            Some(Scope::Play),
        ),
        (Command::AcceptInvitation { invitation }, Some(Scope::Play)),
        (Command::DeclineInvitation { invitation }, Some(Scope::Play)),
        (Command::WithdrawInvitation { invitation }, Some(Scope::Play)),
        (TableCommand::Chat { text: "hello".into(), room: None }.at(table), Some(Scope::Chat)),
    ]
}

#[tokio::test]
async fn tokens_do_what_their_scopes_say_and_no_more() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let bot = ada.bot("Robot").await;
    let mut eve = open.player("Eve").await;
    let code = eve.open(&wish("battleship", "voxel", vec![])).await;
    for scope in Scope::ALL {
        let token = ada.bot_token(&bot, &[scope]).await.token;
        let robot = ada.with(&token);
        let read = robot.get("/api/me").await;
        let open_table = robot.post("/api/tables", json!({"game": "chess"})).await;
        assert_eq!(read.status.as_u16(), if scope == Scope::Read { 200 } else { 403 });
        assert_eq!(open_table.code(), if scope == Scope::Play { "unknown_game" } else { "scope_missing" });
        let visitor = eve.visitor.with(&token);
        let mut player = open.connect(visitor, "robot").await;
        for (command, needed) in commands(code) {
            let text = format!("{command:?}");
            let refused = match player.command(command).await {
                Err(NativeError::Refused { code, .. }) => code == "scope_missing",
                other => {
                    other.unwrap();
                    false
                }
            };
            assert_eq!(refused, needed.is_some_and(|needed| needed != scope), "{scope:?}: {text}");
        }
    }
}

#[tokio::test]
async fn the_socketio_door_knows_scopes_and_sessions_too() {
    let open = Open::new(settings()).await;
    let ada = account(&open, "Ada").await;
    let bot = ada.bot("Robot").await;
    let mut eve = open.player("Eve").await;
    let table = eve.open(&wish("battleship", "voxel", vec![])).await;
    let command = |id: &str, command: Command| json!(["command", {"id": id, "do": command}]);
    let made = ada.bot_token(&bot, &[Scope::Read]).await;
    let (reader, said) = Polling::open(&open, json!({ "token": made.token })).await;
    assert!(said.starts_with("40"), "{said}");
    for event in [json!(["createRoom"]), json!(["joinRoom", table]), json!(["requestGameState"])] {
        let heard = reader.emit(event.clone()).await;
        assert!(heard.contains("scope_missing"), "{event}: {heard}");
    }
    let sit = reader.emit(command("a", TableCommand::Sit { seat: None }.at(table))).await;
    assert!(sit.contains("scope_missing"), "{sit}");
    let watch = reader.emit(command("b", Command::Watch { table, seen: None })).await;
    assert!(!watch.contains("scope_missing"), "{watch}");
    // Taken back, it is cut off at once and does not come in again.
    ada.delete(&format!("/api/me/bots/{}/tokens/{}", bot.person.id, made.info.id)).await.is(204);
    let cut = async {
        loop {
            let (status, heard) = reader.hear().await;
            if status != 200 || heard.split('\u{1e}').any(|packet| packet == "41") {
                break;
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(5), cut).await.expect("it is cut at once");
    for token in [made.token.as_str(), "garbage"] {
        let (_, said) = Polling::open(&open, json!({ "token": token })).await;
        assert!(said.starts_with("44"), "{said}");
    }
    // A token that may not play neither sees the room of one that may nor takes it over.
    let token = ada.bot_token(&bot, &[Scope::Read, Scope::Play]).await.token;
    let (player, _) = Polling::open(&open, json!({ "token": token })).await;
    assert!(player.emit(json!(["createRoom"])).await.contains("roomCode"));
    let token = ada.bot_token(&bot, &[Scope::Chat]).await.token;
    let (talker, _) = Polling::open(&open, json!({ "token": token })).await;
    let heard = talker.emit(json!(["requestGameState"])).await;
    assert!(heard.contains("scope_missing") && !heard.contains("gameState"), "{heard}");
    let heard = player.emit(json!(["requestGameState"])).await;
    assert!(heard.contains("\"success\":true"), "{heard}");
    // Guests of this door cannot take the name of an account.
    let (_, said) = Polling::open(&open, json!({ "name": "ADA" })).await;
    assert!(said.starts_with("44") && said.contains("name"), "{said}");
}
