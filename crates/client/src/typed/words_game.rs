//! Words: `/word DRAGON H 8 8`, `/pass`, `/swap AEI`, `/challenge`, `/surrender`.

use super::{Errand, Moves, TypedGame, my_games::Wanted, only};
use crate::TableModel;
use parlor_kernel::Game;
use parlor_wire::slash::{Direction as Typed, Slash, WordPlay};
use parlor_words::{Action, At, Direction, Square, View, Words as Engine};

/// What can be typed in Words.
pub struct Words;

impl TypedGame for Words {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn moves(&self, model: &TableModel, slash: &Slash) -> Option<Moves> {
        let view = || model.game.as_ref().and_then(|game| game.view_of::<Engine>());
        match slash {
            Slash::Word(play) => Some(lay(view(), play)),
            Slash::Pass => Some(only(&Action::Pass)),
            Slash::Swap(letters) => Some(swap(view(), letters.as_deref())),
            Slash::ChallengePlay => Some(only(&Action::Challenge)),
            Slash::Surrender => Some(only(&Action::Surrender)),
            _ => None,
        }
    }
}

/// Something about the player's own games of Words.
pub(super) const fn errand(wanted: Wanted) -> Errand {
    Errand { game: Engine::SPEC.id, wanted }
}

fn lay(view: Option<&View>, play: &WordPlay) -> Moves {
    let view = view.ok_or("The match has not begun.")?;
    let direction = match play.direction {
        Typed::Across => Direction::Across,
        Typed::Down => Direction::Down,
    };
    let square = Square::new(play.row.wrapping_sub(1), play.column.wrapping_sub(1));
    let at = At { square: square.ok_or("Rows and columns go from 1 to 15.")?, direction };
    let word = view.spell(at, &play.word).ok_or("Type the letter that a blank stands for.")?;
    only(&Action::play(at, word))
}

/// The named tiles, or all of them.
fn swap(view: Option<&View>, letters: Option<&str>) -> Moves {
    let view = view.ok_or("The match has not begun.")?;
    let tiles = match letters {
        Some(letters) => letters.parse().map_err(|_| "Name tiles by their letters, and a blank by a question mark.")?,
        None => view.rack(),
    };
    only(&Action::Swap { tiles })
}
