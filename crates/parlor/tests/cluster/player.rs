//! A bot that plays over a connection of its own, and goes to another node whenever that ends.

use crate::trial::{Doors, Run};
use parlor_client::{
    Notice, TableModel,
    native::{Connection, NativeError, Visitor},
};
use parlor_kernel::{AnyPlayer, AnyRules, Rng, Tick};
use parlor_wire::{Command, CommandId, EscrowStep, Status, TableCode, TableCommand};
use serde_json::value::RawValue;
use std::{
    collections::BTreeSet,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// A house that says nothing for so long is asked whether it is there, and after as long again it is not.
pub const SILENCE: Duration = Duration::from_secs(2);
/// How long connecting may take.
const CONNECTS: Duration = Duration::from_secs(3);

pub struct Player {
    connection: Connection,
    doors: Doors,
    table: TableCode,
    place: usize,
    rng: Rng,
    hired: Option<(Arc<dyn AnyRules>, Box<dyn AnyPlayer>)>,
    /// Actions that have not been answered.
    given: BTreeSet<CommandId>,
    /// Other commands that have not been answered.
    asked: BTreeSet<CommandId>,
    /// The house has said that there is no such table.
    closed: bool,
    news: bool,
    /// Until when it does nothing but listen.
    wake: Option<Instant>,
    heard_at: Instant,
    pinged: bool,
}

impl Player {
    /// Takes a seat at the table that is in that place of the run's.
    pub async fn sit(visitor: &Visitor, run: &Run, place: usize, table: TableCode, number: u64) -> Self {
        let mut connection = visitor.connect(run.registry.clone(), &format!("bot{number}")).await.unwrap();
        connection.follow(table).await.unwrap();
        if connection.session().table(table).is_some_and(|model| model.seat.is_none()) {
            connection.command(TableCommand::Sit { seat: None }.at(table)).await.unwrap();
        }
        Self {
            connection,
            doors: run.doors.clone(),
            table,
            place,
            rng: Rng::new(number),
            hired: None,
            given: BTreeSet::new(),
            asked: BTreeSet::new(),
            closed: false,
            news: true,
            wake: None,
            heard_at: Instant::now(),
            pinged: false,
        }
    }

    /// Plays match after match, until the run is over and the match has ended.
    pub async fn play(mut self, run: Arc<Run>) {
        while !self.is_done(&run) {
            if let Err(error) = self.step(&run).await {
                run.drops.fetch_add(1, Ordering::Relaxed);
                run.note(format!("{error}"));
                self.come_back().await;
            }
            self.act(&run);
            if run.stuck.load(Ordering::Relaxed) {
                run.note(self.situation());
            }
        }
    }

    /// What this player sees, for a report on what went wrong.
    fn situation(&mut self) -> String {
        let model = self.connection.session().table(self.table);
        let seen = model.map(|model| {
            let game = model.game.as_ref().map(|game| (game.told, game.ended.is_some()));
            (model.seat, model.info.status, model.info.seats.clone(), game)
        });
        let Self { place, given, asked, news, .. } = self;
        format!("table {place}: {seen:?}, given {given:?}, asked {asked:?}, news {news}")
    }

    fn is_done(&mut self, run: &Run) -> bool {
        let over = run.over.load(Ordering::Relaxed);
        // A match that was given up ends for those who are on their way, too, and nobody else may be left there. That it
        // has ended is seen in its log.
        if over && self.closed {
            return true;
        }
        let Some(model) = self.connection.session().table(self.table).filter(|_| over) else { return false };
        let settled = model.info.bet.as_ref().is_none_or(|bet| bet.state.is_over());
        // One who is ready could be begun with while leaving.
        let ready = model.seat.is_some_and(|seat| model.info.seats[seat.index()].ready);
        let waits = !self.given.is_empty() || !self.asked.is_empty();
        !waits && !ready && model.info.status != Status::Playing && settled
    }

    async fn step(&mut self, run: &Run) -> Result<(), NativeError> {
        timeout(CONNECTS, self.connection.flush()).await.unwrap_or(Err(NativeError::Closed))?;
        let silent_at = self.heard_at + if self.pinged { 2 * SILENCE } else { SILENCE };
        tokio::select! {
            heard = self.connection.next() => {
                let (_, notice) = heard?;
                (self.heard_at, self.pinged) = (Instant::now(), false);
                self.take_in(notice, run);
            }
            () = until(self.wake) => self.wake = None,
            () = sleep_until(silent_at) => {
                if self.pinged {
                    return Err(NativeError::Closed);
                }
                self.pinged = true;
                self.connection.session().command(Command::Ping);
            }
        }
        Ok(())
    }

    async fn come_back(&mut self) {
        self.connection.drop_connection();
        loop {
            sleep(Duration::from_millis(100 + self.rng.next_word() % 200)).await;
            self.connection.moved(&self.doors.any(self.rng.next_word()));
            if let Ok(Ok(())) = timeout(CONNECTS, self.connection.reconnect()).await {
                break;
            }
        }
        (self.heard_at, self.pinged) = (Instant::now(), false);
    }

    fn take_in(&mut self, notice: Option<Notice<()>>, run: &Run) {
        match notice {
            Some(Notice::Done { id, .. }) => {
                self.asked.remove(&id);
                if self.given.remove(&id) {
                    run.acknowledged(self.place, &self.connection.session().me().unwrap().id, &id);
                }
                self.news = true;
            }
            Some(Notice::Refused { id: Some(id), code, message, .. }) => {
                self.closed |= code == "unknown_table";
                self.asked.remove(&id);
                if self.given.remove(&id) {
                    run.refused.fetch_add(1, Ordering::Relaxed);
                    run.note(format!("{message} ({code})"));
                }
                // Not at once: what refuses it may last.
                self.wake = Some(Instant::now() + Duration::from_millis(100));
                self.news = true;
            }
            Some(Notice::NotFollowed { table, code, message }) => {
                run.note(format!("not followed: {message} ({code})"));
                self.closed |= code == "unknown_table";
                // Whoever owns it could not be found just now.
                if !self.closed {
                    self.connection.session().watch(table);
                }
            }
            Some(Notice::Began(_)) => {
                self.hired = None;
                self.news = true;
            }
            Some(_) => self.news = true,
            None => {}
        }
    }

    /// Does what there is to do about the table, and then about the match.
    fn act(&mut self, run: &Run) {
        let me = self.connection.session().me().map(|me| me.id);
        let Some(model) = self.connection.session().table(self.table) else { return };
        if !self.asked.is_empty() || self.wake.is_some() {
            return;
        }
        let (Some(seat), info) = (model.seat, &model.info) else { return };
        let over = run.over.load(Ordering::Relaxed);
        let ended = model.game.as_ref().is_some_and(|game| game.ended.is_some());
        let wants = info.bet.as_ref().filter(|bet| {
            let due = bet.state == parlor_wire::BetState::Depositing || bet.state.is_over() && !over;
            due && !bet.deposits.get(seat.index()).copied().unwrap_or_default()
        });
        let arranged = info.seats.iter().any(|seat| seat.team.is_some());
        let complete = info.seats.iter().all(|seat| seat.ready && seat.connected);
        let ready = info.seats.get(seat.index()).is_some_and(|seat| seat.ready);
        let command = if wants.is_some() {
            Some(TableCommand::Escrow { step: EscrowStep::Deposit })
        } else if info.status != Status::Playing && ended && !ready && !over {
            Some(TableCommand::Ready { ready: true })
        } else if info.status != Status::Playing
            && ready
            && over
            && info.bet.as_ref().is_none_or(|bet| bet.state.is_over())
        {
            Some(TableCommand::Ready { ready: false })
        } else if info.status != Status::Playing && arranged && complete && me == Some(info.host) && !over {
            Some(TableCommand::Begin { bots: None })
        } else if info.status == Status::Playing && run.hurry.load(Ordering::Relaxed) && seat.0 == 0 {
            Some(TableCommand::Stand)
        } else {
            None
        };
        if let Some(command) = command {
            let id = self.connection.session().command(command.at(self.table));
            self.asked.insert(id);
            return;
        }
        match self.hire(run) {
            Some(true) => self.act_in_real_time(),
            Some(false) => self.act_in_turn(),
            None => {}
        }
    }

    fn hire(&mut self, run: &Run) -> Option<bool> {
        let model = self.connection.session().table(self.table)?;
        let rules = model.rules.as_ref().filter(|_| is_playing(model))?;
        if self.hired.as_ref().is_none_or(|(hired_for, _)| !Arc::ptr_eq(hired_for, rules)) {
            let level = run.registry.game(rules.spec().id)?.info().bots.first()?.id;
            self.hired = Some((Arc::clone(rules), rules.player(level).ok().flatten()?));
        }
        Some(rules.spec().real_time)
    }

    fn act_in_turn(&mut self) {
        if !self.given.is_empty() || !std::mem::take(&mut self.news) {
            return;
        }
        if let Some(action) = self.ask() {
            self.given.insert(self.connection.session().command(TableCommand::Act { action, at: None }.at(self.table)));
        }
    }

    fn act_in_real_time(&mut self) {
        let Some((rules, player)) = &self.hired else { return };
        let ticks = player.cadence().map_or(1, |cadence| cadence.bot_every.max(1));
        self.wake = Some(Instant::now() + Duration::from_secs(ticks) / rules.spec().ticks_per_second);
        let Some(action) = self.ask() else { return };
        let now_ms = self.connection.now_ms();
        if let Some(id) = self.connection.session().input((), self.table, action, now_ms) {
            self.given.insert(id);
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

async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => std::future::pending().await,
    }
}
