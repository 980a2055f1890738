//! The module that answers in the browser: no requests, the same pages, and the server where it is not.

use serde_json::{Value, json};

use crate::chromium::{Browser, Driver};
use crate::club::Club;
use crate::lesson_turns::TURNS;
use crate::table::{lay_a_turn, my_turn, play_a_turn, turns};

/// The most bytes of a first visit of a table before the module, compressed.
const MAX_FIRST_LOAD: u64 = 150_000;
/// The most bytes of the module, compressed.
const MAX_MODULE: u64 = 600_000;

/// Waits for the module, and counts requests from now on.
async fn with_module(browser: &Browser) {
    browser.until("document.documentElement.dataset.device === 'ready'").await;
    browser.js("performance.clearResourceTimings()").await;
}

/// The paths that were asked for, without those of streams.
async fn asked(browser: &Browser) -> Vec<String> {
    let paths = "return performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)
        .filter(path => !path.endsWith('/live'))";
    serde_json::from_value(browser.js(paths).await).unwrap()
}

/// Compares what the module and the server answer at these addresses, given as a script. Returns how many there were.
async fn compare(browser: &Browser, addresses: &str) -> usize {
    let script = format!(
        "return ({addresses}).map(address => {{
            const server = new XMLHttpRequest();
            server.open('GET', address, false);
            server.setRequestHeader('HX-Request', 'true');
            server.send();
            const began = performance.now();
            const here = device.answer(address);
            const took = performance.now() - began;
            return [address, here?.html === server.responseText,
                (here?.address ?? null) === server.getResponseHeader('hx-replace-url'), took];
        }})"
    );
    let compared = browser.js(&script).await;
    let compared = compared.as_array().unwrap();
    let took = compared.iter().map(|answer| answer[3].as_f64().unwrap()).fold(0.0, f64::max);
    eprintln!("{}: answered in {took:.1} ms at most", browser.path().await);
    for answer in compared {
        assert_eq!((&answer[1], &answer[2]), (&json!(true), &json!(true)), "{answer}");
    }
    compared.len()
}

/// Where the buttons and links lead that ask for a part of the page, each as many as this.
fn offered(most: usize) -> String {
    format!(
        "[...[...document.querySelectorAll('form[hx-get] button[name]:not(:disabled)')].map(button =>
            button.form.getAttribute('hx-get') + '?' + new URLSearchParams(new FormData(button.form, button)))
            .filter((_, at, all) => at % Math.ceil(all.length / {most}) === 0),
          ...[...document.querySelectorAll('a[hx-get]')].map(link => link.getAttribute('hx-get'))
            .filter((_, at, all) => at % Math.ceil(all.length / {most}) === 0)]"
    )
}

async fn start_siesta(browser: &Browser) {
    browser.go("/").await;
    browser.click("#play-now").await;
    assert!(my_turn(browser).await);
}

async fn resign(browser: &Browser) -> String {
    browser.js("window.confirm = () => true").await;
    browser.click("#resign").await;
    browser.find(".result").await;
    browser.path().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_turn_is_laid_without_a_request_and_looks_as_the_server_says() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    start_siesta(&guest).await;
    for turn in 1..=3 {
        with_module(&guest).await;
        let mut compared = compare(&guest, &offered(8)).await;
        guest.js("performance.clearResourceTimings()").await;
        lay_a_turn(&guest).await;
        assert_eq!(asked(&guest).await, [""; 0], "turn {turn}");
        compared += compare(&guest, &offered(8)).await;
        compared += compare(&guest, "[location.pathname + location.search]").await;
        assert!(compared > 8, "{compared}");
        guest.js("performance.clearResourceTimings()").await;
        let before = turns(&guest).await;
        guest.click("#send").await;
        guest.until(&format!("document.querySelectorAll('.turns li').length > {before}")).await;
        assert!(my_turn(&guest).await);
        let asked = asked(&guest).await;
        assert!(asked.len() == 1 && asked[0].ends_with("/play"), "{asked:?}");
    }
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn taps_one_right_after_the_other_all_count() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    start_siesta(&guest).await;
    play_a_turn(&guest).await;
    assert!(my_turn(&guest).await);
    with_module(&guest).await;
    // Each tap is an event of its own, right after the one before it.
    let taps = "window.went = 0;
        const taps = ['#p-shadow', '#p-sun', '#p-roof', '.cell.offer button', '#p-shadow', '#undo', '#p-roof', '.cell.offer button'];
        const tap = () => {
          document.querySelector(taps.shift())?.click();
          went++;
          if (taps.length) setTimeout(tap);
        };
        tap();";
    guest.js(taps).await;
    guest.until("went === 8").await;
    assert_eq!(guest.count(".cell.fresh").await, 1);
    assert_eq!(guest.js("return document.querySelector('[name=laid]').value[0]").await, "^");
    assert_eq!(asked(&guest).await, [""; 0]);
    let measured = "window.took = [];
        const tap = number => {
          const began = performance.now();
          document.querySelector(number % 2 ? '#p-sun' : '#p-shadow')?.click();
          requestAnimationFrame(() => setTimeout(() => {
            took.push(performance.now() - began);
            if (number) tap(number - 1);
          }));
        };
        tap(19);";
    guest.js(measured).await;
    guest.until("took.length === 20").await;
    eprintln!("from tap to picture, in ms: {}", guest.js("return took.map(Math.round)").await);
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replays_lines_lessons_and_the_sandbox_need_no_request() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    start_siesta(&guest).await;
    play_a_turn(&guest).await;
    assert!(my_turn(&guest).await);
    let table = resign(&guest).await;
    guest.go(&format!("{table}/replay")).await;
    with_module(&guest).await;
    guest.click("#step-ArrowRight").await;
    guest.until("location.search === '?turn=1'").await;
    guest.click("#step-End").await;
    guest.until("document.querySelector('#step-ArrowRight[aria-disabled]')").await;
    assert_eq!(asked(&guest).await, [""; 0]);
    assert!(compare(&guest, &offered(9)).await > 3);

    guest.go("/sandbox").await;
    with_module(&guest).await;
    guest.click(".cell.offer button").await;
    guest.until("document.querySelectorAll('.cell.fresh').length === 1").await;
    assert_eq!(asked(&guest).await, [""; 0]);
    assert!(compare(&guest, &offered(9)).await > 5);

    guest.go("/learn/lessons/1").await;
    with_module(&guest).await;
    for (piece, cell) in TURNS[0] {
        guest.click(&format!("#p-{piece}")).await;
        guest.click(&format!("[name=put][value={cell}]")).await;
    }
    guest.find("#next").await;
    assert_eq!(asked(&guest).await, [""; 0]);
    guest.go("/learn").await;
    assert_eq!(guest.count(".lesson-links .done").await, 1, "what is done is remembered");

    guest.go("/learn/no-siesta/2").await;
    with_module(&guest).await;
    assert!(compare(&guest, &offered(9)).await > 1);
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_on_a_farm_look_as_the_server_says() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 390).await;
    guest.go("/").await;
    guest.click("form[action='/play']:has([value='no-siesta']) button[type=submit]").await;
    guest.find(".making[data-ready]").await;
    with_module(&guest).await;
    compare(
        &guest,
        "[location.pathname, location.pathname + '?from=grain', location.pathname + '?ask=tile']",
    )
    .await;
    let table = resign(&guest).await;
    guest.go(&format!("{table}/replay")).await;
    with_module(&guest).await;
    compare(&guest, &offered(5)).await;
    guest.go(&format!("{table}/replay/line?turn=1")).await;
    with_module(&guest).await;
    assert!(compare(&guest, &offered(12)).await > 1);
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_module_the_server_answers() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.without_module().await;
    start_siesta(&guest).await;
    for _ in 0..2 {
        play_a_turn(&guest).await;
        assert!(my_turn(&guest).await);
    }
    // A press on a cell is one request, and its answer is all that the page needs.
    guest
        .js("performance.clearResourceTimings(); document.querySelector('.cell.offer button').click()")
        .await;
    guest.find(".cell.fresh").await;
    guest.until("performance.getEntriesByType('resource').length > 0").await;
    assert_eq!(asked(&guest).await, [guest.path().await]);
    assert_eq!(guest.js("return document.documentElement.dataset.device ?? null").await, Value::Null);
    assert_eq!(guest.js("return device.answer('/sandbox')").await, Value::Null);
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_visit_is_small_and_a_second_loads_no_module() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    start_siesta(&guest).await;
    let table = guest.path().await;
    guest.until("document.documentElement.dataset.device === 'ready'").await;
    guest.devtools("Network.clearBrowserCache", json!({})).await;
    guest.go(&table).await;
    guest.until("document.documentElement.dataset.device === 'ready'").await;
    let sizes = "const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
        const module = all.filter(entry => entry.name.endsWith('.wasm'));
        const size = entries => entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
        return [size(all) - size(module), size(module), module.length, module[0].transferSize]";
    let first = guest.js(sizes).await;
    eprintln!("bytes before the module, of the module: {first}");
    assert!(first[0].as_u64().unwrap() < MAX_FIRST_LOAD, "{first}");
    assert!(first[1].as_u64().unwrap() < MAX_MODULE && first[3].as_u64().unwrap() > 0, "{first}");
    guest.go(&table).await;
    guest.until("document.documentElement.dataset.device === 'ready'").await;
    let second = guest.js(sizes).await;
    assert_eq!((&second[2], &second[3]), (&json!(1), &json!(0)), "{second}");
    guest.close().await;
}

#[tokio::test]
async fn bots_and_hints_think_in_the_browser_of_the_one_person() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    start_siesta(&guest).await;
    with_module(&guest).await;
    // The stream of the next page says that this device thinks.
    let path = guest.path().await;
    guest.go(&path).await;
    with_module(&guest).await;
    for _ in 0..3 {
        let before = turns(&guest).await;
        play_a_turn(&guest).await;
        guest.until(&format!("document.querySelectorAll('.turns li').length >= {}", before + 2)).await;
        assert!(my_turn(&guest).await);
    }
    let bots = asked(&guest).await.into_iter().filter(|asked| asked.ends_with("/bot")).count();
    assert_eq!(bots, 3, "the device has chosen the moves of the bot");
    guest.js("performance.clearResourceTimings()").await;
    guest.click("form[action$='/hint'] button").await;
    guest.find(".hint[role=status]").await;
    let asked = asked(&guest).await;
    assert!(asked.iter().all(|path| path.starts_with("/assets/")), "no request but for weights: {asked:?}");
    guest.close().await;
}
