//! Elo ratings. In games of more than two, every pair of players counts as a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::results::{Exchange, GameResult, Kind};

/// The rating before the first game.
pub const START: f64 = 1500.0;

/// The number of first games that count double, because the rating is still uncertain.
const FIRST_GAMES: u32 = 20;

/// The turns that everybody has to finish before leaving, or the game changes no rating: who resigns at once gives
/// points away without a game, and who never came has not been beaten.
pub const MIN_TURNS: u32 = 2;

/// A person who leaves a game with fewer finished turns made it a quick one. Siesta takes ten turns for each of two
/// players and at least five for each of four, ¡No Siesta! ten rounds and more.
pub const QUICK_TURNS: u32 = 4;

/// The quick games within [`QUICK_GAMES_WINDOW`] by which the same two people may change their ratings. More of them
/// are likelier to be arranged than played.
pub const MAX_QUICK_GAMES: u32 = 2;

/// The time within which quick games of the same two people are counted.
pub const QUICK_GAMES_WINDOW: Duration = Duration::from_hours(24);

/// Games whose results are counted together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pool {
    /// Siesta with printed scoring, free for all.
    SiestaPrinted,
    /// Siesta with online-edition scoring, free for all.
    SiestaOnline,
    /// Siesta in teams, with either scoring.
    SiestaTeams,
    /// ¡No Siesta!, standard and original.
    NoSiesta,
    /// ¡No Siesta! for experienced farmers.
    NoSiestaExperienced,
    /// ¡No Siesta! alone.
    NoSiestaSolo,
}

impl Pool {
    /// All pools, in the order in which lists show them.
    pub const ALL: [Self; 6] = [
        Self::SiestaPrinted,
        Self::SiestaOnline,
        Self::SiestaTeams,
        Self::NoSiesta,
        Self::NoSiestaExperienced,
        Self::NoSiestaSolo,
    ];

    /// Whether there are ratings, or only wins, losses and draws.
    pub const fn has_ratings(self) -> bool {
        match self {
            Self::SiestaPrinted | Self::SiestaOnline | Self::NoSiesta | Self::NoSiestaExperienced => true,
            Self::SiestaTeams | Self::NoSiestaSolo => false,
        }
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::SiestaPrinted => "siesta-printed",
            Self::SiestaOnline => "siesta-online",
            Self::SiestaTeams => "siesta-teams",
            Self::NoSiesta => "no-siesta",
            Self::NoSiestaExperienced => "no-siesta-experienced",
            Self::NoSiestaSolo => "no-siesta-solo",
        })
    }
}

/// The text is not the name of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "the pools are siesta-printed, siesta-online, siesta-teams, no-siesta, no-siesta-experienced and \
     no-siesta-solo"
)]
pub struct PoolError;

impl FromStr for Pool {
    type Err = PoolError;

    fn from_str(text: &str) -> Result<Self, PoolError> {
        Self::ALL.into_iter().find(|pool| pool.to_string() == text).ok_or(PoolError)
    }
}

/// The rating and results of a person in a pool.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// The rating; [`START`] before the first rated game.
    pub rating: f64,
    /// The number of games that changed the rating.
    pub rated: u32,
    /// The number of finished games.
    pub games: u32,
    /// Games won alone or with the team.
    pub wins: u32,
    /// Games in which an opponent ranked higher.
    pub losses: u32,
    /// Games in which opponents shared the first rank.
    pub draws: u32,
    /// Games that the person left before they had taken part; they are among the losses.
    pub left_early: u32,
}

impl Standing {
    /// The rounded rating; `None` for casual games and in pools without ratings.
    pub fn shown_rating(&self, pool: Pool, rated: bool) -> Option<i64> {
        (rated && pool.has_ratings()).then(|| self.rating.round() as i64)
    }
}

impl Default for Standing {
    fn default() -> Self {
        Self { rating: START, rated: 0, games: 0, wins: 0, losses: 0, draws: 0, left_early: 0 }
    }
}

/// The standings after a game. `before` has the standings of its people before it, in the same order.
pub fn after(result: &GameResult, before: &[Standing]) -> Vec<Standing> {
    let mut standings = before.to_vec();
    for (entry, standing) in result.people.iter().zip(&mut standings) {
        standing.games += 1;
        standing.left_early += u32::from(entry.left_early);
        if result.pool == Pool::NoSiestaSolo {
            continue;
        }
        match (entry.rank, entry.shared) {
            (1, false) => standing.wins += 1,
            (1, true) => standing.draws += 1,
            _ => standing.losses += 1,
        }
    }
    if result.rated && result.pool.has_ratings() && result.exchange != Exchange::Never {
        for kind in [Kind::Human, Kind::Bot] {
            let rated: Vec<usize> =
                (0..result.people.len()).filter(|place| result.people[*place].kind == kind).collect();
            for (place, change) in changes(result, before, &rated) {
                standings[place].rating += change;
                standings[place].rated += 1;
            }
        }
    }
    standings
}

/// The change of each rating. Programs and humans are rated apart, so `rated` has people of one kind only.
fn changes(result: &GameResult, before: &[Standing], rated: &[usize]) -> Vec<(usize, f64)> {
    if rated.len() < 2 {
        return Vec::new();
    }
    let change = |me: usize| {
        let against = |other: &usize| {
            let expected = 1.0 / (1.0 + 10_f64.powf((before[*other].rating - before[me].rating) / 400.0));
            score(result.people[me].rank, result.people[*other].rank) - expected
        };
        let sum: f64 = rated.iter().filter(|other| **other != me).map(against).sum();
        let k = if before[me].rated < FIRST_GAMES { 40.0 } else { 20.0 };
        k * sum / (rated.len() - 1) as f64
    };
    rated.iter().map(|me| (*me, change(*me))).collect()
}

/// The score of a rank against another: the lower rank wins, equal ranks draw.
fn score(mine: u8, other: u8) -> f64 {
    match mine.cmp(&other) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::PersonId;
    use crate::results::ResultEntry;
    use game::Seat;

    fn result(pool: Pool, rated: bool, ranks: &[(u8, Kind)]) -> GameResult {
        let shared = |rank| ranks.iter().filter(|(other, _)| *other == rank).count() > 1;
        let entry = |(place, (rank, kind)): (usize, &(u8, Kind))| ResultEntry {
            person: PersonId(place as u64),
            kind: *kind,
            seat: Seat::ALL[place],
            rank: *rank,
            shared: shared(*rank),
            points: 0,
            left_early: false,
        };
        GameResult {
            pool,
            rated,
            exchange: Exchange::Always,
            people: ranks.iter().enumerate().map(entry).collect(),
        }
    }

    fn ratings(result: &GameResult, before: &[Standing]) -> Vec<f64> {
        after(result, before).iter().map(|standing| (standing.rating * 100.0).round() / 100.0).collect()
    }

    const HUMAN: Kind = Kind::Human;
    const NEW: Standing =
        Standing { rating: START, rated: 0, games: 0, wins: 0, losses: 0, draws: 0, left_early: 0 };

    #[test]
    fn a_first_win_among_equals_is_worth_twenty() {
        let game = result(Pool::SiestaPrinted, true, &[(1, HUMAN), (2, HUMAN)]);
        assert_eq!(ratings(&game, &[NEW; 2]), [1520.0, 1480.0]);
        let known = Standing { rated: 20, ..NEW };
        assert_eq!(ratings(&game, &[known, NEW]), [1510.0, 1480.0]);
        let tie = result(Pool::SiestaPrinted, true, &[(1, HUMAN), (1, HUMAN)]);
        assert_eq!(ratings(&tie, &[NEW; 2]), [1500.0, 1500.0]);
        let stronger = Standing { rating: 1900.0, ..NEW };
        // Expected score 1/11 against somebody 400 points above.
        assert_eq!(ratings(&game, &[NEW, stronger]), [1536.36, 1863.64]);
    }

    #[test]
    fn several_players_are_compared_pair_by_pair() {
        let game = result(Pool::NoSiesta, true, &[(2, HUMAN), (1, HUMAN), (2, HUMAN), (4, HUMAN)]);
        assert_eq!(ratings(&game, &[NEW; 4]), [1500.0, 1520.0, 1500.0, 1480.0]);
    }

    #[test]
    fn people_and_bot_accounts_are_rated_apart() {
        let game = result(Pool::NoSiesta, true, &[(2, HUMAN), (1, Kind::Bot), (3, Kind::Bot)]);
        assert_eq!(ratings(&game, &[NEW; 3]), [1500.0, 1520.0, 1480.0]);
        let standings = after(&game, &[NEW; 3]);
        assert_eq!((standings[0].rated, standings[1].rated), (0, 1));
        assert_eq!((standings[0].losses, standings[1].wins), (1, 1));
    }

    #[test]
    fn casual_games_and_teams_only_count_results() {
        for (pool, rated) in [(Pool::SiestaPrinted, false), (Pool::SiestaTeams, true)] {
            let standings = after(&result(pool, rated, &[(1, HUMAN), (2, HUMAN)]), &[NEW; 2]);
            assert_eq!(standings[0], Standing { games: 1, wins: 1, ..NEW });
            assert_eq!(standings[1], Standing { games: 1, losses: 1, ..NEW });
        }
    }

    #[test]
    fn a_draw_is_neither_won_nor_lost() {
        let standings = after(&result(Pool::SiestaPrinted, false, &[(1, HUMAN), (1, HUMAN)]), &[NEW; 2]);
        assert!(standings.iter().all(|s| (s.wins, s.losses, s.draws) == (0, 0, 1)), "{standings:?}");
    }

    #[test]
    fn pools_are_read_as_they_are_written() {
        for pool in Pool::ALL {
            assert_eq!(pool.to_string().parse(), Ok(pool));
            assert_eq!(serde_json::to_string(&pool).unwrap(), format!("\"{pool}\""));
        }
        assert_eq!("chess".parse::<Pool>(), Err(PoolError));
    }
}
