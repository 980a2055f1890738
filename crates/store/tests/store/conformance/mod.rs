//! What every store must do. Each claim is a function; `conformance!` makes tests of them all.

pub(crate) mod analyses;
pub(crate) mod append;
pub(crate) mod derived;
pub(crate) mod people;
pub(crate) mod tables;

use std::sync::Arc;

use async_trait::async_trait;
use club::{PersonId, Stage, TableId, Time};
use store::{Append, Appended, Derived, LogId, RequestKey, Store, Summary};

/// Where one store lives, empty at first.
#[async_trait]
pub(crate) trait Home: Send + Sync {
    /// Opens it, again with what was written before.
    async fn open(&self) -> Arc<dyn Store>;
}

/// Makes tests of all claims, each with a home of its own.
macro_rules! conformance {
    ($home:expr) => {
        conformance! { @ $home;
            append {
                what_was_appended_is_read_back,
                the_second_of_two_conflicts,
                exactly_one_of_many_racers_wins,
                a_conflict_does_not_touch_the_others,
                a_decision_on_an_old_state_conflicts,
                a_repeated_key_does_nothing,
                a_key_that_is_repeated_at_once_does_one_thing,
                a_key_is_free_after_a_conflict,
                keys_are_forgotten_by_age,
                a_conflict_leaves_nothing_behind,
                the_seed_is_kept,
                the_log_has_the_order_of_commits,
                the_log_is_read_in_pages,
                the_log_of_a_person_has_their_tables,
                all_is_there_after_a_restart,
                a_closed_store_says_so,
            }
            tables {
                a_summary_is_read_as_it_was_written,
                filters_choose_tables,
                pages_lose_and_repeat_nothing,
                tables_at_work_are_in_play_with_work,
            }
            analyses {
                an_analysis_is_asked_for_once,
                only_so_many_are_to_be_made,
                an_analysis_is_made_by_one_at_a_time,
                what_was_found_stays,
                analyses_are_forgotten_by_age,
            }
            derived {
                standings_follow_results,
                rated_and_casual_games_are_kept_apart,
                people_and_bots_have_leaders_of_their_own,
                deleted_people_do_not_lead,
                a_rebuild_makes_the_same_again,
                a_failed_rebuild_changes_nothing,
            }
            people {
                all_people_are_listed_page_by_page,
                a_guest_is_known_once,
                a_guest_becomes_a_member,
                a_registration_remembers_its_request,
                a_token_is_made_once_for_a_request,
                a_name_is_taken_by_its_skeleton,
                a_name_changes,
                a_password_changes,
                a_deleted_person_is_forgotten,
                a_key_is_good_until_it_runs_out,
                a_key_is_ended_by_its_person_only,
                a_key_that_is_there_is_refused,
                sessions_end_but_one,
                the_first_shared_secret_stays,
                the_store_answers,
            }
        }
    };
    (@ $home:expr; $($module:ident { $($claim:ident,)* })*) => {
        $($(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $claim() {
                crate::conformance::$module::$claim(&$home).await;
            }
        )*)*
    };
}

/// A batch of two events with nothing else.
pub(crate) fn plain(table: u64, after: u64) -> Append {
    Append {
        table: TableId(table),
        after,
        count: 2,
        at: Time(1000 + after),
        events: format!("[\"{table}\", {after}, \"¡qué siesta!\"]"),
        seed: None,
        derived: Derived::default(),
        key: None,
    }
}

/// A batch with the key of a request of person 1.
pub(crate) fn keyed(table: u64, after: u64, key: &str) -> Append {
    let key = RequestKey { person: PersonId(1), key: key.to_owned(), request: [9; 32] };
    Append { key: Some(key), ..plain(table, after) }
}

/// A batch with a summary.
pub(crate) fn summed(table: u64, after: u64, summary: Summary) -> Append {
    Append { derived: Derived { summary: Some(summary), ..Derived::default() }, ..plain(table, after) }
}

/// A table that waits, with these people.
pub(crate) fn summary(changed: u64, people: &[u64]) -> Summary {
    Summary {
        stage: Stage::Waiting,
        game: "siesta".to_owned(),
        terms: "siesta, printed, two players".to_owned(),
        public: true,
        open: 1,
        work: false,
        changed: Time(changed),
        people: people.iter().copied().map(PersonId).collect(),
    }
}

/// Appends, which has to succeed.
pub(crate) async fn done(store: &dyn Store, append: Append) -> LogId {
    match store.append(append).await.unwrap() {
        Appended::Done(id) => id,
        other => panic!("{other:?}"),
    }
}
