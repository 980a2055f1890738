//! Chromium, driven as a person would use it.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};

use crate::club::Club;

/// How long anything may take before a test gives up; a machine may be busy.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A driver that runs until it is dropped, and its browsers with it.
pub(crate) struct Driver {
    child: Child,
    port: u16,
}

impl Driver {
    pub(crate) fn start() -> Self {
        // A driver gives up when another process takes its port first.
        (0..3).find_map(|_| Self::try_start()).expect("chromedriver starts at the third attempt")
    }

    fn try_start() -> Option<Self> {
        let mut child = Command::new("chromedriver")
            .arg("--port=0")
            // Its browsers are of its group, and end with it even where a test fails.
            .process_group(0)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("chromedriver (scripts/test installs it): {error}"));
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let port = stdout
            .lines()
            .map(Result::unwrap)
            .find_map(|line| line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok());
        let Some(port) = port else {
            child.wait().unwrap();
            return None;
        };
        Some(Self { child, port })
    }

    /// A browser of its own, with this width of the page.
    pub(crate) async fn browser(&self, club: &Club, width: u32) -> Browser {
        self.browser_with(club, width, "en").await
    }

    /// The same of somebody who reads this language.
    pub(crate) async fn browser_with(&self, club: &Club, width: u32, language: &str) -> Browser {
        let wishes = json!({
            "goog:chromeOptions": {
                "binary": "/usr/bin/chromium",
                "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    format!("--accept-lang={language}")],
            }
        });
        let Value::Object(wishes) = wishes else { unreachable!() };
        let address = format!("http://127.0.0.1:{}", self.port);
        let client = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new())
            .capabilities(wishes)
            .connect(&address)
            .await
            .unwrap();
        let browser = Browser { client, site: format!("http://{}", club.address), driver: address };
        browser.resize(width).await;
        browser
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let line = format!("kill -KILL -{}", self.child.id());
        let _ = Command::new("sh").args(["-c", &line]).status();
        let _ = self.child.wait();
    }
}

/// A browser with one page.
pub(crate) struct Browser {
    pub(crate) client: Client,
    site: String,
    driver: String,
}

impl Browser {
    pub(crate) async fn resize(&self, width: u32) {
        self.client.set_window_size(width, 900).await.unwrap();
        // A window has a smallest width of its own; the page is asked for what it really has.
        let missing = self.js(&format!("return {width} - innerWidth")).await.as_i64().unwrap();
        self.client.set_window_size(width.saturating_add_signed(missing as i32), 900).await.unwrap();
    }

    pub(crate) async fn go(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.site)).await.unwrap();
    }

    /// Where it is, without the site.
    pub(crate) async fn path(&self) -> String {
        self.client.current_url().await.unwrap().path().to_owned()
    }

    pub(crate) async fn js(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// The first element that fits, as soon as there is one.
    #[track_caller]
    pub(crate) fn find(&self, css: &str) -> impl Future<Output = Element> {
        let place = std::panic::Location::caller();
        async move {
            let found = self.client.wait().at_most(PATIENCE).for_element(Locator::Css(css)).await;
            match found {
                Ok(element) => element,
                Err(error) => panic!("{place}: {css}: {error}\n{}", self.told().await),
            }
        }
    }

    /// What the page says.
    pub(crate) async fn told(&self) -> String {
        self.js("return document.body.innerText").await.as_str().unwrap_or_default().to_owned()
    }

    pub(crate) async fn count(&self, css: &str) -> usize {
        self.client.find_all(Locator::Css(css)).await.unwrap().len()
    }

    pub(crate) async fn has(&self, css: &str) -> bool {
        self.count(css).await > 0
    }

    pub(crate) async fn text(&self, css: &str) -> String {
        self.find(css).await.text().await.unwrap()
    }

    /// Presses an element, moved to where it can be seen: the driver itself knows nothing of what is in front.
    pub(crate) async fn click(&self, css: &str) {
        let element = self.find(css).await;
        let here = serde_json::to_value(&element).unwrap();
        self.client
            .execute("arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest' })", vec![here])
            .await
            .unwrap();
        element.click().await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Presses and lets go of keys, wherever the focus is.
    pub(crate) async fn press(&self, keys: &[Key]) {
        let mut actions = KeyActions::new("keyboard".to_owned());
        for key in keys {
            let value = char::from(*key);
            actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        self.client.perform_actions(actions).await.unwrap();
    }

    /// Presses places of the page as fast as the driver can, with this time between them. All of them must be visible, and
    /// are pressed where they are now.
    pub(crate) async fn tap_all(&self, css: &[&str], between: Duration) {
        let mut actions = MouseActions::new("mouse".to_owned());
        for css in css {
            let middle = format!(
                "const {{ x, y, width, height }} = document.querySelector({css:?}).getBoundingClientRect();
                 return [x + width / 2, y + height / 2]"
            );
            let middle = self.js(&middle).await;
            let (x, y) = (middle[0].as_f64().unwrap().round(), middle[1].as_f64().unwrap().round());
            actions = actions
                .then(PointerAction::MoveTo { duration: Some(Duration::ZERO), x, y })
                .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
                .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT })
                .then(PointerAction::Pause { duration: between });
        }
        self.client.perform_actions(actions).await.unwrap();
    }

    /// Sends a command of the protocol of the developer tools.
    pub(crate) async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let session = self.client.session_id().await.unwrap().unwrap();
        let address = format!("{}/session/{session}/goog/cdp/execute", self.driver);
        let said = json!({ "cmd": command, "params": parameters }).to_string();
        let answer = tokio::task::spawn_blocking(move || {
            ureq::post(&address).send(said).unwrap().body_mut().read_to_string().unwrap()
        });
        serde_json::from_str::<Value>(&answer.await.unwrap()).unwrap()["value"].take()
    }

    /// Keeps the module away from now on, so that the server answers everything.
    pub(crate) async fn without_module(&self) {
        self.devtools("Network.enable", json!({})).await;
        self.devtools("Network.setBlockedURLs", json!({ "urls": ["*browser.wasm*"] })).await;
    }

    /// A network with this time from request to answer, and 1.6 Mbit/s; `None` is no network at all.
    pub(crate) async fn network(&self, round_trip: Option<Duration>) {
        let rate = 1_600_000 / 8;
        let latency = round_trip.unwrap_or_default().as_millis() as u64;
        let parameters = json!({ "offline": round_trip.is_none(), "latency": latency,
            "downloadThroughput": rate, "uploadThroughput": rate });
        self.devtools("Network.enable", json!({})).await;
        self.devtools("Network.emulateNetworkConditions", parameters).await;
    }

    /// Waits until the script gives true.
    #[track_caller]
    pub(crate) fn until(&self, script: &str) -> impl Future<Output = ()> {
        let place = std::panic::Location::caller();
        async move {
            let began = std::time::Instant::now();
            while self.js(&format!("return Boolean({script})")).await != true {
                assert!(began.elapsed() < PATIENCE, "{place}: never {script}\n{}", self.told().await);
                tokio::time::sleep(Duration::from_millis(30)).await;
            }
        }
    }

    pub(crate) async fn close(self) {
        self.client.close().await.unwrap();
    }
}
