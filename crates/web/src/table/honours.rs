//! What a match meant beyond itself: against whom it was, what it did to the ratings, and what a player has to be proud of.

use super::TableCtx;
use crate::{
    games,
    house::{ask, http::results},
    profile::signed,
    ui::{Icon, icon, person_name, rated_mark, thousands},
};
use leptos::prelude::*;
use parlor_kernel::{Best, Seat, Stat};
use parlor_wire::{
    Kind, MatchId, UserId,
    http::{MatchInfo, MatchSeat, Problem, Profile, SeatResult, Tally},
};

/// How many personal bests of one match are told.
const BESTS: usize = 2;

/// The ratings after a match that counted, or else the opponents of `me` who have a profile; and what the match added to
/// the records of `me`. The house tells who played: they may have left the table.
#[component]
pub fn Honours(ctx: TableCtx, id: MatchId, me: Option<Seat>) -> impl IntoView {
    let rated = ctx.with_untracked(|model| model.info.rated).unwrap_or_default();
    if !rated && me.is_none() {
        return ().into_any();
    }
    let known = ask(move || gather(id, me)).reply();
    let told = move || match (rated, known.get(), me) {
        (true, None, _) => ratings(view! { <li class="muted">"…"</li> }.into_any()).into_any(),
        (true, Some(Err(problem)), _) => {
            ratings(view! { <li class="muted">{problem.detail}</li> }.into_any()).into_any()
        }
        (true, Some(Ok((MatchInfo { seats, .. }, proud))), _) => view! {
            {ratings(seats.iter().map(change).collect_view().into_any())}
            {medals(proud)}
        }
        .into_any(),
        (false, Some(Ok((MatchInfo { seats, .. }, proud))), Some(me)) => {
            view! { {against(&seats, me)} {medals(proud)} }.into_any()
        }
        (false, ..) => ().into_any(),
    };
    told.into_any()
}

/// Asks the house about a match, and about the records of the player in `me`. Records that do not come are not missed.
async fn gather(id: MatchId, me: Option<Seat>) -> Result<(MatchInfo, Vec<String>), Problem> {
    let info = results::one(id).await?;
    let person = me.and_then(|me| info.seats.get(me.index())?.person.as_ref()).map(|person| person.id);
    let (Some(person), Some(me)) = (person, me) else { return Ok((info, Vec::new())) };
    let records = async {
        let profile = results::profile(person).await.ok()?;
        let before = results::matches(person, Some(&info.game), None).await.ok()?.matches;
        let stats = games::face(&info.game).map_or_else(Default::default, |face| face.stats);
        Some(proud_of(&info, me, tally(&profile, &info, me)?, stats, &earlier(&before, id, person)))
    };
    let proud = records.await.unwrap_or_default();
    Ok((info, proud))
}

/// The record that a match has gone into: matches against the house's bots alone are counted apart.
fn tally<'a>(profile: &'a Profile, info: &MatchInfo, me: Seat) -> Option<&'a Tally> {
    let record = profile.games.iter().find(|record| record.game == info.game)?;
    let mut others = info.seats.iter().enumerate().filter(|(seat, _)| *seat != me.index());
    let alone = others.all(|(_, seat)| seat.person.is_none());
    Some(if alone { &record.bots } else { &record.people })
}

/// What a player did in earlier matches.
fn earlier(matches: &[MatchInfo], but: MatchId, person: UserId) -> Vec<&MatchSeat> {
    let others = matches.iter().filter(|info| info.id != but);
    let own = |seat: &&MatchSeat| seat.person.as_ref().is_some_and(|sat| sat.id == person);
    others.filter_map(|info| info.seats.iter().find(own)).collect()
}

/// A first win, a run of wins, and figures that are better than ever before: each as a few words.
fn proud_of(info: &MatchInfo, me: Seat, tally: &Tally, stats: &[Stat], earlier: &[&MatchSeat]) -> Vec<String> {
    let Some(seat) = info.seats.get(me.index()) else { return Vec::new() };
    let won = match seat.result {
        None | Some(SeatResult::Void) => return Vec::new(),
        Some(result) => result == SeatResult::Won,
    };
    let run = match (tally.won, tally.streak) {
        (1, _) if won => Some("Your first win".to_owned()),
        (_, run @ 3..) if won && run.unsigned_abs() == tally.best_streak => {
            Some(format!("{run} wins in a row, your longest run"))
        }
        (_, run @ 2..) if won => Some(format!("{run} wins in a row")),
        _ => None,
    };
    let best = |stat: &&Stat| {
        let Some(value) = seat.stats.get(stat.id).copied().filter(|value| *value > 0) else { return false };
        let counts = match stat.best {
            Best::Sum => false,
            Best::Highest => true,
            Best::HighestWon | Best::LowestWon => won,
        };
        // The first match is the best of one; and to come as far as before is no news.
        let news = tally.played > 1 && earlier.iter().all(|seat| seat.stats.get(stat.id) != Some(&value));
        counts && news && tally.bests.get(stat.id) == Some(&value)
    };
    let bests = stats.iter().filter(best).take(BESTS).map(|stat| {
        let value = seat.stats[stat.id].unsigned_abs();
        format!("Personal best: {}, {}", stat.name.to_lowercase(), thousands(value))
    });
    run.into_iter().chain(bests).collect()
}

fn medals(proud: Vec<String>) -> Option<impl IntoView> {
    let medal = |words: String| view! { <li data-test="honour">{icon(Icon::Rated)} {words}</li> };
    (!proud.is_empty()).then(|| {
        view! { <ul class="honours" aria-label="To be proud of" data-test="honours">{proud.into_iter().map(medal).collect_view()}</ul> }
    })
}

fn against(seats: &[MatchSeat], me: Seat) -> Option<impl IntoView + use<>> {
    let others = seats.iter().enumerate().filter(|(index, _)| *index != me.index());
    let known = others.filter_map(|(_, seat)| seat.person.as_ref()).filter(|person| person.kind != Kind::Guest);
    let names: Vec<_> = known
        .enumerate()
        .map(|(index, person)| view! { {(index > 0).then_some(", ")} {person_name(person)} })
        .collect();
    (!names.is_empty()).then(|| view! { <p class="muted" data-test="against">"Against " {names}</p> })
}

fn ratings(changes: AnyView) -> impl IntoView {
    view! {
        <div class="ratings" data-test="ratings">
            {rated_mark()}
            <ul>{changes}</ul>
        </div>
    }
}

fn change(seat: &MatchSeat) -> AnyView {
    let name = seat.person.as_ref().map_or_else(|| seat.label.name.clone().into_any(), person_name);
    let Some(rating) = seat.rating else {
        return view! { <li>{name} " is not rated"</li> }.into_any();
    };
    let difference = rating.after - rating.before;
    view! {
        <li>
            {name}
            " "
            <span class="figures">{rating.after}</span>
            " "
            <span class="change figures" class:up={difference > 0} class:down={difference < 0} data-test="change">
                {signed(difference)}
            </span>
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn played(result: &str, attacks: i64, rally: i64) -> MatchInfo {
        let seat = |result: &str| {
            json!({"name": "Ada", "kind": "person", "person": null, "result": result, "score": null,
                "stats": {"attacks": attacks, "rally": rally}, "rating": null})
        };
        let info = json!({"id": "0000000000000001", "game": "battleship", "status": "COMPLETED", "rated": false,
            "seats": [seat(result), seat("lost")], "outcome": null, "turns": 3, "started_at": 0, "ended_at": 1});
        serde_json::from_value(info).unwrap()
    }

    #[test]
    fn runs_and_bests_are_told_and_nothing_twice() {
        let stats = [
            Stat { id: "attacks", name: "Attacks", best: Best::LowestWon },
            Stat { id: "rally", name: "Longest rally", best: Best::Highest },
        ];
        let tally = |won, streak, best_streak| Tally {
            played: 9,
            won,
            streak,
            best_streak,
            bests: [("attacks".to_owned(), 31), ("rally".to_owned(), 1200)].into(),
            ..Tally::default()
        };
        let told =
            |info: &MatchInfo, tally: &Tally, earlier: &[&MatchSeat]| proud_of(info, Seat(0), tally, &stats, earlier);
        let best = played("won", 31, 7);
        assert_eq!(told(&best, &tally(1, 1, 1), &[]), ["Your first win", "Personal best: attacks, 31"]);
        assert_eq!(told(&best, &tally(5, 2, 4), &[])[0], "2 wins in a row");
        assert_eq!(told(&best, &tally(5, 4, 4), &[])[0], "4 wins in a row, your longest run");
        assert_eq!(told(&best, &tally(5, 1, 4), &[&best.seats[0]]), Vec::<String>::new(), "as good as before");
        let lost = played("lost", 31, 1200);
        assert_eq!(told(&lost, &tally(5, -1, 4), &[]), ["Personal best: longest rally, 1,200"]);
        assert!(told(&played("void", 31, 1200), &tally(5, 2, 4), &[]).is_empty());
        assert!(told(&best, &Tally { played: 1, ..tally(0, 0, 0) }, &[]).is_empty(), "the first of all");
    }
}
