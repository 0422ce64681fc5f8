//! The numbers of a finished match for two, side by side.

use super::Names;
use leptos::prelude::*;
use parlor_kernel::{Duel, Seat};

/// One line: what it is, and each seat's number.
pub type Line = (&'static str, [String; 2]);

/// The lines as a table; whoever looks comes first.
pub fn statistics(lines: Vec<Line>, names: &Names) -> AnyView {
    let near = names.me.unwrap_or(Seat(0));
    let order = [near, Duel::other(near)];
    let heads = order.map(|seat| view! { <th scope="col">{names.who(seat).to_owned()}</th> });
    let rows = lines.into_iter().map(|(what, values)| {
        let [mine, theirs] = order.map(|seat| values[seat.index()].clone());
        view! {
            <tr>
                <th scope="row">{what}</th>
                <td>{mine}</td>
                <td>{theirs}</td>
            </tr>
        }
    });
    view! {
        <table class="stats" data-test="stats">
            <thead>
                <tr>
                    <td></td>
                    {heads.into_iter().collect_view()}
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}
