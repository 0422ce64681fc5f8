//! What a browser is shown on.

use serde_json::json;
use std::path::Path;
use thirtyfour::{
    ChromeCapabilities, ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, error::WebDriverResult,
};

/// Chromium without its windows, which costs less to run. Not the script that Debian puts before it: the
/// browser would outlive that when it is stopped.
const SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";

/// Nothing that talks to the outside, nothing that needs a graphics card or a sandbox, and no second, slower compilation
/// of code that runs for seconds only.
const FLAGS: [&str; 9] = [
    "--js-flags=--no-wasm-tier-up",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

/// How much may move on a screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motion {
    /// All that there is.
    Full,
    /// Little, which costs less to draw.
    Reduced,
}

/// The size of a screen, and whether it is touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    pub width: u32,
    pub height: u32,
    pub touch: bool,
}

impl Screen {
    pub const DESK: Self = Self { width: 1280, height: 800, touch: false };
    /// Four thousand dots across, as on a wall.
    pub const WALL: Self = Self { width: 3840, height: 2160, touch: false };
    pub const PHONE: Self = Self { width: 390, height: 844, touch: true };
    /// The same, on its side.
    pub const PHONE_ON_ITS_SIDE: Self = Self { width: 844, height: 390, touch: true };
    pub const SMALL_PHONE: Self = Self { width: 360, height: 640, touch: true };

    /// A browser with such a screen, on a machine that is set to that much motion.
    pub fn browser(self, motion: Motion) -> WebDriverResult<ChromeCapabilities> {
        let Self { width, height, touch } = self;
        let mut browser = DesiredCapabilities::chrome();
        for flag in FLAGS {
            browser.add_arg(flag)?;
        }
        if motion == Motion::Reduced {
            browser.add_arg("--force-prefers-reduced-motion")?;
        }
        if Path::new(SHELL).exists() {
            browser.set_binary(SHELL)?;
        } else {
            browser.add_arg("--headless=new")?;
        }
        let metrics = json!({ "width": width, "height": height, "pixelRatio": 1.0, "touch": touch, "mobile": touch });
        browser.add_experimental_option("mobileEmulation", json!({ "deviceMetrics": metrics }))?;
        browser.set_browser_log_level(LoggingPrefsLogLevel::Severe)?;
        Ok(browser)
    }
}
