//! What every client says in the same words.

use parlor_kernel::{Registry, Seat, SeatSet};
use parlor_wire::{BetWish, HolderWish, Occupant, Pace, TableInfo, http::OpenTable};
use serde_json::{Map, Value};

/// "1,000,000".
pub fn thousands(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "1,200 gold".
pub fn gold(amount: impl Into<u64>) -> String {
    format!("{} gold", thousands(amount))
}

/// What is to be played, in a line: "hope · rated · over days".
pub fn terms(wish: &OpenTable, pace: Pace) -> String {
    let changed = wish.options.as_object().is_some_and(|options| !options.is_empty());
    let parts = [
        wish.preset.clone(),
        changed.then(|| "changed rules".into()),
        wish.rated.then(|| "rated".into()),
        wish.bet.map(|bet| format!("for {}", gold(bet.amount))),
        (pace == Pace::Correspondence).then(|| "over days".into()),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "the usual rules".into() } else { parts.join(" · ") }
}

/// What is played at a table, in a line.
pub fn table_terms(games: &Registry, info: &TableInfo) -> String {
    let bet = info.stake.as_ref().map(|stake| BetWish { amount: stake.amount, holder: HolderWish::House });
    terms(&OpenTable { bet, ..the_same(games, info) }, info.pace)
}

/// What to wish for to play by the rules of a table: without its bet, which nobody consents to twice by one word.
pub fn the_same(games: &Registry, info: &TableInfo) -> OpenTable {
    OpenTable {
        game: info.game.clone(),
        preset: Some(info.preset.clone()),
        options: changes(games, info).map_or(Value::Null, Value::Object),
        rated: info.rated,
        ..OpenTable::default()
    }
}

/// What is another way at a table than its preset has it.
fn changes(games: &Registry, info: &TableInfo) -> Option<Map<String, Value>> {
    let seats = (0..).map(Seat).zip(&info.seats);
    let bots = seats.filter(|(_, seat)| matches!(seat.occupant, Occupant::Bot { .. })).map(|(seat, _)| seat);
    let preset = games.game(&info.game)?.configure(Some(&info.preset), &Value::Null, bots.collect::<SeatSet>()).ok()?.0;
    let config = info.config.as_object()?.iter().filter(|(option, value)| preset.get(option) != Some(value));
    let changed: Map<_, _> = config.map(|(option, value)| (option.clone(), value.clone())).collect();
    (!changed.is_empty()).then_some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn terms_say_what_is_special() {
        let wish = OpenTable { game: "battleship".into(), ..OpenTable::default() };
        assert_eq!(terms(&wish, Pace::Live), "the usual rules");
        let wish = OpenTable { preset: Some("hope".into()), options: json!({"spacing": "apart"}), rated: true, ..wish };
        assert_eq!(terms(&wish, Pace::Correspondence), "hope · changed rules · rated · over days");
        let bet = Some(BetWish { amount: 1_200, holder: HolderWish::House });
        assert_eq!(terms(&OpenTable { bet, ..OpenTable::default() }, Pace::Live), "for 1,200 gold");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0_u32, 999, 1_000, 1_000_000].map(thousands), ["0", "999", "1,000", "1,000,000"]);
        assert_eq!(thousands(u64::MAX), "18,446,744,073,709,551,615");
    }
}
