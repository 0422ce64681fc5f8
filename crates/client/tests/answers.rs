//! Commands over a connection that drops at random: each is answered once, to its caller, and never given twice.

use parlor_client::{Notice, Session};
use parlor_kernel::{Library, Registry};
use parlor_wire::{ClientFrame, Command, CommandId, ServerFrame, TableCode, TableCommand};
use proptest::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// What may happen next.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A caller gives that many commands in a row.
    Give(usize),
    /// The house takes in the oldest frame on its way, and would do it, or refuse it.
    TakeIn { does: bool },
    /// The client hears the oldest answer on its way.
    Hear,
    /// The connection drops with all that is on its way.
    Drop,
    /// It is set up again.
    Open,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (1_usize..4).prop_map(Step::Give),
        6 => prop::bool::weighted(0.8).prop_map(|does| Step::TakeIn { does }),
        6 => Just(Step::Hear),
        2 => Just(Step::Drop),
        3 => Just(Step::Open),
    ]
}

/// A house that remembers its answers, the network, and a client.
struct World {
    session: Session<usize>,
    up: VecDeque<ClientFrame>,
    down: VecDeque<ServerFrame>,
    /// What the house has answered, by id.
    answers: BTreeMap<CommandId, bool>,
    /// Under which id each command was sent.
    sent: BTreeMap<String, CommandId>,
    /// How long the row of each caller is.
    rows: Vec<usize>,
    /// What each caller was told.
    told: BTreeMap<usize, Vec<bool>>,
}

impl World {
    fn new() -> Self {
        Self {
            session: Session::new(Registry::new(Library::default()), "t".into()),
            up: VecDeque::new(),
            down: VecDeque::new(),
            answers: BTreeMap::new(),
            sent: BTreeMap::new(),
            rows: Vec::new(),
            told: BTreeMap::new(),
        }
    }

    fn take(&mut self, step: Step) -> Result<(), TestCaseError> {
        match step {
            Step::Give(length) => {
                let caller = self.rows.len();
                self.rows.push(length);
                self.session.give(caller, (0..length).map(|place| line(caller, place)));
            }
            Step::TakeIn { does } => {
                if let Some(frame) = self.up.pop_front() {
                    let does = *self.answers.entry(frame.id.clone()).or_insert(does);
                    self.down.push_back(if does {
                        ServerFrame::Done { id: frame.id }
                    } else {
                        ServerFrame::Refused { id: Some(frame.id), code: "no".into(), message: "No.".into() }
                    });
                }
            }
            Step::Hear => {
                if let Some(frame) = self.down.pop_front() {
                    match self.session.hear(&frame, 0.0).unwrap() {
                        Some(Notice::Done { what, .. }) => self.told.entry(what).or_default().push(true),
                        Some(Notice::Refused { what: Some(what), .. }) => {
                            self.told.entry(what).or_default().push(false);
                        }
                        Some(other) => return Err(TestCaseError::fail(format!("{other:?}"))),
                        None => {}
                    }
                }
            }
            Step::Drop => {
                self.session.closed();
                (self.up, self.down) = (VecDeque::new(), VecDeque::new());
            }
            Step::Open if !self.session.is_connected() => self.session.opened(),
            Step::Open => {}
        }
        for frame in self.session.outgoing() {
            let Command::At { what: TableCommand::Chat { text, .. }, .. } = &frame.command else { continue };
            let id = self.sent.entry(text.clone()).or_insert_with(|| frame.id.clone());
            prop_assert_eq!(&*id, &frame.id, "{} is sent under a new id", text);
            self.up.push_back(frame);
        }
        Ok(())
    }

    fn is_quiet(&self) -> bool {
        self.up.is_empty() && self.down.is_empty()
    }
}

/// A command that differs from all others.
fn line(caller: usize, place: usize) -> Command {
    let table: TableCode = "ABC234".parse().unwrap();
    TableCommand::Chat { text: format!("{caller}.{place}"), room: None }.at(table)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn every_command_is_answered_once_to_its_caller(steps in prop::collection::vec(step(), 0..120)) {
        let mut world = World::new();
        for step in steps {
            world.take(step)?;
        }
        world.take(Step::Drop)?;
        world.take(Step::Open)?;
        while !world.is_quiet() {
            world.take(Step::TakeIn { does: true })?;
            world.take(Step::Hear)?;
        }
        prop_assert!(!world.session.is_waiting());
        for (caller, length) in world.rows.iter().enumerate() {
            let answered = |place: usize| world.answers.get(world.sent.get(&format!("{caller}.{place}"))?).copied();
            let answers: Vec<_> = (0..*length).map_while(answered).collect();
            let all = answers.len() == *length && answers.iter().all(|done| *done);
            prop_assert_eq!(world.told.get(&caller), Some(&vec![all]), "caller {} with {:?}", caller, answers);
            let refused = answers.iter().position(|done| !done);
            prop_assert!(refused.is_none_or(|place| place + 1 == answers.len()), "nothing follows a refusal");
        }
    }
}
