//! The fields of the form that opens a table.

use super::{
    invitee::Asked,
    wish::{Counts, TableForm},
};
use crate::{
    games,
    house::House,
    ui::{Icon, bot_name, icon},
};
use leptos::prelude::*;
use parlor_kernel::PresetInfo;
use parlor_wire::http::SeatWish;

/// The ready-made rule sets, as cards.
#[component]
pub fn Presets(presets: Vec<PresetInfo>, form: TableForm) -> impl IntoView {
    let cards = presets.into_iter().enumerate().map(|(index, preset)| {
        view! {
            <label class="preset">
                <input
                    type="radio"
                    name="preset"
                    prop:checked=move || form.preset() == index
                    on:change=move |_| form.choose(index)
                    data-test=format!("preset-{}", preset.id)
                />
                <span class="preset-name">{preset.name}</span>
                <span class="muted">{preset.blurb}</span>
            </label>
        }
    });
    view! {
        <fieldset class="setting">
            <legend>"Rules"</legend>
            <div class="presets">{cards.collect_view()}</div>
        </fieldset>
    }
}

/// The preset's rules one by one, folded away. Those of rated matches stay as they are.
#[component]
pub fn RulesFold(
    /// The game's id.
    game: &'static str,
    form: TableForm,
) -> impl IntoView {
    view! {
        <details class="options" hidden=move || form.counts() == Counts::Rated>
            <summary>"Change the rules"</summary>
            {games::show(game, move |screen| screen.options(form.config))}
        </details>
    }
}

/// Who should sit in one of the other seats.
#[component]
pub fn SeatChoice(
    /// Which seat, counted from our own.
    seat: usize,
    levels: Vec<&'static str>,
    form: TableForm,
    /// Whom we ask by name, where that can be.
    by_name: Option<Asked>,
) -> impl IntoView {
    let named = move || by_name.is_some_and(|asked| asked.by_name.get());
    let name = move |value| by_name.inspect(|asked| asked.by_name.set(value));
    if by_name.is_some_and(|asked| asked.is_fixed()) {
        return ().into_any();
    }
    let people = std::iter::once((SeatWish::Person, "A friend".to_owned()));
    let bots = levels.into_iter().map(|level| (SeatWish::Bot(level.into()), bot_name(level)));
    let choices = people.chain(bots).map(|(wish, words)| {
        let test = match &wish {
            SeatWish::Person => "seat-person".to_owned(),
            SeatWish::Bot(level) => format!("seat-bot-{level}"),
        };
        let (same, bot) = (wish.clone(), wish != SeatWish::Person);
        view! {
            <label class="segment" hidden=move || bot && form.counts() != Counts::Nothing>
                <input
                    type="radio"
                    name=format!("seat-{seat}")
                    prop:checked=move || !named() && form.wished(seat) == same
                    on:change=move |_| {
                        name(false);
                        form.wish(seat, wish.clone());
                    }
                    data-test=test
                />
                <span>{words}</span>
            </label>
        }
    });
    let named_one = by_name.map(|_| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name=format!("seat-{seat}")
                    prop:checked=named
                    on:change=move |_| {
                        form.wish(seat, SeatWish::Person);
                        name(true);
                    }
                    data-test="seat-by-name"
                />
                <span>"A player here"</span>
            </label>
        }
    });
    view! {
        <div class="segments" role="group" aria-label=format!("Seat {}", seat + 1)>
            {named_one}
            {choices.collect_view()}
        </div>
    }
    .into_any()
}

/// Whether it counts for ratings, and why not for guests.
#[component]
pub fn RatedSwitch(form: TableForm) -> impl IntoView {
    let house = House::expect();
    let account = Memo::new(move |_| house.visitor.has_account());
    let rated = move || form.counts() == Counts::Rated;
    let words = move || match (account.get(), rated()) {
        (false, _) => "Only accounts have a rating. You are here as a guest.",
        (true, true) => "Counts for everyone’s rating. Needs a preset with a clock, unchanged, and no bots.",
        (true, false) => "Does not count for ratings.",
    };
    view! {
        <label class="switch">
            <input
                type="checkbox"
                prop:checked=rated
                disabled=move || !account.get()
                on:change=move |event| form.count(if event_target_checked(&event) { Counts::Rated } else { Counts::Nothing })
                data-test="rated"
            />
            <span>"Rated" <span class="muted small" data-test="rated-note">{words}</span></span>
        </label>
    }
}

/// Whether strangers may come.
#[component]
pub fn Door(public: RwSignal<bool>) -> impl IntoView {
    let choice = move |value: bool, words: &'static str, picture: Icon, test: &'static str| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="door"
                    prop:checked=move || public.get() == value
                    on:change=move |_| public.set(value)
                    data-test=test
                />
                <span>{icon(picture)} {words}</span>
            </label>
        }
    };
    view! {
        <fieldset class="setting">
            <legend>"Who may come"</legend>
            <div class="segments">
                {choice(false, "Only with the code", Icon::Lock, "private")}
                {choice(true, "Everyone in the house", Icon::Globe, "public")}
            </div>
        </fieldset>
    }
}
