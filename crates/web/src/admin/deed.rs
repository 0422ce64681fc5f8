//! Asking once more, and for a reason, before something is done to a person or a table.

use super::Desk;
use crate::{
    house::{House, http::admin},
    ui::{Dialog, TextField, Typed},
};
use leptos::{ev, prelude::*, task::spawn_local};
use parlor_wire::{
    Person, TableCode,
    http::{NewBan, NewGrant, Problem},
};

/// Something to be done that needs a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A person may not come in.
    Ban(Person),
    /// A person is given gold.
    Grant(Person),
    /// A person gets a new password.
    Password(Person),
    /// A table is closed.
    Close(TableCode),
}

impl Deed {
    fn title(&self) -> String {
        match self {
            Self::Ban(person) => format!("Ban {}?", person.name),
            Self::Grant(person) => format!("Give {} gold?", person.name),
            Self::Password(person) => format!("New password for {}?", person.name),
            Self::Close(code) => format!("Close table {code}?"),
        }
    }

    const fn words(&self) -> &'static str {
        match self {
            Self::Ban(_) => {
                "Every session ends at once, those of bots too, and an account cannot sign in. They are told the reason."
            }
            Self::Grant(_) => "It comes from the bank of the house, and stays in the books.",
            Self::Password(_) => "Every session ends. The password is shown here once: tell it to the person yourself.",
            Self::Close(_) => {
                "A match that is being played counts for no player, and a bet goes back. Those who sit there are told the reason."
            }
        }
    }

    const fn action(&self) -> &'static str {
        match self {
            Self::Ban(_) => "Ban",
            Self::Grant(_) => "Give",
            Self::Password(_) => "Set a new password",
            Self::Close(_) => "Close the table",
        }
    }

    /// What the number is for, if one is needed.
    const fn number(&self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Ban(_) => Some(("Hours", "Leave it empty for a ban without end.")),
            Self::Grant(_) => Some(("Gold", "1 to 1,000,000")),
            Self::Password(_) | Self::Close(_) => None,
        }
    }

    const fn needs_reason(&self) -> bool {
        !matches!(self, Self::Password(_))
    }
}

/// Asks while there is something to be done.
#[component]
pub fn DeedDialog() -> impl IntoView {
    let (house, desk) = (House::expect(), Desk::expect());
    let (reason, number) = (Typed::new(""), Typed::new(""));
    let (open, busy, made) = (RwSignal::new(false), RwSignal::new(false), RwSignal::new(None::<String>));
    Effect::new(move |_| {
        if desk.deed.with(Option::is_some) {
            reason.clear();
            number.clear();
            made.set(None);
            open.set(true);
        }
    });
    Effect::new(move |_| {
        if !open.get() {
            desk.deed.set(None);
            made.set(None);
        }
    });
    let save = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let Some(deed) = desk.deed.get_untracked().filter(|_| !busy.get_untracked()) else { return };
        if deed.needs_reason() && reason.now().trim().is_empty() {
            return reason.refuse("deed-reason", "Say why.");
        }
        let typed = number.now().trim().replace(',', "");
        let parsed = match (typed.as_str(), &deed) {
            ("", Deed::Grant(_)) => return number.refuse("deed-number", "Say how much."),
            ("", _) => None,
            (typed, _) => match typed.parse::<u32>() {
                Ok(number) => Some(number),
                Err(_) => return number.refuse("deed-number", "Type a number."),
            },
        };
        busy.set(true);
        spawn_local(async move {
            match carry_out(&deed, reason.now(), parsed).await {
                Ok(Some(password)) => {
                    made.set(Some(password));
                    desk.changed.notify();
                }
                Ok(None) => {
                    open.set(false);
                    desk.done(house, done(&deed));
                }
                Err(problem) if problem.code == "bad_reason" => reason.refuse("deed-reason", problem.detail),
                Err(problem) if ["bad_amount", "bad_hours"].contains(&problem.code.as_str()) => {
                    number.refuse("deed-number", problem.detail);
                }
                Err(problem) => house.complain(problem),
            }
            busy.try_set(false);
        });
    };
    let title = Signal::derive(move || desk.deed.get().map(|deed| deed.title()).unwrap_or_default());
    let form = move || {
        desk.deed.get().map(|deed| {
            let field = deed.number().map(|(label, hint)| {
                view! { <TextField id="deed-number" label typed=number hint keyboard="numeric" /> }
            });
            let why = deed.needs_reason().then(|| view! { <TextField id="deed-reason" label="Reason" typed=reason /> });
            view! {
                <p>{deed.words()}</p>
                <form class="stack" on:submit=save novalidate=true>
                    {field}
                    {why}
                    <div class="row end">
                        <button type="button" class="button" data-test="deed-no" on:click=move |_| open.set(false)>"Cancel"</button>
                        <button
                            type="submit"
                            class="button danger"
                            aria-busy=move || busy.get().to_string()
                            data-test="deed-yes"
                        >
                            {deed.action()}
                        </button>
                    </div>
                </form>
            }
        })
    };
    let shown = move || {
        made.get().map(|password| {
            view! {
                <p>"It is not shown again. They sign in with it and choose another."</p>
                <code class="token" data-test="deed-password">{password}</code>
                <div class="row end">
                    <button type="button" class="button" data-test="deed-close" on:click=move |_| open.set(false)>"Done"</button>
                </div>
            }
        })
    };
    view! {
        <Dialog open title test="deed-dialog">
            {move || if made.with(Option::is_some) { shown().into_any() } else { form().into_any() }}
        </Dialog>
    }
}

/// Does it; gives back a new password.
async fn carry_out(deed: &Deed, reason: String, number: Option<u32>) -> Result<Option<String>, Problem> {
    match deed {
        Deed::Ban(person) => admin::ban(person.id, &NewBan { reason, hours: number }).await?,
        Deed::Grant(person) => {
            let gold = u64::from(number.unwrap_or_default());
            admin::grant(person.id, &NewGrant { gold, reason }).await?;
        }
        Deed::Password(person) => return admin::password(person.id).await.map(|made| Some(made.password)),
        Deed::Close(code) => admin::close_table(*code, reason).await?,
    }
    Ok(None)
}

fn done(deed: &Deed) -> String {
    match deed {
        Deed::Ban(person) => format!("{} may not come in any more.", person.name),
        Deed::Grant(person) => format!("{} has more gold.", person.name),
        Deed::Password(person) => format!("{} has a new password.", person.name),
        Deed::Close(code) => format!("Table {code} is closed."),
    }
}
