//! Why something is not done to people and tables.

use crate::{
    people::passwords::NotHashed,
    problem::{HttpError, Refused},
};
use axum::http::StatusCode;
use parlor_store::{Ban, StoreError};
use std::time::{Duration, UNIX_EPOCH};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a deed is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum AdminError {
    /// The caller's role does not cover it.
    #[error("That is for those who look after this house. Its keeper decides who does.")]
    NotAllowed,
    /// The person has a role.
    #[error("They look after this house too. Only an admin can do that.")]
    #[strum(serialize = "not_allowed")]
    Colleague,
    /// Callers cannot do it to themselves.
    #[error("You cannot do that to yourself. Ask another admin, or the keeper of the house.")]
    #[strum(serialize = "not_yourself")]
    Yourself,
    /// There is no such person.
    #[error("There is no such person. Check the name or the id.")]
    #[strum(serialize = "not_found")]
    UnknownPerson,
    /// There is no such table.
    #[error("There is no such table. Check the code.")]
    #[strum(serialize = "unknown_table")]
    UnknownTable,
    /// There is no such report.
    #[error("There is no open report {0}.")]
    #[strum(serialize = "not_found")]
    UnknownReport(u64),
    /// The table is to be closed, and is not yet.
    #[error("The table could not be closed yet. It will be as soon as the house can; look again in a moment.")]
    StillOpen,
    /// The person is a guest, or a bot.
    #[error("Only accounts can have that.")]
    #[strum(serialize = "account_needed")]
    NoAccount,
    /// The person is not banned.
    #[error("They are not banned.")]
    NotBanned,
    /// The reason breaks a rule.
    #[error("Say why, in at most 200 printable characters.")]
    BadReason,
    /// The amount breaks a rule.
    #[error("Give between 1 and 1,000,000 gold at a time.")]
    BadAmount,
    /// The time breaks a rule.
    #[error("A ban lasts from one hour to ten years, or has no end.")]
    BadHours,
}

impl HttpError for AdminError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotAllowed | Self::Colleague => StatusCode::FORBIDDEN,
            Self::UnknownPerson | Self::UnknownTable | Self::UnknownReport(_) => StatusCode::NOT_FOUND,
            Self::NotBanned => StatusCode::CONFLICT,
            Self::StillOpen => StatusCode::SERVICE_UNAVAILABLE,
            Self::Yourself | Self::NoAccount | Self::BadReason | Self::BadAmount | Self::BadHours => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
        }
    }
}

/// Why a person may not come in.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum BanError {
    /// Those who look after the house keep them out.
    #[error("You may not come in{}. The reason: {}", until(.0), .0.reason)]
    Banned(Ban),
}

fn until(ban: &Ban) -> String {
    let date = |ms| httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_millis(ms));
    ban.until.map(|ms| format!(" until {}", date(ms))).unwrap_or_default()
}

impl HttpError for BanError {
    fn status(&self) -> StatusCode {
        StatusCode::FORBIDDEN
    }
}

/// Why a deed was not done.
#[derive(Debug, Error)]
pub enum DeedError {
    /// It is refused.
    #[error(transparent)]
    Refused(#[from] AdminError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No password could be made.
    #[error(transparent)]
    NotHashed(#[from] NotHashed),
}

impl From<DeedError> for Refused {
    fn from(error: DeedError) -> Self {
        match error {
            DeedError::Refused(error) => error.into(),
            DeedError::Store(error) => error.into(),
            DeedError::NotHashed(error) => error.into(),
        }
    }
}
