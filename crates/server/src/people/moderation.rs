//! Mutes, and reports to the keeper of the house.

use crate::{house::House, problem::Refused, rows};
use axum::http::StatusCode;
use parlor_store::{Line, MUTES, NewReport, OPEN_REPORTS_BY_ONE, StoreError, Write};
use parlor_table::Evidence;
use parlor_wire::{
    UserId,
    chat::chat_text,
    http::{self, Reason, Reported},
};
use std::sync::Arc;

impl House {
    /// Remembers that `user` does not want to hear `muted`. What they say is still sent: everyone in a room is told the
    /// same, so their own client leaves it out.
    ///
    /// # Errors
    /// If there is no such person, it is themselves, or they have muted too many.
    pub async fn mute(&self, user: UserId, muted: UserId) -> Result<(), Refused> {
        if user == muted {
            return Err(unfit("not_yourself", "You cannot mute yourself."));
        }
        self.store.user(muted).await?.ok_or_else(|| Refused::not_found("person"))?;
        let written = self.store.write(vec![Write::Mute { user, muted, at: self.wall.now_ms() }]).await;
        written.map_err(|error| match error {
            StoreError::TooMany => {
                let detail = format!("You have muted {MUTES} people already. Let some of them speak first.");
                Refused::new(StatusCode::CONFLICT, "too_many_mutes", detail)
            }
            error => error.into(),
        })
    }

    /// Forgets that `user` does not want to hear `muted`.
    ///
    /// # Errors
    /// If it cannot be written down.
    pub async fn unmute(&self, user: UserId, muted: UserId) -> Result<(), Refused> {
        Ok(self.store.write(vec![Write::Unmute { user, muted }]).await?)
    }

    /// Writes a report down, with what was said as far as its author may read it.
    ///
    /// # Errors
    /// If there is no such table, line or person, if the note will not do, or if there have been too many.
    pub async fn report(self: &Arc<Self>, reporter: UserId, wish: http::NewReport) -> Result<(), Refused> {
        let note = note(&wish)?;
        let evidence = match wish.table {
            Some(code) => self.table(code).evidence(reporter, wish.about).await?,
            None => self.person_reported(reporter, wish.about).await?,
        };
        let report = NewReport {
            reporter,
            about: evidence.about,
            about_name: evidence.name,
            code: wish.table,
            line: evidence.line,
            reason: rows::report_reason(wish.reason),
            note,
            at: self.wall.now_ms(),
            lines: evidence.lines.into_iter().map(Line::from).collect(),
        };
        self.store.write(vec![Write::Report(Box::new(report))]).await.map_err(|error| match error {
            StoreError::TooMany => {
                let detail = format!(
                    "{OPEN_REPORTS_BY_ONE} of your reports wait to be read. Please try again later, or tell the keeper \
                    of this house."
                );
                Refused::new(StatusCode::TOO_MANY_REQUESTS, "too_many_reports", detail)
            }
            StoreError::Full => {
                let detail = "So many reports wait to be read that the house takes no more. Please tell its keeper.";
                Refused::new(StatusCode::SERVICE_UNAVAILABLE, "reports_full", detail)
            }
            error => error.into(),
        })?;
        metrics::counter!("parlor_reports_total").increment(1);
        tracing::info!(
            code = wish.table.map(tracing::field::display),
            reason = wish.reason.word(),
            "new report: see `parlor reports`"
        );
        Ok(())
    }

    /// Who is reported away from any table: there is nothing to quote.
    async fn person_reported(&self, reporter: UserId, about: Reported) -> Result<Evidence, Refused> {
        let Reported::Person(id) = about else {
            return Err(unfit("unknown_table", "Say at which table that was said."));
        };
        if id == reporter {
            return Err(unfit("not_yourself", "You cannot report yourself."));
        }
        let user = self.store.user(id).await?.ok_or_else(|| Refused::not_found("person"))?.user;
        Ok(Evidence { about: id, name: user.name, line: None, lines: Vec::new() })
    }
}

/// What a report says beside its reason, as one clean line.
fn note(wish: &http::NewReport) -> Result<String, Refused> {
    match wish.note.trim() {
        "" if wish.reason == Reason::Other => Err(unfit("bad_note", "Say in a few words what is wrong.")),
        "" => Ok(String::new()),
        note => chat_text(note).map_err(|_| unfit("bad_note", "A note has at most 500 printable characters.")),
    }
}

fn unfit(code: &'static str, detail: &str) -> Refused {
    Refused::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
}
