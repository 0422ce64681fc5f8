//! Somebody who plays: what they type goes to the house, what happens is printed.

mod telling;

use crate::{
    lines::{Lines, People, QUIT, is_quit},
    words,
};
use parlor_client::{
    Backoff, Notice, TableModel,
    native::{Connection, NativeError, Visitor},
    typed::Typed,
};
use parlor_kernel::Registry;
use parlor_wire::{
    ChatLine, Command, CommandId, Invitation, InvitationId, Occupant, Person, Status, TableCode, TableInfo, UserId,
    http::{MyInvitations, OpenTable, Profile},
    slash::Slash,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    hash::{BuildHasher, RandomState},
    time::Duration,
};
use tokio::time::{Instant, sleep_until, timeout};

/// A line this quiet is asked whether it lives.
const QUIET: Duration = Duration::from_secs(20);
/// A house that lives answers within this time.
const ANSWER: Duration = Duration::from_secs(15);
/// How long whoever leaves waits for answers to what they typed last.
const FAREWELL: Duration = Duration::from_secs(5);

/// The state of the line to the house.
enum Line {
    /// It works; it was last heard then, and asked whether it lives if that is so.
    Up { heard: Instant, asked: bool },
    /// It is broken; the next attempt is then.
    Broken { again: Instant },
}

/// Somebody who plays.
pub struct Player {
    base: String,
    visitor: Visitor,
    connection: Connection,
    games: Registry,
    lines: Lines,
    people: People,
    line: Line,
    backoff: Backoff,
    /// The table we are at.
    at: Option<TableCode>,
    /// Where to go as soon as there is time.
    bound_for: Option<TableCode>,
    /// Whether we have just come to our table, and want a seat.
    arriving: bool,
    /// The command that asked for one, until it is answered.
    sitting: Option<CommandId>,
    /// The table as it was last told.
    told: Option<TableInfo>,
    /// The last picture of the match that was shown.
    pictured: Vec<String>,
    /// The last thing to do that was told, while no match is played.
    advised: Option<String>,
    /// The last line of chat that was shown.
    heard: Option<ChatLine>,
    /// Invitations, for when they are over.
    invitations: BTreeMap<InvitationId, Invitation>,
    /// Those that we have accepted here.
    accepted: BTreeSet<InvitationId>,
    /// Whom we do not want to hear.
    muted: BTreeSet<UserId>,
}

impl Player {
    /// Connects.
    pub async fn new(base: String, visitor: Visitor, lines: Lines, people: People) -> Result<Self, NativeError> {
        let games = parlor_catalog::registry();
        // Random: command ids of two programs of the same person must differ.
        let seed = RandomState::new().hash_one(visitor.me().id);
        let connection = visitor.connect(games.clone(), &format!("t{seed:x}")).await?;
        let mut player = Self {
            base,
            visitor,
            connection,
            games,
            lines,
            people,
            line: Line::Up { heard: Instant::now(), asked: false },
            backoff: Backoff::new(seed),
            at: None,
            bound_for: None,
            arriving: false,
            sitting: None,
            told: None,
            pictured: Vec::new(),
            advised: None,
            heard: None,
            invitations: BTreeMap::new(),
            accepted: BTreeSet::new(),
            muted: BTreeSet::new(),
        };
        player.catch_up().await;
        Ok(player)
    }

    /// Says hello.
    pub fn greet(&mut self, table: Option<TableCode>) {
        let name = self.visitor.me().name.clone();
        self.lines.say(&format!("You are {name}. Type /hope to see what can be typed; anything else is chat."));
        self.bound_for = table;
        if table.is_none() {
            self.lines.say("/hope battleship plays against a bot, /hope battleship NAME invites somebody.");
        }
    }

    /// Plays until whoever types leaves.
    ///
    /// # Errors
    /// If the house shows us out, or cannot be understood.
    pub async fn play(&mut self) -> Result<(), NativeError> {
        let result = self.play_on().await;
        if let Err(error) = &result
            && self.lines.is_terminal()
        {
            // The line editor has the terminal until the line is finished.
            self.lines.say(&format!("{} Press Enter to leave.", words::trouble(error)));
            self.lines.next().await;
        }
        result
    }

    async fn play_on(&mut self) -> Result<(), NativeError> {
        while !self.lines.is_deaf() {
            if let Some(table) = self.bound_for.take() {
                self.go(table).await?;
            }
            self.send().await?;
            // Scripts cannot see when a line has been answered, so the next one waits for that.
            let is_up = matches!(self.line, Line::Up { .. });
            let listens = self.lines.is_terminal() || !is_up || !self.connection.session().is_waiting();
            let wake = match self.line {
                Line::Up { heard, asked } => heard + if asked { QUIET + ANSWER } else { QUIET },
                Line::Broken { again } => again,
            };
            tokio::select! {
                typed = self.lines.next(), if listens => match typed {
                    Some(line) if !is_quit(&line) => self.typed(&line).await,
                    _ => return Ok(()),
                },
                heard = self.connection.next(), if is_up => self.take_in(heard)?,
                () = sleep_until(wake) => self.look_after_the_line().await?,
            }
        }
        Ok(())
    }

    /// Waits for the answers to what was typed last, and goes.
    pub async fn leave(mut self) {
        let answered = async {
            while self.connection.session().is_waiting() {
                let heard = self.connection.next().await;
                if self.take_in(heard).is_err() || matches!(self.line, Line::Broken { .. }) {
                    break;
                }
            }
        };
        // Whoever cannot be reached is left without an answer.
        let _ = timeout(FAREWELL, answered).await;
        self.connection.leave().await;
    }

    /// Sends what is to be sent. Not while waiting for anything else: see [`Connection::flush`].
    async fn send(&mut self) -> Result<(), NativeError> {
        if matches!(self.line, Line::Up { .. })
            && let Err(error) = self.connection.flush().await
        {
            self.connection.drop_connection();
            self.lost(error)?;
        }
        Ok(())
    }

    /// Takes in a frame, or that there will be no more of them.
    fn take_in(&mut self, heard: Result<(String, Vec<Notice>), NativeError>) -> Result<(), NativeError> {
        match heard {
            Ok((_, notices)) => {
                self.line = Line::Up { heard: Instant::now(), asked: false };
                self.backoff.reset();
                notices.into_iter().for_each(|notice| self.react(notice));
                Ok(())
            }
            Err(error) => self.lost(error),
        }
    }

    /// The connection is gone: whether to hope.
    fn lost(&mut self, error: NativeError) -> Result<(), NativeError> {
        if matches!(error, NativeError::SignedOut | NativeError::Frame(_)) {
            return Err(error);
        }
        if matches!(self.line, Line::Up { .. }) {
            self.lines.say("The connection is lost. Trying again …");
        }
        let delay = Duration::from_millis(self.backoff.next_delay_ms().into());
        self.line = Line::Broken { again: Instant::now() + delay };
        Ok(())
    }

    /// Asks a quiet line whether it lives, gives up a dead one, and sets up a broken one.
    async fn look_after_the_line(&mut self) -> Result<(), NativeError> {
        match self.line {
            Line::Up { asked: true, .. } => {
                self.connection.drop_connection();
                self.lost(NativeError::Closed)
            }
            Line::Up { heard, .. } => {
                self.connection.session().command(Command::Ping);
                self.line = Line::Up { heard, asked: true };
                Ok(())
            }
            Line::Broken { .. } => match timeout(ANSWER, self.connection.reconnect()).await {
                Ok(Ok(())) => {
                    self.lines.say("The connection is back.");
                    self.line = Line::Up { heard: Instant::now(), asked: false };
                    self.catch_up().await;
                    Ok(())
                }
                Ok(Err(error)) => self.lost(error),
                Err(_) => self.lost(NativeError::Closed),
            },
        }
    }

    /// What may have changed while there was no line: whom we do not want to hear, and how invitations ended.
    async fn catch_up(&mut self) {
        let visitor = self.visitor.clone();
        let missed = async {
            let mutes = visitor.get::<Vec<Person>>("/api/me/mutes").await?;
            Ok((mutes, visitor.get::<MyInvitations>("/api/invitations").await?))
        };
        let Some((mutes, invitations)) = self.ask(missed).await else { return };
        self.muted = mutes.into_iter().map(|person| person.id).collect();
        for past in invitations.over.into_iter().rev() {
            self.invitation_over(past.id, past.end);
        }
    }

    /// Carries out a line.
    async fn typed(&mut self, line: &str) {
        let line = line.trim();
        if line.is_empty() {
            return;
        }
        let command = if line.starts_with('/') { line.to_owned() } else { format!("/gc {line}") };
        let meaning = match command.parse::<Slash>() {
            Ok(slash) => self.connection.session().typed(&slash, self.at, None),
            Err(error) => return self.lines.say(&error.to_string()),
        };
        match meaning {
            Typed::Give(commands) => self.give(commands),
            Typed::Tell(told) => {
                let is_help = told.len() > 1;
                told.iter().for_each(|line| self.lines.say(line));
                if is_help {
                    self.lines.say(&format!("{QUIT}: leave, as Ctrl-D does"));
                }
            }
            Typed::Open(wish) => self.open(&wish).await,
            Typed::Visit(table) => self.bound_for = Some(table),
            Typed::Record(name) => self.record(name.as_deref()).await,
        }
    }

    /// Gives commands one after the other, unless they lead where nobody can play by typing.
    fn give(&mut self, commands: Vec<Command>) {
        if let Some(sentence) = commands.iter().find_map(|command| self.leads_away(command)) {
            return self.lines.say(&sentence);
        }
        self.accepted.extend(commands.iter().filter_map(|command| match command {
            Command::AcceptInvitation { invitation } => Some(*invitation),
            _ => None,
        }));
        self.connection.session().give(commands);
    }

    /// Why a command leads to a game that cannot be played here, if it does.
    fn leads_away(&self, command: &Command) -> Option<String> {
        match command {
            Command::Invite { wish, .. } => self.is_for_browsers(wish, &self.base),
            Command::AcceptInvitation { invitation } => {
                self.is_for_browsers(&self.invitations.get(invitation)?.wish, &self.invitations_link())
            }
            _ => None,
        }
    }

    fn is_for_browsers(&self, wish: &OpenTable, link: &str) -> Option<String> {
        words::for_browsers(&self.games, &wish.game, wish.bet.map(|bet| bet.amount), link)
    }

    /// Asks for a seat if we have just come and one is free; whether we wait for one.
    fn sits_down(&mut self) -> bool {
        let (games, link) = (self.games.clone(), self.link());
        if std::mem::take(&mut self.arriving)
            && let Some(TableModel { info, seat: None, .. }) = self.here()
            && info.status != Status::Playing
            && info.seats.iter().any(|seat| seat.occupant == Occupant::Nobody)
            && words::for_browsers(&games, &info.game, words::bet(info), &link).is_none()
        {
            let sit = Command::Sit { table: info.code, seat: None };
            self.sitting = Some(self.connection.session().command(sit));
        }
        self.sitting.is_some()
    }

    /// Waits for an answer of the house, and says so if there is none.
    async fn ask<T>(&mut self, question: impl Future<Output = Result<T, NativeError>>) -> Option<T> {
        let answer = timeout(ANSWER, question).await.unwrap_or(Err(NativeError::Closed));
        answer.inspect_err(|error| self.lines.say(&words::trouble(error))).ok()
    }

    async fn open(&mut self, wish: &OpenTable) {
        let local = format!("{}/local/{}", self.base, wish.game);
        if let Some(sentence) = self.is_for_browsers(wish, &local) {
            return self.lines.say(&sentence);
        }
        if self.is_busy() {
            return self.say_busy();
        }
        let visitor = self.visitor.clone();
        if let Some(table) = self.ask(visitor.open_table(wish)).await {
            self.bound_for = Some(table.code);
        }
    }

    async fn record(&mut self, name: Option<&str>) {
        let visitor = self.visitor.clone();
        let whose = async {
            let id = match name {
                Some(name) => visitor.person_called(name).await?.id,
                None => visitor.me().id,
            };
            visitor.get::<Profile>(&format!("/api/people/{id}")).await
        };
        match timeout(ANSWER, whose).await.unwrap_or(Err(NativeError::Closed)) {
            Ok(profile) => words::record(&profile, &self.games).iter().for_each(|line| self.lines.say(line)),
            Err(NativeError::Problem(problem)) if problem.status == 404 => {
                self.lines.say(&format!("Nobody here is called {}.", name.unwrap_or_default()));
            }
            Err(error) => self.lines.say(&words::trouble(&error)),
        }
    }

    /// Goes to a table and waits until all is known about it.
    async fn go(&mut self, table: TableCode) -> Result<(), NativeError> {
        if self.at == Some(table) {
            self.lines.say("You are there.");
            return Ok(());
        }
        if self.is_busy() {
            self.say_busy();
            return Ok(());
        }
        let visitor = self.visitor.clone();
        let path = format!("/api/tables/{table}");
        if self.ask(visitor.get::<TableInfo>(&path)).await.is_none() {
            return Ok(());
        }
        if let Some(before) = self.at.replace(table) {
            self.connection.session().unwatch(before);
        }
        (self.told, self.advised, self.heard, self.sitting) = (None, None, None, None);
        (self.pictured, self.arriving) = (Vec::new(), true);
        self.connection.session().watch(table);
        self.send().await?;
        let deadline = Instant::now() + ANSWER;
        while self.at.is_some() && matches!(self.line, Line::Up { .. }) && self.here().is_none() {
            let heard = tokio::time::timeout_at(deadline, self.connection.next()).await;
            let Ok(heard) = heard else { break };
            self.take_in(heard)?;
        }
        Ok(())
    }

    /// Our table, once all is known about it.
    fn here(&mut self) -> Option<&TableModel> {
        self.at.and_then(|table| self.connection.session().table(table))
    }

    fn me(&self) -> UserId {
        self.visitor.me().id
    }

    /// Whether we sit in a match that is being played.
    fn is_busy(&mut self) -> bool {
        self.here().is_some_and(|model| model.seat.is_some() && model.info.status == Status::Playing)
    }

    fn say_busy(&mut self) {
        self.lines.say("You are in the middle of a match. Finish it first, or type /surrender.");
    }

    /// Where our table can be seen in a browser.
    fn link(&self) -> String {
        self.at.map_or_else(|| self.base.clone(), |table| format!("{}/t/{table}", self.base))
    }

    /// Where invitations are answered in a browser.
    fn invitations_link(&self) -> String {
        format!("{}/invitations", self.base)
    }
}
