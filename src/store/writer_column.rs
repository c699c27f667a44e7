//! The system column `xmin`: the transaction that wrote a row.

use diesel::deserialize::{self, FromSql, Queryable};
use diesel::pg::{Pg, PgValue};
use diesel::query_builder::QueryId;
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::SqlType;

use crate::by_hand::Column;
use lapidary_model::stamp::Writer;

/// PostgreSQL's type `xid`.
#[derive(SqlType, QueryId)]
#[diesel(postgres_type(oid = 28, array_oid = 1011))]
pub struct Xid;

impl Column for Writer {
    type Sql = Xid;
}

impl FromSql<Xid, Pg> for Writer {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(Writer(u32::from_be_bytes(value.as_bytes().try_into()?)))
    }
}

impl Queryable<Xid, Pg> for Writer {
    type Row = Writer;

    fn build(row: Writer) -> deserialize::Result<Writer> {
        Ok(row)
    }
}

impl ToSql<Xid, Pg> for Writer {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        std::io::Write::write_all(out, &self.0.to_be_bytes())?;
        Ok(IsNull::No)
    }
}
