//! Who is at a table: which connections listen, and since when those are gone who should be there.

use crate::{effects::Connections, input::ConnectionId, saved::Saved};
use parlor_kernel::{Seat, Viewer};
use parlor_store::AddressTag;
use parlor_wire::{Status, UserId};
use std::collections::{BTreeMap, BTreeSet};

/// Who is at a table. Moments are on the house's clock.
#[derive(Debug)]
pub struct Presence {
    connections: BTreeMap<ConnectionId, UserId>,
    users: BTreeMap<UserId, BTreeSet<ConnectionId>>,
    /// Where each user last came from.
    addresses: BTreeMap<UserId, AddressTag>,
    /// Since when each seat's player has been gone, during a match.
    gone_since: Vec<Option<u64>>,
    /// Since when the holder of the bet has been gone.
    holder_gone_since: Option<u64>,
    /// Since when none of those has been there for whom the table stays.
    deserted_since: Option<i64>,
    /// When something last happened. A table that slept may have been left before the house's clock began to run.
    alive_at: i64,
}

impl Presence {
    /// Nobody is at a table with `seats` seats.
    pub fn new(seats: u8, now_ms: u64) -> Self {
        Self {
            connections: BTreeMap::new(),
            users: BTreeMap::new(),
            addresses: BTreeMap::new(),
            gone_since: vec![None; seats.into()],
            holder_gone_since: None,
            deserted_since: Some(now_ms.cast_signed()),
            alive_at: now_ms.cast_signed(),
        }
    }

    /// The table has so many seats from now on. No match is played there.
    pub fn seat(&mut self, seats: u8) {
        self.gone_since = vec![None; seats.into()];
    }

    /// How many seats the table has.
    pub const fn seats(&self) -> usize {
        self.gone_since.len()
    }

    /// Nothing has happened at a table, which slept, for so long, and none of those was there for whom it stays.
    pub const fn slept(&mut self, now_ms: u64, quiet_ms: u64, deserted_ms: u64) {
        let now = now_ms.cast_signed();
        self.alive_at = now.saturating_sub_unsigned(quiet_ms);
        self.deserted_since = Some(now.saturating_sub_unsigned(deserted_ms));
    }

    /// A connection of `user` listens from now on.
    pub fn add(&mut self, connection: ConnectionId, user: UserId, address: Option<AddressTag>) {
        self.remove(connection);
        if let Some(address) = address {
            self.addresses.insert(user, address);
        }
        self.connections.insert(connection, user);
        self.users.entry(user).or_default().insert(connection);
    }

    /// A connection listens no more; tells whether it did.
    pub fn remove(&mut self, connection: ConnectionId) -> bool {
        let Some(user) = self.connections.remove(&connection) else { return false };
        if let Some(connections) = self.users.get_mut(&user) {
            connections.remove(&connection);
            if connections.is_empty() {
                self.users.remove(&user);
                self.addresses.remove(&user);
            }
        }
        true
    }

    /// Whether nobody listens.
    pub fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    /// Whether `user` listens through any connection.
    pub fn is_connected(&self, user: UserId) -> bool {
        self.users.contains_key(&user)
    }

    /// Where `user` comes from, if they listen.
    pub fn address_of(&self, user: UserId) -> Option<AddressTag> {
        self.addresses.get(&user).copied()
    }

    /// How many of those who sit at the table listen.
    pub fn players_there(&self, saved: &Saved) -> usize {
        saved.people().filter(|&(_, user)| self.is_connected(user)).count()
    }

    /// Whether any of those who sit at the table listens.
    pub fn is_player_there(&self, saved: &Saved) -> bool {
        self.players_there(saved) > 0
    }

    /// The connections of `user`.
    pub fn connections_of(&self, user: UserId) -> Connections {
        self.users.get(&user).into_iter().flatten().copied().collect()
    }

    /// How many users listen who do not sit at the table.
    pub fn spectators(&self, saved: &Saved) -> u32 {
        (self.users.len() - self.players_there(saved)) as u32
    }

    /// The connections that see the table as `viewer` does.
    pub fn audience(&self, viewer: Viewer, saved: &Saved) -> Connections {
        match viewer {
            Viewer::Seat(seat) => {
                let player = saved.seats.get(seat.index()).and_then(|seat| seat.occupant.person());
                player.map(|player| self.connections_of(player)).unwrap_or_default()
            }
            Viewer::Spectator => {
                let is_seated = |user| saved.people().any(|(_, player)| player == user);
                let watching = self.connections.iter().filter(|(_, user)| !is_seated(**user));
                watching.map(|(connection, _)| *connection).collect()
            }
        }
    }

    /// The house has just opened with a match on the table: everyone is gone, and has the whole grace to come back.
    pub fn all_gone(&mut self, saved: &Saved, now_ms: u64) {
        self.deserted_since = None;
        for (seat, _) in saved.people() {
            self.gone_since[seat.index()] = Some(now_ms);
        }
    }

    /// Who is there may have changed: notes who is gone since now, and forgets it of those who are back.
    pub fn note(&mut self, saved: &Saved, now_ms: u64) {
        for (seat, since) in (0u8..).zip(&mut self.gone_since) {
            let player = saved.seats[usize::from(seat)].occupant.person();
            let is_gone = saved.is_playing() && player.is_some_and(|user| !self.users.contains_key(&user));
            *since = is_gone.then(|| since.unwrap_or(now_ms));
        }
        self.note_holder(saved, now_ms);
        let is_deserted = match saved.status {
            Status::Waiting => self.users.is_empty(),
            Status::Playing => false,
            Status::Ended => !self.is_player_there(saved),
        };
        self.deserted_since = is_deserted.then(|| self.deserted_since.unwrap_or(now_ms.cast_signed()));
    }

    /// Notes whether the holder of the bet is there.
    pub fn note_holder(&mut self, saved: &Saved, now_ms: u64) {
        let holder = saved.bet().and_then(|bet| bet.holder());
        let is_gone = holder.is_some_and(|holder| !self.is_connected(holder));
        self.holder_gone_since = is_gone.then(|| self.holder_gone_since.unwrap_or(now_ms));
    }

    /// Since when a seat's player has been gone, during a match.
    pub fn gone_since(&self, seat: Seat) -> Option<u64> {
        self.gone_since[seat.index()]
    }

    /// Players who are gone have been so only since now.
    pub fn renew_grace(&mut self, now_ms: u64) {
        self.gone_since.iter_mut().flatten().for_each(|since| *since = now_ms);
    }

    /// A seat's player is not waited for any more.
    pub fn let_go(&mut self, seat: Seat) {
        self.gone_since[seat.index()] = None;
    }

    /// Since when the holder of the bet has been gone.
    pub const fn holder_gone_since(&self) -> Option<u64> {
        self.holder_gone_since
    }

    /// Since when none of those has been there for whom the table stays: anybody before a match, its players after it.
    pub const fn deserted_since(&self) -> Option<i64> {
        self.deserted_since
    }

    /// When something last happened.
    pub const fn alive_at(&self) -> i64 {
        self.alive_at
    }

    /// Something happens.
    pub const fn stir(&mut self, now_ms: u64) {
        self.alive_at = now_ms.cast_signed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ada, ben, cat, open};
    use parlor_wire::{MatchId, http::OpenTable};

    const ADA: Viewer = Viewer::Seat(Seat(0));

    /// Ada and Ben at a table for two.
    fn seated() -> Saved {
        let mut saved = open(OpenTable::default());
        saved.sit(&ben(), None).unwrap();
        saved
    }

    #[test]
    fn a_user_is_there_as_long_as_one_connection_is() {
        let saved = seated();
        let mut presence = Presence::new(2, 0);
        for (connection, user) in [(1, ada()), (2, ada()), (3, cat()), (4, cat())] {
            presence.add(ConnectionId(connection), user.id, None);
        }
        assert_eq!(presence.spectators(&saved), 1, "Cat counts once");
        assert_eq!(presence.audience(ADA, &saved)[..], [ConnectionId(1), ConnectionId(2)]);
        assert_eq!(presence.audience(Viewer::Seat(Seat(1)), &saved)[..], []);
        assert_eq!(presence.audience(Viewer::Spectator, &saved)[..], [ConnectionId(3), ConnectionId(4)]);
        assert!(presence.remove(ConnectionId(1)) && !presence.remove(ConnectionId(1)));
        assert!(presence.is_connected(ada().id) && presence.is_player_there(&saved));
        presence.remove(ConnectionId(2));
        assert!(!presence.is_connected(ada().id) && !presence.is_player_there(&saved));
        // A connection that changes hands is another user's.
        presence.add(ConnectionId(3), ada().id, None);
        assert_eq!(presence.audience(ADA, &saved)[..], [ConnectionId(3)]);
        assert_eq!(presence.audience(Viewer::Spectator, &saved)[..], [ConnectionId(4)]);
    }

    #[test]
    fn players_are_missed_during_a_match_only() {
        let mut saved = seated();
        let mut presence = Presence::new(2, 0);
        presence.add(ConnectionId(1), ada().id, None);
        presence.note(&saved, 10);
        assert_eq!((presence.gone_since(Seat(1)), presence.deserted_since()), (None, None));
        saved.begin(MatchId(1), serde_json::Value::Null.into());
        presence.note(&saved, 20);
        presence.note(&saved, 30);
        assert_eq!((presence.gone_since(Seat(0)), presence.gone_since(Seat(1))), (None, Some(20)));
        presence.add(ConnectionId(2), ben().id, None);
        presence.note(&saved, 40);
        assert_eq!(presence.gone_since(Seat(1)), None);
        presence.all_gone(&saved, 50);
        assert_eq!(presence.gone_since(Seat(0)), Some(50));
        presence.let_go(Seat(0));
        assert_eq!(presence.gone_since(Seat(0)), None);
    }

    #[test]
    fn a_table_stays_for_anybody_before_a_match_and_for_its_players_after_it() {
        let mut saved = seated();
        let mut presence = Presence::new(2, 0);
        presence.add(ConnectionId(3), cat().id, None);
        presence.note(&saved, 10);
        assert_eq!(presence.deserted_since(), None, "Cat may want to sit down");
        saved.begin(MatchId(1), serde_json::Value::Null.into());
        saved.end();
        presence.note(&saved, 20);
        presence.note(&saved, 30);
        assert_eq!(presence.deserted_since(), Some(20), "no player is there for another match");
    }
}
