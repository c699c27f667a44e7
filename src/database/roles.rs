//! The unprivileged role that owns the database of an embedded cluster, and its creation.
//!
//! This module contains the superuser's few statements. `migrations` creates the tables as the unprivileged
//! role.

use diesel::QueryResult;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};

/// The role of the application. It owns the database of the same name and has no other rights.
pub const ROLE: &str = "lapidary";

/// The advisory lock for the setup of the cluster: one starting server does it while the others wait.
const LOCK: i64 = 0x6c61_726f;

/// Creates a missing role, and removes privileges that it may have had before.
const MAKE_ROLE: &str = "\
DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'lapidary') THEN
        CREATE ROLE lapidary LOGIN;
    END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lapidary'
               AND (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls)) THEN
        ALTER ROLE lapidary NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
    END IF;
END $$";

/// Makes the role the owner of the database and of everything the superuser created in it. Earlier versions
/// connected as superuser, and operators may restore backups as superuser.
const GIVE: &str = "\
DO $$ DECLARE
    made record;
BEGIN
    IF EXISTS (SELECT FROM pg_database WHERE datname = 'lapidary' AND datdba <> 'lapidary'::regrole) THEN
        ALTER DATABASE lapidary OWNER TO lapidary;
    END IF;
    -- A sequence of a column and the type of a table follow their table.
    FOR made IN
        SELECT format('ALTER %s %s OWNER TO lapidary',
                      CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
                          ELSE 'TABLE' END, c.oid::regclass) AS statement
        FROM pg_class c
        WHERE relnamespace = 'public'::regnamespace AND relowner <> 'lapidary'::regrole
          AND relkind IN ('r', 'p', 'v', 'm', 'S')
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                          AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i'))
        UNION ALL
        SELECT format('ALTER %s %s OWNER TO lapidary', CASE typtype WHEN 'd' THEN 'DOMAIN' ELSE 'TYPE' END,
                      t.oid::regtype)
        FROM pg_type t
        WHERE typnamespace = 'public'::regnamespace AND typowner <> 'lapidary'::regrole AND typtype IN ('d', 'e')
        UNION ALL
        SELECT format('ALTER ROUTINE %s OWNER TO lapidary', p.oid::regprocedure)
        FROM pg_proc p
        WHERE pronamespace = 'public'::regnamespace AND proowner <> 'lapidary'::regrole
    LOOP
        EXECUTE made.statement;
    END LOOP;
END $$";

/// Creates the role and its database, as the superuser in the database `postgres`.
pub async fn make(admin: &mut AsyncPgConnection) -> QueryResult<()> {
    lock(admin).await?;
    admin.batch_execute(MAKE_ROLE).await?;
    let query = "SELECT 1 FROM pg_database WHERE datname = $1";
    let found = diesel::sql_query(query).bind::<diesel::sql_types::Text, _>(ROLE);
    if found.execute(admin).await? > 0 {
        return Ok(());
    }
    match admin.batch_execute(&format!("CREATE DATABASE {ROLE} OWNER {ROLE}")).await {
        Err(DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => Ok(()),
        other => other,
    }
}

/// Transfers ownership to the role, as the superuser in the role's database.
pub async fn give(admin: &mut AsyncPgConnection) -> QueryResult<()> {
    lock(admin).await?;
    admin.batch_execute(GIVE).await
}

/// Acquires the lock until the connection is closed.
async fn lock(connection: &mut AsyncPgConnection) -> QueryResult<usize> {
    diesel::sql_query("SELECT pg_advisory_lock($1)")
        .bind::<diesel::sql_types::BigInt, _>(LOCK)
        .execute(connection)
        .await
}
