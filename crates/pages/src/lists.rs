//! Tables in lists.

use club::Clock;
use club::view::TableView;

use crate::games::pages_of;
use crate::words::Words;

/// What is played at a table, in a few words: the game, how it is played, the clock, and whether it is rated.
pub(crate) fn kind(words: Words, table: &TableView) -> String {
    let game = pages_of(table.variant.game);
    let mut parts = vec![game.name().to_owned()];
    parts.extend(game.kind(words, &table.variant));
    match table.clock {
        Clock::None => {}
        Clock::Live { turn_seconds, .. } => {
            parts.push(words.with("clock-live-short", [("seconds", turn_seconds.into())]));
        }
        Clock::Correspondence { days } => parts.push(words.with("days", [("count", days.into())])),
    }
    if table.rated {
        parts.push(words.say("rated"));
    }
    parts.join(" · ")
}

/// The number of players in words.
pub(crate) fn player_count(words: Words, players: usize) -> String {
    words.with("players-count", [("count", players.into())])
}
