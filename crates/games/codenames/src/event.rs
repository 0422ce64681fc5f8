//! What seats do and what is announced.

use crate::{Count, Kind, Place, Side, explain::Explanation};
use parlor_kernel::{Outcome, Seat, SeatSet, Tick};
use serde::{Deserialize, Serialize};

/// What a seat may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// The spymaster gives a hint.
    Hint {
        /// One word.
        word: String,
        /// For how many words.
        count: Count,
        /// The words it is meant for, if the spymaster wants to tell after the match.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        meant: Vec<Place>,
    },
    /// The spymaster asks the host to allow a hint that was refused.
    Appeal {
        /// One word.
        word: String,
        /// For how many words.
        count: Count,
    },
    /// The host decides about a hint that was refused.
    Rule {
        /// Whether it may be given.
        allow: bool,
    },
    /// A guesser marks a card for the team, before it is revealed.
    Tag {
        /// Which card.
        card: Place,
        /// Whether the mark is set or taken away.
        on: bool,
    },
    /// A guesser reveals a card.
    Reveal {
        /// Which card.
        card: Place,
    },
    /// A guesser ends the turn.
    EndTurn,
    /// A guesser of the other team reveals a card, before the hinting team does.
    Intercept {
        /// Which card.
        card: Place,
    },
    /// A guesser of the other team lets a hint pass.
    Waive,
}

/// Why a turn ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnEnd {
    /// A card was revealed that is not the team's.
    Wrong,
    /// As many cards were revealed as the hint allows, or there is nothing left to find.
    Used,
    /// The guessers ended it.
    Passed,
    /// Time ran out.
    Timeout,
}

/// What an intercept came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interception {
    /// A word of the hinting team.
    Stolen {
        /// Whether it was quick enough for the bonus.
        quick: bool,
    },
    /// Another word.
    Failed,
}

impl Interception {
    /// Whether it was a word of the hinting team.
    pub const fn is_stolen(self) -> bool {
        matches!(self, Self::Stolen { .. })
    }
}

/// What is announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A spymaster has given a hint.
    Hinted {
        /// Whose hint it is.
        side: Side,
        /// The word.
        word: String,
        /// For how many words.
        count: Count,
        /// When.
        at: Tick,
        /// Until when a team of bots waits for intercepts.
        held_until: Option<Tick>,
    },
    /// A team of bots has waited long enough for intercepts and goes on.
    Released,
    /// A spymaster asks the host to allow a hint.
    Appealed {
        /// Whose hint it is.
        side: Side,
    },
    /// To the spymaster who asks and to the host: this is the hint.
    Proposed {
        /// Whose hint it is.
        side: Side,
        /// The word.
        word: String,
        /// For how many words.
        count: Count,
    },
    /// The host has not allowed the hint.
    Denied {
        /// Whose hint it was.
        side: Side,
    },
    /// To the team: a guesser has marked a card or taken a mark away.
    Tagged {
        /// Who.
        seat: Seat,
        /// Which card.
        card: Place,
        /// Whether it is marked now.
        on: bool,
    },
    /// A guesser has revealed a card.
    Revealed {
        /// Who.
        seat: Seat,
        /// Which card.
        card: Place,
        /// Its word, for those who are told of it and have no board.
        word: String,
        /// What it is; in a duet, on the hinting player's key.
        kind: Kind,
    },
    /// A guesser of the other team has revealed a card.
    Intercepted {
        /// Who.
        seat: Seat,
        /// Which card.
        card: Place,
        /// Its word, for those who are told of it and have no board.
        word: String,
        /// What it is.
        kind: Kind,
        /// What came of it.
        result: Interception,
    },
    /// To the seat itself: it has let the hint pass.
    Waived {
        /// Who.
        seat: Seat,
    },
    /// The points of the teams and players have changed.
    Scored {
        /// The teams' points, red first.
        teams: [i16; 2],
        /// The players' points, by seat.
        players: Vec<i16>,
    },
    /// A turn is over.
    TurnEnded {
        /// Whose turn it was.
        side: Side,
        /// Why.
        end: TurnEnd,
    },
    /// A turn begins: its spymaster is to give a hint.
    Turn {
        /// Whose turn it is.
        side: Side,
        /// Until when.
        deadline: Option<Tick>,
        /// In a duet: how many turns are left, this one included.
        turns_left: u8,
    },
    /// In a duet: there are no more turns, and the next wrong guess loses. Told again when one has nothing left to find.
    SuddenDeath {
        /// Those who have words left to find.
        guessers: SeatSet,
        /// Until when.
        deadline: Option<Tick>,
    },
    /// A seat is empty for good.
    Left {
        /// Which one.
        seat: Seat,
    },
    /// The match is over: no more secrets.
    Over {
        /// The result.
        outcome: Outcome,
        /// The key; in a duet that of each player.
        keys: Vec<Vec<Kind>>,
        /// What spymasters meant by their hints, as far as they said so.
        explanations: Vec<Explanation>,
    },
}
