//! The table: the parts it owns, and what can be read from them.

use crate::{
    bet::{At, Bet},
    bots::Bots,
    chance::{Chance, Seed},
    clock::Return,
    days::Awaited,
    done::Done,
    effects::Effects,
    house::HouseRules,
    input::{Input, Moment, Needs},
    live::LiveMatch,
    presence::Presence,
    rules::Rules,
    saved::Saved,
    streams::Streams,
    talk::{Evidence, Talk},
    turn::Turn,
};
use parlor_escrow::Verdict;
use parlor_kernel::{Refusal, Seat, SeatSet, Viewer};
use parlor_store::Write;
use parlor_wire::{
    BetState, EscrowStep, Held, MatchId, Pace, SeatInfo, TableCode, TableCommand, TableInfo, UserId, frame::Snapshot,
    http::Reported,
};
use serde_json::Value;
use std::sync::Arc;

/// How many bytes a line of the log has besides the action, roughly: digest, command, numbers.
const LINE: usize = 100;

/// A table and all that happens there.
///
/// It is a value: [`Table::step`] is told what happens and when, changes the table, and says what must be written, whom to
/// tell what, and when to come back. Equal tables that are told the same do the same.
pub struct Table {
    pub(crate) code: TableCode,
    pub(crate) house: Arc<HouseRules>,
    pub(crate) saved: Saved,
    pub(crate) rules: Rules,
    pub(crate) live: Option<LiveMatch>,
    pub(crate) talk: Talk,
    pub(crate) presence: Presence,
    /// When players came back to the match.
    pub(crate) back: Return,
    pub(crate) bots: Bots,
    pub(crate) streams: Streams,
    pub(crate) done: Done,
    pub(crate) chance: Chance,
    /// How everyone knows the table, without its rule set.
    pub(crate) told: TableInfo,
    /// Whether the match that everyone is ready for cannot be played: another change may help.
    pub(crate) is_stuck: bool,
    /// When it was opened, woke up or could last fall asleep, on the house's clock.
    pub(crate) awake_since: u64,
}

impl Table {
    /// Opens a new table, and says what must be written for it. It must be woken at once.
    ///
    /// # Errors
    /// If the house does not have its game.
    pub fn open(
        house: Arc<HouseRules>,
        code: TableCode,
        mut saved: Saved,
        seed: Seed,
        now: Moment,
    ) -> Result<(Self, Vec<Write>), Refusal> {
        let mut chance = Chance::new(seed);
        let mut writes = Vec::new();
        let Saved { counts, seats, .. } = &mut saved;
        if let Some(bet) = counts.bet_mut() {
            bet.renew(&mut chance);
            // Everyone may sit there already.
            writes = bet.follow(At { table: code, now }, seats);
        }
        writes.push(Write::SaveTable { code, state: saved.to_text() });
        let rules = Rules::of(&house.games, &saved)?;
        Ok((Self::new(house, code, saved, rules, chance, now), writes))
    }

    pub(crate) fn new(
        house: Arc<HouseRules>,
        code: TableCode,
        saved: Saved,
        rules: Rules,
        mut chance: Chance,
        now: Moment,
    ) -> Self {
        let seats = saved.count();
        let presence = Presence::new(seats, now.house_ms);
        let (talk, back) = (Talk::default(), Return::default());
        let told = info(code, &saved, &rules, &presence);
        let mut table = Self {
            streams: Streams::new(code, seats, &mut chance),
            bots: Bots::new(seats, &mut chance),
            live: None,
            done: Done::new(&mut chance),
            is_stuck: false,
            awake_since: now.house_ms,
            code,
            house,
            saved,
            rules,
            talk,
            presence,
            back,
            chance,
            told,
        };
        table.told = table.listing(now);
        table
    }

    /// Something happens: changes the table, and says what follows.
    pub fn step(&mut self, now: Moment, input: Input) -> Effects {
        self.done.confirm();
        let mut turn = Turn::new(self, now);
        turn.take(input);
        if turn.note_awaited() {
            turn.note_change();
        }
        turn.finish()
    }

    /// Its code.
    pub const fn code(&self) -> TableCode {
        self.code
    }

    /// The table as everyone may see it.
    pub fn info(&self, now: Moment) -> TableInfo {
        TableInfo { config: Some(Arc::clone(&self.saved.config)), ..self.listing(now) }
    }

    /// The table as it is listed and as changes to it are told: without its rule set, which is long and stays the same.
    pub fn listing(&self, now: Moment) -> TableInfo {
        let mut info = info(self.code, &self.saved, &self.rules, &self.presence);
        let now_ms = now.house_ms;
        if !self.is_solo() {
            for (seat, info) in (0u8..).zip(&mut info.seats) {
                info.grace_ms = self.leaves_at(Seat(seat)).map(|at| at.saturating_sub(now_ms));
            }
        }
        let goes_on_ms = self.goes_on_at().map(|at| at.saturating_sub(now_ms));
        info.held = self.saved.clock.stands().then_some(Held { goes_on_ms });
        info.bet = self.saved.bet().map(|bet| Box::new(bet.info(now, self.has_begun())));
        info
    }

    /// The seats that the match waits for. Not for everyone to know: see [`Table::open_turns`].
    pub fn awaiting(&self) -> Vec<Awaited> {
        let seats = self.live.iter().flat_map(|live| live.awaiting().iter());
        seats.map(|seat| Awaited { seat, forfeits_at: self.saved.forfeits_at(seat) }).collect()
    }

    /// The seats that the match waits for, if everyone may know them: not where moves are sealed.
    pub fn open_turns(&self) -> Option<SeatSet> {
        self.live.as_ref().map_or(Some(SeatSet::EMPTY), LiveMatch::open_turns)
    }

    /// The rule set. It is the same value until it changes.
    pub const fn config(&self) -> &Arc<Value> {
        &self.saved.config
    }

    /// What `reporter` may show of what they report.
    ///
    /// # Errors
    /// If they cannot see what they report.
    pub fn evidence(&self, reporter: UserId, about: Reported) -> Result<Evidence, Refusal> {
        let reporter = (reporter, self.viewer(reporter));
        Ok(self.talk.evidence(reporter, about, &self.rules, |user| self.saved.name_of(user))?)
    }

    /// What the table must be told with a command. One that was done before is asked about like a new one, which does no harm:
    /// it is only answered again.
    pub fn needs(&self, user: UserId, command: &TableCommand) -> Needs {
        match command {
            TableCommand::Sit { .. } => Needs { seat: true, bytes: Some(self.saved.weight()), ..Needs::default() },
            // Each of these writes the whole table, which can be long.
            TableCommand::Ready { .. }
            | TableCommand::Begin { .. }
            | TableCommand::SetRules { .. }
            | TableCommand::SeatBot { .. }
            | TableCommand::Move { .. }
            | TableCommand::Shuffle => Needs { bytes: Some(self.saved.weight()), ..Needs::default() },
            TableCommand::Act { action, .. } => {
                let plays = self.saved.seat_of(user).is_some() && self.live.is_some();
                Needs { bytes: plays.then(|| LINE + action.get().len()), ..Needs::default() }
            }
            TableCommand::Escrow { step } => self.bet_needs(user, step),
            _ => Needs::default(),
        }
    }

    fn bet_needs(&self, user: UserId, step: &EscrowStep) -> Needs {
        let Some(bet) = self.saved.bet() else { return Needs::default() };
        let needs = Needs { bet: true, ..Needs::default() };
        match step {
            EscrowStep::Deposit if self.saved.seat_of(user).is_some() => {
                let trust = bet.holder().filter(|_| bet.stage().is_over());
                Needs { purse: true, trust, ..needs }
            }
            EscrowStep::Hold => Needs { trust: Some(user), ..needs },
            EscrowStep::Award { seat } => Needs { log: ruled_by(bet, user, Verdict::Award(*seat)), ..needs },
            EscrowStep::Refund => Needs { log: ruled_by(bet, user, Verdict::Refund), ..needs },
            _ => needs,
        }
    }

    /// What the table must be told when it is woken.
    pub fn needs_by_time(&self, now: Moment) -> Needs {
        let due = self.saved.bet().filter(|bet| bet.due().is_some_and(|due| due <= now.house_ms));
        let disputed = due.filter(|bet| bet.stage() == BetState::Disputed);
        Needs { log: disputed.and_then(Bet::match_id), ..Needs::default() }
    }

    /// As whom a user sees the table.
    pub(crate) fn viewer(&self, user: UserId) -> Viewer {
        self.saved.seat_of(user).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// What the match's clock shows.
    pub(crate) fn match_ms(&self, now: Moment) -> u64 {
        self.saved.clock.reading(now.house_ms)
    }

    /// Whether a command was done before. Actions are also recognised by the log, which remembers them across a crash and
    /// for the whole match.
    pub(crate) fn has_done(&self, name: &str) -> bool {
        self.done.contains(name) || self.live.as_ref().is_some_and(|live| live.has_done(name))
    }

    /// Whether a real-time match is being played.
    pub(crate) fn is_real_time(&self) -> bool {
        self.live.as_ref().is_some_and(LiveMatch::is_real_time)
    }

    /// Whether a turn of the match has been taken.
    pub(crate) fn has_begun(&self) -> bool {
        self.live.as_ref().is_some_and(|live| live.turns() > 0)
    }

    /// Whether a player has played to the end in `seat` and has nothing more to do there, however long the others take.
    pub(crate) fn has_played(&self, seat: Seat) -> bool {
        !self.saved.bots().contains(seat) && self.live.as_ref().is_some_and(|live| live.has_finished(seat))
    }

    /// Whether the match goes on without `seat`: nothing is waited for there.
    pub(crate) fn has_left(&self, seat: Seat) -> bool {
        self.live.as_ref().is_some_and(|live| live.has_left(seat))
    }

    pub(crate) fn has_anybody_played(&self) -> bool {
        self.live.is_some() && Seat::all(self.saved.count()).any(|seat| self.has_played(seat))
    }

    /// Whether no player waits for another.
    pub(crate) fn is_solo(&self) -> bool {
        self.saved.is_solo() && !self.has_anybody_played()
    }

    /// Whether the bot in `seat` leaves the next move to a team-mate: the match waits for both, and the team-mate is there.
    ///
    /// The rules know which seats began as bots, and a game may say what those leave to people. They cannot know of a bot
    /// that stands in for a player, nor of a player who has taken over from a bot.
    pub(crate) fn yields(&self, seat: Seat) -> bool {
        let (Some(team), Some(live)) = (self.rules.team(seat), &self.live) else { return false };
        let stands_in = self.saved.seats[seat.index()].substitute.is_some() || !live.began_as_bot(seat);
        let is_there = |mate: &Seat| {
            let place = &self.saved.seats[mate.index()];
            let person = place.occupant.person().filter(|_| place.substitute.is_none());
            (stands_in || live.began_as_bot(*mate))
                && self.rules.team(*mate) == Some(team)
                && person.is_some_and(|user| self.presence.is_connected(user))
        };
        live.awaiting().iter().any(|mate| is_there(&mate))
    }

    /// All that `viewer` may know now.
    pub(crate) fn snapshot(&self, viewer: Viewer, now: Moment) -> Snapshot {
        Snapshot {
            table: self.info(now),
            seen: self.streams.seen(viewer),
            seat: viewer.seat(),
            game: self.live.as_ref().map(|live| live.playing(viewer, self.match_ms(now))),
            chat: self.talk.history(viewer, &self.rules).cloned().collect(),
        }
    }
}

/// The match whose log is checked when a user decides about a bet, if they may.
fn ruled_by(bet: &Bet, user: UserId, verdict: Verdict) -> Option<MatchId> {
    bet.match_id().filter(|_| bet.may_rule(user, verdict).is_ok())
}

/// A table as everyone may see it, without what depends on the time, and without its rule set.
pub(crate) fn info(code: TableCode, saved: &Saved, rules: &Rules, presence: &Presence) -> TableInfo {
    let seats = (0u8..).map(Seat).zip(&saved.seats).map(|(seat, kept)| SeatInfo {
        occupant: kept.occupant.clone(),
        ready: kept.ready,
        connected: kept.occupant.person().is_none_or(|user| presence.is_connected(user)),
        grace_ms: None,
        substitute: kept.substitute.clone(),
        team: rules.team(seat),
        // Where moves are sealed, that a date is gone would tell who has moved.
        forfeits_at: saved.forfeits_at(seat).filter(|_| rules.has_open_turns()),
    });
    TableInfo {
        code,
        game: saved.game.clone(),
        preset: saved.preset.clone(),
        config: None,
        public: saved.public,
        rated: saved.counts.is_rated(),
        pace: saved.pace,
        days: (saved.pace == Pace::Correspondence).then(|| saved.days.into()),
        host: saved.host,
        status: saved.status,
        seats: seats.collect(),
        spectators: presence.spectators(saved),
        match_id: saved.match_id,
        held: None,
        bet: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ConnectionId, Remark,
        saved::SavedSeat,
        testing::{ada, at, ben, house, open},
    };
    use parlor_kernel::AnyBot;
    use parlor_store::User;
    use parlor_wire::http::{OpenTable, SeatWish};
    use std::any::Any;

    /// Four seats in two teams, those opposite each other together. Ada has sat in the first from the beginning; bots
    /// began in the others. Everyone's fist is open.
    fn playing() -> Table {
        let seats = ["easy"; 3].map(|level| SeatWish::Bot(level.into()));
        let seats = std::iter::once(SeatWish::Person).chain(seats).collect();
        let (game, preset) = ("pebbles".into(), Some("party".into()));
        let saved = open(OpenTable { game, preset, seats, ..OpenTable::default() });
        let code = "K7QX2M".parse().unwrap();
        let (mut table, _) = Table::open(Arc::new(house()), code, saved, Seed([3; 32]), at(0)).unwrap();
        comes(&mut table, &ada());
        table.step(at(0), Input::Time { facts: crate::Facts::default() });
        assert_eq!(table.awaiting().len(), 4);
        table
    }

    fn comes(table: &mut Table, user: &User) {
        table.presence.add(ConnectionId(user.id.0), user.id, None);
    }

    fn yielding(table: &Table) -> SeatSet {
        table.saved.acting_bots().iter().filter(|&seat| table.yields(seat)).collect()
    }

    /// Of another game, so that it finds nothing to do in this one.
    struct Stranger;

    impl AnyBot for Stranger {
        fn as_any_mut(&mut self) -> &mut dyn Any {
            self
        }
    }

    #[test]
    fn no_match_hangs_on_a_bot_that_finds_nothing_to_do() {
        let mut table = playing();
        table.bots.seat(Seat(1), "easy", Box::new(Stranger));
        let acts = |table: &mut Table| {
            let mut turn = Turn::new(table, at(5_000));
            turn.bot_acts(Seat(1)).unwrap();
            turn.finish()
        };
        let effects = acts(&mut table);
        assert_eq!(effects.remarks, [Remark::BotIdle(Seat(1))]);
        let moved = |write: &Write| matches!(write, Write::Append { entry, .. } if entry.input.contains("\"act\""));
        assert!(effects.writes.iter().any(moved), "it does anything that is allowed");
    }

    #[test]
    fn bots_yield_to_people_the_game_takes_for_bots() {
        let mut table = playing();
        assert_eq!(yielding(&table), SeatSet::EMPTY, "the game knows of Ada, and what its bots leave to her");
        table.saved.seats[3] = SavedSeat::person(&ben());
        assert_eq!(yielding(&table), SeatSet::EMPTY, "Ben is not there");
        comes(&mut table, &ben());
        assert_eq!(yielding(&table), SeatSet::only(Seat(1)));
    }

    #[test]
    fn a_bot_yields_to_the_team_mate_of_a_player_who_has_stood_up() {
        let mut table = playing();
        table.saved.seats[2] = SavedSeat::person(&ben());
        comes(&mut table, &ben());
        table.saved.hand_over(Seat(0), "easy".into());
        assert_eq!(yielding(&table), SeatSet::only(Seat(0)));
    }

    #[test]
    fn a_substitute_yields_whoever_began_in_its_seat() {
        let mut table = playing();
        table.saved.seats[2] = SavedSeat { substitute: Some("easy".into()), ..SavedSeat::person(&ben()) };
        assert_eq!(yielding(&table), SeatSet::only(Seat(2)), "Ben is gone, and Ada is there");
        table.presence.remove(ConnectionId(ada().id.0));
        assert_eq!(yielding(&table), SeatSet::EMPTY);
    }
}
