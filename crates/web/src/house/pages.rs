//! Lists that the house tells a page at a time, newest first.

use super::House;
use futures_util::future::LocalBoxFuture;
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::http::Problem;
use std::{future::Future, rc::Rc};

/// Some rows, and where those before them begin.
type Page<T, C> = Result<(Vec<T>, Option<C>), Problem>;
type Question<T, C> = Rc<dyn Fn(Option<C>) -> LocalBoxFuture<'static, Page<T, C>>>;

/// What is known of such a list so far. Copy it freely.
pub struct Pages<T: Send + Sync + 'static, C: Send + Sync + 'static> {
    house: House,
    ask: StoredValue<Question<T, C>, LocalStorage>,
    rows: RwSignal<Option<Vec<T>>>,
    next: RwSignal<Option<C>>,
    /// The place that was last asked for.
    wanted: StoredValue<Option<C>>,
    trouble: RwSignal<Option<String>>,
    busy: RwSignal<bool>,
    /// How often was asked: only the latest answer counts.
    asked: StoredValue<u32>,
}

impl<T: Send + Sync + 'static, C: Send + Sync + 'static> Clone for Pages<T, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync + 'static, C: Send + Sync + 'static> Copy for Pages<T, C> {}

impl<T: Clone + Send + Sync + 'static, C: Clone + Send + Sync + 'static> Pages<T, C> {
    /// A list of which nothing is known yet. `ask` is for the newest rows, or for those before a place.
    pub fn new<Answer>(ask: impl Fn(Option<C>) -> Answer + 'static) -> Self
    where
        Answer: Future<Output = Page<T, C>> + 'static,
    {
        Self {
            house: House::expect(),
            ask: StoredValue::new_local(Rc::new(move |before| Box::pin(ask(before)))),
            rows: RwSignal::new(None),
            next: RwSignal::new(None),
            wanted: StoredValue::new(None),
            trouble: RwSignal::new(None),
            busy: RwSignal::new(false),
            asked: StoredValue::new(0),
        }
    }

    /// The rows that are known; nothing before the first answer.
    pub fn rows(self) -> Option<Vec<T>> {
        self.rows.get()
    }

    /// Asks for the newest rows, instead of all that is shown.
    pub fn begin(self) {
        self.load(None);
    }

    /// Says in `words` that the first rows are on their way, unless they did not come.
    pub fn waiting(self, words: &'static str) -> AnyView {
        let waits = move || self.trouble.read().is_none();
        view! { <Show when=waits><p class="muted later">{words}</p></Show> }.into_any()
    }

    fn load(self, before: Option<C>) {
        self.busy.set(true);
        self.trouble.set(None);
        self.wanted.set_value(before.clone());
        self.asked.update_value(|asked| *asked += 1);
        let number = self.asked.get_value();
        let (goes_on, answer) = (before.is_some(), self.ask.with_value(|ask| ask(before)));
        spawn_local(async move {
            let page = answer.await;
            // The list may be gone by now, or about something else.
            if self.asked.try_get_value() != Some(number) {
                return;
            }
            self.busy.set(false);
            match page {
                Ok((rows, next)) => {
                    self.rows.update(|shown| match shown {
                        Some(shown) if goes_on => shown.extend(rows),
                        _ => *shown = Some(rows),
                    });
                    self.next.set(next);
                }
                Err(problem) => {
                    self.house.doubts(&problem);
                    self.trouble.set(Some(problem.detail));
                }
            }
        });
    }

    /// What goes below the rows: what went wrong, with a button to try it again; or the button that shows more, while there
    /// is more.
    pub fn foot(self, label: &'static str, test: &'static str) -> impl IntoView {
        let button = move |label, test, place: Callback<(), Option<C>>| {
            let press = move |_| {
                if !self.busy.get_untracked() {
                    self.load(place.run(()));
                }
            };
            view! {
                <div class="row middle">
                    <button
                        type="button"
                        class="button"
                        aria-busy=move || self.busy.get().to_string()
                        data-test=test
                        on:click=press
                    >
                        {label}
                    </button>
                </div>
            }
        };
        let wanted = Callback::new(move |()| self.wanted.get_value());
        let next = Callback::new(move |()| self.next.get_untracked());
        let failed = Memo::new(move |_| self.trouble.read().is_some());
        let goes_on = Memo::new(move |_| self.next.read().is_some());
        view! {
            <p class="trouble" role="alert">{self.trouble}</p>
            {move || match (failed.get(), goes_on.get()) {
                (true, _) => Some(button("Try again", "load-again", wanted)),
                (false, true) => Some(button(label, test, next)),
                (false, false) => None,
            }}
        }
    }
}
