//! Pictures of the main pages: `SOBREMESA_BLESS=1 cargo test --test browser pictures` puts them into docs/.

use std::path::Path;

use serde_json::{Value, json};

use crate::chromium::{Browser, Driver};
use crate::club::{Club, Who};
use crate::farms::to_scoring;
use crate::table::{my_turn, play_a_turn, turns};

/// Width and height of the page.
type Size = (u32, u32);
const DESK: Size = (1280, 860);
const PHONE: Size = (390, 844);

/// Makes the page just as large.
async fn window(browser: &Browser, (width, height): Size) {
    browser.resize(width).await;
    let (outer, around) = browser.client.get_window_size().await.unwrap();
    let inner = browser.js("return innerHeight").await.as_u64().unwrap();
    browser.client.set_window_size(outer as u32, height + (around - inner) as u32).await.unwrap();
}

/// Takes a picture of what a window of this size shows.
async fn picture(browser: &Browser, name: &str) {
    // As on a phone, and without what shows where a page goes on.
    browser
        .js("for (const scrolls of document.querySelectorAll('html, .frame, .list')) scrolls.style.scrollbarWidth = 'none'")
        .await;
    // Colours fade from one theme to the other.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    let png = browser.client.screenshot().await.unwrap();
    assert!(png.starts_with(b"\x89PNG") && png.len() > 10_000, "{name}: {} bytes", png.len());
    if std::env::var_os("SOBREMESA_BLESS").is_some() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), png).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_main_pages_at_a_desk_and_on_a_phone() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    window(&guest, DESK).await;
    guest.go("/").await;
    picture(&guest, "home-desk").await;
    window(&guest, PHONE).await;
    picture(&guest, "home-phone").await;
    guest.click("#play-now").await;
    for _ in 0..5 {
        assert!(my_turn(&guest).await);
        lay_what_is_best(&guest).await;
        send(&guest).await;
    }
    assert!(my_turn(&guest).await);
    lay_what_is_best(&guest).await;
    guest.js("document.querySelector('.players').scrollIntoView()").await;
    picture(&guest, "table-phone").await;
    window(&guest, DESK).await;
    guest.js("scrollTo(0, 0)").await;
    picture(&guest, "table-desk").await;
    guest.js("document.documentElement.dataset.theme = 'dark'").await;
    picture(&guest, "table-desk-dark").await;
    send(&guest).await;
    while my_turn(&guest).await {
        play_a_turn(&guest).await;
    }
    guest.click(".result a[href$='/replay']").await;
    guest.click("#analyse").await;
    guest.find("main svg a").await;
    let replay = format!("{}?turn=9", guest.path().await);
    let people = [club.member("Carmen"), club.member("Diego")];
    for first in [0, 1, 1, 0, 1, 1, 1, 0, 1] {
        rated(&club, [&people[first], &people[1 - first]]);
    }
    let pages = [
        (replay.as_str(), "replay"),
        ("/learn", "learn"),
        ("/new", "new-table"),
        ("/people/Carmen", "profile"),
    ];
    for (page, name) in pages {
        for (size, place) in [(DESK, "desk"), (PHONE, "phone")] {
            window(&guest, size).await;
            guest.go(page).await;
            guest.find("main").await;
            picture(&guest, &format!("{name}-{place}")).await;
        }
    }
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_farm_at_a_desk_and_on_a_phone() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    window(&guest, DESK).await;
    guest.go("/").await;
    guest.click("#play-no-siesta").await;
    guest.find(".take").await;
    picture(&guest, "dice-desk").await;
    to_scoring(&guest).await;
    picture(&guest, "farm-desk").await;
    window(&guest, PHONE).await;
    guest.js("document.querySelector('.making').scrollIntoView()").await;
    picture(&guest, "farm-phone").await;
    guest.go("/learn/no-siesta").await;
    picture(&guest, "learn-no-siesta-phone").await;
    guest.close().await;
}

/// Lays what the engine would.
async fn lay_what_is_best(browser: &Browser) {
    browser.click("#hint").await;
    browser.until("document.querySelector('#hint').value").await;
    browser.click("#hint").await;
    browser.until("/^[*^#][A-L]/.test(document.querySelector('.making .hint')?.textContent)").await;
    let turn =
        browser.js("return encodeURIComponent(document.querySelector('.making .hint').textContent)").await;
    let here = browser.path().await;
    browser.go(&format!("{here}?laid={}", turn.as_str().unwrap())).await;
    browser.until("!document.querySelector('#send').disabled").await;
}

/// Sends what is laid; comes back when it is on the list.
async fn send(browser: &Browser) {
    let before = turns(browser).await;
    browser.click("#send").await;
    browser.until(&format!("document.querySelectorAll('.turns li').length > {before}")).await;
}

/// A rated game of these two, which the first gives up.
fn rated(club: &Club, [loser, winner]: [&Who; 2]) {
    let said = json!({ "game": "siesta", "seats": ["me", "open"], "rated": true, "public": true });
    let table = club.table(loser, &said);
    club.post(winner, &table.at("/join"), &Value::Null).is(200);
    club.play_turns(&table, &[loser, winner], 4);
    club.post(loser, &table.at("/resign"), &Value::Null).is(200);
    club.post(winner, &table.at("/resign"), &Value::Null).is(200);
}
