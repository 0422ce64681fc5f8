//! Hints: what to go for, what to give away and what to claim, each with a reason.

use crate::{
    Action, Card, Exposure, IMPOSSIBLE, Rack, Ranking, Tile, View,
    bot::{Outlook, Situation, advise},
};
use parlor_kernel::Seat;
use serde::Serialize;

/// How many hands are named.
const NAMED: usize = 5;

/// A hand of the card that a player may go for.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Prospect {
    /// The hand's id on the card.
    pub hand: String,
    /// What it is worth.
    pub value: u16,
    /// Whether it may not be exposed.
    pub concealed: bool,
    /// How many tiles are missing, jokers counted.
    pub distance: u8,
    /// The missing tiles for which no joker stands in.
    pub strict: Rack,
    /// The other missing tiles; the player's jokers stand in for some of them.
    pub grouped: Rack,
    /// The tiles on the rack that the hand needs.
    pub useful: Rack,
    /// The chance to complete it, roughly, in percent.
    pub percent: u8,
}

/// What a player might do, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Advice {
    /// The suggested action.
    pub action: Action,
    /// Why, in a sentence.
    pub why: String,
}

/// What a player is told who asks for help.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hints {
    /// The most promising hands, best first.
    pub prospects: Vec<Prospect>,
    /// What to do now; `None` if there is nothing to do.
    pub advice: Option<Advice>,
}

/// Hints for the player whose view it is. A pure function of what that player sees: compute it again whenever the hand
/// changes. A spectator gets none.
pub fn hints(card: &Card, view: &View) -> Option<Hints> {
    let seat = view.seat?;
    let at = Situation { card, view, seat };
    let prospects = prospects(&at);
    let action = advise(card, view, seat);
    let advice = action.map(|action| Advice { action, why: why(&at, &action, prospects.first()) });
    Some(Hints { prospects, advice })
}

/// How near the player is to every hand of the card, in the card's order: for a page that shows the card.
pub fn progress(card: &Card, view: &View) -> Vec<u8> {
    let Some(seat) = view.seat else { return vec![IMPOSSIBLE; card.hands().len()] };
    let mut ranking = card.ranking();
    card.rank(&view.hand, &view.seats[seat.index()].exposures, &mut ranking);
    (0..card.hands().len() as u16).map(|hand| ranking.nearest(hand).0).collect()
}

/// The best way of each hand, the most promising hands first.
fn prospects(at: &Situation<'_>) -> Vec<Prospect> {
    let mut ranking = at.card.ranking();
    at.card.rank(&at.view.hand, at.exposures(), &mut ranking);
    let outlook = Outlook::new(at.card, at.view);
    let chance = |ground: usize| outlook.chance(ground, &at.view.hand, at.exposures());
    let mut best: Vec<(f64, usize)> = Vec::new();
    for hand in at.card.hands() {
        let near = hand.ways.clone().filter(|&ground| ranking.distance(ground) != IMPOSSIBLE);
        best.extend(near.map(|ground| (chance(ground), ground)).max_by(|one, other| one.0.total_cmp(&other.0)));
    }
    best.sort_by(|one, other| other.0.total_cmp(&one.0));
    best.truncate(NAMED);
    best.into_iter().map(|(chance, ground)| prospect(at, &ranking, chance, ground)).collect()
}

fn prospect(at: &Situation<'_>, ranking: &Ranking, chance: f64, number: usize) -> Prospect {
    let ground = &at.card.grounds()[number];
    let hand = at.card.hand_of(ground);
    let missing = at.card.missing(number, &at.view.hand, at.exposures());
    let mut useful = Rack::EMPTY;
    for need in &ground.needs {
        let exposed: u8 = at.exposures().iter().filter(|group| group.tile == need.tile).map(|group| group.size).sum();
        useful.add_many(need.tile, at.view.hand.count(need.tile).min(need.total - exposed));
    }
    Prospect {
        hand: hand.id.clone(),
        value: hand.value,
        concealed: hand.concealed,
        distance: ranking.distance(number),
        strict: missing.strict,
        grouped: missing.grouped,
        useful,
        percent: (chance * 100.0).round() as u8,
    }
}

/// Why an action is suggested, in a sentence.
fn why(at: &Situation<'_>, action: &Action, best: Option<&Prospect>) -> String {
    let goal = best.map_or_else(
        || "No hand of the card is possible any more".into(),
        |best| format!("{} needs {} more", best.hand, tiles(best.distance)),
    );
    let spare = |rack: &Rack| rack.tiles().all(|tile| best.is_none_or(|best| best.useful.count(tile) == 0));
    match action {
        Action::Ready => "The next deal begins when everyone is ready.".into(),
        Action::Pass { tiles } if tiles.is_empty() => format!("{goal}, and every tile may be useful: pass blind."),
        Action::Pass { tiles } if spare(tiles) => format!("{goal}, and none of these is among its tiles."),
        Action::Pass { .. } => format!("{goal}, and these are the tiles it misses least."),
        Action::Vote { more: true } => format!("{goal}: more passes bring more of them."),
        Action::Vote { more: false } => format!("{goal}, so there is nothing left to give away."),
        Action::Bid { tiles: 0 } => format!("{goal}, and you have no tile to spare."),
        Action::Bid { tiles: count } => format!("{goal}, and you can spare {}.", tiles(*count)),
        Action::Discard { tile } if spare(&Rack::EMPTY.with(*tile)) => {
            format!("{goal}, and {} is not among its tiles{}.", tile.name(), watched(at, *tile))
        }
        Action::Discard { tile } => format!("{goal}, and of your tiles it misses {} least.", tile.name()),
        Action::Mahjong if at.view.hand.is_empty() && !at.wins(&at.view.hand) => {
            "All your tiles lie open, so there is none to discard.".into()
        }
        Action::Mahjong => "Your hand is complete.".into(),
        Action::Call { size, .. } => {
            let name = at.view.offered().map_or_else(|| "it".into(), Tile::name);
            format!("With {name} you lay open a group of {size} and come one step closer.")
        }
        Action::Decline => match at.view.offered() {
            Some(tile) if at.calls(tile).next().is_none() => format!("No group of yours can use {}.", tile.name()),
            _ => format!("{goal}, and laying a group open now would cost more than it brings."),
        },
        Action::Regroup { .. } => "The group fits your hand better this way.".into(),
        Action::Exchange { .. } => "A joker can stand in for any tile of a larger group.".into(),
        Action::Trade { tile } => format!("{goal}, and a blank is of no other use than to get {}.", tile.name()),
        Action::Challenge { .. } => "No hand of the card has such exposures.".into(),
        Action::Pause => "There is more to weigh than the clock allows.".into(),
    }
}

/// That no opponent with exposures seems to wait for a tile, if there is such an opponent.
fn watched(at: &Situation<'_>, tile: Tile) -> &'static str {
    let open =
        (0..).map(Seat).zip(&at.view.seats).filter(|(seat, public)| *seat != at.seat && !public.exposures.is_empty());
    let waits = |exposures: &[Exposure]| {
        let lies: u8 = exposures.iter().filter(|group| group.tile == tile).map(|group| group.size).sum();
        at.card.allowed(exposures).any(|number| at.card.grounds()[number].total[tile.index()] > lies)
    };
    let mut open = open.peekable();
    if open.peek().is_none() || open.any(|(_, public)| waits(&public.exposures)) {
        ""
    } else {
        ", and no open hand can use it"
    }
}

fn tiles(count: u8) -> String {
    if count == 1 { "1 tile".into() } else { format!("{count} tiles") }
}
