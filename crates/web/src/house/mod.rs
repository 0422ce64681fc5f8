//! The house as this page sees it.
//!
//! [`House`] is made of parts, each in a file of its own, with what it knows and what it can do by itself. What takes
//! several of them is a method of [`House`], in the file of the part that it is about.

mod asked;
mod assets;
mod catalog;
mod clock;
pub mod http;
mod invitations;
mod line;
mod mutes;
mod news;
mod pages;
mod search;
mod session;
mod tables;
mod toast;
mod visitor;

use crate::prefs::Prefs;
use catalog::Catalog;
use clock::Clock;
use invitations::Invitations;
use leptos::prelude::*;
use line::Line;
use mutes::Mutes;
use news::Turns;
use parlor_client::Session;
use search::Search;
use session::Purpose;
use tables::Tables;
use toast::Toast;
use visitor::Visitor;

pub use asked::{Asked, ask};
pub use assets::Coming;
pub use pages::Pages;
pub use search::Seeking;
pub use toast::{Passing, Said};

/// The one house this page belongs to. Copy it freely.
#[derive(Clone, Copy)]
pub struct House {
    /// The games.
    pub catalog: Catalog,
    /// The screen's clock.
    pub clock: Clock,
    /// What belongs to no place on the screen.
    pub toast: Toast,
    /// The line to the house.
    pub line: Line,
    /// Who we are.
    pub visitor: Visitor,
    /// Those we do not want to hear.
    pub mutes: Mutes,
    /// The search for opponents.
    pub search: Search,
    /// Invitations, both ways.
    pub invitations: Invitations,
    /// In how many games over days it is our turn.
    pub turns: Turns,
    tables: Tables,
    session: StoredValue<Session<Purpose>, LocalStorage>,
    prefs: Prefs,
}

impl House {
    /// Opens the door: remembers who we are, and keeps the clock and the line going.
    pub fn new(prefs: Prefs) -> Self {
        let catalog = Catalog::new();
        let house = Self {
            catalog,
            clock: Clock::new(),
            toast: Toast::new(),
            line: Line::new(),
            visitor: Visitor::new(),
            mutes: Mutes::new(),
            search: Search::new(),
            invitations: Invitations::new(),
            turns: Turns::new(),
            tables: Tables::new(),
            session: StoredValue::new_local(session::fresh(catalog)),
            prefs,
        };
        house.clock.run(move || house.tend());
        house.follow_network();
        house.follow_mutes();
        house.recall_when_possible();
        house
    }

    /// The house, from anywhere below the app.
    pub fn expect() -> Self {
        expect_context()
    }
}
