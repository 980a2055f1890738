//! How the pages look and read: at every width, in both themes, in every language, for everybody.

use crate::chromium::{Browser, Driver};
use crate::club::Club;
use crate::farms::to_scoring;
use crate::table::{my_turn, play_a_turn};

const AXE: &str = include_str!("vendor/axe-4.14.0.min.js");
const WIDTHS: [u32; 4] = [360, 390, 768, 1280];

/// Pages that anybody may open.
const PAGES: [&str; 17] = [
    "/",
    "/new",
    "/new?game=no-siesta",
    "/verify",
    "/learn",
    "/learn/lessons/1",
    "/learn/no-siesta",
    "/learn/no-siesta/1",
    "/learn/no-siesta/7",
    "/sandbox",
    "/sandbox/setup?position=12/12/12/12/5*6/5b6/5%236/12/12/12/12/12+2+a+1",
    "/leaderboard",
    "/settings",
    "/sign-in",
    "/sign-up",
    "/people/nobody",
    "/t/none",
];

/// Nothing is wider than the page, and no control lies on another.
async fn fits(browser: &Browser, what: &str) {
    let wide = browser
        .js("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        .await;
    assert_eq!(wide, 0, "{what} scrolls sideways");
    let over = browser
        .js("const controls = [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary')]
               .filter(e => e.checkVisibility() && !e.closest('.frame, .list') && !e.matches('.skip'));
             const found = [];
             for (const [i, a] of controls.entries()) for (const b of controls.slice(i + 1)) {
               if (a.contains(b) || b.contains(a)) continue;
               const p = a.getBoundingClientRect(), q = b.getBoundingClientRect();
               const x = Math.min(p.right, q.right) - Math.max(p.left, q.left);
               const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
               if (x > 1 && y > 1) found.push(a.outerHTML.slice(0, 90) + ' / ' + b.outerHTML.slice(0, 90));
             }
             return found")
        .await;
    assert_eq!(over, serde_json::json!([]), "{what}");
}

/// The page is set in the typefaces that it brings along, whatever is installed.
async fn is_set_in_our_typefaces(browser: &Browser, what: &str) {
    browser.until("document.fonts.status === 'loaded'").await;
    let faces = browser.js("return [...document.fonts].map(f => f.family + ' ' + f.status).sort()").await;
    assert_eq!(faces, serde_json::json!(["Figtree loaded", "Fraunces loaded"]), "{what}");
}

/// No serious violation of the rules for accessible pages, once colours have stopped changing.
async fn is_accessible(browser: &Browser, what: &str) {
    browser.js(&format!("{AXE}; return 0")).await;
    browser
        .js("document.getAnimations().filter(a => a instanceof CSSTransition).forEach(a => a.finish())")
        .await;
    let found = browser
        .client
        .execute_async(
            "const done = arguments[0];
             axe.run(document).then(r => done(r.violations
               .filter(v => ['serious', 'critical'].includes(v.impact))
               .map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' + n.any.map(a => a.message).join()).join(' | '))))",
            Vec::new(),
        )
        .await
        .unwrap();
    assert_eq!(found, serde_json::json!([]), "{what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_fits_every_width_and_is_accessible_in_light_and_dark() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    assert!(my_turn(&guest).await);
    play_a_turn(&guest).await;
    assert!(my_turn(&guest).await);
    guest.js("document.querySelector('.cell.offer button').click()").await;
    guest.find(".cell.fresh").await;
    let table = guest.path().await;
    guest.go("/").await;
    guest.click("#play-friend").await;
    guest.find(".qr").await;
    let waiting = guest.path().await;
    guest.go("/").await;
    guest.click("#play-now").await;
    assert!(my_turn(&guest).await);
    play_a_turn(&guest).await;
    let over = guest.path().await;
    guest.js("fetch(location.pathname + '/resign', { method: 'POST' })").await;
    guest.find(".result").await;
    guest.click(".result a[href$='/replay']").await;
    guest.click("#analyse").await;
    guest.find("main svg a").await;
    let replay = guest.path().await;
    club.member("Rosa");
    let others = [table, waiting, over, replay, "/people/Rosa".to_owned()];
    let pages: Vec<String> = PAGES.iter().map(|page| (*page).to_owned()).chain(others).collect();
    look_good(&guest, &pages).await;
    guest.close().await;
}

/// Every page fits every width and is accessible in light and dark.
async fn look_good(browser: &Browser, pages: &[String]) {
    for page in pages {
        browser.go(page).await;
        is_set_in_our_typefaces(browser, page).await;
        for width in WIDTHS {
            browser.resize(width).await;
            fits(browser, &format!("{page} at {width}")).await;
        }
        for theme in ["light", "dark"] {
            browser.js(&format!("document.documentElement.dataset.theme = '{theme}'")).await;
            is_accessible(browser, &format!("{page}, {theme}")).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_farm_fits_every_width_is_accessible_and_large_enough_for_fingers() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 360).await;
    guest.go("/").await;
    guest.click("#play-solo").await;
    guest.find(".take").await;
    let dice = guest.path().await;
    guest.go("/").await;
    guest.click("#play-no-siesta").await;
    to_scoring(&guest).await;
    let smallest = guest
        .js("return Math.min(...[...document.querySelectorAll('#acts .tap, a.chip, .buttons button')]
               .filter(e => e.checkVisibility()).map(e => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height)))")
        .await;
    assert!(smallest.as_f64().unwrap() >= 40.0, "{smallest}");
    let named = "return [...document.querySelectorAll('#acts .tap')].every(e => e.getAttribute('aria-label') || e.textContent.trim())";
    assert_eq!(guest.js(named).await, true, "everything that can be pressed has a name");
    let scoring = guest.path().await;
    guest.go("/").await;
    guest.click("#play-no-siesta").await;
    to_scoring(&guest).await;
    guest.js("fetch(location.pathname + '/resign', { method: 'POST' })").await;
    guest.find(".result").await;
    let over = guest.path().await;
    guest.click(".result a[href$='/replay']").await;
    guest.click("#analyse").await;
    guest.find("main svg a").await;
    let replay = guest.path().await;
    let verify = format!("{over}/verify");
    look_good(&guest, &[dice, scoring, over, replay, verify]).await;
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cells_are_large_enough_for_fingers_and_read_well() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 360).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    assert!(my_turn(&guest).await);
    let smallest = guest
        .js("return Math.min(...[...document.querySelectorAll('.cell button, .palette button, .buttons button')]
               .filter(e => e.checkVisibility()).map(e => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height)))")
        .await;
    assert!(smallest.as_f64().unwrap() >= 40.0, "{smallest}");
    let name = guest.js("return document.querySelector('#c-F5').getAttribute('aria-label')").await;
    assert!(name.as_str().unwrap().starts_with("F5, "), "{name}");
    play_a_turn(&guest).await;
    let roof = "[...document.querySelectorAll('[aria-label]')].map(e => e.getAttribute('aria-label')).filter(n => /^[A-L]\\d+, your roof/.test(n)).length";
    assert_eq!(guest.js(&format!("return {roof}")).await, 1);
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_numbers_of_the_rows_stay_where_the_board_is_moved_on_a_phone() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 360).await;
    guest.go("/").await;
    guest.click("#play-now").await;
    assert!(my_turn(&guest).await);
    guest.js("document.querySelector('.frame').scrollLeft = 9999").await;
    let seen = guest
        .js("const frame = document.querySelector('.frame'), { left } = frame.getBoundingClientRect();
             const numbers = [...document.querySelectorAll('.row .number')];
             numbers[5].scrollIntoView({ block: 'center' });
             const at = numbers[5].getBoundingClientRect();
             return { moved: frame.scrollLeft, gap: numbers.map(n => n.getBoundingClientRect().left - left).reduce((a, b) => Math.max(a, b)),
                      above: document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2) === numbers[5] }")
        .await;
    assert!(seen["moved"].as_f64().unwrap() > 100.0, "{seen}");
    assert!(seen["gap"].as_f64().unwrap() < 1.0 && seen["above"] == true, "{seen}");
    // What lies under them comes out when it is wanted, by fingers and by keys.
    for cell in ["A6", "L6", "A1"] {
        guest.click(&format!("#c-{cell}")).await;
        guest.until(&format!("document.querySelector('.refusal')?.textContent.startsWith('{cell}') || document.querySelector('.fresh #c-{cell}')")).await;
    }
    guest.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_language_is_spoken() {
    let (club, driver) = (Club::open(), Driver::start());
    for (language, play) in [("en", "Play now"), ("fr", "Jouer"), ("de", "spielen"), ("es", "Jugar")] {
        let visitor = driver.browser_with(&club, 390, language).await;
        visitor.go("/").await;
        assert_eq!(visitor.js("return document.documentElement.lang").await, language);
        assert!(visitor.text("#play-now").await.contains(play), "{language}: {}", visitor.told().await);
        for page in PAGES {
            visitor.go(page).await;
            assert!(!visitor.told().await.contains('⟦'), "{language} {page}");
        }
        visitor.go("/").await;
        visitor.click("#play-now").await;
        assert!(my_turn(&visitor).await);
        play_a_turn(&visitor).await;
        assert!(!visitor.told().await.contains('⟦'), "{language}: {}", visitor.told().await);
        visitor.go("/").await;
        visitor.click("#play-no-siesta").await;
        visitor.find("#acts").await;
        assert!(!visitor.told().await.contains('⟦'), "{language}: {}", visitor.told().await);
        visitor.close().await;
    }
    let visitor = driver.browser(&club, 1280).await;
    visitor.go("/?lang=fr").await;
    visitor.go("/new").await;
    assert_eq!(visitor.js("return document.documentElement.lang").await, "fr");
    visitor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_light_and_asks_nobody_else() {
    let (club, driver) = (Club::open(), Driver::start());
    let guest = driver.browser(&club, 1280).await;
    for game in ["#play-no-siesta", "#play-now"] {
        guest.go("/").await;
        guest.click(game).await;
        guest.find("#send, .status, .making").await;
        guest.client.refresh().await.unwrap();
        guest.find("#play").await;
        let loaded = guest
            .js("const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
                 return { bytes: all.filter(e => !e.name.endsWith('.wasm')).map(e => e.encodedBodySize).reduce((a, b) => a + b, 0),
                          hosts: [...new Set(all.map(e => new URL(e.name).host))], here: location.host }")
            .await;
        assert_eq!(loaded["hosts"], serde_json::json!([loaded["here"]]));
        assert!(loaded["bytes"].as_u64().unwrap() < 150_000, "{loaded}");
    }
    guest.close().await;
}
