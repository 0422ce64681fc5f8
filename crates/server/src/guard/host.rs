//! Which host a request is for. A page on another site can give its own name this machine's address, and its visitors'
//! browsers then take the house for that site (DNS rebinding): a house that knows its name answers to no other.

use crate::{
    house::House,
    problem::{HttpError, Refused},
    public_url::PublicUrl,
};
use axum::{
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header, uri::Authority},
    middleware::Next,
    response::Response,
};
use std::{net::IpAddr, sync::Arc};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a request is refused for its host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum HostError {
    /// It is for another one.
    #[error("This house is not known by that name. Use the address that you were given.")]
    WrongHost,
}

impl HttpError for HostError {
    fn status(&self) -> StatusCode {
        StatusCode::MISDIRECTED_REQUEST
    }
}

/// Refuses requests for another host, if the house knows its own.
///
/// # Errors
/// If the request is for another host.
pub async fn guard(State(house): State<Arc<House>>, request: Request, next: Next) -> Result<Response, Refused> {
    match &house.settings.public_url {
        Some(url) if !is_for(url, request.headers()) => Err(HostError::WrongHost.into()),
        _ => Ok(next.run(request).await),
    }
}

/// Whether a request is for the host of `url`. Addresses and `localhost` will do as well: probes and houses nearby use
/// them, and no page can have another's.
fn is_for(url: &PublicUrl, headers: &HeaderMap) -> bool {
    let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
    asked.is_some_and(|asked| {
        let asked = asked.host();
        let address = asked.trim_start_matches('[').trim_end_matches(']');
        address.parse::<IpAddr>().is_ok()
            || asked.eq_ignore_ascii_case("localhost")
            || url.host().eq_ignore_ascii_case(asked)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_answers_to_its_own_name_and_to_addresses() {
        let is_for = |url: &str, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            is_for(&url.parse().unwrap(), &headers)
        };
        let url = "https://games.example";
        for host in ["games.example", "GAMES.example", "games.example:443", "127.0.0.1:8080", "[::1]:8080", "localhost"]
        {
            assert!(is_for(url, host), "{host}");
        }
        for host in ["evil.example", "games.example.evil.example", "1.2.3.4.evil.example", "", "a b"] {
            assert!(!is_for(url, host), "{host}");
        }
        assert!(!super::is_for(&url.parse().unwrap(), &HeaderMap::new()), "no host at all");
        assert!(is_for("http://games.example:8080/", "games.example"));
        assert!(is_for("games.example", "games.example"), "without its scheme");
    }
}
