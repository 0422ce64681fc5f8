//! A board and a bag of a player's own, as text.

use crate::games::kit::form::Edit;
use leptos::prelude::*;
use parlor_words::{Config, Layout, Tiles};

/// Two fields of text, and what is wrong with what was typed there.
pub fn own(edit: Edit<Config>) -> impl IntoView {
    let trouble = RwSignal::new(None::<String>);
    let board = move || edit.with(|config| Vec::from(config.layout.clone()).join("\n"));
    let bag = move || edit.with(|config| config.bag.to_string());
    let set_board = move |text: String| match read_board(&text) {
        Ok(layout) => {
            trouble.set(None);
            edit.update(|config| config.layout = layout);
        }
        Err(why) => trouble.set(Some(why)),
    };
    let set_bag = move |text: String| match read_bag(&text) {
        Ok(tiles) => {
            trouble.set(None);
            edit.update(|config| config.bag = tiles);
        }
        Err(why) => trouble.set(Some(why)),
    };
    view! {
        <details class="wide wd-own">
            <summary>"A board and a bag of your own"</summary>
            <label class="option">
                <span>"Board: 15 rows of 15. A dot is a plain square, ' doubles and \" triples a letter, - doubles and = triples a word, * is the star"</span>
                <textarea
                    rows="15"
                    spellcheck="false"
                    prop:value=board
                    on:change=move |event| set_board(event_target_value(&event))
                    data-test="option-own-board"
                ></textarea>
            </label>
            <label class="option">
                <span>"Bag: every tile by its letter, ? for a blank, at most 200"</span>
                <textarea
                    rows="4"
                    spellcheck="false"
                    prop:value=bag
                    on:change=move |event| set_bag(event_target_value(&event))
                    data-test="option-own-bag"
                ></textarea>
            </label>
            <p class="option-problem" role="alert" data-test="option-own-problem">{trouble}</p>
        </details>
    }
}

fn read_board(text: &str) -> Result<Layout, String> {
    let rows: Vec<_> = text.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    Layout::of(&rows).ok_or_else(|| {
        let wrong = rows.iter().position(|row| row.chars().count() != 15);
        match wrong {
            _ if rows.len() != 15 => format!("The board needs 15 rows, and there are {}.", rows.len()),
            Some(row) => {
                format!("Row {} of the board needs 15 characters, and has {}.", row + 1, rows[row].chars().count())
            }
            None => "The board may have only these characters: . ' \" - = *".into(),
        }
    })
}

fn read_bag(text: &str) -> Result<Tiles, String> {
    let letters: String =
        text.split_whitespace().flat_map(str::chars).map(|letter| letter.to_ascii_uppercase()).collect();
    letters.parse().map_err(|_| "The bag may have the letters A to Z and ? for blanks, at most 200 in all.".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_words::{bag, layout};

    #[test]
    fn what_is_shown_is_read_again() {
        for name in ["hope", "classic"] {
            let (board, tiles) = (layout(name).unwrap(), bag(name).unwrap());
            assert_eq!(read_board(&Vec::from(board.clone()).join("\n")), Ok(board));
            assert_eq!(read_bag(&tiles.to_string()), Ok(tiles));
        }
        assert_eq!(read_bag(" aab\n c? "), Ok("AABC?".parse().unwrap()));
    }

    #[test]
    fn mistakes_are_told_where_they_are() {
        let rows = vec![".".repeat(15); 15];
        let told = |rows: &[String]| read_board(&rows.join("\n")).unwrap_err();
        assert_eq!(told(&rows[..14]), "The board needs 15 rows, and there are 14.");
        let mut short = rows.clone();
        short[3].pop();
        assert_eq!(told(&short), "Row 4 of the board needs 15 characters, and has 14.");
        let mut strange = rows;
        strange[0].replace_range(..1, "x");
        assert!(told(&strange).contains("only these characters"));
        assert!(read_bag("ÄÖ").is_err() && read_bag(&"A".repeat(201)).is_err());
    }
}
