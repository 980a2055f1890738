//! The scoring phase: one test for every ruling.

use crate::story::scene;
use no_siesta::Mode;

#[test]
fn players_score_in_turn_order_from_the_start_player() {
    scene(Mode::Standard, 3, "round=2 phase=score:b")
        .begin()
        .refuses("a: done", "a is not to act now")
        .does("done")
        .sees("phase=score:c")
        .does("done")
        .sees("phase=score:a")
        .does("done")
        .sees("phase=roll:1 round=3 pig=c");
}

#[test]
fn a_spent_disc_is_back_in_stock_and_of_use_at_once() {
    scene(Mode::Standard, 2, "phase=score:a market=-/-/-/-/-/-")
        .seat("a", "board=2silver,olive,commodity carts=111110.1/0000000.0/00000000.0")
        .begin()
        .sees("a.stock=0")
        .does("olive to top cart")
        .sees("a.stock=1 phase=market:a")
        .does("market discs")
        // The only free disc is on the market, so the commodity of the cart has none.
        .sees("a.stock=0 a.free=commodity market=a/-/-/-/-/-");
}

#[test]
fn a_commodity_is_any_unit_but_a_hat() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=commodity")
        .begin()
        .refuses("commodity as hat to track", "a commodity is no hat without the siesta helper")
        .refuses("olive to warehouse", "there is no olive to spend")
        .does("commodity as silver to barn")
        .sees("a.silver=1 a.board=- a.stock=4");
}

#[test]
fn units_of_tiles_take_no_disc_and_are_lost_at_the_end_of_the_phase() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=pig tiles=olives")
        .begin()
        .does("use olives")
        .sees("a.free=2olive a.stock=3")
        .does("free olive to warehouse")
        .does("done")
        .sees("a.free=- a.rows=1/0/0/0/0 a.board=pig");
}

#[test]
fn a_commodity_without_a_disc_can_be_spent_in_this_phase_and_stays_only_on_a_disc() {
    let gained = scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=pig,donkey,silver,hat free=3olive")
        .begin()
        .does("trade 1 with free olive, free olive, free olive")
        .sees("a.stock=0 a.free=commodity");
    gained.clone().does("commodity as pig to stable").sees("a.free=- a.rows=0/0/0/1/0");
    gained.clone().does("done").sees("a.free=- a.board=pig,donkey,silver,hat");
    gained.does("silver to barn").does("done").sees("a.free=- a.board=pig,donkey,hat,commodity a.stock=0");
}

#[test]
fn at_the_end_of_the_phase_at_most_one_commodity_stays() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=3commodity")
        .begin()
        .does("done")
        .sees("a.board=commodity a.stock=3")
        .does("done")
        .sees("phase=roll:1 a.board=commodity a.stock=3");
}

#[test]
fn barn_sections_go_from_left_to_right_and_a_tile_is_drawn_at_once() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=4silver")
        .begin()
        .refuses("silver to warehouse", "silver is no harvest good for the warehouse")
        .does("silver to barn")
        .does("silver to barn")
        .refuses("a: silver to barn", "it is for chance to act now, not for a")
        .happens("draw vp")
        .scores("a", "roof bonuses", 1)
        .refuses(
            "use vp",
            "the vp tile brings no units: points count at the end, and change is used with `tile moves …`",
        )
        .does("silver to barn")
        .sees("a.silver=1 a.tiles=vp");
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=silver,olive tiles=2vp,olives,grains turned=pigs,grapes")
        .begin()
        .refuses("olive to barn", "the barn takes silver, not olive")
        .refuses("silver to barn", "every section of the barn has its tile");
}

#[test]
fn a_tile_is_used_once_and_turned_over() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "tiles=silver")
        .begin()
        .does("use silver")
        .sees("a.tiles=- a.turned=silver a.free=2silver")
        .refuses("use silver", "no roof tile on the barn shows silver");
}

#[test]
fn the_change_tile_moves_one_disc_two_steps_or_two_discs_one_each_or_one_only() {
    let begin =
        || scene(Mode::Standard, 2, "phase=score:a").seat("a", "board=olive,pig tiles=change").begin();
    begin()
        .does("tile moves olive to grain")
        .sees("phase=move:a:1 a.turned=change")
        .does("then moves grain to grapes")
        .sees("phase=score:a a.board=grapes,pig");
    begin().does("tile moves olive to grain").does("then moves pig to silver").sees("a.board=grain,silver");
    begin()
        .does("tile moves olive to grain")
        .does("then moves nothing")
        .sees("a.board=grain,pig phase=score:a");
    begin()
        .refuses("tile moves olive to pig", "no arrow leads from olive to pig")
        .refuses("tile moves grain to grapes", "no disc lies on grain")
        .refuses(
            "helper moves olive to grain",
            "that takes the skill of change-revenue, which works from the round after it was gained",
        );
}

#[test]
fn the_change_helper_moves_one_disc_one_step_once_a_phase_and_never_to_hats_or_commodities() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=donkey,hat,commodity helpers=11:change-revenue/00/000/000/0000/0000")
        .begin()
        .may("helper moves", &["helper moves donkey to pig"])
        .refuses("helper moves donkey to hat", "no arrow leads from donkey to hat")
        .refuses("helper moves hat to donkey", "no arrow leads from hat to donkey")
        .does("helper moves donkey to pig")
        .refuses("helper moves pig to silver", "the skill of change-revenue is for once in a scoring phase")
        .sees("a.board=pig,hat,commodity");
}

#[test]
fn a_trade_takes_three_units_at_once_one_a_phase_and_each_box_once() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=2olive,grain,grapes free=3pig,2donkey,commodity trades=010000")
        .begin()
        .may(
            "trade",
            &[
                "trade 1 with olive, olive, commodity as olive",
                "trade 4 with free pig, free pig, free pig",
                "trade 4 with free pig, free pig, commodity as pig",
                "trade 5 with free donkey, free donkey, commodity as donkey",
                "trade 6 with olive, grain, grapes",
                "trade 6 with olive, grain, commodity as grapes",
                "trade 6 with olive, commodity as grain, grapes",
                "trade 6 with commodity as olive, grain, grapes",
            ],
        )
        .refuses("trade 2 with grain, grain, grain", "trade 2 is done already")
        .refuses("trade 1 with olive, olive, olive", "there is no olive to spend")
        .refuses("trade 1 with olive, olive, grain", "trade 1 takes olive, olive and olive, all at once")
        .refuses("trade 7 with olive, olive, grain", "there is no trade 7")
        .does("trade 6 with olive, commodity as grain, grapes")
        .sees("a.trades=010001 a.board=olive,grain,commodity")
        .refuses(
            "trade 4 with free pig, free pig, free pig",
            "one long-distance trade is the most in a scoring phase",
        );
}

#[test]
fn all_carts_may_be_in_progress_goods_in_order_and_donkeys_at_any_time() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=olive,grain,grapes free=3donkey")
        .begin()
        .refuses(
            "grain to top cart",
            "goods go on the top cart from left to right, and olive comes before grain",
        )
        .refuses("free donkey to top cart", "the top cart has no open place for donkey")
        .does("olive to top cart")
        .does("grain to middle cart")
        .does("grapes to bottom cart")
        .does("free donkey to bottom yoke")
        .does("free donkey to top yoke")
        .refuses("free donkey to top yoke", "the top cart has all its donkeys")
        .sees("a.carts=100000.1/1000000.0/10000000.1");
}

#[test]
fn a_complete_cart_needs_all_donkeys_and_brings_a_commodity_and_the_market() {
    scene(Mode::Standard, 2, "phase=score:a market=b/-/-/-/-/-")
        .seat("a", "board=olive,donkey,pig carts=111110.0/0000000.0/00000000.0")
        .seat("b", "carts=000000.0/1111111.2:larger/00000000.0")
        .begin()
        .does("olive to top cart")
        .sees("phase=score:a")
        .does("donkey to top yoke")
        .may(
            "market",
            &[
                "market harvest-sets",
                "market roof-tiles",
                "market animal-pairs",
                "market helpers",
                "market trades",
                "market nothing",
            ],
        )
        .refuses("market discs", "the market space discs is full")
        .refuses(
            "pig to stable",
            "this is not what is to be done now: a disc is to be put on the market, or none",
        )
        .does("market trades")
        .sees("a.board=pig,commodity a.stock=1")
        .refuses("pig to top cart", "the top cart is complete");
}

#[test]
fn a_player_has_one_disc_a_market_space_and_none_without_a_free_disc() {
    scene(Mode::Standard, 4, "phase=score:a market=a/-/-/-/-/-")
        .seat("a", "board=olive carts=111110.1/1111111.2:larger/00000000.0")
        .begin()
        .does("olive to top cart")
        .refuses("market discs", "the market space discs has a disc of this player already");
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=3pig,commodity free=olive carts=111110.1/0000000.0/00000000.0")
        .begin()
        .does("free olive to top cart")
        .may("market", &["market nothing"])
        .refuses("market discs", "the market takes a disc from stock, and none is free");
}

#[test]
fn several_who_complete_a_cart_in_one_phase_are_told_apart_by_the_track() {
    let begin = |b: &str| {
        scene(Mode::Standard, 3, "phase=score:a")
            .seat("a", "board=olive track=2 carts=111110.1/0000000.0/00000000.0")
            .seat("b", &format!("board=olive {b} carts=111110.1/0000000.0/00000000.0"))
            .begin()
            .does("olive to top cart")
            .does("market nothing")
            .scores("a", "carts", 5)
            .does("done")
            .does("olive to top cart")
            .does("market nothing")
    };
    begin("track=3")
        .scores("a", "carts", 3)
        .scores("b", "carts", 5)
        .does("done")
        .does("done")
        .sees("a.carts=111111.1:smaller/0000000.0/00000000.0 b.carts=111111.1:larger/0000000.0/00000000.0");
    begin("track=2").does("done").does("done").scores("a", "carts", 5).scores("b", "carts", 5);
    begin("track=1").does("done").does("done").scores("a", "carts", 5).scores("b", "carts", 3);
}

#[test]
fn who_is_further_is_seen_at_the_end_of_the_phase() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=olive track=2 carts=111110.1/0000000.0/00000000.0")
        .seat("b", "board=olive,2hat track=2 carts=111110.1/0000000.0/00000000.0")
        .begin()
        .does("olive to top cart")
        .does("market nothing")
        .does("done")
        .does("olive to top cart")
        .does("market nothing")
        .does("hat to track")
        .does("done")
        .scores("a", "carts", 3)
        .scores("b", "carts", 5);
}

#[test]
fn the_carts_helper_replaces_donkeys_and_completes_loaded_carts_in_the_next_phase() {
    scene(Mode::Standard, 2, "phase=hire:a")
        .seat("a", "helpers=11/00/000/000/0000/0000 carts=111111.0/1111111.1/00000000.0")
        .begin()
        .does("hire carts")
        .happens("roll 5 pig")
        .does("take pig, mark nothing")
        .does("take pig, mark nothing")
        .happens("roll 3 pig")
        .does("take pig, mark nothing")
        .does("take pig, mark nothing")
        .happens("roll donkey")
        .does("a: mark donkey")
        .does("b: mark nothing")
        .sees("phase=score:b")
        .does("done")
        .sees("phase=market:a")
        .does("market discs")
        .sees("phase=market:a")
        .does("market helpers")
        .sees("phase=score:a a.board=donkey,commodity a.free=commodity")
        .refuses("donkey to bottom yoke", "the carts helper pulls the bottom cart without donkeys")
        .does("done")
        .scores("a", "carts", 12);
}

#[test]
fn rows_of_warehouse_and_stable_are_full_at_the_end() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=olive,pig,silver rows=6/5/6/6/0")
        .begin()
        .refuses("olive to warehouse", "the row for olive is full")
        .refuses("pig to stable", "the row for pig is full")
        .refuses("pig to warehouse", "pig is no harvest good for the warehouse")
        .refuses("silver to stable", "silver is no animal for the stable")
        .scores("a", "warehouse", 5);
}

#[test]
fn the_storage_helper_brings_silver_for_each_new_set_and_pair() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=2grapes,pig,donkey rows=2/1/0/0/0 helpers=11:storage/00/000/000/0000/0000")
        .begin()
        .does("grapes to warehouse")
        .sees("a.free=silver")
        .does("grapes to warehouse")
        .sees("a.free=silver")
        .does("pig to stable")
        .does("donkey to stable")
        .sees("a.free=2silver")
        .does("free silver to barn")
        .does("done")
        .sees("a.free=- a.silver=1");
}

#[test]
fn a_hat_is_one_step_discs_come_when_reached_and_the_last_space_is_the_end() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=3hat track=3")
        .begin()
        .refuses("hat to stable", "hat is no animal for the stable")
        .refuses("hat to warehouse", "hat is no harvest good for the warehouse")
        .does("hat to track")
        .sees("a.track=4 a.stock=4")
        .does("hat to track")
        .sees("a.track=5 a.stock=5");
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=2hat,pig track=9")
        .begin()
        .refuses("pig to track", "the Siesta Track takes hats, not pig")
        .does("hat to track")
        .refuses("hat to track", "the last space of the Siesta Track is reached, and more hats gain nothing");
}

#[test]
fn the_siesta_helper_makes_one_commodity_a_phase_a_hat() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=2commodity helpers=11:siesta/00/000/000/0000/0000")
        .begin()
        .does("commodity as hat to track")
        .sees("a.track=1 a.board=commodity")
        .refuses("commodity as hat to track", "the skill of siesta is for once in a scoring phase");
}

#[test]
fn the_trade_helper_brings_a_harvest_good_of_choice_for_this_phase() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=3pig helpers=11:trade-good/00/000/000/0000/0000")
        .begin()
        .does("trade 4 with pig, pig, pig")
        .may("choose", &["choose olive", "choose grain", "choose grapes"])
        .refuses("choose pig", "the helper brings a harvest good, not pig")
        .does("choose grapes")
        .sees("a.free=grapes a.board=commodity")
        .does("done")
        .sees("a.free=-");
}

#[test]
fn the_roof_selection_helper_draws_two_keeps_one_and_the_other_goes_back() {
    scene(Mode::Standard, 2, "phase=score:a")
        .seat("a", "board=silver silver=1 helpers=11:roof-selection/00/000/000/0000/0000")
        .begin()
        .does("silver to barn")
        .happens("draw vp, olives")
        .sees("phase=keep:a:olives,vp")
        .refuses("keep pigs", "pigs is not one of the two drawn tiles")
        .does("keep vp")
        .sees("a.tiles=vp face-down=3olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,2vp");
}
