//! Addresses outside the house that it may talk to. They come from people, who must not make the house talk to its own
//! network.

use crate::settings::Notices;
use axum::http::Uri;
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};
use thiserror::Error;

/// The longest address, in bytes.
const LONGEST: usize = 1024;

/// How far the house may reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Addresses that everyone can reach, over TLS.
    Public,
    /// This machine, too, and there without TLS: for those who try something out.
    Loopback,
}

impl Reach {
    /// What the keeper of the house has chosen.
    pub const fn of(settings: &Notices) -> Self {
        if settings.loopback { Self::Loopback } else { Self::Public }
    }

    /// Whether an address of the network may be talked to.
    pub fn allows(self, address: IpAddr) -> bool {
        is_public(address) || self == Self::Loopback && address.is_loopback()
    }
}

/// Why an address is none that the house talks to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadAddress {
    /// It makes no sense.
    #[error("That is not a web address. One looks like this: https://example.org/path.")]
    Malformed,
    /// It is too long.
    #[error("The address is too long: at most {LONGEST} characters.")]
    TooLong,
    /// It is not encrypted.
    #[error("The address must begin with https.")]
    NotEncrypted,
    /// It holds a name or a password.
    #[error("The address must not hold a name or a password.")]
    Credentials,
    /// It is none that everyone can reach.
    #[error("The address must be one that everyone can reach: not this machine, and not a private network.")]
    Private,
}

/// An address that the house may talk to, as far as it can be seen from the address itself. Where a name leads is looked
/// at when the house calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Destination(Uri);

impl Destination {
    /// Reads an address.
    ///
    /// # Errors
    /// If the house may not talk to it.
    pub fn parse(text: &str, reach: Reach) -> Result<Self, BadAddress> {
        if text.len() > LONGEST {
            return Err(BadAddress::TooLong);
        }
        let uri: Uri = text.parse().map_err(|_| BadAddress::Malformed)?;
        let authority = uri.authority().ok_or(BadAddress::Malformed)?;
        if authority.as_str().contains('@') {
            return Err(BadAddress::Credentials);
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']');
        if host.is_empty() {
            return Err(BadAddress::Malformed);
        }
        let number = host.parse::<IpAddr>().ok();
        // What looks like a number in another notation, 0x7f.1 for instance, is a name nowhere.
        let is_name = host.ends_with(|c: char| c.is_ascii_alphabetic()) && host.contains('.');
        let is_here = number.is_some_and(|number| number.is_loopback()) || host == "localhost";
        if !(number.map_or(is_name, |number| reach.allows(number)) || is_here && reach == Reach::Loopback) {
            return Err(BadAddress::Private);
        }
        match uri.scheme_str() {
            Some("https") => Ok(Self(uri)),
            Some("http") if is_here && reach == Reach::Loopback => Ok(Self(uri)),
            Some("http") => Err(BadAddress::NotEncrypted),
            _ => Err(BadAddress::Malformed),
        }
    }

    /// The address.
    pub const fn uri(&self) -> &Uri {
        &self.0
    }

    /// Where it is, without what it asks for: `https://example.org`.
    pub fn origin(&self) -> String {
        let authority = self.0.authority().map_or("", |authority| authority.as_str());
        format!("{}://{authority}", self.0.scheme_str().unwrap_or("https"))
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whether an address belongs to the network that everyone can reach.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match (a, b, c) {
        // "This network", private, shared by providers, loopback, link-local.
        (0 | 10 | 127, ..) | (100, 64..=127, _) | (169, 254, _) | (172, 16..=31, _) | (192, 168, _) => true,
        // For protocols, for examples, for measurements, and what was once the way to IPv6.
        (192, 0, 0 | 2) | (192, 88, 99) | (198, 18 | 19, _) | (198, 51, 100) | (203, 0, 113) => true,
        // To many at once, reserved, to all.
        (224.., ..) => true,
        _ => false,
    };
    !special
}

/// Only what is given out to networks, 2000::/3, without what stands for IPv4 addresses, and without examples.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let given_out = first & 0xe000 == 0x2000;
    let special = match (first, second) {
        // Teredo and other protocols, examples, 6to4.
        (0x2001, 0..=0x01ff) | (0x2001, 0x0db8) | (0x2002, _) | (0x3fff, 0..=0x0fff) => true,
        _ => false,
    };
    given_out && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_everyone_can_reach() {
        let public = ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"];
        for address in public {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        let others = [
            "0.0.0.0",
            "10.1.2.3",
            "127.0.0.1",
            "100.64.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.168.1.1",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.251",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:1.1.1.1",
            "64:ff9b::a00:1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
            "3fff::1",
        ];
        for address in others {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn addresses_are_looked_at_before_they_are_kept() {
        let read = |text: &str| Destination::parse(text, Reach::Public).map(|found| found.to_string());
        for good in ["https://example.org/hook?x=1", "https://push.example.org:8443/a/b", "https://1.1.1.1/"] {
            assert_eq!(read(good).as_deref(), Ok(good));
        }
        let long = format!("https://example.org/{}", "a".repeat(LONGEST));
        for (bad, why) in [
            ("", BadAddress::Malformed),
            ("/hook", BadAddress::Malformed),
            ("ftp://example.org/", BadAddress::Malformed),
            ("https:///hook", BadAddress::Malformed),
            ("http://example.org/", BadAddress::NotEncrypted),
            ("https://ada:secret@example.org/", BadAddress::Credentials),
            ("https://localhost/", BadAddress::Private),
            ("https://intranet/", BadAddress::Private),
            ("https://127.0.0.1/", BadAddress::Private),
            ("https://127.1/", BadAddress::Private),
            ("https://0x7f.0.0.1/", BadAddress::Private),
            ("https://2130706433/", BadAddress::Private),
            ("https://[::1]:443/", BadAddress::Private),
            ("https://[::ffff:10.0.0.1]/", BadAddress::Private),
            ("https://192.168.0.1/", BadAddress::Private),
            (&long, BadAddress::TooLong),
        ] {
            assert_eq!(read(bad), Err(why), "{bad}");
        }
    }

    #[test]
    fn this_machine_only_if_it_is_allowed() {
        let read = |text: &str| Destination::parse(text, Reach::Loopback).map(|found| found.origin());
        assert_eq!(read("http://127.0.0.1:8080/hook").as_deref(), Ok("http://127.0.0.1:8080"));
        assert_eq!(read("http://[::1]:8080/").as_deref(), Ok("http://[::1]:8080"));
        assert_eq!(read("http://localhost/").as_deref(), Ok("http://localhost"));
        assert_eq!(read("http://192.168.0.1/"), Err(BadAddress::Private));
        assert_eq!(read("http://example.org/"), Err(BadAddress::NotEncrypted));
    }
}
