//! The end of a match takes the stage: the move that decided it, the result in a sentence, the figures that matter, and
//! what comes next. What is said of a match is its game's; how it is shown is the same for all.

use super::{
    LeaveDialog, TableCtx,
    bet::{self, BetPanel, Says},
    fairness::Fairness,
    honours::Honours,
    picture::{self, Told},
    rematch::NextMatch,
    words,
};
use crate::{
    account::KeepGames,
    games::{
        self, Face, Screen,
        kit::{Ending, Names, statistics},
    },
    lobby::OpenDialog,
    place::{address_of, href_of, use_navigate},
    ui::{Dialog, Icon, icon},
    windows::Windows,
};
use leptos::{html, prelude::*, task::spawn_local};
use leptos_router::NavigateOptions;
use parlor_client::TableModel;
use parlor_kernel::{Commitment, Outcome, Seat};
use parlor_wire::{BetInfo, MatchId, frame::Ended};

/// A finished match.
#[derive(Clone, PartialEq, Eq)]
struct Finished {
    id: MatchId,
    commitment: Commitment,
    ended: Ended,
    /// The seat in which the viewer has played it.
    me: Option<Seat>,
}

impl Finished {
    fn of(model: &TableModel, me: Option<Seat>) -> Option<Self> {
        let game = model.game.as_ref()?;
        Some(Self { id: game.id, commitment: game.commitment, ended: game.ended.clone()?, me })
    }
}

/// The result, above the board; it can be put aside to look at the board once more.
#[component]
pub fn ResultPanel(ctx: TableCtx) -> impl IntoView {
    let over = ctx.is_over();
    let finished = Memo::new(move |_| {
        let me = ctx.part();
        ctx.with(|model| Finished::of(model, me)).flatten()
    });
    let settled = bet::settled_at(ctx);
    let aside = RwSignal::new(false);
    let game = StoredValue::new(ctx.with_untracked(|model| model.info.game.clone()).unwrap_or_default());
    move || {
        finished.get().filter(|_| over.get()).map(|finished| {
            view! {
                <Show
                    when=move || !aside.get()
                    fallback=move || {
                        view! {
                            <button
                                type="button"
                                class="button primary result-back"
                                data-test="result-show"
                                on:click=move |_| aside.set(false)
                            >
                                "Result"
                            </button>
                        }
                    }
                >
                    {
                        let finished = finished.clone();
                        game.with_value(|game| {
                            games::show(game, move |screen| {
                                let finished = finished.clone();
                                view! { <Panel ctx screen finished settled aside /> }.into_any()
                            })
                        })
                    }
                </Show>
            }
        })
    }
}

#[component]
fn Panel(
    ctx: TableCtx,
    screen: &'static dyn Screen,
    finished: Finished,
    settled: Memo<Option<(MatchId, BetInfo)>>,
    aside: RwSignal<bool>,
) -> impl IntoView {
    let Finished { id, commitment, ended: Ended { outcome, key, .. }, me } = finished;
    // People may change their names while they look at it.
    let ending = Memo::new(move |_| screen.ending(ctx, me));
    let words = Memo::new(move |_| {
        let told = ending.with(|ending| ending.as_ref().map(|ending| ending.sentence.clone())).unwrap_or_default();
        settled.with(|settled| words::verdict(ctx, &outcome, me, settled.as_ref().map(|(_, info)| info), told))
    });
    let headline = move || {
        let who = ctx.house().visitor.me().with(|me| me.as_ref().map(|me| me.id));
        let gold = settled.with(|settled| settled.as_ref().and_then(|(_, info)| bet::headline(info, who)));
        gold.filter(|_| words.read().mood == "won").unwrap_or_else(|| words.read().headline.clone())
    };
    let game = ctx.with_untracked(|model| model.info.game.clone()).unwrap_or_default();
    let (opening, leaving, looking) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(false));
    let (windows, navigate) = (Windows::expect(), use_navigate());
    let to_lobby = move || {
        windows.close(ctx.code());
        navigate("/", NavigateOptions::default());
    };
    let scene = move || ending.with(|ending| ending.as_ref().map(|ending| ending.scene.view()));
    let figures =
        move || ending.with(|ending| ending.as_ref().map(|ending| statistics(ending.figures.clone(), &ending.columns)));
    view! {
        <div class="result-place">
            <section
                class=move || format!("result moment {}", words.read().mood)
                style=games::face(&game).map(Face::tint)
                aria-label="Result"
                data-test="result"
            >
                <div class="result-scene" data-test="scene">{scene}</div>
                <div class="result-told">
                    <h2 data-test="headline">{headline}</h2>
                    <p class="why" data-test="why">{move || words.read().why.clone()}</p>
                    {move || ranking(&words.read().ranking)}
                    <Honours ctx id me />
                    <BetPanel ctx says=Says::Itself />
                    <div class="result-figures">{figures}</div>
                    <NextMatch ctx />
                </div>
                <nav class="result-next" aria-label="What next">
                    <a class="button" href=href_of(&format!("/replay/{id}")) data-test="replay">{icon(Icon::Film)} "Replay"</a>
                    <SharePicture ctx screen id outcome />
                    <button type="button" class="button" data-test="figures" on:click=move |_| looking.set(true)>
                        {icon(Icon::Podium)}
                        "Details"
                    </button>
                    <button type="button" class="button" data-test="look" on:click=move |_| aside.set(true)>
                        {icon(Icon::Eye)}
                        "Board"
                    </button>
                    <button type="button" class="button" data-test="new-table" on:click=move |_| opening.set(true)>
                        {icon(Icon::Plus)}
                        "New table"
                    </button>
                    <button type="button" class="button" data-test="to-lobby" on:click=move |_| leaving.set(true)>
                        {icon(Icon::House)}
                        "Lobby"
                    </button>
                </nav>
                {me.is_some().then(|| view! { <KeepGames /> })}
            </section>
            <Dialog open=looking title="The match in figures" test="figures-dialog">
                <div class="stack">{screen.details(ctx)} <Fairness commitment key=key.clone() /></div>
            </Dialog>
            <OpenDialog open=opening game />
            <LeaveDialog ctx asked=leaving on_left=to_lobby />
        </div>
    }
}

/// Hands out a picture of the result. It speaks of everyone by name.
#[component]
fn SharePicture(ctx: TableCtx, screen: &'static dyn Screen, id: MatchId, outcome: Outcome) -> impl IntoView {
    let (button, busy) = (NodeRef::<html::Button>::new(), RwSignal::new(false));
    let made = move || -> Option<(Told, Ending)> {
        let ending = untrack(|| screen.ending(ctx, None))?;
        let told = untrack(|| words::verdict(ctx, &outcome, None, None, ending.sentence.clone()));
        let game = ctx.with_untracked(|model| model.info.game.clone())?;
        let game = games::face(&game).map(|face| face.game.name.to_owned()).unwrap_or(game);
        let headline = match told.mood {
            // A draw and the like do not say who played.
            "watched" => told.headline,
            _ => format!("{}: {}", untrack(|| Names::at(ctx, None).everyone()), told.headline.to_lowercase()),
        };
        let link = address_of(&format!("/replay/{id}"));
        Some((Told { link, game, headline, sentence: told.why }, ending))
    };
    let share = move |_| {
        let (Some(place), Some((told, ending))) = (button.get_untracked(), made()) else { return };
        busy.set(true);
        spawn_local(async move {
            let shared = picture::share(place.into(), told, ending).await;
            busy.try_set(false);
            if !shared {
                ctx.house().toast.say("This browser cannot make a picture.");
            }
        });
    };
    view! {
        <button
            type="button"
            class="button"
            node_ref=button
            aria-busy=move || busy.get().to_string()
            data-test="share-picture"
            on:click=share
        >
            {icon(Icon::Share)}
            "Picture"
        </button>
    }
}

/// Who came where, in a match that ranks its players.
fn ranking(places: &[(u8, String)]) -> Option<AnyView> {
    let line = |(place, players): &(u8, String)| {
        view! {
            <li>
                <span class="figures">{format!("{place}.")}</span>
                {players.clone()}
            </li>
        }
    };
    let lines = places.iter().map(line).collect_view();
    (!places.is_empty()).then(|| view! { <ol class="ranking" data-test="ranking">{lines}</ol> }.into_any())
}
