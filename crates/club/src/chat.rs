//! Chat: who may write to whom, and who may read it.

use std::time::Duration;

use crate::event::{Event, Room};
use crate::ids::PersonId;
use crate::refusal::Refusal;
use crate::table::Table;
use crate::time::Time;

/// The most characters of a message.
pub(crate) const MOST_CHARACTERS: usize = 300;
/// The time within which messages of a person are counted.
pub const WINDOW: Duration = Duration::from_secs(10);

/// How much one person may talk and mute at a table; `None` for no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TalkLimits {
    /// The most messages that a person may send within [`WINDOW`]. A limit beyond the messages that a room keeps is none.
    pub messages: Option<u32>,
    /// The most people whom a person may mute.
    pub muted: Option<u32>,
}

impl Default for TalkLimits {
    fn default() -> Self {
        Self { messages: Some(5), muted: Some(20) }
    }
}

/// Decides whether a person may send this message.
pub(crate) fn say(
    table: &Table,
    person: PersonId,
    room: Room,
    text: &str,
    now: Time,
    limits: TalkLimits,
) -> Result<Vec<Event>, Refusal> {
    let text = text.trim();
    let count = text.chars().count();
    if count == 0 || count > MOST_CHARACTERS || text.chars().any(is_invisible) {
        return Err(Refusal::Message);
    }
    let live = table.live().is_some();
    match (table.seats(person), room) {
        (false, Room::Players) => {
            return Err(if live { Refusal::SpectatorSpeaks } else { Refusal::NotSeated });
        }
        (false, Room::All) if live => return Err(Refusal::SpectatorSpeaks),
        (true, Room::Spectators) if live => return Err(Refusal::PlayerAmongSpectators),
        (true, Room::Players | Room::All | Room::Spectators) | (false, Room::All | Room::Spectators) => {}
    }
    // Both ways: a clock that was turned back must not silence anybody until it has caught up.
    let is_recent = |at| now - at < WINDOW && at - now < WINDOW;
    let recent = table.chat.iter().filter(|said| said.person == person && is_recent(said.at));
    if let Some(most) = reached(limits.messages, recent.count()) {
        return Err(Refusal::TooManyMessages { most });
    }
    Ok(vec![Event::Said { person, room, text: text.to_owned() }])
}

/// The limit, if there is one and so many reach it.
fn reached(limit: Option<u32>, count: usize) -> Option<u32> {
    limit.filter(|most| count >= *most as usize)
}

/// Characters that are not shown, or that reverse the text around them.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Decides whether a person may mute another one, who plays at the table or has written there.
pub(crate) fn mute(
    table: &Table,
    by: PersonId,
    whom: PersonId,
    muted: bool,
    limits: TalkLimits,
) -> Result<Vec<Event>, Refusal> {
    if by == whom {
        return Err(Refusal::MutesSelf);
    }
    if table.muted.contains(&(by, whom)) == muted {
        return Ok(Vec::new());
    }
    // Whoever is muted can be unmuted, wherever they are.
    if muted {
        let writes = || table.chat.iter().any(|said| said.person == whom);
        if !table.seats(whom) && !writes() {
            return Err(Refusal::NotAtTable);
        }
        let others = table.muted.range((by, PersonId(0))..=(by, PersonId(u64::MAX)));
        if let Some(most) = reached(limits.muted, others.count()) {
            return Err(Refusal::TooManyMuted { most });
        }
    }
    Ok(vec![Event::Muted { by, whom, muted }])
}

/// Whether the viewer may read what this person writes in this room.
pub(crate) fn reads(table: &Table, viewer: Option<PersonId>, person: PersonId, room: Room) -> bool {
    if viewer.is_some_and(|viewer| table.muted.contains(&(viewer, person))) {
        return false;
    }
    let seated = viewer.is_some_and(|viewer| table.seats(viewer));
    match room {
        Room::All => true,
        Room::Players => seated,
        Room::Spectators => !seated || table.live().is_none(),
    }
}
