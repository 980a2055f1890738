//! Random games at tables.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

use club::view::Named;
use club::{
    Attendance, Chair, Clock, Event, Kind, Options, PersonId, Room, Seed, Sitter, Step, Table, TableId, Time,
    Variant,
};
use game::{Random, Seat, ToAct};

pub(crate) const HOST: PersonId = PersonId(1);

/// The seed of all chance.
const SEED: Seed = Seed([18; 32]);

/// Names as rude as people may choose them.
pub(crate) fn named(person: PersonId) -> Named {
    Named { name: format!("</script><b>&\"{}", person.0), deleted: false }
}

/// Everybody is here, and two look on: nothing that a choice changes.
pub(crate) fn attendance(table: &Table) -> Attendance {
    Attendance { seats: Seat::ALL[..table.options.variant.players().count()].to_vec(), others: 2 }
}

/// A game that is played at random.
pub(crate) struct Play {
    pub(crate) table: Table,
}

impl Play {
    /// The table once a player is to act for the first time. The last of several seats is a bot's.
    pub(crate) fn start(variant: Variant) -> Self {
        let count = variant.players().count();
        let person =
            |number: usize| Sitter { id: PersonId(number as u64 + 1), kind: Kind::Human, member: true };
        let mut chairs: Vec<Chair> = (0..count).map(|number| Chair::Person(person(number))).collect();
        if count > 2 {
            chairs[count - 1] = Chair::Bot { level: bots::Level::WEAKEST };
        }
        let clock = Clock::Correspondence { days: 3 };
        let options = Options { variant, clock, rated: false, public: true };
        let created = Event::Created { host: HOST, options, chairs, seating: None };
        let mut play = Self { table: Table::new(TableId(1), Time(0), &created).unwrap() };
        play.fold(&Event::Started { seating: (0..count).collect(), seed_hash: SEED.hash() });
        play.fold(&Event::Said { person: HOST, room: Room::All, text: "</script>".to_owned() });
        play.chance();
        play
    }

    fn fold(&mut self, event: &Event) {
        self.table.fold(Time(self.table.seq), event).unwrap();
    }

    fn chance(&mut self) {
        loop {
            let game = self.table.game().unwrap();
            let (mut state, number) = (game.state.clone(), game.chances + 1);
            let Some(text) = (state.to_act() == ToAct::Chance).then(|| state.happen(&SEED, number)) else {
                return;
            };
            self.fold(&Event::Happened { number, text: text.unwrap() });
        }
    }

    /// Plays an action at random; false once the game is over.
    pub(crate) fn step(&mut self, random: &mut Random) -> bool {
        let state = &self.table.game().unwrap().state;
        let Some(seat) = Seat::ALL.into_iter().find(|seat| state.to_act().includes(*seat)) else {
            return false;
        };
        let text = random.pick(&state.actions(seat)).unwrap().clone();
        self.fold(&Event::Played { seat, text, on_device: false });
        self.chance();
        self.table.game().unwrap().state.to_act() != ToAct::Over
    }

    pub(crate) fn steps(&self) -> Vec<Step> {
        self.table.game().unwrap().steps.clone()
    }

    /// Those who play, somebody who looks on, and somebody without an identity.
    pub(crate) fn viewers(&self) -> Vec<Option<PersonId>> {
        let count = self.table.options.variant.players().count() as u64;
        (1..=count).chain([99]).map(|number| Some(PersonId(number))).chain([None]).collect()
    }
}
