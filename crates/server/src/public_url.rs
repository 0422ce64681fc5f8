//! The address people reach the house at.

use axum::http::Uri;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use thiserror::Error;

/// The longest path that a house may be below, in bytes, with a slash at both ends.
const MAX_PATH: usize = 64;

/// Why a text is no address of a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadPublicUrl {
    /// It is no address at all, or says more than an address does.
    #[error(
        "the address has to look like https://games.example, or https://club.example/games for a house below a path"
    )]
    NoAddress,
    /// A path that is not plain.
    #[error(
        "the path may have letters, digits and -._~ between single slashes, no `.` or `..` alone, and at most \
         {} characters", MAX_PATH - 2
    )]
    OddPath,
}

/// The address people reach the house at: `https://games.example`, or `https://club.example/games` if it is below a path of
/// its site.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PublicUrl {
    /// As the keeper of the house wrote it.
    text: String,
    host: String,
    is_https: bool,
    base: String,
}

impl PublicUrl {
    /// The name of its host.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether it is reached over HTTPS.
    pub const fn is_https(&self) -> bool {
        self.is_https
    }

    /// The path that the house is below, without a slash at its end: `/games`. Empty at the root of the site.
    pub fn base(&self) -> &str {
        &self.base
    }
}

impl FromStr for PublicUrl {
    type Err = BadPublicUrl;

    fn from_str(text: &str) -> Result<Self, BadPublicUrl> {
        let url: Uri = text.parse().map_err(|_| BadPublicUrl::NoAddress)?;
        let is_https = match url.scheme_str() {
            Some("https") => true,
            // A name alone will do for a house at the root.
            Some("http") | None => false,
            Some(_) => return Err(BadPublicUrl::NoAddress),
        };
        let host = url.host().filter(|host| !host.is_empty()).ok_or(BadPublicUrl::NoAddress)?.to_owned();
        if url.query().is_some() || text.contains(['#', '@']) {
            return Err(BadPublicUrl::NoAddress);
        }
        let path = url.path();
        let base = path.strip_suffix('/').unwrap_or(path).to_owned();
        if !is_plain_path(&format!("{base}/")) {
            return Err(BadPublicUrl::OddPath);
        }
        Ok(Self { text: text.to_owned(), host, is_https, base })
    }
}

impl TryFrom<String> for PublicUrl {
    type Error = BadPublicUrl;

    fn try_from(text: String) -> Result<Self, BadPublicUrl> {
        text.parse()
    }
}

impl From<PublicUrl> for String {
    fn from(url: PublicUrl) -> Self {
        url.text
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Whether a path can be put into a link as it is: `/`, or `/games/`.
pub fn is_plain_path(path: &str) -> bool {
    let plain = |segment: &str| {
        segment != ".." && segment != "." && segment.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b))
    };
    path.len() <= MAX_PATH
        && path.starts_with('/')
        && path.ends_with('/')
        && !path.contains("//")
        && path.split('/').all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_plain_or_refused() {
        for fine in ["/", "/games/", "/a/b-c/"] {
            assert!(is_plain_path(fine), "{fine}");
        }
        let long = format!("/{}/", "x".repeat(80));
        for odd in
            ["", "games", "/games", "//evil.example/", "/../", "/a b/", "/a\r\nX: 1/", "/%2e%2e/", "/@evil/", &long]
        {
            assert!(!is_plain_path(odd), "{odd}");
        }
    }

    #[test]
    fn an_address_says_where_the_house_is() {
        for (text, host, is_https, base) in [
            ("https://games.example", "games.example", true, ""),
            ("https://games.example/", "games.example", true, ""),
            ("http://games.example:8080/", "games.example", false, ""),
            ("games.example", "games.example", false, ""),
            ("https://club.example/games", "club.example", true, "/games"),
            ("https://club.example:8443/a/b.c/", "club.example", true, "/a/b.c"),
            ("http://[::1]:8080/games", "[::1]", false, "/games"),
        ] {
            let url: PublicUrl = text.parse().unwrap();
            assert_eq!((url.host(), url.is_https(), url.base()), (host, is_https, base), "{text}");
            assert_eq!(url.to_string(), text);
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in
            ["", "/games", "ftp://games.example", "https://", "https://club.example/?x", "https://club.example/games#x"]
        {
            assert_eq!(text.parse::<PublicUrl>(), Err(BadPublicUrl::NoAddress), "{text}");
        }
        assert_eq!("https://ada:pw@club.example/".parse::<PublicUrl>(), Err(BadPublicUrl::NoAddress));
        for path in ["//", "/games//", "/a//b", "/../x", "/a/./b", "/%67ames", "/a;b", "/caf\u{e9}", &"/x".repeat(40)] {
            let text = format!("https://club.example{path}");
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }
}
