//! Siesta on the front page and in lists of tables.

use club::GameName;
use maud::{Markup, html};
use siesta::{Content, Position};

use super::board::{self, Shown};
use crate::home::QuickGame;
use crate::levels::{DEFAULT_LEVEL, level_choice};
use crate::names::Names;
use crate::words::Words;

/// A position in the middle of a game, with Siestas of both players.
const EXAMPLE: &str = "12/5*1#4/5a1a4/2*b##b*4/5abb2*1/5*a#a*a#/7#2#1/7#4/7b*3/6a*4/7b4/7#4 2 a 10";

/// The games that one button starts.
pub(super) fn quick_games() -> Vec<QuickGame> {
    vec![QuickGame::new("siesta", GameName::Siesta, 2)]
}

/// The icon of a table in a list.
pub(super) fn icon() -> Markup {
    board::drawing(Content::Sun)
}

/// The section of the front page.
pub(super) fn section(words: Words) -> Markup {
    html! {
        section.hero {
            div {
                h1 { (words.say("home-title")) }
                p.lead { (words.say("home-lead")) }
                div.start {
                    form method="post" action="/play" {
                        button #play-now.button.primary.large type="submit" { (words.say("play-now")) }
                        label.level { (words.say("play-level")) " " (level_choice(words, DEFAULT_LEVEL)) }
                    }
                    div.together {
                        form method="post" action="/friend" {
                            button #play-friend.button.large type="submit" { (words.say("play-friend")) }
                        }
                        form method="post" action="/match" {
                            button #play-match.button.large type="submit" title=(words.say("play-match-how")) { (words.say("play-match")) }
                        }
                    }
                    a.more href="/new" { (words.say("play-other")) }
                }
            }
            figure { (example(words)) figcaption { (words.say("home-example")) } }
        }
    }
}

fn example(words: Words) -> Markup {
    let names = Names(vec![words.say("example-first"), words.say("example-second")]);
    let Ok(position) = EXAMPLE.parse::<Position>() else { return html! {} };
    let shown = Shown {
        board: position.board(),
        you: None,
        names: &names,
        last: Vec::new(),
        fresh: Vec::new(),
        press: None,
        lines: Vec::new(),
        ghosts: Vec::new(),
    };
    html! { div.small-board { (board::board(words, &shown)) } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn the_front_page_shows_a_board() {
        let position: Position = EXAMPLE.parse().unwrap();
        assert_eq!(position.end(), None);
        assert!(example(Words(Language::English)).into_string().contains("data-board"));
    }
}
