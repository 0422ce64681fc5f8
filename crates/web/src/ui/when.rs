//! Moments of the past, as people speak of them.

use leptos::prelude::*;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A moment in milliseconds since 1970: roughly in the text, exactly in its title.
pub fn when(at_ms: u64) -> impl IntoView {
    let date = js_sys::Date::new(&(at_ms as f64).into());
    let exact = String::from(date.to_locale_string("default", &wasm_bindgen::JsValue::UNDEFINED));
    let ago = (js_sys::Date::now() - at_ms as f64).max(0.0) as u64 / 1000;
    let words = relative(ago).unwrap_or_else(|| day(at_ms));
    view! { <time datetime=String::from(date.to_iso_string()) title=exact>{words}</time> }
}

/// The day of a moment.
pub fn day(at_ms: u64) -> String {
    let date = js_sys::Date::new(&(at_ms as f64).into());
    date.to_locale_date_string("default", &wasm_bindgen::JsValue::UNDEFINED).into()
}

/// How long ago, as long as that says more than the date.
fn relative(seconds: u64) -> Option<String> {
    let ago = |n: u64, unit: &str| Some(format!("{n} {unit}{} ago", if n == 1 { "" } else { "s" }));
    match seconds {
        0..MINUTE => Some("just now".into()),
        MINUTE..HOUR => ago(seconds / MINUTE, "minute"),
        HOUR..DAY => ago(seconds / HOUR, "hour"),
        DAY..=172_799 => Some("yesterday".into()),
        _ if seconds < 14 * DAY => ago(seconds / DAY, "day"),
        _ => None,
    }
}

/// A stretch of time on a clock: "0:07", "12:40".
pub fn stretch(seconds: u64) -> String {
    format!("{}:{:02}", seconds / MINUTE, seconds % MINUTE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_is_told_roughly() {
        for (seconds, words) in [
            (0, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (3 * HOUR + 5, "3 hours ago"),
            (DAY, "yesterday"),
            (2 * DAY, "2 days ago"),
        ] {
            assert_eq!(relative(seconds).as_deref(), Some(words), "{seconds} s");
        }
        assert_eq!(relative(14 * DAY), None, "then the date says more");
    }

    #[test]
    fn stretches_look_like_clocks() {
        assert_eq!((stretch(7), stretch(60), stretch(760)), ("0:07".into(), "1:00".into(), "12:40".into()));
    }
}
