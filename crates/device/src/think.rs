//! What the worker of a page thinks about: the moves of bots, hints, and the best actions in a sandbox.
//!
//! A search blocks the thread that it runs on. Learned weights are loaded when a search needs them: the answer is then where
//! they are, and the same question is asked again once they were given to [`Thinker::learn`].

use std::borrow::Cow;
use std::ops::ControlFlow::Continue;
use std::time::Duration;

use bots::{Budget, Clock, Judge, Judged, Level, Limits, WeightFile};
use club::engine::{Engine, HINT_TIME, LINE_TIME, Learned, SANDBOX_TIME, bot_weights, judge_weights};
use club::view::{SeatView, Taken};
use club::{Stage, Variant};
use game::{Rules, Seat};
use pages::assets::weights_address;
use pages::games::{no_siesta, siesta};
use pages::query::Query;
use pages::replay::ReplaySnapshot;
use pages::snapshot::Snapshot;
use pages::table::{Hint, TablePage, TableSnapshot};
use pages::words::{Language, Words};
use serde::{Deserialize, Serialize};

use crate::{Answer, read};

/// Thinks on a device, with the weights that it has loaded so far.
pub struct Thinker {
    clock: Clock,
    learned: Vec<Learned>,
    /// The variant whose weights are to come.
    awaited: Option<Variant>,
}

/// What a page asks its worker.
#[derive(Deserialize, Debug)]
struct Question<'a> {
    /// The path of the request that would go to the server; `/t/ID/bot` asks for the move of a bot.
    #[serde(borrow)]
    address: Cow<'a, str>,
    /// The fields of the form, as its body has them.
    #[serde(borrow, default)]
    form: Cow<'a, str>,
    /// The language of the page, as its `lang` attribute has it.
    #[serde(borrow)]
    language: Cow<'a, str>,
    /// The snapshot of the page; empty if it has none.
    #[serde(borrow, default)]
    snapshot: Cow<'a, str>,
    /// The random choices of a bot follow from it.
    #[serde(default)]
    seed: u64,
}

/// What a worker answers.
#[derive(Serialize, Debug)]
#[serde(untagged)]
enum Reply {
    /// The address of weights that the search needs.
    Needs { needs: String },
    /// The move of a bot, as the fields of the form that plays it.
    Bot {
        seat: Seat,
        seq: u64,
        #[serde(rename = "move")]
        text: String,
    },
    /// A part of the page.
    Part(Answer),
}

/// The form of a hint.
#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    more: String,
}

impl Thinker {
    /// Without any weights yet.
    pub fn new(clock: Clock) -> Self {
        Self { clock, learned: Vec::new(), awaited: None }
    }

    /// Takes the weights that the last answer named. Anything else is not taken.
    pub fn learn(&mut self, bytes: &[u8]) {
        let learned = self.awaited.take().and_then(|variant| Learned::read(variant, bytes).ok());
        self.learned.extend(learned);
    }

    /// Answers a question in JSON with an answer in JSON. An empty text means that only the server can answer.
    pub fn think(&mut self, question: &str) -> String {
        let reply = serde_json::from_str(question).ok().and_then(|question| self.find(&question));
        reply.and_then(|reply| serde_json::to_string(&reply).ok()).unwrap_or_default()
    }

    fn find(&mut self, question: &Question<'_>) -> Option<Reply> {
        let words = Words(Language::by_code(&question.language)?);
        if question.address == "/sandbox/best" {
            return self.sandbox(words, &question.form);
        }
        match serde_json::from_str(&question.snapshot).ok()? {
            Snapshot::Table(table) => {
                let below = question.address.strip_prefix(&table.path())?;
                match below {
                    "/bot" => self.bot(&table.page(words, Query::default())?, question.seed),
                    "/hint" => self.hint(words, *table, &question.form),
                    _ => None,
                }
            }
            Snapshot::Replay(game) => {
                let below = question.address.strip_prefix(&game.path())?;
                if below == "/line/best" { self.line(words, &game, &question.form) } else { None }
            }
        }
    }

    /// The move of a bot that is to act at a table where nobody else could be harmed by it.
    fn bot(&mut self, page: &TablePage, seed: u64) -> Option<Reply> {
        let (table, state) = (&page.table, page.state.as_ref()?);
        let people = table.seats.iter().filter(|seat| seat.person.is_some()).count();
        if table.stage != Stage::Playing || table.rated || people != 1 || !state.turn_is_one_step() {
            return None;
        }
        let is_due = |view: &&SeatView| {
            let to_act = table.game.as_ref().map(|game| &game.to_act[..]).unwrap_or_default();
            view.taken == Taken::Bot && view.seat.is_some_and(|seat| to_act.contains(&seat))
        };
        let due = table.seats.iter().find(is_due)?;
        let (seat, level) = (due.seat?, Level::new(due.bot?).ok()?);
        let learned = match bot_weights(state.variant(), level) {
            Some(file) => match self.weights(state.variant(), file) {
                Ok(learned) => Some(learned),
                Err(needs) => return Some(needs),
            },
            None => None,
        };
        let engine = Engine::new(learned, self.clock);
        let text = engine.choose(state, seat, level, seed, Limits::default(), &mut |_| Continue(())).ok()?;
        Some(Reply::Bot { seat, seq: table.seq, text })
    }

    /// The page of a table with a hint.
    fn hint(&mut self, words: Words, table: TableSnapshot, form: &str) -> Option<Reply> {
        let asked: Asked = read(form)?;
        let mut page = table.page(words, read(form)?)?;
        let (seat, state) = (page.table.you?, page.state.clone()?);
        let learned = match self.weights(state.variant(), judge_weights(state.variant())) {
            Ok(learned) => learned,
            Err(needs) => return Some(needs),
        };
        let engine = Engine::new(Some(learned), self.clock);
        let judged = engine.judge(&state, seat, Limits::time(HINT_TIME), &mut |_| Continue(())).ok()?;
        let hint = if asked.more.is_empty() { Hint::Nudge } else { Hint::Answer };
        page.hint = page.hint_in_words(hint, &judged.first()?.action);
        Some(Reply::Part(page.update().into()))
    }

    /// The sandbox of Siesta with the best turns.
    fn sandbox(&mut self, words: Words, form: &str) -> Option<Reply> {
        let mut sandbox = siesta::Sandbox::new(words, &read(form)?, &read(form)?);
        if let Some(position) = sandbox.position().cloned() {
            let variant = Variant::Siesta(position.variant());
            match self.weights(variant, judge_weights(variant)) {
                Ok(Learned::Siesta(learned)) => {
                    let judge = bots::siesta::judge_with(learned);
                    let best = self.judge(judge, &position, position.mover(), SANDBOX_TIME);
                    sandbox.set_judged(&best);
                }
                Ok(Learned::NoSiesta(_)) => return None,
                Err(needs) => return Some(needs),
            }
        }
        Some(Reply::Part(sandbox.update().into()))
    }

    /// Another line of a finished game of ¡No Siesta! with the best actions.
    fn line(&mut self, words: Words, game: &ReplaySnapshot, form: &str) -> Option<Reply> {
        let mut sandbox = no_siesta::Sandbox::of(words, game, &read(form)?)?;
        if let Some((position, seat)) = sandbox.question() {
            let variant = game.variant()?;
            match self.weights(variant, judge_weights(variant)) {
                Ok(Learned::NoSiesta(learned)) => {
                    let judge = bots::no_siesta::judge_with(learned);
                    sandbox.set_judged(self.judge(judge, &position, seat, LINE_TIME));
                }
                Ok(Learned::Siesta(_)) => return None,
                Err(needs) => return Some(needs),
            }
        }
        Some(Reply::Part(sandbox.update().into()))
    }

    fn judge<R: Rules>(
        &self,
        mut judge: Box<dyn Judge<R>>,
        position: &R,
        seat: Seat,
        time: Duration,
    ) -> Vec<Judged<R::Action>> {
        let mut budget = Budget::new(Limits::time(time), self.clock);
        judge.judge(position, seat, &[], &mut budget, &mut |_| {})
    }

    /// The weights of this file, or where they are to be loaded from.
    fn weights(&mut self, variant: Variant, file: &WeightFile) -> Result<Learned, Reply> {
        let known = self.learned.iter().find(|learned| learned.file() == file).cloned();
        known.ok_or_else(|| {
            self.awaited = Some(variant);
            Reply::Needs { needs: weights_address(file) }
        })
    }
}
