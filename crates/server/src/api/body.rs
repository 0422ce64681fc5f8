//! What requests carry, read so that a mistake is explained as a problem document.
//!
//! Not with axum's own extractors: they trace why they refuse, with a piece of what was sent, and that may be a
//! password.

use crate::{
    doors::reading::{self, Unreadable},
    problem::{HttpError, Refused},
};
use axum::{
    body::Bytes,
    extract::{FromRequest, FromRequestParts, Query, Request},
    http::{StatusCode, header, request::Parts},
};
use serde::de::DeserializeOwned;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Where to read what belongs there.
const SEE: &str = "See /api/openapi.json.";

/// Why what a request carries is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum BodyError {
    /// The body is said to be something else.
    #[error("Send the body as JSON, with `Content-Type: application/json`.")]
    #[strum(serialize = "bad_body")]
    NotJson,
    /// The body is too long, or incomplete.
    #[error("The body is too long, or broke off.")]
    #[strum(serialize = "bad_body")]
    TooLong,
    /// The body is something else.
    #[error("The body cannot be read: {0}. {SEE}")]
    #[strum(serialize = "bad_body")]
    Unreadable(Unreadable),
    /// The query is something else.
    #[error("What follows the question mark is not what belongs there. {SEE}")]
    BadQuery,
}

impl HttpError for BodyError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unreadable(Unreadable::NotJson) | Self::BadQuery => StatusCode::BAD_REQUEST,
            Self::Unreadable(Unreadable::At(_) | Unreadable::Whole) => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

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
            return Err(BodyError::NotJson.into());
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|_| BodyError::TooLong)?;
        Ok(Self(reading::json(&bytes).map_err(BodyError::Unreadable)?))
    }
}

/// What follows the question mark.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refused> {
        let Query(params) = Query::try_from_uri(&parts.uri).map_err(|_| BodyError::BadQuery)?;
        Ok(Self(params))
    }
}
