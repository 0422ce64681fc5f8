//! `parlor nearby`: the houses on this network.

use crate::cli::NearbyFlags;
use anyhow::{Context, Result};
use indicatif::ProgressBar;
use parlor_server::nearby;
use parlor_wire::http::{NearbyHouse, NearbyHouses, NearbyTable};
use std::{io::IsTerminal, time::Duration};
use tokio::runtime::Runtime;

/// How often the progress line moves.
const STEP: Duration = Duration::from_millis(100);

/// Looks around and prints what there is.
///
/// # Errors
/// If this machine cannot look around.
pub fn run(flags: &NearbyFlags) -> Result<()> {
    let progress = if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
    progress.set_message(format!("Looking for houses on this network ({} s)…", flags.seconds));
    progress.enable_steady_tick(STEP);
    let runtime = Runtime::new().context("cannot start the runtime")?;
    let houses = runtime.block_on(nearby::look_around(Duration::from_secs(flags.seconds)))?;
    progress.finish_and_clear();
    if flags.json {
        println!("{}", serde_json::to_string(&NearbyHouses { houses })?);
    } else if houses.is_empty() {
        println!("No house answers on this network. A house is found if it listens on the network, for example with");
        println!("`parlor serve --listen 0.0.0.0:8080`, and the network lets multicast through.");
    } else {
        houses.iter().for_each(print_house);
    }
    Ok(())
}

fn print_house(house: &NearbyHouse) {
    println!("{}  {}", house.name, house.url);
    if house.tables.is_empty() {
        println!("  no open tables");
    }
    for table in &house.tables {
        println!("  {}  {}", table_line(table), house.table_url(table.code));
    }
}

fn table_line(table: &NearbyTable) -> String {
    let NearbyTable { code, game, preset, players, free } = table;
    let seats = if *free == 1 { "1 seat free".to_owned() } else { format!("{free} seats free") };
    let who = if players.is_empty() { "no players yet".to_owned() } else { players.join(", ") };
    format!("{code}  {game} ({preset}): {who}; {seats}")
}
