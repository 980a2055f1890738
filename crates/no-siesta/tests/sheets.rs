//! The sheet: what is printed is data, and a sheet that cannot be played with is refused by name.

use game::{Players, Random, Rules, Setup};
use no_siesta::{Mode, Position, Provenance, Sheet, Tile, Variant};

fn refusal(find: &str, replace: &str) -> String {
    let text = Sheet::standard().to_string();
    assert!(text.contains(find), "{find}");
    Sheet::parse(&text.replacen(find, replace, 1)).expect_err(replace).to_string()
}

#[test]
fn a_broken_sheet_is_refused_with_the_entry_and_the_reason() {
    let table = [
        ("two = { value = 5", "two = { value = 6", "dice.two: 2 players take two each and share one: 5 dice"),
        ("solo = { value = 7", "solo = { value = 5", "dice.solo: two lie above, five are thrown: 7 dice"),
        (
            "stock = { value = 4",
            "stock = { value = 5",
            "track.discs: 5 in stock, 1 on the track and 3 to be won there are not 8",
        ),
        ("each = { value = 8", "each = { value = 40", "discs.each: 40 is not from 2 to 16"),
        (
            "neutral = { value = 4",
            "neutral = { value = 3",
            "discs.neutral: the neutral player needs 4 discs, not 3",
        ),
        ("silver = { value = 2", "silver = { value = 0", "barn.1.silver: 0 is not from 1 to 12"),
        (r#"["olive", "pig"]"#, "[]", "helper.1.circles: 0 of them; 1 to 6 can be"),
        (r#"["olive", "pig"]"#, r#"["olive", "hat"]"#, "helper.1.circles: a hat is only for the track"),
        (
            r#"["olive", "pig"]"#,
            r#"["olive", "cow"]"#,
            "helper.1.circles: `cow` is no unit: it is one of olive, grain, grapes, pig, donkey, silver, hat",
        ),
        (r#"["pig", "pig", "pig"]"#, r#"["pig", "pig"]"#, "trade.4.units: a trade has 3 units, not 2"),
        (
            "smaller = { value = 3",
            "smaller = { value = 5",
            "cart.1.smaller: 5 is not less than the larger value, 5",
        ),
        ("donkeys = { value = 3", "donkeys = { value = 9", "cart.3.donkeys: 9 is not from 0 to 5"),
        ("warehouse = { value = 6", "warehouse = { value = 0", "rows.warehouse: 0 is not from 1 to 12"),
        ("spaces = { value = 10", "spaces = { value = 31", "track.spaces: 31 is not from 1 to 30"),
        ("[1, 4, 7]", "[1, 7, 4]", "track.discs: the spaces [1, 7, 4] do not ascend"),
        ("[1, 4, 7]", "[1, 4, 11]", "track.discs: 11 is not a space from 1 to 10"),
        ("[1, 4, 7]", "[1, 4]", "track.discs: 4 in stock, 1 on the track and 2 to be won there are not 8"),
        ("[3, 6]", "[3, 5, 6]", "solo-track.carts: the neutral player can finish 2 more carts at most"),
        (
            "silver <-> pig",
            "silver = pig",
            "revenue.arrows: `silver = pig` is not `unit -> unit` or `unit <-> unit`",
        ),
        (
            "silver <-> pig",
            "silver <-> hat",
            "revenue.arrows: `silver <-> hat`: no arrow leads to or from the hat",
        ),
        ("silver <-> pig", "silver <-> olive", "revenue.arrows: no arrows join pig with olive"),
        ("silver <-> pig", "pig -> pig", "revenue.arrows: `pig -> pig` leads nowhere"),
        (
            "silver <-> pig",
            "olive <-> grain",
            "revenue.arrows: `olive <-> grain`: there is an arrow from olive to grain already",
        ),
        (
            "total = { value = 24",
            "total = { value = 25",
            "tiles.total: the kinds add up to 24 tiles, not to 25",
        ),
        (
            "count = { value = 3",
            "count = { value = 2",
            "tiles.total: the kinds add up to 23 tiles, not to 24",
        ),
        (
            "[tiles.vp]",
            "[tiles.gold]",
            "tiles.gold: `gold` is no roof tile: it is one of olives, grains, grapes, pigs, donkeys, silver, change, vp",
        ),
        (
            "aside = { value = 6",
            "aside = { value = 5",
            "solo.aside: 5 is not from 6, one for each section, to 23",
        ),
        ("rounds = { value = 18", "rounds = { value = 19", "solo.rounds: 19 is not from 1 to 18"),
        ("[21, 31, 41, 51, 60]", "[21, 31, 60]", "solo.ranks: there are 5 limits between 6 ranks, not 3"),
        (
            "[21, 31, 41, 51, 60]",
            "[21, 31, 31, 51, 60]",
            "solo.ranks: the scores [21, 31, 31, 51, 60] do not ascend",
        ),
        (
            r#"hat = { value = "bottom""#,
            r#"hat = { value = "fourth""#,
            "solo.cart.hat: `fourth` is no cart: it is one of top, middle, bottom",
        ),
        (
            r#"hat = { value = "discs""#,
            r#"hat = { value = "trades""#,
            "solo.market.hat: trades is the space of grapes already",
        ),
        (
            r#"helpers = { value = 1"#,
            r#"farmers = { value = 1"#,
            "market.farmers: `farmers` is no market space: it is one of discs, harvest-sets, roof-tiles, animal-pairs, helpers, trades",
        ),
        (
            "two = { value = 5, from = \"stated\" }",
            "two = 5",
            "dice.two: an entry is { value = …, from = \"…\" }",
        ),
        (
            "from = \"implied\"",
            "from = \"guessed\"",
            "tiles.olives.gives: from = \"guessed\" is not stated, implied or reconstructed",
        ),
        (
            "[points]",
            "[pints]",
            "pints: unknown field `pints`, expected one of `dice`, `discs`, `barn`, `helper`, `trade`, `cart`, `rows`, `track`, `solo-track`, `revenue`, `tiles`, `points`, `market`, `solo`",
        ),
        (
            "two = { value = 5",
            "two = { value = -5",
            "dice.two: invalid value: integer `-5`, expected a number from 0 to 255",
        ),
        ("each = { value = 8, from = \"stated\" }\n", "", "discs: missing field `each`"),
        ("[dice]", "[dice", "unclosed table"),
    ];
    for (find, replace, message) in table {
        let refusal = refusal(find, replace);
        if message.contains(": ") {
            assert_eq!(refusal, message, "{replace}");
        } else {
            assert!(refusal.starts_with("this is not a sheet: "), "{refusal}");
            assert!(refusal.contains(message), "{refusal}");
        }
    }
}

#[test]
fn a_face_or_a_space_that_is_missing_is_named() {
    let text = Sheet::standard().to_string();
    let without = |line: &str| {
        let mut removed = false;
        let keep = |one: &&str| {
            let here = !removed && one.starts_with(line);
            removed |= here;
            !here
        };
        let text: Vec<&str> = text.lines().filter(keep).collect();
        Sheet::parse(&text.join("\n")).expect_err(line).to_string()
    };
    assert_eq!(without("grapes = { value = \"top\""), "solo.cart.grapes: this face is missing");
    assert_eq!(without("silver = { value = \"roof-tiles\""), "solo.market.silver: this face is missing");
    assert_eq!(without("animal-pairs = { value = 1"), "market.animal-pairs: this space is missing");
    assert_eq!(without("total = "), "tiles.total: this entry is missing");
}

#[test]
fn fewer_tiles_than_four_barns_need_are_refused() {
    let text = Sheet::standard().to_string();
    let text =
        text.replace("count = { value = 3", "count = { value = 2").replace("{ value = 24", "{ value = 16");
    let error = Sheet::parse(&text).expect_err("too few").to_string();
    assert_eq!(error, "tiles.total: 16 tiles are not enough for 4 barns of 6 sections");
}

#[test]
fn the_text_of_a_sheet_reads_as_the_same_sheet_and_every_entry_says_how_it_is_known() {
    let standard = Sheet::standard();
    let again = Sheet::parse(&standard.to_string()).expect("it is read as it is written");
    assert_eq!(again, *standard);
    assert_eq!(again.to_string(), standard.to_string());
    assert_eq!(again.entries(), standard.entries());
    let entry = |name: &str| standard.entries().iter().find(|entry| entry.name == name).expect(name);
    assert_eq!(entry("tiles.total").provenance, Provenance::Stated);
    assert_eq!(entry("solo.cart.pig").provenance, Provenance::Implied);
    assert_eq!(entry("cart.3.donkeys").provenance, Provenance::Reconstructed);
    assert_eq!(entry("cart.3.donkeys").value, "3");
    assert_eq!(
        standard.entries().len(),
        standard
            .to_string()
            .lines()
            .filter(|line| !line.starts_with('#') && line.contains("from = "))
            .count()
    );
}

#[test]
fn the_standard_sheet_says_what_the_rules_state() {
    let sheet = Sheet::standard();
    assert_eq!(Tile::ALL.into_iter().map(|tile| sheet.tiles(tile)).sum::<u8>(), 24);
    assert_eq!((sheet.discs(), sheet.stock(), sheet.track().won(sheet.track().last)), (8, 4, 3));
    assert_eq!(sheet.barn()[0].silver, 2);
    assert_eq!(sheet.helpers().iter().map(|space| space.points).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
    assert_eq!(sheet.helpers()[2].circles().len(), 3);
    assert_eq!(no_siesta::Cart::ALL.map(|cart| sheet.cart(cart).larger), [5, 7, 9]);
}

#[test]
fn another_sheet_plays_and_its_records_name_it() {
    let text = Sheet::standard().to_string();
    let text = text
        .replace("spaces = { value = 10", "spaces = { value = 7")
        .replace("stable = { value = 6", "stable = { value = 4")
        .replace(r#"["olive", "pig"]"#, r#"["olive", "olive", "silver"]"#)
        .replace("silver <-> pig", "silver -> pig");
    let sheet = Sheet::load(&text).expect("a sheet");
    assert!(std::ptr::eq(sheet, Sheet::load(&text).expect("the same sheet")), "it is loaded once");
    let fingerprint = sheet.fingerprint();
    assert_ne!(fingerprint, Sheet::standard().fingerprint());
    let variant = Variant::with_sheet(Players::TWO, Mode::Standard, sheet).expect("a variant");
    assert_eq!(variant.to_headers()[2], ("Sheet", fingerprint.clone()));
    for seed in 0..5 {
        let mut probe = |_: &Position, _: &mut Random| no_siesta::Action::Done;
        let (record, end) = game::check::laws::<Position>(&variant, seed, &mut probe).expect("the laws");
        assert_eq!(Rules::setup(&end), variant);
        assert!(record.to_string().contains(&format!("\nSheet: {fingerprint}\n")));
    }
    let headers = "Game: no-siesta\nPlayers: 2\nMode: standard\nSheet: 12345678\n\n";
    let error = game::Record::<Position>::read(headers.as_bytes()).expect_err("unknown").to_string();
    assert_eq!(
        error,
        "line 4: `Sheet: 12345678` is not possible: the game was played with another sheet; give it with --sheet FILE"
    );
}

#[test]
fn the_standard_sheet_is_not_named_in_records() {
    let variant = Variant::new(Players::ONE, Mode::Solo).expect("a variant");
    let headers = variant.to_headers();
    assert_eq!(headers, [("Players", "1".to_owned()), ("Mode", "solo".to_owned())]);
}
