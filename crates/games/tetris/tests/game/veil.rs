//! Two who play for points get the same pieces. So neither sees the other's field before the end, by looking on either.

use parlor_kernel::{Audience, FastDice, Game, GameConfig, Rng, Seat, Table, Tick, Viewer};
use parlor_tetris::{Action, Config, Event, Figures, Key, Tetris, View, What};

const ADA: Seat = Seat(0);
const BEN: Seat = Seat(1);

struct Points {
    table: Table<Tetris, FastDice>,
    heard: Vec<(Audience, Event)>,
}

impl Points {
    fn new(preset: &str) -> Self {
        Self { table: Table::new(Config::preset(preset).unwrap().into(), FastDice(5)), heard: Vec::new() }
    }

    fn tap(&mut self, tick: u64, seat: Seat, key: Key) {
        // When no piece is there it is refused, and nothing is tapped.
        let _ = self.table.act(Tick(tick), seat, Action::Tap(key), &mut self.heard);
    }

    /// What a viewer has heard since this was last asked.
    fn news(&mut self, viewer: Viewer) -> Vec<What> {
        self.heard.drain(..).filter(|(audience, _)| audience.includes(viewer)).map(|(_, event)| event.what).collect()
    }

    fn points(&self, seat: Seat) -> u64 {
        self.table.game().position().well(seat).score
    }
}

/// All but how Ben stands.
fn apart_from_ben(mut view: View) -> View {
    view.position.told = None;
    let well = &mut view.position.wells[BEN.index()];
    (well.score, well.lines, well.pieces, well.topped_out) = (0, 0, 0, None);
    view
}

#[test]
fn what_ben_does_is_not_seen_by_ada_or_by_anyone_who_looks_on() {
    for preset in ["blitz", "challenge"] {
        // Ada does the same in both matches. Ben drops everything in one, and does whatever he likes in the other.
        let (mut one, mut other) = (Points::new(preset), Points::new(preset));
        let (mut ada, mut ben) = (Rng::new(1), Rng::new(2));
        for tick in (181..1_500).step_by(7) {
            let key = Key::ALL[ada.below(6) as usize];
            for (points, theirs) in [(&mut one, Key::Hard), (&mut other, Key::ALL[ben.below(6) as usize])] {
                points.tap(tick, ADA, key);
                points.tap(tick, BEN, theirs);
            }
            if one.table.outcome().is_some() || other.table.outcome().is_some() {
                break;
            }
            for viewer in [Viewer::Seat(ADA), Viewer::Spectator] {
                let [seen, also] = [&one, &other].map(|points| {
                    let heard = points.heard.iter().filter(|(audience, _)| audience.includes(viewer));
                    let of_ben =
                        |what: &What| matches!(what, What::Counted { seat: BEN, .. } | What::ToppedOut { seat: BEN });
                    let heard: Vec<_> = heard.map(|(_, event)| event).filter(|event| !of_ben(&event.what)).collect();
                    (apart_from_ben(points.table.view(viewer)), heard)
                });
                assert_eq!(seen, also, "{preset}, {viewer:?} at {tick}");
            }
            one.heard.clear();
            other.heard.clear();
        }
        assert!(one.table.now() > Tick(500), "{preset}: over too soon to tell");
        assert_ne!(one.points(BEN), other.points(BEN));
        assert!(one.points(ADA) > 0 && one.points(ADA) == other.points(ADA));
    }
}

/// With each piece the other hears how one stands, and at the end everyone sees everything.
#[test]
fn how_one_stands_is_told_with_each_piece_and_the_rest_at_the_end() {
    let mut points = Points::new("blitz");
    points.table.advance(Tick(185), &mut ());
    points.tap(185, BEN, Key::Hard);
    assert_eq!(points.news(Viewer::Seat(ADA)), [], "Ben's piece has locked, and Ada need not know yet");
    points.table.advance(Tick(200), &mut points.heard);
    let figures = Figures { score: points.points(BEN), lines: 0, pieces: 1 };
    assert!(figures.score > 0);
    assert_eq!(points.news(Viewer::Seat(ADA)), [What::Counted { seat: BEN, figures }]);
    let view = points.table.view(Viewer::Seat(ADA));
    let well = view.position.well(BEN);
    assert_eq!((well.score, well.pieces, well.active, well.board.cells()), (figures.score, 1, None, 0));
    assert!(view.veiled.contains(BEN) && !view.veiled.contains(ADA) && well.next.is_empty());

    let told = points.table.view(Viewer::Spectator);
    assert!(told.veiled.contains(ADA) && told.veiled.contains(BEN));
    points.table.act(Tick(210), ADA, Action::Surrender, &mut points.heard).unwrap();
    let mut told = told;
    for (_, event) in &points.heard {
        Tetris::fold(&mut told, event);
    }
    assert!(told.veiled.is_empty());
    assert_eq!(told.position.well(BEN).board.cells(), 4);
    assert_eq!(told, points.table.view(Viewer::Spectator));
}

/// Seed: every ten seconds, also while a piece takes longer than that.
#[test]
fn how_one_stands_is_told_every_ten_seconds() {
    let mut points = Points::new("challenge");
    points.table.advance(Tick(200), &mut ());
    points.table.act(Tick(200), BEN, Action::Press(Key::Soft), &mut ()).unwrap();
    points.table.act(Tick(204), BEN, Action::Release(Key::Soft), &mut ()).unwrap();
    points.table.advance(Tick(599), &mut points.heard);
    assert_eq!(points.news(Viewer::Seat(ADA)), []);
    points.table.advance(Tick(600), &mut points.heard);
    let figures = Figures { score: 1, lines: 0, pieces: 0 };
    for viewer in [Viewer::Seat(ADA), Viewer::Spectator] {
        assert_eq!(points.table.view(viewer).position.well(BEN).score, 1);
    }
    assert_eq!(points.news(Viewer::Seat(ADA)), [What::Counted { seat: BEN, figures }]);
    points.table.advance(Tick(1_210), &mut points.heard);
    assert_eq!(points.news(Viewer::Seat(ADA)), [], "nothing has changed");
}

/// Two at one keyboard see both fields, and so does a viewer of a finished match.
#[test]
fn two_views_together_are_the_whole_match() {
    let mut points = Points::new("challenge");
    let mut rng = Rng::new(3);
    for tick in (181..1_000).step_by(5) {
        points.tap(tick, Seat(rng.below(2) as u8), Key::ALL[rng.below(6) as usize]);
    }
    let [ada, ben] = [ADA, BEN].map(|seat| points.table.view(Viewer::Seat(seat)));
    let whole = ada.together(&ben);
    assert!(whole.veiled.is_empty());
    assert_eq!(&whole.position, points.table.game().position());
}
