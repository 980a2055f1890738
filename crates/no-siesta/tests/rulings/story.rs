//! A small language for scenes: a position in a few words, what is done, and what is seen then.

use game::{Players, Seat, ToAct};
use no_siesta::{Mode, Position, Sheet, Tile, Variant};

use game::Rules;

/// A position in the making.
pub(crate) struct Scene {
    variant: Variant,
    table: Vec<(String, String)>,
    seats: Vec<Vec<(String, String)>>,
}

fn pairs(text: &str) -> Vec<(String, String)> {
    text.split_whitespace()
        .map(|part| part.split_once('=').expect("a field"))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

fn value<'a>(fields: &'a [(String, String)], key: &str) -> Option<&'a str> {
    fields.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
}

fn counted(text: Option<&str>) -> Vec<(u8, String)> {
    let Some(text) = text.filter(|text| *text != "-") else { return Vec::new() };
    let part = |part: &str| {
        let name = part.trim_start_matches(|c: char| c.is_ascii_digit());
        (part[..part.len() - name.len()].parse().unwrap_or(1), name.to_owned())
    };
    text.split(',').map(part).collect()
}

/// A scene in this mode with this many players: fields of the table, then nothing on any sheet.
pub(crate) fn scene(mode: Mode, players: usize, table: &str) -> Scene {
    let players = Players::new(players).expect("players");
    let variant = Variant::new(players, mode).expect("a variant");
    Scene { variant, table: pairs(table), seats: vec![Vec::new(); players.count()] }
}

impl Scene {
    /// What a player has. Discs in stock and face-down tiles are worked out.
    pub(crate) fn seat(mut self, seat: &str, fields: &str) -> Self {
        let seat: Seat = seat.parse().expect("a seat");
        self.seats[seat.index()] = pairs(fields);
        self
    }

    /// The story that begins with this scene.
    pub(crate) fn begin(self) -> Story {
        let text = self.text();
        let position =
            Position::parse(&self.variant, &text).unwrap_or_else(|error| panic!("{error} in {text}"));
        Story { position }
    }

    fn text(&self) -> String {
        let table = |key: &str, otherwise: &str| value(&self.table, key).unwrap_or(otherwise).to_owned();
        let round: usize = table("round", "1").parse().expect("a round");
        let pig = Seat::ALL[(round - 1) % self.variant.players().count()];
        let market = table("market", "-/-/-/-/-/-");
        let mut down = Tile::ALL.map(|tile| Sheet::standard().tiles(tile));
        for fields in &self.seats {
            for key in ["tiles", "turned"] {
                for (count, name) in counted(value(fields, key)) {
                    let tile: Tile = name.parse().expect("a tile");
                    down[tile.index()] -= count;
                }
            }
        }
        let down: Vec<String> =
            Tile::ALL.iter().map(|tile| format!("{}{tile}", down[tile.index()])).collect();
        let down: Vec<String> = down.into_iter().filter(|part| !part.starts_with('0')).collect();
        let mut text = format!(
            "mode={} round={round} pig={pig} phase={} dice={} face-down={} market={market}",
            self.variant.mode(),
            table("phase", "score:a"),
            table("dice", "-"),
            table("face-down", &down.join(",")),
        );
        for (key, value) in &self.table {
            if !["round", "phase", "dice", "face-down", "market"].contains(&key.as_str()) {
                text += &format!(" {key}={value}");
            }
        }
        for (seat, fields) in Seat::ALL.into_iter().zip(&self.seats) {
            let track: u8 = value(fields, "track").unwrap_or("0").parse().expect("a space");
            let discs = Sheet::standard().stock() + self.variant.track().won(track);
            let board: u8 = counted(value(fields, "board")).iter().map(|(count, _)| count).sum();
            let there = market.matches(seat.letter()).count() as u8;
            let copied = u8::from(value(fields, "copied").is_some());
            text += &format!(" seat={seat} stock={} track={track}", discs - board - there - copied);
            for (key, value) in fields.iter().filter(|(key, _)| key != "track") {
                text += &format!(" {key}={value}");
            }
        }
        text
    }
}

/// A position to which things happen.
#[derive(Clone)]
pub(crate) struct Story {
    pub(crate) position: Position,
}

impl Story {
    fn split<'t>(&self, text: &'t str) -> (Seat, &'t str) {
        match text.split_once(": ") {
            Some((seat, action)) => (seat.parse().expect("a seat"), action),
            None => match self.position.to_act() {
                ToAct::Seats(seats) => (seats.only().expect("one to act"), text),
                other => panic!("{other:?} is to act, not `{text}`: {}", self.position),
            },
        }
    }

    /// Somebody does something; with several to act, the text begins with the seat.
    pub(crate) fn does(mut self, text: &str) -> Self {
        let (seat, action) = self.split(text);
        let action = action.parse().unwrap_or_else(|error| panic!("`{text}`: {error}"));
        self.position
            .play(seat, &action)
            .unwrap_or_else(|error| panic!("`{text}`: {error}\n{}", self.position));
        self
    }

    /// Chance does something.
    pub(crate) fn happens(mut self, text: &str) -> Self {
        let chance = text.parse().unwrap_or_else(|error| panic!("`{text}`: {error}"));
        self.position.happen(&chance).unwrap_or_else(|error| panic!("`{text}`: {error}\n{}", self.position));
        self
    }

    /// Somebody may not do this, for this reason.
    pub(crate) fn refuses(self, text: &str, reason: &str) -> Self {
        let (seat, action) = self.split(text);
        let action = action.parse().unwrap_or_else(|error| panic!("`{text}`: {error}"));
        let refusal = self.position.check(seat, &action).expect_err(text);
        assert_eq!(refusal.to_string(), reason, "`{text}`");
        self
    }

    /// A field of the position has this value; `-` where there is none.
    pub(crate) fn sees(self, fields: &str) -> Self {
        let text = self.position.to_string();
        for (key, expected) in pairs(fields) {
            let (part, key) = match key.split_once('.') {
                Some((seat, key)) => {
                    let begin = text.find(&format!("seat={seat} ")).expect("a seat");
                    let farm = &text[begin + 6..];
                    (farm.split(" seat=").next().expect("a farm"), key.to_owned())
                }
                None => (text.split(" seat=").next().expect("a table"), key),
            };
            let found = pairs(&part.split_once(' ').map_or(String::new(), |(_, rest)| {
                if key == "round" { part.to_owned() } else { rest.to_owned() }
            }));
            assert_eq!(value(&found, &key).unwrap_or("-"), expected, "{key} in {text}");
        }
        self
    }

    /// The actions of the one who is to act that begin so.
    pub(crate) fn may(self, begin: &str, expected: &[&str]) -> Self {
        let mut actions = Vec::new();
        for seat in self.position.players().seats() {
            self.position.actions(seat, &mut actions);
        }
        let texts: Vec<String> =
            actions.iter().map(ToString::to_string).filter(|t| t.starts_with(begin)).collect();
        assert_eq!(texts, expected, "{}", self.position);
        self
    }

    /// A line of the score sheet.
    pub(crate) fn scores(self, seat: &str, line: &str, points: i32) -> Self {
        let seat = seat.parse().expect("a seat");
        let mut sheet = self.position.score_sheet(seat);
        let found = sheet.find(|(item, _)| item.to_string() == line).map(|(_, points)| points);
        assert_eq!(found, Some(points), "{line} in {}", self.position);
        drop(sheet);
        self
    }
}
