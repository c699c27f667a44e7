//! What the tables of a database take on the disk, and what PostgreSQL has done in them. It does not know
//! games.

use std::collections::BTreeMap;
use std::error::Error;

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};

type Failure = Box<dyn Error + Send + Sync>;

/// The tables of the server, without those of PostgreSQL.
const TABLES: &str = "relkind = 'r' AND relnamespace = 'public'::regnamespace";

/// The bytes of each table, without its indexes and of its indexes.
pub type TableBytes = BTreeMap<String, [i64; 2]>;

/// What was done in a table until now.
#[derive(Clone, QueryableByName)]
pub struct TableWork {
    #[diesel(sql_type = Text)]
    pub name: String,
    #[diesel(sql_type = BigInt)]
    pub updated: i64,
    /// The updates that touched no index.
    #[diesel(sql_type = BigInt)]
    pub hot: i64,
    #[diesel(sql_type = BigInt)]
    pub deleted: i64,
    /// Rows that no transaction can see any more, and that nobody has removed.
    #[diesel(sql_type = BigInt)]
    pub dead: i64,
    /// How often autovacuum has cleaned it.
    #[diesel(sql_type = BigInt)]
    pub vacuums: i64,
}

/// The catalog of a database, read by its superuser.
pub struct Catalog {
    connection: AsyncPgConnection,
    /// Where the write-ahead log was last looked at.
    position: i64,
}

impl Catalog {
    /// Connects to the database.
    pub async fn open(database_url: &str) -> Result<Catalog, Failure> {
        Ok(Catalog { connection: AsyncPgConnection::establish(database_url).await?, position: 0 })
    }

    /// Writes all tables and indexes anew without the space of dead rows, and returns their bytes.
    /// What this adds to the write-ahead log is not counted.
    pub async fn packed(&mut self) -> Result<TableBytes, Failure> {
        let names =
            format!("SELECT quote_ident(relname) AS name, 0::bigint AS value FROM pg_class WHERE {TABLES}");
        let names: Vec<Figure> = diesel::sql_query(names).load(&mut self.connection).await?;
        let names: Vec<String> = names.into_iter().map(|table| table.name).collect();
        self.execute(&format!("VACUUM (FULL, ANALYZE) {}", names.join(", "))).await?;
        self.wal().await?;
        self.bytes().await
    }

    /// The bytes of all tables, with the space of dead rows.
    pub async fn bytes(&mut self) -> Result<TableBytes, Failure> {
        let mut bytes = TableBytes::new();
        for (part, size) in ["pg_table_size", "pg_indexes_size"].into_iter().enumerate() {
            let sizes =
                format!("SELECT relname::text AS name, {size}(oid) AS value FROM pg_class WHERE {TABLES}");
            let sizes: Vec<Figure> = diesel::sql_query(sizes).load(&mut self.connection).await?;
            sizes.into_iter().for_each(|size| bytes.entry(size.name).or_default()[part] = size.value);
        }
        Ok(bytes)
    }

    /// The bytes of the write-ahead log since the last call, or since the tables were packed.
    pub async fn wal(&mut self) -> Result<i64, Failure> {
        let position = "SELECT '' AS name, (pg_current_wal_insert_lsn() - '0/0')::bigint AS value";
        let position: Figure = diesel::sql_query(position).get_result(&mut self.connection).await?;
        Ok(position.value - std::mem::replace(&mut self.position, position.value))
    }

    /// What was done in each table. A connection reports it within a second.
    pub async fn work(&mut self) -> Result<Vec<TableWork>, Failure> {
        let work = "SELECT relname::text AS name, n_tup_upd AS updated, n_tup_hot_upd AS hot, n_tup_del AS deleted, \
                    n_dead_tup AS dead, autovacuum_count AS vacuums FROM pg_stat_user_tables ORDER BY relname";
        Ok(diesel::sql_query(work).load(&mut self.connection).await?)
    }

    /// Executes a statement.
    pub async fn execute(&mut self, statement: &str) -> Result<(), Failure> {
        Ok(self.connection.batch_execute(statement).await?)
    }
}

/// A figure about a table, or about the whole database.
#[derive(QueryableByName)]
struct Figure {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    value: i64,
}
