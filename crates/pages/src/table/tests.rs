use club::{Chair, Clock, Kind, Options, Seed, Sitter, Table, TableId, Variant, view};
use game::ToAct;
use serde_json::json;

use super::*;
use crate::words::Language;

const ANA: PersonId = PersonId(7);

/// A table of Ana and bots, before its game.
fn waiting(variant: Variant) -> Table {
    let ana = Chair::Person(Sitter { id: ANA, kind: Kind::Human, member: true });
    let mut chairs = vec![Chair::Bot { level: bots::Level::WEAKEST }; variant.players().count()];
    chairs[0] = ana;
    let options = Options { variant, clock: Clock::None, rated: false, public: true };
    let created = Event::Created { host: ANA, options, chairs, seating: None };
    Table::new(TableId(1), Time(0), &created).unwrap()
}

/// The same once a player is to act for the first time. Ana has the first seat.
fn playing(variant: Variant) -> Table {
    let seed = Seed([3; 32]);
    let mut table = waiting(variant);
    let seating = (0..variant.players().count()).collect();
    table.fold(Time(0), &Event::Started { seating, seed_hash: seed.hash() }).unwrap();
    for number in 1.. {
        let mut state = table.game().unwrap().state.clone();
        if state.to_act() != ToAct::Chance {
            break;
        }
        let text = state.happen(&seed, number).unwrap();
        table.fold(Time(0), &Event::Happened { number, text }).unwrap();
    }
    table
}

fn page(words: Words, table: &Table, query: Query) -> TablePage {
    let view = view::table(table, Some(ANA), &|_| view::Named { name: "Ana".to_owned(), deleted: false });
    TablePage {
        words,
        names: Names::at(words, &view),
        table: view,
        person: Some(ANA),
        state: view::state(table, Some(ANA)),
        steps: table.game().map(|game| game.steps.clone()).unwrap_or_default(),
        resigned: None,
        accuracies: Vec::new(),
        rating_changes: Vec::new(),
        query,
        refused_turn: None,
        confirm: false,
        address: "http://localhost/t/1".to_owned(),
        now: Time(0),
        alert: None,
        hint: None,
        attendance: Attendance { seats: Vec::new(), others: 0 },
    }
}

fn english(table: &Table, query: serde_json::Value) -> TablePage {
    page(Words(Language::English), table, serde_json::from_value(query).unwrap())
}

fn first_of(game: club::GameName) -> Variant {
    Variant::all().find(|variant| variant.game() == game).unwrap()
}

#[test]
fn every_variant_has_a_page_in_every_language_before_and_after_the_start() {
    for variant in Variant::all() {
        for words in Language::ALL.map(Words) {
            for table in [waiting(variant), playing(variant)] {
                let page = page(words, &table, Query::default());
                let html = page.body().into_string();
                for part in ["id=\"play\"", "id=\"side\"", "id=\"talk\""] {
                    assert!(html.contains(part), "{variant} lacks {part}");
                }
                assert!(!html.contains('⟦'), "{variant}, {words:?}");
                assert_eq!(html.contains("id=\"hint\""), page.is_my_turn(), "{variant}");
            }
        }
    }
}

/// The page of a table that waits has them before the game begins: an update brings none.
#[test]
fn a_page_has_the_drawings_of_its_own_game() {
    for game in club::GameName::ALL {
        let drawings = pages_of(game).drawings().into_string();
        for table in [waiting(first_of(game)), playing(first_of(game))] {
            assert!(english(&table, json!({})).body().into_string().starts_with(&drawings), "{game}");
        }
    }
}

#[test]
fn the_address_has_what_is_not_sent() {
    let siesta = playing(first_of(club::GameName::Siesta));
    let update = english(&siesta, json!({ "laid": "*F5", "piece": "roof", "put": "F6" })).update();
    let address = update.address.unwrap();
    assert!(address.ends_with("?laid=%2AF5+%5EF6&piece=shadow"), "{address}");
    assert!(update.html.into_string().contains("value=\"*F5 ^F6\""));
    let no_siesta = playing(first_of(club::GameName::NoSiesta));
    let update = english(&no_siesta, json!({ "laid": "*F5", "ask": "nonsense" })).update();
    let address = update.address.unwrap();
    assert!(!address.contains('?'), "{address}");
}

#[test]
fn a_turn_that_was_refused_is_shown_again() {
    let siesta = playing(first_of(club::GameName::Siesta));
    let mut page = english(&siesta, json!({}));
    page.refused_turn = Some("*F5 ^F6 #A1".to_owned());
    assert!(page.update().html.into_string().contains("name=\"laid\" value=\"*F5 ^F6\""));
}

#[test]
fn parts_are_those_that_changed() {
    let page = english(&playing(first_of(club::GameName::Siesta)), json!({}));
    for (changed, shown) in [
        (Changed::Talk, [false, false, true]),
        (Changed::Around, [false, true, true]),
        (Changed::Game, [true, true, true]),
    ] {
        let html = page.parts(changed).into_string();
        let parts = ["id=\"play\"", "id=\"side\"", "id=\"talk\""].map(|part| html.contains(part));
        assert_eq!(parts, shown, "{changed:?}");
    }
}

#[test]
fn a_nudge_tells_less_than_the_answer() {
    for game in club::GameName::ALL {
        let page = english(&playing(first_of(game)), json!({}));
        let best = page.state.as_ref().unwrap().actions(Seat::ALL[0])[0].clone();
        let hint = |hint| page.hint_in_words(hint, &best).unwrap();
        assert!(!hint(Hint::Answer).contains('⟦') && !hint(Hint::Nudge).contains('⟦'), "{game}");
        assert_eq!(page.hint_in_words(Hint::Answer, "nonsense"), None);
    }
    let page = english(&playing(first_of(club::GameName::Siesta)), json!({}));
    assert!(page.hint_in_words(Hint::Answer, "*F5 ^F6 #F7").unwrap().contains("*F5 ^F6 #F7"));
    let nudge = page.hint_in_words(Hint::Nudge, "*F5 ^F6 #F7").unwrap();
    assert!(nudge.contains("F7") && !nudge.contains("F5"), "{nudge}");
}
