//! What handwritten statements share: their rows, and values that are bound in their text.
//!
//! It knows which SQL type a Rust type has; it knows no table.

use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::deserialize::{self, FromSql, QueryableByName};
use diesel::pg::Pg;
use diesel::pg::data_types::PgInterval;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::{QueryResult, UnexpectedNullError};
use diesel::row::{Field, NamedRow, Row};
use diesel::serialize::ToSql;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Double, HasSqlType, Integer, Nullable, SmallInt, Text, Timestamptz,
    Uuid as SqlUuid,
};
use uuid::Uuid;

/// The maximum age in a query, a hundred years: the range of timestamps in the database is limited.
const AGE_MAX: Duration = Duration::from_secs(100 * 365 * 86_400);

/// Returns an age as the database knows it.
pub(crate) fn interval(age: Duration) -> PgInterval {
    PgInterval::from_microseconds(i64::try_from(age.min(AGE_MAX).as_micros()).unwrap_or(i64::MAX))
}

/// A Rust type in which columns are read or written.
pub(crate) trait Column {
    /// The SQL type of the columns.
    type Sql: 'static;
}

/// The SQL type of a Rust type.
pub(crate) type Sql<T> = <T as Column>::Sql;

macro_rules! columns_of {
    ($($rust:ty: $sql:ty),*) => {
        $(impl Column for $rust {
            type Sql = $sql;
        })*
    };
}

columns_of! {
    bool: Bool,
    i16: SmallInt,
    i32: Integer,
    i64: BigInt,
    f64: Double,
    String: Text,
    &'static str: Text,
    Vec<u8>: Binary,
    Uuid: SqlUuid,
    DateTime<Utc>: Timestamptz
}

impl<T: Column> Column for Option<T> {
    type Sql = Nullable<T::Sql>;
}

impl<T: Column> Column for Vec<T> {
    type Sql = Array<T::Sql>;
}

macro_rules! parts {
    ($($part:ident),*) => {
        impl<$($part: Column),*> Column for ($($part,)*) {
            type Sql = ($($part::Sql,)*);
        }
    };
}

parts!(A, B);
parts!(A, B, C);

/// A row of one column, whatever its name.
pub(crate) struct One<T>(pub(crate) T);

impl<T: Column + FromSql<T::Sql, Pg>> QueryableByName<Pg> for One<T> {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> deserialize::Result<One<T>> {
        let field = Row::get(row, 0).ok_or(UnexpectedNullError)?;
        T::from_nullable_sql(field.value()).map(One)
    }
}

/// A statement that is prepared once for each connection, if it is kept: its text is one of a few. Diesel
/// would prepare a handwritten one each time, which is a round trip more.
pub(crate) struct Prepared<Q> {
    pub(crate) statement: Q,
    pub(crate) is_kept: bool,
}

impl<Q: QueryFragment<Pg>> QueryFragment<Pg> for Prepared<Q> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.statement.walk_ast(out)
    }

    fn is_safe_to_cache_prepared(&self, _: &Pg) -> QueryResult<bool> {
        Ok(self.is_kept)
    }
}

impl<Q: Query> Query for Prepared<Q> {
    type SqlType = Q::SqlType;
}

impl<Q> QueryId for Prepared<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

/// Defines a row whose columns are found by the names of its fields.
macro_rules! row {
    (
        $(#[$about:meta])*
        $public:vis struct $row:ident {
            $($(#[$about_field:meta])* $public_field:vis $field:ident: $rust:ty),* $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(diesel::QueryableByName)]
        $public struct $row {
            $(
                $(#[$about_field])*
                #[diesel(sql_type = $crate::by_hand::Sql<$rust>)]
                $public_field $field: $rust
            ),*
        }
    };
}

/// Defines a part of a row, each field with the text of its column. `COLUMNS` has the columns in this order.
macro_rules! columns {
    (
        $(#[$about:meta])*
        $public:vis struct $row:ident {
            $public_first:vis $first:ident: $rust_first:ty = $column_first:literal,
            $($public_field:vis $field:ident: $rust:ty = $column:literal,)*
        }
    ) => {
        $(#[$about])*
        #[derive(diesel::Queryable)]
        $public struct $row {
            $public_first $first: $rust_first,
            $($public_field $field: $rust,)*
        }

        impl $row {
            /// The columns in a statement.
            $public const COLUMNS: &'static str = concat!($column_first $(, ", ", $column)*);
        }

        impl $crate::by_hand::Column for $row {
            type Sql = ($crate::by_hand::Sql<$rust_first>, $($crate::by_hand::Sql<$rust>,)*);
        }
    };
}

/// Adds texts to a statement, and values that are bound between them: `bind(value)`, `bind(one, other)`.
macro_rules! push_sql {
    ($out:expr $(,)?) => {};
    ($out:expr, bind($value:expr $(, $more:expr)* $(,)?) $(, $($rest:tt)*)?) => {
        $crate::by_hand::bind($out, &$value)?;
        $($out.push_sql(", "); $crate::by_hand::bind($out, &$more)?;)*
        $crate::by_hand::push_sql!($out $(, $($rest)*)?);
    };
    ($out:expr, $text:expr $(, $($rest:tt)*)?) => {
        $out.push_sql($text);
        $crate::by_hand::push_sql!($out $(, $($rest)*)?);
    };
}

/// Adds a parameter with this value.
pub(crate) fn bind<'b, T>(out: &mut AstPass<'_, 'b, Pg>, value: &'b T) -> QueryResult<()>
where
    T: Column + ToSql<T::Sql, Pg>,
    Pg: HasSqlType<T::Sql>,
{
    out.push_bind_param::<T::Sql, T>(value)
}

pub(crate) use {columns, push_sql, row};
