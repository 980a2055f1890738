//! The solo game: one test for every ruling.

use crate::story::{Scene, Story, scene};
use game::{Players, Seat};
use no_siesta::{Mode, Position, Variant};

const SOLO: &str = "finished=top lower=- upper=- pile=17 beside=1 aside=6 neutral=0";

fn solo(table: &str) -> Scene {
    let mut fields: Vec<String> = table.split_whitespace().map(str::to_owned).collect();
    for field in SOLO.split_whitespace() {
        let key = field.split_once('=').expect("a field").0;
        if !fields.iter().any(|one| one.starts_with(&format!("{key}="))) {
            fields.push(field.to_owned());
        }
    }
    scene(Mode::Solo, 1, &fields.join(" "))
}

#[test]
fn the_solo_game_begins_with_a_cart_and_a_disc_of_the_neutral_player() {
    let variant = Variant::new(Players::ONE, Mode::Solo).expect("a variant");
    Story { position: Position::start(variant) }
        .sees("phase=neutral pile=17 beside=1 aside=6")
        .happens("neutral donkey")
        .sees("finished=middle market=-/-/-/-/n/- phase=roll:1");
}

#[test]
fn a_solo_dice_phase_takes_one_and_lowers_one_twice_and_keeps_the_last() {
    solo("phase=roll:1 market=-/n/-/-/-/-")
        .begin()
        .happens("roll 3 pig, 2 hat")
        .does("take pig")
        .sees("phase=lower:1 dice=2pig,2hat")
        .may("", &["lower pig", "lower hat"])
        .does("lower hat")
        .sees("phase=roll:2 lower=hat")
        .happens("roll 2 silver, donkey")
        .does("take silver")
        .does("lower donkey")
        .happens("roll grapes")
        .does("mark grapes")
        .sees("phase=score:a a.board=grapes,pig,silver lower=donkey,hat")
        // With a hat below the neutral disc stays, and the dice move up.
        .does("done")
        .sees("round=2 neutral=0 upper=donkey,hat lower=- pile=16 beside=2");
}

#[test]
fn the_neutral_disc_moves_for_a_chosen_die_that_matches_one_above_and_not_for_the_last() {
    solo("round=2 pile=16 beside=2 phase=take:1:a dice=3pig,2hat upper=pig,silver market=-/n/-/-/-/-")
        .begin()
        .does("take pig")
        .sees("neutral=1 phase=lower:1")
        .does("lower pig")
        .happens("roll 3 silver")
        .does("take silver")
        .sees("neutral=2")
        .does("lower silver")
        .happens("roll silver")
        .does("mark silver")
        .sees("neutral=2 phase=score:a")
        .does("done")
        // No hat below: one more, and on the third space a cart is finished at once.
        .sees("neutral=3 finished=top,middle phase=event:round")
        .happens("neutral grapes")
        .sees("round=3 market=-/n/-/-/-/n upper=pig,silver");
}

#[test]
fn an_event_in_the_dice_phase_comes_before_the_next_die() {
    solo("round=2 pile=16 beside=2 phase=take:1:a dice=3pig,2hat upper=pig,silver market=-/n/-/-/-/- neutral=2")
        .begin()
        .does("take pig")
        .sees("neutral=3 finished=top,middle phase=event:1")
        .happens("neutral hat")
        .sees("phase=lower:1 market=n/n/-/-/-/-");
}

#[test]
fn the_neutral_die_is_rolled_until_a_free_space_comes_up() {
    let mut story = solo("round=2 pile=16 beside=2 phase=event:1 dice=2pig,2hat upper=2pig market=a/n/-/-/-/- neutral=3 finished=top,bottom")
        .seat("a", "board=pig carts=111111.1:smaller/0000000.0/00000000.0")
        .begin();
    let mut chances = Vec::new();
    story.position.chances(&mut chances);
    let texts: Vec<String> = chances.iter().map(|(chance, weight)| format!("{chance} {weight}")).collect();
    assert_eq!(texts, ["neutral grapes 1", "neutral pig 1", "neutral donkey 1", "neutral silver 1"]);
    let refusal = story.position.happen(&"neutral hat".parse().expect("a chance")).expect_err("taken");
    assert_eq!(refusal.to_string(), "the market space of hat is taken, so the die is rolled again");
}

#[test]
fn with_three_discs_of_the_player_on_the_market_no_die_is_rolled() {
    solo("round=2 pile=16 beside=2 phase=take:1:a dice=3pig,2hat upper=pig,silver market=a/n/a/a/-/- neutral=2")
        .seat("a", "carts=111111.1:smaller/1111111.2:larger/11111111.3:larger")
        .begin()
        .does("take pig")
        .sees("neutral=3 finished=top,middle phase=lower:1 market=a/n/a/a/-/-")
        .scores("a", "carts", 3 + 7 + 9);
}

#[test]
fn a_cart_that_the_neutral_player_finished_first_brings_the_smaller_value() {
    solo("phase=score:a lower=2hat finished=top market=-/n/-/-/-/-")
        .seat("a", "board=olive carts=111110.1/0000000.0/00000000.0")
        .begin()
        .does("olive to top cart")
        // One disc a space, whosoever it is.
        .refuses("market harvest-sets", "the market space harvest-sets is full")
        .does("market discs")
        .does("done")
        .sees("a.carts=111111.1:smaller/0000000.0/00000000.0");
}

#[test]
fn a_solo_section_is_built_only_with_a_tile_beside_the_track() {
    let story = solo("phase=score:a lower=2hat market=-/n/-/-/-/- beside=0 face-down=3olives,2grains,3grapes,3pigs,3donkeys,3silver,3change,3vp")
        .seat("a", "board=3silver tiles=grains silver=0")
        .begin()
        .does("silver to barn")
        .does("silver to barn")
        .sees("phase=score:a a.silver=2")
        .refuses(
            "silver to barn",
            "the section is paid and waits for a roof tile, of which none is face down beside the track",
        )
        .does("done");
    story
        .sees("round=2 beside=1")
        .happens("roll 5 olive+grain")
        .does("take olive+grain")
        .does("lower olive+grain")
        .happens("roll 3 grapes")
        .does("take grapes")
        .does("lower grapes")
        .happens("roll grapes")
        .does("mark nothing")
        .sees("phase=draw:a")
        .happens("draw vp")
        .sees("phase=score:a a.tiles=grains,vp beside=0");
}

#[test]
fn the_second_solo_tile_comes_from_those_set_aside_and_the_other_leaves_the_game() {
    let story = solo("phase=score:a lower=2hat market=-/n/-/-/-/-")
        .seat("a", "board=silver silver=1 helpers=11:roof-selection/00/000/000/0000/0000")
        .begin()
        .does("silver to barn")
        .happens("draw olives, vp")
        .does("keep vp")
        .sees(
            "beside=0 aside=5 pile=17 face-down=2olives,3grains,3grapes,3pigs,3donkeys,3silver,3change,2vp",
        );
    assert_eq!(story.position.face_down(no_siesta::Tile::Olives), 2);
}

#[test]
fn a_solo_game_ends_after_the_round_in_which_either_disc_arrives_or_after_the_last() {
    // The neutral disc arrives during the dice: the round is played on.
    solo("round=2 pile=16 beside=2 phase=take:1:a dice=5pig upper=2pig neutral=9 finished=top,middle,bottom market=n/n/n/-/-/-")
        .begin()
        .does("take pig")
        .sees("neutral=10 phase=lower:1")
        .does("lower pig")
        .happens("roll 3 pig")
        .does("take pig")
        .sees("neutral=10")
        .does("lower pig")
        .happens("roll hat")
        .does("mark hat")
        .does("hat to track")
        .does("done")
        .sees("phase=over neutral=10");
    solo("phase=score:a lower=2hat market=-/n/-/-/-/-")
        .seat("a", "board=hat track=9")
        .begin()
        .does("hat to track")
        .does("done")
        .sees("phase=over")
        .scores("a", "track", 10);
    solo("round=18 pile=0 beside=18 phase=score:a lower=2hat upper=2hat market=-/n/-/-/-/-")
        .begin()
        .does("done")
        .sees("phase=over");
}

#[test]
fn solo_track_points_are_the_lead_of_who_arrived_or_what_is_lacking() {
    let points = |own: u8, neutral: u8| {
        let finished = match neutral {
            0..3 => "top",
            3..6 => "top,middle",
            _ => "top,middle,bottom",
        };
        let table = format!(
            "round=18 pile=0 beside=18 phase=over lower=2pig upper=2hat market=-/n/-/-/-/- neutral={neutral} finished={finished}"
        );
        let story = solo(&table).seat("a", &format!("track={own}")).begin();
        story.position.points(Seat::ALL[0], no_siesta::ScoreItem::Track)
    };
    assert_eq!(points(10, 4), 6);
    assert_eq!(points(10, 10), 0);
    assert_eq!(points(4, 10), -6);
    assert_eq!(points(7, 4), 0);
    assert_eq!(points(4, 7), -3);
    assert_eq!(points(4, 4), 0);
}

#[test]
fn the_ranks_of_the_solo_game_begin_where_the_table_says() {
    use no_siesta::SoloRank::*;
    let position = Position::start(Variant::new(Players::ONE, Mode::Solo).expect("a variant"));
    for (points, rank) in [
        (-5, Beginner),
        (20, Beginner),
        (21, Struggling),
        (30, Struggling),
        (31, Noticed),
        (40, Noticed),
        (41, Promising),
        (50, Promising),
        (51, Settled),
        (59, Settled),
        (60, Landowner),
        (99, Landowner),
    ] {
        assert_eq!(position.solo_rank_of(points), rank, "{points}");
    }
    assert_eq!(position.solo_rank(), None);
}
