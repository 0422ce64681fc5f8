//! The figures of a finished match, a column for each seat.

use super::Names;
use leptos::prelude::*;

/// One line: what it is, and its value for each seat; a value alone is that of the whole match.
pub type Line = (&'static str, Vec<String>);

/// The lines as a table; the viewer's own column comes first. A player alone needs no names above the columns.
pub fn statistics(lines: Vec<Line>, names: &Names) -> AnyView {
    let columns = lines.iter().map(|(_, values)| values.len()).max().unwrap_or_default();
    let order: Vec<_> = names.seats().filter(|seat| seat.index() < columns).collect();
    let heads = (order.len() > 1).then(|| {
        let heads = order.iter().map(|seat| view! { <th scope="col">{names.who(*seat).to_owned()}</th> });
        view! {
            <thead>
                <tr>
                    <td></td>
                    {heads.collect_view()}
                </tr>
            </thead>
        }
    });
    let rows = lines.into_iter().map(|(what, values)| {
        let cells = match &values[..] {
            [whole] if columns > 1 => view! { <td class="whole" colspan=columns>{whole.clone()}</td> }.into_any(),
            _ => order
                .iter()
                .map(|seat| view! { <td>{values.get(seat.index()).cloned()}</td> })
                .collect_view()
                .into_any(),
        };
        view! {
            <tr>
                <th scope="row">{what}</th>
                {cells}
            </tr>
        }
    });
    view! {
        <table class="stats" data-test="stats">
            {heads}
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}
