//! How a player does in each game: against people, and apart from that against bots.

use super::{curve::Curve, words};
use crate::{games, house::House};
use leptos::prelude::*;
use parlor_wire::{
    UserId,
    http::{GameRecord, Rating, Tally},
};

/// A card for every game they have played.
#[component]
pub fn Records(id: UserId, records: Vec<GameRecord>) -> impl IntoView {
    if records.is_empty() {
        return view! { <p class="muted" data-test="no-records">"No finished game yet."</p> }.into_any();
    }
    let cards = records.into_iter().map(|record| view! { <Record id record /> }).collect_view();
    view! { <section class="records" aria-label="Records">{cards}</section> }.into_any()
}

#[component]
fn Record(id: UserId, record: GameRecord) -> impl IntoView {
    let GameRecord { game, rating, people, bots } = record;
    let rows = rows(&game, &people, &bots);
    view! {
        <article class="sheet record" data-test=format!("record-{game}")>
            <header class="record-head">
                {games::mark(&game)}
                <h2>{House::expect().catalog.game_name(&game)}</h2>
                <span class="spacer"></span>
                {rating_of(rating)}
            </header>
            {rating.filter(|rating| rating.matches > 1).map(|_| view! { <Curve id game=game.clone() /> })}
            <table class="stats">
                <thead>
                    <tr>
                        <td></td>
                        <th scope="col">"People"</th>
                        <th scope="col">"Bots"</th>
                    </tr>
                </thead>
                <tbody>
                    {rows
                        .into_iter()
                        .map(|Row { name, people, bots }| view! {
                            <tr>
                                <th scope="row">{name}</th>
                                <td>{people}</td>
                                <td>{bots}</td>
                            </tr>
                        })
                        .collect_view()}
                </tbody>
            </table>
        </article>
    }
}

/// The rating and how far it can be trusted.
fn rating_of(rating: Option<Rating>) -> AnyView {
    match rating {
        None => view! { <span class="muted small">"not rated yet"</span> }.into_any(),
        Some(rating) => view! {
            <span class="rating" data-test="rating">
                <strong class="figures">{rating.value}</strong>
                <span class="muted small figures" title="The true strength is most likely within this much">
                    " ± " {2 * rating.deviation}
                </span>
                {rating.is_provisional().then(|| view! {
                    <span class="kind" title="From few matches: it may still change a lot">"provisional"</span>
                })}
            </span>
        }
        .into_any(),
    }
}

/// One line of a record.
struct Row {
    name: String,
    people: String,
    bots: String,
}

/// The lines that say something.
fn rows(game: &str, people: &Tally, bots: &Tally) -> Vec<Row> {
    let row = |name: &str, of: &dyn Fn(&Tally) -> String| Row { name: name.into(), people: of(people), bots: of(bots) };
    let percent = |part: Option<u32>| part.map_or_else(|| "–".into(), |part| format!("{part} %"));
    let mut rows = vec![
        row("Played", &|tally| tally.played.to_string()),
        row("Won", &|tally| tally.won.to_string()),
        row("Lost", &|tally| tally.lost.to_string()),
    ];
    if people.drawn + bots.drawn > 0 {
        rows.push(row("Drawn", &|tally| tally.drawn.to_string()));
    }
    rows.push(row("Win rate", &|tally| percent(tally.win_rate())));
    rows.push(row("Current streak", &|tally| words::streak(tally.streak)));
    rows.push(row("Best streak", &|tally| tally.best_streak.to_string()));
    if let Some(face) = games::face(game) {
        let totals = (face.totals)(people).into_iter().zip((face.totals)(bots));
        rows.extend(totals.map(|((name, people), (_, bots))| Row { name: name.into(), people, bots }));
    }
    for stat in House::expect().catalog.stats(game) {
        let Some(name) = words::best_name(stat) else { continue };
        let best = |tally: &Tally| tally.bests.get(stat.id).map_or_else(|| "–".into(), ToString::to_string);
        if people.bests.contains_key(stat.id) || bots.bests.contains_key(stat.id) {
            rows.push(row(&name, &best));
        }
    }
    rows
}
