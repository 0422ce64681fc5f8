//! How a half-typed line may go on.

use super::GameWord;

const COMMANDS: [&str; 12] = [
    "/hope",
    "/fire",
    "/gc",
    "/guess",
    "/hint",
    "/pass",
    "/ready",
    "/roll",
    "/surrender",
    "/swap",
    "/word",
    "/gamechat",
];
const TOPICS: [&str; 7] = ["accept", "cancel", "challenge", "decline", "help", "join", "stats"];
const ABOUT_WORDS: [&str; 4] = ["accept", "decline", "forfeit", "list"];

/// The most suggestions that help.
const MOST: usize = 8;

/// How `typed` may go on: whole lines, the likeliest first. `people` are names that may be meant.
pub fn complete(typed: &str, people: &[&str]) -> Vec<String> {
    if !typed.starts_with('/') {
        return Vec::new();
    }
    // What is being typed is the part after the last space; what stands before it stays as it is.
    let (before, part) = match typed.rfind(' ') {
        Some(space) => typed.split_at(space + 1),
        None => ("", typed),
    };
    let parts: Vec<_> = before.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = parts.iter().map(String::as_str).collect();
    let games = || GameWord::ALL.iter().map(|game| game.word());
    let people = people.iter().copied();
    let suggestions: Vec<&str> = match words[..] {
        [] => COMMANDS.to_vec(),
        ["/hope"] => games().chain(TOPICS).collect(),
        ["/hope", "words"] => ABOUT_WORDS.into_iter().chain(people).collect(),
        ["/hope", "words", "forfeit" | "accept" | "decline"] => people.collect(),
        ["/hope", "challenge"] => people.collect(),
        ["/hope", "challenge", ..] => games().collect(),
        ["/hope", topic] if !["help", "join"].contains(&topic) => people.collect(),
        _ => Vec::new(),
    };
    let part = part.to_lowercase();
    let fits = |word: &&str| word.to_lowercase().starts_with(&part) && word.to_lowercase() != part;
    suggestions.into_iter().filter(fits).take(MOST).map(|word| format!("{before}{word}")).collect()
}
