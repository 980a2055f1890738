//! Every ruling of the rules text, each with a test of its own.

use game::{Players, Seat};
use siesta::{End, Laying, Mode, Placement, Position, Refusal, Scoring, Team, Turn, Variant};

fn start(players: Players) -> Position {
    Position::start(Variant::new(players, Scoring::Printed, Mode::FreeForAll).unwrap())
}

/// The position whose first rows are given; the others are empty.
fn rows(rows: &[&str], rest: &str) -> Position {
    let empty = std::iter::repeat_n("12", 12 - rows.len());
    let board: Vec<&str> = rows.iter().copied().chain(empty).collect();
    format!("{} {rest}", board.join("/")).parse().unwrap_or_else(|error| panic!("{rows:?}: {error}"))
}

fn play(position: &Position, turn: &str) -> Result<Position, Refusal> {
    let turn: Turn = turn.parse().expect(turn);
    let mut after = position.clone();
    let played = after.play(position.mover(), &turn);
    if played.is_err() {
        assert_eq!(after, *position, "a refusal changes nothing");
    }
    played.map(|()| after)
}

/// What each player gains by the turn.
fn gains(position: &Position, turn: &str) -> Vec<u16> {
    let after = play(position, turn).unwrap_or_else(|refusal| panic!("{turn}: {refusal}"));
    let (before, after) = (position.scores(), after.scores());
    before.as_slice().iter().zip(after.as_slice()).map(|(before, after)| after - before).collect()
}

fn refusal(position: &Position, turn: &str) -> String {
    play(position, turn).expect_err(turn).to_string()
}

fn laid(position: &Position, turn: &str) -> Laying {
    let mut laying = position.lay();
    for placement in turn.parse::<Turn>().unwrap().iter() {
        laying.lay(placement).unwrap();
    }
    laying
}

const A: Seat = Seat::ALL[0];
const B: Seat = Seat::ALL[1];

// A turn

#[test]
fn there_are_480_opening_turns() {
    for players in [Players::TWO, Players::THREE, Players::FOUR] {
        let turns = start(players).scored_turns();
        assert_eq!(turns.len(), 480);
        assert!(turns.iter().all(|turn| turn.gains.as_slice()[0] == 1 && turn.gains.as_slice()[1] == 0));
    }
}

#[test]
fn the_opening_turn_is_a_straight_line_in_any_direction() {
    for turn in ["*F5 ^F6 #F7", "*F7 ^F6 #F5", "*A1 ^B1 #C1", "*L12 ^K12 #J12", "^F6 *F5 #F7"] {
        assert_eq!(gains(&start(Players::TWO), turn), [1, 0], "{turn}");
    }
    assert_eq!(
        refusal(&start(Players::TWO), "*F5 ^F6 #G6"),
        "G6: a shadow must lie in a Siesta, a straight line of sun, roof and shadow"
    );
    assert_eq!(
        refusal(&start(Players::TWO), "*F5 ^F6 #F8"),
        "F8: a piece must touch another one along an edge"
    );
}

#[test]
fn the_opening_turn_is_one_of_each_piece() {
    assert_eq!(
        refusal(&start(Players::TWO), "*F5 *F6 ^F7"),
        "F6: the opening turn is one sun, one roof and one shadow; its sun is laid already"
    );
    assert_eq!(refusal(&start(Players::TWO), "*F5 ^F6"), "a turn has three pieces, and this one has 2");
}

#[test]
fn a_later_turn_is_any_mix_of_exactly_three_pieces() {
    let position = rows(&["*a#9"], "2 a 1");
    assert_eq!(gains(&position, "#D1 #E1 #F1"), [3, 0]);
    assert_eq!(gains(&position, "#D1 ^B2 ^B3"), [1, 0]);
    assert_eq!(gains(&position, "*A2 *A3 #D1"), [1, 0]);
    assert_eq!(refusal(&position, "#D1 #E1"), "a turn has three pieces, and this one has 2");
    assert_eq!("#D1 #E1 #F1 #G1".parse::<Turn>().unwrap_err().to_string(), "a turn has at most three pieces");
}

#[test]
fn a_piece_touches_another_along_an_edge() {
    let position = rows(&["*a#9"], "2 b 1");
    assert_eq!(refusal(&position, "^H8 ^C2 #D1"), "H8: a piece must touch another one along an edge");
    let diagonal = Refusal::TouchesNothing { cell: "D2".parse().unwrap() };
    assert_eq!(position.lay().check("^D2".parse().unwrap()), Err(diagonal));
}

#[test]
fn a_cell_holds_one_piece() {
    let position = rows(&["*a#9"], "2 b 1");
    assert_eq!(refusal(&position, "*B1 *A2 *A3"), "B1: there is a roof of a already");
    assert_eq!(refusal(&position, "^C2 ^C2 *A2"), "C2: there is a roof of b already");
}

#[test]
fn pieces_laid_earlier_in_the_turn_count() {
    let position = rows(&["*a#9"], "2 b 1");
    // The sun lets the roof, and both let the shadow.
    assert_eq!(gains(&position, "*A2 ^B2 #C2"), [0, 1]);
    assert_eq!(
        refusal(&position, "#C2 ^B2 *A2"),
        "C2: a shadow must lie in a Siesta, a straight line of sun, roof and shadow"
    );
}

#[test]
fn a_sun_may_not_touch_a_shadow_but_for_the_corners() {
    let position = rows(&["*a#9"], "2 b 1");
    assert_eq!(refusal(&position, "*D1 ^B2 ^B3"), "D1: a sun may not touch the shadow at C1");
    assert_eq!(refusal(&position, "*C2 ^B2 ^B3"), "C2: a sun may not touch the shadow at C1");
    // B2 meets the shadow at C1 only at a corner.
    assert!(position.lay().check("*B2".parse().unwrap()).is_ok());
}

#[test]
fn a_shadow_may_not_touch_a_sun() {
    // A3 would lengthen the Siesta in column A, but a sun lies beside it.
    let position = rows(&["*11", "aa10", "1*10"], "2 a 1");
    assert_eq!(refusal(&position, "#A3 ^A4 ^A5"), "A3: a shadow may not touch the sun at B3");
}

#[test]
fn a_shadow_may_lie_in_the_siesta_of_somebody_else() {
    let position = rows(&["*a#9"], "2 b 1");
    let laying = laid(&position, "#D1");
    assert_eq!(laying.gains().as_slice(), [1, 0]);
}

#[test]
fn a_roof_needs_nothing_but_a_neighbour() {
    let position = rows(&["*a#9"], "2 b 1");
    for cell in ["A2", "B2", "C2", "D1"] {
        let roof: Placement = format!("^{cell}").parse().unwrap();
        assert_eq!(position.lay().check(roof), Ok(()), "{cell}");
    }
}

#[test]
fn a_turn_gains_its_mover_a_point() {
    let position = rows(&["*a#9"], "2 b 1");
    // A point for a alone does not do.
    assert_eq!(
        refusal(&position, "#D1 #E1 #F1"),
        "F1: with this piece the turn is complete, and it gains b no point"
    );
    assert_eq!(
        refusal(&position, "^A2 ^A3 ^A4"),
        "A4: with this piece the turn is complete, and it gains b no point"
    );
}

#[test]
fn in_teams_too_a_turn_gains_the_mover_and_not_just_the_partner() {
    let position = rows(&["*a#9"], "4 c 1").with_mode(Mode::Teams).unwrap();
    assert_eq!(
        refusal(&position, "#D1 #E1 #F1"),
        "F1: with this piece the turn is complete, and it gains c no point"
    );
}

#[test]
fn nobody_plays_out_of_turn_or_after_the_end() {
    let mut position = rows(&["*a#9"], "2 b 1");
    let turn = "#D1 #E1 #F1".parse().unwrap();
    assert_eq!(position.play(A, &turn).unwrap_err().to_string(), "it is the turn of b, not of a");
    let over = rows(&LAST_SUN, "2 a 9");
    let over = play(&over, "*C4").unwrap();
    assert_eq!(refusal(&over, "#A5"), "the game is over: the last sun is laid");
}

// Siesta and score

#[test]
fn worked_example_three_shadows_under_two_roofs() {
    let position = rows(&["*ab#8"], "2 a 2");
    assert_eq!(gains(&position, "#E1 #F1 #G1"), [3, 3]);
}

#[test]
fn worked_example_one_and_four_and_two() {
    let position = rows(&["*a###7"], "2 a 2");
    assert_eq!(gains(&position, "#F1 ^G1 *H1"), [7, 0]);
    let reasons = laid(&position, "#F1 ^G1 *H1").reasons();
    let points: Vec<u8> = reasons.siestas.iter().map(|gain| gain.points[A]).collect();
    assert_eq!(points, [1, 4]);
    assert_eq!(reasons.siestas.iter().map(siesta::SiestaGain::is_new).collect::<Vec<_>>(), [false, true]);
    assert_eq!(reasons.doubles.len(), 1);
    assert_eq!((reasons.doubles[0].seat, reasons.doubles[0].points), (A, 2));
    assert_eq!(reasons.doubles[0].cells.len(), 8);
}

#[test]
fn more_roofs_or_suns_in_a_line_are_worth_no_more() {
    let position = rows(&["**aaa#6"], "2 a 2");
    assert_eq!(gains(&position, "#G1 ^F2 ^F3"), [1, 0]);
}

#[test]
fn a_sun_that_completes_a_line_scores_the_shadows_lying_there() {
    // A3–C3 lie in the shade of their columns; the roof beside them waits for its sun.
    let position = rows(&["***9", "aaa9", "###b8"], "2 b 4");
    assert_eq!(gains(&position, "*E3 ^E4 ^E5"), [0, 3]);
    assert_eq!(laid(&position, "*E3").reasons().siestas[0].added.len(), 3);
}

#[test]
fn a_roof_that_completes_a_line_scores_the_shadows_lying_there() {
    let position = rows(&["***9", "aaa9", "###1*7", "2aa*7"], "2 b 4");
    assert_eq!(gains(&position, "^D3 ^F3 ^F4"), [0, 3]);
}

#[test]
fn joining_two_runs_scores_what_is_new_to_each_siesta() {
    let position = rows(&["*a#1#a*5", "1aaaaa6"], "2 a 4");
    // Two shadows new to either Siesta, and a Double Siesta.
    assert_eq!(gains(&position, "#D1 ^B3 ^C3"), [2 + 2 + 2, 0]);
}

#[test]
fn a_new_siesta_scores_for_everyone_with_a_roof_in_it() {
    let position = rows(&["*ab9", "1c10"], "3 c 3");
    assert_eq!(gains(&position, "^D1 #E1 #F1"), [2, 2, 2]);
}

#[test]
fn a_shadow_may_lie_in_four_siestas_at_once() {
    let position = rows(&["12", "5*6", "4aaa5", "3*a1a*4", "4aaa5", "5*6"], "2 a 5");
    assert_eq!(gains(&position, "#F4 ^F7 ^F8"), [4 + 2 + 2, 0]);
}

#[test]
fn a_double_siesta_needs_one_players_roofs_at_both_ends() {
    let own = rows(&["*a##8"], "2 a 2");
    assert_eq!(gains(&own, "^E1 *F1 ^B2"), [2 + 2, 0]);
    let mixed = rows(&["*b##8"], "2 a 2");
    assert_eq!(gains(&mixed, "^E1 *F1 ^B2"), [2, 0]);
    let shared_end = rows(&["*ba##7"], "2 a 2");
    assert_eq!(gains(&shared_end, "^F1 *G1 ^B2"), [2, 0]);
}

#[test]
fn a_double_siesta_scores_for_its_owner_whoever_completes_it() {
    // b lays the last sun of a double of a, with a line of its own besides.
    let position = rows(&["*a##a7", "b11"], "2 b 3");
    assert_eq!(gains(&position, "*F1 #A3 ^B2"), [2 + 2, 1]);
}

#[test]
fn one_shadow_can_have_a_double_siesta_on_each_axis() {
    let position = rows(&["2*9", "2a9", "*a#a*7", "2a9"], "2 a 5");
    assert_eq!(gains(&position, "*C5 ^A4 ^B4"), [1 + 2, 0]);
}

#[test]
fn the_printed_score_is_a_function_of_the_board() {
    assert_eq!(rows(&["*a####a*4"], "2 a 3").scores().as_slice(), [4 + 4 + 2, 0]);
}

// Online-edition scoring

#[test]
fn online_a_shadow_scores_the_whole_siesta_again() {
    let position = rows(&["*ab#8"], "2 a 2 1,1");
    assert_eq!(position.scoring(), Scoring::Online);
    // 2 + 3 + 4 shadows, for both.
    assert_eq!(gains(&position, "#E1 #F1 #G1"), [9, 9]);
}

#[test]
fn online_a_sun_or_roof_that_completes_a_line_scores_nothing_by_itself() {
    let position = rows(&["***9", "aaa9", "###b8"], "2 b 4 0,0");
    assert_eq!(laid(&position, "*E3").gains().as_slice(), [0, 0]);
    assert_eq!(
        refusal(&position, "*E3 ^E4 ^E5"),
        "E5: with this piece the turn is complete, and it gains b no point"
    );
}

#[test]
fn online_a_double_needs_only_that_one_player_alone_stands_at_both_ends() {
    let shared_end = rows(&["*ba##7"], "2 a 2 0,0");
    assert_eq!(gains(&shared_end, "^F1 *G1 ^B2"), [2, 0]);
    let both_at_both = rows(&["*ba##b6"], "2 a 2 0,0");
    assert_eq!(laid(&both_at_both, "^G1 *H1").gains().as_slice(), [0, 0]);
}

#[test]
fn online_the_order_of_a_turn_changes_its_points_and_both_are_listed() {
    // The shadow at C3 scores its row too if the sun at E3 is laid before it.
    let position = rows(&["2*9", "2aa8", "3a8"], "2 a 3 0,0");
    assert_eq!(gains(&position, "*E3 #C3 ^D4"), [2, 0]);
    assert_eq!(gains(&position, "#C3 *E3 ^D4"), [1, 0]);
    let same_pieces = "*E3 #C3 ^D4".parse::<Turn>().unwrap().set();
    let turns = position.scored_turns();
    let listed = turns.iter().filter(|turn| turn.turn.set() == same_pieces).map(|turn| turn.gains[A]);
    let mut listed: Vec<u8> = listed.collect();
    listed.sort_unstable();
    assert_eq!(listed, [1, 2]);
}

// The end

/// 24 suns; a sun on C4 completes a row.
const LAST_SUN: [&str; 4] = ["************", "************", "a11", "#a10"];

#[test]
fn the_last_sun_ends_the_game_even_as_the_first_piece() {
    let over = play(&rows(&LAST_SUN, "2 a 9"), "*C4").unwrap();
    assert_eq!(over.end(), Some(End::Suns));
    assert_eq!(over.scores().as_slice(), [2, 0]);
    assert_eq!(over.scored_turns(), []);
}

#[test]
fn the_last_sun_ends_the_game_as_the_second_piece_after_a_point() {
    let over = play(&rows(&LAST_SUN, "2 a 9"), "#A5 *B3").unwrap();
    assert_eq!(over.end(), Some(End::Suns));
    assert_eq!(over.turns_played(), 10);
}

#[test]
fn a_piece_that_ends_the_game_needs_a_point_by_then() {
    let position = rows(&LAST_SUN, "2 a 9");
    assert_eq!(
        refusal(&position, "*B3"),
        "B3: with this piece the turn is complete, and it gains a no point"
    );
    assert_eq!(
        refusal(&position, "^A5 *B3"),
        "B3: with this piece the turn is complete, and it gains a no point"
    );
}

#[test]
fn nothing_follows_the_piece_that_ends_the_game() {
    let position = rows(&LAST_SUN, "2 a 9");
    assert_eq!(
        refusal(&position, "*C4 ^C3 ^D3"),
        "C3: the game ended with the piece before: the last sun is laid"
    );
}

/// 74 shadows, six columns each under roofs of a and b.
const LAST_SHADOW: [&str; 9] = [
    "************",
    "aaaaaabbbbbb",
    "############",
    "############",
    "############",
    "############",
    "############",
    "############",
    "##10",
];

#[test]
fn the_last_shadow_ends_the_game() {
    let over = play(&rows(&LAST_SHADOW, "2 a 30"), "#C9").unwrap();
    assert_eq!(over.end(), Some(End::Shadows));
    assert_eq!(
        refusal(&rows(&LAST_SHADOW, "2 a 30"), "#L9"),
        "L9: with this piece the turn is complete, and it gains a no point"
    );
}

#[test]
fn the_last_roof_of_any_player_ends_the_game() {
    let position = rows(&["************", "aaaaaaaaaaaa", "#11", "aa10"], "2 a 9");
    let over = play(&position, "#B3 ^C4").unwrap();
    assert_eq!(over.end(), Some(End::Roofs(A)));
    // The other player's roofs have their own supply.
    let other = rows(&["************", "aaaaaaaaaaaa", "#11", "aa10"], "2 b 9");
    assert!(other.scored_turns().iter().all(|turn| turn.turn.len() == 3));
}

#[test]
fn two_last_pieces_of_a_kind_make_one_turn_in_whatever_order() {
    // Two suns are left, and a sun on C4 completes row 4.
    let position = rows(&["************", "***********a", "a11", "#a10"], "2 a 9");
    let turns = position.scored_turns();
    let mut boards: Vec<Turn> = turns.iter().map(|turn| turn.turn.set()).collect();
    boards.sort_unstable();
    assert!(boards.windows(2).all(|two| two[0] != two[1]), "no turn twice");
    let set = |text: &str| text.parse::<Turn>().unwrap().set();
    assert!(boards.contains(&set("*C4 *D4")));
    assert!(boards.contains(&set("*C4 ^D4 *E4")));
}

#[test]
fn a_player_without_a_legal_turn_ends_the_game() {
    let position: Position = STUCK.parse().unwrap();
    assert_eq!(position.end(), Some(End::Stuck(position.mover())));
    assert_eq!(position.scored_turns(), []);
    assert_eq!(position.lay().offers(), []);
    assert_eq!(crate::naive::Game::from_text(STUCK).over(), Some("stuck"));
}

/// It is the turn of a, who could score only with four pieces.
const STUCK: &str = "4*aa**a##/5aab*a#b/5*baaab*/4*aa##b*1/5*ba#a*a/6**bb*1/10b1/12/12/12/12/12 2 a 14";

// Results

/// All 75 shadows in twelve columns under the given roofs, three of them in the last row.
fn all_shadows(roofs: &str, rest: &str) -> Position {
    let shadows = "############";
    rows(&["************", roofs, shadows, shadows, shadows, shadows, shadows, shadows, "###9"], rest)
}

#[test]
fn most_points_win() {
    let outcome = all_shadows("aaaaaabbbbbb", "2 b 30").outcome().unwrap();
    assert_eq!(outcome.end, End::Shadows);
    assert_eq!(outcome.scores.as_slice(), [39, 36]);
    assert_eq!(outcome.ranks.as_slice(), [1, 2]);
}

#[test]
fn equal_points_share_the_win() {
    let over = rows(&["************", "************", "*abbbbbbbbbb"], "2 a 9");
    assert_eq!(over.outcome().unwrap().winners().collect::<Vec<_>>(), [A, B]);
}

#[test]
fn a_team_has_the_sum_of_its_partners() {
    let over = all_shadows("abcdaabbccdd", "4 a 30").with_mode(Mode::Teams).unwrap();
    let outcome = over.outcome().unwrap();
    let teams = outcome.teams.unwrap();
    assert_eq!(outcome.scores.as_slice(), [19, 19, 19, 18]);
    assert_eq!((teams.ac, teams.bd, teams.winner()), (38, 37, Some(Team::AC)));
    assert_eq!(outcome.ranks.as_slice(), [1, 3, 1, 3]);
}

#[test]
fn equal_teams_draw() {
    let over =
        rows(&["************", "************", "*abcdabcdabc"], "4 a 12").with_mode(Mode::Teams).unwrap();
    let outcome = over.outcome().unwrap();
    assert_eq!(outcome.teams.unwrap().winner(), None);
    assert_eq!(outcome.ranks.as_slice(), [1, 1, 1, 1]);
}

#[test]
fn teams_are_for_four() {
    assert!(start(Players::THREE).with_mode(Mode::Teams).is_err());
    assert!(start(Players::FOUR).with_mode(Mode::Teams).is_ok());
}

// Half-laid turns

#[test]
fn pieces_are_taken_back_one_by_one() {
    let position = rows(&["*a#9"], "2 a 1");
    let mut laying = laid(&position, "#D1 ^B2");
    assert_eq!(laying.take_back(), "^B2".parse().ok());
    assert_eq!(laying, laid(&position, "#D1"));
    laying.take_back();
    assert_eq!(laying, position.lay());
    assert_eq!(laying.take_back(), None);
}

#[test]
fn no_dead_end_is_offered_and_the_reason_is_said() {
    // b has no roof yet: with two suns laid no third piece can score for b.
    let position = rows(&["*a#9"], "2 b 1");
    let laying = laid(&position, "*A2");
    let second_sun: Placement = "*A3".parse().unwrap();
    assert_eq!(laying.check(second_sun), Ok(()));
    assert!(!laying.offers().contains(&second_sun));
    let reason = laying.why_not(second_sun).unwrap();
    assert_eq!(reason.to_string(), "A3: no turn that goes on from here gains a point");
    assert_eq!(laying.why_not("^B2".parse().unwrap()), None);
}
