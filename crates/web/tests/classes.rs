//! A class belongs to one file of styles: two parts of the page that happen to use the same word would spoil each other.

use std::{collections::BTreeMap, fs, path::Path};

/// The classes that a file gives a style of their own, whatever they are inside of.
fn owned(css: &str) -> Vec<&str> {
    let (mut owned, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, sign) in css.char_indices().filter(|(_, sign)| ['{', '}', ';'].contains(sign)) {
        if sign == '{' {
            if depth == 0 {
                owned.extend(css[start..at].split(',').filter_map(alone));
            }
            depth += 1;
        } else if sign == '}' {
            depth -= 1;
        }
        start = at + 1;
    }
    owned
}

/// The class that a selector consists of, if that is all.
fn alone(selector: &str) -> Option<&str> {
    let selector = selector.rsplit("*/").next()?.trim();
    let class = selector.strip_prefix('.')?;
    class.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-').then_some(class)
}

#[test]
fn a_class_belongs_to_one_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/pkg/css");
    let mut owners = BTreeMap::<String, String>::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        for class in owned(&fs::read_to_string(&path).unwrap()) {
            let owner = owners.entry(class.to_owned()).or_insert_with(|| file.clone());
            assert_eq!(*owner, file, ".{class} belongs to both");
        }
    }
    assert!(owners.len() > 200, "{} classes were found", owners.len());
}
