//! A finished game of Siesta turn by turn: the board at every moment, and what the engine thinks of it.

use bots::analysis::{Examined, Verdict};
use game::{Players, Seat};
use maud::{Markup, html};
use siesta::{Cell, Content, Mode, Turn};

use super::Frame;
use club::Analysis;
use pages::advice;
use pages::games::siesta::board::{self, Shown};
use pages::games::siesta::choices::{self, Choice};
use pages::games::siesta::line::Line;
use pages::games::siesta::story::{Story, Told};
use pages::games::siesta::words as siesta_words;
use pages::games::siesta::{laying, parts};
use pages::margins::{self, Point};

/// A moment of a finished game of Siesta.
pub(super) struct Replay {
    pub(super) frame: Frame,
    pub(super) story: Story,
    pub(super) analysis: Option<Analysis<Turn>>,
}

impl Replay {
    /// The turn that led here.
    fn told(&self) -> Option<&Told> {
        self.story.turns.get(self.frame.turn.checked_sub(1)?)
    }

    /// What the engine thinks of a turn, counted from 1.
    fn examined(&self, turn: usize) -> Option<&Examined<Turn>> {
        self.analysis.as_ref()?.turns.get(turn.checked_sub(1)?)?.as_ref()
    }

    /// What changes from moment to moment.
    pub(super) fn part(&self) -> Markup {
        let frame = &self.frame;
        let position = self.story.position(frame.turn);
        let sandbox = Line::from(position.clone()).address();
        let judged = self.analysis.as_ref().filter(|analysis| analysis.is_done()).map(|analysis| {
            let seats = || self.story.turns.iter().map(|told| told.seat);
            let play = |seat| analysis.play_of(seat, seats());
            html! {
                (self.verdict())
                (self.graph())
                (frame.accuracy(position.players(), play, |seat| board::drawing(Content::Roof(seat))))
            }
        });
        let progress = self.analysis.as_ref().map(|analysis| (analysis.turns.len(), analysis.of));
        frame.page(
            &html! { (self.board()) (frame.analysis(progress, judged)) },
            &html! {
                (parts::players(frame.words, &frame.names, position))
                (self.turns())
                (frame.share(&html! {
                    a #explore.button href=(sandbox) { (frame.words.say("explore")) }
                    a.button.quiet href={ "/t/" (frame.id) "/replay.svg?turn=" (frame.turn) } { (frame.words.say("picture")) }
                    a.button.quiet href={ "/t/" (frame.id) "/replay/animated.svg" } { (frame.words.say("picture-moving")) }
                }))
            },
        )
    }

    /// The board, the ways from here, the turn that led here and why it scored.
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
            board: self.story.position(self.frame.turn).board(),
            you: None,
            names: &self.frame.names,
            last: self.told().iter().flat_map(|told| told.turn.iter().map(|laid| laid.cell)).collect(),
            fresh: Vec::new(),
            press: None,
            lines,
            ghosts,
        };
        html! {
            div.frame { (board::board(words, &shown)) }
            (self.frame.steps())
            div.caption aria-live="polite" {
                @match self.told() {
                    None => { p { (words.say("replay-start")) } }
                    Some(told) => {
                        p { (words.with("replay-turn", [("number", self.frame.turn.into()), ("of", self.story.turns.len().into())]))
                            " " strong { (self.frame.names.of(told.seat)) } " " span.text { (told.turn) } }
                        (laying::reasons(&reasons, choices.len()))
                    }
                }
            }
        }
    }

    fn reasons(&self) -> Vec<(String, Vec<Cell>)> {
        let Some(told) = self.told() else { return Vec::new() };
        let mut laying = self.story.position(self.frame.turn - 1).lay();
        let laid = told.turn.iter().try_for_each(|placement| laying.lay(placement));
        debug_assert!(laid.is_ok(), "the turn was played");
        siesta_words::reasons(self.frame.words, &self.frame.names, &laying.reasons())
    }

    /// The best turns instead of the one that led here.
    fn choices(&self) -> Vec<Choice> {
        let Some(examined) = self.examined(self.frame.turn) else { return Vec::new() };
        let before = self.story.position(self.frame.turn - 1);
        let choice = |judged| Choice::of(self.frame.words, &self.frame.names, before, judged);
        examined.best.iter().filter_map(choice).collect()
    }

    /// The turns as links, with gains and verdicts.
    fn turns(&self) -> Markup {
        let words = self.frame.words;
        html! {
            section.turns.linked {
                h2 { (words.say("turns")) }
                ol.list data-current tabindex="0" aria-label=(words.say("turns")) {
                    li { a href=(self.frame.at(0)) hx-get=(self.frame.at(0)) aria-current=[(self.frame.turn == 0).then_some("step")] {
                        span.count { "0" } span.text { (words.say("replay-start")) } } }
                    @for (number, told) in (1..).zip(&self.story.turns) {
                        li { a href=(self.frame.at(number)) hx-get=(self.frame.at(number)) aria-current=[(self.frame.turn == number).then_some("step")] {
                            span.count { (number) }
                            span.{ "dot tone-" (told.seat) } {}
                            span.text { (told.turn) }
                            @if let Some(examined) = self.examined(number) {
                                span.{ "verdict " (advice::class(examined)) } title=(advice::verdict(words, examined)) {
                                    span aria-hidden="true" { (advice::sign(examined)) }
                                    span.hidden { (advice::verdict(words, examined)) }
                                }
                            }
                            span.gain { (siesta_words::gains(&self.frame.names, &told.gains)) }
                        } }
                    }
                }
            }
        }
    }

    fn verdict(&self) -> Markup {
        let words = self.frame.words;
        let Some(told) = self.told() else { return html! { p.hint { (words.say("analysis-step")) } } };
        let Some(examined) = self.examined(self.frame.turn) else {
            return html! { p.hint { (words.say("verdict-none")) } };
        };
        let before = Line::from(self.story.position(self.frame.turn - 1).clone());
        let go_on = |turn: &Turn| before.with(turn).map(|line| line.address()).unwrap_or_default();
        let expects = words.with(
            "verdict-expects",
            [
                ("name", self.frame.names.of(told.seat).to_owned().into()),
                ("margin", advice::margin(words, examined.played.score).into()),
            ],
        );
        html! {
            div.judged {
                p { span.{ "verdict " (advice::class(examined)) } { span aria-hidden="true" { (advice::sign(examined)) " " } (advice::verdict(words, examined)) }
                    @if examined.loss > Verdict::Best.most_lost() && !examined.forced {
                        " " (words.with("verdict-loses", [("points", advice::decimal(words, examined.loss).into())]))
                    }
                    " " (expects) }
                @if !examined.forced {
                    h3 { (words.say("best-turns")) }
                    (choices::choices(words, &self.choices(), &words.say("explore-turn"), go_on))
                }
            }
        }
    }

    fn graph(&self) -> Markup {
        let words = self.frame.words;
        let variant = self.story.start.variant();
        let two_sides = variant.players() == Players::TWO || variant.mode() == Mode::Teams;
        let points: Vec<Point> = (1..)
            .zip(&self.story.turns)
            .filter_map(|(turn, told)| {
                let examined = self.examined(turn)?;
                let bad = !examined.forced && examined.verdict() >= Verdict::Mistake;
                Some(Point { turn, seat: told.seat, margin: examined.played.score, bad })
            })
            .collect();
        let side = |first: usize| {
            let seats = Seat::ALL.into_iter().take(variant.players().count()).skip(first).step_by(2);
            seats.map(|seat| self.frame.names.of(seat)).collect::<Vec<_>>().join(" + ")
        };
        html! {
            figure {
                (margins::graph(variant.players(), two_sides, &points, self.story.turns.len(), self.frame.turn, |turn| self.frame.at(turn)))
                figcaption {
                    @if two_sides {
                        (words.with("graph-two-sides", [("first", side(0).into()), ("second", side(1).into())]))
                    } @else {
                        (words.say("graph-many"))
                    }
                }
            }
        }
    }
}
