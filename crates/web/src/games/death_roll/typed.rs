//! Commands that are typed instead of pressed.

use super::view_at;
use crate::table::TableCtx;
use leptos::prelude::*;
use parlor_death_roll::Action;
use parlor_wire::slash::Slash;
use serde_json::{Value, to_value};

/// A typed command as an action: `/roll`, `/roll 57`, `/surrender`.
pub fn typed(ctx: TableCtx, slash: &Slash) -> Option<Result<Value, String>> {
    let max = view_at(ctx).get_untracked().map(|view| view.max);
    action(max, slash)
}

/// Whoever names the maximum must mean the right one: a roll cannot be taken back.
fn action(max: Option<u32>, slash: &Slash) -> Option<Result<Value, String>> {
    let action = match slash {
        Slash::Roll(Some(named)) if max != Some(*named) => {
            let max = max.map_or_else(|| "not known yet".into(), |max| format!("out of {max}"));
            return Some(Err(format!("The next roll is {max}.")));
        }
        Slash::Roll(_) => Action::Roll,
        Slash::Surrender => Action::Surrender,
        _ => return None,
    };
    Some(to_value(action).map_err(|error| error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn typed_rolls_are_actions() {
        let act = |line: &str| action(Some(57), &line.parse().unwrap());
        assert_eq!(act("/roll"), Some(Ok(json!("roll"))));
        assert_eq!(act("/roll 57"), Some(Ok(json!("roll"))));
        assert_eq!(act("/roll 100"), Some(Err("The next roll is out of 57.".into())));
        assert_eq!(act("/fire A1"), None);
    }
}
