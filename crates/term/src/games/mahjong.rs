//! American Mahjong: the table and the rack as text.

use super::{TermGame, time_left};
use parlor_client::TableModel;
use parlor_kernel::{Game, Seat};
use parlor_mahjong::{Direction, Mahjong as Engine, State, View};

pub(super) struct Mahjong;

impl TermGame for Mahjong {
    fn id(&self) -> &'static str {
        Engine::SPEC.id
    }

    fn introduction(&self) -> &'static str {
        "Tiles are 1C to 9C (Craks), 1B to 9B (Bams), 1D to 9D (Dots), winds N E W S, dragons R G 0, flowers F, jokers J and blanks X. Type /ready for each deal; parlor card show house prints the card."
    }

    fn picture(&self, model: &TableModel, names: &[String]) -> Vec<String> {
        let Some(view) = model.game.as_ref().and_then(|game| game.view_of::<Engine>()) else { return Vec::new() };
        if view.dealt == 0 {
            return Vec::new();
        }
        let mut lines: Vec<_> = view.to_string().lines().map(str::to_owned).collect();
        // The view counts seats; people have names.
        for (line, name) in lines.iter_mut().skip(1).zip(names.iter().take(view.seats.len())) {
            line.push_str("  ");
            line.push_str(name);
        }
        lines
    }

    fn prompt(&self, model: &TableModel, now_ms: f64) -> Option<String> {
        let view = model.game.as_ref()?.view_of::<Engine>()?;
        let what = asks(view, model.seat?)?;
        Some(format!("{what}{}", time_left::<Engine>(model, view.deadline, now_ms)))
    }
}

/// What the player in `me` can type now.
fn asks(view: &View, me: Seat) -> Option<String> {
    if view.outcome.is_some() || view.sealed.is_some() || view.gone.contains(me) {
        return None;
    }
    Some(match view.state {
        State::Start | State::End if !view.ready.contains(me) => "Type /ready for the next deal.".into(),
        State::Charleston1 | State::Charleston2 => {
            let way = match view.direction? {
                Direction::Right => "right",
                Direction::Across => "across",
                Direction::Left => "left",
            };
            format!(
                "Three tiles go {way}: type /charleston and the tiles, for example /charleston {}.",
                example(view, 3)
            )
        }
        State::CharlestonQuery => "Another Charleston? Type /vote more or /vote stop.".into(),
        State::CourtesyQuery => "How many tiles for the player across? Type /courtesy and a number from 0 to 3.".into(),
        State::Courtesy => match view.agreed[me.index() % 2] {
            0 => return None,
            tiles => format!("Type /charleston and {tiles} of your tiles."),
        },
        State::LoopChooseDiscard if view.turn == Some(me) && view.hand.is_empty() => {
            "All your tiles lie open: type /mahjong.".into()
        }
        State::LoopChooseDiscard if view.turn == Some(me) => {
            let drawn = view.drawn.map_or_else(String::new, |tile| format!("You drew {tile}. "));
            let spare = view.drawn.map_or_else(|| example(view, 1), |tile| tile.to_string());
            format!("{drawn}Type /discard and a tile, for example /discard {spare}, or /mahjong.")
        }
        State::LoopQueryClaimDiscard if view.turn != Some(me) && view.is_live(me) => {
            format!("{} is discarded: type /pass, /claim pung or /mahjong.", view.offered()?)
        }
        _ => return None,
    })
}

/// Some tiles of the rack that may be passed.
fn example(view: &View, count: usize) -> String {
    let tiles: Vec<_> =
        view.hand.tiles().filter(|tile| tile.is_natural()).take(count).map(|tile| tile.to_string()).collect();
    tiles.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_kernel::{FastDice, Table, Tick, Viewer};
    use parlor_mahjong::{Action, Config, Rack, Tile};

    #[test]
    fn a_player_is_told_what_to_type() {
        let mut table = Table::<Engine, _>::new(Config::default().rules().unwrap(), FastDice(1));
        let me = Seat(1);
        let asked = |table: &Table<Engine, FastDice>| asks(&table.game().view(Viewer::Seat(me)), me);
        assert_eq!(asked(&table).unwrap(), "Type /ready for the next deal.");
        for seat in Seat::all(4) {
            table.act(Tick::ZERO, seat, Action::Ready, &mut ()).unwrap();
        }
        let told = asked(&table).unwrap();
        assert!(told.starts_with("Three tiles go right: type /charleston"), "{told}");
        let tiles = told.trim_end_matches('.').rsplit(' ').take(3).map(|tile| tile.parse::<Tile>().unwrap()).collect();
        table.act(Tick::ZERO, me, Action::Pass { tiles }, &mut ()).unwrap();
        assert_eq!(asked(&table), None, "what is sealed stays");
        let mut view = table.game().view(Viewer::Seat(me));
        (view.state, view.turn, view.sealed, view.hand) = (State::LoopChooseDiscard, Some(me), None, Rack::EMPTY);
        assert_eq!(asks(&view, me).unwrap(), "All your tiles lie open: type /mahjong.");
    }
}
