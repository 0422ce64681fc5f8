//! The real binary: killed in the middle of a game and started again, and its other commands.

mod days;
mod postgres;

use crate::{
    binary::{ANYWHERE, House, parlor, serving},
    player::{PATIENCE, Player},
};
use parlor_client::native::Visitor;
use parlor_pong::{Action as Steering, PIXEL, Pong, Steer};
use parlor_wire::{
    TableCommand as Say,
    http::{OpenTable, SeatWish},
};
use serde_json::{Value, value::to_raw_value};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Output, Stdio},
    time::Duration,
};
use tokio::time::timeout;

/// A house in which no request is too fast.
fn open(data: &Path) -> House {
    House::open(data, &[("PARLOR_LIMITS__COMMANDS_PER_SECOND", "10000")])
}

/// Of a match that moves by itself, everything is there that was answered, and its clock stands still, too.
#[tokio::test]
async fn a_killed_house_goes_on_with_a_rally() {
    let dir = tempfile::tempdir().unwrap();
    let house = open(dir.path());
    let seats = vec![SeatWish::Person, SeatWish::Bot("hard".into())];
    let wish = OpenTable { game: "pong".into(), seats, ..OpenTable::default() };
    let mut ada = Player::opening(&house, "Ada", &wish).await;
    let code = ada.code;
    ada.until(|session| session.table(code)?.game.as_ref().map(drop)).await;
    let act = |action: &Steering| Say::Act { action: to_raw_value(action).unwrap(), at: None }.at(code);
    let up = Steering::Steer(Steer::Follow { to: 40, pace: 100 });
    timeout(PATIENCE, ada.connection.command(act(&up))).await.expect("an answer").unwrap();
    let known = ada.until(|session| session.table(code)?.game.as_ref().map(|game| game.told.0)).await;

    house.kill();
    tokio::time::sleep(Duration::from_secs(5)).await;
    let house = open(dir.path());
    ada.come_back(&house).await;
    let (tick, paddle) = ada
        .until(|session| {
            let game = session.table(code)?.game.as_ref()?;
            Some((game.told.0, game.view_of::<Pong>()?.position.paddles[0]))
        })
        .await;
    assert_eq!(paddle.goal, 40 * PIXEL, "what was answered is there");
    assert!(tick < known + 240, "none of the five seconds is charged: {known:?}, then {tick:?}");
    timeout(PATIENCE, ada.connection.command(act(&Steering::Surrender))).await.expect("an answer").unwrap();
    let id = ada.ended().await;
    let log = ada.visitor.at(&house.base).get_text(&format!("/api/matches/{id}/log")).await.unwrap();
    let file = dir.path().join("match.log");
    fs::write(&file, log).unwrap();
    let verdict = run(&["verify", file.to_str().unwrap()]);
    assert!(verdict.status.success(), "{verdict:?}");
}

#[tokio::test]
async fn a_killed_house_goes_on_with_every_acknowledged_shot_and_the_same_clocks() {
    let dir = tempfile::tempdir().unwrap();
    let house = open(dir.path());
    let [mut ada, mut bea] = Player::two(&house, Value::Null).await;
    let code = ada.code;
    for _ in 0..10 {
        assert!(ada.fire().await);
        assert!(bea.fire().await);
    }
    // Let some of the turn pass, then fall in the middle of it.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let before = ada
        .until_view(|view| {
            (view.turn.is_some() && view.tallies[0].attacks + view.tallies[1].attacks == 20).then(|| view.clone())
        })
        .await;
    house.kill();
    tokio::time::sleep(Duration::from_secs(8)).await;
    let house = open(dir.path());
    ada.come_back(&house).await;
    bea.come_back(&house).await;
    let after = ada.until_view(|view| Some(view.clone())).await;
    assert_eq!(after, before, "nothing acknowledged is lost, and nothing is invented");
    // The deadline is where it was, and the clock stood still while the house was down: of the eight seconds' absence
    // none is charged, of the second and a half before it all but the last unwritten beat is.
    let told = ada.connection.session().table(code).unwrap().game.as_ref().unwrap().told.0;
    let left = after.deadline.unwrap() - told;
    assert!((21_500..=29_500).contains(&left), "{left} ms left of 30 s");
    while ada.fire().await && bea.fire().await {}
    let id = ada.ended().await;

    // The other commands read the same match, from the database and from a file.
    let data = dir.path().to_str().unwrap();
    let text = run(&["replay", &id.to_string(), "--data-dir", data]);
    assert!(text.status.success(), "{text:?}");
    assert!(String::from_utf8_lossy(&text.stdout).contains("Battleship: Ada – Bea"));
    let log = ada.visitor.at(&house.base).get_text(&format!("/api/matches/{id}/log")).await.unwrap();
    let file = dir.path().join("match.log");
    fs::write(&file, &log).unwrap();
    let fair = run(&["verify", file.to_str().unwrap()]);
    assert!(fair.status.success(), "{fair:?}");
    assert!(String::from_utf8_lossy(&fair.stdout).starts_with("Fair"));
    tampering_is_found(&file, &log);
}

fn run(args: &[&str]) -> Output {
    parlor().args(args).output().unwrap()
}

fn tampering_is_found(file: &Path, log: &str) {
    let other_digit = |c: char| if c == '0' { '1' } else { '0' };
    let shot = log.lines().find(|line| line.contains("\"fire\"")).unwrap();
    let moved = shot.replacen("\"at\":\"", "\"at\":\"B", 1);
    let key = log.rfind("\"key\":\"").unwrap() + 7;
    let key_digit = log[key..].chars().next().unwrap();
    let mut other_key = log.to_owned();
    other_key.replace_range(key..=key, &other_digit(key_digit).to_string());
    let cases = [
        ("a moved shot", log.replacen(shot, &moved, 1)),
        ("other dice", other_key),
        ("a missing entry", log.replacen(&format!("{shot}\n"), "", 1)),
        (
            "another winner",
            log.replacen("\"won\":1}", "\"won\":9}", 1).replacen("\"won\":2}", "\"won\":1}", 1).replacen(
                "\"won\":9}",
                "\"won\":2}",
                1,
            ),
        ),
        ("no end", log.lines().take(log.lines().count() - 1).collect::<Vec<_>>().join("\n")),
    ];
    for (what, text) in cases {
        assert_ne!(text, log, "{what} changes the log");
        fs::write(file, text).unwrap();
        let verdict = run(&["verify", file.to_str().unwrap()]);
        assert_eq!(verdict.status.code(), Some(1), "{what} is found: {verdict:?}");
    }
}

#[test]
fn a_folder_has_one_house_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let house = open(dir.path());
    let mut second = serving(dir.path(), ANYWHERE, &[]).stderr(Stdio::piped()).spawn().unwrap();
    let mut first_line = String::new();
    BufReader::new(second.stdout.take().unwrap()).read_line(&mut first_line).unwrap();
    // One that has opened after all would run for ever.
    let _ = second.kill();
    let second = second.wait_with_output().unwrap();
    assert_eq!(first_line, "", "it does not open");
    assert_eq!(second.status.code(), Some(1), "{second:?}");
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    let owner = format!("process {}", house.process.id());
    assert!(said.contains("another house is open") && said.contains(&owner) && said.contains("--data-dir"), "{said}");
    // What works beside an open house still does.
    let reports = parlor().args(["reports", "--data-dir"]).arg(dir.path()).output().unwrap();
    assert!(reports.status.success(), "{reports:?}");
    // One that was killed has let go of it.
    house.kill();
    open(dir.path());
}

#[test]
fn simulations_are_the_same_on_any_number_of_threads() {
    let sim = |threads: &str| -> Value {
        let args = [
            "sim",
            "battleship",
            "--bots",
            "medium,random",
            "--games",
            "200",
            "--seed",
            "9",
            "--threads",
            threads,
            "--json",
        ];
        let output = run(&args);
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (one, three) = (sim("1"), sim("3"));
    for key in ["game", "preset", "bots", "games", "plies", "wins", "draws", "mean_plies", "scores", "digest"] {
        assert!(!one[key].is_null(), "{key} is reported");
        assert_eq!(one[key], three[key], "{key}");
    }
    assert!(one["plies_per_s"].as_f64().unwrap() > 0.0 && one["games_per_s"].as_f64().unwrap() > 0.0);
    let wins = |value: &Value, seat: usize| value["wins"][seat].as_u64().unwrap();
    assert!(wins(&one, 0) > 190, "medium beats random: {one}");
}

#[test]
fn mistakes_are_explained() {
    let cases: [(&[&str], &str); 6] = [
        (&["sim", "chess", "--bots", "a,b"], "battleship"),
        (&["sim", "battleship", "--bots", "random"], "2 names"),
        (&["sim", "battleship", "--bots", "random,genius"], "choose one of"),
        (&["sim", "battleship", "--bots", "random,random", "--set", "wings=2"], "wings"),
        (&["verify", "/no/such/file"], "no file"),
        (&["serve", "--config", "/no/such/file"], "cannot read"),
    ];
    for (args, hint) in cases {
        let output = run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(hint), "{args:?}: {said}");
    }
    let config = run(&["config", "--listen", "127.0.0.1:9"]);
    assert!(String::from_utf8_lossy(&config.stdout).contains("listen = \"127.0.0.1:9\""));
    let help = run(&["--help"]);
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    assert!(help.contains("parlor serve") && help.contains("parlor nearby"), "{help}");
    let sim = String::from_utf8_lossy(&run(&["sim", "--help"]).stdout).into_owned();
    for game in parlor_catalog::registry().games().map(|game| game.spec().id) {
        assert!(help.contains(game) && sim.contains(game), "{game} is in the house: {help}{sim}");
    }
}

#[tokio::test]
async fn a_bot_is_there_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let house = open(dir.path());
    let visitor = Visitor::enter(&house.base, "Ada").await.unwrap();
    let seats = vec![SeatWish::Person, SeatWish::Bot("easy".into())];
    let wish = OpenTable {
        game: "battleship".into(),
        preset: Some("hope".into()),
        options: Value::Null,
        public: false,
        rated: false,
        seats,
        bet: None,
        days: None,
    };
    let code = visitor.open_table(&wish).await.unwrap().code;
    let mut connection = visitor.connect(parlor_catalog::registry(), "a").await.unwrap();
    connection.follow(code).await.unwrap();
    timeout(PATIENCE, connection.until(|session| session.table(code)?.game.as_ref().map(drop)))
        .await
        .expect("a match")
        .unwrap();
}
