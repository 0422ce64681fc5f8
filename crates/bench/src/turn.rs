//! What each stage of a turn costs: shots of Battleship at many tables.

use crate::report::{Goal, Report};
use anyhow::{Context, Result, anyhow, bail};
use futures_util::future::try_join_all;
use parlor_kernel::{AnyTable, Chain, Key, Refusal, Seat, SeatSet, Tick};
use parlor_store::{SqliteStore, User, Write, Writes};
use parlor_table::{Asker, ConnectionId, Effects, Facts, HouseRules, Input, Moment, Saved, Seed, Table, Times, Told};
use parlor_wire::{ClientFrame, Command, CommandId, Frame, Kind, TableCode, TableCommand, UserId, http::OpenTable};
use serde_json::{Value, value::RawValue};
use std::{
    hint::black_box,
    io::{Read, Write as _},
    net::{TcpListener, TcpStream},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::runtime::Runtime;

/// As many wait for a commit at once.
const TABLES: usize = 200;
/// Shots at each table.
const SHOTS: usize = 60;
/// When everything happens.
const NOW: Moment = Moment { house_ms: 1_000, wall_ms: 1_700_000_000_000 };

/// As a house has them, but no bot waits.
const TIMES: Times = Times {
    grace_ms: 60_000,
    return_ms: 3_000,
    linger_ms: 30_000,
    idle_ms: 3_600_000,
    solo_idle_ms: 86_400_000,
    sleep_ms: 60_000,
    bot_think_min_ms: 0,
    bot_think_max_ms: 0,
    deposit_ms: 120_000,
    dispute_ms: 60_000,
    ruling_ms: 120_000,
};

/// Measures every stage and adds it to the report.
///
/// # Errors
/// If a shot is refused, or the store or a socket fails.
pub fn measure(report: &mut Report) -> Result<()> {
    let mut hall = Hall::open()?;
    let mut spent = Spent::default();
    let batches = hall.play(&mut spent)?;
    let durable = Runtime::new().context("cannot start the runtime")?.block_on(write(batches))?;
    report.section(format!("A turn of Battleship by stage: {SHOTS} shots at each of {TABLES} tables"));
    let mut line = |stage: &str, took: Duration, goal: f64| {
        let micros = took.as_secs_f64() * 1e6 / (TABLES * SHOTS) as f64;
        report.row(stage, format!("{micros:.2} µs"), Goal::Most(goal, "µs"));
    };
    line("decode: a frame into a command", spent.decode, 2.0);
    line("check and act: rules and digest", spent.act, 4.0);
    line("events: one text, a number for each viewer", spent.step.saturating_sub(spent.act), 6.0);
    line("encode: the answer", spent.encode, 1.0);
    line(&format!("durable: a line of the log, {TABLES} at once"), durable, 20.0);
    line("fan-out: one read, a write to each of two sockets", fan_out()?, 15.0);
    Ok(())
}

/// Time by stage, of all turns together.
#[derive(Default)]
struct Spent {
    decode: Duration,
    act: Duration,
    step: Duration,
    encode: Duration,
}

/// Runs something and adds the time that it took.
fn timed<T>(spent: &mut Duration, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    *spent += started.elapsed();
    result
}

/// Tables at which two players sit.
struct Hall {
    tables: Vec<(TableCode, Table)>,
    house: Arc<HouseRules>,
    /// What was written so far, in order.
    writes: Vec<Write>,
}

impl Hall {
    fn open() -> Result<Self> {
        let house = HouseRules { games: parlor_catalog::registry(), times: TIMES, chat_per_ten_seconds: 8 };
        let house = Arc::new(house);
        let mut writes: Vec<_> = (0..2)
            .map(|seat| Write::AddUser { user: User::clone(&player(seat).user), owner: None, at: NOW.wall_ms })
            .collect();
        let wish = OpenTable { game: "battleship".into(), preset: Some("hope".into()), ..OpenTable::default() };
        let mut tables = Vec::with_capacity(TABLES);
        for number in 0..TABLES {
            let code = TableCode::from_bits(number as u64);
            let saved = Saved::open(&house, &player(0).user, wish.clone()).map_err(refused)?;
            let mut seed = [0; 32];
            seed[..8].copy_from_slice(&(number as u64).to_le_bytes());
            let (mut table, opened) = Table::open(Arc::clone(&house), code, saved, Seed(seed), NOW).map_err(refused)?;
            writes.extend(opened);
            let mut step = |input| writes.extend(table.step(NOW, input).writes);
            for seat in 0..2 {
                step(Input::Watch { address: None, asker: player(seat), id: named("w".to_owned())?, seen: None });
            }
            step(command(1, "s", TableCommand::Sit { seat: None })?);
            step(Input::Time { facts: Facts::default() });
            for seat in 0..2 {
                step(command(seat, "p", act(r#""auto_place""#)?)?);
                step(command(seat, "r", act(r#""ready""#)?)?);
            }
            tables.push((code, table));
        }
        Ok(Self { tables, house, writes })
    }

    /// Every shot at every table; gives back what is to be written, those first who wait together.
    fn play(&mut self, spent: &mut Spent) -> Result<Vec<Vec<Vec<Write>>>> {
        let mut batches = vec![vec![std::mem::take(&mut self.writes)]];
        let mut bare = Bare::open(&self.house)?;
        for shot in 0..SHOTS {
            let mut batch = Vec::with_capacity(TABLES);
            for (code, table) in &mut self.tables {
                let at = format!("{}{}", char::from(b'A' + (shot / 2 % 10) as u8), shot / 20 + 1);
                let text = format!(
                    r#"{{"id":"i{shot}","do":{{"act":{{"table":"{code}","action":{{"fire":{{"at":"{at}"}}}}}}}}}}"#
                );
                let frame: ClientFrame = timed(&mut spent.decode, || serde_json::from_str(&text))?;
                let Command::At { what, .. } = frame.command else { bail!("it is a table's command") };
                // Chance has decided who begins: one of the two is refused, and nothing changes.
                let effects = match Self::fire(table, 0, shot, &what, spent)? {
                    Some(effects) => effects,
                    None => Self::fire(table, 1, shot, &what, spent)?.context("both are refused")?,
                };
                black_box(timed(&mut spent.encode, || Frame::done(frame.id).text().len()));
                batch.push(effects.writes);
            }
            timed(&mut spent.act, || bare.fire(shot))?;
            batches.push(batch);
        }
        Ok(batches)
    }

    /// A shot of a seat; none if it was refused. Only one that counts is timed.
    fn fire(
        table: &mut Table,
        seat: usize,
        shot: usize,
        what: &TableCommand,
        spent: &mut Spent,
    ) -> Result<Option<Effects>> {
        let input = command(seat, &format!("i{shot}"), what.clone())?;
        let mut took = Duration::ZERO;
        let effects = timed(&mut took, || table.step(NOW, input));
        if effects.told.iter().any(|told| matches!(told, Told::Answer(answer) if answer.result.is_err())) {
            return Ok(None);
        }
        spent.step += took;
        Ok(Some(effects))
    }
}

/// As many matches without a table around them: rules and digests alone.
struct Bare(Vec<Box<dyn AnyTable>>);

impl Bare {
    fn open(house: &HouseRules) -> Result<Self> {
        let game = house.games.game("battleship").context("there is Battleship")?;
        let (config, _) = game.configure(Some("hope"), &Value::Null, SeatSet::EMPTY).map_err(refused)?;
        let rules = game.rules(&config).map_err(refused)?;
        let mut matches = Vec::with_capacity(TABLES);
        for number in 0..TABLES {
            let mut table = rules.open(Key([number as u8; 32]))?;
            for seat in [Seat(0), Seat(1)] {
                for action in [r#""auto_place""#, r#""ready""#] {
                    table.act(Tick(1), seat, action).map_err(refused)?;
                }
            }
            matches.push(table);
        }
        Ok(Self(matches))
    }

    fn fire(&mut self, shot: usize) -> Result<()> {
        let action = format!(r#"{{"fire":{{"at":"{}{}"}}}}"#, char::from(b'A' + (shot / 2 % 10) as u8), shot / 20 + 1);
        let chain = Chain::default();
        for table in &mut self.0 {
            let seat = table.awaiting().iter().next().context("a seat is awaited")?;
            let (_, announced) = table.act(Tick(2), seat, &action).map_err(refused)?;
            black_box((announced, table.digest(&chain)));
        }
        Ok(())
    }
}

/// Writes all of it to a file of its own, batch after batch; the first is no turn and not counted.
async fn write(batches: Vec<Vec<Vec<Write>>>) -> Result<Duration> {
    let folder = tempfile::tempdir()?;
    let store = SqliteStore::open(&folder.path().join("house.db")).await?;
    let mut spent = Duration::ZERO;
    for (number, batch) in batches.into_iter().enumerate() {
        let started = Instant::now();
        try_join_all(batch.into_iter().map(|writes| store.write(writes))).await?;
        if number > 0 {
            spent += started.elapsed();
        }
    }
    store.close().await;
    Ok(spent)
}

/// What the kernel takes for a turn's frames over loopback: one is read, and one is written to each of two sockets.
fn fan_out() -> Result<Duration> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let mut clients = Vec::new();
    let mut served = Vec::new();
    for _ in 0..2 {
        clients.push(TcpStream::connect(listener.local_addr()?)?);
        served.push(listener.accept()?.0);
    }
    for socket in clients.iter().chain(&served) {
        socket.set_nodelay(true)?;
    }
    let (asked, told, mut buffer) = ([0; 90], [0; 200], [0; 256]);
    let mut spent = Duration::ZERO;
    for _ in 0..TABLES * SHOTS {
        clients[0].write_all(&asked)?;
        timed(&mut spent, || {
            served[0].read_exact(&mut buffer[..asked.len()])?;
            served.iter_mut().try_for_each(|socket| socket.write_all(&told))
        })?;
        for client in &mut clients {
            client.read_exact(&mut buffer[..told.len()])?;
        }
    }
    Ok(spent)
}

fn player(seat: usize) -> Asker {
    let user = User { id: UserId(seat as u64 + 1), name: ["Ada", "Ben"][seat].into(), kind: Kind::Guest };
    Asker { user: user.into(), connection: ConnectionId(seat as u64) }
}

fn command(seat: usize, id: &str, command: TableCommand) -> Result<Input> {
    let id = named(format!("{id}{seat}"))?;
    Ok(Input::Command { asker: player(seat), id, command, facts: Facts::default() })
}

fn named(id: String) -> Result<CommandId> {
    Ok(id.parse()?)
}

fn act(action: &str) -> Result<TableCommand> {
    Ok(TableCommand::Act { action: RawValue::from_string(action.into())?, at: None })
}

fn refused(refusal: Refusal) -> anyhow::Error {
    anyhow!(refusal.message)
}
