//! The best runs of a way to play alone.

use crate::{
    house::{House, Pages, http::runs},
    place::href_of,
    ui::{figure, person_name, when},
};
use leptos::prelude::*;
use parlor_kernel::{Measure, Solo};
use parlor_wire::http::{RunLeader, RunLeaders};

/// The rows so far, and a way to more.
#[component]
pub fn Runs(game: String, solo: &'static Solo) -> impl IntoView {
    let start = format!("/run/{game}/{}", solo.id);
    let pages = Pages::new(move |after: Option<String>| {
        let game = game.clone();
        async move {
            let page = runs::leaders(&game, solo.id, after.as_deref()).await;
            page.map(|RunLeaders { leaders, next }| (leaders, next))
        }
    });
    pages.begin();
    let rows = move || {
        match pages.rows() {
        None => pages.waiting("Counting…"),
        Some(leaders) if leaders.is_empty() => {
            view! { <p class="muted" data-test="runs-empty">"This list is still empty: yours could be the first run on it."</p> }.into_any()
        }
        Some(leaders) => view! { <Table leaders solo /> }.into_any(),
    }
    };
    view! {
        <div class="row runs-head">
            <p class="muted">{solo.blurb}</p>
            <span class="spacer"></span>
            <a class="button primary" href=href_of(&start) data-test="runs-play">"Play now"</a>
        </div>
        {rows}
        {pages.foot("More", "runs-more")}
    }
}

#[component]
fn Table(leaders: Vec<RunLeader>, solo: &'static Solo) -> impl IntoView {
    let me = House::expect().visitor.me();
    let rows = leaders.into_iter().map(move |leader| {
        let RunLeader { rank, person, mark, at, watch } = leader;
        let id = person.id;
        let mine = Memo::new(move |_| me.with(|me| me.as_ref().is_some_and(|me| me.id == id)));
        let watch = watch.map(|id| {
            view! { <a href=href_of(&format!("/replay/{id}")) aria-label=format!("Watch the run of {}", person.name)>"Watch"</a> }
        });
        view! {
            <tr class:mine=mine data-test="run-leader" aria-current=move || mine.get().then_some("true")>
                <td class="rank">{rank}</td>
                <th scope="row">
                    {person_name(&person)}
                    {move || mine.get().then(|| view! { <span class="muted small">" (you)"</span> })}
                </th>
                <td class="main-figure">{figure(mark)}</td>
                <td class="wide-only">{when(at)}</td>
                <td>{watch}</td>
            </tr>
        }
    });
    let measured = match solo.measure {
        Measure::Time => "Time",
        Measure::Points => "Points",
    };
    view! {
        <table class="stats leaders-table" data-test="runs-table">
            <thead>
                <tr>
                    <th scope="col"><span class="for-ears">"Rank"</span></th>
                    <th scope="col" class="left">"Name"</th>
                    <th scope="col">{measured}</th>
                    <th scope="col" class="wide-only">"When"</th>
                    <th scope="col"><span class="for-ears">"Replay"</span></th>
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}
