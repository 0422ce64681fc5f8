//! The table under test: an honest one, or one with a bug planted in it.

use parlor_kernel::Refusal;
use parlor_store::Write;
use parlor_table::{Awaited, ConnectionId, Effects, Input, Moment, Needs, RecoverError, Stored, Table, Told};
use parlor_wire::{CommandId, Frame, Room, ServerFrame, TableCommand, UserId, frame::TableEvent};
use std::{collections::BTreeSet, sync::Arc};

/// What is wrong with a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bug {
    /// Nothing.
    None,
    /// It tells an action that it does not write.
    LosesEntries,
    /// It writes what was said twice.
    SaysTwice,
    /// It lets everyone who watches hear what one seat alone may hear.
    Blabs,
    /// It lets the seats read what is said in the gallery.
    OpensGallery,
    /// It shows the table of another seat.
    ShowsOtherHands,
    /// It loses a frame now and then.
    SkipsNumbers,
    /// It loses an answer now and then.
    ForgetsAnswers,
    /// It answers twice.
    AnswersTwice,
    /// It swallows what the clock did before a refused action.
    SwallowsClock,
    /// It never wakes by itself once everyone has gone.
    NeverEnds,
    /// It pays the winner without taking it from the escrow.
    PaysTwice,
    /// It saves the table without the gold that moved with it.
    SavesApart,
    /// It goes on from what was never written.
    KeepsWhatFailed,
    /// It does a repeated action again.
    ActsTwice,
    /// It tells the rules with every change.
    RepeatsRules,
    /// It forgets in its sleep how long a player has been waited for.
    OversleepsClocks,
}

/// Every bug there is, and what is said about it: which of these depends on what happens first.
pub const BUGS: [(Bug, &[&str]); 16] = [
    (Bug::LosesEntries, &["and may hear nothing", "in the log"]),
    (Bug::SaysTwice, &["is acknowledged, but not written once"]),
    (Bug::Blabs, &["and may hear"]),
    (Bug::OpensGallery, &["reads what was said in another room"]),
    (Bug::ShowsOtherHands, &["is shown the table from"]),
    (Bug::SkipsNumbers, &["hears event"]),
    (Bug::ForgetsAnswers, &["is not answered"]),
    (Bug::AnswersTwice, &["does not wait for an answer"]),
    (Bug::SwallowsClock, &["does not hear"]),
    (Bug::NeverEnds, &["never ends"]),
    (Bug::PaysTwice, &["do not add up to zero"]),
    (Bug::SavesApart, &["the escrow holds"]),
    (Bug::KeepsWhatFailed, &["hears event", "is shown other talk than was said"]),
    (Bug::ActsTwice, &["is acknowledged, but not written once"]),
    (Bug::RepeatsRules, &["is told the rules although no match begins"]),
    (Bug::OversleepsClocks, &["is another after it slept"]),
];

/// A table, and its bug.
pub struct Subject {
    table: Table,
    bug: Bug,
    watching: BTreeSet<ConnectionId>,
    steps: u64,
    renamed: u64,
}

impl Subject {
    pub fn new(table: Table, bug: Bug) -> Self {
        Self { table, bug, watching: BTreeSet::new(), steps: 0, renamed: 0 }
    }

    pub fn needs(&self, user: UserId, command: &TableCommand) -> Needs {
        self.table.needs(user, command)
    }

    pub fn awaiting(&self) -> Vec<Awaited> {
        self.table.awaiting()
    }

    pub fn needs_by_time(&self, now: Moment) -> Needs {
        self.table.needs_by_time(now)
    }

    pub fn take_back(&mut self, now: Moment, why: &Refusal, stored: Option<Stored>) -> Result<Effects, RecoverError> {
        if self.bug == Bug::KeepsWhatFailed {
            return Ok(Effects { wake_at: Some(now.house_ms + 1_000), ..Effects::default() });
        }
        self.table.take_back(now, why, stored)
    }

    pub fn step(&mut self, now: Moment, mut input: Input) -> Effects {
        self.steps += 1;
        match &mut input {
            Input::Watch { asker, .. } => drop(self.watching.insert(asker.connection)),
            Input::Unwatch(connection) => drop(self.watching.remove(connection)),
            Input::Command { id, command: TableCommand::Act { .. }, .. } if self.bug == Bug::ActsTwice => {
                self.renamed += 1;
                let asked = std::mem::replace(id, format!("r{}", self.renamed).parse().unwrap());
                let mut effects = self.table.step(now, input);
                rename_answer(&mut effects, &asked);
                return effects;
            }
            _ => {}
        }
        let mut effects = self.table.step(now, input);
        self.spoil(&mut effects);
        effects
    }

    fn spoil(&mut self, effects: &mut Effects) {
        let now_and_then = self.steps.is_multiple_of(50);
        let answer = effects.told.iter().position(|told| matches!(told, Told::Answer(_)));
        match self.bug {
            Bug::LosesEntries if now_and_then => {
                effects.writes.retain(|write| !matches!(write, Write::Append { .. }));
            }
            Bug::SaysTwice => {
                let said = effects.writes.iter().position(|write| matches!(write, Write::Chat { .. }));
                said.into_iter().for_each(|place| effects.writes.push(effects.writes[place].clone()));
            }
            Bug::Blabs | Bug::ShowsOtherHands => {
                // A frame for one client goes to another as well.
                for told in &mut effects.told {
                    let Told::Frame(to, frame) = told else { continue };
                    let meant = match frame.value() {
                        ServerFrame::Snapshot(_) => self.bug == Bug::ShowsOtherHands,
                        ServerFrame::Event { event, .. } => {
                            self.bug == Bug::Blabs && matches!(event, TableEvent::Game(_) | TableEvent::Heard(_))
                        }
                        _ => false,
                    };
                    let others: Vec<_> = self.watching.iter().filter(|other| !to.contains(other)).copied().collect();
                    if meant && !others.is_empty() {
                        to.extend(others);
                        to.sort_unstable();
                    }
                }
            }
            Bug::OpensGallery => {
                for told in &mut effects.told {
                    let Told::Frame(to, frame) = told else { continue };
                    if let ServerFrame::Event { event: TableEvent::Chat(line), .. } = frame.value()
                        && line.room == Room::Gallery
                    {
                        *to = self.watching.iter().copied().collect();
                    }
                }
            }
            Bug::SkipsNumbers if now_and_then => effects.told.retain(|told| match told {
                Told::Frame(_, frame) => {
                    !matches!(frame.value(), ServerFrame::Event { event: TableEvent::Table(_), .. })
                }
                Told::Answer(_) => true,
            }),
            Bug::ForgetsAnswers if now_and_then => {
                answer.map(|place| effects.told.remove(place));
            }
            Bug::AnswersTwice if now_and_then => {
                answer.into_iter().for_each(|place| effects.told.push(effects.told[place].clone()));
            }
            Bug::SwallowsClock => {
                let refused =
                    effects.told.iter().any(|told| matches!(told, Told::Answer(answer) if answer.result.is_err()));
                if refused {
                    effects.told.retain(|told| matches!(told, Told::Answer(_)));
                }
            }
            Bug::NeverEnds if self.watching.is_empty() => effects.wake_at = None,
            Bug::PaysTwice => {
                let paid = effects.writes.iter_mut().filter_map(|write| match write {
                    Write::Transfer(transfer) => Some(transfer),
                    _ => None,
                });
                for transfer in paid.filter(|transfer| transfer.legs.iter().skip(1).any(|leg| leg.amount > 0)) {
                    transfer.legs[1].amount *= 2;
                }
            }
            Bug::OversleepsClocks => {
                if let Some(Write::SleepTable { state, .. }) = effects.sleep.as_deref_mut() {
                    *state = state.replace("awaited_since", "awaited_once");
                }
            }
            Bug::SavesApart if now_and_then => {
                effects.writes.retain(|write| !matches!(write, Write::Transfer(_)));
            }
            Bug::RepeatsRules => {
                for told in &mut effects.told {
                    let Told::Frame(_, frame) = told else { continue };
                    if let ServerFrame::Event { table, seq, tick, event: TableEvent::Table(info) } = frame.value() {
                        let mut info = info.clone();
                        info.config = Some(serde_json::json!({}).into());
                        let (table, seq, tick, event) = (*table, *seq, *tick, TableEvent::Table(info));
                        *frame = Arc::new(Frame::from(ServerFrame::Event { table, seq, tick, event }));
                    }
                }
            }
            _ => {}
        }
    }
}

fn rename_answer(effects: &mut Effects, asked: &CommandId) {
    for told in &mut effects.told {
        if let Told::Answer(answer) = told
            && answer.id.as_str().starts_with('r')
        {
            answer.id = asked.clone();
        }
    }
}
