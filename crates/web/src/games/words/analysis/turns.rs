//! Every turn with what it could have been.

use super::{Assessed, points, seat_class, show};
use crate::replay::Reel;
use leptos::prelude::*;
use parlor_words::analysis::{Assessment, Way};

/// A line for each turn, which opens to the best plays.
pub fn turns(found: RwSignal<Vec<Assessed>>, names: &[String], reel: Option<Reel>) -> impl IntoView + use<> {
    let names = StoredValue::new(names.to_vec());
    let numbered = move || {
        let turn = |assessed: Assessed| Some((assessed.position, assessed.turn?));
        found.get().into_iter().filter_map(turn).enumerate().collect::<Vec<_>>()
    };
    let row = move |(index, (position, turn)): (usize, (usize, Assessment))| {
        let name = names.with_value(|names| names.get(turn.seat.index()).cloned()).unwrap_or_default();
        let current = move || reel.is_some_and(|reel| reel.position.get() == position);
        let ways = turn.best.iter().map(|way| line(way, &turn.made)).collect_view();
        let lost = (turn.equity_lost > 0).then(|| format!("−{}", points(turn.equity_lost)));
        view! {
            <li>
                <details class=format!("wd-assessed {}", grade(turn.equity_lost)) class:current=current data-test="analysis-turn">
                    <summary on:click=move |_| show(reel, position)>
                        <span class="muted figures">{index + 1}</span>
                        <span class=format!("wd-seat-name {}", seat_class(turn.seat))>{name}</span>
                        <span class="wd-made"><b>{turn.made.text.clone()}</b></span>
                        <span class="figures">{turn.made.points}</span>
                        <span class="wd-lost figures">{lost.unwrap_or_else(|| "best".into())}</span>
                    </summary>
                    <p class="muted small">{format!("Held {}. {}", turn.rack, lost_words(&turn))}</p>
                    <ol class="wd-ways">{ways}</ol>
                </details>
            </li>
        }
    };
    view! {
        <ol class="wd-assessments">
            <For each=numbered key=|(index, _)| *index children=row />
        </ol>
    }
}

/// How good a turn was, for the eye; the words say it too.
const fn grade(equity_lost: i32) -> &'static str {
    match equity_lost {
        ..=0 => "best",
        1..=499 => "close",
        500..=1_499 => "weak",
        _ => "poor",
    }
}

fn lost_words(turn: &Assessment) -> String {
    match (turn.equity_lost, turn.points_lost) {
        (0, _) => "There was nothing better.".into(),
        (worth, 0) => format!("The best was worth {} more.", points(worth)),
        (worth, more) => format!("The best was worth {} more, and counts {more} more.", points(worth)),
    }
}

fn line(way: &Way, made: &Way) -> impl IntoView + use<> {
    view! {
        <li class="wd-way" class:made={way.text == made.text} data-test="analysis-way">
            <b>{way.text.clone()}</b>
            <span class="figures">{way.points}</span>
            <span class="figures muted">{points(way.equity)}</span>
        </li>
    }
}
