//! Who we are: a stranger, a guest, or a user with an account.

use super::{
    House,
    http::{self, accounts, accounts::SignInRefused},
    session,
};
use futures_util::{
    FutureExt,
    future::{LocalBoxFuture, Shared},
};
use leptos::{ev, prelude::*, task::spawn_local};
use parlor_wire::{
    Kind, KnownCode, Person, UserId,
    http::{Password, Problem, Register},
};
use std::{future::Future, time::Duration};

/// After how long a house that could not be asked who we are is asked again.
const RECALL_AGAIN: Duration = Duration::from_secs(5);

/// A guest who is being let in: several parts of the page may wait for the same answer.
type Arrival = Shared<LocalBoxFuture<'static, Result<Person, Problem>>>;

/// Who we are. Copy it freely.
#[derive(Clone, Copy)]
pub struct Visitor {
    me: RwSignal<Option<Person>>,
    arrival: StoredValue<Option<Arrival>, LocalStorage>,
    /// Whether we are about to be another user: the house has yet to answer who.
    moving: StoredValue<bool>,
    /// Why the house could not tell who we are, when it was last asked.
    trouble: RwSignal<Option<Problem>>,
    /// Whether it will be asked again in a moment.
    asking_again: StoredValue<bool>,
}

impl Visitor {
    pub(super) fn new() -> Self {
        Self {
            me: RwSignal::new(None),
            arrival: StoredValue::new_local(None),
            moving: StoredValue::new(false),
            trouble: RwSignal::new(None),
            asking_again: StoredValue::new(false),
        }
    }

    /// Who we are, once the house has recognised us.
    pub fn me(&self) -> Signal<Option<Person>> {
        self.me.into()
    }

    /// Why it is not known who we are, while the house cannot be asked.
    pub fn trouble(&self) -> Signal<Option<Problem>> {
        self.trouble.into()
    }

    /// Our id, as far as it is known now.
    pub(super) fn id_untracked(&self) -> Option<UserId> {
        self.me.with_untracked(|me| me.as_ref().map(|me| me.id))
    }

    /// Whether we have an account.
    pub fn has_account(&self) -> bool {
        self.me.with(|me| me.as_ref().is_some_and(|me| me.kind != Kind::Guest))
    }
}

impl House {
    /// Becomes a guest, unless the house knows us already.
    pub async fn arrive(self) -> Result<Person, Problem> {
        let Visitor { me, arrival, .. } = self.visitor;
        if let Some(me) = me.get_untracked() {
            return Ok(me);
        }
        let answer = arrival.with_value(Clone::clone).unwrap_or_else(|| {
            let coming: Arrival = self.come_in().boxed_local().shared();
            arrival.set_value(Some(coming.clone()));
            coming
        });
        let answer = answer.await;
        arrival.set_value(None);
        self.recognise(answer.clone()?);
        answer
    }

    /// The house may know us from an earlier visit: only a stranger becomes a new guest.
    async fn come_in(self) -> Result<Person, Problem> {
        if self.prefs.has_visited() {
            match http::me().await {
                Err(problem) if problem.status == 401 => {}
                known => return known,
            }
        }
        match http::arrive(self.prefs.name.get_untracked()).await {
            // An account has taken that name by now: the house suggests another.
            Err(problem) if problem.known_code() == Some(KnownCode::NameTaken) => http::arrive(None).await,
            answer => answer,
        }
    }

    /// Who we are, without becoming a guest. A house that cannot be asked is asked again until it answers.
    pub async fn recall(self) -> Option<Person> {
        let Visitor { me, trouble, .. } = self.visitor;
        if me.get_untracked().is_none() && self.prefs.has_visited() {
            match http::me().await {
                Ok(me) => self.recognise(me),
                // Asking again would only be told the same.
                Err(problem) if problem.status == 401 => {
                    self.prefs.set_visited(false);
                    trouble.set(None);
                }
                Err(problem) => {
                    if http::may_pass(&problem) {
                        self.recall_later();
                    }
                    // The same sentence is not said again with every attempt.
                    if trouble.with_untracked(|known| known.as_ref() != Some(&problem)) {
                        trouble.set(Some(problem));
                    }
                }
            }
        }
        me.get_untracked()
    }

    /// Asks in a while who we are.
    fn recall_later(self) {
        let Visitor { asking_again, .. } = self.visitor;
        if !asking_again.get_value() {
            asking_again.set_value(true);
            let again = move || {
                asking_again.set_value(false);
                self.recall_now();
            };
            set_timeout(again, RECALL_AGAIN);
        }
    }

    /// Asks who we are, for all parts of the page.
    fn recall_now(self) {
        spawn_local(async move { _ = self.recall().await });
    }

    /// Finds out who we are: now, and as soon as there is a network if the house cannot be reached.
    pub(super) fn recall_when_possible(self) {
        self.recall_now();
        window_event_listener(ev::online, move |_| {
            if self.visitor.trouble.with_untracked(Option::is_some) {
                self.recall_now();
            }
        });
    }

    /// Takes another display name.
    pub async fn rename(self, name: String) -> Result<(), Problem> {
        if self.visitor.me.with_untracked(Option::is_none) {
            self.prefs.name.set(Some(name.clone()));
        }
        if self.arrive().await?.name != name {
            self.recognise(http::rename(name).await?);
        }
        Ok(())
    }

    /// Gets an account. A guest stays who they are, and keeps the line and every seat.
    pub async fn sign_up(self, wish: &Register) -> Result<(), SignInRefused> {
        let before = self.visitor.me.get_untracked().map(|me| me.id);
        let me = self.moving(accounts::register(wish)).await?;
        if before == Some(me.id) {
            self.recognise(me);
        } else {
            self.turn_into(Some(me));
        }
        Ok(())
    }

    /// Is recognised by name and password.
    pub async fn sign_in(self, name: String, password: Password) -> Result<(), SignInRefused> {
        let me = self.moving(accounts::login(name, password)).await?;
        self.turn_into(Some(me));
        Ok(())
    }

    /// Is forgotten by this browser, or by all.
    pub async fn sign_out(self, everywhere: bool) -> Result<(), Problem> {
        self.moving(accounts::logout(everywhere)).await?;
        self.become_stranger();
        Ok(())
    }

    /// Is deleted, with or without an account.
    pub async fn delete_me(self, password: Option<Password>) -> Result<(), Problem> {
        self.moving(accounts::delete(password)).await?;
        self.become_stranger();
        Ok(())
    }

    /// While we ask to be another user the house may end the line: that is no surprise then.
    async fn moving<T, E>(self, asked: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        self.visitor.moving.set_value(true);
        let answer = asked.await;
        self.visitor.moving.set_value(false);
        if answer.is_err() {
            self.resume();
        }
        answer
    }

    pub(super) fn recognise(self, me: Person) {
        self.prefs.set_visited(true);
        self.prefs.name.set(Some(me.name.clone()));
        if self.visitor.trouble.with_untracked(Option::is_some) {
            self.visitor.trouble.set(None);
        }
        if self.visitor.me.get_untracked().as_ref() != Some(&me) {
            self.visitor.me.set(Some(me));
        }
        // A user can be invited, on every page.
        self.connect();
    }

    /// The house ended our line because we are signed out: elsewhere, or in another tab, which may have signed in
    /// as another user meanwhile.
    pub(super) fn shown_out(self) {
        self.hang_up();
        if self.visitor.moving.get_value() {
            return;
        }
        self.visitor.moving.set_value(true);
        spawn_local(async move {
            let known = http::me().await;
            self.visitor.moving.set_value(false);
            match known {
                Ok(me) => {
                    let name = me.name.clone();
                    self.turn_into(Some(me));
                    self.toast.say(format!("You are {name} now."));
                }
                Err(problem) if problem.status == 401 => self.forgotten(),
                // The tables that are shown knock until the house answers.
                Err(_) => self.turn_into(None),
            }
        });
    }

    /// Whether the house refused something as if it did not know us: then it is asked whether that is so.
    pub fn doubts(self, problem: &Problem) -> bool {
        let doubtful = problem.status == 401
            && self.visitor.me.with_untracked(Option::is_some)
            && !self.visitor.moving.get_value();
        if doubtful {
            self.shown_out();
        }
        doubtful
    }

    /// Says why something was refused that belongs to no field.
    pub fn complain(self, problem: Problem) {
        if !self.doubts(&problem) {
            self.toast.say(problem.detail);
        }
    }

    /// The house does not know us any more. What is shown is followed as a new guest.
    pub(super) fn forgotten(self) {
        let sentence = match self.visitor.me.get_untracked() {
            Some(me) if me.kind == Kind::Guest => {
                "The house has forgotten this guest. You are here as a new one.".into()
            }
            Some(me) => format!("You have been signed out here. Sign in to go on as {}.", me.name),
            None => "You have been signed out here.".into(),
        };
        self.become_stranger();
        self.toast.say(sentence);
    }

    /// We are a stranger here from now on. A guest's name may be used again, an account's may not.
    fn become_stranger(self) {
        self.prefs.set_visited(false);
        if self.visitor.me.with_untracked(|me| me.as_ref().is_none_or(|me| me.kind != Kind::Guest)) {
            self.prefs.name.set(None);
        }
        self.turn_into(None);
    }

    /// From now on we are another user, or a stranger: what the user before could see is forgotten, and the tables
    /// that are shown are followed anew.
    pub(super) fn turn_into(self, me: Option<Person>) {
        self.hang_up();
        self.search.forget();
        self.invitations.start_over();
        self.visitor.arrival.set_value(None);
        self.session.set_value(session::fresh(self.catalog));
        match me {
            Some(me) => self.recognise(me),
            None => self.visitor.me.set(None),
        }
        self.follow_anew();
    }
}
