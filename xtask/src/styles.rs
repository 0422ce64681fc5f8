//! The style sheets that lie beside the code of the browser client, joined into two: one that the lobby is drawn with, and
//! one for all other pages, which comes with the first part that is fetched.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The folders whose sheets come first, in this order: other parts of the page build on them. All others follow by path.
const FIRST: [&str; 3] = ["ui", "table", "games/kit"];
/// The folders of what the lobby shows.
const LOBBY: [&str; 2] = ["ui", "lobby"];
/// In the folder of a game: how it looks wherever the page speaks of it.
const FACE: &str = "face.css";

/// The sheets, joined.
#[derive(Debug, PartialEq, Eq)]
pub struct Styles {
    /// What the lobby is drawn with.
    pub lobby: String,
    /// What the other pages need besides.
    pub rooms: String,
}

/// Puts together the style sheets among `files`, which lie below `sources`.
pub fn collect(files: &[PathBuf], sources: &Path) -> Result<Styles> {
    let mut sheets: Vec<&Path> = files
        .iter()
        .filter(|file| file.extension().is_some_and(|kind| kind == "css"))
        .map(|file| file.strip_prefix(sources))
        .collect::<Result<_, _>>()?;
    sheets.sort_by_key(|sheet| (rank(sheet), *sheet));
    let mut styles = Styles { lobby: String::new(), rooms: String::new() };
    for sheet in sheets {
        let file = sources.join(sheet);
        let style = if is_of_the_lobby(sheet) { &mut styles.lobby } else { &mut styles.rooms };
        *style += &fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        style.push('\n');
    }
    Ok(styles)
}

fn rank(sheet: &Path) -> usize {
    FIRST.iter().position(|folder| sheet.starts_with(folder)).unwrap_or(FIRST.len())
}

/// The lobby shows its own, and marks, scenes and colours of games.
fn is_of_the_lobby(sheet: &Path) -> bool {
    LOBBY.iter().any(|folder| sheet.starts_with(folder))
        || sheet.parent() == Some(Path::new("games"))
        || sheet.file_name().is_some_and(|name| name == FACE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_build_on_comes_first_and_the_lobby_is_drawn_alone() {
        let dir = tempfile::tempdir().unwrap();
        let names = [
            "arcade/arcade.css",
            "games/chess/mod.rs",
            "games/chess/chess.css",
            "games/chess/face.css",
            "games/kit/kit.css",
            "games/scene.css",
            "table/chat/chat.css",
            "ui/base.css",
        ];
        let files: Vec<_> = names.iter().map(|name| dir.path().join(name)).collect();
        for (file, name) in files.iter().zip(names) {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, name).unwrap();
        }
        let Styles { lobby, rooms } = collect(&files, dir.path()).unwrap();
        assert_eq!(lobby.lines().collect::<Vec<_>>(), ["ui/base.css", "games/chess/face.css", "games/scene.css"]);
        let order = ["table/chat/chat.css", "games/kit/kit.css", "arcade/arcade.css", "games/chess/chess.css"];
        assert_eq!(rooms.lines().collect::<Vec<_>>(), order);
    }
}
