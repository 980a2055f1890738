//! Real views have exactly the fields that the description has.

use std::collections::{BTreeSet, HashSet};
use std::slice;

use bots::Level;
use club::view;
use club::{
    Attendance, Chair, Clock, Command, Context, Event, Kind, Mover, Options, PersonId, Room, Seed, Sitter,
    State, Table, TableId, TalkLimits, Time, Variant, create, decide,
};
use game::{Players, Random, Seat};
use house::{Notice, NoticeKind};
use jsonschema::Validator;
use serde_json::{Map, Value, json};

const ANA: PersonId = PersonId(1);
const BEA: PersonId = PersonId(2);
/// A spectator.
const EVA: PersonId = PersonId(5);
const SEED: Seed = Seed([42; 32]);
const BOT: Chair = Chair::Bot { level: Level::WEAKEST };
const LIVE: Clock = Clock::Live { turn_seconds: 30, reserve_seconds: 20 };

fn siesta() -> Variant {
    let (scoring, mode) = (siesta::Scoring::Printed, siesta::Mode::FreeForAll);
    Variant::Siesta(siesta::Variant::new(Players::new(2).unwrap(), scoring, mode).unwrap())
}

fn no_siesta() -> Variant {
    Variant::NoSiesta(no_siesta::Variant::new(Players::new(2).unwrap(), no_siesta::Mode::Standard).unwrap())
}

fn person(id: PersonId) -> Sitter {
    Sitter { id, kind: Kind::Human, member: true }
}

/// A table, its log, and all views of it so far.
struct Scene {
    table: Table,
    log: Vec<(Time, Event)>,
    now: Time,
    random: Random,
    /// How many events were viewed.
    seen: usize,
    views: Vec<(&'static str, Value)>,
}

impl Scene {
    fn new(
        variant: Variant,
        clock: Clock,
        chairs: &[Chair],
        seating: Option<Vec<usize>>,
        random: u64,
    ) -> Self {
        let (id, now) = (TableId(7), Time(1_000_000));
        let options = Options { variant, clock, rated: false, public: true };
        let events = create(
            id,
            ANA,
            options,
            chairs.to_vec(),
            seating,
            Context { now, seed: &SEED, talk: TalkLimits::default() },
        )
        .unwrap();
        let mut table = Table::new(id, now, &events[0]).unwrap();
        events[1..].iter().for_each(|event| table.fold(now, event).unwrap());
        let log = events.into_iter().map(|event| (now, event)).collect();
        let mut scene = Self { table, log, now, random: Random::new(random), seen: 0, views: Vec::new() };
        scene.look();
        scene
    }

    #[expect(clippy::needless_pass_by_value, reason = "a command is written where it is given")]
    fn act(&mut self, command: Command) {
        self.do_unseen(&command);
        self.look();
    }

    /// Sends a command, and views nothing.
    fn do_unseen(&mut self, command: &Command) {
        self.now = Time(self.now.0 + 3000);
        let events =
            decide(&self.table, command, Context { now: self.now, seed: &SEED, talk: TalkLimits::default() })
                .unwrap();
        for event in events {
            self.table.fold(self.now, &event).unwrap();
            self.log.push((self.now, event));
        }
    }

    /// Views the table and its events since the last time, as a player, as a spectator and as nobody.
    fn look(&mut self) {
        let names = |id: PersonId| view::Named { name: format!("person {}", id.0), deleted: id == EVA };
        for viewer in [Some(ANA), Some(EVA), None] {
            let table = view::table(&self.table, viewer, &names);
            self.views.push(("TableView", serde_json::to_value(table).unwrap()));
            for (seq, (at, event)) in (1..).zip(&self.log).skip(self.seen) {
                if let Some(seen) = view::event(&self.table, viewer, seq, *at, event, &names) {
                    self.views.push(("EventView", serde_json::to_value(seen).unwrap()));
                }
            }
        }
        let here = Attendance::of(&self.table, [ANA, EVA].into());
        self.views.push(("Attendance", serde_json::to_value(here).unwrap()));
        self.seen = self.log.len();
    }

    fn to_act(&self) -> Option<Seat> {
        self.table.live()?.to_act().next()
    }

    /// Something legal for whoever is to act.
    fn legal(&mut self) -> Command {
        let seat = self.to_act().unwrap();
        let game = self.table.game().unwrap();
        let text = match &game.state {
            State::Siesta(position) => {
                (**position).clone().play_random(&mut self.random).unwrap().to_string()
            }
            State::NoSiesta(position) => {
                let mut actions = Vec::new();
                position.actions(seat, &mut actions);
                let done = actions.iter().find(|action| **action == no_siesta::Action::Done).copied();
                done.or_else(|| self.random.pick(&actions).copied()).unwrap().to_string()
            }
        };
        let by = game.place(seat).person().map_or(Mover::Bot(seat), Mover::Person);
        Command::Play { by, expected: self.table.seq, text }
    }

    fn play(&mut self) {
        let command = self.legal();
        self.act(command);
    }

    /// Plays to the end. The table is viewed now and then.
    fn play_out(&mut self) {
        while self.to_act().is_some() {
            let command = self.legal();
            self.do_unseen(&command);
            if self.log.len() > self.seen + 25 {
                self.look();
            }
        }
        self.look();
    }
}

/// Chat, a mute, a takeback that is agreed to, a player who runs out of time, a finished game and a rematch.
fn whole_life(variant: Variant, random: u64) -> Scene {
    let mut scene =
        Scene::new(variant, LIVE, &[Chair::Person(person(ANA)), Chair::Open], Some(vec![0, 1]), random);
    scene.act(Command::Say { person: EVA, room: Room::All, text: "hello".to_owned() });
    let bea = Sitter { kind: Kind::Bot, ..person(BEA) };
    scene.act(Command::Join(bea));
    scene.act(Command::Say { person: EVA, room: Room::Spectators, text: "psst".to_owned() });
    scene.act(Command::Say { person: ANA, room: Room::Players, text: "good luck".to_owned() });
    scene.act(Command::Mute { by: ANA, whom: EVA, muted: true });
    if matches!(variant, Variant::Siesta(_)) {
        scene.play();
        scene.play();
        scene.act(Command::TakeBack(ANA));
        scene.act(Command::AnswerTakeback { person: BEA, agreed: true });
    }
    scene.play();
    scene.now = Time(scene.now.0 + 3_600_000);
    scene.act(Command::Tick);
    scene.play_out();
    let rematch = scene.table.id.rematch();
    scene.act(Command::Rematch { person: ANA, table: rematch });
    scene
}

/// What does not come up in a whole life: bots, also on the device of a person, invitations, somebody who leaves, resigns, closes the table.
fn other_scenes() -> [Scene; 3] {
    let chairs = [Chair::Person(person(ANA)), Chair::Invited(BEA)];
    let mut closed = Scene::new(siesta(), Clock::None, &chairs, None, 1);
    closed.act(Command::Leave(ANA));
    let mut filled = Scene::new(siesta(), Clock::Correspondence { days: 2 }, &chairs, None, 2);
    filled.act(Command::Start { person: ANA, bots: Some(Level::WEAKEST) });
    filled.act(Command::Resign(ANA));
    let mut resigned = Scene::new(siesta(), LIVE, &[Chair::Person(person(ANA)), BOT], Some(vec![0, 1]), 3);
    resigned.play();
    if let Command::Play { expected, text, .. } = resigned.legal() {
        let by = Mover::Device { seat: Seat::ALL[1], person: ANA };
        resigned.act(Command::Play { by, expected, text });
    }
    [closed, filled, resigned]
}

/// All views that the description has a schema for, with the name of the schema.
fn views() -> Vec<(&'static str, Value)> {
    let mut resigned =
        Scene::new(siesta(), Clock::None, &[Chair::Person(person(ANA)), Chair::Invited(BEA)], None, 4);
    resigned.act(Command::Join(person(BEA)));
    resigned.act(Command::Resign(BEA));
    let scenes = [whole_life(siesta(), 5), whole_life(siesta(), 6), whole_life(no_siesta(), 7), resigned];
    let seen = scenes.into_iter().chain(other_scenes()).flat_map(|scene| scene.views);
    let notices = NoticeKind::ALL.into_iter().map(|notice| {
        let notice = Notice { id: 3, notice, table: TableId(7), seq: 4, at: Time(5) };
        ("Notice", serde_json::to_value(notice).unwrap())
    });
    seen.chain(notices).collect()
}

/// Forbids every field that a schema does not name.
fn forbid_other_fields(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(forbid_other_fields);
            if fields.get("properties").is_some_and(Value::is_object) {
                fields.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
        }
        Value::Array(values) => values.iter_mut().for_each(forbid_other_fields),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The schemas of the description, without room for other fields.
struct Schemas(Value);

impl Schemas {
    fn new() -> Self {
        let mut components = serde_json::to_value(crate::api::description()).unwrap()["components"].take();
        forbid_other_fields(&mut components);
        Self(components)
    }

    fn validator(&self, schema: &Value) -> Validator {
        let mut document = schema.clone();
        document["components"] = self.0.clone();
        jsonschema::validator_for(&document).unwrap()
    }

    fn get(&self, name: &str) -> &Value {
        &self.0["schemas"][name]
    }

    /// The names of all schemas that this one is made of.
    fn parts(&self, name: &str, found: &mut BTreeSet<String>) {
        if found.insert(name.to_owned()) {
            let mut references = Vec::new();
            collect(self.get(name), &mut |key, value| {
                if key == "$ref" {
                    references.extend(value.as_str().map(str::to_owned));
                }
            });
            for reference in references {
                self.parts(reference.rsplit('/').next().unwrap(), found);
            }
        }
    }
}

/// Calls `take` with every field of every object in a value.
fn collect<'a>(value: &'a Value, take: &mut impl FnMut(&str, &'a Value)) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                take(name, value);
                collect(value, take);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, take)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_view_has_the_fields_of_its_description_and_no_others() {
    let schemas = Schemas::new();
    let views = views();
    for name in ["TableView", "EventView", "Attendance", "Notice"] {
        let validator = schemas.validator(&json!({ "$ref": format!("#/components/schemas/{name}") }));
        let mut checked = 0;
        for (_, view) in views.iter().filter(|(of, _)| *of == name) {
            let errors: Vec<String> = validator
                .iter_errors(view)
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(errors.is_empty(), "{name}: {errors:#?}\n{view:#}");
            checked += 1;
        }
        assert!(checked >= 2, "{name}: {checked}");
    }
}

#[test]
fn everything_that_is_described_is_found_in_some_view() {
    let schemas = Schemas::new();
    let mut parts = BTreeSet::new();
    for name in ["TableView", "EventView", "Attendance", "Notice"] {
        schemas.parts(name, &mut parts);
    }
    let views: Vec<Value> = views().into_iter().map(|(_, view)| view).collect();
    let mut values: HashSet<&Value> = views.iter().collect();
    for view in &views {
        collect(view, &mut |_, value| {
            values.extend(value.as_array().map_or(slice::from_ref(value), Vec::as_slice));
        });
    }
    for name in &parts {
        let schema = schemas.get(name);
        let alternatives = schema["oneOf"].as_array().map_or(slice::from_ref(schema), Vec::as_slice);
        for alternative in alternatives {
            let validator = schemas.validator(alternative);
            let found: Vec<&Value> =
                values.iter().copied().filter(|value| validator.is_valid(value)).collect();
            assert!(!found.is_empty(), "{name}: no view has {alternative:#}");
            for field in alternative["properties"].as_object().into_iter().flat_map(Map::keys) {
                assert!(found.iter().any(|value| value.get(field).is_some()), "{name}: no view has {field}");
            }
            for word in alternative["enum"].as_array().into_iter().flatten() {
                assert!(values.contains(word), "{name}: no view says {word}");
            }
        }
    }
}
