//! The dice phase, the end of a round and of the game, the score, and what chance may do.

use crate::story::{Story, scene};
use game::{Players, Rules, Seat, ToAct};
use no_siesta::{Mode, Phase, Position, Scoring, Variant};

#[test]
fn dice_are_rolled_three_times_and_everybody_marks_the_last_one() {
    let variant = Variant::new(Players::THREE, Mode::Standard).expect("a variant");
    let story = Story { position: Position::start(variant) };
    story
        .happens("roll 7 pig")
        .does("take pig")
        .does("take pig")
        .does("take pig")
        .sees("phase=roll:2 dice=-")
        .happens("roll 2 hat, 2 silver")
        .does("take hat")
        .does("take silver")
        .does("take silver")
        .sees("phase=roll:3")
        .happens("roll donkey")
        .sees("phase=last:abc dice=donkey")
        .does("c: mark donkey")
        .sees("phase=last:ab")
        .does("a: mark nothing")
        .does("b: mark donkey")
        .sees("phase=score:a dice=- a.board=pig,hat b.board=pig,donkey,silver c.board=pig,donkey,silver");
}

#[test]
fn in_the_original_game_one_roll_serves_four_picks_and_the_last_die_counts_as_it_lies() {
    let variant = Variant::new(Players::TWO, Mode::Original).expect("a variant");
    let story = Story { position: Position::start(variant) };
    story
        .happens("roll 2 pig, 2 hat, grapes")
        .does("take pig")
        .does("take hat")
        .sees("phase=take:2:a dice=grapes,pig,hat")
        .does("take hat")
        .does("take pig")
        .sees("phase=last:ab dice=grapes")
        .does("b: mark grapes")
        .does("a: mark grapes")
        .sees("phase=score:a a.board=grapes,pig,hat b.board=grapes,pig,hat");
}

#[test]
fn marking_may_be_declined_in_part_or_whole_and_several_discs_may_stand_on_one_space() {
    scene(Mode::Standard, 2, "phase=take:2:a dice=2olive+grain,hat")
        .seat("a", "board=olive")
        .begin()
        .may(
            "take",
            &[
                "take olive+grain",
                "take olive+grain, mark olive",
                "take olive+grain, mark grain",
                "take olive+grain, mark nothing",
                "take hat",
                "take hat, mark nothing",
            ],
        )
        .refuses("take pig", "no die on the table shows pig")
        .refuses("take hat, mark pig", "the die shows no pig to mark")
        .does("take olive+grain, mark olive")
        .sees("a.board=2olive a.stock=2");
}

#[test]
fn without_a_free_disc_nothing_is_marked() {
    scene(Mode::Standard, 2, "phase=take:2:a dice=2olive+grain,hat")
        .seat("a", "board=3olive,commodity")
        .begin()
        .may("take", &["take olive+grain, mark nothing", "take hat, mark nothing"])
        .refuses("take hat", "marking takes a disc for each unit, and only 0 are free");
}

#[test]
fn everybody_hires_from_their_own_six_one_for_each_space_and_no_skill_twice() {
    scene(Mode::Standard, 2, "phase=score:b")
        .seat("a", "helpers=11:carts/11/111/000/0000/0000")
        .seat("b", "helpers=11/00/000/000/0000/0000")
        .begin()
        .does("done")
        .sees("phase=hire:a")
        .may(
            "hire",
            &["hire roof-selection", "hire change-revenue", "hire trade-good", "hire storage", "hire siesta"],
        )
        .refuses("hire carts", "carts is hired already")
        .refuses("hire copy", "there is no copy to hire")
        .does("hire storage")
        .sees("phase=hire:a a.helpers=11:carts/11:storage/111/000/0000/0000")
        .does("hire siesta")
        .sees("phase=hire:b")
        .does("hire carts")
        .sees("phase=roll:1 round=2");
}

#[test]
fn leftover_revenue_goes_back_to_stock_and_the_pig_moves_on() {
    scene(Mode::Standard, 2, "phase=score:b")
        .seat("a", "board=pig,2hat")
        .seat("b", "board=olive,commodity")
        .begin()
        .does("done")
        .sees("round=2 pig=b phase=roll:1 a.board=- a.stock=4 b.board=commodity b.stock=3");
}

#[test]
fn the_game_ends_after_the_round_in_which_somebody_reached_the_last_space() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=hat track=9")
        .seat("b", "board=pig helpers=10/00/000/000/0000/0000")
        .begin()
        .does("hat to track")
        .does("done")
        .does("pig to helper 1")
        .does("done")
        .sees("phase=hire:b")
        .does("hire siesta")
        .sees("phase=over");
}

#[test]
fn the_start_of_the_track_does_not_count_and_the_discs_of_the_play_area_do() {
    scene(Mode::Standard, 2, "phase=over market=a/-/-/-/-/-")
        .seat("a", "track=10 board=commodity carts=111111.1:larger/0000000.0/00000000.0")
        .seat("b", "track=3")
        .begin()
        .scores("a", "track", 10)
        .scores("b", "track", 3)
        // Four in stock at the start and three won, one of them on the market.
        .scores("a", "market discs", 6);
}

#[test]
fn every_market_space_pays_for_its_kind() {
    scene(Mode::Standard, 4, "phase=over market=a/a/a/b/b/b")
        .seat(
            "a",
            "track=10 tiles=vp turned=olives rows=2/3/2/0/0 \
             carts=111111.1:larger/1111111.2:larger/11111111.3:larger",
        )
        .seat(
            "b",
            "rows=0/0/0/4/3 trades=110100 helpers=11:carts/11:siesta/000/000/0000/0000 \
             carts=111111.1:smaller/1111111.2:smaller/11111111.3:smaller",
        )
        .begin()
        .scores("a", "market discs", 4)
        .scores("a", "market harvest-sets", 2)
        .scores("a", "market roof-tiles", 2)
        .scores("b", "market animal-pairs", 3)
        .scores("b", "market helpers", 2)
        .scores("b", "market trades", 3)
        .scores("b", "market discs", 0)
        .scores("a", "carts", 21)
        .scores("b", "carts", 15);
}

#[test]
fn ties_go_to_who_is_further_on_the_track_and_are_shared_beyond_that() {
    let ranks = |b: &str, c: &str| {
        let story =
            scene(Mode::Standard, 3, "phase=over").seat("a", "track=10").seat("b", b).seat("c", c).begin();
        story.position.ranks().as_slice().to_vec()
    };
    // Ten points each: by the track alone, or eight spaces and a trade.
    assert_eq!(ranks("track=8 trades=100000", "track=10"), [1, 3, 1]);
    assert_eq!(ranks("track=8 trades=110000", "track=8 trades=100000"), [2, 1, 3]);
}

#[test]
fn own_steps_can_be_taken_back_up_to_the_last_chance() {
    let story = scene(Mode::Standard, 2, "phase=score:a").seat("a", "board=2silver,olive,pig").begin();
    assert_eq!(story.position.own_steps(), 0);
    let story = story.does("silver to barn").does("olive to warehouse");
    assert_eq!(story.position.own_steps(), 2);
    let story = story.does("silver to barn").happens("draw olives");
    assert_eq!(story.position.own_steps(), 0);
    let story = story.does("pig to stable");
    assert_eq!(story.position.own_steps(), 1);
    assert_eq!(story.does("done").position.own_steps(), 0);
}

#[test]
fn tiles_are_drawn_by_their_counts_and_two_by_their_pairs() {
    let weights = |helper: &str| {
        let story = scene(Mode::Standard, 2, "phase=draw:a")
            .seat("a", &format!("silver=2 {helper}"))
            .seat("b", "tiles=3olives,2grains turned=pigs")
            .begin();
        let mut chances = Vec::new();
        story.position.chances(&mut chances);
        chances.iter().map(|(chance, weight)| format!("{chance}: {weight}")).collect::<Vec<_>>()
    };
    let one = weights("");
    assert_eq!(one[..3], ["draw grains: 1", "draw grapes: 3", "draw pigs: 2"]);
    let two = weights("helpers=11:roof-selection/00/000/000/0000/0000");
    assert_eq!(
        two[..4],
        [
            "draw grains, grapes: 3",
            "draw grains, pigs: 2",
            "draw grains, donkeys: 3",
            "draw grains, silver: 3"
        ]
    );
    assert!(
        two.contains(&"draw pigs, pigs: 1".to_owned()) && two.contains(&"draw grapes, grapes: 3".to_owned())
    );
}

#[test]
fn the_last_die_is_marked_by_all_at_once_and_records_say_by_whom() {
    let variant = Variant::new(Players::TWO, Mode::Original).expect("a variant");
    let text = "Game: no-siesta\nPlayers: 2\nMode: original\n\nroll 5 pig\ntake pig\ntake pig\ntake pig, mark nothing\n\
                take pig\nb: mark pig\nmark nothing\npig to stable\ndone\n";
    let (record, end) = game::Record::<Position>::read(text.as_bytes()).expect("a record");
    assert_eq!(record.to_string(), text);
    assert_eq!(record.setup, variant);
    assert_eq!(end.phase(), Phase::Score(Seat::ALL[1], Scoring::Open));
    assert_eq!(Rules::to_act(&end), ToAct::seat(Seat::ALL[1]));
}
