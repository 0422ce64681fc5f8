//! Pictures of the screens, for people to look at: only with `PARLOR_SCREENSHOTS=1`.

use crate::person::Person;
use serde_json::json;
use std::{env, fs, path::Path, time::Duration};
use tokio::time::sleep;

const ALBUM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/screenshots");

impl Person {
    /// Takes a picture in light and one in dark, if they are wanted.
    pub async fn takes_pictures(&self, of: &str) {
        if env::var("PARLOR_SCREENSHOTS").as_deref() != Ok("1") {
            return;
        }
        fs::create_dir_all(ALBUM).expect("a place for pictures");
        for theme in ["light", "dark"] {
            self.prefers(theme).await;
            // Colours fade into each other.
            sleep(Duration::from_millis(300)).await;
            let name = format!("{of}-{}x{}-{theme}.png", self.screen.width, self.screen.height);
            self.browser.screenshot(&Path::new(ALBUM).join(name)).await.expect("a picture");
        }
        self.prefers("").await;
    }

    /// Sets the device's preference, as in its settings.
    pub async fn prefers(&self, theme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": theme });
        self.tell_browser("Emulation.setEmulatedMedia", json!({ "features": [feature] })).await;
    }
}
