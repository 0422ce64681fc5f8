//! The real binary in processes of its own, as people start, stop and ask it.

mod admin;
mod again;
mod backup;
mod bets;
#[path = "../binary/mod.rs"]
mod binary;
mod check;
#[path = "../../../store/tests/store/common/disk.rs"]
mod disk;
mod full;
mod house;
mod load;
mod log;
mod metrics;
mod moving;
#[path = "../multicast/mod.rs"]
mod multicast;
mod nearby;
mod play;
mod player;
mod reports;
mod rolling;
mod secrets;
mod stopped;
#[cfg(unix)]
mod tls;
mod traces;
mod verify;
