use super::*;

const TABLE: TableId = TableId(1);
const ANA: PersonId = PersonId(7);

fn alone() -> Arc<Presence> {
    Arc::new(Presence { known: Mutex::default(), sharing: None })
}

fn count(presence: &Presence) -> usize {
    presence.cached(TABLE).unwrap().len()
}

fn is_empty(presence: &Presence) -> bool {
    let known = lock(&presence.known);
    known.rooms.is_empty() && known.leaving.is_empty()
}

#[test]
fn somebody_is_here_until_a_moment_after_the_last_stream() {
    let presence = alone();
    let (first, second) = (presence.enter(TABLE, Some(ANA)), presence.enter(TABLE, Some(ANA)));
    assert_eq!(count(&presence), 1);
    drop(first);
    presence.depart(Instant::now() + RECONNECT_GRACE);
    assert_eq!(count(&presence), 1, "one stream is left");
    let before = Instant::now();
    drop(second);
    presence.depart(before + RECONNECT_GRACE / 2);
    assert_eq!(count(&presence), 1);
    presence.depart(Instant::now() + RECONNECT_GRACE);
    assert_eq!(count(&presence), 0);
    assert!(is_empty(&presence), "nothing is left behind");
}

#[test]
fn who_comes_back_in_time_was_never_away() {
    let presence = alone();
    let (_watcher, mut comings) = presence.watch(TABLE, None);
    drop(presence.enter(TABLE, Some(ANA)));
    comings.borrow_and_update();
    let between = Instant::now();
    std::thread::sleep(Duration::from_millis(2));
    let again = presence.enter(TABLE, Some(ANA));
    presence.depart(between + RECONNECT_GRACE);
    assert_eq!(count(&presence), 2);
    assert!(!comings.has_changed().unwrap(), "nobody is told");
    // The time begins anew with the last stream.
    drop(again);
    presence.depart(between + RECONNECT_GRACE);
    assert_eq!(count(&presence), 2);
    presence.depart(Instant::now() + RECONNECT_GRACE);
    assert_eq!(count(&presence), 1);
    assert!(comings.has_changed().unwrap());
}

#[test]
fn those_whom_nobody_knows_count_by_their_streams_and_leave_at_once() {
    let presence = alone();
    let (one, two) = (presence.enter(TABLE, None), presence.enter(TABLE, None));
    let elsewhere = presence.enter(TableId(2), None);
    assert_eq!(count(&presence), 2);
    drop(one);
    assert_eq!(count(&presence), 1);
    drop((two, elsewhere));
    assert!(is_empty(&presence));
}

#[test]
fn those_who_watch_hear_of_comings_and_goings() {
    let presence = alone();
    let (_watcher, mut comings) = presence.watch(TABLE, Some(ANA));
    assert!(!comings.has_changed().unwrap(), "not of themselves");
    let ben = presence.enter(TABLE, None);
    assert!(comings.has_changed().unwrap());
    comings.borrow_and_update();
    let _second_stream = presence.enter(TABLE, Some(ANA));
    assert!(!comings.has_changed().unwrap());
    drop(ben);
    assert!(comings.has_changed().unwrap());
}

#[tokio::test]
async fn a_device_is_there_while_one_of_its_streams_is_open() {
    let presence = alone();
    let plain = presence.enter(TABLE, Some(ANA));
    assert!(!presence.has_device(TABLE, ANA).await);
    let (first, second) =
        (presence.enter(TABLE, Some(ANA)).with_device(), presence.enter(TABLE, Some(ANA)).with_device());
    assert!(presence.has_device(TABLE, ANA).await);
    assert!(!presence.has_device(TABLE, PersonId(8)).await);
    assert!(!presence.has_device(TableId(2), ANA).await);
    drop(first);
    assert!(presence.has_device(TABLE, ANA).await, "another one is open");
    drop(second);
    assert!(!presence.has_device(TABLE, ANA).await, "at once, although the person is here");
    assert_eq!(count(&presence), 1);
    drop(plain);
}
