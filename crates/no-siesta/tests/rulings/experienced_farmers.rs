//! The game for experienced farmers: the display and the six grey helpers.

use crate::story::scene;
use game::Players;
use no_siesta::{Mode, Position, Variant};

#[test]
fn the_display_has_two_of_each_helper_for_three_and_four_players_and_one_for_two() {
    for (players, each) in [(2, 1), (3, 2), (4, 2)] {
        let players = Players::new(players).expect("players");
        let start = Position::start(Variant::new(players, Mode::Experienced).expect("a variant"));
        assert!(no_siesta::Helper::ALL.into_iter().all(|helper| start.display(helper) == each));
    }
}

#[test]
fn experienced_farmers_hire_by_the_track_with_ties_in_turn_order_until_a_tile_is_gone() {
    scene(Mode::Experienced, 2, "phase=score:b")
        .seat("a", "track=1 helpers=11/00/000/000/0000/0000")
        .seat("b", "track=3 helpers=11/00/000/000/0000/0000")
        .begin()
        .does("done")
        .sees("phase=hire:b")
        .does("hire any-order")
        .sees("phase=hire:a")
        .refuses("hire any-order", "there is no any-order to hire")
        .does("hire carts")
        .sees("phase=roll:1");
    scene(Mode::Experienced, 3, "round=2 phase=score:a")
        .seat("a", "helpers=11/00/000/000/0000/0000")
        .seat("b", "helpers=11/00/000/000/0000/0000")
        .begin()
        .does("done")
        .sees("phase=hire:b")
        .does("hire any-order")
        .sees("phase=hire:a")
        .does("hire any-order")
        .sees("phase=roll:1");
}

#[test]
fn roofing_costs_make_sections_cheaper_and_complete_a_paid_one() {
    scene(Mode::Experienced, 2, "phase=score:a")
        .seat("a", "board=2silver helpers=11:roofing-costs/00/000/000/0000/0000")
        .begin()
        .does("silver to barn")
        .happens("draw vp")
        .does("silver to barn")
        .happens("draw vp")
        .sees("a.tiles=2vp");
    // One of two circles is crossed off when the helper comes: the tile is drawn in the next phase.
    scene(Mode::Experienced, 2, "round=2 phase=last:a dice=hat")
        .seat("a", "silver=1 helpers=11:roofing-costs/00/000/000/0000/0000")
        .begin()
        .does("mark nothing")
        .sees("phase=score:b")
        .does("done")
        .sees("phase=draw:a")
        .happens("draw pigs")
        .sees("phase=score:a a.tiles=pigs a.silver=-");
}

#[test]
fn the_grey_trade_helper_brings_a_hat_for_this_phase() {
    scene(Mode::Experienced, 2, "phase=score:a")
        .seat("a", "board=3pig helpers=11:trade-hat/00/000/000/0000/0000")
        .begin()
        .does("trade 4 with pig, pig, pig")
        .sees("a.free=hat phase=score:a")
        .does("free hat to track")
        .sees("a.track=1");
}

#[test]
fn any_order_lifts_the_order_of_goods() {
    scene(Mode::Experienced, 2, "phase=score:a")
        .seat("a", "board=pig,silver helpers=11:any-order/00/000/000/0000/0000")
        .begin()
        .does("silver to bottom cart")
        .does("pig to bottom cart")
        .sees("a.carts=000000.0/0000000.0/00011000.0");
}

#[test]
fn copying_takes_a_disc_and_works_from_the_next_round_for_good() {
    scene(Mode::Experienced, 3, "phase=score:a")
        .seat("a", "board=commodity helpers=11:copy/00/000/000/0000/0000")
        .seat("b", "helpers=11:siesta/00/000/000/0000/0000")
        .seat("c", "helpers=11:copy/00/000/000/0000/0000")
        .begin()
        .may("copy", &["copy siesta of b"])
        .refuses("copy carts of b", "b has not hired carts")
        .refuses("copy copy of c", "the copying helper has no skill to copy")
        .refuses("copy siesta of a", "only helpers of others can be copied")
        .does("copy siesta of b")
        .sees("a.copied=b:siesta a.stock=2 a.used=copied")
        .refuses("copy siesta of b", "the helper that was copied cannot be changed")
        .refuses("commodity as hat to track", "a commodity is no hat without the siesta helper")
        .does("done")
        .does("done")
        .does("done")
        .sees("round=2 a.used=- a.copied=b:siesta a.stock=2");
    scene(Mode::Experienced, 2, "phase=score:a")
        .seat("a", "board=commodity copied=b:siesta helpers=11:copy/00/000/000/0000/0000")
        .seat("b", "helpers=11:siesta/00/000/000/0000/0000")
        .begin()
        .does("commodity as hat to track")
        .sees("a.track=1");
}

#[test]
fn copying_needs_a_free_disc_and_a_new_skill() {
    scene(Mode::Experienced, 2, "phase=score:a")
        .seat("a", "board=3pig,commodity helpers=11:copy/00/000/000/0000/0000")
        .seat("b", "helpers=11:siesta/00/000/000/0000/0000")
        .begin()
        .may("copy", &[])
        .refuses("copy siesta of b", "copying takes a disc from stock, and none is free");
    scene(Mode::Experienced, 3, "phase=score:a")
        .seat("a", "helpers=11:copy/11:siesta/000/000/0000/0000")
        .seat("b", "helpers=11:siesta/00/000/000/0000/0000")
        .begin()
        .refuses("copy siesta of b", "siesta works for this player already");
}

#[test]
fn siesta_or_work_swaps_a_hat_and_a_donkey_once_a_phase() {
    let begin = || {
        scene(Mode::Experienced, 2, "phase=score:a")
            .seat("a", "board=2hat,donkey helpers=11:siesta-or-work/00/000/000/0000/0000")
            .begin()
    };
    begin()
        .does("donkey as hat to track")
        .sees("a.track=1 a.board=2hat")
        .refuses("hat as donkey to stable", "the skill of siesta-or-work is for once in a scoring phase");
    begin().does("hat as donkey to stable").sees("a.rows=0/0/0/0/1 a.board=donkey,hat");
    scene(Mode::Experienced, 2, "phase=score:a")
        .seat("a", "board=hat free=2donkey helpers=11:siesta-or-work/00/000/000/0000/0000")
        .begin()
        .does("trade 5 with hat as donkey, free donkey, free donkey")
        .sees("a.trades=000010 a.used=trade,siesta-or-work");
}

#[test]
fn taking_back_costs_a_donkey_loses_two_circles_for_good_and_is_for_once_a_phase() {
    scene(Mode::Experienced, 2, "phase=score:a")
        .seat("a", "board=2donkey rows=6/2/0/1/0 helpers=11:take-back/00/000/000/0000/0000")
        .begin()
        .may(
            "take back",
            &[
                "take back olive and olive",
                "take back olive and grain",
                "take back olive and pig",
                "take back grain and grain",
                "take back grain and pig",
            ],
        )
        .refuses("take back pig and pig", "there is not enough pig in warehouse and stable to take back")
        .does("take back olive and pig")
        .sees("a.rows=6-1/2/0/1-1/0 a.taken=olive,pig a.board=donkey a.stock=3")
        .refuses("take back grain and grain", "the skill of take-back is for once in a scoring phase")
        // The circles are lost: the row of olives is full as before, and nothing goes back.
        .refuses("taken olive to warehouse", "the row for olive is full")
        .refuses(
            "taken pig to stable",
            "pig was taken back from warehouse and stable and must go to another area",
        )
        .does("taken olive to helper 4")
        .does("done")
        .sees("a.taken=-")
        .scores("a", "warehouse", 0);
    scene(Mode::Experienced, 2, "phase=score:a")
        .seat("a", "free=donkey rows=2/0/0/0/0 helpers=11:take-back/00/000/000/0000/0000")
        .begin()
        .refuses(
            "take back olive and olive",
            "taking back costs a donkey from the revenue board, and there is none",
        );
}
