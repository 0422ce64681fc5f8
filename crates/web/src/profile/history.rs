//! What a person has played, newest first.

use super::words;
use crate::{
    games,
    house::{House, Pages, http::results},
    place::href_of,
    ui::{Icon, icon, person_name, rated_mark, when},
};
use leptos::prelude::*;
use parlor_wire::{
    UserId,
    http::{MatchInfo, MatchPage, MatchSeat, MatchStatus},
};

/// A person's matches, a page at a time, of all games or of one.
#[component]
pub fn History(
    /// Whose.
    id: UserId,
    /// The games they have played.
    games: Vec<String>,
) -> impl IntoView {
    let game = RwSignal::new(None::<String>);
    let past = Pages::new(move |before: Option<String>| {
        let game = game.get_untracked();
        async move {
            let page = results::matches(id, game.as_deref(), before.as_deref()).await;
            page.map(|MatchPage { matches, next }| (matches, next))
        }
    });
    Effect::new(move |_| {
        game.track();
        past.begin();
    });
    let rows = move || match past.rows() {
        None => past.waiting("Looking through the books…"),
        Some(matches) if matches.is_empty() => {
            view! { <p class="muted" data-test="no-matches">"Nothing played yet."</p> }.into_any()
        }
        Some(matches) => view! {
            <ul>{matches.into_iter().map(|info| view! { <Match info id /> }).collect_view()}</ul>
        }
        .into_any(),
    };
    view! {
        <section class="list history" aria-label="Matches" data-test="history">
            <div class="list-head">
                <h2>"Matches"</h2>
                <Filter games game />
            </div>
            {rows}
            {past.foot("Older", "older")}
        </section>
    }
}

/// Which game, where there is a choice.
#[component]
fn Filter(games: Vec<String>, game: RwSignal<Option<String>>) -> impl IntoView {
    let house = House::expect();
    (games.len() > 1).then(|| {
        let options = games.into_iter().map(|id| {
            let name = house.catalog.game_name(&id);
            view! { <option value=id>{name}</option> }
        });
        view! {
            <select
                class="field select"
                aria-label="Which game"
                data-test="history-game"
                on:change=move |event| game.set(Some(event_target_value(&event)).filter(|id| !id.is_empty()))
            >
                <option value="">"All games"</option>
                {options.collect_view()}
            </select>
        }
    })
}

#[component]
fn Match(info: MatchInfo, id: UserId) -> impl IntoView {
    let (me, seat) = words::seat_of(&info, id).unzip();
    let (word, class) = words::result(&info, seat);
    let names: Vec<_> = info.seats.iter().map(|seat| seat.label.name.as_str()).collect();
    let reason = words::reason(info.outcome.as_ref(), me, &names);
    let over = info.status != MatchStatus::InProgress;
    let others: Vec<_> = info.seats.iter().filter(|other| !is(other, id)).collect();
    let against = match others.len() {
        0 => ().into_any(),
        _ => view! { " against " {players(&others)} }.into_any(),
    };
    let change = seat.and_then(|seat| seat.rating).map(|rating| {
        let change = rating.after - rating.before;
        let title = format!("Rating: {} → {}", rating.before, rating.after);
        view! {
            <span class="change figures" class:up={change > 0} class:down={change < 0} title=title data-test="change">
                {words::signed(change)}
            </span>
        }
    });
    view! {
        <li class="list-row match" data-test="match">
            {games::mark(&info.game)}
            <span class="line-words">
                <span>
                    <strong class=format!("outcome {class}") data-test="match-result">{word}</strong>
                    {against}
                </span>
                <span class="muted small">
                    {info.rated.then(rated_mark)}
                    {reason.map(|reason| format!("{reason} · "))}
                    {when(info.ended_at.unwrap_or(info.started_at))}
                </span>
            </span>
            {change}
            {over.then(|| view! {
                <a
                    class="button quiet round"
                    href=href_of(&format!("/replay/{}", info.id))
                    aria-label="Replay"
                    title="Replay"
                    data-test="match-replay"
                >
                    {icon(Icon::Film)}
                </a>
            })}
        </li>
    }
}

fn is(seat: &MatchSeat, id: UserId) -> bool {
    seat.person.as_ref().is_some_and(|person| person.id == id)
}

/// Who they were; deleted people keep the name they had.
fn players(seats: &[&MatchSeat]) -> AnyView {
    let name = |(index, seat): (usize, &&MatchSeat)| {
        let between = (index > 0).then_some(", ");
        let name = match &seat.person {
            Some(person) => person_name(person),
            None => seat.label.name.clone().into_any(),
        };
        view! { {between} {name} }
    };
    seats.iter().enumerate().map(name).collect_view().into_any()
}
