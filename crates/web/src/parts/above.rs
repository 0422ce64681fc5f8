//! The way into what floats above every page, and what the lobby can do without for a moment, such as the line to the
//! house: it is fetched when the lobby has been there for a while, or when it is asked for.

use super::Unloaded;
use crate::{
    games::Face,
    house::House,
    invitations::InvitationCards,
    lobby::{Seeker, change_rules, open_choice},
    table::{
        TableCtx,
        slash::{Typed, Where, carry_out},
    },
    ui::{Chrome, Keys, NameDialog, Settings},
    windows::WindowsLayer,
};
use leptos::{prelude::*, task::spawn_local, wasm_split::wasm_split};
use parlor_client::Attempt;
use parlor_wire::{Person, slash::complete};
use std::{rc::Rc, time::Duration};

/// By then the lobby has what it needs, and the line is free.
const A_WHILE: Duration = Duration::from_secs(1);
/// How long to wait before it is fetched again.
const AGAIN: Duration = Duration::from_secs(5);

/// Takes what comes of a typed command, if that is known only later.
pub type Later = Rc<dyn Fn(Typed)>;

/// What floats above every page, forms that open on a tap, and the line to the house.
#[derive(Clone, Copy)]
pub struct AboveParts {
    /// Invitations, windows, the search for opponents, and dialogs that belong to no page.
    view: fn() -> AnyView,
    /// Connects to the house, and understands what it says.
    pub dial: fn(House, Attempt),
    /// The form that opens a table of one of these games, for a player to invite, until it is sent.
    pub open: fn(Vec<&'static Face>, Option<Person>, RwSignal<bool>) -> AnyView,
    /// The form by which the host of a table changes its rules.
    pub change: fn(TableCtx) -> AnyView,
    /// Carries out a line that begins with a slash.
    pub carry_out: fn(Where, &str, Later) -> Typed,
    /// How such a line may go on.
    pub complete: fn(&str) -> Vec<String>,
}

/// All of that.
///
/// # Errors
/// If its part does not come.
#[wasm_split(above, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn above() -> Result<AboveParts, Unloaded> {
    Ok(AboveParts {
        view: || {
            view! {
                <WindowsLayer />
                <Seeker />
                <InvitationCards />
                <NameDialog />
                <Settings />
                <Keys />
            }
            .into_any()
        },
        dial: House::dial,
        open: open_choice,
        change: change_rules,
        carry_out: |place, line, later| carry_out(place, line, move |typed| later(typed)),
        complete: |line| complete(line, &[]),
    })
}

/// What floats above every page, once it is here. What was asked for before shows then.
#[component]
pub fn Above() -> impl IntoView {
    let (house, chrome) = (House::expect(), Chrome::expect());
    let here = RwSignal::new(None::<AboveParts>);
    let wanted = RwSignal::new(false);
    set_timeout(move || _ = wanted.try_set(true), A_WHILE);
    let asked = Memo::new(move |_| wanted.get() || chrome.settings.get() || chrome.keys.get() || chrome.name.get());
    Effect::new(move |_| {
        if asked.get() && here.with_untracked(Option::is_none) {
            fetch(house, here);
        }
    });
    move || here.get().map(|above| (above.view)())
}

/// Fetches it until it comes: there is no place on the page that could say that it does not.
fn fetch(house: House, here: RwSignal<Option<AboveParts>>) {
    spawn_local(async move {
        match above().await {
            Ok(above) => _ = here.try_set(Some(above)),
            Err(why) => {
                house.toast.say(why.to_string());
                set_timeout(move || fetch(house, here), AGAIN);
            }
        }
    });
}
