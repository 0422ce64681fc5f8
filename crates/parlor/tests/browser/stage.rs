//! Where a test plays: a house, a driver, and people with their own browsers and lines.

use crate::{
    house::{self, House, get, parlor},
    person::Person,
    proxy::Proxy,
    screen::{Motion, Screen},
    site::Site,
};
use serde_json::json;
use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread::{available_parallelism, sleep},
    time::Duration,
};
use tempfile::TempDir;
use thirtyfour::WebDriver;
use tokio::sync::watch;

/// Bots that do not keep a test waiting.
const QUICK_BOTS: [(&str, &str); 2] =
    [("PARLOR_TIMES__BOT_THINK_MIN_MS", "20"), ("PARLOR_TIMES__BOT_THINK_MAX_MS", "40")];

/// Time enough to press a button in, and little enough to wait for the end of.
const HASTY_BETS: [(&str, &str); 1] = [("PARLOR_TIMES__DEPOSIT_MS", "12000")];
/// A player who is gone has little time to come back.
const SHORT_GRACE: [(&str, &str); 1] = [("PARLOR_TIMES__GRACE_MS", "8000")];

/// All that a test starts. Whatever happens, it is gone when this is dropped: browsers, driver, house, files.
pub struct Stage {
    chromedriver: Chromedriver,
    house: Option<House>,
    /// What stands before the house, if it is below a path.
    site: Option<Site>,
    settings: &'static [(&'static str, &'static str)],
    whereabouts: watch::Sender<Option<SocketAddr>>,
    files: TempDir,
    // Last, so that all of the above is gone before the next test begins.
    _turn: Turn,
}

impl Stage {
    /// A house as anybody would install it.
    pub fn as_installed() -> Self {
        Self::set(&[])
    }

    /// A house whose bots hardly think.
    pub fn with_quick_bots() -> Self {
        Self::set(&QUICK_BOTS)
    }

    /// A house where people may say something every ten seconds.
    pub fn of_few_words() -> Self {
        Self::set(&[("PARLOR_LIMITS__CHAT_PER_TEN_SECONDS", "1")])
    }

    /// A house where invitations to live games run out after some seconds.
    pub fn with_short_invitations() -> Self {
        Self::set(&[("PARLOR_TIMES__LIVE_INVITATION_MS", "15000")])
    }

    /// A house in which a player may ask again at once after being declined.
    pub fn with_pushy_people() -> Self {
        Self::set(&[("PARLOR_TIMES__DECLINED_MS", "0")])
    }

    /// A house where bets have to be put in within some seconds.
    pub fn with_little_patience() -> Self {
        Self::set(&HASTY_BETS)
    }

    /// A house that finds others on this machine, and is found by them.
    pub fn among_houses() -> Self {
        Self::set(&[("PARLOR_NEARBY", "true"), ("PARLOR_NAME", "The Loft")])
    }

    /// A house that waits for those who are gone for a few seconds only.
    pub fn with_short_grace() -> Self {
        Self::set(&SHORT_GRACE)
    }

    /// A house below a path of a club's site, whose bots hardly think.
    pub async fn below_a_path() -> Self {
        Self::of(&QUICK_BOTS, Some(Site::open().await))
    }

    fn set(settings: &'static [(&'static str, &'static str)]) -> Self {
        Self::of(settings, None)
    }

    fn of(settings: &'static [(&'static str, &'static str)], site: Option<Site>) -> Self {
        let turn = Turn::wait();
        let files = tempfile::tempdir().expect("a directory");
        let mut stage = Self {
            chromedriver: Chromedriver::start(files.path()),
            house: None,
            site,
            settings,
            whereabouts: watch::channel(None).0,
            files,
            _turn: turn,
        };
        stage.open_house();
        stage
    }

    /// A person with a browser of their own, who has not been here before. Most have a machine that is set to little
    /// motion: a third of what the browsers cost was to draw what moves for ever, in the lobby above all.
    pub async fn person(&self, name: &'static str, screen: Screen) -> Person {
        self.person_with(name, screen, Motion::Reduced).await
    }

    /// The same, with all motion: such a person plays each game to its end.
    pub async fn person_in_motion(&self, name: &'static str, screen: Screen) -> Person {
        self.person_with(name, screen, Motion::Full).await
    }

    async fn person_with(&self, name: &'static str, screen: Screen, motion: Motion) -> Person {
        let line = Proxy::lay(self.whereabouts.subscribe()).await;
        let home = self.files.path().join(name);
        std::fs::create_dir(&home).expect("everyone has another name");
        let browser = self.browser(screen, motion).await;
        let downloads = json!({ "behavior": "allow", "downloadPath": &home });
        let person = Person::new(name, browser, line, screen, home);
        person.tell_browser("Browser.setDownloadBehavior", downloads).await;
        // Each of them looks at their own screen, though all run on one machine.
        person.tell_browser("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await;
        person
    }

    /// A browser. Once in a hundred times Chromium ends as soon as it has begun; then it begins again.
    async fn browser(&self, screen: Screen, motion: Motion) -> WebDriver {
        let start = async || {
            let wish = screen.browser(motion).expect("capabilities");
            WebDriver::new(self.chromedriver.link(), wish).await
        };
        for _ in 0..4 {
            if let Ok(browser) = start().await {
                return browser;
            }
        }
        start().await.expect("Chromium starts; is it installed?")
    }

    /// What the binary prints when the keeper of the house asks it something, while the house is open.
    pub fn parlor(&self, arguments: &[&str]) -> String {
        let asked = parlor().args(arguments).arg("--data-dir").arg(self.files.path()).output().expect("it starts");
        assert!(asked.status.success(), "{arguments:?}: {asked:?}");
        String::from_utf8(asked.stdout).expect("text")
    }

    /// Where the house listens, for those who come without a browser.
    pub fn address(&self) -> SocketAddr {
        self.house.as_ref().expect("the house is open").address
    }

    /// The house falls: SIGKILL, in the middle of anything.
    pub fn kill_house(&mut self) {
        self.whereabouts.send_replace(None);
        self.house = None;
    }

    /// The house opens again with the same data, on another port.
    pub fn open_house(&mut self) {
        let (house, door) = match &self.site {
            None => {
                let house = house::open(self.files.path(), self.settings);
                let address = house.address;
                (house, address)
            }
            Some(site) => {
                let house = house::open_below(self.files.path(), self.settings);
                site.leads_to(house.address);
                (house, site.address)
            }
        };
        self.whereabouts.send_replace(Some(door));
        self.house = Some(house);
    }
}

/// Browsers keep most of a core busy, unlike other tests: only so many tests have a stage at once, however many run.
struct Turn;

static STAGES: Mutex<usize> = Mutex::new(0);
static FREED: Condvar = Condvar::new();

impl Turn {
    fn wait() -> Self {
        let most = available_parallelism().map_or(1, |cores| cores.get() + cores.get() / 2);
        let stages = FREED.wait_while(Self::stages(), |stages| *stages >= most);
        *stages.unwrap_or_else(PoisonError::into_inner) += 1;
        Self
    }

    fn stages() -> MutexGuard<'static, usize> {
        STAGES.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *Self::stages() -= 1;
        FREED.notify_one();
    }
}

/// The process that drives the browsers.
struct Chromedriver {
    process: Child,
    address: SocketAddr,
}

impl Chromedriver {
    /// Starts it; profiles of browsers go into `files`. The port it picks may be taken by the time it listens (it needs
    /// the same one for IPv4 and IPv6), so it gets a few tries.
    fn start(files: &Path) -> Self {
        (0..5).find_map(|_| Self::try_start(files)).expect("chromedriver finds a port")
    }

    fn try_start(files: &Path) -> Option<Self> {
        let mut driver = Command::new("chromedriver");
        driver.arg("--port=0").env("TMPDIR", files).stdout(Stdio::piped()).stderr(Stdio::null());
        let started = driver.spawn();
        let mut process = started.expect("chromedriver must be installed: apt-get install chromium chromium-driver");
        let lines = BufReader::new(process.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let port = lines.into_iter().find_map(|line| {
            line.strip_suffix('.')?.rsplit_once("started successfully on port ")?.1.parse::<u16>().ok()
        });
        let Some(port) = port else {
            // Its output has ended, and so has it.
            let _ = process.wait();
            return None;
        };
        Some(Self { process, address: SocketAddr::from(([127, 0, 0, 1], port)) })
    }

    fn link(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Chromedriver {
    fn drop(&mut self) {
        // It takes the browsers with it, which a kill would leave behind.
        get(self.address, "/shutdown");
        for _ in 0..50 {
            if matches!(self.process.try_wait(), Ok(Some(_))) {
                return;
            }
            sleep(Duration::from_millis(100));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
