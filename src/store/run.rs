//! Runs statements that return nothing, or one row that may be missing.

use std::future::Future;

use crate::Postgres;
use diesel::dsl::Limit;
use diesel::query_dsl::methods::LimitDsl;
use diesel::result::{Error, QueryResult};
use diesel_async::RunQueryDsl;
use diesel_async::methods::{ExecuteDsl, LoadQuery};

/// A statement.
pub(crate) trait Run: Sized + Send {
    /// Runs it, whatever number of rows it changes.
    fn run<'query, E: From<Error>>(
        self,
        connection: &mut Postgres,
    ) -> impl Future<Output = Result<(), E>> + Send
    where
        Self: ExecuteDsl<Postgres> + 'query,
    {
        async move { Ok(RunQueryDsl::execute(self, connection).await.map(|_| ())?) }
    }

    /// Returns its first row, if it has any.
    fn first_row<'query, Row: Send>(
        self,
        connection: &mut Postgres,
    ) -> impl Future<Output = QueryResult<Option<Row>>> + Send
    where
        Self: LimitDsl,
        Limit<Self>: LoadQuery<'query, Postgres, Row> + Send + 'query,
    {
        self.limit(1).returned_row(connection)
    }

    /// Returns its only row, if there is one, when the statement is over: a write without a transaction is
    /// committed then. (`get_result` returns with the first row.)
    fn returned_row<'query, Row: Send>(
        self,
        connection: &mut Postgres,
    ) -> impl Future<Output = QueryResult<Option<Row>>> + Send
    where
        Self: LoadQuery<'query, Postgres, Row> + 'query,
    {
        async move { Ok(RunQueryDsl::load(self, connection).await?.into_iter().next()) }
    }
}

impl<Statement: Send> Run for Statement {}
