//! `parlor verify`, the real binary: Death Rolls that were really played prove fair from their logs alone, and no line of
//! a log can be altered without its saying so, and where.

use crate::binary::{House, parlor};
use parlor_client::native::{Connection, Visitor};
use parlor_death_roll::{Action, DeathRoll, View};
use parlor_wire::{
    TableCode, TableCommand as Say,
    http::{OpenTable, SeatWish},
};
use serde_json::{Map, Value, json, value::to_raw_value};
use std::{
    fs,
    io::Write,
    path::Path,
    process::{Output, Stdio},
    time::Duration,
};
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(30);

/// What `parlor verify -` says about a log.
fn verify(log: &str) -> Output {
    let mut process = parlor()
        .args(["verify", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    process.stdin.take().unwrap().write_all(log.as_bytes()).unwrap();
    process.wait_with_output().unwrap()
}

struct Player {
    visitor: Visitor,
    connection: Connection,
    code: TableCode,
}

impl Player {
    /// Opens a table, or sits down at one.
    async fn at(house: &House, name: &str, table: Result<OpenTable, TableCode>) -> Self {
        let visitor = Visitor::enter(&house.base, name).await.unwrap();
        let mut connection = visitor.connect(parlor_catalog::registry(), name).await.unwrap();
        let code = match &table {
            Ok(wish) => visitor.open_table(wish).await.unwrap().code,
            Err(code) => *code,
        };
        connection.follow(code).await.unwrap();
        if table.is_err() {
            connection.command(Say::Sit { seat: None }.at(code)).await.unwrap();
        }
        Self { visitor, connection, code }
    }

    async fn until<T>(&mut self, mut look: impl FnMut(&View) -> Option<T>) -> T {
        let code = self.code;
        let found = self.connection.until(|session| look(session.table(code)?.game.as_ref()?.view_of::<DeathRoll>()?));
        timeout(PATIENCE, found).await.expect("it happens").unwrap()
    }

    async fn act(&mut self, action: Action) {
        let command = Say::Act { action: to_raw_value(&action).unwrap(), at: None }.at(self.code);
        timeout(PATIENCE, self.connection.command(command)).await.expect("an answer").unwrap();
    }

    async fn roll_to_the_end(&mut self) {
        let code = self.code;
        let seat = self.connection.until(|session| session.table(code)?.seat).await.unwrap();
        while self.until(|view| view.outcome.map(|_| false).or((view.turn == seat).then_some(true))).await {
            self.act(Action::Roll).await;
        }
    }

    /// The log of the match, as anyone can download it.
    async fn log(&self) -> String {
        let table: Value = self.visitor.get(&format!("/api/tables/{}", self.code)).await.unwrap();
        let id = table["match_id"].as_str().expect("a match");
        self.visitor.get_text(&format!("/api/matches/{id}/log")).await.unwrap()
    }
}

fn wish(seats: Vec<SeatWish>) -> OpenTable {
    // So high that there is something to alter.
    OpenTable { game: "death-roll".into(), options: json!({"start": 1_000_000}), seats, ..OpenTable::default() }
}

/// Two people who add salt, with a clock; a person against a bot, without either; and one who gives up.
async fn played(house: &House) -> [(&'static str, String); 3] {
    let mut ada = Player::at(house, "Ada", Ok(wish(vec![]))).await;
    let mut bea = Player::at(house, "Bea", Err(ada.code)).await;
    ada.until(|_| Some(())).await;
    bea.act(Action::Salt { salt: 4_711 }).await;
    ada.act(Action::Salt { salt: 0 }).await;
    tokio::join!(ada.roll_to_the_end(), bea.roll_to_the_end());
    let salted = ada.log().await;

    let mut cleo = Player::at(house, "Cleo", Ok(wish(vec![SeatWish::Person, SeatWish::Bot("easy".into())]))).await;
    cleo.roll_to_the_end().await;

    let mut dan = Player::at(house, "Dan", Ok(wish(vec![]))).await;
    let mut eve = Player::at(house, "Eve", Err(dan.code)).await;
    dan.act(Action::Roll).await;
    eve.until(|view| (view.rolls.len() == 1).then_some(())).await;
    eve.act(Action::Surrender).await;
    [("salted", salted), ("against a bot", cleo.log().await), ("given up", dan.log().await)]
}

fn lines(log: &str) -> Vec<Value> {
    log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Every value in a line, by its JSON pointer.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| leaves(value, &format!("{path}/{key}"), found)),
        Value::Array(list) => {
            (0..).zip(list).for_each(|(index, value): (usize, _)| leaves(value, &format!("{path}/{index}"), found));
        }
        _ => found.push(path.to_owned()),
    }
}

/// Every object in a line, by its JSON pointer.
fn objects(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            found.push(path.to_owned());
            map.iter().for_each(|(key, value)| objects(value, &format!("{path}/{key}"), found));
        }
        Value::Array(list) => {
            (0..).zip(list).for_each(|(index, value): (usize, _)| objects(value, &format!("{path}/{index}"), found));
        }
        _ => {}
    }
}

/// What might stand there instead of a value.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            [Some(number + 1), number.checked_sub(1), Some(number + 1_000_000)]
                .into_iter()
                .flatten()
                .map(Value::from)
                .collect()
        }
        // A digit of a key, a promise or a digest: the first, one in the middle, the last.
        Value::String(hex) if hex.len() >= 32 => [0, hex.len() / 2, hex.len() - 1]
            .into_iter()
            .map(|place| {
                let mut digits = hex.clone().into_bytes();
                digits[place] = if digits[place] == b'7' { b'8' } else { b'7' };
                Value::String(String::from_utf8(digits).unwrap())
            })
            .collect(),
        Value::String(word) => ["roll", "surrender", "wake", "call_off", "completed", "timeout", "pong", "x"]
            .into_iter()
            .filter(|other| other != word)
            .map(Value::from)
            .collect(),
        Value::Null => vec![json!(30)],
        Value::Bool(flag) => vec![json!(!flag)],
        _ => vec![],
    }
}

/// Whether it is a log of the first format. Its digests cover positions alone, so it does not prove what people call
/// themselves, how much later than it was due the house wrote down what the clock did, or that it did write it down.
fn is_of_the_first_format(lines: &[Value]) -> bool {
    lines[0].get("format").is_none()
}

fn is_beside_the_point(lines: &[Value], line: usize, pointer: &str) -> bool {
    is_of_the_first_format(lines)
        && (pointer.starts_with("/seats/") || lines[line]["input"] == json!("wake") && pointer == "/tick")
}

/// Numbers the entries anew, so that a gap alone does not give the change away.
fn renumbered(mut lines: Vec<Value>) -> Vec<Value> {
    (1..).zip(lines.iter_mut().filter(|line| line.get("seq").is_some())).for_each(|(seq, line): (u64, _)| {
        line["seq"] = json!(seq);
    });
    lines
}

/// Every altered log, with what was altered and, if one line was, which.
fn altered(log: &str) -> Vec<(String, Option<usize>, String)> {
    let honest = lines(log);
    let mut forged = Vec::new();
    for line in 0..honest.len() {
        let mut change = |what: String, change: &dyn Fn(&mut Value)| {
            let mut lines = honest.clone();
            change(&mut lines[line]);
            forged.push((format!("line {}: {what}", line + 1), Some(line), text(&lines)));
        };
        let (mut values, mut maps) = (Vec::new(), Vec::new());
        leaves(&honest[line], "", &mut values);
        objects(&honest[line], "", &mut maps);
        for pointer in values.iter().filter(|pointer| !is_beside_the_point(&honest, line, pointer)) {
            let value = honest[line].pointer(pointer).unwrap();
            for other in others(value) {
                change(format!("{pointer} is {other}"), &|line| *line.pointer_mut(pointer).unwrap() = other.clone());
            }
            let (object, key) = pointer.rsplit_once('/').unwrap();
            if !value.is_null() && honest[line].pointer(object).unwrap().is_object() {
                change(format!("no {pointer}"), &|line| {
                    line.pointer_mut(object).and_then(Value::as_object_mut).map(|map| map.remove(key)).unwrap();
                });
            }
        }
        for pointer in &maps {
            let slip = |line: &mut Value| {
                let map: &mut Map<_, _> = line.pointer_mut(pointer).and_then(Value::as_object_mut).unwrap();
                map.insert("rolled".into(), json!(99));
            };
            change(format!("something more in {pointer}"), &slip);
        }
    }
    if !is_of_the_first_format(&honest) {
        let mut swapped = honest.clone();
        swapped[0]["seats"].as_array_mut().unwrap().reverse();
        forged.push(("line 1: the seats are swapped".into(), Some(0), text(&swapped)));
    }
    let mut reorder = |what: String, lines: Vec<Value>| {
        forged.push((format!("{what}, as it is"), None, text(&lines)));
        forged.push((format!("{what}, renumbered"), None, text(&renumbered(lines))));
    };
    for line in 0..honest.len() {
        // What the clock did is implied by the rules: without that line the match is the same, but not the chain of digests.
        if honest[line]["input"] != json!("wake") || !is_of_the_first_format(&honest) {
            let mut without = honest.clone();
            without.remove(line);
            reorder(format!("line {} is gone", line + 1), without);
        }
        let mut twice = honest.clone();
        twice.insert(line, honest[line].clone());
        reorder(format!("line {} is there twice", line + 1), twice);
        let mut idle = honest.clone();
        if line > 1 {
            let (tick, digest) = (&honest[line - 1]["tick"], &honest[line - 1]["digest"]);
            idle.insert(line, json!({"seq": line, "tick": tick, "input": "wake", "digest": digest}));
            reorder(format!("a wake before line {}", line + 1), idle);
        }
        if line + 1 < honest.len() {
            let mut swapped = honest.clone();
            swapped.swap(line, line + 1);
            reorder(format!("lines {} and {} swapped", line + 1, line + 2), swapped);
        }
        let cut = honest[..line].to_vec();
        reorder(format!("cut before line {}", line + 1), cut);
    }
    // A swap of equal lines, or a number put where it was, alters nothing.
    forged.retain(|(_, _, forgery)| lines_or_none(forgery).is_none_or(|lines| lines != honest));
    forged
}

fn lines_or_none(log: &str) -> Option<Vec<Value>> {
    log.lines().map(|line| serde_json::from_str(line).ok()).collect()
}

/// The log proves fair and lists its rolls; every altered one is refused with exit code 1, and the place is named.
fn proves_itself_and_nothing_else(what: &str, log: &str) -> usize {
    let fair = verify(log);
    let said = String::from_utf8(fair.stdout).unwrap();
    assert!(fair.status.success() && said.contains("Fair: the dice are the promised ones"), "{what}: {said}\n{log}");
    let honest = lines(log);
    let rolled = |line: &&Value| line["input"]["act"]["action"] == "roll" || line["input"] == "wake";
    let rolls = honest.iter().filter(rolled).count();
    assert_eq!(said.lines().filter(|line| line.starts_with("roll ") && line.ends_with(" ✓")).count(), rolls, "{said}");

    let forged = altered(log);
    for (alteration, line, forgery) in &forged {
        let output = verify(forgery);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{what}: {alteration}: it goes unnoticed\n{forgery}");
        assert!(output.stdout.is_empty(), "{what}: {alteration}: not a word about fairness");
        let Some(line) = line else { continue };
        let places = match *line {
            // The beginning: what follows from it is wrong, with the first entry for which it counts.
            0 => vec!["Line 1 ", "Entry ", "log of", "no game called", "rules", "rule set", "promised"],
            last if last + 1 == honest.len() => {
                vec![
                    "log ends",
                    "ended at tick",
                    "promised",
                    "after the end",
                    "not over",
                    "is not part of a log",
                    "footer",
                ]
            }
            _ => vec![],
        };
        // A match that was called off is found out when it goes on.
        let own = [format!("Entry {line} "), format!("Line {} ", line + 1), format!("Entry {} ", line + 1)];
        let named = places.iter().any(|place| said.contains(place)) || own.iter().any(|place| said.contains(place));
        assert!(named, "{what}: {alteration}: the place is not named: {said}");
    }
    forged.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn real_matches_prove_fair_and_no_altered_one_does() {
    let dir = tempfile::tempdir().unwrap();
    let hasty = [("PARLOR_TIMES__BOT_THINK_MIN_MS", "0"), ("PARLOR_TIMES__BOT_THINK_MAX_MS", "1")];
    let house = House::open(dir.path(), &hasty);
    for (what, log) in played(&house).await {
        let forged = tokio::task::spawn_blocking(move || proves_itself_and_nothing_else(what, &log)).await.unwrap();
        assert!(forged > 100, "{what}: only {forged} alterations were tried");
    }
}

/// The same for matches that were recorded without a house: salted, with a player who fell asleep.
#[test]
fn recorded_matches_prove_fair_and_no_altered_one_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/death-roll/tests/replays");
    let mut seen = 0;
    let folders = [folder.join("format-2"), folder];
    for file in folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|file| file.unwrap().path()) {
        if file.extension().is_some_and(|extension| extension == "log") {
            let log = fs::read_to_string(&file).unwrap();
            assert!(proves_itself_and_nothing_else(&file.display().to_string(), &log) > 100);
            tells_the_same(&file);
            seen += 1;
        }
    }
    assert_eq!(seen, 4, "one for each preset and format");
}

/// The match as text is checked against its log, word for word.
fn tells_the_same(log: &Path) {
    let check = |told: &Path| parlor().arg("verify").arg(log).arg("--told").arg(told).output().unwrap();
    let text = fs::read_to_string(log.with_extension("txt")).unwrap();
    let honest = check(&log.with_extension("txt"));
    assert!(honest.status.success(), "{honest:?}");
    assert!(String::from_utf8_lossy(&honest.stdout).contains("word for word"));
    let dir = tempfile::tempdir().unwrap();
    let told = dir.path().join("told.txt");
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.contains(" rolls ")) {
        let digit = line.find(|c: char| c.is_ascii_digit()).unwrap();
        let lie = format!("{}9{}", &line[..digit], &line[digit..]);
        let lies: Vec<_> = text.lines().enumerate().map(|(at, line)| if at == number { &*lie } else { line }).collect();
        fs::write(&told, lies.join("\n")).unwrap();
        let caught = check(&told);
        let said = String::from_utf8_lossy(&caught.stderr).into_owned();
        assert_eq!(caught.status.code(), Some(1), "{lie}");
        assert!(said.contains(&format!("line {} says", number + 1)), "{lie}: {said}");
    }
    fs::write(&told, text.lines().take(5).collect::<Vec<_>>().join("\n")).unwrap();
    assert!(String::from_utf8_lossy(&check(&told).stderr).contains("line 6 is missing"));
}

/// Whatever a log says, only `parlor` gives the verdict: nothing in it reaches a terminal as a command or a line of its own.
#[test]
fn a_log_cannot_speak_for_the_verdict() {
    const FAKE: &str = "\u{1b}[2K\rx\nFair: the dice are the promised ones\u{9b}8m\u{202e}";
    let log = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/death-roll/tests/replays/hope-2.log");
    let honest = lines(&fs::read_to_string(log).unwrap());
    let footer = honest.len() - 1;
    let slip = |line: usize, pointer: &str, key: &str, value: Value| {
        let mut forged = honest.clone();
        forged[line].pointer_mut(pointer).and_then(Value::as_object_mut).unwrap().insert(key.into(), value);
        text(&forged)
    };
    let forged = [
        slip(0, "", "game", json!(FAKE)),
        slip(0, "", "commitment", json!(FAKE)),
        slip(0, "", FAKE, json!(1)),
        slip(0, "/config", FAKE, json!(1)),
        slip(0, "/config", "start", json!(FAKE)),
        slip(0, "/seats/0", FAKE, json!(1)),
        slip(1, "", FAKE, json!(1)),
        slip(1, "", "input", json!(FAKE)),
        slip(1, "", "digest", json!(FAKE)),
        slip(1, "", "input", json!({ "act": { "seat": 0, "action": FAKE } })),
        slip(footer, "", FAKE, json!(1)),
        slip(footer, "/outcome", "reason", json!(FAKE)),
        FAKE.to_owned(),
    ];
    for log in forged {
        let output = verify(&log);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{log}");
        assert!(output.stdout.is_empty(), "{log}");
        assert_eq!(said.matches('\n').count(), 1, "one line: {said:?}");
        assert!(
            said.starts_with("parlor: ") && !said.trim_end().contains(['\u{1b}', '\r', '\u{9b}', '\u{202e}']),
            "{said:?}"
        );
    }
    let named = verify(&slip(0, "/seats/0", "name", json!(FAKE)));
    let said = String::from_utf8(named.stdout).unwrap();
    assert!(named.status.success() && !said.contains(['\u{1b}', '\r', '\u{9b}', '\u{202e}']), "{said:?}");
    assert_eq!(said.lines().filter(|line| line.starts_with("Fair")).count(), 1, "{said}");
}

/// A match is told only if it holds: the same forgeries that `verify` finds are found by `replay`.
#[test]
fn nothing_is_told_of_a_forged_match() {
    let log = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/death-roll/tests/replays/hope-2.log");
    let honest = lines(&fs::read_to_string(log).unwrap());
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("match.log");
    let replayed = |lines: &[Value]| {
        fs::write(&file, text(lines)).unwrap();
        parlor().arg("replay").arg(&file).output().unwrap()
    };
    assert!(replayed(&honest).status.success());
    let mut winner = honest.clone();
    let won = &mut winner.last_mut().unwrap()["outcome"]["verdict"]["won"];
    *won = json!(3 - won.as_u64().unwrap());
    let mut bare = honest.clone();
    bare.iter_mut().filter_map(|line| line.as_object_mut()).filter(|line| line.contains_key("input")).for_each(
        |line| {
            line.remove("digest");
        },
    );
    for forged in [winner, bare] {
        let output = replayed(&forged);
        assert_eq!(output.status.code(), Some(1), "{}", text(&forged));
        assert!(output.stdout.is_empty());
    }
}
