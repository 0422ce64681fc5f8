//! Matches at a table: beginning, acting, bots, and players who leave.

use crate::{
    effects::Remark,
    input::{Asker, Facts},
    inputs::{Asked, Waiting},
    live::{LiveMatch, PlayError, Progress},
    seats::SeatError,
    table::Table,
    turn::Turn,
};
use parlor_escrow as escrow;
use parlor_kernel::{Announcement, RANDOM, Refusal, Seat, SeatLabel, Tick};
use parlor_store::{Player, User, Write};
use parlor_wire::{
    CommandId,
    frame::{Ended, TableEvent, Telling},
};
use serde_json::{Value, value::RawValue};
use std::sync::Arc;

impl Turn<'_> {
    /// Begins a match if it can: see [`Table::can_begin`].
    pub(crate) fn begin_if_ready(&mut self) {
        if self.table.can_begin() {
            // A player who sat down or said ready has done so all the same; the next change tries again.
            if let Err(refusal) = self.begin() {
                self.table.is_stuck = true;
                self.remark(Remark::NotBegun(refusal));
            }
        }
    }

    pub(crate) fn begin(&mut self) -> Result<(), Refusal> {
        let (at, now) = (self.at(), self.now);
        let Table { rules, saved, chance, bots, live, presence, .. } = &mut *self.table;
        let candidate = rules.configure(saved)?;
        let seats = saved.seats.iter().map(|seat| {
            let label = SeatLabel { name: seat.occupant.name(), bot: seat.acting_bot().map(str::to_owned) };
            let user = seat.occupant.person();
            (label, Player { user, address: user.and_then(|user| presence.address_of(user)) })
        });
        let (mut begun, write) =
            LiveMatch::begin(rules, candidate, seats.collect(), saved.counts.is_rated(), (now, chance))?;
        let bet = saved.bet_mut().map(|bet| bet.begin(at, begun.id())).transpose()?;
        let has_other_rules = saved.config != *rules.config();
        saved.begin(begun.id(), Arc::clone(rules.config()));
        if let Some(before) = live.take() {
            begun.follow(before);
        }
        *live = Some(begun);
        bots.dismiss();
        // With the clock: while nobody played it was not written down, and the match counts from it.
        self.write([Write::Clock(now.house_ms), write]);
        self.write(bet.into_iter().flatten());
        self.effects.counted.matches += 1;
        self.must_save();
        self.note_awaited();
        if has_other_rules {
            self.note_rules()
        } else {
            self.note_change()
        }
        for viewer in self.viewers() {
            if let Some(live) = &self.table.live {
                let playing = live.playing(viewer, self.table.match_ms(now));
                self.publish(viewer, &TableEvent::Began(playing).into());
            }
        }
        Ok(())
    }

    /// A player acts in the game; `command` is the name under which the log remembers it.
    pub(crate) fn act(
        &mut self,
        user: &User,
        command: &str,
        action: &str,
        allowed: Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let seat = self.table.saved.seat_of(user.id).ok_or(SeatError::NotSeated)?;
        let clock_ms = self.let_time_pass();
        self.may_log(seat, action, allowed)?;
        let live = self.table.live.as_mut().ok_or(PlayError::NoMatch)?;
        match live.act(clock_ms, seat, action, Some(command), self.now) {
            Ok(progress) => {
                self.effects.counted.actions += 1;
                self.moved = self.moved.with(seat);
                self.follow(progress);
                Ok(())
            }
            Err(refusal) => {
                if let Some(progress) = live.amend(clock_ms, seat, action, self.now) {
                    self.follow(progress);
                }
                Err(refusal)
            }
        }
    }

    /// Whether what a player wants to do may go into the log, however it will be judged. They may always end the match.
    fn may_log(&self, seat: Seat, action: &str, allowed: Result<(), Refusal>) -> Result<(), Refusal> {
        let clock_ms = self.table.match_ms(self.now);
        let would_end = || self.table.live.as_ref().is_some_and(|live| live.would_end(clock_ms, seat, action));
        allowed.or_else(|refusal| if would_end() { Ok(()) } else { Err(refusal) })
    }

    /// Takes in a player's input of a real-time match. It is answered once it has come to count, however often it is
    /// repeated meanwhile.
    pub(crate) fn input(
        &mut self,
        asker: Asker,
        id: CommandId,
        (action, at): (Box<RawValue>, Option<Tick>),
        facts: &Facts,
    ) {
        let name = crate::done::name_of(asker.user.id, &id);
        if self.table.has_done(&name) {
            return self.answer(asker.connection, id, Ok(()));
        }
        if self.table.live.as_mut().is_some_and(|live| live.is_asked_again(&name, asker.connection)) {
            return;
        }
        if self.gives_up_in_a_hold(&asker.user, action.get()) {
            let result = self.act(&asker.user, &name, action.get(), facts.allowed.clone());
            return self.answer(asker.connection, id, result);
        }
        let asked = Asked::new(&asker, id.clone(), name);
        match self.input_of(&asker.user, at, Waiting { action, asked: Some(asked) }, facts) {
            Ok(()) => self.effects.counted.actions += 1,
            Err(refusal) => self.answer(asker.connection, id, Err(refusal)),
        }
    }

    /// Whether a player ends the match while its clock stands still. That must not wait for a tick which may never come:
    /// the player for whom it stands would lose meanwhile.
    fn gives_up_in_a_hold(&self, user: &User, action: &str) -> bool {
        let Table { saved, live, .. } = &*self.table;
        let clock_ms = self.table.match_ms(self.now);
        let ends = |seat| live.as_ref().is_some_and(|live| live.would_end(clock_ms, seat, action));
        saved.clock.stands() && saved.seat_of(user.id).is_some_and(ends)
    }

    fn input_of(&mut self, user: &User, at: Option<Tick>, input: Waiting, facts: &Facts) -> Result<(), Refusal> {
        let seat = self.table.saved.seat_of(user.id).ok_or(SeatError::NotSeated)?;
        self.may_log(seat, input.action.get(), facts.allowed.clone())?;
        self.take_in(seat, at, input)
    }

    /// Takes in an input and tells those who may know of it.
    fn take_in(&mut self, seat: Seat, at: Option<Tick>, input: Waiting) -> Result<(), Refusal> {
        let clock_ms = self.table.match_ms(self.now);
        let live = self.table.live.as_mut().ok_or(PlayError::NoMatch)?;
        let (audience, heard) = live.input(clock_ms, seat, at, input)?;
        let heard = TableEvent::Heard(heard).into();
        for viewer in self.viewers().filter(|&viewer| audience.includes(viewer)) {
            self.publish(viewer, &heard);
        }
        Ok(())
    }

    /// Lets the game's own clock run up to now, and tells what the match's clock shows: whatever is done next happens at
    /// the same moment, so that a refused action cannot swallow what the clock did.
    pub(crate) fn let_time_pass(&mut self) -> u64 {
        let clock_ms = self.table.match_ms(self.now);
        if let Some(live) = self.table.live.as_mut().filter(|live| !live.is_over()) {
            let progress = live.advance(clock_ms, self.now);
            self.follow(progress);
        }
        clock_ms
    }

    /// A player gives up their seat: it loses, or, as the game has it, a bot of the level that is returned plays on.
    pub(crate) fn give_up(&mut self, seat: Seat) -> Result<Option<String>, Refusal> {
        if self.leave_bet(seat)? {
            return Ok(None);
        }
        let table = &*self.table;
        let has_bot = table.rules.spec().on_abandon.has_bot(table.saved.seats.len()) && !table.has_left(seat);
        if has_bot
            && table.saved.people().any(|(other, _)| other != seat && table.plays_on(other))
            && let Some(level) = table.rules.middle_bot()
        {
            return Ok(Some(level));
        }
        self.leave(seat)?;
        Ok(None)
    }

    /// Everyone has gone: nobody has won, and nobody loses for a house that could not be reached.
    pub(crate) fn call_off(&mut self) -> Result<(), Refusal> {
        let clock_ms = self.let_time_pass();
        let Some(live) = self.table.live.as_mut().filter(|live| !live.is_over()) else { return Ok(()) };
        let progress = live.call_off(clock_ms, self.now)?;
        self.follow(progress);
        Ok(())
    }

    /// The match has moved on: that is written and told.
    pub(crate) fn follow(&mut self, progress: Progress) {
        self.follow_with(progress, None);
    }

    /// The same, for an end that means something else for the bet than who has won.
    pub(crate) fn follow_with(&mut self, progress: Progress, bet: Option<escrow::Step>) {
        let Progress { writes, announcements, answers, ended } = progress;
        self.write(writes);
        self.announce(&announcements);
        for answer in answers {
            self.answer(answer.to, answer.id, answer.result);
        }
        match ended {
            Some(ended) => {
                let how = bet.unwrap_or(escrow::Step::End(ended.outcome.winners()));
                self.over(ended, how);
            }
            None => self.note_first_turn(),
        }
    }

    /// The match is over.
    fn over(&mut self, ended: Ended, how: escrow::Step) {
        let at = self.at();
        let Table { saved, live, .. } = &mut *self.table;
        saved.carried = live.as_ref().map_or(Value::Null, LiveMatch::carries);
        saved.end();
        if let Some(bet) = self.table.saved.bet_mut() {
            let writes = bet.end(at, how).or_else(|error| {
                // The match has gone further than the bet allows: a defect. Nobody may lose gold by it.
                self.effects.remarks.push(Remark::BetBroken(error.into()));
                bet.end(at, escrow::Step::Void)
            });
            self.effects.writes.extend(writes.unwrap_or_default());
        }
        self.table.bots.dismiss();
        self.must_save();
        self.publish_all(TableEvent::Ended(ended));
        self.note_change();
    }

    /// The first turn of a match may have been taken: from then on its bet stands, and everyone is told.
    fn note_first_turn(&mut self) {
        let told = self.table.told.bet.as_ref().is_some_and(|bet| bet.begun);
        if !told && self.table.saved.bet().is_some_and(|bet| bet.is_committed()) && self.table.has_begun() {
            self.note_change();
        }
    }

    /// Tells what happened in the game, to each viewer what they may hear of it.
    fn announce(&mut self, announcements: &[Announcement]) {
        let settled = self.table.live.as_ref().and_then(LiveMatch::settled_tick);
        if announcements.is_empty() && settled.is_none() {
            return;
        }
        let hear_all = |viewer| announcements.iter().all(|told| told.audience.includes(viewer));
        if self.viewers().all(hear_all) {
            return self.publish_all(Telling::of_game(settled, announcements.iter().map(|told| &*told.json)));
        }
        for viewer in self.viewers() {
            let mut audible = announcements.iter().filter(|told| told.audience.includes(viewer)).peekable();
            if settled.is_some() || audible.peek().is_some() {
                self.publish(viewer, &Telling::of_game(settled, audible.map(|told| &*told.json)));
            }
        }
    }

    /// Asks every bot of a real-time match whether to change anything. Their inputs go the way of everyone's.
    pub(crate) fn ask_bots(&mut self) {
        let clock_ms = self.table.match_ms(self.now);
        if let Some(live) = &mut self.table.live {
            live.bots_asked(clock_ms);
        }
        for seat in self.table.saved.acting_bots().iter() {
            let Some(action) = self.ask(seat).and_then(|text| RawValue::from_string(text).ok()) else { continue };
            if let Err(refusal) = self.take_in(seat, None, Waiting { action, asked: None }) {
                self.remark(Remark::BotRefused(seat, refusal));
            }
        }
    }

    /// What the bot in `seat` does.
    fn ask(&mut self, seat: Seat) -> Option<String> {
        let level = self.table.saved.seats[seat.index()].acting_bot()?.to_owned();
        self.ask_of_level(seat, &level)
    }

    /// What a bot of that level does in `seat`.
    fn ask_of_level(&mut self, seat: Seat, level: &str) -> Option<String> {
        let clock_ms = self.table.match_ms(self.now);
        let Table { bots, live, .. } = &mut *self.table;
        bots.ask(live.as_ref()?, seat, level, clock_ms)
    }

    /// The bot in `seat` has thought enough. It acts, if the match still waits for it.
    ///
    /// A bot that finds nothing that it may do would be asked for ever: a defect, and the match must not hang on it. Then anything
    /// that the rules allow is done in its place, and if there is nothing, its seat leaves.
    pub(crate) fn bot_acts(&mut self, seat: Seat) -> Result<(), Refusal> {
        let clock_ms = self.let_time_pass();
        let awaited = self.table.live.as_ref().is_some_and(|live| live.awaiting().contains(seat));
        let level = self.table.saved.seats[seat.index()].acting_bot().map(str::to_owned);
        let Some(level) = level.filter(|_| awaited) else { return Ok(()) };
        for level in [&*level, RANDOM] {
            let action = self.ask_of_level(seat, level);
            let Some(live) = &mut self.table.live else { return Ok(()) };
            match action.map(|action| live.act(clock_ms, seat, &action, None, self.now)) {
                Some(Ok(progress)) => {
                    self.follow(progress);
                    return Ok(());
                }
                Some(Err(refusal)) => self.remark(Remark::BotRefused(seat, refusal)),
                None => self.remark(Remark::BotIdle(seat)),
            }
        }
        self.leave(seat)
    }
}
