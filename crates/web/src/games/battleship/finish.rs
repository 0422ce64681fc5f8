//! How a match was decided: the shot that sank the last ship, on the waters that it fell on.

use super::words;
use crate::games::kit::{Drawing, Ending, Finished, Ink, Line};
use parlor_battleship::{Battleship, Cell, Config, SeatTally, View};
use parlor_kernel::{Duel, GameConfig, Seat};

/// The side of a cell in the picture.
const CELL: f64 = 10.0;

/// The end of a match, for those who look at it.
pub fn finish(over: &Finished<'_, Battleship>) -> Ending {
    let winner = over.outcome.winners().first();
    // Without a winner: where the viewer has shot.
    let target = Duel::other(winner.or(over.names.me).unwrap_or(Seat(0)));
    Ending {
        sentence: winner.map(|winner| sentence(over, winner)).unwrap_or_default(),
        scene: waters(over.config, over.view, target),
        figures: figures(over.config, over.view),
        columns: over.names.clone(),
    }
}

/// "Your shot at B7 sank Bea’s last ship, the Cruiser."
fn sentence(over: &Finished<'_, Battleship>, winner: Seat) -> String {
    let loser = Duel::other(winner);
    let waters = &over.view.waters[loser.index()];
    let (Some(shot), Some(ship)) = (waters.shots.last(), waters.sunk.last()) else { return String::new() };
    let ship = words::ship_name(over.config, ship.ship);
    let shooter = over.names.whose(winner);
    let whose = if over.names.me == Some(loser) { "your".to_owned() } else { over.names.whose(loser) };
    format!("{shooter} shot at {} sank {whose} last ship, the {ship}.", shot.at)
}

/// The two or three numbers that matter most.
fn figures(config: &Config, view: &View) -> Vec<Line> {
    let tally = |read: fn(&SeatTally) -> String| view.tallies.iter().map(read).collect();
    let left = |seat| format!("{} of {}", view.ships_left(config, seat).count(), config.fleet.len());
    vec![
        ("Shots", tally(|tally| tally.shots.to_string())),
        ("Accuracy", tally(|tally| tally.accuracy().map_or_else(|| "–".to_owned(), |percent| format!("{percent} %")))),
        ("Ships afloat", Seat::all(config.seats()).map(left).collect()),
    ]
}

/// The sea of `seat` with every shot in its order, the last one lit.
fn waters(config: &Config, view: &View, seat: Seat) -> Drawing {
    let (width, height) = (f64::from(config.width) * CELL, f64::from(config.height) * CELL);
    let mut sea = Drawing::new(width, height);
    sea.rect((0.0, 0.0), (width, height), 3.0).fill(Ink::Own("--bs-sea"));
    for column in 1..config.width {
        let x = f64::from(column) * CELL;
        sea.line([(x, 0.0), (x, height)]).stroke(Ink::Own("--bs-lines"), 0.3);
    }
    for row in 1..config.height {
        let y = f64::from(row) * CELL;
        sea.line([(0.0, y), (width, y)]).stroke(Ink::Own("--bs-lines"), 0.3);
    }
    let waters = &view.waters[seat.index()];
    for &ship in view.fleets[seat.index()].as_deref().unwrap_or(&waters.sunk) {
        let cells: Vec<Cell> = config.cells_of(ship).collect();
        let (Some(bow), Some(stern)) = (cells.first(), cells.last()) else { continue };
        let (left, right) = (bow.x.min(stern.x), bow.x.max(stern.x));
        let (top, bottom) = (bow.y.min(stern.y), bow.y.max(stern.y));
        let size = (f64::from(right - left + 1) * CELL - 2.4, f64::from(bottom - top + 1) * CELL - 2.4);
        let corner = (f64::from(left) * CELL + 1.2, f64::from(top) * CELL + 1.2);
        sea.rect(corner, size, 3.8).fill(Ink::Own("--bs-hull")).stroke(Ink::Own("--bs-edge"), 0.6);
    }
    let middle = |cell: Cell| ((f64::from(cell.x) + 0.5) * CELL, (f64::from(cell.y) + 0.5) * CELL);
    let count = waters.shots.len().max(1) as f64;
    for (number, shot) in waters.shots.iter().enumerate() {
        let beat = number as f64 / count;
        match shot.hit {
            true => {
                sea.disc(middle(shot.at), 2.6).fill(Ink::Own("--bs-fire")).stroke(Ink::Own("--bs-flame"), 1.0).at(beat)
            }
            false => sea.disc(middle(shot.at), 1.3).fill(Ink::Own("--bs-foam")).at(beat),
        };
    }
    if let Some(last) = waters.shots.last() {
        sea.disc(middle(last.at), 5.4).stroke(Ink::Own("--bs-brass"), 1.4).lit();
    }
    sea
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kit::Names;
    use parlor_battleship::{Orientation, Placement, Shot};
    use parlor_kernel::{FastDice, Outcome, Reason, Rules, Table, Viewer};

    #[test]
    fn the_shot_that_decided_is_told_to_each_in_their_words() {
        let config = Config::preset("voxel").unwrap();
        let table = Table::<Battleship, _>::new(Rules::plain(config.clone()), FastDice(1));
        let mut view = table.view(Viewer::Seat(Seat(0)));
        let place = Placement { ship: 2, at: "B5".parse().unwrap(), lies: Orientation::Horizontal };
        view.waters[1].shots.push(Shot { at: "B7".parse().unwrap(), hit: true, ship: None });
        view.waters[1].sunk.push(place);
        let outcome = Outcome::won(Seat(0), Reason::Completed);
        let told = |me: Option<u8>| {
            let names = Names::new(me.map(Seat), ["Ada", "Bea"]);
            finish(&Finished { config: &config, view: &view, outcome, names: &names }).sentence
        };
        let ship = words::ship_name(&config, 2);
        assert_eq!(told(Some(0)), format!("Your shot at B7 sank Bea’s last ship, the {ship}."));
        assert_eq!(told(Some(1)), format!("Ada’s shot at B7 sank your last ship, the {ship}."));
        assert_eq!(told(None), format!("Ada’s shot at B7 sank Bea’s last ship, the {ship}."));
    }
}
