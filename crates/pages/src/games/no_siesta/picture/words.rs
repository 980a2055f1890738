//! English words for pictures and for the terminal.

use game::{Seat, SeatSet};
use no_siesta::{After, Cart, CartStatus, Market, Phase, Position, Scoring, Tile};

/// The players who have won the larger value of the cart; a tie has several.
pub(super) fn larger_winners(position: &Position, cart: Cart) -> SeatSet {
    let won = |seat: &Seat| position.farm(*seat).cart(cart).status() == CartStatus::Larger;
    position.players().seats().filter(won).collect()
}

/// The phase of the game as a sentence without its full stop.
pub fn phase_words(position: &Position) -> String {
    match position.phase() {
        Phase::Neutral => "a die says which cart the neutral player has finished".to_owned(),
        Phase::Roll(0) => "the dice are to be rolled".to_owned(),
        Phase::Roll(1) => "the dice that are left are to be rolled again".to_owned(),
        Phase::Roll(_) => "the last die is to be rolled".to_owned(),
        Phase::Take(_, seat) => format!("{seat} takes a die"),
        Phase::Lower(_) => format!("{} puts a die on the lower dice space", position.start_player()),
        Phase::Event(After::Dice(_) | After::Round) => {
            "a die says where the neutral player puts a disc on the market".to_owned()
        }
        Phase::Last(seats) => format!("{} may mark the last die", seat_words(seats)),
        Phase::Score(seat, Scoring::Open) => format!("{seat} scores"),
        Phase::Score(seat, Scoring::Draw) => format!("{seat} draws a roof tile"),
        Phase::Score(seat, Scoring::Keep(one, other)) => {
            let (one, other) = (tile_words(position, one), tile_words(position, other));
            format!("{seat} keeps one of two roof tiles, {one} or {other}")
        }
        Phase::Score(seat, Scoring::Market) => format!("{seat} may put a disc on the market"),
        Phase::Score(seat, Scoring::Choose) => format!("{seat} chooses the good that comes with the trade"),
        Phase::Score(seat, Scoring::Move(left)) => {
            format!("{seat} moves discs on the revenue board, {} left", counted(left, "step"))
        }
        Phase::Hire(seat) => format!("{seat} hires a helper"),
        Phase::Over => match position.solo_rank() {
            Some(rank) => format!("the game is over, rank {rank}"),
            None => {
                let ranks = position.ranks();
                let first: SeatSet = position.players().seats().filter(|seat| ranks[*seat] == 1).collect();
                let win = if first.len() == 1 { "wins" } else { "share the win" };
                format!("the game is over, {} {win}", seat_words(first))
            }
        },
    }
}

/// `a, b and c`
fn seat_words(seats: SeatSet) -> String {
    let names: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// What a roof tile brings.
pub fn tile_words(position: &Position, tile: Tile) -> String {
    let gives = position.sheet().gives(tile);
    match tile {
        Tile::Olives | Tile::Grains | Tile::Grapes | Tile::Pigs | Tile::Donkeys | Tile::Silver => {
            format!("{gives} {tile}")
        }
        Tile::Change => format!("change revenue by {gives}"),
        Tile::Vp => format!("{gives} VP"),
    }
}

/// What a space of the market pays for.
pub fn market_words(space: Market) -> &'static str {
    match space {
        Market::Discs => "discs in play",
        Market::HarvestSets => "harvest sets",
        Market::RoofTiles => "roof tiles",
        Market::AnimalPairs => "animal pairs",
        Market::Helpers => "helpers",
        Market::Trades => "trades",
    }
}

/// `1 set`, `2 sets`
pub fn counted(count: u8, name: &str) -> String {
    if count == 1 { format!("1 {name}") } else { format!("{count} {name}s") }
}
