//! One terminal: what its player types goes to the house, what happens is printed.

mod telling;

use crate::{
    lines::{Lines, People, QUIT, is_quit},
    words,
};
use parlor_client::{
    Duty, Line, Notice, TableModel,
    native::{Connection, NativeError, Visitor},
    typed::{Errand, Found, Typed, Whose},
};
use parlor_kernel::Registry;
use parlor_wire::{
    ChatLine, Command, Occupant, Pace, Person, Status, TableCode, TableCommand, TableInfo, UserId,
    http::{MyInvitations, MyTables, OpenTable, Profile},
    slash::Slash,
};
use std::{
    collections::BTreeSet,
    future::Future,
    hash::{BuildHasher, RandomState},
    time::Duration,
};
use tokio::time::{Instant, sleep, timeout};

/// A house that can be reached answers a request within this time.
const ANSWER: Duration = Duration::from_secs(15);
/// How long a player who leaves waits for answers to what they typed last.
const FAREWELL: Duration = Duration::from_secs(5);

/// What a command was given for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Purpose {
    /// The player typed it.
    #[default]
    Typed,
    /// A seat at the table that we have just come to.
    Seat,
}

/// One terminal and its player.
pub struct Terminal {
    base: String,
    visitor: Visitor,
    connection: Connection<Purpose>,
    games: Registry,
    lines: Lines,
    people: People,
    line: Line,
    /// The table we are at.
    at: Option<TableCode>,
    /// Where to go as soon as there is time.
    bound_for: Option<TableCode>,
    /// Whether we have just come to our table, and want a seat.
    arriving: bool,
    /// The table as it was last told.
    told: Option<TableInfo>,
    /// The last picture of the match that was shown.
    pictured: Vec<String>,
    /// The last thing to do that was told, while no match is played.
    advised: Option<String>,
    /// The last line of chat that was shown.
    heard: Option<ChatLine>,
    /// Whom we do not want to hear.
    muted: BTreeSet<UserId>,
}

impl Terminal {
    /// Connects.
    pub async fn new(base: String, visitor: Visitor, lines: Lines, people: People) -> Result<Self, NativeError> {
        let games = parlor_catalog::registry();
        // Random: command ids of two programs of the same person must differ.
        let seed = RandomState::new().hash_one(visitor.me().id);
        let connection = visitor.connect_as(games.clone(), &format!("t{seed:x}")).await?;
        let line = Line::up(seed, connection.now_ms());
        let mut terminal = Self {
            base,
            visitor,
            connection,
            games,
            lines,
            people,
            line,
            at: None,
            bound_for: None,
            arriving: false,
            told: None,
            pictured: Vec::new(),
            advised: None,
            heard: None,
            muted: BTreeSet::new(),
        };
        terminal.catch_up().await;
        Ok(terminal)
    }

    /// Says hello.
    pub fn greet(&mut self, table: Option<TableCode>) {
        let name = self.visitor.me().name.clone();
        self.lines.say(&format!("You are {name}. Type /hope to see what can be typed; anything else is chat."));
        self.bound_for = table;
        if table.is_none() {
            self.lines.say("/hope battleship plays against a bot, /hope battleship NAME invites a player.");
        }
    }

    /// Plays until the player leaves.
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
            let is_up = self.line.is_up();
            let listens = self.lines.is_terminal() || !is_up || !self.connection.session().is_waiting();
            let now_ms = self.connection.now_ms();
            let left = |due_ms: f64| Duration::from_secs_f64((due_ms - now_ms).max(0.0) / 1000.0);
            let due = self.line.due_ms().map_or(ANSWER, left);
            tokio::select! {
                typed = self.lines.next(), if listens => match typed {
                    Some(line) if !is_quit(&line) => self.typed(&line).await,
                    _ => return Ok(()),
                },
                heard = self.connection.next(), if is_up => self.take_in(heard)?,
                () = sleep(due) => self.tend_line().await?,
            }
        }
        Ok(())
    }

    /// Waits for the answers to what was typed last, and goes.
    pub async fn leave(mut self) {
        let answered = async {
            while self.connection.session().is_waiting() {
                let heard = self.connection.next().await;
                if self.take_in(heard).is_err() || !self.line.is_up() {
                    break;
                }
            }
        };
        // A house that cannot be reached does not answer.
        let _ = timeout(FAREWELL, answered).await;
        self.connection.leave().await;
    }

    /// Sends what is to be sent. Not while waiting for anything else: see [`Connection::flush`].
    async fn send(&mut self) -> Result<(), NativeError> {
        if self.line.is_up()
            && let Err(error) = self.connection.flush().await
        {
            self.connection.drop_connection();
            self.lost(error)?;
        }
        Ok(())
    }

    /// Takes in a frame, or that there will be no more of them.
    fn take_in(&mut self, heard: Result<(String, Option<Notice<Purpose>>), NativeError>) -> Result<(), NativeError> {
        match heard {
            Ok((_, notice)) => {
                self.line.heard(self.connection.now_ms());
                notice.into_iter().for_each(|notice| self.react(notice));
                Ok(())
            }
            Err(error) => self.lost(error),
        }
    }

    /// The connection is gone, or could not be set up. Not every reason leaves hope.
    fn lost(&mut self, error: NativeError) -> Result<(), NativeError> {
        if matches!(error, NativeError::SignedOut | NativeError::Frame(_)) {
            return Err(error);
        }
        if self.line.is_up() {
            self.say_lost();
        }
        self.line.closed(self.line.attempt(), self.connection.now_ms());
        Ok(())
    }

    fn say_lost(&mut self) {
        self.lines.say("The connection is lost. Trying again …");
    }

    /// Does what the line asks for.
    async fn tend_line(&mut self) -> Result<(), NativeError> {
        match self.line.tick(self.connection.now_ms()) {
            None => {}
            Some(Duty::Ping) => self.connection.session().ping(),
            Some(Duty::Drop) => {
                self.connection.drop_connection();
                self.say_lost();
            }
            Some(Duty::Connect(attempt)) => {
                let patience = Duration::from_secs_f64(Line::CONNECT_MS / 1000.0);
                match timeout(patience, self.connection.reconnect()).await.unwrap_or(Err(NativeError::Closed)) {
                    Ok(()) => {
                        self.line.opened(attempt, self.connection.now_ms());
                        self.lines.say("The connection is back.");
                        self.catch_up().await;
                    }
                    Err(error) => self.lost(error)?,
                }
            }
        }
        Ok(())
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
        let notices = self.connection.session().catch_up(&invitations.over);
        notices.into_iter().for_each(|notice| self.react(notice));
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
                self.tell(&told);
                if is_help {
                    self.lines.say(&format!("{QUIT}: leave, as Ctrl-D does"));
                }
            }
            Typed::Open(wish) => self.open(&wish).await,
            Typed::Visit(table) => self.bound_for = Some(table),
            Typed::Record(whose) => self.record(whose).await,
            Typed::Look(errand) => self.look(&errand).await,
        }
    }

    fn tell(&mut self, told: &[String]) {
        told.iter().for_each(|line| self.lines.say(line));
    }

    /// Asks for the player's own games, and does what was typed about them.
    async fn look(&mut self, errand: &Errand) {
        let visitor = self.visitor.clone();
        let Some(mine) = self.ask(visitor.get::<MyTables>("/api/me/tables")).await else { return };
        match errand.among(self.me(), &mine.tables) {
            Found::Tell(told) => self.tell(&told),
            Found::Give(commands) => self.give(commands),
            Found::Visit(table) => self.bound_for = Some(table),
        }
    }

    /// Gives commands one after the other, unless they lead to a game that cannot be typed.
    fn give(&mut self, commands: Vec<Command>) {
        match commands.iter().find_map(|command| self.leads_away(command)) {
            Some(sentence) => self.lines.say(&sentence),
            None => drop(self.connection.session().give(Purpose::Typed, commands)),
        }
    }

    /// Why a command leads to a game that cannot be played here, if it does.
    fn leads_away(&mut self, command: &Command) -> Option<String> {
        match command {
            Command::Invite { wish, .. } => self.is_for_browsers(wish, &self.base),
            Command::AcceptInvitation { invitation } => {
                let wish = self.connection.session().inbox().find(*invitation)?.invitation.wish.clone();
                self.is_for_browsers(&wish, &self.invitations_link())
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
            let sit = TableCommand::Sit { seat: None }.at(info.code);
            self.connection.session().ask(Purpose::Seat, sit);
        }
        self.connection.session().waiting().any(|purpose| *purpose == Purpose::Seat)
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

    async fn record(&mut self, whose: Whose) {
        let visitor = self.visitor.clone();
        let found = async {
            let id = match &whose {
                Whose::Mine => visitor.me().id,
                Whose::Known(id) => *id,
                Whose::Named(name) => visitor.person_called(name).await?.id,
            };
            visitor.get::<Profile>(&format!("/api/people/{id}")).await
        };
        match (timeout(ANSWER, found).await.unwrap_or(Err(NativeError::Closed)), &whose) {
            (Ok(profile), _) => words::record(&profile, &self.games).iter().for_each(|line| self.lines.say(line)),
            (Err(NativeError::Problem(problem)), Whose::Named(name)) if problem.status == 404 => {
                self.lines.say(&format!("No player here is called {name}."));
            }
            (Err(error), _) => self.lines.say(&words::trouble(&error)),
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
        (self.told, self.advised, self.heard) = (None, None, None);
        (self.pictured, self.arriving) = (Vec::new(), true);
        self.connection.session().watch(table);
        self.send().await?;
        let deadline = Instant::now() + ANSWER;
        while self.at.is_some() && self.line.is_up() && self.here().is_none() {
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

    /// Whether we sit in a match that cannot wait.
    fn is_busy(&mut self) -> bool {
        let cannot_wait = |info: &TableInfo| info.status == Status::Playing && info.pace == Pace::Live;
        self.here().is_some_and(|model| model.seat.is_some() && cannot_wait(&model.info))
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
