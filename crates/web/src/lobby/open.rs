//! Opening a table: which rules, who may come, who sits where.

use super::{
    bet::{Bet, BetForm},
    invitee::{Asked, InviteeFields},
};
use crate::{
    games,
    house::{House, http},
    ui::{Dialog, Icon, bot_name, icon, preset_name},
};
use leptos::{ev, prelude::*, task::spawn_local};
use leptos_router::{NavigateOptions, hooks::use_navigate};
use parlor_kernel::{GameInfo, PresetInfo};
use parlor_wire::{
    Person,
    http::{OpenTable, SeatWish},
};
use serde_json::{Map, Value};

/// The dialog that opens a table.
#[component]
pub fn OpenDialog(
    /// Whether it shows.
    open: RwSignal<bool>,
    /// Which game; without one it can be chosen.
    #[prop(optional, into)]
    game: Option<String>,
    /// Whom to invite; without one they can be named.
    #[prop(optional, into)]
    invitee: Option<Person>,
) -> impl IntoView {
    let house = House::expect();
    let title = match (&invitee, &game) {
        (Some(person), _) => format!("Invite {}", person.name),
        (None, Some(game)) => format!("Open a table of {}", house.catalog.game_name(game)),
        (None, None) => "Open a table".into(),
    };
    let mut games = house.catalog.games();
    games.retain(|known| game.as_ref().is_none_or(|game| known.id == *game));
    if invitee.is_some() {
        // Invitations are for two.
        games.iter_mut().for_each(|game| game.presets.retain(|preset| preset.seats == 2));
        games.retain(|game| !game.presets.is_empty());
    }
    let (games, invitee) = (StoredValue::new(games), StoredValue::new(invitee));
    view! {
        <Dialog open title test="open-dialog">
            <OpenChoice games=games.get_value() invitee=invitee.get_value() open />
        </Dialog>
    }
}

/// Which game, where there is a choice, and its form.
#[component]
fn OpenChoice(games: Vec<GameInfo>, invitee: Option<Person>, open: RwSignal<bool>) -> impl IntoView {
    let picked = RwSignal::new(0_usize);
    let names: Vec<_> = games.iter().map(|game| (game.id, game.name)).collect();
    let choices = names.into_iter().enumerate().map(|(index, (id, name))| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name="game"
                    prop:checked=move || picked.get() == index
                    on:change=move |_| picked.set(index)
                    data-test=format!("game-{id}")
                />
                <span>{name}</span>
            </label>
        }
    });
    let choices = (games.len() > 1).then(|| {
        view! {
            <fieldset class="setting">
                <legend>"Game"</legend>
                <div class="segments">{choices.collect_view()}</div>
            </fieldset>
        }
    });
    let (games, invitee) = (StoredValue::new(games), StoredValue::new(invitee));
    let form = move || {
        let game = games.with_value(|games| games.get(picked.get()).cloned())?;
        Some(view! { <OpenForm game invitee=invitee.get_value() open /> })
    };
    view! { <div class="stack">{choices} {form}</div> }
}

#[component]
fn OpenForm(game: GameInfo, invitee: Option<Person>, open: RwSignal<bool>) -> impl IntoView {
    let house = House::expect();
    let asked = Asked::new(invitee);
    let navigate = use_navigate();
    let presets = StoredValue::new(game.presets.clone());
    let first = game.presets.first().cloned();
    let chosen = RwSignal::new(0_usize);
    let config = RwSignal::new(first.as_ref().map_or(Value::Null, |preset| preset.config.clone()));
    let (public, rated) = (RwSignal::new(false), RwSignal::new(false));
    let bet = BetForm::new();
    let seats =
        Memo::new(move |_| presets.with_value(|presets| presets.get(chosen.get()).map_or(2, |preset| preset.seats)));
    // Whom we wish for in the other seats; ours comes first.
    let wishes = RwSignal::new(vec![SeatWish::Person; 15]);
    let trouble = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);
    Effect::new(move |before: Option<usize>| {
        let chosen = chosen.get();
        if before.is_some_and(|before| before != chosen) {
            presets.with_value(|presets| config.set(presets[chosen].config.clone()));
        }
        chosen
    });
    // What counts is played by a preset's own rules, among people.
    Effect::new(move |_| {
        if rated.get() {
            bet.on.set(false);
            wishes.update(|wishes| wishes.fill(SeatWish::Person));
            presets.with_value(|presets| {
                if let Some(preset) = presets.get(chosen.get_untracked()) {
                    config.set(preset.config.clone());
                }
            });
        }
    });

    // Gold is played for among people, and beside the ratings.
    Effect::new(move |_| {
        if bet.on.get() {
            rated.set(false);
            wishes.update(|wishes| wishes.fill(SeatWish::Person));
        }
    });
    let among_people = Signal::derive(move || rated.get() || bet.on.get());

    let id = game.id;
    let levels: StoredValue<Vec<_>> = StoredValue::new(game.bots.iter().map(|level| level.id).collect());
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        let bet = match bet.wish() {
            Ok(bet) => bet,
            Err(sentence) => return bet.refuse(sentence),
        };
        busy.set(true);
        let others = wishes.get_untracked().into_iter().take(usize::from(seats.get_untracked()) - 1);
        let preset = presets.with_value(|presets| presets.get(chosen.get_untracked()).cloned());
        let wish = OpenTable {
            game: id.to_owned(),
            options: preset.as_ref().map_or(Value::Null, |preset| changed(preset, &config.get_untracked())),
            preset: preset.map(|preset| preset.id.to_owned()),
            public: public.get_untracked(),
            rated: rated.get_untracked(),
            seats: std::iter::once(SeatWish::Person).chain(others).collect(),
            bet,
        };
        if let Some(to) = asked.whom(seats.get_untracked()) {
            return house.invite(to, OpenTable { public: false, ..wish }, asked.pace.get_untracked(), move |answer| {
                busy.try_set(false);
                match answer {
                    Ok(()) => _ = open.try_set(false),
                    Err(sentence) => _ = trouble.try_set(Some(sentence)),
                }
            });
        }
        let navigate = navigate.clone();
        spawn_local(async move {
            let opened = async {
                house.arrive().await?;
                http::open(&wish).await
            };
            match opened.await {
                Ok(table) => {
                    open.set(false);
                    navigate(&format!("/t/{}", table.code), NavigateOptions::default());
                }
                Err(problem) => _ = trouble.try_set(Some(problem.detail)),
            }
            busy.try_set(false);
        });
    };
    view! {
        <form class="stack open-form" on:submit=submit>
            <Presets presets=game.presets chosen />
            <RatedSwitch rated />
            {game.stakes.then(|| view! { <Bet form=bet /> })}
            <details class="options" hidden=rated>
                <summary>"Change the rules"</summary>
                {games::show(id, |screen| screen.options(config))}
            </details>
            <fieldset class="setting">
                <legend>{if asked.is_fixed() { "When" } else { "Who plays" }}</legend>
                {move || (1..usize::from(seats.get())).map(|index| {
                    let levels = levels.with_value(Clone::clone);
                    let by_name = (seats.get() == 2).then_some(asked);
                    view! { <SeatChoice index levels wishes among_people by_name /> }
                }).collect_view()}
                <Show when=move || asked.is_by_name(seats.get())>
                    <InviteeFields asked />
                </Show>
            </fieldset>
            <Show when=move || !asked.is_by_name(seats.get())>
                <Door public />
            </Show>
            <p class="trouble" role="alert" data-test="open-trouble">{trouble}</p>
            <div class="row end">
                <button
                    type="submit"
                    class="button primary large"
                    aria-busy=move || busy.get().to_string()
                    data-test="open-submit"
                >
                    {move || if asked.is_by_name(seats.get()) { "Send the invitation" } else { "Open the table" }}
                </button>
            </div>
        </form>
    }
}

/// The ready-made rule sets, as cards.
#[component]
fn Presets(presets: Vec<PresetInfo>, chosen: RwSignal<usize>) -> impl IntoView {
    let cards = presets.into_iter().enumerate().map(|(index, preset)| {
        view! {
            <label class="preset">
                <input
                    type="radio"
                    name="preset"
                    prop:checked=move || chosen.get() == index
                    on:change=move |_| chosen.set(index)
                    data-test=format!("preset-{}", preset.id)
                />
                <span class="preset-name">{preset_name(preset.id)}</span>
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

/// Who should sit in one of the other seats.
#[component]
fn SeatChoice(
    index: usize,
    levels: Vec<&'static str>,
    wishes: RwSignal<Vec<SeatWish>>,
    among_people: Signal<bool>,
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
            <label class="segment" hidden=move || bot && among_people.get()>
                <input
                    type="radio"
                    name=format!("seat-{index}")
                    prop:checked=move || !named() && wishes.with(|wishes| wishes[index - 1] == same)
                    on:change=move |_| {
                        name(false);
                        wishes.update(|wishes| wishes[index - 1] = wish.clone());
                    }
                    data-test=test
                />
                <span>{words}</span>
            </label>
        }
    });
    let somebody = by_name.map(|_| {
        view! {
            <label class="segment">
                <input
                    type="radio"
                    name=format!("seat-{index}")
                    prop:checked=named
                    on:change=move |_| {
                        wishes.update(|wishes| wishes[index - 1] = SeatWish::Person);
                        name(true);
                    }
                    data-test="seat-by-name"
                />
                <span>"Somebody here"</span>
            </label>
        }
    });
    view! {
        <div class="segments" role="group" aria-label=format!("Seat {}", index + 1)>
            {somebody}
            {choices.collect_view()}
        </div>
    }
    .into_any()
}

/// Whether it counts for ratings, and why not for guests.
#[component]
fn RatedSwitch(rated: RwSignal<bool>) -> impl IntoView {
    let house = House::expect();
    let account = Memo::new(move |_| house.visitor.has_account());
    let words = move || match (account.get(), rated.get()) {
        (false, _) => "Only accounts have a rating. You are here as a guest.",
        (true, true) => "Counts for everyone’s rating: rules with a clock, as they are, and no bots.",
        (true, false) => "Does not count for ratings.",
    };
    view! {
        <label class="switch">
            <input
                type="checkbox"
                prop:checked=rated
                disabled=move || !account.get()
                on:change=move |event| rated.set(event_target_checked(&event))
                data-test="rated"
            />
            <span>"Rated" <span class="muted small" data-test="rated-note">{words}</span></span>
        </label>
    }
}

/// Whether strangers may come.
#[component]
fn Door(public: RwSignal<bool>) -> impl IntoView {
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

/// What differs from the preset, by option.
fn changed(preset: &PresetInfo, config: &Value) -> Value {
    let (Value::Object(preset), Value::Object(config)) = (&preset.config, config) else {
        return Value::Null;
    };
    let differs = config.iter().filter(|(key, value)| preset.get(*key) != Some(value));
    Value::Object(differs.map(|(key, value)| (key.clone(), value.clone())).collect::<Map<_, _>>())
}
