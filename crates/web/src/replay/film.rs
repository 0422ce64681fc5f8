//! A finished match as a film: any position, from anyone's eyes.

use parlor_kernel::{Library, Mismatch, Playable, Record, Replay, Seat, Tick, Viewer};
use std::sync::Arc;

/// Why a log cannot be watched, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unplayable(pub String);

impl From<Mismatch> for Unplayable {
    fn from(mismatch: Mismatch) -> Self {
        Self(mismatch.to_string())
    }
}

/// One position of a replay.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame<G: Playable> {
    /// What each seat knew, by seat.
    pub views: Vec<G::View>,
    /// Through whose eyes to look; `None` shows all there is.
    pub perspective: Option<Seat>,
    /// What the last step announced; nothing in a real-time game, whose frames are moments.
    pub events: Vec<G::Event>,
    /// When it is.
    pub tick: Tick,
}

/// One line of the list of moves. A step that goes without saying has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The position after it: so many steps, or in a real-time game ticks.
    pub position: usize,
    /// When it happened, in seconds since the match began.
    pub second: u64,
    /// Who did it.
    pub seat: Option<Seat>,
    /// What was done and what came of it.
    pub words: String,
}

/// A match that has been checked and can be shown.
pub struct Film<G: Playable> {
    replay: Replay<G>,
    /// Display names by seat.
    pub names: Vec<String>,
    /// Every step.
    pub moves: Vec<Move>,
    /// What the check of every input, digest and the result said.
    pub verdict: Result<(), String>,
}

impl<G: Playable> Film<G> {
    /// Reads and checks a log.
    ///
    /// # Errors
    /// If it cannot even be played up to its end.
    pub fn new(record: Record, library: &Library) -> Result<Self, Unplayable> {
        let names: Vec<_> = record.header.seats.iter().map(|seat| seat.name.clone()).collect();
        let mut replay = Replay::<G>::new(record, library)?;
        let verdict = replay.verify().map_err(|mismatch| mismatch.to_string());
        replay.seek(0)?;
        let mut moves = Vec::new();
        while let Some(step) = replay.step()? {
            let words = G::step_text(replay.config(), &step.events.iter().collect::<Vec<_>>(), &names);
            if !words.is_empty() {
                moves.push(Move {
                    position: if G::SPEC.real_time { step.tick.0 as usize } else { replay.position() },
                    second: step.tick.0 / u64::from(G::SPEC.ticks_per_second),
                    seat: step.action.as_ref().map(|(seat, _)| *seat),
                    words,
                });
            }
        }
        Ok(Self { replay, names, moves, verdict })
    }

    /// The log.
    pub const fn record(&self) -> &Record {
        self.replay.record()
    }

    /// The rule set.
    pub fn config(&self) -> Arc<G::Config> {
        Arc::clone(self.replay.config())
    }

    /// How many steps there are, or ticks in a real-time game.
    pub fn len(&self) -> usize {
        if G::SPEC.real_time { self.replay.end().0 as usize } else { self.replay.len() }
    }

    /// The position after so many steps or ticks. A log that was read holds everywhere.
    pub fn frame(&mut self, position: usize, perspective: Option<Seat>) -> Frame<G> {
        let events = match position.checked_sub(1) {
            _ if G::SPEC.real_time => {
                let _ = self.replay.seek_time(Tick(position as u64));
                Vec::new()
            }
            None => {
                let _ = self.replay.seek(0);
                Vec::new()
            }
            Some(before) => {
                let _ = self.replay.seek(before);
                self.replay.step().ok().flatten().map(|step| step.events).unwrap_or_default()
            }
        };
        let seats = self.record().header.seats.len() as u8;
        let views = Seat::all(seats).map(|seat| self.replay.view(Viewer::Seat(seat))).collect();
        Frame { views, perspective, events, tick: self.replay.now() }
    }
}
