//! People in front of real browsers: every test plays on the real binary, as people would.
//!
//! The web client must be built (`cargo run -p xtask -- web`), and Chromium and its driver must be installed. With
//! `PARLOR_SCREENSHOTS=1` the duels and the tours also leave pictures in `target/screenshots`.

mod access;
mod accounts;
mod addon;
mod admin;
mod arcade;
mod armada;
mod away;
mod below;
#[path = "../binary/mod.rs"]
mod binary;
mod chat;
mod codenames;
mod days;
mod death_roll;
mod duel;
mod ending;
mod fleet;
mod gallery;
mod gold;
mod house;
mod invitations;
mod keyboard;
mod mahjong;
mod moves;
#[path = "../multicast/mod.rs"]
mod multicast;
mod nearby;
mod newcomer;
mod offline;
mod people;
mod person;
mod phone;
mod pictures;
mod pong;
#[path = "../proxy/mod.rs"]
mod proxy;
mod replay;
mod result;
mod runs;
mod screen;
mod site;
mod slash;
mod stage;
mod table;
mod tetris;
mod wasm;
mod watching;
mod weight;
mod windows;
mod words;
