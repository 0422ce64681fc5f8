//! Looking after the house through its API: roles, and what each may do.

use crate::common::{
    Open,
    api::{Asker, PASSWORD, account},
    duel, eventually, settings,
};
use parlor_store::{Ending, NewSession, Role, Scopes, Session, SessionId, SessionRow, User, Write};
use parlor_wire::{
    Kind, TableCommand, UserId,
    frame::SIGNED_OUT,
    http::{AuditPage, HouseFigures, KeptPerson, PasswordMade, Purse, ReportInfo, Role as Told, Scope},
};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

async fn with_role(open: &Open, name: &str, role: Role) -> Asker {
    let asker = account(open, name).await;
    let user = asker.me().await.id;
    open.house.store.write(vec![Write::SetRole { user, role: Some(role) }]).await.unwrap();
    asker
}

async fn put(asker: &Asker, path: &str, body: Value) -> (u16, String) {
    let answer = asker.ask(Method::PUT, path, Some(body)).await;
    if answer.status.is_success() { (answer.status.as_u16(), String::new()) } else { answer.refusal() }
}

fn no(code: &str) -> (u16, String) {
    let status = if code == "not_allowed" { 403 } else { 422 };
    (status, code.into())
}

#[tokio::test]
async fn each_role_may_do_what_is_its_own_and_all_of_it_is_written_down() {
    let open = Open::new(settings()).await;
    let root = with_role(&open, "Root", Role::Admin).await;
    let mod_ = with_role(&open, "Mods", Role::Moderator).await;
    let eve = account(&open, "Eve").await;
    let bot = eve.bot("Evebot").await;
    let token = eve.bot_token(&bot, &[Scope::Read, Scope::Play]).await;
    let (eve_id, root_id, mod_id) = (eve.me().await.id, root.me().await.id, mod_.me().await.id);
    let of = |id, what: &str| format!("/api/admin/people/{id}/{what}");
    let ban = || json!({"reason": "rude", "hours": 2});

    let figures: HouseFigures = mod_.get("/api/admin").await.is(200).json();
    assert_eq!((figures.role, figures.reports), (Told::Moderator, 0));
    // What is for admins is not for moderators, and those with a role answer to admins alone.
    for (path, body) in [(of(eve_id, "role"), json!({"role": "moderator"})), (of(root_id, "ban"), ban())] {
        assert_eq!(put(&mod_, &path, body).await, no("not_allowed"), "{path}");
    }
    assert_eq!(mod_.post(&of(eve_id, "gold"), json!({"gold": 5, "reason": "x"})).await.refusal(), no("not_allowed"));
    assert_eq!(mod_.ask(Method::POST, &of(eve_id, "password"), None).await.refusal(), no("not_allowed"));
    assert_eq!(put(&root, &of(root_id, "ban"), ban()).await, no("not_yourself"));
    assert_eq!(put(&root, &of(root_id, "role"), json!({"role": "moderator"})).await, no("not_yourself"));
    assert_eq!(put(&mod_, &of(eve_id, "ban"), json!({"reason": ""})).await, no("bad_reason"));
    assert_eq!(put(&mod_, &of(eve_id, "ban"), json!({"reason": "x", "hours": 0})).await, no("bad_hours"));
    assert_eq!(root.post(&of(eve_id, "gold"), json!({"gold": 0, "reason": "x"})).await.refusal(), no("bad_amount"));
    let nothing: AuditPage = root.get("/api/admin/audit").await.is(200).json();
    assert!(nothing.lines.is_empty(), "what was refused has not been done: {nothing:?}");

    // A ban ends what is open and keeps the account and its bots out.
    let mut playing = eve.player(&open).await;
    assert_eq!(put(&mod_, &of(eve_id, "ban"), ban()).await.0, 204);
    let end = loop {
        if let Err(end) = playing.next().await {
            break end;
        }
    };
    assert!(end.to_string().contains("signed") || format!("{end:?}").contains(&SIGNED_OUT.to_string()), "{end:?}");
    assert_eq!(eve.get("/api/me").await.refusal(), (401, "not_signed_in".into()));
    assert_eq!(eve.with(token.token.clone()).get("/api/me").await.refusal(), (401, "not_signed_in".into()));
    let refused = eve.login("Eve", PASSWORD).await;
    assert_eq!(refused.refusal(), (403, "banned".into()));
    assert!(refused.text.contains("rude") && refused.text.contains("until"), "{refused:?}");
    assert_eq!(eve.login("Eve", "wrong horse").await.refusal(), (401, "wrong_password".into()), "told to Eve alone");
    let banned: Vec<KeptPerson> = mod_.get("/api/admin/people?who=banned").await.is(200).json();
    assert_eq!((banned.len(), banned[0].person.id, banned[0].here), (1, eve_id, false));
    mod_.delete(&of(eve_id, "ban")).await.is(204);
    assert_eq!(mod_.delete(&of(eve_id, "ban")).await.refusal(), (409, "not_banned".into()));
    let eve = eve.logged_in("Eve").await;

    let before = eve.get("/api/me/purse").await.is(200).json::<Purse>().balance;
    root.post(&of(eve_id, "gold"), json!({"gold": 250, "reason": "won the cup"})).await.is(204);
    assert_eq!(eve.get("/api/me/purse").await.is(200).json::<Purse>().balance, before + 250);
    assert!(open.house.store.audit().await.unwrap().faults.is_empty(), "the books balance");
    let made: PasswordMade = root.ask(Method::POST, &of(eve_id, "password"), None).await.is(200).json();
    assert_eq!(eve.get("/api/me").await.refusal(), (401, "not_signed_in".into()));
    eve.login("Eve", &made.password).await.is(200);

    assert_eq!(put(&root, &of(eve_id, "role"), json!({"role": "moderator"})).await.0, 204);
    root.delete(&of(mod_id, "role")).await.is(204);
    assert_eq!(mod_.get("/api/admin").await.refusal(), no("not_allowed"), "at once");
    let staff: Vec<KeptPerson> = root.get("/api/admin/people?who=staff").await.is(200).json();
    assert_eq!(staff.iter().map(|kept| kept.person.name.as_str()).collect::<Vec<_>>(), ["Eve", "Root"]);
    let found: Vec<KeptPerson> = root.get("/api/admin/people?find=ev").await.is(200).json();
    assert_eq!(found.iter().map(|kept| kept.person.name.as_str()).collect::<Vec<_>>(), ["Eve", "Evebot"]);

    let audit = root.get("/api/admin/audit").await.is(200);
    assert!(!audit.text.contains(&made.password), "no secret is written down");
    let told: AuditPage = audit.json();
    let told: Vec<_> =
        told.lines.iter().map(|line| (line.actor_name.as_str(), line.action.as_str(), line.note.as_str())).collect();
    let expected = [
        ("Root", "demote", ""),
        ("Root", "promote", "moderator"),
        ("Root", "password", ""),
        ("Root", "grant", "250 gold: won the cup"),
        ("Mods", "unban", ""),
        ("Mods", "ban", "2 h: rude"),
    ];
    assert_eq!(told, expected);
}

#[tokio::test]
async fn a_banned_program_gets_no_token_until_the_ban_is_over() {
    let open = Open::new(settings()).await;
    let mods = with_role(&open, "Mods", Role::Moderator).await;
    let eve = account(&open, "Eve").await;
    let bot = eve.bot("Evebot").await;
    let token = eve.bot_token(&bot, &[Scope::Read]).await.token;
    let ban = format!("/api/admin/people/{}/ban", bot.person.id);
    assert_eq!(put(&mods, &ban, json!({"reason": "floods the chat"})).await.0, 204);
    assert_eq!(eve.with(token).get("/api/me").await.refusal(), (401, "not_signed_in".into()));
    let path = format!("/api/me/bots/{}/tokens", bot.person.id);
    let wish = || json!({"label": "again", "scopes": ["read"]});
    assert_eq!(eve.post(&path, wish()).await.refusal(), (403, "banned".into()));
    mods.delete(&ban).await.is(204);
    eve.post(&path, wish()).await.is(201);
}

#[tokio::test]
async fn a_sign_out_from_elsewhere_is_noticed_in_a_crowd() {
    let mut settings = settings();
    settings.limits.connections_per_address = 10_000;
    let open = Open::new(settings).await;
    let (mut writes, mut sessions) = (Vec::new(), Vec::new());
    for number in 1..=2_000 {
        let user = User { id: UserId(number), name: format!("Guest {number}"), kind: Kind::Guest };
        let row = SessionRow { id: SessionId(number), label: String::new(), scopes: Scopes::OWNER, created_at: 1 };
        let mut token = [0; 32];
        token[..8].copy_from_slice(&number.to_le_bytes());
        writes.push(Write::AddUser { user: user.clone(), owner: None, at: 1 });
        writes.push(Write::AddSession { user: user.id, session: NewSession { row: row.clone(), token } });
        sessions.push(Session { id: row.id, user, scopes: row.scopes });
    }
    open.house.store.write(writes).await.unwrap();
    let mut connected = Vec::new();
    for session in &sessions {
        let endings = open.house.presence.endings();
        connected.push(open.house.connect(session, [127, 0, 0, 1].into(), endings).await.unwrap());
    }
    let last = sessions.last().unwrap().user.id;
    open.house.store.write(vec![Write::EndSessions { user: last, ending: Ending::All }]).await.unwrap();
    open.house.check_some_sessions(None).await;
    let cut = connected.iter().filter(|connected| connected.over().is_cancelled()).count();
    assert!(cut == 1 && connected.last().unwrap().over().is_cancelled(), "{cut} were cut");
}

#[tokio::test]
async fn a_table_is_closed_in_the_middle_of_a_match_and_a_report_after_it_was_read() {
    let open = Open::new(settings()).await;
    let mods = with_role(&open, "Mods", Role::Moderator).await;
    let (mut ada, mut bea) = duel(&open).await;
    let code = ada.code();
    let about = json!({"table": code, "about": {"person": ada.visitor.me().id}, "reason": "abuse"});
    Asker::stranger(&open).with(bea.visitor.token()).post("/api/reports", about).await.is(204);
    let reports: Vec<ReportInfo> = mods.get("/api/admin/reports").await.is(200).json();
    assert_eq!((reports.len(), reports[0].about.id), (1, ada.visitor.me().id));
    mods.ask(Method::POST, &format!("/api/admin/reports/{}/close", reports[0].id), None).await.is(204);
    assert_eq!(mods.get("/api/admin/reports").await.is(200).text, "[]");

    assert!(mods.get("/api/admin/tables").await.is(200).text.contains(&code.to_string()), "private ones, too");
    let path = format!("/api/admin/tables/{code}/close");
    mods.post(&path, json!({"reason": "It is late."})).await.is(204);
    for player in [&mut ada, &mut bea] {
        player.until(|session| session.table(code).is_none_or(|table| table.closed.is_some()).then_some(())).await;
    }
    assert_eq!(mods.get(&format!("/api/tables/{code}")).await.status.as_u16(), 404);
    assert_eq!(mods.post(&path, json!({"reason": "Again."})).await.refusal(), (404, "unknown_table".into()));
    assert!(open.house.store.closings().await.unwrap().is_empty());
}

#[tokio::test]
async fn an_order_to_close_a_table_outlives_a_house_that_stops_first() {
    let (open, store) = Open::gated(settings()).await;
    let mods = with_role(&open, "Mods", Role::Moderator).await;
    let (mut ada, _bea) = duel(&open).await;
    let code = ada.code();
    // The table is busy when the order comes, and then the house stops.
    let says = |write: &Write| matches!(write, Write::Chat { .. });
    let gate = store.hold(1, move |moment| moment.writes(says));
    let chat = TableCommand::Chat { text: "hello".into(), room: None };
    tokio::spawn(async move { ada.command(chat.at(code)).await });
    gate.reached().await;
    let path = format!("/api/admin/tables/{code}/close");
    let asked = tokio::spawn(async move { mods.post(&path, json!({"reason": "It is late."})).await });
    eventually(async || !open.house.store.closings().await.unwrap().is_empty()).await;
    // Until the order has come to its table.
    tokio::time::sleep(Duration::from_millis(300)).await;
    open.house.closing.cancel();
    gate.open();
    assert_eq!(asked.await.unwrap().refusal(), (503, "still_open".into()));
    let open = open.restart(settings()).await;
    eventually(async || open.is_closed_by_order(code).await).await;
}
