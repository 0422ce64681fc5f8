//! How to play: pictures, and a first roll to try.

use super::{
    history::History,
    suspense::{Suspense, any_below},
    tray::{Face, Tray, small},
    words,
};
use crate::{games::kit::Names, ui::Press};
use leptos::prelude::*;
use parlor_death_roll::{Config, Roll, Tier};
use parlor_kernel::{GameConfig, Seat};

/// The rules on one screen.
pub fn how_to() -> AnyView {
    let tiers = [
        (Tier::Safe, "more than half"),
        (Tier::Caution, "up to half"),
        (Tier::Danger, "up to a quarter"),
        (Tier::Critical, "up to a tenth"),
        (Tier::Death, "a 1"),
    ];
    let tiers = tiers.map(|(tier, what)| {
        view! {
            <li>
                {small(tier)}
                <b>{words::tier(tier)}</b>
                <span class="muted">{what}</span>
            </li>
        }
    });
    view! {
        <div class="dr-howto">
            <h1>"Death Roll"</h1>
            <p class="lead">"Roll in turn. Each roll goes from 1 up to the last number rolled. Roll a 1 and you lose."</p>
            <div class="dr-steps">
                <Demo />
                <section>
                    <h2>"How close was it?"</h2>
                    <ul class="dr-tiers">{tiers.into_iter().collect_view()}</ul>
                    <h2>"Your own luck"</h2>
                    <p>
                        "Before the first roll each player may add any number to the dice. It changes every roll to come: the player who adds theirs last can be sure that no one, not even the house, has chosen the rolls. After the match the replay proves it."
                    </p>
                    <h2>"Playing for gold"</h2>
                    <p>
                        "A table may be for gold, the house’s play money. Both players put in the same bet before the first roll, and the winner gets it all. The bet is held by the house or by a person who does not play. Until the first roll either of you may call the bet off; after it, leaving loses. Either player may dispute the result before the winner is paid: then the holder decides, and the log proves every roll."
                    </p>
                </section>
            </div>
            <p class="muted">
                "The host rolls first. Tables may start anywhere from 2 to 1,000,000, and may have a clock: when it runs out, you roll all the same. "
                "Keys: " <kbd>"Space"</kbd> ", " <kbd>"Enter"</kbd> " or " <kbd>"R"</kbd> " rolls."
            </p>
        </div>
    }
    .into_any()
}

/// A match against oneself. Nothing leaves the page.
#[component]
fn Demo() -> impl IntoView {
    let start = Config::preset(Config::PRESETS[0].id).map_or(100, |config| config.start);
    let rolls = RwSignal::new(Vec::<Roll>::new());
    let suspense = Suspense::new(rolls.into());
    let max = move || rolls.with(|rolls| rolls.last().map_or(start, |roll| roll.rolled));
    let turn = move || rolls.with(|rolls| Seat((rolls.len() % 2) as u8));
    let roll = move || {
        suspense.skip();
        let (seat, max) = (untrack(turn), untrack(max));
        if max == 1 {
            rolls.set(Vec::new());
        } else {
            rolls.update(|rolls| rolls.push(Roll { seat, rolled: any_below(max), max }));
        }
    };
    let names = Names::new(None, ["You", "A friend"]);
    let says = move || match (suspense.is_settled(), rolls.with(|rolls| rolls.last().copied())) {
        (_, None) => format!("Try it: roll 1 to {start}."),
        (false, _) => "…".into(),
        (true, Some(Roll { rolled: 1, seat, .. })) => {
            if seat == Seat(0) {
                "You rolled the 1 and lose.".into()
            } else {
                "Your friend rolled the 1: you win!".into()
            }
        }
        (true, Some(roll)) => format!("{}. The next roll is 1 to {}.", words::summary(roll), roll.rolled),
    };
    let button = move || match (suspense.is_settled(), max()) {
        (true, 1) => "Again".to_owned(),
        (true, max) => format!("Roll 1–{max}"),
        (false, _) => "Roll".to_owned(),
    };
    let awaited = Signal::derive(move || (max() > 1 || !suspense.is_settled()).then(turn));
    view! {
        <section class="dr dr-demo">
            <Tray face=Signal::derive(move || Face::at(suspense, start)) />
            <Press class="primary dr-button" test="demo-roll" on_press=roll>{button}</Press>
            <p aria-live="polite">{says}</p>
            <History rolls=Signal::derive(move || suspense.landed()) start=Signal::stored(start) names=Signal::stored(names) turn=awaited />
        </section>
    }
}
