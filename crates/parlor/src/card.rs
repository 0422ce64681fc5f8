//! `parlor card`: cards of American Mahjong, checked and shown.

use crate::cli::{CardCommand, CardFlags};
use anyhow::{Context, Result, bail};
use parlor_catalog::mahjong::{Card, SHIPPED};
use parlor_wire::spelled_out;
use std::{fmt::Write as _, fs};

/// Checks a card, or shows one.
///
/// # Errors
/// If there is no such card, or something is wrong with it.
pub fn run(command: &CardCommand) -> Result<()> {
    match command {
        CardCommand::Lint(flags) => {
            let card = read(flags)?;
            println!("{}: {} hands, {} ways to make them.", flags.card, card.hands().len(), card.grounds().len());
        }
        CardCommand::Show(flags) => print!("{}", shown(&read(flags)?)),
    }
    Ok(())
}

/// The card that comes with the house under that name, else the one in that file.
fn read(flags: &CardFlags) -> Result<Card> {
    let name = &flags.card;
    let text = match SHIPPED.iter().find(|(known, _)| known == name) {
        Some((_, text)) => (*text).to_owned(),
        None => fs::read_to_string(name).with_context(|| {
            let known: Vec<_> = SHIPPED.iter().map(|(known, _)| *known).collect();
            format!("{name} is no file, and no card of the house ({})", known.join(", "))
        })?,
    };
    match Card::lint(&text) {
        Ok(card) => Ok(card),
        Err(faults) => {
            let lines: Vec<_> = faults.iter().map(|fault| format!("  {fault}")).collect();
            bail!("{name} is no card:\n{}", lines.join("\n"))
        }
    }
}

/// The card as people read it. What it says may come from anybody.
fn shown(card: &Card) -> String {
    let mut text = spelled_out(card.name()) + "\n";
    let mut family = "";
    for hand in card.hands() {
        if hand.family != family {
            family = &hand.family;
            let _ = writeln!(text, "\n{}", spelled_out(family));
        }
        for pattern in &hand.texts {
            let open = if hand.concealed { 'C' } else { 'X' };
            let (id, pattern) = (&hand.id, spelled_out(pattern));
            let _ = writeln!(text, "  {id:<4} {pattern:<36} {open} {:>4}", hand.value);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_shown_and_faults_are_named() {
        let flags = |card: &str| CardFlags { card: card.into() };
        let text = shown(&read(&flags("garden")).unwrap());
        assert!(text.starts_with("Garden\n\nSeasons\n  Y1   FFF pppa qqqq ssssb"), "{text}");
        let missing = read(&flags("/no/such.card")).map(drop).unwrap_err();
        assert!(missing.to_string().contains("house, garden"), "{missing}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my.card");
        fs::write(&path, "@name Mine\nA1|25|X|FF\nA2|7|X|FF\n").unwrap();
        let said = read(&flags(path.to_str().unwrap())).map(drop).unwrap_err().to_string();
        assert!(said.contains("line 2: the hand has 2 tiles, not 14") && said.contains("line 3: a value"), "{said}");
    }
}
