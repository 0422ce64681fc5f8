//! The house in the browser.

mod app;
mod browser;
mod games;
mod house;
mod lobby;
mod prefs;
mod replay;
mod selfplay;
mod sound;
mod table;
mod ui;
mod windows;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
