//! The promise about the dice, and the proof that it was kept.

use crate::ui::{Icon, icon};
use leptos::prelude::*;
use parlor_client::words::promise;
use parlor_kernel::{Commitment, Key};

/// Checks, here in the browser, that the key shown at the end is the one promised at the beginning.
#[component]
pub fn Fairness(commitment: Commitment, key: Key) -> impl IntoView {
    let kept = key.commitment() == commitment;
    let key: String = key.0.iter().map(|byte| format!("{byte:02x}")).collect();
    view! {
        <details class="fairness" class:broken=!kept data-test="fairness">
            <summary>{icon(Icon::Shield)} {promise(kept)}</summary>
            <dl>
                <dt>"Promise (SHA-256 of the key)"</dt>
                <dd><code>{commitment.to_string()}</code></dd>
                <dt>"Key"</dt>
                <dd><code>{key}</code></dd>
            </dl>
        </details>
    }
}
