//! Which networks this machine is on, and which of them concern the house.

use if_addrs::{IfAddr, Interface, get_if_addrs};
use mdns_sd::{IfKind, IfPredicate};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The networks that lead to the house: those of the address it listens on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Every interface of this machine, itself included: for looking around without a house.
    Everywhere,
    /// Where a listener on this address can be reached.
    Listening(IpAddr),
}

impl Reach {
    /// Whether the interface leads there.
    fn includes(self, interface: &Interface) -> bool {
        let ip = interface.ip();
        match self {
            Self::Everywhere => true,
            Self::Listening(IpAddr::V4(Ipv4Addr::UNSPECIFIED)) => ip.is_ipv4() && !interface.is_loopback(),
            Self::Listening(IpAddr::V6(Ipv6Addr::UNSPECIFIED)) => !interface.is_loopback(),
            Self::Listening(address) => ip == address,
        }
    }

    /// The same for the mDNS daemon.
    pub fn interfaces(self) -> IfKind {
        IfKind::Predicate(IfPredicate::new(move |interface| self.includes(interface)))
    }
}

/// The networks of this machine's interfaces at some moment.
#[derive(Clone, Debug, Default)]
pub struct Networks(Vec<Network>);

#[derive(Clone, Copy, Debug)]
struct Network {
    interface: Option<u32>,
    loopback: bool,
    reached: bool,
    address: IfNetwork,
}

#[derive(Clone, Copy, Debug)]
enum IfNetwork {
    V4 { ip: u32, mask: u32 },
    V6 { ip: u128, mask: u128 },
}

impl Networks {
    /// Looks now. A machine that does not say is on no network.
    pub fn now(reach: Reach) -> Self {
        let interfaces = get_if_addrs().unwrap_or_else(|error| {
            tracing::debug!(%error, "the network interfaces are not known");
            Vec::new()
        });
        Self(interfaces.iter().map(|interface| Network::of(interface, reach)).collect())
    }

    /// Whether none of them leads to the house.
    pub fn lead_nowhere(&self) -> bool {
        !self.0.iter().any(|network| network.reached)
    }

    /// Whether a house announced over the interface `heard` may be called at `address`: only if it is a neighbour on
    /// the network it was heard on. An announcement cannot make this machine call elsewhere, least of all itself.
    pub fn may_call(&self, address: IpAddr, heard: &[u32]) -> bool {
        let by_hand = |ip: IpAddr| !ip.is_unspecified() && !ip.is_multicast() && !is_link_local_v6(ip);
        let on_the_way = |network: &&Network| network.reached && network.interface.is_some_and(|i| heard.contains(&i));
        by_hand(address) && self.0.iter().filter(on_the_way).any(|network| network.contains(address))
    }

    /// Whether a visitor is on one of these networks, or on this machine.
    pub fn include(&self, visitor: IpAddr) -> bool {
        let visitor = visitor.to_canonical();
        self.0.iter().any(|network| (network.loopback || network.reached) && network.contains(visitor))
    }
}

impl Network {
    fn of(interface: &Interface, reach: Reach) -> Self {
        let address = match &interface.addr {
            IfAddr::V4(v4) => IfNetwork::V4 { ip: v4.ip.to_bits(), mask: v4.netmask.to_bits() },
            IfAddr::V6(v6) => IfNetwork::V6 { ip: v6.ip.to_bits(), mask: v6.netmask.to_bits() },
        };
        let (loopback, reached) = (interface.is_loopback(), reach.includes(interface));
        Self { interface: interface.index, loopback, reached, address }
    }

    fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IfNetwork::V4 { ip, mask }, IpAddr::V4(other)) => mask != 0 && ip & mask == other.to_bits() & mask,
            (IfNetwork::V6 { ip, mask }, IpAddr::V6(other)) => mask != 0 && ip & mask == other.to_bits() & mask,
            _ => false,
        }
    }
}

/// An address that means something only together with an interface, which a link cannot say.
fn is_link_local_v6(ip: IpAddr) -> bool {
    matches!(ip, IpAddr::V6(v6) if v6.is_unicast_link_local())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v4(index: u32, ip: [u8; 4], mask: [u8; 4], loopback: bool, reached: bool) -> Network {
        let (ip, mask) = (u32::from_be_bytes(ip), u32::from_be_bytes(mask));
        Network { interface: Some(index), loopback, reached, address: IfNetwork::V4 { ip, mask } }
    }

    fn machine() -> Networks {
        let v6 = |text: &str| text.parse::<Ipv6Addr>().unwrap().to_bits();
        Networks(vec![
            v4(1, [127, 0, 0, 1], [255, 0, 0, 0], true, false),
            v4(2, [192, 168, 1, 5], [255, 255, 255, 0], false, true),
            v4(3, [10, 8, 0, 2], [255, 255, 0, 0], false, false),
            Network {
                interface: Some(2),
                loopback: false,
                reached: true,
                address: IfNetwork::V6 { ip: v6("fd00::5"), mask: v6("ffff:ffff:ffff:ffff::") },
            },
        ])
    }

    #[test]
    fn only_neighbours_are_called() {
        let networks = machine();
        let may = |text: &str, heard: &[u32]| networks.may_call(text.parse().unwrap(), heard);
        assert!(may("192.168.1.7", &[2]));
        assert!(may("fd00::7", &[2]));
        for (address, heard, why) in [
            ("127.0.0.1", 2, "this machine, said from outside"),
            ("127.0.0.1", 1, "a house that listens elsewhere does not look here"),
            ("192.168.1.7", 3, "a neighbour of another network"),
            ("192.168.2.7", 2, "not on this network"),
            ("10.8.0.9", 3, "a network where the house does not listen"),
            ("8.8.8.8", 2, "the internet"),
            ("169.254.169.254", 2, "a cloud's own service"),
            ("0.0.0.0", 2, "none"),
            ("224.0.0.251", 2, "everybody"),
            ("fe80::7", 2, "a link cannot say this"),
            ("::1", 2, "this machine"),
            ("::ffff:127.0.0.1", 2, "this machine in disguise"),
        ] {
            assert!(!may(address, &[heard]), "{address}: {why}");
        }
    }

    #[test]
    fn visitors_from_elsewhere_are_not_neighbours() {
        let networks = machine();
        let near = |text: &str| networks.include(text.parse().unwrap());
        assert!(near("192.168.1.9") && near("127.0.0.1") && near("::ffff:192.168.1.9"));
        assert!(!near("203.0.113.7") && !near("10.8.0.9") && !near("2001:db8::1"));
    }

    #[test]
    fn a_listener_is_reached_where_it_listens() {
        let lo = Networks::now(Reach::Listening(IpAddr::V4(Ipv4Addr::LOCALHOST)));
        assert!(lo.0.iter().filter(|network| network.reached).all(|network| network.loopback));
        let out = Networks::now(Reach::Listening(IpAddr::V4(Ipv4Addr::UNSPECIFIED)));
        assert!(out.0.iter().all(|network| !(network.reached && network.loopback)));
    }
}
