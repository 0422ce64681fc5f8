//! Who holds a bet.

use super::{role::BetView, words};
use crate::ui::{Icon, icon, person_name};
use leptos::prelude::*;
use parlor_wire::bet::BetHolder;

/// The holder and how they have held bets before; of a bet that is over, only who would hold the next.
pub fn holder(bet: &BetView) -> Option<impl IntoView + use<>> {
    let (picture, who) = match &bet.info.holder {
        Some(BetHolder::House) if bet.info.state.is_over() => return None,
        None if bet.info.state.is_over() => {
            (Icon::Scales, "The bet needs a holder before you can play for it again.".into_any())
        }
        None => (Icon::Scales, "The bet has no holder yet.".into_any()),
        Some(BetHolder::House) => (Icon::Shield, "The house holds the bet.".into_any()),
        Some(BetHolder::Person { person, record }) => {
            let words = words::trust(*record);
            let who = view! {
                <span>{person_name(person)} " holds the bet"</span>
                <span class="muted small figures" data-test="trust">{words}</span>
            };
            (Icon::Scales, who.into_any())
        }
    };
    Some(view! {
        <p class="table-bet-holder" data-test="holder">{icon(picture)} <span class="line-words">{who}</span></p>
    })
}
