//! Records of games in the text notation, and the check of their chance.

use game::record::{Headers, Reader, RecordError, Step, TextError};
use game::{Rules, Seat, Setup};

use crate::chance::{HexError, Seed, SeedHash};
use crate::ids::PersonId;
use crate::state::State;
use crate::table::{Player, Table};

const SEED: &str = "Seed";
const SEED_HASH: &str = "Seed-SHA256";
const SEATING: &str = "Seating";
const SEATING_DRAWN: &str = "drawn";
const SEATING_AGREED: &str = "agreed";

/// The record of a table's game; `None` before the game begins. It has the seed once the game is over.
pub fn record(table: &Table, name: &dyn Fn(PersonId) -> String) -> Option<String> {
    let game = table.game()?;
    let names: Vec<(Seat, String)> = game
        .places()
        .map(|(seat, place)| match place.began {
            Player::Person(sitter) => (seat, name(sitter.id)),
            Player::Bot(level) => (seat, format!("bot, level {level}")),
        })
        .collect();
    let chairs: Vec<String> = game.seating.iter().map(|chair| (chair + 1).to_string()).collect();
    let how = if table.seating.is_some() { SEATING_AGREED } else { SEATING_DRAWN };
    let mut notes = vec![
        ("Table".to_owned(), table.id.to_string()),
        (SEATING.to_owned(), format!("{how} {}", chairs.join(" "))),
        (SEED_HASH.to_owned(), game.seed_hash.to_string()),
    ];
    if let Some(outcome) = &game.outcome {
        notes.push((SEED.to_owned(), outcome.seed.to_string()));
        let ranks: Vec<String> = outcome.ranks.iter().map(ToString::to_string).collect();
        notes.push(("Ranks".to_owned(), ranks.join(" ")));
    }
    Some(State::record(table.options.variant, &names, &notes, &game.steps))
}

/// What the check of a record found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The hash that was published when the game began.
    pub seed_hash: SeedHash,
    /// The number of chance events that were checked.
    pub chances: u32,
    /// The number of actions that were checked against the rules.
    pub steps: u32,
    /// Whether the order of the seats follows from the seed. In a rematch it is fixed instead.
    pub seats_drawn: bool,
}

/// Why a record fails the check.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VerifyError {
    /// The text is not a record, or breaks the rules.
    #[error("{0}")]
    Text(String),
    /// The header lacks a line.
    #[error("there is no line `{0}: …`; a record of a table has one once the game is over")]
    Missing(&'static str),
    /// The seed or its hash is not hexadecimal.
    #[error("`{0}`: {1}")]
    Hex(&'static str, HexError),
    /// The seed does not have the published hash.
    #[error("the seed is not the one that was fixed at the start: its SHA-256 is {actual}, not {published}")]
    OtherSeed {
        /// The hash of the seed in the record.
        actual: SeedHash,
        /// The hash that was published when the game began.
        published: SeedHash,
    },
    /// The seats do not follow from the seed.
    #[error("the seats do not follow from the seed: they are {recorded}, and the seed gives {drawn}")]
    Seats {
        /// The order in the record.
        recorded: String,
        /// The order that the seed gives.
        drawn: String,
    },
    /// A chance event does not follow from the seed.
    #[error(
        "chance event {number} does not follow from the seed: it is `{recorded}`, and the seed gives `{drawn}`"
    )]
    Chance {
        /// The number of the chance event, from 1.
        number: u32,
        /// The outcome in the record.
        recorded: String,
        /// The outcome that the seed gives.
        drawn: String,
    },
}

impl From<TextError> for VerifyError {
    fn from(error: TextError) -> Self {
        Self::Text(error.to_string())
    }
}

/// Checks that a record follows the rules, and that all its chance follows from its seed.
pub fn verify(bytes: &[u8]) -> Result<Verified, VerifyError> {
    let headers = Headers::read(bytes)?;
    match headers.get("Game") {
        Some(siesta::Position::NAME) => verify_as::<siesta::Position>(bytes, &headers),
        Some(no_siesta::Position::NAME) => verify_as::<no_siesta::Position>(bytes, &headers),
        Some(_) | None => {
            Err(VerifyError::Text("there is no line `Game: siesta` or `Game: no-siesta`".to_owned()))
        }
    }
}

fn verify_as<R: Rules>(bytes: &[u8], headers: &Headers) -> Result<Verified, VerifyError> {
    let text = |key| headers.get(key).ok_or(VerifyError::Missing(key));
    let published: SeedHash = text(SEED_HASH)?.parse().map_err(|error| VerifyError::Hex(SEED_HASH, error))?;
    let seed: Seed = text(SEED)?.parse().map_err(|error| VerifyError::Hex(SEED, error))?;
    let actual = seed.hash();
    if actual != published {
        return Err(VerifyError::OtherSeed { actual, published });
    }
    let wrong = |error: RecordError<R>| VerifyError::Text(error.to_string());
    let mut reader = Reader::<R>::open(bytes).map_err(wrong)?;
    let recorded = text(SEATING)?;
    let drawn: Vec<String> =
        seed.seating(reader.setup().players().count()).iter().map(|chair| (chair + 1).to_string()).collect();
    let drawn = format!("{SEATING_DRAWN} {}", drawn.join(" "));
    let seats_drawn = recorded.split(' ').next() != Some(SEATING_AGREED);
    if seats_drawn && recorded != drawn {
        return Err(VerifyError::Seats { recorded: recorded.to_owned(), drawn });
    }
    let (mut chances, mut steps) = (0, 0);
    loop {
        let mut outcomes = Vec::new();
        reader.state().chances(&mut outcomes);
        match reader.step().map_err(wrong)? {
            None => return Ok(Verified { seed_hash: published, chances, steps, seats_drawn }),
            Some(Step::Action(..)) => steps += 1,
            Some(Step::Chance(chance)) => {
                chances += 1;
                let drawn = seed.outcome(chances, &outcomes);
                if drawn.as_ref() != Some(&chance) {
                    let drawn = drawn.map_or_else(String::new, |drawn| drawn.to_string());
                    return Err(VerifyError::Chance { number: chances, recorded: chance.to_string(), drawn });
                }
            }
        }
    }
}
