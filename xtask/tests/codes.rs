//! The documents list every code that a client may be refused with, and no others.

use parlor_escrow::EscrowError;
use parlor_kernel::{Code, kernel_codes};
use std::{collections::BTreeSet, fs, path::Path};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The folders below `crates` whose refusals reach clients and are known by their sources alone.
const SPEAKERS: [&str; 5] = ["addon", "server", "table", "voxel", "wire"];

/// Where codes are listed: a document and the heading they stand under.
const LISTS: [(&str, &str); 2] = [("docs/protocol.md", "## Codes"), ("docs/addon.md", "### Errors")];

/// Codes that no client is told: of steps that only the house itself makes.
const UNTOLD: [&str; 3] = ["not_due", "not_funded", "not_playing"];

/// What stands before a code wherever one is given, besides `fn code`.
const GIVEN_AFTER: [&str; 9] =
    ["code:", "refusal(", "unfit(", "object(", "object(id,", "object(None,", "turn_back(", "Err((", "=> ("];

/// The sources of the speakers, without their tests.
fn sources() -> Vec<String> {
    fn collect(folder: &Path, sources: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() && !["benches", "tests"].contains(&name) {
                collect(&path, sources);
            } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                let text = fs::read_to_string(&path).unwrap();
                sources.push(text.split("#[cfg(test)]\nmod ").next().unwrap().to_owned());
            }
        }
    }
    let mut sources = Vec::new();
    SPEAKERS.iter().for_each(|speaker| collect(&Path::new(ROOT).join("crates").join(speaker), &mut sources));
    sources
}

/// Everything between two `quote`s that is spelled like a code, with what stands before and after it.
fn words(text: &str, quote: char) -> impl Iterator<Item = (&str, &str, &str)> {
    text.match_indices(quote).filter_map(move |(at, _)| {
        let (before, rest) = (&text[..at], &text[at + 1..]);
        let (word, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_lowercase() && c != '_')?);
        Some((before, word, after.strip_prefix(quote)?)).filter(|_| !word.is_empty())
    })
}

/// The codes that a source gives.
fn codes(source: &str) -> impl Iterator<Item = &str> {
    let given = words(source, '"').filter(|(before, _, after)| {
        let before = before.trim_end();
        let status = before.strip_suffix(',').and_then(|before| before.rsplit(['(', ' ']).next());
        let refused = status.is_some_and(|status| status.starts_with("StatusCode::"));
        after.starts_with([',', ' ']) && (refused || GIVEN_AFTER.iter().any(|words| before.ends_with(words)))
    });
    let bodies = source.split("fn code(&self) -> &'static str {").skip(1);
    let named = bodies.flat_map(|body| words(body.split("\n    }\n").next().unwrap(), '"'));
    given.chain(named).map(|(_, word, _)| word)
}

/// The codes that the compiler knows.
fn known() -> BTreeSet<&'static str> {
    let games = parlor_catalog::registry();
    let games = games.games().flat_map(|game| game.codes());
    games.chain(kernel_codes()).chain(EscrowError::CODES.iter().copied()).collect()
}

/// The codes that the documents list.
fn listed() -> BTreeSet<String> {
    let mut listed = BTreeSet::new();
    for (file, heading) in LISTS {
        let text = fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
        let (_, section) = text.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("{file}: no {heading}"));
        let section = section.split("\n## ").next().unwrap();
        listed.extend(words(section, '`').map(|(_, word, _)| word.to_owned()));
    }
    listed
}

#[test]
fn every_code_is_listed() {
    let (sources, listed) = (sources(), listed());
    let given: BTreeSet<_> = sources.iter().flat_map(|source| codes(source)).chain(known()).collect();
    assert!(given.len() > 150, "codes are given in some way that this test does not see: it found {}", given.len());
    let missing: Vec<_> = given.iter().filter(|code| !UNTOLD.contains(code) && !listed.contains(**code)).collect();
    assert!(missing.is_empty(), "add these to the list in docs/protocol.md: {missing:?}");
    let stale: Vec<_> = UNTOLD.iter().filter(|code| !given.contains(*code) || listed.contains(**code)).collect();
    assert!(stale.is_empty(), "no longer untold: {stale:?}");
}

#[test]
fn every_listed_code_is_one() {
    let sources = sources();
    let spoken: BTreeSet<_> = sources.iter().flat_map(|source| words(source, '"')).map(|(_, word, _)| word).collect();
    let known = known();
    let stale: Vec<_> =
        listed().into_iter().filter(|code| !spoken.contains(code.as_str()) && !known.contains(code.as_str())).collect();
    assert!(stale.is_empty(), "nothing in the house says these any more: {stale:?}");
}
