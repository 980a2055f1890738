//! The worker of a page chooses moves for bots, gives hints and finds the best actions, once it has the weights that it asks
//! for.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;

use bots::{Level, system_clock};
use club::view::{self, Named};
use club::{
    Attendance, Chair, Clock, Command, Context, GameName, Kept, Kind, Mover, Options, PersonId, Seed, Sitter,
    Table, TableId, TalkLimits, Time, Variant, VariantForm, decide,
};
use device::Thinker;
use pages::names::Names;
use pages::query::Query;
use pages::table::TablePage;
use pages::words::{Language, Words};
use serde_json::{Value, json};

const ANA: PersonId = PersonId(1);
const BEN: PersonId = PersonId(2);
const SEED: Seed = Seed([5; 32]);

fn named(person: PersonId) -> Named {
    Named { name: format!("person {}", person.0), deleted: false }
}

/// A casual table with these on its chairs.
fn table(game: GameName, chairs: &[Chair]) -> Table {
    let form = VariantForm { game, players: chairs.len(), mode: None, scoring: None };
    let variant = Variant::try_from(form).unwrap();
    let options = Options { variant, clock: Clock::None, rated: false, public: false };
    Kept::create(TableId(3), options, chairs, SEED, Time(0)).unwrap().table().unwrap()
}

fn person(id: PersonId) -> Chair {
    Chair::Person(Sitter { id, kind: Kind::Human, member: false })
}

fn bot(level: u8) -> Chair {
    Chair::Bot { level: Level::new(level).unwrap() }
}

/// The snapshot that Ana's page has.
fn snapshot(table: &Table) -> String {
    let words = Words(Language::by_code("en").unwrap());
    let view = view::table(table, Some(ANA), &named);
    let page = TablePage {
        words,
        names: Names::at(words, &view),
        table: view,
        person: Some(ANA),
        state: view::state(table, Some(ANA)),
        steps: table.game().unwrap().steps.clone(),
        resigned: None,
        accuracies: Vec::new(),
        rating_changes: Vec::new(),
        query: Query::default(),
        refused_turn: None,
        confirm: false,
        address: String::new(),
        now: Time(0),
        alert: None,
        hint: None,
        attendance: Attendance { seats: Vec::new(), others: 0 },
    };
    let html = page.body().into_string();
    let after = html.split_once(r#"type="application/json">"#).unwrap().1;
    after.split("</script>").next().unwrap().to_owned()
}

fn ask(thinker: &mut Thinker, address: &str, form: &str, snapshot: &str) -> Value {
    let question =
        json!({ "address": address, "form": form, "language": "en", "snapshot": snapshot, "seed": 7 });
    let answer = thinker.think(&question.to_string());
    if answer.is_empty() { Value::Null } else { serde_json::from_str(&answer).unwrap() }
}

/// Asks, and loads the weights that are needed, as the worker does.
fn ask_with_weights(thinker: &mut Thinker, address: &str, form: &str, snapshot: &str) -> Value {
    let answer = ask(thinker, address, form, snapshot);
    let Some(needs) = answer["needs"].as_str() else { return answer };
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/weights");
    thinker.learn(&std::fs::read(weights.join(needs.rsplit('/').next().unwrap())).unwrap());
    ask(thinker, address, form, snapshot)
}

#[test]
fn bots_of_every_level_move_as_the_rules_allow() {
    for game in GameName::ALL {
        let mut thinker = Thinker::new(system_clock);
        for level in 1..=8 {
            let table = table(game, &[person(ANA), bot(level)]);
            let Some((seat, _)) = table.live().unwrap().waiting_bots().next() else { continue };
            let answer =
                ask_with_weights(&mut thinker, &format!("/t/{}/bot", table.id), "", &snapshot(&table));
            assert_eq!((&answer["seat"], &answer["seq"]), (&json!(seat), &json!(table.seq)), "{answer}");
            let play = Command::Play {
                by: Mover::Device { person: ANA, seat },
                expected: table.seq,
                text: answer["move"].as_str().unwrap().to_owned(),
            };
            let context = Context { now: Time(1), seed: &SEED, talk: TalkLimits::default() };
            decide(&table, &play, context).unwrap();
        }
    }
}

#[test]
fn where_others_play_the_house_alone_plays_bots() {
    let mut thinker = Thinker::new(system_clock);
    let table = table(GameName::Siesta, &[person(ANA), person(BEN), bot(1)]);
    let address = format!("/t/{}/bot", table.id);
    assert_eq!(ask(&mut thinker, &address, "", &snapshot(&table)), Value::Null);
}

#[test]
fn hints_and_best_turns_need_their_weights_once() {
    let mut thinker = Thinker::new(system_clock);
    let (siesta, farm) =
        (table(GameName::Siesta, &[person(ANA), bot(1)]), table(GameName::NoSiesta, &[person(ANA)]));
    for table in [&siesta, &farm] {
        let to_act =
            table.live().unwrap().to_act().any(|seat| Some(seat) == table.game().unwrap().seat_of(ANA));
        let address = format!("/t/{}/hint", table.id);
        let first = ask_with_weights(&mut thinker, &address, "", &snapshot(table));
        let hints =
            |answer: &Value| answer["html"].as_str().is_some_and(|html| html.contains("class=\"hint\""));
        assert_eq!(hints(&first), to_act);
        assert_eq!(hints(&ask(&mut thinker, &address, "more=1", &snapshot(table))), to_act);
    }
    let best = ask_with_weights(&mut thinker, "/sandbox/best", "players=2", "");
    assert!(best["html"].as_str().unwrap().contains("/sandbox?"));
}

#[test]
fn what_cannot_be_answered_is_for_the_server() {
    let mut thinker = Thinker::new(system_clock);
    assert_eq!(thinker.think("no question"), "");
    // Weights that nobody asked for, or others than those.
    thinker.learn(b"nothing");
    let table = table(GameName::Siesta, &[person(ANA), bot(8)]);
    let snapshot = snapshot(&table);
    for address in ["/", "/t/x/bot", "/t/x/hint", "/sandbox"] {
        assert_eq!(ask(&mut thinker, address, "", &snapshot), Value::Null, "{address}");
    }
    let address = format!("/t/{}/hint", table.id);
    let needs = ask(&mut thinker, "/sandbox/best", "players=2", "")["needs"].clone();
    thinker.learn(b"these are no weights");
    assert_eq!(ask(&mut thinker, "/sandbox/best", "players=2", "")["needs"], needs);
    assert!(ask(&mut thinker, &address, "", "")["needs"].is_null());
}
