//! Random matches, heard through the dialect by both players.

use parlor_battleship::{Action, Battleship, Cell, Config, Event, Placement};
use parlor_kernel::{
    Audience, Commitment, Enumerate, FastDice, Game, GameConfig, Key, Outcome, Rng, Rules, Seat, Table, Tick, Viewer,
};
use parlor_voxel::{EndReason, Message, NoRoom, Room, ShotOutcome, StatusName};
use parlor_wire::{
    ClientFrame, Kind, MatchId, Occupant, Pace, SeatInfo, ServerFrame, Status, TableCode, TableInfo, UserId,
    frame::{Ended, Playing, Seen, Snapshot, TableEvent},
};
use proptest::{prelude::*, test_runner::TestCaseError};
use serde_json::{Value, value::to_raw_value};
use std::{collections::BTreeSet, sync::Arc};

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

fn code() -> TableCode {
    "K7QX2M".parse().unwrap()
}

fn person(id: u64, name: &str) -> Occupant {
    Occupant::Person { id: UserId(id), name: name.into(), kind: Kind::Guest }
}

fn info(status: Status, occupants: [Occupant; 2]) -> TableInfo {
    let seat = |occupant| SeatInfo {
        occupant,
        ready: true,
        connected: true,
        grace_ms: None,
        substitute: None,
        team: None,
        forfeits_at: None,
    };
    TableInfo {
        code: code(),
        game: "battleship".into(),
        preset: "voxel".into(),
        config: Some(serde_json::to_value(Config::preset("voxel").unwrap()).unwrap().into()),
        rated: false,
        public: false,
        pace: Pace::Live,
        days: None,
        host: UserId(1),
        status,
        seats: occupants.map(seat).into(),
        spectators: 0,
        held: None,
        bet: None,
        match_id: (status != Status::Waiting).then_some(MatchId(9)),
    }
}

fn ada_and_ben(status: Status) -> TableInfo {
    info(status, [person(1, "Ada"), person(2, "Ben")])
}

fn snapshot(table: TableInfo, seat: Option<Seat>, game: Option<Playing>, seq: u64) -> ServerFrame {
    let seen = Seen { epoch: 1, seq };
    ServerFrame::Snapshot(Box::new(Snapshot { table, seen, seat, game, chat: Vec::new() }))
}

fn enter(frame: &ServerFrame) -> Result<Room, NoRoom> {
    Room::new(parlor_catalog::registry(), "~1".into(), frame)
}

/// What a room asks the house, as text.
fn asks(room: &mut Room) -> Vec<String> {
    room.to_house().iter().map(ClientFrame::text).collect()
}

fn commitment() -> Commitment {
    Key([7; 32]).commitment()
}

/// A match and the two rooms that listen to it, each as the house would let it.
struct Duel {
    table: Table<Battleship, FastDice>,
    rooms: [Room; 2],
    seq: [u64; 2],
}

impl Duel {
    fn new(seed: u64) -> (Self, [Vec<Message>; 2]) {
        let config = Arc::new(Config::preset("voxel").unwrap());
        let waiting = info(Status::Waiting, [person(1, "Ada"), Occupant::Nobody]);
        let rooms = SEATS.map(|seat| {
            let table = if seat == Seat(0) { waiting.clone() } else { ada_and_ben(Status::Waiting) };
            enter(&snapshot(table, Some(seat), None, 0)).unwrap()
        });
        let mut duel = Self { table: Table::new(Rules::plain(config), FastDice(seed)), rooms, seq: [0; 2] };
        let mut heard = duel.tell(|_| TableEvent::Table(ada_and_ben(Status::Waiting)));
        let more = duel.tell(|_| TableEvent::Table(ada_and_ben(Status::Playing)));
        heard.iter_mut().zip(more).for_each(|(heard, more)| heard.extend(more));
        let views = SEATS.map(|seat| duel.playing(seat));
        let more = duel.tell(|seat| TableEvent::Began(views[seat.index()].clone()));
        heard.iter_mut().zip(more).for_each(|(heard, more)| heard.extend(more));
        (duel, heard)
    }

    fn playing(&self, seat: Seat) -> Playing {
        let view = to_raw_value(&self.table.view(Viewer::Seat(seat))).unwrap();
        Playing {
            match_id: MatchId(9),
            commitment: commitment(),
            players: vec![],
            tick: self.table.now(),
            view,
            settled: None,
            heard: vec![],
            ended: None,
        }
    }

    fn tell(&mut self, event: impl Fn(Seat) -> TableEvent) -> [Vec<Message>; 2] {
        SEATS.map(|seat| {
            let (room, seq) = (&mut self.rooms[seat.index()], &mut self.seq[seat.index()]);
            *seq += 1;
            let frame = ServerFrame::Event { table: code(), seq: *seq, tick: None, event: event(seat) };
            let messages = room.hear(&frame).unwrap();
            assert_eq!(room.hear(&frame).unwrap(), [], "what was heard before is no news");
            messages
        })
    }

    fn announce(&mut self, events: &[(Audience, Event)]) -> [Vec<Message>; 2] {
        self.tell(|seat| {
            let mine = events.iter().filter(|(audience, _)| audience.includes(Viewer::Seat(seat)));
            TableEvent::Game(mine.map(|(_, event)| to_raw_value(event).unwrap()).collect())
        })
    }

    fn act(&mut self, seat: Seat, action: Action) -> [Vec<Message>; 2] {
        let mut events = Vec::new();
        self.table.act(self.table.now() + 1, seat, action, &mut events).unwrap();
        self.announce(&events)
    }

    fn leave(&mut self, seat: Seat) -> [Vec<Message>; 2] {
        let mut events = Vec::new();
        self.table.leave(self.table.now() + 1, seat, &mut events).unwrap();
        self.announce(&events)
    }

    fn begun(seed: u64) -> Self {
        let (mut duel, _) = Self::new(seed);
        for seat in SEATS {
            duel.act(seat, Action::AutoPlace);
            duel.act(seat, Action::Ready);
        }
        duel
    }

    fn fleet(&self, seat: Seat) -> Vec<Placement> {
        self.table.view(Viewer::Seat(seat)).fleets[seat.index()].clone().unwrap()
    }
}

fn names(messages: &[Message]) -> Vec<&'static str> {
    messages.iter().map(Message::name).collect()
}

/// Every `{x, y}` in a payload, except what is said about the listener's own board.
fn cells_told(value: &Value, cells: &mut BTreeSet<(u64, u64)>) {
    match value {
        Value::Object(map) => {
            if let (Some(x), Some(y)) = (map.get("x").and_then(Value::as_u64), map.get("y").and_then(Value::as_u64)) {
                cells.insert((x, y));
            }
            map.iter().filter(|(key, _)| *key != "yourBoard").for_each(|(_, value)| cells_told(value, cells));
        }
        Value::Array(list) => list.iter().for_each(|value| cells_told(value, cells)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever happens in a whole match: no player is told of a cell of an enemy ship that they have not shot at
    /// themselves, and messages come in Voxel Battleship's order.
    #[test]
    fn nobody_is_told_where_an_unsunk_enemy_ship_lies(seed: u64) {
        let mut duel = Duel::begun(seed);
        let fleets = SEATS.map(|seat| duel.fleet(seat));
        let config = duel.table.config().clone();
        let mut fired = [BTreeSet::new(), BTreeSet::new()];
        let mut rng = Rng::new(seed);
        while let Some(seat) = duel.table.game().awaiting().first() {
            let action = duel.table.game().sample(seat, &mut rng).unwrap();
            let Action::Fire { at: Cell { x, y }, .. } = action else {
                return Err(TestCaseError::reject("no shot"));
            };
            fired[seat.index()].insert((u64::from(x), u64::from(y)));
            let heard = duel.act(seat, action);
            for listener in SEATS {
                let mut messages = heard[listener.index()].clone();
                in_order(&messages, seat == listener)?;
                messages.push(Message::GameState(Box::new(duel.rooms[listener.index()].state())));
                let enemy: BTreeSet<_> = fleets[parlor_kernel::Duel::other(listener).index()]
                    .iter()
                    .flat_map(|&ship| config.cells_of(ship))
                    .map(|cell| (u64::from(cell.x), u64::from(cell.y)))
                    .collect();
                for message in &messages {
                    // A shot of the enemy is about one's own board.
                    if matches!(message, Message::ShotResult(_)) && seat != listener {
                        continue;
                    }
                    let mut told = BTreeSet::new();
                    cells_told(&message.payload(), &mut told);
                    for cell in told.intersection(&enemy) {
                        prop_assert!(fired[listener.index()].contains(cell), "{cell:?} in {message:?}");
                    }
                }
            }
        }
        for room in &duel.rooms {
            prop_assert_eq!(room.status(), StatusName::Finished);
        }
    }
}

fn in_order(messages: &[Message], mine: bool) -> Result<(), TestCaseError> {
    let names = names(messages);
    let Some(Message::ShotResult(shot)) = messages.first() else {
        return Err(TestCaseError::fail(format!("{names:?}")));
    };
    let sunk = shot.result == ShotOutcome::Sunk;
    prop_assert_eq!(shot.ship_name.is_some(), sunk, "a hit does not tell which ship");
    prop_assert_ne!(&shot.attacker, &shot.defender);
    prop_assert_eq!(names.get(1) == Some(&"shipSunk"), sunk);
    match messages.last() {
        Some(Message::TurnChanged(turn)) => prop_assert_eq!(turn.is_your_turn, !mine),
        Some(Message::GameOver(_)) => prop_assert!(sunk),
        other => prop_assert!(false, "{other:?}"),
    }
    prop_assert_eq!(names.len(), 2 + usize::from(sunk));
    Ok(())
}

#[test]
fn a_room_fills_and_the_game_begins() {
    let (mut duel, [ada, ben]) = Duel::new(1);
    assert_eq!(names(&ada), ["playerJoined", "gameStarted"]);
    assert_eq!(ada[0].payload(), serde_json::json!({"playerId": "0000000000000002", "email": "Ben"}));
    assert_eq!(names(&ben), ["gameStarted"]);
    assert_eq!(duel.rooms[0].status(), StatusName::Setup);
    assert_eq!(duel.act(Seat(0), Action::AutoPlace), [vec![], vec![]], "laying out makes no sound");
    let [ada, ben] = duel.act(Seat(0), Action::Ready);
    assert_eq!(ada, ben);
    assert_eq!(ada[0].payload(), serde_json::json!({"playerId": "0000000000000001", "ready": true}));
    duel.act(Seat(1), Action::AutoPlace);
    let [ada, ben] = duel.act(Seat(1), Action::Ready);
    for heard in [&ada, &ben] {
        assert_eq!(names(heard), ["shipsPlaced", "bothPlayersReady", "turnChanged"]);
    }
    let turns = [&ada, &ben].map(|heard| heard[2].payload()["isYourTurn"].as_bool().unwrap());
    assert_ne!(turns[0], turns[1], "personalised");
    assert_eq!(duel.rooms[0].status(), StatusName::Playing);
}

#[test]
fn leaving_is_told_before_the_result() {
    let mut duel = Duel::begun(2);
    let [ada, ben] = duel.leave(Seat(1));
    assert_eq!(names(&ada), ["opponentLeft", "gameOver"]);
    assert_eq!(names(&ben), ["gameOver"]);
    let Message::GameOver(over) = &ada[1] else { panic!() };
    assert_eq!((over.reason, over.winner_email.as_deref()), (EndReason::OpponentLeft, Some("Ada")));
    assert_eq!(over.loser_id.as_deref(), Some("0000000000000002"));
    assert_eq!(over.stats["0000000000000001"].ships_remaining, 5);
    let vacated = info(Status::Ended, [person(1, "Ada"), Occupant::Nobody]);
    assert_eq!(duel.tell(|_| TableEvent::Table(vacated.clone()))[0], [], "once is enough");
    let players = duel.rooms[0].state().players;
    assert_eq!(players.player2.unwrap().email, "Ben", "the players of the match stay its players");
}

#[test]
fn time_that_runs_out_is_a_turn_that_changes_and_then_a_timeout() {
    let mut duel = Duel::begun(3);
    let mut told = Vec::new();
    while duel.table.game().outcome().is_none() {
        let mut events = Vec::new();
        let due = duel.table.game().next_wake().unwrap();
        duel.table.advance(due, &mut events);
        told.extend(names(&duel.announce(&events)[0]));
    }
    assert_eq!(told.last(), Some(&"gameOver"));
    assert!(told[..told.len() - 1].iter().all(|name| *name == "turnChanged"), "{told:?}");
    assert_eq!(duel.table.game().outcome().map(|outcome| outcome.reason.into()), Some(EndReason::Timeout));
}

#[test]
fn a_snapshot_shows_all_and_tells_an_end_that_was_missed_once() {
    let mut duel = Duel::begun(4);
    let at = |duel: &Duel, status, seq| snapshot(ada_and_ben(status), Some(Seat(0)), Some(duel.playing(Seat(0))), seq);
    let mut late = enter(&at(&duel, Status::Playing, 7)).unwrap();
    assert_eq!(asks(&mut late), [""; 0]);
    late.resume();
    let [asked] = &asks(&mut late)[..] else { panic!("one question") };
    assert!(asked.contains(r#""watch""#) && asked.contains(r#""seq":7"#), "{asked}");
    duel.act(Seat(1), Action::Surrender);
    let frame = at(&duel, Status::Ended, 100);
    let told = late.hear(&frame).unwrap();
    assert_eq!(names(&told), ["gameState", "gameOver"]);
    assert_eq!(told[1].payload()["reason"], "surrender");
    assert_eq!(names(&late.hear(&frame).unwrap()), ["gameState"]);
    let lost = ServerFrame::Event { table: code(), seq: 102, tick: None, event: TableEvent::Game(vec![]) };
    assert_eq!(late.hear(&lost).unwrap(), [], "something is missing");
    let [asked] = &asks(&mut late)[..] else { panic!("one question") };
    assert!(asked.contains(r#""seq":100"#), "{asked}");
}

/// When a match is called off no game hears of it, only the table.
#[test]
fn a_match_that_is_called_off_is_told_once() {
    let called_off = || Ended { outcome: Outcome::VOID, scores: vec![0, 0], key: Key([7; 32]) };
    let mut duel = Duel::begun(7);
    let [ada, ben] = duel.tell(|_| TableEvent::Ended(called_off()));
    for heard in [&ada, &ben] {
        assert_eq!(names(heard), ["gameOver"]);
        let told = heard[0].payload();
        assert_eq!((&told["reason"], &told["winnerId"]), (&"void".into(), &Value::Null));
    }
    duel.tell(|_| TableEvent::Table(ada_and_ben(Status::Ended)));
    assert_eq!(duel.rooms[0].status(), StatusName::Finished);
    // It is also told to a player who was away, and not again to one who comes afterwards.
    let shown = |game| snapshot(ada_and_ben(Status::Ended), Some(Seat(0)), Some(game), 100);
    let ended = shown(Playing { ended: Some(called_off()), ..duel.playing(Seat(0)) });
    let mut late =
        enter(&snapshot(ada_and_ben(Status::Playing), Some(Seat(0)), Some(duel.playing(Seat(0))), 7)).unwrap();
    assert_eq!(names(&late.hear(&ended).unwrap()), ["gameState", "gameOver"]);
    assert_eq!(names(&late.hear(&ended).unwrap()), ["gameState"]);
    assert_eq!(names(&enter(&ended).unwrap().hear(&ended).unwrap()), ["gameState"]);
}

#[test]
fn an_end_that_the_game_has_told_is_not_told_again() {
    let mut duel = Duel::begun(8);
    assert_eq!(names(&duel.act(Seat(1), Action::Surrender)[0]), ["gameOver"]);
    let outcome = duel.table.outcome().unwrap();
    let heard = duel.tell(|_| TableEvent::Ended(Ended { outcome, scores: vec![0, 0], key: Key([7; 32]) }));
    assert_eq!(heard, [vec![], vec![]]);
}

#[test]
fn rooms_end_when_the_table_closes_or_the_seat_is_taken_away() {
    let mut duel = Duel::begun(5);
    let [ada, _] = duel.tell(|_| TableEvent::Closed { reason: "Nobody came.".into() });
    assert_eq!(ada, [Message::Error("Nobody came.".into())]);
    assert!(!duel.rooms[0].is_open());
    let here = snapshot(ada_and_ben(Status::Waiting), Some(Seat(1)), None, 0);
    let away = snapshot(ada_and_ben(Status::Waiting), None, None, 0);
    let (mut room, mut left, mut gone) = (enter(&here).unwrap(), enter(&here).unwrap(), enter(&here).unwrap());
    assert_eq!(names(&room.hear(&away).unwrap()), ["error"]);
    assert!(!room.is_open());
    left.leave();
    assert_eq!(left.hear(&away).unwrap(), [], "a player who goes knows");
    gone.resume();
    let id = gone.to_house()[0].id.clone();
    let message = "There is no such table.".to_owned();
    let refused = ServerFrame::Refused { id: Some(id), code: "unknown_table".into(), message: message.clone() };
    assert_eq!(gone.hear(&refused).unwrap(), [Message::Error(message)]);
    assert!(!gone.is_open(), "the table went while the player was away");
}

#[test]
fn bots_have_ids_and_other_games_are_not_spoken() {
    let table = info(Status::Waiting, [person(1, "Ada"), Occupant::Bot { level: "easy".into() }]);
    let room = enter(&snapshot(table.clone(), Some(Seat(0)), None, 0)).unwrap();
    assert_eq!(room.state().players.player2.unwrap().id, "bot:1");
    assert_eq!(enter(&snapshot(table.clone(), None, None, 0)).err(), Some(NoRoom::NotSeated));
    let other = TableInfo { game: "death-roll".into(), ..table };
    assert!(matches!(enter(&snapshot(other, Some(Seat(0)), None, 0)), Err(NoRoom::OtherGame(_))));
}

#[test]
fn the_state_of_a_running_game_is_as_in_the_seed() {
    let mut duel = Duel::begun(6);
    let first = duel.table.game().awaiting().first().unwrap();
    let target = duel.fleet(parlor_kernel::Duel::other(first))[4];
    let cells: Vec<_> = duel.table.config().cells_of(target).collect();
    let mut rng = Rng::new(6);
    for at in cells {
        duel.act(first, Action::Fire { at, pattern: 0 });
        let answer = duel.table.game().sample(parlor_kernel::Duel::other(first), &mut rng).unwrap();
        duel.act(parlor_kernel::Duel::other(first), answer);
    }
    let state = serde_json::to_value(duel.rooms[first.index()].state()).unwrap();
    assert_eq!(state["roomCode"], "K7QX2M");
    assert_eq!(state["status"], "playing");
    assert_eq!(state["opponentBoard"]["yourHits"].as_array().unwrap().len(), 2);
    let sunk = state["opponentBoard"]["sunkShips"].as_array().unwrap();
    assert_eq!((sunk.len(), &sunk[0]["id"], &sunk[0]["isSunk"]), (1, &"destroyer".into(), &true.into()));
    let ships = state["yourBoard"]["ships"].as_array().unwrap();
    assert_eq!(ships.len(), 5);
    let shots = ["opponentHits", "opponentMisses"].map(|key| state["yourBoard"][key].as_array().unwrap().len());
    assert_eq!(shots.iter().sum::<usize>(), 2);
    assert!(Tick(0) < duel.table.now());
}
