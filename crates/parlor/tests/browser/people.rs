//! What people do about themselves: accounts, profiles, quick matches.

use crate::person::Person;
use serde_json::json;

/// A password that is hard to guess.
pub const PASSWORD: &str = "lamps and felt and brass";

impl Person {
    /// Gets an account under their own name.
    pub async fn signs_up(&self) {
        self.visit("/sign-up").await;
        self.fills_in(PASSWORD).await;
        self.reads_in("name", self.name).await;
        self.see("card-battleship").await;
    }

    /// Signs in with a name, which need not be their own.
    pub async fn signs_in_as(&self, name: &str, password: &str) {
        self.visit("/sign-in").await;
        self.types("name-field", name).await;
        self.types("password-field", password).await;
        self.press("sign-submit").await;
    }

    /// Fills in the form for a new account, on the page that has it.
    pub async fn fills_in(&self, password: &str) {
        self.types("name-field", self.name).await;
        self.types("password-field", password).await;
        self.press("sign-submit").await;
    }

    /// Signs out, from the menu.
    pub async fn signs_out(&self) {
        self.press("who").await;
        self.press("sign-out").await;
        self.until("to be signed out", async || Ok((self.reads("name").await == "Guest").then_some(()))).await;
    }

    /// Opens their own profile, from the menu.
    pub async fn looks_at_themselves(&self) {
        self.press("who").await;
        self.press("my-profile").await;
        self.see("profile-name").await;
    }

    /// Plays a bot and gives up.
    pub async fn loses_to_a_bot(&self) {
        self.goes_into("battleship", "play-bot-easy").await;
        self.lays_out_at_random().await;
        self.press("fleet-ready").await;
        self.is_on_turn().await;
        self.surrenders().await;
        self.see("result").await;
    }

    /// The page's address within the house.
    pub async fn path(&self) -> String {
        self.ask("return location.pathname", json!([])).await
    }

    /// How many things of a kind show.
    pub async fn counts(&self, hook: &str) -> usize {
        self.ask("return document.querySelectorAll(`[data-test='${arguments[0]}']`).length", json!([hook])).await
    }
}
