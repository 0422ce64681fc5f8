//! Short sounds, made on the spot with Web Audio. Silent until the first tap or key, as browsers ask, and asleep while there
//! is nothing to hear.

pub mod music;

use leptos::{ev, prelude::*};
use std::{
    cell::{Cell, RefCell},
    time::Duration,
};
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, AudioNode, AudioScheduledSourceNode, BiquadFilterType, GainNode, OscillatorType};

/// How long after the last sound began the browser's audio goes to sleep: longer than any sound or bar of music lasts. Awake,
/// it works for every moment of silence, and keeps a phone's loudspeaker powered.
const QUIET: Duration = Duration::from_secs(8);

/// What there is to hear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cue {
    /// It is your turn.
    Turn,
    /// You did something.
    Action,
    /// Something good happened to you.
    Good,
    /// Something very good happened to you.
    Great,
    /// Something bad happened to you.
    Bad,
    /// You won.
    Win,
    /// You lost.
    Lose,
    /// A piece was put down.
    Place,
    /// Dice rattle.
    Dice,
    /// A shot fell into water.
    Splash,
    /// A shot hit.
    Hit,
    /// A ship went down.
    Sunk,
    /// A ball met a paddle.
    Paddle,
    /// A ball met a wall.
    Wall,
    /// Something was stolen.
    Steal,
    /// A second of the last few has passed.
    Tick,
}

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
    /// When it goes to sleep.
    static SLEEPS: Cell<Option<TimeoutHandle>> = const { Cell::new(None) };
    static VOLUME: Cell<u8> = const { Cell::new(0) };
    /// Sounds come from one place, so that a quick succession does not get lost in itself.
    static NOISE: RefCell<Option<web_sys::AudioBuffer>> = const { RefCell::new(None) };
}

/// Sets the loudness, 0–100.
pub fn set_volume(volume: u8) {
    VOLUME.set(volume);
}

/// Waits for the first tap or key, from which on the browser allows sound.
pub fn wait_for_hand() {
    let wake = || {
        CONTEXT.with_borrow_mut(|context| {
            if context.is_none() {
                *context = AudioContext::new().ok();
            }
            context.iter().for_each(wake_up);
        });
    };
    window_event_listener(ev::pointerdown, move |_| wake());
    window_event_listener(ev::keydown, move |_| wake());
}

/// Wakes the audio up for what is heard next, and puts it to sleep some time after that.
fn wake_up(context: &AudioContext) {
    // Phones put it to sleep by themselves, too; if it cannot be woken there is nothing else to try.
    let _ = context.resume();
    let sleep = || CONTEXT.with_borrow(|context| context.iter().for_each(|context| drop(context.suspend())));
    if let Some(before) = SLEEPS.replace(set_timeout_with_handle(sleep, QUIET).ok()) {
        before.clear();
    }
}

/// Plays a sound, if it may be heard. Never fails: a game goes on without its sounds.
pub fn play(cue: Cue) {
    if VOLUME.get() == 0 {
        return;
    }
    CONTEXT.with_borrow(|context| {
        if let Some(context) = context {
            let _ = Player::new(context).and_then(|player| player.play(cue));
        }
    });
}

type Played = Result<(), JsValue>;

/// Everything a cue is made of goes through one gain: the volume.
struct Player<'a> {
    context: &'a AudioContext,
    out: GainNode,
    now: f64,
}

/// A note: when it starts, how long it sounds, how high and how loud it is.
struct Note {
    at: f64,
    length: f64,
    hz: f32,
    /// Where the pitch slides to.
    to_hz: f32,
    gain: f32,
    shape: OscillatorType,
}

/// A plain note.
const fn note(at: f64, length: f64, hz: f32, gain: f32) -> Note {
    Note { at, length, hz, to_hz: hz, gain, shape: OscillatorType::Triangle }
}

/// A note that slides.
const fn slide(at: f64, length: f64, hz: f32, to_hz: f32, gain: f32) -> Note {
    Note { at, length, hz, to_hz, gain, shape: OscillatorType::Sine }
}

impl<'a> Player<'a> {
    fn new(context: &'a AudioContext) -> Result<Self, JsValue> {
        wake_up(context);
        let out = context.create_gain()?;
        // Loudness is felt as a power of the amplitude.
        let volume = f32::from(VOLUME.get()) / 100.0;
        out.gain().set_value(volume * volume);
        out.connect_with_audio_node(&context.destination())?;
        Ok(Self { context, out, now: context.current_time() })
    }

    fn play(&self, cue: Cue) -> Played {
        match cue {
            Cue::Turn => self.notes(&[note(0.0, 0.16, 659.3, 0.22), note(0.11, 0.28, 880.0, 0.22)]),
            Cue::Steal => self.notes(&[
                note(0.0, 0.08, 784.0, 0.2),
                note(0.07, 0.08, 1046.5, 0.2),
                note(0.14, 0.08, 784.0, 0.2),
                note(0.21, 0.3, 1318.5, 0.22),
            ]),
            Cue::Tick => self.notes(&[note(0.0, 0.03, 1200.0, 0.1)]),
            Cue::Action => self.notes(&[note(0.0, 0.06, 520.0, 0.14)]),
            Cue::Good => self.notes(&[note(0.0, 0.12, 587.3, 0.2), note(0.08, 0.22, 784.0, 0.2)]),
            Cue::Great => {
                self.notes(&[note(0.0, 0.12, 587.3, 0.2), note(0.07, 0.12, 784.0, 0.2), note(0.14, 0.3, 1174.7, 0.2)])
            }
            Cue::Bad => self.notes(&[note(0.0, 0.16, 311.1, 0.2), note(0.1, 0.26, 233.1, 0.2)]),
            Cue::Win => self.notes(&[
                note(0.0, 0.2, 523.3, 0.2),
                note(0.13, 0.2, 659.3, 0.2),
                note(0.26, 0.2, 784.0, 0.2),
                note(0.39, 0.7, 1046.5, 0.24),
                note(0.39, 0.7, 659.3, 0.12),
            ]),
            Cue::Lose => {
                self.notes(&[note(0.0, 0.25, 392.0, 0.18), note(0.2, 0.25, 349.2, 0.18), note(0.4, 0.7, 261.6, 0.2)])
            }
            Cue::Place => {
                self.notes(&[slide(0.0, 0.09, 190.0, 110.0, 0.4)])?;
                self.noise(0.0, 0.04, BiquadFilterType::Highpass, 2_000.0, 0.08)
            }
            Cue::Dice => [0.0, 0.07, 0.15, 0.25, 0.38, 0.55].into_iter().try_for_each(|at| {
                self.noise(at, 0.05, BiquadFilterType::Bandpass, 2_600.0, 0.16)?;
                self.notes(&[slide(at, 0.05, 320.0, 180.0, 0.1)])
            }),
            Cue::Splash => {
                self.noise(0.0, 0.32, BiquadFilterType::Bandpass, 1_100.0, 0.3)?;
                self.notes(&[slide(0.02, 0.16, 420.0, 150.0, 0.12)])
            }
            Cue::Hit => {
                self.noise(0.0, 0.28, BiquadFilterType::Lowpass, 900.0, 0.6)?;
                self.notes(&[slide(0.0, 0.24, 150.0, 50.0, 0.55)])
            }
            Cue::Paddle => self.notes(&[slide(0.0, 0.07, 520.0, 440.0, 0.28)]),
            Cue::Wall => self.notes(&[slide(0.0, 0.05, 262.0, 230.0, 0.2)]),
            Cue::Sunk => {
                self.noise(0.0, 0.7, BiquadFilterType::Lowpass, 500.0, 0.6)?;
                self.notes(&[
                    slide(0.0, 0.6, 130.0, 38.0, 0.55),
                    slide(0.16, 0.5, 330.0, 160.0, 0.14),
                    slide(0.3, 0.5, 247.0, 110.0, 0.12),
                ])
            }
        }
    }

    fn notes(&self, notes: &[Note]) -> Played {
        notes.iter().try_for_each(|note| self.note(note))
    }

    fn note(&self, note: &Note) -> Played {
        let (start, end) = (self.now + note.at, self.now + note.at + note.length);
        let oscillator = self.context.create_oscillator()?;
        oscillator.set_type(note.shape);
        oscillator.frequency().set_value_at_time(note.hz, start)?;
        oscillator.frequency().exponential_ramp_to_value_at_time(note.to_hz, end)?;
        oscillator.connect_with_audio_node(&self.envelope(start, end, note.gain)?)?;
        oscillator.start_with_when(start)?;
        oscillator.stop_with_when(end + 0.05)
    }

    fn noise(&self, at: f64, length: f64, kind: BiquadFilterType, hz: f32, gain: f32) -> Played {
        let (start, end) = (self.now + at, self.now + at + length);
        let source = self.context.create_buffer_source()?;
        source.set_buffer(Some(&self.white()?));
        let filter = self.context.create_biquad_filter()?;
        filter.set_type(kind);
        filter.frequency().set_value_at_time(hz, start)?;
        filter.frequency().exponential_ramp_to_value_at_time(hz / 3.0, end)?;
        source.connect_with_audio_node(&filter)?;
        filter.connect_with_audio_node(&self.envelope(start, end, gain)?)?;
        source.start_with_when(start)?;
        AudioScheduledSourceNode::stop_with_when(&source, end + 0.05)
    }

    /// A quick rise and a long fall.
    fn envelope(&self, start: f64, end: f64, gain: f32) -> Result<AudioNode, JsValue> {
        let envelope = self.context.create_gain()?;
        envelope.gain().set_value_at_time(0.000_1, start)?;
        envelope.gain().exponential_ramp_to_value_at_time(gain, start + 0.008)?;
        envelope.gain().exponential_ramp_to_value_at_time(0.000_1, end)?;
        envelope.connect_with_audio_node(&self.out)?;
        Ok(envelope.into())
    }

    /// A second of white noise, made once.
    fn white(&self) -> Result<web_sys::AudioBuffer, JsValue> {
        NOISE.with_borrow_mut(|kept| {
            if let Some(noise) = kept {
                return Ok(noise.clone());
            }
            let rate = self.context.sample_rate();
            let noise = self.context.create_buffer(1, rate as u32, rate)?;
            let samples: Vec<f32> = (0..rate as u32).map(|_| (js_sys::Math::random() * 2.0 - 1.0) as f32).collect();
            noise.copy_to_channel(&samples, 0)?;
            Ok(kept.insert(noise).clone())
        })
    }
}
