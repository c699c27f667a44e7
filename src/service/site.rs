//! How this server and its database are: whether work can be done, and what there is to count.
//!
//! It knows how long the database may take to say so, and how old its figures may be; it knows no names of metrics.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::model::figures::Figures;
use crate::store::{Failure, Pool, PoolUsage, figures, migrations_current};

/// The timeout of the database query. It is short, because probes have timeouts too.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(1);

/// The database is asked for figures at most once in this time, however often they are read.
const FIGURES_AGE_MAX: Duration = Duration::from_secs(15);

/// This server, as those who operate it see it.
pub struct Site {
    pool: Pool,
    known: Mutex<Known>,
}

/// Whether the database lets the server do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// It does.
    Ready,
    /// It lacks migrations of this program.
    MigrationsMissing,
    /// No connection to it can be had.
    Unreachable,
    /// It does not answer.
    Silent,
}

/// What the database said last.
#[derive(Default, Clone)]
struct Known {
    /// When it was queried last, successfully or not.
    asked: Option<Instant>,
    answered: bool,
    figures: Option<(Instant, Figures)>,
}

/// What there is to count.
pub struct Census {
    /// The connections of this process.
    pub connections: PoolUsage,
    /// Whether the database answered when it was asked last.
    pub answered: bool,
    /// What the database said when it answered last, and how long ago that was.
    pub figures: Option<(Duration, Figures)>,
}

impl Site {
    /// The server with these connections.
    pub fn new(pool: Pool) -> Site {
        Site { pool, known: Mutex::default() }
    }

    /// Asks the database whether it can be worked with.
    pub async fn readiness(&self) -> Readiness {
        let pool = self.pool.clone();
        // What is begun goes on behind the answer, so that a connection that opens slowly is there the next time.
        let asking = tokio::spawn(async move { asked(&pool).await });
        match timeout(ANSWER_TIME_MAX, asking).await {
            Ok(Ok(readiness)) => readiness,
            Ok(Err(_)) | Err(_) => Readiness::Silent,
        }
    }

    /// Counts; the figures are what the database said a moment ago, else it is asked, by one of several callers.
    ///
    /// When it takes too long to answer, what it said before is told.
    pub async fn census(&self) -> Census {
        let Known { answered, figures, .. } = self.known().await;
        let figures = figures.map(|(at, figures)| (at.elapsed(), figures));
        Census { connections: self.pool.usage(), answered, figures }
    }

    async fn known(&self) -> Known {
        let mut known = self.known.lock().await;
        if known.asked.is_none_or(|asked| asked.elapsed() >= FIGURES_AGE_MAX) {
            let answer = timeout(ANSWER_TIME_MAX, self.figures()).await.ok().and_then(Result::ok);
            let now = Instant::now();
            known.asked = Some(now);
            known.answered = answer.is_some();
            known.figures = answer.map(|figures| (now, figures)).or(known.figures.take());
        }
        known.clone()
    }

    async fn figures(&self) -> Result<Figures, Failure> {
        figures::read(&mut *self.pool.get().await?).await
    }
}

async fn asked(pool: &Pool) -> Readiness {
    let Ok(mut connection) = pool.get().await else {
        return Readiness::Unreachable;
    };
    match migrations_current(&mut connection).await {
        Ok(true) => Readiness::Ready,
        Ok(false) => Readiness::MigrationsMissing,
        Err(_) => Readiness::Silent,
    }
}
