//! Playing alone for a record: the house gives the dice, plays the inputs again, and believes nothing else.

use crate::common::{
    Open,
    api::{Asker, account},
    registry, settings,
};
use parlor_kernel::{GameConfig, Hired, Key, KeyedDice, Record, Rng, Rules, Seat, Table, Tick};
use parlor_tetris::{Action, Config, Key as Button, Tetris, timing::TICKS_PER_SECOND};
use parlor_wire::{
    RunId,
    http::{Mark, MatchPage, Profile, RUN_INPUTS, RunBegun, RunCounted, RunLeaders, RunLog, Welcome},
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// A house in which runs may come in late: the machine may be busy.
async fn patient() -> Open {
    let mut patient = settings();
    patient.times.run_late_ms = 3_600_000;
    Open::new(patient).await
}

async fn begin(who: &Asker, solo: &str) -> RunBegun {
    who.post("/api/runs", json!({"game": "tetris", "solo": solo})).await.is(201).json()
}

async fn end(who: &Asker, run: &RunBegun, log: &RunLog) -> crate::common::api::Answer {
    who.post(&format!("/api/runs/{}", run.id), serde_json::to_value(log).unwrap()).await
}

/// Lets the time of a run pass.
fn pass(open: &Open, ticks: Tick) {
    open.house.wall.set_forward(Duration::from_millis(ticks.0 * 1000 / u64::from(TICKS_PER_SECOND)));
}

/// A run that a player plays with `choose`, asked every three ticks.
fn play(solo: &str, key: &Key, mut choose: impl FnMut(&Tetris, &Arc<Rules<Tetris>>, Tick) -> Option<Action>) -> RunLog {
    let rules: Arc<Rules<Tetris>> = Config::solo(solo).unwrap().into();
    let mut table = Table::<Tetris, _>::new(Arc::clone(&rules), KeyedDice::new(key.clone()));
    let mut inputs = Vec::new();
    while table.outcome().is_none() {
        let now = table.now() + 3;
        table.advance(now, &mut ());
        if let Some(action) = choose(table.game(), &rules, now)
            && table.act(now, Seat(0), action, &mut ()).is_ok()
        {
            inputs.push((now, serde_json::to_value(action).unwrap()));
        }
    }
    RunLog { inputs, end: table.now() }
}

/// Forty lines by the strongest bot.
fn sprint(key: &Key) -> RunLog {
    let (mut bot, mut rng) = (Hired::<Tetris>::of("hard").unwrap(), Rng::new(7));
    play("sprint", key, |game, rules, now| bot.ask(game, rules, Seat(0), now, [], &mut rng))
}

/// Pieces dropped where they come, until there is no room.
fn pile(solo: &str, key: &Key, every: u64) -> RunLog {
    play(solo, key, |_, _, now| now.0.is_multiple_of(every).then_some(Action::Tap(Button::Hard)))
}

#[tokio::test]
async fn a_run_is_played_again_counted_once_and_can_be_watched() {
    let open = patient().await;
    let ada = account(&open, "Ada").await;
    let run = begin(&ada, "sprint").await;
    let log = sprint(&run.key);
    pass(&open, log.end);
    let counted: RunCounted = end(&ada, &run, &log).await.is(200).json();
    let Mark::TimeMs(time) = counted.mark else { panic!("{counted:?}") };
    let took = log.end.0 * 1000 / 60 - 3_000;
    assert!(time <= took && time + 100 > took, "{time} of {took}");
    assert_eq!((counted.before, counted.is_best, counted.rank), (None, true, Some(1)));
    assert_eq!(end(&ada, &run, &log).await.is(200).json::<RunCounted>(), counted, "asked again, it is the same");

    let watch = counted.watch.expect("its log is kept");
    let text = ada.get(&format!("/api/matches/{watch}/log")).await.is(200).text;
    let record = Record::from_text(&text).unwrap();
    registry().game("tetris").unwrap().verify(record).unwrap();
    let mine: MatchPage = ada.get("/api/me/matches").await.is(200).json();
    assert!(mine.matches.is_empty(), "it is no match");
    let profile: Profile = ada.get(&format!("/api/people/{}", ada.me().await.id)).await.is(200).json();
    assert!(profile.games.is_empty());
    assert_eq!((profile.runs.len(), profile.runs[0].mark, profile.runs[0].watch), (1, counted.mark, Some(watch)));
    let leaders: RunLeaders = ada.get("/api/runs/tetris/sprint").await.is(200).json();
    assert_eq!(leaders.leaders.iter().map(|row| (row.rank, row.mark)).collect::<Vec<_>>(), [(1, counted.mark)]);
    for missing in ["/api/runs/tetris/relay", "/api/runs/pong/sprint", "/api/runs/chess/sprint"] {
        assert_eq!(ada.get(missing).await.refusal(), (404, "not_found".into()));
    }
}

#[tokio::test]
async fn what_was_not_played_so_is_not_counted() {
    let open = patient().await;
    let ada = account(&open, "Ada").await;
    let run = begin(&ada, "sprint").await;
    let log = sprint(&run.key);
    let unplayed = RunLog { end: Tick(3_600 * 60 * 24), ..log.clone() };
    let refused = async |log: &RunLog| end(&ada, &run, log).await.refusal().1;

    assert_eq!(refused(&unplayed).await, "run_too_soon", "it takes its time");
    // Time enough for every run below.
    pass(&open, Tick(2 * log.end.0));
    let other_dice = refused(&sprint(&Key([9; 32]))).await;
    assert!(["run_illegal", "run_goal_missed", "run_out_of_order"].contains(&other_dice.as_str()), "{other_dice}");
    let altered = |change: &dyn Fn(&mut RunLog)| {
        let mut log = log.clone();
        change(&mut log);
        log
    };
    let (middle, drop) = (log.inputs.len() / 2, json!({"tap": "hard"}));
    // A drop more or less moves every piece after it; a nudge may make no difference.
    let from_middle = |is_drop: bool| {
        let found = log.inputs[middle..].iter().position(|(_, input)| (*input == drop) == is_drop);
        middle + found.expect("pieces are moved and dropped in the second half")
    };
    for (why, log) in [
        ("one left out", altered(&|log| _ = log.inputs.remove(from_middle(true)))),
        ("one changed", altered(&|log| log.inputs[from_middle(false)].1 = drop.clone())),
        ("sooner", altered(&|log| log.inputs.iter_mut().for_each(|input| input.0 = Tick(input.0.0 / 2)))),
    ] {
        let code = refused(&log).await;
        assert!(["run_illegal", "run_unfinished", "run_goal_missed"].contains(&code.as_str()), "{why}: {code}");
    }
    let out_of_order = altered(&|log| log.inputs[3].0 = Tick(0));
    assert_eq!(refused(&out_of_order).await, "run_out_of_order");
    let cut_short = altered(&|log| log.inputs.truncate(middle));
    assert!(["run_unfinished", "run_goal_missed"].contains(&refused(&cut_short).await.as_str()));
    let ended_early = altered(&|log| log.end = log.inputs[middle].0);
    assert_eq!(refused(&ended_early).await, "run_out_of_order");
    let after_the_end = altered(&|log| log.inputs.push((log.end, json!({"tap": "hard"}))));
    assert_eq!(refused(&after_the_end).await, "run_illegal");
    let gibberish = altered(&|log| log.inputs[0].1 = json!({"win": true}));
    assert_eq!(refused(&gibberish).await, "run_illegal");
    let endless = altered(&|log| log.inputs = vec![(Tick(1), json!({"tap": "left"})); RUN_INPUTS + 1]);
    assert_eq!(refused(&endless).await, "run_too_long");
    let claim = json!({"inputs": [], "end": 0, "time_ms": 1});
    assert_eq!(ada.post(&format!("/api/runs/{}", run.id), claim).await.refusal(), (422, "bad_body".into()));
    // Nothing of that has used it up.
    end(&ada, &run, &log).await.is(200);
    let late = begin(&ada, "marathon").await;
    let log = pile("marathon", &late.key, 30);
    pass(&open, log.end);
    open.house.wall.set_forward(Duration::from_secs(2 * 3_600));
    assert_eq!(end(&ada, &late, &log).await.refusal(), (409, "run_too_late".into()), "played in slow motion");
}

#[tokio::test]
async fn a_run_belongs_to_its_player_and_gives_way_to_the_next() {
    let open = patient().await;
    let (ada, bea) = (account(&open, "Ada").await, account(&open, "Bea").await);
    let first = begin(&ada, "marathon").await;
    let log = pile("marathon", &first.key, 30);
    pass(&open, log.end);
    assert_eq!(end(&bea, &first, &log).await.refusal(), (404, "run_unknown".into()));
    let second = begin(&ada, "marathon").await;
    assert_ne!((first.id, &first.key), (second.id, &second.key), "dice are drawn anew");
    assert_eq!(end(&ada, &first, &log).await.refusal(), (404, "run_unknown".into()), "another has taken its place");
    let log = pile("marathon", &second.key, 30);
    pass(&open, log.end);
    let counted: RunCounted = end(&ada, &second, &log).await.is(200).json();
    assert!(matches!(counted.mark, Mark::Points(1..)), "{counted:?}");
}

#[tokio::test]
async fn a_run_outlives_a_restart_of_the_house() {
    let open = patient().await;
    let ada = account(&open, "Ada").await;
    let run = begin(&ada, "marathon").await;
    let mut patient = settings();
    patient.times.run_late_ms = 3_600_000;
    let open = open.restart(patient).await;
    let log = pile("marathon", &run.key, 30);
    pass(&open, log.end);
    end(&ada.at(&open), &run, &log).await.is(200);
    let leaders: RunLeaders = ada.at(&open).get("/api/runs/tetris/marathon").await.is(200).json();
    assert_eq!(leaders.leaders.len(), 1);
}

#[tokio::test]
async fn guests_have_bests_but_no_rank_until_they_have_an_account() {
    let open = patient().await;
    let stranger = Asker::stranger(&open);
    assert_eq!(stranger.post("/api/runs", json!({"game": "tetris", "solo": "sprint"})).await.status, 401);
    let welcome: Welcome = stranger.post("/api/guest", json!({"name": "Gus"})).await.is(201).json();
    let gus = stranger.with(welcome.token);
    let mut bests = Vec::new();
    // Other dice, other points: the most are kept.
    for every in [30, 60] {
        let run = begin(&gus, "marathon").await;
        let log = pile("marathon", &run.key, every);
        pass(&open, log.end);
        let counted: RunCounted = end(&gus, &run, &log).await.is(200).json();
        assert_eq!((counted.before, counted.rank), (bests.last().copied(), None));
        let Mark::Points(points) = counted.mark else { panic!("{counted:?}") };
        let best = match bests.last() {
            Some(Mark::Points(before)) => points.max(*before),
            _ => points,
        };
        bests.push(Mark::Points(best));
    }
    let leaders: RunLeaders = gus.get("/api/runs/tetris/marathon").await.is(200).json();
    assert!(leaders.leaders.is_empty());
    let body = json!({"name": "Gus", "password": crate::common::api::PASSWORD});
    let welcome: Welcome = gus.post("/api/register", body).await.is(201).json();
    let leaders: RunLeaders = gus.with(welcome.token).get("/api/runs/tetris/marathon").await.is(200).json();
    assert_eq!(leaders.leaders.iter().map(|row| row.mark).collect::<Vec<_>>(), bests[1..]);
}

#[tokio::test]
async fn runs_are_begun_at_a_human_pace() {
    let mut strict = settings();
    strict.limits.runs_per_minute = 2;
    let open = Open::new(strict).await;
    let ada = account(&open, "Ada").await;
    let wish: Value = json!({"game": "tetris", "solo": "sprint"});
    for _ in 0..2 {
        ada.post("/api/runs", wish.clone()).await.is(201);
    }
    assert_eq!(ada.post("/api/runs", wish).await.refusal(), (429, "too_fast".into()));
}

#[tokio::test]
async fn runs_are_ended_at_a_human_pace_and_too_long_ones_are_not_even_looked_up() {
    let mut strict = settings();
    strict.limits.runs_per_minute = 2;
    let open = Open::new(strict).await;
    let ada = account(&open, "Ada").await;
    let run = RunBegun { id: RunId(7), key: Key([7; 32]) };
    let endless = RunLog { inputs: vec![(Tick(1), json!(0)); RUN_INPUTS + 1], end: Tick(1) };
    assert_eq!(end(&ada, &run, &endless).await.refusal(), (413, "run_too_long".into()));
    let short = RunLog { inputs: Vec::new(), end: Tick(1) };
    assert_eq!(end(&ada, &run, &short).await.refusal(), (404, "run_unknown".into()));
    assert_eq!(end(&ada, &run, &short).await.refusal(), (429, "too_fast".into()));
    // What was begun meanwhile is counted apart.
    begin(&ada, "sprint").await;
}
