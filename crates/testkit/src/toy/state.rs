//! The position and its rules.

use super::{Call, Config, Event, Illegal, most};
use parlor_kernel::{
    Audience, Barrier, Dice, Game, Outcome, Places, Reason, Rules, Seat, SeatSet, Sink, Stream, Team, Tick,
};
use serde::Serialize;
use std::{cmp::Reverse, fmt, sync::Arc};

/// Who guesses first.
const FIRST: Stream = Stream(1);
/// What the clock puts into a fist, one index per seat.
const FISTS: Stream = Stream(2);

/// A match of Pebbles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Pebbles {
    /// Not part of the digest: they never change, and the log's header names them.
    #[serde(skip)]
    pub(super) rules: Arc<Rules<Self>>,
    pub(super) fists: Fists,
    /// How each seat used its turn, once it had it.
    pub(super) calls: Vec<Option<Call>>,
    /// Who is to guess, once all fists are closed.
    pub(super) turn: Option<Seat>,
    pub(super) gone: SeatSet,
    /// Until when the awaited seats may think.
    pub(super) deadline: Option<Tick>,
    pub(super) outcome: Option<Outcome>,
}

/// What all seats hide.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) enum Fists {
    /// Still being closed: the rules themselves cannot look inside.
    Closing(Barrier<u8>),
    /// All closed, by seat.
    Closed(Vec<u8>),
}

impl Fists {
    /// What `seat` holds, if its fist is closed.
    pub(super) fn of(&self, seat: Seat) -> Option<u8> {
        match self {
            Self::Closing(barrier) => barrier.own(seat).copied(),
            Self::Closed(hands) => hands.get(seat.index()).copied(),
        }
    }

    fn put(&mut self, seat: Seat, pebbles: u8) {
        match self {
            Self::Closing(barrier) => barrier.put(seat, pebbles),
            Self::Closed(hands) => hands[seat.index()] = pebbles,
        }
    }

    /// Whether all of them are.
    pub(super) const fn are_closed(&self) -> bool {
        matches!(self, Self::Closed(_))
    }

    /// The seats whose fist is still open.
    pub(super) fn missing(&self) -> SeatSet {
        match self {
            Self::Closing(barrier) => barrier.missing(),
            Self::Closed(_) => SeatSet::EMPTY,
        }
    }
}

impl Pebbles {
    pub(super) fn opening(rules: &Arc<Rules<Self>>) -> Self {
        let seats = rules.config.seats;
        let mut game = Self {
            rules: Arc::clone(rules),
            fists: Fists::Closing(Barrier::new(seats)),
            calls: vec![None; seats.into()],
            turn: None,
            gone: SeatSet::EMPTY,
            deadline: None,
            outcome: None,
        };
        game.deadline = game.deadline_from(Tick::ZERO);
        game
    }

    /// The rule set.
    pub fn config(&self) -> &Config {
        &self.rules.config
    }

    pub(super) fn awaited(&self) -> SeatSet {
        match (self.outcome, self.turn) {
            (Some(_), _) => SeatSet::EMPTY,
            (None, Some(seat)) => SeatSet::only(seat),
            (None, None) => self.fists.missing(),
        }
    }

    /// A fist is closed once, around at most as many pebbles as it holds.
    pub(super) fn may_hide(&self, seat: Seat, pebbles: u8) -> Result<(), Illegal> {
        if self.fists.of(seat).is_some() {
            return Err(Illegal::AlreadyHidden);
        }
        let most = self.config().pebbles;
        if pebbles > most {
            return Err(Illegal::TooManyPebbles { most });
        }
        Ok(())
    }

    /// Guesses come in turn, once all fists are closed, from those who have not seen them; and no total is guessed
    /// twice.
    pub(super) fn may_guess(&self, seat: Seat, total: u8) -> Result<(), Illegal> {
        let turn = self.turn.ok_or(Illegal::StillHiding)?;
        if self.config().keepers().contains(seat) {
            return Err(Illegal::KeepersKnow);
        }
        if turn != seat {
            return Err(Illegal::NotYourTurn);
        }
        let most = most(&self.rules);
        if total > most {
            return Err(Illegal::TooHigh { most });
        }
        if self.calls.contains(&Some(Call::Guess(total))) {
            return Err(Illegal::AlreadyGuessed { total });
        }
        Ok(())
    }

    /// Closes a fist, of which only its own seat hears.
    pub(super) fn hide(&mut self, seat: Seat, pebbles: u8, out: &mut impl Sink<Event>) {
        self.fists.put(seat, pebbles);
        out.private(seat, Event::Holding { seat, pebbles });
    }

    /// When the last fist is closed, the guessing begins.
    pub(super) fn begin_once_all_are_in(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        if let Fists::Closing(barrier) = &self.fists
            && let Ok(hands) = barrier.clone().open()
        {
            self.begin(hands, now, dice, out);
        }
    }

    /// The clock fills the fists that are still open by dice. Only their own seats are told.
    fn close(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        let Fists::Closing(barrier) = &self.fists else { return };
        let most = u32::from(self.config().pebbles);
        let hands = barrier.clone().close_with(|seat| {
            let pebbles = dice.below(FISTS, seat.0.into(), most + 1) as u8;
            out.private(seat, Event::Holding { seat, pebbles });
            pebbles
        });
        self.begin(hands, now, dice, out);
    }

    /// All fists are closed: the keepers see them, and the dice say who guesses first.
    fn begin(&mut self, hands: Vec<u8>, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        out.public(Event::Closed);
        let keepers = self.config().keepers();
        if !keepers.is_empty() {
            out.announce(Audience::Only(keepers), Event::Shown { hands: hands.clone() });
        }
        self.fists = Fists::Closed(hands);
        let guessers = self.guessers();
        let first = guessers.iter().nth(dice.below(FIRST, 0, guessers.len().max(1)) as usize);
        self.pass_turn_to(first, now, out);
    }

    /// `seat` uses its turn; the next seat that had none yet is to guess.
    pub(super) fn call(&mut self, now: Tick, seat: Seat, call: Call, out: &mut impl Sink<Event>) {
        self.calls[seat.index()] = Some(call);
        out.public(Event::Called { seat, call });
        self.pass_turn_to(self.next_after(seat), now, out);
    }

    /// Time is up: the open fists are closed, or a turn is missed.
    pub(super) fn time_out(&mut self, now: Tick, dice: &impl Dice, out: &mut impl Sink<Event>) {
        match self.turn {
            Some(seat) => self.call(now, seat, Call::Pass, out),
            None => self.close(now, dice, out),
        }
    }

    /// A leaver takes the pebbles along and guesses no more. The last one who stays wins, or the last team.
    pub(super) fn desert(&mut self, now: Tick, seat: Seat, dice: &impl Dice, out: &mut impl Sink<Event>) {
        self.gone = self.gone.with(seat);
        self.fists.put(seat, 0);
        self.calls[seat.index()] = Some(Call::Pass);
        out.public(Event::Left { seat });
        if let Some(winners) = self.left_alone() {
            self.end(Outcome::won_by(winners, Reason::Abandoned(seat)), out);
        } else if self.turn == Some(seat) {
            self.pass_turn_to(self.next_after(seat), now, out);
        } else {
            self.begin_once_all_are_in(now, dice, out);
        }
    }

    fn staying(&self) -> SeatSet {
        Seat::all(self.config().seats).filter(|&seat| !self.gone.contains(seat)).collect()
    }

    /// The seats that have yet to guess.
    fn guessers(&self) -> SeatSet {
        let keepers = self.config().keepers();
        let open = |seat: &Seat| self.calls[seat.index()].is_none() && !keepers.contains(*seat);
        Seat::all(self.config().seats).filter(open).collect()
    }

    /// Those who have won because everyone else has left.
    fn left_alone(&self) -> Option<SeatSet> {
        let staying = self.staying();
        let team = self.config().team(staying.first()?);
        match team {
            None => (staying.len() == 1).then_some(staying),
            Some(team) => {
                let one_team = staying.iter().all(|seat| self.config().team(seat) == Some(team));
                one_team.then(|| self.config().members(team))
            }
        }
    }

    /// The next seat around the table that has not had its turn.
    fn next_after(&self, seat: Seat) -> Option<Seat> {
        let (seats, guessers) = (self.config().seats, self.guessers());
        (1..seats).map(|step| Seat((seat.0 + step) % seats)).find(|&next| guessers.contains(next))
    }

    /// `next` is to guess; if there is no such seat, the fists are opened.
    fn pass_turn_to(&mut self, next: Option<Seat>, now: Tick, out: &mut impl Sink<Event>) {
        let Some(seat) = next else {
            return self.end(self.result(), out);
        };
        self.turn = Some(seat);
        self.deadline = self.deadline_from(now);
        out.public(Event::Turn { seat, deadline: self.deadline });
    }

    fn deadline_from(&self, now: Tick) -> Option<Tick> {
        let ticks = u64::from(Self::SPEC.ticks_per_second);
        self.config().turn_seconds.map(|seconds| now + u64::from(seconds) * ticks)
    }

    /// The closer the guess, the better the place; no guess is the worst. In teams the closest guess wins, and equally
    /// close ones draw.
    fn result(&self) -> Outcome {
        let total = self.rules.assets.total(self.hands().flatten());
        let nearness = |seat: Seat| match self.calls[seat.index()] {
            Some(Call::Guess(guess)) => Some(Reverse(guess.abs_diff(total))),
            Some(Call::Pass) | None => None,
        };
        if !self.config().teams {
            let nearness: Vec<_> = Seat::all(self.config().seats).map(nearness).collect();
            return Outcome::ranked(Places::by_score(&nearness), Reason::Completed);
        }
        let [red, blue] = [Team(0), Team(1)].map(|team| self.config().members(team).iter().map(nearness).max());
        match red.cmp(&blue) {
            std::cmp::Ordering::Equal => Outcome::draw(Reason::Completed),
            better => {
                let team = Team(u8::from(better.is_lt()));
                Outcome::won_by(self.config().members(team), Reason::Completed)
            }
        }
    }

    fn end(&mut self, outcome: Outcome, out: &mut impl Sink<Event>) {
        self.outcome = Some(outcome);
        self.turn = None;
        self.deadline = None;
        out.public(Event::Over { outcome, hands: self.hands().collect() });
    }

    /// What is in each fist, by seat.
    pub(super) fn hands(&self) -> impl Iterator<Item = Option<u8>> {
        Seat::all(self.config().seats).map(|seat| self.fists.of(seat))
    }
}

impl fmt::Display for Pebbles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in Seat::all(self.config().seats) {
            let hand = self.fists.of(seat).map_or("open".to_owned(), |pebbles| pebbles.to_string());
            let call = match self.calls[seat.index()] {
                Some(Call::Guess(total)) => total.to_string(),
                Some(Call::Pass) => "pass".to_owned(),
                None => "–".to_owned(),
            };
            writeln!(f, "{seat}: fist {hand}, guess {call}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Action, *};
    use parlor_kernel::{FastDice, GameConfig, Viewer};

    const DICE: FastDice = FastDice(1);

    fn seated(config: Config, hands: &[u8]) -> Pebbles {
        let mut game = Pebbles::new(&config.rules().unwrap(), &DICE);
        for (seat, &pebbles) in (0u8..).map(Seat).zip(hands) {
            game.act(Tick(10), seat, Action::Hide { pebbles }, &DICE, &mut ());
        }
        game
    }

    fn alone(seats: u8) -> Config {
        Config { seats, turn_seconds: Some(5), ..Config::default() }
    }

    fn party() -> Config {
        Config::preset("party").unwrap()
    }

    /// Everyone guesses in turn, starting with the seat that is to guess.
    fn guess(game: &mut Pebbles, totals: &[u8]) {
        for &total in totals {
            let seat = game.turn.expect("a seat is to guess");
            game.act(Tick(10), seat, Action::Guess { total }, &DICE, &mut ());
        }
    }

    #[test]
    fn the_closest_guess_is_first_and_the_others_follow() {
        let mut game = seated(alone(3), &[1, 3, 2]);
        let first = game.turn.expect("one began");
        guess(&mut game, &[5, 9, 0]);
        let outcome = game.outcome.unwrap();
        let places = (0..3).map(|step| outcome.place(Seat((first.0 + step) % 3)));
        assert_eq!(places.collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
        assert_eq!((outcome.winners(), game.score(first)), (SeatSet::only(first), 1));
    }

    #[test]
    fn equally_close_guesses_draw() {
        let mut game = seated(alone(2), &[2, 2]);
        guess(&mut game, &[3, 5]);
        assert_eq!(game.outcome, Some(Outcome::draw(Reason::Completed)));
    }

    #[test]
    fn pebbles_weigh_what_the_asset_says() {
        // Plain pebbles weigh 8; those from the river 3 + 3 + 2 + 3.
        let hands = [3, 2, 1, 2];
        assert_eq!(seated(party(), &hands).rules.assets.total(hands), 11);
        let mut game = seated(party(), &hands);
        let first = game.turn.unwrap();
        guess(&mut game, &[11, 8]);
        let winners = game.config().members(game.config().team(first).unwrap());
        assert_eq!(game.outcome, Some(Outcome::won_by(winners, Reason::Completed)), "the whole team wins");
    }

    #[test]
    fn keepers_see_the_fists_and_do_not_guess() {
        let game = seated(party(), &[3, 2, 1, 2]);
        let known = |seat| game.view(Viewer::Seat(Seat(seat))).hands.iter().flatten().count();
        assert_eq!([0, 1, 2, 3].map(known), [1, 1, 4, 4]);
        assert_eq!(game.view(Viewer::Spectator).hands, [None; 4]);
        assert_eq!(game.check(Seat(2), &Action::Guess { total: 1 }), Err(Illegal::KeepersKnow));
        let early = seated(party(), &[3, 2, 1]);
        assert_eq!(early.view(Viewer::Seat(Seat(2))).hands, [None, None, Some(1), None], "not before all are closed");
    }

    #[test]
    fn the_clock_closes_the_round_and_misses_turns() {
        let mut game = seated(party(), &[3]);
        let mut heard = Vec::new();
        game.wake(game.next_wake().unwrap(), &DICE, &mut heard);
        assert!(game.fists.are_closed());
        let public: Vec<_> = heard.iter().filter(|(audience, _)| *audience == Audience::Everyone).collect();
        assert!(matches!(public[..], [(_, Event::Closed), (_, Event::Turn { .. })]), "{public:?}");
        for _ in 0..2 {
            game.wake(game.next_wake().unwrap(), &DICE, &mut ());
        }
        assert_eq!(game.outcome, Some(Outcome::draw(Reason::Completed)));
    }

    #[test]
    fn leavers_take_their_pebbles_along() {
        let mut game = seated(alone(3), &[3, 3, 3]);
        let leaver = game.turn.expect("a seat is to guess");
        game.leave(Tick(10), leaver, &DICE, &mut ());
        assert_eq!(game.view(Viewer::Spectator).hands[leaver.index()], Some(0));
        let second = game.turn.expect("another seat is to guess");
        game.leave(Tick(10), second, &DICE, &mut ());
        let last = game.staying().first().expect("one stays");
        assert_eq!(game.outcome, Some(Outcome::won(last, Reason::Abandoned(second))));
    }

    #[test]
    fn a_team_that_has_left_loses() {
        let mut game = seated(party(), &[3]);
        game.leave(Tick(10), Seat(1), &DICE, &mut ());
        assert_eq!(game.outcome, None, "the keeper is still there");
        game.leave(Tick(10), Seat(3), &DICE, &mut ());
        let red = game.config().members(Team(0));
        assert_eq!(game.outcome, Some(Outcome::won_by(red, Reason::Abandoned(Seat(3)))));
    }
}
