//! Whole games, as people play them.

use std::time::Duration;

use fantoccini::key::Key;

use crate::chromium::{Browser, Driver};
use crate::club::Club;
use crate::table::{acts, create_table, lay_a_turn, my_turn, play_a_turn, turns};

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_plays_a_whole_game_against_a_bot_by_mouse() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    while my_turn(&guest).await {
        play_a_turn(&guest).await;
    }
    assert!(turns(&guest).await > 8);
    assert!(guest.text(".result h2").await.contains("win"), "{}", guest.told().await);
    let scores =
        "[...document.querySelectorAll('.earned tbody tr')].map(r => Number(r.cells[3].textContent))";
    let told = "[...document.querySelectorAll('.player .score')].map(s => Number(s.textContent))";
    assert_eq!(guest.js(&format!("return {scores}")).await, guest.js(&format!("return {told}")).await);
    guest.click("#rematch").await;
    guest
        .until("document.querySelectorAll('.turns li').length < 2 && document.querySelector('.board')")
        .await;
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_by_keyboard_only() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    tab_to(&guest, "#play-now").await;
    guest.press(&[Key::Enter]).await;
    let mut played = 0;
    while my_turn(&guest).await {
        while guest.js("return document.querySelector('#send').disabled").await == true {
            lay_by_keys(&guest).await;
        }
        let before = turns(&guest).await;
        tab_to(&guest, "#send").await;
        guest.press(&[Key::Enter]).await;
        guest.until(&format!("document.querySelectorAll('.turns li').length > {before}")).await;
        played += 1;
    }
    assert!(played > 3);
    guest.close().await;
}

/// Presses the tab key until the element has the focus.
async fn tab_to(browser: &Browser, css: &str) {
    browser.find(css).await;
    for _ in 0..60 {
        if browser.js(&format!("return document.activeElement === document.querySelector('{css}')")).await
            == true
        {
            return;
        }
        browser.press(&[Key::Tab]).await;
    }
    panic!("the tab key never comes to {css}");
}

/// Chooses a piece by its number and lays it where the page offers it: by arrows and the space bar.
async fn lay_by_keys(browser: &Browser) {
    let laid = browser.count(".cell.fresh").await;
    let piece = browser
        .js("return [...document.querySelectorAll('.palette button')].findLastIndex(b => !b.disabled)")
        .await;
    let key = ['1', '2', '3'][usize::try_from(piece.as_u64().unwrap()).unwrap()];
    browser.press(&[key_of(key)]).await;
    let chosen =
        format!("document.querySelector('[data-key=\"{key}\"]').getAttribute('aria-pressed') === 'true'");
    browser.until(&chosen).await;
    browser.until("document.querySelector('[data-board] [tabindex=\"0\"]')").await;
    tab_to(browser, "[data-board] [tabindex=\"0\"]").await;
    // From the cell with the focus to an offer: so many rows and columns.
    let way = browser
        .js("const all = [...document.querySelectorAll('.cell')], at = all.indexOf(document.activeElement.closest('.cell'));
             const offers = all.map((c, i) => c.matches('.offer') ? i : -1).filter(i => i >= 0), to = offers[offers.length >> 1];
             return [Math.floor(to / 12) - Math.floor(at / 12), to % 12 - at % 12]")
        .await;
    let (down, right) = (way[0].as_i64().unwrap(), way[1].as_i64().unwrap());
    let mut keys = vec![if down > 0 { Key::Down } else { Key::Up }; down.unsigned_abs() as usize];
    keys.extend(vec![if right > 0 { Key::Right } else { Key::Left }; right.unsigned_abs() as usize]);
    keys.push(Key::Enter);
    browser.press(&keys).await;
    browser.until(&format!("document.querySelectorAll('.cell.fresh').length === {}", laid + 1)).await;
}

fn key_of(digit: char) -> Key {
    match digit {
        '1' => Key::NumPad1,
        '2' => Key::NumPad2,
        _ => Key::NumPad3,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_play_a_whole_game_and_a_third_looks_on() {
    let (club, driver) = (Club::open(), Driver::start());
    let (one, other) = (driver.browser(&club, 1280).await, driver.browser(&club, 390).await);
    let third = driver.browser(&club, 768).await;
    one.go("/").await;
    one.click("#play-friend").await;
    one.find(".qr").await;
    let table = one.path().await;
    other.go(&table).await;
    other.click("form[action$='/join'] button").await;
    third.go(&table).await;
    third.find(".board").await;
    one.find(".board").await;
    one.until("/Guest.* – Guest.* · Sobremesa/.test(document.title)").await;
    // Players and spectators both read the chat.
    let say = one.find("#say").await;
    say.send_keys("¡buen provecho!").await.unwrap();
    one.click(".say button").await;
    for browser in [&one, &other, &third] {
        browser.until("document.querySelector('#talk').textContent.includes('¡buen provecho!')").await;
    }
    loop {
        one.until("document.querySelector('.player.acts') || document.querySelector('.result')").await;
        if one.has(".result").await {
            break;
        }
        let mover = if acts(&one).await { &one } else { &other };
        if !my_turn(mover).await {
            break;
        }
        play_a_turn(mover).await;
        let count = turns(mover).await;
        for browser in [&one, &other, &third] {
            browser.until(&format!("document.querySelectorAll('.turns li').length === {count}")).await;
        }
        assert!(!third.has("#send").await && !third.has("#resign").await);
    }
    for browser in [&one, &other, &third] {
        browser.find(".result").await;
    }
    assert!(!third.has("#rematch").await);
    for browser in [one, other, third] {
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_look_for_an_opponent_meet() {
    let (club, driver) = (Club::open(), Driver::start());
    let (one, other) = (driver.browser(&club, 1280).await, driver.browser(&club, 390).await);
    one.go("/").await;
    one.click("#play-match").await;
    one.find(".waiting").await;
    let table = one.path().await;
    // A player who comes back still waits at the same table, and is not asked to join it.
    one.go("/").await;
    assert!(one.has(&format!("#mine a[href='{table}']")).await);
    assert!(!one.has("form[action$='/join']").await);
    one.click("#play-match").await;
    one.find(".waiting").await;
    assert_eq!(one.path().await, table);
    other.go("/").await;
    assert!(other.has(&format!("#open form[action='{table}/join']")).await);
    other.click("#play-match").await;
    for browser in [&one, &other] {
        browser.find(".board").await;
        browser.find("[data-left]").await;
        assert_eq!(browser.path().await, table);
    }
    one.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_resigns_without_a_question() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    assert!(my_turn(&guest).await);
    guest.click("#resign").await;
    assert_eq!(guest.client.get_alert_text().await.unwrap(), "Give up this game?");
    guest.client.dismiss_alert().await.unwrap();
    play_a_turn(&guest).await;
    guest.click("#resign").await;
    guest.client.accept_alert().await.unwrap();
    assert_eq!(guest.text(".result h2").await, "Neighbour wins");
    assert!(guest.text(".result p").await.ends_with(" has given up."));
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_play_in_teams() {
    let (club, driver) = (Club::open(), Driver::start());
    let host = driver.browser(&club, 1280).await;
    let table = create_table(
        &host,
        "document.querySelector('[name=players][value=\"4\"]').click();
         document.querySelector('details').open = true;
         document.querySelector('[name=teams]').click();
         for (const s of ['seat2', 'seat3']) document.querySelector(`[name=${s}]`).value = 'open';
         document.querySelector('[name=seat4]').value = 'bot-2'",
    )
    .await;
    let (second, third) = (driver.browser(&club, 390).await, driver.browser(&club, 768).await);
    for browser in [&second, &third] {
        browser.go(&table).await;
        browser.click("form[action$='/join'] button").await;
        browser.find(".waiting, .board").await;
        if browser.has(".waiting").await {
            // The link to the table stays while people come.
            host.until("document.querySelectorAll('.player')[1].textContent.includes('Guest')").await;
            assert_eq!(
                host.js("return document.querySelector('#link').value").await,
                host.js("return location.href").await
            );
        }
    }
    let people = [&host, &second, &third];
    'game: loop {
        let mut acted = false;
        for browser in people {
            browser.find(".board").await;
            if browser.has(".result").await {
                break 'game;
            }
            if browser.has("#send").await {
                play_a_turn(browser).await;
                acted = true;
            }
        }
        if !acted {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    let result = host.text(".result h2").await;
    assert!(result.contains(" and ") || result.starts_with("A draw"), "{}", host.told().await);
    for browser in [host, second, third] {
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reload_in_the_middle_of_a_turn_loses_nothing() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    assert!(my_turn(&guest).await);
    let first = "document.querySelectorAll('.cell.offer button')";
    guest.js(&format!("{first}[{first}.length >> 1].click()")).await;
    guest.until("document.querySelectorAll('.cell.fresh').length === 1").await;
    let laid = guest.js("return document.querySelector('.cell.fresh button').id").await;
    guest.client.refresh().await.unwrap();
    guest.find(".cell.fresh").await;
    assert_eq!(guest.js("return document.querySelector('.cell.fresh button').id").await, laid);
    assert!(guest.text(".unsent").await.contains("Not sent"));
    // And taken back at will.
    guest.click("#undo").await;
    guest.until("document.querySelectorAll('.cell.fresh').length === 0").await;
    // A complete turn tells why it scores, and lights the line.
    lay_a_turn(&guest).await;
    guest.js("document.querySelector('[data-line=\"0\"]').focus()").await;
    let lit = "[...document.querySelectorAll('.cell')].filter(c => getComputedStyle(c).backgroundColor === 'rgb(255, 210, 87)').length";
    guest.until(&format!("{lit} >= 3")).await;
    play_a_turn(&guest).await;
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_connection_shows_itself_and_heals() {
    let mut club = Club::open();
    let driver = Driver::start();
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    assert!(my_turn(&guest).await);
    lay_a_turn(&guest).await;
    let address = club.address.to_string();
    let folder = club.folder();
    club.kill();
    guest.until("!document.querySelector('#lost').hidden").await;
    let again = Club::open_in(folder, &address, &["--rate-limit", "0"]);
    guest.until("document.querySelector('#lost').hidden").await;
    // The turn in the making is still there, is sent, and the bot answers.
    assert_eq!(guest.count(".cell.fresh").await, 3);
    let before = turns(&guest).await;
    guest.click("#send").await;
    guest.until(&format!("document.querySelectorAll('.turns li').length > {before}")).await;
    assert!(my_turn(&guest).await);
    drop(again);
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_against_a_bot_is_taken_back() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 390).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    assert!(my_turn(&guest).await);
    let before = turns(&guest).await;
    play_a_turn(&guest).await;
    assert!(my_turn(&guest).await);
    guest.click("#takeback").await;
    guest.until(&format!("document.querySelectorAll('.turns li').length === {before}")).await;
    assert!(my_turn(&guest).await);
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_runs_out_gives_the_seat_to_a_bot() {
    let (club, driver) = (Club::open(), Driver::start());
    let (one, other) = (driver.browser(&club, 1280).await, driver.browser(&club, 1280).await);
    let table = create_table(
        &one,
        "document.querySelector('[name=clock][value=live]').click();
         document.querySelector('[name=turn_seconds]').value = 5;
         document.querySelector('[name=reserve_minutes]').value = 0;
         document.querySelector('[name=seat2]').value = 'open'",
    )
    .await;
    other.go(&table).await;
    other.click("form[action$='/join'] button").await;
    one.find("[data-left]").await;
    // Nobody plays; whoever was to act has left when the time is over.
    one.until("document.querySelector('.players').textContent.includes('left')").await;
    one.close().await;
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_on_a_cell_that_is_not_offered_says_why() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    assert!(my_turn(&guest).await);
    guest.js("document.querySelector('.cell.offer button').click()").await;
    guest.until("document.querySelectorAll('.cell.fresh').length === 1").await;
    guest.js("document.querySelector('#c-L12').click()").await;
    assert!(guest.text(".refusal").await.starts_with("L12: a piece must touch"), "{}", guest.told().await);
    assert_eq!(guest.count(".cell.fresh").await, 1);
    guest.click("#hint").await;
    assert!(guest.text(".making .hint").await.starts_with("Look near"));
    guest.close().await;
}
