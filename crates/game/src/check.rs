//! The laws of the contract, checked in random play.
//!
//! [`laws`] plays one game at random and checks every law at every step. It says which law was
//! broken, where and how, so that a failing seed can be played again.

use std::fmt;

use crate::record::{Record, Step};
use crate::{Random, Rules, Seat, Setup, ToAct, Viewer};

/// The laws that every game keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Law {
    /// Whoever is to act has something to do, and nobody else has; likewise chance.
    SomethingToDo,
    /// Listing twice gives the same list, and no text is in it twice.
    FixedOrder,
    /// A listed action is accepted, and checked and unchecked application agree.
    ListedIsLegal,
    /// What is accepted leads where a listed action leads; all else is refused.
    LegalIsListed,
    /// A refusal changes nothing.
    RefusalChangesNothing,
    /// Actions, chance outcomes and positions are read as they are written.
    Notation,
    /// A record is read as it is written and leads to the same state.
    Record,
    /// What happens to a state leaves its clones alone.
    CloneIndependence,
    /// Every step lowers the limit of steps to come, and the game ends within it.
    Termination,
    /// Scores, hash and everything else that is updated incrementally equal a recount.
    Recount,
    /// Weights are positive and add up to what they should.
    Weights,
    /// A viewer cannot distinguish states that differ only in what is hidden from that viewer.
    View,
}

/// A broken law.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The law that is broken.
    pub law: Law,
    /// The number of steps before it.
    pub step: u32,
    /// The position, and what happened in it.
    pub detail: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} broken after {} steps: {}", self.law, self.step, self.detail)
    }
}

impl std::error::Error for Broken {}

/// How many of the listed actions are tried at each step, besides the one that is played.
const LISTED_TRIED: usize = 3;
/// How many made-up actions are tried at each step.
const PROBES: usize = 4;
/// Checks whose cost grows with the number of actions run at one step in this many.
const THOROUGH: u32 = 4;

/// Plays one game at random from the setup and checks every law at every step.
///
/// `probe` makes up actions, legal or not; nearly legal ones test most. Returns the record of the game and
/// the state at its end.
pub fn laws<R: Rules>(
    setup: &R::Setup,
    seed: u64,
    probe: &mut dyn FnMut(&R, &mut Random) -> R::Action,
) -> Result<(Record<R>, R), Broken> {
    let mut run =
        Run { state: R::start(setup), listed: Default::default(), step: 0, random: Random::new(seed) };
    let mut record = Record::new(setup.clone());
    let mut earlier: Vec<R::Action> = Vec::new();
    let mut earlier_chances: Vec<R::Chance> = Vec::new();
    while run.state.to_act() != ToAct::Over {
        run.at_any_state()?;
        let before = run.state.clone();
        let (text, limit) = (before.to_string(), before.most_steps());
        match run.state.to_act() {
            ToAct::Over => {}
            ToAct::Chance => {
                let chance = run.chance(&earlier_chances)?;
                earlier_chances.push(chance.clone());
                record.steps.push(Step::Chance(chance));
            }
            ToAct::Seats(_) => {
                let mut probes: Vec<R::Action> =
                    (0..PROBES).map(|_| probe(&run.state, &mut run.random)).collect();
                probes.extend(run.random.pick(&earlier).cloned());
                run.no_chance_now(&earlier_chances)?;
                let (seat, action) = run.seat(&probes)?;
                earlier.push(action.clone());
                record.steps.push(Step::Action(seat, action));
            }
        }
        run.hold(
            Law::CloneIndependence,
            before.to_string() == text && before == before.recomputed(),
            || format!("a clone changed from `{text}` to `{before}`"),
        )?;
        run.step += 1;
        let left = run.state.most_steps();
        run.hold(Law::Termination, left < limit, || {
            format!("at most {left} steps to come after at most {limit}")
        })?;
    }
    run.at_any_state()?;
    run.over(&earlier)?;
    run.no_chance_now(&earlier_chances)?;
    run.record(&record)?;
    Ok((record, run.state))
}

struct Run<R: Rules> {
    state: R,
    /// What each seat may do in the state.
    listed: [Vec<R::Action>; Seat::MAX],
    step: u32,
    random: Random,
}

impl<R: Rules> Run<R> {
    fn hold(&self, law: Law, holds: bool, detail: impl FnOnce() -> String) -> Result<(), Broken> {
        if holds {
            return Ok(());
        }
        let detail = format!("in `{}`: {}", self.state, detail());
        Err(Broken { law, step: self.step, detail })
    }

    fn at_any_state(&mut self) -> Result<(), Broken> {
        let state = self.state.clone();
        let recomputed = state.recomputed();
        self.hold(Law::Recount, recomputed == state, || format!("{state:?} is {recomputed:?}"))?;
        self.hold(Law::Recount, recomputed.scores() == state.scores(), || "scores differ".into())?;
        self.hold(Law::Recount, recomputed.hash() == state.hash(), || "hashes differ".into())?;
        let read = R::parse(&state.setup(), &state.to_string());
        self.hold(Law::Notation, read.as_ref().is_ok_and(|read| *read == state), || {
            format!("the position is read as {read:?}")
        })?;
        let players = state.setup().players();
        for viewer in players.seats().map(Viewer::Seat).chain([Viewer::Spectator]) {
            let random = &mut self.random;
            let other = state.disguised(viewer, &mut || random.next());
            self.hold(Law::View, other.view(viewer) == state.view(viewer), || {
                format!("{viewer:?} can tell it from `{other}`")
            })?;
        }
        let listing = |seat| {
            let mut actions = Vec::new();
            state.actions(seat, &mut actions);
            actions
        };
        self.listed = Seat::ALL.map(listing);
        for seat in Seat::ALL {
            let actions = &self.listed[seat.index()];
            let to_act = players.has(seat) && state.to_act().includes(seat);
            self.hold(Law::SomethingToDo, actions.is_empty() != to_act, || {
                format!("{} actions for {seat}, with {:?} to act", actions.len(), state.to_act())
            })?;
            if self.random.below(THOROUGH) == 0 {
                let actions = &self.listed[seat.index()];
                self.hold(Law::FixedOrder, *actions == listing(seat), || "the order changed".into())?;
                let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
                texts.sort_unstable();
                self.hold(Law::FixedOrder, texts.is_sorted_by(|a, b| a < b), || "listed twice".into())?;
            }
        }
        let mut chances = Vec::new();
        state.chances(&mut chances);
        let chance_acts = state.to_act() == ToAct::Chance;
        self.hold(Law::SomethingToDo, chances.is_empty() != chance_acts, || {
            format!("{} chances, with {:?} to act", chances.len(), state.to_act())
        })
    }

    /// Checks what chance may do and lets it do one thing.
    fn chance(&mut self, earlier: &[R::Chance]) -> Result<R::Chance, Broken> {
        let mut chances = Vec::new();
        self.state.chances(&mut chances);
        let total: u64 = chances.iter().map(|(_, weight)| weight).sum();
        let positive = chances.iter().all(|(_, weight)| *weight > 0);
        let expected = self.state.chance_weight();
        self.hold(Law::Weights, positive && total == expected, || {
            format!("weights add up to {total}, not {expected}, or one of them is 0")
        })?;
        for (index, (chance, _)) in chances.iter().enumerate() {
            let twice = chances[..index].iter().any(|(other, _)| other == chance);
            self.hold(Law::FixedOrder, !twice, || format!("`{chance}` is listed twice"))?;
            self.hold(
                Law::Notation,
                chance.to_string().parse().is_ok_and(|read: R::Chance| read == *chance),
                || format!("`{chance}` is read otherwise"),
            )?;
        }
        let chosen = self.random.pick_weighted(&chances).cloned();
        let Some(chance) = chosen else {
            return Err(Broken { law: Law::Weights, step: self.step, detail: "no chance".into() });
        };
        if let Some(other) = self.random.pick(earlier).cloned()
            && chances.iter().all(|(listed, _)| *listed != other)
        {
            self.chance_refused(&other)?;
        }
        let done = self.state.clone().happen(&chance);
        self.hold(Law::ListedIsLegal, done.is_ok(), || format!("`{chance}` is refused: {done:?}"))?;
        self.nobody_may_act_out_of_turn()?;
        let done = self.state.happen(&chance);
        debug_assert!(done.is_ok());
        Ok(chance)
    }

    /// Checks what players may do and does one thing for one of them.
    fn seat(&mut self, probes: &[R::Action]) -> Result<(Seat, R::Action), Broken> {
        let acting: Vec<Seat> =
            Seat::ALL.into_iter().filter(|seat| self.state.to_act().includes(*seat)).collect();
        let mut tried = Vec::new();
        for seat in &acting {
            for _ in 0..=LISTED_TRIED {
                let action = self.random.pick(&self.listed[seat.index()]).cloned();
                if let Some(action) = action {
                    self.listed(*seat, &action)?;
                    tried.push((*seat, action));
                }
            }
            for action in probes {
                let thorough = self.random.below(THOROUGH) == 0;
                self.unlisted(*seat, action, thorough)?;
            }
        }
        self.nobody_may_act_out_of_turn()?;
        let Some((seat, action)) = self.random.pick(&tried).cloned() else {
            return Err(Broken { law: Law::SomethingToDo, step: self.step, detail: self.state.to_string() });
        };
        self.state.play_unchecked(seat, &action);
        Ok((seat, action))
    }

    fn listed(&self, seat: Seat, action: &R::Action) -> Result<(), Broken> {
        let read = action.to_string().parse::<R::Action>();
        self.hold(Law::Notation, read.as_ref().is_ok_and(|read| read == action), || {
            format!("`{action}` is read otherwise")
        })?;
        let (mut checked, mut unchecked) = (self.state.clone(), self.state.clone());
        let done = checked.play(seat, action);
        self.hold(Law::ListedIsLegal, done.is_ok(), || format!("`{action}` is refused: {done:?}"))?;
        unchecked.play_unchecked(seat, action);
        self.hold(Law::ListedIsLegal, checked == unchecked, || {
            format!("`{action}` leads to `{checked}` checked and to `{unchecked}` unchecked")
        })
    }

    fn unlisted(&self, seat: Seat, action: &R::Action, thorough: bool) -> Result<(), Broken> {
        let listed = &self.listed[seat.index()];
        let mut after = self.state.clone();
        let done = after.play(seat, action);
        if done.is_err() {
            self.hold(Law::RefusalChangesNothing, after == self.state, || format!("`{action}` by {seat}"))?;
            return self.hold(Law::ListedIsLegal, !listed.contains(action), || {
                format!("`{action}` is listed and refused: {done:?}")
            });
        }
        if !thorough || listed.contains(action) {
            return Ok(());
        }
        let same = listed.iter().any(|other| {
            let mut there = self.state.clone();
            there.play_unchecked(seat, other);
            there == after
        });
        self.hold(Law::LegalIsListed, same, || format!("`{action}` by {seat} is accepted"))
    }

    fn nobody_may_act_out_of_turn(&mut self) -> Result<(), Broken> {
        let actions: Vec<R::Action> =
            self.listed.iter().filter_map(|actions| self.random.pick(actions)).cloned().collect();
        let Some(action) = self.random.pick(&actions).cloned() else { return Ok(()) };
        for seat in Seat::ALL.into_iter().filter(|seat| !self.state.to_act().includes(*seat)) {
            self.refused(seat, &action)?;
        }
        Ok(())
    }

    fn refused(&self, seat: Seat, action: &R::Action) -> Result<(), Broken> {
        let mut after = self.state.clone();
        let done = after.play(seat, action);
        self.hold(Law::LegalIsListed, done.is_err(), || format!("`{action}` by {seat} is accepted"))?;
        self.hold(Law::RefusalChangesNothing, after == self.state, || format!("`{action}` by {seat}"))
    }

    /// Checks that chance does nothing while it is not to act.
    fn no_chance_now(&mut self, earlier: &[R::Chance]) -> Result<(), Broken> {
        match self.random.pick(earlier).cloned() {
            Some(chance) => self.chance_refused(&chance),
            None => Ok(()),
        }
    }

    fn chance_refused(&self, chance: &R::Chance) -> Result<(), Broken> {
        let mut after = self.state.clone();
        let done = after.happen(chance);
        self.hold(Law::LegalIsListed, done.is_err(), || format!("`{chance}` happens"))?;
        self.hold(Law::RefusalChangesNothing, after == self.state, || format!("`{chance}`"))
    }

    fn over(&self, earlier: &[R::Action]) -> Result<(), Broken> {
        for action in earlier {
            for seat in Seat::ALL {
                self.refused(seat, action)?;
            }
        }
        Ok(())
    }

    fn record(&self, record: &Record<R>) -> Result<(), Broken> {
        let text = record.to_string();
        let read = Record::<R>::read(text.as_bytes());
        let same = read.as_ref().is_ok_and(|(read, end)| read == record && *end == self.state);
        self.hold(Law::Record, same, || format!("{read:?} was read from\n{text}"))
    }
}
