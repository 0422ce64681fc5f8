//! Matches at a table: beginning, acting, time, bots and people who leave.

use super::{
    RecoverError, Saved,
    actor::Actor,
    bet::Bet,
    inputs::Answer,
    live::{LiveMatch, Step},
    saved,
};
use parlor_escrow as escrow;
use parlor_kernel::{Announcement, OnAbandon, Refusal, Seat, SeatLabel};
use parlor_store::{Player, User, Write};
use parlor_wire::{
    Pace, Status, UserId,
    frame::{Ended, TableEvent},
};
use serde_json::value::RawValue;
use std::{sync::atomic::Ordering, time::Duration};

/// How many bytes a line of the log has besides the action, roughly: digest, command, numbers.
const LINE: usize = 100;

/// How long to wait before something that failed is tried again.
const RETRY: Duration = Duration::from_secs(1);

pub(super) fn no_match() -> Refusal {
    Refusal { code: "no_match", message: "No match is being played at this table.".into() }
}

impl Actor {
    /// Begins a match once every seat is taken, everyone is ready, and all of them are there; over days they need not
    /// be.
    pub(super) async fn begin_if_ready(&mut self) {
        let is_live = self.saved.pace == Pace::Live;
        let here = !is_live || self.saved.people().all(|(_, user)| self.streams.is_connected(user));
        let anybody = self.saved.people().next().is_some();
        let funded = self.saved.bet.as_ref().is_none_or(Bet::is_funded);
        if self.saved.status == Status::Playing || !self.saved.all_ready() || !here || !anybody || !funded {
            return;
        }
        // Whoever sat down or said ready has done so all the same; the next change tries again.
        if let Err(refusal) = self.begin().await {
            tracing::error!(?refusal, code = %self.code, "a match could not begin");
        }
    }

    async fn begin(&mut self) -> Result<(), Refusal> {
        let game = self.house.registry.game(&self.saved.game).ok_or_else(no_match)?.clone();
        let (config, _) = game.configure(Some(&self.saved.preset), &self.saved.options, self.saved.bots())?;
        let labels = self
            .saved
            .seats
            .iter()
            .map(|seat| SeatLabel { name: seat.occupant.name(), bot: seat.acting_bot().map(str::to_owned) });
        let players = self.saved.seats.iter().map(|seat| {
            let user = seat.occupant.person();
            Player { user, address: user.and_then(|user| self.house.address_tag(user)) }
        });
        let players = players.collect();
        let now = self.now();
        let (live, write) = LiveMatch::begin(game.as_ref(), &config, labels.collect(), players, self.saved.rated, now)?;
        let mut saved = self.saved.clone();
        saved.begin(live.id(), config);
        let bet = saved.bet.as_mut().map(|bet| bet.begin(self.code, now, live.id())).transpose()?;
        // With the clock: while nobody played it was not written down, and the match counts from it.
        let save = Write::SaveTable { code: self.code, state: saved.to_text() };
        let writes = [Write::Clock(now), write, save].into_iter().chain(bet.into_iter().flatten());
        self.commit_bet(writes.collect()).await?;
        self.saved = saved;
        self.form_teams();
        self.house.playing.fetch_add(1, Ordering::Relaxed);
        metrics::counter!("parlor_matches_total").increment(1);
        self.live = Some(live);
        self.bot_due_ms = None;
        self.hired.clear();
        self.presence_changed();
        for viewer in self.streams.viewers() {
            if let Some(live) = &self.live {
                let playing = live.playing(viewer, self.match_now());
                self.publish(viewer, TableEvent::Began(playing));
            }
        }
        Ok(())
    }

    /// Somebody acts in the game; `command` is the name under which the log remembers it.
    pub(super) async fn act(&mut self, user: &User, command: &str, action: &str) -> Result<(), Refusal> {
        let seat = self.saved.seat_of(user.id).ok_or_else(saved::not_seated)?;
        let now = self.let_time_pass().await?;
        self.may_log(user.id, action)?;
        let live = self.live.as_mut().ok_or_else(no_match)?;
        match live.act(now, seat, action, Some(command)) {
            Ok(step) => {
                metrics::counter!("parlor_actions_total").increment(1);
                self.carry_out(step).await
            }
            Err(refusal) => {
                if let Some(step) = live.amend(now, seat, action) {
                    self.carry_out(step).await?;
                }
                Err(refusal)
            }
        }
    }

    /// Whether what somebody wants to do may go into the log, however it will be judged. They may always end the match.
    pub(super) fn may_log(&self, user: UserId, action: &str) -> Result<(), Refusal> {
        let Some((seat, live)) = self.saved.seat_of(user).zip(self.live.as_ref()) else { return Ok(()) };
        let kept = self.house.may_keep(user, LINE + action.len());
        kept.or_else(|refusal| if live.would_end(self.match_now(), seat, action) { Ok(()) } else { Err(refusal) })
    }

    /// Lets the game's own clock run up to now, and tells which now that was, on the match's clock: whatever is done
    /// next happens at the same moment, so that a refused action cannot swallow what the clock did.
    pub(super) async fn let_time_pass(&mut self) -> Result<u64, Refusal> {
        let now = self.match_now();
        if let Some(live) = self.live.as_mut().filter(|live| !live.is_over()) {
            let step = live.advance(now);
            self.carry_out(step).await?;
        }
        Ok(now)
    }

    /// Somebody gives up their seat: it loses, or, as the game has it, a bot of the level that is returned plays on.
    pub(super) async fn give_up(&mut self, seat: Seat) -> Result<Option<String>, Refusal> {
        if self.leave_bet(seat).await? {
            return Ok(None);
        }
        let game = self.house.registry.game(&self.saved.game).ok_or_else(no_match)?.clone();
        let others = self.saved.people().any(|(other, user)| other != seat && self.streams.is_connected(user));
        if game.spec().on_abandon == OnAbandon::Bot && others {
            // The middle level: neither a gift to the others nor an insult to whoever left.
            let levels = game.info().bots;
            return Ok(levels.get(levels.len() / 2).map(|level| level.id.into()));
        }
        let now = self.let_time_pass().await?;
        let live = self.live.as_mut().ok_or_else(no_match)?;
        if !live.is_over() && !live.has_finished(seat) {
            let step = live.leave(now, seat)?;
            self.carry_out(step).await?;
        }
        Ok(None)
    }

    /// Everyone has gone: nobody has won, and nobody loses for a house that could not be reached.
    async fn call_off(&mut self) -> Result<(), Refusal> {
        let now = self.let_time_pass().await?;
        let Some(live) = self.live.as_mut().filter(|live| !live.is_over()) else { return Ok(()) };
        let step = live.call_off(now)?;
        self.carry_out(step).await
    }

    /// Makes a step durable, then tells it. If it cannot be made durable it has not happened: the match is taken
    /// back to what its log says.
    async fn carry_out(&mut self, step: Step) -> Result<(), Refusal> {
        self.carry_out_with(step, None).await
    }

    /// The same, for a step that means something else for the bet than how the match ended.
    pub(super) async fn carry_out_with(&mut self, mut step: Step, bet: Option<escrow::Step>) -> Result<(), Refusal> {
        if step.writes.is_empty() {
            self.announce(&step.announcements);
            step.answer();
            return Ok(());
        }
        let mut saved = self.saved.clone();
        if let Some(ended) = &step.ended {
            saved.end();
            let moved = saved.end_bet(self.code, self.now(), bet.unwrap_or(escrow::Step::End(ended.outcome.winners())));
            match moved {
                Ok(writes) => step.writes.extend(writes),
                // The match has gone further than the bet allows: a defect, and it must not go on from there.
                Err(refusal) => {
                    step.refuse(&refusal);
                    self.take_back(&refusal).await;
                    return Err(refusal);
                }
            }
            step.writes.push(Write::SaveTable { code: self.code, state: saved.to_text() });
        }
        if let Err(refusal) = self.commit(std::mem::take(&mut step.writes)).await {
            step.refuse(&refusal);
            self.take_back(&refusal).await;
            return Err(refusal);
        }
        self.announce(&step.announcements);
        step.answer();
        if let Some(ended) = step.ended {
            self.saved = saved;
            self.over(ended);
        } else {
            self.note_first_turn();
        }
        Ok(())
    }

    /// The match is over, and that is saved.
    fn over(&mut self, ended: Ended) {
        self.house.playing.fetch_sub(1, Ordering::Relaxed);
        self.bot_due_ms = None;
        self.publish_all(&TableEvent::Ended(ended));
        self.presence_changed();
    }

    /// Goes back to what was saved. Until it can be read the table does nothing else: it must not go on from what was
    /// never made durable.
    pub(super) async fn take_back(&mut self, why: &Refusal) {
        let refused = self.live.as_mut().map(|live| live.refuse_inputs(why)).unwrap_or_default();
        refused.into_iter().for_each(Answer::send);
        let (saved, live) = loop {
            match self.what_was_saved().await {
                Ok(Some(found)) => break found,
                // It was being closed, and that got through.
                Ok(None) => return self.closed = true,
                Err(error) => tracing::error!(%error, code = %self.code, "a table could not be taken back"),
            }
            tokio::select! {
                () = tokio::time::sleep(RETRY) => {}
                () = self.house.closing.cancelled() => return self.closed = true,
            }
        };
        let was_playing = self.saved.status == Status::Playing;
        let ended = live.as_ref().and_then(LiveMatch::ended).cloned();
        self.saved = saved;
        self.live = live;
        // Whether the failed write got through is unknown: everyone is shown what was saved.
        match (was_playing, self.saved.status == Status::Playing, ended) {
            (true, false, Some(ended)) => self.over(ended),
            (false, true, _) => {
                self.house.playing.fetch_add(1, Ordering::Relaxed);
                self.hired.clear();
            }
            _ => {}
        }
        self.presence_changed();
        // Whoever comes back is not told what was heard of inputs that have not come to count.
        self.streams.begin_anew();
        self.refresh_all();
    }

    /// The table and its match as they were saved; `None` if the table is gone.
    async fn what_was_saved(&mut self) -> Result<Option<(Saved, Option<LiveMatch>)>, RecoverError> {
        let Some(text) = self.house.store.table(self.code).await? else { return Ok(None) };
        let saved: Saved = serde_json::from_str(&text)?;
        let live = match saved.match_id {
            Some(id) => LiveMatch::recover(&self.house, id).await?,
            None => None,
        };
        Ok(Some((saved, live)))
    }

    fn announce(&mut self, announcements: &[Announcement]) {
        let settled = self.live.as_ref().and_then(LiveMatch::settled_tick);
        // Read once, however many hear it.
        let read = |told: &Announcement| Some((told.audience, RawValue::from_string(told.json.as_ref().into()).ok()?));
        let events: Vec<_> = announcements.iter().filter_map(read).collect();
        for viewer in self.streams.viewers() {
            let audible = events.iter().filter(|(audience, _)| audience.includes(viewer));
            let heard: Vec<_> = audible.map(|(_, event)| event.clone()).collect();
            match settled {
                Some(tick) => self.publish(viewer, TableEvent::Settled { tick, events: heard }),
                None if heard.is_empty() => {}
                None => self.publish(viewer, TableEvent::Game(heard)),
            }
        }
    }

    /// Whether somebody has played to the end in `seat` and has nothing more to do there, however long the others take.
    fn has_played(&self, seat: Seat) -> bool {
        !self.saved.bots().contains(seat) && self.live.as_ref().is_some_and(|live| live.has_finished(seat))
    }

    pub(super) fn has_anybody_played(&self) -> bool {
        Seat::all(self.saved.count()).any(|seat| self.has_played(seat))
    }

    /// Whether everybody else here is a bot: then nobody waits for the one person.
    pub(super) fn is_solo(&self) -> bool {
        self.saved.is_solo() && !self.has_anybody_played()
    }

    /// When a gone player's seat is given up. Over days nobody loses by being away, and whoever has played to the end
    /// may go.
    pub(super) fn leaves_at(&self, seat: Seat) -> Option<u64> {
        if self.saved.pace == Pace::Correspondence || self.has_played(seat) {
            return None;
        }
        let times = &self.house.settings.times;
        let grace = if self.is_solo() { times.solo_idle_ms } else { times.grace_ms };
        self.gone_since[seat.index()]
            .filter(|_| self.saved.seats[seat.index()].substitute.is_none())
            .map(|since| since + grace)
    }

    /// Whether everyone who plays here is gone, and nobody has played to the end.
    fn is_deserted(&self) -> bool {
        !self.is_anybody_there() && !self.has_anybody_played()
    }

    /// When it is ruled about a gone player's seat. While nobody is left to win, everyone has their whole grace.
    fn ruled_at(&self, seat: Seat) -> Option<u64> {
        let leaves = self.leaves_at(seat)?;
        let everyone = self.saved.people().filter_map(|(other, _)| self.leaves_at(other));
        if self.is_deserted() { everyone.max() } else { Some(leaves) }
    }

    /// When the table next has something to do by itself.
    pub(super) fn next_due_ms(&self) -> Option<u64> {
        let leaves = Seat::all(self.saved.count()).filter_map(|seat| self.ruled_at(seat));
        let clocks = [self.wakes_at(), self.bots_due_ms(), self.bot_due_ms, self.goes_on_at()];
        leaves.chain(clocks.into_iter().flatten()).chain(self.bet_due_ms()).chain(self.closes_at()).min()
    }

    /// When the game next moves by itself.
    fn wakes_at(&self) -> Option<u64> {
        self.saved.clock.house_ms(self.live.as_ref()?.next_wake_ms()?)
    }

    /// Something is due.
    pub(super) async fn on_time(&mut self) {
        let done = self.do_what_is_due().await;
        self.or_later(done).await;
    }

    /// Leaves what failed for later.
    pub(super) async fn or_later(&mut self, done: Result<(), Refusal>) {
        if let Err(refusal) = done {
            tracing::warn!(?refusal, code = %self.code, "what was due could not be done; it will be tried again");
            // Whatever failed stays due: do not spin while the database is away.
            tokio::time::sleep(RETRY).await;
        }
    }

    async fn do_what_is_due(&mut self) -> Result<(), Refusal> {
        let now = self.now();
        // A real-time match is not brought up to date whenever a bot is asked.
        if self.wakes_at().is_some_and(|due| due <= now) || !self.is_real_time() {
            self.let_time_pass().await?;
        }
        for seat in Seat::all(self.saved.count()) {
            if self.ruled_at(seat).is_none_or(|at| at > now) {
                continue;
            }
            if self.is_deserted() {
                self.call_off().await?;
            } else {
                let substitute = self.give_up(seat).await?;
                self.saved.seats[seat.index()].substitute = substitute;
                self.save_and_tell().await?;
            }
        }
        if self.bots_due_ms().is_some_and(|due| due <= now) {
            self.ask_bots();
        }
        if self.bot_due_ms.is_some_and(|due| due <= now) {
            self.bot_due_ms = None;
            self.bot_acts().await?;
        }
        self.tend_bet(now).await?;
        if self.closes_at().is_some_and(|at| at <= now) {
            self.close().await;
        }
        Ok(())
    }

    /// The first awaited seat that a bot plays.
    fn awaited_bot(&self) -> Option<(Seat, &str)> {
        let live = self.live.as_ref()?;
        live.awaiting().iter().find_map(|seat| Some((seat, self.saved.seats.get(seat.index())?.acting_bot()?)))
    }

    /// Sets the time at which the awaited bot will act: long enough to be followed.
    pub(super) fn schedule_bot(&mut self) {
        if self.awaited_bot().is_none() {
            self.bot_due_ms = None;
        } else if self.bot_due_ms.is_none() {
            let times = &self.house.settings.times;
            let spread = times.bot_think_max_ms.saturating_sub(times.bot_think_min_ms) as u32;
            let think = times.bot_think_min_ms + u64::from(self.rng.below(spread + 1));
            self.bot_due_ms = Some(self.now() + think);
        }
    }

    /// What the bot in `seat` does; it is hired when it is first asked.
    pub(super) fn ask(&mut self, seat: Seat, level: &str, now: u64) -> Option<String> {
        let live = self.live.as_ref()?;
        self.hired.resize_with(self.saved.seats.len(), || None);
        let hired = self.hired.get_mut(seat.index())?;
        if hired.as_ref().is_none_or(|(known, _)| known != level) {
            *hired = Some((level.to_owned(), live.hire(level)?));
        }
        let (_, bot) = hired.as_mut()?;
        live.ask(bot.as_mut(), seat, now, &mut self.rng)
    }

    async fn bot_acts(&mut self) -> Result<(), Refusal> {
        let now = self.let_time_pass().await?;
        let Some((seat, level)) = self.awaited_bot().map(|(seat, level)| (seat, level.to_owned())) else {
            return Ok(());
        };
        let action = self.ask(seat, &level, now);
        let Some(live) = &mut self.live else { return Ok(()) };
        let Some(action) = action else {
            // A bot that has nothing to do would be asked for ever: a defect, and the match must not hang on it.
            tracing::error!(code = %self.code, %seat, level, "a bot has nothing to do");
            let step = live.leave(now, seat)?;
            return self.carry_out(step).await;
        };
        let step = live.act(now, seat, &action, None)?;
        self.carry_out(step).await
    }
}
