//! Tables that a device keeps: put on the server, taken along and handed back.

use bots::Level;
use club::{
    Chair, Clock, Command, GameName, Kept, Kind, Mover, Options, PersonId, Player, Seed, Sitter, TableId,
    Time, Variant, VariantForm,
};
use serde_json::{Value, json};

use crate::club::{Club, Table, Who};

/// A new game of ¡No Siesta! against a bot, as a device keeps it.
pub(crate) fn kept(id: u64) -> Value {
    let form = VariantForm { game: GameName::NoSiesta, players: 2, mode: None, scoring: None };
    let variant = Variant::try_from(form).unwrap();
    let options = Options { variant, clock: Clock::None, rated: false, public: false };
    let guest = Sitter { id: PersonId(1), kind: Kind::Human, member: false };
    let chairs = [Chair::Person(guest), Chair::Bot { level: Level::WEAKEST }];
    let kept = Kept::create(TableId(id), options, &chairs, Seed([id as u8; 32]), Time(1)).unwrap();
    serde_json::to_value(kept).unwrap()
}

/// The first action of everybody who is to act.
fn played_on(kept: &Value) -> Value {
    let mut kept: Kept = serde_json::from_value(kept.clone()).unwrap();
    for _ in 0..5 {
        let table = kept.table().unwrap();
        let game = table.live().unwrap();
        let seat = game.to_act().next().unwrap();
        let by = match game.place(seat).player() {
            Player::Person(sitter) => Mover::Person(sitter.id),
            Player::Bot(_) => Mover::Bot(seat),
        };
        let text = game.state.actions(seat)[0].clone();
        kept.act(&Command::Play { by, expected: table.seq, text }, Time(2)).unwrap();
    }
    serde_json::to_value(kept).unwrap()
}

const PUT: &str = "/api/v1/tables/kept";

/// Takes a table along, once no bot is about to move.
pub(crate) fn take_along(club: &Club, who: &Who, table: &Table) -> Value {
    loop {
        let answer = club.get(who, &table.at("/kept"));
        if answer.status != 503 {
            return answer.is(200).json();
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_game_of_a_device_is_put_on_the_server_and_its_record_is_the_same() {
    let club = Club::open();
    let ana = club.guest();
    let here = played_on(&kept(1));
    let put = club.post(&ana, PUT, &here).is(201).json();
    let table = Table::of(&put);
    assert_eq!(put["host"]["id"], ana.id.as_str());
    let record = club.get(&ana, &table.at("/record")).text();
    let kept: Kept = serde_json::from_value(here).unwrap();
    for step in &kept.table().unwrap().game().unwrap().steps {
        assert!(record.contains(&step.text), "{} is not in {record}", step.text);
    }
}

#[test]
fn a_table_is_taken_along_and_handed_back_by_its_person_alone() {
    let club = Club::open();
    let (ana, ben) = (club.guest(), club.guest());
    let here = kept(2);
    let table = Table::of(&club.post(&ana, PUT, &here).is(201).json());
    let taken = take_along(&club, &ana, &table);
    club.get(&ben, &table.at("/kept")).is_problem(403, "not-seated");
    let back = played_on(&taken);
    club.post(&ben, PUT, &back).is_problem(403, "not-seated");
    let seq = club.post(&ana, PUT, &back).is(201).json()["seq"].as_u64().unwrap();
    // The bot of the server may have moved already.
    assert!(seq as usize >= back["events"].as_array().unwrap().len());
    // The device went on from an older state meanwhile, in another way.
    let mut other = taken;
    let first = other["events"].as_array().unwrap().len();
    other["events"].as_array_mut().unwrap().push(back["events"][first + 1].clone());
    club.post(&ana, PUT, &other).is_problem(409, "played-on");
}

#[test]
fn what_was_tampered_with_is_refused_by_its_step() {
    let club = Club::open();
    let ana = club.guest();
    let good = played_on(&kept(3));
    let events = good["events"].as_array().unwrap().len();
    let mut refused = 0;
    for place in 0..events {
        let mut bad = good.clone();
        let Some(text) = bad["events"][place]["event"].get_mut("text") else { continue };
        *text = json!("nonsense");
        let answer = club.post(&ana, PUT, &bad);
        answer.is_problem(422, "does-not-follow");
        let problem = answer.json();
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.contains(&format!("event {}", place + 1)) && detail.contains("step"), "{detail}");
        refused += 1;
    }
    assert!(refused > 5, "{refused}");
    let mut rated = good.clone();
    rated["events"][0]["event"]["options"]["rated"] = json!(true);
    club.post(&ana, PUT, &rated).is_problem(422, "does-not-follow");
    let mut endless = good.clone();
    let event = json!({ "at": 1, "event": { "type": "happened", "number": 1, "text": "" } });
    endless["events"].as_array_mut().unwrap().extend(std::iter::repeat_n(event, 2000));
    club.post(&ana, PUT, &endless).is_problem(422, "does-not-follow");
    let mut huge = good;
    huge["events"][0]["event"]["seating"] = json!(vec![1; 200_000]);
    club.post(&ana, PUT, &huge).is_problem(413, "too-large");
    assert_eq!(club.get(&ana, "/api/v1/tables?person=me").json()["tables"].as_array().unwrap().len(), 0);
}
