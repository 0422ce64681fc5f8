//! What the players are called, and how a match ended.

use crate::table::TableCtx;
use parlor_kernel::{Outcome, Reason, Seat, SeatSet, Verdict};

/// What the players of a match are called, for one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// The viewer's own seat; `None` for a spectator.
    pub me: Option<Seat>,
    /// Display names by seat.
    all: Vec<String>,
}

impl Names {
    /// The players of those names, by seat, as the one in `me` sees them.
    pub fn new<N: Into<String>>(me: Option<Seat>, all: impl IntoIterator<Item = N>) -> Self {
        Self { me, all: all.into_iter().map(Into::into).collect() }
    }

    /// The players of the match at that table, as `me` sees them.
    pub fn at(ctx: TableCtx, me: Option<Seat>) -> Self {
        Self { me, all: ctx.players() }
    }

    /// The same players, but for one seat.
    #[must_use]
    pub fn with(mut self, seat: Seat, name: impl Into<String>) -> Self {
        self.all.resize(self.all.len().max(seat.index() + 1), String::new());
        self.all[seat.index()] = name.into();
        self
    }

    /// The same players as another viewer sees them.
    #[must_use]
    pub fn seen_by(self, me: Option<Seat>) -> Self {
        Self { me, ..self }
    }

    /// How many players there are.
    pub fn count(&self) -> u8 {
        self.all.len() as u8
    }

    /// Every seat, the viewer's own first.
    pub fn seats(&self) -> impl Iterator<Item = Seat> {
        let own = self.me;
        own.into_iter().chain(Seat::all(self.all.len() as u8).filter(move |seat| Some(*seat) != own))
    }

    /// "Your" or "Ada’s".
    pub fn whose(&self, seat: Seat) -> String {
        if self.me == Some(seat) { "Your".into() } else { format!("{}’s", self.name(seat)) }
    }

    /// "You" or "Ada".
    pub fn who(&self, seat: Seat) -> &str {
        if self.me == Some(seat) { "You" } else { self.name(seat) }
    }

    /// "Ada", even if that is the viewer.
    pub fn name(&self, seat: Seat) -> &str {
        self.all.get(seat.index()).map_or("?", String::as_str)
    }

    /// "You, Ada and Ben".
    pub fn list(&self, seats: SeatSet) -> String {
        listed(self.seats().filter(|seat| seats.contains(*seat)).map(|seat| self.who(seat)))
    }

    /// "Ada and Ben", even if the viewer is one of them.
    pub fn everyone(&self) -> String {
        listed(&self.all)
    }

    /// The result in two or three words, and its mood.
    pub fn headline(&self, outcome: &Outcome) -> (String, &'static str) {
        match (outcome.verdict, self.me) {
            (Verdict::Draw, _) => ("A draw".into(), "drawn"),
            (Verdict::Void, _) => ("No result".into(), "void"),
            (_, Some(me)) if outcome.winners().contains(me) => ("You won".into(), "won"),
            (Verdict::Won(_), Some(_)) => ("You lost".into(), "lost"),
            (Verdict::Ranked(places), Some(me)) => {
                (places.of(me).map_or("You lost".into(), |place| format!("You came {}", ordinal(place))), "lost")
            }
            // A player alone, or a machine.
            (_, None) if outcome.winners().is_empty() => ("It is over".into(), "watched"),
            (_, None) => (format!("{} won", self.list(outcome.winners())), "watched"),
        }
    }

    /// The places of a match that ranks its players: each with the players who came there, the best first.
    pub fn ranking(&self, outcome: &Outcome) -> Vec<(u8, String)> {
        if !matches!(outcome.verdict, Verdict::Ranked(_)) {
            return Vec::new();
        }
        let mut places: Vec<_> = self.seats().filter_map(|seat| outcome.place(seat)).collect();
        places.sort_unstable();
        places.dedup();
        let at = |place: u8| self.list(self.seats().filter(|seat| outcome.place(*seat) == Some(place)).collect());
        places.into_iter().map(|place| (place, at(place))).collect()
    }

    /// Who won and why. `completed` says what it means that the match was played to its end.
    pub fn ending(&self, outcome: Outcome, completed: impl FnOnce() -> String) -> String {
        if outcome.winners().is_empty() {
            let is_void = outcome.verdict == Verdict::Void;
            return if is_void { "The match does not count.".into() } else { completed() };
        }
        let won = format!("{} won", self.list(outcome.winners()));
        let who = |seat| if self.me == Some(seat) { "you" } else { self.name(seat) };
        match outcome.reason {
            Reason::Completed => format!("{won}: {}", completed()),
            Reason::Surrender(seat) => format!("{won}: {} surrendered.", who(seat)),
            Reason::Timeout(seat) => format!("{won}: {} ran out of time.", who(seat)),
            Reason::Abandoned(seat) => format!("{won}: {} left.", who(seat)),
            Reason::Void => format!("{won}."),
        }
    }
}

/// "Ada, Ben and Cleo".
pub fn listed<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> String {
    let names: Vec<N> = names.into_iter().collect();
    let mut told = String::new();
    for (index, name) in names.iter().enumerate() {
        told += match index {
            0 => "",
            _ if index + 1 == names.len() => " and ",
            _ => ", ",
        };
        told += name.as_ref();
    }
    told
}

/// "second", "11th".
fn ordinal(place: u8) -> String {
    match place {
        1 => "first".into(),
        2 => "second".into(),
        3 => "third".into(),
        21.. if place % 10 == 1 => format!("{place}st"),
        21.. if place % 10 == 2 => format!("{place}nd"),
        21.. if place % 10 == 3 => format!("{place}rd"),
        _ => format!("{place}th"),
    }
}

/// "1 hit", "2 hits".
pub fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::Places;

    #[test]
    fn a_result_is_told_to_any_number_of_players() {
        let names = |me: Option<u8>| Names::new(me.map(Seat), ["Ada", "Ben", "Cleo", "Dan"]);
        let won = Outcome::won_by([Seat(0), Seat(2)].into_iter().collect(), Reason::Completed);
        let told = |me| names(me).headline(&won).0;
        assert_eq!([told(Some(2)), told(Some(1)), told(None)], ["You won", "You lost", "Ada and Cleo won"]);
        assert_eq!(names(Some(0)).headline(&Outcome::draw(Reason::Completed)).0, "A draw");
        assert_eq!(names(None).headline(&Outcome::VOID).0, "No result");
        let alone = Outcome::won_by(SeatSet::EMPTY, Reason::Completed);
        assert_eq!([Some(0), None].map(|me| names(me).headline(&alone).0), ["You lost", "It is over"]);
        let ranked = Outcome::ranked(Places::by_score(&[7, 9, 3, 7]), Reason::Completed);
        let told = [Some(1), Some(3), Some(2)].map(|me| names(me).headline(&ranked).0);
        assert_eq!(told, ["You won", "You came second", "You came 4th"]);
        let places = [(1, "Ben"), (2, "You and Ada"), (4, "Cleo")].map(|(place, who)| (place, who.to_owned()));
        assert_eq!(names(Some(3)).ranking(&ranked), places);
        assert_eq!(names(None).ranking(&won), []);
        assert_eq!([2, 4, 11, 12, 22].map(ordinal), ["second", "4th", "11th", "12th", "22nd"]);
    }

    #[test]
    fn any_number_of_players_has_names() {
        let names = Names::new(Some(Seat(2)), ["Ada", "Ben", "Cleo", "Dan"]);
        assert_eq!(names.seats().collect::<Vec<_>>(), [Seat(2), Seat(0), Seat(1), Seat(3)]);
        let list = |seats: &[u8]| names.list(seats.iter().copied().map(Seat).collect());
        assert_eq!(
            [list(&[]), list(&[1]), list(&[1, 2]), list(&[0, 1, 3])],
            ["", "Ben", "You and Ben", "Ada, Ben and Dan"]
        );
        let team = [Seat(1), Seat(3)].into_iter().collect();
        let told = |reason| names.ending(Outcome::won_by(team, reason), || "all words were found.".into());
        assert_eq!(told(Reason::Completed), "Ben and Dan won: all words were found.");
        assert_eq!(told(Reason::Surrender(Seat(2))), "Ben and Dan won: you surrendered.");
        assert_eq!(told(Reason::Timeout(Seat(0))), "Ben and Dan won: Ada ran out of time.");
        let machine = names.with(Seat(4), "The machine").seen_by(None);
        assert_eq!((machine.who(Seat(2)), machine.name(Seat(4)), machine.name(Seat(5))), ("Cleo", "The machine", "?"));
    }
}
