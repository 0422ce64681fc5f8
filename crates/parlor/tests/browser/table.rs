//! What people do in the lobby and at any table.

use crate::person::Person;
use serde_json::json;

impl Person {
    /// Takes a name, from the lobby.
    pub async fn introduces_themselves(&self) {
        self.press("who").await;
        self.press("name-open").await;
        self.types("name-input", self.name).await;
        self.press("name-save").await;
        self.reads_in("name", self.name).await;
    }

    /// Takes a way into a game, from its sheet in the lobby.
    pub async fn goes_into(&self, game: &str, way: &str) {
        self.press(&format!("card-{game}")).await;
        self.press(way).await;
    }

    /// Opens a table of Battleship from the lobby and says its code.
    pub async fn opens_a_table(&self, preset: &str, door: &str, opponent: &str) -> String {
        self.press("open-table").await;
        for choice in [format!("preset-{preset}"), opponent.to_owned(), door.to_owned()] {
            self.chooses(&choice).await;
        }
        self.press("open-submit").await;
        self.reads("code").await
    }

    /// Comes to a table by typing its code in the lobby, and sits down.
    pub async fn joins_by_code(&self, code: &str) {
        self.types("code-input", &code.to_lowercase()).await;
        self.press("join").await;
        self.press("sit").await;
    }

    /// What the live region says about the game.
    pub async fn status(&self) -> String {
        self.reads("status").await
    }

    /// Who sits where.
    pub async fn seats(&self) -> Vec<String> {
        self.until("seats", async || {
            let script =
                "return [...document.querySelectorAll('[data-test=seat] .seat-name')].map(name => name.textContent)";
            let names: Vec<String> = self.ask(script, json!([])).await;
            Ok((!names.is_empty()).then_some(names))
        })
        .await
    }

    /// Says something to the table.
    pub async fn says(&self, text: &str) {
        if !self.sees("chat-input").await {
            self.press("chat-toggle").await;
        }
        self.types("chat-input", text).await;
        self.press("chat-send").await;
    }

    /// Waits until the line is down and the page says so.
    pub async fn notices_the_silence(&self) {
        self.reads_in("line", "reconnecting").await;
    }

    /// Waits until the line is up again, which it must be by itself.
    pub async fn is_back(&self) {
        self.until("the line to come back", async || Ok(self.reads("line").await.is_empty().then_some(()))).await;
    }
}
