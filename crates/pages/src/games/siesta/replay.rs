//! The replay of Siesta: the board after every turn, and what the engine thinks of the turn.

use bots::analysis::Examined;
use club::{Analysis, Step, Variant};
use game::{Players, Seat};
use maud::{Markup, html};
use siesta::{Cell, Content, Mode, Turn};

use super::board::{self, Shown};
use super::choices::{self, Choice};
use super::line::Line;
use super::story::{Story, Told};
use super::words as siesta_words;
use super::{laying, parts, picture};
use crate::advice;
use crate::margins::{Graph, Point};
use crate::replay::{Frame, GameReplay};

/// The replay of a game; `None` if it is another game.
pub(super) fn replay(variant: Variant, steps: &[Step]) -> Option<Box<dyn GameReplay>> {
    let Variant::Siesta(variant) = variant else { return None };
    let story = Story::of(variant, steps)?;
    Some(Box::new(Replay(story)))
}

struct Replay(Story);

impl GameReplay for Replay {
    fn steps(&self) -> usize {
        self.0.turns.len()
    }

    fn player_steps(&self) -> usize {
        self.0.turns.len()
    }

    fn picture(&self, step: usize) -> String {
        picture::picture(self.0.position(step))
    }

    fn moving_picture(&self) -> Option<String> {
        let turns: Vec<Turn> = self.0.turns.iter().map(|told| told.turn).collect();
        picture::moving(&self.0.start, &turns)
    }

    fn drawings(&self) -> Markup {
        board::drawings()
    }

    fn part(&self, frame: &Frame<'_>, analysis: Option<&Analysis<String>>) -> Markup {
        Moment { frame, story: &self.0, analysis: analysis.map(Analysis::parse) }.part()
    }
}

/// A game after one of its turns.
struct Moment<'a> {
    frame: &'a Frame<'a>,
    story: &'a Story,
    analysis: Option<Analysis<Turn>>,
}

impl Moment<'_> {
    /// The turn that led here.
    fn told(&self) -> Option<&Told> {
        self.story.turns.get(self.frame.step.checked_sub(1)?)
    }

    /// What the engine thinks of a turn, counted from 1.
    fn examined(&self, turn: usize) -> Option<&Examined<Turn>> {
        self.analysis.as_ref()?.turns.get(turn.checked_sub(1)?)?.as_ref()
    }

    fn part(&self) -> Markup {
        let frame = self.frame;
        let position = self.story.position(frame.step);
        let sandbox = Line::from(position.clone()).address();
        let progress = self.analysis.as_ref().map(|analysis| (analysis.turns.len(), analysis.of));
        frame.layout(
            &html! { (self.board()) (frame.analysis(progress, self.judged())) },
            &html! {
                (parts::players(frame.words, frame.names, position))
                (self.turns())
                (frame.links(&html! {
                    a #explore.button href=(sandbox) { (frame.words.say("explore")) }
                    a.button.quiet href={ "/t/" (frame.id) "/replay.svg?turn=" (frame.step) } { (frame.words.say("picture")) }
                    a.button.quiet href={ "/t/" (frame.id) "/replay/animated.svg" } { (frame.words.say("picture-moving")) }
                }))
            },
        )
    }

    /// What the engine thinks of the turn and of the whole game; `None` until all of it is analysed.
    fn judged(&self) -> Option<Markup> {
        let analysis = self.analysis.as_ref().filter(|analysis| analysis.is_done())?;
        let seats = || self.story.turns.iter().map(|told| told.seat);
        let play = |seat| analysis.play_of(seat, seats());
        let players = self.story.start.players();
        Some(html! {
            (self.verdict())
            (self.graph())
            (self.frame.accuracy(players, play, |seat| board::drawing(Content::Roof(seat))))
        })
    }

    /// The board with the best turns instead of the last one, the navigation, and why the last turn scored.
    fn board(&self) -> Markup {
        let words = self.frame.words;
        let choices = self.choices();
        let ghosts = choices::ghosts(&choices);
        let mut lines = vec![Vec::new(); choices.len()];
        for (index, cell, _) in &ghosts {
            lines[*index].push(*cell);
        }
        let reasons = self.reasons();
        lines.extend(reasons.iter().map(|(_, cells)| cells.clone()));
        let shown = Shown {
            board: self.story.position(self.frame.step).board(),
            you: None,
            names: self.frame.names,
            last: self.told().iter().flat_map(|told| told.turn.iter().map(|laid| laid.cell)).collect(),
            fresh: Vec::new(),
            press: None,
            lines,
            ghosts,
        };
        html! {
            div.frame { (board::board(words, &shown)) }
            (self.frame.navigation())
            div.caption aria-live="polite" {
                @match self.told() {
                    None => { p { (words.say("replay-start")) } }
                    Some(told) => {
                        p { (words.with("replay-turn", [("number", self.frame.step.into()), ("of", self.story.turns.len().into())]))
                            " " strong { (self.frame.names.of(told.seat)) } " " span.text { (told.turn) } }
                        (laying::reasons(&reasons, choices.len()))
                    }
                }
            }
        }
    }

    /// Why the turn that led here scored, with the cells of each reason.
    fn reasons(&self) -> Vec<(String, Vec<Cell>)> {
        let Some(told) = self.told() else { return Vec::new() };
        let mut laying = self.story.position(self.frame.step - 1).lay();
        let laid = told.turn.iter().try_for_each(|placement| laying.lay(placement));
        debug_assert!(laid.is_ok(), "the turn was played");
        siesta_words::reasons(self.frame.words, self.frame.names, &laying.reasons())
    }

    /// The best turns instead of the one that led here.
    fn choices(&self) -> Vec<Choice> {
        let Some(examined) = self.examined(self.frame.step) else { return Vec::new() };
        let before = self.story.position(self.frame.step - 1);
        let choice = |judged| Choice::of(self.frame.words, self.frame.names, before, judged);
        examined.best.iter().filter_map(choice).collect()
    }

    /// The turns as links, with gains and verdicts.
    fn turns(&self) -> Markup {
        let words = self.frame.words;
        html! {
            section.turns.linked {
                h2 { (words.say("turns")) }
                ol.list data-current tabindex="0" aria-label=(words.say("turns")) {
                    li { a href=(self.frame.at(0)) hx-get=(self.frame.at(0)) aria-current=[(self.frame.step == 0).then_some("step")] {
                        span.count { "0" } span.text { (words.say("replay-start")) } } }
                    @for (number, told) in (1..).zip(&self.story.turns) {
                        li { a href=(self.frame.at(number)) hx-get=(self.frame.at(number)) aria-current=[(self.frame.step == number).then_some("step")] {
                            span.count { (number) }
                            span.{ "dot tone-" (told.seat) } {}
                            span.text { (told.turn) }
                            @if let Some(examined) = self.examined(number) {
                                (advice::verdict_mark(words, examined))
                            }
                            span.gain { (siesta_words::gains(self.frame.names, &told.gains)) }
                        } }
                    }
                }
            }
        }
    }

    /// The verdict on the turn that led here, and the best turns.
    fn verdict(&self) -> Markup {
        let words = self.frame.words;
        let Some(told) = self.told() else { return html! { p.hint { (words.say("analysis-step")) } } };
        let Some(examined) = self.examined(self.frame.step) else {
            return html! { p.hint { (words.say("verdict-none")) } };
        };
        let before = Line::from(self.story.position(self.frame.step - 1).clone());
        let explore = |turn: &Turn| before.with(turn).map(|line| line.address()).unwrap_or_default();
        let expects = words.with(
            "verdict-expects",
            [
                ("name", self.frame.names.of(told.seat).to_owned().into()),
                ("margin", advice::margin(words, examined.played.score).into()),
            ],
        );
        html! {
            div.judged {
                (advice::verdict_line(words, examined, &expects))
                @if !examined.forced {
                    h3 { (words.say("best-turns")) }
                    (choices::best_turns(words, &self.choices(), &words.say("explore-turn"), explore))
                }
            }
        }
    }

    /// The margins of the whole game.
    fn graph(&self) -> Markup {
        let words = self.frame.words;
        let variant = self.story.start.variant();
        let two_sides = variant.players() == Players::TWO || variant.mode() == Mode::Teams;
        let of_turn = |(turn, told): (usize, &Told)| Some(Point::of(turn, told.seat, self.examined(turn)?));
        let points: Vec<Point> = (1..).zip(&self.story.turns).filter_map(of_turn).collect();
        let (players, turns) = (variant.players(), self.story.turns.len());
        let graph = Graph { players, two_sides, points: &points, turns, shown: self.frame.step };
        let side = |first: usize| {
            let seats = Seat::ALL.into_iter().take(variant.players().count()).skip(first).step_by(2);
            seats.map(|seat| self.frame.names.of(seat)).collect::<Vec<_>>().join(" + ")
        };
        let caption = if two_sides {
            words.with("graph-two-sides", [("first", side(0).into()), ("second", side(1).into())])
        } else {
            words.say("graph-many")
        };
        self.frame.graph(&graph, &caption)
    }
}
