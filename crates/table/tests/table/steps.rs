//! What a table does, step by step.

use crate::{
    people::{house, wish},
    scene::{Scene, act, ada, ben, cat, escrow},
};
use parlor_kernel::{Refusal, Seat};
use parlor_store::{User, Write};
use parlor_table::{Asker, Input, Log, Needs, RecoverError, Remains, Remark, Saved, Seed, Stored, Table};
use parlor_wire::{
    BetState, BetWish, EscrowStep, HolderWish, Occupant, Status, TableCommand,
    frame::TableEvent,
    http::{OpenTable, SeatWish},
};
use serde_json::json;
use std::sync::Arc;

fn table(game: &str, preset: &str) -> OpenTable {
    OpenTable { game: game.into(), preset: Some(preset.into()), ..OpenTable::default() }
}

fn for_gold(holder: HolderWish) -> OpenTable {
    OpenTable {
        bet: Some(BetWish { amount: 100, holder }),
        options: json!({ "start": 1_000_000 }),
        ..table("death-roll", "hope")
    }
}

const DAY_MS: u64 = 24 * 3_600_000;

fn saves(write: &Write) -> bool {
    matches!(write, Write::SaveTable { .. })
}

fn begins(write: &Write) -> bool {
    matches!(write, Write::BeginMatch { .. })
}

fn moves_gold(write: &Write) -> bool {
    matches!(write, Write::Transfer(_))
}

#[test]
fn a_match_begins_when_everyone_is_there_and_right_after_they_came() {
    let mut scene = Scene::new(table("death-roll", "hope"));
    let away = scene.connection();
    let sat = scene.command(&ben(), away, TableCommand::Sit { seat: None });
    assert_eq!((sat.answer(), sat.count(begins)), (Ok(()), 0), "Ada is not there, and Ben does not watch");
    scene.watch(&ada());
    assert_eq!(scene.info().status, Status::Waiting);
    // Watching alone writes nothing; what follows from it is due at once.
    let (connection, id) = (scene.connection(), scene.id());
    let came =
        scene.step(Input::Watch { address: None, asker: Asker { user: ben().into(), connection }, id, seen: None });
    assert_eq!((came.writes.len(), scene.wake_at), (0, Some(scene.now.house_ms)));
    let began = scene.wake();
    assert_eq!((began.count(begins), began.count(saves)), (1, 1));
    assert!(matches!(began.events(connection)[..], [TableEvent::Table(_), TableEvent::Began(_)]));
}

#[test]
fn the_rules_are_told_when_a_match_begins_by_others_and_not_with_every_change() {
    let rules = |event: &&TableEvent| matches!(event, TableEvent::Table(info) if info.config.is_some());
    let mut scene = Scene::new(table("death-roll", "hope"));
    let a = scene.watch(&ada());
    let b = scene.connection();
    let asker = Asker { user: ben().into(), connection: b };
    let id = scene.id();
    let came = scene.step(Input::Watch { address: None, asker, id, seen: None });
    assert!(came.snapshot(b).unwrap().table.config.is_some());
    let [TableEvent::Table(info)] = came.events(a)[..] else { panic!("Ben has come") };
    assert!(info.config.is_none() && info.spectators == 1);
    let sat = scene.command(&ben(), b, TableCommand::Sit { seat: None });
    assert_eq!(sat.count(begins), 1);
    assert_eq!(sat.events(a).iter().filter(|event| rules(event)).count(), 0, "everyone knows them");
    assert!(scene.info().config.is_some());

    let mut scene = Scene::new(table("death-roll", "hope"));
    let a = scene.watch(&ada());
    let sat = scene.command(&ada(), a, TableCommand::SeatBot { seat: Seat(1), level: Some("easy".into()) });
    assert_eq!(sat.count(begins), 1);
    let [told, TableEvent::Began(_)] = sat.events(a)[..] else { panic!("the bot and the match are told at once") };
    assert!(rules(&told), "bots roll without a clock");
}

#[test]
fn a_user_who_sits_down_is_shown_the_table_before_they_hear_more() {
    let mut scene = Scene::new(table("pebbles", "party"));
    let b = scene.watch(&ben());
    let sat = scene.command(&ben(), b, TableCommand::Sit { seat: Some(Seat(2)) });
    let snapshot = sat.snapshot(b).expect("Ben sees it from his seat");
    assert_eq!((snapshot.seat, sat.frames[0].0.as_slice()), (Some(Seat(2)), &[b][..]), "first of all");
    let kicked = scene.command(&ada(), b, TableCommand::Kick { seat: Seat(2) });
    assert_eq!(kicked.snapshot(b).unwrap().seat, None);
}

#[test]
fn a_refused_action_tells_all_the_same_what_the_clock_did() {
    let (mut scene, a, b) = Scene::of_two(table("death-roll", "hope"));
    scene.pass(31_000);
    // Ada's time is up: the clock rolls for her, and now it is Ben's turn.
    let late = scene.command(&ada(), a, act("\"roll\""));
    assert_eq!(late.answer(), Err("not_your_turn"));
    assert_eq!(late.count(|write| matches!(write, Write::Append { .. })), 1);
    for connection in [a, b] {
        assert!(matches!(late.events(connection)[..], [TableEvent::Game(_)]), "{late:?}");
    }
    assert_eq!(scene.rows.matches.values().next().unwrap().entries[0].input, "\"wake\"");
}

#[test]
fn three_bots_take_no_longer_than_one() {
    let seats = ["easy", "hard", "easy"].map(|level| SeatWish::Bot(level.into()));
    let seats = std::iter::once(SeatWish::Person).chain(seats).collect();
    let mut scene = Scene::new(OpenTable { seats, ..table("pebbles", "party") });
    scene.watch(&ada());
    assert_eq!(scene.info().status, Status::Playing);
    let outcomes = scene.wait(house().times.bot_think_max_ms);
    let acted = outcomes.iter().map(|outcome| outcome.count(|write| matches!(write, Write::Append { .. })));
    assert_eq!(acted.sum::<usize>(), 3, "all three have closed their fists");
    assert!(outcomes.iter().any(|outcome| outcome.writes.len() == 1), "each in its own time");
}

#[test]
fn hurrying_makes_every_bot_act_at_once() {
    let seats = vec![SeatWish::Person, SeatWish::Bot("easy".into())];
    let mut scene = Scene::new(OpenTable { seats, ..table("pebbles", "duel") });
    let a = scene.watch(&ada());
    assert!(scene.wake_at.is_some_and(|at| at > scene.now.house_ms));
    scene.command(&ada(), a, TableCommand::Hurry).answer().unwrap();
    assert_eq!(scene.wake().count(|write| matches!(write, Write::Append { .. })), 1);
    assert_eq!(scene.command(&ben(), a, TableCommand::Hurry).answer(), Err("not_seated"));
}

#[test]
fn what_cannot_be_written_has_not_happened() {
    let (mut scene, a, b) = Scene::of_two(table("death-roll", "hope"));
    let id = scene.id();
    let roll = scene.input(&ada(), a, id.clone(), act("\"roll\""));
    let before = scene.table.awaiting();
    let shown = scene.fail(roll);
    assert_eq!((shown.writes.len(), shown.answers.len()), (0, 0));
    for connection in [a, b] {
        let snapshot = shown.snapshot(connection).expect("everyone is shown how it is");
        assert_eq!(snapshot.seen.seq, 0, "on a new run of numbers");
        assert!(shown.events(connection).is_empty());
    }
    assert_eq!(scene.table.awaiting(), before);
    // The same command again is done, and then it is done no more.
    let again = scene.command_as(&ada(), a, id.clone(), act("\"roll\""));
    assert_eq!((again.answer(), again.writes.len()), (Ok(()), 1));
    let once = scene.command_as(&ada(), b, id, act("\"roll\""));
    assert_eq!((once.answer(), once.writes.len()), (Ok(()), 0));
}

#[test]
fn what_was_written_although_it_was_said_to_have_failed_has_happened() {
    let (mut scene, a, _) = Scene::of_two(table("death-roll", "hope"));
    let id = scene.id();
    let roll = scene.input(&ada(), a, id.clone(), act("\"roll\""));
    let effects = scene.table.step(scene.now, roll);
    scene.rows.write(&effects.writes).unwrap();
    scene.take_back();
    let again = scene.command_as(&ada(), a, id, act("\"roll\""));
    assert_eq!((again.answer(), again.writes.len()), (Ok(()), 0), "the log remembers it");
}

#[test]
fn other_rules_that_cannot_be_written_leave_the_seats_as_they_were() {
    let rules = |preset: &str| TableCommand::SetRules {
        preset: preset.into(),
        options: Box::default(),
        public: false,
        rated: false,
    };
    for (before, after, seats) in [("duel", "party", 2), ("party", "duel", 4)] {
        let mut scene = Scene::new(table("pebbles", before));
        let a = scene.watch(&ada());
        let (id, change) = (scene.id(), rules(after));
        let change = scene.input(&ada(), a, id, change);
        scene.fail(change);
        assert_eq!(scene.info().seats.len(), seats);
        // A match for as many begins: every seat has its presence, and its bot.
        scene.command(&ada(), a, TableCommand::Begin { bots: Some("easy".into()) }).answer().unwrap();
        scene.wait(5_000);
        assert_eq!(scene.info().status, Status::Playing, "it is Ada's turn, or the bots have played");
        scene.step(Input::Unwatch(a));
        assert!(!scene.info().seats[0].connected, "she is missed");
    }
}

#[test]
fn a_table_that_was_dropped_although_that_was_said_to_have_failed_is_gone() {
    let mut scene = Scene::new(table("death-roll", "hope"));
    let a = scene.watch(&ada());
    scene.rows.table = None;
    let gone = scene.take_back();
    assert!(gone.closed && matches!(gone.events(a)[..], [TableEvent::Closed { .. }]));
}

#[test]
fn the_last_bet_and_its_match_are_one_batch() {
    let (mut scene, a, b) = Scene::of_two(for_gold(HolderWish::House));
    let first = scene.command(&ada(), a, escrow(EscrowStep::Deposit));
    assert_eq!((first.answer(), first.count(begins)), (Ok(()), 0));
    let last = scene.command(&ben(), b, escrow(EscrowStep::Deposit));
    assert_eq!((last.count(moves_gold), last.count(begins), last.count(saves)), (1, 1, 1));
    assert_eq!(scene.info().bet.unwrap().state, BetState::Playing);
    // Before the first turn the match can be called off, and the bet with it.
    let off = scene.command(&ada(), a, escrow(EscrowStep::Cancel));
    assert_eq!((off.count(moves_gold), off.count(|write| matches!(write, Write::EndMatch { .. }))), (1, 1));
    assert_eq!(scene.info().bet.unwrap().called_off_by, Some(Seat(0)));
    assert!(scene.rows.escrows.values().all(|gold| *gold == 0));
}

#[test]
fn a_player_with_too_little_gold_changes_nothing() {
    let (mut scene, a, _) = Scene::of_two(for_gold(HolderWish::House));
    scene.rows.purses.insert(ada().id, 99);
    let before = scene.rows.table.clone();
    let poor = scene.command(&ada(), a, escrow(EscrowStep::Deposit));
    assert_eq!((poor.answer(), poor.writes.len()), (Err("not_enough_gold"), 0));
    let ready = scene.command(&ada(), a, TableCommand::Ready { ready: true });
    assert_eq!((ready.answer(), scene.rows.table == before), (Ok(()), true));
}

#[test]
fn the_holder_of_a_bet_who_goes_is_waited_for_and_then_replaced() {
    let (mut scene, a, b) = Scene::of_two(for_gold(HolderWish::Person));
    let c = scene.watch(&cat());
    scene.command(&cat(), c, escrow(EscrowStep::Hold)).answer().unwrap();
    assert_eq!(scene.command(&cat(), c, TableCommand::Sit { seat: None }).answer(), Err("holder_plays"));
    for (user, connection) in [(ada(), a), (ben(), b)] {
        scene.command(&user, connection, escrow(EscrowStep::Deposit)).answer().unwrap();
    }
    scene.step(Input::Unwatch(c));
    scene.wait(house().times.grace_ms - 1);
    let held = |scene: &Scene| scene.info().bet.unwrap().holder;
    assert!(matches!(held(&scene), Some(parlor_wire::bet::BetHolder::Person { .. })));
    scene.wait(1);
    assert_eq!(held(&scene), Some(parlor_wire::bet::BetHolder::House));
}

#[test]
fn a_disputed_bet_is_decided_by_its_log() {
    let (mut scene, a, b) = Scene::of_two(for_gold(HolderWish::Person));
    let c = scene.watch(&cat());
    scene.command(&cat(), c, escrow(EscrowStep::Hold)).answer().unwrap();
    for (user, connection) in [(ada(), a), (ben(), b)] {
        scene.command(&user, connection, escrow(EscrowStep::Deposit)).answer().unwrap();
    }
    scene.command(&ada(), a, act("\"surrender\"")).answer().unwrap();
    let award = escrow(EscrowStep::Award { seat: Seat(0) });
    assert_eq!(scene.table.needs(cat().id, &award).log, None, "it is not disputed");
    scene.command(&ada(), a, escrow(EscrowStep::Dispute { reason: "odd".into() })).answer().unwrap();
    let needs = scene.table.needs(cat().id, &award);
    assert!(needs.bet && needs.log == scene.info().match_id && needs.log.is_some());
    assert_eq!(scene.table.needs(cat().id, &escrow(EscrowStep::Award { seat: Seat(7) })).log, None);
    // Cat awards it to Ada, but the log proves that Ben has won.
    scene.command(&cat(), c, award).answer().unwrap();
    assert_eq!((scene.rows.purses[&ada().id], scene.rows.purses[&ben().id]), (900, 1_100));
    assert_eq!(scene.rows.trust[&cat().id].overturned, 1);
}

#[test]
fn silence_pays_by_the_log() {
    let (mut scene, a, b) = Scene::of_two(for_gold(HolderWish::House));
    for (user, connection) in [(ada(), a), (ben(), b)] {
        scene.command(&user, connection, escrow(EscrowStep::Deposit)).answer().unwrap();
    }
    scene.command(&ada(), a, act("\"surrender\"")).answer().unwrap();
    scene.command(&ada(), a, escrow(EscrowStep::Dispute { reason: "odd".into() })).answer().unwrap();
    assert!(scene.table.needs_by_time(scene.now).log.is_some(), "the house decides at once");
    scene.wake();
    assert_eq!(scene.info().bet.unwrap().state, BetState::Paid);
    assert_eq!(scene.rows.purses[&ben().id], 1_100);
}

#[test]
fn a_player_whose_log_is_full_may_still_end_the_match() {
    let (mut scene, a, _) = Scene::of_two(table("death-roll", "hope"));
    scene.allowed = Err(Refusal { code: "too_much_kept", message: "Enough for now.".into() });
    assert_eq!(scene.command(&ada(), a, act("\"roll\"")).answer(), Err("too_much_kept"));
    assert_eq!(scene.command(&ada(), a, act("\"surrender\"")).answer(), Ok(()));
    assert_eq!(scene.command(&ada(), a, TableCommand::Ready { ready: true }).answer(), Err("too_much_kept"));
}

#[test]
fn a_table_needs_to_know_only_what_it_cannot() {
    let (scene, _, _) = Scene::of_two(table("death-roll", "hope"));
    let needs = |user: &User, command: &TableCommand| scene.table.needs(user.id, command);
    let sit = needs(&cat(), &TableCommand::Sit { seat: None });
    assert!(sit.seat && sit.bytes.is_some_and(|bytes| bytes > 1_000));
    assert_eq!(needs(&ada(), &act("\"roll\"")).bytes, Some(106));
    assert_eq!(needs(&cat(), &act("\"roll\"")), Needs::default(), "Cat does not play");
    assert_eq!(needs(&ada(), &escrow(EscrowStep::Deposit)), Needs::default(), "there is no bet");
}

#[test]
fn inputs_of_a_real_time_match_are_answered_once_they_count_and_where_their_player_listens() {
    let (mut scene, a, b) = Scene::of_two(table("pong", "hope"));
    let id = scene.id();
    let given = scene.command_as(&ada(), a, id.clone(), act("{\"steer\":\"up\"}"));
    assert!(given.answers.is_empty() && given.writes.is_empty());
    assert!(matches!(given.events(b)[..], [TableEvent::Heard(_)]));
    let other = scene.watch(&ada());
    let again = scene.command_as(&ada(), other, id, act("{\"steer\":\"up\"}"));
    assert!(again.answers.is_empty() && again.frames.is_empty(), "it waits already");
    let answers: Vec<_> = scene.wait(2_000).into_iter().flat_map(|outcome| outcome.answers).collect();
    assert_eq!(answers.len(), 1);
    assert_eq!((answers[0].to, answers[0].result.is_ok()), (other, true));
}

#[test]
fn a_real_time_match_stands_still_while_none_of_its_players_is_there() {
    let (mut scene, a, b) = Scene::of_two(table("pong", "hope"));
    scene.wait(1_000);
    scene.step(Input::Unwatch(a));
    assert!(scene.info().held.unwrap().goes_on_ms.is_some(), "Ben waits, but not for ever");
    scene.step(Input::Unwatch(b));
    scene.wake();
    assert_eq!(scene.info().held.unwrap().goes_on_ms, None, "no player is there to wait");
    scene.wait(2_000);
    scene.watch(&ada());
    assert!(scene.info().held.unwrap().goes_on_ms.is_some(), "it waits for Ben, but not for ever");
    scene.wait(house().times.grace_ms);
    assert_eq!(scene.info().held, None, "it goes on without him");
}

#[test]
fn a_player_who_does_not_come_back_forfeits_or_is_stood_in_for() {
    let (mut scene, _, b) = Scene::of_two(table("death-roll", "hope"));
    scene.step(Input::Unwatch(b));
    scene.wait(house().times.grace_ms);
    assert_eq!(scene.info().status, Status::Ended);
    let mut scene = Scene::new(table("pebbles", "party"));
    let everyone = [ada(), ben(), cat(), crate::people::people()[3].clone()];
    let connections = everyone.each_ref().map(|user| scene.watch(user));
    for (user, connection) in everyone[1..].iter().zip(&connections[1..]) {
        scene.command(user, *connection, TableCommand::Sit { seat: None }).answer().unwrap();
    }
    assert_eq!(scene.info().status, Status::Waiting, "the host may want to arrange the teams");
    let begin = || TableCommand::Begin { bots: None };
    assert_eq!(scene.command(&ben(), connections[1], begin()).answer(), Err("not_host"));
    scene.command(&ada(), connections[0], begin()).answer().unwrap();
    scene.step(Input::Unwatch(connections[1]));
    scene.wait(house().times.grace_ms);
    assert_eq!(scene.info().seats[1].substitute.as_deref(), Some("hard"));
    scene.watch(&ben());
    assert_eq!(scene.info().seats[1].substitute, None, "he is back");
}

#[test]
fn the_bot_of_a_player_who_stands_up_leaves_the_move_to_their_team_mate() {
    let mut scene = Scene::new(table("pebbles", "party"));
    let everyone = [ada(), ben(), cat(), crate::people::people()[3].clone()];
    let connections = everyone.each_ref().map(|user| scene.watch(user));
    for (user, connection) in everyone[1..].iter().zip(&connections[1..]) {
        scene.command(user, *connection, TableCommand::Sit { seat: None }).answer().unwrap();
    }
    scene.command(&ada(), connections[0], TableCommand::Begin { bots: None }).answer().unwrap();
    scene.command(&cat(), connections[2], TableCommand::Stand).answer().unwrap();
    assert!(matches!(scene.info().seats[2].occupant, Occupant::Bot { .. }));
    scene.wait(house().times.bot_think_max_ms);
    assert_eq!(scene.awaiting(), [0, 1, 2, 3].map(Seat));
    scene.command(&ada(), connections[0], act(r#"{"hide":{"pebbles":1}}"#)).answer().unwrap();
    scene.wait(house().times.bot_think_max_ms);
    assert_eq!(scene.awaiting(), [1, 3].map(Seat));
}

#[test]
fn a_match_over_days_begins_without_its_players_and_waits_for_them() {
    let mut saved = Saved::open(&house(), &ada(), table("pebbles", "duel")).unwrap();
    saved.sit(&ben(), None).unwrap();
    saved.play_over_days(&house().games).unwrap();
    let mut scene = Scene::over(saved);
    assert_eq!(scene.wake().count(begins), 1);
    let awaited: Vec<_> = scene.table.awaiting().iter().map(|awaited| (awaited.seat, awaited.forfeits_at)).collect();
    let in_thirty_days = Some(scene.now.wall_ms + 30 * DAY_MS);
    assert_eq!(awaited, [0, 1].map(|seat| (Seat(seat), in_thirty_days)), "until then nothing happens by itself");
    let told = scene.info().seats.iter().filter_map(|seat| seat.forfeits_at).count();
    assert_eq!(told, 0, "moves are sealed: a date that is gone would tell who has moved");
}

#[test]
fn dates_are_told_where_turns_are_open() {
    let untimed = json!({ "roll_seconds": null });
    let mut saved =
        Saved::open(&house(), &ada(), OpenTable { options: untimed, ..table("death-roll", "hope") }).unwrap();
    saved.sit(&ben(), None).unwrap();
    saved.play_over_days(&house().games).unwrap();
    let mut scene = Scene::over(saved);
    scene.wake();
    assert_eq!(scene.info().seats.iter().filter_map(|seat| seat.forfeits_at).count(), 1);
}

#[test]
fn what_changes_nothing_is_not_written() {
    let mut scene = Scene::new(table("pebbles", "party"));
    let a = scene.watch(&ada());
    let ready = |ready| TableCommand::Ready { ready };
    assert!(scene.command(&ada(), a, ready(false)).count(saves) == 1);
    let again = scene.command(&ada(), a, ready(false));
    assert!(again.answer() == Ok(()) && again.writes.is_empty() && again.frames.is_empty());
}

#[test]
fn whatever_writes_the_table_counts_towards_what_a_user_may_keep() {
    let mut scene = Scene::new(table("pebbles", "party"));
    let a = scene.watch(&ada());
    let (from, to) = (Seat(0), Seat(1));
    let bot = TableCommand::SeatBot { seat: Seat(2), level: Some("easy".into()) };
    let commands = [TableCommand::Ready { ready: false }, bot, TableCommand::Move { from, to }, TableCommand::Shuffle];
    for command in &commands {
        assert!(scene.table.needs(ada().id, command).bytes.is_some_and(|bytes| bytes > 500), "{command:?}");
    }
    scene.allowed = Err(Refusal { code: "too_much_kept", message: "Enough for now.".into() });
    for command in commands {
        assert_eq!(scene.command(&ada(), a, command).answer(), Err("too_much_kept"));
    }
}

#[test]
fn deleted_users_are_not_named_and_what_they_said_is_not_shown() {
    let (mut scene, a, b) = Scene::of_two(table("pebbles", "party"));
    scene.command(&ben(), b, TableCommand::Chat { text: "hello".into(), room: None }).answer().unwrap();
    let gone = scene.step(Input::Forget([ben()].into()));
    assert!(gone.done.is_none() && gone.count(saves) == 1);
    assert_eq!(gone.count(|write| matches!(write, Write::ForgetChat { .. })), 1);
    assert!(gone.snapshot(a).unwrap().chat.is_empty());
    assert_eq!(scene.info().seats[1].occupant, Occupant::Nobody);
    let silent = scene.step(Input::Forget([cat()].into()));
    assert!(silent.writes.is_empty() && silent.frames.is_empty(), "Cat has nothing to do with it");
}

#[test]
fn a_restored_table_goes_on_where_it_was() {
    let (mut scene, a, _) = Scene::of_two(table("death-roll", "hope"));
    scene.command(&ada(), a, TableCommand::Chat { text: "hello".into(), room: None }).answer().unwrap();
    scene.pass(5_000);
    scene.command(&ada(), a, act("\"roll\"")).answer().unwrap();
    let awaited = scene.table.awaiting();
    let (house, code) = (Arc::clone(&scene.house), scene.table.code());
    let stored = scene.rows.stored().unwrap();
    let (table, remarks) = Table::restore(house, code, stored, 0, Seed([8; 32]), scene.now).unwrap();
    scene.table = table;
    assert_eq!((remarks, scene.table.awaiting()), (vec![], awaited));
    scene.wake();
    assert!(scene.info().seats.iter().all(|seat| !seat.connected && seat.grace_ms.is_some()), "everyone is gone");
    let a = scene.connection();
    let (asker, id) = (Asker { user: ada().into(), connection: a }, scene.id());
    let back = scene.step(Input::Watch { address: None, asker, id, seen: None });
    assert_eq!(back.snapshot(a).unwrap().chat[0].text, "hello");
}

#[test]
fn a_bet_whose_gold_is_not_there_is_over() {
    let (mut scene, a, _) = Scene::of_two(for_gold(HolderWish::House));
    scene.command(&ada(), a, escrow(EscrowStep::Deposit)).answer().unwrap();
    let (house, code, stored) = (Arc::clone(&scene.house), scene.table.code(), scene.rows.stored().unwrap());
    assert_eq!(stored.saved.escrow().map(|(_, in_escrow)| in_escrow), Some(100));
    let (table, remarks) = Table::restore(house, code, stored, 0, Seed([8; 32]), scene.now).unwrap();
    assert_eq!(remarks, [Remark::EscrowBroken]);
    assert_eq!(table.info(scene.now).bet.unwrap().state, BetState::Refunded);
}

#[test]
fn a_running_match_that_does_not_hold_is_written_off_and_one_that_is_over_is_not_shown() {
    let (mut scene, a, _) = Scene::of_two(table("death-roll", "hope"));
    let restore = |scene: &Scene| {
        let Stored { saved, log, chat, done } = scene.rows.stored().unwrap();
        let log = log.map(|Log { mut row, entries }| {
            row.header.rules += 1;
            Log { row, entries }
        });
        let (house, code) = (Arc::clone(&scene.house), scene.table.code());
        Table::restore(house, code, Stored { saved, log, chat, done }, 0, Seed([8; 32]), scene.now)
    };
    assert!(matches!(restore(&scene).err(), Some(RecoverError::Log(_))));
    let remains = Remains::of(scene.rows.table.as_ref().unwrap());
    let log = remains.match_id.and_then(|id| scene.rows.log(id));
    let writes = remains.write_off(scene.table.code(), log, scene.now);
    assert!(matches!(writes[..], [Write::EndMatch { .. }, Write::DropTable { .. }]));
    scene.command(&ada(), a, act("\"surrender\"")).answer().unwrap();
    let (table, remarks) = restore(&scene).ok().unwrap();
    assert!(matches!(remarks[..], [Remark::NotShown(_)]) && table.awaiting().is_empty());
    assert_eq!(Remains::of("nonsense"), Remains::default());
    let (bet, ..) = Scene::of_two(for_gold(HolderWish::House));
    assert!(Remains::of(bet.rows.table.as_ref().unwrap()).escrow().is_some());
}

#[test]
fn a_table_with_nobody_at_it_closes_and_says_so() {
    let mut scene = Scene::new(wish(0));
    let a = scene.watch(&ada());
    scene.command(&ada(), a, TableCommand::Stand).answer().unwrap();
    let c = scene.watch(&cat());
    scene.step(Input::Unwatch(a));
    let closed = scene.wait(house().times.idle_ms);
    let last = closed.last().unwrap();
    assert!(last.closed && matches!(last.writes[..], [Write::DropTable { .. }]));
    let [TableEvent::Closed { reason }] = last.events(c)[..] else { panic!("Cat is told") };
    assert!(reason.contains("too long"), "{reason}");
}
