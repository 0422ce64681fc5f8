//! Everyone's stay at this door: at most one each. It waits for its person when a connection drops, and goes to the
//! newest connection that asks for it.

use super::stay::Stay;
use parlor_wire::{TableCode, UserId};
use std::{
    collections::HashMap,
    ops::{Deref, DerefMut},
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::sync::OwnedMutexGuard;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

/// How long the connection that has the stay may take to let it go.
const LET_GO: Duration = Duration::from_secs(5);

/// Everyone's stays.
#[derive(Default)]
pub struct Stays(Mutex<HashMap<UserId, Entry>>);

struct Entry {
    stay: Arc<tokio::sync::Mutex<Stay>>,
    /// Cancelled when another connection wants it.
    wanted: CancellationToken,
    /// Grows with every connection that holds the stay, so that a timer throws away only the stay it was set for.
    turn: u64,
}

/// A stay in the hands of one connection.
pub struct Held {
    stay: OwnedMutexGuard<Stay>,
    stays: Arc<Stays>,
    user: UserId,
    turn: u64,
    wanted: Pin<Box<WaitForCancellationFutureOwned>>,
}

impl Deref for Held {
    type Target = Stay;

    fn deref(&self) -> &Stay {
        &self.stay
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut Stay {
        &mut self.stay
    }
}

impl Stays {
    fn all(&self) -> MutexGuard<'_, HashMap<UserId, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new stay, unless that person has one.
    pub fn start(self: &Arc<Self>, user: UserId, table: TableCode) -> Option<Held> {
        let mut all = self.all();
        if all.contains_key(&user) {
            return None;
        }
        let stay = Arc::new(tokio::sync::Mutex::new(Stay::new(table)));
        let held = Arc::clone(&stay).try_lock_owned().ok()?;
        let wanted = CancellationToken::new();
        all.insert(user, Entry { stay, wanted: wanted.clone(), turn: 0 });
        let wanted = Box::pin(wanted.cancelled_owned());
        Some(Held { stay: held, stays: Arc::clone(self), user, turn: 0, wanted })
    }

    /// The stay that person has, if any, taken from whichever connection has it now.
    pub async fn take_over(self: &Arc<Self>, user: UserId) -> Option<Held> {
        let (stay, wanted, turn) = {
            let mut all = self.all();
            let entry = all.get_mut(&user)?;
            entry.wanted.cancel();
            entry.wanted = CancellationToken::new();
            entry.turn += 1;
            (Arc::clone(&entry.stay), entry.wanted.clone(), entry.turn)
        };
        let Ok(stay) = tokio::time::timeout(LET_GO, stay.lock_owned()).await else {
            self.forget(user, turn);
            return None;
        };
        Some(Held { stay, stays: Arc::clone(self), user, turn, wanted: Box::pin(wanted.cancelled_owned()) })
    }

    fn forget(&self, user: UserId, turn: u64) {
        let mut all = self.all();
        if all.get(&user).is_some_and(|entry| entry.turn == turn) {
            all.remove(&user);
        }
    }
}

impl Held {
    /// Waits until another connection of the same person wants the stay. May be dropped while it waits.
    pub async fn wanted(&mut self) {
        self.wanted.as_mut().await;
    }

    /// Lets go of it. It is kept `wait` long for its person; the future that is returned throws it away then.
    pub fn park(self, wait: Duration) -> impl Future<Output = ()> + use<> {
        let Self { stay, stays, user, turn, .. } = self;
        let empty = stay.is_empty();
        drop(stay);
        async move {
            if !empty {
                tokio::time::sleep(wait).await;
            }
            stays.forget(user, turn);
        }
    }
}
