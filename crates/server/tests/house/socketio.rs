//! The Socket.IO door, with the real clients: npm's `socket.io-client` and Python's `python-socketio`. The tests are
//! named after Voxel Battleship's checklist; what the clients do is in `socketio/*.mjs` and `socketio/play.py`.

use crate::common::{Open, registry, settings, wish};
use parlor_kernel::{Reason, Record};
use parlor_wire::{
    Occupant, TableCode,
    http::{MatchPage, MatchStatus, SeatResult},
};
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
    time::timeout,
};

/// No scenario takes this long unless it hangs.
const PATIENCE: Duration = Duration::from_secs(300);

fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/socketio")
}

/// Where `scripts/setup.sh test` puts the clients.
fn clients() -> PathBuf {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/socketio-clients");
    assert!(place.join("installed-package-lock.json").exists(), "run scripts/setup.sh test first");
    place.canonicalize().unwrap()
}

/// A client that plays in a process of its own.
struct Script {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Script {
    fn start(mut command: Command) -> Self {
        let mut child = command
            .env("SOCKETIO_CLIENTS", clients())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("node and python3 are there: scripts/setup.sh test");
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn node(open: &Open, scenario: &str, transport: &str, input: &Value) -> Self {
        let mut command = Command::new("node");
        command.arg(scripts().join("run.mjs")).args([scenario, &open.base, transport, &input.to_string()]);
        Self::start(command)
    }

    /// The next thing it says.
    async fn line(&mut self) -> Value {
        let line = timeout(PATIENCE, self.lines.next_line()).await.expect("the script goes on").unwrap();
        let Some(line) = line else { panic!("{}", self.complaint().await) };
        serde_json::from_str(&line).unwrap()
    }

    async fn complaint(&mut self) -> String {
        let mut text = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut text).await.unwrap();
        text
    }

    /// Its last word; it must have ended well.
    async fn end(mut self) -> Value {
        let last = self.line().await;
        let status = timeout(PATIENCE, self.child.wait()).await.expect("the script ends").unwrap();
        assert!(status.success(), "{}", self.complaint().await);
        last
    }
}

/// Runs a scenario to its end in a house of its own.
async fn scenario(name: &str) -> Value {
    scenario_over(name, "websocket").await
}

async fn scenario_over(name: &str, transport: &str) -> Value {
    let open = Open::new(settings()).await;
    run(&open, name, transport, Value::Null).await
}

async fn run(open: &Open, name: &str, transport: &str, input: Value) -> Value {
    Script::node(open, name, transport, &input).end().await
}

#[tokio::test]
async fn ship_placement_validation() {
    scenario("ship_placement_validation").await;
}

#[tokio::test]
async fn shot_validation_and_hit_detection() {
    scenario("shot_validation_and_hit_detection").await;
}

#[tokio::test]
async fn turn_management() {
    scenario("turn_management").await;
    scenario("turns_run_out").await;
}

#[tokio::test]
async fn win_condition_checking() {
    for transport in ["websocket", "polling", "upgrade"] {
        scenario_over("win_condition_checking", transport).await;
    }
    scenario("another_match_in_the_same_room").await;
}

#[tokio::test]
async fn database_persistence() {
    let open = Open::new(settings()).await;
    let result = run(&open, "win_condition_checking", "websocket", Value::Null).await;
    let (winner, loser) = (&result["winner"], &result["loser"]);
    let ask = async |token: &str, path: &str| {
        let request = reqwest::Client::new().get(format!("{}{path}", open.base)).bearer_auth(token);
        request.send().await.unwrap().error_for_status().unwrap().text().await.unwrap()
    };
    for token in result["tokens"].as_array().unwrap() {
        let mine = ask(token.as_str().unwrap(), "/api/me/matches").await;
        let MatchPage { matches: mine, .. } = serde_json::from_str(&mine).unwrap();
        // The second one has only just begun.
        assert_eq!(mine.iter().filter(|one| one.outcome.is_some()).count(), 1);
        let finished = mine.iter().find(|one| one.outcome.is_some()).unwrap();
        let outcome = finished.outcome.unwrap();
        assert_eq!(outcome.reason, Reason::Completed);
        assert_eq!((finished.status, finished.turns), (MatchStatus::Completed, Some(17 + 16)));
        let by_result = |result| finished.seats.iter().find(|seat| seat.result == Some(result)).unwrap();
        let (won, lost) = (by_result(SeatResult::Won), by_result(SeatResult::Lost));
        assert_eq!((won.stats["shots"], won.stats["hits"], lost.stats["shots"], lost.stats["hits"]), (17, 17, 16, 0));
        assert_eq!(won.person.as_ref().unwrap().id.to_string(), *winner);
        assert!(finished.started_at <= finished.ended_at.unwrap());
        // The log proves it all: who won, and every shot.
        let text = ask(token.as_str().unwrap(), &format!("/api/matches/{}/log", finished.id)).await;
        let record = Record::from_text(&text).unwrap();
        assert_eq!(text.lines().filter(|line| line.contains("\"fire\"")).count(), 17 + 16);
        registry().game("battleship").unwrap().verify(record).unwrap();
    }
    assert_ne!(winner, loser);
}

#[tokio::test]
async fn a_game_survives_a_restart_of_the_house() {
    let open = Open::new(settings()).await;
    let half = run(&open, "before_a_restart", "websocket", Value::Null).await;
    let open = open.restart(settings()).await;
    let whole = run(&open, "after_a_restart", "websocket", half).await;
    assert_eq!(whole["matches"][0]["outcome"]["reason"], "completed");
}

/// Voxel Battleship's Redis item: statuses, a time to live, and a room that is gone after the end.
#[tokio::test]
async fn state_management() {
    let mut short = settings();
    short.times.linger_ms = 6_000;
    let open = Open::new(short).await;
    let result = run(&open, "states_of_a_room", "websocket", Value::Null).await;
    let code: TableCode = result["roomCode"].as_str().unwrap().parse().unwrap();
    assert!(open.house.directory.find(code).is_none());
    let mut impatient = settings();
    impatient.times.idle_ms = 1_500;
    let open = Open::new(impatient).await;
    run(&open, "time_to_live", "websocket", Value::Null).await;
}

#[tokio::test]
async fn socket_event_handling() {
    for transport in ["websocket", "polling", "upgrade"] {
        scenario_over("socket_event_handling", transport).await;
    }
}

#[tokio::test]
async fn error_scenarios() {
    let mut settings = settings();
    // An empty room is gone soon.
    settings.times.linger_ms = 100;
    let open = Open::new(settings).await;
    run(&open, "error_scenarios", "websocket", Value::Null).await;
}

#[tokio::test]
async fn who_may_come_in() {
    let open = Open::new(settings()).await;
    run(&open, "who_may_come_in", "websocket", json!({"base": open.base, "guests": true})).await;
    let mut members = settings();
    members.socketio.guests = false;
    let open = Open::new(members).await;
    run(&open, "who_may_come_in", "websocket", json!({"base": open.base, "guests": false})).await;
}

#[tokio::test]
async fn hostile_clients_are_turned_away() {
    let open = Open::new(settings()).await;
    run(&open, "hostile_clients", "websocket", json!({"base": open.base})).await;
    let mut slow = settings();
    slow.limits.commands_per_second = 5;
    let open = Open::new(slow).await;
    run(&open, "too_fast", "websocket", Value::Null).await;
}

#[tokio::test]
async fn disconnection_handling() {
    for transport in ["websocket", "polling"] {
        scenario_over("a_dropped_player_resumes", transport).await;
        scenario_over("a_bad_network", transport).await;
    }
    scenario("leaving").await;
    scenario("the_host_comes_back").await;
    let mut short = settings();
    short.times.grace_ms = 300;
    let open = Open::new(short).await;
    run(&open, "the_grace_runs_out", "websocket", Value::Null).await;
}

#[tokio::test]
async fn the_house_closes_and_clients_know_that_they_may_come_back() {
    for transport in ["websocket", "polling"] {
        let open = Open::new(settings()).await;
        let mut script = Script::node(&open, "the_house_closes", transport, &Value::Null);
        assert_eq!(script.line().await, json!({"connected": true}));
        let open = open.restart(settings()).await;
        // Anything else would keep a client from coming back by itself.
        let reason = script.end().await["reason"].clone();
        assert!(reason == "transport close" || reason == "transport error", "{reason}");
        drop(open);
    }
}

/// A client that asks and asks and never fetches the answers. Spoken by hand: a real client always listens.
#[tokio::test]
async fn a_client_that_does_not_listen_is_cut_off() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("battleship", "voxel", vec![])).await;
    let deaf = open.visitor("Deaf").await;
    let http = reqwest::Client::new();
    let url = format!("{}/socket.io/?EIO=4&transport=polling", open.base);
    let text = async |request: reqwest::RequestBuilder| request.send().await.unwrap().text().await.unwrap();
    let hello: Value = serde_json::from_str(&text(http.get(&url)).await[1..]).unwrap();
    let url = format!("{url}&sid={}", hello["sid"].as_str().unwrap());
    let post = async |body: String| http.post(&url).body(body).send().await.unwrap().status();
    post(format!("40{}", json!({"token": deaf.token()}))).await;
    // A ping may come first.
    while !text(http.get(&url)).await.contains("40{") {}
    post(format!("42{}", json!(["joinRoom", code]))).await;
    ada.begun().await;
    let connected = |session: &parlor_client::Session| Some(session.table(code)?.info.seats[1].connected);
    assert!(ada.until(connected).await);
    for _ in 0..12 {
        let asks = vec![format!("42{}", json!(["requestGameState"])); 50];
        if !post(asks.join("\u{1e}")).await.is_success() {
            break;
        }
    }
    ada.until(|session| connected(session).filter(|connected| !connected)).await;
}

#[tokio::test]
async fn statistics_calculation() {
    scenario("statistics_calculation").await;
}

#[tokio::test]
async fn winners_may_show_their_address() {
    scenario("winners_may_show_their_address").await;
}

#[tokio::test]
async fn sessions_and_scopes() {
    scenario("sessions_and_scopes").await;
}

#[tokio::test]
async fn privacy_of_whole_games() {
    for transport in ["websocket", "polling"] {
        let open = Open::new(settings()).await;
        run(&open, "privacy_of_whole_games", transport, json!({"games": 4})).await;
    }
}

#[tokio::test]
async fn generic_command_and_event() {
    scenario("generic_command_and_event").await;
}

#[tokio::test]
async fn seats_taken_elsewhere_are_left_alone() {
    let open = Open::new(settings()).await;
    let mut ada = open.player("Ada").await;
    let code = ada.open(&wish("battleship", "voxel", vec![])).await;
    let input = json!({"token": ada.visitor.token(), "code": code});
    run(&open, "seats_elsewhere_are_left_alone", "websocket", input).await;
}

#[tokio::test]
async fn a_web_player_and_a_socket_io_player_share_a_table() {
    let open = Open::new(settings()).await;
    for transport in ["websocket", "polling"] {
        // First the web player opens the table, then the other.
        let mut web = open.player("Web").await;
        let code = web.open(&wish("battleship", "voxel", vec![])).await;
        let script = Script::node(&open, "play", transport, &json!({ "code": code }));
        share(web, script).await;

        let mut script = Script::node(&open, "play", transport, &json!({}));
        let code = script.line().await["roomCode"].as_str().unwrap().parse().unwrap();
        let mut web = open.player("Web").await;
        web.sit(code).await;
        share(web, script).await;
    }
}

async fn share(mut web: crate::common::Player, script: Script) {
    web.deploy().await;
    web.play_to_the_end().await;
    let said = script.end().await;
    let outcome = web.view().outcome.unwrap();
    assert_eq!(outcome.reason, Reason::Completed);
    let me = web.visitor.me().id.to_string();
    let i_won = outcome.winners().contains(web.seat().unwrap());
    assert_eq!(said["over"]["winnerId"] == me.as_str(), i_won);
    assert_eq!(said["over"]["reason"], "all_ships_sunk");
    let seat = web.seat().unwrap();
    let tally = &web.view().tallies[seat.index()];
    assert_eq!(said["over"]["stats"][&me]["shots"], tally.shots);
    assert_eq!(said["over"]["stats"][&me]["hits"], tally.hits);
    assert_eq!(said["state"]["status"], "finished");
    assert!(web.info().seats.iter().all(|seat| matches!(seat.occupant, Occupant::Person { .. })));
}

#[tokio::test]
async fn python_client_plays_a_game() {
    let open = Open::new(settings()).await;
    let mut command = Command::new(clients().join("venv/bin/python"));
    command.arg(scripts().join("play.py")).arg(&open.base);
    let over = Script::start(command).end().await;
    assert_eq!(over["reason"], "all_ships_sunk");
}
