//! Style sheets do not fight over classes: a page that looks right does not change because another was styled.

use std::{collections::BTreeMap, fs, path::Path};

/// What all others build on.
const SHARED: &str = "base.css";

/// The classes that a sheet styles by themselves, wherever they are met: `.card {`, not `.chat .card {`.
fn classes(sheet: &str) -> impl Iterator<Item = &str> {
    let names = sheet.split(['{', '}', ',', ';']).filter_map(|selector| selector.trim().strip_prefix('.'));
    names.filter(|name| {
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    })
}

#[test]
fn a_class_belongs_to_one_sheet() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/css");
    let mut owners = BTreeMap::<String, String>::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name == SHARED {
            continue;
        }
        for class in classes(&fs::read_to_string(&path).unwrap()) {
            let owner = owners.entry(class.to_owned()).or_insert_with(|| name.clone());
            assert_eq!(*owner, name, "both style `.{class}`: say in one of them where it is meant");
        }
    }
    assert!(owners.len() > 100, "the test reads real sheets, but found only {} classes", owners.len());
}
