//! The statement: where every piece of gold came from and went.

use super::{Gold, words};
use crate::{
    house::{Pages, http},
    ui::{person_name, table_code, thousands, when},
};
use leptos::prelude::*;
use parlor_wire::http::{Counterparty, Statement, StatementLine};

/// The lines, newest first, a page at a time.
#[component]
pub fn Lines() -> impl IntoView {
    let book = Pages::new(|before| async move {
        http::gold::statement(before).await.map(|Statement { lines, next }| (lines, next))
    });
    // Whatever changes the purse is in the books: the gift of the day, too, which comes when the purse is looked into.
    let gold = Gold::expect();
    let balance = Memo::new(move |_| gold.balance());
    Effect::new(move |_| {
        balance.track();
        book.begin();
    });
    let rows = move || match book.rows() {
        None => book.waiting("Looking through the books…"),
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
            {book.foot("Show more", "statement-more")}
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
    let Counterparty::Bet { table, open, with, .. } = counterparty else {
        return ().into_any();
    };
    let names = with.iter().enumerate().map(|(index, person)| {
        let before = if index == 0 { "with " } else { ", " };
        view! { {before} {person_name(person)} }
    });
    let names = names.collect_view();
    let between = (!with.is_empty()).then_some(" · ");
    view! {
        {names} {between} "table " <span data-test="statement-table">{table_code(table, open)}</span> " · "
    }
    .into_any()
}
