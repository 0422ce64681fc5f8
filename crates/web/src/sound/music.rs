//! Quiet music, made on the spot: slow notes of five tones that wander up and down. Off until it is asked for.

use super::{CONTEXT, Note, Player, VOLUME};
use crate::browser::is_visible;
use leptos::prelude::*;
use std::time::Duration;
use web_sys::OscillatorType;

/// How long a bar is, in seconds.
const BAR: f64 = 4.0;
/// How loud it is beside the other sounds.
const LOUD: f32 = 0.05;
/// Five tones over two octaves, in hertz.
const TONES: [f32; 10] = [196.0, 220.0, 261.6, 293.7, 329.6, 392.0, 440.0, 523.3, 587.3, 659.3];
/// When in a bar a note may begin, in seconds, and how often one does.
const BEATS: [(f64, f64); 5] = [(0.0, 1.0), (1.0, 0.5), (1.5, 0.35), (2.0, 0.8), (3.0, 0.5)];

/// Plays while `on` is set and the page can be seen, until the current component goes.
pub fn follow(on: Signal<bool>) {
    let bar = set_interval_with_handle(
        {
            let tone = StoredValue::new(4_usize);
            move || {
                if on.try_get_untracked() == Some(true) && is_visible() {
                    tone.update_value(|tone| *tone = play_bar(*tone));
                }
            }
        },
        Duration::from_secs_f64(BAR),
    );
    on_cleanup(move || bar.iter().for_each(IntervalHandle::clear));
}

/// Plays a bar that begins near a tone, and answers where it ends. Never fails: a game goes on without music.
fn play_bar(from: usize) -> usize {
    let mut tone = from;
    if VOLUME.get() == 0 {
        return tone;
    }
    CONTEXT.with_borrow(|context| {
        let Some(player) = context.as_ref().and_then(|context| Player::new(context).ok()) else { return };
        for (at, often) in BEATS {
            if js_sys::Math::random() < often {
                tone = step(tone, js_sys::Math::random());
                let pluck = |hz, gain| Note { at, length: 2.6, hz, to_hz: hz, gain, shape: OscillatorType::Sine };
                let _ = player.notes(&[pluck(TONES[tone], LOUD), pluck(TONES[tone] / 2.0, LOUD / 2.0)]);
            }
        }
    });
    tone
}

/// A tone near the last one, by a chance of 0 to 1.
fn step(tone: usize, chance: f64) -> usize {
    match (chance * 5.0) as u8 {
        0 => tone.saturating_sub(2),
        1 => tone.saturating_sub(1),
        2 | 3 => (tone + 1).min(TONES.len() - 1),
        _ => tone.abs_diff(5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_a_tone() {
        for tone in 0..TONES.len() {
            for chance in [0.0, 0.25, 0.5, 0.75, 0.999] {
                assert!(step(tone, chance) < TONES.len());
            }
        }
    }
}
