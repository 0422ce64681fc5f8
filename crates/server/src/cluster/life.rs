//! That this node lives, and what it does about those that do not.

use super::{Cluster, Message};
use crate::{house::House, tables::reach};
use parlor_store::{Beat, NodeId, StoreError};
use parlor_wire::{Person, TableInfo};
use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::time::{MissedTickBehavior, interval, timeout};

/// How often a node says that it lives. The lease outlasts several of these.
const BEAT: Duration = Duration::from_millis(500);
/// How long the store may take to hear it.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many tables without an owner are looked for at a time.
const ADOPTED_AT_ONCE: u32 = 64;

/// Says that this node lives, again and again, until the house closes.
pub async fn live(house: Arc<House>) {
    let Some(cluster) = &house.cluster else { return };
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = beats.tick() => {}
            () = house.closing.cancelled() => return,
        }
        if let Err(error) = beat(&house).await {
            tracing::warn!(%error, "it could not be told that this node lives");
            cluster.state().alive_since = None;
        }
    }
}

/// Says once that this node lives.
///
/// # Errors
/// If the store does not hear it in time.
pub async fn beat(house: &Arc<House>) -> Result<(), StoreError> {
    let Some(cluster) = &house.cluster else { return Ok(()) };
    let beat = timeout(PATIENCE, cluster.owners.beat(cluster.node, house.clock.now_ms())).await;
    let beat = beat.unwrap_or_else(|_| Err(StoreError::Database("no answer in time".into())))?;
    house.lives(cluster, beat).await;
    Ok(())
}

/// Runs tables that have no owner that lives, until the house closes.
pub async fn adopt(house: Arc<House>) {
    let Some(cluster) = &house.cluster else { return };
    let mut looks = interval(BEAT);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = looks.tick() => {}
            () = house.closing.cancelled() => return,
        }
        if !cluster.may_inherit() {
            continue;
        }
        match cluster.owners.orphans(ADOPTED_AT_ONCE).await {
            Ok(orphans) => {
                if orphans.len() == ADOPTED_AT_ONCE as usize {
                    // There may be more of them.
                    looks.reset_immediately();
                }
                for code in orphans {
                    reach(&house, code);
                    tokio::task::yield_now().await;
                }
            }
            Err(error) => tracing::warn!(%error, "tables without an owner could not be found"),
        }
    }
}

impl House {
    /// The store has heard that this node lives, and says who else does.
    async fn lives(self: &Arc<Self>, cluster: &Cluster, Beat { held, others, eldest }: Beat) {
        let others: BTreeSet<NodeId> = others.into_iter().collect();
        let (gone, had_lived) = {
            let mut state = cluster.state();
            let had_lived = state.alive_since.is_some();
            if !held || !had_lived {
                state.alive_since = Some(Instant::now());
            }
            let gone: Vec<_> = state.others.difference(&others).copied().collect();
            state.others.clone_from(&others);
            (gone, had_lived)
        };
        for node in gone {
            tracing::warn!(%node, "another node does not live any more");
            self.bury(cluster, node);
        }
        if !(held && had_lived) {
            cluster.give_up_what_was_taken().await;
        }
        cluster.post.keep_in_touch(others.iter().map(|node| node.0).collect());
        let late: Vec<_> = cluster.state().pending.extract_if(|_, pending| pending.is_late()).collect();
        late.into_iter().for_each(|(_, pending)| pending.fail());
        self.keep_lobby(cluster, eldest).await;
        cluster.tell_who_is_here(self.presence.everyone_here());
        cluster.greet();
        cluster.ask_the_unheard();
    }
}

impl Cluster {
    /// Others may have taken tables while this node did not live: it stops them before they are asked anything more.
    async fn give_up_what_was_taken(&self) {
        match self.owners.owned(self.node).await {
            Ok(owned) => {
                let owned: BTreeSet<_> = owned.into_iter().collect();
                let state = self.state();
                for (code, (epoch, lost)) in &state.mine {
                    if !owned.contains(&(*code, *epoch)) {
                        lost.cancel();
                    }
                }
            }
            // Whatever they write is refused; it is looked again at the next beat.
            Err(error) => {
                tracing::warn!(%error, "it could not be found out which tables were taken");
                self.state().alive_since = None;
            }
        }
    }

    /// Tells the others who has come and gone since they were last told.
    fn tell_who_is_here(&self, here: std::collections::BTreeMap<parlor_wire::UserId, parlor_store::User>) {
        let before = std::mem::replace(&mut self.state().told_here, here.clone());
        for (id, user) in &here {
            if before.get(id) != Some(user) {
                self.send_all(&Message::Here(user.clone().into()));
            }
        }
        for id in before.keys().filter(|id| !here.contains_key(id)) {
            self.send_all(&Message::Left(*id));
        }
    }

    /// Asks nodes what is there that have not said so since something was last lost: they need not know of it.
    fn ask_the_unheard(&self) {
        let unheard: Vec<_> = {
            let state = self.state();
            state.others.difference(&state.heard).copied().collect()
        };
        unheard.into_iter().for_each(|node| self.send(node, &Message::Unheard));
    }

    /// Tells nodes that do not know what is here.
    pub(super) fn greet(&self) {
        let mut state = self.state();
        let new: Vec<_> = state.others.difference(&state.greeted).copied().collect();
        if new.is_empty() {
            return;
        }
        state.greeted.extend(&new);
        let tables = state.listings.values().map(|listed| TableInfo::clone(listed)).collect();
        let people = state.told_here.values().cloned().map(Person::from).collect();
        // While nothing is listed otherwise: what changes after this is told after it.
        self.send_to(new, &Message::Anew(tables, people));
    }
}
