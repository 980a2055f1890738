//! The rules of Siesta in order, each with turns that show what it is about.

use siesta::{Laying, Placement, Position};

/// A position and a turn in it.
pub(super) struct Example {
    position: &'static str,
    turn: &'static str,
}

/// A rule with its examples.
pub(super) struct Section {
    /// The part of the message keys that names the rule, and the anchor on the page.
    pub(super) key: &'static str,
    pub(super) examples: &'static [Example],
}

/// The rules in the order in which they are explained.
pub(super) static SECTIONS: [Section; 10] = [
    Section {
        key: "turn",
        examples: &[Example {
            position: "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1",
            turn: "^G5 #H5 #I5",
        }],
    },
    Section {
        key: "opening",
        examples: &[Example { position: "12/12/12/12/12/12/12/12/12/12/12/12 2 a 0", turn: "*E6 ^F6 #G6" }],
    },
    Section {
        key: "places",
        examples: &[Example {
            position: "12/12/12/12/12/4*a#5/12/12/12/12/12/12 2 b 1",
            turn: "^E7 #E8 *F5",
        }],
    },
    Section {
        key: "siesta",
        examples: &[Example {
            position: "12/12/12/12/12/3*b7/3a8/3#8/12/12/12/12 2 a 2",
            turn: "^F6 #G6 #H6",
        }],
    },
    Section {
        key: "longer",
        examples: &[Example {
            position: "12/12/12/12/12/3*a#6/3b8/3#8/12/12/12/12 2 a 2",
            turn: "#G6 #H6 #I6",
        }],
    },
    Section {
        key: "apart",
        examples: &[Example {
            position: "12/12/12/12/12/3*a##5/12/12/12/12/12/12 2 b 1",
            turn: "^H6 *I6 *E5",
        }],
    },
    Section {
        key: "double",
        examples: &[Example {
            position: "12/12/12/12/12/2*a##6/2b9/2#9/12/12/12/12 2 a 2",
            turn: "#G6 ^H6 *I6",
        }],
    },
    Section {
        key: "end",
        examples: &[Example {
            position: "12/12/1*bb##6/1*aaaa##4/1*bbbb####2/1*aaaa##4/1*aaaa#5/1*aa8/12/12/12/12 2 a 14",
            turn: "#I4 #J4 ^E8",
        }],
    },
    Section {
        key: "teams",
        examples: &[Example {
            position: "12/12/12/12/12/2*c8/2b9/2#9/12/12/12/12 4 a 4",
            turn: "^E6 #F6 #G6",
        }],
    },
    Section {
        key: "scoring",
        examples: &[
            Example { position: "12/12/12/12/12/3*a##5/3b8/3#8/12/12/12/12 2 a 3", turn: "#H6 ^E5 ^E7" },
            Example { position: "12/12/12/12/12/3*a##5/3b8/3#8/12/12/12/12 2 a 3 3,1", turn: "#H6 ^E5 ^E7" },
        ],
    },
];

impl Example {
    /// The position with the turn laid in it; `None` if the turn is not legal.
    pub(super) fn laying(&self) -> Option<Laying> {
        let position: Position = self.position.parse().ok()?;
        let mut laying = position.lay();
        for text in self.turn.split_whitespace() {
            let placement: Placement = text.parse().ok()?;
            laying.lay(placement).ok()?;
        }
        Some(laying)
    }
}

#[cfg(test)]
mod tests {
    use siesta::End;

    use super::*;
    use crate::games::siesta::board;

    fn example(key: &str, index: usize) -> Laying {
        let section = SECTIONS.iter().find(|section| section.key == key).unwrap();
        section.examples[index].laying().unwrap()
    }

    #[test]
    fn every_example_is_a_legal_turn_that_fits_the_picture() {
        for section in &SECTIONS {
            for example in section.examples {
                let laying = example.laying().unwrap_or_else(|| panic!("{}: not legal", section.key));
                assert!(laying.is_complete(), "{}", section.key);
                assert!(board::fits(laying.board()), "{}", section.key);
            }
        }
    }

    #[test]
    fn the_examples_gain_what_the_text_is_about() {
        for (key, index, gains) in [
            ("turn", 0, &[0, 2][..]),
            ("opening", 0, &[1, 0]),
            ("places", 0, &[0, 1]),
            ("siesta", 0, &[2, 2]),
            ("longer", 0, &[3, 0]),
            ("apart", 0, &[0, 2]),
            ("double", 0, &[6, 0]),
            ("end", 0, &[2, 0]),
            ("teams", 0, &[2, 0, 2, 0]),
            ("scoring", 0, &[1, 0]),
            ("scoring", 1, &[3, 0]),
        ] {
            assert_eq!(example(key, index).gains().as_slice(), gains, "{key}");
        }
        let double = example("double", 0).reasons();
        assert_eq!(double.doubles.iter().map(|double| double.points).collect::<Vec<_>>(), [2]);
        let after = example("end", 0).finish().unwrap();
        assert!(matches!(after.end(), Some(End::Roofs(_))));
        assert_eq!(after.scores().as_slice(), [7, 6]);
    }
}
