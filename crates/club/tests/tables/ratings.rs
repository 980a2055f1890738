//! The effect of finished games on ratings. The numbers were computed by hand.

use club::rating::after;
use club::{Command, GameResult, Kind, Options, Pool, ResultEntry, Sitter, Standing, result};
use game::Seat;

use crate::scene::*;

fn standing(rating: f64, rated: u32) -> Standing {
    Standing { rating, rated, games: rated, ..Standing::default() }
}

fn game(pool: Pool, ranks: &[u8]) -> GameResult {
    let entry = |(place, rank): (usize, &u8)| ResultEntry {
        person: club::PersonId(place as u64),
        kind: Kind::Human,
        seat: Seat::ALL[place],
        rank: *rank,
        shared: ranks.iter().filter(|other| *other == rank).count() > 1,
        points: 0,
    };
    GameResult { pool, rated: true, people: ranks.iter().enumerate().map(entry).collect() }
}

#[track_caller]
fn check(ranks: &[u8], before: &[(f64, u32)], expected: &[f64]) {
    let standings: Vec<Standing> = before.iter().map(|(rating, rated)| standing(*rating, *rated)).collect();
    let after = after(&game(Pool::NoSiesta, ranks), &standings);
    for (place, (standing, expected)) in after.iter().zip(expected).enumerate() {
        assert!((standing.rating - expected).abs() < 1e-4, "{place}: {} is not {expected}", standing.rating);
        assert_eq!(standing.rated, before[place].1 + 1);
    }
}

/// Expected scores: 10/11 for 400 points more, 1/11 for 400 less.
#[test]
fn an_upset_between_two_moves_each_by_their_own_k() {
    check(&[1, 2], &[(1500.0, 0), (1900.0, 20)], &[1536.36364, 1881.81818]);
    check(&[2, 1], &[(1500.0, 0), (1900.0, 20)], &[1496.36364, 1901.81818]);
    check(&[1, 1], &[(1500.0, 0), (1900.0, 20)], &[1516.36364, 1891.81818]);
}

/// 1500 against 1500 is a half each; k is 40 until twenty games are done.
#[test]
fn the_first_twenty_games_count_double() {
    check(&[1, 2], &[(1500.0, 19), (1500.0, 20)], &[1520.0, 1490.0]);
    check(&[1, 2], &[(1500.0, 21), (1500.0, 0)], &[1510.0, 1480.0]);
}

/// For 100 points more the expected score is 0.640065, for 200 more it is 0.759747.
///
/// - 1600, second: (0 - 0.640065) + (0.5 - 0.759747) = -0.899812, times 20 / 2.
/// - 1500, first: (1 - 0.359935) + (1 - 0.640065) = 1, times 40 / 2.
/// - 1400, second: (0.5 - 0.240253) + (0 - 0.359935) = -0.100188, times 20 / 2.
#[test]
fn three_are_compared_pair_by_pair_and_a_tie_is_half() {
    check(&[2, 1, 2], &[(1600.0, 25), (1500.0, 3), (1400.0, 20)], &[1591.00188, 1520.0, 1398.99812]);
}

/// Equal ratings, so that a pair is worth plus or minus a half: sums 1.5, 0.5, -0.5, -1.5 for three
/// opponents.
#[test]
fn four_equals_share_the_change_by_their_opponents() {
    check(&[1, 2, 3, 4], &[(1500.0, 0); 4], &[1520.0, 1506.66667, 1493.33333, 1480.0]);
    check(&[1, 1, 3, 3], &[(1500.0, 30); 4], &[1506.66667, 1506.66667, 1493.33333, 1493.33333]);
}

#[test]
fn a_rated_game_between_two_changes_both_ratings() {
    let mut scene = Scene::of(rated(siesta(2)), &[ANA, BEA]);
    scene.act(Command::Resign(BEA)).unwrap();
    assert_eq!(result(&scene.table), None, "nothing before the end");
    scene.play_out();
    let result = result(&scene.table).unwrap();
    assert_eq!((result.rated, result.pool), (true, Pool::SiestaPrinted));
    let after = after(&result, &[Standing::default(); 2]);
    assert_eq!((after[0].rating, after[1].rating), (1520.0, 1480.0), "who left lost");
    assert_eq!((after[0].wins, after[1].losses), (1, 1));
}

#[test]
fn the_bots_of_a_rated_game_are_no_opponents() {
    let mut scene = Scene::of(rated(siesta(4)), &[ANA, BEA]);
    scene.play_out();
    let result = result(&scene.table).unwrap();
    let after = after(&result, &[Standing::default(); 2]);
    let expected = match result.people[0].rank.cmp(&result.people[1].rank) {
        std::cmp::Ordering::Less => [1520.0, 1480.0],
        std::cmp::Ordering::Equal => [1500.0, 1500.0],
        std::cmp::Ordering::Greater => [1480.0, 1520.0],
    };
    assert_eq!([after[0].rating, after[1].rating], expected);
}

#[test]
fn a_casual_game_changes_no_rating() {
    let mut scene = Scene::of(casual(siesta(2)), &[ANA, BEA]);
    scene.play_out();
    let result = result(&scene.table).unwrap();
    assert!(!result.rated);
    let after = after(&result, &[Standing::default(); 2]);
    assert!(after.iter().all(|standing| (standing.rating, standing.rated, standing.games) == (1500.0, 0, 1)));
}

#[test]
fn a_person_against_a_program_changes_no_rating() {
    let program = Sitter { kind: Kind::Bot, ..member(FINA) };
    let chairs = [club::Chair::Person(member(ANA)), club::Chair::Open];
    let mut scene = Scene::create(rated(siesta(2)), &chairs, None).unwrap();
    scene.act(Command::Join(program)).unwrap();
    scene.play_out();
    assert!(!result(&scene.table).unwrap().rated);
}

#[test]
fn teams_count_wins_losses_and_draws_and_no_ratings() {
    let mut scene = Scene::of(Options { rated: true, ..casual(teams()) }, &[ANA, BEA, CARO, DORA]);
    scene.play_out();
    let result = result(&scene.table).unwrap();
    assert_eq!(result.pool, Pool::SiestaTeams);
    let after_game = after(&result, &[Standing::default(); 4]);
    assert!(after_game.iter().all(|standing| standing.rating == 1500.0 && standing.rated == 0));
    let counts = |standing: &Standing| (standing.wins, standing.losses, standing.draws);
    assert_eq!(counts(&after_game[0]), counts(&after_game[2]), "partners fare alike");
    assert_eq!(counts(&after_game[1]), counts(&after_game[3]));
    let ranks = scene.game().state.ranks();
    let expected = match ranks[A].cmp(&ranks[B]) {
        std::cmp::Ordering::Less => [(1, 0, 0), (0, 1, 0)],
        std::cmp::Ordering::Equal => [(0, 0, 1), (0, 0, 1)],
        std::cmp::Ordering::Greater => [(0, 1, 0), (1, 0, 0)],
    };
    assert_eq!([counts(&after_game[0]), counts(&after_game[1])], expected);
}
