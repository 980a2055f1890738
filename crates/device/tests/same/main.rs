//! The device answers what the server answers, byte for byte: in random games of every variant, for every viewer, in every
//! language, with half-done turns as the pages offer them.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod games;
mod walk;

use bots::Judged;
use bots::analysis::Examined;
use club::{Analysis, GameName, PersonId, Step, Table, Time, Variant, view};
use game::Random;
use games::{HOST, Play, attendance, named};
use pages::games::{no_siesta, siesta};
use pages::learn::{Course, Progress, lesson_page};
use pages::names::Names;
use pages::part::Part;
use pages::replay::{Replay, ReplayPage, ReplaySnapshot};
use pages::table::TablePage;
use pages::words::{Language, Words};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use walk::Walk;

/// What the device answers; `Null` if it cannot.
fn ask(words: Words, address: &str, snapshot: &str, cookies: &str) -> Value {
    let request = json!({
        "address": address, "language": words.0.code(), "snapshot": snapshot, "cookies": cookies,
    });
    let answer = device::answer(&request.to_string());
    if answer.is_empty() { Value::Null } else { serde_json::from_str(&answer).unwrap() }
}

/// Fails unless the device answers as the server does; returns the answer.
#[track_caller]
fn same(words: Words, address: &str, snapshot: &str, server: Part) -> (String, Option<String>) {
    let device = ask(words, address, snapshot, "");
    let html = server.html.into_string();
    assert!(device["html"] == *html, "{address}\n{}\n{html}", device["html"]);
    assert_eq!(device["address"].as_str(), server.address.as_deref(), "{address}");
    (html, server.address)
}

/// A query as the server reads it.
fn read<T: DeserializeOwned>(address: &str) -> T {
    serde_urlencoded::from_str(address.split_once('?').map_or("", |(_, query)| query)).unwrap()
}

/// The snapshot in a page; empty if it has none.
fn snapshot_in(page: &str) -> String {
    let element = r#"<script id="snapshot" type="application/json">"#;
    let after = page.split_once(element).map_or("", |(_, after)| after);
    after.split("</script>").next().unwrap().to_owned()
}

/// The page of a table as the server loads it.
fn table_page(words: Words, table: &Table, person: Option<PersonId>, address: &str) -> TablePage {
    let view = view::table(table, person, &named);
    TablePage {
        words,
        names: Names::at(words, &view),
        table: view,
        person,
        state: view::state(table, person),
        steps: table.game().map(|game| game.steps.clone()).unwrap_or_default(),
        resigned: None,
        accuracies: Vec::new(),
        rating_changes: Vec::new(),
        query: read(address),
        refused_turn: None,
        confirm: table.seq.is_multiple_of(2),
        address: "http://localhost/t/1".to_owned(),
        now: Time(table.seq),
        alert: None,
        hint: None,
        attendance: attendance(table),
    }
}

#[test]
fn a_choice_at_a_table_looks_the_same() {
    let (mut random, mut compared) = (Random::new(18), 0);
    for variant in Variant::all() {
        let mut play = Play::start(variant);
        while play.step(&mut random) {
            // A game of some variants has hundreds of steps.
            if random.below(play.steps().len() as u32 / 25 + 1) > 0 {
                continue;
            }
            let person = *random.pick(&play.viewers()).unwrap();
            let words = *random.pick(&Language::ALL.map(Words)).unwrap();
            compared += compare_choices(words, &play.table, person, &mut random);
        }
    }
    assert!(compared > 2000, "{compared}");
}

/// Compares what somebody sees after some presses; returns how many answers were compared.
fn compare_choices(words: Words, table: &Table, person: Option<PersonId>, random: &mut Random) -> usize {
    let mut address = format!("/t/{}", table.id);
    let body = table_page(words, table, person, &address).body().into_string();
    let snapshot = snapshot_in(&body);
    if !body.contains("id=\"resign\"") {
        // Whoever does not play has nothing to choose.
        assert_eq!((snapshot.as_str(), ask(words, &address, "", "")), ("", Value::Null));
        return 0;
    }
    for _ in 0..5 {
        let page = table_page(words, table, person, &address);
        let (html, shown) = same(words, &address, &snapshot, page.update());
        assert_eq!(snapshot_in(&html), snapshot, "the answer holds the same again");
        address = Walk::at(&html, &shown.unwrap()).next(random, &["put", "choose", "drop", "clear"]);
    }
    5
}

#[test]
fn what_a_player_may_see_is_all_that_a_snapshot_has() {
    let mut random = Random::new(3);
    for variant in Variant::all() {
        let mut play = Play::start(variant);
        while play.step(&mut random) {
            if random.below(8) > 0 {
                continue;
            }
            for person in play.viewers() {
                let words = Words(Language::English);
                let page = table_page(words, &play.table, person, "");
                let Some(snapshot) = pages::table::TableSnapshot::of(&page) else { continue };
                let again = snapshot.page(words, read("")).unwrap();
                assert_eq!(again.state, page.state, "{variant}");
                let mut seen = page.table;
                seen.chat.clear();
                assert_eq!(again.table, seen, "{variant}");
            }
        }
    }
}

#[test]
fn text_of_people_cannot_end_the_snapshot() {
    let mut play = Play::start(Variant::all().next().unwrap());
    play.step(&mut Random::new(1));
    let page = table_page(Words(Language::English), &play.table, Some(HOST), "").body().into_string();
    assert!(named(HOST).name.contains("</script>"));
    assert_eq!(page.matches("</script>").count(), 1);
    assert!(snapshot_in(&page).contains(r"\u003c/script>"));
}

#[test]
fn a_step_of_a_replay_looks_the_same() {
    let mut random = Random::new(7);
    for (number, variant) in (0..).zip(Variant::all()) {
        let mut play = Play::start(variant);
        while play.step(&mut random) {}
        let steps = play.steps();
        // A page of a long game takes a while.
        for analysed in if steps.len() < 100 { vec![false, true] } else { vec![number % 2 == 0] } {
            let words = Words(Language::ALL[(number + usize::from(analysed)) % Language::ALL.len()]);
            let analysis = analysed.then(|| analysis(&steps, &mut random));
            let page = |address: &str| replay_page(words, variant, &steps, address, analysis.clone());
            let snapshot = snapshot_in(&page("").body().into_string());
            for turn in [steps.len() / 2, steps.len() + 1] {
                let address = format!("/t/0000000000001/replay?turn={turn}");
                same(words, &address, &snapshot, page(&address).update());
            }
            // What brings a new snapshot is for the server.
            assert_eq!(ask(words, "/t/0000000000001/replay?turn=1&snapshot=1", &snapshot, ""), Value::Null);
        }
        let under_way = Some(Analysis { of: steps.len(), turns: Vec::new() });
        let page = replay_page(Words(Language::French), variant, &steps, "", under_way);
        assert_eq!(snapshot_in(&page.body().into_string()), "");
        assert!(
            page.update()
                .html
                .into_string()
                .contains("<script id=\"snapshot\" type=\"application/json\" hx-swap-oob")
        );
    }
}

fn replay_page(
    words: Words,
    variant: Variant,
    steps: &[Step],
    address: &str,
    analysis: Option<Analysis<String>>,
) -> ReplayPage {
    let turn = address.split_once("turn=").map_or("", |(_, turn)| turn);
    let game = Replay::of(variant, steps).unwrap();
    ReplayPage {
        words,
        id: club::TableId(1),
        address: "http://localhost/t/0000000000001/replay".to_owned(),
        names: Names(["Ana", "Ben </script>", "Carla", "Dora"].map(str::to_owned).to_vec()),
        step: game.step(turn),
        game,
        analysis,
        brings_snapshot: false,
    }
}

/// An analysis of all turns of players, with what was played as the best or the second.
fn analysis(steps: &[Step], random: &mut Random) -> Analysis<String> {
    let mut turns = Vec::new();
    for step in steps.iter().filter(|step| step.seat.is_some()) {
        let mut number = || random.below(100_000) as f32 / 777.0 - 60.0;
        let played = Judged { action: step.text.clone(), score: number() };
        let (loss, other) = (number().abs(), Judged { action: step.text.clone(), score: number() });
        let forced = loss < 5.0;
        let examined = Examined { best: vec![other, played.clone()], played, loss, forced };
        turns.push((loss < 55.0).then_some(examined));
    }
    Analysis { of: turns.len(), turns }
}

#[test]
fn another_line_from_a_finished_game_looks_the_same() {
    let mut random = Random::new(9);
    for variant in Variant::all().filter(|variant| variant.game() == GameName::NoSiesta) {
        let mut play = Play::start(variant);
        while play.step(&mut random) {}
        let steps = play.steps();
        let names = || Names(["Ana", "Ben", "Carla", "Dora"].map(str::to_owned).to_vec());
        let game = || ReplaySnapshot::of_game(club::TableId(1), names(), variant, steps.clone());
        for words in Language::ALL.map(Words) {
            let start = random.below(steps.len() as u32);
            let mut address = format!("/t/0000000000001/replay/line?turn={start}");
            let line = |address: &str| no_siesta::Sandbox::of(words, &game(), &read(address)).unwrap();
            let snapshot = snapshot_in(&line(&address).body(game()).into_string());
            for _ in 0..20 {
                let (html, shown) = same(words, &address, &snapshot, line(&address).update());
                address = Walk::at(&html, &shown.unwrap()).next(&mut random, &["move"]);
            }
        }
    }
}

#[test]
fn the_sandbox_and_its_setup_look_the_same() {
    let mut random = Random::new(11);
    for words in Language::ALL.map(Words) {
        for start in ["", "?players=3", "?players=4&teams=1", "?position=nonsense", "?turns=x"] {
            let mut address = format!("/sandbox{start}");
            for _ in 0..40 {
                let sandbox = siesta::Sandbox::new(words, &read(&address), &read(&address));
                let (html, shown) = same(words, &address, "", sandbox.update());
                let names = ["put", "choose", "drop", "clear"];
                address = Walk::at(&html, &shown.unwrap()).next(&mut random, &names);
                if !address.starts_with("/sandbox?") {
                    break;
                }
            }
            let mut address = format!("/sandbox/setup{start}");
            for _ in 0..20 {
                let setup = siesta::Setup::new(words, &read(&address), &read(&address));
                let (html, shown) = same(words, &address, "", setup.update());
                address = Walk::at(&html, &shown.unwrap()).next(&mut random, &["put", "choose", "mover"]);
                if !address.starts_with("/sandbox/setup") {
                    break;
                }
            }
        }
    }
}

#[test]
fn lessons_look_the_same_and_what_is_done_is_remembered() {
    let (mut random, mut done) = (Random::new(13), 0);
    for course in GameName::ALL.map(Course::of) {
        for words in Language::ALL.map(Words) {
            for number in 1..=course.count {
                let start = format!("{}/{number}", course.lessons);
                let mut address = start.clone();
                for _ in 0..30 {
                    let progress = Progress::read(course, "1.2");
                    let page = lesson_page(words, number, &read(&address), progress).unwrap();
                    let cookies = format!("other=1; {}=1.2; x", course.cookie);
                    let device = ask(words, &address, "", &cookies);
                    let server = page.update();
                    let html = server.html.into_string();
                    assert!(device["html"] == *html, "{address}");
                    let kept = page
                        .new_progress()
                        .map(|progress| format!("{}={};", course.cookie, progress.cookie()));
                    assert_eq!(kept.is_some(), device["cookie"].is_string(), "{address}");
                    if let Some(kept) = kept {
                        assert!(device["cookie"].as_str().unwrap().starts_with(&kept), "{device}");
                        done += 1;
                    }
                    let names = ["put", "choose", "drop", "move"];
                    address = Walk::at(&html, &server.address.unwrap()).next(&mut random, &names);
                    if !address.starts_with(&start) {
                        break;
                    }
                }
            }
        }
    }
    assert!(done > 0);
}

#[test]
fn what_the_device_cannot_know_is_for_the_server() {
    let words = Words(Language::English);
    for address in
        ["/", "/t/0000000000001", "/sandbox?lang=fr", "/learn/lessons/99", "/sandbox?turns=a&turns=b", ""]
    {
        assert_eq!(ask(words, address, "", ""), Value::Null, "{address}");
    }
    for request in ["", "{}", "nonsense", r#"{"address":"/sandbox","language":"xx"}"#] {
        assert_eq!(device::answer(request), "", "{request}");
    }
    let mut play = Play::start(Variant::all().next().unwrap());
    play.step(&mut Random::new(1));
    let page = table_page(words, &play.table, Some(HOST), "").body().into_string();
    let snapshot = snapshot_in(&page);
    let own = format!("/t/{}", play.table.id);
    assert!(ask(words, &own, &snapshot, "").is_object());
    for (address, snapshot) in
        [("/t/0000000000009", snapshot.as_str()), (&own, "{}"), (&own, &snapshot[..snapshot.len() / 2])]
    {
        assert_eq!(ask(words, address, snapshot, ""), Value::Null, "{address}");
    }
}
