//! Links between the documents lead somewhere.

use std::{
    fs,
    path::{Path, PathBuf},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Every document in a folder and below, but for what was built.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            found.extend(documents(&path));
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found
}

/// A document without its code blocks, in which nothing is a link or a heading.
fn prose(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.split("```").step_by(2).collect()
}

/// Where a link to a heading leads: lower case, dashes for spaces, without punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// What is wrong with a link, if anything.
fn broken(from: &Path, link: &str) -> Option<String> {
    let (file, heading) = link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
    let to = if file.is_empty() { from.to_owned() } else { from.parent().unwrap().join(file) };
    if !to.exists() {
        return Some(format!("{}: there is no {file}", from.display()));
    }
    let heading = heading?;
    let text = prose(&to);
    let mut headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#'));
    let found = headings.any(|line| anchor(line) == heading);
    (!found).then(|| format!("{}: {file} has no heading for #{heading}", from.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for path in documents(Path::new(ROOT)) {
        for link in prose(&path).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !link.starts_with("http") {
                seen += 1;
                wrong.extend(broken(&path, link));
            }
        }
    }
    assert!(seen > 50, "the test reads real documents, but found only {seen} links");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
