//! How much a match weighs on leaderboards.
//!
//! Every match that began in earnest is a result: it is in its players' histories, profiles and records against each
//! other. On leaderboards, by wins or by rating, it weighs only if it was against someone worth beating:
//!
//! - of the matches of a day (UTC) in one game, [`MATCHES_A_DAY`] weighs: the first against the same opponent, and the
//!   first against all opponents who come from the same address;
//! - a match between players who come from the same address weighs nothing;
//! - a match against the house's bots or other programs alone is practice and weighs nothing.
//!
//! Matches are counted, not wins: if only the wins of one side stopped to count, ratings would drift to the other. A match
//! of more than two weighs for a player if it does against any of their opponents, and changes ratings if it weighs for all
//! of its players.
//!
//! Addresses are known as [`AddressTag`]s. A player whose address is not known, as on the machine itself, shares it
//! with no one.

use std::{
    collections::hash_map::RandomState,
    hash::BuildHasher,
    net::{IpAddr, Ipv6Addr},
};

/// How many matches a day weigh, in one game, against the same opponent or the same address.
pub const MATCHES_A_DAY: u32 = 1;

/// An address that can be recognised, but not be read: a keyed hash. It is kept while a match is played and until the next
/// day is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AddressTag(pub u64);

/// Makes tags. The key is drawn when the process starts and is not kept: after a restart the old tags can no longer be
/// read, and every address is new.
#[derive(Clone, Debug, Default)]
pub struct AddressTags(RandomState);

impl AddressTags {
    /// The tag of an address: of an IPv6 one with its whole /64, which is one household. None for the machine itself: behind
    /// a proxy that is not trusted everyone would seem to come from there.
    pub fn tag(&self, address: IpAddr) -> Option<AddressTag> {
        let address = match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            v4 => v4,
        };
        (!address.is_loopback() && !address.is_unspecified()).then(|| AddressTag(self.0.hash_one(address)))
    }
}

/// How a player met one opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Their matches against each other in this game today, this one included.
    pub with_them: u32,
    /// The player's matches against anyone from the opponent's address, this one included.
    pub with_their_address: u32,
    /// Whether both come from the same address.
    pub same_address: bool,
}

impl Meeting {
    /// Whether a match against this opponent weighs on leaderboards.
    pub const fn weighs(&self) -> bool {
        !self.same_address && self.with_them <= MATCHES_A_DAY && self.with_their_address <= MATCHES_A_DAY
    }
}

/// The day (UTC, counted from 1970) of a moment on the wall clock in milliseconds.
pub const fn day(ms: u64) -> u64 {
    ms / 86_400_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_apart_and_not_told() {
        let (tags, others) = (AddressTags::default(), AddressTags::default());
        let tag = |text: &str| tags.tag(text.parse().unwrap());
        assert_eq!(tag("203.0.113.7"), tag("203.0.113.7"));
        assert_eq!(tag("203.0.113.7"), tag("::ffff:203.0.113.7"));
        assert_ne!(tag("203.0.113.7"), tag("203.0.113.8"));
        assert_eq!(tag("2001:db8:1:2::1"), tag("2001:db8:1:2:ffff::9"), "one household");
        assert_ne!(tag("2001:db8:1:2::1"), tag("2001:db8:1:3::1"));
        assert_ne!(tag("203.0.113.7"), others.tag("203.0.113.7".parse().unwrap()), "each process has its own key");
        for machine in ["127.0.0.1", "::1", "0.0.0.0"] {
            assert_eq!(tag(machine), None, "{machine}");
        }
    }
}
