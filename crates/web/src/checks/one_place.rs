//! A game is named in its own folder and on the shelf, and nowhere else on the page.

use std::{fs, path::Path};

/// Where a game may be named besides its own folder: the shelf.
const TABLE: &str = "games/mod.rs";

#[test]
fn a_game_is_named_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut named = Vec::new();
    for game in parlor_catalog::registry().games().map(|game| game.spec()) {
        let folder = game.id.replace('-', "_");
        let marks = [
            format!("parlor_{folder}"),
            format!("games::{folder}"),
            format!("--game-{}", game.id),
            format!("\"{}\"", game.id),
            format!("\"{}\"", game.name),
        ];
        look(&root, &mut |path, text| {
            let own = path.starts_with(Path::new("games").join(&folder)) || path == Path::new(TABLE);
            // What a test of something else plays is no knowledge of the page.
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            if !own && marks.iter().any(|mark| text.contains(mark)) {
                named.push(format!("{} names {}", path.display(), game.name));
            }
        });
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}

/// The lobby is drawn in the page itself before there is any code: it must say what the code says later.
#[test]
fn the_first_picture_of_the_lobby_is_that_of_the_games() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("assets/index.html")).unwrap();
    let between = |text: &str, start: &str, end: &str| {
        text.split(start).skip(1).filter_map(|rest| rest.split(end).next().map(str::to_owned)).collect::<Vec<_>>()
    };
    let names: Vec<_> = parlor_catalog::registry().games().map(|game| game.spec().name.to_owned()).collect();
    let drawn = between(&page, "class=\"card-name\">", "<");
    assert_eq!(sorted(drawn), sorted(names), "one card for each game");
    let mut taglines = Vec::new();
    look(&root.join("src/games"), &mut |_, text| taglines.extend(between(text, "tagline: \"", "\"")));
    assert_eq!(sorted(between(&page, "class=\"card-line\">", "<")), sorted(taglines));
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort_unstable();
    texts
}

/// Calls back with every source and style sheet, by its path below `src`.
pub fn look(root: &Path, each: &mut impl FnMut(&Path, &str)) {
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|kind| kind.to_str()) {
                None => folders.push(path),
                Some("rs" | "css") => each(path.strip_prefix(root).unwrap(), &fs::read_to_string(&path).unwrap()),
                Some(_) => {}
            }
        }
    }
}
