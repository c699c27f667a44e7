//! Runs statements that return nothing, or one row that may be missing.

use std::future::Future;

use crate::by_hand::Prepared;
use crate::{Failure, Postgres};
use diesel::dsl::Limit;
use diesel::query_dsl::methods::LimitDsl;
use diesel::result::{Error, QueryResult};
use diesel_async::RunQueryDsl;
use diesel_async::methods::{ExecuteDsl, LoadQuery};

/// A statement.
pub(crate) trait Run: Sized + Send {
    /// The same statement, prepared once for each connection. Diesel prepares a statement with handwritten
    /// parts each time, which is one more round trip, because it cannot know that its text never changes.
    ///
    /// PostgreSQL plans it anew each time if the length of an array seems to matter. `ANY (ARRAY(SELECT
    /// unnest($1)))` hides the length.
    fn prepared(self) -> Prepared<Self> {
        self.prepared_if(true)
    }

    /// The same statement, prepared once for each connection if its text is one of a few, and otherwise each
    /// time.
    fn prepared_if(self, is_kept: bool) -> Prepared<Self> {
        Prepared { statement: self, is_kept }
    }

    /// Runs it, whatever number of rows it changes.
    fn run<'run, E: From<Error>>(
        self,
        mut connection: &'run Postgres,
    ) -> impl Future<Output = Result<(), E>> + Send
    where
        Self: ExecuteDsl<&'run Postgres> + 'run,
    {
        async move { Ok(RunQueryDsl::execute(self, &mut connection).await.map(|_| ())?) }
    }

    /// Returns its first row, if it has any.
    fn first_row<'run, Row: Send>(
        self,
        connection: &'run Postgres,
    ) -> impl Future<Output = QueryResult<Option<Row>>> + Send
    where
        Self: LimitDsl,
        Limit<Self>: LoadQuery<'run, &'run Postgres, Row> + Send + 'run,
    {
        self.limit(1).returned_row(connection)
    }

    /// Returns its only row, which there always is.
    fn only_row<'run, Row: Send>(
        self,
        mut connection: &'run Postgres,
    ) -> impl Future<Output = Result<Row, Failure>> + Send
    where
        Self: LoadQuery<'run, &'run Postgres, Row> + 'run,
    {
        async move { Ok(RunQueryDsl::get_result(self, &mut connection).await?) }
    }

    /// Returns its only row, if there is one, when the statement is over: a write without a transaction is
    /// committed then. (`get_result` returns with the first row.)
    fn returned_row<'run, Row: Send>(
        self,
        mut connection: &'run Postgres,
    ) -> impl Future<Output = QueryResult<Option<Row>>> + Send
    where
        Self: LoadQuery<'run, &'run Postgres, Row> + 'run,
    {
        async move { Ok(RunQueryDsl::load(self, &mut connection).await?.into_iter().next()) }
    }
}

impl<Statement: Send> Run for Statement {}
