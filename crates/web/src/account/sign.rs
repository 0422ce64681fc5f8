//! The page to sign in on, and the page to get an account on: one form in two moods.

use super::{Place, lockout::Lockout, next_of, place_of, sign_in_from, sign_up_from};
use crate::{
    house::{
        House,
        http::{self, accounts::SignInRefused},
    },
    place::{href_of, use_navigate},
    prefs::Prefs,
    ui::{Header, PasswordField, TextField, Typed},
};
use leptos::{ev, prelude::*, task::spawn_local};
use leptos_router::{NavigateOptions, hooks::use_query_map};
use parlor_wire::{
    Kind, Status, display_name,
    http::{Password, Register, email_address},
};

/// What the visitor came for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    In,
    Up,
}

/// For those who have an account.
#[component]
pub fn SignInPage() -> impl IntoView {
    view! { <SignPage mode=Mode::In /> }
}

/// For those who want one.
#[component]
pub fn SignUpPage() -> impl IntoView {
    view! { <SignPage mode=Mode::Up /> }
}

#[component]
fn SignPage(mode: Mode) -> impl IntoView {
    let house = House::expect();
    let query = use_query_map();
    let next = Memo::new(move |_| next_of(query.read().get("next")));
    let title = if mode == Mode::In { "Sign in" } else { "Create an account" };
    let busy = RwSignal::new(false);
    // A visitor who has just sent the form is on their way already.
    let already = Memo::new(move |_| house.visitor.has_account() && !busy.get());
    view! {
        <Header />
        <main class="page narrow">
            <section class="sheet" data-test=if mode == Mode::In { "sign-in-page" } else { "sign-up-page" }>
                <h1>{title}</h1>
                {move || {
                    if already.get() {
                        view! { <Already /> }.into_any()
                    } else {
                        view! { <SignForm mode next busy /> }.into_any()
                    }
                }}
            </section>
        </main>
    }
}

/// For those who are signed in already.
#[component]
fn Already() -> impl IntoView {
    let me = House::expect().visitor.me();
    view! {
        <p>"You are signed in as " <strong>{move || me.get().map(|me| me.name)}</strong> "."</p>
        <div class="row">
            <a class="button primary" href=href_of("/")>"To the lobby"</a>
            <a class="button" href=href_of("/me")>"Your profile"</a>
        </div>
    }
}

/// The fields, whichever of them are shown.
#[derive(Clone, Copy)]
struct Fields {
    name: Typed,
    email: Typed,
    password: Typed,
    form: RwSignal<Option<String>>,
    lockout: Lockout,
}

impl Fields {
    /// Says what is wrong where it is wrong.
    fn refuse(self, SignInRefused { problem, wait_s }: SignInRefused) {
        if let Some(seconds) = wait_s {
            self.lockout.begin(seconds);
            return self.form.set(Some(problem.detail));
        }
        match place_of(&problem) {
            Place::Name => self.name.refuse("name-field", problem.detail),
            Place::Email => self.email.refuse("email-field", problem.detail),
            Place::Password => self.password.refuse("password-field", problem.detail),
            Place::Form => self.form.set(Some(problem.detail)),
        }
    }

    /// What can be seen to be wrong without asking the house.
    fn check(self, mode: Mode) -> Option<Checked> {
        self.form.set(None);
        let typed = self.password.now();
        let Some(password) = Password::new(typed.clone()) else {
            self.password.refuse("password-field", "That is too long for a password.");
            return None;
        };
        if mode == Mode::In {
            let name = self.name.now().trim().to_owned();
            if name.is_empty() {
                self.name.refuse("name-field", "Type your name or e-mail address.");
                return None;
            }
            if typed.is_empty() {
                self.password.refuse("password-field", "Type your password.");
                return None;
            }
            return Some(Checked { name, email: None, password });
        }
        let name = match display_name(&self.name.now()) {
            Ok(name) => name,
            Err(error) => {
                self.name.refuse("name-field", error.to_string());
                return None;
            }
        };
        let email = self.email.now();
        let email = match email_address(&email) {
            None if email.trim().is_empty() => None,
            None => {
                self.email.refuse("email-field", "That does not look like an e-mail address. You may leave it empty.");
                return None;
            }
            address => address,
        };
        if let Err(error) = password.may_protect(&name) {
            self.password.refuse("password-field", error.to_string());
            return None;
        }
        Some(Checked { name, email, password })
    }
}

/// What may be sent.
struct Checked {
    name: String,
    email: Option<String>,
    password: Password,
}

#[component]
fn SignForm(mode: Mode, next: Memo<String>, busy: RwSignal<bool>) -> impl IntoView {
    let (house, prefs) = (House::expect(), Prefs::expect());
    let navigate = use_navigate();
    // A guest has a name already; an account may have another one.
    let name = if mode == Mode::Up { prefs.name.get_untracked().unwrap_or_default() } else { String::new() };
    let fields = Fields {
        name: Typed::new(name),
        email: Typed::new(""),
        password: Typed::new(""),
        form: RwSignal::new(None),
        lockout: Lockout::new(),
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() || fields.lockout.left_now() > 0 {
            return;
        }
        let Some(Checked { name, email, password }) = fields.check(mode) else { return };
        busy.set(true);
        let (navigate, next) = (navigate.clone(), next.get_untracked());
        spawn_local(async move {
            let answer = match mode {
                Mode::In => house.sign_in(name, password).await,
                Mode::Up => house.sign_up(&Register { name, password, email }).await,
            };
            match answer {
                Ok(()) => {
                    let name = house.visitor.me().get_untracked().map(|me| me.name).unwrap_or_default();
                    house.toast.say(if mode == Mode::In {
                        format!("Welcome back, {name}.")
                    } else {
                        format!("Welcome, {name}.")
                    });
                    navigate(&next, NavigateOptions { replace: true, ..Default::default() });
                }
                Err(refusal) => {
                    fields.refuse(refusal);
                    busy.set(false);
                }
            }
        });
    };
    // The house says once how long it takes; the eye sees it pass.
    let wait = move || match fields.lockout.left() {
        0 => None,
        seconds => Some(format!("Too many tries. You can try again in {seconds} s.")),
    };
    Effect::new(move |was: Option<bool>| {
        let locked = fields.lockout.left() > 0;
        if was == Some(true) && !locked {
            fields.form.set(None);
        }
        locked
    });
    view! {
        <Intro mode />
        <form class="stack" on:submit=submit novalidate=true data-test="sign-form">
            {match mode {
                Mode::In => view! {
                    <TextField id="name-field" label="Name or e-mail" typed=fields.name autocomplete="username" />
                    <PasswordField
                        id="password-field"
                        label="Password"
                        typed=fields.password
                        autocomplete="current-password"
                    />
                }
                .into_any(),
                Mode::Up => view! {
                    <TextField
                        id="name-field"
                        label="Name"
                        typed=fields.name
                        hint="Yours alone, and what others see."
                        autocomplete="username"
                    />
                    <PasswordField
                        id="password-field"
                        label="Password"
                        typed=fields.password
                        hint="At least 8 characters. A few words are easy to remember."
                        autocomplete="new-password"
                    />
                    <TextField
                        id="email-field"
                        label="E-mail (optional)"
                        typed=fields.email
                        hint="It stays private. It is only another way to sign in."
                        autocomplete="email"
                        keyboard="email"
                    />
                }
                .into_any(),
            }}
            <p class="form-trouble" data-test="form-trouble">
                <span class="trouble" class:for-ears=move || { fields.lockout.left() > 0 } role="alert">{fields.form}</span>
                <span class="trouble figures" aria-hidden="true" data-test="lockout">{wait}</span>
            </p>
            <button
                type="submit"
                class="button primary large"
                aria-busy=move || busy.get().to_string()
                aria-disabled=move || (fields.lockout.left() > 0).then_some("true")
                data-test="sign-submit"
            >
                {if mode == Mode::In { "Sign in" } else { "Create the account" }}
            </button>
        </form>
        <Other mode next />
    }
}

/// What happens to a guest who goes on.
#[component]
fn Intro(mode: Mode) -> impl IntoView {
    let house = House::expect();
    let running = RwSignal::new(0_usize);
    let guest =
        Memo::new(move |_| house.visitor.me().with(|me| me.as_ref().filter(|me| me.kind == Kind::Guest).cloned()));
    Effect::new(move |_| {
        if mode == Mode::In && guest.with(Option::is_some) {
            spawn_local(async move {
                if let Ok(tables) = http::my_tables().await {
                    running.try_set(tables.iter().filter(|mine| mine.table.status != Status::Ended).count());
                }
            });
        }
    });
    move || {
        match (mode, guest.get()) {
        (Mode::Up, Some(_)) => view! {
            <p class="muted">"You keep every game and every seat you have as a guest, here and in any other browser."</p>
        }
        .into_any(),
        (Mode::Up, None) => view! {
            <p class="muted">"With an account you keep your games, in any browser, and can play for a rating."</p>
        }
        .into_any(),
        (Mode::In, Some(guest)) if running.get() > 0 => view! {
            <p class="notice" role="status" data-test="guest-games">
                "You are in a game as the guest " <strong>{guest.name}</strong>
                ". It stays with that name, and will be forfeited if you do not come back to it. To take it with you, "
                <a href=href_of("/sign-up")>"create an account"</a> " instead."
            </p>
        }
        .into_any(),
        (Mode::In, _) => ().into_any(),
    }
    }
}

/// The way to the other mood of the form, and what the house cannot do.
#[component]
fn Other(mode: Mode, next: Memo<String>) -> impl IntoView {
    match mode {
        Mode::In => view! {
            <p class="muted">
                "New here? " <a href=move || href_of(&sign_up_from(&next.get())) data-test="to-sign-up">"Create an account"</a>
            </p>
        }
        .into_any(),
        Mode::Up => view! {
            <p class="muted">
                "Have one already? " <a href=move || href_of(&sign_in_from(&next.get())) data-test="to-sign-in">"Sign in"</a>
            </p>
            <p class="muted small">"The house sends no mail and cannot find a lost password: keep it somewhere safe."</p>
        }
        .into_any(),
    }
}
