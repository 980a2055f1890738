//! The form for a new table, with every option.

use bots::Level;
use club::{Clock, GameName, Variant, VariantForm};
use game::{Players, Seat};
use maud::{Markup, html};
use serde::Deserialize;

use crate::games::pages_of;
use crate::levels::{DEFAULT_LEVEL, level_name};
use crate::shell::Page;
use crate::viewer::Viewer;
use crate::words::Words;

/// What somebody chose in the form. A box that is not ticked is not sent.
#[derive(Clone, Debug, Deserialize)]
pub struct NewTableForm {
    game: GameName,
    pub(crate) players: usize,
    #[serde(default)]
    pub(crate) teams: Option<String>,
    pub(crate) scoring: String,
    pub(crate) mode: String,
    #[serde(default)]
    seat2: String,
    #[serde(default)]
    seat3: String,
    #[serde(default)]
    seat4: String,
    /// The names of people to invite, separated by commas, in the order of the seats for invited people.
    #[serde(default)]
    invite: String,
    clock: String,
    #[serde(default)]
    turn_seconds: Option<u32>,
    #[serde(default)]
    reserve_minutes: Option<u32>,
    #[serde(default)]
    days: Option<u32>,
    #[serde(default)]
    rated: Option<String>,
    #[serde(default)]
    public: Option<String>,
}

/// Who is to take a seat besides the one who creates the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatChoice {
    /// Whoever comes first.
    Open,
    /// The person with this name, which may be nobody's.
    Invited(String),
    /// A bot of this level, which may be out of range.
    Bot(u8),
}

impl NewTableForm {
    /// The game and its options. They may not go together: people without scripts see the options of all games.
    pub fn variant(&self) -> VariantForm {
        pages_of(self.game).read_options(self)
    }

    /// The choices for the second seat and those after it, for a table with this many seats.
    pub fn other_seats(&self, players: Players) -> Vec<SeatChoice> {
        let mut invited = self.invite.split(',').map(str::trim).filter(|name| !name.is_empty());
        let seats = [&self.seat2, &self.seat3, &self.seat4].into_iter().take(players.count() - 1);
        let choice = |seat: &String| match seat.strip_prefix("bot-") {
            Some(level) => SeatChoice::Bot(level.parse().unwrap_or(0)),
            None if seat == "invite" => {
                invited.next().map_or(SeatChoice::Open, |name| SeatChoice::Invited(name.to_owned()))
            }
            None => SeatChoice::Open,
        };
        seats.map(choice).collect()
    }

    /// The clock; its figures may be out of range. A rated game for which none is chosen has the usual one.
    pub fn clock(&self) -> Clock {
        match self.clock.as_str() {
            "live" => Clock::Live {
                turn_seconds: self.turn_seconds.unwrap_or(60),
                reserve_seconds: self.reserve_minutes.unwrap_or(5).saturating_mul(60),
            },
            "correspondence" => Clock::Correspondence { days: self.days.unwrap_or(3) },
            _ => Clock::chosen_or_usual(None, self.is_rated()),
        }
    }

    /// Whether the result is to change ratings.
    pub fn is_rated(&self) -> bool {
        self.rated.is_some()
    }

    /// Whether the table is to be listed.
    pub fn is_public(&self) -> bool {
        self.public.is_some()
    }
}

/// The page with the form, with one of the games chosen.
pub fn page(viewer: &Viewer, chosen: GameName) -> Page {
    let words = viewer.words();
    let title = words.say("new-title");
    let body = html! {
        section.narrow {
            h1 { (title) }
            form.options method="post" action="/new" {
                fieldset {
                    legend { (words.say("new-game")) }
                    div.choices {
                        @for game in GameName::ALL {
                            label { input type="radio" name="game" value=(game) checked[game == chosen]; " " (pages_of(game).name()) }
                        }
                    }
                }
                (players(words))
                @for game in GameName::ALL { (pages_of(game).main_options(words)) }
                (seats(words))
                (clock(words))
                label.check { input type="checkbox" name="public" value="1" checked; " " (words.say("new-public")) }
                details {
                    summary { (words.say("new-more")) }
                    @for game in GameName::ALL { (pages_of(game).more_options(words)) }
                    label.check.of-several {
                        input type="checkbox" name="rated" value="1" disabled[!viewer.member];
                        span { (words.say("new-rated")) br; span.hint {
                            @if viewer.member { (words.say("new-rated-clock")) } @else { (words.say("new-rated-guest")) }
                        } }
                    }
                }
                button.button.primary.large type="submit" { (words.say("new-create")) }
            }
        }
    };
    Page { title, body }
}

/// How many play. The style sheet hides a number that the chosen game is not for.
fn players(words: Words) -> Markup {
    let offers = |game: GameName, players: Players| {
        Variant::all().any(|variant| variant.game() == game && variant.players() == players)
    };
    html! {
        fieldset {
            legend { (words.say("new-players")) }
            div.choices {
                @for players in (1..=Seat::MAX).filter_map(Players::new) {
                    @let games: Vec<GameName> = GameName::ALL.into_iter().filter(|game| offers(*game, players)).collect();
                    @let class = (games.len() < GameName::ALL.len()).then(|| class_of(&games));
                    label class=[class] {
                        input type="radio" name="players" value=(players) checked[players == Players::TWO]; " "
                        @if players == Players::ONE { (words.say("new-alone")) } @else { (players) }
                    }
                }
            }
        }
    }
}

/// The classes of what is shown only while one of these games is chosen.
fn class_of(games: &[GameName]) -> String {
    games.iter().map(|game| format!("of-{game}")).collect::<Vec<_>>().join(" ")
}

fn seats(words: Words) -> Markup {
    html! {
        fieldset.seats.of-several {
            legend { (words.say("new-seats")) }
            p.hint { (words.say("new-seats-hint")) }
            (seat(words, 2))
            div.third { (seat(words, 3)) }
            div.fourth { (seat(words, 4)) }
            label.invite { (words.say("new-invite")) " " input type="text" name="invite" autocomplete="off"; }
        }
    }
}

/// Who is to take the seat with this number, from 2: the first is for the one who creates the table.
fn seat(words: Words, number: usize) -> Markup {
    html! {
        label { (words.with("new-seat", [("number", number.into())])) " "
            select name={ "seat" (number) } {
                option value="open" { (words.say("seat-anybody")) }
                option value="invite" { (words.say("seat-invited")) }
                @for level in Level::all().map(Level::number) {
                    option value={ "bot-" (level) } selected[number > 2 && level == DEFAULT_LEVEL] {
                        (words.with("seat-bot", [("level", level.into()), ("name", level_name(words, level).into())]))
                    }
                }
            }
        }
    }
}

fn clock(words: Words) -> Markup {
    html! {
        fieldset {
            legend { (words.say("new-clock")) }
            div.choices {
                label { input type="radio" name="clock" value="none" checked; " " (words.say("clock-none")) }
                label { input type="radio" name="clock" value="live"; " " (words.say("clock-live")) }
                label { input type="radio" name="clock" value="correspondence"; " " (words.say("clock-correspondence")) }
            }
            div.when-live {
                label { (words.say("new-turn-seconds")) " " input type="number" name="turn_seconds" min="5" max="3600" value="60"; }
                label { (words.say("new-reserve-minutes")) " " input type="number" name="reserve_minutes" min="0" max="600" value="5"; }
            }
            div.when-correspondence {
                label { (words.say("new-days")) " " input type="number" name="days" min="1" max="30" value="3"; }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The form as it is at first, with some fields changed.
    fn form(changes: &Value) -> NewTableForm {
        let mut fields = json!({
            "game": "siesta", "players": 2, "scoring": "printed", "mode": "standard", "clock": "none",
        });
        for (name, value) in changes.as_object().unwrap() {
            fields[name] = value.clone();
        }
        serde_json::from_value(fields).unwrap()
    }

    #[test]
    fn what_is_chosen_but_hidden_does_not_count() {
        for (changes, expected) in [
            (json!({ "players": 1 }), "Siesta, 2 players, free for all, printed scoring"),
            (json!({ "mode": "original" }), "Siesta, 2 players, free for all, printed scoring"),
            (json!({ "game": "no-siesta", "scoring": "online" }), "¡No Siesta!, 2 players, standard"),
            (
                json!({ "game": "no-siesta", "players": 3, "mode": "original" }),
                "¡No Siesta!, 3 players, standard",
            ),
            (
                json!({ "game": "no-siesta", "players": 2, "mode": "original" }),
                "¡No Siesta!, 2 players, original",
            ),
            (
                json!({ "game": "no-siesta", "players": 1, "mode": "experienced" }),
                "¡No Siesta!, 1 player, solo",
            ),
        ] {
            let variant = Variant::try_from(form(&changes).variant()).unwrap();
            assert_eq!(variant.to_string(), expected, "{changes}");
        }
    }

    #[test]
    fn a_rated_game_has_a_clock_even_if_none_is_chosen() {
        let clock = |changes| form(&changes).clock();
        assert_eq!(clock(json!({})), Clock::None);
        assert_eq!(clock(json!({ "rated": "1" })), Clock::USUAL);
        assert_eq!(
            clock(json!({ "rated": "1", "clock": "correspondence" })),
            Clock::Correspondence { days: 3 }
        );
    }

    #[test]
    fn invited_people_take_the_seats_for_them_in_order() {
        let form = form(&json!({
            "seat2": "invite", "seat3": "bot-5", "seat4": "invite", "invite": " Ana ,, Ben, Carla",
        }));
        let invited = |name: &str| SeatChoice::Invited(name.to_owned());
        assert_eq!(form.other_seats(Players::TWO), [invited("Ana")]);
        assert_eq!(form.other_seats(Players::FOUR), [invited("Ana"), SeatChoice::Bot(5), invited("Ben")]);
    }
}
