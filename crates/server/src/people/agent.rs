//! What a session is called: the browser and the system it says it runs on.

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};
use std::convert::Infallible;

/// The longest name of a program that is no browser we know, in characters.
const LONGEST: usize = 24;

/// What asks, in a word or two that its owner recognises: "Firefox on Linux".
pub struct Agent(pub String);

impl<S: Sync> FromRequestParts<S> for Agent {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let said = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok(Self(label(said)))
    }
}

/// Browsers name the others too, so the order matters: the most particular first.
const BROWSERS: [(&str, &str); 6] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 6] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
];

fn label(said: &str) -> String {
    let find =
        |names: &[(&str, &'static str)]| names.iter().find(|(mark, _)| said.contains(mark)).map(|&(_, name)| name);
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.into(),
        // A program: what it calls itself, as far as that is plain.
        _ => {
            let plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ');
            let name: String = said.chars().take_while(plain).take(LONGEST).collect();
            if name.trim().is_empty() { "Unknown app".into() } else { name.trim().into() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_called_by_their_names() {
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
        let chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36";
        let edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36 Edg/128.0.0.0";
        let safari = "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15";
        assert_eq!(label(firefox), "Firefox on Linux");
        assert_eq!(label(chrome), "Chrome on Android");
        assert_eq!(label(edge), "Edge on Windows");
        assert_eq!(label(safari), "Safari on macOS");
    }

    #[test]
    fn programs_are_called_what_they_say_within_reason() {
        assert_eq!(label("curl/8.9.1"), "curl");
        assert_eq!(label(""), "Unknown app");
        assert_eq!(label("<script>"), "Unknown app");
        assert_eq!(label(&"x".repeat(10_000)).len(), LONGEST);
    }
}
