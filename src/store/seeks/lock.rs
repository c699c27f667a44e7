//! What the statements about seeks share: the word for open seeks, and locks by name.

use diesel::sql_types::Text;

use crate::run::Run;
use crate::{Failure, Postgres};
use lapidary_model::seek::SeekStatus;

/// The words of the status that the database stores; a seek expires without a change of its row.
pub(super) const OPEN: &str = SeekStatus::Open.name();

/// Locks a name until the transaction ends.
pub(super) async fn lock(connection: &Postgres, name: String) -> Result<(), Failure> {
    diesel::sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
        .bind::<Text, _>(name)
        .prepared()
        .run(connection)
        .await
}
