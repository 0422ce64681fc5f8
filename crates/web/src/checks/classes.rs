//! A class belongs to one file of styles: two parts of the page that happen to use the same word would spoil each other.

use super::sheets::sheets;
use std::collections::BTreeMap;

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

/// The classes that a file uses to tell kinds of one thing apart: `lost` in `.outcome.lost`.
fn modifiers(css: &str) -> Vec<&str> {
    let compounds = css.split(|sign: char| sign.is_whitespace() || "{},>+~()".contains(sign));
    let classes =
        compounds.filter(|compound| compound.starts_with('.')).flat_map(|compound| compound.split('.').skip(2));
    classes.filter_map(|class| class.split([':', '[']).next()).collect()
}

/// The class that a selector consists of, if that is all.
fn alone(selector: &str) -> Option<&str> {
    let selector = selector.rsplit("*/").next()?.trim();
    let class = selector.strip_prefix('.')?;
    class.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-').then_some(class)
}

/// The folder of sheets whose classes are for every part of the page.
const SHARED: &str = "ui/";

#[test]
fn a_class_belongs_to_one_file() {
    let sheets = sheets();
    let mut owners = BTreeMap::<&str, &str>::new();
    for (file, css) in &sheets {
        for class in owned(css) {
            let owner = owners.entry(class).or_insert(file);
            assert_eq!(*owner, file, ".{class} belongs to both");
        }
    }
    assert!(owners.len() > 200, "{} classes were found", owners.len());
    // A word that stands alone in one file would also change what another file means by it.
    for (file, css) in &sheets {
        for class in modifiers(css) {
            let owner = owners.get(class).filter(|owner| !owner.starts_with(SHARED));
            assert!(owner.is_none_or(|owner| owner == file), ".{class} of {file} belongs to {owner:?}");
        }
    }
}
