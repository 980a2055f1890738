//! The frame around every page: head, navigation and footer.

use maud::{DOCTYPE, Markup, html};

use crate::assets::{
    DEVICE_MODULE, DEVICE_SCRIPT, FIGTREE, FRAUNCES, HTMX, ICON, NOTICES, PRESSES, SCRIPT, STYLE, WORKER,
};
use crate::look::Look;
use crate::sign::sign_in_address;
use crate::viewer::Viewer;
use crate::words::{Language, Words};

/// Keeps htmx from adding its own styles and from animating swaps. Requests fail after 20 s, as on the server.
const HTMX_CONFIG: &str = r#"{"includeIndicatorCSS":false,"transitions":false,"defaultTimeout":20000}"#;

/// What a page puts into the frame.
#[derive(Clone, Debug)]
pub struct Page {
    /// The title, without the name of the site.
    pub title: String,
    /// The content of `<main>`.
    pub body: Markup,
}

impl Page {
    /// The whole document for this viewer.
    pub fn document(&self, viewer: &Viewer) -> String {
        page(viewer, &self.title, &self.body)
    }
}

/// A whole document with a title and the content of `<main>`.
pub fn page(viewer: &Viewer, title: &str, body: &Markup) -> String {
    document(&viewer.look, title, &account_links(viewer), body)
}

/// A document whose viewer is not known, such as one about a problem: `account` is all it says about them.
pub(crate) fn document(look: &Look, title: &str, account: &Markup, body: &Markup) -> String {
    let words = look.words;
    let palette = look.clear_colours.then_some("clear");
    let document = html! {
        (DOCTYPE)
        html lang=(words.0.code()) data-theme=(look.theme.name()) data-palette=[palette]
            data-sound=[look.sound.then_some("on")] {
            (head(words, title))
            body {
                a.skip href="#main" { (words.say("skip")) }
                header.top {
                    a.brand href="/" { (logo()) span { "Sobremesa" } }
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
                (notices(words))
            }
        }
    };
    document.into_string()
}

/// The places where scripts say what becomes of requests, with the sentences for it.
fn notices(words: Words) -> Markup {
    html! {
        p #notice aria-live="polite" data-waits=(words.say("request-waits")) data-dropped=(words.say("request-dropped")) {}
        div #failure aria-live="assertive" hidden data-lost=(words.say("request-lost")) data-slow=(words.say("request-slow"))
            data-server=(words.say("request-failed")) {
            p {}
            button.button.small type="button" { (words.say("request-again")) }
        }
    }
}

fn head(words: Words, title: &str) -> Markup {
    html! {
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
            // The style sheet uses `font-display: optional`: a typeface that is not preloaded comes too late to be used.
            @for font in [&FIGTREE, &FRAUNCES] {
                link rel="preload" href=(font.address()) as="font" type="font/woff2" crossorigin;
            }
            link rel="stylesheet" href=(STYLE.address());
            @for script in [&HTMX, &NOTICES, &PRESSES, &SCRIPT] { script src=(script.address()) defer {} }
            script src=(DEVICE_SCRIPT.address()) data-module=(DEVICE_MODULE.address())
                data-worker=(WORKER.address()) defer {}
        }
    }
}

fn link(look: &Look, address: &str, text: &str) -> Markup {
    let here = if address == "/" { look.path == "/" } else { look.path.starts_with(address) };
    html! { a href=(address) aria-current=[here.then_some("page")] { (text) } }
}

/// The settings, and the viewer's name or the way to sign in.
fn account_links(viewer: &Viewer) -> Markup {
    let words = viewer.words();
    let sign_in =
        html! { a.button.small href=(sign_in_address(&viewer.look.path)) { (words.say("nav-sign-in")) } };
    html! {
        a.settings href="/settings" aria-label=(words.say("nav-settings")) title=(words.say("nav-settings")) { (gear()) }
        @match &viewer.name {
            Some(name) if viewer.member => { a.name href={ "/people/" (name) } { (name) } }
            Some(name) => { span.name { (name) } (sign_in) }
            None => { (sign_in) }
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

/// A sun above a table.
fn logo() -> Markup {
    html! {
        svg.mark viewBox="0 0 32 32" aria-hidden="true" {
            circle cx="16" cy="13" r="6" {}
            path d="M16 1.5v3M16 21.5v0M4.5 13h3M24.5 13h3M7.9 4.9l2.1 2.1M22 7l2.1-2.1" {}
            path.table d="M3 24h26M7 24v6M25 24v6" {}
        }
    }
}
