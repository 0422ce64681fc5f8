//! What the nodes of a house count together. Each node has limits of its own; these keep a caller from having them once for
//! every node. They are wide enough that a caller who keeps to one node meets that node's limits first. While the hub is away
//! there are the limits of each node alone.

use super::lockout::{Login, names};
use crate::house::House;
use std::{fmt::Display, net::IpAddr, time::Duration};

/// How long wrong tries are counted together, in which one address has so many for one login,
const TRIES: (Duration, u64) = (Duration::from_secs(15 * 60), 10);
/// and all addresses so many.
const TRIES_FROM_ALL: u64 = 65;
/// Minutes begin at different moments: a node alone allows up to twice as many in one as it says.
const MINUTE: (Duration, u64) = (Duration::from_secs(60), 2);

impl House {
    /// Whether one more is too much on all nodes together; then how many seconds to wait.
    async fn count_together(&self, what: &str, of: impl Display, lasting: Duration, most: u64) -> Result<(), u64> {
        let Some(cluster) = &self.cluster else { return Ok(()) };
        match cluster.hub().count(&format!("{what}:{of}"), 1, lasting).await {
            Ok(count) if count > most => Err(lasting.as_secs()),
            Ok(_) => Ok(()),
            Err(error) => {
                tracing::debug!(%error, "nodes count by themselves");
                Ok(())
            }
        }
    }

    /// Whether one more of something may be done from an address in this minute, on all nodes together.
    ///
    /// # Errors
    /// Seconds to wait.
    pub async fn per_minute_together(&self, what: &str, from: IpAddr, per_minute: u32) -> Result<(), u64> {
        let (minute, times) = MINUTE;
        self.count_together(what, from, minute, times * u64::from(per_minute)).await
    }

    /// Counts an attempt to sign in on all nodes together. It counts as wrong until it turns out right.
    ///
    /// # Errors
    /// How many seconds to wait before the next try.
    pub async fn attempt_together(&self, login: Login<'_>, from: IpAddr) -> Result<(), u64> {
        let [one, all] = names(login, from);
        let (lasting, most) = TRIES;
        self.count_together("tries", one, lasting, most).await?;
        self.count_together("tries", all, lasting, TRIES_FROM_ALL).await
    }

    /// The password was right.
    pub async fn clear_together(&self, login: Login<'_>, from: IpAddr) {
        if let Some(cluster) = &self.cluster {
            let keys = names(login, from).map(|name| format!("tries:{name}"));
            // What is not forgotten now is forgotten by itself.
            let _ = cluster.hub().forget(&keys).await;
        }
    }
}
