//! What every store must do. Each property is a function; `conformance!` makes tests of them all.

pub(crate) mod analyses;
pub(crate) mod append;
pub(crate) mod derived;
pub(crate) mod people;
pub(crate) mod tables;

use std::sync::Arc;

use async_trait::async_trait;
use club::{PersonId, Stage, TableId, Time};
use store::{Append, Appended, Derived, IdempotencyKey, LogId, Store, Summary};

/// The database of one store, empty at first.
#[async_trait]
pub(crate) trait Home: Send + Sync {
    /// Opens a store on it, with everything that was written before.
    async fn open(&self) -> Arc<dyn Store>;

    /// Runs statements on the database, past the store.
    async fn run_sql(&self, sql: &'static str);
}

/// Makes tests of all properties, each with a database of its own.
macro_rules! conformance {
    ($home:expr) => {
        conformance! { @ $home;
            append {
                what_was_appended_is_read_back,
                the_second_of_two_conflicts,
                exactly_one_of_many_racers_wins,
                a_conflict_does_not_touch_the_others,
                a_decision_on_an_old_state_conflicts,
                an_idempotency_key_acts_once,
                an_idempotency_key_acts_once_in_one_group,
                an_idempotency_key_is_unused_after_a_conflict,
                idempotency_keys_expire,
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
                tables_needing_work_are_in_play_with_work,
                a_row_that_cannot_be_decoded_is_left_out_of_lists,
                unfinished_tables_of_a_host_are_counted,
            }
            analyses {
                an_analysis_is_requested_once,
                pending_analyses_are_limited,
                an_analysis_is_claimed_by_one_at_a_time,
                progress_is_saved,
                analyses_expire,
                an_analysis_that_cannot_be_decoded_holds_up_no_other,
            }
            derived {
                standings_follow_results,
                rated_and_casual_games_are_kept_apart,
                people_and_bots_have_leaders_of_their_own,
                deleted_people_do_not_lead,
                who_leaves_early_is_counted_as_leaving,
                repeated_quick_games_of_two_people_change_no_rating,
                a_rating_history_names_only_tables_that_the_viewer_may_know,
                a_rebuild_derives_the_same_again,
                a_failed_rebuild_changes_nothing,
            }
            people {
                all_people_are_listed_page_by_page,
                a_person_who_cannot_be_decoded_is_left_out_of_the_list,
                a_guest_is_added_once,
                a_guest_becomes_a_member,
                a_registration_records_its_idempotency_key,
                a_token_is_added_once_for_an_idempotency_key,
                a_name_is_taken_by_its_skeleton,
                a_name_changes,
                a_password_changes,
                a_deleted_person_has_no_name_and_no_keys,
                the_name_of_a_deleted_person_is_reserved_for_a_while,
                an_access_key_is_valid_until_it_expires,
                a_system_clock_that_is_turned_ends_no_session,
                an_access_key_is_ended_by_its_person_only,
                an_access_key_that_exists_is_refused,
                all_access_keys_end_at_once,
                a_new_password_ends_all_access_keys_but_one,
                no_session_outlives_the_password_it_began_with,
                the_first_shared_secret_stays,
                the_store_answers,
            }
        }
    };
    (@ $home:expr; $($module:ident { $($property:ident,)* })*) => {
        $($(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $property() {
                crate::conformance::$module::$property(&$home).await;
            }
        )*)*
    };
}

/// A batch of two events that changes no derived table.
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

/// A batch with an idempotency key of person 1.
pub(crate) fn keyed(table: u64, after: u64, key: &str) -> Append {
    let key = IdempotencyKey { person: PersonId(1), key: key.to_owned(), request: [9; 32] };
    Append { key: Some(key), ..plain(table, after) }
}

/// A batch with a summary.
pub(crate) fn summed(table: u64, after: u64, summary: Summary) -> Append {
    Append { derived: Derived { summary: Some(summary), ..Derived::default() }, ..plain(table, after) }
}

/// The summary of a waiting table with these people.
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
        host: people.first().copied().map(PersonId),
    }
}

/// Appends, and fails the test unless the batch is written.
pub(crate) async fn done(store: &dyn Store, append: Append) -> LogId {
    match store.append(append).await.unwrap() {
        Appended::Done(id) => id,
        other => panic!("{other:?}"),
    }
}
