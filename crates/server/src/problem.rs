//! Refusals over HTTP, as RFC 9457 problem documents.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use parlor_kernel::Refusal;
use parlor_store::StoreError;
use parlor_wire::http::Problem;

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

    /// Nobody is signed in.
    pub fn nobody() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "not_signed_in", "Come in first: POST /api/guest.")
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
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        let status = match refusal.code {
            "storage" | "house_full" | "too_many_connections" => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self::new(status, refusal.code, refusal.message)
    }
}

impl From<StoreError> for Refused {
    /// What exactly is wrong with the database is for the log, not for the world.
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        storage_failed().into()
    }
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
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.retry_after_s {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
