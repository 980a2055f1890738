//! At the table, with mouse, fingers and keys.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

use crate::chromium::Browser;

/// Waits for the player's turn or the end of the game; returns whether it is a turn.
pub(crate) async fn my_turn(browser: &Browser) -> bool {
    browser.until("document.querySelector('#send') || document.querySelector('.result')").await;
    browser.has("#send").await
}

/// How many turns the list has.
pub(crate) async fn turns(browser: &Browser) -> usize {
    browser.count(".turns li").await
}

/// Lays pieces where the page offers it until the turn is complete: each time the offer in the middle.
pub(crate) async fn lay_a_turn(browser: &Browser) {
    while browser.js("return document.querySelector('#send').disabled").await == true {
        let laid = browser.count(".cell.fresh").await;
        browser
            .js("const o = document.querySelectorAll('.cell.offer button'); o[o.length >> 1].id = 'chosen'")
            .await;
        browser.click("#chosen").await;
        browser.until(&format!("document.querySelectorAll('.cell.fresh').length === {}", laid + 1)).await;
    }
}

/// Lays a turn and sends it; comes back when it is on the list.
pub(crate) async fn play_a_turn(browser: &Browser) {
    lay_a_turn(browser).await;
    let before = turns(browser).await;
    browser.click("#send").await;
    browser.until(&format!("document.querySelectorAll('.turns li').length > {before}")).await;
}

/// Creates a table with the form: players, the other seats, and what else to do on the page first.
pub(crate) async fn create_table(browser: &Browser, prepare: &str) -> String {
    browser.go("/new").await;
    browser.js(prepare).await;
    browser.click("form.options button[type=submit]").await;
    browser.find("#play").await;
    browser.path().await
}

/// Who is to act, by the name on the list of players.
pub(crate) async fn acts(browser: &Browser) -> bool {
    !browser
        .js("return [...document.querySelectorAll('.player.acts .tag')].map(t => t.textContent)")
        .await
        .as_array()
        .unwrap()
        .is_empty()
}
