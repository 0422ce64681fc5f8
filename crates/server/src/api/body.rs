//! What requests carry, read so that a mistake is explained as a problem document.
//!
//! Not with axum's own extractors: they trace why they refuse, with a piece of what was sent, and that may be a
//! password.

use crate::{
    doors::reading::{self, Unreadable},
    problem::Refused,
};
use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Query, Request},
    http::{StatusCode, header, request::Parts},
};
use serde::de::DeserializeOwned;

/// Where to read what belongs there.
const SEE: &str = "See /api/openapi.json.";

/// A JSON body.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_json = kind.is_some_and(|kind| {
            kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
        });
        if !is_json {
            let detail = "Send the body as JSON, with `Content-Type: application/json`.";
            return Err(Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "bad_body", detail));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|_| {
            Refused::new(StatusCode::PAYLOAD_TOO_LARGE, "bad_body", "The body is too long, or broke off.")
        })?;
        reading::json(&bytes).map(Self).map_err(|unreadable| {
            let status = match unreadable {
                Unreadable::NotJson => StatusCode::BAD_REQUEST,
                Unreadable::At(_) | Unreadable::Whole => StatusCode::UNPROCESSABLE_ENTITY,
            };
            Refused::new(status, "bad_body", format!("The body cannot be read: {unreadable}. {SEE}"))
        })
    }
}

/// What follows the question mark.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refused> {
        Query::try_from_uri(&parts.uri).map(|Query(params)| Self(params)).map_err(|_| {
            let detail = format!("What follows the question mark is not what belongs there. {SEE}");
            Refused::new(StatusCode::BAD_REQUEST, "bad_query", detail)
        })
    }
}
