//! Talk at a table: rooms, limits, history, mutes and reports.

use crate::common::{
    Open, Player,
    api::{Asker, PASSWORD},
    duel, settings, wish,
};
use parlor_battleship::Action;
use parlor_kernel::Seat;
use parlor_store::{ReportReason, Reports};
use parlor_wire::{
    ChatLine, Command, LineId, Person, Room, TableCode, TableCommand, UserId,
    http::{Export, Welcome},
};
use reqwest::Method;
use serde_json::json;

impl Player {
    fn says(&self, text: &str, room: Option<Room>) -> Command {
        TableCommand::Chat { text: text.into(), room }.at(self.code())
    }

    async fn say(&mut self, text: &str, room: Option<Room>) {
        let command = self.says(text, room);
        self.command(command).await.unwrap();
    }

    async fn refused_to_say(&mut self, text: &str, room: Room) -> String {
        let command = self.says(text, Some(room));
        self.refused(command).await
    }

    /// Waits for a line.
    async fn hears(&mut self, text: &str) -> ChatLine {
        let code = self.code();
        self.until(|session| session.table(code)?.chat.iter().find(|line| line.text == text).cloned()).await
    }

    /// All that they can read.
    fn reads(&mut self) -> Vec<String> {
        let code = self.code();
        self.session().table(code).unwrap().chat.iter().map(|line| line.text.clone()).collect()
    }

    /// All that they would read if they came anew, under their present identity.
    async fn would_read(&self, open: &Open) -> Vec<String> {
        let mut again = self.asker(open).player(open).await;
        again.follow(self.code()).await;
        again.reads()
    }

    fn asker(&self, open: &Open) -> Asker {
        Asker::stranger(open).with(self.visitor.token())
    }

    fn id(&self) -> UserId {
        self.visitor.me().id
    }
}

async fn watcher(open: &Open, name: &str, code: TableCode) -> Player {
    let mut player = open.player(name).await;
    player.follow(code).await;
    player
}

#[tokio::test]
async fn chat_reaches_everyone_is_bounded_and_is_there_on_return() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("battleship", "voxel", vec![])).await;
    let mut eve = watcher(&open, "Eve", code).await;
    eve.say(" <b>hello</b>\u{202E} ", None).await;
    let line = ada.hears("<b>hello</b>").await;
    assert_eq!((line.name.as_str(), line.room, line.seated), ("Eve", Room::Table, false));
    for bad in ["  ", "\u{200B}\u{2800}", "bell\u{7}", &"x".repeat(501)] {
        assert_eq!(ada.refused_to_say(bad, Room::Table).await, "bad_chat", "{bad:?}");
    }
    let mut refusals = Vec::new();
    for n in 0..30 {
        let command = ada.says(&format!("{n}"), None);
        refusals.extend(ada.command(command).await.err().and_then(|error| error.code().map(str::to_owned)));
    }
    assert!(!refusals.is_empty() && refusals.iter().all(|code| code == "too_fast"), "{refusals:?}");
    let mut late = watcher(&open, "Late", code).await;
    assert_eq!(late.session().table(code).unwrap().chat[0], line);
}

#[tokio::test]
async fn nobody_whispers_moves_to_a_player() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let code = ada.code();
    let (mut eve, mut fay) = (watcher(&open, "Eve", code).await, watcher(&open, "Fay", code).await);
    eve.say("shoot B7", None).await;
    assert_eq!(fay.hears("shoot B7").await.room, Room::Gallery);
    assert_eq!(eve.refused_to_say("shoot B7!", Room::Table).await, "not_your_room");
    assert_eq!(eve.refused_to_say("shoot B7!", Room::Team(0)).await, "not_your_room");
    assert_eq!(ada.refused_to_say("what?", Room::Gallery).await, "not_your_room");
    ada.say("good luck", None).await;
    for player in [&mut ada, &mut bea, &mut eve, &mut fay] {
        player.hears("good luck").await;
    }
    // Bea has only listened: nothing on her line says a word of it, nor that anything was said.
    assert!(!bea.frames.concat().contains("shoot"));
    let history = || ["shoot B7".to_owned(), "good luck".to_owned()];
    assert_eq!((ada.reads(), bea.reads()), (history()[1..].to_vec(), history()[1..].to_vec()));
    assert_eq!(bea.would_read(&open).await, history()[1..]);
    assert_eq!(fay.would_read(&open).await, history());
    let open = open.restart(settings()).await;
    assert_eq!(bea.would_read(&open).await, history()[1..], "after a restart too");
    assert_eq!(fay.would_read(&open).await, history());
}

#[tokio::test]
async fn what_one_may_read_follows_where_one_stands() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = duel(&open).await;
    let code = ada.code();
    let mut eve = watcher(&open, "Eve", code).await;
    eve.say("whisper", None).await;
    ada.act(&Action::Surrender).await.unwrap();
    eve.until(|session| session.table(code)?.game.as_ref()?.ended.clone()).await;
    // No match is played: there is one conversation again, and the gallery stays a gallery.
    eve.say("well played", None).await;
    assert_eq!(bea.hears("well played").await.room, Room::Table);
    eve.say("still here", Some(Room::Gallery)).await;
    assert_eq!(ada.refused_to_say("me too", Room::Gallery).await, "not_your_room");
    assert_eq!(bea.would_read(&open).await, ["well played"]);
    bea.command(TableCommand::Stand.at(code)).await.unwrap();
    bea.until(|session| session.table(code)?.seat.is_none().then_some(())).await;
    assert_eq!(bea.reads(), ["whisper", "well played", "still here"], "she watches now");
    eve.sit(code).await;
    assert_eq!(eve.reads(), ["well played"], "and Eve plays");
}

#[tokio::test]
async fn a_team_talks_among_itself() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("pebbles", "party", vec![])).await;
    let mut all = vec![ada];
    for name in ["Bea", "Cleo", "Dan"] {
        let mut player = open.player(name).await;
        player.sit(code).await;
        all.push(player);
    }
    all[0].command(TableCommand::Begin { bots: None }.at(code)).await.unwrap();
    for player in &mut all {
        player.begun().await;
    }
    all.push(watcher(&open, "Eve", code).await);
    let [ada, bea, cleo, dan, eve] = &mut all[..] else { panic!("five people") };
    let teams: Vec<_> = ada.info().seats.iter().map(|seat| seat.team).collect();
    assert_eq!(teams, [Some(0), Some(1), Some(0), Some(1)]);
    let model = cleo.session().table(code).unwrap();
    assert_eq!((model.rooms(), model.room()), (vec![Room::Table, Room::Team(0)], Room::Table));
    let heard_so_far = |player: &Player| player.frames.len();
    let before = [heard_so_far(bea), heard_so_far(dan), heard_so_far(eve)];
    ada.say("I hide three", Some(Room::Team(0))).await;
    assert_eq!(cleo.hears("I hide three").await.room, Room::Team(0));
    for (player, room) in [(&mut *ada, Room::Team(1)), (eve, Room::Team(0)), (bea, Room::Team(0)), (dan, Room::Team(7))]
    {
        assert_eq!(player.refused_to_say("what?", room).await, "not_your_room", "{room:?}");
    }
    for room in [Room::Table, Room::Team(0)] {
        assert_eq!(cleo.refused_to_say("it is seven", room).await, "not_your_room", "keepers say nothing");
    }
    bea.say("hello all", None).await;
    for player in [&mut *ada, bea, cleo, dan, eve] {
        player.hears("hello all").await;
    }
    for (player, before) in [&*bea, dan, eve].into_iter().zip(before) {
        assert!(!player.frames[before..].concat().contains("three"), "{:?}", player.frames);
    }
    let whole = ["I hide three", "hello all"];
    for (player, known) in [(&mut *ada, 0), (bea, 1), (cleo, 0), (dan, 1), (eve, 1)] {
        assert_eq!(player.reads(), whole[known..]);
        assert_eq!(player.would_read(&open).await, whole[known..]);
    }
    let open = open.restart(settings()).await;
    for (player, known) in [(&*ada, 0), (bea, 1), (cleo, 0), (dan, 1), (eve, 1)] {
        assert_eq!(player.would_read(&open).await, whole[known..], "after a restart");
    }
}

#[tokio::test]
async fn what_the_deleted_said_is_gone_from_every_room_and_for_those_who_were_away() {
    let open = Open::new(settings()).await;
    let (ada, _bea) = duel(&open).await;
    let code = ada.code();
    let (eve, mut fay) = (watcher(&open, "Eve", code).await, watcher(&open, "Fay", code).await);
    let asker = eve.asker(&open);
    let body = json!({"name": "Eve", "password": PASSWORD});
    let Welcome { token, .. } = asker.post("/api/register", body).await.is(201).json();
    let asker = asker.with(token);
    let mut eve = asker.player(&open).await;
    eve.follow(code).await;
    fay.connection.drop_connection();
    eve.say("my whisper", None).await;
    let export: Export = asker.get("/api/me/export").await.is(200).json();
    assert_eq!(export.chat, ["my whisper"]);
    asker.ask(Method::DELETE, "/api/me", Some(json!({"password": PASSWORD}))).await.is(204);
    fay.frames.clear();
    fay.connection.reconnect().await.unwrap();
    fay.say("anybody here?", None).await;
    fay.hears("anybody here?").await;
    assert_eq!(fay.reads(), ["anybody here?"]);
    assert!(!fay.frames.concat().contains("my whisper"), "what was missed is not sent after all");
    assert_eq!(open.house.store.chat(code, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn mutes_are_for_everyone_and_last() {
    let open = Open::new(settings()).await;
    let (ada, bea) = (open.player("Ada").await, open.player("Bea").await);
    let asker = ada.asker(&open);
    let path = format!("/api/me/mutes/{}", bea.id());
    for _ in 0..2 {
        asker.ask(Method::PUT, &path, None).await.is(204);
    }
    let open = open.restart(settings()).await;
    let asker = asker.at(&open);
    let muted: Vec<Person> = asker.get("/api/me/mutes").await.is(200).json();
    assert_eq!(muted.iter().map(|person| person.name.as_str()).collect::<Vec<_>>(), ["Bea"]);
    let export: Export = asker.get("/api/me/export").await.is(200).json();
    assert_eq!(export.muted, muted);
    assert!(open.house.store.has_muted(ada.id(), bea.id()).await.unwrap());
    assert!(!open.house.store.has_muted(bea.id(), ada.id()).await.unwrap());
    let wrong = [(ada.id().to_string(), 422, "not_yourself"), (UserId(7).to_string(), 404, "not_found")];
    for (who, status, code) in wrong.into_iter().chain([("bea".into(), 404, "not_found")]) {
        let answer = asker.ask(Method::PUT, &format!("/api/me/mutes/{who}"), None).await;
        assert_eq!(answer.refusal(), (status, code.to_owned()), "{who}");
    }
    asker.delete(&path).await.is(204);
    asker.delete(&path).await.is(204);
    assert_eq!(asker.get("/api/me/mutes").await.is(200).text, "[]");
}

#[tokio::test]
async fn one_address_reports_so_often_and_no_more_whoever_does_it() {
    let mut settings = settings();
    settings.limits.reports_per_hour = 3;
    let open = Open::new(settings).await;
    let rude = open.visitor("Rude").await.me().id;
    let mut answers = Vec::new();
    for n in 0..4 {
        let guest = Asker::stranger(&open).with(open.visitor(&format!("Guest {n}")).await.token());
        answers.push(guest.post("/api/reports", json!({"about": {"person": rude}, "reason": "name"})).await);
    }
    assert_eq!(answers.pop().unwrap().refusal(), (429, "too_fast".into()));
    answers.into_iter().for_each(|answer| drop(answer.is(204)));
    assert_eq!(open.house.store.reports(Reports::Open).await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_report_holds_what_its_author_could_read() {
    let mut settings = settings();
    settings.limits.chat_per_ten_seconds = 1_000;
    let open = Open::new(settings).await;
    let (mut ada, mut bea) = duel(&open).await;
    let code = ada.code();
    let (mut eve, fay) = (watcher(&open, "Eve", code).await, watcher(&open, "Fay", code).await);
    bea.say("you cheat", None).await;
    let rude = ada.hears("you cheat").await.id;
    eve.say("what a bore", None).await;
    let whispered = eve.hears("what a bore").await.id;
    for n in 0..30 {
        ada.say(&format!("{n}"), None).await;
    }
    let report =
        |about, reason: &str, note: &str| json!({"table": code, "about": about, "reason": reason, "note": note});
    let line = |id: LineId| json!({"line": id});
    let asker = ada.asker(&open);
    let send = |body| asker.post("/api/reports", body);
    send(report(line(rude), "abuse", " again\nand again ")).await.is(204);
    for (body, refusal) in [
        (report(line(whispered), "abuse", ""), "no_such_line"),
        (report(json!({"person": ada.id()}), "spam", ""), "not_yourself"),
        (report(json!({"person": eve.id()}), "spam", ""), "nobody_there"),
        (report(line(rude), "other", " "), "bad_note"),
        (report(line(rude), "spam", &"x".repeat(501)), "bad_note"),
        (report(line(rude), "rudeness", ""), "bad_body"),
        (json!({"table": "ZZZZZZ", "about": line(rude), "reason": "spam"}), "unknown_table"),
    ] {
        assert_eq!(send(body).await.refusal(), (422, refusal.into()));
    }
    fay.asker(&open).post("/api/reports", report(json!({"person": eve.id()}), "name", "")).await.is(204);
    let reports = open.house.store.reports(Reports::Open).await.unwrap();
    let texts = |n: usize| reports[n].lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>();
    assert_eq!(reports.len(), 2);
    assert_eq!((reports[0].about.id, reports[0].line, reports[0].reason), (bea.id(), Some(rude), ReportReason::Abuse));
    assert_eq!((reports[0].note.as_str(), reports[0].code), ("again and again", Some(code)));
    assert_eq!((texts(0).len(), texts(0)[0], texts(0)[1], texts(0)[20]), (21, "you cheat", "10", "29"));
    assert_eq!((reports[1].about_name.as_str(), reports[1].line, texts(1).len()), ("Eve", None, 20));
    let export: Export = asker.get("/api/me/export").await.is(200).json();
    assert_eq!((export.reports.len(), export.reports[0].about.as_str()), (1, "Bea"));
    send(report(line(rude), "spam", "")).await.is(204);
    assert_eq!(open.house.store.reports(Reports::Open).await.unwrap().len(), 2, "said already, and thanked for again");
    // Who is rude away from any table is reported away from any table.
    let away = |about| json!({"about": about, "reason": "name"});
    send(away(json!({"person": eve.id()}))).await.is(204);
    for (body, refusal) in [
        (away(line(rude)), (422, "unknown_table".to_owned())),
        (away(json!({"person": ada.id()})), (422, "not_yourself".into())),
        (away(json!({"person": UserId(77)})), (404, "not_found".into())),
    ] {
        assert_eq!(send(body).await.refusal(), refusal);
    }
    let last = open.house.store.reports(Reports::Open).await.unwrap().pop().unwrap();
    assert_eq!((last.code, last.about_name.as_str(), last.lines.len()), (None, "Eve", 0));
    assert_eq!(ada.seat(), Some(Seat(0)), "and the game goes on");
}
