//! What is said about tables, people and results.

use parlor_client::{
    EndedInvitation, MatchModel, OpenInvitation, TableModel,
    native::NativeError,
    words::{gold, held, promise, table_terms, terms},
};
use parlor_kernel::{Outcome, Registry, Seat, Spec, Verdict};
use parlor_wire::{
    ChatLine, Invitation, InvitationEnd, Occupant, SeatInfo, Status, TableInfo, UserId,
    http::{GameRecord, Profile, Tally},
};

/// What people call a game.
pub fn game_name<'a>(games: &Registry, id: &'a str) -> &'a str {
    games.game(id).map_or(id, |game| game.spec().name)
}

/// A table and who sits at it.
pub fn table(model: &TableModel, games: &Registry) -> Vec<String> {
    let info = &model.info;
    let what = format!("Table {}: {} ({}).", info.code, game_name(games, &info.game), table_terms(games, info));
    let seats = info.seats.iter().zip(0..).map(|(seat, n)| {
        let me = if model.seat == Some(Seat(n)) { " (you)" } else { "" };
        format!("  Seat {}: {}{me}{}", n + 1, seat.occupant.name(), condition(seat, info.status))
    });
    let watching = model.seat.is_none().then(|| "You are watching.".to_owned());
    [what].into_iter().chain(seats).chain(watching).chain(info.held.map(|now| held(info, now))).collect()
}

const fn condition(seat: &SeatInfo, status: Status) -> &'static str {
    match (&seat.occupant, status) {
        (Occupant::Nobody, _) => "",
        _ if !seat.connected => ", away",
        (_, Status::Waiting | Status::Ended) if seat.ready => ", ready",
        _ => "",
    }
}

/// Everyone's name, by seat.
pub fn names(info: &TableInfo) -> Vec<String> {
    info.seats.iter().map(|seat| seat.occupant.name()).collect()
}

/// What has changed at a table, without what the viewer did themselves.
pub fn changes(before: &TableInfo, after: &TableInfo, me: Option<UserId>) -> Vec<String> {
    let others =
        |(_, after): &(&SeatInfo, &SeatInfo)| after.occupant.person().is_none() || after.occupant.person() != me;
    let seats = before.seats.iter().zip(&after.seats).filter(others);
    let seats = seats.filter_map(|(before, after)| change(before, after));
    seats.chain(stands_still(before, after)).collect()
}

/// That the match's clock stands still, or runs again.
fn stands_still(before: &TableInfo, after: &TableInfo) -> Option<String> {
    match (before.held, after.held) {
        (Some(_), None) if after.status == Status::Playing => Some("The match goes on.".into()),
        (before, Some(now)) if before != Some(now) => Some(held(after, now)),
        _ => None,
    }
}

fn change(before: &SeatInfo, after: &SeatInfo) -> Option<String> {
    let name = after.occupant.name();
    if before.occupant != after.occupant {
        return Some(match after.occupant {
            Occupant::Nobody => format!("{} stands up.", before.occupant.name()),
            Occupant::Person { .. } | Occupant::Bot { .. } => format!("{name} sits down."),
        });
    }
    match (before.connected, after.connected, after.grace_ms) {
        (true, false, Some(ms)) => Some(format!("{name} is gone, with {} s to come back.", ms.div_ceil(1000))),
        (true, false, None) => Some(format!("{name} is away.")),
        (false, true, _) => Some(format!("{name} is back.")),
        _ => match (&before.substitute, &after.substitute) {
            (None, Some(level)) => Some(format!("A bot ({level}) plays for {name}.")),
            _ => (!before.ready && after.ready).then(|| format!("{name} is ready.")),
        },
    }
}

/// Why a game, or a bet on it, is nothing for a terminal, and where it is played; `None` if it can be typed.
pub fn for_browsers(games: &Registry, game: &str, bet: Option<u32>, link: &str) -> Option<String> {
    let keys = || games.game(game).and_then(|game| with_keys(game.spec(), link));
    let gold = |amount| format!("This is for {} each, and gold is put in with a browser: {link}", gold(amount));
    bet.map(gold).or_else(keys)
}

/// Where a game is played that is played with keys.
pub fn with_keys(spec: &Spec, link: &str) -> Option<String> {
    spec.real_time.then(|| format!("{} is played with keys, in a browser: {link}", spec.name))
}

/// The bet at a table, if it has one.
pub fn bet(info: &TableInfo) -> Option<u32> {
    info.bet.as_ref().map(|bet| bet.amount)
}

/// What to do while no match is being played.
pub fn waiting(model: &TableModel, games: &Registry, link: &str) -> Option<String> {
    let info = &model.info;
    let elsewhere = for_browsers(games, &info.game, bet(info), link);
    if info.status != Status::Playing && elsewhere.is_some() {
        return elsewhere;
    }
    let mine = &info.seats.get(model.seat?.index())?;
    let is_free = |seat: &SeatInfo| seat.occupant == Occupant::Nobody;
    match info.status {
        Status::Playing => None,
        _ if info.seats.iter().any(is_free) => {
            Some(format!("A seat is free: give a friend the code {} or the link {link}", info.code))
        }
        Status::Ended if !mine.ready => Some("Type /ready for another match.".into()),
        _ if !mine.ready => Some("Type /ready when you want to begin.".into()),
        _ => Some("Waiting until everyone is ready.".into()),
    }
}

/// A line of chat.
pub fn said(ChatLine { name, seated, text, .. }: &ChatLine) -> String {
    let watching = if *seated { "" } else { " (watching)" };
    format!("{name}{watching}: {text}")
}

/// How a match went for the player in that seat; nothing for spectators.
pub fn verdict(outcome: &Outcome, seat: Option<Seat>) -> Option<&'static str> {
    let seat = seat?;
    Some(match outcome.verdict {
        Verdict::Won(_) | Verdict::Ranked(_) if outcome.winners().contains(seat) => "You won.",
        Verdict::Won(_) | Verdict::Ranked(_) => "You lost.",
        Verdict::Draw => "A draw.",
        Verdict::Void => "The match does not count.",
    })
}

/// Whether the promise about the dice was kept, and how to check the rest; nothing before the match is over.
pub fn proof(game: &MatchModel, base: &str) -> Option<[String; 2]> {
    let kept = game.ended.as_ref()?.key.commitment() == game.commitment;
    let check = format!("To check every move: curl -s {base}/api/matches/{}/log | parlor verify -", game.id);
    Some([promise(kept).into(), check])
}

/// An invitation and what can be typed about it.
pub fn invited(open: &OpenInvitation, games: &Registry, link: &str) -> String {
    let Invitation { wish, pace, expires_in_ms, .. } = &open.invitation;
    let game = format!("{} ({})", game_name(games, &wish.game), terms(games, wish, *pace));
    let (name, time) = (open.other(), duration(*expires_in_ms));
    if !open.incoming {
        return format!("You have invited {name} to {game}. /hope cancel {name} takes it back.");
    }
    if let Some(elsewhere) = for_browsers(games, &wish.game, wish.bet.map(|bet| bet.amount), link) {
        return format!("{name} invites you to {game}. {elsewhere} (or type /hope decline {name}; {time}).");
    }
    format!("{name} invites you to {game}: type /hope accept {name}, or /hope decline {name} ({time}).")
}

fn duration(ms: u64) -> String {
    match ms.div_ceil(1000) {
        seconds @ ..=120 => format!("{seconds} s"),
        seconds @ ..=7200 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}

/// How an invitation ended.
pub fn invitation_over(ended: &EndedInvitation) -> String {
    let name = ended.open.other();
    match (ended.end, ended.open.incoming) {
        (InvitationEnd::Accepted { .. }, true) => format!("You accept the invitation from {name}."),
        (InvitationEnd::Accepted { .. }, false) => format!("{name} accepts."),
        (InvitationEnd::Declined, true) => format!("You decline the invitation from {name}."),
        (InvitationEnd::Declined, false) => format!("{name} does not want to play now."),
        (InvitationEnd::Withdrawn, true) => format!("{name} takes the invitation back."),
        (InvitationEnd::Withdrawn, false) => format!("You take back the invitation to {name}."),
        (InvitationEnd::Expired, true) => format!("The invitation from {name} has run out."),
        (InvitationEnd::Expired, false) => format!("{name} has not answered in time."),
    }
}

/// A player's record.
pub fn record(profile: &Profile, games: &Registry) -> Vec<String> {
    let name = &profile.person.name;
    if profile.games.is_empty() {
        return vec![format!("{name} has not finished a match here yet.")];
    }
    let game = |record: &GameRecord| {
        let rating = record
            .rating
            .map_or_else(String::new, |rating| format!(", rating {} ± {}", rating.value, rating.deviation));
        let (people, bots) = (tally(&record.people), tally(&record.bots));
        format!("  {}: {people} against people, {bots} against bots{rating}", game_name(games, &record.game))
    };
    [format!("{name}, matches won of matches played:")].into_iter().chain(profile.games.iter().map(game)).collect()
}

fn tally(tally: &Tally) -> String {
    format!("{} of {}", tally.won, tally.played)
}

/// Something that went wrong, as a sentence.
pub fn trouble(error: &NativeError) -> String {
    match error {
        NativeError::Problem(problem) => problem.detail.clone(),
        NativeError::Refused { message, .. } => message.clone(),
        NativeError::SignedOut => "The house has signed you out.".into(),
        NativeError::Frame(_) => {
            "The house says something that this program does not understand: it may be newer.".into()
        }
        NativeError::Http(_) | NativeError::Socket(_) | NativeError::Closed => "The house cannot be reached.".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_wire::Held;
    use serde_json::json;

    fn playing(held: Option<Held>) -> TableInfo {
        let info = json!({"code": "K7QX2M", "game": "pong", "preset": "hope", "public": false, "host": "0000000000000001",
            "status": "playing", "seats": [], "spectators": 0, "match_id": null});
        TableInfo { held, ..serde_json::from_value(info).unwrap() }
    }

    #[test]
    fn a_match_that_stands_still_is_told_as_such() {
        let waits = playing(Some(Held { goes_on_ms: None }));
        let soon = playing(Some(Held { goes_on_ms: Some(2_500) }));
        let runs = playing(None);
        let told = |before, after| changes(before, after, None);
        assert_eq!(told(&runs, &waits), ["The match waits until a player is back."]);
        assert_eq!(told(&waits, &soon), ["The match goes on in 3 s."]);
        assert_eq!(told(&soon, &runs), ["The match goes on."]);
        assert!(told(&waits, &waits).is_empty() && told(&runs, &runs).is_empty());
        let seen = parlor_wire::frame::Seen { epoch: 1, seq: 1 };
        let (seat, game, chat, closed) = (None, None, Vec::new(), None);
        let model = TableModel { info: waits, rules: None, told_ms: 0.0, seen, seat, game, chat, closed };
        let lines = table(&model, &parlor_catalog::registry());
        assert_eq!(lines.last().map(String::as_str), Some("The match waits until a player is back."));
    }
}
