//! Every example that the rules tell of one player's turn comes out.

use crate::story::scene;
use no_siesta::Mode;

#[test]
fn with_one_disc_left_olive_and_grain_is_a_choice() {
    let story = scene(Mode::Standard, 2, "phase=last:a dice=olive+grain")
        .seat("a", "board=pig,hat,commodity")
        .seat("b", "")
        .begin();
    story
        .sees("a.stock=1")
        .may("mark", &["mark olive", "mark grain", "mark nothing"])
        .refuses("mark olive+grain", "marking takes a disc for each unit, and only 1 are free")
        .does("mark grain")
        .sees("a.board=grain,pig,hat,commodity a.stock=0");
}

#[test]
fn the_first_section_of_the_barn_brings_a_tile_and_its_bonus_waits() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=2silver")
        .begin()
        .does("silver to barn")
        .does("silver to barn")
        .happens("draw grapes")
        .sees("a.tiles=grapes a.silver=- a.stock=4")
        .scores("a", "roofs", 1)
        .may("use", &["use grapes"]);
}

#[test]
fn three_circles_of_the_third_helper_space_hire_somebody_for_the_next_round() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=grapes,pig,silver")
        .begin()
        .does("grapes to helper 3")
        .does("silver to helper 3")
        .does("pig to helper 3")
        .does("done")
        .does("done")
        .sees("phase=hire:a a.helpers=00/00/111/000/0000/0000")
        .does("hire siesta")
        .sees("phase=roll:1 round=2 a.helpers=00/00/111:siesta/000/0000/0000")
        .scores("a", "helpers", 1);
}

#[test]
fn three_olives_are_a_trade_and_bring_a_commodity_on_a_disc() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=3olive")
        .begin()
        .does("trade 1 with olive, olive, olive")
        .sees("a.trades=100000 a.board=commodity a.stock=3")
        .scores("a", "trades", 2);
}

#[test]
fn four_loaded_goods_and_a_donkey_and_later_the_rest_complete_the_cart() {
    scene(Mode::Standard, 3, "phase=score:a")
        .seat("a", "board=donkey carts=111100.0/0000000.0/00000000.0")
        .begin()
        .does("donkey to top yoke")
        .sees("a.carts=111100.1/0000000.0/00000000.0");
    // She is the first to complete the upper cart: the larger value and a disc on the market.
    scene(Mode::Standard, 3, "phase=score:a")
        .seat("a", "board=grain,olive carts=111100.1/0000000.0/00000000.0")
        .seat("b", "board=olive carts=111110.1/0000000.0/00000000.0")
        .begin()
        .does("grain to top cart")
        .does("olive to top cart")
        .sees("phase=market:a")
        .does("market helpers")
        .sees("a.board=commodity a.stock=2 market=-/-/-/-/a/-")
        .does("done")
        .does("done")
        .does("done")
        .sees("a.carts=111111.1:larger/0000000.0/00000000.0")
        .scores("a", "carts", 5);
    // Whoever completes it in a later phase gets the smaller value.
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=olive carts=111110.1/0000000.0/00000000.0")
        .seat("b", "carts=111111.1:larger/0000000.0/00000000.0")
        .begin()
        .does("olive to top cart")
        .does("market nothing")
        .does("done")
        .does("done")
        .sees("a.carts=111111.1:smaller/0000000.0/00000000.0")
        .scores("a", "carts", 3);
}

#[test]
fn in_a_game_of_three_two_players_may_choose_the_same_market_space() {
    scene(Mode::Standard, 3, "phase=score:a market=-/-/bc/-/b/-")
        .seat("a", "board=olive carts=111110.1/0000000.0/00000000.0")
        .seat("b", "carts=111111.1:larger/1111111.2:larger/00000000.0")
        .seat("c", "carts=111111.1:smaller/0000000.0/00000000.0")
        .begin()
        .does("olive to top cart")
        .refuses("market roof-tiles", "the market space roof-tiles is full")
        .does("market helpers")
        .sees("market=-/-/bc/-/ab/-");
}

#[test]
fn an_olive_and_a_pig_that_fit_nowhere_go_to_warehouse_and_stable() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=olive,pig rows=1/2/2/0/1")
        .begin()
        .does("olive to warehouse")
        .does("pig to stable")
        .sees("a.rows=2/2/2/1/1")
        .scores("a", "warehouse", 2)
        .scores("a", "stable", 1);
}

#[test]
fn the_first_hat_wins_a_disc() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=hat")
        .begin()
        .does("hat to track")
        .sees("a.track=1 a.stock=5");
}

#[test]
fn two_grapes_of_a_tile_and_one_from_the_board_are_a_trade() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=grapes tiles=grapes")
        .begin()
        .does("use grapes")
        .does("trade 3 with grapes, free grapes, free grapes")
        .sees("a.trades=001000 a.turned=grapes a.tiles=- a.free=- a.board=commodity");
}

#[test]
fn a_pig_of_a_tile_then_silver_then_the_other_pig_go_on_the_lower_cart() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=silver tiles=pigs carts=000000.0/0000000.0/11100000.0")
        .begin()
        .does("use pigs")
        .does("free pig to bottom cart")
        .refuses(
            "free pig to bottom cart",
            "goods go on the bottom cart from left to right, and silver comes before pig",
        )
        .does("silver to bottom cart")
        .does("free pig to bottom cart")
        .sees("a.carts=000000.0/0000000.0/11111100.0 a.free=-");
}

#[test]
fn two_olives_out_of_the_warehouse_load_the_medium_cart() {
    scene(Mode::Experienced, 2, "phase=score:a")
        .seat("a", "board=donkey helpers=11:take-back/00/000/000/0000/0000 rows=3/0/0/0/0 carts=000000.0/1100000.0/00000000.0")
        .begin()
        .does("take back olive and olive")
        .sees("a.taken=2olive a.rows=3-2/0/0/0/0 a.board=- a.stock=4")
        .does("taken olive to middle cart")
        .does("taken olive to middle cart")
        .sees("a.carts=000000.0/1111000.0/00000000.0 a.taken=-");
}

#[test]
fn a_final_tally_of_38_points_adds_up_line_by_line() {
    let story = scene(Mode::Standard, 2, "phase=over market=-/-/a/-/-/-")
        .seat(
            "a",
            "track=10 tiles=vp,change,olives turned=grapes helpers=11:siesta/00/111:carts/000/1111:storage/0000 \
             trades=101000 carts=111111.1:larger/0000000.0/00000000.0 rows=3/3/4/2/2",
        )
        .seat("b", "track=4")
        .begin();
    let story = story.scores("a", "roofs", 6).scores("a", "roof bonuses", 1).scores("a", "helpers", 3);
    let story = story.scores("a", "trades", 4).scores("a", "warehouse", 3).scores("a", "stable", 2);
    let story = story.scores("a", "carts", 5).scores("a", "track", 10);
    let story = story.scores("a", "market roof-tiles", 4).scores("a", "market trades", 0);
    assert_eq!(story.position.scores().as_slice(), [38, 4]);
}
