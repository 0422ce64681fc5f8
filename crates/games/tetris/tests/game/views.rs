//! A listener sees the match as it is, garbage included. Random play hardly ever sends any, so bots play here.

use parlor_kernel::{Audience, Bot, FastDice, Game, GameConfig, Predict, Rng, Rules, Seat, Tick, Viewer};
use parlor_tetris::{Action, Config, Event, Handling, Key, Tetris, Well, What};
use std::{collections::VecDeque, sync::Arc};

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

struct Watched {
    game: Tetris,
    dice: FastDice,
    now: Tick,
    heard: Vec<(Audience, Event)>,
}

impl Watched {
    fn new(preset: &str) -> Self {
        let dice = FastDice(2);
        let config = Arc::new(Config::preset(preset).unwrap());
        Self { game: Tetris::new(&Rules::plain(Arc::clone(&config)), &dice), dice, now: Tick::ZERO, heard: Vec::new() }
    }

    fn pass(&mut self, ticks: u64) {
        self.now = self.now + ticks;
        while let Some(due) = self.game.next_wake().filter(|&due| due <= self.now) {
            self.game.wake(due, &self.dice, &mut self.heard);
        }
    }

    fn ask(&mut self, seat: Seat, bot: &mut dyn Bot<Tetris>, rng: &mut Rng) -> Option<Action> {
        let mut view = self.game.view(Viewer::Seat(seat));
        Tetris::elapse(&mut view, self.now);
        let action = bot
            .choose(&Rules::plain(view.config.clone()), &view, seat, rng)
            .filter(|_| self.game.outcome().is_none())?;
        assert_eq!(self.game.check(seat, &action), Ok(()));
        self.game.act(self.now, seat, action, &self.dice, &mut self.heard);
        Some(action)
    }
}

#[test]
fn listeners_see_the_match_as_it_is() {
    for preset in ["hope", "guideline"] {
        let mut table = Watched::new(preset);
        let mut bots = ["hard", "medium"].map(|level| Tetris::bot(level).unwrap());
        let mut rng = Rng::new(1);
        // One looks all the time, one only listens.
        let mut watched = table.game.view(Viewer::Spectator);
        let mut told = watched.clone();
        let mut sent = 0;
        while table.game.outcome().is_none() {
            table.pass(Tetris::BOT_EVERY);
            for (seat, bot) in SEATS.into_iter().zip(&mut bots) {
                table.ask(seat, &mut **bot, &mut rng);
            }
            for (_, event) in table.heard.drain(..) {
                Tetris::fold(&mut watched, &event);
                Tetris::fold(&mut told, &event);
                if let What::Entered { gaps, .. } = event.what {
                    sent += gaps.len();
                }
            }
            let mut current = table.game.view(Viewer::Spectator);
            Tetris::elapse(&mut current, table.now);
            Tetris::elapse(&mut watched, table.now);
            let mut pictured = told.clone();
            Tetris::elapse(&mut pictured, table.now);
            assert_eq!(watched, current);
            assert_eq!(pictured, current);
        }
        assert!(sent > 8, "{preset}: only {sent} rows of garbage");
    }
}

/// What comes after the piece that finds no room is not shown, though the house has yet to say that it is over.
#[test]
fn nothing_is_expected_after_the_end() {
    let mut table = Watched::new("hope");
    let (loser, winner, drop) = (SEATS[0], SEATS[1], Action::Tap(Key::Hard));
    table.pass(185);
    loop {
        let mut expected = table.game.view(Viewer::Spectator);
        let at = table.now + 1;
        Tetris::expect(&mut expected, at, loser, &drop);
        for later in [10, 15] {
            Tetris::expect(&mut expected, at + later, winner, &Action::Tap(Key::Left));
        }
        Tetris::elapse(&mut expected, at + 20);
        table.pass(1);
        table.game.act(at, loser, drop, &table.dice, &mut table.heard);
        table.pass(20);
        if table.game.outcome().is_some() {
            let settled = table.game.view(Viewer::Spectator);
            assert!(expected.position.well(loser).topped_out.is_some());
            assert_eq!(expected.position.well(winner), settled.position.well(winner));
            return;
        }
    }
}

#[test]
fn what_a_client_expects_is_what_the_house_announces() {
    let mut table = Watched::new("guideline");
    table.pass(185);
    let mut confirmed = table.game.view(Viewer::Seat(Seat(0)));
    let mut rng = Rng::new(4);
    let mut done = [0; 6];
    for _ in 0..1_500 {
        table.pass(u64::from(1 + rng.below(9)));
        let key = Key::ALL[rng.below(7) as usize];
        let (kind, action) = match rng.below(100) {
            0..45 => (0, Action::Tap(key)),
            45..70 => (1, Action::Press(key)),
            70..85 => (2, Action::Release(key)),
            85..90 => (3, Action::Handle(Handling { delay: rng.below(20) as u8, repeat: rng.below(9) as u8, soft: 1 })),
            90..93 => (4, Action::Pause),
            _ => (5, Action::Resume),
        };
        // The other agrees now and then.
        if rng.percent(5) && table.game.check(Seat(1), &Action::Pause).is_ok() {
            table.game.act(table.now, Seat(1), Action::Pause, &table.dice, &mut table.heard);
        }
        for (_, event) in table.heard.drain(..) {
            Tetris::fold(&mut confirmed, &event);
        }
        let mut expected = confirmed.clone();
        expected.expect(table.now, Seat(0), &action);
        let allowed = table.game.outcome().is_none() && table.game.check(Seat(0), &action).is_ok();
        if allowed {
            table.game.act(table.now, Seat(0), action, &table.dice, &mut table.heard);
            done[kind] += 1;
        }
        let mut current = table.game.view(Viewer::Seat(Seat(0)));
        Tetris::elapse(&mut current, table.now);
        // The result is the house's to announce.
        if table.game.outcome().is_some() {
            break;
        }
        assert_eq!(expected, current, "{action:?}");
    }
    assert!(done.iter().all(|&times| times >= 5), "{done:?}");
}

/// The house tells what happened up to this long ago.
const LAG: u64 = 47;

#[test]
fn players_know_their_own_field_before_they_are_told() {
    for preset in ["hope", "guideline", "blitz"] {
        let mut table = Watched::new(preset);
        let mut bots = ["medium", "hard"].map(|level| Tetris::bot(level).unwrap());
        let mut rng = Rng::new(1);
        let mut told = table.game.view(Viewer::Seat(SEATS[0]));
        let mut news: VecDeque<Event> = VecDeque::new();
        let mut inputs: VecDeque<(Tick, Action)> = VecDeque::new();
        let mut looks = [0; 2];
        while table.game.outcome().is_none() {
            table.pass(Tetris::BOT_EVERY);
            if table.game.outcome().is_some() {
                break;
            }
            let mine = table.ask(SEATS[0], &mut *bots[0], &mut rng);
            table.ask(SEATS[1], &mut *bots[1], &mut rng);
            inputs.extend(mine.map(|action| (table.now, action)));
            let mine = |(audience, _): &(Audience, Event)| audience.includes(Viewer::Seat(SEATS[0]));
            news.extend(table.heard.drain(..).filter(mine).map(|(_, event)| event));
            let known = Tick(table.now.0.saturating_sub(LAG));
            while let Some(event) = news.pop_front_if(|event| event.at <= known) {
                Tetris::fold(&mut told, &event);
            }
            Tetris::elapse(&mut told, known);
            inputs.retain(|&(at, _)| at > known);
            let mut picture = told.clone();
            for (at, action) in &inputs {
                Tetris::expect(&mut picture, *at, SEATS[0], action);
            }
            Tetris::elapse(&mut picture, table.now);
            let (shown, real) = (&picture.position.wells[0], &table.game.position().wells[0]);
            // A player who is faster than the news runs out of pieces to foresee.
            let outrun = shown.next.is_empty() && shown.active.is_none();
            let field = |well: &Well| (well.board, well.active.map(|active| active.placement), well.score);
            assert!(outrun || field(shown) == field(real), "{preset} at {:?}: {shown:?} is not {real:?}", table.now);
            looks[usize::from(outrun)] += 1;
        }
        assert!(looks[0] > looks[1], "{preset}: the next piece was known {} times and unknown {}", looks[0], looks[1]);
        let (config, well) = (table.game.config(), &table.game.position().wells[0]);
        let rows = well.garbage.rows;
        assert!(rows > 8 || !config.has_garbage(), "{preset}: only {rows} rows of garbage");
        assert!(well.pieces > 8);
    }
}
