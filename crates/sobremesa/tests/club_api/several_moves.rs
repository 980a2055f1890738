//! Several moves in one request, by the API and by the form of a page.

use serde_json::{Value, json};

use crate::club::{Answer, Club, Table, Who};

/// Somebody alone at a table of ¡No Siesta!, with two marks to make.
fn scoring(club: &Club) -> (Who, Table, u64, [String; 2]) {
    let who = club.guest();
    let table = club.table(&who, &json!({ "game": "no-siesta", "seats": ["me"] }));
    loop {
        let (seq, actions) = club.actions(&who, &table);
        let mark = |unit: &str| {
            let mut marks = actions.iter().filter(|action| action.starts_with(&format!("{unit} to ")));
            marks.find(|action| action.ends_with("warehouse") || action.ends_with("stable")).cloned()
        };
        // Marks of two units: none takes what the other needs.
        let marks: Vec<String> =
            ["olive", "grain", "grapes", "pig", "donkey"].iter().filter_map(|unit| mark(unit)).collect();
        if let [one, other, ..] = &marks[..] {
            return (who, table, seq, [one.clone(), other.clone()]);
        }
        club.play(&who, &table, seq, &actions[0]).is(200);
    }
}

/// The moves of the table after this event, in order.
fn played(club: &Club, table: &Table, after: u64) -> Vec<String> {
    let stream = club.stream(&Who::nobody(), &table.at(&format!("/stream?after={after}")), &[]);
    let count = club.seq(table) - after;
    let events = (0..count).map(|_| stream.next().unwrap());
    events.filter_map(|event| Some(event["event"]["text"].as_str()?.to_owned())).collect()
}

/// Sends the form of a page, as htmx does.
fn send_form(club: &Club, who: &Who, table: &Table, fields: &str) -> Answer {
    let headers = [
        ("cookie", who.cookie.as_deref().unwrap()),
        ("content-type", "application/x-www-form-urlencoded"),
        ("accept", "text/html"),
        ("hx-request", "true"),
    ];
    club.send("POST", &format!("/t/{}/play", table.id), &headers, fields.as_bytes())
}

fn form(seq: u64, moves: &[&str]) -> String {
    let moves: String = moves.iter().map(|text| format!("&move={}", text.replace(' ', "+"))).collect();
    format!("seq={seq}{moves}")
}

#[test]
fn the_api_plays_several_moves_in_order_and_says_how_many_it_played() {
    let club = Club::open();
    let (who, table, seq, [one, other]) = scoring(&club);
    let play =
        |said: &Value| club.ask_with(&who, "POST", &table.at("/play"), &[("idempotency-key", "marks")], said);
    let refused = json!({ "seq": seq, "move": one, "then": ["take hat", other] });
    for _ in 0..2 {
        let answer = play(&refused);
        answer.is_problem(422, "illegal-move");
        assert_eq!(answer.json()["accepted"], 1);
        assert_eq!(answer.json()["state"]["seq"], seq + 1, "the table as it is after what was played");
    }
    let answer = club.post(&who, &table.at("/play"), &json!({ "seq": seq + 1, "move": other, "then": [] }));
    assert_eq!(answer.is(200).json()["seq"], seq + 2);
    assert_eq!(played(&club, &table, seq), [one, other]);
    let many = json!({ "seq": seq, "move": "done", "then": vec!["done"; 20] });
    club.post(&who, &table.at("/play"), &many).is_problem(422, "bad-field");
}

#[test]
fn a_form_plays_several_moves_in_order_and_once() {
    let club = Club::open();
    let (who, table, seq, [one, other]) = scoring(&club);
    for _ in 0..2 {
        let answer = send_form(&club, &who, &table, &form(seq, &[&one, &other]));
        assert!(!answer.is(200).text().contains("role=\"alert\""), "{}", answer.text());
    }
    assert_eq!(played(&club, &table, seq), [one, other]);
}

#[test]
fn a_form_says_which_move_was_refused_and_why() {
    let club = Club::open();
    let (who, table, seq, [one, other]) = scoring(&club);
    let answer = send_form(&club, &who, &table, &form(seq, &[&one, "take hat", &other]));
    assert_eq!(answer.is(200).header("accepted-moves"), Some("1"));
    assert!(answer.text().contains("1 of 3 steps were played. "), "{}", answer.text());
    assert_eq!(played(&club, &table, seq), std::slice::from_ref(&one));
    // A key of the client's own is for one request.
    let first = format!("{}&key=mine", form(seq + 1, &[&other]));
    send_form(&club, &who, &table, &first).is(200);
    send_form(&club, &who, &table, &first).is(200);
    send_form(&club, &who, &table, &format!("{}&key=mine", form(seq + 1, &[&one]))).is(422);
    assert_eq!(played(&club, &table, seq), [one, other]);
    for nonsense in ["", "seq=1", "move=done", "seq=x&move=done"] {
        send_form(&club, &who, &table, nonsense).is(422);
    }
}
