//! The icons, drawn once and used by name.

use game::Seat;

use super::shapes::Owner;

/// The dashes of the rim of each player's discs, whose length is about 62: whole, dotted, in
/// quarters, in halves.
pub(super) const RIMS: [&str; Seat::MAX] = ["none", "2.600 2.530", "10 5.390", "22 8.790"];

/// Icons in a square of 32 by 32, each with a shape of its own.
pub(super) const ICONS: [(&str, &str); 12] = [
    (
        "olive",
        r##"<path d="M17 8C18 3 24 2 28 4 26 9 21 10 17 8z" fill="#8bb04a" stroke="#44601c" stroke-width="1.2"/><ellipse cx="14.5" cy="18.5" rx="8.5" ry="11.5" transform="rotate(32 14.5 18.5)" fill="#6f8a2d" stroke="#3a4d12" stroke-width="1.8"/><circle cx="10.5" cy="24.5" r="2.9" fill="#c8452e" stroke="#3a4d12" stroke-width="1.2"/>"##,
    ),
    (
        "grain",
        r##"<path d="M16 31V8" stroke="#9a6a0a" stroke-width="2" stroke-linecap="round"/><g fill="#eab83a" stroke="#8a5c06" stroke-width="1.2"><path d="M16 1c4 4 4 7 0 10-4-3-4-6 0-10z"/><path d="M16 15c0-5 3-7 8-7 0 5-3 7-8 7z"/><path d="M16 15c0-5-3-7-8-7 0 5 3 7 8 7z"/><path d="M16 23c0-5 3-7 8-7 0 5-3 7-8 7z"/><path d="M16 23c0-5-3-7-8-7 0 5 3 7 8 7z"/></g>"##,
    ),
    (
        "grapes",
        r##"<path d="M16 9V2" stroke="#5c4a1a" stroke-width="2.2" stroke-linecap="round"/><path d="M16 7c2-5 7-6 11-4-1 4-6 6-11 4z" fill="#7fae4a" stroke="#3f6118" stroke-width="1.1"/><g fill="#7a4a9c" stroke="#3f1f5c" stroke-width="1.3"><circle cx="8" cy="12" r="4.2"/><circle cx="16" cy="12" r="4.2"/><circle cx="24" cy="12" r="4.2"/><circle cx="12" cy="19" r="4.2"/><circle cx="20" cy="19" r="4.2"/><circle cx="16" cy="26" r="4.2"/></g>"##,
    ),
    (
        "pig",
        r##"<g stroke="#8c3f4c" stroke-width="1.6" stroke-linejoin="round"><path d="M4 4l8 3-6 7z" fill="#e58d9a"/><path d="M28 4l-8 3 6 7z" fill="#e58d9a"/><circle cx="16" cy="17" r="12" fill="#f6b8c0"/><ellipse cx="16" cy="21" rx="6.2" ry="4.4" fill="#e58d9a"/></g><g fill="#5c2430"><circle cx="13.7" cy="21" r="1.4"/><circle cx="18.3" cy="21" r="1.4"/><circle cx="11" cy="13.5" r="1.6"/><circle cx="21" cy="13.5" r="1.6"/></g>"##,
    ),
    (
        "donkey",
        r##"<g stroke="#3f444c" stroke-width="1.6" stroke-linejoin="round"><path d="M11 12C6 9 5 4 7 1c4 2 6 5 7 10z" fill="#9aa1ab"/><path d="M21 12c5-3 6-8 4-11-4 2-6 5-7 10z" fill="#9aa1ab"/><path d="M9 12c3-3 11-3 14 0l-2 12c-1 6-9 6-10 0z" fill="#b9bfc7"/><ellipse cx="16" cy="26" rx="5.6" ry="4.4" fill="#eeeae2"/></g><g fill="#2b2f36"><circle cx="14" cy="26" r="1.2"/><circle cx="18" cy="26" r="1.2"/><circle cx="12.6" cy="15.5" r="1.6"/><circle cx="19.4" cy="15.5" r="1.6"/></g>"##,
    ),
    (
        "silver",
        r##"<g stroke="#4b5561" stroke-width="1.6" stroke-linejoin="round"><path d="M2 25l4-13h16l4 13z" fill="#c3ccd6"/><path d="M6 12l4-5h16l-4 5z" fill="#edf1f5"/><path d="M22 12l4-5 4 12-4 6z" fill="#98a4b1"/></g><path d="M9 21l1.5-5.500h7L19 21z" fill="none" stroke="#7b8794" stroke-width="1.3"/>"##,
    ),
    (
        "hat",
        r##"<g stroke="#8a5c06" stroke-width="1.6"><ellipse cx="16" cy="22" rx="15" ry="5.500" fill="#f0cd6a"/><path d="M7 21C7 6 25 6 25 21c-4 3-14 3-18 0z" fill="#f7dd8d"/></g><path d="M7.200 18c4 3 13.600 3 17.600 0l.2 3c-4 3-14 3-18 0z" fill="#b5442a"/>"##,
    ),
    (
        "commodity",
        r##"<g stroke="#6b4015" stroke-width="1.6" stroke-linejoin="round"><rect x="3" y="5" width="26" height="23" rx="1.500" fill="#d8a25c"/><path d="M3 12.500h26M3 20.500h26M8 5v23M24 5v23"/></g><path d="M16 8.500l2.400 5.300 5.600.6-4.200 3.900 1.200 5.700-5-3-5 3 1.200-5.700L8 14.400l5.600-.6z" fill="#fff3d6" stroke="#6b4015" stroke-width="1.200"/>"##,
    ),
    (
        "change",
        r##"<g fill="none" stroke="#174a78" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path d="M4 12h22M20 5l7 7-7 7"/><path d="M28 22H6M12 15.500L5.500 22l6.500 6.500"/></g>"##,
    ),
    (
        "tile",
        r##"<path d="M4 29V14L16 3l12 11v15z" fill="#d9825a" stroke="#7a3517" stroke-width="1.8" stroke-linejoin="round"/><path d="M4 19c4 4 8 4 12 0 4 4 8 4 12 0M4 25c4 4 8 4 12 0 4 4 8 4 12 0" fill="none" stroke="#7a3517" stroke-width="1.500"/>"##,
    ),
    (
        "helper",
        r##"<g stroke="#4a2a16" stroke-width="1.6"><path d="M4 30c0-9 5-13 12-13s12 4 12 13z" fill="#7fa7b8"/><circle cx="16" cy="11" r="7" fill="#f0c9a0"/><path d="M5 9c5-2 17-2 22 0-1-3-4-3-5-3C21 0 11 0 10 6 9 6 6 6 5 9z" fill="#f0cd6a"/></g>"##,
    ),
    (
        "cart",
        r##"<g stroke="#5c3a1c" stroke-width="1.6"><path d="M2 8h25l-3 11H6z" fill="#d8a25c"/><path d="M27 9l4-4" fill="none"/><circle cx="10" cy="24" r="5" fill="#f7ecdb"/><circle cx="21" cy="24" r="5" fill="#f7ecdb"/></g>"##,
    ),
];

/// All icons and discs as definitions, to stand before everything that uses them.
pub(crate) fn definitions() -> String {
    let mut text = "<defs>\n".to_owned();
    for (name, shape) in ICONS {
        text += &format!("<g id=\"i-{name}\">{shape}</g>\n");
    }
    text += r##"<path id="i-cross" d="M-10-10 10 10M-10 10 10-10" stroke="#3a1606" stroke-width="3.200" stroke-linecap="round"/>
<path id="i-lost" d="M-8 0H8" stroke="#3a1606" stroke-width="4" stroke-linecap="round"/>
<marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="4" markerHeight="4" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="#7a4a2a"/></marker>
"##;
    for seat in Seat::ALL {
        text += &disc_shape(Owner::Seat(seat), RIMS[seat.index()]);
    }
    text += &disc_shape(Owner::Neutral, "0 99");
    text + "</defs>\n"
}

/// A disc of radius 12 around the origin: the rim tells players apart without colour or letter.
fn disc_shape(owner: Owner, rim: &str) -> String {
    let (name, (light, dark)) = (owner.letter(), owner.tones());
    format!(
        r##"<g id="disc-{name}"><circle r="12" fill="{dark}"/><circle r="9.800" fill="none" stroke="{light}" stroke-width="3" stroke-dasharray="{rim}"/><circle r="8" fill="#fff8ea"/><text y="4.300" font-size="13" font-weight="bold" text-anchor="middle" fill="{dark}">{name}</text></g>
"##
    )
}
