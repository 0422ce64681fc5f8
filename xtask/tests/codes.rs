//! The documents list every code that a client may be refused with, and no others.

use parlor_addon::AddonError;
use parlor_kernel::{Code, kernel_codes};
use parlor_table::{OpenError, PlayError, TalkError};
use parlor_voxel::{Misread, NoRoom};
use parlor_wire::addon::FrameError;
use std::{collections::BTreeSet, fs, path::Path};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Where codes are listed: a document and the heading they stand under.
const LISTS: [(&str, &str); 2] = [("docs/protocol.md", "## Codes"), ("docs/addon.md", "### Errors")];

/// Codes that no client is told: of steps that only the house itself makes.
const UNTOLD: [&str; 3] = ["not_due", "not_funded", "not_playing"];

/// Every code of the games, the tables, the house and its doors.
fn known() -> BTreeSet<&'static str> {
    let games = parlor_catalog::registry();
    let games = games.games().flat_map(|game| game.codes());
    let tables = [OpenError::CODES, PlayError::CODES, TalkError::CODES].concat();
    let dialects = [AddonError::CODES, FrameError::CODES, Misread::CODES, NoRoom::CODES].concat();
    games.chain(kernel_codes()).chain(tables).chain(dialects).chain(parlor_server::codes()).collect()
}

/// The codes that the documents list.
fn listed() -> BTreeSet<String> {
    let mut listed = BTreeSet::new();
    for (file, heading) in LISTS {
        let text = fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
        let (_, section) = text.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("{file}: no {heading}"));
        let section = section.split("\n## ").next().unwrap();
        let quoted = section.split('`').skip(1).step_by(2);
        let is_code =
            |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        listed.extend(quoted.filter(is_code).map(str::to_owned));
    }
    listed
}

#[test]
fn every_code_is_listed() {
    let (known, listed) = (known(), listed());
    let missing: Vec<_> = known.iter().filter(|code| !UNTOLD.contains(code) && !listed.contains(**code)).collect();
    assert!(missing.is_empty(), "add these to the list in docs/protocol.md: {missing:?}");
    let stale: Vec<_> = UNTOLD.iter().filter(|code| !known.contains(*code) || listed.contains(**code)).collect();
    assert!(stale.is_empty(), "no longer untold: {stale:?}");
}

#[test]
fn every_listed_code_is_one() {
    let known = known();
    let stale: Vec<_> = listed().into_iter().filter(|code| !known.contains(code.as_str())).collect();
    assert!(stale.is_empty(), "nothing in the house says these any more: {stale:?}");
}
