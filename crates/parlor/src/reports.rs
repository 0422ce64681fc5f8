//! `parlor reports`: what people have reported to the keeper of the house.

use crate::{
    admin,
    cli::{ReportsCommand, ReportsFlags, ServeFlags},
    store,
};
use anyhow::{Context, Result};
use parlor_server::admin::Deed;
use parlor_store::{Line, ReportRow, Reports, User, words::Word};
use parlor_wire::Room;
use std::{
    fmt::Write as _,
    time::{Duration, UNIX_EPOCH},
};

/// Does what is asked for. Works beside an open house too.
///
/// # Errors
/// If there is no such report or the database cannot be had.
pub fn run(flags: &ReportsFlags) -> Result<()> {
    match &flags.command {
        None => list(&flags.serve, if flags.all { Reports::All } else { Reports::Open }),
        Some(ReportsCommand::Close(close)) => self::close(&close.serve, &close.ids),
    }
}

fn list(serve: &ServeFlags, which: Reports) -> Result<()> {
    let reports = store::with(serve, async |store| Ok(store.reports(which).await?))?;
    for report in &reports {
        println!("{}", told(report));
    }
    match reports.len() {
        0 => println!("Nothing has been reported."),
        _ => println!("Close them with `parlor reports close ID…`."),
    }
    Ok(())
}

/// Closes all of them, or none if one is not open.
fn close(serve: &ServeFlags, ids: &[u64]) -> Result<()> {
    let closed = store::with(serve, async |store| admin::deed(store, Deed::CloseReports(ids.to_vec())).await);
    closed.context("`parlor reports` lists those that are open")?;
    for id in ids {
        println!("Report {id} is closed.");
    }
    Ok(())
}

/// A report as people read it in a terminal. Names, notes and lines hold no control characters: the house has seen to it.
fn told(report: &ReportRow) -> String {
    let reporter = report.reporter.as_ref().map_or_else(|| "a deleted person".to_owned(), called);
    let mut text = format!("Report {}: {}, {}", report.id, report.reason.word(), day(report.at));
    if let Some(code) = report.code {
        let _ = write!(text, ", table {code}");
    }
    if let Some(closed) = report.closed_at {
        let _ = write!(text, ", closed {}", day(closed));
    }
    let _ = write!(text, "\n  about {}", called(&report.about));
    if report.about.name != report.about_name {
        let _ = write!(text, ", then called {}", report.about_name);
    }
    let _ = writeln!(text, "\n  by {reporter}");
    if !report.note.is_empty() {
        let _ = writeln!(text, "  “{}”", report.note);
    }
    for line in &report.lines {
        let _ = writeln!(text, "  {} {}", if report.line == Some(line.id) { '>' } else { ' ' }, said(line));
    }
    text
}

fn called(user: &User) -> String {
    format!("{} ({})", user.name, user.id)
}

fn said(line: &Line) -> String {
    let place = match line.room {
        Room::Table => String::new(),
        Room::Gallery => " [gallery]".into(),
        Room::Team(team) => format!(" [team {}]", u16::from(team) + 1),
    };
    format!("{}{place}: {}", line.name, line.text)
}

fn day(ms: u64) -> String {
    httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_millis(ms))
}
