//! What is around every page.

use axum::response::Html;
use maud::{DOCTYPE, Markup, html};

use super::look::Look;
use super::sign::door;
use super::visitor::Visitor;
use pages::assets::{FIGTREE, FRAUNCES, HTMX, HTMX_SSE, ICON, SCRIPT, STYLE};
pub(super) use pages::share::share_button as share;
use pages::words::Language;

/// htmx without its own styles and without the parts that would need `eval`.
const HTMX_CONFIG: &str = r#"{"includeIndicatorCSS":false,"transitions":false}"#;

/// A whole page.
pub(super) fn page(visitor: &Visitor, title: &str, body: &Markup) -> Html<String> {
    document(&visitor.look, title, &account(visitor), body)
}

/// A page for whoever it is, such as one about a problem.
pub(super) fn document(look: &Look, title: &str, account: &Markup, body: &Markup) -> Html<String> {
    let words = look.words;
    let palette = look.clear_colours.then_some("clear");
    let page = html! {
        (DOCTYPE)
        html lang=(words.0.code()) data-theme=(look.theme.word()) data-palette=[palette]
            data-sound=[look.sound.then_some("on")] {
            head {
                meta charset="utf-8";
                title { (title) " · Sobremesa" }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="description" content=(words.say("site-description"));
                meta property="og:title" content=(title);
                meta property="og:description" content=(words.say("site-description"));
                meta name="color-scheme" content="light dark";
                meta name="htmx-config" content=(HTMX_CONFIG);
                link rel="icon" href=(ICON.address()) type="image/svg+xml";
                // `font-display: optional` keeps text from moving; a typeface that is asked for early is there in time.
                @for font in [&FIGTREE, &FRAUNCES] {
                    link rel="preload" href=(font.address()) as="font" type="font/woff2" crossorigin;
                }
                link rel="stylesheet" href=(STYLE.address());
                script src=(HTMX.address()) defer {}
                script src=(HTMX_SSE.address()) defer {}
                script src=(SCRIPT.address()) defer {}
            }
            body {
                a.skip href="#main" { (words.say("skip")) }
                header.top {
                    a.brand href="/" { (sun()) span { "Sobremesa" } }
                    nav aria-label=(words.say("nav-label")) {
                        (link(look, "/", &words.say("nav-play")))
                        (link(look, "/learn", &words.say("nav-learn")))
                        (link(look, "/sandbox", &words.say("nav-sandbox")))
                        (link(look, "/leaderboard", &words.say("nav-leaderboard")))
                    }
                    div.account { (account) }
                }
                main #main tabindex="-1" { (body) }
                footer.bottom {
                    p { (words.say("footer-about")) " " a href="/api/docs" { (words.say("footer-api")) } }
                    nav.languages aria-label=(words.say("language")) {
                        @for language in Language::ALL {
                            a href=(look.in_language(language)) lang=(language.code()) hreflang=(language.code())
                                aria-current=[(language == words.0).then_some("true")] { (language.own_name()) }
                        }
                    }
                }
            }
        }
    };
    Html(page.into_string())
}

fn link(look: &Look, address: &str, text: &str) -> Markup {
    let here = if address == "/" { look.path == "/" } else { look.path.starts_with(address) };
    html! { a href=(address) aria-current=[here.then_some("page")] { (text) } }
}

fn account(visitor: &Visitor) -> Markup {
    let words = visitor.words();
    let door = html! { a.button.small href=(door(&visitor.look.path)) { (words.say("nav-sign-in")) } };
    html! {
        a.settings href="/settings" aria-label=(words.say("nav-settings")) title=(words.say("nav-settings")) { (gear()) }
        @match &visitor.name {
            Some(name) if visitor.is_member() => { a.name href={ "/people/" (name) } { (name) } }
            Some(name) => { span.name { (name) } (door) }
            None => { (door) }
        }
    }
}

fn gear() -> Markup {
    html! {
        svg viewBox="0 0 24 24" aria-hidden="true" {
            circle cx="12" cy="12" r="6" {}
            circle cx="12" cy="12" r="2" {}
            path d="M12 6V2.5M12 18v3.5M6 12H2.500M18 12h3.500M7.800 7.800 5.300 5.300M16.200 16.200l2.500 2.500M16.200 7.800l2.500-2.500M7.800 16.200l-2.500 2.500" {}
        }
    }
}

/// Our mark: a sun over a table.
fn sun() -> Markup {
    html! {
        svg.mark viewBox="0 0 32 32" aria-hidden="true" {
            circle cx="16" cy="13" r="6" {}
            path d="M16 1.5v3M16 21.5v0M4.5 13h3M24.5 13h3M7.9 4.9l2.1 2.1M22 7l2.1-2.1" {}
            path.table d="M3 24h26M7 24v6M25 24v6" {}
        }
    }
}
