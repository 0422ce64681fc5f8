//! What every game of the house is made of.
//!
//! A game is a value. It changes in three ways only: a seat [acts](Game::act), its clock [wakes](Game::wake)
//! it, a seat [leaves](Game::leave). It announces through a [`Sink`], is seen only through a
//! [view](Game::view), and draws from [`Dice`] that it does not own. A [`Table`] runs one game and keeps its
//! time; an [`AnyTable`] is the same with the game's types erased, which is all the server ever knows.
//!
//! Nothing in here does I/O, reads a clock or allocates on a game's hot path.

mod any;
mod any_game;
mod any_rules;
mod asset;
mod barrier;
mod bot;
mod canonical;
mod code;
mod config;
mod dice;
mod digest;
mod duel;
mod enumerate;
mod game;
mod hired;
mod journal;
mod library;
mod log;
mod outcome;
mod places;
mod plan;
mod player;
mod predict;
pub mod prose;
mod registry;
mod replay;
mod rng;
mod rules;
mod seat;
mod seen;
mod sim;
mod sink;
mod solo;
mod table;
mod tell;
mod text;
mod tick;

pub use any::{Announcement, AnyTable, Cadence, Malformed};
pub use any_game::{AnyGame, Entrant, GameInfo, PresetInfo, Unfit};
pub use any_rules::AnyRules;
pub use asset::{Asset, AssetDigest, AssetError, AssetId, NotAnAssetId};
pub use barrier::Barrier;
pub use bot::{Bot, Level, RANDOM};
pub use code::{Code, Refusal, join_codes, kernel_codes};
pub use config::{GameConfig, Preset};
pub use dice::{Commitment, Dice, Draws, FastDice, Key, KeyedDice, Stream};
pub use digest::Digest;
pub use duel::Duel;
pub use enumerate::{Enumerate, Imagine, Playable};
pub use game::{Best, Game, OnAbandon, Spec, Stat};
pub use hired::{AnyBot, Hired};
pub use journal::{Chain, Journal};
pub use library::{Library, MemoryShelf, Shelf};
pub use log::{Entry, Footer, Format, Header, Input, Record, RecordError, SeatLabel, UnknownFormat};
pub use outcome::{Outcome, Reason, Verdict};
pub use places::Places;
pub use plan::{SeatPlan, Team, Voice};
pub use player::AnyPlayer;
pub use predict::Predict;
pub use registry::Registry;
pub use replay::{Mismatch, Replay, Step};
pub use rng::Rng;
pub use rules::{Assets, Rules};
pub use seat::{MAX_SEATS, Seat, SeatSet, Viewer};
pub use seen::{AnyAction, AnyEvent, AnyView, SeenView};
pub use sim::{SimError, SimPlan, Tally};
pub use sink::{Audience, Sink};
pub use solo::{Measure, Solo};
pub use table::{Rejected, Table};
pub use tell::Tell;
pub use text::from_text;
pub use tick::Tick;
