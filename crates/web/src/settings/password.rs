//! Another password.

use crate::{
    account::{Place, place_of},
    house::{House, http::accounts},
    ui::{PasswordField, Typed},
};
use leptos::{ev, prelude::*, task::spawn_local};
use parlor_wire::{KnownCode, http::Password};

/// The form; the old password is needed to change it.
#[component]
pub fn ChangePassword() -> impl IntoView {
    let house = House::expect();
    let (current, new) = (Typed::new(""), Typed::new(""));
    let busy = RwSignal::new(false);
    let save = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        let name = house.visitor.me().get_untracked().map(|me| me.name).unwrap_or_default();
        let Some(old) = Password::new(current.now()).filter(|_| !current.now().is_empty()) else {
            return current.refuse("old-password", "Type the password you have now.");
        };
        let chosen = match Password::new(new.now()).map(|chosen| (chosen.may_protect(&name), chosen)) {
            Some((Ok(()), chosen)) => chosen,
            Some((Err(error), _)) => return new.refuse("new-password", error.to_string()),
            None => return new.refuse("new-password", "That is too long for a password."),
        };
        busy.set(true);
        spawn_local(async move {
            match accounts::change_password(old, chosen).await {
                Ok(()) => {
                    current.clear();
                    new.clear();
                    house.toast.say("The password is changed. Every other browser is signed out.");
                }
                Err(problem) if problem.known_code() == Some(KnownCode::WeakPassword) => {
                    new.refuse("new-password", problem.detail)
                }
                Err(problem) if place_of(&problem) == Place::Password || problem.status == 401 => {
                    current.refuse("old-password", problem.detail);
                }
                Err(problem) => house.complain(problem),
            }
            busy.try_set(false);
        });
    };
    view! {
        <section class="sheet" aria-label="Password">
            <h2>"Password"</h2>
            <form class="stack" on:submit=save novalidate=true>
                // Browsers that keep passwords want to know whose it is.
                <input
                    type="text"
                    class="for-ears"
                    autocomplete="username"
                    tabindex="-1"
                    aria-hidden="true"
                    readonly=true
                    prop:value=move || house.visitor.me().get().map(|me| me.name).unwrap_or_default()
                />
                <PasswordField id="old-password" label="Password now" typed=current autocomplete="current-password" />
                <PasswordField
                    id="new-password"
                    label="New password"
                    typed=new
                    hint="At least 8 characters. Every other browser will be signed out."
                    autocomplete="new-password"
                />
                <div class="row end">
                    <button
                        type="submit"
                        class="button"
                        aria-busy=move || busy.get().to_string()
                        data-test="password-save"
                    >
                        "Change the password"
                    </button>
                </div>
            </form>
        </section>
    }
}
