//! What of a table is worth telling to players who are not there.

use crate::house::House;
use parlor_kernel::{Outcome, Seat, Verdict};
use parlor_store::Write;
use parlor_table::Awaited;
use parlor_wire::{
    News, Pace, Status, TableInfo, UserId,
    news::{Ended, TableNews},
};
use std::collections::BTreeSet;

/// What the players of one table know of it, as far as they have been told while they were away. Only games over days are
/// told of: a player who is away from a live match has little time to come back.
#[derive(Debug)]
pub struct Bulletin {
    /// Whose turn it was.
    turn: BTreeSet<UserId>,
}

impl Bulletin {
    /// What everyone knows already.
    pub fn new(table: &TableInfo, awaiting: &[Awaited]) -> Self {
        Self { turn: awaited(table, awaiting) }
    }

    /// Something has happened: the players who must know it and are not there are told.
    pub fn tell(&mut self, house: &House, table: &TableInfo, awaiting: &[Awaited], outcome: Option<Outcome>) {
        if table.pace == Pace::Live {
            return;
        }
        let turn = awaited(table, awaiting);
        for user in turn.difference(&self.turn).filter(|user| !is_there(table, **user)) {
            house.tell_news(*user, News::YourTurn(news(table, *user)));
        }
        self.turn = turn;
        let Some(outcome) = outcome else { return };
        for (seat, user) in people(table).filter(|(_, user)| !is_there(table, *user)) {
            house.tell_news(user, News::Over { at: news(table, user), result: result(&outcome, seat) });
        }
    }
}

/// How the match ended that these writes end, if they do.
pub fn outcome(writes: &[Write]) -> Option<Outcome> {
    writes.iter().find_map(|write| match write {
        Write::EndMatch { footer, .. } => Some(footer.outcome),
        _ => None,
    })
}

fn people(table: &TableInfo) -> impl Iterator<Item = (Seat, UserId)> {
    let seats = (0..).map(Seat).zip(&table.seats);
    seats.filter_map(|(seat, info)| Some((seat, info.occupant.person()?)))
}

fn awaited(table: &TableInfo, awaiting: &[Awaited]) -> BTreeSet<UserId> {
    let plays = table.status == Status::Playing;
    people(table)
        .filter(|(seat, _)| plays && awaiting.iter().any(|awaited| awaited.seat == *seat))
        .map(|(_, user)| user)
        .collect()
}

fn is_there(table: &TableInfo, user: UserId) -> bool {
    table.seats.iter().any(|seat| seat.connected && seat.occupant.person() == Some(user))
}

fn news(table: &TableInfo, user: UserId) -> TableNews {
    let others = table.seats.iter().map(|seat| &seat.occupant);
    let others = others.filter(|other| other.person().is_some_and(|other| other != user));
    TableNews { table: table.code, game: table.game.clone(), with: others.map(|other| other.name()).collect() }
}

fn result(outcome: &Outcome, seat: Seat) -> Ended {
    match outcome.verdict {
        Verdict::Won(_) | Verdict::Ranked(_) if outcome.winners().contains(seat) => Ended::Won,
        Verdict::Won(_) | Verdict::Ranked(_) => Ended::Lost,
        Verdict::Draw | Verdict::Void => Ended::Undecided,
    }
}
