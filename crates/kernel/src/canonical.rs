//! The one text of a JSON value.

use serde::Serialize;

/// How deep objects may lie within each other for their keys to be compared in place.
const DEEPEST: usize = 16;

/// The one text of a JSON value: compact, with the keys of every object in order.
///
/// # Panics
/// If the value is not JSON.
pub fn canonical(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("parts of a log are JSON");
    // Most values are small and declare their keys in order. Building a tree to sort them would take longer than all else
    // that happens to an action.
    if is_canonical(&text) {
        return text;
    }
    let mut value = serde_json::to_value(value).expect("parts of a log are JSON");
    value.sort_all_objects();
    value.to_string()
}

/// Whether a JSON text certainly is the one text of its value. One that may be written in several ways (with spaces, escapes or
/// fractions) is not looked into any further.
fn is_canonical(text: &str) -> bool {
    // The last key of every object that is open, and nothing for an array.
    let mut open = [None::<&str>; DEEPEST];
    let mut depth = 0;
    let mut rest = text;
    let mut before = ' ';
    while let Some(next) = rest.chars().next() {
        rest = &rest[next.len_utf8()..];
        match next {
            '{' | '[' => {
                let Some(inner) = open.get_mut(depth) else { return false };
                *inner = (next == '{').then_some("");
                depth += 1;
            }
            '}' | ']' => depth -= 1,
            '"' => {
                let Some(end) = rest.find('"') else { return false };
                let (string, after) = (&rest[..end], &rest[end + 1..]);
                if string.contains('\\') {
                    return false;
                }
                let object = depth.checked_sub(1).and_then(|innermost| open[innermost].as_mut());
                if let Some(last) = object.filter(|_| before == '{' || before == ',') {
                    if before == ',' && *last >= string {
                        return false;
                    }
                    *last = string;
                }
                rest = after;
            }
            ',' | ':' | '-' | '0'..='9' | 'a'..='d' | 'f'..='z' => {}
            // `true` and `false`; but a number with an exponent has more than one text.
            'e' if before.is_ascii_lowercase() => {}
            _ => return false,
        }
        before = next;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn by_tree(value: &impl Serialize) -> String {
        let mut value = serde_json::to_value(value).unwrap();
        value.sort_all_objects();
        value.to_string()
    }

    #[test]
    fn what_is_in_order_is_left_as_it_is() {
        for text in [
            "null",
            "true",
            "false",
            "-17",
            "\"\"",
            "\"é,{\"",
            "[]",
            "{}",
            "[[],{},[{}]]",
            r#"{"":1,"a":2}"#,
            r#"{"act":{"action":{"fire":{"at":"B7"}},"seat":0}}"#,
            r#"{"a":["z","b",{"c":1,"d":[2,3]}],"b":{"a":true}}"#,
        ] {
            assert!(is_canonical(text), "{text}");
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(canonical(&value), text);
        }
    }

    #[test]
    fn what_may_be_written_in_several_ways_is_not_taken_for_the_one() {
        let deep = format!("{}{}", "[".repeat(DEEPEST + 1), "]".repeat(DEEPEST + 1));
        for text in [
            r#"{"b":1,"a":2}"#,
            r#"{"a":1,"a":2}"#,
            r#"[{"a":{"y":1,"x":2}}]"#,
            r#"{"a":{"b":1},"Z":2}"#,
            "[1, 2]",
            "1.0",
            "1e5",
            "1E5",
            r#""\u0041""#,
            r#"{"a\"":1}"#,
            &deep,
        ] {
            assert!(!is_canonical(text), "{text}");
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(canonical(&value), by_tree(&value));
        }
    }

    #[test]
    fn there_is_one_text_however_a_value_is_declared() {
        #[derive(Serialize)]
        struct Declared {
            seat: u8,
            action: Value,
            half: f32,
        }
        let declared = Declared { seat: 1, action: json!({"b": [1, {"d": 1, "c": "x\ny"}], "a": null}), half: 0.1 };
        assert_eq!(canonical(&declared), by_tree(&declared));
    }
}
