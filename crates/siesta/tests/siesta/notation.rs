//! Texts are read back as they were written, and errors say what is wrong.

use game::{Players, Random, Record, Rules, Seat, record::Step};
use proptest::prelude::*;
use siesta::{Position, Turn, Variant};

#[test]
fn the_start_of_a_two_player_game_is_the_documented_text() {
    let variant = Variant::all().find(|variant| variant.players() == Players::TWO).unwrap();
    assert_eq!(Position::start(variant).to_string(), "12/12/12/12/12/12/12/12/12/12/12/12 2 a 0");
}

#[test]
fn a_position_that_could_not_arise_is_refused_with_what_and_where() {
    let suns = "************";
    for (text, message) in [
        (
            "",
            "a position has four parts with spaces between: board, number of players, seat to move, turns played; and the scores as a fifth under online-edition scoring; this has 0",
        ),
        ("12/12 2 a 0", "the board has 12 rows with / between; this has 2"),
        ("*a#8/12/12/12/12/12/12/12/12/12/12/12 2 b 1", "row 1 has 12 cells; this has 11"),
        (
            "*a#9/12/12/12/12/12/12/12/12/12/12/1212 2 b 1",
            "row 12: `1212` is not *, #, a roof a–d or a number of empty cells from 1 to 12",
        ),
        ("*a#10/12/12/12/12/12/12/12/12/12/12/12 2 b 1", "row 1 has 12 cells; this has more"),
        (
            "*a#9/12/12/12/0/12/12/12/12/12/12/12 2 b 1",
            "row 5: `0` is not *, #, a roof a–d or a number of empty cells from 1 to 12",
        ),
        (
            "*a#9/12/12/12/é/12/12/12/12/12/12/12 2 b 1",
            "row 5: `é` is not *, #, a roof a–d or a number of empty cells from 1 to 12",
        ),
        ("*a#9/12/12/12/12/12/12/12/12/12/12/12 5 b 1", "`5`: Siesta is for 2, 3 or 4 players"),
        ("*a#9/12/12/12/12/12/12/12/12/12/12/12 1 a 1", "`1`: Siesta is for 2, 3 or 4 players"),
        ("*a#9/12/12/12/12/12/12/12/12/12/12/12 2 c 1", "`c`: with 2 players the seat to move is one of a–b"),
        (
            "*a#9/12/12/12/12/12/12/12/12/12/12/12 2 b -1",
            "`-1`: the turns played are a number from 0 to 65535",
        ),
        (
            "*a#9/12/12/12/12/12/12/12/12/12/12/12 2 b 1 3",
            "`3`: the scores are 2 numbers from 0 to 65535 with commas between",
        ),
        (
            "*a#9/12/12/12/12/12/12/12/12/12/12/12 2 b 0",
            "there are pieces on the board, so at least 1 turn is played",
        ),
        (
            "12/12/12/12/12/12/12/12/12/12/12/12 2 b 1",
            "the board is empty, so a is to move and 0 turns are played",
        ),
        ("*a#9/1c10/12/12/12/12/12/12/12/12/12/12 2 b 1", "B2: there is no player c in a game of 2"),
        ("*a#*8/12/12/12/12/12/12/12/12/12/12/12 2 b 1", "D1: a sun may not touch the shadow at C1"),
        (
            "*a1#8/3a8/12/12/12/12/12/12/12/12/12/12 2 b 1",
            "D1: a shadow must lie in a Siesta, a straight line of sun, roof and shadow",
        ),
        (
            "*a#9/12/12/5*6/12/12/12/12/12/12/12/12 2 b 1",
            "F4: the pieces must all hang together, and this sun does not with A1",
        ),
        (
            &format!("{suns}/{suns}/**10/12/12/12/12/12/12/12/12/12 2 b 9"),
            "26 × sun on the board, and there are only 25",
        ),
        (
            "aaaaaaaaaaaa/aaaa8/12/12/12/12/12/12/12/12/12/12 2 b 9",
            "16 × roof of a on the board, and there are only 15",
        ),
        (&"*".repeat(10_000_000), "the text is too long for a position"),
    ] {
        let error = text.parse::<Position>().unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn a_record_of_an_impossible_game_is_refused_with_its_line() {
    for (text, message) in [
        ("Game: siesta\n\n", "line 1: a record needs a line `Players: …` before its first blank line"),
        (
            "Game: siesta\nPlayers: 5\n\n",
            "line 2: `Players: 5` is not possible: Siesta is for 2, 3 or 4 players",
        ),
        (
            "Game: siesta\nPlayers: two\n\n",
            "line 2: `Players: two` is not possible: Siesta is for 2, 3 or 4 players",
        ),
        (
            "Game: siesta\nPlayers: 2\nMode: teams\n\n",
            "line 3: `Mode: teams` is not possible: teams are for 4 players",
        ),
        (
            "Game: siesta\nPlayers: 2\nScoring: fancy\n\n",
            "line 3: `Scoring: fancy` is not possible: the scoring is printed or online",
        ),
        (
            "Game: siesta\nPlayers: 2\n\n*F5 ^F6 #G6\n",
            "line 4: G6: a shadow must lie in a Siesta, a straight line of sun, roof and shadow",
        ),
        (
            "Game: siesta\nPlayers: 2\n\n*F5 ^F6 #F7\n*F8 ^F",
            "line 5: `*F8 ^F`: `^F`: a cell is a column A–L and a row 1–12, like F5",
        ),
    ] {
        assert_eq!(Record::<Position>::read(text.as_bytes()).unwrap_err().to_string(), message);
    }
}

#[test]
fn scoring_and_mode_of_a_record_are_printed_and_free_for_all_unless_said() {
    let (record, _) = Record::<Position>::read(b"Game: siesta\nPlayers: 3\n").unwrap();
    assert_eq!(record.setup, Variant::all().find(|variant| variant.players() == Players::THREE).unwrap());
}

/// The text of a random record.
fn random_record(seed: u64) -> String {
    let mut random = Random::new(seed);
    let variants: Vec<Variant> = Variant::all().collect();
    let variant = *random.pick(&variants).unwrap();
    let mut record = Record::<Position>::new(variant);
    record.names.push((Seat::ALL[1], "Ana María".into()));
    let mut position = Position::start(variant);
    for _ in 0..random.below(12) {
        let seat = position.mover();
        if let Some(turn) = position.play_random(&mut random) {
            record.steps.push(Step::Action(seat, turn));
        }
    }
    record.to_string()
}

/// A text with some bytes changed, taken out or put in.
fn damaged(text: &str, damage: &[(prop::sample::Index, u8)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (index, byte) in damage {
        let at = index.index(bytes.len());
        match byte % 3 {
            0 => bytes[at] = *byte,
            1 => drop(bytes.remove(at)),
            _ => bytes.insert(at, byte / 3 + 32),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

fn damage() -> impl Strategy<Value = Vec<(prop::sample::Index, u8)>> {
    prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn any_text_is_a_turn_that_is_written_the_same_or_is_refused(text in "[*^#A-L0-9 x]{0,14}") {
        if let Ok(turn) = text.parse::<Turn>() {
            prop_assert_eq!(turn.to_string().parse::<Turn>(), Ok(turn));
        }
    }

    #[test]
    fn a_damaged_record_is_read_or_refused_and_what_is_read_is_written_the_same(
        seed in 0_u64..1000,
        damage in damage(),
    ) {
        let bytes = damaged(&random_record(seed), &damage);
        if let Ok((record, end)) = Record::<Position>::read(&bytes) {
            let again = Record::<Position>::read(record.to_string().as_bytes());
            prop_assert_eq!(again, Ok((record, end)));
        }
    }

    #[test]
    fn a_damaged_position_is_read_or_refused_and_what_is_read_is_written_the_same(
        seed in 0_u64..1000,
        damage in damage(),
    ) {
        let (_, end) = Record::<Position>::read(random_record(seed).as_bytes()).unwrap();
        let bytes = damaged(&end.to_string(), &damage);
        if let Ok(position) = String::from_utf8_lossy(&bytes).parse::<Position>() {
            let text = position.to_string();
            let again = text.parse::<Position>();
            prop_assert_eq!(again.as_ref(), Ok(&position));
            prop_assert_eq!(position.recomputed(), position.clone());
            prop_assert_eq!(Position::parse(&position.setup(), &text), Ok(position));
        }
    }
}
