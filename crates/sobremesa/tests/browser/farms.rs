//! Whole games of ¡No Siesta!, as people play them.

use fantoccini::key::Key;

use crate::chromium::{Browser, Driver};
use crate::club::Club;
use crate::table::create_table;

const READY: &str = ".making[data-ready]";

/// Waits for the player's turn or the end of the game; returns whether there is something to do.
async fn my_turn(browser: &Browser) -> bool {
    browser.until(&format!("document.querySelector('{READY}') || document.querySelector('.result')")).await;
    browser.has(READY).await
}

async fn seq(browser: &Browser) -> u64 {
    browser.js("return Number(document.getElementById('play').dataset.seq)").await.as_u64().unwrap()
}

/// Presses something with the mouse, and waits for what comes of it.
async fn press(browser: &Browser, css: &str) {
    let before = seq(browser).await;
    browser
        .js(&format!(
            "window.confirm = () => true; document.querySelector(\"{css}\").scrollIntoView({{ block: 'center' }})"
        ))
        .await;
    browser.click(css).await;
    browser
        .until(&format!("!presses.busy && Number(document.getElementById('play').dataset.seq) > {before}"))
        .await;
}

/// Plays for an early end: hats first, and two other things at most in each scoring phase.
struct Player {
    pressed: u8,
    /// What was pressed in the whole game, by kind.
    seen: Vec<&'static str>,
}

impl Player {
    const LAST: &str = "#done";
    const FARM: &str = "#acts .farm button.tap";
    const CHOICES: [&str; 8] = [
        ".tap.step",
        ".take[value='take hat']",
        ".take",
        ".cards button.tap",
        ".market .tap",
        ".ways button",
        Self::FARM,
        Self::LAST,
    ];

    fn new() -> Self {
        Self { pressed: 0, seen: Vec::new() }
    }

    async fn act(&mut self, browser: &Browser) {
        let choices = Self::CHOICES.iter().filter(|choice| **choice != Self::FARM || self.pressed < 2);
        let choices: Vec<&str> = choices.copied().collect();
        let found = browser
            .js(&format!(
                "window.confirm = () => true;
                 const all = {}, at = all.findIndex(css => document.querySelector(css)), found = document.querySelector(all[at]);
                 if (found) found.scrollIntoView({{ block: 'center' }});
                 return [at, Number(document.getElementById('play').dataset.seq)]",
                serde_json::json!(choices)
            ))
            .await;
        let choice = found[0].as_i64().and_then(|at| choices.get(usize::try_from(at).ok()?));
        let Some(choice) = choice else { panic!("there is nothing to press: {}", browser.told().await) };
        match *choice {
            Self::FARM => self.pressed += 1,
            Self::LAST => self.pressed = 0,
            _ => {}
        }
        if !self.seen.contains(choice) {
            self.seen.push(choice);
        }
        // By its selector and not by a mark: a live update of the same state would remove the mark.
        browser.click(choice).await;
        let after =
            format!("!presses.busy && Number(document.getElementById('play').dataset.seq) > {}", found[1]);
        browser.until(&after).await;
    }

    async fn play_to_the_end(&mut self, browser: &Browser) {
        while my_turn(browser).await {
            self.act(browser).await;
        }
    }
}

/// The totals of the score sheet are those beside the names, and the lines add up to them.
async fn adds_up(browser: &Browser) {
    let totals =
        "[...document.querySelectorAll('.score-sheet tfoot strong')].map(s => Number(s.textContent))";
    let told = "[...document.querySelectorAll('.player .score')].map(s => Number(s.textContent))";
    let sums = "[...document.querySelectorAll('.score-sheet tfoot strong')].map((_, i) =>
                  [...document.querySelectorAll('.score-sheet tbody tr')].reduce((sum, r) => sum + Number(r.cells[i + 1].textContent), 0))";
    let totals = browser.js(&format!("return {totals}")).await;
    assert_eq!(totals, browser.js(&format!("return {told}")).await);
    assert_eq!(totals, browser.js(&format!("return {sums}")).await);
}

const BOT: &str = "document.querySelector('[name=seat2]').value = 'bot-2'";

fn mode(mode: &str) -> String {
    format!(
        "document.querySelector('[name=game][value=no-siesta]').click();
         document.querySelector('[name=mode][value={mode}]').click(); {BOT}"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_the_standard_mode_by_mouse() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    guest.click("#play-no-siesta").await;
    let mut player = Player::new();
    player.play_to_the_end(&guest).await;
    for kind in [".tap.step", ".take", Player::FARM, Player::LAST] {
        assert!(player.seen.contains(&kind), "{kind} was never pressed");
    }
    assert!(guest.text(".result h2").await.contains("win"), "{}", guest.told().await);
    adds_up(&guest).await;
    guest.click("#rematch").await;
    // The page of the finished game is there until the browser has the next one.
    guest.until("!document.querySelector('.result')").await;
    assert!(my_turn(&guest).await);
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_of_the_other_modes_by_mouse() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 390).await;
    for name in ["original", "experienced"] {
        create_table(&guest, &mode(name)).await;
        let played = "return fetch(location.pathname.replace('/t/', '/api/v1/tables/')).then(a => a.json()).then(t => t.variant.mode)";
        assert_eq!(guest.js(played).await, name);
        let mut player = Player::new();
        player.play_to_the_end(&guest).await;
        adds_up(&guest).await;
    }
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_alone_and_its_dice_checked_and_tampered_with() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 768).await;
    guest.go("/").await;
    guest.click("#play-solo").await;
    assert!(my_turn(&guest).await);
    for part in [".rival .dice-space", ".rival .facts li", ".track"] {
        assert!(guest.has(part).await, "{part}");
    }
    let table = guest.path().await;
    guest.go(&format!("{table}/verify")).await;
    let hash = guest.text(".facts-list .secret").await;
    assert_eq!(hash.len(), 64);
    assert!(!guest.has(".answer").await && !guest.has("#record").await, "nothing to check yet");
    guest.go(&table).await;
    Player::new().play_to_the_end(&guest).await;
    adds_up(&guest).await;
    assert!(guest.text(".result h2").await.contains("point"), "a rank with its points");
    // Another line from a moment of the game, with the engine's advice.
    guest.go(&format!("{table}/replay?turn=2")).await;
    guest.click("#explore").await;
    guest.click(".take").await;
    guest.until("/done=[a-z]/.test(location.search)").await;
    guest.click("#ask").await;
    guest.find(".engine .choices-list li").await;
    guest.click("#undo").await;
    guest.until("/done=$/.test(location.search)").await;
    guest.go(&format!("{table}/verify")).await;
    guest.find(".answer.right").await;
    assert_eq!(guest.text(".facts-list .secret").await, hash, "the same fingerprint as at the start");
    // Somebody writes down another roll.
    guest
        .js("const r = document.querySelector('#record');
             r.value = r.value.replace(/^(.*roll ).*$/m, '$1hat, 4 silver')")
        .await;
    guest.click("#check").await;
    let wrong = guest.find(".answer.wrong").await.text().await.unwrap();
    assert!(wrong.contains("hat, 4 silver"), "{wrong}");
    // Or another secret.
    guest
        .js("const r = document.querySelector('#record'); r.value = r.value.replace(/^Seed: ./m, 'Seed: x')")
        .await;
    guest.click("#check").await;
    guest.until("document.querySelector('.answer.wrong')?.textContent.includes('Seed')").await;
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_dice_by_keyboard_only() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    for _ in 0..60 {
        if guest.js("return document.activeElement.id").await == "play-no-siesta" {
            break;
        }
        guest.press(&[Key::Tab]).await;
    }
    guest.press(&[Key::Enter]).await;
    let mut by_tab = 0;
    while my_turn(&guest).await {
        guest.js("window.confirm = () => true").await;
        let before = seq(&guest).await;
        if guest.has(".take").await {
            let hat = "return document.querySelector(\".take[value$=hat]\")?.dataset.key ?? '1'";
            let key = guest.js(hat).await.as_str().unwrap().parse::<u8>().unwrap();
            let digits = [Key::NumPad1, Key::NumPad2, Key::NumPad3, Key::NumPad4, Key::NumPad5, Key::NumPad6];
            guest.press(&[digits[usize::from(key) - 1]]).await;
        } else if guest.has(".tap.step").await {
            guest.client.active_element().await.unwrap().send_keys("h").await.unwrap();
        } else if by_tab % 3 == 2 || !guest.has("#acts .tap, .ways button").await {
            by_tab = 0;
            guest.client.active_element().await.unwrap().send_keys("e").await.unwrap();
        } else {
            by_tab += 1;
            for _ in 0..120 {
                let lit = "return document.activeElement.matches('#acts .farm button.tap, .ways button, .cards button, .market .tap')";
                if guest.js(lit).await == true {
                    break;
                }
                guest.press(&[Key::Tab]).await;
            }
            guest.press(&[Key::Enter]).await;
        }
        guest.until(&format!("Number(document.getElementById('play').dataset.seq) > {before}")).await;
    }
    adds_up(&guest).await;
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_and_a_bot_play_a_whole_game() {
    let (club, driver) = (Club::open(), Driver::start());
    let (one, other) = (driver.browser(&club, 1280).await, driver.browser(&club, 390).await);
    let prepare = "document.querySelector('[name=game][value=no-siesta]').click();
                   document.querySelector('[name=players][value=\"3\"]').click();
                   document.querySelector('[name=seat3]').value = 'bot-2'";
    let table = create_table(&one, prepare).await;
    other.go(&table).await;
    other.click("form[action$='/join'] button").await;
    let mut players = [Player::new(), Player::new()];
    one.find("#acts").await;
    other.find("#acts").await;
    loop {
        let ready = format!("document.querySelector('{READY}') || document.querySelector('.result')");
        let now = [&one, &other];
        let mut moved = false;
        for (browser, player) in now.into_iter().zip(&mut players) {
            if browser.has(READY).await {
                player.act(browser).await;
                moved = true;
            }
        }
        if one.has(".result").await {
            break;
        }
        if !moved {
            // Whoever is next: a bot, or news on their way.
            tokio::select! { () = one.until(&ready) => {} () = other.until(&ready) => {} }
        }
    }
    other.find(".result").await;
    adds_up(&one).await;
    adds_up(&other).await;
    assert_eq!(one.text(".result h2").await, other.text(".result h2").await);
    one.close().await;
    other.close().await;
}

/// Goes on until a scoring phase with something to spend on the sheet has begun.
pub(crate) async fn to_scoring(browser: &Browser) {
    while !browser.has(Player::FARM).await || browser.has(".take").await {
        assert!(my_turn(browser).await);
        let good = ".take:not([value$='hat'])";
        if browser.has(good).await {
            press(browser, good).await;
        } else if browser.has(".take").await {
            press(browser, ".take").await;
        } else if !browser.has(Player::FARM).await {
            press(browser, Player::LAST).await;
        }
        my_turn(browser).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_half_done_scoring_phase_outlives_a_reload_and_is_undone_as_far_as_chance_allows() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    guest.click("#play-no-siesta").await;
    to_scoring(&guest).await;
    let sheet = "return document.querySelector('#acts').innerText + document.querySelectorAll('#acts .crossed').length";
    let start = guest.js(sheet).await;
    press(&guest, Player::FARM).await;
    let half = guest.js(sheet).await;
    assert_ne!(half, start);
    guest.go(&guest.path().await).await;
    assert_eq!(guest.js(sheet).await, half, "nothing is lost by a reload");
    // What is chosen, too, is in the address.
    if guest.has("a.chip").await {
        guest.click("a.chip").await;
        guest.find("a.chip[aria-current]").await;
        guest.js("location.reload()").await;
        guest.find("a.chip[aria-current]").await;
    }
    press(&guest, "#undo").await;
    assert_eq!(guest.js(sheet).await, start, "and the step is undone");
    // The end of the phase tells what would be lost.
    guest.js("window.confirm = said => { window.asked = said; return false; }").await;
    guest.click("#done").await;
    guest.until("window.asked?.includes('lose')").await;
    assert_eq!(guest.js(sheet).await, start);
    // The choice about the last die, which nobody has thrown since, can be undone; what was before it cannot,
    // whatever a page sends.
    press(&guest, "#undo").await;
    guest.find(".take").await;
    let before = seq(&guest).await;
    guest.click("#takeback").await;
    guest.until("document.querySelector('#alert').textContent.includes('Chance')").await;
    assert_eq!(seq(&guest).await, before);
    guest.close().await;
}
