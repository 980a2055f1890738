//! The replay of ¡No Siesta!: the farms after every step, and what the engine thinks of the step.

use bots::analysis::Examined;
use club::{Analysis, Step, Variant};
use game::{Players, Seat};
use maud::{Markup, html};
use no_siesta::{Action, Mode};

use super::farm::Shown;
use super::middle::Middle;
use super::shapes::{self, disc};
use super::story::{Did, Story, Told};
use super::{choices, picture, score};
use crate::advice;
use crate::margins::{Graph, Point};
use crate::replay::{Frame, GameReplay};

/// The replay of a game; `None` if it is another game.
pub(super) fn replay(variant: Variant, steps: &[Step]) -> Option<Box<dyn GameReplay>> {
    let Variant::NoSiesta(variant) = variant else { return None };
    let story = Story::of(variant, steps)?;
    Some(Box::new(Replay(story)))
}

struct Replay(Story);

impl GameReplay for Replay {
    fn steps(&self) -> usize {
        self.0.steps.len()
    }

    fn player_steps(&self) -> usize {
        self.0.steps.iter().filter(|told| told.seat().is_some()).count()
    }

    fn picture(&self, step: usize) -> String {
        picture::picture(self.0.position(step), self.0.seat_at(step))
    }

    fn moving_picture(&self) -> Option<String> {
        None
    }

    fn drawings(&self) -> Markup {
        shapes::drawings()
    }

    fn part(&self, frame: &Frame<'_>, analysis: Option<&Analysis<String>>) -> Markup {
        Moment { frame, story: &self.0, analysis: analysis.map(Analysis::parse) }.part()
    }
}

/// A game after one of its steps.
struct Moment<'a> {
    frame: &'a Frame<'a>,
    story: &'a Story,
    analysis: Option<Analysis<Action>>,
}

impl Moment<'_> {
    /// The step that led here.
    fn told(&self) -> Option<&Told> {
        self.story.steps.get(self.frame.step.checked_sub(1)?)
    }

    /// What the engine thinks of a step, counted from 1. Steps of chance are not examined.
    fn examined(&self, step: usize) -> Option<&Examined<Action>> {
        let told = self.story.steps.get(step.checked_sub(1)?)?;
        told.seat()?;
        let before = self.story.steps[..step - 1].iter().filter(|told| told.seat().is_some()).count();
        self.analysis.as_ref()?.turns.get(before)?.as_ref()
    }

    fn part(&self) -> Markup {
        let frame = self.frame;
        let (words, position) = (frame.words, self.story.position(frame.step));
        let progress = self.analysis.as_ref().map(|analysis| (analysis.turns.len(), analysis.of));
        frame.layout(
            &html! {
                (self.caption())
                (frame.navigation())
                (frame.analysis(progress, self.judged()))
                (self.farms())
            },
            &html! {
                section.turns { h2 { (words.say("earned-caption")) } (score::sheet(words, frame.names, position, |_| html! {})) }
                (self.steps())
                (frame.links(&html! {
                    a #explore.button href={ "/t/" (frame.id) "/replay/line?turn=" (frame.step) } { (words.say("explore")) }
                    a.button.quiet href={ "/t/" (frame.id) "/replay.svg?turn=" (frame.step) } { (words.say("picture")) }
                    a.button.quiet href={ "/t/" (frame.id) "/verify" } { (words.say("verify")) }
                }))
            },
        )
    }

    /// What the engine thinks of the step and of the whole game; `None` until all of it is analysed.
    fn judged(&self) -> Option<Markup> {
        let analysis = self.analysis.as_ref().filter(|analysis| analysis.is_done())?;
        let seats = || self.story.steps.iter().filter_map(Told::seat);
        let play = |seat| analysis.play_of(seat, seats());
        Some(html! {
            (self.verdict())
            (self.graph())
            (self.frame.accuracy(self.story.start.players(), play, disc))
        })
    }

    /// The middle of the table and the farms, that of who acted last first.
    fn farms(&self) -> Markup {
        let (words, names) = (self.frame.words, self.frame.names);
        let position = self.story.position(self.frame.step);
        let main = self.story.seat_at(self.frame.step);
        let shown = |seat| Shown { words, names, position, seat, draft: None, here: "" };
        let middle = Middle { words, names, position, draft: None };
        html! {
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
        }
    }

    /// The step that led here, in words.
    fn caption(&self) -> Markup {
        let frame = self.frame;
        let words = frame.words;
        html! {
            div.caption aria-live="polite" {
                @match self.told() {
                    None => { p { (words.say("replay-start")) } }
                    Some(told) => {
                        p { (words.with("round", [("number", i64::from(told.after.round()).into())])) " · "
                            (words.with("replay-step", [("number", frame.step.into()), ("of", frame.end.into())])) }
                        p { @if let Some(seat) = told.seat() { strong { (frame.names.of(seat)) } ": " } (told.text(words, frame.names)) }
                    }
                }
            }
        }
    }

    /// The steps as links, round by round, with points and verdicts.
    fn steps(&self) -> Markup {
        let frame = self.frame;
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
                        li { a href=(frame.at(number)) hx-get=(frame.at(number)) aria-current=[(frame.step == number).then_some("step")] {
                            @match told.seat() {
                                Some(seat) => { span.{ "dot tone-" (seat) } {} }
                                None => { span.dot {} }
                            }
                            span.did { @if let Some(seat) = told.seat() { span.hidden { (frame.names.of(seat)) ": " } } (told.text(words, frame.names)) }
                            @if let Some(examined) = self.examined(number) {
                                (advice::verdict_mark(words, examined))
                            }
                            @if told.gain != 0 { span.gain { (format!("{:+}", told.gain)) } }
                        } }
                    }
                }
            }
        }
    }

    /// The verdict on the step that led here, and the best actions.
    fn verdict(&self) -> Markup {
        let frame = self.frame;
        let words = frame.words;
        let (Some(told), Some(examined)) = (self.told(), self.examined(frame.step)) else {
            return html! { p.hint { (words.say("analysis-step")) } };
        };
        let Some(seat) = told.seat() else { return html! {} };
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
                (advice::verdict_line(words, examined, &expects))
                @if !examined.forced {
                    h3 { (words.say("best-turns")) }
                    (choices::best_actions(words, frame.names, told.after.sheet(), &examined.best))
                }
            }
        }
    }

    /// The margins of the whole game.
    fn graph(&self) -> Markup {
        let frame = self.frame;
        let words = frame.words;
        let players = self.story.start.players();
        let two_sides = players == Players::TWO;
        let of_step = |(step, told): (usize, &Told)| {
            let Did::Action(seat, action) = told.did else { return None };
            let point = Point::of(step, seat, self.examined(step)?);
            // A point for every die and for every end of a scoring phase tells enough.
            let tells = point.bad || matches!(action, Action::Take(..) | Action::Done);
            tells.then_some(point)
        };
        let points: Vec<Point> = (1..).zip(&self.story.steps).filter_map(of_step).collect();
        let graph = Graph { players, two_sides, points: &points, turns: frame.end, shown: frame.step };
        let name = |seat: usize| frame.names.of(Seat::ALL[seat]).to_owned();
        let caption = if two_sides {
            words.with("graph-two-sides", [("first", name(0).into()), ("second", name(1).into())])
        } else if players == Players::ONE {
            words.say("graph-alone")
        } else {
            words.say("graph-many")
        };
        frame.graph(&graph, &caption)
    }
}
