//! Texts: what is refused and why, and that no text makes anything panic.

use game::{Players, Rules, Seat};
use no_siesta::{Action, Chance, Mode, Position, Variant};
use proptest::prelude::*;

#[test]
fn a_text_that_is_no_action_is_refused_with_what_is_wrong() {
    let table = [
        ("", "`` is no action"),
        ("dance", "`dance` is no action"),
        ("take cow", "`cow` is no face of a die"),
        ("take pig, mark cow", "`cow` is no unit"),
        ("olive to moon", "`moon` cannot be marked"),
        ("olive to helper 0", "`0` is not a number from 1 to 9"),
        ("olive as pig to stable", "`olive as pig` marks nothing"),
        ("commodity to stable", "`commodity` marks nothing"),
        ("trade 1 with olive, olive", "a trade takes three units"),
        ("use gold", "`gold` is no roof tile"),
        ("copy carts of x", "`x` is no seat"),
        ("hire nobody", "`nobody` is no helper"),
        ("market moon", "`moon` is no market space"),
        ("olive to left cart", "`left` is no cart"),
    ];
    for (text, message) in table {
        let error = text.parse::<Action>().expect_err(text).to_string();
        assert!(error.contains(message), "`{text}`: {error}");
    }
    for (text, message) in [
        ("roll", "`roll` cannot happen"),
        ("roll 2 cows", "`cows` is no face of a die"),
        ("roll 12 pig", "is no number of dice"),
        ("draw gold", "`gold` is no roof tile"),
        ("neutral moon", "`moon` is no face of a die"),
    ] {
        let error = text.parse::<Chance>().expect_err(text).to_string();
        assert!(error.contains(message), "`{text}`: {error}");
    }
}

#[test]
fn like_texts_of_an_action_mean_the_same() {
    let same = [
        ("take olive+grain", "take olive+grain, mark olive+grain"),
        ("take back olive and pig", "take back pig and olive"),
        ("trade 6 with olive, grain, commodity as grapes", "trade 6 with commodity as grapes, grain, olive"),
    ];
    for (one, other) in same {
        assert_eq!(one.parse::<Action>(), other.parse::<Action>());
        assert_eq!(other.parse::<Action>().expect(other).to_string(), one);
    }
}

#[test]
fn a_broken_position_is_refused_with_the_field_and_the_reason() {
    let variant = Variant::new(Players::TWO, Mode::Standard).expect("a variant");
    let start = Position::start(variant).to_string();
    let table = [
        ("round=1", "round=0", "round=0: this is a number from 1 to 60"),
        ("round=1", "round=99", "round=99: this is a number from 1 to 60"),
        ("pig=a", "pig=b", "pig=b: in round 1 the pig is with a"),
        ("pig=a", "pig", "`pig`: a position consists of fields `key=value`"),
        ("pig=a", "", "pig: this field is missing"),
        ("pig=a", "pig=a pig=a", "pig: this field is there twice"),
        ("pig=a", "pig=a cow=b", "cow: there is no such field in this game"),
        (
            "phase=roll:1",
            "phase=lunch",
            "phase=lunch: there is no such phase, as `take:1:a` or `score:b` are",
        ),
        ("phase=roll:1", "phase=neutral", "phase=neutral: this is part of the solo game"),
        ("phase=roll:1", "phase=over", "phase=over: nothing has ended the game"),
        ("phase=roll:1", "phase=hire:a", "phase=hire:a: it is not for them to hire now"),
        ("phase=roll:1", "phase=score:c", "phase=score:c: nobody sits there"),
        ("phase=roll:1", "phase=draw:a", "phase=draw:a: this is not what the scoring phase waits for"),
        ("phase=roll:1", "phase=take:1:a", "dice=-: 5 dice lie on the table in this phase"),
        ("dice=-", "dice=2pig", "dice=2 pig: 0 dice lie on the table in this phase"),
        ("3olives", "4olives", "face-down=4: 4 olives tiles are face down and on barns, and there are 3"),
        (
            "3olives",
            "3cows",
            "face-down=3cows,3grains,3grapes,3pigs,3donkeys,3silver,3change,3vp: `cows` is not expected here",
        ),
        ("market=-/", "market=x/", "market=x: a space has `-` or the seats with a disc there"),
        ("market=-/", "market=ab/", "market=ab: a space holds 1"),
        ("market=-/", "market=", "market=-/-/-/-/-: there are 6 parts with / between"),
        (
            "market=-/",
            "market=a/",
            "a.stock=4: 5 discs are in use and in stock, and on this space of the track it is 4",
        ),
        ("seat=b", "seat=c", "seat=c: the seats come in their order, as many as there are players"),
        (
            "seat=a stock=4",
            "seat=a stock=3",
            "a.stock=3: 3 discs are in use and in stock, and on this space of the track it is 4",
        ),
        (
            "seat=a stock=4",
            "seat=a stock=3 board=pig",
            "a.board=1: between rounds only a commodity is on the board",
        ),
        (
            "seat=a stock=4",
            "seat=a stock=4 free=pig",
            "a.free=1: only who is scoring has units without a disc",
        ),
        (
            "seat=a stock=4",
            "seat=a stock=4 silver=3",
            "a.silver=3: the section of the barn has fewer circles",
        ),
        (
            "seat=a stock=4",
            "seat=a stock=4 helpers=10:carts/00/000/000/0000/0000",
            "a.helpers=10:carts: a helper is on a space that is not complete",
        ),
        (
            "seat=a stock=4",
            "seat=a stock=4 helpers=11:copy/00/000/000/0000/0000",
            "a.helpers=copy: grey helpers are for experienced farmers",
        ),
        (
            "seat=a stock=4",
            "seat=a stock=4 carts=010000.0/0000000.0/00000000.0",
            "a.carts=top: goods are loaded from left to right",
        ),
        (
            "seat=a stock=4",
            "seat=a stock=4 carts=111111.0:larger/0000000.0/00000000.0",
            "a.carts=top: a complete cart has its donkeys or the helper",
        ),
        (
            "seat=a stock=4",
            "seat=a stock=4 rows=7/0/0/0/0",
            "a.rows=7: a row has 0 to 6 marked circles, and after - how many are lost",
        ),
        ("seat=a stock=4", "seat=a stock=4 used=trade", "a.used=1: nothing is used before the scoring phase"),
    ];
    for (find, replace, message) in table {
        assert!(start.contains(find), "{find}");
        let text = start.replacen(find, replace, 1);
        let error = Position::parse(&variant, &text).expect_err(&text).to_string();
        assert_eq!(error, message, "{replace}");
    }
}

proptest! {
    #[test]
    fn no_text_of_an_action_makes_anything_panic(text in "[a-z]{0,12}( [a-z+0-9,]{0,9}){0,6}") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string().parse::<Action>(), Ok(action));
        }
        let _ = text.parse::<Chance>();
    }

    #[test]
    fn no_change_of_a_position_text_makes_anything_panic(
        seed in 0_u64..200,
        steps in 0_usize..300,
        changes in proptest::collection::vec((0_usize..1000, 0_u8..64), 1..4),
        mode in 0_usize..4,
    ) {
        let mode = Mode::ALL[mode];
        let players = if mode == Mode::Solo { Players::ONE } else { Players::TWO };
        let variant = Variant::new(players, mode).expect("a variant");
        let mut position = Position::start(variant);
        let (mut random, mut scratch) = (game::Random::new(seed), Vec::new());
        for _ in 0..steps {
            if position.play_random(&mut random, &mut scratch).is_none() {
                break;
            }
        }
        let mut text = position.to_string().into_bytes();
        for (place, sign) in changes {
            let place = place % text.len();
            text[place] = b"0123456789abcdn-/,=:.olivegrapsduk +!"[usize::from(sign) % 37];
        }
        let text = String::from_utf8(text).expect("ASCII");
        // Whatever is accepted can be played to its end.
        if let Ok(mut other) = Position::parse(&variant, &text) {
            prop_assert_eq!(Position::parse(&variant, &other.to_string()), Ok(other));
            let mut limit = other.most_steps();
            while other.play_random(&mut random, &mut scratch).is_some() {
                prop_assert!(other.most_steps() < limit);
                limit = other.most_steps();
            }
            prop_assert!(other.scores()[Seat::ALL[0]] > -100);
        }
    }
}
