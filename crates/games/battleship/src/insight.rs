//! What `hard` makes of a match: where it would have looked for ships, and how lucky every attack was. For people who
//! look at a match that is over; nothing of it is more than the shooter could know.

use crate::{Cell, Config, Event, ShotKind, View, bot};
use parlor_kernel::{Duel, Seat};

/// The chance of a ship in each cell of the board that `seat` shoots at, by the numbers of the cells; 0 where it has shot.
/// Equal views give equal chances.
pub fn chances(config: &Config, view: &View, seat: Seat) -> Vec<f32> {
    bot::chances(config, view, seat)
}

/// An attack, judged by what its shooter could know.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    /// Who attacked.
    pub seat: Seat,
    /// Where.
    pub at: Cell,
    /// How many cells were fired at.
    pub fired: u32,
    /// How many of them were hits.
    pub hits: u32,
    /// How many hits were to be expected.
    pub promised: f32,
    /// How good the aim was, from 0 to 1: the chance of what was chosen as a part of the best chance there was. Known of
    /// single shots.
    pub aim: Option<f32>,
}

impl Judged {
    /// Judges what an event tells, if it is an attack, by the views of both seats before it.
    pub fn of(config: &Config, before: &[View], event: &Event) -> Option<Self> {
        let Event::Attacked { seat, at, shots, .. } = event else { return None };
        let chances = chances(config, before.get(seat.index())?, *seat);
        let chance = |cell: Cell| chances.get(usize::from(config.index_of(cell))).copied().unwrap_or_default();
        let fired: Vec<_> = shots.iter().filter(|shot| shot.result != ShotKind::Spent).collect();
        let best = chances.iter().copied().fold(0.0, f32::max);
        let aim = match &fired[..] {
            [only] if shots.len() == 1 && best > 0.0 => Some((chance(only.at) / best).min(1.0)),
            _ => None,
        };
        Some(Self {
            seat: *seat,
            at: *at,
            fired: fired.len() as u32,
            hits: fired.iter().filter(|shot| shot.result != ShotKind::Miss).count() as u32,
            promised: fired.iter().map(|shot| chance(shot.at)).sum(),
            aim,
        })
    }
}

/// How one seat has shot.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Shooting {
    /// Cells fired at.
    pub fired: u32,
    /// Hits among them.
    pub hits: u32,
    /// Hits beyond those that were to be expected; below zero for bad luck.
    pub luck: f32,
    /// How good the aim was on average, from 0 to 1.
    pub aim: Option<f32>,
}

impl Shooting {
    /// Sums up the attacks of `seat`.
    pub fn of<'a>(attacks: impl IntoIterator<Item = &'a Judged>, seat: Seat) -> Self {
        let (mut shooting, mut aims) = (Self::default(), Vec::new());
        for attack in attacks.into_iter().filter(|attack| attack.seat == seat) {
            shooting.fired += attack.fired;
            shooting.hits += attack.hits;
            shooting.luck += attack.hits as f32 - attack.promised;
            aims.extend(attack.aim);
        }
        shooting.aim = (!aims.is_empty()).then(|| aims.iter().sum::<f32>() / aims.len() as f32);
        shooting
    }

    /// Hits among the cells fired at, in percent, rounded; `None` before the first shot.
    pub const fn accuracy(&self) -> Option<u32> {
        (200 * self.hits + self.fired).checked_div(2 * self.fired)
    }
}

/// The attack with which `winner` took the lead in hits for good, as its place in the list; none if they were not ahead
/// at the end.
pub fn turning_point(attacks: &[Judged], winner: Seat) -> Option<usize> {
    let (mut lead, mut turned) = (0_i64, None);
    for (number, attack) in attacks.iter().enumerate() {
        let before = lead;
        lead += i64::from(attack.hits) * if attack.seat == winner { 1 } else { -1 };
        match (before > 0, lead > 0) {
            (false, true) => turned = Some(number),
            (true, false) => turned = None,
            _ => {}
        }
    }
    debug_assert!(turned.is_none_or(|number| attacks[number].seat != Duel::other(winner)));
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::{ADA, BEN, Script, cell};
    use parlor_kernel::Viewer;

    fn attack(seat: Seat, hits: u32) -> Judged {
        Judged { seat, at: cell("A1"), fired: 2, hits, promised: 0.5, aim: Some(0.5) }
    }

    #[test]
    fn chances_tell_no_more_than_the_shooter_knows() {
        let mut script = Script::firing(|_| ());
        script.volley(&["A1"]);
        let views = [ADA, BEN].map(|seat| script.table.view(Viewer::Seat(seat)));
        let config = script.table.config();
        let chances = chances(config, &views[0], ADA);
        assert_eq!(chances.len(), usize::from(config.area()));
        assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
        let at = |name: &str| chances[usize::from(config.index_of(cell(name)))];
        assert_eq!(at("A1"), 0.0, "it was shot at");
        assert!(at("A2") > at("J10"), "beside a hit is a better place than far away");
        // The fleet that is hidden from the shooter makes no difference.
        let mut blind = views[0].clone();
        blind.fleets = [None, None];
        assert_eq!(super::chances(config, &blind, ADA), chances);
    }

    #[test]
    fn luck_is_what_came_beyond_what_was_to_be_expected() {
        let attacks = [attack(ADA, 2), attack(BEN, 0), attack(ADA, 0)];
        let ada = Shooting::of(&attacks, ADA);
        assert_eq!((ada.fired, ada.hits, ada.luck, ada.aim), (4, 2, 1.0, Some(0.5)));
        assert_eq!((ada.accuracy(), Shooting::of(&attacks, BEN).luck), (Some(50), -0.5));
        assert_eq!(Shooting::of(&[], ADA).accuracy(), None);
    }

    #[test]
    fn the_turning_point_is_where_the_winner_took_the_lead_for_good() {
        let match_of = |hits: &[(Seat, u32)]| hits.iter().map(|&(seat, hits)| attack(seat, hits)).collect::<Vec<_>>();
        let swinging = match_of(&[(ADA, 1), (BEN, 2), (ADA, 0), (BEN, 0), (ADA, 2), (BEN, 0), (ADA, 1)]);
        assert_eq!(turning_point(&swinging, ADA), Some(4));
        assert_eq!(turning_point(&match_of(&[(ADA, 1), (BEN, 0)]), ADA), Some(0), "ahead from the first hit on");
        assert_eq!(turning_point(&match_of(&[(ADA, 0), (BEN, 2)]), ADA), None, "the other one gave up");
    }
}
