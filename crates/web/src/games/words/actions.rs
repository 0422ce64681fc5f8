//! What can be done with a turn.

use super::{Match, desk::Desk, sentences};
use crate::ui::{Confirm, Press};
use leptos::prelude::*;
use parlor_kernel::Seat;
use parlor_words::{Action, Challenge, Common, View};

/// The buttons below the rack.
#[component]
pub fn Actions(
    play: Match,
    desk: Desk,
    /// Who plays from here now.
    me: Signal<Option<Seat>>,
    /// Opens the best plays, where hints are allowed.
    hint: Option<Callback<()>>,
) -> impl IntoView {
    let passing = RwSignal::new(false);
    let turn = Memo::new(move |_| play.view.with(|view| view.as_ref().is_some_and(|view| is_turn(view, me.get()))));
    let not_yet = move || (!turn.get()).then(|| "It is not your turn.".to_owned());
    let act = move |action| {
        if let Some(seat) = me.get_untracked() {
            play.act(seat, action);
        }
    };
    let why_no_play = Signal::derive(move || {
        let unfinished = || desk.judged().err().map(|why| why.sentence().unwrap_or_else(|| sentences::LAY.into()));
        not_yet().or_else(unfinished)
    });
    let why_no_swap = Signal::derive(move || {
        not_yet().or_else(|| play.view.with(|view| view.as_ref().and_then(|view| sentences::too_few(&view.common))))
    });
    let why_no_pass = Signal::derive(not_yet);
    let swap_none = Signal::derive(move || desk.swap().is_empty().then(|| sentences::CHOOSE.to_owned()));
    let challenges = play.config().challenge != Challenge::Void;
    let open = Memo::new(move |_| {
        turn.get() && play.view.with(|view| view.as_ref().is_some_and(|view| view.common.open_play().is_some()))
    });
    let laid = Memo::new(move |_| desk.draft.with(|draft| draft.laid().next().is_some()));
    let send = move || desk.action().into_iter().for_each(act);
    let swap = move || {
        let tiles = untrack(|| desk.swap());
        desk.swapping.set(None);
        act(Action::Swap { tiles });
    };
    let swapping = move || {
        view! {
            <p class="wd-choose muted">{sentences::CHOOSE}</p>
            <Press test="swap-cancel" class="quiet" on_press=move || desk.swapping.set(None)>"Cancel"</Press>
            <Press test="swap-now" class="primary" why=swap_none on_press=swap>
                {move || sentences::swap_label(desk.swap().len())}
            </Press>
        }
        .into_any()
    };
    let usual = move || {
        let back = move || match laid.get() {
            true => view! { <Press test="recall" on_press=move || desk.recall()>"Recall"</Press> }.into_any(),
            false => view! { <Press test="shuffle" on_press=move || desk.shuffle()>"Shuffle"</Press> }.into_any(),
        };
        view! {
            {back}
            <Press test="swap" why=why_no_swap on_press=move || desk.begin_swap(Default::default())>"Swap"</Press>
            <Press test="pass" why=why_no_pass on_press=move || passing.set(true)>"Pass"</Press>
            {hint.map(|hint| view! { <Press test="hint" class="quiet" on_press=hint>"Hint"</Press> })}
            <Show when=move || challenges && open.get()>
                <Press test="challenge" class="danger" on_press=move || act(Action::Challenge)>"Challenge"</Press>
            </Show>
            <Press test="play" class="primary wd-play" why=why_no_play on_press=send>
                {move || sentences::play_label(desk.judged().ok().as_ref())}
            </Press>
        }
        .into_any()
    };
    let last = Signal::derive(move || {
        let passes = play.view.with(|view| view.as_ref().map_or(0, |view| view.common.passes));
        sentences::pass_question(passes)
    });
    let is_swapping = Memo::new(move |_| desk.swapping.with(Option::is_some));
    view! {
        <div class="wd-actions" role="group" aria-label="Your turn">
            {move || if is_swapping.get() { swapping() } else { usual() }}
        </div>
        <Confirm open=passing title="Pass this turn?" words=last action="Pass" on_yes=move |()| act(Action::Pass) />
    }
}

/// Whether a seat plays from here that has not given up.
pub fn plays_on(common: &Common, me: Option<Seat>) -> bool {
    me.is_some_and(|seat| !common.gone.contains(seat))
}

/// Whether the seat that plays from here is to move.
pub fn is_turn(view: &View, me: Option<Seat>) -> bool {
    me.is_some() && view.common.turn == me
}

#[cfg(test)]
mod tests {
    use super::{super::sentences::tests::after_a_play, *};
    use parlor_kernel::SeatSet;

    #[test]
    fn a_player_who_has_given_up_cannot_do_so_again() {
        let common = Common { gone: SeatSet::only(Seat(2)), ..after_a_play(8) };
        assert_eq!([Some(Seat(1)), Some(Seat(2)), None].map(|me| plays_on(&common, me)), [true, false, false]);
    }
}
