//! What a game has to say about the end of a match. The page shows it in the same way for all games.

use super::{Drawing, Line, Names};
use crate::table::TableCtx;
use parlor_kernel::{Game, Outcome, Seat};

/// How a match was decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Ending {
    /// The move that decided it, in a sentence; told of a match that was played to its end.
    pub sentence: String,
    /// The same as a picture.
    pub scene: Drawing,
    /// Two or three figures that matter, for each of the columns; one value alone is that of the whole match.
    pub figures: Vec<Line>,
    /// Who is compared: the players, or their teams.
    pub columns: Names,
}

/// A match that is over, for one viewer.
pub struct Finished<'a, G: Game> {
    /// Its rule set.
    pub config: &'a G::Config,
    /// What is known of it.
    pub view: &'a G::View,
    /// The result.
    pub outcome: Outcome,
    /// What the players are called.
    pub names: &'a Names,
}

/// How the match at a table was decided, as `tell` has it, for the player in `me`. Hears of every change there.
pub fn ending_at<G: Game>(ctx: TableCtx, me: Option<Seat>, tell: fn(&Finished<'_, G>) -> Ending) -> Option<Ending> {
    let names = Names::at(ctx, me);
    ctx.with(|model| {
        let game = model.game.as_ref()?;
        let config = model.info.read_config()?;
        let (view, outcome) = (game.view_of::<G>()?, game.ended.as_ref()?.outcome);
        Some(tell(&Finished { config: &config, view, outcome, names: &names }))
    })?
}
