//! Refusals over HTTP, as RFC 9457 problem documents.

use crate::people::passwords::NotHashed;
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use parlor_kernel::Refusal;
use parlor_store::StoreError;
use parlor_wire::http::{Problem, Scope};

/// What problem documents are called.
const PROBLEM: &str = "application/problem+json";

/// Why a request is refused.
#[derive(Debug)]
pub struct Refused {
    status: StatusCode,
    code: &'static str,
    detail: String,
    retry_after_s: Option<u64>,
}

impl Refused {
    /// A refusal with a status, a stable code and a sentence that says what to do.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self { status, code, detail: detail.into(), retry_after_s: None }
    }

    /// The stable code.
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// The sentence alone, for doors that are not HTTP.
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// The request needs a session.
    pub fn not_signed_in() -> Self {
        let detail = "Come in first: POST /api/guest, or POST /api/login with an account.";
        Self::new(StatusCode::UNAUTHORIZED, "not_signed_in", detail)
    }

    /// The token is not known, or no longer.
    pub fn unknown_token() -> Self {
        let detail = "That token is not known here, or its session has ended. Sign in again.";
        Self::new(StatusCode::UNAUTHORIZED, "not_signed_in", detail)
    }

    /// The token does not reach that far.
    pub fn scope_missing(needed: Option<Scope>) -> Self {
        Self { status: StatusCode::FORBIDDEN, ..Self::from(scope_missing(needed)) }
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            format!("There is no such {what}. Check the address or the code."),
        )
    }

    /// Too much at once.
    pub fn too_fast(retry_after_s: u64) -> Self {
        let detail = format!("That was too fast; please try again in {retry_after_s} s.");
        Self { retry_after_s: Some(retry_after_s), ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_fast", detail) }
    }

    /// Too many wrong passwords.
    pub fn locked_out(retry_after_s: u64) -> Self {
        let detail = format!("Too many wrong passwords; please try again in {retry_after_s} s.");
        Self { retry_after_s: Some(retry_after_s), ..Self::new(StatusCode::TOO_MANY_REQUESTS, "locked_out", detail) }
    }

    /// Something an account has and a guest does not.
    pub fn account_needed() -> Self {
        let detail = "That is for accounts. Create one first: POST /api/register; your games stay yours.";
        Self::new(StatusCode::FORBIDDEN, "account_needed", detail)
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal.code {
            "storage" | "house_full" | "too_many_connections" => StatusCode::SERVICE_UNAVAILABLE,
            "not_signed_in" => StatusCode::UNAUTHORIZED,
            "internal" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, refusal.code, refusal.message)
    }
}

impl From<StoreError> for Refused {
    /// What exactly is wrong with the database is for the log, not for the world.
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NameTaken => {
                let detail = "An account has this name. Please choose another.";
                Self::new(StatusCode::CONFLICT, "name_taken", detail)
            }
            StoreError::EmailTaken => {
                let detail = "An account has this e-mail address already. Sign in with it, or leave it out.";
                Self::new(StatusCode::CONFLICT, "email_taken", detail)
            }
            error => {
                tracing::error!(%error, "the store failed");
                storage_failed().into()
            }
        }
    }
}

impl From<NotHashed> for Refused {
    fn from(error: NotHashed) -> Self {
        tracing::error!(%error, "no password can be checked");
        storage_failed().into()
    }
}

/// What a token is told that does not reach far enough; without a scope only people themselves do.
pub fn scope_missing(needed: Option<Scope>) -> Refusal {
    let message = match needed {
        Some(Scope::Read) => "This token may not look: it needs the scope `read`.",
        Some(Scope::Play) => "This token may not play: it needs the scope `play`.",
        Some(Scope::Chat) => "This token may not talk: it needs the scope `chat`.",
        None => "A bot's token cannot do that. Sign in as its owner.",
    };
    Refusal { code: "scope_missing", message: message.into() }
}

/// Every failure is a problem document, also those that come from below the handlers: an address that is no text, a
/// method that is not there, a body that is too long.
pub fn described(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    if !(status.is_client_error() || status.is_server_error()) || kind.is_some_and(|kind| kind == PROBLEM) {
        return response;
    }
    let allow = response.headers().get(header::ALLOW).cloned();
    let (code, detail) = match status {
        StatusCode::METHOD_NOT_ALLOWED => ("bad_method", "This address does not know that method."),
        StatusCode::PAYLOAD_TOO_LARGE => ("bad_body", "That is too long."),
        status if status.is_server_error() => ("internal", "Something went wrong here. Please try again."),
        _ => ("bad_request", "The request makes no sense here. Check the address."),
    };
    let mut response = Refused::new(status, code, detail).into_response();
    if let Some(allow) = allow {
        response.headers_mut().insert(header::ALLOW, allow);
    }
    response
}

/// What people are told about a defect of the house.
pub fn internal() -> Refusal {
    Refusal { code: "internal", message: "Something went wrong here. Please try again.".into() }
}

/// What people are told who have done something too often; they may do it again in so many seconds.
pub fn too_fast(seconds: u64) -> Refusal {
    Refusal { code: "too_fast", message: format!("That was too fast; please try again in {seconds} s.") }
}

/// A refusal with a fixed sentence.
pub fn refusal(code: &'static str, message: &str) -> Refusal {
    Refusal { code, message: message.into() }
}

/// What people are told when something could not be made durable.
pub fn storage_failed() -> Refusal {
    Refusal { code: "storage", message: "The house could not save that. Nothing changed; please try again.".into() }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let problem = Problem { status: self.status.as_u16(), code: self.code.into(), detail: self.detail };
        let mut response = (self.status, Json(problem)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM));
        if let Some(seconds) = self.retry_after_s {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
