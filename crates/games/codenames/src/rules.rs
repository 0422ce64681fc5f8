//! When something may be done: small rules, composed for each action. The first that fails is the answer.

use crate::{Action, Appeal, Codenames, Count, Illegal, Phase, Place, Side, Variant, Window, clue::Visible};
use parlor_kernel::Seat;

impl Codenames {
    /// Whether `seat` may do `action`.
    pub(crate) fn may(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        match action {
            Action::Hint { word, count, meant } => {
                self.is_hinters_turn(seat)?;
                is_count(*count)?;
                self.is_fair(word)?;
                self.is_meant(seat, meant)
            }
            Action::Appeal { word, count } => {
                self.is_hinters_turn(seat)?;
                is_count(*count)?;
                self.can_be_appealed(word)?;
                self.has_not_asked()?;
                self.has_host(seat)
            }
            Action::Rule { .. } => {
                self.is_host(seat)?;
                self.has_appeal()
            }
            Action::Tag { card, on } => {
                self.may_mark(seat)?;
                self.is_hidden(seat, *card)?;
                if self.tags[seat.index()].contains(*card) == *on { Err(Illegal::AlreadyTagged) } else { Ok(()) }
            }
            Action::Reveal { card } => {
                self.is_guessers_turn(seat)?;
                self.is_hidden(seat, *card)
            }
            Action::EndTurn => {
                self.is_guessers_turn(seat)?;
                self.has_guessed()
            }
            Action::Intercept { card } => {
                self.may_intercept(seat)?;
                self.is_hidden(seat, *card)
            }
            Action::Waive => {
                self.may_intercept(seat)?;
                if self.waived.contains(seat) { Err(Illegal::AlreadyWaived) } else { Ok(()) }
            }
        }
    }

    /// The spymaster whose turn it is gives one hint, also while the host still thinks about another: a host who does not
    /// answer keeps no one waiting. In a duet either player is a spymaster.
    fn is_hinters_turn(&self, seat: Seat) -> Result<(), Illegal> {
        if !self.config().is_spymaster(seat) {
            return Err(Illegal::MustBeSpymaster);
        }
        match &self.phase {
            Phase::SpymasterTurn { side, .. } if self.config().hinter(*side) != seat => Err(Illegal::NotPlayersTurn),
            Phase::SpymasterTurn { .. } => Ok(()),
            Phase::TeamTurn { side, .. } if self.config().hinter(*side) == seat => Err(Illegal::AlreadyHasHint),
            Phase::TeamTurn { .. } | Phase::SuddenDeath { .. } | Phase::Ended => Err(Illegal::NotPlayersTurn),
        }
    }

    /// Ruling: not a visible word, not a form of one, not part of one.
    fn is_fair(&self, word: &str) -> Result<(), Illegal> {
        self.visible().check(word)
    }

    /// The words that lie on the board.
    pub(crate) fn visible(&self) -> Visible<'_> {
        let visible = Place::all().filter(|&card| self.face(card).shown.is_none());
        let visible = visible.map(|card| self.words[card.index()].as_str());
        Visible::new(visible, self.rules.assets.list.language, self.config().clue_check)
    }

    /// A spymaster may say in advance which words are meant: hidden ones of the own team.
    fn is_meant(&self, seat: Seat, meant: &[Place]) -> Result<(), Illegal> {
        let side = self.config().side(seat);
        let fits = |&card: &Place| {
            usize::from(card.0) < self.words.len()
                && self.face(card).shown.is_none()
                && self.kind(side, card) == self.wanted(side)
        };
        let distinct = meant.iter().zip(meant.iter().skip(1)).all(|(one, next)| one < next);
        if meant.iter().all(fits) && distinct { Ok(()) } else { Err(Illegal::BadMeaning) }
    }

    /// Only what may be a matter of opinion can be allowed by the host: a word on the board cannot.
    fn can_be_appealed(&self, word: &str) -> Result<(), Illegal> {
        match self.is_fair(word) {
            Ok(()) => Err(Illegal::NothingToAsk),
            Err(Illegal::FormOfVisible { .. } | Illegal::PartOfVisible { .. }) => Ok(()),
            Err(other) => Err(other),
        }
    }

    fn has_not_asked(&self) -> Result<(), Illegal> {
        match self.phase {
            Phase::SpymasterTurn { appeal: Appeal::Unasked, .. } => Ok(()),
            _ => Err(Illegal::AlreadyAsked),
        }
    }

    /// A host who is to guess by the hint must not hear it before it is allowed.
    fn has_host(&self, seat: Seat) -> Result<(), Illegal> {
        match self.config().host {
            Some(host) if self.gone.contains(host) => Err(Illegal::NoHost),
            Some(host) if self.config().guessers(self.config().side(seat)).contains(host) => Err(Illegal::HostGuesses),
            Some(_) => Ok(()),
            None => Err(Illegal::NoHost),
        }
    }

    fn is_host(&self, seat: Seat) -> Result<(), Illegal> {
        if self.config().host == Some(seat) { Ok(()) } else { Err(Illegal::NotHost) }
    }

    fn has_appeal(&self) -> Result<(), Illegal> {
        match self.phase {
            Phase::SpymasterTurn { appeal: Appeal::Asked { .. }, .. } => Ok(()),
            _ => Err(Illegal::NothingAsked),
        }
    }

    /// Spymasters do not guess. In a duet both do.
    fn is_guesser(&self, seat: Seat) -> Result<(), Illegal> {
        let knows = !self.config().is_duet() && self.config().is_spymaster(seat);
        if knows { Err(Illegal::CantBeSpymaster) } else { Ok(()) }
    }

    /// Guessers mark cards whenever they like. In a duet each knows a key and hears of the other's marks: a mark beside the
    /// own guess would show the partner what is green.
    fn may_mark(&self, seat: Seat) -> Result<(), Illegal> {
        self.is_guesser(seat)?;
        match self.phase {
            _ if !self.config().is_duet() => Ok(()),
            Phase::TeamTurn { side, .. } if self.config().guessers(side).contains(seat) => Ok(()),
            _ => Err(Illegal::NotPlayersTurn),
        }
    }

    /// The team that has a hint reveals cards. In sudden death those do who have words left to find.
    fn is_guessers_turn(&self, seat: Seat) -> Result<(), Illegal> {
        self.is_guesser(seat)?;
        let guesses = |side: Side| self.config().guessers(side).contains(seat);
        match self.phase {
            Phase::SpymasterTurn { side, .. } if guesses(side) => Err(Illegal::NoHint),
            Phase::TeamTurn { side, .. } if guesses(side) => Ok(()),
            Phase::SuddenDeath { guessers } if guessers.contains(seat) => Ok(()),
            _ => Err(Illegal::NotPlayersTurn),
        }
    }

    fn is_hidden(&self, seat: Seat, card: Place) -> Result<(), Illegal> {
        let face = self.faces.get(card.index()).ok_or(Illegal::NoSuchCard)?;
        if face.is_closed_to(self.config().side(seat)) { Err(Illegal::AlreadyRevealed) } else { Ok(()) }
    }

    /// Ruling: at least one reveal before passing. There is no passing in sudden death.
    fn has_guessed(&self) -> Result<(), Illegal> {
        match self.phase {
            Phase::TeamTurn { guesses, .. } if guesses > 0 => Ok(()),
            _ => Err(Illegal::MustGuessOnce),
        }
    }

    /// Ruling: after each hint the other team's guessers have one intercept until the first reveal.
    fn may_intercept(&self, seat: Seat) -> Result<(), Illegal> {
        if self.config().variant != Variant::Interception {
            return Err(Illegal::NoInterception);
        }
        self.is_guesser(seat)?;
        match self.phase {
            Phase::TeamTurn { side, .. } if self.config().side(seat) == side => Err(Illegal::NotInterceptingTeam),
            Phase::TeamTurn { window: Window::Open { .. }, .. } => Ok(()),
            Phase::TeamTurn { window: Window::Used, .. } => Err(Illegal::InterceptAlreadyUsed),
            _ => Err(Illegal::NotInterceptPhase),
        }
    }
}

fn is_count(count: Count) -> Result<(), Illegal> {
    match count {
        Count::Number(number) if number > Count::MOST => Err(Illegal::BadCount),
        Count::Number(_) | Count::Unlimited => Ok(()),
    }
}
