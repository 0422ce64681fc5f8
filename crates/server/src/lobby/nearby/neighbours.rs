//! The houses that have been found.

use super::{networks::Networks, sighting::Sighting};
use parlor_wire::http::NearbyHouse;
use std::{
    collections::BTreeMap,
    net::{IpAddr, SocketAddr},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// How many houses are kept, so that a flood of announcements stays bounded.
pub const MOST: usize = 16;

/// The other houses on the network, as last heard. One for each address, so that an address is called once however
/// often it is announced; and one for each announcement, since a house may be heard of at several addresses.
#[derive(Debug, Default)]
pub struct Neighbours {
    known: Mutex<Known>,
    asked: AtomicBool,
}

#[derive(Debug, Default)]
struct Known {
    houses: BTreeMap<SocketAddr, (Sighting, Option<NearbyHouse>)>,
    networks: Networks,
}

impl Neighbours {
    fn known(&self) -> MutexGuard<'_, Known> {
        // Every change below is complete before anything can panic.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The machine is on these networks now.
    pub fn are_on(&self, networks: Networks) {
        self.known().networks = networks;
    }

    /// A house has been announced; whether it should be called there. If it is known at another address the better one
    /// counts: every browser on the network can follow a link to IPv4, and of two alike the newer one. Those that do not
    /// answer make room.
    pub fn seen(&self, sighting: &Sighting) -> bool {
        let houses = &mut self.known().houses;
        let elsewhere = houses
            .values()
            .map(|(known, _)| known)
            .find(|known| known.instance == sighting.instance && known.address != sighting.address);
        if let Some(elsewhere) = elsewhere.map(|known| known.address) {
            if elsewhere.is_ipv4() && sighting.address.is_ipv6() {
                return false;
            }
            houses.remove(&elsewhere);
        }
        if let Some((known, _)) = houses.get_mut(&sighting.address) {
            *known = sighting.clone();
            return true;
        }
        if houses.len() >= MOST {
            let silent = houses.iter().find(|(_, (_, house))| house.is_none()).map(|(address, _)| *address);
            let Some(silent) = silent else { return false };
            houses.remove(&silent);
        }
        houses.insert(sighting.address, (sighting.clone(), None));
        true
    }

    /// A house has said goodbye, or has not been heard of for too long.
    pub fn gone(&self, instance: &str) {
        self.known().houses.retain(|_, (sighting, _)| sighting.instance != instance);
    }

    /// What a house answered when it was called; nothing if it did not.
    pub fn answered(&self, sighting: &Sighting, answer: Option<NearbyHouse>) {
        if let Some((known, house)) = self.known().houses.get_mut(&sighting.address)
            && known.instance == sighting.instance
        {
            *house = answer;
        }
    }

    /// All that are known, whether they answer or not.
    pub fn sightings(&self) -> Vec<Sighting> {
        self.known().houses.values().map(|(sighting, _)| sighting.clone()).collect()
    }

    /// Whether the list has been asked for since the last call.
    pub fn take_asked(&self) -> bool {
        self.asked.swap(false, Ordering::Relaxed)
    }

    /// The houses that answer, for visitors on the same network. To anyone else they would be of no use, and are none
    /// of their business.
    pub fn list_for(&self, visitor: IpAddr) -> Vec<NearbyHouse> {
        self.asked.store(true, Ordering::Relaxed);
        let is_near = self.known().networks.include(visitor);
        if is_near { self.list() } else { Vec::new() }
    }

    /// The houses that answer, by name.
    pub fn list(&self) -> Vec<NearbyHouse> {
        let mut houses: Vec<_> = self.known().houses.values().filter_map(|(_, house)| house.clone()).collect();
        houses.sort_by(|a, b| (&a.name, &a.url).cmp(&(&b.name, &b.url)));
        houses
    }
}

#[cfg(test)]
mod tests {
    use super::super::networks::Reach;
    use super::*;

    fn sighting(port: u16, instance: &str) -> Sighting {
        Sighting {
            instance: instance.into(),
            name: format!("House {port}"),
            version: "1".into(),
            address: SocketAddr::from(([192, 168, 1, 7], port)),
            path: "/".into(),
        }
    }

    fn house(sighting: &Sighting) -> Option<NearbyHouse> {
        let (name, version) = (sighting.name.clone(), sighting.version.clone());
        Some(NearbyHouse { name, url: sighting.url(), version, tables: vec![] })
    }

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn a_flood_of_announcements_stays_bounded() {
        let neighbours = Neighbours::default();
        neighbours.are_on(Networks::now(Reach::Everywhere));
        let real = sighting(1, "real");
        assert!(neighbours.seen(&real));
        neighbours.answered(&real, house(&real));
        for port in 2..2000 {
            assert!(neighbours.seen(&sighting(port, &format!("fake {port}"))), "a silent one makes room");
        }
        assert_eq!(neighbours.sightings().len(), MOST);
        assert_eq!(neighbours.list_for(HERE).len(), 1, "who answers stays");
        for known in neighbours.sightings() {
            neighbours.answered(&known, house(&known));
        }
        assert!(!neighbours.seen(&sighting(3000, "one more")), "no room");
    }

    #[test]
    fn a_house_at_two_addresses_is_listed_once_where_every_browser_reaches_it() {
        let four = sighting(1, "both");
        let six = Sighting { address: "[fd00::7]:1".parse().unwrap(), ..four.clone() };
        let moved = Sighting { address: "192.168.1.8:1".parse().unwrap(), ..four.clone() };
        for order in [[&four, &six], [&six, &four]] {
            let neighbours = Neighbours::default();
            for seen in order {
                if neighbours.seen(seen) {
                    neighbours.answered(seen, house(seen));
                }
            }
            let listed: Vec<_> = neighbours.list().into_iter().map(|house| house.url).collect();
            assert_eq!(listed, [four.url()]);
            assert!(neighbours.seen(&moved), "it has another address now");
            assert_eq!(neighbours.sightings(), std::slice::from_ref(&moved));
        }
    }

    #[test]
    fn only_the_one_that_said_goodbye_goes() {
        let neighbours = Neighbours::default();
        neighbours.are_on(Networks::now(Reach::Everywhere));
        let (before, after) = (sighting(1, "before"), sighting(1, "after"));
        neighbours.seen(&before);
        // The house fell and opened again at the same address.
        neighbours.seen(&after);
        neighbours.answered(&before, None);
        neighbours.answered(&after, house(&after));
        neighbours.gone("before");
        assert_eq!(neighbours.list_for(HERE).len(), 1);
        assert!(neighbours.take_asked() && !neighbours.take_asked());
        assert_eq!(neighbours.list_for([203, 0, 113, 7].into()).len(), 0, "none of their business");
        neighbours.gone("after");
        assert_eq!(neighbours.list_for(HERE).len(), 0);
    }
}
