//! Who holds a bet.

use super::{bet::Bet, words};
use crate::ui::{Icon, icon, person_name};
use leptos::prelude::*;
use parlor_wire::stake::StakeHolder;

/// The holder and how they have held bets before.
pub fn holder(bet: &Bet) -> impl IntoView + use<> {
    let (picture, who) = match &bet.info.holder {
        None => (Icon::Scales, "Nobody holds the bet yet.".into_any()),
        Some(StakeHolder::House) => (Icon::Shield, "The house holds the bet.".into_any()),
        Some(StakeHolder::Person { person, record }) => {
            let words = words::trust(*record);
            let who = view! {
                <span>{person_name(person)} " holds the bet"</span>
                <span class="muted small figures" data-test="trust">{words}</span>
            };
            (Icon::Scales, who.into_any())
        }
    };
    view! { <p class="stake-holder" data-test="holder">{icon(picture)} <span class="line-words">{who}</span></p> }
}
