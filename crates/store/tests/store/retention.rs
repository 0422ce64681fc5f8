//! What is not kept for ever, against every database, at times that are made up.

use crate::common::{ada, add, bea, bed::Bed, footer, over_every_store, row};
use parlor_kernel::Outcome;
use parlor_store::{Action, Counts, NewAudit, NewEntry, NewReport, Old, Player, ReportReason, Reports, Store, Write};
use parlor_wire::MatchId;

over_every_store!(what_is_old_goes_a_few_at_a_time_and_the_rest_stays);

fn audit(at: u64) -> Write {
    Write::Audit(Box::new(NewAudit {
        at,
        actor: None,
        actor_name: "the keeper".into(),
        action: Action::CloseTable,
        subject: "ABC234".into(),
        subject_name: String::new(),
        note: String::new(),
    }))
}

fn report(at: u64) -> Write {
    Write::Report(Box::new(NewReport {
        reporter: ada().id,
        about: bea().id,
        about_name: "Bea".into(),
        code: None,
        line: None,
        reason: ReportReason::Spam,
        note: String::new(),
        at,
        lines: Vec::new(),
    }))
}

async fn left(store: &dyn Store) -> (Vec<u64>, usize, usize) {
    let mut matches = Vec::new();
    for id in 1..=5 {
        if store.match_row(MatchId(id)).await.unwrap().is_some() {
            matches.push(id);
        }
    }
    let reports = store.reports(Reports::All).await.unwrap().len();
    (matches, reports, store.audit_log(None, 100).await.unwrap().len())
}

async fn what_is_old_goes_a_few_at_a_time_and_the_rest_stays(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada()), add(bea())]).await.unwrap();
    for id in 1..=5 {
        let row = row(id);
        let begin =
            Write::BeginMatch { row: Box::new(row.clone()), players: vec![Player::user(ada().id), Player::BOT] };
        let entry =
            NewEntry { seq: 1, tick: parlor_kernel::Tick(1), input: "\"wake\"".into(), digest: None, command: None };
        let mut writes = vec![begin, Write::Append { id: row.id, entry }];
        // The last one is still being played.
        if id < 5 {
            let footer = footer(&row, Outcome::VOID);
            let results = vec![Default::default(); 2];
            writes.push(Write::EndMatch {
                id: row.id,
                footer,
                at: id * 100,
                turns: 1,
                results,
                counts: Counts::Record,
            });
        }
        store.write(writes).await.unwrap();
        store.write(vec![report(id), Write::CloseReport { id, at: id * 100 }, audit(id * 100)]).await.unwrap();
    }
    store.write(vec![report(9)]).await.unwrap();
    let before = (vec![1, 2, 3, 4, 5], 6, 5);
    assert_eq!(left(&*store).await, before);
    let prune = |old| vec![Write::Prune { since: 0, at: 1_000, most: 2, old }];
    store.write(prune(Old::default())).await.unwrap();
    assert_eq!(left(&*store).await, before, "kept for ever");
    let old = Old { matches: Some(400), reports: Some(301), audit: Some(200) };
    store.write(prune(old)).await.unwrap();
    assert_eq!(left(&*store).await, (vec![3, 4, 5], 4, 4), "two of each at a time, the oldest first");
    store.write(prune(old)).await.unwrap();
    assert_eq!(left(&*store).await, (vec![4, 5], 3, 4));
    store.write(prune(old)).await.unwrap();
    assert_eq!(left(&*store).await, (vec![4, 5], 3, 4), "what is open or played stays, however old");
    assert!(store.entries(MatchId(1)).await.unwrap().is_empty(), "the log has gone with its match");
    assert_eq!(store.entries(MatchId(4)).await.unwrap().len(), 1);
    store.close().await;
}
