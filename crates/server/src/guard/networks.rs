//! Networks that the keeper trusts: proxies, and those who may read the metrics.

use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use std::{fmt, net::IpAddr, str::FromStr};

/// Addresses and networks, none by default.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Networks(Vec<IpNet>);

impl Networks {
    /// Whether an address is in one of them.
    pub fn include(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// These being proxies: whom a request comes from that `peer` has sent, by what the lines of `X-Forwarded-For` say. Each proxy adds at the end
    /// whom it has heard: from there on back, the first who is no proxy of ours. What stands before is anyone's claim.
    pub fn visitor<'a>(&self, peer: IpAddr, lines: impl DoubleEndedIterator<Item = &'a str>) -> IpAddr {
        let mut visitor = peer;
        let claims = lines.rev().flat_map(|line| line.rsplit(','));
        for claim in claims {
            if !self.include(visitor) {
                break;
            }
            let Ok(said) = claim.trim().parse() else { break };
            visitor = said;
        }
        visitor
    }
}

impl FromStr for Networks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        let network = |word: &str| {
            let address = word.parse::<IpAddr>().map(IpNet::from);
            let network = address.or_else(|_| word.parse::<IpNet>());
            network.map_err(|_| format!("{word} is neither an address nor a network such as 10.0.0.0/8"))
        };
        words.map(network).collect::<Result<_, _>>().map(Self)
    }
}

impl TryFrom<String> for Networks {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Networks> for String {
    fn from(proxies: Networks) -> Self {
        proxies.to_string()
    }
}

impl fmt::Display for Networks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, network) in self.0.iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            write!(f, "{comma}{network}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(proxies: &str, peer: &str, lines: &[&str]) -> String {
        let proxies: Networks = proxies.parse().unwrap();
        proxies.visitor(peer.parse().unwrap(), lines.iter().copied()).to_string()
    }

    #[test]
    fn only_proxies_are_believed() {
        let claim = &["203.0.113.9"][..];
        assert_eq!(visitor("", "192.0.2.1", claim), "192.0.2.1", "by default none");
        assert_eq!(visitor("10.0.0.0/8", "192.0.2.1", claim), "192.0.2.1", "a visitor who comes directly");
        assert_eq!(visitor("10.0.0.0/8", "10.1.2.3", claim), "203.0.113.9");
        assert_eq!(visitor("10.0.0.0/8", "::ffff:10.1.2.3", claim), "203.0.113.9", "as a house on [::] sees it");
        assert_eq!(visitor("10.0.0.0/8", "10.1.2.3", &[]), "10.1.2.3");
        assert_eq!(visitor("10.0.0.0/8", "10.1.2.3", &["nonsense"]), "10.1.2.3");
    }

    #[test]
    fn claims_before_what_the_proxies_saw_are_not_believed() {
        let lines = &["198.51.100.7, 203.0.113.9"][..];
        assert_eq!(visitor("127.0.0.1", "127.0.0.1", lines), "203.0.113.9");
        let chain = &["198.51.100.7", "203.0.113.9, 10.0.0.2"][..];
        assert_eq!(visitor("127.0.0.1, 10.0.0.0/8", "127.0.0.1", chain), "203.0.113.9", "through two of them");
        assert_eq!(visitor("127.0.0.1", "127.0.0.1", chain), "10.0.0.2", "the second is not ours");
        assert_eq!(visitor("0.0.0.0/0", "127.0.0.1", chain), "198.51.100.7");
    }

    #[test]
    fn networks_are_read_and_written() {
        let text = "127.0.0.1/32, 10.0.0.0/8, ::1/128";
        assert_eq!("127.0.0.1 10.0.0.0/8,::1".parse::<Networks>().unwrap().to_string(), text);
        assert_eq!(Networks::default().to_string(), "");
        assert!("localhost".parse::<Networks>().is_err() && "10.0.0.0/99".parse::<Networks>().is_err());
    }
}
