//! The effect of finished games on ratings. The numbers were computed by hand.

use club::rating::{MIN_TURNS, QUICK_TURNS, after};
use club::{
    Clock, Command, Exchange, GameResult, Kind, Options, Pool, Progress, Refusal, ResultEntry, Sitter,
    Standing, Table, result,
};
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
        left_early: false,
    };
    GameResult {
        pool,
        rated: true,
        exchange: Exchange::Always,
        people: ranks.iter().enumerate().map(entry).collect(),
    }
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
    play_turns(&mut scene, MIN_TURNS);
    scene.act(Command::Resign(BEA)).unwrap();
    assert_eq!(result(&scene.table), None, "nothing before the end");
    scene.play_out();
    let result = result(&scene.table).unwrap();
    assert_eq!((result.rated, result.pool), (true, Pool::SiestaPrinted));
    let after = after(&result, &[Standing::default(); 2]);
    assert_eq!((after[0].rating, after[1].rating), (1520.0, 1480.0), "who left lost");
    assert_eq!((after[0].wins, after[1].losses), (1, 1));
}

/// Everybody plays until all seats have finished this many turns.
fn play_turns(scene: &mut Scene, turns: u32) {
    // In ¡No Siesta! several may act: those who have fewer turns do, and the others wait for them.
    let few = |scene: &Scene, seat: &Seat| scene.game().place(*seat).turns < turns;
    while scene.game().places().any(|(seat, _)| few(scene, &seat)) {
        let to_act = scene.to_act();
        let next = to_act.iter().find(|seat| few(scene, seat)).unwrap_or(&to_act[0]);
        scene.play(*next);
    }
}

#[test]
fn nothing_changes_hands_before_everybody_has_taken_part() {
    for variant in [siesta(2), no_siesta(2)] {
        for (turns, exchange, left_early) in [
            (0, Exchange::Never, true),
            (MIN_TURNS - 1, Exchange::Never, true),
            (MIN_TURNS, Exchange::UnlessRepeated, false),
            (QUICK_TURNS, Exchange::Always, false),
        ] {
            let mut scene = Scene::of(rated(variant), &[ANA, BEA]);
            play_turns(&mut scene, turns);
            scene.act(Command::Resign(BEA)).unwrap();
            scene.play_out();
            let result = result(&scene.table).unwrap();
            assert_eq!((result.rated, result.exchange), (true, exchange), "{variant} {turns}");
            let left: Vec<bool> = result.people.iter().map(|entry| entry.left_early).collect();
            assert_eq!(left, [false, left_early], "{variant} {turns}");
            let after = after(&result, &[Standing::default(); 2]);
            // The result counts all the same.
            assert_eq!((after[0].wins, after[1].losses), (1, 1));
            assert_eq!(after[1].left_early, u32::from(left_early));
            let ratings = if exchange == Exchange::Never { [1500.0; 2] } else { [1520.0, 1480.0] };
            assert_eq!([after[0].rating, after[1].rating], ratings, "{variant} {turns}");
        }
    }
}

#[test]
fn whoever_stays_alone_and_gives_up_at_once_has_not_left_early() {
    let mut scene = Scene::of(rated(siesta(2)), &[ANA, BEA]);
    scene.act(Command::Resign(BEA)).unwrap();
    scene.act(Command::Resign(ANA)).unwrap();
    let result = result(&scene.table).unwrap();
    assert_eq!(result.exchange, Exchange::Never);
    assert_eq!(result.people.iter().map(|entry| entry.left_early).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn turns_that_were_taken_back_and_turns_of_a_stand_in_do_not_count() {
    let mut scene = Scene::of(rated(siesta(2)), &[ANA, BEA]);
    play_turns(&mut scene, MIN_TURNS);
    // Ana takes back her last turn, and Bea agrees: both have one turn less.
    scene.act(Command::TakeBack(ANA)).unwrap();
    scene.answer(BEA, true).unwrap();
    assert_eq!(scene.game().places().map(|(_, place)| place.turns).collect::<Vec<_>>(), [1, 1]);
    scene.act(Command::Resign(BEA)).unwrap();
    scene.play_out();
    assert!(scene.game().place(A).turns > QUICK_TURNS);
    assert_eq!(scene.game().place(B).turns, 1, "a bot took the others");
    assert_eq!(result(&scene.table).unwrap().exchange, Exchange::Never);
}

#[test]
fn a_game_that_was_played_out_counts_however_few_turns_somebody_had() {
    let mut scene = Scene::of(rated(siesta(2)), &[ANA, BEA]);
    scene.play_out();
    let mut table = scene.table.clone();
    let Progress::Game(game) = &mut table.progress else { panic!("there is a game") };
    game.outcome.as_mut().unwrap().turns = Some(vec![1, 1]);
    assert_eq!(result(&table).unwrap().exchange, Exchange::Always);
}

#[test]
fn games_that_ended_before_turns_were_counted_keep_their_ratings() {
    let mut scene = Scene::of(rated(siesta(2)), &[ANA, BEA]);
    scene.act(Command::Resign(BEA)).unwrap();
    scene.act(Command::Resign(ANA)).unwrap();
    // The last event as an earlier version wrote it.
    let mut stored = serde_json::to_value(scene.log.last().unwrap()).unwrap();
    stored.as_object_mut().unwrap().remove("turns").unwrap();
    let mut table = Table::new(scene.table.id, scene.now, &scene.log[0]).unwrap();
    let [rest @ .., _] = &scene.log[1..] else { panic!("there are events") };
    for event in rest.iter().cloned().chain([serde_json::from_value(stored).unwrap()]) {
        table.fold(scene.now, &event).unwrap();
    }
    let result = result(&table).unwrap();
    assert_eq!((result.rated, result.exchange), (true, Exchange::Always));
    assert!(result.people.iter().all(|entry| !entry.left_early));
    let after = after(&result, &[Standing::default(); 2]);
    assert_eq!([after[0].rating, after[1].rating], [1520.0, 1480.0]);
}

#[test]
fn a_rated_table_has_a_clock_and_one_of_an_earlier_version_plays_on_without() {
    let chairs = [club::Chair::Person(member(ANA)), club::Chair::Invited(BEA)];
    let clockless = Options { clock: Clock::None, ..rated(siesta(2)) };
    let refused = Scene::create(clockless.clone(), &chairs, None).err();
    assert_eq!(refused, Some(Refusal::RatedWithoutClock));
    let mut old = Scene::create(rated(siesta(2)), &chairs, None).unwrap();
    old.table.options = clockless;
    old.act(Command::Join(member(BEA))).unwrap();
    old.play_out();
    assert_eq!(result(&old.table).unwrap().exchange, Exchange::Always);
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
    let mut scene = Scene::of(rated(teams()), &[ANA, BEA, CARO, DORA]);
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
