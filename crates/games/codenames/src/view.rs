//! What one viewer may know.

use crate::{
    Appeal, Codenames, Config, Event, Face, Hint, Kind, Phase, Place, Places, Proposal, Side, Variant, Window,
    explain::{self, Explanation},
    state::Did,
};
use parlor_kernel::{Outcome, Seat, SeatSet, Tick, Viewer};
use serde::{Deserialize, Serialize};

/// A match as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is; `None` for a spectator.
    pub seat: Option<Seat>,
    /// How many play in the red team: the first seats are theirs.
    pub red: u8,
    /// The words on the board.
    pub words: Vec<String>,
    /// The key as far as the viewer knows it: spymasters do, and everyone after the match. In a duet there are two, and
    /// each player knows one.
    pub keys: Vec<Option<Vec<Kind>>>,
    /// What everyone sees of the cards.
    pub faces: Vec<Face>,
    /// What the match waits for.
    pub phase: Phase,
    /// Who began.
    pub starter: Side,
    /// Every hint so far.
    pub hints: Vec<Hint>,
    /// The marks that each player set on cards, as far as the viewer may know: those of the own team.
    pub tags: Vec<Places>,
    /// Whether hints can be intercepted.
    pub intercepts: bool,
    /// Whether the viewer has let the hint pass.
    pub waived: bool,
    /// The teams' points, red first.
    pub points: [i16; 2],
    /// The players' points, by seat.
    pub players: Vec<i16>,
    /// In a duet: how many turns are left, the current one included.
    pub turns_left: u8,
    /// Until when the turn lasts.
    pub deadline: Option<Tick>,
    /// Who has left.
    pub gone: SeatSet,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
    /// What spymasters meant, once the match is over.
    pub explanations: Vec<Explanation>,
}

impl View {
    pub(crate) fn of(game: &Codenames, viewer: Viewer) -> Self {
        let config = game.config();
        let over = game.outcome.is_some();
        let knows = |layer: usize| {
            let knows =
                |seat: Seat| config.is_spymaster(seat) && (!config.is_duet() || config.side(seat).index() == layer);
            over || viewer.seat().is_some_and(knows)
        };
        let hears = |seat: Seat| viewer.seat().is_some_and(|own| config.team_mates(own).contains(seat));
        let tags = (0u8..).map(Seat).zip(&game.tags);
        Self {
            seat: viewer.seat(),
            red: config.red,
            words: game.words.clone(),
            keys: game.keys.iter().enumerate().map(|(layer, key)| knows(layer).then(|| key.clone())).collect(),
            faces: game.faces.clone(),
            phase: phase(game, viewer),
            starter: game.starter,
            hints: game.hints.clone(),
            tags: tags.map(|(seat, tags)| if hears(seat) { *tags } else { Places::NONE }).collect(),
            intercepts: config.variant == Variant::Interception,
            waived: viewer.seat().is_some_and(|seat| game.waived.contains(seat)),
            points: game.points,
            players: game.players.clone(),
            turns_left: game.turns_left(),
            deadline: game.deadline,
            gone: game.gone,
            outcome: game.outcome,
            explanations: if over { explain::all(game) } else { Vec::new() },
        }
    }

    /// Whether the match waits for the viewer, who sits there.
    pub fn awaits(&self, config: &Config, seat: Seat) -> bool {
        let did = Did { tagged: !self.tags[seat.index()].is_empty(), waived: self.waived };
        self.phase.awaits(config, self.gone, seat, did)
    }

    /// Brings the view up to date.
    pub(crate) fn hear(&mut self, event: &Event) {
        match event {
            Event::Hinted { side, word, count, at, held_until } => {
                self.hints.push(Hint { side: *side, word: word.clone(), count: *count, revealed: Vec::new() });
                let window =
                    if self.intercepts { Window::Open { since: *at, held_until: *held_until } } else { Window::Closed };
                self.phase = Phase::TeamTurn { side: *side, guesses: 0, window };
                self.waived = false;
            }
            Event::Released => {
                if let Phase::TeamTurn { window: Window::Open { held_until, .. }, .. } = &mut self.phase {
                    *held_until = None;
                }
            }
            Event::Appealed { side } => {
                self.phase = Phase::SpymasterTurn { side: *side, appeal: Appeal::Asked { hint: None } };
            }
            Event::Proposed { side, word, count } => {
                let hint = Some(Proposal { word: word.clone(), count: *count });
                self.phase = Phase::SpymasterTurn { side: *side, appeal: Appeal::Asked { hint } };
            }
            Event::Denied { side } => self.phase = Phase::SpymasterTurn { side: *side, appeal: Appeal::Denied },
            Event::Tagged { seat, card, on } => {
                let tags = &mut self.tags[seat.index()];
                *tags = if *on { tags.with(*card) } else { tags.without(*card) };
            }
            Event::Revealed { seat, card, kind, .. } => {
                self.turn_over(*seat, *card, *kind);
                if let Phase::TeamTurn { guesses, window, .. } = &mut self.phase {
                    *guesses += 1;
                    *window = Window::Closed;
                }
            }
            Event::Intercepted { seat, card, kind, .. } => {
                self.turn_over(*seat, *card, *kind);
                if let Phase::TeamTurn { window, .. } = &mut self.phase {
                    *window = Window::Used;
                }
            }
            Event::Waived { .. } => self.waived = true,
            Event::Scored { teams, players } => {
                self.points = *teams;
                self.players.clone_from(players);
            }
            Event::TurnEnded { .. } => {
                self.tags.fill(Places::NONE);
                self.waived = false;
            }
            Event::Turn { side, deadline, turns_left } => {
                self.phase = Phase::SpymasterTurn { side: *side, appeal: Appeal::Unasked };
                self.deadline = *deadline;
                self.turns_left = *turns_left;
            }
            Event::SuddenDeath { guessers, deadline } => {
                self.phase = Phase::SuddenDeath { guessers: *guessers };
                self.deadline = *deadline;
                self.turns_left = 0;
            }
            Event::Left { seat } => self.gone = self.gone.with(*seat),
            Event::Over { outcome, keys, explanations } => {
                self.outcome = Some(*outcome);
                self.phase = Phase::Ended;
                self.deadline = None;
                self.keys = keys.iter().cloned().map(Some).collect();
                self.explanations.clone_from(explanations);
            }
        }
    }

    fn turn_over(&mut self, seat: Seat, card: Place, kind: Kind) {
        let face = &mut self.faces[card.index()];
        if self.keys.len() > 1 && kind == Kind::Innocent {
            // In a duet the seats are the sides.
            face.innocent_for[seat.index()] = true;
            self.tags[seat.index()] = self.tags[seat.index()].without(card);
        } else {
            face.shown = Some(kind);
            self.tags.iter_mut().for_each(|tags| *tags = tags.without(card));
        }
        if let Some(hint) = self.hints.last_mut() {
            hint.revealed.push(card);
        }
    }

    /// Whether two play together.
    pub fn is_duet(&self) -> bool {
        self.keys.len() > 1
    }

    /// The side of a seat.
    pub fn side_of(&self, seat: Seat) -> Side {
        if seat.0 < self.red { Side::RED } else { Side::BLUE }
    }

    /// Whether `seat` gives the hints of `side`.
    pub fn is_hinter(&self, seat: Seat, side: Side) -> bool {
        seat.0 == if side == Side::RED { 0 } else { self.red }
    }

    /// Whether `seat` guesses when `side` has given a hint.
    pub fn is_guesser(&self, seat: Seat, side: Side) -> bool {
        if self.is_duet() {
            return self.side_of(seat) == side.other();
        }
        self.side_of(seat) == side && !self.is_hinter(seat, side)
    }

    /// What a card is, as far as the viewer knows, when `side` has given the hint.
    pub fn known(&self, side: Side, card: Place) -> Option<Kind> {
        let layer = if self.is_duet() { side.index() } else { 0 };
        let key = self.keys.get(layer)?.as_ref();
        key.map(|key| key[card.index()]).or(self.faces[card.index()].shown)
    }

    /// How many words of a team are hidden. In a duet it is the same for both: how many green ones are.
    pub fn words_left(&self, side: Side) -> u8 {
        let found = |kind: Kind| self.faces.iter().filter(|face| face.shown == Some(kind)).count() as u8;
        if self.is_duet() {
            return 15 - found(Kind::Green);
        }
        let all = if side == self.starter { 9 } else { 8 };
        all - found(side.kind())
    }

    /// How many cards the guessers may still reveal in this turn; `None` is no limit.
    pub fn guesses_left(&self) -> Option<u8> {
        let Phase::TeamTurn { guesses, .. } = self.phase else { return None };
        let limit = if self.is_duet() { None } else { self.hints.last()?.count.limit() };
        limit.map(|limit| limit.saturating_sub(guesses))
    }

    /// The cards that `side` may still choose.
    pub fn hidden(&self, side: Side) -> impl Iterator<Item = Place> + '_ {
        Place::all().filter(move |card| !self.faces[card.index()].is_closed_to(side))
    }
}

/// What the match waits for, without a hint that is not given yet.
fn phase(game: &Codenames, viewer: Viewer) -> Phase {
    let mut phase = game.phase.clone();
    if let Phase::SpymasterTurn { side, appeal: Appeal::Asked { hint } } = &mut phase
        && !viewer.seat().is_some_and(|seat| game.config().knows_appeal(*side).contains(seat))
    {
        *hint = None;
    }
    phase
}
