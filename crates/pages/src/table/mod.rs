//! The page of a table: the game, who plays, what was played, and the chat.

mod hint;
pub(crate) mod result;
mod side;
mod snapshot;
mod talk;
#[cfg(test)]
mod tests;
mod waiting;

pub use self::hint::Hint;
pub(crate) use self::hint::hint_button;
pub use self::snapshot::TableSnapshot;

use club::view::{SeatView, TableView, Taken};
use club::{Attendance, Event, PersonId, Stage, State, Step, StepError, Time};
use game::Seat;
use maud::{Markup, html};

use crate::games::{GamePages, GameTable, pages_of};
use crate::names::Names;
use crate::part::Part;
use crate::query::Query;
use crate::snapshot::{self as snapshots, Snapshot};
use crate::words::Words;

/// How htmx puts a part into the page.
const MORPH: &str = "outerMorph";

/// Everything that the page of a table shows, as one person sees it.
pub struct TablePage {
    /// The language of the page.
    pub words: Words,
    /// The table as this person may see it.
    pub table: TableView,
    /// Whose page it is; None for somebody without an identity.
    pub person: Option<PersonId>,
    /// The position as this person may see it; None before the game has begun.
    pub state: Option<State>,
    /// All steps of the game so far, those of chance among them.
    pub steps: Vec<Step>,
    /// The seat whose resignation ended the game.
    pub resigned: Option<Seat>,
    /// The names of the players, by seat.
    pub names: Names,
    /// In per cent, by seat; empty until the game has been analysed.
    pub accuracies: Vec<Option<f32>>,
    /// Empty unless the game was rated and is over.
    pub rating_changes: Vec<RatingChange>,
    /// What the person has chosen and not sent, as the address has it: a reload loses nothing.
    pub query: Query,
    /// The turn that the person sent and that was refused, to be changed and sent again.
    pub refused_turn: Option<String>,
    /// Whether to ask before a turn is sent.
    pub confirm: bool,
    /// The address of the table with scheme and host, for sharing.
    pub address: String,
    /// When the page is rendered, for the clocks.
    pub now: Time,
    /// Why the last thing that the person tried was refused.
    pub alert: Option<String>,
    /// What the engine advises, if the person asked.
    pub hint: Option<String>,
    /// Who is connected.
    pub attendance: Attendance,
}

/// How a game changed somebody's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingChange {
    /// Whose rating it is.
    pub person: PersonId,
    /// The rating when the game ended.
    pub before: f64,
    /// The rating with this game counted.
    pub after: f64,
}

/// Which parts of a page have changed, from few to all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Changed {
    /// Only the chat.
    Talk,
    /// All but the board, so that a turn that is not sent stays as it is.
    Around,
    /// Everything.
    Game,
}

impl Changed {
    /// What an event changes on the pages of its table.
    pub fn by(event: &Event) -> Self {
        match event {
            Event::Said { .. } | Event::Muted { .. } => Self::Talk,
            Event::TakebackAsked { .. } | Event::TakebackAnswered { .. } | Event::Rematched { .. } => {
                Self::Around
            }
            Event::Created { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::Filled { .. }
            | Event::Closed
            | Event::Started { .. }
            | Event::Played { .. }
            | Event::Happened { .. }
            | Event::TakenBack { .. }
            | Event::Replaced { .. }
            | Event::Finished { .. } => Self::Game,
        }
    }
}

impl TablePage {
    /// The title of the page.
    pub fn title(&self) -> String {
        match self.table.stage {
            Stage::Waiting | Stage::Closed => self.words.say("table-title-waiting"),
            Stage::Playing | Stage::Finished => self.names.0.join(" – "),
        }
    }

    /// The whole page, without the frame that all pages have.
    pub fn body(&self) -> Markup {
        let game = self.game();
        let game = game.as_deref();
        let live = format!("{}/live?after={}&here={}", self.path(), self.table.seq, self.attendance);
        html! {
            (self.pages().drawings())
            div #live hx-sse:connect=(live) hx-swap="none" hx-config=r#"{"sse":{"pauseOnBackground":false}}"# {}
            p #lost role="status" hidden { (self.words.say("live-lost")) }
            div #table.table {
                (self.play(game, None))
                (side::side(self, game, None))
                (talk::talk(self, None))
            }
        }
    }

    /// The parts that have changed, each with the place where it belongs.
    pub fn parts(&self, changed: Changed) -> Markup {
        match changed {
            // The chat needs no game: what may follow in it takes a while to find.
            Changed::Talk => self.render_parts(None, changed),
            Changed::Around | Changed::Game => self.render_parts(self.game().as_deref(), changed),
        }
    }

    /// The game after the person chose something, with the address that has it: a choice changes no other part.
    pub fn update(&self) -> Part {
        let game = self.game();
        let unsent = game.as_ref().map(|game| game.unsent_query()).filter(|query| !query.is_empty());
        let address = match unsent {
            Some(query) => format!("{}?{query}", self.path()),
            None => self.path(),
        };
        Part::at(address, self.play(game.as_deref(), Some(MORPH)))
    }

    /// What the engine advises, in words; None if the text is no action of the game.
    pub fn hint_in_words(&self, hint: Hint, best: &str) -> Option<String> {
        self.game()?.hint(hint, best)
    }

    /// Why the rules refuse a step, in words; None if the game has no words for it.
    pub fn refusal_in_words(&self, error: &StepError) -> Option<String> {
        self.pages().refusal(self.words, &self.names, error)
    }

    /// Why only so many of the steps that were sent together were played.
    pub fn stop_in_words(&self, accepted: usize, count: usize, reason: String) -> String {
        let counts = [("accepted", accepted.into()), ("count", count.into()), ("reason", reason.into())];
        self.words.with("steps-stopped", counts)
    }

    fn pages(&self) -> &'static dyn GamePages {
        pages_of(self.table.variant.game)
    }

    fn game(&self) -> Option<Box<dyn GameTable + '_>> {
        self.pages().table(self)
    }

    fn render_parts(&self, game: Option<&dyn GameTable>, changed: Changed) -> Markup {
        let swap = Some(MORPH);
        html! {
            @if changed == Changed::Game { (self.play(game, swap)) }
            @if changed != Changed::Talk { (side::side(self, game, swap)) }
            (talk::talk(self, swap))
        }
    }

    /// The game, or what the table waits for.
    fn play(&self, game: Option<&dyn GameTable>, swap: Option<&str>) -> Markup {
        let words = self.words;
        html! {
            section #play.play hx-swap-oob=[swap] data-seq=(self.table.seq) aria-label=(words.say("play-label")) {
                h1.hidden { (self.title()) }
                div #alert.alert aria-live="assertive" {
                    @if let Some(alert) = &self.alert { p role="alert" { (alert) } }
                }
                @match game {
                    Some(game) => { (game.play()) }
                    None if self.table.stage == Stage::Closed => { p.empty { (words.say("table-closed")) } }
                    None => { (waiting::waiting(self)) }
                }
                // Inside of what it renders: whatever brings a newer game brings its snapshot.
                @if let Some(snapshot) = TableSnapshot::of(self) {
                    (snapshots::element(Some(&Snapshot::Table(Box::new(snapshot))), None))
                }
            }
        }
    }

    /// The path of the table.
    pub(crate) fn path(&self) -> String {
        format!("/t/{}", self.table.id)
    }

    /// The path of something that can be done at the table.
    pub(crate) fn action_path(&self, action: &str) -> String {
        format!("/t/{}/{action}", self.table.id)
    }

    /// Whether the person is to act and still plays.
    pub(crate) fn is_my_turn(&self) -> bool {
        let to_act = self.table.game.as_ref().map(|game| &game.to_act[..]).unwrap_or_default();
        self.plays() && self.table.you.as_ref().is_some_and(|you| to_act.contains(you))
    }

    /// Whether the person plays in a game that is on, and has not left it.
    fn plays(&self) -> bool {
        let own = self.table.seats.iter().find(|seat| seat.seat.is_some() && seat.seat == self.table.you);
        self.table.stage == Stage::Playing && own.is_some_and(|seat| seat.left.is_none())
    }

    /// Whether other people play, and not only bots.
    fn has_other_people(&self) -> bool {
        let is_other = |seat: &SeatView| seat.taken == Taken::Person && !self.is_me(seat);
        self.table.seats.iter().any(is_other)
    }

    /// Whether the person of the page has this seat.
    fn is_me(&self, seat: &SeatView) -> bool {
        self.person.is_some() && seat.person.as_ref().map(|person| person.id) == self.person
    }
}
