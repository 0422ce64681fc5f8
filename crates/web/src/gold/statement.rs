//! The statement: where every piece of gold came from and went.

use super::words;
use crate::{
    house::{House, http},
    ui::{person_name, thousands, when},
};
use leptos::{prelude::*, task::spawn_local};
use parlor_wire::http::{Counterparty, Statement, StatementLine};

/// What is known of the statement so far.
#[derive(Clone, Copy)]
struct Book {
    house: House,
    lines: RwSignal<Option<Vec<StatementLine>>>,
    next: RwSignal<Option<u64>>,
    trouble: RwSignal<Option<String>>,
    busy: RwSignal<bool>,
}

impl Book {
    fn new() -> Self {
        Self {
            house: House::expect(),
            lines: RwSignal::new(None),
            next: RwSignal::new(None),
            trouble: RwSignal::new(None),
            busy: RwSignal::new(false),
        }
    }

    /// Asks for the newest lines, or for those before the ones that are shown.
    fn load(self, before: Option<u64>) {
        self.busy.set(true);
        spawn_local(async move {
            let page = http::gold::statement(before).await;
            // The page may be gone by now.
            if self.busy.try_set(false).is_some() {
                return;
            }
            match page {
                Ok(Statement { lines, next }) => {
                    self.lines.update(|shown| shown.get_or_insert_default().extend(lines));
                    self.next.set(next);
                    self.trouble.set(None);
                }
                Err(problem) => {
                    self.house.doubts(&problem);
                    self.trouble.set(Some(problem.detail));
                }
            }
        });
    }
}

/// The lines, newest first, a page at a time.
#[component]
pub fn Lines() -> impl IntoView {
    let book = Book::new();
    book.load(None);
    let more = move |_| {
        if !book.busy.get_untracked() {
            book.load(book.next.get_untracked());
        }
    };
    let rows = move || match book.lines.get() {
        None => view! { <p class="muted later">"Looking through the books…"</p> }.into_any(),
        Some(lines) if lines.is_empty() => view! {
            <p class="muted" data-test="statement-empty">"No gold has come or gone yet."</p>
        }
        .into_any(),
        Some(lines) => view! {
            <table class="stats statement-table">
                <thead>
                    <tr>
                        <th scope="col" class="left">"What"</th>
                        <th scope="col">"Amount"</th>
                        <th scope="col">"Balance"</th>
                    </tr>
                </thead>
                <tbody>{lines.into_iter().map(line).collect_view()}</tbody>
            </table>
        }
        .into_any(),
    };
    view! {
        <section class="statement" aria-label="Statement" data-test="statement">
            <h2>"Statement"</h2>
            {rows}
            <p class="trouble" role="alert">{book.trouble}</p>
            {move || {
                book.next.get().map(|_| view! {
                    <div class="row middle">
                        <button
                            type="button"
                            class="button"
                            aria-busy=move || book.busy.get().to_string()
                            data-test="statement-more"
                            on:click=more
                        >
                            "Show more"
                        </button>
                    </div>
                })
            }}
        </section>
    }
}

fn line(line: StatementLine) -> impl IntoView {
    let StatementLine { at, amount, balance, why, counterparty, .. } = line;
    view! {
        <tr data-test="statement-line">
            <th scope="row">
                <span class="statement-what">{words::why(why)}</span>
                <span class="muted small">{other_side(counterparty)} {when(at)}</span>
            </th>
            <td class="change" class:up={amount > 0} class:down={amount < 0} data-test="statement-amount">
                {words::change(amount)}
            </td>
            <td data-test="statement-balance">{thousands(balance)}</td>
        </tr>
    }
}

/// With whom, and at which table.
fn other_side(counterparty: Counterparty) -> AnyView {
    let Counterparty::Bet { table, with, .. } = counterparty else {
        return ().into_any();
    };
    let names = with.iter().enumerate().map(|(index, person)| {
        let before = if index == 0 { "with " } else { ", " };
        view! { {before} {person_name(person)} }
    });
    let names = names.collect_view();
    let between = (!with.is_empty()).then_some(" · ");
    view! {
        {names} {between} "table " <a href=format!("/t/{table}") data-test="statement-table">{table.to_string()}</a> " · "
    }
    .into_any()
}
