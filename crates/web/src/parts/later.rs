//! Showing a part of the page once it is here.

use super::Unloaded;
use crate::ui::Press;
use leptos::{prelude::*, task::spawn_local};
use std::future::Future;

/// Shows what `fetch` brings once it is here; until then that it is coming, or why it does not come.
pub fn later<T, F>(
    fetch: impl Fn() -> F + Send + Sync + 'static,
    show: impl Fn(T) -> AnyView + Send + 'static,
) -> AnyView
where
    T: Copy + Send + Sync + 'static,
    F: Future<Output = Result<T, Unloaded>> + 'static,
{
    let come = RwSignal::new(None::<Result<T, Unloaded>>);
    let bring = move || {
        come.set(None);
        let coming = fetch();
        spawn_local(async move {
            let answer = coming.await;
            // The page may show something else by now.
            come.try_set(Some(answer));
        });
    };
    bring();
    let again = Callback::new(move |()| bring());
    let shown = move || match come.get() {
        Some(Ok(part)) => show(part),
        Some(Err(why)) => missing(&why, again),
        None => fetching(),
    };
    shown.into_any()
}

/// That a part is coming, and how far it is: `parts.js` moves the bar.
fn fetching() -> AnyView {
    view! {
        <section class="loading part-coming" data-test="loading" role="status">
            <label class="loading-line">"Setting up…" <progress class="part-progress" max="1"></progress></label>
        </section>
    }
    .into_any()
}

/// That a part does not come, and what to do.
pub fn missing(why: &Unloaded, again: Callback<()>) -> AnyView {
    let retry = (*why == Unloaded::Unreachable).then(|| {
        view! { <Press test="loading-again" class="primary" on_press=move || again.run(())>"Try again"</Press> }
    });
    let test = if retry.is_some() { "loading-trouble" } else { "no-screen" };
    view! {
        <section class="loading" data-test="loading" role="status">
            <p class="trouble" data-test=test>{why.to_string()}</p>
            {retry}
        </section>
    }
    .into_any()
}
