//! What is said about a match, to the one who plays or watches it.

use super::choices::is_blind;
use crate::games::kit::Names;
use parlor_kernel::Seat;
use parlor_mahjong::{Action, Direction, SEATS, Settlement, State, View, Winner};

/// The wind of a seat in this deal, in a letter and in a word.
pub fn wind(view: &View, seat: Seat) -> (char, &'static str) {
    match (seat.0 + SEATS - view.east.0) % SEATS {
        0 => ('E', "East"),
        1 => ('S', "South"),
        2 => ('W', "West"),
        _ => ('N', "North"),
    }
}

/// Where tiles go, in a word.
pub const fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Right => "right",
        Direction::Across => "across",
        Direction::Left => "left",
    }
}

/// The status line: what goes on, and what to do.
pub fn status(view: &View, names: &Names) -> String {
    if let Some(outcome) = view.outcome {
        return names.ending(outcome, || view.settlement.as_ref().map_or_else(String::new, |end| settled(end, names)));
    }
    match names.me {
        Some(me) if !view.is_live(me) && !matches!(view.state, State::Start | State::End) => {
            format!("Your hand is dead: you pay, and look on. {}", looked_on(view, names))
        }
        Some(me) => asked(view, names, me),
        None => looked_on(view, names),
    }
}

/// What a player is asked.
fn asked(view: &View, names: &Names, me: Seat) -> String {
    let to = |way: Direction| names.name(way.from(me));
    match (view.state, view.direction) {
        (State::Charleston1 | State::Charleston2 | State::Courtesy, _) if view.sealed.is_some() => {
            "Your tiles are set aside. The others are choosing.".into()
        }
        (State::Charleston1 | State::Charleston2, Some(way)) if is_blind(view) => format!(
            "Pass {} to {}: up to three tiles. What you leave out of the three is passed on unseen.",
            direction(way),
            to(way)
        ),
        (State::Charleston1 | State::Charleston2, Some(way)) => {
            format!("Choose three tiles to pass {} to {}.", direction(way), to(way))
        }
        (State::CharlestonQuery, _) if view.sealed.is_some() => "You have voted. The others are deciding.".into(),
        (State::CharlestonQuery, _) => "Another Charleston? Any one player may stop it.".into(),
        (State::CourtesyQuery, _) if view.sealed.is_some() => "Your offer is made. The others are deciding.".into(),
        (State::CourtesyQuery, _) => {
            format!("How many tiles would you exchange with {}? The smaller offer counts.", to(Direction::Across))
        }
        (State::Courtesy, _) => match view.agreed[me.index() % 2] {
            0 => "You exchange nothing. The others are choosing.".into(),
            1 => format!("Choose one tile for {}.", to(Direction::Across)),
            tiles => format!("Choose {tiles} tiles for {}.", to(Direction::Across)),
        },
        (State::LoopChooseDiscard, _) if view.turn == Some(me) => match view.drawn {
            Some(tile) => format!("You drew {}. Choose a discard.", tile.name()),
            None if view.hand.is_empty() => "All your tiles lie open: declare mahjong.".into(),
            None => "Your turn: choose a discard.".into(),
        },
        (State::LoopQueryClaimDiscard, _) if view.turn != Some(me) => {
            let discard = discarded(view, names);
            match view.sealed {
                None => format!("{discard} Do you want it?"),
                Some(Action::Decline) => format!("{discard} You let it go."),
                Some(_) => format!("{discard} You claim it."),
            }
        }
        (State::Start, _) => "The tiles are dealt as soon as everyone is ready.".into(),
        (State::End, _) if view.ready.contains(me) => "The next deal begins when everyone is ready.".into(),
        _ => looked_on(view, names),
    }
}

fn looked_on(view: &View, names: &Names) -> String {
    match (view.state, view.direction, view.turn) {
        (State::Start, ..) => "The players get ready.".into(),
        (State::Deal, ..) => "The tiles are dealt.".into(),
        (State::Charleston1 | State::Charleston2, Some(way), _) => {
            format!("Everyone passes three tiles {}.", direction(way))
        }
        (State::CharlestonQuery | State::CharlestonQueryComplete, ..) => {
            "The players vote on another Charleston.".into()
        }
        (State::CourtesyQuery | State::CourtesyQueryComplete, ..) => "Opposite players offer a courtesy.".into(),
        (State::Courtesy | State::CourtesyComplete, ..) => "Opposite players exchange tiles.".into(),
        (State::LoopQueryClaimDiscard, ..) => discarded(view, names),
        (State::End, ..) => view.settlement.as_ref().map_or_else(String::new, |end| settled(end, names)),
        (_, _, Some(turn)) => format!("{} turn.", names.whose(turn)),
        _ => String::new(),
    }
}

/// "Ben discards 5 Dot."
fn discarded(view: &View, names: &Names) -> String {
    let Some(discard) = view.discards.last() else { return String::new() };
    let verb = if names.me == Some(discard.seat) { "discard" } else { "discards" };
    format!("{} {verb} {}.", names.who(discard.seat), discard.tile.name())
}

/// How a deal ended, in a sentence.
pub fn settled(settlement: &Settlement, names: &Names) -> String {
    let Some(Winner { seat, hand, value, from, jokerless, .. }) = &settlement.winner else {
        return "No player wins this deal, and none pays.".into();
    };
    let won = if names.me == Some(*seat) { "You have".into() } else { format!("{} has", names.name(*seat)) };
    let how = match from {
        Some(from) if names.me == Some(*from) => "with your discard".into(),
        Some(from) => format!("with {}’s discard", names.name(*from)),
        None => "by a tile from the wall or an exchange".to_owned(),
    };
    let jokerless = if *jokerless { ", doubled for want of jokers" } else { "" };
    format!("Mahjong! {won} {hand} for {value}{jokerless}, {how}.")
}

/// "+50", "−25", "0".
pub fn signed(amount: i32) -> String {
    match amount {
        0 => "0".into(),
        amount if amount > 0 => format!("+{amount}"),
        amount => format!("−{}", amount.unsigned_abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::{FastDice, Game, GameConfig, Table, Viewer};
    use parlor_mahjong::{Config, Discard, Mahjong, Rack};

    fn names(me: Option<u8>) -> Names {
        Names::new(me.map(Seat), ["Ada", "Ben", "Cleo", "Dan"])
    }

    #[test]
    fn a_player_is_told_what_to_do_and_a_spectator_what_goes_on() {
        let table = Table::<Mahjong, _>::new(Config::preset("house").unwrap().rules().unwrap(), FastDice(1));
        let mut view = table.game().view(Viewer::Seat(Seat(1)));
        let told = |view: &View, me| status(view, &names(me));
        (view.state, view.direction) = (State::Charleston1, Some(Direction::Right));
        assert_eq!(told(&view, Some(1)), "Choose three tiles to pass right to Cleo.");
        assert_eq!(told(&view, None), "Everyone passes three tiles right.");
        (view.state, view.turn) = (State::LoopQueryClaimDiscard, Some(Seat(3)));
        view.discards = vec![Discard { seat: Seat(3), tile: "5D".parse().unwrap() }];
        assert_eq!(told(&view, Some(1)), "Dan discards 5 Dot. Do you want it?");
        view.sealed = Some(Action::Decline);
        assert_eq!(told(&view, Some(1)), "Dan discards 5 Dot. You let it go.");
        assert_eq!([0, 1, 2, 3].map(|seat| wind(&view, Seat(seat)).0), ['E', 'S', 'W', 'N']);
    }

    #[test]
    fn a_deal_is_settled_in_a_sentence() {
        let winner = |from, jokerless| {
            let winner = Winner { seat: Seat(0), hand: "C1".into(), value: 25, from, jokerless, tiles: Rack::EMPTY };
            Settlement { winner: Some(winner), payments: [100, -50, -25, -25] }
        };
        let told = |end: &Settlement, me| settled(end, &names(me));
        assert_eq!(told(&winner(Some(Seat(1)), false), Some(1)), "Mahjong! Ada has C1 for 25, with your discard.");
        let own = told(&winner(None, true), Some(0));
        assert_eq!(
            own,
            "Mahjong! You have C1 for 25, doubled for want of jokers, by a tile from the wall or an exchange."
        );
        let wall = Settlement { winner: None, payments: [0; 4] };
        assert!(told(&wall, None).contains("none pays"));
        assert_eq!([50, 0, -25].map(signed), ["+50", "0", "−25"]);
    }
}
