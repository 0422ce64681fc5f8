//! The house in the browser.

mod account;
mod admin;
mod app;
mod arcade;
mod browser;
#[cfg(test)]
mod checks;
mod games;
mod gold;
mod house;
mod invitations;
mod leaders;
mod lobby;
mod local;
mod parts;
mod place;
mod prefs;
mod profile;
mod push;
mod replay;
// Only a browser can call it.
#[cfg(target_family = "wasm")]
mod selfplay;
mod settings;
mod sound;
mod table;
mod ui;
mod windows;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
