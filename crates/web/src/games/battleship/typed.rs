//! Commands that are typed instead of pressed.

use parlor_battleship::{Action, Cell};
use parlor_wire::slash::Slash;
use serde_json::{Value, to_value};

/// A typed command as an action: `/fire A5`, `/ready`, `/surrender`.
pub fn typed(slash: &Slash) -> Option<Result<Value, String>> {
    let action = match slash {
        Slash::Fire(cell) => match cell.parse::<Cell>() {
            Ok(at) => Action::Fire { at, pattern: 0 },
            Err(error) => return Some(Err(error.to_string())),
        },
        Slash::Ready => Action::Ready,
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
    fn typed_shots_are_actions() {
        let act = |line: &str| typed(&line.parse().unwrap());
        assert_eq!(act("/fire b7"), Some(Ok(json!({"fire": {"at": "B7"}}))));
        assert_eq!(act("/ready"), Some(Ok(json!("ready"))));
        assert_eq!(act("/roll"), None);
        assert!(matches!(act("/fire ZZ99"), Some(Err(_))));
    }
}
