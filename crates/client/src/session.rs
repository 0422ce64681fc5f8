//! Following tables over a connection that may drop at any time.

use crate::{
    Ahead, MatchModel, TableModel,
    typed::{self, Known, Typed},
};
use parlor_kernel::{Registry, Tick};
use parlor_wire::{
    ChatLine, ClientFrame, Command, CommandId, Invitation, InvitationEnd, InvitationId, Person, Room, ServerFrame,
    TableCode,
    frame::{Playing, Seen, Snapshot, TableEvent},
    slash::Slash,
};
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use thiserror::Error;

/// How many chat lines a client keeps of each room.
const CHAT_KEPT: usize = 200;
/// How many invitations a client keeps.
const INVITATIONS_KEPT: usize = 100;

/// Something that whoever draws the screen may want to react to.
#[derive(Clone, Debug)]
pub enum Notice {
    /// The house knows us.
    Hello(Person),
    /// A command was carried out.
    Done(CommandId),
    /// A command was refused.
    Refused {
        /// Which one, if the house could tell.
        id: Option<CommandId>,
        /// Stable code.
        code: String,
        /// A sentence for people.
        message: String,
    },
    /// Somebody to play with was found: both sit at this table now.
    Paired(TableCode),
    /// Somebody invites us, or our own invitation is on its way.
    Invited(Box<Invitation>),
    /// An invitation of ours or to us is over.
    InvitationOver(InvitationId, InvitationEnd),
    /// All is known about a table (again): draw it anew.
    Refreshed(TableCode),
    /// Seats, readiness or presence changed.
    Changed(TableCode),
    /// A real-time match goes on; the next picture shows how.
    Settled(TableCode),
    /// A match began.
    Began(TableCode),
    /// Things happened in the game; the view is up to date with them.
    Game {
        /// Where.
        table: TableCode,
        /// The game's events, as JSON.
        events: Vec<Box<RawValue>>,
    },
    /// The match is over.
    Ended(TableCode),
    /// Somebody said something.
    Chat(TableCode, ChatLine),
    /// A table is gone.
    Closed(TableCode, String),
}

/// A frame from the house that makes no sense: it speaks another version.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the house said something this client does not understand: {0}")]
pub struct BadFrame(String);

/// A command, and those that are to be given once it is done.
struct Given {
    id: CommandId,
    text: String,
    next: VecDeque<(u64, CommandId, String)>,
}

/// A client's side of the conversation.
pub struct Session {
    registry: Registry,
    name: String,
    counter: u64,
    connected: bool,
    me: Option<Person>,
    watching: BTreeSet<TableCode>,
    tables: BTreeMap<TableCode, TableModel>,
    invitations: Vec<Invitation>,
    /// Commands that have not been answered, in the order in which they were given.
    unanswered: BTreeMap<u64, Given>,
    outbox: Vec<String>,
}

impl Session {
    /// A session of a client called `name` (random, so that no two clients of a person share command ids).
    pub fn new(registry: Registry, name: String) -> Self {
        Self {
            registry,
            name,
            counter: 0,
            connected: false,
            me: None,
            watching: BTreeSet::new(),
            tables: BTreeMap::new(),
            invitations: Vec::new(),
            unanswered: BTreeMap::new(),
            outbox: Vec::new(),
        }
    }

    /// Who we are, once the house has said so.
    pub const fn me(&self) -> Option<&Person> {
        self.me.as_ref()
    }

    /// Whether the connection is up.
    pub const fn is_connected(&self) -> bool {
        self.connected
    }

    /// A followed table, once the house has told about it.
    pub fn table(&self, code: TableCode) -> Option<&TableModel> {
        self.tables.get(&code)
    }

    /// The invitations that wait for an answer, ours and those to us, the oldest first.
    pub fn invitations(&self) -> &[Invitation] {
        &self.invitations
    }

    /// What a typed command means, at that table or at none, in that room of it or where one stands.
    pub fn typed(&self, slash: &Slash, at: Option<TableCode>, room: Option<Room>) -> Typed {
        let known = Known {
            games: &self.registry,
            me: self.me.as_ref().map(|me| me.id),
            table: at.and_then(|code| self.table(code)).filter(|table| table.closed.is_none()),
            room,
            invitations: &self.invitations,
        };
        typed::meaning(slash, &known)
    }

    /// Whether a command has yet to be answered.
    pub fn is_waiting(&self) -> bool {
        !self.unanswered.is_empty()
    }

    /// What to send now, oldest first.
    pub fn outgoing(&mut self) -> Vec<String> {
        std::mem::take(&mut self.outbox)
    }

    /// Starts to follow a table.
    pub fn watch(&mut self, table: TableCode) {
        if self.watching.insert(table) && self.connected {
            self.say_watch(table);
        }
    }

    /// Stops following a table.
    pub fn unwatch(&mut self, table: TableCode) {
        self.tables.remove(&table);
        if self.watching.remove(&table) && self.connected {
            self.say(Command::Unwatch { table });
        }
    }

    /// Gives a command that will be answered once, however often the connection drops meanwhile.
    ///
    /// # Panics
    /// Never: every command is JSON.
    pub fn command(&mut self, command: Command) -> CommandId {
        let frame = self.frame(command);
        let id = frame.1.clone();
        self.give_first(VecDeque::from([frame]));
        id
    }

    /// Gives commands of which each makes sense only if those before it are carried out: each waits until the one
    /// before it is done, and a refusal ends the row. The ids are those of all of them.
    pub fn give(&mut self, commands: Vec<Command>) -> Vec<CommandId> {
        let frames: VecDeque<_> = commands.into_iter().map(|command| self.frame(command)).collect();
        let ids = frames.iter().map(|(_, id, _)| id.clone()).collect();
        self.give_first(frames);
        ids
    }

    fn give_first(&mut self, mut row: VecDeque<(u64, CommandId, String)>) {
        let Some((number, id, text)) = row.pop_front() else { return };
        if self.connected {
            self.outbox.push(text.clone());
        }
        self.unanswered.insert(number, Given { id, text, next: row });
    }

    /// The connection is up: follow the tables again and repeat what was not answered.
    pub fn opened(&mut self) {
        self.connected = true;
        for table in self.watching.clone() {
            self.say_watch(table);
        }
        self.outbox.extend(self.unanswered.values().map(|given| given.text.clone()));
    }

    /// The connection is down.
    pub fn closed(&mut self) {
        self.connected = false;
        self.outbox.clear();
    }

    /// Takes in a frame; `now_ms` is the client's own clock.
    ///
    /// # Errors
    /// If the frame makes no sense.
    pub fn receive(&mut self, text: &str, now_ms: f64) -> Result<Vec<Notice>, BadFrame> {
        let frame = serde_json::from_str(text).map_err(|error| BadFrame(error.to_string()))?;
        match frame {
            ServerFrame::Hello { you, .. } => {
                self.me = Some(you.clone());
                // Those that still wait are told again right after the greeting.
                self.invitations.clear();
                Ok(vec![Notice::Hello(you)])
            }
            ServerFrame::Done { id } => {
                let Some((_, given)) = self.answered(&id) else { return Ok(Vec::new()) };
                self.give_first(given.next);
                Ok(vec![Notice::Done(id)])
            }
            ServerFrame::Refused { id, code, message } => {
                if let Some((number, _)) = id.as_ref().and_then(|id| self.answered(id)) {
                    let games = self.tables.values_mut().filter_map(|model| model.game.as_mut());
                    games.filter_map(|game| game.ahead.as_mut()).for_each(|ahead| ahead.refused(number));
                }
                Ok(vec![Notice::Refused { id, code, message }])
            }
            ServerFrame::Paired { table } => Ok(vec![Notice::Paired(table)]),
            ServerFrame::Invited(invitation) => {
                self.forget_invitation(invitation.id);
                if self.invitations.len() == INVITATIONS_KEPT {
                    self.invitations.remove(0);
                }
                self.invitations.push((*invitation).clone());
                Ok(vec![Notice::Invited(invitation)])
            }
            ServerFrame::InvitationOver { invitation, end } => {
                self.forget_invitation(invitation);
                Ok(vec![Notice::InvitationOver(invitation, end)])
            }
            ServerFrame::Snapshot(snapshot) => self.snapshot(*snapshot, now_ms),
            ServerFrame::Event { table, seq, tick, event } => self.event(table, seq, tick, event, now_ms),
        }
    }

    /// Acts in a real-time match at once: the next picture shows it. Gives back the command's id, or `None` if no such
    /// match is being played from a seat of ours, or the house cannot be reached: nothing is kept for later, when the
    /// match looks otherwise.
    pub fn input(&mut self, table: TableCode, action: Box<RawValue>, now_ms: f64) -> Option<CommandId> {
        let model = self.tables.get_mut(&table)?;
        let (seat, game) = (model.seat?, model.game.as_mut().filter(|game| game.ended.is_none())?);
        let ahead = game.ahead.as_mut()?;
        if !self.connected || !ahead.is_heard(now_ms) {
            return None;
        }
        let at = ahead.act(self.counter + 1, seat, action.clone(), now_ms);
        Some(self.command(Command::Act { table, action, at: Some(at) }))
    }

    fn frame(&mut self, command: Command) -> (u64, CommandId, String) {
        self.counter += 1;
        let id = CommandId::try_from(format!("{}-{}", self.name, self.counter)).expect("names are short and visible");
        let text = serde_json::to_string(&ClientFrame { id: id.clone(), command }).expect("commands are JSON");
        (self.counter, id, text)
    }

    /// Says something that needs no repeating: a new connection says it anew anyway.
    fn say(&mut self, command: Command) {
        let (_, _, text) = self.frame(command);
        self.outbox.push(text);
    }

    fn say_watch(&mut self, table: TableCode) {
        let seen = self.tables.get(&table).map(|model| model.seen);
        self.say(Command::Watch { table, seen });
    }

    fn forget_invitation(&mut self, id: InvitationId) {
        self.invitations.retain(|invitation| invitation.id != id);
    }

    /// A command has been answered; gives back what it was if that was not known yet.
    fn answered(&mut self, id: &CommandId) -> Option<(u64, Given)> {
        let number = self.unanswered.iter().find(|(_, given)| given.id == *id).map(|(&number, _)| number)?;
        self.unanswered.remove_entry(&number)
    }

    fn snapshot(&mut self, snapshot: Snapshot, now_ms: f64) -> Result<Vec<Notice>, BadFrame> {
        let code = snapshot.table.code;
        if !self.watching.contains(&code) {
            return Ok(Vec::new());
        }
        let mut game = snapshot.game.map(|game| self.match_model(&snapshot.table.game, game, now_ms)).transpose()?;
        if let (Some(game), true) = (&mut game, snapshot.table.held.is_some()) {
            game.ahead.iter_mut().for_each(|ahead| ahead.stand_still(game.told.0));
        }
        if let (Some(game), Some(TableModel { seen, game: Some(before), .. })) = (&mut game, self.tables.remove(&code))
            && let (Some(ahead), Some(before)) = (&mut game.ahead, before.ahead.filter(|_| before.id == game.id))
        {
            // A clock that stood still meanwhile, as a closed house's does, comes with a new run of numbers.
            ahead.inherit(before, seen.epoch == snapshot.seen.epoch);
        }
        let Snapshot { table: info, seen, seat, chat, .. } = snapshot;
        self.tables.insert(code, TableModel { info, told_ms: now_ms, seen, seat, game, chat, closed: None });
        Ok(vec![Notice::Refreshed(code)])
    }

    fn match_model(&self, game: &str, playing: Playing, now_ms: f64) -> Result<MatchModel, BadFrame> {
        let known = self.registry.game(game).ok_or_else(|| BadFrame(format!("no game called {game}")))?;
        let view = known.see(playing.view.get()).map_err(|error| BadFrame(error.to_string()))?;
        let Playing { match_id: id, commitment, players, tick, ended, settled, heard, .. } = playing;
        let rate = known.spec().ticks_per_second;
        let ahead = settled.map(|settled| Ahead::new(rate, settled, heard, tick, now_ms));
        Ok(MatchModel { id, commitment, players, told: (tick, now_ms), view, ahead, ended })
    }

    fn event(
        &mut self,
        code: TableCode,
        seq: u64,
        tick: Option<Tick>,
        event: TableEvent,
        now_ms: f64,
    ) -> Result<Vec<Notice>, BadFrame> {
        let Some(model) = self.tables.get_mut(&code) else { return Ok(Vec::new()) };
        if seq <= model.seen.seq {
            return Ok(Vec::new());
        }
        if seq != model.seen.seq + 1 {
            // Something was lost on the way: ask for it instead of guessing.
            self.say_watch(code);
            return Ok(Vec::new());
        }
        model.seen = Seen { seq, ..model.seen };
        if let (Some(tick), Some(game)) = (tick, &mut model.game) {
            game.told = (tick, now_ms);
            if let Some(ahead) = &mut game.ahead {
                ahead.sample(tick, now_ms);
            }
        }
        let notice = match event {
            TableEvent::Table(info) => {
                model.info = info;
                model.told_ms = now_ms;
                Notice::Changed(code)
            }
            TableEvent::Began(playing) => {
                let game = model.info.game.clone();
                let fresh = self.match_model(&game, playing, now_ms)?;
                if let Some(model) = self.tables.get_mut(&code) {
                    model.game = Some(fresh);
                }
                Notice::Began(code)
            }
            TableEvent::Game(events) => {
                if let Some(game) = &mut model.game {
                    for event in &events {
                        game.view.fold(event.get()).map_err(|error| BadFrame(error.to_string()))?;
                    }
                }
                Notice::Game { table: code, events }
            }
            TableEvent::Heard(input) => {
                let own = model.seat == Some(input.seat);
                if let Some(ahead) = model.game.as_mut().and_then(|game| game.ahead.as_mut()) {
                    ahead.hear(input, own, now_ms);
                }
                Notice::Settled(code)
            }
            TableEvent::Settled { tick, events } => {
                if let Some(game) = &mut model.game {
                    for event in &events {
                        game.view.fold(event.get()).map_err(|error| BadFrame(error.to_string()))?;
                    }
                    game.view.elapse(tick);
                    if let Some(ahead) = &mut game.ahead {
                        ahead.settle(tick);
                    }
                }
                if events.is_empty() { Notice::Settled(code) } else { Notice::Game { table: code, events } }
            }
            TableEvent::Ended(ended) => {
                if let Some(game) = &mut model.game {
                    game.ended = Some(ended);
                }
                Notice::Ended(code)
            }
            TableEvent::Chat(line) => {
                model.hear(line.clone(), CHAT_KEPT);
                Notice::Chat(code, line)
            }
            TableEvent::Closed { reason } => {
                model.closed = Some(reason.clone());
                self.watching.remove(&code);
                Notice::Closed(code, reason)
            }
        };
        Ok(vec![notice])
    }
}

#[cfg(test)]
mod tests;
