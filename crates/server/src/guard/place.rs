//! Where on its site the house is: at the root, or below a path. Behind the path everything is as at the root: it is taken
//! off before anything else looks at a request.

use crate::problem::{HttpError, Refused};
use axum::{
    Router,
    extract::{Request, State},
    http::{
        StatusCode,
        uri::{PathAndQuery, Uri},
    },
    response::{IntoResponse, Redirect, Response},
    routing::any,
};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;
use tower::ServiceExt;

/// Why a request is refused for its path.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum PlaceError {
    /// It is for something else on the site, or a proxy has taken the path off.
    #[error(
        "This house is below {0}/ of its site. Use the address that you were given; a proxy has to leave the path as it is."
    )]
    WrongPath(String),
}

impl HttpError for PlaceError {
    fn status(&self) -> StatusCode {
        StatusCode::NOT_FOUND
    }
}

/// Puts the house below a path of its site, as `/games`. What is called at the node itself, by those who know nothing of the
/// site, stays at the root as well.
pub fn below(base: &str, house: Router, at_the_root: Router) -> Router {
    if base.is_empty() {
        return house;
    }
    let place = Place { base: base.to_owned(), house: house.with_state(()) };
    at_the_root.fallback(any(enter).with_state(place))
}

#[derive(Clone)]
struct Place {
    base: String,
    house: Router,
}

async fn enter(State(Place { base, house }): State<Place>, mut request: Request) -> Response {
    match whereto(&base, request.uri()) {
        Whereto::Inside(uri) => {
            *request.uri_mut() = uri;
            house.oneshot(request).await.into_response()
        }
        Whereto::FirstPage(address) => Redirect::temporary(&address).into_response(),
        Whereto::Elsewhere => Refused::from(PlaceError::WrongPath(base)).into_response(),
    }
}

/// Where a request leads.
#[derive(PartialEq, Eq, Debug)]
enum Whereto {
    /// Into the house, where it has this address.
    Inside(Uri),
    /// To the first page, which is at another address: pages refer to what is below it.
    FirstPage(String),
    /// Past the house.
    Elsewhere,
}

fn whereto(base: &str, uri: &Uri) -> Whereto {
    let asked = uri.path_and_query().map_or("/", PathAndQuery::as_str);
    let (path, query) = asked.split_at(asked.find('?').unwrap_or(asked.len()));
    if path == base || path == "/" {
        return Whereto::FirstPage(format!("{base}/{query}"));
    }
    match asked.strip_prefix(base).filter(|rest| rest.starts_with('/')).map(str::parse) {
        Some(Ok(uri)) => Whereto::Inside(uri),
        _ => Whereto::Elsewhere,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_in_or_past() {
        let whereto = |uri: &'static str| whereto("/games", &Uri::from_static(uri));
        for (asked, inside) in [
            ("/games/", "/"),
            ("/games/?game=pong", "/?game=pong"),
            ("/games/t/K7QX2M", "/t/K7QX2M"),
            ("/games/games", "/games"),
            ("http://club.example/games/ws?x=/games/", "/ws?x=/games/"),
            ("/games//evil.example", "//evil.example"),
        ] {
            assert_eq!(whereto(asked), Whereto::Inside(inside.parse().unwrap()), "{asked}");
        }
        for (asked, first) in [("/", "/games/"), ("/games", "/games/"), ("/games?game=pong", "/games/?game=pong")] {
            assert_eq!(whereto(asked), Whereto::FirstPage(first.into()), "{asked}");
        }
        for asked in ["/t/K7QX2M", "/gamesome/", "/Games/", "/api/games", "/%67ames/", "*"] {
            assert_eq!(whereto(asked), Whereto::Elsewhere, "{asked}");
        }
    }
}
