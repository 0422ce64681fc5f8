//! Waiting for what a rule set names.

use super::Press;
use crate::house::{Coming, House};
use leptos::prelude::*;
use parlor_kernel::AssetId;

/// Shows `part` once these assets are here; until then how far they are, or why they do not come.
pub fn once_loaded(ids: Vec<AssetId>, part: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    let assets = House::expect().catalog.assets();
    if assets.missing(&ids).is_empty() {
        return part();
    }
    assets.fetch(&ids);
    let here = {
        let ids = ids.clone();
        Memo::new(move |_| assets.coming(&ids).is_empty())
    };
    let waiting = StoredValue::new(ids);
    let shown = move || {
        if here.get() {
            return part();
        }
        let how = move || waiting.with_value(|ids| assets.coming(ids)).into_iter().map(line).collect_view();
        let again = move || waiting.with_value(|ids| assets.fetch(ids));
        let failed = move || {
            let coming = waiting.with_value(|ids| assets.coming(ids));
            coming.iter().any(|(_, how)| matches!(how, Coming::Failed(_)))
        };
        view! {
            <section class="loading" data-test="loading" role="status">
                {how}
                <Show when=failed>
                    <Press test="loading-again" class="primary" on_press=again>"Try again"</Press>
                </Show>
            </section>
        }
        .into_any()
    };
    shown.into_any()
}

/// How far one of them is.
fn line((id, how): (AssetId, Coming)) -> AnyView {
    match how {
        Coming::Failed(why) => view! { <p class="trouble" data-test="loading-trouble">{why}</p> }.into_any(),
        Coming::Under(got, whole) => {
            let share = (whole > 0).then(|| (got as f64 / whole as f64).min(1.0).to_string());
            view! {
                <label class="loading-line">
                    {format!("Fetching the {} “{}”…", id.kind, id.name)}
                    <progress max="1" value=share></progress>
                </label>
            }
            .into_any()
        }
    }
}
