//! `parlor reports`, beside a house that is closed.

use crate::rolling::{complaint, said};
use parlor_store::{Line, NewReport, ReportReason, SqliteStore, User, Write, Writes};
use parlor_wire::{Kind, LineId, Room, UserId};
use std::{path::Path, process::Output};

fn parlor(data: &Path, arguments: &[&str]) -> Output {
    crate::binary::parlor().args(arguments).arg("--data-dir").arg(data).output().unwrap()
}

/// A house in which Ada has reported Eve, who has another name by now.
async fn report(data: &Path) {
    let store = SqliteStore::open(&data.join("parlor.db")).await.unwrap();
    let user = |id, name: &str| User { id: UserId(id), name: name.into(), kind: Kind::Guest };
    let add = |id, name| Write::AddUser { user: user(id, name), owner: None, at: 1 };
    let line = |id, from, name: &str, text: &str| Line {
        id: LineId(id),
        room: Room::Gallery,
        from: UserId(from),
        name: name.into(),
        seated: false,
        text: text.into(),
    };
    let report = NewReport {
        reporter: UserId(1),
        about: UserId(2),
        about_name: "Eve".into(),
        code: Some("K7QX2M".parse().unwrap()),
        line: Some(LineId(8)),
        reason: ReportReason::Spam,
        note: "all day".into(),
        at: 0,
        lines: vec![line(7, 1, "Ada", "hello"), line(8, 2, "Eve", "buy gold")],
    };
    let person = NewReport { code: None, line: None, note: String::new(), lines: Vec::new(), ..report.clone() };
    let reports = [report, person].map(|report| Write::Report(Box::new(report)));
    store.write([add(1, "Ada"), add(2, "Angel")].into_iter().chain(reports).collect()).await.unwrap();
    store.close().await;
}

#[tokio::test]
async fn reports_are_read_and_closed_in_the_terminal() {
    let dir = tempfile::tempdir().unwrap();
    let nowhere = parlor(dir.path(), &["reports"]);
    assert!(complaint(&nowhere).contains("no database"), "{nowhere:?}");
    report(dir.path()).await;
    let text = "\
Report 1: spam, Thu, 01 Jan 1970 00:00:00 GMT, table K7QX2M
  about Angel (0000000000000002), then called Eve
  by Ada (0000000000000001)
  “all day”
    Ada [gallery]: hello
  > Eve [gallery]: buy gold

Report 2: spam, Thu, 01 Jan 1970 00:00:00 GMT
  about Angel (0000000000000002), then called Eve
  by Ada (0000000000000001)

Close them with `parlor reports close ID…`.
";
    assert_eq!(said(&parlor(dir.path(), &["reports"])), text);
    let unknown = parlor(dir.path(), &["reports", "close", "1", "3"]);
    assert!(complaint(&unknown).contains("no open report 3"), "{unknown:?}");
    assert_eq!(said(&parlor(dir.path(), &["reports"])), text, "all or none");
    let closed = parlor(dir.path(), &["reports", "close", "1", "2"]);
    assert_eq!(said(&closed), "Report 1 is closed.\nReport 2 is closed.\n");
    let again = parlor(dir.path(), &["reports", "close", "1"]);
    assert!(complaint(&again).contains("no open report 1"), "{again:?}");
    assert_eq!(said(&parlor(dir.path(), &["reports"])), "Nothing has been reported.\n");
    assert!(said(&parlor(dir.path(), &["reports", "--all"])).contains("K7QX2M, closed "));
}
