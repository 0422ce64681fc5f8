//! The style sheets, which lie beside the code of what they draw.

use std::{collections::BTreeMap, fs, path::Path};

/// Every style sheet, by its path below `src`.
pub fn sheets() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sheets = BTreeMap::new();
    read(&root, &root, &mut sheets);
    sheets
}

fn read(folder: &Path, root: &Path, sheets: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, root, sheets);
        } else if path.extension().is_some_and(|kind| kind == "css") {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            sheets.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}
