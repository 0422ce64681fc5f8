//! What a house announces about itself, and what of that is believed.

use super::networks::Networks;
use crate::public_url::is_plain_path;
use mdns_sd::{ResolvedService, ScopedIp};
use parlor_wire::one_line;
use std::net::{IpAddr, SocketAddr};

/// The longest name of a house, in characters.
pub const MAX_HOUSE_NAME: usize = 40;
/// The longest version, in characters.
const MAX_VERSION: usize = 20;

/// The keys of the announcement's TXT record.
pub mod key {
    /// What the house is called.
    pub const NAME: &str = "name";
    /// Which version of Parlor it runs.
    pub const VERSION: &str = "version";
    /// Where its first page is.
    pub const PATH: &str = "path";
    /// How many public tables have a free seat.
    pub const TABLES: &str = "tables";
}

/// An announced house, with everything checked that can be checked without calling it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// Which announcement it was.
    pub instance: String,
    /// What the house calls itself.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Where to call it.
    pub address: SocketAddr,
    /// Where its first page is; begins and ends with a slash.
    pub path: String,
}

impl Sighting {
    /// Reads an announcement; `None` if it makes no sense or leads somewhere it should not.
    pub fn of(service: &ResolvedService, networks: &Networks) -> Option<Self> {
        let text = |key, most| one_line(service.get_property_val_str(key).unwrap_or_default(), most);
        let mut addresses: Vec<IpAddr> = service
            .addresses
            .iter()
            .filter(|scoped| networks.may_call(scoped.to_ip_addr(), &heard_on(scoped)))
            .map(ScopedIp::to_ip_addr)
            .collect();
        // IPv4 first: every browser on the network can follow such a link.
        addresses.sort_unstable();
        let ip = addresses.into_iter().next()?;
        let path = service.get_property_val_str(key::PATH).unwrap_or("/");
        let name = text(key::NAME, MAX_HOUSE_NAME);
        (service.port != 0 && is_plain_path(path)).then(|| Self {
            instance: service.fullname.clone(),
            name: if name.is_empty() { ip.to_string() } else { name },
            version: text(key::VERSION, MAX_VERSION),
            address: SocketAddr::new(ip, service.port),
            path: path.to_owned(),
        })
    }

    /// Its first page. The host is the address it was heard from, whatever else it says.
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, self.path)
    }
}

/// The interfaces over which an address was announced.
fn heard_on(address: &ScopedIp) -> Vec<u32> {
    match address {
        ScopedIp::V4(v4) => v4.interface_ids().iter().map(|id| id.index).collect(),
        ScopedIp::V6(v6) => vec![v6.scope_id().index],
        _ => Vec::new(),
    }
}
