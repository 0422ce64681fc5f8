//! Disputing a result.

use super::{super::TableCtx, panel::Clock, role};
use crate::ui::{Dialog, TextField, Typed};
use leptos::{ev, prelude::*};
use parlor_wire::{
    BetState, EscrowStep, TableCommand,
    bet::{MAX_REASON, dispute_reason},
};

const REASON: &str = "dispute-reason";

/// Asks for the reason while `open` is set, and for as long as a result can be disputed.
#[component]
pub fn DisputeDialog(ctx: TableCtx, open: RwSignal<bool>) -> impl IntoView {
    let settling = ctx.memo(|model| model.info.bet.as_ref().is_some_and(|info| info.state == BetState::Settling));
    Effect::new(move |_| {
        if !settling.get() {
            open.set(false);
        }
    });
    view! {
        <Dialog open title="Dispute the result?" test="dispute-dialog">
            <Reason ctx open />
        </Dialog>
    }
}

#[component]
fn Reason(ctx: TableCtx, open: RwSignal<bool>) -> impl IntoView {
    let reason = Typed::new("");
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        match fit(&reason.now()) {
            Ok(reason) => {
                open.set(false);
                ctx.command(TableCommand::Escrow { step: EscrowStep::Dispute { reason } }.at(ctx.code()));
            }
            Err(sentence) => reason.refuse(REASON, sentence),
        }
    };
    view! {
        <form class="stack" on:submit=submit>
            <p>"The holder then decides who gets it. The log of the match is checked in any case."</p>
            <TextField id=REASON label="What is wrong with it" typed=reason autocomplete="off" />
            <div class="row end">
                <Clock ctx until=role::until(ctx) />
                <span class="spacer"></span>
                <button type="button" class="button" on:click=move |_| open.set(false)>"Cancel"</button>
                <button type="submit" class="button danger" data-test="dispute-submit">"Dispute"</button>
            </div>
        </form>
    }
}

/// A reason that the house takes.
fn fit(text: &str) -> Result<String, String> {
    dispute_reason(text).ok_or_else(|| match text.trim().chars().count() {
        long if long > MAX_REASON => format!("At most {MAX_REASON} characters; these are {long}."),
        _ => "Say what is wrong, so that it can be judged.".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_needed_and_short() {
        assert_eq!(fit(" the dice \n").as_deref(), Ok("the dice"));
        assert!(fit("   ").is_err());
        assert!(fit("\u{200b}").is_err(), "nothing to read");
        assert!(fit(&"ä".repeat(MAX_REASON)).is_ok());
        assert!(fit(&"ä".repeat(MAX_REASON + 1)).is_err());
    }
}
