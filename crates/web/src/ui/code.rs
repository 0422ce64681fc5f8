//! The code of a table that may be gone.

use crate::place::href_of;
use leptos::prelude::*;
use parlor_wire::TableCode;

/// The code, which leads to the table as long as it is `open`.
pub fn table_code(table: TableCode, open: bool) -> AnyView {
    match open {
        true => view! { <a href=href_of(&format!("/t/{table}"))>{table.to_string()}</a> }.into_any(),
        false => view! { <span class="muted" title="This table is gone">{table.to_string()}</span> }.into_any(),
    }
}
