//! The position.

use crate::{Config, Count, Face, Hint, Kind, Place, Places, Side, deal, view::View};
use parlor_kernel::{Dice, GameConfig, Outcome, Rules, Seat, SeatSet, Tick};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the match waits for. The seed's `Idle` is the table's waiting room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The spymaster of this side is to give a hint.
    SpymasterTurn {
        /// Whose turn it is.
        side: Side,
        /// What the host is asked to allow.
        appeal: Appeal,
    },
    /// The guessers of this side are to reveal cards.
    TeamTurn {
        /// Whose turn it is.
        side: Side,
        /// How many cards they have revealed in this turn.
        guesses: u8,
        /// Whether the other team may intercept.
        window: Window,
    },
    /// In a duet: there are no more hints, and a wrong guess loses.
    SuddenDeath {
        /// Those who have words left to find.
        guessers: SeatSet,
    },
    /// The match is over.
    Ended,
}

impl Phase {
    /// Whose turn it is.
    pub const fn side(&self) -> Option<Side> {
        match self {
            Self::SpymasterTurn { side, .. } | Self::TeamTurn { side, .. } => Some(*side),
            Self::SuddenDeath { .. } | Self::Ended => None,
        }
    }

    /// Whether the match waits for `seat`, which did this in the turn, where those in `gone` have left.
    pub(crate) fn awaits(&self, config: &Config, gone: SeatSet, seat: Seat, did: Did) -> bool {
        let stays = |seat: Seat| !gone.contains(seat);
        let has_people = |seats: SeatSet| seats.iter().any(|mate| stays(mate) && !config.bots.contains(mate));
        match self {
            Self::SpymasterTurn { appeal: Appeal::Asked { .. }, .. } => config.host == Some(seat),
            Self::SpymasterTurn { side, .. } => config.hinter(*side) == seat && stays(seat),
            Self::TeamTurn { side, window, .. } if config.guessers(*side).contains(seat) => {
                let people = has_people(config.guessers(*side));
                let held = matches!(window, Window::Open { held_until: Some(_), .. });
                // Bots mark a card for people, and leave the guessing to them.
                let due = if people { !config.bots.contains(seat) || !did.tagged } else { !held };
                due && stays(seat)
            }
            Self::TeamTurn { side, window, .. } => {
                let may = matches!(window, Window::Open { .. }) && config.guessers(side.other()).contains(seat);
                may && stays(seat) && config.bots.contains(seat) && !did.waived
            }
            // There is no passing: a bot waits until its partner has found everything, and no longer.
            Self::SuddenDeath { guessers } => {
                let leaves_it = config.bots.contains(seat) && has_people(*guessers);
                guessers.contains(seat) && stays(seat) && !leaves_it
            }
            Self::Ended => false,
        }
    }
}

/// What a seat has done in the turn of a team.
#[derive(Clone, Copy)]
pub(crate) struct Did {
    /// Marked a card.
    pub tagged: bool,
    /// Let the hint pass.
    pub waived: bool,
}

/// A hint that only the host can allow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Appeal {
    /// The host has not been asked in this turn.
    Unasked,
    /// The host is to decide.
    Asked {
        /// What is asked for, as far as the viewer knows: the spymaster and the host do. The guessers would have a hint for
        /// free.
        hint: Option<Proposal>,
    },
    /// The host has said no.
    Denied,
}

/// A hint that the host may allow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proposal {
    /// The word.
    pub word: String,
    /// For how many words.
    pub count: Count,
}

/// The time in which a hint may be intercepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// It is over, or there are no intercepts in this game.
    Closed,
    /// It has been used.
    Used,
    /// The other team may intercept.
    Open {
        /// When the hint was given.
        since: Tick,
        /// Until when a team of bots waits.
        held_until: Option<Tick>,
    },
}

/// What is counted for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(crate) struct Tally {
    pub(crate) hints: u16,
    /// Words that the team found in the turns of these hints.
    pub(crate) found: u16,
    pub(crate) right: u16,
    pub(crate) wrong: u16,
    pub(crate) steals: u16,
}

/// A match of Codenames.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Codenames {
    /// Not part of the digest: they never change, and the log's header names them.
    #[serde(skip)]
    pub(crate) rules: Arc<Rules<Self>>,
    /// The numbers of the words in the list.
    pub(crate) drawn: Vec<u16>,
    /// Not part of the digest: they follow from the numbers.
    #[serde(skip)]
    pub(crate) words: Vec<String>,
    /// The key; in a duet that of each player.
    pub(crate) keys: Vec<Vec<Kind>>,
    pub(crate) faces: Vec<Face>,
    pub(crate) phase: Phase,
    pub(crate) starter: Side,
    pub(crate) hints: Vec<Hint>,
    /// What the spymasters said that their hints mean.
    pub(crate) meant: Vec<Places>,
    pub(crate) tags: Vec<Places>,
    /// Those that have let the hint pass.
    pub(crate) waived: SeatSet,
    pub(crate) points: [i16; 2],
    pub(crate) players: Vec<i16>,
    pub(crate) tallies: Vec<Tally>,
    /// How many turns have been taken.
    pub(crate) turns: u16,
    /// How many turns in a row ended by the clock without a card being revealed.
    pub(crate) idle: u8,
    pub(crate) deadline: Option<Tick>,
    pub(crate) gone: SeatSet,
    pub(crate) outcome: Option<Outcome>,
}

impl Codenames {
    pub(crate) fn opening(rules: &Arc<Rules<Self>>, dice: &impl Dice) -> Self {
        let config = &rules.config;
        let deal = deal::deal(rules, dice);
        let seats = usize::from(parlor_kernel::GameConfig::seats(&**config));
        let mut game = Self {
            rules: Arc::clone(rules),
            words: deal::texts(rules, &deal.drawn),
            drawn: deal.drawn,
            keys: deal.keys,
            faces: vec![Face::default(); crate::CARDS.into()],
            phase: Phase::SpymasterTurn { side: deal.starter, appeal: Appeal::Unasked },
            starter: deal.starter,
            hints: Vec::new(),
            meant: Vec::new(),
            tags: vec![Places::NONE; seats],
            waived: SeatSet::EMPTY,
            points: [0; 2],
            players: vec![0; seats],
            tallies: vec![Tally::default(); seats],
            turns: 0,
            idle: 0,
            deadline: None,
            gone: SeatSet::EMPTY,
            outcome: None,
        };
        game.deadline = game.deadline_from(Tick::ZERO);
        game
    }

    /// The rule set.
    pub fn config(&self) -> &Config {
        &self.rules.config
    }

    /// The words on the board.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// What a card is when `side` has given the hint.
    pub fn kind(&self, side: Side, card: Place) -> Kind {
        let key = if self.keys.len() > 1 { &self.keys[side.index()] } else { &self.keys[0] };
        key[card.index()]
    }

    /// What everyone sees of a card.
    pub fn face(&self, card: Place) -> &Face {
        &self.faces[card.index()]
    }

    /// How many words of a team are hidden; in a duet, how many green words on that player's key.
    pub fn words_left(&self, side: Side) -> u8 {
        let wanted = self.wanted(side);
        Place::all().filter(|&card| self.kind(side, card) == wanted && self.face(card).shown.is_none()).count() as u8
    }

    /// The kind that a hint of `side` is about.
    pub(crate) fn wanted(&self, side: Side) -> Kind {
        if self.config().is_duet() { Kind::Green } else { side.kind() }
    }

    /// In a duet: how many turns are left, the current one included.
    pub(crate) fn turns_left(&self) -> u8 {
        if self.config().is_duet() { u16::from(self.config().turns).saturating_sub(self.turns) as u8 } else { 0 }
    }

    /// The seats the match waits for.
    pub(crate) fn awaited(&self) -> SeatSet {
        let did = |seat: Seat| Did { tagged: !self.tags[seat.index()].is_empty(), waived: self.waived.contains(seat) };
        let seats = Seat::all(self.config().seats());
        seats.filter(|&seat| self.phase.awaits(self.config(), self.gone, seat, did(seat))).collect()
    }

    /// When the clock next does something.
    pub(crate) fn due(&self) -> Option<Tick> {
        let held = match self.phase {
            Phase::TeamTurn { window: Window::Open { held_until, .. }, .. } => held_until,
            _ => None,
        };
        [held, self.deadline].into_iter().flatten().min()
    }

    /// Until when the turn that begins at `now` lasts. Ruling: the first lasts a minute longer.
    pub(crate) fn deadline_from(&self, now: Tick) -> Option<Tick> {
        let extra = if self.turns == 0 { 60 } else { 0 };
        self.config().turn_seconds.map(|seconds| now + (u64::from(seconds) + extra) * 1_000)
    }

    /// The seats that play with `seat` and hear of its marks.
    pub(crate) fn team_of(&self, seat: Seat) -> SeatSet {
        self.config().team_mates(seat)
    }

    pub(crate) fn seen(&self, viewer: parlor_kernel::Viewer) -> View {
        View::of(self, viewer)
    }
}
