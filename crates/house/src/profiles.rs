//! People as everybody sees them: by name, with their results, on leaderboards.

use club::{Kind, PersonId, Pool, Standing};
use store::{Person, RatingPoint};

use crate::error::Error;
use crate::house::House;
use crate::people::name::Name;

/// How many names a leaderboard has.
const LEADERBOARD_LENGTH: u32 = 100;

/// A line of a leaderboard.
pub struct Leader {
    /// The identity.
    pub id: PersonId,
    /// The name.
    pub name: String,
    /// The rated results in the pool.
    pub standing: Standing,
}

impl House {
    /// The person with this name, or with one that looks the same.
    pub async fn find_person(&self, name: &str) -> Result<Person, Error> {
        let name: Name = name.parse().map_err(|_| Error::NO_PERSON)?;
        self.store.find_person_by_name(&name.skeleton()).await?.ok_or(Error::NO_PERSON)
    }

    /// The results of a person in all pools, rated (`true`) and casual.
    pub async fn standings(&self, person: PersonId) -> Result<Vec<(Pool, bool, Standing)>, Error> {
        Ok(self.store.standings(person).await?)
    }

    /// The ratings of a person in a pool, the oldest first. Tables that are not listed are named to those alone who
    /// sat there.
    pub async fn rating_history(
        &self,
        person: PersonId,
        pool: Pool,
        viewer: Option<PersonId>,
    ) -> Result<Vec<RatingPoint>, Error> {
        Ok(self.store.rating_history(person, pool, viewer).await?)
    }

    /// The best of a pool, among people or among programs.
    pub async fn leaders(&self, pool: Pool, kind: Kind) -> Result<Vec<Leader>, Error> {
        let leaders = self.store.leaders(pool, kind, LEADERBOARD_LENGTH).await?;
        self.names.read(leaders.iter().map(|(person, _)| *person)).await?;
        let named = |(id, standing): (PersonId, Standing)| Leader { id, name: self.names.get(id), standing };
        Ok(leaders.into_iter().map(named).collect())
    }
}
