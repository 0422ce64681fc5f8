//! What every client says in the same words.

pub use parlor_kernel::prose::thousands;
use parlor_kernel::{Registry, Seat, SeatSet};
use parlor_wire::{BetWish, Held, HolderWish, Occupant, Pace, TableInfo, bet::BetHolder, http::OpenTable};
use serde_json::{Map, Value};

/// "1,200 gold".
pub fn gold(amount: impl Into<u64>) -> String {
    format!("{} gold", thousands(amount))
}

/// Whether the key that was shown at the end is the one that was promised at the beginning, as a sentence.
pub const fn promise(kept: bool) -> &'static str {
    match kept {
        true => "Fair: the house kept the promise about chance that it made before the first move.",
        false => {
            "The dice do not match what was promised before the match. Keep the replay and ask whoever runs this house."
        }
    }
}

/// That a match's clock stands still, and for whom.
pub fn held(info: &TableInfo, held: Held) -> String {
    let seconds = held.goes_on_ms.map(|ms| ms.div_ceil(1000));
    match (awaited(info), seconds) {
        (_, None) => "The match waits until a player is back.".into(),
        (Some(names), Some(seconds)) => format!("The match waits for {names}, for {seconds} s at most."),
        (None, Some(seconds)) => format!("The match goes on in {seconds} s."),
    }
}

/// The names of the players who are gone and may still come back: "Ben", or "Ben and Cat".
pub fn awaited(info: &TableInfo) -> Option<String> {
    let gone = info.seats.iter().filter(|seat| seat.grace_ms.is_some()).map(|seat| seat.occupant.name());
    gone.reduce(|names, name| format!("{names} and {name}"))
}

/// What is to be played, in a line for a player who has yet to agree: "Relaxed · the challenger begins · rated · over days".
pub fn terms(games: &Registry, wish: &OpenTable, pace: Pace) -> String {
    let preset = wish.preset.as_deref().map(|preset| preset_name(games, &wish.game, preset));
    line(preset, wished_rules(games, wish), wish.rated, wish.bet, pace)
}

/// What is played at a table, in a line.
pub fn table_terms(games: &Registry, info: &TableInfo) -> String {
    let bet = info.bet.as_ref().map(|bet| BetWish {
        amount: bet.amount,
        holder: match bet.holder {
            Some(BetHolder::House) => HolderWish::House,
            Some(BetHolder::Person { .. }) | None => HolderWish::Person,
        },
    });
    line(Some(preset_name(games, &info.game, &info.preset)), table_rules(games, info), info.rated, bet, info.pace)
}

fn line(preset: Option<String>, rules: Vec<String>, rated: bool, bet: Option<BetWish>, pace: Pace) -> String {
    let special = [
        rated.then(|| "rated".into()),
        bet.map(|BetWish { amount, holder }| match holder {
            HolderWish::House => format!("for {}, held by the house", gold(amount)),
            HolderWish::Person => format!("for {}, held by a person", gold(amount)),
        }),
        (pace == Pace::Correspondence).then(|| "over days".into()),
    ];
    let parts: Vec<_> = preset.into_iter().chain(rules).chain(special.into_iter().flatten()).collect();
    if parts.is_empty() { "the usual rules".into() } else { parts.join(" · ") }
}

/// The rules of a table that differ from its preset. Without the rule set, as in lists, none are known.
fn table_rules(games: &Registry, info: &TableInfo) -> Vec<String> {
    let known = games.game(&info.game).zip(info.config.as_deref());
    known.map_or_else(Vec::new, |(game, config)| {
        game.rules(config).map_or_else(|_| unknown(), |rules| rules.describe(&info.preset))
    })
}

/// What people call a preset. One that this client does not know goes by its id.
pub fn preset_name(games: &Registry, game: &str, preset: &str) -> String {
    let presets = games.game(game).map_or_else(Vec::new, |game| game.info().presets);
    presets.iter().find(|known| known.id == preset).map_or(preset, |known| known.name).to_owned()
}

/// The rule set of a table as a sentence: "Rules “From 100”, but from 2, 10 s a roll."
pub fn rules(games: &Registry, info: &TableInfo) -> String {
    let (preset, changed) = (preset_name(games, &info.game, &info.preset), table_rules(games, info));
    if !changed.is_empty() {
        return format!("Rules “{preset}”, but {}.", changed.join(", "));
    }
    let presets = games.game(&info.game).map_or_else(Vec::new, |game| game.info().presets);
    let blurb = presets.into_iter().find(|known| known.id == info.preset).map(|known| known.blurb);
    blurb.map_or_else(|| format!("Rules “{preset}”."), |blurb| format!("Rules “{preset}”: {blurb}"))
}

/// The rules that matter to a player who has yet to agree, and those that differ from the preset.
fn wished_rules(games: &Registry, wish: &OpenTable) -> Vec<String> {
    let Some(game) = games.game(&wish.game) else { return Vec::new() };
    let preset = wish.preset.as_deref().unwrap_or(game.default_preset());
    let config = game.configure(Some(preset), &wish.options, SeatSet::EMPTY);
    config.and_then(|(config, _)| game.rules(&config)).map_or_else(|_| unknown(), |rules| rules.terms(preset))
}

/// What is said of rules that this client does not understand: the house may be newer.
fn unknown() -> Vec<String> {
    vec!["rules that are not known here".into()]
}

/// What to wish for to play by the rules of a table: without its bet, to which players agree for each match.
pub fn the_same(games: &Registry, info: &TableInfo) -> OpenTable {
    OpenTable {
        game: info.game.clone(),
        preset: Some(info.preset.clone()),
        options: changes(games, info).map_or(Value::Null, Value::Object),
        rated: info.rated,
        ..OpenTable::default()
    }
}

/// The options of a table that differ from its preset.
fn changes(games: &Registry, info: &TableInfo) -> Option<Map<String, Value>> {
    let seats = (0..).map(Seat).zip(&info.seats);
    let bots = seats.filter(|(_, seat)| matches!(seat.occupant, Occupant::Bot { .. })).map(|(seat, _)| seat);
    let preset = games.game(&info.game)?.configure(Some(&info.preset), &Value::Null, bots.collect::<SeatSet>()).ok()?.0;
    let config = info.config.as_ref()?.as_object()?.iter().filter(|(option, value)| preset.get(option) != Some(value));
    let changed: Map<_, _> = config.map(|(option, value)| (option.clone(), value.clone())).collect();
    (!changed.is_empty()).then_some(changed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn terms_say_what_is_special() {
        let games = parlor_catalog::registry();
        let terms = |wish: &OpenTable, pace| super::terms(&games, wish, pace);
        let wish = OpenTable { game: "battleship".into(), ..OpenTable::default() };
        assert_eq!(terms(&wish, Pace::Live), "the dice say who begins · 5 min to place ships · 30 s a shot");
        let wish = OpenTable { preset: Some("hope".into()), options: json!({"spacing": "apart"}), rated: true, ..wish };
        assert_eq!(
            terms(&wish, Pace::Correspondence),
            "Relaxed · the challenger begins · no clock to place ships · no clock to shoot · ships keep apart · rated · over days"
        );
        let bet = Some(BetWish { amount: 1_200, holder: HolderWish::House });
        let roll = OpenTable { game: "death-roll".into(), bet, ..OpenTable::default() };
        assert_eq!(
            terms(&roll, Pace::Live),
            "the challenger rolls first · 30 s a roll · for 1,200 gold, held by the house"
        );
        let bet = Some(BetWish { amount: 5, holder: HolderWish::Person });
        let roll = OpenTable { options: json!({"start": 2, "roll_seconds": 10}), bet, ..roll };
        assert_eq!(
            terms(&roll, Pace::Live),
            "the challenger rolls first · 10 s a roll · from 2 · for 5 gold, held by a person"
        );
        let info = |config: Value, bet: Value| -> TableInfo {
            let table = json!({"code": "K7QX2M", "game": "death-roll", "preset": "hope", "config": config, "public": false,
                "host": "0000000000000001", "status": "waiting", "seats": [], "spectators": 0, "match_id": null, "stake": bet});
            serde_json::from_value(table).unwrap()
        };
        let usual = info(json!({"start": 100, "roll_seconds": 30}), Value::Null);
        assert_eq!(rules(&games, &usual), "Rules “From 100”: Starts at 100; 30 seconds for a roll.");
        let bet = json!({"id": "0000000000000007", "amount": 5, "pot": 0, "state": "invited", "deposits": [], "holder": null});
        let changed = info(json!({"start": 2, "roll_seconds": null}), bet);
        assert_eq!(rules(&games, &changed), "Rules “From 100”, but from 2, no clock.");
        assert_eq!(table_terms(&games, &changed), "From 100 · from 2 · no clock · for 5 gold, held by a person");
        let newer = OpenTable { options: json!({"sides": 6}), ..roll };
        assert_eq!(terms(&newer, Pace::Live), "rules that are not known here · for 5 gold, held by a person");
    }

    #[test]
    fn a_match_that_stands_still_says_for_whom() {
        let seat = |id: &str, name: &str, grace_ms: Option<u64>| {
            json!({"occupant": {"person": {"id": id, "name": name, "kind": "guest"}}, "ready": true,
                "connected": grace_ms.is_none(), "grace_ms": grace_ms, "substitute": null})
        };
        let said = |grace_ms: Option<u64>, goes_on_ms: Option<u64>| {
            let seats = [seat("0000000000000001", "Ada", None), seat("0000000000000002", "Ben", grace_ms)];
            let table = json!({"code": "K7QX2M", "game": "pong", "preset": "hope", "public": false,
                "host": "0000000000000001", "status": "playing", "seats": seats, "spectators": 0, "match_id": null});
            held(&serde_json::from_value(table).unwrap(), Held { goes_on_ms })
        };
        assert_eq!(said(Some(50_000), Some(41_200)), "The match waits for Ben, for 42 s at most.");
        assert_eq!(said(None, Some(2_500)), "The match goes on in 3 s.");
        assert_eq!(said(Some(50_000), None), "The match waits until a player is back.");
    }
}
