//! The mark of what counts for ratings.

use super::{Icon, icon};
use leptos::prelude::*;

/// A star, which is also said aloud.
pub fn rated_mark() -> impl IntoView {
    view! {
        <span class="rated-mark" title="Counts for ratings" data-test="rated-mark">
            {icon(Icon::Rated)}
            <span class="for-ears">"rated"</span>
        </span>
    }
}
