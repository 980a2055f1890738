//! On a slow network, by the server alone: nothing overtakes, nothing is lost, and the page says what becomes of requests.

use std::time::Duration;

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::chromium::{Browser, Driver};
use crate::club::Club;
use crate::farms::to_scoring;
use crate::table::{lay_a_turn, my_turn, play_a_turn, turns};

const ROUND_TRIP: Duration = Duration::from_millis(300);
/// Between two taps of somebody fast.
const QUICKLY: Duration = Duration::from_millis(30);

/// A browser in which whole pages of games are visible, and in which nothing is answered but by the server.
async fn browser(club: &Club, driver: &Driver) -> Browser {
    let browser = driver.browser(club, 1280).await;
    browser.client.set_window_size(1400, 1700).await.unwrap();
    browser.without_module().await;
    browser
}

/// Slows the network down, and counts requests from now on.
async fn slow_down(browser: &Browser) {
    browser.network(Some(ROUND_TRIP)).await;
    browser
        .js("window.asked = []; window.flying = window.most = 0;
             const real = window.fetch;
             window.fetch = async (address, said) => {
               asked.push(`${said.method} ${address} ${said.body ?? ''}`);
               most = Math.max(most, ++flying);
               try { return await real(address, said); } finally { flying--; }
             };")
        .await;
}

/// The requests whose method and address begin like this.
async fn asked(browser: &Browser, begin: &str) -> Vec<String> {
    let found = browser.js(&format!("return asked.filter(line => line.startsWith({begin:?}))")).await;
    serde_json::from_value(found).unwrap()
}

/// Waits until no answer is on its way.
async fn is_calm(browser: &Browser) {
    browser.until("!presses.busy && !document.querySelector('[aria-busy]')").await;
}

/// A game against a bot after the opening, on a turn of the guest.
async fn second_turn(browser: &Browser) {
    browser.go("/").await;
    browser.click("#play-now").await;
    assert!(my_turn(browser).await);
    play_a_turn(browser).await;
    assert!(my_turn(browser).await);
    is_calm(browser).await;
}

/// What is laid and not sent, as the form has it.
async fn laid(browser: &Browser) -> String {
    browser
        .js("return document.querySelector('#laying [name=laid]').value")
        .await
        .as_str()
        .unwrap()
        .to_owned()
}

/// The place of everything that can be pressed.
const PLACES: &str = "[...document.querySelectorAll('#play button')].map(button => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return [button.id, x, y, width, height];
})";

async fn places(browser: &Browser) -> Value {
    browser.js(&format!("return {PLACES}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roof_and_a_cell_right_after_it_lay_a_roof() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = browser(&club, &driver).await;
    second_turn(&guest).await;
    guest.click("#p-roof").await;
    guest.until("document.querySelector('#p-roof').ariaPressed === 'true'").await;
    let cell = guest.js("return document.querySelector('.cell.offer button').id.slice(2)").await;
    let cell = cell.as_str().unwrap();
    is_calm(&guest).await;
    guest.click("#p-sun").await;
    guest.until("document.querySelector('#p-sun').ariaPressed === 'true'").await;
    is_calm(&guest).await;
    slow_down(&guest).await;
    guest.tap_all(&["#p-roof", &format!("#c-{cell}")], QUICKLY).await;
    is_calm(&guest).await;
    assert_eq!(laid(&guest).await, format!("^{cell}"));
    let label = guest.js(&format!("return document.querySelector('#c-{cell}').ariaLabel")).await;
    assert!(label.as_str().unwrap().starts_with(&format!("{cell}, your roof")), "{label}");
    assert_eq!(guest.js("return most").await, 1, "one request at a time");
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_taps_in_a_lesson_all_count_in_order() {
    let (club, driver) = (Club::open(), Driver::start());
    let pupil = browser(&club, &driver).await;
    pupil.go("/learn/lessons/1").await;
    slow_down(&pupil).await;
    let taps =
        ["#p-roof", "#p-roof", "#c-G5", "#p-shadow", "#c-H5", "#c-H5", "#c-H5", "#c-H5", "#c-H5", "#c-I5"];
    pupil.tap_all(&taps, Duration::ZERO).await;
    pupil.find(".answer.right").await;
    is_calm(&pupil).await;
    assert_eq!(asked(&pupil, "GET /learn").await.len(), taps.len());
    assert_eq!(pupil.js("return most").await, 1);
    assert_eq!(pupil.js("return document.getElementById('notice').textContent").await, "");
    pupil.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_taps_in_the_sandbox_and_ten_keys_in_a_replay_all_count() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = browser(&club, &driver).await;
    guest.go("/sandbox").await;
    slow_down(&guest).await;
    let taps = [
        "#p-sun",
        "#c-F5",
        "#c-F5",
        "#p-sun",
        "#c-F5",
        "#p-roof",
        "#c-F6",
        "#p-shadow",
        "#p-shadow",
        "#c-F7",
    ];
    guest.tap_all(&taps, QUICKLY).await;
    is_calm(&guest).await;
    assert_eq!(laid(&guest).await, "*F5 ^F6 #F7");
    guest.network(Some(Duration::ZERO)).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    while my_turn(&guest).await && turns(&guest).await < 11 {
        play_a_turn(&guest).await;
    }
    let table = guest.path().await;
    guest.js("window.confirm = () => true").await;
    guest.click("#resign").await;
    guest.find(".result").await;
    guest.go(&format!("{table}/replay?turn=0")).await;
    guest.find("#step-ArrowRight[hx-get]").await;
    slow_down(&guest).await;
    guest.press(&[Key::Right; 10]).await;
    is_calm(&guest).await;
    assert_eq!(guest.js("return location.search").await, "?turn=10");
    assert_eq!(guest.js("return most").await, 1);
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn send_shows_its_effect_at_once_and_two_taps_send_once() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = browser(&club, &driver).await;
    second_turn(&guest).await;
    lay_a_turn(&guest).await;
    is_calm(&guest).await;
    slow_down(&guest).await;
    let (before, places_before) = (turns(&guest).await, places(&guest).await);
    let seen = guest
        .js(&format!(
            "const send = document.getElementById('send'); send.click(); send.click();
             document.querySelector('.cell.fresh button').click();
             return [send.innerText, document.querySelectorAll('.cell.fresh').length, send.ariaBusy, {PLACES}]"
        ))
        .await;
    assert_eq!(seen, json!(["Sending…", 3, "true", places_before]));
    guest.until(&format!("document.querySelectorAll('.turns li').length > {before}")).await;
    is_calm(&guest).await;
    assert_eq!(asked(&guest, "POST").await.len(), 1);
    assert!(!guest.has("#alert p").await, "{}", guest.told().await);
    assert_eq!(guest.js("return document.getElementById('notice').textContent").await, "");
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_shows_at_once_and_a_long_wait_is_said_without_moving_anything() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = browser(&club, &driver).await;
    second_turn(&guest).await;
    guest.network(Some(Duration::from_secs(3))).await;
    let before = places(&guest).await;
    let busy = guest
        .js("const cell = document.querySelector('.cell.offer button'); cell.click(); return cell.ariaBusy")
        .await;
    assert_eq!(busy, "true");
    guest.until("document.getElementById('notice').textContent === 'Waiting for the server…'").await;
    assert_eq!(guest.count(".cell.fresh").await, 0, "the answer is still on its way");
    assert_eq!(places(&guest).await, before);
    guest.until("document.querySelectorAll('.cell.fresh').length === 1").await;
    guest.until("document.getElementById('notice').textContent === ''").await;
    guest.close().await;
}

/// The failure that is shown, and how far below its control.
async fn failure(browser: &Browser, control: &str) -> (String, f64) {
    browser.until("!document.getElementById('failure').hidden").await;
    let found = browser
        .js(&format!(
            "const failure = document.getElementById('failure');
             return [failure.innerText, failure.getBoundingClientRect().top - document.querySelector({control:?}).getBoundingClientRect().bottom]"
        ))
        .await;
    (found[0].as_str().unwrap().to_owned(), found[1].as_f64().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_fails_says_so_beside_the_control_and_is_repeated_with_all_behind_it() {
    let (club, driver) = (Club::open(), Driver::start());
    let pupil = browser(&club, &driver).await;
    pupil.go("/learn/lessons/1").await;
    // Somebody loses the connection in the middle of three taps.
    pupil.network(None).await;
    pupil.tap_all(&["#p-roof", "#c-G5"], Duration::ZERO).await;
    let (said, below) = failure(&pupil, "#p-roof").await;
    assert!(said.starts_with("No connection to the server.") && said.ends_with("Try again"), "{said}");
    assert!((0.0..30.0).contains(&below), "{below}");
    pupil.network(Some(ROUND_TRIP)).await;
    pupil.click("#failure button").await;
    pupil.until("document.querySelectorAll('.cell.fresh').length === 1").await;
    is_calm(&pupil).await;
    assert_eq!(laid(&pupil).await, "^G5");
    assert!(pupil.js("return document.getElementById('failure').hidden").await.as_bool().unwrap());
    // A server that fails, and one that does not answer in time.
    let answers = [
        ("Promise.resolve(new Response('', { status: 503 }))", "The server could not do this just now."),
        (
            "new Promise((_, no) => said.signal.addEventListener('abort', () => no(said.signal.reason)))",
            "The server did not answer in time.",
        ),
    ];
    for (answer, words) in answers {
        pupil
            .js(&format!(
                "htmx.config.defaultTimeout = 700; const real = fetch;
                 window.fetch = (address, said) => {{ window.fetch = real; return {answer}; }}"
            ))
            .await;
        pupil.click("#p-shadow").await;
        let (said, _) = failure(&pupil, "#p-shadow").await;
        assert!(said.starts_with(words), "{said}");
        // The same control once more is as good as the button.
        pupil.js("htmx.config.defaultTimeout = 20000").await;
        pupil.click("#p-shadow").await;
        pupil.until("document.getElementById('failure').hidden && !presses.busy").await;
        pupil.until("document.querySelector('#p-shadow').ariaPressed === 'true'").await;
        pupil.click("#p-roof").await;
        pupil.until("document.querySelector('#p-roof').ariaPressed === 'true'").await;
        is_calm(&pupil).await;
    }
    assert_eq!(laid(&pupil).await, "^G5", "nothing was lost");
    pupil.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tap_on_what_is_no_longer_there_is_dropped_and_said() {
    let (club, driver) = (Club::open(), Driver::start());
    let pupil = browser(&club, &driver).await;
    pupil.go("/learn/lessons/1").await;
    slow_down(&pupil).await;
    // After the opening roof no further roof may follow the third piece: the turn is complete.
    let taps = ["#p-roof", "#c-G5", "#p-shadow", "#c-H5", "#c-I5", "#p-sun", "#c-F6"];
    pupil.tap_all(&taps, Duration::ZERO).await;
    pupil.until("document.getElementById('notice').textContent.startsWith('Your last taps')").await;
    is_calm(&pupil).await;
    pupil.find(".answer.right").await;
    pupil.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_could_not_be_sent_keeps_its_pieces_and_is_played_once() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = browser(&club, &driver).await;
    second_turn(&guest).await;
    lay_a_turn(&guest).await;
    is_calm(&guest).await;
    let (before, turn) = (turns(&guest).await, laid(&guest).await);
    guest.network(None).await;
    guest.click("#send").await;
    failure(&guest, "#send").await;
    assert_eq!((laid(&guest).await, guest.count(".cell.fresh").await), (turn.clone(), 3));
    assert_eq!(guest.text("#send").await, "Send");
    guest.network(Some(ROUND_TRIP)).await;
    // The server gets it, and its answer is lost; no news come either.
    guest
        .js("const real = fetch;
             window.fetch = async (...said) => { window.fetch = real; await real(...said); throw new TypeError('lost'); };
             document.addEventListener('htmx:sse:before:message', event => event.preventDefault());")
        .await;
    guest.click("#failure button").await;
    guest.until("fetch !== window.never && document.getElementById('failure').hidden === false && !document.querySelector('#send[aria-busy]')").await;
    assert_eq!(laid(&guest).await, turn);
    guest.click("#failure button").await;
    guest.until(&format!("document.querySelectorAll('.turns li').length > {before}")).await;
    assert!(!guest.has("#alert p").await, "{}", guest.told().await);
    let told =
        guest.js("return [...document.querySelectorAll('.turns .text')].map(t => t.textContent)").await;
    let told: Vec<String> = serde_json::from_value(told).unwrap();
    assert_eq!(told.iter().filter(|told| **told == turn).count(), 1, "{told:?}");
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn marks_that_wait_are_sent_together() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = browser(&club, &driver).await;
    guest.go("/").await;
    guest.click("#play-no-siesta").await;
    to_scoring(&guest).await;
    is_calm(&guest).await;
    slow_down(&guest).await;
    // One mark for each unit that there is: none takes what another needs.
    let marks = guest
        .js("const units = new Set(), marks = [];
             for (const { value } of document.querySelectorAll('#acts .storage button.tap')) {
               const unit = value.split(' ')[0];
               if (!units.has(unit) && /^\\w+ to /.test(value)) { units.add(unit); marks.push(value); }
             }
             for (const mark of marks) document.querySelector(`#acts button[value=\"${mark}\"]`).click();
             return marks")
        .await;
    let marks: Vec<String> = serde_json::from_value(marks).unwrap();
    assert!(!marks.is_empty());
    is_calm(&guest).await;
    let sent = asked(&guest, "POST").await;
    assert_eq!(sent.len(), marks.len().min(2), "{sent:?}");
    let sent = sent.join(" ").replace('+', " ");
    let places: Vec<usize> = marks.iter().map(|mark| sent.find(&format!("move={mark}")).unwrap()).collect();
    assert!(places.is_sorted(), "{sent}");
    assert!(!guest.has("#alert p").await, "{}", guest.told().await);
    assert_eq!(
        guest.js("return document.querySelectorAll('#acts .storage .crossed').length").await,
        marks.len()
    );
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_with_fast_taps_lays_nothing_wrong_and_loses_nothing() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = browser(&club, &driver).await;
    guest.go("/").await;
    guest.js("document.querySelector('form[action=\"/play\"] select').value = '1'").await;
    guest.click("#play-now").await;
    assert!(my_turn(&guest).await);
    slow_down(&guest).await;
    let table = guest.path().await.replace("/t/", "/api/v1/tables/");
    let mut played = Vec::new();
    while my_turn(&guest).await {
        is_calm(&guest).await;
        let number = played.len();
        let turn = guest
            .js(&format!(
                "return fetch('{table}/actions', {{ method: 'GET' }}).then(answer => answer.json()).then(({{ actions }}) => actions[{number} * 7919 % actions.length])"
            ))
            .await;
        let turn = turn.as_str().unwrap().to_owned();
        let taps = turn.split(' ').flat_map(|placement| {
            let (piece, cell) = placement.split_at(1);
            let piece = match piece {
                "*" => "#p-sun",
                "^" => "#p-roof",
                _ => "#p-shadow",
            };
            [piece.to_owned(), format!("#c-{cell}")]
        });
        let taps: Vec<String> = taps.collect();
        guest.tap_all(&taps.iter().map(String::as_str).collect::<Vec<_>>(), QUICKLY).await;
        // It moves when reasons appear above it.
        guest.js("document.getElementById('send').click()").await;
        let own = "[...document.querySelectorAll('.turns .text')].map(t => t.textContent)";
        guest.until(&format!("{own}.includes('{turn}')")).await;
        played.push(turn);
    }
    is_calm(&guest).await;
    assert!(played.len() > 3);
    assert_eq!(guest.js("return most").await, 1);
    let told =
        guest.js("return [...document.querySelectorAll('.turns .text')].map(t => t.textContent)").await;
    let told: Vec<String> = serde_json::from_value(told).unwrap();
    let own: Vec<&String> = told.iter().filter(|turn| played.contains(turn)).collect();
    assert_eq!(own, played.iter().collect::<Vec<_>>());
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_files_come_slowly_is_live() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = browser(&club, &driver).await;
    guest.go("/").await;
    guest.click("#play-friend").await;
    guest.find(".qr").await;
    let table = guest.path().await;
    for _ in 0..3 {
        let other = browser(&club, &driver).await;
        other.network(Some(ROUND_TRIP)).await;
        other.go(&table).await;
        other.until("document.getElementById('live')._htmx?.sse").await;
        other.close().await;
    }
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pieces_cells_and_send_are_called_what_they_are() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = browser(&club, &driver).await;
    second_turn(&guest).await;
    let roof = "return [...document.querySelectorAll('.cell button')].find(b => /your roof/.test(b.ariaLabel)).value";
    let cell = guest.js(roof).await.as_str().unwrap().to_owned();
    let tree = guest.devtools("Accessibility.getFullAXTree", json!({})).await;
    let buttons = tree["nodes"].as_array().unwrap().iter().filter(|node| node["role"]["value"] == "button");
    let names: Vec<&str> = buttons.filter_map(|node| node["name"]["value"].as_str()).collect();
    for piece in ["sun", "roof", "shadow"] {
        let is = |name: &&&str| name.starts_with(piece) && name.ends_with(" left");
        assert_eq!(names.iter().filter(is).count(), 1, "{piece}: {names:?}");
    }
    assert!(names.contains(&"Send"), "{names:?}");
    assert!(names.contains(&format!("{cell}, your roof").as_str()), "{names:?}");
    guest.close().await;
}
