//! Two who play a challenge get the same serves. So neither sees the other's court before the end, by looking on either.

use parlor_kernel::{Audience, FastDice, Game, GameConfig, Rng, Seat, Table, Tick, Viewer};
use parlor_pong::{Action, Config, Event, Phase, Pong, Steer, View, What};

const ADA: Seat = Seat(0);
const BEN: Seat = Seat(1);

struct Points {
    table: Table<Pong, FastDice>,
    heard: Vec<(Audience, Event)>,
}

impl Points {
    fn new() -> Self {
        Self { table: Table::new(Config::preset("challenge").unwrap().into(), FastDice(5)), heard: Vec::new() }
    }

    fn steer(&mut self, tick: u64, seat: Seat, to: u16) {
        let action = Action::Steer(Steer::Follow { to, pace: 100 });
        self.table.act(Tick(tick), seat, action, &mut self.heard).unwrap();
    }

    /// What a viewer has heard.
    fn told(&self, viewer: Viewer) -> impl Iterator<Item = &Event> {
        self.heard.iter().filter(move |(audience, _)| audience.includes(viewer)).map(|(_, event)| event)
    }

    fn is_over(&self) -> bool {
        self.table.outcome().is_some()
    }
}

/// All but how Ben stands.
fn apart_from_ben(mut view: View) -> View {
    let race = view.race.as_mut().unwrap();
    (race.court.points, race.court.phase, race.court.outcome, race.finished[1]) = ([0; 2], Phase::Over, None, None);
    view
}

#[test]
fn what_ben_does_is_not_seen_by_ada_or_by_anyone_who_looks_on() {
    // Ada does the same in both matches. Ben gives every ball away in one, and does whatever he likes in the other.
    let (mut one, mut other) = (Points::new(), Points::new());
    let (mut ada, mut ben) = (Rng::new(1), Rng::new(2));
    for tick in (0..6_000).step_by(10) {
        let to = ada.below(300) as u16;
        for (points, theirs) in [(&mut one, 0), (&mut other, ben.below(300) as u16)] {
            points.table.advance(Tick(tick), &mut points.heard);
            if !points.is_over() {
                points.steer(tick, ADA, to);
                points.steer(tick, BEN, theirs);
            }
        }
        if one.is_over() || other.is_over() {
            break;
        }
        for viewer in [Viewer::Seat(ADA), Viewer::Spectator] {
            let [seen, also] = [&one, &other].map(|points| {
                let heard: Vec<_> = points.told(viewer).filter(|event| event.court == ADA.0).collect();
                let of_ben = points.told(viewer).filter(|event| event.court == BEN.0);
                let counted = |event: &Event| matches!(event.what, What::Counted { .. } | What::Over { .. });
                assert!(of_ben.into_iter().all(counted), "{viewer:?} at {tick}");
                (apart_from_ben(points.table.view(viewer)), heard)
            });
            assert_eq!(seen, also, "{viewer:?} at {tick}");
        }
    }
    assert!(one.table.now() > Tick(1_500), "over too soon to tell");
    let courts = [&one, &other].map(|points| points.table.view(Viewer::Seat(BEN)).court(BEN));
    assert_ne!(courts[0], courts[1], "Ben did otherwise");
}

/// With each point the other hears how one stands, and at the end everyone sees everything.
#[test]
fn how_one_stands_is_told_with_each_point_and_the_rest_at_the_end() {
    let mut points = Points::new();
    points.steer(0, BEN, 0);
    let mut views = [Viewer::Seat(ADA), Viewer::Seat(BEN), Viewer::Spectator].map(|who| (who, points.table.view(who)));
    let stands = |view: &View| view.race.as_ref().unwrap().court.points;
    while points.table.view(Viewer::Seat(BEN)).race.unwrap().court.points == [0; 2] {
        let next = points.table.game().next_wake().unwrap();
        points.table.advance(next, &mut points.heard);
    }
    let (tick, counted) = (points.table.now(), [0, 1]);
    let told = points.told(Viewer::Seat(ADA)).filter(|event| event.court == BEN.0).cloned().collect::<Vec<_>>();
    assert_eq!(told, [Event { at: tick, court: 1, what: What::Counted { seat: BEN, points: counted } }]);
    let ada = points.table.view(Viewer::Seat(ADA));
    let court = &ada.race.as_ref().unwrap().court;
    assert_eq!((stands(&ada), court.serve, court.due), (counted, 0, None));
    assert!(ada.veiled.contains(BEN) && !ada.veiled.contains(ADA));
    let told = points.table.view(Viewer::Spectator);
    assert!(told.veiled.contains(ADA) && told.veiled.contains(BEN) && stands(&told) == counted);

    points.table.act(tick, ADA, Action::Surrender, &mut points.heard).unwrap();
    for (viewer, view) in &mut views {
        points.told(*viewer).for_each(|event| Pong::fold(view, event));
        assert!(view.veiled.is_empty());
        assert_ne!(view.court(BEN).position.serve, 0);
        assert_eq!(*view, points.table.view(*viewer));
    }
}

/// A viewer of a finished match sees both courts.
#[test]
fn two_views_together_are_the_whole_match() {
    let mut points = Points::new();
    let mut rng = Rng::new(3);
    for tick in (0..1_000).step_by(5) {
        points.steer(tick, Seat(rng.below(2) as u8), rng.below(300) as u16);
    }
    let [ada, ben] = [ADA, BEN].map(|seat| points.table.view(Viewer::Seat(seat)));
    let whole = ada.clone().together(&ben);
    assert!(whole.veiled.is_empty());
    assert_eq!((whole.court(ADA), whole.court(BEN)), (ada.court(ADA), ben.court(BEN)));
    let alive = |view: &View| view.race.as_ref().unwrap().alive;
    assert_eq!(alive(&whole), [alive(&ada)[0], alive(&ben)[1]]);
    assert_eq!(whole, ben.together(&ada));
}
