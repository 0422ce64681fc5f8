//! Codenames in a real house: who is told what, who may sit where, and which words come again.

use crate::common::{Open, Player, bot, settings, wish};
use parlor_codenames::{Action, Codenames, Count, Kind, Phase, Place, Side, View};
use parlor_kernel::{Game, Seat};
use parlor_wire::{Room, Status, TableCode, TableCommand};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const KINDS: [&str; 5] = ["red", "blue", "green", "innocent", "assassin"];

/// Whether a frame holds a key, or what a spymaster meant, however it is wrapped.
fn tells_the_key(value: &Value) -> bool {
    match value {
        Value::Array(items) => {
            let kind = |item: &Value| item.as_str().is_some_and(|text| KINDS.contains(&text));
            items.len() >= 25 && items.iter().all(kind) || items.iter().any(tells_the_key)
        }
        Value::Object(fields) => fields.iter().any(|(name, value)| {
            let explains = name == "explanations" && value.as_array().is_some_and(|told| !told.is_empty());
            name == "meant" || explains || tells_the_key(value)
        }),
        _ => false,
    }
}

/// The frames that tell the key, as numbers in the order of their arrival.
fn telling(player: &Player) -> Vec<usize> {
    let tells = |(number, text): (usize, &String)| {
        serde_json::from_str::<Value>(text).is_ok_and(|frame| tells_the_key(&frame)).then_some(number)
    };
    player.frames.iter().enumerate().filter_map(tells).collect()
}

/// Four players, and Eve, who watches: Ada and Bea are red, Cleo and Dan blue; Ada and Cleo are the spymasters.
async fn party(open: &Open, preset: &str) -> (TableCode, [Player; 4], Player) {
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("codenames", preset, vec![])).await;
    let (mut bea, mut cleo, mut dan) = (open.player("Bea").await, open.player("Cleo").await, open.player("Dan").await);
    for (player, seat) in [(&mut bea, 1), (&mut cleo, 2), (&mut dan, 3)] {
        player.follow(code).await;
        player.command(TableCommand::Sit { seat: Some(Seat(seat)) }.at(code)).await.unwrap();
    }
    let mut eve = open.player("Eve").await;
    eve.follow(code).await;
    ada.command(TableCommand::Begin { bots: None }.at(code)).await.unwrap();
    let mut players = [ada, bea, cleo, dan];
    for player in players.iter_mut().chain([&mut eve]) {
        player.begun().await;
    }
    (code, players, eve)
}

/// What a seat would do, if it is its move: spymasters hint, guessers reveal the next hidden card.
fn choice(view: &View) -> Option<Action> {
    let seat = view.seat?;
    match &view.phase {
        Phase::SpymasterTurn { side, .. } if view.is_hinter(seat, *side) => {
            let meant = Place::all()
                .find(|card| view.known(*side, *card) == Some(side.kind()) && view.faces[card.index()].shown.is_none());
            Some(Action::Hint { word: "qwertz".into(), count: Count::Number(1), meant: meant.into_iter().collect() })
        }
        Phase::TeamTurn { side, .. } if view.is_guesser(seat, *side) => {
            let card = view.hidden(*side).next()?;
            Some(Action::Reveal { card })
        }
        _ => None,
    }
}

/// Plays until the match is over. `midway` is called once, after the first hint: any guess may be the last.
async fn play_out(players: &mut [Player; 4], midway: impl AsyncFnOnce(&mut [Player; 4])) {
    let mut midway = Some(midway);
    loop {
        let view = players[0].view_of::<Codenames>();
        if view.outcome.is_some() {
            break;
        }
        let mover = match view.phase {
            Phase::SpymasterTurn { side, .. } => 2 * side.index(),
            Phase::TeamTurn { side, .. } => 2 * side.index() + 1,
            Phase::SuddenDeath { .. } | Phase::Ended => break,
        };
        let action = players[mover].until_view_of::<Codenames, _>(choice).await;
        players[mover].act(&action).await.unwrap();
        // Everyone has heard of it before the next.
        let (shown, hints) = {
            let view = players[mover].view_of::<Codenames>();
            (view.faces, view.hints.len())
        };
        for player in players.iter_mut() {
            player
                .until_view_of::<Codenames, _>(|view: &View| {
                    (view.faces == shown && view.hints.len() == hints || view.outcome.is_some()).then_some(())
                })
                .await;
        }
        if let Some(midway) = midway.take() {
            midway(players).await;
        }
    }
}

#[tokio::test]
async fn the_key_reaches_nobody_but_the_spymasters_before_the_end() {
    for preset in ["standard", "interception"] {
        let open = Open::new(settings()).await;
        let (code, mut players, mut eve) = party(&open, preset).await;
        let id = eve.info().match_id.unwrap();
        let visitor = open.visitor("Fay").await;
        play_out(&mut players, async |players: &mut [Player; 4]| {
            // A guesser drops and comes back; a spymaster may say nothing; the log stays closed.
            players[1].connection.reconnect().await.unwrap();
            players[1].until(|session| session.table(code)?.game.as_ref().map(|_| ())).await;
            let whisper = TableCommand::Chat { text: "the third".into(), room: Some(Room::Team(0)) };
            assert_eq!(players[0].refused(whisper.at(code)).await, "not_your_room");
            let aloud = TableCommand::Chat { text: "the third".into(), room: Some(Room::Table) };
            assert_eq!(players[0].refused(aloud.at(code)).await, "not_your_room");
            assert!(visitor.get_text(&format!("/api/matches/{id}/log")).await.is_err(), "not before the end");
        })
        .await;
        eve.until_view_of::<Codenames, _>(|view: &View| view.outcome.map(drop)).await;
        for (player, who) in players.iter().chain([&eve]).zip(["Ada", "Bea", "Cleo", "Dan", "Eve"]) {
            let told = telling(player);
            let knows = matches!(who, "Ada" | "Cleo");
            assert!(!told.is_empty(), "{who} hears it in the end");
            let early = told.iter().filter(|&&number| !player.frames[number].contains("\"over\"")).count();
            assert_eq!(early > 0, knows, "{who} in {preset}");
        }
        let log = visitor.get_text(&format!("/api/matches/{id}/log")).await.unwrap();
        let record = parlor_kernel::Record::from_text(&log).unwrap();
        crate::common::registry().game(Codenames::SPEC.id).unwrap().verify(record).unwrap();
    }
}

/// The keys that a frame holds, however it is wrapped.
fn keys_in(value: &Value, found: &mut Vec<Vec<Kind>>) {
    match value {
        Value::Array(items) => match serde_json::from_value::<Vec<Kind>>(value.clone()) {
            Ok(key) if key.len() >= 25 => found.push(key),
            _ => items.iter().for_each(|item| keys_in(item, found)),
        },
        Value::Object(fields) => fields.values().for_each(|field| keys_in(field, found)),
        _ => {}
    }
}

#[tokio::test]
async fn in_a_duet_each_partner_knows_one_key_until_the_end() {
    let open = Open::new(settings()).await;
    let (mut ada, mut bea) = (open.player("Ada").await, open.player("Bea").await);
    let code = ada.open(&wish("codenames", "duet", vec![])).await;
    bea.follow(code).await;
    bea.command(TableCommand::Sit { seat: Some(Seat(1)) }.at(code)).await.unwrap();
    let mut eve = open.player("Eve").await;
    eve.follow(code).await;
    ada.command(TableCommand::Begin { bots: None }.at(code)).await.unwrap();
    for player in [&mut ada, &mut bea, &mut eve] {
        player.begun().await;
    }
    let id = eve.info().match_id.unwrap();
    let mut partners = [ada, bea];
    let own = [0, 1].map(|seat| partners[seat].view_of::<Codenames>().keys[seat].clone().unwrap());
    let mut reveals = 0;
    // Each hints once, and the partner finds everything: so neither key would be told by the cards alone.
    loop {
        let view = partners[0].view_of::<Codenames>();
        let Some(hinter) = view.phase.side().map(Side::index) else { break };
        let (mover, action) = if matches!(view.phase, Phase::SpymasterTurn { .. }) {
            let meant = view.hidden(Side::BOTH[1 - hinter]).find(|card| own[hinter][card.index()] == Kind::Green);
            let meant = meant.into_iter().collect();
            (hinter, Action::Hint { word: "qwertz".into(), count: Count::Number(9), meant })
        } else {
            let guesser = 1 - hinter;
            let card = view.hidden(Side::BOTH[guesser]).find(|card| own[hinter][card.index()] == Kind::Green).unwrap();
            reveals += 1;
            (guesser, Action::Reveal { card })
        };
        partners[mover].act(&action).await.unwrap();
        let after = partners[mover].view_of::<Codenames>();
        for player in partners.iter_mut().chain([&mut eve]) {
            let same = |view: &View| (view.faces == after.faces && view.hints.len() == after.hints.len()).then_some(());
            player.until_view_of::<Codenames, _>(same).await;
        }
        if reveals == 2 {
            // Both drop and come back, and are told no more than before.
            for partner in &mut partners {
                partner.connection.reconnect().await.unwrap();
                partner.until(|session| session.table(code)?.game.as_ref().map(|_| ())).await;
            }
            assert!(
                partners[0].visitor.get_text(&format!("/api/matches/{id}/log")).await.is_err(),
                "not before the end"
            );
        }
    }
    assert_eq!(reveals, 15, "all words were found");
    for (player, who) in partners.iter_mut().chain([&mut eve]).zip(["Ada", "Bea", "Eve"]) {
        player.until_view_of::<Codenames, _>(|view: &View| view.outcome.map(drop)).await;
        let frames = player.frames.iter().map(|text| (text.contains("\"over\""), serde_json::from_str(text).unwrap()));
        let (late, early): (Vec<(bool, Value)>, Vec<_>) = frames.partition(|(over, _)| *over);
        let told = |frames: &[(bool, Value)]| {
            let mut keys = Vec::new();
            frames.iter().for_each(|(_, frame)| keys_in(frame, &mut keys));
            keys
        };
        let knows = own.iter().zip(["Ada", "Bea"]).find(|(_, name)| *name == who).map(|(key, _)| key);
        assert!(told(&early).iter().all(|key| Some(key) == knows), "{who} was told a key before the end");
        assert_eq!(!told(&early).is_empty(), knows.is_some(), "{who}");
        assert!(own.iter().all(|key| told(&late).contains(key)), "{who} hears both in the end");
        let explained =
            early.iter().any(|(_, frame)| tells_the_key(frame) && told(&[(false, frame.clone())]).is_empty());
        assert!(!explained, "{who} was told what a hint means before the end");
    }
}

#[tokio::test]
async fn a_rematch_has_other_words() {
    let open = Open::new(settings()).await;
    let (code, mut players, _) = party(&open, "standard").await;
    let words = |player: &mut Player| player.view_of::<Codenames>().words.into_iter().collect::<BTreeSet<_>>();
    let first = words(&mut players[0]);
    play_out(&mut players, async |_: &mut [Player; 4]| {}).await;
    for player in &mut players {
        player.command(TableCommand::Ready { ready: true }.at(code)).await.unwrap();
    }
    players[0].command(TableCommand::Begin { bots: None }.at(code)).await.unwrap();
    let second = players[0]
        .until_view_of::<Codenames, _>(|view: &View| view.outcome.is_none().then(|| view.words.clone()))
        .await;
    assert!(second.iter().all(|word| !first.contains(word)), "{second:?}");
}

#[tokio::test]
async fn late_joiners_take_over_from_bots_and_spymasters_stay_where_they_are() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    // Ada is red's spymaster, and the others are bots.
    let seats = vec![parlor_wire::http::SeatWish::Person, bot("easy"), bot("easy"), bot("easy")];
    let code = ada.open(&wish("codenames", "standard", seats)).await;
    ada.begun().await;
    assert_eq!(ada.info().status, Status::Playing);
    let mut bea = open.player("Bea").await;
    bea.follow(code).await;
    bea.command(TableCommand::Sit { seat: Some(Seat(1)) }.at(code)).await.unwrap();
    let seat = bea.until(|session| session.table(code)?.seat).await;
    assert_eq!(seat, Seat(1));
    assert!(bea.view_of::<Codenames>().keys[0].is_none());
    assert_eq!(
        ada.refused(TableCommand::Sit { seat: Some(Seat(2)) }.at(code)).await,
        "match_running",
        "she knows the key"
    );
    assert_eq!(bea.refused(TableCommand::Sit { seat: Some(Seat(2)) }.at(code)).await, "match_running", "not to blue");
    // Ada leaves for good, and Bea gives the hints from now on.
    ada.command(TableCommand::Stand.at(code)).await.unwrap();
    bea.until(|session| session.table(code)?.info.seats[0].occupant.person().is_none().then_some(())).await;
    assert_eq!(ada.refused(TableCommand::Sit { seat: Some(Seat(3)) }.at(code)).await, "match_running");
    bea.command(TableCommand::Sit { seat: Some(Seat(0)) }.at(code)).await.unwrap();
    bea.until(|session| (session.table(code)?.seat == Some(Seat(0))).then_some(())).await;
    assert!(bea.view_of::<Codenames>().keys[0].is_some());
}

#[tokio::test]
async fn a_long_list_of_the_hosts_is_played_with_and_a_wrong_one_refused_with_its_line() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let list = |words: usize| (0..words).map(|number| format!("Wort{number}\n")).collect::<String>();
    let options = |text: String| json!({"words": {"custom": {"language": "german", "text": text}}});
    let mut long = wish("codenames", "standard", vec![]);
    long.options = options(list(10_000));
    let code = ada.open(&long).await;
    ada.command(TableCommand::Begin { bots: None }.at(code)).await.unwrap();
    ada.begun().await;
    assert!(ada.view_of::<Codenames>().words.iter().all(|word| word.starts_with("Wort")));
    let wrong = parlor_wire::http::OpenTable { options: options(list(30) + "Wort7\n"), ..long };
    let refused = ada.visitor.open_table(&wrong).await.unwrap_err();
    assert!(refused.to_string().contains("Line 31 repeats line 8"), "{refused}");
}

/// 64 clients at one table, 16 of them seated: how long it takes until all have heard of a reveal. Prints the 99th
/// percentile; run it alone, in release, on the machine that is asked about.
#[tokio::test(flavor = "current_thread")]
#[ignore = "a measurement"]
async fn a_reveal_spreads_to_64_clients() {
    let mut many = settings();
    many.limits.connections_per_address = 200;
    let open = Open::new(many).await;
    let mut host = open.player("Hanna").await;
    let mut table = wish("codenames", "standard", vec![]);
    table.options = json!({"red": 8, "blue": 8});
    let code = host.open(&table).await;
    let mut players = vec![host];
    for number in 1..64 {
        let mut player = open.player(&format!("P{number}")).await;
        player.follow(code).await;
        if number < 16 {
            player.command(TableCommand::Sit { seat: Some(Seat(number)) }.at(code)).await.unwrap();
        }
        players.push(player);
    }
    players[0].command(TableCommand::Begin { bots: None }.at(code)).await.unwrap();
    for player in &mut players {
        player.begun().await;
    }
    let mut took = Vec::new();
    for _ in 0..60 {
        let view = players[0].view_of::<Codenames>();
        if view.outcome.is_some() {
            break;
        }
        let Some(side) = view.phase.side() else { break };
        let guessing = matches!(view.phase, Phase::TeamTurn { .. });
        let mover = 8 * side.index() + usize::from(guessing);
        let action = choice(&players[mover].view_of::<Codenames>()).expect("it is this seat's move");
        let before = view.faces.iter().filter(|face| face.shown.is_some()).count();
        let began = std::time::Instant::now();
        players[mover].act(&action).await.unwrap();
        for player in &mut players {
            player
                .until_view_of::<Codenames, _>(|view: &View| {
                    let shown = view.faces.iter().filter(|face| face.shown.is_some()).count();
                    (shown > before || !guessing && matches!(view.phase, Phase::TeamTurn { .. })).then_some(())
                })
                .await;
            if guessing {
                took.push(began.elapsed());
            }
        }
    }
    took.sort_unstable();
    let at = |percent: usize| took[(took.len() - 1) * percent / 100];
    println!(
        "{} deliveries of reveals: median {:?}, 99th percentile {:?}, longest {:?}",
        took.len(),
        at(50),
        at(99),
        at(100)
    );
}
