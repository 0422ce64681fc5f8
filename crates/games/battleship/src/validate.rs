//! Which rule sets can be played.

use crate::{Config, First, MAX_SHIPS, MAX_SIDE, Pattern, Spacing, random};
use std::ops::RangeInclusive;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;

const SIDES: RangeInclusive<u8> = 2..=MAX_SIDE;
const MAX_PATTERNS: usize = 32;
const MAX_PATTERN_CELLS: usize = 64;
const MAX_NAME: usize = 40;
const PLACEMENT_SECONDS: RangeInclusive<u32> = 10..=3600;
const TURN_SECONDS: RangeInclusive<u32> = 5..=3600;
const MISSED_TURNS: RangeInclusive<u8> = 1..=10;

/// Why a rule set cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum InvalidConfig {
    /// The board is too small or too large.
    #[error("A board has 2 to {MAX_SIDE} columns and rows.")]
    BadBoard,
    /// No ship, or too many.
    #[error("A fleet has 1 to {MAX_SHIPS} ships.")]
    BadShipCount,
    /// A ship of no size, or longer than the board.
    #[error("The {0} must have at least one cell and fit on the board.")]
    BadShipSize(String),
    /// Two ships or two patterns with the same id.
    #[error("Two of them have the id {0}: ids must differ.")]
    DuplicateId(String),
    /// An id or a name that is empty or very long.
    #[error("Ids and names have 1 to {MAX_NAME} characters.")]
    BadName,
    /// The ships do not fit on the board together, or so barely that finding out how would take long.
    #[error("The fleet does not fit on the board, or only just: take a larger board, fewer ships, or let ships touch.")]
    FleetTooLarge,
    /// No pattern, or too many.
    #[error("A table offers 1 to {MAX_PATTERNS} shot patterns.")]
    BadPatternCount,
    /// A pattern without cells, with too many, or with the same cell twice.
    #[error("The pattern {0} must have 1 to {MAX_PATTERN_CELLS} different cells, none farther away than {MAX_SIDE}.")]
    BadPatternCells(String),
    /// With the first pattern every cell can be attacked at any time; otherwise a match might never end.
    #[error("The first pattern must be without limit and include its centre, so that there is always an attack.")]
    BadFirstPattern,
    /// There are two seats.
    #[error("The seat that shoots first must be 0 or 1.")]
    BadFirstSeat,
    /// A timer out of range.
    #[error("Placing may take 10 to 3600 seconds, a turn 5 to 3600.")]
    BadTimer,
    /// Too few or too many turns to miss.
    #[error("A match is lost after 1 to 10 missed turns.")]
    BadMissedTurns,
}

/// Whether a match can be played with `config`.
pub(crate) fn config(config: &Config) -> Result<(), InvalidConfig> {
    require(SIDES.contains(&config.width) && SIDES.contains(&config.height), || InvalidConfig::BadBoard)?;
    fleet(config)?;
    patterns(config)?;
    require(!matches!(config.first, First::Given(seat) if seat.0 > 1), || InvalidConfig::BadFirstSeat)?;
    let timers = &config.timers;
    require(timers.placement.is_none_or(|seconds| PLACEMENT_SECONDS.contains(&seconds)), || InvalidConfig::BadTimer)?;
    require(timers.turn.is_none_or(|seconds| TURN_SECONDS.contains(&seconds)), || InvalidConfig::BadTimer)?;
    require(MISSED_TURNS.contains(&timers.missed_turns), || InvalidConfig::BadMissedTurns)?;
    // Last, because only this one takes time: up to a millisecond.
    require(random::witness(config).is_some(), || InvalidConfig::FleetTooLarge)
}

fn require(holds: bool, otherwise: impl FnOnce() -> InvalidConfig) -> Result<(), InvalidConfig> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

fn fleet(config: &Config) -> Result<(), InvalidConfig> {
    let ships = &config.fleet;
    require((1..=MAX_SHIPS).contains(&ships.len()), || InvalidConfig::BadShipCount)?;
    let longest = config.width.max(config.height);
    for ship in ships {
        require((1..=longest).contains(&ship.size), || InvalidConfig::BadShipSize(ship.name.clone()))?;
    }
    names(ships.iter().map(|ship| (ship.id.as_str(), ship.name.as_str())))?;
    require(may_fit(config), || InvalidConfig::FleetTooLarge)
}

/// Whether the fleet's area does not already rule it out.
fn may_fit(config: &Config) -> bool {
    let sizes = config.fleet.iter().map(|ship| u16::from(ship.size));
    match config.spacing {
        Spacing::Touch => sizes.sum::<u16>() <= config.area(),
        // A ship and the water to its right and below it are its own, on a board one larger each way.
        Spacing::Apart => {
            let area = (u16::from(config.width) + 1) * (u16::from(config.height) + 1);
            sizes.map(|size| 2 * (size + 1)).sum::<u16>() <= area
        }
    }
}

fn patterns(config: &Config) -> Result<(), InvalidConfig> {
    let patterns = &config.patterns;
    require((1..=MAX_PATTERNS).contains(&patterns.len()), || InvalidConfig::BadPatternCount)?;
    for pattern in patterns {
        require(has_good_cells(pattern), || InvalidConfig::BadPatternCells(pattern.name.clone()))?;
    }
    names(patterns.iter().map(|pattern| (pattern.id.as_str(), pattern.name.as_str())))?;
    let always = patterns[0].uses.is_none() && patterns[0].cells.contains(&(0, 0));
    require(always, || InvalidConfig::BadFirstPattern)
}

fn has_good_cells(pattern: &Pattern) -> bool {
    let cells = &pattern.cells;
    let near = |&(dx, dy): &(i8, i8)| dx.unsigned_abs() <= MAX_SIDE && dy.unsigned_abs() <= MAX_SIDE;
    (1..=MAX_PATTERN_CELLS).contains(&cells.len())
        && cells.iter().all(near)
        && cells.iter().enumerate().all(|(place, cell)| !cells[..place].contains(cell))
}

/// Ids differ; ids and names are there and short.
fn names<'a>(entries: impl Iterator<Item = (&'a str, &'a str)>) -> Result<(), InvalidConfig> {
    let mut seen: Vec<&str> = Vec::new();
    for (id, name) in entries {
        let short = |text: &str| (1..=MAX_NAME).contains(&text.chars().count());
        require(short(id) && short(name), || InvalidConfig::BadName)?;
        require(!seen.contains(&id), || InvalidConfig::DuplicateId(id.to_owned()))?;
        seen.push(id);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ShipClass;
    use parlor_kernel::{Code, GameConfig, Seat};

    fn code_after(change: impl FnOnce(&mut Config)) -> Option<&'static str> {
        let mut config = Config::preset("voxel").unwrap();
        change(&mut config);
        config.validate().err().map(|invalid| invalid.code())
    }

    fn ships(sizes: &[u8]) -> Vec<ShipClass> {
        (0..)
            .zip(sizes)
            .map(|(id, &size)| ShipClass { id: format!("s{id}"), name: format!("Ship {id}"), size })
            .collect()
    }

    #[test]
    fn every_limit_has_its_code() {
        assert_eq!(code_after(|_| ()), None);
        assert_eq!(code_after(|config| config.width = 1), Some("bad_board"));
        assert_eq!(code_after(|config| config.height = 31), Some("bad_board"));
        assert_eq!(code_after(|config| config.fleet.clear()), Some("bad_ship_count"));
        assert_eq!(code_after(|config| config.fleet = ships(&[1; 17])), Some("bad_ship_count"));
        assert_eq!(code_after(|config| config.fleet[2].size = 0), Some("bad_ship_size"));
        assert_eq!(code_after(|config| config.fleet[2].size = 11), Some("bad_ship_size"));
        assert_eq!(code_after(|config| config.fleet[2].id = "carrier".into()), Some("duplicate_id"));
        assert_eq!(code_after(|config| config.fleet[2].id.clear()), Some("bad_name"));
        assert_eq!(code_after(|config| config.fleet[2].name = "x".repeat(41)), Some("bad_name"));
        assert_eq!(code_after(|config| config.patterns.clear()), Some("bad_pattern_count"));
        assert_eq!(
            code_after(|config| config.patterns = vec![config.patterns[0].clone(); 33]),
            Some("bad_pattern_count")
        );
        assert_eq!(code_after(|config| config.patterns.push(config.patterns[0].clone())), Some("duplicate_id"));
        assert_eq!(code_after(|config| config.patterns[0].cells.clear()), Some("bad_pattern_cells"));
        assert_eq!(code_after(|config| config.patterns[0].cells.push((0, 0))), Some("bad_pattern_cells"));
        assert_eq!(code_after(|config| config.patterns[0].cells.push((31, 0))), Some("bad_pattern_cells"));
        assert_eq!(code_after(|config| config.patterns[0].cells.push((0, -128))), Some("bad_pattern_cells"));
        assert_eq!(code_after(|config| config.patterns[0].uses = Some(900)), Some("bad_first_pattern"));
        assert_eq!(code_after(|config| config.patterns[0].cells = vec![(1, 0)]), Some("bad_first_pattern"));
        assert_eq!(code_after(|config| config.first = First::Given(Seat(2))), Some("bad_first_seat"));
        assert_eq!(code_after(|config| config.timers.placement = Some(9)), Some("bad_timer"));
        assert_eq!(code_after(|config| config.timers.turn = Some(3601)), Some("bad_timer"));
        assert_eq!(code_after(|config| config.timers.missed_turns = 0), Some("bad_missed_turns"));
        assert_eq!(code_after(|config| config.timers.missed_turns = 11), Some("bad_missed_turns"));
    }

    #[test]
    fn fleets_must_fit_together() {
        let fits = |width, height, spacing, sizes: &[u8]| {
            code_after(|config| {
                (config.width, config.height, config.spacing) = (width, height, spacing);
                config.fleet = ships(sizes);
            })
        };
        let too_large = Some("fleet_too_large");
        assert_eq!(fits(2, 2, Spacing::Touch, &[1, 1, 1, 1]), None);
        assert_eq!(fits(2, 2, Spacing::Touch, &[2, 2, 1]), too_large, "more cells than the board has");
        assert_eq!(fits(2, 2, Spacing::Apart, &[1, 1]), too_large, "the area would do, but they touch");
        assert_eq!(fits(3, 3, Spacing::Touch, &[3, 3, 3]), None);
        assert_eq!(fits(3, 4, Spacing::Touch, &[4, 4, 2, 2]), None);
        assert_eq!(fits(3, 3, Spacing::Touch, &[2, 2, 2, 2, 1]), None);
        assert_eq!(fits(3, 5, Spacing::Apart, &[5, 5]), None);
        assert_eq!(fits(4, 5, Spacing::Apart, &[5, 5, 1]), too_large);
        assert_eq!(fits(7, 7, Spacing::Apart, &[5, 4, 3, 3, 2]), None);
        assert_eq!(fits(30, 30, Spacing::Touch, &[30; 16]), None);
        assert_eq!(fits(30, 30, Spacing::Apart, &[30; 15]), None);
        assert_eq!(fits(30, 30, Spacing::Apart, &[30; 16]), too_large);
        assert_eq!(fits(16, 16, Spacing::Touch, &[16; 16]), None);
        assert_eq!(fits(15, 15, Spacing::Touch, &[15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 8, 7]), None);
        assert_eq!(fits(2, 30, Spacing::Touch, &[30, 30]), None);
        assert_eq!(fits(8, 8, Spacing::Apart, &[2; 13]), too_large, "it can be done, but takes long to find");
    }
}
