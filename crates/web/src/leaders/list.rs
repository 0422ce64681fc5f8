//! One list of the best.

use super::Wanted;
use crate::{
    account::sign_up_from,
    house::{House, Pages, http::results},
    place::href_of,
    ui::person_name,
};
use leptos::prelude::*;
use parlor_wire::http::{Leader, LeaderFilter, LeaderOrder};

/// The rows so far, and a way to more.
#[component]
pub fn List(wanted: Wanted) -> impl IntoView {
    let Wanted { game, by, bots, .. } = wanted.clone();
    let pages = Pages::new(move |after| {
        let (game, filter) = (game.clone(), LeaderFilter { by, bots, after });
        async move { results::leaderboard(&game, &filter).await.map(|page| (page.leaders, page.next)) }
    });
    pages.begin();
    let rows = move || match pages.rows() {
        None => pages.waiting("Counting…"),
        Some(leaders) if leaders.is_empty() => view! { <Empty wanted=wanted.clone() /> }.into_any(),
        Some(leaders) => view! { <Table leaders by /> }.into_any(),
    };
    view! {
        {rows}
        {pages.foot("More", "leaders-more")}
    }
}

#[component]
fn Table(leaders: Vec<Leader>, by: LeaderOrder) -> impl IntoView {
    let me = House::expect().visitor.me();
    let rows = leaders.into_iter().map(move |leader| {
        let Leader { rank, person, rating, people, wins } = leader;
        let id = person.id;
        let mine = Memo::new(move |_| me.with(|me| me.as_ref().is_some_and(|me| me.id == id)));
        let rate = people.win_rate().map_or_else(|| "–".into(), |rate| format!("{rate} %"));
        let rating = match rating {
            None => view! { "–" }.into_any(),
            Some(rating) => view! {
                {rating.value}
                {rating.is_provisional().then(|| view! {
                    <span class="muted" title="Provisional: from few matches"><span aria-hidden="true">" ?"</span>
                    <span class="for-ears">" provisional"</span></span>
                })}
            }
            .into_any(),
        };
        view! {
            <tr class:mine=mine data-test="leader" aria-current=move || mine.get().then_some("true")>
                <td class="rank">{rank}</td>
                <th scope="row">
                    {person_name(&person)}
                    {move || mine.get().then(|| view! { <span class="muted small">" (you)"</span> })}
                </th>
                <td class="main-figure">{rating}</td>
                <td class="wide-only">{people.played}</td>
                <td>{wins}</td>
                <td class="wide-only">{rate}</td>
            </tr>
        }
    });
    let sorted = move |order: LeaderOrder| (by == order).then_some("descending");
    view! {
        <table class="stats leaders-table" data-test="leaders-table">
            <thead>
                <tr>
                    <th scope="col"><span class="for-ears">"Rank"</span></th>
                    <th scope="col" class="left">"Name"</th>
                    <th scope="col" aria-sort=sorted(LeaderOrder::Rating)>"Rating"</th>
                    <th scope="col" class="wide-only">"Played"</th>
                    <th scope="col" aria-sort=sorted(LeaderOrder::Wins)>"Wins"</th>
                    <th scope="col" class="wide-only">"Win rate"</th>
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}

/// An empty list, and how to be the first on it.
#[component]
fn Empty(wanted: Wanted) -> impl IntoView {
    let house = House::expect();
    let here = format!("/leaderboards/{}", wanted.game);
    let how = match (wanted.bots, wanted.by) {
        (true, _) => {
            "No bot is on this list yet. Make one in the settings and let it win a match against another player."
        }
        (false, LeaderOrder::Rating) => {
            "This list is still empty. Play a rated match against another player: quick match and new tables have a switch for it."
        }
        (false, LeaderOrder::Wins) => "This list is still empty. Win a match against another player.",
    };
    view! {
        <div class="sorry" data-test="leaders-empty">
            <p>{how}</p>
            {move || {
                (!house.visitor.has_account()).then(|| view! { <p class="muted">"Only players with an account are listed."</p> })
            }}
            <div class="row middle">
                <a class="button primary" href=href_of("/")>"To the lobby"</a>
                {move || {
                    let here = sign_up_from(&here);
                    (!house.visitor.has_account()).then(|| view! { <a class="button" href=href_of(&here)>"Create an account"</a> })
                }}
            </div>
        </div>
    }
}
