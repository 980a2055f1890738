//! Pressing what a page offers, at random.

use game::Random;

/// What can be pressed on a part of a page.
pub(crate) struct Walk<'a> {
    html: &'a str,
    /// The address of the part.
    address: &'a str,
}

impl<'a> Walk<'a> {
    pub(crate) fn at(html: &'a str, address: &'a str) -> Self {
        Self { html, address }
    }

    /// The address after a press: of a link, or of a button with one of these names.
    pub(crate) fn next(&self, random: &mut Random, names: &[&str]) -> String {
        let links = self.values("hx-get=\"").filter(|link| link.contains('?'));
        let mut all: Vec<String> = links.collect();
        for name in names {
            let and = if self.address.contains('?') { '&' } else { '?' };
            let press = |value: String| format!("{}{and}{name}={}", self.address, encoded(&value));
            all.extend(self.values(&format!("name=\"{name}\" value=\"")).map(press));
        }
        random.pick(&all).cloned().unwrap_or_else(|| self.address.to_owned())
    }

    /// The attributes that begin like this, without what HTML adds to them.
    fn values(&self, begin: &str) -> impl Iterator<Item = String> {
        let parts = self.html.split(begin).skip(1).filter_map(|part| part.split('"').next());
        parts.map(|text| text.replace("&quot;", "\"").replace("&lt;", "<").replace("&amp;", "&"))
    }
}

fn encoded(text: &str) -> String {
    serde_urlencoded::to_string([("", text)]).map(|pair| pair[1..].to_owned()).unwrap_or_default()
}
