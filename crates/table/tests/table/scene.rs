//! A table step by step: for examples of what it does.

use crate::{
    people::{house, people},
    rows::Rows,
};
use parlor_kernel::{Refusal, Seat};
use parlor_store::{User, Write};
use parlor_table::{
    Answer, Asker, ConnectionId, Connections, Effects, Facts, HouseRules, Input, Moment, Needs, Saved, Seed, Table,
    Told,
};
use parlor_wire::{
    CommandId, EscrowStep, ServerFrame, TableCommand, TableInfo,
    frame::{Snapshot, TableEvent},
    http::OpenTable,
};
use serde_json::value::RawValue;
use std::sync::Arc;

/// A table, what is stored of it, and the time.
pub struct Scene {
    pub table: Table,
    pub house: Arc<HouseRules>,
    pub rows: Rows,
    pub now: Moment,
    pub wake_at: Option<u64>,
    /// What the house says about the next command.
    pub allowed: Result<(), Refusal>,
    counter: u64,
}

/// What came of a step.
#[derive(Debug, Default)]
pub struct Outcome {
    pub writes: Vec<Write>,
    pub frames: Vec<(Connections, ServerFrame)>,
    pub answers: Vec<Answer>,
    pub done: Option<Refusal>,
    pub closed: bool,
}

pub fn ada() -> User {
    people()[0].clone()
}

pub fn ben() -> User {
    people()[1].clone()
}

pub fn cat() -> User {
    people()[2].clone()
}

pub fn act(action: &str) -> TableCommand {
    TableCommand::Act { action: RawValue::from_string(action.into()).unwrap(), at: None }
}

pub fn escrow(step: EscrowStep) -> TableCommand {
    TableCommand::Escrow { step }
}

impl Scene {
    /// A new table of Ada's.
    pub fn new(wish: OpenTable) -> Self {
        Self::over(Saved::open(&house(), &ada(), wish).unwrap())
    }

    pub fn over(saved: Saved) -> Self {
        let (house, now) = (house(), Moment { house_ms: 1_000, wall_ms: 1_700_000_000_000 });
        let code = crate::world::CODE.parse().unwrap();
        let (table, writes) = Table::open(Arc::clone(&house), code, saved, Seed([7; 32]), now).unwrap();
        let mut rows = Rows::new(people().iter().map(|user| user.id));
        rows.write(&writes).unwrap();
        Self { table, house, rows, now, wake_at: Some(now.house_ms), allowed: Ok(()), counter: 0 }
    }

    /// Ada and Ben sit at a table and watch it.
    pub fn of_two(wish: OpenTable) -> (Self, ConnectionId, ConnectionId) {
        let mut scene = Self::new(wish);
        let (a, b) = (scene.watch(&ada()), scene.watch(&ben()));
        scene.command(&ben(), b, TableCommand::Sit { seat: None }).answer().unwrap();
        scene.wake();
        (scene, a, b)
    }

    pub fn connection(&mut self) -> ConnectionId {
        self.counter += 1;
        ConnectionId(self.counter)
    }

    pub fn id(&mut self) -> CommandId {
        self.counter += 1;
        format!("c{}", self.counter).parse().unwrap()
    }

    /// A user comes, and what is due then happens.
    pub fn watch(&mut self, user: &User) -> ConnectionId {
        let (connection, id) = (self.connection(), self.id());
        let asker = Asker { user: user.clone().into(), connection };
        let outcome = self.step(Input::Watch { address: None, asker, id, seen: None });
        assert!(outcome.writes.is_empty(), "watching writes nothing");
        outcome.answer().unwrap();
        self.wake();
        connection
    }

    pub fn command(&mut self, user: &User, connection: ConnectionId, command: TableCommand) -> Outcome {
        let id = self.id();
        self.command_as(user, connection, id, command)
    }

    pub fn command_as(
        &mut self,
        user: &User,
        connection: ConnectionId,
        id: CommandId,
        command: TableCommand,
    ) -> Outcome {
        let input = self.input(user, connection, id, command);
        self.step(input)
    }

    /// The seats that the match waits for.
    pub fn awaiting(&self) -> Vec<Seat> {
        self.table.awaiting().into_iter().map(|awaited| awaited.seat).collect()
    }

    pub fn input(&self, user: &User, connection: ConnectionId, id: CommandId, command: TableCommand) -> Input {
        let asker = Asker { user: user.clone().into(), connection };
        let needs = self.table.needs(user.id, &command);
        let purse = self.rows.purses[&user.id].unsigned_abs();
        let facts = Facts { allowed: self.allowed.clone(), purse, ..self.facts(&needs) };
        Input::Command { asker, id, command, facts }
    }

    fn facts(&self, needs: &Needs) -> Facts {
        let trust = needs.trust.and_then(|user| self.rows.trust.get(&user).copied()).unwrap_or_default();
        Facts { trust, log: needs.log.and_then(|id| self.rows.log(id)), ..Facts::default() }
    }

    /// What is due happens.
    pub fn wake(&mut self) -> Outcome {
        let facts = self.facts(&self.table.needs_by_time(self.now));
        self.step(Input::Time { facts })
    }

    /// Time passes, and with it all that becomes due.
    pub fn wait(&mut self, ms: u64) -> Vec<Outcome> {
        let until = self.now.house_ms + ms;
        let mut outcomes = Vec::new();
        while let Some(at) = self.wake_at.filter(|at| *at <= until) {
            self.pass(at.saturating_sub(self.now.house_ms));
            outcomes.push(self.wake());
            assert!(outcomes.len() < 10_000, "it is woken for ever");
        }
        self.pass(until - self.now.house_ms);
        outcomes
    }

    /// Time passes without waking the table.
    pub fn pass(&mut self, ms: u64) {
        self.now.house_ms += ms;
        self.now.wall_ms += ms;
    }

    pub fn step(&mut self, input: Input) -> Outcome {
        let effects = self.table.step(self.now, input);
        self.rows.write(&effects.writes).unwrap();
        self.told(effects)
    }

    /// The same, but nothing is written: everything is taken back.
    pub fn fail(&mut self, input: Input) -> Outcome {
        let effects = self.table.step(self.now, input);
        assert!(!effects.writes.is_empty(), "there is nothing that could fail");
        self.take_back()
    }

    pub fn take_back(&mut self) -> Outcome {
        let why = Refusal { code: "storage", message: "It failed.".into() };
        let effects = self.table.take_back(self.now, &why, self.rows.stored()).unwrap();
        self.told(effects)
    }

    fn told(&mut self, effects: Effects) -> Outcome {
        self.wake_at = effects.wake_at;
        if let Some(Write::SleepTable { sleep, .. }) = effects.sleep.as_deref() {
            // It sleeps until it is due.
            self.wake_at = Some(self.now.house_ms + sleep.due.saturating_sub(self.now.wall_ms));
        }
        let mut outcome = Outcome { writes: effects.writes, closed: effects.closed, ..Outcome::default() };
        outcome.done = effects.done.err();
        assert_eq!(effects.remarks, []);
        for told in effects.told {
            match told {
                Told::Frame(to, frame) => outcome.frames.push((to, frame.value().clone())),
                Told::Answer(answer) => outcome.answers.push(answer),
            }
        }
        outcome
    }

    pub fn info(&self) -> TableInfo {
        self.table.info(self.now)
    }
}

impl Outcome {
    /// What the one command was answered.
    pub fn answer(&self) -> Result<(), &'static str> {
        let [answer] = &self.answers[..] else { panic!("one answer: {:?}", self.answers) };
        answer.result.clone().map_err(|refusal| refusal.code)
    }

    /// The events that a connection hears.
    pub fn events(&self, connection: ConnectionId) -> Vec<&TableEvent> {
        let frames = self.frames.iter().filter(|(to, _)| to.contains(&connection));
        frames
            .filter_map(|(_, frame)| if let ServerFrame::Event { event, .. } = frame { Some(event) } else { None })
            .collect()
    }

    /// What a connection is shown.
    pub fn snapshot(&self, connection: ConnectionId) -> Option<&Snapshot> {
        let mut frames = self.frames.iter().filter(|(to, _)| to.contains(&connection));
        frames.find_map(|(_, frame)| if let ServerFrame::Snapshot(snapshot) = frame { Some(&**snapshot) } else { None })
    }

    /// How many writes are like that.
    pub fn count(&self, like: impl Fn(&Write) -> bool) -> usize {
        self.writes.iter().filter(|write| like(write)).count()
    }
}
