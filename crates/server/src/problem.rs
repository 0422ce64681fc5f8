//! Refusals, and how they are told over HTTP: as RFC 9457 problem documents.
//!
//! Every area of the house has an enum of its refusals, whose variants give the codes and sentences. A frame carries them
//! as a [`Refusal`]; over HTTP they also have a status ([`HttpError`]).

use crate::{
    admin::{AdminError, BanError},
    api::{BodyError, LogError},
    doors::{gateway::Objection, socketio::RoomError},
    guard::{host::HostError, place::PlaceError},
    house::LimitError,
    lobby::{days::DaysError, invitations::InvitationError, matchmaker::SeekError},
    notices::NoticeError,
    people::{
        accounts::AccountError, auth::AuthError, moderation::ModerationError, names::UnfitName, passwords::NotHashed,
        presence::ConnectError,
    },
    runs::RunError,
    tables::TableError,
};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use parlor_kernel::{Code, Refusal};
use parlor_store::StoreError;
use parlor_table::{OpenError, PlayError, TalkError};
use parlor_wire::http::Problem;
use std::error::Error as StdError;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// What problem documents are called.
const PROBLEM: &str = "application/problem+json";

/// An error that has a status over HTTP.
pub trait HttpError: StdError + Code {
    /// The status.
    fn status(&self) -> StatusCode;

    /// After how many seconds the request may be tried again.
    fn retry_after_s(&self) -> Option<u64> {
        None
    }
}

/// What any request may be refused with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum HouseError {
    /// A defect of the house.
    #[error("Something went wrong here. Please try again.")]
    Internal,
    /// Something could not be made durable, or could not be read.
    #[error("The house could not save that. Nothing changed; please try again.")]
    Storage,
    /// Too much at once, for so many seconds.
    #[error("That was too fast; please try again in {0} s.")]
    TooFast(u64),
    /// There is no such thing.
    #[error("There is no such {0}. Check the address or the code.")]
    NotFound(&'static str),
}

impl HttpError for HouseError {
    fn status(&self) -> StatusCode {
        match self {
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Storage => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooFast(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::TooFast(seconds) => Some(*seconds),
            _ => None,
        }
    }
}

/// Why a request is refused before a handler sees it. Its status is known already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
pub enum RequestError {
    /// The address has no such method.
    #[error("This address does not know that method.")]
    #[strum(serialize = "bad_method")]
    UnknownMethod,
    /// The body is too long.
    #[error("That is too long.")]
    #[strum(serialize = "bad_body")]
    TooLong,
    /// Anything else.
    #[error("The request makes no sense here. Check the address.")]
    #[strum(serialize = "bad_request")]
    Other,
}

/// Why a request is refused.
#[derive(Debug)]
pub struct Refused {
    refusal: Refusal,
    status: StatusCode,
    retry_after_s: Option<u64>,
}

impl Refused {
    /// The code and the sentence, for doors that are not HTTP.
    pub const fn refusal(&self) -> &Refusal {
        &self.refusal
    }

    /// The status over HTTP.
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// What another node refused, as it was there. One of another version may have codes that this one does not know.
    pub fn elsewhere(code: &str, message: String, status: u16) -> Option<Self> {
        let known = codes().into_iter().chain(table_codes());
        let code = known.into_iter().find(|known| *known == code)?;
        let status = StatusCode::from_u16(status).ok()?;
        Some(Self { refusal: Refusal { code, message }, status, retry_after_s: None })
    }
}

impl<E: HttpError> From<E> for Refused {
    fn from(error: E) -> Self {
        let (status, retry_after_s) = (error.status(), error.retry_after_s());
        Self { refusal: error.into(), status, retry_after_s }
    }
}

/// By the rules of a game or a table.
impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, status: StatusCode::UNPROCESSABLE_ENTITY, retry_after_s: None }
    }
}

/// For doors that are not HTTP.
impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        refused.refusal
    }
}

impl From<StoreError> for Refused {
    /// What exactly is wrong with the database is for the log, not for the world.
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NameTaken => AccountError::NameTaken.into(),
            StoreError::EmailTaken => AccountError::EmailTaken.into(),
            error => {
                tracing::error!(%error, "the store failed");
                HouseError::Storage.into()
            }
        }
    }
}

impl From<NotHashed> for Refused {
    fn from(error: NotHashed) -> Self {
        tracing::error!(%error, "no password can be checked");
        HouseError::Storage.into()
    }
}

/// The codes that the house may refuse with, apart from those of its games, its tables and the doors' dialects.
pub fn codes() -> Vec<&'static str> {
    [
        HouseError::CODES,
        RequestError::CODES,
        BodyError::CODES,
        LogError::CODES,
        AuthError::CODES,
        AccountError::CODES,
        AdminError::CODES,
        BanError::CODES,
        UnfitName::CODES,
        ModerationError::CODES,
        ConnectError::CODES,
        HostError::CODES,
        PlaceError::CODES,
        LimitError::CODES,
        TableError::CODES,
        SeekError::CODES,
        InvitationError::CODES,
        DaysError::CODES,
        NoticeError::CODES,
        RunError::CODES,
        Objection::CODES,
        RoomError::CODES,
    ]
    .concat()
}

/// The codes of its tables.
fn table_codes() -> Vec<&'static str> {
    [OpenError::CODES, PlayError::CODES, TalkError::CODES].concat()
}

/// Makes every failure a problem document, also those that come from below the handlers: an address that is no text, a
/// method that is not there, a body that is too long.
pub fn described(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !(status.is_client_error() || status.is_server_error()) || kind.is_some_and(|kind| kind == PROBLEM) {
        return response;
    }
    let allow = response.headers().get(header::ALLOW).cloned();
    let refusal = match status {
        StatusCode::METHOD_NOT_ALLOWED => RequestError::UnknownMethod.into(),
        StatusCode::PAYLOAD_TOO_LARGE => RequestError::TooLong.into(),
        status if status.is_server_error() => HouseError::Internal.into(),
        _ => RequestError::Other.into(),
    };
    let mut response = Refused { refusal, status, retry_after_s: None }.into_response();
    if let Some(allow) = allow {
        response.headers_mut().insert(header::ALLOW, allow);
    }
    response
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Refusal { code, message } = self.refusal;
        let problem = Problem { status: self.status.as_u16(), code: code.into(), detail: message };
        let mut response = (self.status, Json(problem)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM));
        if let Some(seconds) = self.retry_after_s {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_wire::KnownCode;

    #[test]
    fn clients_know_codes_that_the_house_gives() {
        // Of its own, and of its tables.
        let codes = [codes(), table_codes()].concat();
        for code in KnownCode::VARIANTS {
            assert!(codes.contains(code), "{code}");
        }
    }
}
