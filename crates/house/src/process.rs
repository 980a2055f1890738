//! Wires one process together: the house, and the tasks that run behind it. `serve` and `work` both start here.

use std::sync::Arc;
use std::time::{Duration, Instant};

use club::Time;
use quick_cache::sync::Cache;
use store::{Store, StoreError};
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::JoinHandle;

use crate::access_cache::AccessCache;
use crate::analyses::Examiner;
use crate::analysis_quota::AnalysisQuota;
use crate::bus::{Bus, Heard};
use crate::follow::Follower;
use crate::house::House;
use crate::live::Live;
use crate::names::Names;
use crate::people::guest::Signer;
use crate::people::password::Hasher;
use crate::presence::Presence;
use crate::quota::Limits;
use crate::searches::Searches;
use crate::settings::Settings;
use crate::sign_in::SignInAddresses;
use crate::table_quotas::Quotas;
use crate::tables::{Tables, now, random};
use crate::work::Work;

/// How often unused tables, expired idempotency keys, old analyses and reserved names are removed.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(60);
/// How long an idempotency key is remembered.
const IDEMPOTENCY_KEY_LIFETIME: Duration = Duration::from_hours(24);
/// How long an analysis is kept; it can be made again.
const ANALYSIS_LIFETIME: Duration = Duration::from_hours(90 * 24);

/// How many guests are remembered as stored.
const MAX_STORED_GUESTS: usize = 100_000;

/// What a process is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Serves people; looks after bots, clocks and analyses too if `work` is set.
    Server {
        /// Whether bots, clocks and analyses are looked after in this process.
        work: bool,
    },
    /// Serves nobody, and looks after bots, clocks and analyses of servers that share its store.
    Worker,
}

/// A running process: the house and the tasks behind it.
pub struct Process {
    /// What people can do here.
    pub house: Arc<House>,
    cleanup: JoinHandle<()>,
    /// In the order in which they are waited for at the end.
    tasks: Vec<JoinHandle<()>>,
}

impl Process {
    /// Starts everything that a process of this role runs. The bus is for a store that other processes share.
    pub async fn start(
        role: Role,
        store: Arc<dyn Store>,
        bus: Option<(Bus, Heard)>,
        settings: Settings,
        stop: &watch::Receiver<bool>,
    ) -> Result<Self, StoreError> {
        let (bus, heard) = bus.unzip();
        // Before any table is read: what others append from now on is followed from here.
        let newest = store.newest_log_id().await?;
        let (attend, changed) = mpsc::unbounded_channel();
        let house = Arc::new(open_house(store, bus, &settings, attend).await?);
        let mut tasks = Vec::new();
        if let Role::Server { .. } = role {
            tasks.push(tokio::spawn(Arc::clone(&house.presence).run(stop.clone())));
        }
        let work_due = Arc::new(Notify::new());
        if let Some(heard) = heard {
            let follower = Follower { house: Arc::clone(&house), work: Arc::clone(&work_due) };
            tasks.push(tokio::spawn(follower.run(newest, heard, stop.clone())));
        }
        if role.works() {
            tasks.extend(start_work(&house, changed, work_due, stop));
        }
        let cleanup = tokio::spawn(clean_up(Arc::clone(&house), role));
        Ok(Self { house, cleanup, tasks })
    }

    /// Waits for all tasks to finish what they began, and closes the store. The stop has been signalled before.
    pub async fn finish(self) {
        self.cleanup.abort();
        for task in self.tasks {
            // Each task logs its own errors; what is left is a panic, which tokio has printed.
            let _ = task.await;
        }
        self.house.store.close().await;
    }
}

impl Role {
    fn works(self) -> bool {
        match self {
            Self::Server { work } => work,
            Self::Worker => true,
        }
    }
}

async fn open_house(
    store: Arc<dyn Store>,
    bus: Option<Bus>,
    settings: &Settings,
    attend: mpsc::UnboundedSender<club::TableId>,
) -> Result<House, StoreError> {
    let live = Arc::new(Live::default());
    let tables =
        Arc::new(Tables::new(Arc::clone(&store), Arc::clone(&live), attend, bus.clone(), settings.talk));
    let cookie_key = store.shared_secret("guest-cookies", random()).await?;
    let number = u64::from_be_bytes(random());
    let presence = Arc::new(Presence::new(Arc::clone(&store), number, bus.clone()));
    Ok(House {
        names: Names::new(Arc::clone(&store)),
        signer: Signer::new(cookie_key),
        hasher: Hasher::new(settings.searches, settings.queued_passwords),
        limits: Limits::new(settings, bus.clone()),
        sign_in_addresses: SignInAddresses::default(),
        quotas: Quotas::new(settings),
        names_reserved_for: settings.names_reserved_for,
        max_tokens: settings.tokens,
        max_pending_analyses: settings.pending_analyses,
        moves: metrics::counter!("sobremesa_moves_total"),
        stored_guests: Cache::new(MAX_STORED_GUESTS),
        access: AccessCache::default(),
        searches: Arc::new(Searches::new(settings.searches, settings.waiting_searches)),
        analysis_quota: AnalysisQuota::new(settings.unfinished_analyses),
        analysis_asked: Arc::default(),
        matching: tokio::sync::Mutex::default(),
        number,
        store,
        tables,
        live,
        presence,
        bus,
    })
}

/// Starts the tasks that look after analyses, bots and clocks.
fn start_work(
    house: &Arc<House>,
    changed: mpsc::UnboundedReceiver<club::TableId>,
    due: Arc<Notify>,
    stop: &watch::Receiver<bool>,
) -> [JoinHandle<()>; 2] {
    let work = Work::new(house, stop.clone());
    let working = if house.store.shared().is_some() {
        tokio::spawn(work.run_claimed(changed, due))
    } else {
        tokio::spawn(async {
            if let Err(error) = work.run(changed).await {
                tracing::error!(%error, "bots and clocks are not looked after");
            }
        })
    };
    let examiner = Examiner {
        store: Arc::clone(&house.store),
        tables: Arc::clone(&house.tables),
        searches: Arc::clone(&house.searches),
        stop: stop.clone(),
    };
    [working, tokio::spawn(examiner.run(Arc::clone(&house.analysis_asked)))]
}

/// Removes what is no longer needed, again and again. What only the store has, servers remove.
async fn clean_up(house: Arc<House>, role: Role) {
    let mut interval = tokio::time::interval(CLEANUP_INTERVAL);
    loop {
        interval.tick().await;
        house.tables.drop_unused(Instant::now());
        if role == Role::Worker {
            continue;
        }
        if let Err(error) =
            house.store.remove_expired_idempotency_keys(before(IDEMPOTENCY_KEY_LIFETIME)).await
        {
            tracing::warn!(%error, "expired idempotency keys were not removed");
        }
        if let Err(error) = house.store.remove_expired_analyses(before(ANALYSIS_LIFETIME)).await {
            tracing::warn!(%error, "old analyses were not removed");
        }
        if let Err(error) = house.store.free_reserved_names(now()).await {
            tracing::warn!(%error, "names that are no longer reserved were not removed");
        }
    }
}

fn before(lifetime: Duration) -> Time {
    Time(now().0.saturating_sub(u64::try_from(lifetime.as_millis()).unwrap_or(u64::MAX)))
}
