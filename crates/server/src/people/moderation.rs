//! Mutes, and reports to the keeper of the house.

use crate::{
    house::House,
    problem::{HouseError, HttpError, Refused},
    rows,
};
use axum::http::StatusCode;
use parlor_store::{Line, MUTES, NewReport, OPEN_REPORTS_BY_ONE, StoreError, Write};
use parlor_table::Evidence;
use parlor_wire::{
    UserId,
    chat::chat_text,
    http::{self, Reason, Reported},
};
use std::sync::Arc;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a mute or a report is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum ModerationError {
    /// Callers cannot mute themselves.
    #[error("You cannot mute yourself.")]
    #[strum(serialize = "not_yourself")]
    MutesYourself,
    /// The caller has muted enough people.
    #[error("You have muted {MUTES} people already. Let some of them speak first.")]
    TooManyMutes,
    /// A line needs a table.
    #[error("Say at which table that was said.")]
    #[strum(serialize = "unknown_table")]
    NoTableNamed,
    /// Callers cannot report themselves.
    #[error("You cannot report yourself.")]
    #[strum(serialize = "not_yourself")]
    ReportsYourself,
    /// The reason needs a note.
    #[error("Say in a few words what is wrong.")]
    #[strum(serialize = "bad_note")]
    NoteNeeded,
    /// The note breaks a rule.
    #[error("A note has at most 500 printable characters.")]
    BadNote,
    /// The caller has enough open reports.
    #[error(
        "{OPEN_REPORTS_BY_ONE} of your reports wait to be read. Please try again later, or tell the keeper of this house."
    )]
    TooManyReports,
    /// The house has enough open reports.
    #[error("So many reports wait to be read that the house takes no more. Please tell its keeper.")]
    ReportsFull,
}

impl HttpError for ModerationError {
    fn status(&self) -> StatusCode {
        match self {
            Self::MutesYourself | Self::NoTableNamed | Self::ReportsYourself | Self::NoteNeeded | Self::BadNote => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Self::TooManyMutes => StatusCode::CONFLICT,
            Self::TooManyReports => StatusCode::TOO_MANY_REQUESTS,
            Self::ReportsFull => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl House {
    /// Remembers that `user` does not want to hear `muted`. What they say is still sent: everyone in a room is told the
    /// same, so their own client leaves it out.
    ///
    /// # Errors
    /// If there is no such person, it is themselves, or they have muted too many.
    pub async fn mute(&self, user: UserId, muted: UserId) -> Result<(), Refused> {
        if user == muted {
            return Err(ModerationError::MutesYourself.into());
        }
        self.store.user(muted).await?.ok_or(HouseError::NotFound("person"))?;
        let written = self.store.write(vec![Write::Mute { user, muted, at: self.wall.now_ms() }]).await;
        written.map_err(|error| match error {
            StoreError::TooMany => ModerationError::TooManyMutes.into(),
            error => error.into(),
        })
    }

    /// Forgets that `user` does not want to hear `muted`.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn unmute(&self, user: UserId, muted: UserId) -> Result<(), Refused> {
        Ok(self.store.write(vec![Write::Unmute { user, muted }]).await?)
    }

    /// Stores a report, with the lines that its author may read.
    ///
    /// # Errors
    /// If there is no such table, line or person, if the note is invalid, or if there have been too many.
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
            StoreError::TooMany => ModerationError::TooManyReports.into(),
            StoreError::Full => ModerationError::ReportsFull.into(),
            error => Refused::from(error),
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
            return Err(ModerationError::NoTableNamed.into());
        };
        if id == reporter {
            return Err(ModerationError::ReportsYourself.into());
        }
        let user = self.store.user(id).await?.ok_or(HouseError::NotFound("person"))?.user;
        Ok(Evidence { about: id, name: user.name, line: None, lines: Vec::new() })
    }
}

/// What a report says beside its reason, as one clean line.
fn note(wish: &http::NewReport) -> Result<String, ModerationError> {
    match wish.note.trim() {
        "" if wish.reason == Reason::Other => Err(ModerationError::NoteNeeded),
        "" => Ok(String::new()),
        note => chat_text(note).map_err(|_| ModerationError::BadNote),
    }
}
