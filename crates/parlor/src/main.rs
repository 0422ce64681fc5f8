//! `parlor`: a self-hosted game house in one binary.

mod admin;
mod analyse;
mod backup;
mod card;
mod check;
mod cli;
mod config;
mod lexicon;
mod load;
mod logs;
mod moving;
mod nearby;
mod play;
mod reports;
mod restore;
mod serve;
mod sim;
mod store;
mod telemetry;

use cli::{Cli, Command};
use parlor_wire::spelled_out;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match Cli::read().command {
        Command::Serve(flags) => serve::run(&flags),
        Command::Play(flags) => play::run(&flags),
        Command::Config(flags) => config::print(&flags),
        Command::Sim(plan) => sim::run(&plan),
        Command::Load(flags) => load::run(&flags),
        Command::Replay(file) => logs::replay(&file),
        Command::Verify(file) => logs::verify(&file),
        Command::Check(flags) => check::run(&flags),
        Command::Backup(flags) => backup::run(&flags),
        Command::Restore(flags) => restore::run(&flags),
        Command::Move(flags) => moving::run(&flags),
        Command::Analyse(flags) => analyse::run(&flags),
        Command::Lexicon(command) => lexicon::run(&command),
        Command::Nearby(flags) => nearby::run(&flags),
        Command::Admin(flags) => admin::run(&flags),
        Command::Reports(flags) => reports::run(&flags),
        Command::Card(command) => card::run(&command),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The error may quote another's text, which must not pass for a verdict of ours.
            eprintln!("parlor: {}", spelled_out(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}
