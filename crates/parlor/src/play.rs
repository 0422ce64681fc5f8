//! `parlor play`: a house in a terminal.

use crate::cli::PlayFlags;
use anyhow::{Context, Result, bail};
use parlor_term::{Visit, Who};
use parlor_wire::TableCode;
use tokio::runtime::Runtime;

/// The house that `parlor serve` opens when nothing else is said.
const HOME: &str = "http://127.0.0.1:8080";

/// Plays until the player leaves.
///
/// # Errors
/// If the address is invalid, or the house refuses the player.
pub fn run(flags: &PlayFlags) -> Result<()> {
    let (base, table) = address(flags.house.as_deref(), flags.code)?;
    let who = match &flags.token {
        Some(token) => Who::Token(token.0.clone()),
        None => Who::Guest(flags.name.clone()),
    };
    let runtime = Runtime::new().context("cannot start the runtime")?;
    let played = runtime.block_on(parlor_term::play(Visit { base: base.clone(), table, who }));
    played.with_context(|| format!("cannot play at {base}"))
}

/// The house and the table, from what people have at hand: an address, a link to a table, or a code alone.
fn address(house: Option<&str>, code: Option<TableCode>) -> Result<(String, Option<TableCode>)> {
    let Some(house) = house else { return Ok((HOME.into(), code)) };
    if let (Ok(alone), None) = (house.parse(), code) {
        return Ok((HOME.into(), Some(alone)));
    }
    let whole = if house.contains("://") { house.to_owned() } else { format!("http://{house}") };
    if whole.starts_with("https://") {
        bail!("houses behind https cannot be visited from a terminal yet: open {house} in a browser");
    }
    if !whole.starts_with("http://") {
        bail!("{house} is no address of a house: it has to begin with http://");
    }
    match whole.rsplit_once("/t/") {
        Some((base, rest)) => {
            let linked = rest.trim_end_matches('/').parse().with_context(|| format!("{house} leads to no table"))?;
            Ok((base.into(), code.or(Some(linked))))
        }
        None => Ok((whole.trim_end_matches('/').into(), code)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_give_what_they_have_at_hand() {
        let code: TableCode = "K7QX2M".parse().unwrap();
        let read = |house: &str| address(Some(house), None).unwrap();
        assert_eq!(address(None, Some(code)).unwrap(), (HOME.into(), Some(code)));
        assert_eq!(read("k7qx2m"), (HOME.into(), Some(code)));
        assert_eq!(read("http://10.0.0.7:8080/t/K7QX2M"), ("http://10.0.0.7:8080".into(), Some(code)));
        assert_eq!(read("10.0.0.7:8080"), ("http://10.0.0.7:8080".into(), None));
        assert_eq!(read("http://house/"), ("http://house".into(), None));
        assert_eq!(read("http://club/games/"), ("http://club/games".into(), None));
        assert_eq!(read("http://club/t/games/t/K7QX2M"), ("http://club/t/games".into(), Some(code)));
        assert_eq!(address(Some("house"), Some(code)).unwrap(), ("http://house".into(), Some(code)));
        assert!(address(Some("https://house"), None).unwrap_err().to_string().contains("in a browser"));
        assert!(address(Some("ftp://house"), None).is_err() && address(Some("http://house/t/x"), None).is_err());
    }
}
