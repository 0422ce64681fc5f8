//! What there is to say about a finished match beside who won.

use super::{Match, analysis, view_of};
use crate::{
    games::kit::{Line, statistics},
    place::href_of,
};
use leptos::prelude::*;
use parlor_words::{Laid, Move, RACK, View};

/// The statistics of every seat side by side, and the way to the analysis.
pub fn details(play: Match) -> AnyView {
    let view = view_of(play);
    let shown = move || {
        let (view, names) = (view.get()?, play.names.get());
        Some(view! {
            {best(&view).map(|words| view! { <p class="wd-best muted">{words}</p> })}
            {statistics(lines(&view), &names)}
            {play.replay().map(|replay| {
                let analysed = format!("{replay}#{}", analysis::ID);
                view! { <p class="wd-to-analysis"><a class="button" href=href_of(&analysed) data-test="to-analysis">"Analysis: the best plays of each turn"</a></p> }
            })}
        })
    };
    shown.into_any()
}

/// The plays of a seat.
fn plays(view: &View, seat: usize) -> impl Iterator<Item = &Laid> {
    view.common.history.iter().filter(move |turn| turn.seat.index() == seat).filter_map(|turn| match &turn.made {
        Move::Play(laid) => Some(laid),
        _ => None,
    })
}

/// "Best play: DRAGON for 62".
fn best(view: &View) -> Option<String> {
    let all = (0..view.common.scores.len()).flat_map(|seat| plays(view, seat));
    let best = all.max_by_key(|laid| laid.score)?;
    Some(format!("The best play was {} for {}.", best.word.capitals(), best.score))
}

fn lines(view: &View) -> Vec<Line> {
    let each = |read: &dyn Fn(usize) -> String| (0..view.common.scores.len()).map(read).collect::<Vec<_>>();
    let per_play = |seat: usize| {
        let scores: Vec<_> = plays(view, seat).map(|laid| laid.score).collect();
        match scores.len() {
            0 => "–".to_owned(),
            count => format!("{:.1}", f64::from(scores.iter().sum::<i32>()) / count as f64),
        }
    };
    let bingos = |seat: usize| plays(view, seat).filter(|laid| laid.fresh.count_ones() == u32::from(RACK)).count();
    let best =
        |seat: usize| plays(view, seat).map(|laid| laid.score).max().map_or("–".to_owned(), |best| best.to_string());
    let left = |seat: usize| match view.racks[seat] {
        Some(rack) if !rack.is_empty() => rack.to_string(),
        _ => "–".to_owned(),
    };
    vec![
        ("Points", each(&|seat| view.common.scores[seat].to_string())),
        ("Best play", each(&best)),
        ("Points a play", each(&per_play)),
        ("Whole racks", each(&|seat| bingos(seat).to_string())),
        ("Tiles left", each(&left)),
    ]
}
