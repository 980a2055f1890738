//! The files that pages use, compiled into the program. Their addresses contain a hash or a version, so that
//! browsers may cache each of them forever.

use std::sync::LazyLock;

use bots::WeightFile;
use sha2::{Digest, Sha256};

/// A file that pages use.
pub struct Asset {
    /// The last part of the address.
    pub name: &'static str,
    /// The value of `Content-Type`.
    pub media_type: &'static str,
    /// The content.
    pub bytes: &'static [u8],
    /// The value of `Content-Encoding`, if the content is compressed already.
    pub encoding: Option<&'static str>,
}

const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const WOFF2: &str = "font/woff2";

impl Asset {
    /// A file that is served as it is, or compressed on the way.
    const fn plain(name: &'static str, media_type: &'static str, bytes: &'static [u8]) -> Self {
        Self { name, media_type, bytes, encoding: None }
    }
}

/// The style sheet.
pub(crate) static STYLE: Asset = Asset::plain("style.css", CSS, include_bytes!("../assets/style.css"));
/// Our own script: what htmx does not do at a table.
pub(crate) static SCRIPT: Asset = Asset::plain("table.js", JAVASCRIPT, include_bytes!("../assets/table.js"));
/// Our own script: requests one at a time, in the order of the presses.
pub(crate) static PRESSES: Asset =
    Asset::plain("presses.js", JAVASCRIPT, include_bytes!("../assets/presses.js"));
/// Our own script: what the page says about its requests.
pub(crate) static NOTICES: Asset =
    Asset::plain("notices.js", JAVASCRIPT, include_bytes!("../assets/notices.js"));
/// The script that answers on the device, with the module.
pub(crate) static DEVICE_SCRIPT: Asset =
    Asset::plain("browser.js", JAVASCRIPT, include_bytes!("../assets/browser.js"));
/// The script of the worker that thinks beside a page, with the module too.
pub(crate) static WORKER: Asset =
    Asset::plain("worker.js", JAVASCRIPT, include_bytes!("../assets/worker.js"));
/// The crate `device` for browsers, made by `scripts/build-browser`. Compressed once and not for each visitor: every browser
/// that can run it accepts gzip.
pub(crate) static DEVICE_MODULE: Asset = Asset {
    name: "browser.wasm",
    media_type: "application/wasm",
    bytes: include_bytes!("../assets/browser.wasm.gz"),
    encoding: Some("gzip"),
};
/// htmx with its extension for server-sent events. One file: htmx looks at the page in a task of its own, and an extension
/// that has not arrived by then would never see the live stream.
pub(crate) static HTMX: Asset = Asset::plain(
    "htmx.js",
    JAVASCRIPT,
    concat!(
        include_str!("../assets/vendor/htmx-4.0.0.min.js"),
        "
",
        include_str!("../assets/vendor/hx-sse-4.0.0.min.js"),
    )
    .as_bytes(),
);
/// The icon of the site.
pub(crate) static ICON: Asset =
    Asset::plain("icon.svg", "image/svg+xml", include_bytes!("../assets/icon.svg"));

/// The typeface of text.
pub(crate) static FIGTREE: Asset = Asset::plain(
    "figtree-2.002-latin.woff2",
    WOFF2,
    include_bytes!("../assets/fonts/figtree-2.002-latin.woff2"),
);
/// The typeface of headings.
pub(crate) static FRAUNCES: Asset = Asset::plain(
    "fraunces-1.000-latin.woff2",
    WOFF2,
    include_bytes!("../assets/fonts/fraunces-1.000-latin.woff2"),
);

/// Every file that the server serves.
pub static ALL: [&Asset; 11] = [
    &STYLE,
    &SCRIPT,
    &PRESSES,
    &NOTICES,
    &DEVICE_SCRIPT,
    &DEVICE_MODULE,
    &WORKER,
    &HTMX,
    &ICON,
    &FIGTREE,
    &FRAUNCES,
];

/// The addresses of the files, in the order of [`ALL`].
static ADDRESSES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let address = |asset: &&Asset| {
        // The style sheet is a plain file that contains the addresses of the typefaces, so those must not depend on a
        // hash: the version in the name changes instead.
        if asset.media_type == WOFF2 {
            return format!("/assets/fonts/{}", asset.name);
        }
        let hash = Sha256::digest(asset.bytes);
        let hash: String = hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
        format!("/assets/{hash}/{}", asset.name)
    };
    ALL.iter().map(address).collect()
});

impl Asset {
    /// The path on the server.
    pub fn address(&self) -> &'static str {
        let place = ALL.iter().position(|asset| asset.name == self.name).unwrap_or_default();
        &ADDRESSES[place]
    }
}

/// The path of a file of learned weights on the server. It has the hash of its content, so that a browser loads each
/// file once.
pub fn weights_address(file: &WeightFile) -> String {
    format!("/assets/{:016x}/{}{WEIGHTS_ENDING}", file.hash, file.name)
}

/// How the names of files with learned weights end.
pub const WEIGHTS_ENDING: &str = ".bin";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_an_address_of_its_own() {
        let mut addresses: Vec<_> = ALL.iter().map(|asset| asset.address()).collect();
        addresses.sort_unstable();
        addresses.dedup();
        assert_eq!(addresses.len(), ALL.len());
    }

    #[test]
    fn vendored_files_say_their_version_and_licence() {
        assert!(text(&HTMX).contains("4.0.0"));
        assert!(include_str!("../assets/vendor/htmx-LICENSE").contains("Zero-Clause BSD"));
        let fonts = include_str!("../assets/fonts/README.md");
        for (font, licence) in [
            (&FIGTREE, include_str!("../assets/fonts/figtree-OFL.txt")),
            (&FRAUNCES, include_str!("../assets/fonts/fraunces-OFL.txt")),
        ] {
            assert!(fonts.contains(font.name) && licence.contains("SIL OPEN FONT LICENSE Version 1.1"));
        }
    }

    #[test]
    fn the_style_asks_for_the_typefaces_where_they_are() {
        for font in [&FIGTREE, &FRAUNCES] {
            assert!(text(&STYLE).contains(&format!("url(\"{}\")", font.address())), "{}", font.name);
        }
    }

    fn text(asset: &Asset) -> &'static str {
        std::str::from_utf8(asset.bytes).unwrap()
    }
}
