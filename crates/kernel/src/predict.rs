//! Running a view ahead of the house.

use crate::{AnyAction, Audience, Game, Seat, SeatSet, Tick};

/// What a viewer can work out before being told.
///
/// Turn-based games need little of this: they wait for their events, and their deadlines are data. They say whom they
/// [wait for](Predict::awaits).
pub trait Predict: Game {
    /// In a [real-time](crate::Spec::real_time) game, how many ticks lie between two questions to a bot. Such a game
    /// awaits no seat, so every bot is asked at this pace; see [`Bot::choose`](crate::Bot::choose).
    const BOT_EVERY: u64 = 1;
    /// In a [real-time](crate::Spec::real_time) game, how many ticks the house waits for inputs that are on their way:
    /// an input counts for the tick its player saw, unless it is later than this.
    const PATIENCE: u64 = 0;
    /// Whether everyone may know which seats the game [waits for](Game::awaiting). Then [`Predict::awaits`] tells it of every
    /// seat from a spectator's view; a law checks that. It is not so where moves are sealed: it would tell who is still missing.
    const OPEN_TURNS: bool = false;

    /// Lets time pass in a view until `now`: what follows from what its viewer already knows happens in it.
    ///
    /// A real-time game moves sixty times a second, and announcing that would drown the wire. So such a game
    /// announces only what no viewer could work out (inputs, dice, points), and between announcements every holder of a
    /// view runs the same rules on it. A view stops by itself where it needs to be told something, dice for
    /// instance, and going back in time does nothing.
    ///
    /// It is also how a client predicts. It keeps one view to which it folds what the house announced, and for every
    /// picture copies that view, adds its own inputs that are not confirmed yet and lets the copy elapse until now.
    /// Throwing the copy away is the whole rollback. Two things follow for a game that elapses:
    /// - An event names its own tick, since it may be heard late and together with others, and folding it first lets
    ///   the view elapse until then.
    /// - A view that was kept may only elapse until a moment that the house has confirmed; beyond that, an event may
    ///   still change what happened.
    fn elapse(_view: &mut Self::View, _now: Tick) {}

    /// Adds an action to a view before the house has confirmed it, as far as its viewer can tell what comes of it. For
    /// the copy of a view that a client shows, see [`Predict::elapse`].
    fn expect(_view: &mut Self::View, _now: Tick, _seat: Seat, _action: &Self::Action) {}

    /// The view as it should look at `now`, if `inputs` that it does not include yet count as they should. They come in
    /// the order in which they count; those after `now`, and actions of other games, are left out.
    fn foresee<'a>(
        view: &Self::View,
        now: Tick,
        inputs: impl IntoIterator<Item = (Tick, Seat, &'a AnyAction)>,
    ) -> Self::View {
        let mut picture = view.clone();
        for (tick, seat, action) in inputs.into_iter().filter(|(tick, ..)| *tick <= now) {
            if let Some(action) = action.of::<Self>() {
                Self::expect(&mut picture, tick, seat, action);
            }
        }
        Self::elapse(&mut picture, now);
        picture
    }

    /// In a [real-time](crate::Spec::real_time) game, who may be told of an input before it counts, so that they can
    /// [expect](Predict::expect) it. An input tells all that comes of it, so only viewers who would hear all of the
    /// events it leads to may be told: a law checks that. If a game says nothing, only its own player is told.
    fn input_audience(_config: &Self::Config, seat: Seat, _action: &Self::Action) -> Audience {
        Audience::Only(SeatSet::only(seat))
    }

    /// Whether the game waits for `seat`, from that seat's own view: a client that plays by itself goes by it. It is what
    /// [`Game::awaiting`] says of the seat; a law checks that. A real-time game waits for no seat.
    fn awaits(_config: &Self::Config, _view: &Self::View, _seat: Seat) -> bool {
        false
    }
}
