//! Questions whose answer a page shows.

use super::House;
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::http::Problem;
use std::future::Future;

/// What the house answered, or why it did not; nothing before it has.
pub type Reply<T> = Option<Result<T, Problem>>;

/// A question to the house, and its answer once there is one.
pub struct Asked<T: Send + Sync + 'static> {
    reply: RwSignal<Reply<T>>,
    again: RwSignal<()>,
}

impl<T: Send + Sync + 'static> Clone for Asked<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for Asked<T> {}

impl<T: Send + Sync + 'static> Asked<T> {
    /// The answer.
    pub const fn reply(&self) -> RwSignal<Reply<T>> {
        self.reply
    }

    /// Asks the same again; the old answer stands until the new one comes.
    pub fn again(&self) {
        self.again.notify();
    }
}

/// Asks now, and again whenever something changes that `question` reads before it asks.
pub fn ask<T, Answer>(question: impl Fn() -> Answer + 'static) -> Asked<T>
where
    T: Send + Sync + 'static,
    Answer: Future<Output = Result<T, Problem>> + 'static,
{
    let (reply, again) = (RwSignal::new(None), RwSignal::new(()));
    let (house, latest) = (House::expect(), StoredValue::new(0_u32));
    Effect::new(move |_| {
        again.track();
        let answer = question();
        latest.update_value(|latest| *latest += 1);
        let number = latest.get_value();
        spawn_local(async move {
            let answer = answer.await;
            if let Err(problem) = &answer {
                house.doubts(problem);
            }
            // The page may be gone by now, or have asked something else since.
            if latest.try_get_value() == Some(number) {
                reply.try_set(Some(answer));
            }
        });
    });
    Asked { reply, again }
}
