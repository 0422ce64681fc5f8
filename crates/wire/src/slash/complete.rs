//! How a half-typed line may go on.

use super::GameWord;

const COMMANDS: [&str; 32] = [
    "/hope",
    "/allow",
    "/appeal",
    "/begin",
    "/blank",
    "/challenge",
    "/charleston",
    "/claim",
    "/courtesy",
    "/dead",
    "/deny",
    "/discard",
    "/fire",
    "/gc",
    "/guess",
    "/hint",
    "/joker",
    "/luck",
    "/mahjong",
    "/move",
    "/pass",
    "/ready",
    "/regroup",
    "/roll",
    "/shuffle",
    "/sit",
    "/surrender",
    "/swap",
    "/vote",
    "/wait",
    "/word",
    "/gamechat",
];
const TOPICS: [&str; 7] = ["accept", "cancel", "challenge", "decline", "help", "join", "stats"];
const ABOUT_WORDS: [&str; 4] = ["accept", "decline", "forfeit", "list"];

/// The most suggestions that help: every command.
const MOST: usize = COMMANDS.len();

/// How `typed` may go on: whole lines, the likeliest first. `people` are names that may be meant.
pub fn complete(typed: &str, people: &[&str]) -> Vec<String> {
    if !typed.starts_with('/') {
        return Vec::new();
    }
    let games = || GameWord::ALL.iter().map(|game| game.word());
    let people = || people.iter().copied();
    let Some((command, rest)) = next_word(typed) else { return fitting(typed, typed, COMMANDS) };
    if command != "/hope" {
        return Vec::new();
    }
    let Some((topic, rest)) = next_word(rest) else { return fitting(typed, rest, games().chain(TOPICS)) };
    match topic.as_str() {
        "help" | "join" => Vec::new(),
        "challenge" => {
            // Names may have spaces, so what follows one may be more of the name, or a game.
            let game = next_word(rest).map(|_| rest.rsplit(' ').next().unwrap_or_default());
            let games = game.into_iter().flat_map(|part| fitting(typed, part, games()));
            fitting(typed, rest, people()).into_iter().chain(games).take(MOST).collect()
        }
        "words" => match next_word(rest) {
            Some((about, rest)) if ["forfeit", "accept", "decline"].contains(&about.as_str()) => {
                fitting(typed, rest, people())
            }
            _ => fitting(typed, rest, ABOUT_WORDS.into_iter().chain(people())),
        },
        _ => fitting(typed, rest, people()),
    }
}

/// The first word in lower case and what follows it, once a space has been typed after it.
fn next_word(text: &str) -> Option<(String, &str)> {
    let (word, rest) = text.trim_start().split_once(' ')?;
    Some((word.to_lowercase(), rest.trim_start()))
}

/// The lines that go on with `part`, the end of what is typed; what stands before it stays as it is.
fn fitting<'a>(typed: &str, part: &str, words: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let before = typed.strip_suffix(part).unwrap_or(typed);
    let part = part.to_lowercase();
    let fits = |word: &&str| word.to_lowercase().starts_with(&part) && word.to_lowercase() != part;
    words.into_iter().filter(fits).take(MOST).map(|word| format!("{before}{word}")).collect()
}
