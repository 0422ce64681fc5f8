//! Following tables over a connection that may drop at any time.

use crate::{
    Ahead, BadFrame, Inbox, MatchModel, MoveLog, Notice, Pending, TableModel,
    ahead::PendingInput,
    pending::{Answered, RefusedCommand},
    typed::{self, Known, Typed, TypedGame},
};
use parlor_kernel::{AnyEvent, AnyGame, AnyRules, AnyView, Registry, Tick};
use parlor_wire::{
    ClientFrame, Command, CommandId, Person, Room, ServerFrame, TableCode, TableCommand, TableInfo,
    frame::{Heard, Playing, Seen, Snapshot, TableEvent},
    http::PastInvitation,
    slash::Slash,
};
use serde_json::value::RawValue;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// How many chat lines a client keeps of each room.
const CHAT_KEPT: usize = 200;

/// A client's side of the conversation. `T` is what its owner knows its commands by: each command comes with one, and
/// its answer gives it back.
pub struct Session<T = ()> {
    registry: Registry,
    typed: Vec<&'static dyn TypedGame>,
    lists_moves: bool,
    connected: bool,
    me: Option<Person>,
    watching: BTreeSet<TableCode>,
    /// Questions about tables that this connection has not answered.
    watches: BTreeMap<CommandId, TableCode>,
    /// In boxes: the map has room for several, and most clients follow one.
    tables: BTreeMap<TableCode, Box<TableModel>>,
    inbox: Inbox,
    seek: Option<Seek>,
    pending: Pending<T>,
    outbox: Vec<ClientFrame>,
}

/// A search for an opponent. The house ends it with the connection, so a new connection has to be told again.
struct Seek {
    command: Command,
    id: CommandId,
    answered: bool,
}

impl<T> Session<T> {
    /// A session of a client called `name` (random, so that no two clients of a user share command ids).
    pub const fn new(registry: Registry, name: String) -> Self {
        Self {
            registry,
            typed: Vec::new(),
            lists_moves: false,
            connected: false,
            me: None,
            watching: BTreeSet::new(),
            watches: BTreeMap::new(),
            tables: BTreeMap::new(),
            inbox: Inbox::new(),
            seek: None,
            pending: Pending::new(name),
            outbox: Vec::new(),
        }
    }

    /// Comes to know a game that was not there when the session began. Tables of it can be followed from now on.
    pub fn learn(&mut self, game: Arc<dyn AnyGame>) {
        self.registry.enter(game);
    }

    /// Lets moves be typed in these games, too.
    pub fn type_in(&mut self, games: impl IntoIterator<Item = &'static dyn TypedGame>) {
        self.typed.extend(games);
    }

    /// Lists moves in words from now on, for clients that show them.
    pub const fn list_moves(&mut self) {
        self.lists_moves = true;
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
        self.tables.get(&code).map(Box::as_ref)
    }

    /// The invitations that we know of.
    pub const fn inbox(&self) -> &Inbox {
        &self.inbox
    }

    /// Whether the house looks for an opponent for us, or is about to.
    pub const fn is_seeking(&self) -> bool {
        self.seek.is_some()
    }

    /// What a typed command means, at that table or at none, in that room of it or where the player stands.
    pub fn typed(&self, slash: &Slash, at: Option<TableCode>, room: Option<Room>) -> Typed {
        let known = Known {
            games: &self.registry,
            typed: &self.typed,
            table: at.and_then(|code| self.table(code)).filter(|table| table.closed.is_none()),
            room,
            invitations: self.inbox.waiting(),
        };
        typed::meaning(slash, &known)
    }

    /// Whether a command has yet to be answered.
    pub fn is_waiting(&self) -> bool {
        !self.pending.is_empty()
    }

    /// What has yet to be answered, the oldest first.
    pub fn waiting(&self) -> impl Iterator<Item = &T> {
        self.pending.iter()
    }

    /// What to send now, oldest first.
    pub fn outgoing(&mut self) -> Vec<ClientFrame> {
        std::mem::take(&mut self.outbox)
    }

    /// Starts to follow a table.
    pub fn watch(&mut self, table: TableCode) {
        if self.watching.insert(table) && self.connected {
            self.say_watch(table);
        }
    }

    /// Gives back the words of moves that were told of a match before this session began, if it has just begun.
    pub fn recall(&mut self, table: TableCode, words: Vec<String>) {
        let game = self.tables.get_mut(&table).and_then(|model| model.game.as_mut());
        if let Some(game) = game.filter(|game| game.moves.is_empty() && !words.is_empty()) {
            game.moves = MoveLog::recalled(words);
        }
    }

    /// Stops following a table.
    pub fn unwatch(&mut self, table: TableCode) {
        self.tables.remove(&table);
        self.watches.retain(|_, asked| *asked != table);
        if self.watching.remove(&table) && self.connected {
            self.say(Command::Unwatch { table });
        }
    }

    /// Gives a command that will be answered once, however often the connection drops meanwhile.
    pub fn ask(&mut self, what: T, command: Command) -> CommandId {
        self.give(what, [command]).expect("one command was given")
    }

    /// The same for an owner who does not tell its commands apart.
    pub fn command(&mut self, command: Command) -> CommandId
    where
        T: Default,
    {
        self.ask(T::default(), command)
    }

    /// Gives commands of which each makes sense only if those before it are carried out: each waits until the one
    /// before it is done, and a refusal ends the row. All of them have one answer. Gives back the id of the first.
    pub fn give(&mut self, what: T, commands: impl IntoIterator<Item = Command>) -> Option<CommandId> {
        let frame = self.pending.give(what, commands)?;
        let id = frame.id.clone();
        self.send(frame);
        Some(id)
    }

    /// Asks the house whether it is there: for a [`Line`](crate::Line) that has fallen silent.
    pub fn ping(&mut self) {
        self.say(Command::Ping);
    }

    /// The connection is up: follow the tables again, from where we are, and repeat what was not answered.
    pub fn opened(&mut self) {
        self.connected = true;
        self.watches.clear();
        for table in self.watching.clone() {
            self.say_watch(table);
        }
        if let Some(command) = self.seek.as_ref().filter(|seek| seek.answered).map(|seek| seek.command.clone()) {
            let frame = self.pending.frame(command.clone());
            self.seek = Some(Seek { command, id: frame.id.clone(), answered: true });
            self.outbox.push(frame);
        }
        self.outbox.extend(self.pending.again());
    }

    /// The connection is down.
    pub fn closed(&mut self) {
        self.connected = false;
        self.outbox.clear();
    }

    /// Takes in a frame's text; `now_ms` is the client's own clock.
    ///
    /// # Errors
    /// If the frame makes no sense.
    pub fn receive(&mut self, text: &str, now_ms: f64) -> Result<Option<Notice<T>>, BadFrame> {
        self.hear(&serde_json::from_str(text)?, now_ms)
    }

    /// Takes in a frame; `now_ms` is the client's own clock.
    ///
    /// # Errors
    /// If the frame makes no sense.
    pub fn hear(&mut self, frame: &ServerFrame, now_ms: f64) -> Result<Option<Notice<T>>, BadFrame> {
        match frame {
            ServerFrame::Hello { you, .. } => {
                self.me = Some(you.clone());
                self.inbox.greeted();
                Ok(Some(Notice::Hello(you.clone())))
            }
            ServerFrame::Done { id } => Ok(self.done(id)),
            ServerFrame::Refused { id, code, message } => Ok(self.refused(id.as_ref(), code.clone(), message.clone())),
            ServerFrame::Paired { table } => {
                self.seek = None;
                Ok(Some(Notice::Paired(*table)))
            }
            ServerFrame::Invited(invitation) => {
                let me = self.me.as_ref().map(|me| me.id);
                let (open, news) = self.inbox.invited((**invitation).clone(), me, now_ms);
                Ok(Some(Notice::Invited { open: Box::new(open), news }))
            }
            ServerFrame::InvitationOver { invitation, end } => {
                let ended = self.inbox.ended(*invitation, *end);
                Ok(ended.map(|ended| Notice::InvitationOver(Box::new(ended))))
            }
            ServerFrame::News(news) => Ok(Some(Notice::News(news.clone()))),
            ServerFrame::Snapshot(snapshot) => self.snapshot(snapshot, now_ms),
            ServerFrame::Event { table, seq, tick, event } => self.event(*table, *seq, *tick, event, now_ms),
        }
    }

    /// Takes in how invitations ended while there was no connection, the latest first; see [`Inbox::has_missed`].
    pub fn catch_up(&mut self, over: &[PastInvitation]) -> Vec<Notice<T>> {
        let ended = over.iter().rev().filter_map(|past| self.inbox.ended(past.id, past.end));
        ended.map(|ended| Notice::InvitationOver(Box::new(ended))).collect()
    }

    /// Acts in a real-time match at once: the next picture shows it. Gives back the command's id, or `None` if no such
    /// match is being played from a seat of ours, or the house cannot be reached: nothing is kept for later, when the
    /// match looks otherwise.
    pub fn input(&mut self, what: T, table: TableCode, action: Box<RawValue>, now_ms: f64) -> Option<CommandId> {
        let model = self.tables.get_mut(&table)?;
        let (seat, game) = (model.seat?, model.game.as_mut().filter(|game| game.ended.is_none())?);
        let ahead = game.ahead.as_mut().filter(|ahead| self.connected && ahead.is_heard(now_ms))?;
        let at = ahead.next_tick(now_ms);
        let input = PendingInput::read(game.view.as_ref(), &Heard { seat, at, action: action.clone() }).ok()?;
        let frame = self.pending.give(what, [TableCommand::Act { action, at: Some(at) }.at(table)])?;
        ahead.act(frame.id.clone(), input, now_ms);
        let id = frame.id.clone();
        self.send(frame);
        Some(id)
    }

    fn send(&mut self, frame: ClientFrame) {
        self.inbox.given(&frame.command);
        match &frame.command {
            Command::Seek { .. } => {
                self.seek = Some(Seek { command: frame.command.clone(), id: frame.id.clone(), answered: false });
            }
            Command::Unseek => self.seek = None,
            _ => {}
        }
        if self.connected {
            self.outbox.push(frame);
        }
    }

    /// Says something that needs no repeating: a new connection says it anew anyway.
    fn say(&mut self, command: Command) -> CommandId {
        let frame = self.pending.frame(command);
        let id = frame.id.clone();
        self.outbox.push(frame);
        id
    }

    fn say_watch(&mut self, table: TableCode) {
        let seen = self.tables.get(&table).map(|model| model.seen);
        let id = self.say(Command::Watch { table, seen });
        self.watches.insert(id, table);
    }

    fn done(&mut self, id: &CommandId) -> Option<Notice<T>> {
        self.watches.remove(id);
        if let Some(seek) = self.seek.as_mut().filter(|seek| seek.id == *id) {
            seek.answered = true;
        }
        match self.pending.done(id)? {
            Answered::GoOn(frame) => {
                self.send(*frame);
                None
            }
            Answered::Done(what) => Some(Notice::Done { id: id.clone(), what }),
        }
    }

    fn refused(&mut self, id: Option<&CommandId>, code: String, message: String) -> Option<Notice<T>> {
        let Some(id) = id else {
            // A refusal of no command ends a search: the house has found an opponent, and could not seat us.
            return Some(match self.seek.take_if(|seek| seek.answered) {
                Some(_) => Notice::SeekOver { code, message },
                None => Notice::Refused { id: None, what: None, late: false, code, message },
            });
        };
        if let Some(table) = self.watches.remove(id) {
            self.watching.remove(&table);
            return Some(Notice::NotFollowed { table, code, message });
        }
        let sought = self.seek.take_if(|seek| seek.id == *id);
        let Some(RefusedCommand { command, late, what }) = self.pending.refused(id) else {
            return sought.map(|_| Notice::SeekOver { code, message });
        };
        self.inbox.refused(&command);
        let games = self.tables.values_mut().filter_map(|model| model.game.as_mut());
        games.filter_map(|game| game.ahead.as_mut()).for_each(|ahead| ahead.refused(id));
        Some(Notice::Refused { id: Some(id.clone()), what: Some(what), late, code, message })
    }

    fn snapshot(&mut self, snapshot: &Snapshot, now_ms: f64) -> Result<Option<Notice<T>>, BadFrame> {
        let code = snapshot.table.code;
        if !self.watching.contains(&code) {
            return Ok(None);
        }
        let game = snapshot.game.as_ref();
        let mut game = game.map(|game| self.match_model(&snapshot.table.game, game, now_ms)).transpose()?;
        if let (Some(game), true) = (&mut game, snapshot.table.held.is_some()) {
            game.stands = true;
            game.ahead.iter_mut().for_each(|ahead| ahead.stand_still(game.told.0));
        }
        let known = self.tables.remove(&code).map(|model| *model);
        if let (Some(game), Some(TableModel { seen, game: Some(before), .. })) = (&mut game, known)
            && before.id == game.id
        {
            game.moves = before.moves;
            if seen != snapshot.seen {
                game.moves.interrupt();
            }
            if let (Some(ahead), Some(before)) = (&mut game.ahead, before.ahead) {
                // A clock that stood still meanwhile, as a closed house's does, comes with a new run of numbers.
                ahead.inherit(before, seen.epoch == snapshot.seen.epoch);
            }
        }
        let Snapshot { table: info, seen, seat, chat, .. } = snapshot;
        let (info, rules, chat) = (info.clone(), self.rules_of(info), chat.clone());
        let (seen, seat, told_ms, closed) = (*seen, *seat, now_ms, None);
        let model = TableModel { info, rules, told_ms, seen, seat, game, chat, closed };
        self.tables.insert(code, Box::new(model));
        Ok(Some(Notice::Refreshed(code)))
    }

    /// The rules of a table, if it names them and they are known here.
    fn rules_of(&self, info: &TableInfo) -> Option<Arc<dyn AnyRules>> {
        self.registry.game(&info.game)?.rules(info.config.as_deref()?).ok()
    }

    fn match_model(&self, game: &str, playing: &Playing, now_ms: f64) -> Result<MatchModel, BadFrame> {
        let known = self.registry.game(game).ok_or_else(|| BadFrame(format!("no game called {game}")))?;
        let view = known.see(playing.view.get())?;
        let Playing { match_id: id, commitment, players, tick, ended, settled, heard, .. } = playing;
        let rate = known.spec().ticks_per_second;
        let heard = heard.iter().map(|heard| PendingInput::read(view.as_ref(), heard)).collect::<Result<_, _>>()?;
        let ahead = settled.map(|settled| Ahead::new(rate, settled, heard, *tick, now_ms));
        let (id, commitment, players, ended) = (*id, *commitment, players.clone(), ended.clone());
        let (told, moves) = ((*tick, now_ms), MoveLog::default());
        Ok(MatchModel { id, commitment, players, told, stands: false, view, ahead, moves, ended })
    }

    fn event(
        &mut self,
        code: TableCode,
        seq: u64,
        tick: Option<Tick>,
        event: &TableEvent,
        now_ms: f64,
    ) -> Result<Option<Notice<T>>, BadFrame> {
        let Some(model) = self.tables.get_mut(&code) else { return Ok(None) };
        if seq <= model.seen.seq {
            return Ok(None);
        }
        if seq != model.seen.seq + 1 {
            // Something was lost on the way: ask for it instead of guessing.
            self.say_watch(code);
            return Ok(None);
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
                model.info.change(info.clone());
                model.told_ms = now_ms;
                if let Some(game) = &mut model.game {
                    game.stands = model.info.held.is_some();
                }
                if info.config.is_some() {
                    let rules = self.rules_of(info);
                    self.tables.entry(code).and_modify(|model| model.rules = rules);
                }
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
                let Some(game) = &mut model.game else { return Ok(None) };
                let events = fold(game.view.as_mut(), events)?;
                game.note(model.rules.as_ref().filter(|_| self.lists_moves), &events);
                Notice::Game { table: code, events }
            }
            TableEvent::Heard(heard) => {
                let own = model.seat == Some(heard.seat);
                if let Some(game) = &mut model.game
                    && let Some(ahead) = &mut game.ahead
                {
                    ahead.hear(PendingInput::read(game.view.as_ref(), heard)?, own, now_ms);
                }
                Notice::Settled(code)
            }
            TableEvent::Settled { tick, events } => {
                let Some(game) = &mut model.game else { return Ok(None) };
                let events = fold(game.view.as_mut(), events)?;
                game.view.elapse(*tick);
                game.note(model.rules.as_ref().filter(|_| self.lists_moves), &events);
                if let Some(ahead) = &mut game.ahead {
                    ahead.settle(*tick);
                }
                if events.is_empty() { Notice::Settled(code) } else { Notice::Game { table: code, events } }
            }
            TableEvent::Ended(ended) => {
                if let Some(game) = &mut model.game {
                    game.ended = Some(ended.clone());
                }
                Notice::Ended(code)
            }
            TableEvent::Chat(line) => {
                model.hear(line.clone(), CHAT_KEPT);
                Notice::Chat(code, line.clone())
            }
            TableEvent::Closed { reason } => {
                model.closed = Some(reason.clone());
                self.watching.remove(&code);
                Notice::Closed(code, reason.clone())
            }
        };
        Ok(Some(notice))
    }
}

/// Brings a view up to date.
fn fold(view: &mut dyn AnyView, events: &[Box<RawValue>]) -> Result<Vec<AnyEvent>, BadFrame> {
    Ok(events.iter().map(|event| view.fold(event.get())).collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests;
