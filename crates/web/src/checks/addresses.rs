//! The house may be below a path of its site: every address of the page goes through `place`.

use super::one_place::look;
use std::path::Path;

/// Where links lead out of the house, into the page itself, or to data.
const ELSEWHERE: [&str; 3] = ["lobby/nearby.rs", "games/mahjong/tile.rs", "games/words/analysis/mod.rs"];

/// What knows the whole address, and so does not know where the house is.
const WHOLE: [&str; 4] = ["use_location", "hooks::use_navigate", "components::A", "location().set_href"];

#[test]
fn every_address_knows_where_the_house_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    look(&root, &mut |path, text| {
        if path == Path::new("place.rs") || path.starts_with("checks") {
            return;
        }
        let leads_out = ELSEWHERE.iter().any(|file| path == Path::new(file));
        for (number, line) in text.lines().enumerate() {
            let through = |link: &str| link.starts_with("href_of(") || link.starts_with("move || href_of(");
            let past = !leads_out && line.split(" href=").skip(1).any(|link| !through(link));
            if past || WHOLE.iter().any(|name| line.contains(name)) {
                found.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    });
    assert!(found.is_empty(), "use what `place` offers instead:\n{}", found.join("\n"));
}
