//! Fair dice: a check of a whole game against the hash of its seed that anybody can make.

use club::record::{Verified, VerifyError};
use club::{Seed, SeedHash, TableId};
use maud::{Markup, html};

use crate::shell::Page;
use crate::words::Words;

/// The page about fair dice.
#[derive(Clone, Debug)]
pub enum Verify {
    /// The form alone.
    Form,
    /// A record that somebody pasted.
    Record(CheckedRecord),
    /// The dice of a table; None before its game has begun.
    Table(TableId, Option<TableDice>),
}

/// What is known about the dice of a table.
#[derive(Clone, Debug)]
pub struct TableDice {
    /// Public from the start.
    pub seed_hash: SeedHash,
    /// The seed and the check, once the game is over.
    pub revealed: Option<(Seed, CheckedRecord)>,
}

/// The record of a game, and whether its dice follow from its seed.
#[derive(Clone, Debug)]
pub struct CheckedRecord {
    /// The record as text.
    pub text: String,
    /// What the check found.
    pub result: Result<Verified, VerifyError>,
}

impl CheckedRecord {
    /// Checks a record.
    pub fn check(text: String) -> Self {
        let result = club::record::verify(text.as_bytes());
        Self { text, result }
    }

    fn show(&self, words: Words) -> Markup {
        html! { (answer(words, &self.result)) (record_form(words, &self.text)) }
    }
}

impl Verify {
    /// The page.
    pub fn page(&self, words: Words) -> Page {
        let title = words.say("verify-title");
        let body = html! {
            section.narrow.verify {
                h1 { (title) }
                p.lead { (words.say("verify-lead")) }
                @match self {
                    Self::Form => { (record_form(words, "")) }
                    Self::Record(record) => { (record.show(words)) }
                    Self::Table(id, dice) => {
                        p { a href={ "/t/" (id) } { (words.say("to-table")) } }
                        @match dice {
                            Some(dice) => { (table_dice(words, dice)) }
                            None => { p.empty { (words.say("verify-not-begun")) } }
                        }
                    }
                }
                (explanation(words))
            }
        };
        Page { title, body }
    }
}

fn table_dice(words: Words, dice: &TableDice) -> Markup {
    html! {
        dl.facts-list {
            dt { (words.say("verify-hash")) } dd.secret { (dice.seed_hash) }
            dt { (words.say("verify-seed")) }
            @match &dice.revealed {
                Some((seed, _)) => { dd.secret { (seed) } }
                None => { dd { (words.say("verify-not-yet")) } }
            }
        }
        @if let Some((_, record)) = &dice.revealed { (record.show(words)) }
    }
}

fn explanation(words: Words) -> Markup {
    html! {
        section.panel {
            h2 { (words.say("verify-how")) }
            ol.numbered {
                li { (words.say("verify-how-start")) }
                li { (words.say("verify-how-play")) }
                li { (words.say("verify-how-end")) }
                li { (words.say("verify-how-takeback")) }
            }
            details {
                summary { (words.say("verify-exactly")) }
                p { (words.say("verify-exactly-number")) }
                p { code { "SHA-256(\"SEED chance N TRY\")" } }
                p { (words.say("verify-exactly-draw")) }
                p { (words.say("verify-at-home")) " " code { "sobremesa verify FILE" } }
            }
        }
    }
}

fn answer(words: Words, result: &Result<Verified, VerifyError>) -> Markup {
    html! {
        @match result {
            Ok(verified) => {
                div.answer.right role="status" {
                    h2 { (words.say("verify-true")) }
                    ul {
                        li { (words.with("verify-chances", [("count", verified.chances.into())])) }
                        li { (words.with("verify-steps", [("count", verified.steps.into())])) }
                        li { (words.say(if verified.seats_drawn { "verify-seats-drawn" } else { "verify-seats-agreed" })) }
                    }
                }
            }
            Err(error) => {
                div.answer.wrong role="alert" {
                    h2 { (words.say("verify-false")) }
                    p { (explain(words, error)) }
                }
            }
        }
    }
}

fn explain(words: Words, error: &VerifyError) -> String {
    match error {
        VerifyError::Text(text) => words.with("verify-unreadable", [("why", text.clone().into())]),
        VerifyError::Missing(key) | VerifyError::Hex(key, _) => {
            words.with("verify-missing", [("line", (*key).into())])
        }
        VerifyError::OtherSeed { actual, published } => words.with(
            "verify-other-seed",
            [("actual", actual.to_string().into()), ("published", published.to_string().into())],
        ),
        VerifyError::Seats { recorded, drawn } => words
            .with("verify-seats", [("recorded", recorded.clone().into()), ("drawn", drawn.clone().into())]),
        VerifyError::Chance { number, recorded, drawn } => words.with(
            "verify-chance",
            [
                ("number", (*number).into()),
                ("recorded", recorded.clone().into()),
                ("drawn", drawn.clone().into()),
            ],
        ),
    }
}

/// A form for the record of any game.
fn record_form(words: Words, text: &str) -> Markup {
    html! {
        form.panel method="post" action="/verify" {
            label for="record" { strong { (words.say("verify-record")) } }
            p.hint { (words.say("verify-record-how")) }
            textarea #record name="record" rows="10" required spellcheck="false" { (text) }
            button #check.button.primary type="submit" { (words.say("verify-check")) }
        }
    }
}
