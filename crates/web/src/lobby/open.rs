//! Opening a table: which rules, who may come, who sits where.

use super::{
    bet::Bet,
    fields::{Door, Presets, RatedSwitch, RulesFold, SeatChoice},
    invitee::{Asked, InviteeFields},
    wish::TableForm,
};
use crate::{
    games::{self, Face},
    house::{House, http},
    parts::{self, later},
    place::{use_navigate, use_path},
    ui::Dialog,
};
use leptos::{ev, prelude::*, task::spawn_local};
use leptos_router::NavigateOptions;
use parlor_kernel::{GameInfo, Spec};
use parlor_wire::{Person, http::OpenTable};

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
    // Invitations are for two.
    let for_two = |face: &Face| face.presets.iter().any(|preset| preset.seats == 2);
    let faces = games::faces().filter(|face| game.as_ref().is_none_or(|game| face.game.id == *game));
    let faces: Vec<_> = faces.filter(|face| invitee.is_none() || for_two(face)).collect();
    let (faces, invitee) = (StoredValue::new(faces), StoredValue::new(invitee));
    view! {
        <Dialog open title test="open-dialog">
            {later(parts::above, move |above| (above.open)(faces.get_value(), invitee.get_value(), open))}
        </Dialog>
    }
}

/// Which game, where there is a choice, and its form.
pub fn open_choice(faces: Vec<&'static Face>, invitee: Option<Person>, open: RwSignal<bool>) -> AnyView {
    view! { <OpenChoice faces invitee open /> }.into_any()
}

#[component]
fn OpenChoice(faces: Vec<&'static Face>, invitee: Option<Person>, open: RwSignal<bool>) -> impl IntoView {
    let picked = RwSignal::new(0_usize);
    let several = faces.len() > 1;
    let choices = faces.iter().enumerate().map(|(index, face)| {
        let Spec { id, name, .. } = face.game;
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
    let choices = several.then(|| {
        view! {
            <fieldset class="setting">
                <legend>"Game"</legend>
                <div class="segments">{choices.collect_view()}</div>
            </fieldset>
        }
    });
    let invitee = StoredValue::new(invitee);
    let form = move || {
        let game = faces.get(picked.get())?.game.id;
        let form = move |_| {
            let mut game = House::expect().catalog.info(game)?;
            if invitee.with_value(Option::is_some) {
                game.presets.retain(|preset| preset.seats == 2);
            }
            Some(view! { <OpenForm game invitee=invitee.get_value() open /> })
        };
        Some(games::show(game, move |screen| form(screen).into_any()))
    };
    view! { <div class="stack">{choices} {form}</div> }
}

#[component]
fn OpenForm(game: GameInfo, invitee: Option<Person>, open: RwSignal<bool>) -> impl IntoView {
    let house = House::expect();
    let asked = Asked::new(invitee);
    let (navigate, here) = (use_navigate(), use_path());
    let (trouble, busy) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let GameInfo { id, ref presets, ref bots, stakes, .. } = game;
    let presets = presets.clone();
    let levels: StoredValue<Vec<_>> = StoredValue::new(bots.iter().map(|level| level.id).collect());
    let form = TableForm::new(game);
    let seats = form.seats;
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        let wish = match form.table() {
            Ok(wish) => wish,
            Err(sentence) => return form.bet.refuse(sentence),
        };
        busy.set(true);
        if let Some(to) = asked.whom(seats.get_untracked()) {
            let navigate = navigate.clone();
            return house.invite(to, OpenTable { public: false, ..wish }, asked.pace.get_untracked(), move |answer| {
                busy.try_set(false);
                match answer {
                    Ok(()) => {
                        open.try_set(false);
                        // The sheet below it would hide that the invitation is on its way.
                        if here.try_get_untracked().is_some_and(|here| here == "/") {
                            navigate("/", NavigateOptions::default());
                        }
                    }
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
            <div class="stack open-fields">
                <Presets presets form />
                <RatedSwitch form />
                {stakes.then(|| view! { <Bet form /> })}
                <RulesFold game=id form />
                <fieldset class="setting">
                    <legend>{if asked.is_fixed() { "When" } else { "Who plays" }}</legend>
                    {move || (1..usize::from(seats.get())).map(|seat| {
                        let levels = levels.with_value(Clone::clone);
                        let by_name = (seats.get() == 2).then_some(asked);
                        view! { <SeatChoice seat levels form by_name /> }
                    }).collect_view()}
                    <Show when=move || asked.is_by_name(seats.get())>
                        <InviteeFields asked />
                    </Show>
                </fieldset>
                <Show when=move || !asked.is_by_name(seats.get())>
                    <Door public=form.public />
                </Show>
            </div>
            <div class="row end open-end">
                <p class="trouble" role="alert" data-test="open-trouble">{trouble}</p>
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
