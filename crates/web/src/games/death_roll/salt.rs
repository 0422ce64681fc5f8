//! A number of one's own in the dice.

use super::{Match, words::thousands};
use crate::{
    browser::random_bits,
    games::kit::Names,
    sound::{self, Cue},
};
use leptos::{ev, prelude::*};
use parlor_death_roll::{Action, View};
use parlor_kernel::{Duel, Seat};

/// What a suggested number is below: short enough to be read at a glance.
const SUGGESTED_BELOW: u64 = 1_000_000;

/// Offers to add a number, while one may.
#[component]
pub fn Salt(play: Match, view: Memo<Option<View>>, me: Seat) -> impl IntoView {
    let offered = Memo::new(move |_| {
        view.with(|view| {
            view.as_ref()
                .is_some_and(|view| view.rolls.is_empty() && view.outcome.is_none() && view.salts[me.index()].is_none())
        })
    });
    let text = RwSignal::new((random_bits() % SUGGESTED_BELOW).to_string());
    let trouble = RwSignal::new(None::<String>);
    let add = move |event: ev::SubmitEvent| {
        event.prevent_default();
        match text.with_untracked(|text| text.trim().parse()) {
            Ok(salt) => {
                trouble.set(None);
                sound::play(Cue::Place);
                play.act(me, Action::Salt { salt });
            }
            Err(_) => trouble.set(Some(format!("Any whole number from 0 to {}.", thousands(u32::MAX)))),
        }
    };
    view! {
        <Show when=move || offered.get()>
            <form class="dr-salt" on:submit=add data-test="salt">
                <label for="dr-salt">"Add your own luck"</label>
                <div class="dr-salt-row">
                    <input
                        id="dr-salt"
                        class="field figures"
                        inputmode="numeric"
                        autocomplete="off"
                        maxlength="10"
                        prop:value=text
                        on:input=move |event| text.set(event_target_value(&event))
                        aria-invalid=move || trouble.read().is_some().to_string()
                        aria-describedby="dr-salt-why"
                        data-test="salt-number"
                    />
                    <button type="submit" class="button" data-test="salt-add">"Add"</button>
                </div>
                <p id="dr-salt-why" class="muted">
                    "It changes every roll to come: the player who adds theirs last can be sure that the rolls were not chosen."
                </p>
                <p class="trouble" role="alert">{trouble}</p>
            </form>
        </Show>
    }
}

/// What has been added, if anything.
#[component]
pub fn Luck(view: Memo<Option<View>>, #[prop(into)] names: Signal<Names>) -> impl IntoView {
    let added = Memo::new(move |_| {
        let salts = view.with(|view| view.as_ref().map(|view| view.salts).unwrap_or_default());
        let names = names.get();
        let near = names.me.unwrap_or(Seat(0));
        let added = [near, Duel::other(near)].into_iter().filter_map(|seat| {
            let salt = salts[seat.index()]?;
            Some(format!("{} {}", names.who(seat), thousands(salt)))
        });
        let added: Vec<_> = added.collect();
        (!added.is_empty()).then(|| format!("Luck in the dice: {}", added.join(" · ")))
    });
    move || added.get().map(|added| view! { <p class="dr-luck muted figures" data-test="luck">{added}</p> })
}
