//! The offer to guests: an account keeps what they have.

use super::sign_up_from;
use crate::{
    house::House,
    place::{href_of, use_path},
};
use leptos::prelude::*;
use parlor_wire::Kind;

/// One quiet line, for guests only.
#[component]
pub fn KeepGames() -> impl IntoView {
    let (me, here) = (House::expect().visitor.me(), use_path());
    move || {
        let guest = me.with(|me| me.as_ref().is_some_and(|me| me.kind == Kind::Guest));
        guest.then(|| {
            view! {
                <p class="keep" data-test="keep">
                    "Keep your games: "
                    <a href=move || href_of(&sign_up_from(&here.get()))>"create an account"</a>
                </p>
            }
        })
    }
}
