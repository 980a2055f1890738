//! Around the game: accounts, replays, lessons.

use fantoccini::key::Key;

use crate::chromium::Driver;
use crate::club::{Club, PASSWORD};
use crate::lesson_turns::TURNS;
use crate::table::{my_turn, play_a_turn, turns};

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_up_after_a_game_as_a_guest_keeps_the_game() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    assert!(my_turn(&guest).await);
    play_a_turn(&guest).await;
    let table = guest.path().await;
    guest.go("/sign-up").await;
    guest.find("input[name=name]").await.send_keys("Carmen").await.unwrap();
    guest.find("input[name=password]").await.send_keys(PASSWORD).await.unwrap();
    guest.press(&[Key::Enter]).await;
    guest.until("document.querySelector('.account').textContent.includes('Carmen')").await;
    guest.go("/").await;
    assert!(guest.has(&format!("#mine a[href='{table}']")).await, "{}", guest.told().await);
    guest.go(&table).await;
    assert!(my_turn(&guest).await);
    play_a_turn(&guest).await;
    assert!(guest.text(".players").await.contains("Carmen"));
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_is_stepped_through_and_analysed() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    while my_turn(&guest).await {
        play_a_turn(&guest).await;
    }
    let count = turns(&guest).await;
    guest.click(".result a[href$='/replay']").await;
    guest.find("#step-Home").await;
    guest.press(&[Key::Home]).await;
    let pieces = "document.querySelectorAll('.board .cell .piece').length";
    guest.until(&format!("{pieces} === 0")).await;
    for turn in 1..=3 {
        guest.press(&[Key::Right]).await;
        guest.until(&format!("{pieces} === {}", 3 * turn)).await;
    }
    guest.press(&[Key::Left]).await;
    guest.until(&format!("{pieces} === 6")).await;
    // The browser's own buttons go the same way.
    guest.client.back().await.unwrap();
    guest.until(&format!("{pieces} === 9 && location.search === '?turn=3'")).await;
    guest.client.back().await.unwrap();
    guest.until(&format!("{pieces} === 6 && location.search === '?turn=2'")).await;
    guest.client.forward().await.unwrap();
    guest.until(&format!("{pieces} === 9")).await;
    // Another language shows the same moment.
    guest.click(".languages a[lang=fr]").await;
    guest.until("document.documentElement.lang === 'fr'").await;
    assert_eq!(guest.js("return location.search").await, "?turn=3&lang=fr");
    assert_eq!(guest.js(&format!("return {pieces}")).await, 9);
    guest.click(".languages a[lang=en]").await;
    guest.until("document.documentElement.lang === 'en'").await;
    // By itself it goes on, and leaves no steps behind in the history.
    let steps = guest.js("return history.length").await;
    guest.click("[data-autoplay]").await;
    guest.until(&format!("{pieces} === 15")).await;
    guest.click("[data-autoplay]").await;
    assert_eq!(guest.js("return history.length").await, steps);
    guest.press(&[Key::End]).await;
    guest.until(&format!("{pieces} > {}", 3 * (count - 1))).await;
    guest.click("#analyse").await;
    guest.until("/\\d %/.test(document.querySelector('main').textContent) && document.querySelector('main svg a')").await;
    // The table tells how exactly everybody played, and the game can be shown to others.
    guest.click(".share-links a[href^='/t/']:last-child").await;
    assert_eq!(guest.count(".earned tbody td:nth-child(5)").await, 2);
    guest.js("navigator.share = shared => { window.shared = shared; return Promise.resolve(); }").await;
    guest.click("#share").await;
    guest.until("window.shared").await;
    let shared = guest.js("return shared.url").await;
    assert_eq!(shared, guest.js("return location.origin + location.pathname + '/replay'").await);
    guest.js("navigator.share = undefined; navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }").await;
    guest.click("#share").await;
    guest.until("document.querySelector('#share').textContent === 'Link copied'").await;
    assert_eq!(guest.js("return window.copied").await, shared);
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_of_the_sandbox_is_asked_and_too_many_questions_are_refused_in_words() {
    let club = Club::open_with(&["--rate-limit", "0", "--engine-limit", "1"]);
    let driver = Driver::start();
    let visitor = driver.browser(&club, 1280).await;
    visitor.without_module().await;
    visitor.go("/sandbox").await;
    visitor.click("#best").await;
    visitor.find(".engine .choices-list li").await;
    assert_eq!(visitor.path().await, "/sandbox", "the address is that of the position");
    // The first question made the visitor a guest, who has asked once.
    visitor.click("#best").await;
    visitor.until("document.querySelector('#alert').textContent.includes('Too many requests')").await;
    assert!(visitor.has(".engine .choices-list li").await, "what was found stays");
    visitor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tutorial_is_finished() {
    let (club, driver) = (Club::open(), Driver::start());
    let pupil = driver.browser(&club, 390).await;
    pupil.go("/learn").await;
    pupil.click("a[href='/learn/lessons/1']").await;
    for (number, turn) in (1..).zip(TURNS) {
        pupil.until(&format!("location.pathname === '/learn/lessons/{number}'")).await;
        for (laid, (piece, cell)) in (1..).zip(turn) {
            pupil.click(&format!("#p-{piece}")).await;
            pupil.until(&format!("document.querySelector('#p-{piece}').ariaPressed === 'true'")).await;
            pupil.click(&format!("#c-{cell}")).await;
            pupil.until(&format!("document.querySelectorAll('.cell.fresh').length === {laid}")).await;
        }
        pupil.find(".answer.right").await;
        if number < TURNS.len() {
            pupil.click("#next").await;
        }
    }
    pupil.click("form[action='/play'] button").await;
    pupil.find(".board").await;
    assert!(pupil.path().await.starts_with("/t/"));
    pupil.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tutorial_of_no_siesta_is_finished() {
    const STEPS: [&[&str]; 7] = [
        &["take grapes", "take pig", "mark silver"],
        &["grain to warehouse", "grapes to warehouse", "pig to stable"],
        &["silver to barn", "use pigs", "free pig to top cart", "free pig to stable"],
        &["grain to top cart", "olive to top cart", "donkey to top yoke", "market trades"],
        &[
            "trade 1 with olive, olive, commodity as olive",
            "grapes to warehouse",
            "commodity as grain to warehouse",
        ],
        &["grain to helper 2", "donkey to helper 2", "done", "hire carts"],
        &["grapes to warehouse", "pig to stable", "hat to track", "commodity as silver to barn", "done"],
    ];
    let (club, driver) = (Club::open(), Driver::start());
    let pupil = driver.browser(&club, 390).await;
    pupil.go("/learn").await;
    pupil.click("a[href='/learn/no-siesta']").await;
    pupil.click("a[href='/learn/no-siesta/1']").await;
    for (number, steps) in (1..).zip(STEPS) {
        pupil.until(&format!("location.pathname === '/learn/no-siesta/{number}'")).await;
        for (done, step) in (1..).zip(steps) {
            pupil.click(&format!("button[name=move][value='{step}']")).await;
            let told =
                "document.querySelector('#acts input[name=done]').value.split(';').filter(s => s).length";
            pupil.until(&format!("{told} === {done}")).await;
        }
        pupil.find(".answer.right").await;
        if number == 2 {
            // What was done is in the address: a reload keeps it, and it can be taken back.
            pupil.client.refresh().await.unwrap();
            pupil.find(".answer.right").await;
            pupil.click("#undo").await;
            pupil.until("document.querySelectorAll('.goals .reached').length === 1").await;
            pupil.click("button[name=move][value='pig to stable']").await;
            pupil.find(".answer.right").await;
        }
        if number < 7 {
            pupil.click("#next").await;
        }
    }
    assert_eq!(pupil.count(".lesson-links .done").await, 7);
    pupil.click("form[action='/play'] button").await;
    pupil.find(".no-siesta").await;
    assert!(pupil.path().await.starts_with("/t/"));
    pupil.close().await;
}
