//! One client: a bot that plays from its own view over a connection of its own.

use super::Run;
use parlor_client::{
    Notice, TableModel,
    native::{Connection, NativeError, Visitor},
};
use parlor_kernel::{AnyPlayer, AnyRules, Rng, Tick};
use parlor_wire::{CommandId, Status, TableCode, TableCommand, TableInfo};
use serde_json::value::RawValue;
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until},
};

/// How long a client waits before it connects again.
const AGAIN_AFTER: Duration = Duration::from_millis(200);

/// A client at a table.
pub struct Player {
    connection: Connection,
    table: TableCode,
    rng: Rng,
    /// The bot of this match, and the rules that it was hired for.
    hired: Option<(Arc<dyn AnyRules>, Box<dyn AnyPlayer>)>,
    /// Actions that have not been answered, and when each was given.
    given: BTreeMap<CommandId, Instant>,
    /// Whether anything happened since the bot was last asked.
    news: bool,
    /// What the bot wants to do, once it may.
    choice: Option<Box<RawValue>>,
    /// When the client has something to do of its own accord.
    wake: Option<Instant>,
}

impl Player {
    /// Takes a seat at the table as `visitor`. The number tells clients apart.
    ///
    /// # Errors
    /// If the house cannot be reached or refuses.
    pub async fn sit(visitor: &Visitor, run: &Run, table: TableCode, number: u64) -> Result<Self, NativeError> {
        let mut connection = visitor.connect(run.registry.clone(), &format!("load{number}")).await?;
        connection.follow(table).await?;
        let seated = connection.session().table(table).is_some_and(|model| model.seat.is_some());
        if !seated {
            connection.command(TableCommand::Sit { seat: None }.at(table)).await?;
        }
        let (hired, given, choice, wake) = (None, BTreeMap::new(), None, None);
        Ok(Self { connection, table, rng: Rng::new(number), hired, given, news: true, choice, wake })
    }

    /// Plays from when the gate opens, match after match, until it is aborted.
    pub async fn play(mut self, run: Arc<Run>, mut gate: watch::Receiver<bool>) {
        let mut open = false;
        loop {
            let step = async {
                self.connection.flush().await?;
                tokio::select! {
                    heard = self.connection.next() => heard.map(|(_, notice)| notice),
                    () = until(self.wake) => {
                        self.wake = None;
                        Ok(None)
                    }
                    _ = gate.wait_for(|open| *open), if !open => {
                        open = true;
                        Ok(None)
                    }
                }
            };
            match step.await {
                Ok(notice) => self.take_in(notice, &run),
                Err(error) => self.come_back(&error, &run).await,
            }
            if open {
                self.act(&run);
            }
        }
    }

    /// Sets the connection up again, however long it takes.
    async fn come_back(&mut self, error: &NativeError, run: &Run) {
        run.figures.lost(error.to_string());
        self.connection.drop_connection();
        loop {
            sleep(AGAIN_AFTER).await;
            if self.connection.reconnect().await.is_ok() {
                return;
            }
        }
    }

    fn take_in(&mut self, notice: Option<Notice<()>>, run: &Run) {
        match notice {
            Some(Notice::Done { id, .. }) => {
                if let Some(given) = self.given.remove(&id) {
                    run.figures.acknowledged(given.elapsed());
                }
            }
            Some(Notice::Refused { id: Some(id), code, message, .. }) if self.given.remove(&id).is_some() => {
                run.figures.refused(format!("{message} ({code})"));
            }
            Some(Notice::Began(_)) => {
                self.hired = None;
                self.hear_news();
            }
            Some(Notice::Game { .. }) => self.hear_news(),
            Some(Notice::Changed(_)) => {
                self.hear_news();
                self.begin();
            }
            Some(Notice::Ended(_) | Notice::Refreshed(_)) => {
                self.hear_news();
                self.rematch(run);
                self.begin();
            }
            _ => {}
        }
    }

    fn hear_news(&mut self) {
        (self.news, self.choice) = (true, None);
    }

    /// After a match, asks for the next.
    fn rematch(&mut self, run: &Run) {
        let Some(model) = self.connection.session().table(self.table) else { return };
        let first = model.seat.is_some_and(|seat| seat.0 == 0);
        if model.game.as_ref().is_some_and(|game| game.ended.is_some()) {
            if first {
                run.figures.ended();
            }
            self.connection.session().command(TableCommand::Ready { ready: true }.at(self.table));
        }
    }

    /// Where seats form teams, a match does not begin by itself: the host begins it.
    fn begin(&mut self) {
        let session = self.connection.session();
        let (Some(model), Some(me)) = (session.table(self.table), session.me()) else { return };
        let TableInfo { host, status, seats, .. } = &model.info;
        let is_arranged = seats.iter().any(|seat| seat.team.is_some());
        let is_complete = seats.iter().all(|seat| seat.ready && seat.connected);
        if *host == me.id && *status != Status::Playing && is_arranged && is_complete {
            session.command(TableCommand::Begin { bots: None }.at(self.table));
        }
    }

    /// Acts, if the bot wants to and may.
    fn act(&mut self, run: &Run) {
        match self.hire(run) {
            Some(true) => self.act_in_real_time(run),
            Some(false) => self.act_in_turn(run),
            None => {}
        }
    }

    /// Sees that there is a bot for the match, if there is a match; gives back whether it is played in real time.
    fn hire(&mut self, run: &Run) -> Option<bool> {
        let model = self.connection.session().table(self.table)?;
        let rules = model.rules.as_ref().filter(|_| is_playing(model))?;
        if self.hired.as_ref().is_none_or(|(hired_for, _)| !Arc::ptr_eq(hired_for, rules)) {
            let player = rules.player(&run.level).ok().flatten()?;
            self.hired = Some((Arc::clone(rules), player));
        }
        Some(rules.spec().real_time)
    }

    /// One action at a time, whenever something has happened and the seat is awaited.
    fn act_in_turn(&mut self, run: &Run) {
        if !self.given.is_empty() || self.wake.is_some() {
            return;
        }
        if std::mem::take(&mut self.news) {
            self.choice = self.ask();
            if let (Some(_), Some(pace)) = (&self.choice, &run.pace) {
                self.wake = Some(pace.reserve().into());
                return;
            }
        }
        if let Some(action) = self.choice.take() {
            let id = self.connection.session().command(TableCommand::Act { action, at: None }.at(self.table));
            self.given.insert(id, Instant::now());
        }
    }

    /// At the game's own pace, whatever has happened.
    fn act_in_real_time(&mut self, run: &Run) {
        if self.wake.is_some() {
            return;
        }
        let Some((rules, player)) = &self.hired else { return };
        let ticks = player.cadence().map_or(1, |cadence| cadence.bot_every.max(1));
        let gap = Duration::from_secs(ticks) / rules.spec().ticks_per_second;
        self.wake = Some(Instant::now() + gap);
        let Some(action) = self.ask() else { return };
        if run.pace.as_ref().is_none_or(|pace| pace.take_now()) {
            let now_ms = self.connection.now_ms();
            if let Some(id) = self.connection.session().input((), self.table, action, now_ms) {
                self.given.insert(id, Instant::now());
            }
        }
    }

    /// What the bot does now, by what it has been told.
    fn ask(&mut self) -> Option<Box<RawValue>> {
        let now_ms = self.connection.now_ms();
        let (_, player) = self.hired.as_mut()?;
        let model = self.connection.session().table(self.table)?;
        let (seat, game) = (model.seat?, model.game.as_ref()?);
        let (now, expected) = match &game.ahead {
            Some(ahead) => (Tick(ahead.now(now_ms) as u64), ahead.expected()),
            None => (game.told.0, Vec::new()),
        };
        let action = player.choose(game.view.as_ref(), seat, now, &expected, &mut self.rng)?;
        RawValue::from_string(action).ok()
    }
}

fn is_playing(model: &TableModel) -> bool {
    model.game.as_ref().is_some_and(|game| game.ended.is_none())
}

/// Resolves at that moment, or never.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
