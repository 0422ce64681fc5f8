//! What people do in Battleship.

use crate::person::Person;
use serde_json::json;
use std::collections::BTreeMap;

/// The words of every cell of a board, by cell: "water", "Cruiser, hit", "unknown".
pub type Waters = BTreeMap<String, String>;

impl Person {
    /// The board of that side, as it would be read out: `own` or `enemy`.
    pub async fn waters(&self, side: &str) -> Waters {
        let script = "return Object.fromEntries([...document.querySelectorAll(`[data-test^='${arguments[0]}-']`)]
            .map(cell => cell.ariaLabel.split(/, (.*)/)))";
        self.ask(script, json!([side])).await
    }

    /// Waits until a cell of a board is read out like that.
    pub async fn sees_at(&self, side: &str, cell: &str, words: &str) {
        let what = format!("{side} {cell} to be {words}");
        self.until(&what, async || Ok(self.waters(side).await.get(cell).filter(|is| *is == words).map(drop))).await;
    }

    /// Drags a ship from the dock until its middle is on a cell.
    pub async fn drags(&self, ship: &str, cell: &str) {
        let (from, to) = (self.middle_of(&format!("ship-{ship}")).await, self.middle_of(&format!("own-{cell}")).await);
        self.drags_between(from, to).await;
    }

    /// Takes a ship from the dock, turns it and puts it on a cell.
    pub async fn puts_upright(&self, ship: &str, cell: &str) {
        self.press(&format!("ship-{ship}")).await;
        if self.screen.touch {
            self.press("rotate").await;
        } else {
            self.strikes("r").await;
        }
        self.press(&format!("own-{cell}")).await;
    }

    /// Lets chance lay out the fleet.
    pub async fn lays_out_at_random(&self) {
        self.press("random").await;
        self.until("a whole fleet", async || {
            Ok((self.waters("own").await.values().filter(|word| *word != "water").count() == 17).then_some(()))
        })
        .await;
    }

    /// Waits until it is their turn.
    pub async fn is_on_turn(&self) {
        self.reads_in("status", "Your turn").await;
    }

    /// Fires at a cell and waits for what it found. A thumb on small cells is asked once more.
    pub async fn fires_at(&self, cell: &str) {
        self.is_on_turn().await;
        self.press(&format!("enemy-{cell}")).await;
        self.until(&format!("the shot at {cell} to land"), async || {
            if self.waters("enemy").await.get(cell).is_some_and(|word| word != "unknown") {
                return Ok(Some(()));
            }
            if self.sees("confirm-attack").await {
                self.press("confirm-attack").await;
            }
            Ok(None)
        })
        .await;
    }

    /// The first cell without a shot.
    pub async fn finds_a_fresh_cell(&self) -> String {
        let waters = self.waters("enemy").await;
        waters.into_iter().find(|(_, word)| word == "unknown").expect("some water is left").0
    }

    /// Gives up.
    pub async fn surrenders(&self) {
        self.press("surrender").await;
        self.press("confirm-yes").await;
    }

    /// Moves a pointer or a finger from one place to another while it is down.
    pub async fn drags_between(&self, from: (i64, i64), to: (i64, i64)) {
        let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        if self.screen.touch {
            let touch = |kind: &str, at: Option<(i64, i64)>| {
                let points: Vec<_> = at.into_iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
                json!({ "type": kind, "touchPoints": points })
            };
            for (kind, at) in
                [("touchStart", Some(from)), ("touchMove", Some(middle)), ("touchMove", Some(to)), ("touchEnd", None)]
            {
                self.tell_browser("Input.dispatchTouchEvent", touch(kind, at)).await;
            }
        } else {
            let hand = self.browser.action_chain();
            let drag =
                hand.move_to(from.0, from.1).click_and_hold().move_to(middle.0, middle.1).move_to(to.0, to.1).release();
            drag.perform().await.unwrap_or_else(|error| panic!("{} cannot drag: {error}", self.name));
        }
    }

    /// The middle of a thing, in pixels of the window.
    pub async fn middle_of(&self, hook: &str) -> (i64, i64) {
        self.see(hook).await;
        self.middle(&format!("[data-test='{hook}']")).await
    }

    /// The middle of what a selector finds, in pixels of the window. It is there.
    pub async fn middle(&self, selector: &str) -> (i64, i64) {
        let script = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]";
        self.ask(script, json!([selector])).await
    }
}
