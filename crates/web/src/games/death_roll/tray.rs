//! The tray in which a number lands. How close it was shows by colour, by shape and in a word.

use super::{
    suspense::Suspense,
    words::{self, thousands},
};
use leptos::prelude::*;
use parlor_death_roll::{Roll, Tier};

/// What lies in the tray.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Face {
    /// Nothing has been rolled: the first roll is out of this.
    Start(u32),
    /// Something tumbles; this number is up.
    Tumbling(u32),
    /// The roll of that number has landed.
    Landed(usize, Roll),
}

impl Face {
    /// What lies there after these rolls from `start`.
    pub fn of(rolls: &[Roll], start: u32) -> Self {
        rolls.last().map_or(Self::Start(start), |&roll| Self::Landed(rolls.len(), roll))
    }

    /// What lies there now.
    pub fn at(suspense: Suspense, start: u32) -> Self {
        suspense.up().map_or_else(|| Self::of(&suspense.landed(), start), Self::Tumbling)
    }

    const fn number(self) -> u32 {
        match self {
            Self::Start(number) | Self::Tumbling(number) => number,
            Self::Landed(_, roll) => roll.rolled,
        }
    }

    /// Its name in style sheets and tests.
    const fn class(self) -> &'static str {
        match self {
            Self::Start(_) => "start",
            Self::Tumbling(_) => "rolling",
            Self::Landed(_, roll) => words::class(roll.tier()),
        }
    }

    /// The word below it.
    const fn word(self) -> &'static str {
        match self {
            Self::Start(_) => "Nothing rolled yet",
            Self::Tumbling(_) => "…",
            Self::Landed(_, roll) => words::tier(roll.tier()),
        }
    }

    fn label(self) -> String {
        match self {
            Self::Start(start) => format!("Nothing rolled yet; it starts at {}", thousands(start)),
            Self::Tumbling(_) => "Rolling".into(),
            Self::Landed(_, roll) => words::summary(roll),
        }
    }

    const fn outline(self) -> &'static str {
        match self {
            Self::Start(_) | Self::Tumbling(_) => DIE,
            Self::Landed(_, roll) => outline(roll.tier()),
        }
    }
}

/// The tray.
#[component]
pub fn Tray(#[prop(into)] face: Signal<Face>) -> impl IntoView {
    // A landing starts its own animation, so every roll has a picture of its own.
    let shape = Memo::new(move |_| match face.get() {
        Face::Tumbling(_) => Face::Tumbling(0),
        other => other,
    });
    let picture = move || {
        let facets = matches!(shape.get(), Face::Start(_) | Face::Tumbling(_));
        view! {
            <svg class="dr-shape" viewBox="0 0 200 200" aria-hidden="true">
                <path class="dr-outline" fill-rule="evenodd" d=shape.get().outline() />
                {facets.then(|| view! { <path class="dr-facets" d=FACETS /> })}
            </svg>
        }
    };
    let digits = move || format!("--digits: {}", thousands(face.get().number()).len().max(3));
    view! {
        <div
            class=move || format!("dr-tray tier-{}", face.get().class())
            role="img"
            aria-label=move || face.get().label()
            data-tier=move || face.get().class()
            data-test="roll-result"
        >
            <div class="dr-medal" style=digits>
                {picture}
                <strong class="dr-number">{move || thousands(face.get().number())}</strong>
            </div>
            <p class="dr-word">
                {move || match shape.get() {
                    Face::Landed(_, roll) => Some(small(roll.tier())),
                    _ => None,
                }}
                {move || face.get().word()}
            </p>
        </div>
    }
}

/// The shape of a tier, as small as a letter.
pub fn small(tier: Tier) -> impl IntoView {
    view! {
        <svg class=format!("dr-small tier-{}", words::class(tier)) viewBox="0 0 200 200" aria-hidden="true">
            <path fill-rule="evenodd" d=outline(tier) />
        </svg>
    }
}

/// A die with twenty faces, seen from above.
const DIE: &str = "M100 12 176 56V144L100 188 24 144V56Z";
const FACETS: &str = "M100 46 152 132H48Z M100 12V46 M24 56 100 46 176 56 M24 56 48 132 24 144 M176 56 152 132 176 144 M48 132 100 188 152 132";

const fn outline(tier: Tier) -> &'static str {
    match tier {
        Tier::Safe => "M100 14a86 86 0 1 1 0 172a86 86 0 1 1 0-172Z",
        Tier::Caution => "M42 22H158Q178 22 178 42V158Q178 178 158 178H42Q22 178 22 158V42Q22 22 42 22Z",
        Tier::Danger => "M100 4 196 100 100 196 4 100Z",
        Tier::Critical => {
            "M100 4 120 33 148 17 153 51 187 52 172 82 196 100 172 118 187 148 153 149 148 183 120 167 100 196 80 167 52 183 47 149 13 148 28 118 4 100 28 82 13 52 47 51 52 17 80 33Z"
        }
        Tier::Death => {
            "M100 14C52 14 24 48 24 94c0 27 12 44 30 52l4 34q1 6 7 6h70q6 0 7-6l4-34c18-8 30-25 30-52C176 48 148 14 100 14ZM68 94a19 19 0 1 1 0 38a19 19 0 1 1 0-38ZM132 94a19 19 0 1 1 0 38a19 19 0 1 1 0-38ZM100 126l-10 20h20ZM82 164h5v22h-5ZM98 164h5v22h-5ZM114 164h5v22h-5Z"
        }
    }
}
