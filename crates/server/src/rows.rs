//! The store's rows as the API shows them, and what comes in as rows.

use parlor_store::{
    AuditRow, Ban, Counterparty, FullRating, KeptUser, MatchStatus, PlayedFor, ReportReason, ReportRow, Role,
    SeatResult, StatementRow, Tally, Why, Wish, words::Word,
};
use parlor_wire::{
    BetWish, HolderWish, Person,
    http::{self, OpenTable},
};
use serde_json::Value;

/// A tally.
pub fn tally(tally: Tally) -> http::Tally {
    let Tally { played, won, lost, drawn, streak, best_streak, totals, bests } = tally;
    http::Tally { played, won, lost, drawn, streak, best_streak, totals, bests }
}

/// A rating, rounded.
pub fn rating(rating: FullRating) -> http::Rating {
    let (value, deviation) = (rating.value.round() as i32, rating.deviation.round() as i32);
    http::Rating { value, deviation, matches: rating.matches }
}

/// A rating before and after a match, rounded.
pub fn rating_change((before, after): (f64, f64)) -> http::RatingChange {
    http::RatingChange { before: before.round() as i32, after: after.round() as i32 }
}

/// How a match went for a seat.
pub const fn seat_result(result: SeatResult) -> http::SeatResult {
    match result {
        SeatResult::Won => http::SeatResult::Won,
        SeatResult::Lost => http::SeatResult::Lost,
        SeatResult::Drawn => http::SeatResult::Drawn,
        SeatResult::Void => http::SeatResult::Void,
    }
}

/// How far a match has come.
pub const fn match_status(status: MatchStatus) -> http::MatchStatus {
    match status {
        MatchStatus::InProgress => http::MatchStatus::InProgress,
        MatchStatus::Completed => http::MatchStatus::Completed,
        MatchStatus::Abandoned => http::MatchStatus::Abandoned,
    }
}

/// A line of a statement.
pub fn statement_line(row: StatementRow) -> http::StatementLine {
    let StatementRow { id, at, amount, balance, why, counterparty } = row;
    let why = match why {
        Why::Welcome => http::Why::Welcome,
        Why::Daily => http::Why::Daily,
        Why::Deposit => http::Why::Deposit,
        Why::Payout => http::Why::Payout,
        Why::Refund => http::Why::Refund,
        Why::Closed => http::Why::Closed,
        Why::Gift => http::Why::Gift,
    };
    let counterparty = match counterparty {
        Counterparty::Bank => http::Counterparty::Bank,
        Counterparty::Bet { id, table, open, with } => {
            http::Counterparty::Bet { id, table, open, with: with.into_iter().map(Person::from).collect() }
        }
    };
    http::StatementLine { id, at, amount, balance, why, counterparty }
}

/// A role.
pub const fn role(role: Role) -> http::Role {
    match role {
        Role::Moderator => http::Role::Moderator,
        Role::Admin => http::Role::Admin,
    }
}

/// A role as it is kept.
pub const fn stored_role(role: http::Role) -> Role {
    match role {
        http::Role::Moderator => Role::Moderator,
        http::Role::Admin => Role::Admin,
    }
}

/// A user as those see them who look after the house.
pub fn kept_person(KeptUser { row, role, ban }: KeptUser, here: bool) -> http::KeptPerson {
    let ban = ban.map(|Ban { reason, at, until }| http::BanInfo { reason, at, until });
    let (created_at, owner) = (row.created_at, row.owner);
    http::KeptPerson { person: row.user.into(), created_at, owner, here, role: role.map(self::role), ban }
}

/// A report, with what was said.
pub fn report(row: ReportRow) -> http::ReportInfo {
    let about_line = row.line;
    let line = |line: parlor_store::Line| http::ReportedLine {
        this: about_line == Some(line.id),
        name: line.name,
        text: line.text,
    };
    http::ReportInfo {
        id: row.id,
        at: row.at,
        closed_at: row.closed_at,
        by: row.reporter.map(Person::from),
        about: row.about.into(),
        about_name: row.about_name,
        table: row.code,
        reason: reported_reason(row.reason),
        note: row.note,
        lines: row.lines.into_iter().map(line).collect(),
    }
}

/// A line of the audit log.
pub fn audit_line(AuditRow { id, line }: AuditRow) -> http::AuditLine {
    http::AuditLine {
        id,
        at: line.at,
        actor: line.actor,
        actor_name: line.actor_name,
        action: line.action.word().into_owned(),
        subject: line.subject,
        subject_name: line.subject_name,
        note: line.note,
    }
}

/// Why a report is made.
pub const fn report_reason(reason: http::Reason) -> ReportReason {
    match reason {
        http::Reason::Abuse => ReportReason::Abuse,
        http::Reason::Spam => ReportReason::Spam,
        http::Reason::Cheating => ReportReason::Cheating,
        http::Reason::Name => ReportReason::Name,
        http::Reason::Other => ReportReason::Other,
    }
}

/// Why a report was made.
pub const fn reported_reason(reason: ReportReason) -> http::Reason {
    match reason {
        ReportReason::Abuse => http::Reason::Abuse,
        ReportReason::Spam => http::Reason::Spam,
        ReportReason::Cheating => http::Reason::Cheating,
        ReportReason::Name => http::Reason::Name,
        ReportReason::Other => http::Reason::Other,
    }
}

/// The table that an invitation is to. Who sits where follows from who invites whom.
pub fn wish(wish: &OpenTable) -> Wish {
    let played_for = match wish.bet {
        Some(BetWish { amount, holder }) => PlayedFor::Bet { amount, held_by_house: holder == HolderWish::House },
        None if wish.rated => PlayedFor::Rating,
        None => PlayedFor::Nothing,
    };
    Wish {
        game: wish.game.clone(),
        preset: wish.preset.clone(),
        options: wish.options.to_string(),
        public: wish.public,
        played_for,
        days: wish.days,
    }
}

/// The same as it was asked for.
pub fn open_table(wish: Wish) -> OpenTable {
    let bet = match wish.played_for {
        PlayedFor::Bet { amount, held_by_house } => {
            let holder = if held_by_house { HolderWish::House } else { HolderWish::Person };
            Some(BetWish { amount, holder })
        }
        PlayedFor::Nothing | PlayedFor::Rating => None,
    };
    OpenTable {
        rated: wish.played_for == PlayedFor::Rating,
        game: wish.game,
        preset: wish.preset,
        // Options that are no JSON any more are refused by the game, as any that it does not know.
        options: serde_json::from_str(&wish.options).unwrap_or(Value::String(wish.options)),
        public: wish.public,
        seats: Vec::new(),
        bet,
        days: wish.days,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_go_there_and_back() {
        let plain =
            OpenTable { game: "toy".into(), options: serde_json::json!({"n": [1, "x"]}), ..OpenTable::default() };
        let bet = Some(BetWish { amount: 5, holder: HolderWish::Person });
        let preset = Some("fast".to_owned());
        for asked in [
            OpenTable { rated: true, preset, ..plain.clone() },
            OpenTable { bet, public: true, days: Some(7), ..plain.clone() },
            OpenTable { options: Value::Null, ..plain },
        ] {
            assert_eq!(open_table(wish(&asked)), asked);
        }
    }
}
