//! `make bench`: a house beside a minimal peer that plays the same game over the same driver, and a table of what things
//! cost with the goal beside each.

mod pages;
mod peers;
mod report;
mod room;
mod socket;
mod turn;

use anyhow::{Context, Result};
use clap::Parser;
use report::Report;
use std::{path::PathBuf, process::ExitCode};

/// What to measure.
#[derive(Debug, Parser)]
pub struct Flags {
    /// Rooms of two at each server
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=5000))]
    rooms: u32,
    /// How long each server is measured at full speed, and as long again at 1,000 turns a second
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// How often; the figures are medians
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=50))]
    rounds: u32,
    /// What the goals are about: 1,000 rooms, 10 seconds, three rounds
    #[arg(long)]
    full: bool,
    /// Only the two servers, not the rest of the table
    #[arg(long)]
    peers_only: bool,
    /// Also the pages about people in a house with 100,000 matches, over SQLite and PostgreSQL: takes minutes
    #[arg(long)]
    pages: bool,
    /// Where the browser client was built
    #[arg(long, value_name = "DIR", default_value = "target/web-dist")]
    client: PathBuf,
    /// Print one JSON object for each measurement of a server, too
    #[arg(long)]
    json: bool,
    /// The binary `parlor` [default: the one beside this]
    #[arg(long)]
    parlor: Option<PathBuf>,
}

impl Flags {
    /// A program that was built beside this one.
    fn beside(name: &str) -> Result<PathBuf> {
        let own = std::env::current_exe().context("the program does not know where it is")?;
        Ok(own.with_file_name(name))
    }
}

fn main() -> ExitCode {
    let mut flags = Flags::parse();
    if flags.full {
        (flags.rooms, flags.seconds, flags.rounds) = (1000, 10, 3);
    }
    match run(&flags) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(flags: &Flags) -> Result<()> {
    let parlor = flags.parlor.clone().map_or_else(|| Flags::beside("parlor"), Ok)?;
    let mut report = Report::default();
    if !flags.peers_only {
        turn::measure(&mut report)?;
        report.engines(&parlor)?;
        report.sizes(&parlor, &flags.client)?;
        report.live(&parlor)?;
    }
    if flags.pages {
        pages::measure(&mut report)?;
    }
    peers::measure(flags, &parlor, &mut report)?;
    println!("{report}");
    Ok(())
}
