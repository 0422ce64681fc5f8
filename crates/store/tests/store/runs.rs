//! Playing alone for a record.

use crate::common::{ada, add, bea, bed::Bed, footer, over_every_store, row, user};
use parlor_kernel::{Key, Outcome, Seat, SeatSet, Tick};
use parlor_store::{
    BestRun, Counts, NewEntry, NewResult, Player, RunBoard, RunEnd, RunRow, Secret, Store, StoreError, Write,
};
use parlor_wire::{Kind, MatchId, RunId, UserId};

over_every_store!(
    a_run_is_counted_once_and_the_best_is_kept,
    the_next_run_takes_the_place_of_the_last,
    accounts_are_listed_with_what_they_did_as_guests,
    a_list_of_runs_goes_on_where_the_page_before_ended,
    a_log_is_kept_with_the_run_or_not_at_all,
    a_deleted_user_leaves_no_runs,
);

const SPRINT: RunBoard<'static> = RunBoard { game: "toy", solo: "sprint" };

fn run(id: u64) -> RunRow {
    let (game, solo) = (SPRINT.game.to_owned(), SPRINT.solo.to_owned());
    RunRow { id: RunId(id), game, solo, key: Key([id as u8; 32]), begun_at: id * 10, ended: None }
}

fn begin(user: UserId, id: u64) -> Write {
    Write::BeginRun { user, run: run(id) }
}

fn end(user: UserId, id: u64, worth: i64) -> Write {
    Write::EndRun { user, id: RunId(id), worth, at: id * 10 + 5, played: None }
}

fn account(user: UserId) -> Write {
    Write::AddAccount { user, password: Secret("hash".into()), email: None }
}

async fn worths(store: &dyn Store, user: UserId) -> Vec<i64> {
    store.best_runs(user).await.unwrap().into_iter().map(|best| best.worth).collect()
}

async fn a_run_is_counted_once_and_the_best_is_kept(bed: &Bed) {
    let store = bed.open().await;
    let me = ada().id;
    store.write(vec![add(ada()), begin(me, 1)]).await.unwrap();
    assert_eq!(store.run(me).await.unwrap(), Some(run(1)));
    store.write(vec![end(me, 1, -700)]).await.unwrap();
    assert!(matches!(store.write(vec![end(me, 1, -1)]).await, Err(StoreError::RunOver)), "once");
    for (id, worth, before, best) in [(2, -600, -700, -600), (3, -650, -600, -600), (4, -600, -600, -600)] {
        store.write(vec![begin(me, id), end(me, id, worth)]).await.unwrap();
        let ended = Some(RunEnd { worth, before: Some(before) });
        assert_eq!(store.run(me).await.unwrap(), Some(RunRow { ended, ..run(id) }));
        assert_eq!(worths(&*store, me).await, [best]);
    }
    let kept = BestRun { game: "toy".into(), solo: "sprint".into(), worth: -600, at: 25, played: None };
    assert_eq!(store.best_runs(me).await.unwrap(), [kept], "of two equal ones the first");
}

async fn the_next_run_takes_the_place_of_the_last(bed: &Bed) {
    let store = bed.open().await;
    let (me, other) = (ada().id, bea().id);
    store.write(vec![add(ada()), add(bea()), begin(me, 1), begin(other, 3), begin(me, 2)]).await.unwrap();
    for stale in [end(me, 1, 5), end(me, 3, 5), end(other, 2, 5), end(UserId(77), 2, 5)] {
        assert!(matches!(store.write(vec![stale]).await, Err(StoreError::RunOver)));
    }
    store.write(vec![end(me, 2, 5)]).await.unwrap();
    assert_eq!((worths(&*store, me).await, worths(&*store, other).await), (vec![5], vec![]));
    assert!(store.write(vec![begin(UserId(77), 9)]).await.is_ok(), "of a user who is gone");
    assert_eq!(store.run(UserId(77)).await.unwrap(), None);
}

async fn accounts_are_listed_with_what_they_did_as_guests(bed: &Bed) {
    let store = bed.open().await;
    let me = ada().id;
    store.write(vec![add(ada()), begin(me, 1), end(me, 1, 5)]).await.unwrap();
    assert!(store.run_leaders(SPRINT, None, 9).await.unwrap().is_empty());
    store.write(vec![account(me)]).await.unwrap();
    let leaders = store.run_leaders(SPRINT, None, 9).await.unwrap();
    assert_eq!(leaders.iter().map(|row| (row.rank, row.user.id, row.best.worth)).collect::<Vec<_>>(), [(1, me, 5)]);
    let other = RunBoard { solo: "marathon", ..SPRINT };
    assert!(store.run_leaders(other, None, 9).await.unwrap().is_empty());
}

async fn a_list_of_runs_goes_on_where_the_page_before_ended(bed: &Bed) {
    let store = bed.open().await;
    for (id, worth) in (1..).zip([30, 10, 20, 20, 20, 40]) {
        let person = user(id, &format!("Player {id}"), Kind::Account);
        store.write(vec![add(person), begin(UserId(id), id), end(UserId(id), id, worth)]).await.unwrap();
    }
    let (mut shown, mut after) = (Vec::new(), None);
    loop {
        let page = store.run_leaders(SPRINT, after, 2).await.unwrap();
        after = page.last().map(|row| row.cursor());
        if after.is_none() {
            break;
        }
        shown.extend(page.into_iter().map(|row| (row.rank, row.best.worth)));
    }
    assert_eq!(shown, [(1, 40), (2, 30), (3, 20), (3, 20), (3, 20), (6, 10)]);
    for (worth, most, better) in [(41, 9, 0), (40, 9, 0), (20, 9, 2), (0, 9, 6), (0, 4, 4)] {
        assert_eq!(store.better_runs(SPRINT, worth, most).await.unwrap(), better, "than {worth}");
    }
}

/// The writes that keep the log of a run as a match.
fn kept(id: u64) -> Vec<Write> {
    let row = row(id);
    let line = |seq| NewEntry { seq, tick: Tick(seq), input: "\"wake\"".into(), digest: None, command: None };
    let footer = footer(&row, Outcome::won_by(SeatSet::only(Seat(0)), parlor_kernel::Reason::Completed));
    let players = vec![Player::user(ada().id)];
    let mut writes = vec![Write::BeginMatch { row: Box::new(row), players }];
    writes.extend((1..=3).map(|seq| Write::Append { id: MatchId(id), entry: line(seq) }));
    let (turns, results, counts) = (1, vec![NewResult::default()], Counts::Nothing);
    writes.push(Write::EndMatch { id: MatchId(id), footer, at: 9, turns, results, counts });
    writes
}

async fn a_log_is_kept_with_the_run_or_not_at_all(bed: &Bed) {
    let store = bed.open().await;
    let me = ada().id;
    let ends = |id: u64, run| {
        let end = Write::EndRun { user: me, id: RunId(run), worth: 5, at: 9, played: Some(MatchId(id)) };
        kept(id).into_iter().chain([end]).collect::<Vec<_>>()
    };
    store.write(vec![add(ada()), begin(me, 1)]).await.unwrap();
    store.write(ends(7, 1)).await.unwrap();
    assert_eq!(store.best_runs(me).await.unwrap()[0].played, Some(MatchId(7)));
    assert_eq!(store.log_lines(MatchId(7), 0, 9).await.unwrap().len(), 3);
    assert!(store.matches_of(me, None, None, 9).await.unwrap().is_empty(), "it is no match of theirs");
    assert!(store.standings(me).await.unwrap().is_empty());
    assert!(matches!(store.write(ends(8, 1)).await, Err(StoreError::RunOver)));
    assert!(store.match_row(MatchId(8)).await.unwrap().is_none());
}

async fn a_deleted_user_leaves_no_runs(bed: &Bed) {
    let store = bed.open().await;
    let me = ada().id;
    store.write(vec![add(ada()), begin(me, 1), end(me, 1, 5), account(me), begin(me, 2)]).await.unwrap();
    store.write(vec![Write::DeleteUser { user: me, at: 9 }]).await.unwrap();
    assert_eq!(store.run(me).await.unwrap(), None);
    assert!(
        store.best_runs(me).await.unwrap().is_empty() && store.run_leaders(SPRINT, None, 9).await.unwrap().is_empty()
    );
}
