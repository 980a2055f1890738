//! ¡No Siesta! on the front page and in lists of tables.

use club::GameName;
use maud::{Markup, html};
use no_siesta::Face;

use super::shapes;
use crate::home::QuickGame;
use crate::levels::{DEFAULT_LEVEL, level_choice};
use crate::words::Words;

/// The games that one button starts: with an opponent, or alone.
pub(super) fn quick_games() -> Vec<QuickGame> {
    vec![QuickGame::new("no-siesta", GameName::NoSiesta, 2), QuickGame::new("solo", GameName::NoSiesta, 1)]
}

/// The icon of a table in a list.
pub(super) fn icon() -> Markup {
    shapes::icon("hat")
}

/// The section of the front page.
pub(super) fn section(words: Words) -> Markup {
    html! {
        section.hero.second {
            figure { (example(words)) }
            div {
                h2 { "¡No Siesta!" }
                p { (words.say("home-no-siesta")) }
                div.start {
                    form method="post" action="/play" {
                        input type="hidden" name="game" value="no-siesta";
                        button #play-no-siesta.button.primary type="submit" { (words.say("play-now")) }
                        label.level { (words.say("play-level")) " " (level_choice(words, DEFAULT_LEVEL)) }
                    }
                    div.buttons {
                        form method="post" action="/play" {
                            button #play-solo.button type="submit" name="game" value="solo" { (words.say("play-solo")) }
                        }
                        form method="post" action="/friend" {
                            button #play-no-siesta-friend.button type="submit" name="game" value="no-siesta" { (words.say("play-friend")) }
                        }
                        form method="post" action="/match" {
                            button #play-no-siesta-match.button type="submit" name="game" value="no-siesta" { (words.say("play-match")) }
                        }
                    }
                    a.more href="/new?game=no-siesta" { (words.say("play-other")) }
                }
            }
        }
    }
}

/// One die for each face.
fn example(words: Words) -> Markup {
    html! {
        div.tray role="img" aria-label=(words.say("home-dice")) { @for face in Face::ALL { (shapes::die(face)) } }
    }
}
