//! Accounts: becoming a guest or a member, signing in and out, changing and deleting an account.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use club::{Command, PersonId, Stage, Time};
use sha2::{Digest, Sha256};
use store::{
    Access, AccessKey, AccountKind, IdempotencyKey, Person, Registered, Registration, StoreError, TableFilter,
};

use crate::caller::Caller;
use crate::error::Error;
use crate::finish::finish;
use crate::house::House;
use crate::idempotency::ClientKey;
use crate::names::name_of;
use crate::people::name::Name;
use crate::people::password;
use crate::people::secret::{Secret, SecretKind};
use crate::sign_in::Account;
use crate::tables::{ActError, now, random};

/// How long a session lasts.
pub const SESSION_LIFETIME: Duration = Duration::from_hours(60 * 24);
/// How many characters of the browser's name a session is labelled with.
const MAX_LABEL_LENGTH: usize = 80;
/// How many waiting and how many running tables are left when an account is deleted.
const MAX_TABLES_LEFT: u32 = 1000;

/// A new account, as somebody filled it in.
pub struct NewAccount {
    /// The name, not yet checked.
    pub name: String,
    /// The password, not yet checked.
    pub password: String,
    /// Whether a program plays with this account.
    pub bot: bool,
}

/// Somebody who gave the password of an account.
pub struct Confirmed {
    /// Whose account it is.
    pub person: PersonId,
    /// The hash that the password was compared with. It changes with the password.
    hash: String,
}

/// What is to change in an account, with the password as it is now.
pub struct AccountChange {
    /// The password as it is now.
    pub password: String,
    /// Another name, if it is to change.
    pub new_name: Option<String>,
    /// Another password, if it is to change; all other sessions and all tokens end.
    pub new_password: Option<String>,
}

/// A person as they see themselves.
pub struct Me {
    /// The identity.
    pub id: PersonId,
    /// The name, or what a guest is called.
    pub name: String,
    /// Guest, member or bot account.
    pub kind: AccountKind,
}

impl House {
    /// A person as they see themselves.
    pub async fn me(&self, person: PersonId) -> Result<Me, Error> {
        let guest =
            Person { id: person, kind: AccountKind::Guest, name: None, password: None, since: Time(0) };
        let known = self.store.find_person(person).await?.unwrap_or(guest);
        Ok(Me { id: person, name: name_of(&known), kind: known.kind })
    }

    /// A new guest, and the text of the cookie that proves who they are.
    pub fn new_guest(&self) -> (PersonId, String) {
        let person = PersonId(u64::from_be_bytes(random()));
        (person, self.signer.sign(person, now()))
    }

    /// Makes an account of the caller, and tells whose it is: theirs, or the one that the same request made before.
    pub async fn register(
        &self,
        caller: Caller,
        from: IpAddr,
        key: ClientKey,
        account: NewAccount,
    ) -> Result<Confirmed, Error> {
        let person = match caller {
            Caller::Nobody => PersonId(u64::from_be_bytes(random())),
            Caller::Guest(person) => person,
            Caller::Known { .. } => return Err(Error::AlreadyRegistered),
        };
        let name: Name = account.name.parse()?;
        password::check(&account.password, &name)?;
        let kind = if account.bot { AccountKind::Bot } else { AccountKind::Member };
        let (skeleton, name) = (name.skeleton(), name.to_string());
        // The password is no part of the hash: a plain hash of a request would give it away.
        let request_hash = Sha256::new_with_prefix(if account.bot { "bot\n" } else { "member\n" });
        let request = key.for_request(person, request_hash.chain_update(&name).finalize().into());
        let password = self.hasher.hash(account.password.clone(), from).await?;
        let registration = Registration {
            person,
            kind,
            name,
            skeleton: skeleton.clone(),
            password: password.clone(),
            at: now(),
            key: request.clone(),
        };
        let confirmed = match registered(self.store.register(registration).await?) {
            Ok(()) => Confirmed { person, hash: password },
            Err(refused) => {
                self.registered_before(&skeleton, from, request, account.password).await?.ok_or(refused)?
            }
        };
        self.person_changed(confirmed.person);
        Ok(confirmed)
    }

    /// Whose account the same request made before: its answer may have been lost on the way. The password proves
    /// that it is the same person who asks.
    async fn registered_before(
        &self,
        skeleton: &str,
        from: IpAddr,
        request: Option<IdempotencyKey>,
        password: String,
    ) -> Result<Option<Confirmed>, Error> {
        let (Some(request), Some(known)) = (request, self.store.find_person_by_name(skeleton).await?) else {
            return Ok(None);
        };
        let before = self.store.find_used_key(known.id, &request.key).await?;
        let same =
            before.is_some_and(|before| before.request == request.request && before.made == known.id.0);
        let account = Account::of(known.id);
        let right = same && self.check_password(&account, from, password, known.password.clone()).await?;
        Ok(known.password.filter(|_| right).map(|hash| Confirmed { person: known.id, hash }))
    }

    /// Starts a session, labelled with what the browser calls itself, and gives its secret. Refused if the password was
    /// changed since it was confirmed.
    pub async fn start_session(&self, confirmed: &Confirmed, user_agent: &str) -> Result<Secret, Error> {
        let secret = new_secret(SecretKind::Session)?;
        let since = now();
        let session = AccessKey {
            id: u64::from_be_bytes(random()),
            person: confirmed.person,
            hash: secret.hash(),
            access: Access::Session,
            label: user_agent.chars().take(MAX_LABEL_LENGTH).collect(),
            since,
            until: since + SESSION_LIFETIME,
        };
        let began = self.store.start_session(session, &confirmed.hash).await?;
        if began { Ok(secret) } else { Err(Error::WrongCredentials) }
    }

    /// Whose name and password these are.
    pub async fn check_credentials(
        &self,
        name: &str,
        password: String,
        from: IpAddr,
    ) -> Result<Confirmed, Error> {
        let person = match name.parse::<Name>() {
            Ok(name) => self.store.find_person_by_name(&name.skeleton()).await?,
            Err(_) => None,
        };
        // Without such a person a hash is computed all the same, so that the time tells nothing.
        let hash = person.as_ref().and_then(|person| person.password.clone());
        let account = person.as_ref().map_or_else(|| Account::nobody(name), |person| Account::of(person.id));
        let right = self.check_password(&account, from, password, hash.clone()).await?;
        match (person, hash) {
            (Some(person), Some(hash)) if right => Ok(Confirmed { person: person.id, hash }),
            (Some(_) | None, _) => Err(Error::WrongCredentials),
        }
    }

    /// Ends the session of the caller.
    pub async fn sign_out(&self, caller: Caller) -> Result<(), Error> {
        let (person, session) = caller.owner()?;
        self.store.end_access_key(person, session).await?;
        self.person_changed(person);
        Ok(())
    }

    /// Ends all sessions of the caller, this one too, and all tokens.
    pub async fn sign_out_everywhere(&self, caller: Caller) -> Result<(), Error> {
        let (person, _) = caller.owner()?;
        self.store.end_access_keys(person).await?;
        self.person_changed(person);
        Ok(())
    }

    async fn confirm_password(
        &self,
        person: PersonId,
        password: String,
        from: IpAddr,
    ) -> Result<Person, Error> {
        let known = self.store.find_person(person).await?.ok_or(Error::NotSignedIn)?;
        if self.check_password(&Account::of(person), from, password, known.password.clone()).await? {
            Ok(known)
        } else {
            Err(Error::WrongPassword)
        }
    }

    /// Changes the account of the caller, in everything that was asked for or in nothing. Once begun it is finished
    /// even if the caller is dropped: old sessions must end.
    pub async fn change_account(
        self: &Arc<Self>,
        caller: Caller,
        from: IpAddr,
        change: AccountChange,
    ) -> Result<PersonId, Error> {
        let house = Arc::clone(self);
        finish(async move { house.change_account_to_end(caller, from, change).await }).await
    }

    async fn change_account_to_end(
        &self,
        caller: Caller,
        from: IpAddr,
        change: AccountChange,
    ) -> Result<PersonId, Error> {
        let (person, session) = caller.owner()?;
        let known = self.confirm_password(person, change.password, from).await?;
        let name: Name = change.new_name.as_deref().unwrap_or(&name_of(&known)).parse()?;
        if let Some(new) = &change.new_password {
            password::check(new, &name)?;
        }
        // Hashed before anything changes, because hashing may fail: both changes are made, or none.
        let hash = match change.new_password {
            Some(new) => Some(self.hasher.hash(new, from).await?),
            None => None,
        };
        if change.new_name.is_some() {
            registered(self.store.rename_person(person, name.as_str(), &name.skeleton(), now()).await?)?;
            self.person_changed(person);
        }
        if let Some(hash) = hash {
            self.store.set_password(person, &hash, session).await?;
            self.person_changed(person);
        }
        Ok(person)
    }

    /// Deletes the account of the caller, who confirms it with the password. Running games are resigned. Once begun it
    /// is finished even if the caller is dropped.
    pub async fn delete_account(
        self: &Arc<Self>,
        caller: Caller,
        from: IpAddr,
        password: String,
    ) -> Result<(), Error> {
        let house = Arc::clone(self);
        finish(async move { house.delete_account_to_end(caller, from, password).await }).await
    }

    async fn delete_account_to_end(
        &self,
        caller: Caller,
        from: IpAddr,
        password: String,
    ) -> Result<(), Error> {
        let (person, _) = caller.owner()?;
        self.confirm_password(person, password, from).await?;
        // Nobody is left to wait for somebody who does not exist.
        for stage in [Stage::Waiting, Stage::Playing] {
            let filter = TableFilter {
                stage: Some(stage),
                person: Some(person),
                limit: MAX_TABLES_LEFT,
                ..TableFilter::default()
            };
            for (table, _) in self.store.list_tables(&filter).await? {
                match self.tables.act(table, &Command::Leave(person), None).await {
                    // A seat that was given up already, or a game that ended meanwhile.
                    Ok(_) | Err(ActError::Refused(_)) => {}
                    // At a table that cannot be read nobody waits for anybody.
                    Err(ActError::NoTable | ActError::Store(StoreError::UnreadableTable(..))) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        self.store.delete_person(person, now() + self.names_reserved_for).await?;
        self.person_changed(person);
        Ok(())
    }
}

/// A secret that nobody can guess.
pub(crate) fn new_secret(kind: SecretKind) -> Result<Secret, Error> {
    Secret::random(kind).map_err(|error| {
        tracing::error!(%error, "the operating system gives no random bytes");
        Error::NoRandomness
    })
}

fn registered(registered: Registered) -> Result<(), Error> {
    match registered {
        Registered::Done => Ok(()),
        Registered::NameTaken => Err(Error::NameTaken),
        Registered::NotPossible => Err(Error::AlreadyRegistered),
        Registered::KeyUsed => Err(Error::KeyReused),
    }
}
