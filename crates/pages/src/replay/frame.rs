//! The parts of a replay that are the same for every game.

use bots::analysis::{Play, Verdict};
use club::TableId;
use game::{Players, Seat};
use maud::{Markup, html};

use crate::margins::{self, Graph};
use crate::names::Names;
use crate::share::share_button;
use crate::words::Words;

/// What the replays of all games have in common: which step of which game is shown, and the parts around it.
pub(crate) struct Frame<'a> {
    /// The language of the page.
    pub(crate) words: Words,
    /// The table where the game was played.
    pub(crate) id: TableId,
    /// The full address of the replay, to be shared.
    pub(crate) address: &'a str,
    /// The names of the players by seat.
    pub(crate) names: &'a Names,
    /// After how many steps the game is shown.
    pub(crate) step: usize,
    /// How many steps the game has.
    pub(crate) end: usize,
}

impl Frame<'_> {
    /// The address of the replay after so many steps.
    pub(crate) fn at(&self, step: usize) -> String {
        format!("/t/{}/replay?turn={step}", self.id)
    }

    /// The board or farm, and what stands beside it.
    pub(crate) fn layout(&self, play: &Markup, side: &Markup) -> Markup {
        let words = self.words;
        html! {
            div #replay.table.replay hx-target:inherited="#replay" hx-swap:inherited="outerMorph"
                hx-push-url:inherited="true" hx-sync:inherited="#replay:replace" {
                section.play aria-label=(words.say("play-label")) { (play) }
                aside.side aria-label=(words.say("side-label")) { (side) }
            }
        }
    }

    /// The buttons to the first, previous, next and last step, and the one that plays by itself.
    pub(crate) fn navigation(&self) -> Markup {
        let words = self.words;
        let button = |key: &str, sign: &str, label: String, to: Option<usize>| {
            let address = to.map(|step| self.at(step));
            html! {
                a.button href=[address.as_deref()] hx-get=[address.as_deref()] data-key=[to.map(|_| key)] id={ "step-" (key) }
                    aria-disabled=[to.is_none().then_some("true")] aria-label=(label) title=(label) { (sign) }
            }
        };
        let (back, on) =
            ((self.step > 0).then(|| self.step - 1), (self.step < self.end).then(|| self.step + 1));
        html! {
            nav.steps aria-label=(words.say("replay-steps")) {
                (button("Home", "|◀", words.say("replay-first"), back.map(|_| 0)))
                (button("ArrowLeft", "◀", words.say("replay-back"), back))
                button.button type="button" hidden data-autoplay data-play=(words.say("replay-play"))
                    data-pause=(words.say("replay-pause")) { (words.say("replay-play")) }
                (button("ArrowRight", "▶", words.say("replay-on"), on))
                (button("End", "▶|", words.say("replay-last"), on.map(|_| self.end)))
            }
        }
    }

    /// What the engine thinks of the game and of the step, given once the analysis is done; before that how many
    /// turns of how many it has examined, or the button that asks for an analysis.
    pub(crate) fn analysis(&self, progress: Option<(usize, usize)>, judged: Option<Markup>) -> Markup {
        let words = self.words;
        let here = self.at(self.step);
        // The answer brings what the page needs once the analysis is done.
        let again = format!("{here}&snapshot=1");
        html! {
            section #analysis.analysis aria-label=(words.say("analysis")) {
                h2 { (words.say("analysis")) }
                @match (judged, progress) {
                    (Some(judged), _) => { (judged) }
                    (None, Some((done, of))) => {
                        p role="status" hx-get=(again) hx-trigger="every 1s" hx-push-url="false" hx-sync="#replay:drop" {
                            (words.with("analysis-progress", [("done", done.into()), ("of", of.into())]))
                        }
                        progress max=(of) value=(done) { (done) "/" (of) }
                        p { a.button.quiet href=(here) hx-get=(again) hx-push-url=(here) { (words.say("analysis-look")) } }
                    }
                    (None, None) => {
                        @let action = format!("/t/{}/replay/analyse?turn={}", self.id, self.step);
                        p { (words.say("analysis-what")) }
                        form method="post" action=(action) hx-post=(action) {
                            button #analyse.button.primary type="submit" { (words.say("analyse")) }
                        }
                    }
                }
            }
        }
    }

    /// The margins of the whole game, with what the graph means. Each point is a link to its step.
    pub(crate) fn graph(&self, graph: &Graph<'_>, caption: &str) -> Markup {
        html! {
            figure {
                (margins::graph(graph, |step| self.at(step)))
                figcaption { (caption) }
            }
        }
    }

    /// How exactly everybody played, with a drawing of their piece.
    pub(crate) fn accuracy(
        &self,
        players: Players,
        play: impl Fn(Seat) -> Play,
        drawing: impl Fn(Seat) -> Markup,
    ) -> Markup {
        let words = self.words;
        html! {
            h3 { (words.say("accuracy")) }
            ul.accuracy {
                @for seat in players.seats() {
                    @let play = play(seat);
                    @let counts: Vec<String> = Verdict::ALL.into_iter().filter(|verdict| play.count(*verdict) > 0)
                        .map(|verdict| format!("{} × {}", play.count(verdict), words.say(&format!("verdict-{verdict}")))).collect();
                    li {
                        (drawing(seat))
                        span.name { (self.names.of(seat)) }
                        strong { @if let Some(accuracy) = play.accuracy() { (format!("{accuracy:.0}")) " %" } @else { "–" } }
                        span.counts { (counts.join(", ")) }
                    }
                }
            }
        }
    }

    /// The links of the game itself, and those to share and to leave the replay.
    pub(crate) fn links(&self, more: &Markup) -> Markup {
        let words = self.words;
        html! {
            div.menu.share-links {
                (more)
                (share_button(words, self.address, &self.names.0.join(" – ")))
                a.button.quiet href={ "/api/v1/tables/" (self.id) "/record" } { (words.say("record")) }
                a.button.quiet href={ "/t/" (self.id) } { (words.say("to-table")) }
            }
        }
    }
}
