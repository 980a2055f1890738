//! Sessions end with the password that they began with.

use std::net::{IpAddr, Ipv4Addr};

use house::{AccountChange, Caller, ClientKey, Error, NewAccount};
use store::{Access, AccountKind};

use super::*;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const OLD: &str = "the old one of Ana";
const NEW: &str = "the new one of Ana";

/// Somebody gives the old password at one server, it is changed at the other, and then the session would begin.
pub(crate) async fn a_sign_in_in_flight_does_not_survive_a_change_of_the_password(
    store: Arc<dyn Store>,
    meeting: &dyn Meeting,
) {
    let (one, other) = tokio::join!(server(&store, meeting, Post::Good), server(&store, meeting, Post::Good));
    let account = NewAccount { name: "Ana".to_owned(), password: OLD.to_owned(), bot: false };
    let ana = one.house.register(Caller::Nobody, HERE, ClientKey::default(), account).await.unwrap();
    let secret = one.house.start_session(&ana, "her own").await.unwrap();
    let session = store.find_access_key(&secret.hash(), Time(0)).await.unwrap().unwrap().id;
    let caller = Caller::Known {
        person: ana.person,
        kind: AccountKind::Member,
        access: Access::Session,
        key: session,
    };
    let thief = other.house.check_credentials("Ana", OLD.to_owned(), HERE).await.unwrap();
    let new_password = Some(NEW.to_owned());
    let change = AccountChange { password: OLD.to_owned(), new_name: None, new_password };
    one.house.change_account(caller, HERE, change).await.unwrap();
    let refused = other.house.start_session(&thief, "of a thief").await.err();
    assert!(matches!(refused, Some(Error::WrongCredentials)), "{refused:?}");
    let keys = store.list_access_keys(ana.person, Time(0)).await.unwrap();
    assert_eq!(keys.iter().map(|key| key.id).collect::<Vec<_>>(), [session], "only her own");
    let again = other.house.check_credentials("Ana", NEW.to_owned(), HERE).await.unwrap();
    other.house.start_session(&again, "hers too").await.unwrap();
}
