//! A finished game of ¡No Siesta! step by step: the farms at every moment, and what the engine thinks of it.

use bots::analysis::{Examined, Verdict};
use game::{Players, Seat};
use maud::{Markup, html};
use no_siesta::{Action, Mode};

use super::Frame;
use club::Analysis;
use pages::advice;
use pages::games::no_siesta::farm::Shown;
use pages::games::no_siesta::middle::Middle;
use pages::games::no_siesta::score;
use pages::games::no_siesta::shapes::disc;
use pages::games::no_siesta::story::{Did, Story, Told};
use pages::games::no_siesta::words as say;
use pages::margins::{self, Point};

/// A moment of a finished game of ¡No Siesta!.
pub(super) struct Replay {
    pub(super) frame: Frame,
    pub(super) story: Story,
    pub(super) analysis: Option<Analysis<Action>>,
}

impl Replay {
    /// The step that led here.
    fn told(&self) -> Option<&Told> {
        self.story.steps.get(self.frame.turn.checked_sub(1)?)
    }

    /// What the engine thinks of a step, counted from 1. It has looked at what players did, not at chance.
    fn examined(&self, step: usize) -> Option<&Examined<Action>> {
        let told = self.story.steps.get(step.checked_sub(1)?)?;
        told.seat()?;
        let before = self.story.steps[..step - 1].iter().filter(|told| told.seat().is_some()).count();
        self.analysis.as_ref()?.turns.get(before)?.as_ref()
    }

    /// What changes from moment to moment.
    pub(super) fn part(&self) -> Markup {
        let frame = &self.frame;
        let (words, names) = (frame.words, &frame.names);
        let position = self.story.position(frame.turn);
        let main = self.story.seat_at(frame.turn);
        let shown = |seat| Shown { words, names, position, seat, choice: None, here: "" };
        let middle = Middle { words, names, position, choice: None };
        let judged = self.analysis.as_ref().filter(|analysis| analysis.is_done()).map(|analysis| {
            let seats = || self.story.steps.iter().filter_map(Told::seat);
            html! {
                (self.verdict())
                (self.graph())
                (frame.accuracy(position.players(), |seat| analysis.play_of(seat, seats()), disc))
            }
        });
        let progress = self.analysis.as_ref().map(|analysis| (analysis.turns.len(), analysis.of));
        frame.page(
            &html! {
                (self.caption())
                (frame.steps())
                (frame.analysis(progress, judged))
                div.no-siesta {
                    (middle.tray())
                    h2.farm-of { (disc(main)) (words.with("farm-of", [("name", names.of(main).to_owned().into())])) }
                    (shown(main).revenue())
                    (shown(main).sheet())
                    div.middle { (middle.track()) (middle.market()) (middle.rival()) (middle.display()) }
                }
                div.others {
                    @for seat in position.players().seats().filter(|seat| *seat != main) {
                        details.other data-keep={ "farm-" (seat) } {
                            summary { (disc(seat)) strong { (words.with("farm-of", [("name", names.of(seat).to_owned().into())])) } }
                            (shown(seat).revenue())
                            (shown(seat).sheet())
                        }
                    }
                }
            },
            &html! {
                section.turns { h2 { (words.say("earned-caption")) } (score::sheet(words, names, position, |_| html! {})) }
                (self.steps())
                (frame.share(&html! {
                    a #explore.button href={ "/t/" (frame.id) "/replay/line?turn=" (frame.turn) } { (words.say("explore")) }
                    a.button.quiet href={ "/t/" (frame.id) "/replay.svg?turn=" (frame.turn) } { (words.say("picture")) }
                    a.button.quiet href={ "/t/" (frame.id) "/verify" } { (words.say("verify")) }
                }))
            },
        )
    }

    fn caption(&self) -> Markup {
        let frame = &self.frame;
        let words = frame.words;
        html! {
            div.caption aria-live="polite" {
                @match self.told() {
                    None => { p { (words.say("replay-start")) } }
                    Some(told) => {
                        p { (words.with("round", [("number", i64::from(told.after.round()).into())])) " · "
                            (words.with("replay-step", [("number", frame.turn.into()), ("of", frame.end.into())])) }
                        p { @if let Some(seat) = told.seat() { strong { (frame.names.of(seat)) } ": " } (told.text(words, &frame.names)) }
                    }
                }
            }
        }
    }

    /// The steps as links, round by round, with points and verdicts.
    fn steps(&self) -> Markup {
        let frame = &self.frame;
        let words = frame.words;
        html! {
            section.turns.linked.steps-linked {
                h2 { (words.say("steps")) }
                ol.list data-current tabindex="0" aria-label=(words.say("steps")) {
                    @for (number, told) in (1..).zip(&self.story.steps) {
                        @let before = self.story.position(number - 1).round();
                        @if number == 1 || self.story.position(number - 2).round() != before {
                            li.round-head { (words.with("round", [("number", i64::from(before).into())])) }
                        }
                        li { a href=(frame.at(number)) hx-get=(frame.at(number)) aria-current=[(frame.turn == number).then_some("step")] {
                            @match told.seat() {
                                Some(seat) => { span.{ "dot tone-" (seat) } {} }
                                None => { span.dot {} }
                            }
                            span.did { @if let Some(seat) = told.seat() { span.hidden { (frame.names.of(seat)) ": " } } (told.text(words, &frame.names)) }
                            @if let Some(examined) = self.examined(number) {
                                span.{ "verdict " (advice::class(examined)) } title=(advice::verdict(words, examined)) {
                                    span aria-hidden="true" { (advice::sign(examined)) }
                                    span.hidden { (advice::verdict(words, examined)) }
                                }
                            }
                            @if told.gain != 0 { span.gain { (format!("{:+}", told.gain)) } }
                        } }
                    }
                }
            }
        }
    }

    fn verdict(&self) -> Markup {
        let frame = &self.frame;
        let words = frame.words;
        let (Some(told), Some(examined)) = (self.told(), self.examined(frame.turn)) else {
            return html! { p.hint { (words.say("analysis-step")) } };
        };
        let Some(seat) = told.seat() else { return html! {} };
        let sheet = told.after.sheet();
        let alone = told.after.variant().mode() == Mode::Solo;
        let expects = words.with(
            if alone { "verdict-expects-points" } else { "verdict-expects" },
            [
                ("name", frame.names.of(seat).to_owned().into()),
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
                    ol.choices-list {
                        @for (index, judged) in examined.best.iter().enumerate() {
                            li {
                                span.rank { (index + 1) }
                                strong { (say::action(words, &frame.names, sheet, &judged.action)) }
                                span.expected title=(words.say("expected")) { (advice::margin(words, judged.score)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn graph(&self) -> Markup {
        let frame = &self.frame;
        let words = frame.words;
        let players = self.story.start.players();
        let two_sides = players == Players::TWO;
        let points: Vec<Point> = (1..)
            .zip(&self.story.steps)
            .filter_map(|(turn, told)| {
                let Did::Action(seat, action) = told.did else { return None };
                let examined = self.examined(turn)?;
                let bad = !examined.forced && examined.verdict() >= Verdict::Mistake;
                // A point for every die and for every end of a scoring phase tells enough.
                let tells = bad || matches!(action, Action::Take(..) | Action::Done);
                tells.then_some(Point { turn, seat, margin: examined.played.score, bad })
            })
            .collect();
        let name = |seat: usize| frame.names.of(Seat::ALL[seat]).to_owned();
        html! {
            figure {
                (margins::graph(players, two_sides, &points, frame.end, frame.turn, |turn| frame.at(turn)))
                figcaption {
                    @if two_sides {
                        (words.with("graph-two-sides", [("first", name(0).into()), ("second", name(1).into())]))
                    } @else if players == Players::ONE {
                        (words.say("graph-alone"))
                    } @else {
                        (words.say("graph-many"))
                    }
                }
            }
        }
    }
}
