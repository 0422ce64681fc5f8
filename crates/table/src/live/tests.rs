//! Matches and their logs.

use super::*;
use crate::{
    Seed,
    done::name_of,
    input::Asker,
    inputs::Asked,
    testing::{ada, at, ben, house, open},
};
use parlor_kernel::{Entry, Reason};
use parlor_wire::{CommandId, http::OpenTable};

const ADA: Seat = Seat(0);
const BEN: Seat = Seat(1);

struct Scene {
    rules: Rules,
    live: LiveMatch,
    row: MatchRow,
    chance: Chance,
    log: Vec<StoredEntry>,
}

impl Scene {
    fn new(game: &str, preset: &str) -> Self {
        let wish = OpenTable { game: game.into(), preset: Some(preset.into()), ..OpenTable::default() };
        let mut saved = open(wish);
        saved.sit(&ben(), None).unwrap();
        let mut rules = Rules::of(&house().games, &saved).unwrap();
        let mut chance = Chance::new(Seed([5; 32]));
        let seats = [ada(), ben()]
            .map(|user| (SeatLabel { name: user.name, bot: None }, Player { user: Some(user.id), address: None }));
        let candidate = rules.configure(&saved).unwrap();
        let (live, write) =
            LiveMatch::begin(&mut rules, candidate, seats.into(), true, (at(1_000), &mut chance)).unwrap();
        let Write::BeginMatch { row, .. } = write else { panic!("a match begins") };
        Self { rules, live, row: *row, chance, log: Vec::new() }
    }

    /// Keeps what must be written, as the store would.
    fn keep(&mut self, progress: &Progress) {
        for write in &progress.writes {
            match write {
                Write::Append { entry, .. } => {
                    let input = serde_json::from_str(&entry.input).unwrap();
                    let kept = Entry { seq: entry.seq, tick: entry.tick, input, digest: entry.digest };
                    self.log.push(StoredEntry { entry: kept, command: entry.command.clone() });
                }
                Write::EndMatch { footer, .. } => self.row.footer = Some(footer.clone()),
                other => panic!("{other:?}"),
            }
        }
    }

    fn act(&mut self, now_ms: u64, seat: Seat, action: &str) -> Result<Progress, &'static str> {
        let progress =
            self.live.act(now_ms, seat, action, Some("ada:1"), at(now_ms)).map_err(|refusal| refusal.code)?;
        self.keep(&progress);
        Ok(progress)
    }

    fn replay(&mut self) -> LiveMatch {
        let logged = Logged::new(&mut self.chance);
        LiveMatch::replay(&mut self.rules, self.row.clone(), &self.log, logged).unwrap()
    }
}

fn input(action: &str, name: &str) -> Waiting {
    let asker = Asker { user: ada().into(), connection: ConnectionId(1) };
    let id: CommandId = name.parse().unwrap();
    let asked = Asked::new(&asker, id.clone(), name_of(ada().id, &id));
    Waiting { action: RawValue::from_string(action.into()).unwrap(), asked: Some(asked) }
}

#[test]
fn a_seat_that_acts_for_ever_can_only_give_up_and_stops_no_other() {
    let mut scene = Scene::new("battleship", "hope");
    for _ in 0..MOST_ACTIONS {
        scene.act(1_000, ADA, "\"auto_place\"").unwrap();
    }
    assert_eq!(scene.act(1_000, ADA, "\"auto_place\"").err(), Some("match_too_long"));
    assert_eq!(scene.act(1_000, ADA, "\"fly\"").err(), Some("match_too_long"));
    scene.act(1_000, BEN, "\"auto_place\"").unwrap();
    let end = scene.act(1_000, ADA, "\"surrender\"").unwrap();
    assert_eq!(end.ended.unwrap().outcome, Outcome::won(BEN, Reason::Surrender(ADA)));
}

#[test]
fn a_log_brings_a_match_back() {
    let mut scene = Scene::new("battleship", "voxel");
    for (seat, action) in [(ADA, "auto_place"), (BEN, "auto_place"), (ADA, "ready"), (BEN, "ready")] {
        scene.act(2_000, seat, &format!("{action:?}")).unwrap();
    }
    let clock = scene.live.advance(60_000, at(60_000));
    assert!(!clock.announcements.is_empty() && clock.writes.len() == 1, "a turn was missed");
    scene.keep(&clock);
    let again = scene.replay();
    assert_eq!(again.journal.seq(), 5);
    assert!(again.has_done("ada:1") && !again.has_done("ada:2"));
    for viewer in Viewer::all(2) {
        let views = [&scene.live, &again].map(|live| live.playing(viewer, 60_000).view.get().to_owned());
        assert_eq!(views[0], views[1]);
    }
    assert_eq!(again.next_wake_ms(), scene.live.next_wake_ms());
    scene.act(60_000, ADA, "\"surrender\"").unwrap();
    let over = scene.replay();
    assert!(over.is_over() && over.awaiting().is_empty() && over.next_wake_ms().is_none());
    assert_eq!(over.playing(Viewer::Spectator, 99_000).ended, scene.live.ended);
}

#[test]
fn a_log_that_does_not_hold_brings_nothing_back() {
    let mut scene = Scene::new("battleship", "voxel");
    scene.act(2_000, ADA, "\"auto_place\"").unwrap();
    scene.log[0].entry.tick = Tick(7);
    let logged = Logged::new(&mut scene.chance);
    let replayed = LiveMatch::replay(&mut scene.rules, scene.row.clone(), &scene.log, logged);
    assert!(matches!(replayed.err(), Some(RecoverError::Log(_))));
    scene.row.header.rules += 1;
    let logged = Logged::new(&mut scene.chance);
    let replayed = LiveMatch::replay(&mut scene.rules, scene.row.clone(), &[], logged);
    assert!(matches!(replayed.err(), Some(RecoverError::Log(Mismatch::OtherRules { .. }))));
}

#[test]
fn inputs_count_when_they_are_settled_and_not_before() {
    let mut scene = Scene::new("pong", "hope");
    let (audience, heard) = scene.live.input(1_100, ADA, None, input("{\"steer\":\"up\"}", "a1")).unwrap();
    assert!(audience.includes(Viewer::Spectator) && heard.seat == ADA);
    assert!(scene.live.is_asked_again(&name_of(ada().id, &"a1".parse().unwrap()), ConnectionId(2)));
    assert_eq!(scene.live.playing(Viewer::Spectator, 1_100).heard.len(), 1);
    let early = scene.live.advance(1_150, at(1_150));
    assert!(early.answers.is_empty(), "the house is patient");
    let later = scene.live.advance(3_000, at(3_000));
    scene.keep(&later);
    assert_eq!(later.answers.len(), 1);
    assert_eq!((later.answers[0].to, &later.answers[0].result), (ConnectionId(2), &Ok(())));
    assert_eq!(scene.live.playing(Viewer::Spectator, 3_000).heard.len(), 0);
    let again = scene.replay();
    assert!(again.has_done(&name_of(ada().id, &"a1".parse().unwrap())));
}

#[test]
fn inputs_that_wait_when_a_match_ends_are_refused() {
    let mut scene = Scene::new("pong", "hope");
    for number in 0..3 {
        scene.live.input(1_100, ADA, None, input("{\"steer\":\"up\"}", &format!("a{number}"))).unwrap();
    }
    let end = scene.live.leave(1_100, ADA, at(1_100)).unwrap();
    assert!(scene.live.is_over());
    let codes: Vec<_> = end.answers.iter().map(|answer| answer.result.as_ref().unwrap_err().code).collect();
    assert_eq!(codes, ["game_already_over"; 3]);
}
