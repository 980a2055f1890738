//! One table that cannot be read hurts no other.

use store::{Append, Derived, StoreError};

use super::*;
use house::{Error, TableQuery};

/// Another server appended what this version cannot read.
async fn damage(store: &Arc<dyn Store>, id: TableId) {
    let after =
        store.read_batches(id, 0).await.unwrap().last().map(|batch| batch.after + u64::from(batch.count));
    let append = Append {
        table: id,
        after: after.unwrap(),
        count: 1,
        at: Time(1),
        events: r#"[{ "type": "dream" }]"#.to_owned(),
        seed: None,
        derived: Derived::default(),
        key: None,
    };
    assert!(matches!(store.append(append).await.unwrap(), store::Appended::Done(_)));
}

/// Servers go on to follow, list and tell of all other tables.
pub(crate) async fn a_damaged_table_hurts_no_other(store: Arc<dyn Store>, meeting: &dyn Meeting) {
    const DAMAGED: [TableId; 2] = [TableId(1), TableId(3)];
    const SOUND: TableId = TableId(2);
    let (one, other) = (server(&store, meeting, Post::Good).await, server(&store, meeting, Post::Good).await);
    for id in [1, 2, 3].map(TableId) {
        lay(&one, id).await;
    }
    // Somebody looks at each of them there, so that the server follows them.
    let mut slots = Vec::new();
    for id in [1, 2, 3].map(TableId) {
        slots.push(other.house.tables.find(id).await.unwrap().unwrap());
    }
    for id in DAMAGED {
        damage(&store, id).await;
    }
    let (mut seqs, mut hints) = (slots[1].subscribe(), other.house.live.subscribe(ANA.id));
    let seq = say(&one, SOUND, 10).await;
    timeout(PATIENCE, seqs.wait_for(|known| *known == seq)).await.expect("the follower goes on").unwrap();
    let newest = store.newest_log_id().await.unwrap();
    timeout(PATIENCE, hints.wait_for(|place| *place >= newest)).await.expect("people are told").unwrap();

    let late = server(&store, meeting, Post::Good).await;
    let listed = late.house.list_tables(None, &TableQuery::default()).await.unwrap();
    assert_eq!(listed.tables.iter().map(|table| table.id).collect::<Vec<_>>(), [SOUND]);
    for id in DAMAGED {
        let Err(error) = late.house.find_table(id).await else { panic!("{id} was read") };
        assert!(
            matches!(&error, Error::Store(StoreError::UnreadableTable(named, _)) if *named == id),
            "{error}"
        );
    }
    let notices = late.house.notices(ANA.id, 0).await.unwrap();
    assert_eq!(notices.read_to, newest);

    // Who wants to play is not sent to a damaged table, and waits at a sound one.
    let ben = Sitter { id: PersonId(2), ..ANA };
    let options = late.house.find_table(SOUND).await.unwrap().look(|loaded| loaded.table.options.clone());
    let matched = late.house.quick_match(ben, options, None).await.unwrap();
    assert_eq!(matched.table(), SOUND);
}
