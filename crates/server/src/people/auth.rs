//! Who is asking.

use crate::{
    house::House,
    problem::{HttpError, Refused},
};
use axum::{
    extract::FromRequestParts,
    http::{Extensions, HeaderMap, StatusCode, header, request::Parts},
};
use parlor_store::{Scopes, Session};
use parlor_wire::{Command, Kind, TableCommand, http::Scope};
use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

/// Why a caller may not do something at all, whatever it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum AuthError {
    /// The request needs a session.
    #[error("Sign in or start a game first. (Programs: POST /api/guest or /api/login.)")]
    NotSignedIn,
    /// The token is not known, or no longer.
    #[error("That token is not known here, or its session has ended. Sign in again.")]
    #[strum(serialize = "not_signed_in")]
    UnknownToken,
    /// The session has ended meanwhile.
    #[error("This session has ended. Please sign in again.")]
    #[strum(serialize = "not_signed_in")]
    SessionEnded,
    /// The token lacks a scope; without one, only people themselves may do it.
    #[error("{}", needs(*.0))]
    ScopeMissing(Option<Scope>),
    /// A page of another site sent the request.
    #[error("Requests from other sites are not accepted.")]
    OtherSite,
}

const fn needs(scope: Option<Scope>) -> &'static str {
    match scope {
        Some(Scope::Read) => "This token may not look: it needs the scope `read`.",
        Some(Scope::Play) => "This token may not play: it needs the scope `play`.",
        Some(Scope::Chat) => "This token may not talk: it needs the scope `chat`.",
        None => "A bot's token cannot do that. Sign in as its owner.",
    }
}

impl HttpError for AuthError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotSignedIn | Self::UnknownToken | Self::SessionEnded => StatusCode::UNAUTHORIZED,
            Self::ScopeMissing(_) | Self::OtherSite => StatusCode::FORBIDDEN,
        }
    }
}

/// How long a browser keeps its cookie: a year.
const COOKIE_SECONDS: u32 = 365 * 24 * 3600;

/// The cookie that carries a browser's token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cookie<'a> {
    /// Whether the house is reached over HTTPS.
    is_encrypted: bool,
    /// The path that the house is below: what else is on its site is not sent the token.
    base: &'a str,
}

impl<'a> Cookie<'a> {
    /// The one that a house uses.
    pub fn of(house: &'a House) -> Self {
        Self { is_encrypted: house.settings.is_encrypted(), base: house.settings.base() }
    }

    /// Its name. Over HTTPS its prefix says who can set it: no unencrypted page and, at the root, no other site. `__Host-` is
    /// for cookies of whole hosts alone.
    pub const fn name(self) -> &'static str {
        match (self.is_encrypted, self.base.is_empty()) {
            (false, _) => "parlor_session",
            (true, true) => "__Host-parlor_session",
            (true, false) => "__Secure-parlor_session",
        }
    }

    /// The header that gives a browser its token.
    pub fn set(self, token: &str) -> String {
        self.header(token, COOKIE_SECONDS)
    }

    /// The header that takes a browser's token away.
    pub fn clear(self) -> String {
        self.header("", 0)
    }

    fn header(self, token: &str, seconds: u32) -> String {
        let path = if self.base.is_empty() { "/" } else { self.base };
        let secure = if self.is_encrypted { "; Secure" } else { "" };
        format!("{}={token}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}", self.name())
    }

    /// The token that a browser sends.
    fn read(self, headers: &HeaderMap) -> Option<&str> {
        let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find_map(|(name, value)| (name == self.name()).then_some(value))
    }
}

/// The caller, signed in or not, by bearer token or cookie.
pub struct Caller(pub Option<Session>);

/// A signed-in caller with any token; the handler checks scopes itself.
pub struct Visitor(pub Session);

/// A caller who may read: a person, or a bot whose token may.
pub struct Reader(pub Session);

/// A caller who may play: a person, or a bot whose token may.
pub struct Player(pub Session);

/// A person, guest or account, through a session of their own. Never a bot.
pub struct Owner(pub Session);

impl FromRequestParts<Arc<House>> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refused> {
        let Some(token) = token(house, &parts.headers) else { return Ok(Self(None)) };
        Ok(Self(house.recognise(token).await?))
    }
}

impl FromRequestParts<Arc<House>> for Visitor {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refused> {
        let Caller(caller) = Caller::from_request_parts(parts, house).await?;
        Ok(Self(caller.ok_or(AuthError::NotSignedIn)?))
    }
}

impl FromRequestParts<Arc<House>> for Reader {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refused> {
        Ok(Self(allowed(Scope::Read, parts, house).await?))
    }
}

impl FromRequestParts<Arc<House>> for Player {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refused> {
        Ok(Self(allowed(Scope::Play, parts, house).await?))
    }
}

async fn allowed(scope: Scope, parts: &mut Parts, house: &Arc<House>) -> Result<Session, Refused> {
    let Visitor(session) = Visitor::from_request_parts(parts, house).await?;
    if session.scopes.allow(scope) { Ok(session) } else { Err(AuthError::ScopeMissing(Some(scope)).into()) }
}

impl FromRequestParts<Arc<House>> for Owner {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refused> {
        let Visitor(session) = Visitor::from_request_parts(parts, house).await?;
        person(session).map(Self)
    }
}

/// A session of a person.
///
/// # Errors
/// If it is a bot's.
pub fn person(session: Session) -> Result<Session, Refused> {
    let owns = session.scopes.is_owner() && session.user.kind != Kind::Bot;
    if owns { Ok(session) } else { Err(AuthError::ScopeMissing(None).into()) }
}

/// What a session needs to give a command; `None` is nothing at all. Every command is named here: a new one does not
/// compile until its scope is decided.
const fn needed(command: &Command) -> Option<Scope> {
    match command {
        Command::Ping => None,
        Command::Watch { .. } | Command::Unwatch { .. } => Some(Scope::Read),
        Command::Seek { .. }
        | Command::Unseek
        | Command::Invite { .. }
        | Command::AcceptInvitation { .. }
        | Command::DeclineInvitation { .. }
        | Command::WithdrawInvitation { .. } => Some(Scope::Play),
        Command::At { what, .. } => Some(match what {
            TableCommand::Sit { .. }
            | TableCommand::Stand
            | TableCommand::Ready { .. }
            | TableCommand::SeatBot { .. }
            | TableCommand::Kick { .. }
            | TableCommand::Move { .. }
            | TableCommand::Shuffle
            | TableCommand::SetRules { .. }
            | TableCommand::Begin { .. }
            | TableCommand::Act { .. }
            | TableCommand::Hurry
            | TableCommand::Escrow { .. } => Scope::Play,
            TableCommand::Chat { .. } => Scope::Chat,
        }),
    }
}

/// Whether a session may give a command.
///
/// # Errors
/// What it is told if not.
pub fn may_command(scopes: Scopes, command: &Command) -> Result<(), AuthError> {
    needed(command).map_or(Ok(()), |scope| may(scopes, scope))
}

/// Whether a session may do what `scope` covers.
///
/// # Errors
/// What it is told if not.
pub fn may(scopes: Scopes, scope: Scope) -> Result<(), AuthError> {
    if scopes.allow(scope) { Ok(()) } else { Err(AuthError::ScopeMissing(Some(scope))) }
}

/// The token a request shows, by header or cookie.
pub fn token<'a>(house: &House, headers: &'a HeaderMap) -> Option<&'a str> {
    bearer(headers).or_else(|| Cookie::of(house).read(headers))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Refuses requests that another site's page makes a browser send.
///
/// # Errors
/// If the request comes from elsewhere.
pub fn same_origin(headers: &HeaderMap) -> Result<(), AuthError> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    if origin.is_some() && origin == host {
        return Ok(());
    }
    Err(AuthError::OtherSite)
}

/// What stands for one visitor: the address, or for IPv6 its /64, since anyone has a whole one to choose from. IPv4 is
/// IPv4 however it is written: a house that listens on `[::]` sees it mapped into one /64.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        four @ IpAddr::V4(_) => four,
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

/// The address that a request is counted under: see [`network`].
pub struct From(pub IpAddr);

impl FromRequestParts<Arc<House>> for From {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refused> {
        Ok(Self(network(address(house, &parts.headers, &parts.extensions))))
    }
}

/// The very address a request comes from.
pub struct Address(pub IpAddr);

impl FromRequestParts<Arc<House>> for Address {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refused> {
        Ok(Self(address(house, &parts.headers, &parts.extensions)))
    }
}

/// The very address a request comes from.
pub fn address(house: &House, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<axum::extract::ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let lines = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok());
    peer.map_or(IpAddr::from([0, 0, 0, 0]), |peer| house.settings.trusted_proxies.visitor(peer, lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_found_among_others() {
        let mut headers = HeaderMap::new();
        let [plain, encrypted] = [false, true].map(|is_encrypted| Cookie { is_encrypted, base: "" });
        headers.append(header::COOKIE, "a=b; parlor_session=xyz; c=d".parse().unwrap());
        assert_eq!(plain.read(&headers), Some("xyz"));
        assert_eq!(encrypted.read(&headers), None);
        headers.append(header::COOKIE, "__Host-parlor_session=uvw".parse().unwrap());
        assert_eq!(encrypted.read(&headers), Some("uvw"), "whatever another page has set beside it");
        headers.insert(header::COOKIE, "notparlor_session=1".parse().unwrap());
        assert_eq!(plain.read(&headers), None);
    }

    #[test]
    fn everyone_has_a_network_of_their_own() {
        let of = |address: &str| network(address.parse().unwrap()).to_string();
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7", "as a house on [::] sees it");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }

    #[test]
    fn other_sites_are_refused() {
        let mut headers = HeaderMap::new();
        assert!(same_origin(&headers).is_ok(), "clients that are no browsers send no origin");
        headers.insert(header::HOST, "house.example:8080".parse().unwrap());
        headers.insert(header::ORIGIN, "http://house.example:8080".parse().unwrap());
        assert!(same_origin(&headers).is_ok());
        for elsewhere in ["http://evil.example", "null", "http://house.example:80801", "http://house.example"] {
            headers.insert(header::ORIGIN, elsewhere.parse().unwrap());
            assert!(same_origin(&headers).is_err(), "{elsewhere}");
        }
    }
}
