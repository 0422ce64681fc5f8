//! Rooms, mutes and reports against every database.

use crate::common::{ada, add, bea, bed::Bed, line, over_every_store, user};
use parlor_store::{
    MUTES, NewReport, OPEN_REPORTS, OPEN_REPORTS_BY_ONE, ReportReason, Reports, Store, StoreError, User, Write,
};
use parlor_wire::{Kind, LineId, Room, TableCode, UserId};

over_every_store!(
    rooms_do_not_push_each_other_out,
    mutes_are_kept_bounded_and_go_with_their_people,
    reports_are_kept_with_what_was_said_until_they_are_closed,
    what_is_reported_already_is_kept_once_until_it_is_closed,
    nobody_reports_without_end_and_nobody_keeps_others_from_it,
    a_house_that_takes_no_more_reports_says_so_and_blames_nobody,
    the_house_keeps_only_so_many_closed_reports,
    who_is_deleted_leaves_no_words_in_reports
);

fn code() -> TableCode {
    "ABC234".parse().unwrap()
}

fn eve() -> User {
    user(3, "Eve", Kind::Guest)
}

fn report(reporter: &User, about: &User, at: u64) -> NewReport {
    NewReport {
        reporter: reporter.id,
        about: about.id,
        about_name: about.name.clone(),
        code: Some(code()),
        line: Some(LineId(7)),
        reason: ReportReason::Abuse,
        note: "not nice".into(),
        at,
        lines: vec![line(6, reporter, Room::Table, "stop it"), line(7, about, Room::Table, "never")],
    }
}

async fn told(store: &dyn Store, report: NewReport) -> Result<(), StoreError> {
    store.write(vec![Write::Report(Box::new(report))]).await
}

async fn rooms_do_not_push_each_other_out(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada()), Write::SaveTable { code: code(), state: "{}".into() }]).await.unwrap();
    let say = |id, room| Write::Chat { code: code(), line: line(id, &ada(), room, "hi") };
    store.write(vec![say(1, Room::Table), say(2, Room::Team(1))]).await.unwrap();
    store.write((3..303).map(|id| say(id, Room::Gallery)).collect()).await.unwrap();
    let ids: Vec<_> = store.chat(code(), 2).await.unwrap().iter().map(|line| line.id.0).collect();
    assert_eq!(ids, [1, 2, 301, 302], "oldest first, the latest of each room");
    let said = store.said(ada().id).await.unwrap();
    assert_eq!((said.len(), said[2].id), (202, LineId(103)), "two hundred of each room");
    store.write(vec![Write::ForgetChat { code: code(), user: ada().id }]).await.unwrap();
    assert!(store.chat(code(), 9).await.unwrap().is_empty(), "in every room");
}

async fn mutes_are_kept_bounded_and_go_with_their_people(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada()), add(bea()), add(eve())]).await.unwrap();
    let mute = |muted: &User, at| Write::Mute { user: ada().id, muted: muted.id, at };
    store.write(vec![mute(&bea(), 1), mute(&eve(), 2), mute(&bea(), 3)]).await.unwrap();
    assert_eq!(store.mutes(ada().id).await.unwrap(), [eve(), bea()], "once each, latest first");
    assert!(store.has_muted(ada().id, bea().id).await.unwrap());
    assert!(!store.has_muted(bea().id, ada().id).await.unwrap(), "the other one hears all the same");
    store.write(vec![Write::Unmute { user: ada().id, muted: bea().id }]).await.unwrap();
    assert!(!store.has_muted(ada().id, bea().id).await.unwrap());
    store.write(vec![Write::DeleteUser { user: eve().id, at: 0 }]).await.unwrap();
    assert!(store.mutes(ada().id).await.unwrap().is_empty());

    let crowd: Vec<_> = (100..=100 + u64::from(MUTES)).map(|id| user(id, "Guest", Kind::Guest)).collect();
    store.write(crowd.iter().cloned().map(add).collect()).await.unwrap();
    store.write(crowd[1..].iter().map(|muted| mute(muted, 4)).collect()).await.unwrap();
    assert!(matches!(store.write(vec![mute(&crowd[0], 5)]).await, Err(StoreError::TooMany)));
    store.write(vec![mute(&crowd[1], 6)]).await.unwrap();
    assert_eq!(store.mutes(ada().id).await.unwrap().len(), MUTES as usize);
}

async fn reports_are_kept_with_what_was_said_until_they_are_closed(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada()), add(bea()), add(eve())]).await.unwrap();
    told(&*store, report(&ada(), &eve(), 5)).await.unwrap();
    told(&*store, NewReport { line: None, reason: ReportReason::Name, ..report(&bea(), &eve(), 6) }).await.unwrap();
    store.write(vec![Write::Rename { user: eve().id, name: "Angel".into() }]).await.unwrap();
    let open = store.reports(Reports::Open).await.unwrap();
    assert_eq!(open.iter().map(|report| report.id).collect::<Vec<_>>(), [1, 2]);
    let first = &open[0];
    assert_eq!((first.reporter.as_ref(), first.about_name.as_str()), (Some(&ada()), "Eve"));
    assert_eq!((first.about.id, first.about.name.as_str()), (eve().id, "Angel"));
    assert_eq!((first.code, first.line, first.reason), (Some(code()), Some(LineId(7)), ReportReason::Abuse));
    assert_eq!((first.note.as_str(), first.at, first.closed_at), ("not nice", 5, None));
    assert_eq!(first.lines, report(&ada(), &eve(), 5).lines);
    assert_eq!((open[1].line, open[1].reason), (None, ReportReason::Name));
    assert_eq!(open[1].lines, report(&bea(), &eve(), 6).lines, "each with its own");
    assert_eq!(store.reports(Reports::Oldest(1)).await.unwrap(), open[..1]);
    assert_eq!(store.reports(Reports::Oldest(9)).await.unwrap(), open);
    assert_eq!(store.open_reports().await.unwrap(), 2);
    store.write(vec![Write::CloseReport { id: 1, at: 9 }, Write::CloseReport { id: 1, at: 10 }]).await.unwrap();
    assert_eq!(store.reports(Reports::Open).await.unwrap(), open[1..]);
    assert_eq!(store.reports(Reports::Oldest(1)).await.unwrap(), open[1..]);
    assert_eq!(store.open_reports().await.unwrap(), 1);
    assert_eq!(store.reports(Reports::All).await.unwrap()[0].closed_at, Some(9));
    assert_eq!(store.reports(Reports::By(bea().id)).await.unwrap(), open[1..]);
}

/// The same report about another line.
fn about_line(report: NewReport, line: u64) -> NewReport {
    NewReport { line: Some(LineId(line)), ..report }
}

async fn what_is_reported_already_is_kept_once_until_it_is_closed(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada()), add(bea()), add(eve())]).await.unwrap();
    let person = NewReport { line: None, code: None, ..report(&ada(), &eve(), 5) };
    for again in 0..3 {
        told(&*store, report(&ada(), &eve(), 5 + again)).await.unwrap();
        told(&*store, person.clone()).await.unwrap();
    }
    told(&*store, report(&bea(), &eve(), 5)).await.unwrap();
    let open = store.reports(Reports::Open).await.unwrap();
    let about = |report: &parlor_store::ReportRow| (report.line.is_some(), report.code.is_some());
    assert_eq!(open.iter().map(about).collect::<Vec<_>>(), [(true, true), (false, false), (true, true)]);
    store.write(vec![Write::CloseReport { id: open[0].id, at: 9 }]).await.unwrap();
    told(&*store, report(&ada(), &eve(), 10)).await.unwrap();
    assert_eq!(store.reports(Reports::Open).await.unwrap().len(), 3, "it goes on, so it is looked at again");
}

async fn nobody_reports_without_end_and_nobody_keeps_others_from_it(bed: &Bed) {
    let store = bed.open().await;
    let crowd: Vec<_> = (100..=160).map(|id| user(id, "Guest", Kind::Guest)).collect();
    store.write(crowd.iter().cloned().map(add).chain([add(eve())]).collect()).await.unwrap();
    for reporter in &crowd[..60] {
        let lines = 0..u64::from(OPEN_REPORTS_BY_ONE);
        let reports = lines.map(|line| Write::Report(Box::new(about_line(report(reporter, &eve(), 5), line))));
        store.write(reports.collect()).await.unwrap();
        let more = about_line(report(reporter, &eve(), 6), 999);
        assert!(matches!(told(&*store, more).await, Err(StoreError::TooMany)));
    }
    told(&*store, report(&crowd[60], &eve(), 5)).await.expect("1,200 others do not matter");
    store.write(vec![Write::CloseReport { id: 1, at: 7 }]).await.unwrap();
    told(&*store, about_line(report(&crowd[0], &eve(), 8), 999)).await.expect("one has been looked at");
}

async fn a_house_that_takes_no_more_reports_says_so_and_blames_nobody(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada()), add(eve())]).await.unwrap();
    told(&*store, report(&ada(), &eve(), 5)).await.unwrap();
    // The first one again and again, as if others had made it.
    let copies = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {})
        INSERT INTO reports (reporter, about, about_name, at_table, about_line, reason, note, at)
        SELECT about, about, about_name, at_table, i, reason, note, at FROM n, reports WHERE reports.id = 1",
        OPEN_REPORTS - 2
    );
    bed.execute(&copies).await.unwrap();
    told(&*store, about_line(report(&ada(), &eve(), 6), 8)).await.expect("the last that can be kept");
    let one_more = about_line(report(&ada(), &eve(), 7), 9);
    assert!(matches!(told(&*store, one_more.clone()).await, Err(StoreError::Full)));
    store.write(vec![Write::CloseReport { id: 1, at: 8 }]).await.unwrap();
    told(&*store, one_more).await.expect("one has been looked at");
}

async fn the_house_keeps_only_so_many_closed_reports(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada()), add(eve())]).await.unwrap();
    for id in 1..=1_001 {
        let report = about_line(report(&ada(), &eve(), 5), id);
        store.write(vec![Write::Report(Box::new(report)), Write::CloseReport { id, at: id }]).await.unwrap();
    }
    let all = store.reports(Reports::All).await.unwrap();
    assert_eq!((all.len(), all[0].id), (1_000, 2), "the one closed first gives way");
}

async fn who_is_deleted_leaves_no_words_in_reports(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada()), add(bea()), add(eve())]).await.unwrap();
    let mut evidence = report(&ada(), &eve(), 5);
    evidence.lines.push(line(8, &bea(), Room::Table, "me too"));
    // A person deleted a moment ago may still be in a table's memory.
    evidence.lines.push(line(9, &user(99, "Gone", Kind::Guest), Room::Table, "bye"));
    told(&*store, evidence).await.unwrap();
    let kept = |reports: Vec<parlor_store::ReportRow>| -> Vec<UserId> {
        reports.iter().flat_map(|report| report.lines.iter().map(|line| line.from)).collect()
    };
    assert_eq!(kept(store.reports(Reports::All).await.unwrap()), [ada().id, eve().id, bea().id]);
    store.write(vec![Write::DeleteUser { user: ada().id, at: 0 }]).await.unwrap();
    let all = store.reports(Reports::All).await.unwrap();
    assert_eq!(all[0].reporter, None, "it can be looked at all the same");
    assert_eq!(kept(all), [eve().id, bea().id]);
    store.write(vec![Write::DeleteUser { user: eve().id, at: 0 }]).await.unwrap();
    assert!(store.reports(Reports::All).await.unwrap().is_empty());
}
