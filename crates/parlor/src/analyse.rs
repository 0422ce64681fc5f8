//! `parlor analyse`: what the turns of a finished match of Words could have been.

use crate::{cli::AnalyseFlags, logs};
use anyhow::{Result, bail};
use parlor_kernel::Game;
use parlor_words::{
    Words,
    analysis::{Assessment, Way, analyse},
    gcg::Gcg,
};

/// Prints every turn with the best alternatives, or the match as GCG.
///
/// # Errors
/// If there is no such log, it is of another game, or it does not hold.
pub fn run(flags: &AnalyseFlags) -> Result<()> {
    let (game, record) = logs::find(&flags.log)?;
    if game.spec().id != Words::SPEC.id {
        bail!("this is a match of {}; only Words is analysed", game.spec().name);
    }
    let registry = parlor_catalog::registry();
    let library = registry.library();
    if flags.gcg {
        print!("{}", Gcg::of_match(record, library)?);
        return Ok(());
    }
    let names: Vec<_> = record.header.seats.iter().map(|seat| seat.name.clone()).collect();
    let turns = analyse(record, library, flags.best)?;
    if flags.json {
        println!("{}", serde_json::to_string(&turns)?);
        return Ok(());
    }
    for (number, turn) in (1..).zip(&turns) {
        let name = names.get(turn.seat.index()).map_or("?", String::as_str);
        print_turn(number, name, turn);
    }
    for (seat, name) in names.iter().enumerate() {
        let own = || turns.iter().filter(|turn| turn.seat.index() == seat);
        let lost: i32 = own().map(|turn| turn.equity_lost).sum();
        println!("{name}: {} turns, {} of equity lost", own().count(), points(lost));
    }
    Ok(())
}

fn print_turn(number: usize, name: &str, turn: &Assessment) {
    let chance = turn.chance.map_or_else(String::new, |[before, after]| format!(", {before} % → {after} %"));
    println!("{number:>3}. {name} ({}): {}, lost {}{chance}", turn.rack, way(&turn.made), points(turn.equity_lost));
    for better in turn.best.iter().filter(|better| better.equity > turn.made.equity) {
        println!("       {}", way(better));
    }
}

fn way(way: &Way) -> String {
    format!("{} for {} (worth {})", way.text, way.points, points(way.equity))
}

/// Hundredths of a point as points.
fn points(hundredths: i32) -> String {
    format!("{:.2}", f64::from(hundredths) / 100.0)
}
