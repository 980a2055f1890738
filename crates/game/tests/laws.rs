//! The harness of laws against a small game that can be broken in every way the laws forbid.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use game::check::{Law, laws};
use game::record::{HeaderError, Headers};
use game::{BySeat, Players, Random, Record, Rules, Seat, SeatSet, Setup, ToAct, Viewer};

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    ListsForEverybody,
    ListsInAnotherOrderEachTime,
    ListsTwice,
    RefusesWhatItLists,
    AcceptsWhatItDoesNotList,
    AcceptsOutOfTurn,
    RefusesAndChanges,
    WritesActionsWrong,
    WritesPositionsWrong,
    ForgetsInRecords,
    SharesWithClones,
    NeverGetsLower,
    CountsWrong,
    HashesWrong,
    WeighsWrong,
    ListsAnImpossibleChance,
    LetsChanceInAtAnyTime,
    RefusesChanceAndChanges,
    ShowsSecrets,
}

/// Stones on a heap: the die says how many may be taken at most; who takes more wins. At the end both
/// bow, in any order. Each player has a secret number from the start.
#[derive(Clone, Debug)]
struct Heap {
    setup: Start,
    stones: u32,
    die: Option<u32>,
    to_take: Seat,
    to_bow: SeatSet,
    taken: [u32; 2],
    secrets: [u64; 2],
    hash: u64,
    /// Shared by all clones: only the faults look at it.
    shared: Rc<Cell<u32>>,
}

impl PartialEq for Heap {
    fn eq(&self, other: &Self) -> bool {
        let all = |heap: &Self| {
            (heap.stones, heap.die, heap.to_take, heap.to_bow, heap.taken, heap.secrets, heap.hash)
        };
        all(self) == all(other)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Start(Fault);

impl Setup for Start {
    fn players(&self) -> Players {
        Players::TWO
    }

    fn to_headers(&self) -> Vec<(&'static str, String)> {
        let written = if self.0 == Fault::ForgetsInRecords { Fault::None } else { self.0 };
        vec![("Fault", (written as u8).to_string())]
    }

    fn from_headers(headers: &Headers) -> Result<Self, HeaderError> {
        let fault = headers.require("Fault")?;
        let known = FAULTS.into_iter().find(|(known, _)| fault == (*known as u8).to_string());
        known.map(|(fault, _)| Self(fault)).ok_or(HeaderError::bad("Fault", headers, "a number"))
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Number(u32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl std::str::FromStr for Number {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Action {
    number: u32,
    written: u32,
}

impl Action {
    fn new(number: u32, fault: Fault) -> Self {
        let wrong = fault == Fault::WritesActionsWrong && number == 2;
        Self { number, written: if wrong { 3 } else { number } }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.written)
    }
}

impl std::str::FromStr for Action {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(|number| Self { number, written: number })
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct No;

impl fmt::Display for No {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no")
    }
}

impl std::error::Error for No {}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones = self.stones + u32::from(self.setup.0 == Fault::WritesPositionsWrong);
        let bow: String = self.to_bow.iter().map(Seat::letter).collect();
        let die = self.die.unwrap_or(0);
        let [a, b] = self.taken;
        let [x, y] = self.secrets;
        write!(f, "{stones} {die} {} -{bow} {a} {b} {x} {y}", self.to_take)
    }
}

impl Heap {
    fn is(&self, fault: Fault) -> bool {
        self.setup.0 == fault
    }

    fn most(&self) -> u32 {
        self.die.unwrap_or(0).min(self.stones)
    }

    fn rehash(&self) -> u64 {
        game::mix(u64::from(self.stones) << 8 | u64::from(self.taken[0]))
    }
}

impl Rules for Heap {
    const NAME: &'static str = "heap";

    type Setup = Start;
    type Action = Action;
    type Chance = Number;
    type Refusal = No;
    type PositionError = No;
    type View = String;

    fn start(setup: &Start) -> Self {
        let mut heap = Self {
            setup: *setup,
            stones: 12,
            die: None,
            to_take: Seat::ALL[0],
            to_bow: Players::TWO.seats().collect(),
            taken: [0; 2],
            secrets: [5, 6],
            hash: 0,
            shared: Rc::default(),
        };
        heap.hash = heap.rehash();
        heap
    }

    fn setup(&self) -> Start {
        self.setup
    }

    fn parse(setup: &Start, text: &str) -> Result<Self, No> {
        let parts: Vec<&str> = text.split(' ').collect();
        let number = |index: usize| parts.get(index).and_then(|part| part.parse::<u32>().ok()).ok_or(No);
        let mut heap = Self::start(setup);
        heap.stones = number(0)?;
        heap.die = Some(number(1)?).filter(|die| *die > 0);
        heap.to_take = parts[2].parse().map_err(|_| No)?;
        heap.to_bow = parts[3][1..].chars().filter_map(|c| c.to_string().parse().ok()).collect();
        heap.taken = [number(4)?, number(5)?];
        heap.secrets = [number(6)?.into(), number(7)?.into()];
        heap.hash = heap.rehash();
        Ok(heap)
    }

    fn to_act(&self) -> ToAct {
        match (self.stones, self.die) {
            (0, _) if self.to_bow.is_empty() => ToAct::Over,
            (0, _) => ToAct::Seats(self.to_bow),
            (_, None) => ToAct::Chance,
            (_, Some(_)) => ToAct::seat(self.to_take),
        }
    }

    fn actions(&self, seat: Seat, actions: &mut Vec<Action>) {
        let fault = self.setup.0;
        let everybody = fault == Fault::ListsForEverybody && self.stones > 0;
        if self.to_act().includes(seat) || everybody {
            let from = u32::from(self.stones > 0);
            actions.extend((from..=self.most().max(from)).map(|number| Action::new(number, fault)));
            self.shared.set(self.shared.get() + 1);
            if fault == Fault::ListsInAnotherOrderEachTime && self.shared.get().is_multiple_of(2) {
                actions.reverse();
            }
            if fault == Fault::ListsTwice && actions.len() == 2 {
                actions.push(actions[0]);
            }
        }
    }

    fn play(&mut self, seat: Seat, action: &Action) -> Result<(), No> {
        let take = action.number;
        let right_seat = self.to_act().includes(seat) || self.is(Fault::AcceptsOutOfTurn) && seat.index() < 2;
        let bow = self.stones == 0 && take == 0;
        let most = self.most() + u32::from(self.is(Fault::AcceptsWhatItDoesNotList));
        let allowed = bow || self.stones > 0 && (1..=most.min(self.stones)).contains(&take);
        if !right_seat || !allowed || self.is(Fault::RefusesWhatItLists) && take == 2 {
            if self.is(Fault::RefusesAndChanges) {
                self.taken[0] += 1;
            }
            return Err(No);
        }
        self.play_unchecked(seat, action);
        Ok(())
    }

    fn play_unchecked(&mut self, seat: Seat, action: &Action) {
        if self.stones == 0 {
            self.to_bow = self.to_bow.iter().filter(|other| *other != seat).collect();
        } else {
            self.stones -= action.number;
            self.taken[seat.index()] += action.number;
            self.die = None;
            self.to_take = Players::TWO.after(seat);
        }
        if self.is(Fault::SharesWithClones) {
            self.shared.set(self.shared.get() + 1000);
        }
        if self.is(Fault::CountsWrong) && action.number == 2 {
            self.taken[0] += 1;
        }
        if !self.is(Fault::HashesWrong) {
            self.hash = self.rehash();
        }
    }

    fn chances(&self, chances: &mut Vec<(Number, u64)>) {
        if self.to_act() == ToAct::Chance {
            let wrong = u64::from(self.is(Fault::WeighsWrong));
            chances.extend([(Number(1), 1), (Number(2), 2 + wrong), (Number(3), 1)]);
            if self.is(Fault::ListsAnImpossibleChance) {
                chances.push((Number(4), 4));
            }
        }
    }

    fn chance_weight(&self) -> u64 {
        if self.is(Fault::ListsAnImpossibleChance) { 8 } else { 4 }
    }

    fn happen(&mut self, chance: &Number) -> Result<(), No> {
        let to_act = self.to_act() == ToAct::Chance || self.is(Fault::LetsChanceInAtAnyTime);
        if !to_act || !(1..=3).contains(&chance.0) {
            self.taken[0] += u32::from(self.is(Fault::RefusesChanceAndChanges));
            return Err(No);
        }
        self.die = Some(chance.0);
        Ok(())
    }

    fn scores(&self) -> BySeat<i32> {
        BySeat::from_fn(Players::TWO, |seat| self.taken[seat.index()] as i32)
    }

    fn ranks(&self) -> BySeat<u8> {
        game::ranks(&self.scores())
    }

    fn hash(&self) -> u64 {
        self.hash
    }

    fn recomputed(&self) -> Self {
        let mut again = self.clone();
        let rest = 12 - again.stones;
        again.taken[0] = rest.saturating_sub(again.taken[1]);
        again.hash = again.rehash();
        if self.is(Fault::SharesWithClones) {
            again.secrets[0] += u64::from(self.shared.get() / 1000);
        }
        again
    }

    fn most_steps(&self) -> u32 {
        if self.is(Fault::NeverGetsLower) {
            return 99;
        }
        2 * self.stones + 2 - u32::from(self.die.is_some()) - (2 - self.to_bow.len() as u32)
    }

    fn view(&self, viewer: Viewer) -> String {
        let secret = match viewer {
            Viewer::Seat(seat) => self.secrets.get(seat.index()).copied(),
            Viewer::Spectator => None,
        };
        let all = self.is(Fault::ShowsSecrets).then_some(self.secrets);
        format!("{} {:?} {secret:?} {all:?}", self.stones, self.die)
    }

    fn disguised(&self, viewer: Viewer, number: &mut dyn FnMut() -> u64) -> Self {
        let mut other = self.clone();
        for seat in Players::TWO.seats().filter(|seat| viewer != Viewer::Seat(*seat)) {
            other.secrets[seat.index()] = number() % 1000;
        }
        other
    }
}

const FAULTS: [(Fault, Option<Law>); 20] = [
    (Fault::None, None),
    (Fault::ListsForEverybody, Some(Law::SomethingToDo)),
    (Fault::ListsInAnotherOrderEachTime, Some(Law::FixedOrder)),
    (Fault::ListsTwice, Some(Law::FixedOrder)),
    (Fault::RefusesWhatItLists, Some(Law::ListedIsLegal)),
    (Fault::AcceptsWhatItDoesNotList, Some(Law::LegalIsListed)),
    (Fault::AcceptsOutOfTurn, Some(Law::LegalIsListed)),
    (Fault::RefusesAndChanges, Some(Law::RefusalChangesNothing)),
    (Fault::WritesActionsWrong, Some(Law::Notation)),
    (Fault::WritesPositionsWrong, Some(Law::Notation)),
    (Fault::ForgetsInRecords, Some(Law::Record)),
    (Fault::SharesWithClones, Some(Law::CloneIndependence)),
    (Fault::NeverGetsLower, Some(Law::Termination)),
    (Fault::CountsWrong, Some(Law::Recount)),
    (Fault::HashesWrong, Some(Law::Recount)),
    (Fault::WeighsWrong, Some(Law::Weights)),
    (Fault::ListsAnImpossibleChance, Some(Law::ListedIsLegal)),
    (Fault::LetsChanceInAtAnyTime, Some(Law::LegalIsListed)),
    (Fault::RefusesChanceAndChanges, Some(Law::RefusalChangesNothing)),
    (Fault::ShowsSecrets, Some(Law::View)),
];

fn broken(fault: Fault) -> Vec<Law> {
    let mut probe = |_: &Heap, random: &mut Random| Action::new(random.below(5), Fault::None);
    let run = |seed| laws::<Heap>(&Start(fault), seed, &mut probe).err().map(|broken| broken.law);
    (0..50).filter_map(run).collect()
}

#[test]
fn a_sound_game_passes_and_each_fault_breaks_its_law() {
    for (fault, law) in FAULTS {
        let broken = broken(fault);
        match law {
            None => assert_eq!(broken, [], "{fault:?}"),
            Some(law) => assert!(broken.contains(&law), "{fault:?} breaks {broken:?}, not {law:?}"),
        }
    }
}

#[test]
fn a_record_names_the_seat_where_several_are_to_act() {
    let text = "Game: heap\nFault: 0\nSeat b: Ana\nPlace: Esporles\n\n3\n3\n3\n3\n3\n3\n3\n3\nb: 0\n0\n";
    let (record, end) = Record::<Heap>::read(text.as_bytes()).unwrap();
    assert_eq!(record.to_string(), text);
    assert_eq!(end.to_act(), ToAct::Over);
    assert_eq!(record.names, [(Seat::ALL[1], "Ana".to_owned())]);
    assert_eq!(record.notes, [("Place".to_owned(), "Esporles".to_owned())]);
}

#[test]
fn what_is_wrong_with_a_record_is_said_with_its_line() {
    let long = format!("Game: heap\nFault: 0\n\n{}\n", "1".repeat(10_000_000));
    for (text, message) in [
        ("", "line 1: a record needs a line `Game: …` before its first blank line"),
        ("Game: heap\n", "line 1: a record needs a line `Fault: …` before its first blank line"),
        ("Game: chess\n\n", "line 1: `Game: chess` is not possible: expected heap"),
        ("Game: heap\nfault: 0\n", "line 1: a record needs a line `Fault: …` before its first blank line"),
        ("Game: heap\nFault: 0\nFAULT: 1\n", "line 3: `FAULT: 1` is not possible: write it `Fault`"),
        ("Game: heap\nFault: 0\nseat a: Ana\n", "line 3: `seat a: Ana` is not possible: write it `Seat`"),
        ("Game: heap\nFault: 0\nSeat a: \u{1b}[31m\n", "line 3: there are control characters in this line"),
        ("; hm\nGame: heap\nFault: x\n", "line 3: `Fault: x` is not possible: a number"),
        ("Game: heap\nGame: heap\n", "line 2: `Game` is there twice"),
        ("Game: heap\nFault\n", "line 2: expected `Key: value` (the header ends with a blank line)"),
        ("Game: heap\nFault: 0\n: 0\n", "line 3: expected `Key: value` (the header ends with a blank line)"),
        (
            "Game: heap\nFault: 0\nSeat c: Ana\n",
            "line 3: `Seat c: Ana` is not possible: the seats of this game are a, b",
        ),
        ("Game: heap\nFault: 0\n\n; a comment\n\nx\n", "line 6: `x`: invalid digit found in string"),
        ("Game: heap\nFault: 0\n\n3\r\n3\r\n9\r\n", "line 6: no"),
        ("Game: heap\nFault: 0\n\n3\n4\n", "line 5: no"),
        (
            "Game: heap\nFault: 0\n\n3\n3\n3\n3\n3\n3\n3\n3\n0\n",
            "line 12: `0`: several players are to act, so the line begins with the seat, like `b: …`",
        ),
        (
            "Game: heap\nFault: 0\n\n3\n3\n3\n3\n3\n3\n3\n3\na: 0\n0\n0\n",
            "line 14: the game was over before this line",
        ),
        (&long, "line 4: the line is longer than 1000 bytes"),
    ] {
        let error = Record::<Heap>::read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error, message);
    }
    let error = Record::<Heap>::read(b"Game: heap\nFault: \xff\n").unwrap_err().to_string();
    assert_eq!(error, "line 2: this is not UTF-8 text");
}
