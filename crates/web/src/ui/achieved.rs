//! What a run alone is worth, in words.

use super::thousands;
use parlor_wire::http::Mark;

/// "0:41.28", "12,345 points".
pub fn achieved(mark: Mark) -> String {
    match mark {
        Mark::TimeMs(ms) => time(ms),
        Mark::Points(points) => format!("{} points", thousands(points)),
    }
}

/// The same as a figure in a table.
pub fn figure(mark: Mark) -> String {
    match mark {
        Mark::TimeMs(ms) => time(ms),
        Mark::Points(points) => thousands(points),
    }
}

/// By how much the first is better than the second: "1.20 s", "300 points".
pub fn ahead(mark: Mark, of: Mark) -> Option<String> {
    match (mark, of) {
        (Mark::TimeMs(mine), Mark::TimeMs(theirs)) if mine < theirs => {
            let hundredths = theirs / 10 - mine / 10;
            Some(format!("{}.{:02} s", hundredths / 100, hundredths % 100))
        }
        (Mark::Points(mine), Mark::Points(theirs)) if mine > theirs => {
            Some(format!("{} points", thousands(mine - theirs)))
        }
        _ => None,
    }
}

fn time(ms: u64) -> String {
    let hundredths = ms / 10;
    format!("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_told_as_players_do() {
        let told = [Mark::TimeMs(41_283), Mark::TimeMs(605_000), Mark::Points(12_345)].map(achieved);
        assert_eq!(told, ["0:41.28", "10:05.00", "12,345 points"]);
        assert_eq!(figure(Mark::Points(1_000)), "1,000");
    }

    #[test]
    fn a_better_mark_is_ahead() {
        assert_eq!(ahead(Mark::TimeMs(40_000), Mark::TimeMs(41_280)).as_deref(), Some("1.28 s"));
        assert_eq!(ahead(Mark::Points(1_300), Mark::Points(1_000)).as_deref(), Some("300 points"));
        assert_eq!(ahead(Mark::TimeMs(2), Mark::TimeMs(1)), None);
        assert_eq!(ahead(Mark::Points(1), Mark::Points(1)), None);
    }
}
