//! Folding the logs of games that ended some time ago.

use super::playing::Playing;
use crate::games::GameRefusal;
use lapidary_store::folding::{Batch, UnfoldedLog, fold_batch};

/// The maximum number of games whose logs one transaction folds.
const FOLDED_AT_ONCE: i64 = 100;

/// The result of a batch, and where the next one begins.
pub struct Folded {
    /// The number of logs that were folded.
    pub folded: usize,
    /// The number of logs that cannot be folded, because they have gaps or cannot be read.
    pub left: usize,
    /// Where the next batch begins; none after the last one.
    pub next: Option<UnfoldedLog>,
}

#[boxed]
impl Playing {
    /// Folds a batch of logs whose games ended longer ago than the settings say. Readers see no difference.
    ///
    /// One server folds at a time; on the others this does nothing.
    pub async fn fold_ended(&self, after: Option<UnfoldedLog>) -> Result<Folded, GameRefusal> {
        let mut connection = self.pool.get().await?;
        match fold_batch(&mut connection, self.settings.fold_after, after, FOLDED_AT_ONCE).await? {
            Batch::Elsewhere => Ok(Folded { folded: 0, left: 0, next: None }),
            Batch::Stored { folded, left, next } => {
                if let Some(first) = left.first() {
                    let games = left.len();
                    tracing::error!(games, %first, "logs of games that are over have gaps or cannot be read, and are not folded");
                }
                Ok(Folded { folded, left: left.len(), next })
            }
        }
    }
}
