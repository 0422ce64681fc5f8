//! Playing alone for a record. The house gives the dice and counts what comes back; without it a run can be played, but is
//! not counted.

use super::{Board, Cabinet, Local, Runner, match_view};
use crate::{
    account::sign_up_from,
    browser::random_key,
    games::kit::Names,
    house::{House, ask, http},
    local::{LocalPage, LocalResult, no_such_run},
    place::href_of,
    ui::{Icon, Press, achieved, ahead, icon},
};
use leptos::{prelude::*, task::spawn_local};
use parlor_kernel::{GameConfig, Key, Rules, Seat, Solo, Viewer};
use parlor_wire::{
    RunId, UserId,
    http::{Mark, Problem, RunCounted, RunLog, RunWish},
};
use std::{sync::Arc, time::Duration};

/// How often a run is sent, if the house cannot be reached, and how long to wait in between. It does not wait for ever.
const ATTEMPTS: u32 = 5;
const PAUSE: Duration = Duration::from_secs(2);

/// A run that is played.
#[derive(Clone)]
struct Begun {
    /// None if the house could not be asked for dice.
    id: Option<RunId>,
    key: Key,
}

/// What becomes of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Fate {
    /// It is not over.
    Open,
    /// Its goal was missed: there is nothing to count.
    Missed,
    /// It was played without the house.
    Offline,
    /// The house plays it again.
    Sent,
    /// The house could not be reached for too long.
    Unsent,
    /// It is counted.
    Counted(RunCounted),
    /// It is not, and why.
    Refused(String),
}

/// The page. Copy it freely.
#[derive(Clone, Copy)]
struct Page {
    game: &'static str,
    solo: &'static Solo,
    house: House,
    run: RwSignal<Option<Begun>>,
    busy: RwSignal<bool>,
    status: RwSignal<String>,
}

/// The page of a way to play alone.
pub fn page<G: Cabinet>(id: &str) -> AnyView {
    let Some(solo) = G::Config::SOLOS.iter().find(|solo| solo.id == id) else { return no_such_run() };
    let (run, busy, status) = (RwSignal::new(None), RwSignal::new(false), RwSignal::new(String::new()));
    let page = Page { game: G::SPEC.id, solo, house: House::expect(), run, busy, status };
    let stage = move || match run.get() {
        None => ready(page),
        Some(begun) => playing::<G>(page, begun).into_any(),
    };
    let title = format!("{} {}", G::SPEC.name, solo.name.to_lowercase());
    view! { <LocalPage game=G::SPEC title status>{stage}</LocalPage> }.into_any()
}

impl Page {
    /// Asks for dice, and begins.
    fn start(self) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        spawn_local(async move {
            let wish = RunWish { game: self.game.into(), solo: self.solo.id.into() };
            let begun = async {
                self.house.arrive().await?;
                http::runs::begin(&wish).await
            };
            match begun.await {
                Ok(begun) => _ = self.run.try_set(Some(Begun { id: Some(begun.id), key: begun.key })),
                Err(problem) if http::is_unreachable(&problem) => {
                    self.run.try_set(Some(Begun { id: None, key: random_key() }));
                }
                Err(problem) => self.house.toast.say(problem.detail),
            }
            self.busy.try_set(false);
        });
    }
}

/// Before the first run: what there is to do, and what was done before.
fn ready(page: Page) -> AnyView {
    let Page { game, solo, house, .. } = page;
    spawn_local(async move { _ = house.recall().await });
    let best = move || house.visitor.me().get().map(|me| view! { <Best page id=me.id /> });
    view! {
        <section class="local-choice run-ready" data-test="run-ready">
            <h2>{solo.name}</h2>
            <p class="lead">{solo.blurb}</p>
            {best}
            <div class="row middle">
                <button
                    type="button"
                    class="button large primary"
                    autofocus
                    aria-busy=move || page.busy.get().to_string()
                    data-test="run-start"
                    on:click=move |_| page.start()
                >
                    "Start"
                </button>
                <Leaders game solo />
            </div>
            <p class="muted">
                "The house deals the pieces and replays your keys to verify the run, so it cannot be paused."
            </p>
        </section>
    }
    .into_any()
}

#[component]
fn Leaders(game: &'static str, solo: &'static Solo) -> impl IntoView {
    view! {
        <a class="button quiet" href=href_of(&format!("/leaderboards/{game}?solo={}", solo.id)) data-test="run-leaders">
            {icon(Icon::Podium)}
            "Leaderboard"
        </a>
    }
}

/// Our best run.
#[component]
fn Best(page: Page, id: UserId) -> impl IntoView {
    let profile = ask(move || http::results::profile(id)).reply();
    let best = move || {
        let profile = profile.get()?.ok()?;
        let best = profile.runs.iter().find(|best| best.game == page.game && best.solo == page.solo.id)?;
        Some(format!("Your best: {}", achieved(best.mark)))
    };
    view! { <p class="run-best figures" data-test="run-best">{best}</p> }
}

fn playing<G: Cabinet>(page: Page, begun: Begun) -> Option<AnyView> {
    let config = Arc::new(G::Config::solo(page.solo.id)?);
    let local = Local::<G>::run(Rules::plain(Arc::clone(&config)), begun.key);
    let names = Names::new(Some(Seat(0)), ["You"]);
    let board = Board::<G>::new(Runner::Local(local), config, &[Seat(0)], Signal::stored(names.clone()));
    on_cleanup(move || page.status.set(String::new()));
    let fate = RwSignal::new(Fate::Open);
    let ended = board.ended();
    let mark = move || {
        let worth = local.with(|game| game.worth())??;
        Some(Mark::of(page.solo.measure, G::SPEC.ticks_per_second, worth))
    };
    Effect::new(move |_| {
        if ended.with(Option::is_none) || fate.get_untracked() != Fate::Open {
            return;
        }
        match (mark(), begun.id, local.log()) {
            (None, ..) => fate.set(Fate::Missed),
            (Some(_), Some(id), Some(log)) => {
                fate.set(Fate::Sent);
                send(id, log, fate, 1);
            }
            (Some(_), ..) => fate.set(Fate::Offline),
        }
    });
    let offline = begun.id.is_none();
    let foot = view! {
        {offline.then(|| view! { <span class="muted small" data-test="run-offline">"Without the house: not counted"</span> })}
        <Press test="run-again" class="quiet" on_press=move || page.start()>"Start again"</Press>
        <Press test="run-stop" class="quiet" on_press=move || page.run.set(None)>"Stop"</Press>
    };
    let result = move || {
        let outcome = ended.get()?;
        let (failed, mood) = G::end_alone(!outcome.winners().is_empty());
        let headline = mark().map_or_else(|| failed.to_owned(), achieved);
        let numbers = local.with(|game| G::numbers(&game.view(Viewer::Spectator), &names));
        Some(view! {
            <LocalResult headline mood again=move || page.start() other=move || page.run.set(None)>
                {move || note(page, &fate.get())}
                {numbers}
            </LocalResult>
        })
    };
    let board = match_view(board, page.status, foot.into_any());
    Some(
        view! {
            {board}
            {result}
        }
        .into_any(),
    )
}

/// Sends a run, and again if the house cannot be reached or has too many to check: it is counted once all the same.
fn send(id: RunId, log: RunLog, fate: RwSignal<Fate>, attempt: u32) {
    let may_change = |problem: &Problem| http::is_unreachable(problem) || problem.status == 429;
    spawn_local(async move {
        match http::runs::end(id, &log).await {
            Ok(counted) => _ = fate.try_set(Fate::Counted(counted)),
            Err(problem) if may_change(&problem) && attempt < ATTEMPTS => {
                set_timeout(move || send(id, log, fate, attempt + 1), PAUSE);
            }
            Err(problem) if http::is_unreachable(&problem) => _ = fate.try_set(Fate::Unsent),
            Err(problem) => _ = fate.try_set(Fate::Refused(problem.detail)),
        }
    });
}

/// What became of a run, in a sentence.
fn note(page: Page, fate: &Fate) -> AnyView {
    let Page { game, solo, house, .. } = page;
    let words = match fate {
        Fate::Open | Fate::Missed => None,
        Fate::Offline => Some("Played without the house, so it is not counted.".to_owned()),
        Fate::Sent => Some("Checking your run…".to_owned()),
        Fate::Unsent => Some("Your run could not be sent in time, so it is not counted.".to_owned()),
        Fate::Refused(why) => Some(why.clone()),
        Fate::Counted(counted) => Some(standing(counted)),
    };
    let counted = if let Fate::Counted(counted) = fate { Some(*counted) } else { None };
    let watch = counted.filter(|counted| counted.is_best).and_then(|counted| counted.watch).map(|id| {
        view! { <a class="button quiet" href=href_of(&format!("/replay/{id}")) data-test="run-watch">"Watch it"</a> }
    });
    let guest = move || {
        let unlisted = counted.is_some() && !house.visitor.has_account();
        unlisted.then(|| {
            let there = sign_up_from(&format!("/leaderboards/{game}?solo={}", solo.id));
            view! {
                <p class="muted">
                    "Guests are not on the leaderboard. " <a href=href_of(&there)>"Create an account"</a> ", and this run will be listed."
                </p>
            }
        })
    };
    view! {
        <p class="run-note" role="status" data-test="run-note">{words}</p>
        {guest}
        <div class="row middle">{watch} <Leaders game solo /></div>
    }
    .into_any()
}

/// "Your best run, 1.28 s ahead of the last. Rank 3."
fn standing(counted: &RunCounted) -> String {
    let RunCounted { mark, before, is_best, rank, .. } = *counted;
    let best = match before {
        None => "Your first run that counts.".to_owned(),
        Some(before) if is_best => match ahead(mark, before) {
            Some(by) => format!("Your best run yet, by {by}."),
            None => "Your best run yet.".to_owned(),
        },
        Some(before) => format!("Your best is {}.", achieved(before)),
    };
    rank.map_or_else(|| best.clone(), |rank| format!("{best} Rank {rank}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_placed_in_a_sentence() {
        let told = |ms, before: Option<u64>, is_best, rank| {
            let (mark, before) = (Mark::TimeMs(ms), before.map(Mark::TimeMs));
            standing(&RunCounted { mark, before, is_best, rank, watch: None })
        };
        assert_eq!(told(40_000, None, true, None), "Your first run that counts.");
        assert_eq!(told(40_000, Some(41_280), true, Some(3)), "Your best run yet, by 1.28 s. Rank 3.");
        assert_eq!(told(40_000, Some(39_000), false, Some(2)), "Your best is 0:39.00. Rank 2.");
    }
}
