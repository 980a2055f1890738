//! People, their sessions and tokens, and shared secrets.

use club::{PersonId, Time};
use store::{
    Access, AccessKey, AccountKind, Append, IdempotencyKey, Person, Registered, Registration, Store, UsedKey,
};
use tokio::task::JoinSet;

use super::{Home, done, plain};

const ANA: PersonId = PersonId(u64::MAX);
const BLAS: PersonId = PersonId(2);
const NOW: Time = Time(1000);

fn registration(person: PersonId, name: &str) -> Registration {
    Registration {
        person,
        kind: AccountKind::Member,
        name: name.to_owned(),
        skeleton: name.to_lowercase(),
        password: format!("hash of {name}"),
        at: Time(20),
        key: None,
    }
}

async fn register(store: &dyn Store, person: PersonId, name: &str) -> Registered {
    store.register(registration(person, name)).await.unwrap()
}

fn key(person: PersonId, id: u64, access: Access) -> AccessKey {
    AccessKey {
        id,
        person,
        hash: [id as u8; 32],
        access,
        label: format!("key {id}"),
        since: Time(id),
        until: Time(2000),
    }
}

async fn ids(store: &dyn Store, person: PersonId) -> Vec<u64> {
    store.list_access_keys(person, NOW).await.unwrap().into_iter().map(|key| key.id).collect()
}

pub(crate) async fn a_guest_is_added_once(home: &dyn Home) {
    let store = home.open().await;
    assert_eq!(store.find_person(ANA).await.unwrap(), None);
    store.add_guest(ANA, Time(10)).await.unwrap();
    store.add_guest(ANA, Time(11)).await.unwrap();
    let guest = Person { id: ANA, kind: AccountKind::Guest, name: None, password: None, since: Time(10) };
    assert_eq!(store.find_person(ANA).await.unwrap(), Some(guest));
}

pub(crate) async fn a_guest_becomes_a_member(home: &dyn Home) {
    let store = home.open().await;
    store.add_guest(ANA, Time(10)).await.unwrap();
    assert_eq!(register(&*store, ANA, "Ana").await, Registered::Done);
    let ana = Person {
        id: ANA,
        kind: AccountKind::Member,
        name: Some("Ana".to_owned()),
        password: Some("hash of Ana".to_owned()),
        since: Time(20),
    };
    assert_eq!(store.find_person(ANA).await.unwrap(), Some(ana.clone()));
    assert_eq!(store.find_person_by_name("ana").await.unwrap(), Some(ana.clone()));
    assert_eq!(store.find_person_by_name("Ana").await.unwrap(), None);
    store.add_guest(ANA, Time(30)).await.unwrap();
    assert_eq!(register(&*store, ANA, "Another").await, Registered::NotPossible);
    assert_eq!(store.find_person(ANA).await.unwrap(), Some(ana));
    let bot = Registration { kind: AccountKind::Bot, ..registration(BLAS, "Blas") };
    assert_eq!(store.register(bot).await.unwrap(), Registered::Done, "without having been a guest");
    assert_eq!(store.find_person(BLAS).await.unwrap().unwrap().kind, AccountKind::Bot);
}

pub(crate) async fn a_name_is_taken_by_its_skeleton(home: &dyn Home) {
    let store = home.open().await;
    assert_eq!(register(&*store, ANA, "Ana").await, Registered::Done);
    assert_eq!(register(&*store, BLAS, "ANA").await, Registered::NameTaken);
    assert_eq!(store.find_person(BLAS).await.unwrap(), None);
    let mut tasks = JoinSet::new();
    for number in 10..30 {
        let store = std::sync::Arc::clone(&store);
        tasks.spawn(async move { register(&*store, PersonId(number), "Carla").await });
    }
    let outcomes = tasks.join_all().await;
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == Registered::Done).count(), 1);
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == Registered::NameTaken).count(), 19);
}

pub(crate) async fn a_name_changes(home: &dyn Home) {
    let store = home.open().await;
    register(&*store, ANA, "Ana").await;
    register(&*store, BLAS, "Blas").await;
    assert_eq!(store.rename_person(ANA, "Blás", "blas", NOW).await.unwrap(), Registered::NameTaken);
    assert_eq!(
        store.rename_person(ANA, "ANA", "ana", NOW).await.unwrap(),
        Registered::Done,
        "one's own skeleton"
    );
    assert_eq!(store.find_person(ANA).await.unwrap().unwrap().name.as_deref(), Some("ANA"));
    assert_eq!(store.rename_person(ANA, "Anita", "anita", NOW).await.unwrap(), Registered::Done);
    assert_eq!(store.find_person_by_name("ana").await.unwrap(), None);
    assert_eq!(store.find_person_by_name("anita").await.unwrap().unwrap().id, ANA);
    assert_eq!(
        store.rename_person(BLAS, "Ana", "ana", NOW).await.unwrap(),
        Registered::Done,
        "the old name is free"
    );
    store.add_guest(PersonId(3), NOW).await.unwrap();
    for nobody in [PersonId(3), PersonId(4)] {
        assert_eq!(
            store.rename_person(nobody, "Carla", "carla", NOW).await.unwrap(),
            Registered::NotPossible
        );
    }
}

pub(crate) async fn a_password_changes(home: &dyn Home) {
    let store = home.open().await;
    register(&*store, ANA, "Ana").await;
    register(&*store, BLAS, "Blas").await;
    store.set_password(ANA, "another", 1).await.unwrap();
    assert_eq!(store.find_person(ANA).await.unwrap().unwrap().password.as_deref(), Some("another"));
    assert_eq!(store.find_person(BLAS).await.unwrap().unwrap().password.as_deref(), Some("hash of Blas"));
}

pub(crate) async fn a_deleted_person_has_no_name_and_no_keys(home: &dyn Home) {
    let store = home.open().await;
    register(&*store, ANA, "Ana").await;
    store.add_access_key(key(ANA, 1, Access::Session), None).await.unwrap();
    store.add_access_key(key(ANA, 2, Access::Play), None).await.unwrap();
    store.add_access_key(key(BLAS, 3, Access::Play), None).await.unwrap();
    store.delete_person(ANA, NOW).await.unwrap();
    let nobody = Person { id: ANA, kind: AccountKind::Deleted, name: None, password: None, since: Time(20) };
    assert_eq!(store.find_person(ANA).await.unwrap(), Some(nobody.clone()));
    assert_eq!(store.find_person_by_name("ana").await.unwrap(), None);
    assert_eq!(ids(&*store, ANA).await, [0; 0]);
    assert_eq!(store.find_access_key(&[2; 32], NOW).await.unwrap(), None);
    assert_eq!(ids(&*store, BLAS).await, [3]);
    assert_eq!(register(&*store, ANA, "Ana").await, Registered::NotPossible);
    assert_eq!(store.rename_person(ANA, "Ana", "ana", NOW).await.unwrap(), Registered::NotPossible);
    store.set_password(ANA, "hash", 1).await.unwrap();
    store.add_guest(ANA, NOW).await.unwrap();
    assert_eq!(store.find_person(ANA).await.unwrap(), Some(nobody), "for good");
    let again = Registration { at: NOW, ..registration(BLAS, "Ana") };
    assert_eq!(store.register(again).await.unwrap(), Registered::Done, "the name is free again");
}

pub(crate) async fn the_name_of_a_deleted_person_is_reserved_for_a_while(home: &dyn Home) {
    let store = home.open().await;
    register(&*store, ANA, "Ana").await;
    register(&*store, BLAS, "Blas").await;
    store.add_guest(PersonId(3), NOW).await.unwrap();
    store.delete_person(ANA, Time(500)).await.unwrap();
    store.delete_person(PersonId(3), Time(500)).await.unwrap();
    let carla = |at| Registration { at, ..registration(PersonId(4), "ANA") };
    let rename = async |at| store.rename_person(BLAS, "Ana", "ana", at).await.unwrap();
    assert_eq!(store.register(carla(Time(499))).await.unwrap(), Registered::NameTaken);
    assert_eq!(rename(Time(499)).await, Registered::NameTaken);
    // What is not over yet is not removed.
    store.free_reserved_names(Time(499)).await.unwrap();
    assert_eq!(rename(Time(499)).await, Registered::NameTaken);
    store.close().await;
    drop(store);
    let store = home.open().await;
    assert_eq!(store.register(carla(Time(499))).await.unwrap(), Registered::NameTaken);
    store.free_reserved_names(Time(500)).await.unwrap();
    assert_eq!(store.register(carla(Time(499))).await.unwrap(), Registered::Done, "it was freed");
    // A name that is deleted again is reserved again, and is free when the time is over.
    store.delete_person(PersonId(4), Time(600)).await.unwrap();
    assert_eq!(store.rename_person(BLAS, "Ana", "ana", Time(599)).await.unwrap(), Registered::NameTaken);
    assert_eq!(store.rename_person(BLAS, "Ana", "ana", Time(600)).await.unwrap(), Registered::Done);
}

pub(crate) async fn an_access_key_is_valid_until_it_expires(home: &dyn Home) {
    let store = home.open().await;
    let session = AccessKey { since: Time(20), ..key(ANA, u64::MAX, Access::Session) };
    let token = AccessKey { since: Time(10), until: Time(1500), ..key(ANA, 7, Access::Read) };
    store.add_access_key(session.clone(), None).await.unwrap();
    store.add_access_key(token.clone(), None).await.unwrap();
    assert_eq!(store.find_access_key(&session.hash, NOW).await.unwrap(), Some(session.clone()));
    assert_eq!(store.find_access_key(&[8; 32], NOW).await.unwrap(), None);
    assert!(store.find_access_key(&token.hash, Time(1499)).await.unwrap().is_some());
    assert_eq!(store.find_access_key(&token.hash, Time(1500)).await.unwrap(), None);
    assert_eq!(ids(&*store, ANA).await, [u64::MAX, 7], "the newest first");
    assert_eq!(store.list_access_keys(ANA, Time(1500)).await.unwrap(), [session]);
    assert_eq!(store.list_access_keys(ANA, Time(2000)).await.unwrap(), []);
    assert_eq!(ids(&*store, BLAS).await, [0; 0]);
}

pub(crate) async fn an_access_key_is_ended_by_its_person_only(home: &dyn Home) {
    let store = home.open().await;
    store.add_access_key(key(ANA, 1, Access::Bot), None).await.unwrap();
    store.add_access_key(key(ANA, 2, Access::Play), None).await.unwrap();
    assert!(!store.end_access_key(BLAS, 1).await.unwrap());
    assert_eq!(ids(&*store, ANA).await, [2, 1]);
    assert!(store.end_access_key(ANA, 1).await.unwrap());
    assert!(!store.end_access_key(ANA, 1).await.unwrap());
    assert_eq!(ids(&*store, ANA).await, [2]);
    assert_eq!(store.find_access_key(&[1; 32], NOW).await.unwrap(), None);
}

pub(crate) async fn an_access_key_that_exists_is_refused(home: &dyn Home) {
    let store = home.open().await;
    store.add_access_key(key(ANA, 1, Access::Session), None).await.unwrap();
    // A failed write does not fail the appends that share its commit.
    let mut tasks = JoinSet::new();
    for table in 0..50 {
        let store = std::sync::Arc::clone(&store);
        tasks.spawn(async move {
            if table % 10 == 0 {
                let stolen = AccessKey { person: BLAS, ..key(ANA, 1, Access::Session) };
                assert!(store.add_access_key(stolen, None).await.is_err());
            } else {
                done(&*store, plain(table, 0)).await;
            }
        });
    }
    tasks.join_all().await;
    assert_eq!(store.find_access_key(&[1; 32], NOW).await.unwrap().unwrap().person, ANA);
    assert_eq!(store.read_log(0, 100).await.unwrap().len(), 45);
}

/// Ana has three sessions and a token, and Blas has a session.
async fn with_access_keys(home: &dyn Home) -> std::sync::Arc<dyn Store> {
    let store = home.open().await;
    register(&*store, ANA, "Ana").await;
    for id in 1..4 {
        store.add_access_key(key(ANA, id, Access::Session), None).await.unwrap();
    }
    store.add_access_key(key(ANA, 4, Access::Play), None).await.unwrap();
    store.add_access_key(key(BLAS, 5, Access::Session), None).await.unwrap();
    store
}

pub(crate) async fn all_access_keys_end_at_once(home: &dyn Home) {
    let store = with_access_keys(home).await;
    store.end_access_keys(ANA).await.unwrap();
    assert_eq!(ids(&*store, ANA).await, [0; 0]);
    assert_eq!(ids(&*store, BLAS).await, [5]);
}

pub(crate) async fn a_new_password_ends_all_access_keys_but_one(home: &dyn Home) {
    let store = with_access_keys(home).await;
    store.set_password(ANA, "another", 2).await.unwrap();
    assert_eq!(ids(&*store, ANA).await, [2], "the session that changed it");
    assert_eq!(ids(&*store, BLAS).await, [5]);
}

pub(crate) async fn no_session_outlives_the_password_it_began_with(home: &dyn Home) {
    let store = with_access_keys(home).await;
    let session = |id| key(ANA, id, Access::Session);
    assert!(store.start_session(session(10), "hash of Ana").await.unwrap());
    assert_eq!(ids(&*store, ANA).await, [10, 4, 3, 2, 1]);
    store.set_password(ANA, "another", 2).await.unwrap();
    assert!(!store.start_session(session(11), "hash of Ana").await.unwrap(), "its password was changed");
    assert!(store.start_session(session(12), "another").await.unwrap());
    assert_eq!(ids(&*store, ANA).await, [12, 2]);
    // However they fall together.
    for round in 0..50 {
        let (old, new) = (format!("password {round}"), format!("password {}", round + 1));
        store.set_password(ANA, &old, 0).await.unwrap();
        let (changed, began) =
            tokio::join!(store.set_password(ANA, &new, 0), store.start_session(session(100 + round), &old));
        changed.unwrap();
        began.unwrap();
        assert_eq!(ids(&*store, ANA).await, [0; 0], "round {round}");
    }
    store.delete_person(ANA, NOW).await.unwrap();
    assert!(!store.start_session(session(13), "password 50").await.unwrap(), "the account is deleted");
    assert!(!store.start_session(session(14), "").await.unwrap());
}

pub(crate) async fn the_first_shared_secret_stays(home: &dyn Home) {
    let store = home.open().await;
    let first = store.shared_secret("cookies", [1; 32]).await.unwrap();
    assert_eq!(first, [1; 32]);
    assert_eq!(store.shared_secret("cookies", [2; 32]).await.unwrap(), first);
    assert_eq!(store.shared_secret("other", [3; 32]).await.unwrap(), [3; 32]);
    store.close().await;
    drop(store);
    assert_eq!(home.open().await.shared_secret("cookies", [4; 32]).await.unwrap(), first);
}

pub(crate) async fn the_store_answers(home: &dyn Home) {
    let store = home.open().await;
    store.ping().await.unwrap();
    store.close().await;
    assert!(store.ping().await.is_err());
}

pub(crate) async fn all_people_are_listed_page_by_page(home: &dyn Home) {
    let store = home.open().await;
    let mut known: Vec<PersonId> = (0..10).map(|number| PersonId(number << 60 | number)).collect();
    for person in &known {
        store.add_guest(*person, NOW).await.unwrap();
    }
    let (mut listed, mut last) = (Vec::new(), None);
    loop {
        let page: Vec<Person> = store.list_people(last, 3).await.unwrap();
        let Some(person) = page.last() else { break };
        last = Some(person.id);
        listed.extend(page.iter().map(|person| person.id));
    }
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
}

pub(crate) async fn a_person_who_cannot_be_decoded_is_left_out_of_the_list(home: &dyn Home) {
    let store = home.open().await;
    for person in 1..=12 {
        store.add_guest(PersonId(person), NOW).await.unwrap();
    }
    home.run_sql("UPDATE people SET kind = 'ghost' WHERE id IN (1, 4, 5, 6, 12)").await;
    for limit in [1, 2, 3, 100] {
        let (mut listed, mut last) = (Vec::new(), None);
        loop {
            let page: Vec<Person> = store.list_people(last, limit).await.unwrap();
            let Some(person) = page.last() else { break };
            last = Some(person.id);
            listed.extend(page.iter().map(|person| person.id.0));
        }
        assert_eq!(listed, [2, 3, 7, 8, 9, 10, 11], "{limit} at a time");
    }
    assert!(store.find_person(PersonId(4)).await.is_err(), "whoever asks for them is told");
}

fn idempotency_key(person: PersonId, key: &str) -> Option<IdempotencyKey> {
    Some(IdempotencyKey { person, key: key.to_owned(), request: [9; 32] })
}

pub(crate) async fn a_token_is_added_once_for_an_idempotency_key(home: &dyn Home) {
    let store = home.open().await;
    register(&*store, ANA, "Ana").await;
    let add =
        async |id| store.add_access_key(key(ANA, id, Access::Play), idempotency_key(ANA, "a")).await.unwrap();
    assert_eq!(add(5).await, None);
    let before = UsedKey { request: [9; 32], made: 5, seq: 0 };
    assert_eq!(add(6).await, Some(before.clone()));
    assert_eq!(store.find_used_key(ANA, "a").await.unwrap(), Some(before));
    assert_eq!(ids(&*store, ANA).await, [5]);
    // Another person may use the same key, and the same person another key.
    assert_eq!(
        store.add_access_key(key(BLAS, 7, Access::Play), idempotency_key(BLAS, "a")).await.unwrap(),
        None
    );
    assert_eq!(
        store.add_access_key(key(ANA, 8, Access::Play), idempotency_key(ANA, "b")).await.unwrap(),
        None
    );
    // A key that has expired may be used again.
    store.remove_expired_idempotency_keys(NOW).await.unwrap();
    assert_eq!(add(9).await, None);
}

pub(crate) async fn a_registration_records_its_idempotency_key(home: &dyn Home) {
    let store = home.open().await;
    let with = |person, name, key| Registration { key, ..registration(person, name) };
    assert_eq!(store.register(with(ANA, "Ana", idempotency_key(ANA, "a"))).await.unwrap(), Registered::Done);
    let before = UsedKey { request: [9; 32], made: ANA.0, seq: 0 };
    assert_eq!(store.find_used_key(ANA, "a").await.unwrap(), Some(before));
    // A refusal does not use the key.
    assert_eq!(
        store.register(with(BLAS, "Ana", idempotency_key(BLAS, "a"))).await.unwrap(),
        Registered::NameTaken
    );
    assert_eq!(store.find_used_key(BLAS, "a").await.unwrap(), None);
    store.append(Append { key: idempotency_key(BLAS, "a"), ..plain(1, 0) }).await.unwrap();
    assert_eq!(
        store.register(with(BLAS, "Blas", idempotency_key(BLAS, "a"))).await.unwrap(),
        Registered::KeyUsed
    );
    assert_eq!(store.find_person(BLAS).await.unwrap(), None);
    assert_eq!(
        store.register(with(BLAS, "Blas", idempotency_key(BLAS, "b"))).await.unwrap(),
        Registered::Done
    );
}

pub(crate) async fn a_system_clock_that_is_turned_ends_no_session(home: &dyn Home) {
    let store = home.open().await;
    let session = AccessKey { since: Time(500), until: Time(1500), ..key(ANA, 1, Access::Session) };
    store.add_access_key(session.clone(), None).await.unwrap();
    // Back before it began, too far forward, and right again.
    for (now, found) in [(0, true), (1400, true), (1_000_000, false), (600, true)] {
        let known = store.find_access_key(&session.hash, Time(now)).await.unwrap();
        assert_eq!(known.is_some(), found, "{now}");
    }
    // Another session that begins before the first one takes nothing from it.
    store.add_access_key(AccessKey { since: Time(10), ..key(ANA, 2, Access::Session) }, None).await.unwrap();
    assert!(store.find_access_key(&session.hash, Time(600)).await.unwrap().is_some());
}
