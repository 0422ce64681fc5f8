//! What actions do: hints, guesses, turns, and how a match ends.

use crate::{
    Action, Appeal, Codenames, Count, Event, Hint, Kind, Phase, Place, Places, Proposal, Side, TurnEnd, Variant,
    Window, explain,
};
use parlor_kernel::{Audience, Outcome, Reason, Seat, SeatSet, Sink, Tick};

/// How long a team of bots waits before it guesses, so that people can intercept.
const HOLD: u64 = 10_000;
/// So many turns in a row may run out without a card being revealed; then nobody wins, and partners have lost.
pub(crate) const IDLE_TURNS: u8 = 8;

impl Codenames {
    /// Does what [`Codenames::may`] allowed.
    pub(crate) fn perform(&mut self, now: Tick, seat: Seat, action: Action, out: &mut impl Sink<Event>) {
        match action {
            Action::Hint { word, count, meant } => {
                self.give_hint(now, seat, (word, count), meant.into_iter().collect(), out);
            }
            Action::Appeal { word, count } => self.appeal(seat, word, count, out),
            Action::Rule { allow } => self.rule(now, allow, out),
            Action::Tag { card, on } => self.tag(seat, card, on, out),
            Action::Reveal { card } => self.reveal(now, seat, card, out),
            Action::EndTurn => self.end_turn(now, TurnEnd::Passed, out),
            Action::Intercept { card } => self.intercept(now, seat, card, out),
            Action::Waive => {
                self.waived = self.waived.with(seat);
                out.private(seat, Event::Waived { seat });
            }
        }
    }

    fn give_hint(
        &mut self,
        now: Tick,
        seat: Seat,
        (word, count): (String, Count),
        meant: Places,
        out: &mut impl Sink<Event>,
    ) {
        let side = self.config().side(seat);
        let window = self.window(now, side);
        let held_until = match window {
            Window::Open { held_until, .. } => held_until,
            Window::Closed | Window::Used => None,
        };
        self.tallies[seat.index()].hints += 1;
        self.hints.push(Hint { side, word: word.clone(), count, revealed: Vec::new() });
        self.meant.push(meant);
        self.phase = Phase::TeamTurn { side, guesses: 0, window };
        self.waived = SeatSet::EMPTY;
        out.public(Event::Hinted { side, word, count, at: now, held_until });
    }

    /// In `interception` the other team has its chance. A team of bots waits for people to use it.
    fn window(&self, now: Tick, side: Side) -> Window {
        let config = self.config();
        if config.variant != Variant::Interception {
            return Window::Closed;
        }
        let all_bots = config.guessers(side).iter().all(|seat| config.bots.contains(seat));
        let people = config.guessers(side.other()).iter().any(|seat| !config.bots.contains(seat));
        Window::Open { since: now, held_until: (all_bots && people).then_some(now + HOLD) }
    }

    fn appeal(&mut self, seat: Seat, word: String, count: Count, out: &mut impl Sink<Event>) {
        let side = self.config().side(seat);
        out.public(Event::Appealed { side });
        let told = Audience::Only(self.config().knows_appeal(side));
        out.announce(told, Event::Proposed { side, word: word.clone(), count });
        self.phase = Phase::SpymasterTurn { side, appeal: Appeal::Asked { hint: Some(Proposal { word, count }) } };
    }

    fn rule(&mut self, now: Tick, allow: bool, out: &mut impl Sink<Event>) {
        let Phase::SpymasterTurn { side, appeal: Appeal::Asked { hint } } = self.phase.clone() else { return };
        if let Some(Proposal { word, count }) = hint.filter(|_| allow) {
            self.give_hint(now, self.config().hinter(side), (word, count), Places::NONE, out);
        } else {
            self.phase = Phase::SpymasterTurn { side, appeal: Appeal::Denied };
            out.public(Event::Denied { side });
        }
    }

    fn tag(&mut self, seat: Seat, card: Place, on: bool, out: &mut impl Sink<Event>) {
        let tags = &mut self.tags[seat.index()];
        *tags = if on { tags.with(card) } else { tags.without(card) };
        out.announce(Audience::Only(self.team_of(seat)), Event::Tagged { seat, card, on });
    }

    fn reveal(&mut self, now: Tick, seat: Seat, card: Place, out: &mut impl Sink<Event>) {
        if self.config().is_duet() {
            return self.reveal_in_duet(now, seat, card, out);
        }
        let Phase::TeamTurn { side, guesses, .. } = self.phase else { return };
        let kind = self.kind(side, card);
        let right = kind == side.kind();
        self.turn_over(seat, card, kind);
        self.count_guess(seat, right);
        let word = self.words[card.index()].clone();
        out.public(Event::Revealed { seat, card, word, kind });
        self.score_reveal(seat, kind, right, out);
        self.phase = Phase::TeamTurn { side, guesses: guesses + 1, window: Window::Closed };
        if self.ends_by(side, kind, out) {
            return;
        }
        let limit = self.hints.last().and_then(|hint| hint.count.limit());
        if !right {
            self.end_turn(now, TurnEnd::Wrong, out);
        } else if limit.is_some_and(|limit| guesses + 1 >= limit) {
            self.end_turn(now, TurnEnd::Used, out);
        }
    }

    /// A card lies open, and marks on it are gone.
    pub(crate) fn turn_over(&mut self, seat: Seat, card: Place, kind: Kind) {
        let side = self.config().side(seat);
        let face = &mut self.faces[card.index()];
        if self.rules.config.is_duet() && kind == Kind::Innocent {
            face.innocent_for[side.index()] = true;
            self.tags[seat.index()] = self.tags[seat.index()].without(card);
        } else {
            face.shown = Some(kind);
            self.tags.iter_mut().for_each(|tags| *tags = tags.without(card));
        }
        if let Some(hint) = self.hints.last_mut() {
            hint.revealed.push(card);
        }
        self.idle = 0;
    }

    pub(crate) fn count_guess(&mut self, seat: Seat, right: bool) {
        let tally = &mut self.tallies[seat.index()];
        if right {
            tally.right += 1;
            if let Some(side) = self.phase.side() {
                self.tallies[self.rules.config.hinter(side).index()].found += 1;
            }
        } else {
            tally.wrong += 1;
        }
    }

    /// Ends the match if a card of this `kind`, revealed by `side`, does so.
    pub(crate) fn ends_by(&mut self, side: Side, kind: Kind, out: &mut impl Sink<Event>) -> bool {
        if kind == Kind::Assassin {
            self.win(side.other(), Reason::Completed, out);
            return true;
        }
        let Some(complete) = kind.owner().filter(|&owner| self.words_left(owner) == 0) else { return false };
        let winner = self.completed(complete, out);
        self.win(winner, Reason::Completed, out);
        true
    }

    /// The turn is over, and the other side is to give a hint.
    pub(crate) fn end_turn(&mut self, now: Tick, end: TurnEnd, out: &mut impl Sink<Event>) {
        let Some(side) = self.phase.side() else { return };
        out.public(Event::TurnEnded { side, end });
        self.turns += 1;
        self.tags.fill(Places::NONE);
        self.waived = SeatSet::EMPTY;
        if self.config().is_duet() && self.turns_left() == 0 {
            return self.begin_sudden_death(now, out);
        }
        let next = self.next_hinter(side);
        self.phase = Phase::SpymasterTurn { side: next, appeal: Appeal::Unasked };
        self.deadline = self.deadline_from(now);
        out.public(Event::Turn { side: next, deadline: self.deadline, turns_left: self.turns_left() });
    }

    /// The clock has reached what [`Codenames::due`] said.
    pub(crate) fn time_out(&mut self, now: Tick, out: &mut impl Sink<Event>) {
        if let Phase::TeamTurn { window: Window::Open { held_until, .. }, .. } = &mut self.phase
            && held_until.is_some_and(|due| due <= now)
        {
            *held_until = None;
            out.public(Event::Released);
        }
        if self.deadline.is_none_or(|due| due > now) {
            return;
        }
        if let Phase::SuddenDeath { .. } = self.phase {
            return self.end(Outcome::won_by(SeatSet::EMPTY, Reason::Completed), out);
        }
        if !self.has_revealed() {
            self.idle += 1;
        }
        if self.idle >= IDLE_TURNS {
            // Partners who do not find their words have lost; of two teams neither has.
            let lost = Outcome::won_by(SeatSet::EMPTY, Reason::Completed);
            return self.end(if self.config().is_duet() { lost } else { Outcome::draw(Reason::Completed) }, out);
        }
        self.end_turn(now, TurnEnd::Timeout, out);
    }

    /// Whether a card has been revealed in this turn, by either team.
    fn has_revealed(&self) -> bool {
        let hinted = matches!(self.phase, Phase::TeamTurn { .. });
        hinted && self.hints.last().is_some_and(|hint| !hint.revealed.is_empty())
    }

    /// A seat stays empty. A side without a spymaster or without guessers has lost; a duet is over.
    pub(crate) fn desert(&mut self, now: Tick, seat: Seat, out: &mut impl Sink<Event>) {
        if self.gone.contains(seat) {
            return;
        }
        self.gone = self.gone.with(seat);
        out.public(Event::Left { seat });
        let side = self.config().side(seat);
        let reason = Reason::Abandoned(seat);
        if self.config().is_duet() {
            return self.end(Outcome::won_by(SeatSet::EMPTY, reason), out);
        }
        let staying = |seats: SeatSet| seats.iter().any(|seat| !self.gone.contains(seat));
        if self.config().is_spymaster(seat) || !staying(self.config().guessers(side)) {
            return self.win(side.other(), reason, out);
        }
        if self.config().host == Some(seat) {
            self.rule(now, false, out);
        }
    }

    pub(crate) fn win(&mut self, side: Side, reason: Reason, out: &mut impl Sink<Event>) {
        self.end(Outcome::won_by(self.config().members(side), reason), out);
    }

    pub(crate) fn end(&mut self, outcome: Outcome, out: &mut impl Sink<Event>) {
        self.outcome = Some(outcome);
        self.phase = Phase::Ended;
        self.deadline = None;
        let explanations = if out.wants() { explain::all(self) } else { Vec::new() };
        out.public(Event::Over { outcome, keys: self.keys.clone(), explanations });
    }
}
