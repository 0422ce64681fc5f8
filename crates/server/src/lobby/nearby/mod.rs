//! Houses on the same network find each other by multicast DNS, as service `_parlor._tcp`.
//!
//! A house announces itself ([`run`]) and listens for others. What others say is never believed: an announced address
//! is called only if it is a neighbour on the network it was heard on (`networks`), its answer is bounded (`call`), and
//! every word of it is cleaned before anyone sees it. `parlor nearby` looks around in the same way ([`look_around`]).

mod call;
mod neighbours;
mod networks;
mod sighting;

pub use neighbours::Neighbours;
pub use sighting::MAX_HOUSE_NAME;

use crate::{chance, house::House, settings::Settings};
use call::{CallError, HouseCaller};
use mdns_sd::{DaemonEvent, IfKind, ServiceDaemon, ServiceEvent, ServiceInfo};
use networks::{Networks, Reach};
use parlor_wire::{http::NearbyHouse, one_line};
use sighting::{Sighting, key};
use std::{net::IpAddr, net::SocketAddr, sync::Arc, time::Duration};
use thiserror::Error;
use tokio::{
    task::JoinSet,
    time::{Instant, interval, timeout, timeout_at},
};

/// The kind of service that houses announce.
const SERVICE: &str = "_parlor._tcp.local.";
/// How often the number of open tables is announced at most, and neighbours are called while a player looks.
const AGAIN: Duration = Duration::from_secs(5);
/// How long a goodbye may take.
const GOODBYE: Duration = Duration::from_millis(500);

/// Why the network cannot be looked at.
#[derive(Debug, Error)]
pub enum NearbyError {
    /// There is no multicast here.
    #[error("multicast DNS does not work here: {0}")]
    Multicast(#[from] mdns_sd::Error),
    /// Calls are impossible.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The part that listens has stopped.
    #[error("multicast DNS has stopped")]
    Stopped,
}

/// Starts multicast DNS on the interfaces that lead there.
fn daemon(reach: Reach) -> Result<ServiceDaemon, NearbyError> {
    let daemon = ServiceDaemon::new()?;
    daemon.disable_interface(IfKind::All)?;
    daemon.enable_interface(reach.interfaces())?;
    Ok(daemon)
}

/// Announces the house, which listens at `address`, and keeps an eye on its neighbours until it closes. A machine
/// without a network to speak of is no reason to fail: the house goes on without neighbours.
pub async fn run(house: Arc<House>, address: SocketAddr) {
    if !house.settings.nearby {
        return;
    }
    if let Err(error) = keep_an_eye(&house, address).await {
        tracing::warn!(%error, "houses nearby will not find this one, nor this one them");
    }
}

/// How many tables there are to join; as many as before if that cannot be found out.
async fn joinable(house: &House, before: usize) -> usize {
    house.joinable().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "the tables for houses nearby could not be counted");
        before
    })
}

async fn keep_an_eye(house: &House, address: SocketAddr) -> Result<(), NearbyError> {
    let reach = Reach::Listening(address.ip());
    if Networks::now(reach).lead_nowhere() {
        tracing::warn!("there is no network here yet; houses nearby will not find this one until there is");
    }
    let daemon = daemon(reach)?;
    let caller = HouseCaller::new()?;
    // A name of its own for every opening: two houses may be called the same, and one that fell is not mixed up with
    // the one that opened after it.
    let instance = format!("parlor-{:016x}", chance::word());
    let mut announced = joinable(house, 0).await;
    let announce = |tables| daemon.register(announcement(&house.settings, &instance, address, tables)?);
    announce(announced)?;
    let events = daemon.browse(SERVICE)?;
    let troubles = daemon.monitor()?;
    let mut troubled = false;
    let mut again = interval(AGAIN);
    let mut calls = JoinSet::new();
    let own = format!("{instance}.{SERVICE}");
    tracing::debug!(%address, %instance, "announced to the network");
    loop {
        tokio::select! {
            () = house.closing.cancelled() => break,
            event = events.recv_async() => match event.map_err(|_| NearbyError::Stopped)? {
                ServiceEvent::ServiceResolved(service) if service.fullname != own => {
                    let networks = Networks::now(reach);
                    match Sighting::of(&service, &networks) {
                        Some(sighting) if house.neighbours.seen(&sighting) => call(&mut calls, &caller, sighting),
                        Some(sighting) => tracing::debug!(address = %sighting.address, "there is no need to call, or no room"),
                        None => tracing::debug!("an announcement makes no sense"),
                    }
                }
                ServiceEvent::ServiceRemoved(_, instance) => house.neighbours.gone(&instance),
                _ => {}
            },
            Some(Ok((sighting, answer))) = calls.join_next() => house.neighbours.answered(&sighting, answer),
            event = troubles.recv_async() => {
                if let DaemonEvent::Error(error) = event.map_err(|_| NearbyError::Stopped)? {
                    // Without a network this would be said again and again.
                    if !troubled {
                        tracing::warn!(%error, "multicast DNS has trouble; houses nearby may not be found");
                    }
                    troubled = true;
                }
            }
            _ = again.tick() => {
                house.neighbours.are_on(Networks::now(reach));
                let tables = joinable(house, announced).await;
                if tables != announced {
                    announce(tables)?;
                    announced = tables;
                }
                if calls.is_empty() && house.neighbours.take_asked() {
                    house.neighbours.sightings().into_iter().for_each(|known| call(&mut calls, &caller, known));
                }
            }
        }
    }
    if let Ok(done) = daemon.unregister(&own) {
        // Do not wait for a network that does not answer.
        let _ = timeout(GOODBYE, done.recv_async()).await;
    }
    daemon.shutdown().map(drop)?;
    Ok(())
}

/// What the house says about itself.
fn announcement(
    settings: &Settings,
    instance: &str,
    address: SocketAddr,
    tables: usize,
) -> Result<ServiceInfo, mdns_sd::Error> {
    let said = [
        (key::NAME, one_line(&settings.name, MAX_HOUSE_NAME)),
        (key::VERSION, env!("CARGO_PKG_VERSION").to_owned()),
        (key::PATH, format!("{}/", settings.base())),
        (key::TABLES, tables.to_string()),
    ];
    let host = format!("{instance}.local.");
    let addresses: &[IpAddr] = if address.ip().is_unspecified() { &[] } else { &[address.ip()] };
    let info = ServiceInfo::new(SERVICE, instance, &host, addresses, address.port(), &said[..])?;
    // A house that listens everywhere is where the machine is, also after it has moved to another network.
    Ok(if addresses.is_empty() { info.enable_addr_auto() } else { info })
}

/// Calls a house, unless too many calls are under way: then the next request makes up for it.
fn call(calls: &mut JoinSet<(Sighting, Option<NearbyHouse>)>, caller: &HouseCaller, sighting: Sighting) {
    if calls.len() >= neighbours::MOST {
        return;
    }
    let caller = caller.clone();
    calls.spawn(async move {
        let answer = caller.call(&sighting).await;
        if let Err(error) = &answer {
            tracing::debug!(address = %sighting.address, %error, "a house nearby does not answer");
        }
        (sighting, answer.ok())
    });
}

/// Looks around for `time`: the houses on this machine's networks that answer, by name.
///
/// # Errors
/// If there is no multicast here.
pub async fn look_around(time: Duration) -> Result<Vec<NearbyHouse>, NearbyError> {
    let until = Instant::now() + time;
    let daemon = daemon(Reach::Everywhere)?;
    let caller = HouseCaller::new()?;
    let networks = Networks::now(Reach::Everywhere);
    let events = daemon.browse(SERVICE)?;
    let found = Neighbours::default();
    found.are_on(networks.clone());
    let mut calls = JoinSet::new();
    while let Ok(event) = timeout_at(until, events.recv_async()).await {
        match event.map_err(|_| NearbyError::Stopped)? {
            ServiceEvent::ServiceResolved(service) => {
                if let Some(sighting) = Sighting::of(&service, &networks).filter(|sighting| found.seen(sighting)) {
                    call(&mut calls, &caller, sighting);
                }
            }
            ServiceEvent::ServiceRemoved(_, instance) => found.gone(&instance),
            _ => {}
        }
    }
    daemon.shutdown().map(drop)?;
    // The last house found may still answer; calls end by themselves.
    while let Some(Ok((sighting, answer))) = calls.join_next().await {
        found.answered(&sighting, answer);
    }
    Ok(found.list())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_below_a_path_says_so() {
        for (url, path) in [("https://games.example", "/"), ("https://club.example/games", "/games/")] {
            let settings = Settings { public_url: Some(url.parse().unwrap()), ..Settings::default() };
            let said = announcement(&settings, "parlor-1", SocketAddr::from(([127, 0, 0, 1], 8080)), 0).unwrap();
            assert_eq!(said.get_property_val_str(key::PATH), Some(path));
        }
    }
}
