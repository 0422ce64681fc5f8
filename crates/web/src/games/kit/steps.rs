//! How to play in three pictures.

use leptos::prelude::*;

/// A step: what to do, a picture of it as SVG markup of 120 by 80, and a sentence.
pub type Step = (&'static str, &'static str, &'static str);

/// Steps side by side, with numbers. The pictures are for the eyes alone: what they show is said below them.
pub fn steps(steps: [Step; 3]) -> impl IntoView {
    let step = |(number, (title, picture, words)): (u8, Step)| {
        view! {
            <section>
                <h2>{format!("{number} · {title}")}</h2>
                <svg class="step-picture" viewBox="0 0 120 80" aria-hidden="true" focusable="false" inner_html=picture></svg>
                <p>{words}</p>
            </section>
        }
    };
    view! { <div class="steps">{(1..).zip(steps).map(step).collect_view()}</div> }
}
