//! One style sheet of all that lie beside the code of the browser client.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The folders whose sheets come first, in this order: other parts of the page build on them. All others follow by path.
const FIRST: [&str; 3] = ["ui", "table", "games/kit"];

/// Puts together the style sheets among `files`, which lie below `sources`.
pub fn collect(files: &[PathBuf], sources: &Path) -> Result<String> {
    let mut sheets: Vec<&Path> = files
        .iter()
        .filter(|file| file.extension().is_some_and(|kind| kind == "css"))
        .map(|file| file.strip_prefix(sources))
        .collect::<Result<_, _>>()?;
    sheets.sort_by_key(|sheet| (rank(sheet), *sheet));
    let mut style = String::new();
    for sheet in sheets {
        let file = sources.join(sheet);
        style += &fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        style.push('\n');
    }
    Ok(style)
}

fn rank(sheet: &Path) -> usize {
    FIRST.iter().position(|folder| sheet.starts_with(folder)).unwrap_or(FIRST.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_build_on_comes_first() {
        let dir = tempfile::tempdir().unwrap();
        let names = [
            "arcade/arcade.css",
            "games/chess/mod.rs",
            "games/chess/chess.css",
            "games/kit/kit.css",
            "table/chat/chat.css",
            "ui/base.css",
        ];
        let files: Vec<_> = names.iter().map(|name| dir.path().join(name)).collect();
        for (file, name) in files.iter().zip(names) {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, name).unwrap();
        }
        let style = collect(&files, dir.path()).unwrap();
        let order =
            ["ui/base.css", "table/chat/chat.css", "games/kit/kit.css", "arcade/arcade.css", "games/chess/chess.css"];
        assert_eq!(style.lines().collect::<Vec<_>>(), order);
    }
}
