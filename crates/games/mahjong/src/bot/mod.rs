//! Players made of code. They see a view and nothing else.

mod easy;
mod outlook;
mod sharp;

pub(crate) use outlook::Outlook;

use crate::{Action, Card, Direction, Exposure, Mahjong, PUNG, Rack, SEXTET, State, Tile, View, rules, stage::Step};
use easy::Easy;
use parlor_kernel::{Bot, Level, Rng, Rules, Seat};
use sharp::Sharp;

/// The bots, weakest first.
pub(crate) const LEVELS: &[Level] = &[
    Level { id: "easy", blurb: "Goes for the nearest hand and often discards without thinking." },
    Level { id: "medium", blurb: "Weighs the chances of several hands, but never its opponents." },
    Level { id: "hard", blurb: "Counts every tile, weighs every hand and feeds no opponent." },
];

/// The bot of that level.
pub(crate) fn of_level(level: &str) -> Option<Box<dyn Bot<Mahjong>>> {
    match level {
        "easy" => Some(Box::new(Player(Easy::default()))),
        "medium" => Some(Box::new(Player(Sharp::medium()))),
        "hard" => Some(Box::new(Player(Sharp::hard()))),
        _ => None,
    }
}

/// What a bot decides with.
pub(crate) struct Situation<'a> {
    pub card: &'a Card,
    pub view: &'a View,
    pub seat: Seat,
}

impl Situation<'_> {
    /// The bot's own exposures.
    pub fn exposures(&self) -> &[Exposure] {
        &self.view.seats[self.seat.index()].exposures
    }

    /// Whether these tiles, with the bot's exposures, are a hand of the card.
    pub fn wins(&self, rack: &Rack) -> bool {
        self.card.winning(rack, self.exposures()).is_some()
    }

    /// Every group that the discard can be claimed for, as few jokers as possible in each.
    pub fn calls(&self, tile: Tile) -> impl Iterator<Item = Exposure> + '_ {
        let rack = &self.view.hand;
        let (held, jokers) = (rack.count(tile), rack.jokers());
        let most = if tile.is_natural() { (held + jokers + 1).min(SEXTET) } else { 0 };
        (PUNG..=most)
            .map(move |size| Exposure { tile, size, jokers: (size - 1).saturating_sub(held) })
            .filter(|group| self.card.allows(&with(self.exposures(), *group)))
    }

    /// Jokers that lie open and can be had for a tile of the rack: whose, which exposure, and for what.
    pub fn exchanges(&self) -> impl Iterator<Item = (Action, Tile)> + '_ {
        (0..).map(Seat).zip(&self.view.seats).flat_map(move |(seat, public)| {
            (0..).zip(&public.exposures).filter_map(move |(exposure, group)| {
                let can = group.jokers > 0 && self.view.hand.count(group.tile) > 0;
                can.then_some((Action::Exchange { seat, exposure }, group.tile))
            })
        })
    }
}

/// Exposures with one more.
pub(crate) fn with(exposures: &[Exposure], group: Exposure) -> Vec<Exposure> {
    exposures.iter().copied().chain([group]).collect()
}

/// How a bot thinks.
trait Mind: Send {
    /// Up to `most` tiles to pass, at least `least` of them.
    fn pass(&mut self, at: &Situation<'_>, least: u8, most: u8, rng: &mut Rng) -> Rack;

    /// Whether to pass on.
    fn wants_more(&mut self, at: &Situation<'_>) -> bool;

    /// How many tiles to offer as a courtesy.
    fn bid(&mut self, at: &Situation<'_>) -> u8;

    /// What to do on the turn, when there is no mahjong: exchange, trade or discard.
    fn play(&mut self, at: &Situation<'_>, rng: &mut Rng) -> Action;

    /// The group to claim the discard for, if any.
    fn call(&mut self, at: &Situation<'_>, tile: Tile) -> Option<Exposure>;
}

struct Player<M>(M);

impl<M: Mind> Bot<Mahjong> for Player<M> {
    fn choose(&mut self, rules: &Rules<Mahjong>, view: &View, seat: Seat, rng: &mut Rng) -> Option<Action> {
        decide(&mut self.0, &Situation { card: &rules.assets, view, seat }, rng)
    }
}

/// What the best bot would do as `seat`, if the table waits for it.
pub(crate) fn advise(card: &Card, view: &View, seat: Seat) -> Option<Action> {
    // It never acts without thinking, so the generator is of no consequence.
    if view.awaits(seat) { decide(&mut Sharp::hard(), &Situation { card, view, seat }, &mut Rng::new(0)) } else { None }
}

fn decide(mind: &mut impl Mind, at: &Situation<'_>, rng: &mut Rng) -> Option<Action> {
    let &Situation { view, seat, .. } = at;
    Some(match view.state {
        State::Start | State::End => Action::Ready,
        // Only a hand that was dealt is declared so, instead of the first pass; the others of this Charleston go elsewhere.
        State::Charleston1
            if seat == view.east && view.direction == Some(Step::FIRST.direction()) && at.wins(&view.hand) =>
        {
            Action::Mahjong
        }
        State::Charleston1 | State::Charleston2 => {
            let blind = matches!(
                (view.state, view.direction),
                (State::Charleston1, Some(Direction::Left)) | (State::Charleston2, Some(Direction::Right))
            );
            Action::Pass { tiles: mind.pass(at, if blind { 0 } else { rules::PASS }, rules::PASS, rng) }
        }
        State::CharlestonQuery => Action::Vote { more: mind.wants_more(at) },
        State::CourtesyQuery => Action::Bid { tiles: mind.bid(at) },
        State::Courtesy => {
            let agreed = view.agreed[seat.index() % 2];
            Action::Pass { tiles: mind.pass(at, agreed, agreed, rng) }
        }
        // With every tile laid open there is nothing to discard.
        State::LoopChooseDiscard if view.hand.is_empty() || at.wins(&view.hand) => Action::Mahjong,
        State::LoopChooseDiscard => mind.play(at, rng),
        State::LoopQueryClaimDiscard => {
            let tile = view.offered()?;
            if at.wins(&view.hand.with(tile)) {
                return Some(Action::Mahjong);
            }
            // Without two fitting tiles there is no group, and nothing to think about.
            let material = view.hand.count(tile) + view.hand.jokers();
            let call = if material < PUNG - 1 { None } else { mind.call(at, tile) };
            call.map_or(Action::Decline, |group| Action::Call { size: group.size, jokers: group.jokers })
        }
        _ => return None,
    })
}

/// The tiles of a rack that may be passed.
pub(crate) fn passable(rack: &Rack) -> impl Iterator<Item = (Tile, u8)> + '_ {
    let blanks_stay = rules::blanks_stay(rack);
    rack.kinds().filter(move |(tile, _)| tile.is_natural() || *tile == Tile::BLANK && !blanks_stay)
}
