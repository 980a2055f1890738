//! Dice without an order: how many show which face.

use std::fmt;
use std::str::FromStr;

use crate::counts;
use crate::names::NameError;
use crate::unit::Face;

/// The most dice that are thrown at once.
pub(crate) const MOST_DICE: usize = 9;

/// How many dice show each face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Dice(pub(crate) [u8; 6]);

impl Dice {
    /// No dice.
    pub const NONE: Self = Self([0; 6]);

    /// How many show this face.
    pub const fn count(self, face: Face) -> u8 {
        self.0[face as usize]
    }

    /// How many there are.
    pub fn len(self) -> u8 {
        self.0.iter().sum()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// The faces that show, each once, in their order.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(move |face| self.count(*face) > 0)
    }

    pub(crate) fn add(&mut self, face: Face) {
        self.0[face as usize] += 1;
    }

    pub(crate) fn remove(&mut self, face: Face) {
        self.0[face as usize] -= 1;
    }

    /// In how many ways distinct dice show this: a multinomial number.
    pub fn weight(self) -> u64 {
        let factorial = |n: u8| (1..=u64::from(n)).product::<u64>();
        self.0.iter().fold(factorial(self.len()), |ways, count| ways / factorial(*count))
    }

    /// Calls the visitor with all that this many dice can show, in a fixed order.
    pub fn each(count: u8, visit: &mut impl FnMut(Self)) {
        fn from(face: usize, left: u8, dice: &mut Dice, visit: &mut impl FnMut(Dice)) {
            if face + 1 == Face::ALL.len() {
                dice.0[face] = left;
                visit(*dice);
                return;
            }
            for here in (0..=left).rev() {
                dice.0[face] = here;
                from(face + 1, left - here, dice, visit);
            }
        }
        let mut dice = Self::NONE;
        from(0, count, &mut dice, visit);
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        counts::write(f, Face::ALL.map(|face| (face.name(), self.count(face))), ", ")
    }
}

impl FromStr for Dice {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let mut dice = Self::NONE;
        for (count, name) in counts::parts(text, ',') {
            let face: Face = name.parse()?;
            let there = &mut dice.0[face as usize];
            *there = count.filter(|count| usize::from(*count + *there) <= MOST_DICE).map_or_else(
                || Err(NameError::new("number of dice", text, &["1 to 9, as in `2 pig, hat`"])),
                |count| Ok(*there + count),
            )?;
        }
        Ok(dice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_all_throws_add_up_to_the_powers_of_six() {
        for count in 0..=9_u8 {
            let (mut total, mut throws) = (0, 0);
            Dice::each(count, &mut |dice| {
                total += dice.weight();
                throws += 1;
                assert_eq!(dice.len(), count);
                if count > 0 {
                    assert_eq!(dice.to_string().parse(), Ok(dice));
                }
            });
            assert_eq!(total, 6_u64.pow(count.into()));
            let expected = [1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002][usize::from(count)];
            assert_eq!(throws, expected);
        }
    }
}
