use game::{Players, Random, Rules};
use no_siesta::{Cart, Mode, Sheet, Unit, Variant};

use super::icons::*;
use super::*;
use crate::games::siesta::picture::TONES;

/// What the sheet has of circles, all of them.
fn printed_circles(sheet: &Sheet) -> usize {
    let barn: usize = sheet.barn().iter().map(|section| usize::from(section.silver)).sum();
    let helpers: usize = sheet.helpers().iter().map(|space| space.circles().len()).sum();
    let carts = Cart::ALL.map(|cart| sheet.cart(cart));
    let carts: usize = carts.iter().map(|cart| cart.goods().len() + usize::from(cart.donkeys)).sum();
    barn + helpers + carts + sheet.rows().map(usize::from).iter().sum::<usize>()
}

fn open_circles(picture: &str) -> usize {
    picture.lines().filter(|line| line.starts_with("<circle") && line.contains("fill=\"#ffffff\"")).count()
}

fn crosses(picture: &str) -> usize {
    picture.matches("<use href=\"#i-cross\"").count()
}

fn position(mode: Mode, players: Players, farm: &str) -> Position {
    let variant = Variant::new(players, mode).unwrap();
    let text = Position::start(variant).to_string().replacen("track=0", &format!("track=0 {farm}"), 1);
    <Position as Rules>::parse(&variant, &text).unwrap()
}

#[test]
fn the_circles_are_those_of_the_sheet() {
    for sheet in [Sheet::standard(), largest()] {
        let variant = Variant::with_sheet(Players::THREE, Mode::Standard, sheet).unwrap();
        let picture = picture(&Position::start(variant), Seat::ALL[2]);
        assert_eq!(open_circles(&picture), printed_circles(sheet));
        assert_eq!(crosses(&picture), 0);
    }
}

#[test]
fn marked_circles_are_crossed_and_no_others() {
    let farm = "silver=1 helpers=10/00/000/010/0000/0000 carts=110000.1/0000000.0/00000000.2 rows=2/0/0/1/0";
    let position = position(Mode::Standard, Players::TWO, farm);
    let (a, b) = (picture(&position, Seat::ALL[0]), picture(&position, Seat::ALL[1]));
    let marked = 1 + 2 + 2 + 1 + 2 + 3;
    assert_eq!((crosses(&a), crosses(&b)), (marked, 0));
    assert_eq!(open_circles(&a), printed_circles(position.sheet()) - marked);
}

#[test]
fn the_picture_tells_its_position_in_words_too() {
    let position = position(Mode::Solo, Players::ONE, "rows=1/0/0/0/0");
    let picture = picture(&position, Seat::ALL[0]);
    assert!(picture.contains(&format!("<desc>{position}</desc>")));
    assert!(picture.contains("role=\"img\""));
    assert!(picture.contains("<title>¡No Siesta!, round 1, the sheet of a</title>"));
}

#[test]
fn a_copied_helper_is_seen_on_both_sheets() {
    let mut text = Position::start(Variant::new(Players::TWO, Mode::Experienced).unwrap()).to_string();
    text = text.replacen(
        "stock=4 track=0",
        "stock=3 track=0 helpers=11:copy/00/000/000/0000/0000 copied=b:carts",
        1,
    );
    text = text.replacen("stock=4 track=0", "stock=4 track=0 helpers=11:carts/00/000/000/0000/0000", 1);
    let variant = Variant::new(Players::TWO, Mode::Experienced).unwrap();
    let position = <Position as Rules>::parse(&variant, &text).unwrap();
    let discs = |seat: usize, name: &str| {
        picture(&position, Seat::ALL[seat]).matches(&format!("<use href=\"#disc-{name}\"")).count()
    };
    // On the track and at the score, and what is said of the copied helper.
    assert_eq!((discs(0, "b"), discs(1, "a")), (2 + 1, 2 + 1));
    assert!(picture(&position, Seat::ALL[0]).contains("carts of b, copied"));
}

#[test]
fn units_differ_in_shape() {
    for unit in Unit::ALL {
        assert!(ICONS.iter().any(|(name, _)| *name == unit.name()), "{unit}");
    }
    for (place, (name, shape)) in ICONS.iter().enumerate() {
        assert!(ICONS.iter().skip(place + 1).all(|(n, s)| n != name && s != shape), "{name}");
    }
}

#[test]
fn players_differ_in_rim_and_colour() {
    for (index, seat) in Seat::ALL.iter().enumerate() {
        for other in Seat::ALL.iter().skip(index + 1) {
            assert_ne!(RIMS[seat.index()], RIMS[other.index()]);
            assert_ne!(TONES[seat.index()], TONES[other.index()]);
        }
    }
}

/// The number that the first shape of a line has for this.
fn attribute(line: &str, name: &str) -> f64 {
    let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
    rest.split('"').next().and_then(|number| number.parse().ok()).unwrap()
}

/// That no rectangle, circle or disc reaches over the border, and that all that is opened is closed.
fn check(picture: &str) {
    let height = attribute(picture, "height");
    let inside = |x: f64, y: f64, right: f64, bottom: f64, line: &str| {
        assert!(x >= 0.0 && y >= 0.0 && right <= f64::from(WIDTH) && bottom <= height, "{line}");
    };
    let (_, body) = picture.split_once("</defs>").unwrap();
    for line in body.lines() {
        if line.starts_with("<rect x") {
            let [x, y, w, h] = ["x", "y", "width", "height"].map(|name| attribute(line, name));
            inside(x, y, x + w, y + h, line);
        } else if line.starts_with("<circle") {
            let [x, y, r] = ["cx", "cy", "r"].map(|name| attribute(line, name));
            inside(x - r, y - r, x + r, y + r, line);
        } else if line.starts_with("<text") {
            let [x, y] = ["x", "y"].map(|name| attribute(line, name));
            inside(x, y, x, y, line);
        }
    }
    for name in ["g", "text", "svg", "desc", "title"] {
        let opened =
            picture.matches(&format!("<{name}>")).count() + picture.matches(&format!("<{name} ")).count();
        assert_eq!(opened, picture.matches(&format!("</{name}>")).count(), "{name}");
    }
}

#[test]
fn nothing_is_cut_off_in_random_games_of_every_variant() {
    let with_largest = Variant::with_sheet(Players::FOUR, Mode::Experienced, largest()).unwrap();
    for (seed, variant) in Variant::all().chain([with_largest]).enumerate() {
        let mut position = Position::start(variant);
        let (mut random, mut scratch) = (Random::new(seed as u64), Vec::new());
        check(&picture(&position, Seat::ALL[0]));
        for step in 0.. {
            if position.play_random(&mut random, &mut scratch).is_none() {
                break;
            }
            if step % 23 == 0 {
                position.players().seats().for_each(|seat| check(&picture(&position, seat)));
            }
        }
    }
}

/// A sheet with as much of everything as there can be.
fn largest() -> &'static Sheet {
    let many = |word: &str, count: usize| format!("[{}]", vec![format!("\"{word}\""); count].join(", "));
    let trade = "[[trade]]\nunits = { value = [\"silver\", \"silver\", \"pig\"], from = \"stated\" }\n\n";
    let text = Sheet::standard()
        .to_string()
        .replace("spaces = { value = 10", "spaces = { value = 30")
        .replace(r#"["olive", "grain", "grapes", "pig", "grain", "olive"]"#, &many("donkey", 12))
        .replace(r#"["olive", "pig"]"#, &many("donkey", 6))
        .replace("silver = { value = 4", "silver = { value = 12")
        .replace("warehouse = { value = 6", "warehouse = { value = 12")
        .replace("each = { value = 8", "each = { value = 16")
        .replace("stock = { value = 4", "stock = { value = 12")
        .replace("larger = { value = 9", "larger = { value = 30")
        .replace("donkeys = { value = 1,", "donkeys = { value = 5,")
        .replace("\"olive <-> grain\"", "\"olive <-> grain\", \"olive -> pig\"")
        .replacen("[[trade]]", &(trade.repeat(2) + "[[trade]]"), 1);
    Sheet::load(&text).unwrap()
}
