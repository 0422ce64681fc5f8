//! A person in front of a browser: what they see, press and type.

use crate::{proxy::Proxy, screen::Screen};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::{
    cell::Cell,
    path::PathBuf,
    time::{Duration, Instant},
};
use thirtyfour::{WebDriver, WebElement, error::WebDriverResult};
use tokio::time::sleep;

/// How long people look for something before they give up: long, since a busy machine is no failure.
pub const PATIENCE: Duration = Duration::from_secs(90);
/// How soon they look again at first.
const GLANCE: Duration = Duration::from_millis(50);
/// How soon they look again at last: each look costs the browser as much as it costs the test.
const LONG_GLANCE: Duration = Duration::from_millis(250);

/// What the console may say: while the network fails, failures of the network; where the house refuses something on
/// purpose, that it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weather {
    Fair,
    Stormy,
    Refused,
}

/// What selects the things with a hook.
fn hooked(hook: &str) -> String {
    format!("[data-test='{hook}']")
}

/// A person with a browser and a line of their own.
pub struct Person {
    pub name: &'static str,
    pub browser: WebDriver,
    pub line: Proxy,
    pub screen: Screen,
    /// Where their downloads go.
    pub home: PathBuf,
    /// How often they had to do something.
    pub deeds: Cell<u32>,
}

/// The buttons of which a part cannot be seen: what they stand in is too narrow, and does not scroll.
const CUT_OFF: &str = "
    const narrow = (button, box) => {
        const style = getComputedStyle(box);
        if (!['hidden', 'clip'].includes(style.overflowX)) return false;
        const [inner, outer] = [button.getBoundingClientRect(), box.getBoundingClientRect()];
        return inner.left < outer.left - 1 || inner.right > outer.right + 1;
    };
    const isCutOff = (button) => {
        for (let box = button.parentElement; box; box = box.parentElement) {
            if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) return false;
            if (narrow(button, box)) return true;
        }
        return false;
    };
    const shown = [...document.querySelectorAll('button, a.button')].filter((button) => button.checkVisibility());
    return shown.filter(isCutOff).map((button) => button.dataset.test ?? button.textContent);
";

/// The first thing of that kind that shows. The driver's own way to ask sends a script of 40 kB for each thing there is.
const SHOWN: &str = "
    const shows = (thing) => {
        const box = thing.closest('select') ?? thing; // choices show if what they are chosen in does
        const { width, height } = box.getBoundingClientRect();
        return width > 0 && height > 0 && box.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    return [...document.querySelectorAll(arguments[0])].find(shows);
";

impl Person {
    pub fn new(name: &'static str, browser: WebDriver, line: Proxy, screen: Screen, home: PathBuf) -> Self {
        Self { name, browser, line, screen, home, deeds: Cell::new(0) }
    }

    /// Opens a page of the house.
    pub async fn visit(&self, path: &str) {
        let address = format!("http://{}{path}", self.line.address);
        self.browser.goto(address).await.unwrap_or_else(|error| panic!("{} cannot open {path}: {error}", self.name));
    }

    /// Reloads the page.
    pub async fn reload(&self) {
        self.browser.refresh().await.unwrap_or_else(|error| panic!("{} cannot reload: {error}", self.name));
    }

    /// Looks again and again until there is something, or fails with what is on the screen instead.
    pub async fn until<T>(&self, what: &str, mut look: impl AsyncFnMut() -> WebDriverResult<Option<T>>) -> T {
        let start = Instant::now();
        loop {
            // A thing that moves while it is looked at is no failure yet.
            let trouble = match look().await {
                Ok(Some(found)) => return found,
                Ok(None) => None,
                Err(error) => Some(error),
            };
            if start.elapsed() > PATIENCE {
                panic!(
                    "{} waits in vain: {what} ({trouble:?}). On the screen:\n{}",
                    self.name,
                    self.whole_page().await
                );
            }
            sleep((start.elapsed() / 4).clamp(GLANCE, LONG_GLANCE)).await;
        }
    }

    /// The first thing of a kind that shows now.
    async fn shown(&self, selector: &str) -> WebDriverResult<Option<WebElement>> {
        let found = self.browser.execute(SHOWN, vec![json!(selector)]).await?;
        if found.json().is_null() { Ok(None) } else { found.element().map(Some) }
    }

    /// Finds a thing that shows, by its hook.
    pub async fn see(&self, hook: &str) -> WebElement {
        let selector = hooked(hook);
        self.until(&format!("to see {hook}"), async || self.shown(&selector).await).await
    }

    /// Whether a thing shows now.
    pub async fn sees(&self, hook: &str) -> bool {
        self.shown(&hooked(hook)).await.is_ok_and(|found| found.is_some())
    }

    /// Waits until a thing no longer shows.
    pub async fn sees_no_more(&self, hook: &str) {
        self.until(&format!("{hook} to go"), async || Ok((!self.sees(hook).await).then_some(()))).await;
    }

    /// Presses a thing, with a mouse or a finger.
    pub async fn press(&self, hook: &str) {
        self.press_by(hook, &hooked(hook)).await;
    }

    /// Chooses one of several: what people press is the words, for the round button itself is not shown.
    pub async fn chooses(&self, hook: &str) {
        self.press_by(hook, &format!("label:has([data-test='{hook}'])")).await;
    }

    /// Presses a thing that has no hook of its own.
    pub async fn press_by(&self, what: &str, selector: &str) {
        self.deeds.update(|deeds| deeds + 1);
        self.until(&format!("to press {what}"), async || match self.shown(selector).await? {
            Some(thing) => thing.click().await.map(Some),
            None => Ok(None),
        })
        .await;
    }

    /// Types into a field.
    pub async fn types(&self, hook: &str, text: &str) {
        self.deeds.update(|deeds| deeds + 1);
        let field = self.see(hook).await;
        let typed = async {
            field.clear().await?;
            field.send_keys(text).await
        };
        typed.await.unwrap_or_else(|error| panic!("{} cannot type into {hook}: {error}", self.name));
    }

    /// Strikes keys, wherever the focus is.
    pub async fn strikes(&self, keys: &str) {
        let struck = self.browser.action_chain().send_keys(keys).perform().await;
        struck.unwrap_or_else(|error| panic!("{} cannot type: {error}", self.name));
    }

    /// What a thing says.
    pub async fn reads(&self, hook: &str) -> String {
        self.until(&format!("to read {hook}"), async || {
            let text = self
                .ask_or("return document.querySelector(`[data-test='${arguments[0]}']`)?.textContent", json!([hook]))
                .await?;
            Ok(text.as_str().map(ToOwned::to_owned))
        })
        .await
    }

    /// Waits until a thing says something.
    pub async fn reads_in(&self, hook: &str, words: &str) -> String {
        self.until(&format!("{hook} to say “{words}”"), async || {
            let text = self.reads(hook).await;
            Ok(text.contains(words).then_some(text))
        })
        .await
    }

    /// Runs a script in the page.
    pub async fn ask<T: DeserializeOwned>(&self, script: &str, args: Value) -> T {
        let answer = self.ask_or(script, args).await.unwrap_or_else(|error| panic!("{}: {error}: {script}", self.name));
        serde_json::from_value(answer.clone())
            .unwrap_or_else(|error| panic!("{}: {error} in {answer}: {script}", self.name))
    }

    async fn ask_or(&self, script: &str, args: Value) -> WebDriverResult<Value> {
        let args = args.as_array().cloned().unwrap_or_default();
        Ok(self.browser.execute(script, args).await?.json().clone())
    }

    /// Speaks to the browser's own tools.
    pub async fn tell_browser(&self, method: &str, params: Value) {
        let done = self.browser.cdp().send_raw(method, params).await;
        done.unwrap_or_else(|error| panic!("{}: {method}: {error}", self.name));
    }

    /// Fails if the console has complained since it was last asked.
    pub async fn has_a_calm_console(&self, weather: Weather) {
        let complaints = self.browser.browser_log().await.expect("a console");
        let of_the_network = |text: &str| text.contains("net::ERR_") || text.contains("WebSocket connection to");
        let refused =
            |text: &str| ["401", "403", "422", "429"].iter().any(|code| text.contains(&format!("status of {code}")));
        let expected = |text: &str| match weather {
            Weather::Fair => false,
            Weather::Stormy => of_the_network(text),
            Weather::Refused => refused(text),
        };
        let severe = complaints.into_iter().filter(|entry| entry.level == "SEVERE").map(|entry| entry.message);
        let real: Vec<_> = severe.filter(|text| !expected(text)).collect();
        assert!(real.is_empty(), "{}’s console complains: {real:#?}", self.name);
    }

    /// Whether the page is no wider than the screen, and no button is cut off by what it stands in.
    pub async fn fits_in_width(&self) {
        let cut: Vec<String> = self.ask(CUT_OFF, json!([])).await;
        assert!(cut.is_empty(), "{}’s page cuts off {cut:?}", self.name);
        let sizes: [f64; 2] = self
            .ask("return [document.scrollingElement.scrollWidth, document.documentElement.clientWidth]", json!([]))
            .await;
        assert!(sizes[0] <= sizes[1], "{}’s page is {} px wide on a screen of {}", self.name, sizes[0], sizes[1]);
    }

    /// Whether all of the page shows without scrolling.
    pub async fn fits_on_the_screen(&self) {
        self.fits_in_width().await;
        let sizes: [f64; 2] = self.ask("return [document.scrollingElement.scrollHeight, innerHeight]", json!([])).await;
        assert!(sizes[0] <= sizes[1] + 1.0, "{}’s page is {} px high on a screen of {}", self.name, sizes[0], sizes[1]);
    }

    /// Turns the phone, and sees a part of the page at its full height: more than two thirds of the screen.
    pub async fn turns_the_phone_and_sees(&self, part: &str, to: Screen) {
        let Screen { width, height, touch } = to;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch });
        self.tell_browser("Emulation.setDeviceMetricsOverride", metrics).await;
        let script = "const part = document.querySelector(arguments[0])?.getBoundingClientRect();
            return part ? [part.top, part.bottom, innerHeight] : [0, 0, innerHeight]";
        self.until(&format!("{part} to fill the screen"), async || {
            let [top, bottom, high]: [f64; 3] = self.ask(script, json!([part])).await;
            let fills = high as u32 == height && top >= 0.0 && bottom <= high && bottom - top >= 0.7 * high;
            Ok(fills.then_some(()))
        })
        .await;
        self.fits_in_width().await;
    }

    /// Waits until keys are for nothing in particular.
    pub async fn has_let_go(&self) {
        self.until("nothing to have the focus", async || {
            let free: bool = self.ask("return document.activeElement === document.body", json!([])).await;
            Ok(free.then_some(()))
        })
        .await;
    }

    async fn whole_page(&self) -> String {
        let script = "return location.pathname + '\\n' + document.body.innerText";
        match self.ask_or(script, json!([])).await {
            Ok(text) => text.as_str().unwrap_or_default().to_owned(),
            Err(error) => error.to_string(),
        }
    }
}
